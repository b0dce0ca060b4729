//! The sequence of a frame's passes.

use std::{sync::Arc, time::Instant};

use hexbound_collide::geom::FrustumPlanes;

use crate::{
    Frame, Gpu, Quality, RenderError,
    device::timing::{PassTime, PassTimer},
    features::Features,
    frame::{
        Viewpoint,
        exposure::{Adaptation, mean_albedo},
        figures::{CountedPass, DrawCounts, FrameFigures, Recorder},
        globals::{Globals, GlobalsBinding},
        stillness::Stillness,
        targets::{Stage, Targets, on_device},
    },
    level_bodies::LevelBodies,
    level_light::{LevelLight, LightChoice, colors_of, max_light_side, sky_of},
    lighting::Lighting,
    occlusion::{Culling, Occlusion, Plan},
    passes::{mesh::MeshPass, overlay::OverlayPass},
    scene::{
        GeometryPlan, Scene, SceneUpload, materials, target_glow::TargetColors,
        texture_stream::TextureStream,
    },
    screen_passes::ScreenPasses,
    shadow::{ShadowFrame, ShadowPass},
    world_passes::{WorldData, WorldPasses},
};
use hexbound_base::{logs::span, progress::Arriving};
use hexbound_level::{Air, Level};
use hexbound_light::{BackgroundBake, Baked, Sky};

/// The renderer of all passes. It is created once for an output format; levels, sizes and qualities can
/// change.
pub struct Renderer {
    quality: Quality,
    format: wgpu::TextureFormat,
    targets: Targets,
    globals: GlobalsBinding,
    light: LevelLight,
    scene: Scene,
    /// The stream of textures that are not uploaded yet.
    textures: Option<TextureStream>,
    adaptation: Adaptation,
    stillness: Stillness,
    lighting: Lighting,
    shadow: ShadowPass,
    occlusion: Occlusion,
    bodies: LevelBodies,
    mesh: MeshPass,
    world: WorldPasses,
    screen: ScreenPasses,
    overlay: OverlayPass,
    figures: FrameFigures,
    timer: Option<PassTimer>,
    target_colors: TargetColors,
}

impl Renderer {
    /// A renderer for frames of a format, size and quality. `size` is in pixels and limited to that of the
    /// device's largest texture. Fails if the device does.
    pub fn new(
        gpu: &Gpu,
        format: wgpu::TextureFormat,
        size: [u32; 2],
        quality: Quality,
    ) -> Result<Self, RenderError> {
        let _span = span("making the renderer");
        let quality = on_device(gpu, quality);
        let targets = Targets::new(gpu, gpu.limited_size(size).unwrap_or([1, 1]), &quality);
        let globals = GlobalsBinding::new(gpu, "globals");
        let sky = Sky::new(None, Air::default());
        let material_layout = materials::layout(gpu);
        let shadow = ShadowPass::new(gpu, &material_layout, &quality);
        let baked = Baked::nothing(&sky);
        let lighting = Lighting::new(gpu, &shadow, &baked);
        let groups = [globals.layout.clone(), lighting.layout.clone()];
        let (world, (screen, overlay)) = rayon::join(
            || WorldPasses::new(gpu, groups, &quality),
            || {
                let screen = ScreenPasses::new(gpu, &globals, &targets, &quality, format);
                (screen, OverlayPass::new(gpu, format))
            },
        );
        let this = Self {
            mesh: MeshPass::new(material_layout, world.groups.clone(), quality),
            world,
            screen,
            bodies: LevelBodies::none(gpu),
            overlay,
            figures: FrameFigures::default(),
            timer: None,
            target_colors: TargetColors::default(),
            scene: Scene::empty(gpu),
            occlusion: Occlusion::default(),
            quality,
            format,
            targets,
            globals,
            light: LevelLight::open(sky, 0.5),
            textures: None,
            adaptation: Adaptation::default(),
            stillness: Stillness::default(),
            lighting,
            shadow,
        };
        gpu.check()?;
        Ok(this)
    }

