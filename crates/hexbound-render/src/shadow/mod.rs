//! The passes that draw shadow maps. The sun has two to four cascaded maps. Those around the eye are redrawn
//! after a few steps of the eye, and the map of the whole level is drawn once a level. The static geometry is
//! stored, so that a static frame draws nothing here. Moving bodies are drawn over it; into the map of the
//! whole level only large ones. The module `cascade` computes the positions of the maps.

mod cascade;
mod casters;
pub(crate) mod lamp_faces;
mod lamp_pipelines;
pub(crate) mod lamps;
pub(crate) mod maps;
mod pipelines;

use glam::{IVec2, Mat4, Vec3};
use hexbound_collide::geom::Aabb;

pub(crate) use self::casters::ShadowFrame;
use self::{
    cascade::{MAX_LAYERS, MapRegion, SunView},
    casters::{Caster, casters, is_large},
    lamps::LampMaps,
    maps::{LightUniforms, ShadowMaps},
    pipelines::Pipelines,
};
use crate::{
    Gpu, Quality,
    device::bindings::UniformBinding,
    frame::{
        figures::{CountedPass, Recorder},
        globals::Globals,
    },
    scene::{Scene, chunks::Chunk, materials::Coverage, props},
};

pub(crate) struct ShadowPass {
    /// All maps, for sampling.
    pub view: wgpu::TextureView,
    /// The lamps' shadow maps.
    pub lamps: LampMaps,
    maps: ShadowMaps,
    pipelines: Pipelines,
    light_views: Vec<UniformBinding<LightUniforms>>,
    sun_view: SunView,
    /// The maps, from the smallest to that of the whole level.
    cascades: Vec<Cascade>,
}

/// One map and its content.
struct Cascade {
    /// The position of a map around the eye, in steps; `None` before it is drawn.
    cell: Option<IVec2>,
    region: MapRegion,
    /// The moving casters at the last draw; `None` until the static geometry has been restored.
    drawn: Option<Vec<Caster>>,
}

impl ShadowPass {
    pub(crate) fn new(
        gpu: &Gpu,
        material_layout: &wgpu::BindGroupLayout,
        quality: &Quality,
    ) -> Self {
        let maps = ShadowMaps::new(gpu, quality);
        let light_views: Vec<UniformBinding<_>> = (0..maps.count())
            .map(|_| UniformBinding::new(gpu, "light view"))
            .collect();
        let sun_view = SunView::new(Aabb::EMPTY, Vec3::Y);
        Self {
            view: maps.view(),
            lamps: LampMaps::new(gpu, material_layout, quality),
            pipelines: Pipelines::new(gpu, &light_views[0].layout, material_layout),
            light_views,
            cascades: vec![Cascade::new(sun_view.whole())],
            sun_view,
            maps,
        }
    }

    /// Draws the map of the whole level and the lamps' maps, and discards the others.
    pub(crate) fn set_level(
        &mut self,
        gpu: &Gpu,
        recorder: &mut Recorder<'_>,
        scene: &Scene,
        to_sun: Vec3,
    ) {
        self.sun_view = SunView::new(scene.bounds, to_sun);
        let whole = self.sun_view.whole();
        self.cascades = (cascade::reaches(whole.reach, self.maps.count()).into_iter())
            .map(|reach| Cascade::new(MapRegion { reach, ..whole }))
            .chain([Cascade::new(whole)])
            .collect();
        self.store_still(gpu, recorder, self.cascades.len() - 1, scene);
        self.lamps.set_level(gpu, recorder, scene);
    }

    /// Updates the maps for the eye, the balls, the walkers, the props and the moving parts.
    pub(crate) fn draw(&mut self, gpu: &Gpu, recorder: &mut Recorder<'_>, frame: ShadowFrame<'_>) {
        for layer in self.move_due_maps(frame.eye, frame.forward) {
            self.store_still(gpu, recorder, layer, frame.scene);
        }
        let all = casters(frame);
        for layer in 0..self.cascades.len() {
            let region = self.cascades[layer].region;
            let far = self.far_texel(layer);
            let touching: Vec<Caster> = (all.iter().copied())
                .filter(|caster| self.sun_view.may_cast_into(&region, &caster.bounds))
                .filter(|caster| far.is_none_or(|texel| caster.is_in_whole_map(texel)))
                .collect();
            let cascade = &self.cascades[layer];
            if cascade.drawn.as_ref() == Some(&touching) {
                continue;
            }
            if !self.maps.restore_still(recorder.encoder, layer) {
                let target = self.maps.layer(layer);
                self.draw_still(recorder, (layer, target), frame.scene);
            }
            if !touching.is_empty() {
                self.draw_moving(recorder, layer, frame);
            }
            self.cascades[layer].drawn = Some(touching);
        }
        (self.lamps).draw(recorder, (frame.scene, frame.props), &all);
    }

    /// The width of a texel, meters, if `layer` is the map of the whole level and shows only large bodies. In
    /// levels too small for all maps, that map shows all bodies.
    fn far_texel(&self, layer: usize) -> Option<f32> {
        let reach = self.cascades[layer].region.reach;
        (layer + 1 == self.maps.count()).then(|| 2.0 * reach / self.maps.side as f32)
    }

