//! The pass that draws depth as the sun sees it, in two layers: everything, drawn once a level,
//! and the surroundings of the eye, drawn again when the eye has gone some metres.

use glam::{IVec2, Mat4, Quat, Vec2, Vec3, camera::rh};
use wgpu::util::DeviceExt;

use super::{
    Gpu,
    balls::Balls,
    chunks::Chunk,
    copies,
    figures::{CountedPass, DrawCounts},
    materials::Coverage,
    mesh::VERTEX_LAYOUT,
    pipelines::{pipeline_layout, shader_module},
    props::{self, Props},
    scene::Scene,
    targets::DEPTH_FORMAT,
    uniforms::Globals,
};
use crate::geom::Aabb;

/// Texels on a side.
const SIDE: u32 = 2048;
/// Metres from the near layer's centre to its side.
const NEAR_REACH: f32 = 27.0;
/// Metres between the places where the near layer may be: whole texels, so that what it shows
/// never shifts within them, and far enough apart that it is seldom drawn.
const NEAR_STEP: f32 = 2.0 * NEAR_REACH / SIDE as f32 * 160.0;

pub(super) struct ShadowPass {
    side: u32,
    map: wgpu::Texture,
    /// Both layers.
    pub view: wgpu::TextureView,
    layers: [wgpu::TextureView; 2],
    /// The near layer without balls and props.
    still: wgpu::Texture,
    still_view: wgpu::TextureView,
    solid: wgpu::RenderPipeline,
    masked: wgpu::RenderPipeline,
    ball: wgpu::RenderPipeline,
    prop: wgpu::RenderPipeline,
    copied: wgpu::RenderPipeline,
    copied_masked: wgpu::RenderPipeline,
    near: LightView,
    far: LightView,
    near_cell: Option<IVec2>,
    had_movers: bool,
}

/// One direction of sight of the sun.
struct LightView {
    matrix: Mat4,
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
    /// Metres.
    texel: f32,
}

