//! The pass that draws depth as the sun sees it, in up to four maps: some about the eye, each
//! drawn again when the eye has gone a few steps, and one of everything, drawn once a level. What
//! stands still is kept, so that a frame in which nothing moves draws nothing here; what moves is
//! drawn over it, into the fourth map only what is large enough for that to show. Where the maps lie
//! is worked out in `cascade.rs`.

mod cascade;
mod casters;
pub(crate) mod maps;
mod pipelines;

use glam::{IVec2, Mat4, Vec3};
use hexbound_collide::geom::Aabb;

use self::{
    cascade::{LAYERS, MapRegion, SunView},
    casters::{Caster, casters, is_large},
    maps::{LightView, ShadowMaps},
    pipelines::Pipelines,
};
use crate::render::{
    Gpu,
    frame::{
        figures::{CountedPass, Recorder},
        globals::Globals,
    },
    passes::balls::BallPass,
    scene::{
        Scene,
        chunks::Chunk,
        materials::Coverage,
        props::{self, PropInstances},
    },
};

pub(crate) struct ShadowPass {
    /// All maps.
    pub view: wgpu::TextureView,
    maps: ShadowMaps,
    pipelines: Pipelines,
    light_views: Vec<LightView>,
    sight: SunView,
    /// From the smallest to that of the whole level.
    cascades: Vec<Cascade>,
}

/// What a frame's shadows depend on.
#[derive(Clone, Copy)]
pub(crate) struct ShadowFrame<'a> {
    pub scene: &'a Scene,
    pub balls: &'a BallPass,
    pub props: &'a PropInstances,
    /// Place of the eye, meters.
    pub eye: Vec3,
    /// Unit direction in which the eye looks.
    pub forward: Vec3,
    /// Time of the moving parts.
    pub seconds: f64,
}

/// One map and what is in it.
struct Cascade {
    /// Of those about the eye.
    cell: Option<IVec2>,
    square: MapRegion,
    /// What moved when it was last drawn; `None` until what stands still has been copied.
    drawn: Option<Vec<Caster>>,
}

impl ShadowPass {
    pub fn new(gpu: &Gpu, material_layout: &wgpu::BindGroupLayout) -> Self {
        let view_layout = LightView::layout(gpu);
        let maps = ShadowMaps::new(gpu);
        let sight = SunView::new(Aabb::EMPTY, Vec3::Y);
        Self {
            view: maps.view(),
            pipelines: Pipelines::new(gpu, &view_layout, material_layout),
            light_views: (0..LAYERS)
                .map(|_| LightView::new(gpu, &view_layout))
                .collect(),
            cascades: vec![Cascade::new(sight.whole())],
            sight,
            maps,
        }
    }

    /// Draws the map that shows the whole level, and forgets the others.
    pub fn set_level(
        &mut self,
        gpu: &Gpu,
        recorder: &mut Recorder<'_>,
        scene: &Scene,
        to_sun: Vec3,
    ) {
        self.sight = SunView::new(scene.bounds, to_sun);
        let whole = self.sight.whole();
        self.cascades = (cascade::reaches(whole.reach).into_iter())
            .map(|reach| Cascade::new(MapRegion { reach, ..whole }))
            .chain([Cascade::new(whole)])
            .collect();
        self.keep_still(gpu, recorder, self.cascades.len() - 1, scene);
    }

