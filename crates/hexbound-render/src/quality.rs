//! The quality of a frame as plain values, with presets. The renderer applies it at its creation and after
//! each change. The preset for a device is chosen elsewhere.

use strum::{Display, EnumString};
use thiserror::Error;

/// The quality settings of a frame. Each setting applies to the whole frame, so that frames of one quality
/// always look alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// The width and height of the scene, as a share of the frame's, 0.5 to 2. The interface always has the
    /// frame's own size.
    pub render_scale: f32,
    /// The number of samples per pixel at triangle edges: 1 or 4. Devices without multisampling use 1. With
    /// 1, `smoothing` smooths these edges, too.
    pub samples: u32,
    /// The side of each of the sun's shadow maps, 256 to 4096 texels.
    pub shadow_side: u32,
    /// The number of the sun's shadow maps, 2 to 4. The last covers the whole level, and the others cover the
    /// surroundings of the eye.
    pub shadow_maps: u32,
    /// True if the edges of the sun's shadows are filtered over three texels instead of two.
    pub soft_shadows: bool,
    /// True if contact shade is sampled at two distances from a surface instead of one.
    pub fine_contact_shade: bool,
    /// True if ambient light is baked, with contact shade and haze, instead of uniform.
    pub indirect_light: bool,
    /// True if polished surfaces reflect the level instead of the ambient light.
    pub reflections: bool,
    /// True if rough surfaces without textures get a fine grain.
    pub grain: bool,
    /// True if bright objects have a glow around them.
    pub bloom: bool,
    /// True if isolated pixels, and edges with one sample per pixel, are smoothed in the finished scene.
    pub smoothing: bool,
    /// The share of the sparks, smoke and dust that is drawn, 0 to 1.
    pub particles: f32,
    /// The distance from the eye at which a lamp's light has faded out, meters; infinity for never.
    pub lamp_view: f32,
}

impl Quality {
    /// The quality for software drivers and the weakest devices.
    pub const LOW: Self = Self {
        render_scale: 0.67,
        samples: 1,
        shadow_maps: 3,
        fine_contact_shade: false,
        reflections: false,
        bloom: false,
        particles: 0.5,
        lamp_view: 80.0,
        ..Self::HIGH
    };
    /// The quality for devices of older computers.
    pub const MEDIUM: Self = Self {
        render_scale: 0.75,
        shadow_maps: 3,
        lamp_view: 120.0,
        ..Self::HIGH
    };
    /// The default quality of images.
    pub const HIGH: Self = Self {
        render_scale: 1.0,
        samples: 4,
        shadow_side: 1024,
        shadow_maps: 4,
        soft_shadows: true,
        fine_contact_shade: true,
        indirect_light: true,
        reflections: true,
        grain: true,
        bloom: true,
        smoothing: true,
        particles: 1.0,
        lamp_view: f32::INFINITY,
    };
    /// The quality for fast devices: four times the shadow texels, and more than twice the pixels.
    pub const ULTRA: Self = Self {
        render_scale: 1.5,
        shadow_side: 2048,
        ..Self::HIGH
    };

    /// The size of the scene for a frame of the size `picture`, pixels; each side is at most `max_side`.
    pub(crate) fn scene_size(&self, picture: [u32; 2], max_side: u32) -> [u32; 2] {
        picture.map(|side| ((side as f32 * self.render_scale).round() as u32).clamp(1, max_side))
    }

    /// The quality with every number clamped to its range.
    pub(crate) fn within_range(self) -> Self {
        Self {
            render_scale: self.render_scale.clamp(0.5, 2.0),
            samples: if self.samples > 1 { 4 } else { 1 },
            shadow_side: self.shadow_side.clamp(256, 4096),
            shadow_maps: self.shadow_maps.clamp(2, 4),
            particles: self.particles.clamp(0.0, 1.0),
            lamp_view: self.lamp_view.max(10.0),
            ..self
        }
    }
}

impl Default for Quality {
    fn default() -> Self {
        Self::HIGH
    }
}

/// A named quality, as typed and stored.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, PartialEq, Eq, PartialOrd, Ord)]
#[strum(serialize_all = "lowercase", parse_err_ty = NoSuchPreset, parse_err_fn = NoSuchPreset::from)]
pub enum Preset {
    /// [`Quality::LOW`].
    Low,
    /// [`Quality::MEDIUM`].
    Medium,
    /// [`Quality::HIGH`].
    #[default]
    High,
    /// [`Quality::ULTRA`].
    Ultra,
}

impl Preset {
    /// All presets, the cheapest first.
    pub const ALL: [Self; 4] = [Self::Low, Self::Medium, Self::High, Self::Ultra];

    /// The quality of the preset.
    pub fn quality(self) -> Quality {
        match self {
            Self::Low => Quality::LOW,
            Self::Medium => Quality::MEDIUM,
            Self::High => Quality::HIGH,
            Self::Ultra => Quality::ULTRA,
        }
    }

    /// The preset of a quality, if there is one.
    pub fn of(quality: &Quality) -> Option<Self> {
        (Self::ALL.into_iter()).find(|preset| preset.quality() == *quality)
    }
}

/// A name without a preset.
#[derive(Debug, Error)]
#[error("there is no quality {0:?}; there are low, medium, high and ultra")]
pub struct NoSuchPreset(String);

impl From<&str> for NoSuchPreset {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_found_by_its_name_and_within_its_range() {
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse::<Preset>().unwrap(), preset);
            assert_eq!(preset.quality().within_range(), preset.quality());
            assert_eq!(Preset::of(&preset.quality()), Some(preset));
        }
        let said = "best".parse::<Preset>().unwrap_err().to_string();
        assert!(said.contains("best") && said.contains("ultra"), "{said}");
    }

    #[test]
    fn a_scene_has_its_share_of_the_picture_and_never_no_pixel() {
        assert_eq!(Quality::LOW.scene_size([1280, 720], 8192), [858, 482]);
        assert_eq!(Quality::HIGH.scene_size([1281, 721], 8192), [1281, 721]);
        assert_eq!(Quality::LOW.scene_size([1, 1], 8192), [1, 1]);
        assert_eq!(Quality::ULTRA.scene_size([6000, 100], 8192), [8192, 150]);
    }

    #[test]
    fn numbers_out_of_range_are_brought_within() {
        let odd = Quality {
            render_scale: 0.01,
            samples: 3,
            shadow_side: 7,
            shadow_maps: 9,
            particles: -1.0,
            lamp_view: 0.0,
            ..Quality::HIGH
        };
        let near = odd.within_range();
        assert_eq!((near.render_scale, near.samples), (0.5, 4));
        assert_eq!((near.shadow_side, near.shadow_maps), (256, 4));
        assert_eq!((near.particles, near.lamp_view), (0.0, 10.0));
    }
}