impl ShadowPass {
    pub fn new(gpu: &Gpu, material_layout: &wgpu::BindGroupLayout, ball_stride: u64) -> Self {
        let side = SIDE.min(gpu.largest());
        let usage = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let map_usage =
            usage | wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
        let map = depth_texture(gpu, "shadow map", side, 2, map_usage);
        let layers = [0, 1].map(|layer| {
            map.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2),
                base_array_layer: layer,
                array_layer_count: Some(1),
                ..Default::default()
            })
        });
        let still_usage = usage | wgpu::TextureUsages::COPY_SRC;
        let still = depth_texture(gpu, "still shadows", side, 1, still_usage);
        let view_layout = view_layout(gpu);
        let module = shader_module(gpu, "shadow", include_str!("../../shaders/shadow.wgsl"));
        let ball_layout = wgpu::VertexBufferLayout {
            array_stride: ball_stride,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &wgpu::vertex_attr_array![1 => Float32x4],
        };
        let mesh = [Some(VERTEX_LAYOUT)];
        let balls = [Some(super::balls::VERTEX_LAYOUT), Some(ball_layout)];
        let placed = [Some(VERTEX_LAYOUT), Some(props::INSTANCE_LAYOUT)];
        let copies = [Some(VERTEX_LAYOUT), Some(copies::INSTANCE_LAYOUT)];
        let plain = [Some(&view_layout)];
        let with_material = [Some(&view_layout), Some(material_layout)];
        Self {
            view: map.create_view(&wgpu::TextureViewDescriptor {
                dimension: Some(wgpu::TextureViewDimension::D2Array),
                ..Default::default()
            }),
            still_view: still.create_view(&Default::default()),
            solid: pipeline(gpu, &module, ("solid", None), &mesh, &plain),
            masked: pipeline(gpu, &module, ("masked", Some("cut")), &mesh, &with_material),
            ball: pipeline(gpu, &module, ("ball", None), &balls, &plain),
            prop: pipeline(gpu, &module, ("prop", None), &placed, &plain),
            copied: pipeline(gpu, &module, ("copied", None), &copies, &plain),
            copied_masked: pipeline(
                gpu,
                &module,
                ("copied_masked", Some("cut")),
                &copies,
                &with_material,
            ),
            near: LightView::new(gpu, &view_layout),
            far: LightView::new(gpu, &view_layout),
            near_cell: None,
            had_movers: false,
            side,
            map,
            layers,
            still,
        }
    }

    /// Draws the layer that shows the whole level, and forgets the near one.
    pub fn set_level(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        scene: &Scene,
        to_sun: Vec3,
        counts: &mut DrawCounts,
    ) {
        let (matrix, reach) = fit_everything(scene.bounds, to_sun);
        self.far.texel = 2.0 * reach / self.side as f32;
        self.far.write(gpu, matrix);
        self.near.texel = 2.0 * NEAR_REACH / self.side as f32;
        self.near_cell = None;
        let target = (&self.layers[1], &self.far);
        self.draw_level(encoder, target, scene, counts);
    }

    /// Brings the near layer up to date with the eye, the balls, the props and the moving parts.
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        scene: &Scene,
        [eye, forward, to_sun]: [Vec3; 3],
        (balls, props): (&Balls, &Props),
        counts: &mut DrawCounts,
    ) {
        let center = eye + forward * (0.55 * NEAR_REACH);
        let (matrix, cell) = fit_near(scene.bounds, center, to_sun);
        let moved = self.near_cell != Some(cell);
        if moved {
            self.near_cell = Some(cell);
            self.near.write(gpu, matrix);
            let target = (&self.still_view, &self.near);
            self.draw_level(encoder, target, scene, counts);
        }
        let has_movers = !balls.is_empty() || !props.is_empty() || scene.moves();
        if moved || self.had_movers || has_movers {
            self.copy_still(encoder);
            self.draw_balls(encoder, balls, counts);
            self.draw_moving(encoder, scene, counts);
            self.draw_props(encoder, scene, props, counts);
        }
        self.had_movers = has_movers;
    }

    pub fn describe(&self, globals: &mut Globals) {
        globals.shadow_near = self.near.matrix;
        globals.shadow_far = self.far.matrix;
        let side = self.side as f32;
        globals.shadow_texels = [self.near.texel, self.far.texel, 1.0 / side, side];
    }

    /// Of what stands still: what is drawn here is kept while the rest moves on.
    fn draw_level(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (target, view): (&wgpu::TextureView, &LightView),
        scene: &Scene,
        counts: &mut DrawCounts,
    ) {
        let mut pass = begin(encoder, target, wgpu::LoadOp::Clear(1.0), counts);
        pass.set_bind_group(0, &view.group, &[]);
        scene.bind(&mut pass);
        pass.set_pipeline(&self.solid);
        for chunk in scene
            .opaque
            .iter()
            .filter(|chunk| !chunk.moves && view.may_see(&chunk.bounds))
        {
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
        pass.set_pipeline(&self.masked);
        for chunk in scene
            .masked
            .iter()
            .filter(|chunk| !chunk.moves && view.may_see(&chunk.bounds))
        {
            pass.set_bind_group(1, &scene.materials[chunk.material].group, &[]);
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
        self.draw_copies(&mut pass, view, scene);
    }

    /// Those of the level's surfaces that stand in several places.
    fn draw_copies(&self, pass: &mut CountedPass<'_>, view: &LightView, scene: &Scene) {
        if scene.copies.is_empty() {
            return;
        }
        let may_see = |bounds: &Aabb| view.may_see(bounds);
        let opaque = |pass: &mut CountedPass<'_>, _| pass.set_pipeline(&self.copied);
        (scene.copies).draw_where(pass, Coverage::Opaque, may_see, opaque);
        let masked = |pass: &mut CountedPass<'_>, material: usize| {
            pass.set_pipeline(&self.copied_masked);
            pass.set_bind_group(1, &scene.materials[material].group, &[]);
        };
        (scene.copies).draw_where(pass, Coverage::Mask, may_see, masked);
    }

    fn copy_still(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.copy_texture_to_texture(
            self.still.as_image_copy(),
            self.map.as_image_copy(),
            wgpu::Extent3d {
                width: self.side,
                height: self.side,
                depth_or_array_layers: 1,
            },
        );
    }

    fn draw_balls(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        balls: &Balls,
        counts: &mut DrawCounts,
    ) {
        if balls.is_empty() {
            return;
        }
        let mut pass = begin(encoder, &self.layers[0], wgpu::LoadOp::Load, counts);
        pass.set_bind_group(0, &self.near.group, &[]);
        pass.set_pipeline(&self.ball);
        balls.draw_coarse(&mut pass);
    }

    /// The level's moving parts where they are now.
    fn draw_moving(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        scene: &Scene,
        counts: &mut DrawCounts,
    ) {
        if !scene.moves() {
            return;
        }
        let mut pass = begin(encoder, &self.layers[0], wgpu::LoadOp::Load, counts);
        pass.set_bind_group(0, &self.near.group, &[]);
        scene.bind(&mut pass);
        let moving = |chunk: &&Chunk| chunk.moves && self.near.may_see(&chunk.bounds);
        pass.set_pipeline(&self.solid);
        for chunk in scene.opaque.iter().filter(&moving) {
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
        pass.set_pipeline(&self.masked);
        for chunk in scene.masked.iter().filter(&moving) {
            pass.set_bind_group(1, &scene.materials[chunk.material].group, &[]);
            pass.draw_indexed(chunk.first..chunk.first + chunk.count, 0, 0..1);
        }
    }

    /// Cut-out and see-through ones, too, as if they were whole.
    fn draw_props(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        scene: &Scene,
        props: &Props,
        counts: &mut DrawCounts,
    ) {
        if props.is_empty() {
            return;
        }
        let mut pass = begin(encoder, &self.layers[0], wgpu::LoadOp::Load, counts);
        pass.set_bind_group(0, &self.near.group, &[]);
        pass.set_pipeline(&self.prop);
        scene.bind(&mut pass);
        props.bind(&mut pass);
        for chunk in &scene.props {
            if let Some(prop) = chunk.prop {
                props::draw(&mut pass, chunk, prop);
            }
        }
    }
}

impl LightView {
    fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> Self {
        let buffer = gpu
            .device
            .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("light view"),
                contents: bytemuck::bytes_of(&Mat4::IDENTITY),
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            });
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("light view"),
            layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: buffer.as_entire_binding(),
            }],
        });
        Self {
            matrix: Mat4::IDENTITY,
            buffer,
            group,
            texel: 1.0,
        }
    }

    fn write(&mut self, gpu: &Gpu, matrix: Mat4) {
        self.matrix = matrix;
        gpu.queue
            .write_buffer(&self.buffer, 0, bytemuck::bytes_of(&matrix));
    }

    /// False only for what is beside the view; depth is not looked at.
    fn may_see(&self, bounds: &Aabb) -> bool {
        let clip =
            Aabb::from_points(corners(bounds).map(|corner| self.matrix.transform_point3(corner)));
        clip.max.x >= -1.0 && clip.min.x <= 1.0 && clip.max.y >= -1.0 && clip.min.y <= 1.0
    }
}

