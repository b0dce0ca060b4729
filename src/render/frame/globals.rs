//! The numbers that every pass of one picture shares, and where they are bound.

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Quat, Vec3, camera::rh};

use crate::{
    bake::Sky,
    render::{Frame, Gpu},
};

/// Meters. Nearer than the eye ever comes to a wall.
const NEAR_PLANE: f32 = 0.04;

/// `Globals` of shaders/common.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Globals {
    pub view_projection: Mat4,
    pub to_direction: Mat4,
    pub eye: [f32; 4],
    pub sun_direction: [f32; 4],
    pub sun_color: [f32; 4],
    pub zenith: [f32; 4],
    pub horizon: [f32; 4],
    pub ground: [f32; 4],
    pub viewport: [f32; 4],
    pub shadow_turn: Mat4,
    pub shadow_scale: [f32; 4],
    pub shadow_x: [f32; 4],
    pub shadow_y: [f32; 4],
    pub shadow_top: [f32; 4],
    pub shadow_depth: [f32; 4],
    pub shadow_lift: [f32; 4],
    pub shadow_texels: [f32; 4],
    pub shadow_last: [f32; 4],
    pub probe_scale: [f32; 4],
    /// The last is the count of flashes.
    pub probe_offset: [f32; 4],
    pub field_scale: [f32; 4],
    pub field_offset: [f32; 4],
    /// What 0 in the distance field stands for, and the count of bodies.
    pub around: [f32; 4],
    pub bodies: [[f32; 4]; MAX_OCCLUDERS],
    pub flashes: [[f32; 4]; 2 * MAX_FLASHES],
}

/// What the light about the eye does to the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EyeLight {
    pub exposure: f32,
    /// 0 where no sky is about, 1 in the open: haze is of the open.
    pub openness: f32,
}

/// Explosions that light their surroundings, at most.
pub(crate) const MAX_FLASHES: usize = 4;
/// Balls and props that keep light from their surroundings, at most.
pub(crate) const MAX_OCCLUDERS: usize = 16;

impl Globals {
    /// Shadows, baked light and flashes are described by those who own them.
    pub fn new(frame: &Frame<'_>, size: [u32; 2], sky: &Sky, eye: EyeLight) -> Self {
        let [width, height] = size.map(|side| side as f32);
        let field = frame.field_of_view.clamp(0.05, 3.0);
        let projection =
            rh::proj::directx::perspective_infinite_reverse(field, width / height, NEAR_PLANE);
        let view = view_rotation(frame) * Mat4::from_translation(-frame.view.eye);
        Self {
            view_projection: projection * view,
            to_direction: (projection * view_rotation(frame)).inverse(),
            eye: frame.view.eye.extend(frame.seconds).to_array(),
            sun_direction: sky.to_sun.extend(eye.exposure).to_array(),
            sun_color: sky.sun_color.extend(0.0).to_array(),
            zenith: sky.zenith.extend(1.0 / sky.haze_height).to_array(),
            horizon: (sky.horizon)
                .extend(sky.fog_density * eye.openness)
                .to_array(),
            ground: sky.ground.extend(sky.haze_base).to_array(),
            viewport: [
                width,
                height,
                (field * 0.5).tan(),
                f32::from(u8::from(frame.crosshair)),
            ],
            ..Self::zeroed()
        }
    }
}

fn view_rotation(frame: &Frame<'_>) -> Mat4 {
    Mat4::from_quat(turn(frame).inverse())
}

/// The way the eye looks.
pub(crate) fn forward(frame: &Frame<'_>) -> Vec3 {
    turn(frame) * Vec3::NEG_Z
}

fn turn(frame: &Frame<'_>) -> Quat {
    Quat::from_rotation_y(frame.view.yaw) * Quat::from_rotation_x(frame.view.pitch)
}

/// The buffer of [`Globals`] with its bind group.
pub(crate) struct GlobalsBinding {
    buffer: wgpu::Buffer,
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
}

impl GlobalsBinding {
    pub fn new(gpu: &Gpu) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("globals"),
            size: size_of::<Globals>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let layout = gpu
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some("globals"),
                entries: &[wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                    ty: wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset: false,
                        min_binding_size: None,
                    },
                    count: None,
                }],
            });
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("globals"),
            layout: &layout,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: buffer.as_entire_binding(),
            }],
        });
        Self {
            buffer,
            layout,
            group,
        }
    }

    pub fn write(&self, gpu: &Gpu, globals: &Globals) {
        gpu.queue
            .write_buffer(&self.buffer, 0, bytemuck::bytes_of(globals));
    }
}
