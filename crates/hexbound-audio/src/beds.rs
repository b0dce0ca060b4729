//! The sound of a place when nothing happens: wind, the tone of the room, and the sounds that the
//! level names.

use std::f32::consts::TAU;

use super::{
    Listener,
    cue::{pan_of, sides_of},
    loops::{LoopCue, loudest},
    output::VoiceTone,
    sound::LoopSound,
    spaces::Acoustics,
};
use hexbound_level::{Ambience, AmbienceSound};

/// The gain of a sound that a level names, at its full volume.
const NAMED_GAIN: f32 = 0.16;
/// The largest number of named sounds at once: the loudest ones.
const MAX_BEDS: usize = 8;
/// The fraction of an outdoor sound that remains indoors.
const INSIDE_GAIN: f32 = 0.25;
/// The slow waves of the wind: the period of each, seconds, and its share of the change.
const GUST_WAVES: [(f32, f32); 4] = [(23.0, 0.4), (11.3, 0.3), (4.7, 0.2), (1.9, 0.1)];

/// The loops of a place `time` seconds after the beginning.
pub(crate) fn beds(
    acoustics: &Acoustics,
    named: &[Ambience],
    listener: Listener,
    time: f64,
) -> Vec<LoopCue> {
    let mut cues = vec![wind(acoustics, time), room(acoustics)];
    let named = named.iter().zip(1..).map(|(ambience, source)| {
        let gain = gain_of(ambience, acoustics, listener);
        let cue = LoopCue {
            source,
            ..loop_of(ambience, gain, acoustics, listener)
        };
        (gain, cue)
    });
    let heard = named.filter(|(gain, _)| *gain > 0.0);
    cues.extend(loudest(heard, MAX_BEDS));
    cues
}

/// The strength of the wind, 0.4 to 1.
fn gust(time: f64) -> f32 {
    let wave = |(index, (period, share)): (usize, (f32, f32))| {
        let phase = (time / f64::from(period)).fract() as f32 + 0.37 * index as f32;
        share * (phase * TAU).sin()
    };
    0.7 + 0.3 * GUST_WAVES.into_iter().enumerate().map(wave).sum::<f32>()
}

fn wind(acoustics: &Acoustics, time: f64) -> LoopCue {
    let gust = gust(time);
    everywhere(
        LoopSound::Place(AmbienceSound::Wind),
        VoiceTone {
            sides: [acoustics.wind * gust; 2],
            send: 0.0,
            cutoff: 7_000.0 * gust * outdoor_gain(acoustics),
            pitch: 0.9 + 0.15 * gust,
        },
    )
}

fn room(acoustics: &Acoustics) -> LoopCue {
    everywhere(
        LoopSound::Room,
        VoiceTone {
            sides: [acoustics.room; 2],
            send: 0.0,
            cutoff: 6_000.0,
            pitch: acoustics.room_pitch,
        },
    )
}

fn everywhere(sound: LoopSound, tone: VoiceTone) -> LoopCue {
    LoopCue {
        sound,
        source: 0,
        tone,
        position: None,
    }
}

/// The gain of a named sound at the ear.
fn gain_of(ambience: &Ambience, acoustics: &Acoustics, listener: Listener) -> f32 {
    let gain = NAMED_GAIN * ambience.loudness_at(listener.position);
    match is_outdoor(ambience) {
        true => gain * outdoor_gain(acoustics),
        false => gain,
    }
}

/// The fraction of an outdoor sound's gain that remains at the ear.
fn outdoor_gain(acoustics: &Acoustics) -> f32 {
    INSIDE_GAIN + (1.0 - INSIDE_GAIN) * acoustics.openness.min(1.0)
}

/// Returns whether the sound fills the whole outside and is blocked by walls.
fn is_outdoor(ambience: &Ambience) -> bool {
    let sounds = [AmbienceSound::Wind, AmbienceSound::March];
    ambience.radius.is_none() && sounds.contains(&ambience.sound)
}

