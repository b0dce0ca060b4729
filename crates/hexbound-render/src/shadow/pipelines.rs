//! The pipelines that draw depth as the sun sees it: the level, its cut-out surfaces and its
//! instances, balls, walkers and props.

use super::maps::MAP_FORMAT;
use crate::{
    Gpu,
    device::pipeline::{PassPipeline, shader_module},
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
const LEVEL_BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: -2,
    slope_scale: -0.6,
    clamp: 0.0,
};
/// Bias away from the sun: these bodies are closed, and many of them round.
const BODY_BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState {
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
        // Both sides: walls that are open behind still keep the sun out.
        let base = PassPipeline {
            depth: Some(depth(LEVEL_BIAS)),
            groups: &plain,
            ..PassPipeline::plain("shadow", &module)
        };
        let of_level = |vertex, buffers| PassPipeline {
            vertex,
            buffers,
            ..base.clone()
        };
        let cut_out = |vertex, buffers| PassPipeline {
            fragment: Some("cut"),
            groups: &with_material,
            ..of_level(vertex, buffers)
        };
        let of_bodies = |vertex, buffers| PassPipeline {
            depth: Some(depth(BODY_BIAS)),
            ..of_level(vertex, buffers)
        };
        Self {
            solid: of_level("solid", &mesh).create(gpu),
            masked: cut_out("masked", &mesh).create(gpu),
            ball: of_bodies("ball", &balls).create(gpu),
            walker: of_bodies("copied", &statues).create(gpu),
            prop: of_bodies("prop", &placed).create(gpu),
            copied: of_level("copied", &copies).create(gpu),
            copied_masked: cut_out("copied_masked", &copies).create(gpu),
        }
    }
}

fn depth(bias: wgpu::DepthBiasState) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: MAP_FORMAT,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::LessEqual),
        stencil: Default::default(),
        bias,
    }
}
