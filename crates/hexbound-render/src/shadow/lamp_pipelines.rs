//! The pipelines that draw what lamps see: the level, its cut-out surfaces, its instances and props.
//! They have no depth: blending keeps the nearest of all that is drawn.

use crate::{
    Gpu,
    device::{
        bindings,
        pipeline::{pipeline_layout, shader_module},
    },
    scene::{instances, props, vertex},
    shaders,
};

/// Half floats are enough: they keep a two thousandth of any distance.
pub(super) const LAMP_MAP_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::R16Float;

pub(super) struct LampPipelines {
    pub view_layout: wgpu::BindGroupLayout,
    pub solid: wgpu::RenderPipeline,
    pub masked: wgpu::RenderPipeline,
    pub copied: wgpu::RenderPipeline,
    pub prop: wgpu::RenderPipeline,
}

impl LampPipelines {
    pub(super) fn new(gpu: &Gpu, material_layout: &wgpu::BindGroupLayout) -> Self {
        let module = shader_module(gpu, &shaders::LAMP_MAP, &[]);
        let view_layout = view_layout(gpu);
        let mesh = [Some(vertex::MESH_LAYOUT)];
        let placed = [Some(vertex::MESH_LAYOUT), Some(props::INSTANCE_LAYOUT)];
        let copies = [Some(vertex::MESH_LAYOUT), Some(instances::INSTANCE_LAYOUT)];
        let plain = [Some(&view_layout)];
        let with_material = [Some(&view_layout), Some(material_layout)];
        let whole = |vertex, buffers| pipeline(gpu, &module, (vertex, "stop"), buffers, &plain);
        let in_part = |vertex, buffers| {
            pipeline(
                gpu,
                &module,
                (vertex, "stop_in_part"),
                buffers,
                &with_material,
            )
        };
        Self {
            solid: whole("solid", &mesh),
            prop: whole("prop", &placed),
            masked: in_part("masked", &mesh),
            copied: in_part("copied", &copies),
            view_layout,
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

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    (vertex, fragment): (&str, &str),
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::RenderPipeline {
    let keep_nearest = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Max,
    };
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("lamp maps"),
        layout: Some(&pipeline_layout(gpu, "lamp maps", groups)),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        // Both sides: walls that are open behind still keep light out.
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(fragment),
            compilation_options: Default::default(),
            targets: &[Some(wgpu::ColorTargetState {
                format: LAMP_MAP_FORMAT,
                blend: Some(wgpu::BlendState {
                    color: keep_nearest,
                    alpha: keep_nearest,
                }),
                write_mask: wgpu::ColorWrites::ALL,
            })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
