//! From ray hits to the acoustics of a place: pure arithmetic.

use super::survey::{EchoHit, SURVEY_RAYS, direction};
use hexbound_level::SurfaceKind;

/// The acoustic properties of a place, measured by the rays from the ear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Space {
    /// The share of directions without a hit: 0 in a closed room, 1 on a plain. Directions far below the
    /// horizon don't count.
    pub openness: f32,
    /// The mean free path of sound between walls, meters.
    pub free_path: f32,
    /// The share of its energy that sound loses at a wall. Openings count as a total loss.
    pub absorption: f32,
    /// The share of the highs that walls absorb in addition: 0 for glass, 1 for earth.
    pub softness: f32,
}

/// The effect of a place on sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Acoustics {
    /// The openness: 0 in a closed room, 1 on a plain.
    pub openness: f32,
    /// The gain of the wind's loop.
    pub wind: f32,
    /// The gain of the room tone.
    pub room: f32,
    /// The pitch factor of the room tone; a larger room has a lower one.
    pub room_pitch: f32,
    pub reverberation: Reverberation,
}

/// The parameters of a place's reverberation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reverberation {
    /// The gain of the reverberation.
    pub level: f32,
    /// The time of decay by 60 dB (RT60), seconds.
    pub decay: f32,
    /// The frequency above which the reverberation decays faster, hertz.
    pub damping: f32,
    /// The delay before the first reflection, seconds.
    pub delay: f32,
}

/// The upward component of a direction below which a ray counts neither as open nor as closed: there is
/// always ground.
const BELOW_SLOPE: f32 = -0.25;
/// The distance assumed for a ray that hits nothing, meters.
const OPEN_RAY_LENGTH: f32 = 25.0;
/// The speed of sound, meters a second.
pub(crate) const SPEED_OF_SOUND: f32 = 343.0;
/// The gain of the wind on a plain. With the shipped loop of −22 dBFS the wind is some −47 dBFS.
const WIND_GAIN: f32 = 0.055;
/// The gain of the tone of a closed room. With the shipped loop of −22 dBFS the tone is some −47 dBFS.
const ROOM_GAIN: f32 = 0.055;
/// The openness at which wind begins and the openness of its full gain.
const WINDY_SHARES: [f32; 2] = [0.03, 0.6];
/// The fraction of the wind that comes through cracks into any room.
const DRAFT_GAIN: f32 = 0.06;
/// The gain of the reverberation of a room with 5 m between walls that absorb half of the energy.
const ECHO_GAIN: f32 = 0.22;
/// The shortest and the longest decay, seconds.
const DECAY_SECONDS: [f32; 2] = [0.2, 4.5];

impl Space {
    /// Measures a place from the hits in all directions.
    pub(super) fn of(all: &[Option<EchoHit>; SURVEY_RAYS]) -> Self {
        let (mut open, mut counted) = (0.0_f32, 0.0_f32);
        let (mut distances, mut lost, mut soft, mut walls) = (0.0, 0.0, 0.0, 0.0);
        for (index, hit) in all.iter().enumerate() {
            if direction(index).y > BELOW_SLOPE {
                counted += 1.0;
                open += if hit.is_none() { 1.0 } else { 0.0 };
            }
            distances += hit.map_or(OPEN_RAY_LENGTH, |hit| hit.distance);
            let [taken, highs] = hit.map_or([1.0, 0.0], |hit| losses_of(hit.surface));
            lost += taken;
            soft += highs;
            walls += if hit.is_some() { 1.0 } else { 0.0 };
        }
        let rays = SURVEY_RAYS as f32;
        let openness = open / counted;
        // Sound that the ground reflects escapes into the open as well.
        let kept = (1.0 - lost / rays) * (1.0 - openness);
        Self {
            openness,
            // Seen from the center of a sphere, walls are one radius away. The mean free path is 4/3 of it.
            free_path: distances / rays * (4.0 / 3.0),
            absorption: 1.0 - kept,
            softness: soft / f32::max(walls, 1.0),
        }
    }
}

impl Acoustics {
    /// The effect of a place on sound.
    pub(super) fn of(space: &Space) -> Self {
        let windy =
            smooth((space.openness - WINDY_SHARES[0]) / (WINDY_SHARES[1] - WINDY_SHARES[0]));
        let path = space.free_path.max(0.5);
        Self {
            openness: space.openness,
            wind: WIND_GAIN * (DRAFT_GAIN + (1.0 - DRAFT_GAIN) * windy),
            room: ROOM_GAIN * (1.0 - 0.85 * windy),
            room_pitch: (6.0 / path).powf(0.35).clamp(0.55, 1.5),
            reverberation: Reverberation {
                level: ECHO_GAIN
                    * ((1.0 - space.absorption) / space.absorption).sqrt()
                    * (5.0 / path).powf(0.3),
                decay: decay_of(path, space.absorption),
                damping: 9_000.0 * 0.25_f32.powf(space.softness) * (6.0 / path).powf(0.25).min(1.0),
                delay: (path / SPEED_OF_SOUND).min(0.06),
            },
        }
    }

    /// Interpolates toward another effect by `fraction`.
    pub(super) fn toward(&self, other: &Self, fraction: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * fraction;
        Self {
            openness: mix(self.openness, other.openness),
            wind: mix(self.wind, other.wind),
            room: mix(self.room, other.room),
            room_pitch: mix(self.room_pitch, other.room_pitch),
            reverberation: self.reverberation.toward(&other.reverberation, fraction),
        }
    }
}

impl Default for Reverberation {
    /// No reverberation.
    fn default() -> Self {
        Self {
            level: 0.0,
            decay: 0.5,
            damping: 6_000.0,
            delay: 0.01,
        }
    }
}

