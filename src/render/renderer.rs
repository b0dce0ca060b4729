//! The passes of a picture in their order.

use std::time::Instant;

use super::{
    Frame, Gpu, RenderError,
    bake::{BakeScene, Field, Probes},
    balls::{self, Balls},
    chunks::Frustum,
    explosions::{self, Explosions},
    figures::{CountedPass, DrawCounts, FrameFigures},
    lighting::{self, Lighting},
    lines::Lines,
    mesh::MeshPass,
    overlay::OverlayPass,
    props::Props,
    scene::Scene,
    shadow::ShadowPass,
    sky::{Sky, SkyPass},
    targets::{Targets, sample_count},
    timing::{PassTime, PassTimer},
    tone::TonePass,
    uniforms::{self, EyeLight, Globals, GlobalsBinding},
};
use crate::level::Level;

/// Everything that draws. Made once for an output format; levels and sizes come and go.
pub struct Renderer {
    samples: u32,
    targets: Targets,
    globals: GlobalsBinding,
    sky: Sky,
    scene: Scene,
    probes: Probes,
    /// What the level's surfaces give back of the light, 0..1.
    whiteness: f32,
    lighting: Lighting,
    shadow: ShadowPass,
    mesh: MeshPass,
    balls: Balls,
    props: Props,
    lines: Lines,
    explosions: Explosions,
    sky_pass: SkyPass,
    tone: TonePass,
    overlay: OverlayPass,
    figures: FrameFigures,
    timer: Option<PassTimer>,
}

impl Renderer {
    /// `size` in pixels; sides are cut to what the device can draw to.
    pub fn new(
        gpu: &Gpu,
        format: wgpu::TextureFormat,
        size: [u32; 2],
    ) -> Result<Self, RenderError> {
        let samples = sample_count(gpu);
        let targets = Targets::new(gpu, gpu.drawable(size).unwrap_or([1, 1]), samples);
        let globals = GlobalsBinding::new(gpu);
        let sky = Sky::new(None);
        let mesh = MeshPass::new(gpu, samples);
        let shadow = ShadowPass::new(gpu, &mesh.material_layout, balls::INSTANCE_STRIDE);
        let nothing = BakeScene::nothing();
        let probes = Probes::bake(&nothing, &sky, 1);
        let field = Field::bake(&nothing, &probes, 1);
        let lighting = Lighting::new(gpu, &shadow.view, &probes, &field);
        let groups = [&globals.layout, &lighting.layout];
        let this = Self {
            balls: Balls::new(gpu, groups, samples),
            props: Props::new(gpu),
            lines: Lines::new(gpu, groups, samples),
            explosions: Explosions::new(gpu, groups, samples),
            sky_pass: SkyPass::new(gpu, &globals, samples),
            tone: TonePass::new(gpu, &globals, &targets, format),
            overlay: OverlayPass::new(gpu, format),
            figures: FrameFigures::default(),
            timer: None,
            scene: Scene::empty(gpu),
            samples,
            targets,
            globals,
            sky,
            probes,
            whiteness: 0.5,
            lighting,
            shadow,
            mesh,
        };
        match gpu.take_fault() {
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(this),
        }
    }

    /// Replaces the level that is drawn. On an error the previous one stays.
    pub fn set_level(&mut self, gpu: &Gpu, level: &Level) -> Result<(), RenderError> {
        let scene = Scene::upload(gpu, &self.mesh.material_layout, level)?;
        let sky = Sky::new(level.sun);
        let colors: Vec<_> = scene
            .materials
            .iter()
            .map(|material| material.mean)
            .collect();
        let baked = BakeScene::new(level, &colors);
        let longest = gpu.device.limits().max_texture_dimension_3d;
        let probes = Probes::bake(&baked, &sky, longest);
        let field = Field::bake(&baked, &probes, longest);
        self.lighting
            .set_level(gpu, &self.shadow.view, &probes, &field);
        let groups = [&self.globals.layout, &self.lighting.layout];
        self.mesh.prepare(gpu, &scene, groups);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut counts = DrawCounts::default();
        self.shadow
            .set_level(gpu, &mut encoder, &scene, sky.to_sun, &mut counts);
        gpu.queue.submit([encoder.finish()]);
        self.scene = scene;
        self.props.set_level(level);
        self.sky = sky;
        self.probes = probes;
        let surfaces: Vec<_> = colors.iter().map(|color| color.base).collect();
        self.whiteness = lighting::whiteness(level, &surfaces);
        match gpu.take_fault() {
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(()),
        }
    }

