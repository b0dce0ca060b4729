//! The features that only some levels and frames have. Shaders are compiled for them, so that a frame does
//! not pay for features it lacks.

use rayon::prelude::*;

use crate::{Gpu, Quality, device::pipeline::ScenePipeline, shaders::Shader};
use hexbound_level::{Level, Vertex};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Features {
    pub lamps: bool,
    /// True if any vertex is not white.
    pub colors: bool,
    /// True if explosions light the frame. A software driver runs even an empty loop once.
    pub flashes: bool,
}

impl Features {
    /// The features of a level's frames without explosions.
    pub(crate) fn of(level: &Level) -> Self {
        let is_tinted = |vertex: &Vertex| vertex.color != [1.0; 4];
        let groups = &level.mesh.instance_groups;
        let mut copies = groups.iter().flat_map(|group| &group.vertices);
        Self {
            lamps: !level.lighting.lights.is_empty(),
            colors: level.mesh.vertices.par_iter().any(is_tinted) || copies.any(is_tinted),
            flashes: false,
        }
    }

    /// The shader constants of light on a surface; `is_glossy` is true if the surface may reflect the level.
    pub(crate) fn light_constants(
        self,
        quality: &Quality,
        is_glossy: bool,
    ) -> [(&'static str, f64); 6] {
        [
            ("HAS_LAMPS", flag(self.lamps)),
            ("HAS_FLASHES", flag(self.flashes)),
            ("REFLECTIONS", flag(quality.reflections && is_glossy)),
            ("SOFT_SHADOWS", flag(quality.soft_shadows)),
            ("FINE_CONTACT_SHADE", flag(quality.fine_contact_shade)),
            ("INDIRECT_LIGHT", flag(quality.indirect_light)),
        ]
    }

    /// Creates the pipeline of closed bodies that may reflect the level, with the layouts of the bind groups
    /// for the globals and the lighting.
    pub(crate) fn body_pipeline(
        self,
        gpu: &Gpu,
        groups: [&wgpu::BindGroupLayout; 2],
        quality: &Quality,
        shader: &Shader,
        buffers: &[wgpu::VertexBufferLayout<'_>],
    ) -> wgpu::RenderPipeline {
        ScenePipeline {
            constants: &self.light_constants(quality, true),
            ..ScenePipeline::solid(shader, buffers, &groups, quality.samples)
        }
        .create(gpu)
    }
}

/// A condition as a shader constant.
pub(crate) fn flag(is_set: bool) -> f64 {
    f64::from(u8::from(is_set))
}
