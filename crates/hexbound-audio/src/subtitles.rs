//! Subtitles for sounds: the choice among those at the ear, their side, and their duration. They
//! follow from events and the ear's place, not from the device; the words are the caller's.

use std::{collections::HashMap, f32::consts::FRAC_PI_4};

use glam::{Vec2, Vec3};

use super::{
    Listener, SoundKind,
    ear::{HeardKind, HeardSound},
    sound::LoopSound,
};
use hexbound_base::body::{forward, right};

/// The sounds that the player wants to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SubtitledSounds {
    #[default]
    None,
    /// The sounds of what happens around the player.
    Around,
    /// The player's own steps and throws, too.
    All,
}

/// A sound in a subtitle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Subtitle {
    pub kind: HeardKind,
    /// The angle from where the ear looks, clockwise from above, radians; `None` for what is here or
    /// all around.
    pub side: Option<f32>,
    /// The opacity, 0..1.
    pub alpha: f32,
}

/// The most subtitles at once; then the quietest gives way.
const MAX_SUBTITLES: usize = 5;
/// The time for which a sound is reported after it was last heard, seconds.
const STAY_SECONDS: f32 = 2.0;
/// The part of that time in which it fades, seconds.
const FADE_SECONDS: f32 = 0.5;
/// The gain from which on a sound is reported. With shipped sounds it is then about as loud as a place in
/// which nothing happens.
const MIN_GAIN: f32 = 0.03;
/// The gain from which on a sound that goes on and on is reported.
const MIN_LASTING_GAIN: f32 = 0.015;
/// The time for which a sound of a place has to be away before it is reported again, seconds.
const AWAY_SECONDS: f32 = 10.0;
/// A source nearer than this, on the level, has no side, meters.
const HERE_SECONDS: f32 = 1.0;
/// Two sources nearer than this are reported as one, wherever they are, meters.
const TOGETHER_SECONDS: f32 = 3.0;

/// The sounds that have subtitles now.
#[derive(Debug, Default)]
pub(crate) struct Subtitles {
    wanted: SubtitledSounds,
    lines: Vec<Line>,
    /// The sounds of places that have been written, and how long they have been away, seconds.
    places: HashMap<LoopSound, f32>,
}

#[derive(Debug)]
struct Line {
    sound: HeardSound,
    /// The time since it was heard, seconds.
    age: f32,
}

impl Subtitles {
    /// Reports these sounds from now on.
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