    /// Writes the positions of the maps into `globals`.
    pub(crate) fn fill_globals(&self, globals: &mut Globals) {
        let half = 0.5 * self.maps.side as f32;
        let last = self.cascades.len() - 1;
        globals.shadow_turn = Mat4::from_quat(self.sun_view.turn);
        // Filters sample neighbors, so the usable area ends before the map's sides.
        globals.shadow_texel = 0.5 / half;
        globals.shadow_half_side = half;
        globals.shadow_end = 0.985 * half;
        globals.shadow_blend = 0.16 * half;
        globals.last_cascade = last as f32;
        for layer in 0..MAX_LAYERS {
            let region = &self.cascades[layer.min(last)].region;
            let scale = half / region.reach;
            globals.shadow_scale[layer] = scale;
            globals.shadow_x[layer] = -region.center.x * scale;
            globals.shadow_y[layer] = region.center.y * scale;
            globals.shadow_top[layer] = region.top / region.depth;
            globals.shadow_depth[layer] = 1.0 / region.depth;
            globals.shadow_lift[layer] = 1.0 / (scale * region.depth);
        }
    }

    /// Moves the maps that are due, and returns their indices.
    fn move_due_maps(&mut self, eye: Vec3, forward: Vec3) -> Vec<usize> {
        let (sun_view, side) = (self.sun_view, self.maps.side);
        let about_eye = self.cascades.len() - 1;
        let wanted = |cascade: &Cascade| {
            let reach = cascade.region.reach;
            let step = cascade::step(reach, side);
            (sun_view.wanted(eye, forward, reach), step)
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
            cascade.region = sun_view.region(cell.as_vec2() * step, cascade.region.reach);
            cascade.drawn = None;
        }
        due
    }

    /// Writes the view of a moved map, and stores its static geometry if the device can copy depth.
    fn store_still(&self, gpu: &Gpu, recorder: &mut Recorder<'_>, layer: usize, scene: &Scene) {
        let view_projection = self.cascades[layer].region.matrix(self.sun_view.turn);
        self.light_views[layer].write(gpu, &LightUniforms { view_projection });
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

    /// Draws balls, walkers, props and the level's moving parts at their current positions.
    fn draw_moving(&self, recorder: &mut Recorder<'_>, layer: usize, frame: ShadowFrame<'_>) {
        let (scene, props) = (frame.scene, frame.props);
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
            // Cut-out and transparent props are drawn as if they were opaque.
            let shows = |chunk: &&Chunk| far.is_none_or(|texel| is_large(&chunk.bounds, texel));
            for chunk in scene.props.iter().filter(shows) {
                if let Some(prop) = chunk.prop {
                    props::draw(&mut pass, chunk, prop);
                }
            }
        }
        if !frame.balls.is_empty() && far.is_none() {
            pass.set_pipeline(&self.pipelines.ball);
            frame.balls.draw_coarse(&mut pass);
        }
        if !frame.walkers.casters.is_empty() && far.is_none() {
            pass.set_pipeline(&self.pipelines.walker);
            frame.walkers.draw_casting(&mut pass);
        }
    }

    /// Draws the level's repeated surfaces.
    fn draw_copies(&self, pass: &mut CountedPass<'_>, layer: usize, scene: &Scene) {
        if scene.copies.is_empty() {
            return;
        }
        let region = self.cascades[layer].region;
        let may_see = |bounds: &Aabb| self.sun_view.may_cast_into(&region, bounds);
        let opaque = |pass: &mut CountedPass<'_>, _| pass.set_pipeline(&self.pipelines.instanced);
        (scene.copies).draw_where(pass, Coverage::Opaque, may_see, opaque);
        let masked = |pass: &mut CountedPass<'_>, material: usize| {
            pass.set_pipeline(&self.pipelines.instanced_masked);
            pass.set_bind_group(1, &scene.materials[material].group, &[]);
        };
        (scene.copies).draw_where(pass, Coverage::Mask, may_see, masked);
    }

    /// Draws the level's moving parts if `moves` is true, otherwise its other parts without repeated
    /// surfaces.
    fn draw_level(&self, pass: &mut CountedPass<'_>, layer: usize, scene: &Scene, moves: bool) {
        let region = self.cascades[layer].region;
        let far = self.far_texel(layer).filter(|_| moves);
        let seen = |chunk: &&Chunk| {
            chunk.moves == moves
                && self.sun_view.may_cast_into(&region, &chunk.bounds)
                && far.is_none_or(|texel| is_large(&chunk.bounds, texel))
        };
        pass.set_bind_group(0, &self.light_views[layer].group, &[]);
        scene.bind(pass);
        pass.set_pipeline(&self.pipelines.solid);
        for chunk in scene.opaque.iter().filter(seen) {
            pass.draw_indexed(chunk.indices(), 0, 0..1);
        }
        pass.set_pipeline(&self.pipelines.masked);
        for chunk in scene.masked.iter().filter(seen) {
            pass.set_bind_group(1, &scene.materials[chunk.material].group, &[]);
            pass.draw_indexed(chunk.indices(), 0, 0..1);
        }
    }
}

impl Cascade {
    fn new(region: MapRegion) -> Self {
        Self {
            cell: None,
            region,
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
