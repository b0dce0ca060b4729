//! The light of the drawn level: full from the beginning, or coarse at first and improved by a bake in the
//! background.

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

/// The light of the drawn level.
pub(crate) struct LevelLight {
    pub sky: Sky,
    pub probes: Probes,
    /// The mean share of light that the level's surfaces reflect, 0..1.
    pub mean_albedo: f32,
    /// The computation of better light in the background, if there is one.
    baking: Option<BackgroundBake>,
    /// True until the first result of `baking` was taken.
    awaits_first: bool,
}

impl LevelLight {
    /// The light of a sky without a level.
    pub(crate) fn open(sky: Sky, mean_albedo: f32) -> Self {
        Self {
            probes: Baked::nothing(&sky).probes,
            sky,
            mean_albedo,
            baking: None,
            awaits_first: false,
        }
    }

    /// Sets the computation of better light in the background, if it could be started.
    pub(crate) fn set_baking(&mut self, baking: io::Result<BackgroundBake>) {
        match baking {
            Ok(baking) => (self.baking, self.awaits_first) = (Some(baking), true),
            Err(error) => log::warn!("the light stays coarse: {error}"),
        }
    }

    /// Takes the light that the background has computed since the last call.
    pub(crate) fn take_better(&mut self) -> Option<Baked> {
        let baking = self.baking.as_mut()?;
        let baked = baking.take();
        self.awaits_first &= baked.is_none();
        if baking.is_over() {
            self.baking = None;
        }
        baked
    }

    /// Returns the progress of the better light, 0..1; `None` if none is expected.
    pub(crate) fn progress(&self) -> Option<f32> {
        self.baking.as_ref().map(BackgroundBake::progress)
    }

    /// Returns the progress of the first better light, 0..1; `None` once it was taken.
    pub(crate) fn first_progress(&self) -> Option<f32> {
        let baking = self.baking.as_ref().filter(|_| self.awaits_first);
        baking.map(BackgroundBake::first_progress)
    }

    /// Returns the light of a frame at its eye, which determines the target of `adaptation`.
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

/// The choice of light for entering a level.
#[derive(Clone, Copy)]
pub(crate) enum LightChoice {
    /// Full light, computed and not cached.
    Full,
    /// Full light, from the cache or computed and cached.
    Cached,
    /// Full light from the cache, or coarse light that is not cached.
    Coarse,
}

impl LightChoice {
    /// Returns the light of a level under a sky, with surfaces of `colors`. Full light takes long to bake.
    pub(crate) fn obtain(
        self,
        gpu: &Gpu,
        level: &Level,
        sky: &Sky,
        colors: &[SurfaceColor],
    ) -> Option<Baked> {
        let unlit = BakeScene::new(level, colors);
        let max_side = max_light_side(gpu);
        let bake = |quality| Baked::bake(&unlit, sky, max_side, quality, &BakeProgress::default());
        let key = light::key_of(&unlit, sky, max_side);
        let find = || light::find(key, max_side, &level.lighting.lights);
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

/// The colors of materials for the light.
pub(crate) fn colors_of(materials: &[GpuMaterial]) -> Vec<SurfaceColor> {
    materials.iter().map(|it| it.mean_color).collect()
}

/// The longest side of a light texture, texels.
pub(crate) fn max_light_side(gpu: &Gpu) -> u32 {
    gpu.device.limits().max_texture_dimension_3d
}