    /// Sets the quality of the next frames, which equal those of a renderer created with it. Fails if the
    /// device does.
    pub fn set_quality(&mut self, gpu: &Gpu, quality: Quality) -> Result<(), RenderError> {
        let quality = on_device(gpu, quality);
        if quality == self.quality {
            return Ok(());
        }
        self.quality = quality;
        self.stillness.forget();
        self.targets = Targets::new(gpu, self.targets.picture, &quality);
        self.mesh.set_quality(gpu, &self.scene, quality);
        let features = self.world.features;
        self.world = WorldPasses::new(gpu, self.world.groups.clone(), &quality);
        self.world.features = features;
        self.shadow = ShadowPass::new(gpu, &self.mesh.material_layout, &quality);
        self.draw_level_shadows(gpu);
        self.screen = ScreenPasses::new(gpu, &self.globals, &self.targets, &quality, self.format);
        self.occlusion.set_level(gpu, &self.scene, &self.targets);
        gpu.check()
    }

    /// The current quality.
    pub fn quality(&self) -> &Quality {
        &self.quality
    }

    /// Replaces the level and waits for its light. On an error the previous level stays.
    pub(crate) fn set_level(
        &mut self,
        gpu: &Gpu,
        level: &Level,
        light: LightChoice,
    ) -> Result<(), RenderError> {
        let scene = Scene::upload(gpu, &self.mesh.material_layout, level)?;
        gpu.check()?;
        let (sky, colors) = (sky_of(level), colors_of(&scene.materials));
        let baked = light.obtain(gpu, level, &sky, &colors);
        self.textures = None;
        self.light = LevelLight::open(sky, mean_albedo(level, &colors));
        self.prepare(gpu, level, scene);
        self.set_light(gpu, baked);
        gpu.check()
    }

    /// Begins the upload of a level, whose textures stream in later.
    pub(crate) fn begin_upload(
        &self,
        gpu: &Gpu,
        level: &Arc<Level>,
        plan: GeometryPlan,
    ) -> Result<(SceneUpload, TextureStream), RenderError> {
        let (materials, textures) = TextureStream::begin(gpu, &self.mesh.material_layout, level);
        let upload = SceneUpload::begin(gpu, level, plan, materials)?;
        gpu.check()?;
        Ok((upload, textures))
    }

    /// Replaces the level, with the open sky's light and with thumbnails for textures. Both improve over the
    /// next frames: see [`Renderer::arriving`].
    pub(crate) fn enter_with_thumbnails(
        &mut self,
        gpu: &Gpu,
        scene: Scene,
        textures: TextureStream,
    ) -> Result<(), RenderError> {
        let level = Arc::clone(textures.level());
        self.textures = Some(textures);
        let (sky, colors) = (sky_of(&level), colors_of(&scene.materials));
        self.light = LevelLight::open(sky, mean_albedo(&level, &colors));
        self.prepare(gpu, &level, scene);
        self.set_light(gpu, Some(Baked::nothing(&sky)));
        gpu.check()
    }

    /// The progress of the level's textures and light while it is shown.
    pub fn arriving(&self) -> Option<Arriving> {
        let textures = self.textures.as_ref();
        let textures = textures.map(|it| Arriving::Textures(it.progress()));
        textures.or_else(|| self.light.progress().map(Arriving::Light))
    }

    /// The share of the level's textures and first light that is ready, 0..1; `None` once all is.
    pub fn detail_progress(&self) -> Option<f32> {
        let textures = self.textures.as_ref().map(|it| 0.5 * it.progress());
        textures.or_else(|| self.light.first_progress().map(|it| 0.5 + 0.5 * it))
    }

    /// Applies textures and light that are ready; each frame does so as well.
    pub(crate) fn take_arrivals(&mut self, gpu: &Gpu) {
        self.take_textures(gpu);
        let better = self.light.take_better();
        self.set_light(gpu, better);
    }

