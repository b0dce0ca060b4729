//! The sounds that reach the ear in a frame: new and lasting sounds, the obstacles in their paths, and the
//! effect of the place. Playing them is decided elsewhere.

use super::{
    Moment, SoundKind,
    beds::beds,
    cue::Cue,
    loops::Loops,
    moving::balls,
    output::VoiceTone,
    sound::LoopSound,
    spaces::{Acoustics, EarPlace, EasedOcclusion, OcclusionRays},
};
use glam::Vec3;

/// The distance within which two sources of one sound count as one, meters.
pub(crate) const MERGE_DISTANCE: f32 = 1.0;
/// The largest factor by which a merged sound is louder than its loudest component.
pub(crate) const MAX_MERGED_GAIN: f32 = 1.6;
/// The largest number of new sounds of one kind in a frame: more would only be noise.
const MAX_NEW_PER_KIND: usize = 6;
/// The largest number of new sounds of a frame whose obstacles are tested at once.
const MAX_NEW_TESTS: usize = 8;

/// The sound that reaches the ear, frame by frame.
#[derive(Default)]
pub(crate) struct Ear {
    place: EarPlace,
    /// The elapsed time, seconds, for the wind.
    time: f64,
    /// The sounds that begin in this frame, with their occlusion; before a merge, the loudest comes first.
    pub begun: Vec<(Cue, EasedOcclusion)>,
    /// The looping sounds.
    pub loops: Loops,
    /// The effect of the place; `None` outside of any level.
    pub acoustics: Option<Acoustics>,
}

/// A sound as it reaches the ear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct HeardSound {
    pub kind: HeardKind,
    /// The position of the source, local, meters; `None` is all around.
    pub position: Option<Vec3>,
    /// The linear gain, with distance and obstruction.
    pub gain: f32,
}

/// The kinds of sounds that reach the ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeardKind {
    /// A sound with one cause and an end.
    Once(SoundKind),
    /// A looping sound.
    Lasting(LoopSound),
}

impl HeardKind {
    /// The id of the sound's message in the texts.
    pub fn name(self) -> String {
        match self {
            Self::Once(kind) => String::from(kind.name()),
            Self::Lasting(sound) => sound.name(),
        }
    }
}

impl Ear {
    /// Collects the new events and all lasting sounds for the listener of `moment`.
    pub(crate) fn listen(&mut self, moment: &Moment, rays: &OcclusionRays) {
        let cues = (moment.events.iter()).filter_map(|event| Cue::of(event, moment.listener));
        let begin = |(index, cue): (usize, Cue)| match index < MAX_NEW_TESTS {
            true => (cue, EasedOcclusion::begin(rays, cue.position)),
            false => (cue, EasedOcclusion::default()),
        };
        self.begun = merge(cues).into_iter().enumerate().map(begin).collect();
        // All direct paths come first, because a sound heard directly matters most.
        for (cue, occlusion) in &mut self.begun {
            occlusion.settle(rays, cue.position);
        }
        self.listen_around(moment, rays);
    }

    /// Collects the sounds of the place and of moving balls.
    fn listen_around(&mut self, moment: &Moment, rays: &OcclusionRays) {
        let Some((level, world)) = moment.around else {
            self.acoustics = None;
            self.loops.keep(&[], moment.seconds, rays);
            return;
        };
        self.time += f64::from(moment.seconds);
        let listener = moment.listener;
        let acoustics = (self.place).advance(level, listener.position, moment.seconds);
        let mut loop_cues = beds(&acoustics, &level.ambience, listener, self.time);
        loop_cues.extend(balls(&world.balls, listener, world.player.velocity));
        self.loops.keep(&loop_cues, moment.seconds, rays);
        self.acoustics = Some(acoustics);
    }

    /// Everything that reaches the ear in this frame.
    pub(crate) fn heard(&self) -> impl Iterator<Item = HeardSound> {
        let begun = self.begun.iter().map(|(cue, occlusion)| HeardSound {
            kind: HeardKind::Once(cue.sound.kind()),
            position: Some(cue.position),
            gain: gain_of(&cue.tone(occlusion.now())),
        });
        let lasting = self.loops.heard().map(|(cue, tone)| HeardSound {
            kind: HeardKind::Lasting(cue.sound),
            position: cue.position,
            gain: gain_of(&tone),
        });
        begun.chain(lasting)
    }
}

/// The gain of a tone, independent of its direction: the root mean square of both sides' gains.
fn gain_of(tone: &VoiceTone) -> f32 {
    let [left, right] = tone.sides;
    ((left * left + right * right) / 2.0).sqrt()
}

/// Sorts cues by loudness, the loudest first. Cues of the same sound and place merge into one, a little
/// louder.
fn merge(cues: impl Iterator<Item = Cue>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = cues.collect();
    cues.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let mut merged: Vec<(Cue, f32)> = Vec::new();
    for cue in cues {
        let power = cue.gain * cue.gain;
        let alike = |other: &&mut (Cue, f32)| other.0.sound == cue.sound;
        let mut alike: Vec<_> = merged.iter_mut().filter(alike).collect();
        let is_same =
            |other: &&mut &mut (Cue, f32)| other.0.position.distance(cue.position) < MERGE_DISTANCE;
        if let Some((_, together)) = alike.iter_mut().find(is_same) {
            *together += power;
        } else if alike.len() < MAX_NEW_PER_KIND {
            merged.push((cue, power));
        }
    }
    let louder =
        |(cue, power): (Cue, f32)| cue.louder((power.sqrt() / cue.gain).min(MAX_MERGED_GAIN));
    merged.into_iter().map(louder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Listener;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Event, EventKind, Rules, World};

    /// The gain of an explosion at `offset` from an ear in a closed room.
    fn explosion_at(offset: Vec3) -> f32 {
        let level = catalog::open("test:box-room").unwrap();
        let world = World::new(&level, Rules::default());
        let listener = Listener {
            position: world.player.eye_position(),
            yaw: 0.0,
        };
        let place = listener.position + offset;
        let events = [Event::new(EventKind::Explosion, place, Vec3::Y, 12.0)];
        let mut moment = Moment::of(&events, listener);
        moment.around = Some((&level, &world));
        let mut ear = Ear::default();
        ear.listen(&moment, &OcclusionRays::of(&moment));
        let kind = HeardKind::Once(SoundKind::Explosion);
        let heard = ear.heard().find(|heard| heard.kind == kind);
        heard.expect("it is heard").gain
    }

    #[test]
    fn what_is_behind_a_wall_reaches_the_ear_more_quietly() {
        // The wall is 5 m behind the start.
        let (clear, behind) = (explosion_at(Vec3::NEG_Z * 8.0), explosion_at(Vec3::Z * 8.0));
        assert!(behind < 0.5 * clear, "{clear} {behind}");
    }

    #[test]
    fn the_place_is_heard_as_well_and_nothing_without_one() {
        let level = catalog::open("test:flat").unwrap();
        let world = World::new(&level, Rules::default());
        let mut moment = Moment::of(&[], Listener::default());
        moment.around = Some((&level, &world));
        let mut ear = Ear::default();
        ear.listen(&moment, &OcclusionRays::of(&moment));
        let around = ear.heard().filter(|heard| heard.position.is_none());
        assert_eq!(around.count(), 2, "wind and the tone of the room");
        moment.around = None;
        ear.listen(&moment, &OcclusionRays::of(&moment));
        assert_eq!(ear.heard().count(), 0);
    }
}
