//! The kinds of sounds: their causes and surfaces, and the lasting ones.

use hexbound_level::{AmbienceSound, SurfaceKind};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

/// The cause of a sound.
#[derive(Clone, Copy, Debug, EnumIter, Hash, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "snake_case")]
pub enum SoundKind {
    Footstep,
    Jump,
    LandSoft,
    LandHard,
    Bump,
    Throw,
    Bounce,
    Explosion,
    WalkerStep,
    WalkerNotice,
    WalkerShove,
    WalkerRung,
    WalkerFelled,
    WalkerDown,
    Respawn,
    TargetLit,
    TargetRung,
    MoverPlayed,
    Checkpoint,
    Refill,
    EmptyHand,
    Finished,
    InterfaceMove,
    InterfaceChoose,
    InterfaceBack,
}

/// A sound, which may have several variants on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sound {
    kind: SoundKind,
    /// The surface; stone if the kind sounds the same on every surface.
    surface: SurfaceKind,
}

impl SoundKind {
    /// The kinds with a sound for every surface.
    const BY_SURFACE: [SoundKind; 3] =
        [SoundKind::Footstep, SoundKind::LandHard, SoundKind::Bounce];

    /// The name of the kind's files on stone.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

impl Sound {
    /// The sound of `kind` on `surface`. Only stone distinguishes a soft landing from a hard one.
    pub fn on(kind: SoundKind, surface: SurfaceKind) -> Self {
        let of_surface = match kind {
            SoundKind::LandSoft => SoundKind::LandHard,
            other => other,
        };
        if surface == SurfaceKind::Stone || !SoundKind::BY_SURFACE.contains(&of_surface) {
            return Self::from(kind);
        }
        Self {
            kind: of_surface,
            surface,
        }
    }

    /// All sounds that may have files.
    pub fn all() -> impl Iterator<Item = Sound> {
        let others = SurfaceKind::iter();
        let on_others = others
            .filter(|surface| *surface != SurfaceKind::Stone)
            .flat_map(|surface| SoundKind::BY_SURFACE.map(|kind| Self { kind, surface }));
        SoundKind::iter().map(Self::from).chain(on_others)
    }

    /// The kind of the sound.
    pub fn kind(self) -> SoundKind {
        self.kind
    }

    /// The name of the sound's files, which are `name_1.wav`, `name_2.wav` and so on.
    pub fn name(self) -> String {
        if self.surface == SurfaceKind::Stone {
            return String::from(self.kind.name());
        }
        let kind = match self.kind {
            SoundKind::LandHard => "land",
            other => other.name(),
        };
        format!("{kind}_{}", self.surface.name())
    }
}

/// A looping sound: its end leads to its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopSound {
    /// A sound of a place; the wind is also heard in the open.
    Place(AmbienceSound),
    /// The room tone of a closed room.
    Room,
    /// A ball in flight.
    BallAir,
    /// A ball that rolls.
    BallRoll,
}

impl LoopSound {
    /// All looping sounds.
    pub fn all() -> impl Iterator<Item = Self> {
        let places = AmbienceSound::iter().map(Self::Place);
        places.chain([Self::Room, Self::BallAir, Self::BallRoll])
    }

    /// The name of the sound's file, without the extension.
    pub fn name(self) -> String {
        match self {
            Self::Place(sound) => format!("ambience_{}", sound.word()),
            Self::Room => String::from("ambience_room"),
            Self::BallAir => String::from("ball_air"),
            Self::BallRoll => String::from("ball_roll"),
        }
    }
}

impl From<SoundKind> for Sound {
    /// The sound of a kind on stone.
    fn from(kind: SoundKind) -> Self {
        Self {
            kind,
            surface: SurfaceKind::Stone,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_sound_has_a_name_of_its_own() {
        let names: BTreeSet<String> = Sound::all().map(Sound::name).collect();
        assert_eq!(names.len(), 40);
        assert!(names.contains("land_soft") && names.contains("land_water"));
    }

    #[test]
    fn every_loop_has_a_name_of_its_own() {
        let names: BTreeSet<String> = LoopSound::all().map(LoopSound::name).collect();
        assert_eq!(names.len(), LoopSound::all().count());
        assert!(names.contains("ambience_water"));
    }

    #[test]
    fn a_surface_matters_where_there_is_a_sound_for_it() {
        let on_wood = |kind| Sound::on(kind, SurfaceKind::Wood).name();
        assert_eq!(on_wood(SoundKind::Footstep), "footstep_wood");
        assert_eq!(on_wood(SoundKind::LandSoft), "land_wood");
        assert_eq!(on_wood(SoundKind::Explosion), "explosion");
        let soft = Sound::on(SoundKind::LandSoft, SurfaceKind::Stone);
        assert_eq!(soft.name(), "land_soft");
    }
}