    /// Takes what reaches the ear, `seconds` after the last time.
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
            if self.is_told(&sound) {
                self.report(sound, listener);
            }
        }
    }

    /// The subtitles, the one that began first in front, as somebody hears them who is there and looks
    /// there.
    pub(crate) fn shown(&self, listener: Listener) -> impl Iterator<Item = Subtitle> {
        self.lines.iter().map(move |line| Subtitle {
            kind: line.sound.kind,
            side: (line.sound.position).and_then(|it| side_of(it, listener)),
            alpha: ((STAY_SECONDS - line.age) / FADE_SECONDS).clamp(0.0, 1.0),
        })
    }

    /// Returns whether a sound is wanted, loud enough, and not reported long ago.
    fn is_told(&mut self, sound: &HeardSound) -> bool {
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

    /// Returns whether a sound of a place was not heard for a while. It goes on being heard.
    fn is_new(&mut self, place: LoopSound) -> bool {
        let away = self.places.insert(place, 0.0);
        away.is_none_or(|away| away > AWAY_SECONDS)
    }

    /// Renews the line of the same sound from the same side, or begins another.
    fn report(&mut self, sound: HeardSound, listener: Listener) {
        let is_same = |line: &&mut Line| {
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
        self.lines.push(Line { sound, age: 0.0 });
        if self.lines.len() > MAX_SUBTITLES {
            let quietest = (0..self.lines.len())
                .min_by(|a, b| self.lines[*a].weight().total_cmp(&self.lines[*b].weight()));
            quietest.map(|index| self.lines.remove(index));
        }
    }
}

impl Line {
    /// The weight that is left of it: what was loud a moment ago counts less and less.
    fn weight(&self) -> f32 {
        self.sound.gain * (1.0 - self.age / STAY_SECONDS)
    }
}

/// Returns whether a sound is none of those that the player makes all the time.
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

/// The angle of a place from where somebody looks, clockwise from above, radians; `None` for a place
/// that is here, above or below.
fn side_of(place: Vec3, listener: Listener) -> Option<f32> {
    let offset = place - listener.position;
    let flat = Vec2::new(offset.x, offset.z);
    if !flat.is_finite() || flat.length() < HERE_SECONDS || !listener.yaw.is_finite() {
        return None;
    }
    let (aside, ahead) = (right(listener.yaw), forward(listener.yaw));
    Some(offset.dot(aside).atan2(offset.dot(ahead)))
}

/// Returns whether two places are near each other, or about in the same direction from somebody.
fn is_same_side(one: Option<Vec3>, other: Option<Vec3>, listener: Listener) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return one == other;
    };
    if one.distance(other) < TOGETHER_SECONDS {
        return true;
    }
    match (side_of(one, listener), side_of(other, listener)) {
        (Some(one), Some(other)) => Vec2::from_angle(one - other).x > FRAC_PI_4.cos(),
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use strum::IntoEnumIterator;

    use super::*;
    use crate::{mix::mix_of, volumes::Category};
    use hexbound_base::words::check_family;
    use hexbound_level::AmbienceSound;

    const EXPLOSION: HeardKind = HeardKind::Once(SoundKind::Explosion);
    const BOUNCE: HeardKind = HeardKind::Once(SoundKind::Bounce);
    const WATER: LoopSound = LoopSound::Place(AmbienceSound::Water);

    fn heard(kind: HeardKind, position: Vec3, gain: f32) -> HeardSound {
        HeardSound {
            kind,
            position: Some(position),
            gain,
        }
    }

    fn wanted(wanted: SubtitledSounds) -> Subtitles {
        let mut subtitles = Subtitles::default();
        subtitles.want(wanted);
        subtitles
    }

    fn around() -> Subtitles {
        wanted(SubtitledSounds::Around)
    }

    fn hear(subtitles: &mut Subtitles, sounds: &[HeardSound], seconds: f32) {
        subtitles.advance(sounds.iter().copied(), Listener::default(), seconds);
    }

    fn shown(subtitles: &Subtitles) -> Vec<Subtitle> {
        subtitles.shown(Listener::default()).collect()
    }

    fn kinds(subtitles: &Subtitles) -> Vec<HeardKind> {
        shown(subtitles).iter().map(|it| it.kind).collect()
    }

    #[test]
    fn every_sound_that_is_told_has_its_words_and_no_other() {
        let is_of_menus = |kind: &SoundKind| mix_of(*kind).category == Category::Interface;
        let once = SoundKind::iter();
        let once = once.filter(|kind| !is_of_menus(kind)).map(HeardKind::Once);
        let lasting = LoopSound::all().filter(|it| *it != LoopSound::Room);
        let lasting = lasting.map(HeardKind::Lasting);
        check_family("subtitle", once.chain(lasting).map(HeardKind::name));
    }

    #[test]
    fn the_side_turns_with_the_view() {
        let seen = |place: Vec3, yaw: f32| {
            let listener = Listener {
                position: Vec3::ONE,
                yaw,
            };
            side_of(Vec3::ONE + place, listener)
        };
        let near = |side: Option<f32>, expected: f32| (side.unwrap() - expected).abs() < 1e-5;
        assert!(near(seen(Vec3::NEG_Z * 5.0, 0.0), 0.0), "ahead");
        assert!(near(seen(Vec3::X * 5.0, 0.0), FRAC_PI_2), "right");
        assert!(near(seen(Vec3::NEG_X * 5.0, 0.0), -FRAC_PI_2), "left");
        assert!(near(seen(Vec3::Z * 5.0, 0.0).map(f32::abs), PI), "behind");
        // Whoever turns left finds what was ahead on the right.
        assert!(near(seen(Vec3::NEG_Z * 5.0, 0.3), 0.3));
        let high = seen(Vec3::new(4.0, 90.0, 0.0), 0.0);
        assert!(near(high, FRAC_PI_2), "high");
        assert_eq!(seen(Vec3::new(0.4, 5.0, 0.4), 0.0), None, "above");
        assert_eq!(seen(Vec3::splat(f32::NAN), 0.0), None);
    }

    #[test]
    fn a_sound_is_told_for_two_seconds_and_fades() {
        let mut subtitles = around();
        let explosion = heard(EXPLOSION, Vec3::X * 9.0, 0.4);
        hear(&mut subtitles, &[explosion], 0.01);
        let first = shown(&subtitles)[0];
        assert_eq!((first.kind, first.alpha), (EXPLOSION, 1.0));
        hear(&mut subtitles, &[], 1.75);
        assert!((shown(&subtitles)[0].alpha - 0.5).abs() < 1e-3);
        hear(&mut subtitles, &[], 0.3);
        assert_eq!(shown(&subtitles), []);
    }

    #[test]
    fn the_same_sound_from_the_same_side_is_told_once() {
        let mut subtitles = around();
        let first = heard(BOUNCE, Vec3::new(9.0, 0.0, 0.0), 0.2);
        let beside = heard(BOUNCE, Vec3::new(9.0, 0.0, 4.0), 0.3);
        let behind = heard(BOUNCE, Vec3::new(0.0, 0.0, 9.0), 0.1);
        hear(&mut subtitles, &[first, beside, behind], 0.01);
        assert_eq!(kinds(&subtitles), [BOUNCE, BOUNCE]);
        let side = shown(&subtitles)[0].side;
        assert!(side > Some(FRAC_PI_2), "the louder one's");
        hear(&mut subtitles, &[first], 1.9);
        hear(&mut subtitles, &[], 1.0);
        assert_eq!(shown(&subtitles).len(), 1, "what is heard again stays");
    }

    #[test]
    fn what_is_not_audible_is_not_told() {
        let mut subtitles = wanted(SubtitledSounds::All);
        // A thing that is selected makes the sound of a choice, not of a throw.
        let selected = HeardKind::Once(SoundKind::InterfaceChoose);
        let far = heard(EXPLOSION, Vec3::X * 900.0, 0.01);
        hear(&mut subtitles, &[far, heard(selected, Vec3::X, 0.9)], 0.01);
        assert_eq!(shown(&subtitles), []);
        let mut none = wanted(SubtitledSounds::None);
        hear(&mut none, &[heard(EXPLOSION, Vec3::X, 0.9)], 0.01);
        assert_eq!(shown(&none), []);
    }

    #[test]
    fn of_many_the_loudest_are_told() {
        let mut subtitles = around();
        let every = [
            SoundKind::Explosion,
            SoundKind::Bounce,
            SoundKind::WalkerStep,
            SoundKind::WalkerNotice,
            SoundKind::TargetLit,
            SoundKind::MoverPlayed,
            SoundKind::WalkerDown,
        ];
        for (number, kind) in every.into_iter().enumerate() {
            let gain = 0.1 * (number + 1) as f32;
            let heard = heard(HeardKind::Once(kind), Vec3::X, gain);
            hear(&mut subtitles, &[heard], 0.1);
        }
        let told = kinds(&subtitles);
        assert_eq!(told.len(), MAX_SUBTITLES);
        let third = HeardKind::Once(SoundKind::WalkerStep);
        assert_eq!(told[0], third, "in their order");
    }

    #[test]
    fn ones_own_steps_are_told_to_who_wants_them() {
        let step = heard(HeardKind::Once(SoundKind::Footstep), Vec3::NEG_Y, 0.3);
        for (choice, expected) in [(SubtitledSounds::Around, 0), (SubtitledSounds::All, 1)] {
            let mut subtitles = wanted(choice);
            hear(&mut subtitles, &[step], 0.01);
            let told = shown(&subtitles);
            assert_eq!(told.len(), expected, "{choice:?}");
            assert!(told.iter().all(|it| it.side.is_none()), "it is here");
        }
    }

    #[test]
    fn a_place_is_told_when_it_is_come_to() {
        let mut subtitles = around();
        let water = [heard(HeardKind::Lasting(WATER), Vec3::X * 9.0, 0.1)];
        for _ in 0..60 {
            hear(&mut subtitles, &water, 0.05);
        }
        assert_eq!(shown(&subtitles), [], "it goes on, and is no news");
        hear(&mut subtitles, &[], AWAY_SECONDS + 1.0);
        hear(&mut subtitles, &water, 0.05);
        assert_eq!(kinds(&subtitles), [HeardKind::Lasting(WATER)]);
        let room = [HeardSound {
            kind: HeardKind::Lasting(LoopSound::Room),
            position: None,
            gain: 0.1,
        }];
        let mut subtitles = around();
        hear(&mut subtitles, &room, 0.05);
        assert_eq!(shown(&subtitles), [], "the tone of a room says nothing");
    }

    #[test]
    fn a_ball_that_rolls_is_told_as_long_as_it_does() {
        let mut subtitles = around();
        let roll = HeardKind::Lasting(LoopSound::BallRoll);
        for step in 0..100 {
            let place = Vec3::new(9.0, 0.0, step as f32 * 0.1);
            hear(&mut subtitles, &[heard(roll, place, 0.1)], 0.1);
        }
        assert_eq!(kinds(&subtitles), [roll]);
        let followed = shown(&subtitles)[0].side.unwrap();
        let off = followed - 9.9_f32.atan2(9.0) - FRAC_PI_2;
        assert!(off.abs() < 0.01, "{followed}");
    }
}