/// Turns the level so that the sun shines along −Z.
fn toward_light(to_sun: Vec3) -> Quat {
    Quat::from_rotation_arc(to_sun, Vec3::Z)
}

/// The box in the sun's axes.
fn seen_by_sun(bounds: Aabb, to_sun: Vec3) -> Aabb {
    let turn = toward_light(to_sun);
    if bounds.is_empty() {
        return Aabb::new(Vec3::NEG_ONE, Vec3::ONE);
    }
    Aabb::from_points(corners(&bounds).map(|corner| turn * corner))
}

/// From the level to clip space, around everything, and half the side in metres.
fn fit_everything(bounds: Aabb, to_sun: Vec3) -> (Mat4, f32) {
    let seen = seen_by_sun(bounds, to_sun);
    let reach = seen.size().truncate().max_element() * 0.5 + 0.1;
    let matrix =
        projection(seen.center().truncate(), reach, &seen) * Mat4::from_quat(toward_light(to_sun));
    (matrix, reach)
}

/// From the level to clip space, around the step's cell nearest to `center`, and that cell.
fn fit_near(bounds: Aabb, center: Vec3, to_sun: Vec3) -> (Mat4, IVec2) {
    let turn = toward_light(to_sun);
    let cell = ((turn * center).truncate() / NEAR_STEP).round();
    let seen = seen_by_sun(bounds, to_sun);
    let matrix = projection(cell * NEAR_STEP, NEAR_REACH, &seen) * Mat4::from_quat(turn);
    (matrix, cell.as_ivec2())
}