/// The loop of a named sound: from all around within its radius, from its own direction beyond.
fn loop_of(ambience: &Ambience, gain: f32, acoustics: &Acoustics, listener: Listener) -> LoopCue {
    let offset = ambience.position - listener.position;
    let distance = offset.length();
    let aside = (ambience.radius).map_or(0.0, |radius| (distance / radius).min(1.0));
    let cutoff = match is_outdoor(ambience) {
        true => 12_000.0 * outdoor_gain(acoustics),
        false => 18_000.0,
    };
    LoopCue {
        sound: LoopSound::Place(ambience.sound),
        source: 0,
        tone: VoiceTone {
            sides: sides_of(pan_of(offset, distance, listener.yaw) * aside, gain),
            send: 0.0,
            cutoff,
            pitch: 1.0,
        },
        // A listener within the radius hears the sound whatever is in between.
        position: (ambience.radius)
            .filter(|radius| distance > *radius)
            .map(|_| ambience.position),
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::spaces::Reverberation;

    fn acoustics(openness: f32) -> Acoustics {
        Acoustics {
            openness,
            wind: 0.1 * openness,
            room: 0.1 * (1.0 - openness),
            room_pitch: 1.0,
            reverberation: Reverberation::default(),
        }
    }

    fn water(x: f32, volume: f32) -> Ambience {
        Ambience {
            name: String::from("ambience"),
            sound: AmbienceSound::Water,
            volume,
            position: Vec3::X * x,
            radius: Some(5.0),
        }
    }

    fn gains(cue: &LoopCue) -> f32 {
        cue.tone.sides[0] + cue.tone.sides[1]
    }

    #[test]
    fn the_wind_comes_in_gusts_and_never_stops() {
        let strengths: Vec<f32> = (0..6_000).map(|at| gust(f64::from(at) * 0.05)).collect();
        let least = strengths.iter().copied().fold(f32::INFINITY, f32::min);
        let most = strengths.iter().copied().fold(0.0, f32::max);
        assert!(least >= 0.4, "{least} {most}");
        assert!(most <= 1.0, "{least} {most}");
        assert!(most - least > 0.3, "{least} {most}");
        let mut steps = strengths.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.all(|step| step < 0.02));
        let open = beds(&acoustics(1.0), &[], Listener::default(), 0.0);
        let shut = beds(&acoustics(0.0), &[], Listener::default(), 0.0);
        assert!(open[0].tone.cutoff > 2.0 * shut[0].tone.cutoff);
    }

    #[test]
    fn a_fall_of_water_is_all_around_at_it_and_aside_farther_off() {
        let heard = |x: f32| {
            let all = beds(&acoustics(0.5), &[water(x, 1.0)], Listener::default(), 0.0);
            all.get(2).copied()
        };
        let at = heard(0.1).unwrap();
        assert!((at.tone.sides[0] - at.tone.sides[1]).abs() < 0.1 * gains(&at));
        assert_eq!(at.position, None);
        let off = heard(7.0).unwrap();
        assert!(off.tone.sides[1] > 3.0 * off.tone.sides[0]);
        assert!(off.position.is_some() && gains(&off) < 0.8 * gains(&at));
        assert_eq!(heard(10.5), None, "out of reach");
    }

    #[test]
    fn of_many_the_loudest_are_heard() {
        let many: Vec<Ambience> = (1..=20).map(|at| water(0.0, at as f32 / 20.0)).collect();
        let heard = beds(&acoustics(0.5), &many, Listener::default(), 0.0);
        assert_eq!(heard.len(), 2 + MAX_BEDS);
        let is_loud = |cue: &LoopCue| cue.source > 12;
        assert!(heard[2..].iter().all(is_loud));
    }

    #[test]
    fn walls_hold_off_what_sounds_outside() {
        let named = |sound| Ambience {
            sound,
            radius: None,
            ..water(0.0, 1.0)
        };
        let in_and_out = |sound| {
            [0.0, 1.0].map(|openness| {
                let all = beds(
                    &acoustics(openness),
                    &[named(sound)],
                    Listener::default(),
                    0.0,
                );
                gains(&all[2])
            })
        };
        let [within, outside] = in_and_out(AmbienceSound::March);
        assert!(within < 0.4 * outside);
        let [within, outside] = in_and_out(AmbienceSound::Hall);
        assert_eq!(within, outside);
    }
}
