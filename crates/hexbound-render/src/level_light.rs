//! The light of a level whose geometry is on the device, as the renderer takes it over with the level: in
//! full, or coarse at first.

use std::io;

use crate::{
    Frame, Gpu,
    frame::{
        exposure::{self, Adaptation},
        globals::EyeLight,
    },
    scene::materials::GpuMaterial,
};
use hexbound_level::Level;
use hexbound_light::{
    self as light, BackgroundBake, BakeProgress, BakeQuality, BakeScene, Baked, Probes, Sky,
    SurfaceColor,
};

/// The light of the level that is drawn.
pub(crate) struct LevelLight {
    pub sky: Sky,
    pub probes: Probes,
    /// The share of light that the level's surfaces give back on average, 0..1.
    pub mean_albedo: f32,
    /// Better light, while it is worked out.
    baking: Option<BackgroundBake>,
    /// True until the first of it has come.
    awaits_first: bool,
}

impl LevelLight {
    /// Creates the open light of a sky.
    pub(crate) fn open(sky: Sky, mean_albedo: f32) -> Self {
        Self {
            probes: Baked::nothing(&sky).probes,
            sky,
            mean_albedo,
            baking: None,
            awaits_first: false,
        }
    }

    /// Takes the baking of a better light in the background, if that could be begun.
    pub(crate) fn set_baking(&mut self, baking: io::Result<BackgroundBake>) {
        match baking {
            Ok(baking) => (self.baking, self.awaits_first) = (Some(baking), true),
            Err(error) => log::warn!("the light stays coarse: {error}"),
        }
    }

    /// Returns the light that the background has worked out since the last call.
    pub(crate) fn take_better(&mut self) -> Option<Baked> {
        let baking = self.baking.as_mut()?;
        let baked = baking.take();
        self.awaits_first &= baked.is_none();
        if baking.is_over() {
            self.baking = None;
        }
        baked
    }

    /// Returns how much of a better light is worked out, 0..1; `None` where none is expected.
    pub(crate) fn done(&self) -> Option<f32> {
        self.baking.as_ref().map(BackgroundBake::done)
    }

    /// Returns how much of the first light is worked out, 0..1; `None` once it was taken.
    pub(crate) fn first_done(&self) -> Option<f32> {
        let baking = self.baking.as_ref().filter(|_| self.awaits_first);
        baking.map(BackgroundBake::first_done)
    }

    /// Returns the light of a frame at its eye, to which `adaptation` goes on.
    pub(crate) fn at_eye(&self, adaptation: &mut Adaptation, frame: &Frame<'_>) -> EyeLight {
        let bright = self.probes.brightness_at(frame.view.eye);
        let wanted = exposure::wanted_exposure(bright, self.mean_albedo)
            * libm::exp2f(frame.exposure.brightness);
        EyeLight {
            exposure: adaptation.expose(frame.exposure.mode, wanted, frame.elapsed),
            sky_visibility: self.probes.sky_visibility_at(frame.view.eye),
        }
    }
}

/// The light that a level is entered with.
#[derive(Clone, Copy)]
pub(crate) enum LightChoice {
    /// The full one, worked out anew and not kept.
    Full,
    /// The full one from the cache, or else worked out and kept there.
    Cached,
    /// The full one from the cache, or else a coarse one that is not kept.
    Coarse,
}

impl LightChoice {
    /// The light of a level under a sky, with surfaces of these colors. A full one takes long.
    pub(crate) fn of(
        self,
        gpu: &Gpu,
        level: &Level,
        sky: &Sky,
        colors: &[SurfaceColor],
    ) -> Option<Baked> {
        let unlit = BakeScene::new(level, colors);
        let longest = max_light_side(gpu);
        let bake = |quality| Baked::bake(&unlit, sky, longest, quality, &BakeProgress::default());
        let key = light::key_of(&unlit, sky, longest);
        let find = || light::find(key, longest, &level.lighting.lights);
        match self {
            Self::Full => bake(&BakeQuality::FULL),
            Self::Coarse => find().or_else(|| bake(&BakeQuality::QUICK)),
            Self::Cached => find().or_else(|| {
                let baked = bake(&BakeQuality::FULL)?;
                light::store(key, &level.cache_label(), &baked);
                Some(baked)
            }),
        }
    }
}

/// The sky of a level.
pub(crate) fn sky_of(level: &Level) -> Sky {
    Sky {
        haze_base: level.spawn.position.y,
        ..Sky::new(level.lighting.sun, level.lighting.air)
    }
}

/// The colors that light sees of materials.
pub(crate) fn colors_of(materials: &[GpuMaterial]) -> Vec<SurfaceColor> {
    materials.iter().map(|material| material.mean).collect()
}

/// The longest side of a texture that light is kept in, texels.
pub(crate) fn max_light_side(gpu: &Gpu) -> u32 {
    gpu.device.limits().max_texture_dimension_3d
}
