//! A level's way to the device in stages, so that a window can draw between them and say how far it
//! is. The renderer keeps showing the level before until the last of them.

use crate::{
    bake::{self, BakeProgress, BakeQuality, BakeScene, Baked, Sky},
    level::Level,
    render::{Gpu, RenderError, Renderer, frame::exposure, scene::Scene},
};

/// The parts of the whole work that are done after the first and the second stage, 0..1, as
/// measured with large levels on a processor that draws by itself.
const AFTER_UPLOAD: f32 = 0.35;
const AFTER_LIGHT: f32 = 0.9;

/// A level on its way to the device.
#[derive(Default)]
pub(crate) struct LevelOpening {
    stage: Stage,
}

#[derive(Default)]
enum Stage {
    /// Nothing of the level is on the device.
    #[default]
    Begun,
    /// Its geometry and materials are there.
    Uploaded(Box<Scene>),
    /// Its light is worked out, at least coarsely.
    Lit(Box<LitLevel>),
    Open,
}

/// A level whose geometry is on the device, and what its light is worked out from.
pub(super) struct UnlitLevel {
    scene: Scene,
    sky: Sky,
    mean_albedo: f32,
    unlit: BakeScene,
    /// The longest side of a texture of the device, texels.
    longest: u32,
}

/// Everything of a level that the renderer takes over at the end.
pub(super) struct LitLevel {
    pub(super) scene: Scene,
    pub(super) sky: Sky,
    /// The share of light that the level's surfaces give back on average, 0..1.
    pub(super) mean_albedo: f32,
    pub(super) baked: Option<Baked>,
    pub(super) better: Option<BetterLight>,
}

/// The part of a level from which a better light is worked out in the background.
pub(super) struct BetterLight {
    pub(super) scene: BakeScene,
    pub(super) longest: u32,
    /// Its key in the cache.
    pub(super) key: u64,
}

impl LevelOpening {
    /// The part of the work that is done, 0..1.
    pub(crate) fn done(&self) -> f32 {
        match self.stage {
            Stage::Begun => 0.0,
            Stage::Uploaded(_) => AFTER_UPLOAD,
            Stage::Lit(_) => AFTER_LIGHT,
            Stage::Open => 1.0,
        }
    }

    /// Does one stage; true once the renderer shows the level. On an error it shows what it showed
    /// before.
    pub(crate) fn advance(
        &mut self,
        renderer: &mut Renderer,
        gpu: &Gpu,
        level: &Level,
    ) -> Result<bool, RenderError> {
        self.stage = match std::mem::take(&mut self.stage) {
            Stage::Begun => Stage::Uploaded(Box::new(renderer.upload(gpu, level)?)),
            Stage::Uploaded(scene) => {
                let unlit = UnlitLevel::new(gpu, level, *scene);
                Stage::Lit(Box::new(unlit.lit_soon(level)))
            }
            Stage::Lit(lit) => {
                renderer.enter(gpu, level, *lit)?;
                Stage::Open
            }
            Stage::Open => Stage::Open,
        };
        log::debug!("{} of a level is on the device", self.done());
        Ok(matches!(self.stage, Stage::Open))
    }
}

impl UnlitLevel {
    pub(super) fn new(gpu: &Gpu, level: &Level, scene: Scene) -> Self {
        let colors: Vec<_> = (scene.materials.iter())
            .map(|material| material.mean)
            .collect();
        let surfaces: Vec<_> = colors.iter().map(|color| color.base).collect();
        Self {
            sky: Sky {
                haze_base: level.spawn.position.y,
                ..Sky::new(level.sun, level.air)
            },
            mean_albedo: exposure::mean_albedo(level, &surfaces),
            unlit: BakeScene::new(level, &colors),
            longest: gpu.device.limits().max_texture_dimension_3d,
            scene,
        }
    }

    /// Gives the level its light from the cache, or else a coarse one that is to be bettered.
    fn lit_soon(self, level: &Level) -> LitLevel {
        let key = bake::key_of(&self.unlit, &self.sky, self.longest);
        if let Some(baked) = bake::find(key, self.longest, &level.lights) {
            return self.lit(Some(baked), None);
        }
        let baked = self.bake(&BakeQuality::QUICK);
        self.lit(baked, Some(key))
    }

    /// Gives the level its full light, which takes long.
    pub(super) fn lit_fully(self) -> LitLevel {
        let baked = self.bake(&BakeQuality::FULL);
        self.lit(baked, None)
    }

    /// Gives the level its full light from the cache, or else works it out and keeps it.
    pub(super) fn lit_by_cache(self, level: &Level) -> LitLevel {
        let key = bake::key_of(&self.unlit, &self.sky, self.longest);
        let baked = bake::find(key, self.longest, &level.lights).or_else(|| {
            let baked = self.bake(&BakeQuality::FULL)?;
            bake::store(key, &level.cache_label(), &baked);
            Some(baked)
        });
        self.lit(baked, None)
    }

    fn bake(&self, quality: &BakeQuality) -> Option<Baked> {
        let report = BakeProgress::default();
        Baked::bake(&self.unlit, &self.sky, self.longest, quality, &report)
    }

    fn lit(self, baked: Option<Baked>, better: Option<u64>) -> LitLevel {
        LitLevel {
            scene: self.scene,
            sky: self.sky,
            mean_albedo: self.mean_albedo,
            baked,
            better: better.map(|key| BetterLight {
                scene: self.unlit,
                longest: self.longest,
                key,
            }),
        }
    }
}
