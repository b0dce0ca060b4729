//! Subtitles for sounds: the choice among those at the ear, their direction, and their duration. The choice
//! depends on events and the ear's position, not on the device; the caller provides the words.

use std::{collections::HashMap, f32::consts::FRAC_PI_4};

use glam::{Vec2, Vec3};

use super::{
    Listener, SoundKind,
    ear::{HeardKind, HeardSound},
    sound::LoopSound,
};
use hexbound_base::body::{forward, right};

/// The sounds that get subtitles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SubtitledSounds {
    #[default]
    None,
    /// The sounds around the player.
    Around,
    /// All sounds, including the player's own steps and throws.
    All,
}

/// The subtitle of one sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subtitle {
    pub kind: HeardKind,
    /// The clockwise angle from the view direction, seen from above, radians; `None` for a sound that is here
    /// or all around.
    pub bearing: Option<f32>,
    /// The opacity, 0..1.
    pub alpha: f32,
}

/// The largest number of subtitles at once; beyond that the quietest is removed.
const MAX_SUBTITLES: usize = 5;
/// The time for which a subtitle stays after its sound was last heard, seconds.
const STAY_SECONDS: f32 = 2.0;
/// The last part of [`STAY_SECONDS`], during which the subtitle fades, seconds.
const FADE_SECONDS: f32 = 0.5;
/// The minimum gain of a sound with a subtitle, about that of a place's ambience.
const MIN_GAIN: f32 = 0.03;
/// The minimum gain of a looping sound with a subtitle.
const MIN_LASTING_GAIN: f32 = 0.015;
/// The time for which a place's sound must be inaudible before it gets another subtitle, seconds.
const AWAY_SECONDS: f32 = 10.0;
/// The horizontal distance within which a source has no direction, meters.
const HERE_RADIUS: f32 = 1.0;
/// The distance within which two sources share a subtitle, meters.
const TOGETHER_RADIUS: f32 = 3.0;

/// The current subtitles, and the choice of sounds that get them.
#[derive(Debug, Default)]
pub(crate) struct Subtitles {
    wanted: SubtitledSounds,
    lines: Vec<SubtitleLine>,
    /// The sounds of places that had subtitles, with the time since each was last audible, seconds.
    places: HashMap<LoopSound, f32>,
}

#[derive(Debug)]
struct SubtitleLine {
    sound: HeardSound,
    /// The time since the sound was last heard, seconds.
    age: f32,
}

impl Subtitles {
    /// Selects the sounds that get subtitles.
    pub(crate) fn select(&mut self, wanted: SubtitledSounds) {
        if self.wanted != wanted {
            *self = Self {
                wanted,
                ..Self::default()
            };
        }
    }

    /// Returns whether any sounds get subtitles.
    pub(crate) fn are_enabled(&self) -> bool {
        self.wanted != SubtitledSounds::None
    }

    /// Receives the sounds at the ear, `seconds` after the last call.
    pub(crate) fn advance(
        &mut self,
        heard: impl Iterator<Item = HeardSound>,
        listener: Listener,
        seconds: f32,
    ) {
        if !self.are_enabled() {
            return;
        }
        let seconds = seconds.max(0.0);
        for line in &mut self.lines {
            line.age += seconds;
        }
        self.lines.retain(|line| line.age < STAY_SECONDS);
        for away in self.places.values_mut() {
            *away += seconds;
        }
        for sound in heard {
            if self.needs_subtitle(&sound) {
                self.add_or_renew(sound, listener);
            }
        }
    }

    /// The subtitles, the oldest first, with directions relative to `listener`.
    pub(crate) fn shown(&self, listener: Listener) -> impl Iterator<Item = Subtitle> {
        self.lines.iter().map(move |line| Subtitle {
            kind: line.sound.kind,
            bearing: (line.sound.position).and_then(|it| bearing_of(it, listener)),
            alpha: ((STAY_SECONDS - line.age) / FADE_SECONDS).clamp(0.0, 1.0),
        })
    }

    /// Returns whether a sound is wanted, loud enough, and new. Records when the sound of a place is audible.
    fn needs_subtitle(&mut self, sound: &HeardSound) -> bool {
        if !(self.wanted == SubtitledSounds::All || is_around_player(sound.kind)) {
            return false;
        }
        match sound.kind {
            // The player has just pressed the key for it.
            HeardKind::Once(SoundKind::InterfaceChoose | SoundKind::InterfaceBack)
            | HeardKind::Lasting(LoopSound::Room) => false,
            HeardKind::Once(_) => sound.gain >= MIN_GAIN,
            HeardKind::Lasting(LoopSound::BallAir | LoopSound::BallRoll) => {
                sound.gain >= MIN_LASTING_GAIN
            }
            HeardKind::Lasting(place) => sound.gain >= MIN_LASTING_GAIN && self.mark_audible(place),
        }
    }

    /// Records that the sound of a place is audible. Returns whether the sound was inaudible for a while.
    fn mark_audible(&mut self, place: LoopSound) -> bool {
        let away = self.places.insert(place, 0.0);
        away.is_none_or(|away| away > AWAY_SECONDS)
    }