    /// Applies textures that are ready. After the last one, starts the bake of the light, since all colors
    /// are known.
    fn take_textures(&mut self, gpu: &Gpu) {
        let Some(mut textures) = self.textures.take() else {
            return;
        };
        self.stillness.forget();
        let is_over = textures.take(gpu, &self.mesh.material_layout, &mut self.scene.materials);
        self.mesh.prepare_missing(gpu, &self.scene);
        if !is_over {
            self.textures = Some(textures);
            return;
        }
        // Surfaces cut out by their textures now cast different shadows.
        if self.scene.has_cut_outs() {
            self.draw_level_shadows(gpu);
        }
        let level = Arc::clone(textures.level());
        let colors = colors_of(&self.scene.materials);
        self.light.mean_albedo = mean_albedo(&level, &colors);
        let baking = BackgroundBake::start(level, colors, self.light.sky, max_light_side(gpu));
        self.light.set_baking(baking);
    }

    /// Prepares the passes for `level`, whose geometry is uploaded.
    fn prepare(&mut self, gpu: &Gpu, level: &Level, scene: Scene) {
        let _span = span("preparing the passes for the level");
        let features = Features::of(level);
        self.scene = scene;
        // The shadows come first, so that the device draws them while the pipelines are created.
        self.draw_level_shadows(gpu);
        self.mesh.prepare(gpu, &self.scene, features);
        self.world.set_features(features);
        self.occlusion.set_level(gpu, &self.scene, &self.targets);
        self.bodies.set_level(level);
        self.lighting.flashes.set_level(level);
        self.adaptation.forget();
        self.stillness.forget();
    }

    /// Draws the shadow map of the whole level and the lamps' maps, and discards the other maps.
    fn draw_level_shadows(&mut self, gpu: &Gpu) {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let counts = &mut DrawCounts::default();
        let mut recorder = Recorder::new(&mut encoder, counts);
        let to_sun = self.light.sky.to_sun;
        (self.shadow).set_level(gpu, &mut recorder, &self.scene, to_sun);
        gpu.queue.submit([encoder.finish()]);
        self.lighting.set_shadows(gpu, &self.shadow);
    }

    fn set_light(&mut self, gpu: &Gpu, baked: Option<Baked>) {
        if let Some(baked) = baked {
            let _span = span("handing over light");
            self.lighting.set_level(gpu, &self.shadow, &baked);
            self.stillness.forget();
            self.light.probes = baked.probes;
        }
    }

    /// Changes the size of the frames, pixels. A size with a zero side is ignored.
    pub fn resize(&mut self, gpu: &Gpu, size: [u32; 2]) {
        let Some(size) = gpu.limited_size(size) else {
            return;
        };
        if size != self.targets.picture {
            self.targets = Targets::new(gpu, size, &self.quality);
            self.stillness.forget();
            self.occlusion.resize(gpu, &self.targets);
            self.screen.resize(gpu, &self.targets);
        }
    }

    /// Draws `frame` to `target`, which must have the renderer's format and size.
    pub fn draw(&mut self, gpu: &Gpu, target: &wgpu::TextureView, mut frame: Frame<'_>) {
        let start = Instant::now();
        self.take_arrivals(gpu);
        let is_first = self.figures.pipelines == 0;
        let _span = is_first.then(|| span("recording the first picture"));
        let mut figures = FrameFigures::default();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        if let Some(timer) = &mut self.timer {
            timer.start(&mut encoder);
        }
        // Both operands are evaluated: the second records the drawn scene.
        let is_kept = self.adaptation.is_settled() & self.stillness.track(&frame);
        if !is_kept {
            self.draw_world(gpu, &mut encoder, &mut figures, &frame);
        }
        let mut recorder = Recorder::new(&mut encoder, &mut figures.scene);
        self.screen.draw(&mut recorder, &self.globals, target);
        mark(&mut self.timer, recorder.encoder, "tone");
        if let Some(overlay) = frame.overlay.as_deref_mut() {
            self.overlay.apply_textures(gpu, overlay);
            let size = self.targets.picture;
            self.overlay.draw(gpu, &mut encoder, target, size, overlay);
            mark(&mut self.timer, &mut encoder, "interface");
        }
        if let Some(timer) = &self.timer {
            timer.finish(&mut encoder);
        }
        let commands = encoder.finish();
        figures.own_work = start.elapsed();
        gpu.queue.submit([commands]);
        self.occlusion.request_readback();
        figures.submit = start.elapsed() - figures.own_work;
        // Pipelines of later frames must not delay the first one.
        figures.lacks_pipelines = is_first || self.prepare_for_play(gpu);
        figures.pipelines = gpu.pipeline_count();
        self.figures = figures;
    }