fn projection(center: Vec2, reach: f32, seen: &Aabb) -> Mat4 {
    rh::proj::directx::orthographic(
        center.x - reach,
        center.x + reach,
        center.y - reach,
        center.y + reach,
        // Distances along −Z. Balls may fly a little outside the level.
        -seen.max.z - 1.0,
        -seen.min.z + 1.0,
    )
}

fn corners(bounds: &Aabb) -> [Vec3; 8] {
    std::array::from_fn(|corner| {
        let pick = |axis: usize| {
            if corner >> axis & 1 == 1 {
                bounds.max[axis]
            } else {
                bounds.min[axis]
            }
        };
        Vec3::new(pick(0), pick(1), pick(2))
    })
}

fn begin<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    target: &wgpu::TextureView,
    load: wgpu::LoadOp<f32>,
    counts: &'a mut DrawCounts,
) -> CountedPass<'a> {
    let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
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
    });
    CountedPass::new(pass, counts)
}

fn view_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("light view"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::VERTEX,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Uniform,
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            }],
        })
}

fn depth_texture(
    gpu: &Gpu,
    label: &str,
    side: u32,
    depth_or_array_layers: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH_FORMAT,
        usage,
        view_formats: &[],
    })
}

fn pipeline(
    gpu: &Gpu,
    module: &wgpu::ShaderModule,
    (vertex, fragment): (&str, Option<&str>),
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::RenderPipeline {
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("shadow"),
        layout: Some(&pipeline_layout(gpu, "shadow", groups)),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        // Both sides: walls that are open behind still keep the sun out.
        primitive: Default::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH_FORMAT,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::LessEqual),
            stencil: Default::default(),
            bias: wgpu::DepthBiasState {
                constant: 2,
                slope_scale: 1.6,
                clamp: 0.0,
            },
        }),
        multisample: Default::default(),
        fragment: fragment.map(|entry_point| wgpu::FragmentState {
            module,
            entry_point: Some(entry_point),
            compilation_options: Default::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn town() -> Aabb {
        Aabb::new(Vec3::new(-80.0, -3.0, -40.0), Vec3::new(70.0, 25.0, 60.0))
    }

    fn is_inside(clip: Vec3) -> bool {
        clip.truncate().abs().max_element() <= 1.0001 && (-1e-4..=1.0001).contains(&clip.z)
    }

    #[test]
    fn the_far_layer_holds_every_corner_of_the_level() {
        for to_sun in [Vec3::Y, Vec3::new(-0.6, 0.5, 0.62).normalize(), Vec3::NEG_Z] {
            let (matrix, _) = fit_everything(town(), to_sun);
            for corner in corners(&town()) {
                assert!(
                    is_inside(matrix.transform_point3(corner)),
                    "{to_sun} {corner}"
                );
            }
        }
    }

    #[test]
    fn the_near_layer_moves_in_whole_texels() {
        let to_sun = Vec3::new(-0.6, 0.5, 0.62).normalize();
        let place = Vec3::new(3.0, 1.0, -2.0);
        let (first, cell) = fit_near(town(), place, to_sun);
        let (same, same_cell) = fit_near(town(), place + Vec3::X * 0.01, to_sun);
        assert_eq!((first, cell), (same, same_cell));
        let (moved, moved_cell) = fit_near(town(), place + Vec3::X * 9.0, to_sun);
        assert_ne!(cell, moved_cell);
        let shift =
            (moved.transform_point3(place) - first.transform_point3(place)) * SIDE as f32 / 2.0;
        assert!((shift.x - shift.x.round()).abs() < 0.01, "{shift}");
        assert!((shift.y - shift.y.round()).abs() < 0.01, "{shift}");
        assert!(is_inside(first.transform_point3(place)));
    }

    #[test]
    fn nearer_to_the_sun_is_nearer_in_depth() {
        let to_sun = Vec3::new(0.3, 0.8, 0.1).normalize();
        let (matrix, _) = fit_everything(town(), to_sun);
        let low = matrix.transform_point3(Vec3::ZERO);
        let high = matrix.transform_point3(to_sun * 5.0);
        assert!(high.z < low.z);
    }
}
