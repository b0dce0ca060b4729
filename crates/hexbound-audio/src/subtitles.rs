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

/// A sound in a subtitle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subtitle {
    pub kind: HeardKind,
    /// The clockwise angle from the view direction, seen from above, radians; `None` for a sound that is here
    /// or all around.
    pub side: Option<f32>,
    /// The opacity, 0..1.
    pub alpha: f32,
}

/// The most subtitles at once; beyond that the quietest is removed.
const MAX_SUBTITLES: usize = 5;
/// The time for which a sound is reported after it was last heard, seconds.
const STAY_SECONDS: f32 = 2.0;
/// The last part of [`STAY_SECONDS`], during which the subtitle fades, seconds.
const FADE_SECONDS: f32 = 0.5;
/// The least gain of a reported sound, with shipped sounds about as loud as the ambience of a place.
const MIN_GAIN: f32 = 0.03;
/// The least gain of a reported looping sound.
const MIN_LASTING_GAIN: f32 = 0.015;
/// The time for which a place's sound has to be inaudible before it is reported again, seconds.
const AWAY_SECONDS: f32 = 10.0;
/// The horizontal distance within which a source has no direction, meters.
const HERE_RADIUS: f32 = 1.0;
/// The distance within which two sources are reported as one, meters.
const TOGETHER_RADIUS: f32 = 3.0;

/// The sounds that have subtitles now.
#[derive(Debug, Default)]
pub(crate) struct Subtitles {
    wanted: SubtitledSounds,
    lines: Vec<SubtitleLine>,
    /// The reported sounds of places, and the time since each was last audible, seconds.
    places: HashMap<LoopSound, f32>,
}

#[derive(Debug)]
struct SubtitleLine {
    sound: HeardSound,
    /// The time since the sound was last heard, seconds.
    age: f32,
}

impl Subtitles {
    /// Selects the sounds to report.
    pub(crate) fn want(&mut self, wanted: SubtitledSounds) {
        if self.wanted != wanted {
            *self = Self {
                wanted,
                ..Self::default()
            };
        }
    }

    /// Returns whether any sounds are reported.
    pub(crate) fn are_wanted(&self) -> bool {
        self.wanted != SubtitledSounds::None
    }

    /// Receives the sounds at the ear, `seconds` after the last call.
    pub(crate) fn advance(
        &mut self,
        heard: impl Iterator<Item = HeardSound>,
        listener: Listener,
        seconds: f32,
    ) {
        if !self.are_wanted() {
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
                self.report(sound, listener);
            }
        }
    }

    /// The subtitles, the oldest first, with directions relative to `listener`.
    pub(crate) fn shown(&self, listener: Listener) -> impl Iterator<Item = Subtitle> {
        self.lines.iter().map(move |line| Subtitle {
            kind: line.sound.kind,
            side: (line.sound.position).and_then(|it| side_of(it, listener)),
            alpha: ((STAY_SECONDS - line.age) / FADE_SECONDS).clamp(0.0, 1.0),
        })
    }

    /// Returns whether a sound is wanted, loud enough, and not reported recently.
    fn needs_subtitle(&mut self, sound: &HeardSound) -> bool {
        if !(self.wanted == SubtitledSounds::All || is_of_others(sound.kind)) {
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
            HeardKind::Lasting(place) => sound.gain >= MIN_LASTING_GAIN && self.is_new(place),
        }
    }

    /// Returns whether the sound of a place was inaudible for a while, and records that it is audible now.
    fn is_new(&mut self, place: LoopSound) -> bool {
        let away = self.places.insert(place, 0.0);
        away.is_none_or(|away| away > AWAY_SECONDS)
    }

    /// Renews the line of the same sound from the same direction, or adds a new one.
    fn report(&mut self, sound: HeardSound, listener: Listener) {
        let is_same = |line: &&mut SubtitleLine| {
            line.sound.kind == sound.kind
                && is_same_side(line.sound.position, sound.position, listener)
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

/// Returns whether a sound is not one that the player makes all the time.
fn is_of_others(kind: HeardKind) -> bool {
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

/// The clockwise angle of a position from the view direction, seen from above, radians; `None` for a position
/// here, above or below.
fn side_of(place: Vec3, listener: Listener) -> Option<f32> {
    let offset = place - listener.position;
    let flat = Vec2::new(offset.x, offset.z);
    if !flat.is_finite() || flat.length() < HERE_RADIUS || !listener.yaw.is_finite() {
        return None;
    }
    let (aside, ahead) = (right(listener.yaw), forward(listener.yaw));
    Some(offset.dot(aside).atan2(offset.dot(ahead)))
}

/// Returns whether two positions are near each other or in about the same direction from the listener.
fn is_same_side(one: Option<Vec3>, other: Option<Vec3>, listener: Listener) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return one == other;
    };
    if one.distance(other) < TOGETHER_RADIUS {
        return true;
    }
    match (side_of(one, listener), side_of(other, listener)) {
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
    fn every_sound_that_is_told_has_its_words_and_no_other() {
        let is_of_menus = |kind: &SoundKind| mix_of(*kind).category == Category::Interface;
        let once = SoundKind::iter();
        let once = once.filter(|kind| !is_of_menus(kind)).map(HeardKind::Once);
        let lasting = LoopSound::all().filter(|it| *it != LoopSound::Room);
        let lasting = lasting.map(HeardKind::Lasting);
        check_family("subtitle", once.chain(lasting).map(HeardKind::name));
    }

    /// A sound by its name, its place and its gain.
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

    fn told(subtitle: Subtitle) -> String {
        let side = match subtitle.side {
            Some(side) => format!("at {:.0}°", side.to_degrees()),
            None => String::from("here"),
        };
        format!("{} {side} {:.2}", subtitle.kind.name(), subtitle.alpha)
    }

    /// Answers what is shown after each line: `want WHICH`, `turn YAW`, or seconds and what is heard after
    /// them, so many times over.
    fn answer(lines: &str) -> String {
        let (mut subtitles, mut listener) = (Subtitles::default(), Listener::default());
        let mut said = String::new();
        for line in lines.lines() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("want", "all") => subtitles.want(SubtitledSounds::All),
                ("want", "around") => subtitles.want(SubtitledSounds::Around),
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
            let shown: Vec<String> = subtitles.shown(listener).map(told).collect();
            said += &format!("{line}: {}\n", shown.join(", "));
        }
        said
    }

    #[test]
    fn every_session_of_sounds_is_told_as_it_says() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/subtitles.txt");
        session::play_by(&file, answer);
    }
}
