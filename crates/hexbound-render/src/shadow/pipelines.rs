//! The pipelines that draw depth as the sun sees it: the level, its cut-out surfaces and its
//! instances, balls, walkers and props.

use super::maps::MAP_FORMAT;
use crate::{
    Gpu,
    device::pipeline::{pipeline_layout, shader_module},
    passes::{
        balls::{self, INSTANCE_STRIDE},
        walkers,
    },
    scene::{instances, props, vertex},
    shaders,
};

/// Bias toward the sun: what is right behind a wall that is a single sheet is then in its shadow,
/// as far as the filter reaches. What the sun shines on keeps out of its own shadow by looking from
/// above itself: see `sun_visibility` in shaders/lighting.wgsl.
const OF_LEVEL: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: -2,
    slope_scale: -0.6,
    clamp: 0.0,
};
/// Bias away from the sun: these bodies are closed, and many of them round.
const OF_BODIES: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: 2,
    slope_scale: 1.6,
    clamp: 0.0,
};

pub(super) struct Pipelines {
    pub solid: wgpu::RenderPipeline,
    pub masked: wgpu::RenderPipeline,
    pub ball: wgpu::RenderPipeline,
    pub walker: wgpu::RenderPipeline,
    pub prop: wgpu::RenderPipeline,
    pub copied: wgpu::RenderPipeline,
    pub copied_masked: wgpu::RenderPipeline,
}

impl Pipelines {
    pub(super) fn new(
        gpu: &Gpu,
        view_layout: &wgpu::BindGroupLayout,
        material_layout: &wgpu::BindGroupLayout,
    ) -> Self {
        let module = shader_module(gpu, &shaders::SHADOW, &[]);
        let ball_layout = wgpu::VertexBufferLayout {
            array_stride: INSTANCE_STRIDE,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &wgpu::vertex_attr_array![1 => Float32x4],
        };
        let mesh = [Some(vertex::MESH_LAYOUT)];
        let balls = [Some(balls::VERTEX_LAYOUT), Some(ball_layout)];
        let statues = [Some(walkers::VERTEX_LAYOUT), Some(walkers::INSTANCE_LAYOUT)];
        let placed = [Some(vertex::MESH_LAYOUT), Some(props::INSTANCE_LAYOUT)];
        let copies = [Some(vertex::MESH_LAYOUT), Some(instances::INSTANCE_LAYOUT)];
        let plain = [Some(view_layout)];
        let with_material = [Some(view_layout), Some(material_layout)];
        Self {
            solid: pipeline(gpu, &module, ("solid", None), OF_LEVEL, &mesh, &plain),
            masked: pipeline(
                gpu,
                &module,
                ("masked", Some("cut")),
                OF_LEVEL,
                &mesh,
                &with_material,
            ),
            ball: pipeline(gpu, &module, ("ball", None), OF_BODIES, &balls, &plain),
            walker: pipeline(gpu, &module, ("copied", None), OF_BODIES, &statues, &plain),
            prop: pipeline(gpu, &module, ("prop", None), OF_BODIES, &placed, &plain),
            copied: pipeline(gpu, &module, ("copied", None), OF_LEVEL, &copies, &plain),
            copied_masked: pipeline(
                gpu,
                &module,
                ("copied_masked", Some("cut")),
                OF_LEVEL,
                &copies,
                &with_material,
            ),
        }
    }
}

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    (vertex, fragment): (&str, Option<&str>),
    bias: wgpu::DepthBiasState,
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::RenderPipeline {
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(&pipeline_layout(gpu, "shadow", groups)),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        // Both sides: walls that are open behind still keep the sun out.
        primitive: Default::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: MAP_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias,
        }),
        multisample: Default::default(),
        fragment: fragment.map(|entry_point| wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}
