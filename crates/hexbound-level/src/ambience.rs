//! The ambient sounds of a level, as plain data. Other modules read them from a file and play them.

use strum::{EnumIter, IntoStaticStr, VariantArray};

use glam::Vec3;

/// A sound that a place always makes. It is no part of the content hash, and the simulation ignores it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ambience {
    /// The node's name.
    pub name: String,
    pub sound: AmbienceSound,
    /// The loudness factor, 0 to 1.
    pub volume: f32,
    /// The position of the sound, local, meters.
    pub position: Vec3,
    /// The distance within which the sound has full loudness, meters; it fades to nothing at twice that.
    /// `None` is heard everywhere.
    pub radius: Option<f32>,
}

/// The ambient sounds, the default first.
#[derive(Clone, Copy, Debug, EnumIter, IntoStaticStr, PartialEq, Eq, Hash, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum AmbienceSound {
    Wind,
    Hall,
    Machines,
    Water,
    Cavern,
    March,
}

impl AmbienceSound {
    /// The word for the sound in a level file.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl Ambience {
    /// The loudness factor at a position, local, meters: full within the radius, and from there linearly
    /// down to nothing at twice the radius.
    pub fn loudness_at(&self, place: Vec3) -> f32 {
        let Some(radius) = self.radius else {
            return self.volume;
        };
        let beyond = self.position.distance(place) - radius;
        self.volume * (1.0 - beyond / radius).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_heard_fully_within_its_radius_and_not_at_all_from_twice_that() {
        let mut fall = Ambience {
            name: String::from("ambience"),
            sound: AmbienceSound::Water,
            volume: 0.5,
            position: Vec3::X * 10.0,
            radius: Some(4.0),
        };
        let at = |ambience: &Ambience, x: f32| ambience.loudness_at(Vec3::X * x);
        assert_eq!([at(&fall, 10.0), at(&fall, 13.9)], [0.5, 0.5]);
        assert_eq!(at(&fall, 16.0), 0.25);
        assert_eq!([at(&fall, 18.0), at(&fall, -90.0)], [0.0, 0.0]);
        fall.radius = None;
        assert_eq!(at(&fall, 1e6), 0.5);
    }
}