    /// Renews the line of the same sound from the same direction, or adds a line.
    fn add_or_renew(&mut self, sound: HeardSound, listener: Listener) {
        let is_same = |line: &&mut SubtitleLine| {
            line.sound.kind == sound.kind
                && is_same_bearing(line.sound.position, sound.position, listener)
        };
        if let Some(line) = self.lines.iter_mut().find(is_same) {
            if line.age > 0.0 || sound.gain > line.sound.gain {
                line.sound = sound;
            }
            line.age = 0.0;
            return;
        }
        self.lines.push(SubtitleLine { sound, age: 0.0 });
        if self.lines.len() > MAX_SUBTITLES {
            let quietest = (0..self.lines.len())
                .min_by(|a, b| self.lines[*a].weight().total_cmp(&self.lines[*b].weight()));
            quietest.map(|index| self.lines.remove(index));
        }
    }
}

impl SubtitleLine {
    /// The remaining weight of the line: a sound counts less as it ages.
    fn weight(&self) -> f32 {
        self.sound.gain * (1.0 - self.age / STAY_SECONDS)
    }
}

/// Returns whether a sound is none of those that the player's own movement and throws make.
fn is_around_player(kind: HeardKind) -> bool {
    !matches!(
        kind,
        HeardKind::Once(
            SoundKind::Footstep
                | SoundKind::Jump
                | SoundKind::LandSoft
                | SoundKind::LandHard
                | SoundKind::Bump
                | SoundKind::Throw
        ) | HeardKind::Lasting(LoopSound::BallAir)
    )
}

/// The clockwise angle of a position from the view direction, seen from above, radians; `None` within
/// [`HERE_RADIUS`].
fn bearing_of(position: Vec3, listener: Listener) -> Option<f32> {
    let offset = position - listener.position;
    let flat = Vec2::new(offset.x, offset.z);
    if !flat.is_finite() || flat.length() < HERE_RADIUS || !listener.yaw.is_finite() {
        return None;
    }
    let (aside, ahead) = (right(listener.yaw), forward(listener.yaw));
    Some(offset.dot(aside).atan2(offset.dot(ahead)))
}

/// Returns whether two positions are near each other or in about the same direction from the listener.
fn is_same_bearing(one: Option<Vec3>, other: Option<Vec3>, listener: Listener) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return one == other;
    };
    if one.distance(other) < TOGETHER_RADIUS {
        return true;
    }
    match (bearing_of(one, listener), bearing_of(other, listener)) {
        (Some(one), Some(other)) => Vec2::from_angle(one - other).x > FRAC_PI_4.cos(),
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use strum::IntoEnumIterator;

    use super::*;
    use crate::{mix::mix_of, volumes::Category};
    use hexbound_base::words::check_family;
    use test_support::session;

    #[test]
    fn every_subtitled_sound_and_no_other_has_a_message() {
        let is_of_menus = |kind: &SoundKind| mix_of(*kind).category == Category::Interface;
        let once = SoundKind::iter();
        let once = once.filter(|kind| !is_of_menus(kind)).map(HeardKind::Once);
        let lasting = LoopSound::all().filter(|it| *it != LoopSound::Room);
        let lasting = lasting.map(HeardKind::Lasting);
        check_family("subtitle", once.chain(lasting).map(HeardKind::name));
    }

    /// Parses a sound from its name, its position and its gain.
    fn heard(words: &str) -> HeardSound {
        let (name, numbers) = words.split_once(' ').expect("a name");
        let lasting = LoopSound::all().map(HeardKind::Lasting);
        let mut all = SoundKind::iter().map(HeardKind::Once).chain(lasting);
        let numbers = numbers.split(' ').map(|it| it.parse().expect("a number"));
        let [x, y, z, gain] = numbers.collect::<Vec<f32>>()[..] else {
            panic!("{words}");
        };
        HeardSound {
            kind: all.find(|it| it.name() == name).expect("a sound"),
            position: Some(Vec3::new(x, y, z)),
            gain,
        }
    }

    fn describe(subtitle: Subtitle) -> String {
        let bearing = match subtitle.bearing {
            Some(bearing) => format!("at {:.0}°", bearing.to_degrees()),
            None => String::from("here"),
        };
        format!("{} {bearing} {:.2}", subtitle.kind.name(), subtitle.alpha)
    }

    /// Returns the subtitles after each line: `want WHICH`, `turn YAW`, or seconds and the sounds heard after
    /// them, with an optional count of repetitions.
    fn answer(lines: &str) -> String {
        let (mut subtitles, mut listener) = (Subtitles::default(), Listener::default());
        let mut said = String::new();
        for line in lines.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("want", "all") => subtitles.select(SubtitledSounds::All),
                ("want", "around") => subtitles.select(SubtitledSounds::Around),
                ("turn", yaw) => listener.yaw = yaw.parse().expect("a yaw"),
                (seconds, sounds) => {
                    let (times, seconds) = seconds.split_once('x').unwrap_or(("1", seconds));
                    let sounds = sounds.split(", ").filter(|it| !it.is_empty());
                    let sounds: Vec<HeardSound> = sounds.map(heard).collect();
                    for _ in 0..times.parse().expect("a number of times") {
                        let seconds = seconds.parse().expect("seconds");
                        subtitles.advance(sounds.iter().copied(), listener, seconds);
                    }
                }
            }
            let shown: Vec<String> = subtitles.shown(listener).map(describe).collect();
            said += &format!("{line}: {}\n", shown.join(", "));
        }
        said
    }

    #[test]
    fn sessions_of_sounds_give_the_recorded_subtitles() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/subtitles.txt");
        session::play_by(&file, answer);
    }
}
