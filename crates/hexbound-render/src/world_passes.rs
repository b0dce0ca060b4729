//! The passes that draw the world into the scene's targets, all of one quality: solids, marks over
//! them, the sky, and transparent things. Shadows and the finished picture are made elsewhere.

use super::{
    Frame, Gpu, Quality,
    features::{BodyLight, Features},
    frame::{Viewpoint, figures::CountedPass, globals::GlobalsBinding},
    level_bodies::LevelBodies,
    lighting::Lighting,
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
    ghosts: GhostPass,
    prop_lines: PropLinePass,
    explosions: ExplosionPass,
    debug: DebugPass,
    particles: ParticlePass,
    scorches: ScorchPass,
    sky: SkyPass,
    /// The features of the level, as those bodies see it that are lit as it is.
    pub features: Option<Features>,
    /// Share of the particles that is drawn, 0 to 1.
    particle_share: f32,
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
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        lighting: &Lighting,
        quality: &Quality,
    ) -> Self {
        let groups = [&globals.layout, &lighting.layout];
        let samples = quality.samples;
        let (particles, scorches) = rayon::join(
            || ParticlePass::new(gpu, groups, samples),
            || ScorchPass::new(gpu, groups, samples),
        );
        Self {
            balls: BallPass::new(gpu),
            walkers: WalkerPass::new(gpu),
            ghosts: GhostPass::new(gpu, groups, samples),
            prop_lines: PropLinePass::new(gpu, groups, samples),
            explosions: ExplosionPass::new(gpu, groups, samples),
            debug: DebugPass::new(gpu, groups, samples),
            particles,
            scorches,
            sky: SkyPass::new(gpu, globals, samples),
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

    /// Makes the pipelines that are missing for balls and for walkers, where there are any.
    pub(crate) fn prepare(
        &mut self,
        gpu: &Gpu,
        groups: [&wgpu::BindGroupLayout; 2],
        quality: &Quality,
        [balls, walkers]: [bool; 2],
    ) {
        let Some(features) = self.features else {
            return;
        };
        let light = BodyLight {
            groups,
            quality,
            features,
        };
        if balls {
            self.balls.prepare(gpu, &light);
        }
        if walkers {
            self.walkers.prepare(gpu, &light);
        }
    }

    /// Writes what differs from frame to frame.
    pub(crate) fn write(&mut self, gpu: &Gpu, frame: &Frame<'_>, bodies: &LevelBodies) {
        let view = frame.view;
        self.balls.write(gpu, view);
        self.walkers.write(gpu, view);
        self.ghosts.write(gpu, view);
        self.prop_lines.write(gpu, view);
        self.explosions.write(gpu, view, &bodies.solids);
        self.debug.write(gpu, &view.debug);
        let (effects, share) = (frame.effects, self.particle_share);
        (self.particles).write(gpu, effects, share, view, &bodies.solids);
        self.scorches.write(gpu, effects, view, &bodies.marked);
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
        self.ghosts.draw(pass);
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
        self.scorches.draw(pass);
        self.sky.draw(pass);
        mesh.draw_blended(pass, scene, viewpoint);
        mesh.draw_props(pass, scene, props, true);
        self.ghosts.draw_hidden(pass);
        self.particles.draw_puffs(pass);
        self.explosions.draw(pass);
        self.particles.draw_sparks(pass);
        self.prop_lines.draw(pass);
        self.debug.draw(pass);
    }
}
