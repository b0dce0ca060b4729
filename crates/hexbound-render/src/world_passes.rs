//! The passes that draw the world into the scene's targets, all of one quality: opaque surfaces, marks on
//! them, the sky, and transparent objects. Shadows and the finished frame are drawn elsewhere.

use super::{
    Frame, Gpu, Quality,
    features::Features,
    frame::{Viewpoint, figures::CountedPass},
    level_bodies::LevelBodies,
    occlusion::{Occlusion, Plan},
    passes::{
        balls::{self, BallPass},
        debug_lines::DebugPass,
        explosions::ExplosionPass,
        ghosts::GhostPass,
        mesh::MeshPass,
        particles::ParticlePass,
        prop_lines::PropLinePass,
        scorches::ScorchPass,
        sky::SkyPass,
        walkers::{self, WalkerPass},
    },
    scene::{Scene, props::PropInstances},
    shaders,
};

pub(crate) struct WorldPasses {
    pub balls: BallPass,
    pub walkers: WalkerPass,
    ghosts: Option<GhostPass>,
    prop_lines: Option<PropLinePass>,
    debug: Option<DebugPass>,
    effects: Option<EffectPasses>,
    sky: SkyPass,
    /// The features of the level that apply to lit bodies.
    pub features: Option<Features>,
    /// The bind group layouts of the globals and the lighting.
    pub groups: [wgpu::BindGroupLayout; 2],
    quality: Quality,
}

/// The passes that draw the traces of impacts.
struct EffectPasses {
    explosions: ExplosionPass,
    particles: ParticlePass,
    scorches: ScorchPass,
}

/// The level's data for the passes of the world.
#[derive(Clone, Copy)]
pub(crate) struct WorldData<'a> {
    pub mesh: &'a MeshPass,
    pub scene: &'a Scene,
    pub props: &'a PropInstances,
    pub occlusion: &'a Occlusion,
}

impl WorldPasses {
    /// The passes for frames of a quality.
    pub(crate) fn new(gpu: &Gpu, groups: [wgpu::BindGroupLayout; 2], quality: &Quality) -> Self {
        Self {
            balls: BallPass::new(gpu),
            walkers: WalkerPass::new(gpu),
            ghosts: None,
            prop_lines: None,
            debug: None,
            effects: None,
            sky: SkyPass::new(gpu, &groups[0], quality.samples),
            features: None,
            groups,
            quality: *quality,
        }
    }

    /// Sets the features of the level. Discards the pipelines of lit bodies if they were created for others.
    pub(crate) fn set_features(&mut self, features: Features) {
        // Most balls are near an explosion.
        let features = Features {
            flashes: true,
            ..features
        };
        if self.features.replace(features) != Some(features) {
            self.balls.pipeline = None;
            self.walkers.pipeline = None;
        }
    }

    /// Creates the missing pipelines of balls and of their impacts, and with `has_props` those of pushed
    /// props.
    pub(crate) fn prepare_for_play(&mut self, gpu: &Gpu, has_props: bool) {
        let (groups, quality) = (self.groups.each_ref(), &self.quality);
        if let Some(features) = self.features {
            let (shader, buffers) = (&shaders::BALL, &balls::BALL_BUFFERS);
            let create = || features.body_pipeline(gpu, groups, quality, shader, buffers);
            self.balls.pipeline.get_or_insert_with(create);
        }
        let effects = || EffectPasses::new(gpu, groups, quality.samples);
        self.effects.get_or_insert_with(effects);
        if has_props {
            let lines = || PropLinePass::new(gpu, groups, quality.samples);
            self.prop_lines.get_or_insert_with(lines);
        }
    }

