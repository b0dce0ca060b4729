//! The pipelines of the lamps' shadow maps: the level, its cut-out surfaces, its instances and props. They
//! have no depth buffer: blending keeps the nearest surface.

use crate::{
    Gpu,
    device::{
        bindings,
        pipeline::{PassPipeline, shader_module},
    },
    scene::{instances, props, vertex},
    shaders,
};

/// The format of the lamps' maps. Half floats have a relative precision of 1/2000, which is enough.
pub(super) const LAMP_MAP_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R16Float;

pub(super) struct LampPipelines {
    pub view_layout: wgpu::BindGroupLayout,
    pub solid: wgpu::RenderPipeline,
    pub masked: wgpu::RenderPipeline,
    pub instanced: wgpu::RenderPipeline,
    pub prop: wgpu::RenderPipeline,
}

impl LampPipelines {
    pub(super) fn new(gpu: &Gpu, material_layout: &wgpu::BindGroupLayout) -> Self {
        let module = shader_module(gpu, &shaders::LAMP_MAP, &[]);
        let view_layout = view_layout(gpu);
        let mesh = [vertex::MESH_LAYOUT];
        let groups = [&view_layout, material_layout];
        let keep_nearest = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Max,
        };
        // Both sides are drawn: walls with an open back still block light.
        let base = PassPipeline {
            fragment: Some("stop"),
            groups: &groups[..1],
            target: Some(wgpu::ColorTargetState {
                format: LAMP_MAP_FORMAT,
                blend: Some(wgpu::BlendState {
                    color: keep_nearest,
                    alpha: keep_nearest,
                }),
                write_mask: wgpu::ColorWrites::ALL,
            }),
            ..PassPipeline::plain("lamp maps", &module)
        };
        let whole = |vertex, buffers| PassPipeline {
            vertex,
            buffers,
            ..base.clone()
        };
        let in_part = |vertex, buffers| PassPipeline {
            fragment: Some("stop_in_part"),
            groups: &groups,
            ..whole(vertex, buffers)
        };
        Self {
            solid: whole("solid", &mesh).create(gpu),
            prop: whole("prop", &props::PROP_BUFFERS).create(gpu),
            masked: in_part("masked", &mesh).create(gpu),
            instanced: in_part("instanced", &instances::COPY_BUFFERS).create(gpu),
            view_layout: view_layout.clone(),
        }
    }
}

fn view_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let view = wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: true,
        min_binding_size: None,
    };
    bindings::layout(gpu, "lamp view", wgpu::ShaderStages::VERTEX, [(0, view)])
}
