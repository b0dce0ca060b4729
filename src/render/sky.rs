//! The sky and its sun: the numbers, and the pass that draws them.

use glam::Vec3;

use super::{
    Gpu,
    figures::CountedPass,
    targets::{COLOR_FORMAT, DEPTH_FORMAT},
    uniforms::GlobalsBinding,
};
use crate::level::Sun;

/// Light from above, linear; a sunlit white wall is about 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sky {
    /// Unit.
    pub to_sun: Vec3,
    /// On a surface that faces the sun.
    pub sun_color: Vec3,
    pub zenith: Vec3,
    pub horizon: Vec3,
    /// The haze below the horizon.
    pub ground: Vec3,
    /// Per meter at `haze_base`.
    pub fog_density: f32,
    /// Meters up, from where the density is usual to where it is 1 / e of that.
    pub haze_height: f32,
    /// Local, meters.
    pub haze_base: f32,
}

/// A late afternoon: low from the south-west (+X is east, −Z north), 5,200 K.
const AFTERNOON_TO_SUN: Vec3 = Vec3::new(-0.57, 0.60, 0.56);
const AFTERNOON_COLOR: Vec3 = Vec3::new(1.0, 0.83, 0.62);
/// How much brighter the sun is than a white of 1.
const SUN_STRENGTH: f32 = 3.6;

impl Sky {
    pub fn new(sun: Option<Sun>) -> Self {
        let (to_sun, color) = match sun {
            Some(sun) => (
                -sun.direction,
                sun.color * AFTERNOON_COLOR.lerp(Vec3::ONE, 0.5),
            ),
            None => (AFTERNOON_TO_SUN, AFTERNOON_COLOR),
        };
        Self {
            to_sun: to_sun.normalize_or(Vec3::Y),
            sun_color: color * SUN_STRENGTH,
            zenith: Vec3::new(0.055, 0.17, 0.50),
            horizon: Vec3::new(1.05, 0.66, 0.40),
            ground: Vec3::new(0.36, 0.30, 0.27),
            fog_density: 0.0026,
            haze_height: 40.0,
            haze_base: 0.0,
        }
    }

    /// The light from `direction`, without the sun itself. `sky_radiance` of
    /// shaders/common.wgsl is its twin.
    pub fn radiance(&self, direction: Vec3) -> Vec3 {
        let low = 1.0 - direction.y.clamp(0.0, 1.0);
        let haze = low.powi(4);
        let toward = direction.dot(self.to_sun).max(0.0);
        let glow = toward.powi(4) * (0.35 + 0.65 * low * low);
        let above = self.zenith.lerp(self.horizon, haze) + self.sun_color * (0.09 * glow);
        let below = (-direction.y * 5.0).clamp(0.0, 1.0);
        above.lerp(self.ground, below * (2.0 - below))
    }
}

pub(super) struct SkyPass {
    pipeline: wgpu::RenderPipeline,
}

impl SkyPass {
    pub fn new(gpu: &Gpu, globals: &GlobalsBinding, samples: u32) -> Self {
        let module = gpu
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some("sky"),
                source: wgpu::ShaderSource::Wgsl(
                    concat!(
                        include_str!("../../shaders/common.wgsl"),
                        include_str!("../../shaders/noise.wgsl"),
                        include_str!("../../shaders/sky.wgsl")
                    )
                    .into(),
                ),
            });
        let layout = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("sky"),
                bind_group_layouts: &[Some(&globals.layout)],
                immediate_size: 0,
            });
        let pipeline = gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("sky"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("corner"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(false),
                depth_compare: Some(wgpu::CompareFunction::GreaterEqual),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: samples,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("shade"),
                compilation_options: Default::default(),
                targets: &[Some(COLOR_FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline }
    }

    /// After everything opaque: only where nothing is nearer.
    pub fn draw(&self, pass: &mut CountedPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..3, 0..1);
    }
}