    /// Brings the maps up to date with the eye, the balls, the props and the moving parts.
    pub fn draw(&mut self, gpu: &Gpu, recorder: &mut Recorder<'_>, frame: ShadowFrame<'_>) {
        for layer in self.place(frame.eye, frame.forward) {
            self.keep_still(gpu, recorder, layer, frame.scene);
        }
        let all = casters(frame);
        for layer in 0..self.cascades.len() {
            let square = self.cascades[layer].square;
            let far = self.far_texel(layer);
            let touching: Vec<Caster> = (all.iter().copied())
                .filter(|caster| self.sight.may_see(&square, &caster.bounds))
                .filter(|caster| far.is_none_or(|texel| caster.counts_far(texel)))
                .collect();
            let cascade = &self.cascades[layer];
            if cascade.drawn.as_ref() == Some(&touching) {
                continue;
            }
            if !self.maps.copy_still(recorder.encoder, layer) {
                let target = self.maps.layer(layer);
                self.draw_still(recorder, (layer, target), frame.scene);
            }
            if !touching.is_empty() {
                self.draw_moving(recorder, layer, frame);
            }
            self.cascades[layer].drawn = Some(touching);
        }
    }

    /// The meters of a texel of the fourth map, which shows large things alone. In small levels
    /// there is none.
    fn far_texel(&self, layer: usize) -> Option<f32> {
        let reach = self.cascades[layer].square.reach;
        (layer + 1 == LAYERS).then(|| 2.0 * reach / self.maps.side as f32)
    }

    /// Tells the shaders where the maps lie.
    pub fn describe(&self, globals: &mut Globals) {
        let half = 0.5 * self.maps.side as f32;
        let last = self.cascades.len() - 1;
        globals.shadow_turn = Mat4::from_quat(self.sight.turn);
        // Filters look beyond their place: a map ends before its sides.
        globals.shadow_texel = 0.5 / half;
        globals.shadow_half_side = half;
        globals.shadow_end = 0.985 * half;
        globals.shadow_blend = 0.16 * half;
        globals.last_cascade = last as f32;
        for layer in 0..LAYERS {
            let square = &self.cascades[layer.min(last)].square;
            let scale = half / square.reach;
            globals.shadow_scale[layer] = scale;
            globals.shadow_x[layer] = -square.center.x * scale;
            globals.shadow_y[layer] = square.center.y * scale;
            globals.shadow_top[layer] = square.top / square.depth;
            globals.shadow_depth[layer] = 1.0 / square.depth;
            globals.shadow_lift[layer] = 1.0 / (scale * square.depth);
        }
    }

    /// Moves the maps that are due, and names them.
    fn place(&mut self, eye: Vec3, forward: Vec3) -> Vec<usize> {
        let (sight, side) = (self.sight, self.maps.side);
        let about_eye = self.cascades.len() - 1;
        let wanted = |cascade: &Cascade| {
            let reach = cascade.square.reach;
            let step = cascade::step(reach, side);
            (sight.wanted(eye, forward, reach), step)
        };
        let lateness: Vec<f32> = (self.cascades[..about_eye].iter())
            .map(|cascade| {
                let (wanted, step) = wanted(cascade);
                cascade::lateness(cascade.cell, wanted, step)
            })
            .collect();
        let due = cascade::due(&lateness);
        let due: Vec<usize> = (0..about_eye).filter(|&layer| due[layer]).collect();
        for &layer in &due {
            let cascade = &mut self.cascades[layer];
            let (wanted, step) = wanted(cascade);
            let cell = cascade::cell(wanted, step);
            cascade.cell = Some(cell);
            cascade.square = sight.square(cell.as_vec2() * step, cascade.square.reach);
            cascade.drawn = None;
        }
        due
    }

    /// A map that was moved: what stands still is drawn, where that can be kept while the rest
    /// moves on.
    fn keep_still(&self, gpu: &Gpu, recorder: &mut Recorder<'_>, layer: usize, scene: &Scene) {
        let matrix = self.cascades[layer].square.matrix(self.sight.turn);
        self.light_views[layer].write(gpu, matrix);
        if let Some(target) = self.maps.still(layer) {
            self.draw_still(recorder, (layer, target), scene);
        }
    }

    fn draw_still(
        &self,
        recorder: &mut Recorder<'_>,
        (layer, target): (usize, &wgpu::TextureView),
        scene: &Scene,
    ) {
        let mut pass = begin(recorder, target, wgpu::LoadOp::Clear(1.0));
        self.draw_level(&mut pass, layer, scene, false);
        self.draw_copies(&mut pass, layer, scene);
    }