    /// Writes all per-frame data, and creates the pipelines that are missing for it.
    pub(crate) fn write(&mut self, gpu: &Gpu, frame: &Frame<'_>, bodies: &LevelBodies) {
        let (view, effects) = (frame.view, frame.effects);
        let is_struck = !view.explosions.is_empty() || !view.lit.is_empty();
        if is_struck || !view.balls.is_empty() || effects.is_some_and(|it| !it.is_empty()) {
            self.prepare_for_play(gpu, false);
        }
        let (groups, samples) = (self.groups.each_ref(), self.quality.samples);
        if let Some(features) = self.features.filter(|_| !view.walkers.is_empty()) {
            let (shader, buffers) = (&shaders::WALKER, &walkers::WALKER_BUFFERS);
            let create = || features.body_pipeline(gpu, groups, &self.quality, shader, buffers);
            self.walkers.pipeline.get_or_insert_with(create);
        }
        self.balls.write(gpu, view);
        self.walkers.write(gpu, view);
        let create = || GhostPass::new(gpu, groups, samples);
        if let Some(ghosts) = needed(&mut self.ghosts, !view.ghosts.is_empty(), create) {
            ghosts.write(gpu, view);
        }
        let is_selected = view.props.iter().any(|prop| prop.selected);
        let create = || PropLinePass::new(gpu, groups, samples);
        if let Some(lines) = needed(&mut self.prop_lines, is_selected, create) {
            lines.write(gpu, view);
        }
        let has_debug = !view.debug.lines.is_empty() || !view.debug.faces.is_empty();
        let create = || DebugPass::new(gpu, groups, samples);
        if let Some(debug) = needed(&mut self.debug, has_debug, create) {
            debug.write(gpu, &view.debug);
        }
        if let Some(passes) = &mut self.effects {
            let share = self.quality.particles;
            (passes.explosions).write(gpu, view, &bodies.solids);
            (passes.particles).write(gpu, effects, share, view, &bodies.solids);
            (passes.scorches).write(gpu, effects, view, &bodies.marked);
        }
    }

    /// Draws opaque surfaces; of the level's chunks only those that are not tested for occlusion first.
    pub(crate) fn draw_solid(
        &self,
        pass: &mut CountedPass<'_>,
        world: WorldData<'_>,
        viewpoint: &Viewpoint,
    ) {
        let (mesh, scene, props) = (world.mesh, world.scene, world.props);
        self.balls.draw(pass);
        self.ghosts.iter().for_each(|it| it.draw(pass));
        self.walkers.draw(pass);
        mesh.draw_solid(pass, scene, viewpoint, world.occlusion);
        mesh.draw_props(pass, scene, props, false);
    }

    /// Draws the remaining opaque surfaces, and everything else over them.
    pub(crate) fn draw(
        &self,
        pass: &mut CountedPass<'_>,
        world: WorldData<'_>,
        plan: Plan,
        viewpoint: &Viewpoint,
    ) {
        let (mesh, scene, props) = (world.mesh, world.scene, world.props);
        match plan {
            Plan::Once => self.draw_solid(pass, world, viewpoint),
            Plan::Twice => mesh.draw_tested(pass, scene, viewpoint, world.occlusion),
        }
        let effects = self.effects.as_ref();
        if let Some(effects) = effects {
            effects.scorches.draw(pass);
        }
        self.sky.draw(pass);
        mesh.draw_blended(pass, scene, viewpoint);
        mesh.draw_props(pass, scene, props, true);
        self.ghosts.iter().for_each(|it| it.draw_hidden(pass));
        if let Some(effects) = effects {
            effects.particles.draw_puffs(pass);
            effects.explosions.draw(pass);
            effects.particles.draw_sparks(pass);
        }
        self.prop_lines.iter().for_each(|it| it.draw(pass));
        self.debug.iter().for_each(|it| it.draw(pass));
    }
}

impl EffectPasses {
    fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let (particles, (scorches, explosions)) = rayon::join(
            || ParticlePass::new(gpu, groups, samples),
            || {
                let scorches = ScorchPass::new(gpu, groups, samples);
                (scorches, ExplosionPass::new(gpu, groups, samples))
            },
        );
        Self {
            explosions,
            particles,
            scorches,
        }
    }
}

/// Returns the pass, if there is one. Creates a missing pass if `is_needed` is true.
fn needed<P>(pass: &mut Option<P>, is_needed: bool, create: impl FnOnce() -> P) -> Option<&mut P> {
    if is_needed {
        pass.get_or_insert_with(create);
    }
    pass.as_mut()
}