    /// Creates some of the pipelines missing for play. Returns whether others may still be missing.
    fn prepare_for_play(&mut self, gpu: &Gpu) -> bool {
        let before = gpu.pipeline_count();
        (self.world).prepare_for_play(gpu, !self.scene.props.is_empty());
        gpu.pipeline_count() > before || self.mesh.prepare_for_flashes(gpu, 1)
    }

    /// Draws the world and its glow.
    fn draw_world(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        figures: &mut FrameFigures,
        frame: &Frame<'_>,
    ) {
        self.write_instances(gpu, frame);
        let mut recorder = Recorder::new(encoder, &mut figures.shadow);
        let shadow_frame = ShadowFrame {
            scene: &self.scene,
            balls: &self.world.balls,
            walkers: &self.world.walkers,
            props: &self.bodies.props,
            eye: frame.view.eye,
            forward: frame.view.direction(),
        };
        self.shadow.draw(gpu, &mut recorder, shadow_frame);
        mark(&mut self.timer, encoder, "shadow");
        let mut recorder = Recorder::new(encoder, &mut figures.scene);
        self.draw_light(gpu, &mut recorder, frame);
        self.screen.draw_glow(&mut recorder);
        mark(&mut self.timer, recorder.encoder, "bloom");
    }

    /// Writes all per-frame data except the globals and the lamps.
    fn write_instances(&mut self, gpu: &Gpu, frame: &Frame<'_>) {
        let view = frame.view;
        self.world.write(gpu, frame, &self.bodies);
        self.bodies.props.write(gpu, view);
        self.scene.write_moving(gpu, view);
        self.scene.light_targets(gpu, view, self.target_colors);
    }

    /// Draws the light of the world, before tone mapping.
    fn draw_light(&mut self, gpu: &Gpu, recorder: &mut Recorder<'_>, frame: &Frame<'_>) {
        let globals = self.globals_of(gpu, frame);
        self.globals.write(gpu, &globals);
        self.mesh.set_flashes(gpu, globals.flash_count > 0.0);
        let lamps = &mut self.lighting.lamps;
        let sight = (frame.view.eye, self.quality.lamp_view);
        let tiles = &self.shadow.lamps.layout;
        lamps.write(gpu, &globals.view_projection, sight, tiles);
        let viewpoint = Viewpoint {
            frustum: FrustumPlanes::from_view_projection(&globals.view_projection),
            eye: frame.view.eye,
        };
        self.scene.copies.list_visible(gpu, &viewpoint);
        let plan = self.occlusion.plan(gpu, &self.scene, &viewpoint);
        recorder.counts.triangles += self.occlusion.late_triangles;
        if plan == Plan::Twice {
            self.draw_first(recorder, &viewpoint);
            mark(&mut self.timer, recorder.encoder, "first");
            self.occlusion
                .test(gpu, recorder.encoder, &globals.view_projection);
            mark(&mut self.timer, recorder.encoder, "occlusion");
        }
        self.draw_scene(recorder, plan, &viewpoint);
        mark(&mut self.timer, recorder.encoder, "scene");
    }