impl Reverberation {
    /// Interpolates toward another reverberation by `fraction`.
    pub(crate) fn toward(&self, other: &Self, fraction: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * fraction;
        Self {
            level: mix(self.level, other.level),
            decay: mix(self.decay, other.decay),
            damping: mix(self.damping, other.damping),
            delay: mix(self.delay, other.delay),
        }
    }
}

/// The RT60 by Eyring's formula, seconds. `free_path` is the mean free path, meters, and `absorption` the
/// share of energy lost at each wall.
fn decay_of(free_path: f32, absorption: f32) -> f32 {
    let losses = -(1.0 - absorption.min(0.99)).ln();
    (0.040_25 * free_path / losses).clamp(DECAY_SECONDS[0], DECAY_SECONDS[1])
}

/// The share of the energy that a surface absorbs, with joints, dust and furniture as in real rooms, and the
/// share of the highs that it absorbs in addition.
fn losses_of(surface: SurfaceKind) -> [f32; 2] {
    match surface {
        SurfaceKind::Stone => [0.10, 0.2],
        SurfaceKind::Metal | SurfaceKind::Glass => [0.08, 0.0],
        SurfaceKind::Wood => [0.18, 0.5],
        SurfaceKind::Water => [0.06, 0.2],
        SurfaceKind::Earth => [0.40, 1.0],
    }
}

/// Rises from 0 to 1, level at both ends.
fn smooth(fraction: f32) -> f32 {
    let fraction = fraction.clamp(0.0, 1.0);
    fraction * fraction * (3.0 - 2.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(distance: f32, surface: SurfaceKind) -> Acoustics {
        let hit = Some(EchoHit { distance, surface });
        Acoustics::of(&Space::of(&[hit; SURVEY_RAYS]))
    }

    /// The acoustics at eye height over flat ground under an open sky.
    fn plain() -> Acoustics {
        let ground = |index: usize| {
            let down = -direction(index).y;
            let distance = 1.65 / down;
            let hit = EchoHit {
                distance,
                surface: SurfaceKind::Stone,
            };
            (down > 0.0 && distance < 70.0).then_some(hit)
        };
        Acoustics::of(&Space::of(&std::array::from_fn(ground)))
    }

    #[test]
    fn eyrings_formula_gives_the_decay_of_known_rooms() {
        // A cube of 6 m: mean free path 4 m. A tenth lost: 1.53 s; half lost: 0.23 s.
        assert!((decay_of(4.0, 0.1) - 1.528).abs() < 0.01);
        assert!((decay_of(4.0, 0.5) - 0.232).abs() < 0.01);
        assert_eq!(decay_of(400.0, 0.01), DECAY_SECONDS[1]);
        assert_eq!(decay_of(0.5, 1.0), DECAY_SECONDS[0]);
    }

    #[test]
    fn a_closed_room_has_its_tone_and_answer_and_no_wind() {
        let room = room(4.0, SurfaceKind::Stone);
        assert_eq!(room.openness, 0.0);
        assert!(room.room > 0.9 * ROOM_GAIN && room.wind < 0.1 * WIND_GAIN);
        assert!((1.5..2.5).contains(&room.reverberation.decay), "{room:?}");
        assert!(room.reverberation.level > 0.3);
    }

    #[test]
    fn a_plain_has_wind_and_hardly_an_answer() {
        let plain = plain();
        assert!(plain.openness > 0.75, "{plain:?}");
        assert!(plain.wind > 0.9 * WIND_GAIN && plain.room < 0.3 * ROOM_GAIN);
        assert!(plain.reverberation.level < 0.1);
        assert!(plain.reverberation.decay < 0.8);
    }

    #[test]
    fn a_larger_room_answers_later_and_longer_and_sounds_deeper() {
        let [small, large] = [2.0, 12.0].map(|distance| room(distance, SurfaceKind::Stone));
        assert!(large.reverberation.decay > 2.0 * small.reverberation.decay);
        assert!(large.reverberation.delay > 4.0 * small.reverberation.delay);
        assert!(large.room_pitch < small.room_pitch);
    }

    #[test]
    fn earth_swallows_what_stone_gives_back() {
        let [stone, earth] = [SurfaceKind::Stone, SurfaceKind::Earth].map(|it| room(4.0, it));
        assert!(earth.reverberation.decay < 0.4 * stone.reverberation.decay);
        assert!(earth.reverberation.level < 0.6 * stone.reverberation.level);
        assert!(earth.reverberation.damping < 0.5 * stone.reverberation.damping);
    }

    #[test]
    fn nowhere_is_silent_and_openness_changes_it_evenly() {
        let mut before = 0.0;
        for open in 0..=SURVEY_RAYS {
            let hit = EchoHit {
                distance: 5.0,
                surface: SurfaceKind::Stone,
            };
            let all = std::array::from_fn(|at| (at >= open).then_some(hit));
            let acoustics = Acoustics::of(&Space::of(&all));
            assert!(acoustics.wind + acoustics.room > 0.5 * WIND_GAIN, "{open}");
            assert!(acoustics.wind >= before);
            before = acoustics.wind;
            let answer = acoustics.reverberation;
            let numbers = [answer.level, answer.decay, answer.damping, answer.delay];
            let is_number = |number: &f32| number.is_finite() && *number >= 0.0;
            assert!(numbers.iter().all(is_number), "{numbers:?}");
        }
    }

    #[test]
    fn part_of_the_way_is_between() {
        let (from, to) = (plain(), room(5.0, SurfaceKind::Wood));
        assert_eq!(from.toward(&to, 0.0), from);
        let half = from.toward(&to, 0.5);
        assert!(half.wind < from.wind && half.wind > to.wind);
        assert!(half.reverberation.decay > from.reverberation.decay.min(to.reverberation.decay));
    }
}