    /// A size with a zero side is ignored.
    pub fn resize(&mut self, gpu: &Gpu, size: [u32; 2]) {
        let Some(size) = gpu.drawable(size) else {
            return;
        };
        if size != self.targets.size {
            self.targets = Targets::new(gpu, size, self.samples);
            self.tone.resize(gpu, &self.targets);
        }
    }

    /// Draws `frame` to `target`, which must have the format and size this renderer has.
    pub fn draw(&mut self, gpu: &Gpu, target: &wgpu::TextureView, mut frame: Frame<'_>) {
        let start = Instant::now();
        let mut figures = FrameFigures::default();
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        if let Some(timer) = &mut self.timer {
            timer.start(&mut encoder);
        }
        self.balls.write(gpu, frame.view);
        self.props.write(gpu, frame.view);
        self.lines.write(gpu, frame.view);
        self.explosions.write(gpu, frame.view);
        self.scene.place_movers(gpu, frame.view.seconds);
        self.shadow.draw(
            gpu,
            &mut encoder,
            &self.scene,
            (frame.view.eye, uniforms::forward(&frame)),
            self.sky.to_sun,
            (&self.balls, &self.props),
            &mut figures.shadow,
        );
        mark(&mut self.timer, &mut encoder, "shadow");
        let globals = self.globals_of(&frame);
        self.globals.write(gpu, &globals);
        let counts = &mut figures.scene;
        self.draw_scene(&mut encoder, &globals, frame.view.eye, counts);
        mark(&mut self.timer, &mut encoder, "scene");
        self.tone.draw(&mut encoder, &self.globals, target, counts);
        mark(&mut self.timer, &mut encoder, "tone");
        if let Some(overlay) = frame.overlay.as_deref_mut() {
            self.overlay.apply_textures(gpu, overlay);
            self.overlay
                .draw(gpu, &mut encoder, target, self.targets.size, overlay);
            self.overlay.free_textures(overlay);
            mark(&mut self.timer, &mut encoder, "interface");
        }
        if let Some(timer) = &self.timer {
            timer.finish(&mut encoder);
        }
        let commands = encoder.finish();
        figures.own_work = start.elapsed();
        gpu.queue.submit([commands]);
        figures.submit = start.elapsed() - figures.own_work;
        figures.pipelines = gpu.pipelines_made();
        self.figures = figures;
    }

    /// Of the last frame.
    pub fn figures(&self) -> &FrameFigures {
        &self.figures
    }

    /// From now on the device's time is measured. False where the adapter can't.
    pub fn time_passes(&mut self, gpu: &Gpu) -> bool {
        self.timer = PassTimer::new(gpu);
        self.timer.is_some()
    }

    /// Of the last frame, for which it waits; empty while nothing is measured.
    pub fn pass_times(&self, gpu: &Gpu) -> Vec<PassTime> {
        (self.timer.as_ref()).map_or_else(Vec::new, |timer| timer.read(gpu))
    }

    fn globals_of(&self, frame: &Frame<'_>) -> Globals {
        let eye = EyeLight {
            exposure: lighting::exposure(self.probes.brightness_at(frame.view.eye), self.whiteness),
            openness: self.probes.openness_at(frame.view.eye),
        };
        let mut globals = Globals::new(frame, self.targets.size, &self.sky, eye);
        explosions::describe_flashes(frame.view, &mut globals);
        self.shadow.describe(&mut globals);
        self.lighting.describe(&mut globals);
        globals
    }

    fn draw_scene(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        globals: &Globals,
        eye: glam::Vec3,
        counts: &mut DrawCounts,
    ) {
        let multisampled = self.samples > 1;
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.targets.color,
                depth_slice: None,
                resolve_target: multisampled.then_some(&self.targets.resolved),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: if multisampled {
                        wgpu::StoreOp::Discard
                    } else {
                        wgpu::StoreOp::Store
                    },
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        let mut pass = CountedPass::new(pass, counts);
        let frustum = Frustum::of_camera(&globals.view_projection);
        pass.set_bind_group(0, &self.globals.group, &[]);
        pass.set_bind_group(1, &self.lighting.group, &[]);
        self.balls.draw(&mut pass);
        self.mesh.draw_solid(&mut pass, &self.scene, &frustum, eye);
        self.mesh
            .draw_props(&mut pass, &self.scene, &self.props, false);
        self.lines.draw(&mut pass);
        self.sky_pass.draw(&mut pass);
        self.mesh
            .draw_blended(&mut pass, &self.scene, &frustum, eye);
        self.mesh
            .draw_props(&mut pass, &self.scene, &self.props, true);
        self.explosions.draw(&mut pass);
    }
}

fn mark(timer: &mut Option<PassTimer>, encoder: &mut wgpu::CommandEncoder, name: &'static str) {
    if let Some(timer) = timer {
        timer.mark(encoder, name);
    }
}