    /// Balls, props and the level's moving parts where they are now.
    fn draw_moving(&self, recorder: &mut Recorder<'_>, layer: usize, frame: ShadowFrame<'_>) {
        let ShadowFrame {
            scene,
            balls,
            props,
            ..
        } = frame;
        let far = self.far_texel(layer);
        let target = self.maps.layer(layer);
        let mut pass = begin(recorder, target, wgpu::LoadOp::Load);
        if scene.moves() {
            self.draw_level(&mut pass, layer, scene, true);
        }
        pass.set_bind_group(0, &self.light_views[layer].group, &[]);
        if !props.is_empty() {
            pass.set_pipeline(&self.pipelines.prop);
            scene.bind(&mut pass);
            props.bind(&mut pass);
            // Cut-out and see-through ones, too, as if they were whole.
            let shows = |chunk: &&Chunk| far.is_none_or(|texel| is_large(&chunk.bounds, texel));
            for chunk in scene.props.iter().filter(shows) {
                if let Some(prop) = chunk.prop {
                    props::draw(&mut pass, chunk, prop);
                }
            }
        }
        if !balls.is_empty() && far.is_none() {
            pass.set_pipeline(&self.pipelines.ball);
            balls.draw_coarse(&mut pass);
        }
    }

    /// The level's surfaces that stand in several places.
    fn draw_copies(&self, pass: &mut CountedPass<'_>, layer: usize, scene: &Scene) {
        if scene.copies.is_empty() {
            return;
        }
        let square = self.cascades[layer].square;
        let may_see = |bounds: &Aabb| self.sight.may_see(&square, bounds);
        let opaque = |pass: &mut CountedPass<'_>, _| pass.set_pipeline(&self.pipelines.copied);
        (scene.copies).draw_where(pass, Coverage::Opaque, may_see, opaque);
        let masked = |pass: &mut CountedPass<'_>, material: usize| {
            pass.set_pipeline(&self.pipelines.copied_masked);
            pass.set_bind_group(1, &scene.materials[material].group, &[]);
        };
        (scene.copies).draw_where(pass, Coverage::Mask, may_see, masked);
    }

    /// Its moving parts or all others, but for what stands in several places.
    fn draw_level(&self, pass: &mut CountedPass<'_>, layer: usize, scene: &Scene, moves: bool) {
        let square = self.cascades[layer].square;
        let far = self.far_texel(layer).filter(|_| moves);
        let seen = |chunk: &&Chunk| {
            chunk.moves == moves
                && self.sight.may_see(&square, &chunk.bounds)
                && far.is_none_or(|texel| is_large(&chunk.bounds, texel))
        };
        pass.set_bind_group(0, &self.light_views[layer].group, &[]);
        scene.bind(pass);
        pass.set_pipeline(&self.pipelines.solid);
        for chunk in scene.opaque.iter().filter(seen) {
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
        pass.set_pipeline(&self.pipelines.masked);
        for chunk in scene.masked.iter().filter(seen) {
            pass.set_bind_group(1, &scene.materials[chunk.material].group, &[]);
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
    }
}

impl Cascade {
    fn new(square: MapRegion) -> Self {
        Self {
            cell: None,
            square,
            drawn: None,
        }
    }
}

fn begin<'a>(
    recorder: &'a mut Recorder<'_>,
    target: &wgpu::TextureView,
    load: wgpu::LoadOp<f32>,
) -> CountedPass<'a> {
    recorder.begin(&wgpu::RenderPassDescriptor {
        label: Some("shadow"),
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: target,
            depth_ops: Some(wgpu::Operations {
                load,
                store: wgpu::StoreOp::Store,
            }),
            stencil_ops: None,
        }),
        ..Default::default()
    })
}
