//! The uniforms that all passes of a frame share, and their binding.

use bytemuck::Zeroable;
use glam::{Mat4, Quat, Vec2, Vec3, camera::rh};

use crate::{
    Frame,
    buffer_struct::buffer_struct,
    device::bindings::UniformBinding,
    frame::targets::Targets,
    lighting::{
        ambient_occluders::{MAX_OCCLUDERS, Occluder},
        flashes::{Flash, MAX_FLASHES},
    },
};
use hexbound_light::Sky;

/// The distance of the near plane, meters: less than the eye's least distance from a wall.
const NEAR_PLANE: f32 = 0.04;

buffer_struct! {
    /// The uniforms of a frame; shaders/common.wgsl explains each field.
    pub(crate) struct Globals {
        pub view_projection: Mat4,
        pub to_direction: Mat4,
        pub eye: Vec3,
        pub seconds: f32,
        pub to_sun: Vec3,
        pub exposure: f32,
        pub sun_color: Vec3,
        pub explosion_glow: f32,
        pub zenith: Vec3,
        pub inverse_haze_height: f32,
        pub horizon: Vec3,
        pub haze_density: f32,
        pub ground: Vec3,
        pub haze_base: f32,
        pub viewport: Vec2,
        pub tan_half_field: f32,
        pub crosshair: f32,
        pub shadow_turn: Mat4,
        pub shadow_scale: [f32; 4],
        pub shadow_x: [f32; 4],
        pub shadow_y: [f32; 4],
        pub shadow_top: [f32; 4],
        pub shadow_depth: [f32; 4],
        pub shadow_lift: [f32; 4],
        pub shadow_texel: f32,
        pub shadow_half_side: f32,
        pub shadow_end: f32,
        pub shadow_blend: f32,
        pub probe_scale: Vec3,
        pub probe_spacing: f32,
        pub probe_offset: Vec3,
        pub field_first_sample: f32,
        pub field_scale: Vec3,
        pub field_span: f32,
        pub field_offset: Vec3,
        pub field_zero: f32,
        pub picture: Vec2,
        pub last_cascade: f32,
        pub occluder_count: f32,
        pub flash_count: f32,
        pub padding: [f32; 3],
        pub occluders: [Occluder; MAX_OCCLUDERS],
        pub flashes: [Flash; MAX_FLASHES],
    }
}

/// The effect of the light around the eye on the frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EyeLight {
    pub exposure: f32,
    /// The visible share of the sky around the eye: 0 for none, 1 in the open. Haze depends on it.
    pub sky_visibility: f32,
}

impl Globals {
    /// The camera, the sky and the exposure. Shadows, baked light and flashes are filled in by their own
    /// modules.
    pub(crate) fn new(frame: &Frame<'_>, targets: &Targets, sky: &Sky, eye: EyeLight) -> Self {
        let viewport = Vec2::from(targets.size.map(|side| side as f32));
        let picture = Vec2::from(targets.picture.map(|side| side as f32));
        let field = frame.field_of_view.clamp(0.05, 3.0);
        let projection = rh::proj::directx::perspective_infinite_reverse(
            field,
            picture.x / picture.y,
            NEAR_PLANE,
        );
        let turn = Quat::from_rotation_y(frame.view.yaw) * Quat::from_rotation_x(frame.view.pitch);
        let rotation = Mat4::from_quat(turn.inverse());
        let view = rotation * Mat4::from_translation(-frame.view.eye);
        Self {
            view_projection: projection * view,
            to_direction: (projection * rotation).inverse(),
            eye: frame.view.eye,
            seconds: frame.seconds,
            to_sun: sky.to_sun,
            exposure: eye.exposure,
            sun_color: sky.sun_color,
            zenith: sky.zenith,
            inverse_haze_height: 1.0 / sky.haze_height,
            horizon: sky.horizon,
            haze_density: sky.fog_density * eye.sky_visibility,
            ground: sky.ground,
            haze_base: sky.haze_base,
            viewport,
            picture,
            tan_half_field: (field * 0.5).tan(),
            crosshair: frame.crosshair,
            ..Self::zeroed()
        }
    }
}

/// The binding of [`Globals`].
pub(crate) type GlobalsBinding = UniformBinding<Globals>;

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::{EYE_HEIGHT, HALF_HEIGHT};

    #[test]
    fn the_near_plane_cuts_into_nothing_that_the_body_touches() {
        // The widest view that the settings allow, at the aspect ratio for which they state it.
        let up = 60.0_f32.to_radians().tan() / (16.0 / 9.0);
        let to_ceiling = 2.0 * HALF_HEIGHT - EYE_HEIGHT;
        for shape in [4.0 / 3.0, 16.0 / 9.0, 21.0 / 9.0, 32.0 / 9.0] {
            let corner = NEAR_PLANE * Vec3::new(up * shape, up, 1.0).length();
            assert!(corner < to_ceiling, "{shape}: {corner} m");
        }
    }
}
