//! The volumes that the player sets: one for each kind of sound, and one for all.

/// The volumes that the player sets: 0 is silence, 1 is as mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volumes {
    /// The volume of everything.
    pub master: f32,
    /// The volume of events in the world.
    pub effects: f32,
    /// The volume of steps, jumps and landings.
    pub steps: f32,
    /// The volume of wind, rooms and the sounds of places.
    pub ambience: f32,
    /// The volume of menus.
    pub interface: f32,
    /// The volume of the music.
    pub music: f32,
}

impl Default for Volumes {
    /// Everything as mixed, without music.
    fn default() -> Self {
        Self {
            master: 1.0,
            effects: 1.0,
            steps: 1.0,
            ambience: 1.0,
            interface: 1.0,
            music: 0.0,
        }
    }
}

/// The kinds of sounds with their own volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    Effects,
    Steps,
    Ambience,
    Interface,
    Music,
}

impl Category {
    /// All categories in their order.
    pub(crate) const ALL: [Self; 5] = [
        Self::Effects,
        Self::Steps,
        Self::Ambience,
        Self::Interface,
        Self::Music,
    ];

    /// Returns whether the category belongs to the world, which is silent while the game is paused.
    pub(crate) fn is_of_world(self) -> bool {
        matches!(self, Self::Effects | Self::Steps | Self::Ambience)
    }
}

impl Volumes {
    /// The volumes of the categories, in their order.
    pub(crate) fn by_category(&self) -> [f32; Category::ALL.len()] {
        let [effects, steps, ambience] = [self.effects, self.steps, self.ambience];
        [effects, steps, ambience, self.interface, self.music].map(playable)
    }
}

/// A volume within 0..1; NaN becomes 1.
pub(crate) fn playable(volume: f32) -> f32 {
    match volume.is_nan() {
        true => 1.0,
        false => volume.clamp(0.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SoundKind, mix::mix_of};

    #[test]
    fn every_category_has_its_own_volume() {
        let volumes = Volumes {
            master: 0.9,
            effects: 0.1,
            steps: 0.2,
            ambience: 0.3,
            interface: 0.4,
            music: 0.5,
        };
        let of = |category: Category| volumes.by_category()[category as usize];
        let of_kind = |kind: SoundKind| of(mix_of(kind).category);
        assert_eq!(of_kind(SoundKind::Explosion), 0.1);
        assert_eq!(of_kind(SoundKind::LandHard), 0.2);
        assert_eq!(of(Category::Ambience), 0.3);
        assert_eq!(of_kind(SoundKind::InterfaceMove), 0.4);
        assert_eq!(of(Category::Music), 0.5);
    }
}
