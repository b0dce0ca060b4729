//! The passes that draw the world into the scene's targets, all of one quality: solids, marks over
//! them, the sky, and transparent things. Shadows and the finished picture are made elsewhere.

use super::{
    Frame, Gpu, Quality,
    features::{BodyLight, Features},
    frame::{Viewpoint, figures::CountedPass, globals::GlobalsBinding},
    level_bodies::LevelBodies,
    occlusion::{Occlusion, Plan},
    passes::{
        balls::BallPass, debug_lines::DebugPass, explosions::ExplosionPass, ghosts::GhostPass,
        mesh::MeshPass, particles::ParticlePass, prop_lines::PropLinePass, scorches::ScorchPass,
        sky::SkyPass, walkers::WalkerPass,
    },
    scene::{Scene, props::PropInstances},
};

pub(crate) struct WorldPasses {
    pub balls: BallPass,
    pub walkers: WalkerPass,
    ghosts: Option<GhostPass>,
    prop_lines: Option<PropLinePass>,
    debug: Option<DebugPass>,
    effects: Option<EffectPasses>,
    sky: SkyPass,
    /// The features of the level, as those bodies see it that are lit as it is.
    pub features: Option<Features>,
    /// Share of the particles that is drawn, 0 to 1.
    particle_share: f32,
}

/// The passes that draw what impacts leave.
struct EffectPasses {
    explosions: ExplosionPass,
    particles: ParticlePass,
    scorches: ScorchPass,
}

/// The kinds of things that only some pictures have. A kind's pipelines are made before the first
/// picture that shows it, or earlier.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kinds {
    pub balls: bool,
    pub walkers: bool,
    pub ghosts: bool,
    pub prop_lines: bool,
    pub debug: bool,
    pub effects: bool,
}

impl Kinds {
    /// The kinds that a picture shows.
    pub(crate) fn of(frame: &Frame<'_>) -> Self {
        let view = frame.view;
        let is_struck = !view.explosions.is_empty() || !view.lit.is_empty();
        Self {
            balls: !view.balls.is_empty(),
            walkers: !view.walkers.is_empty(),
            ghosts: !view.ghosts.is_empty(),
            prop_lines: view.props.iter().any(|prop| prop.selected),
            debug: !view.debug.lines.is_empty() || !view.debug.faces.is_empty(),
            effects: is_struck || frame.effects.is_some_and(|it| !it.is_empty()),
        }
    }
}

/// The contents of the world's passes that stay from frame to frame.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    pub mesh: &'a MeshPass,
    pub scene: &'a Scene,
    pub props: &'a PropInstances,
    pub occlusion: &'a Occlusion,
}

impl WorldPasses {
    /// The passes for pictures of this quality.
    pub(crate) fn new(gpu: &Gpu, globals: &GlobalsBinding, quality: &Quality) -> Self {
        Self {
            balls: BallPass::new(gpu),
            walkers: WalkerPass::new(gpu),
            ghosts: None,
            prop_lines: None,
            debug: None,
            effects: None,
            sky: SkyPass::new(gpu, globals, quality.samples),
            features: None,
            particle_share: quality.particles,
        }
    }

    /// Forgets the pipelines of lit bodies if they were made for a level with other features.
    pub(crate) fn set_features(&mut self, features: Features) {
        // An explosion is next to most balls.
        let features = Features {
            flashes: true,
            ..features
        };
        if self.features.replace(features) != Some(features) {
            self.balls.pipeline = None;
            self.walkers.pipeline = None;
        }
    }

    /// Makes the pipelines that are missing for these kinds of things.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        groups: [&wgpu::BindGroupLayout; 2],
        quality: &Quality,
        kinds: Kinds,
    ) {
        let samples = quality.samples;
        if let Some(features) = self.features {
            let light = BodyLight {
                groups,
                quality,
                features,
            };
            if kinds.balls {
                self.balls.prepare(gpu, &light);
            }
            if kinds.walkers {
                self.walkers.prepare(gpu, &light);
            }
        }
        fill(&mut self.ghosts, kinds.ghosts, || {
            GhostPass::new(gpu, groups, samples)
        });
        fill(&mut self.prop_lines, kinds.prop_lines, || {
            PropLinePass::new(gpu, groups, samples)
        });
        fill(&mut self.debug, kinds.debug, || {
            DebugPass::new(gpu, groups, samples)
        });
        fill(&mut self.effects, kinds.effects, || {
            EffectPasses::new(gpu, groups, samples)
        });
    }

    /// Writes what differs from frame to frame.
    pub(crate) fn write(&mut self, gpu: &Gpu, frame: &Frame<'_>, bodies: &LevelBodies) {
        let view = frame.view;
        self.balls.write(gpu, view);
        self.walkers.write(gpu, view);
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.write(gpu, view);
        }
        if let Some(lines) = &mut self.prop_lines {
            lines.write(gpu, view);
        }
        if let Some(debug) = &mut self.debug {
            debug.write(gpu, &view.debug);
        }
        if let Some(passes) = &mut self.effects {
            let (effects, share) = (frame.effects, self.particle_share);
            (passes.explosions).write(gpu, view, &bodies.solids);
            (passes.particles).write(gpu, effects, share, view, &bodies.solids);
            (passes.scorches).write(gpu, effects, view, &bodies.marked);
        }
    }

    /// Draws what is solid, of the level's chunks those that are wanted first.
    pub(crate) fn draw_solid(
        &self,
        pass: &mut CountedPass<'_>,
        world: World<'_>,
        viewpoint: &Viewpoint,
    ) {
        let (mesh, scene, props) = (world.mesh, world.scene, world.props);
        self.balls.draw(pass);
        self.ghosts.iter().for_each(|it| it.draw(pass));
        self.walkers.draw(pass);
        mesh.draw_solid(pass, scene, viewpoint, world.occlusion);
        mesh.draw_props(pass, scene, props, false);
    }

    /// Draws what is left of what is solid, and all else over it.
    pub(crate) fn draw(
        &self,
        pass: &mut CountedPass<'_>,
        world: World<'_>,
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

/// Makes a pass that is wanted and missing.
fn fill<P>(pass: &mut Option<P>, is_wanted: bool, make: impl FnOnce() -> P) {
    if is_wanted {
        pass.get_or_insert_with(make);
    }
}
