//! The pipelines of the sun's shadow maps: the level, its cut-out surfaces and instances, balls, walkers and
//! props.

use super::maps::MAP_FORMAT;
use crate::{
    Gpu,
    device::pipeline::{PassPipeline, shader_module},
    passes::{balls, walkers},
    scene::{instances, props, vertex},
    shaders,
};

/// The depth bias of the level, toward the sun. The space right behind a single-sided wall is thus in its
/// shadow, within the reach of the filter. Sunlit surfaces avoid their own shadow because they are tested
/// from slightly above: see `sun_visibility` in shaders/lighting.wgsl.
const LEVEL_BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: -2,
    slope_scale: -0.6,
    clamp: 0.0,
};
/// The depth bias of bodies, away from the sun: these bodies are closed, and many are round.
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
    pub instanced: wgpu::RenderPipeline,
    pub instanced_masked: wgpu::RenderPipeline,
}

impl Pipelines {
    pub(super) fn new(
        gpu: &Gpu,
        view_layout: &wgpu::BindGroupLayout,
        material_layout: &wgpu::BindGroupLayout,
    ) -> Self {
        let module = shader_module(gpu, &shaders::SHADOW, &[]);
        let mesh = [vertex::MESH_LAYOUT];
        let groups = [view_layout, material_layout];
        // Both sides are drawn: walls with an open back still block the sun.
        let base = PassPipeline {
            depth: Some(depth(LEVEL_BIAS)),
            groups: &groups[..1],
            ..PassPipeline::plain("shadow", &module)
        };
        let of_level = |vertex, buffers| PassPipeline {
            vertex,
            buffers,
            ..base.clone()
        };
        let cut_out = |vertex, buffers| PassPipeline {
            fragment: Some("cut"),
            groups: &groups,
            ..of_level(vertex, buffers)
        };
        let of_bodies = |vertex, buffers| PassPipeline {
            depth: Some(depth(BODY_BIAS)),
            ..of_level(vertex, buffers)
        };
        Self {
            solid: of_level("solid", &mesh).create(gpu),
            masked: cut_out("masked", &mesh).create(gpu),
            ball: of_bodies("ball", &balls::BALL_BUFFERS).create(gpu),
            walker: of_bodies("instanced", &walkers::WALKER_BUFFERS).create(gpu),
            prop: of_bodies("prop", &props::PROP_BUFFERS).create(gpu),
            instanced: of_level("instanced", &instances::COPY_BUFFERS).create(gpu),
            instanced_masked: cut_out("instanced_masked", &instances::COPY_BUFFERS).create(gpu),
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