    /// Sets the colors of glowing targets, for this level and later ones.
    pub fn set_target_colors(&mut self, colors: TargetColors) {
        self.stillness.forget();
        self.target_colors = colors;
    }

    /// Sets whether the drawn scene is kept while nothing in the world changes.
    pub fn set_keeps_scene(&mut self, keeps: bool) {
        self.stillness.keep(keeps);
    }

    /// Returns whether the drawn scene is kept while nothing in the world changes.
    pub fn keeps_scene(&self) -> bool {
        self.stillness.keeps
    }

    /// Returns whether the world of `frame` equals the last one and the exposure has settled.
    pub fn is_drawn(&self, frame: &Frame<'_>) -> bool {
        self.adaptation.is_settled() && self.stillness.is_drawn(frame)
    }

    /// Sets the culling of hidden chunks, for this level and later ones.
    pub fn set_culling(&mut self, gpu: &Gpu, culling: Culling) {
        self.occlusion.culling = culling;
        self.occlusion.set_level(gpu, &self.scene, &self.targets);
    }

    /// The counts and times of the last frame.
    pub fn figures(&self) -> &FrameFigures {
        &self.figures
    }

    /// Starts measuring the device's time for each pass. Returns false if the adapter can't.
    pub fn time_passes(&mut self, gpu: &Gpu) -> bool {
        self.timer = PassTimer::new(gpu);
        self.timer.is_some()
    }

    /// Waits for the last frame and returns the device's time for each pass; empty unless a measurement was
    /// started.
    pub fn pass_times(&self, gpu: &Gpu) -> Vec<PassTime> {
        (self.timer.as_ref()).map_or_else(Vec::new, |timer| timer.read(gpu))
    }

    fn globals_of(&mut self, gpu: &Gpu, frame: &Frame<'_>) -> Globals {
        let eye = self.light.at_eye(&mut self.adaptation, frame);
        let mut globals = Globals::new(frame, &self.targets, &self.light.sky, eye);
        let low_flash = frame.exposure.low_flash;
        let (flashes, marked) = (&mut self.lighting.flashes, &self.bodies.marked);
        flashes.fill_globals(gpu, frame.view, marked, low_flash, &mut globals);
        self.shadow.fill_globals(&mut globals);
        self.lighting.fill_globals(&mut globals);
        self.bodies.occluders.fill_globals(frame.view, &mut globals);
        globals
    }

    /// Draws the recently visible solid chunks and keeps their depth, which hides other chunks.
    fn draw_first(&self, recorder: &mut Recorder<'_>, viewpoint: &Viewpoint) {
        let mut pass = self.begin(recorder, Stage::FIRST);
        (self.world).draw_solid(&mut pass, self.world_data(), viewpoint);
    }

    fn draw_scene(&self, recorder: &mut Recorder<'_>, plan: Plan, viewpoint: &Viewpoint) {
        let stage = match plan {
            Plan::Once => Stage::WHOLE,
            Plan::Twice => Stage::LAST,
        };
        let mut pass = self.begin(recorder, stage);
        self.world
            .draw(&mut pass, self.world_data(), plan, viewpoint);
    }

    fn world_data(&self) -> WorldData<'_> {
        WorldData {
            mesh: &self.mesh,
            scene: &self.scene,
            props: &self.bodies.props,
            occlusion: &self.occlusion,
        }
    }

    /// Begins a pass of the scene with the shared bind groups.
    fn begin<'a>(&self, recorder: &'a mut Recorder<'_>, stage: Stage) -> CountedPass<'a> {
        let mut pass = self.targets.begin(recorder, stage);
        pass.set_bind_group(0, &self.globals.group, &[]);
        pass.set_bind_group(1, &self.lighting.group, &[]);
        pass
    }
}

fn mark(timer: &mut Option<PassTimer>, encoder: &mut wgpu::CommandEncoder, name: &'static str) {
    if let Some(timer) = timer {
        timer.mark(encoder, name);
    }
}
