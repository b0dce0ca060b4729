//! Balls in motion: the hiss of flight and the rumble of rolling, with the Doppler effect.

use glam::Vec3;

use super::{
    Listener,
    cue::{MIN_AUDIBLE_GAIN, nearness, pan_of, sides_of},
    loops::{LoopCue, loudest},
    output::VoiceTone,
    sound::LoopSound,
    spaces::SPEED_OF_SOUND,
};
use hexbound_sim::Ball;

/// The largest number of balls whose motion is heard; the loudest ones are.
const MAX_MOVING_BALLS: usize = 8;
/// The largest Doppler factor of a pitch.
const MAX_PITCH_SHIFT: f32 = 2.0;

/// The sound of one kind of motion.
struct Motion {
    /// The gain at the speed `fast` and within `reference`.
    loudest: f32,
    /// The speed up to which the ball is silent, meters a second.
    slow: f32,
    /// The speed from which the gain is full, meters a second.
    fast: f32,
    /// The distance within which the gain is full, meters.
    reference: f32,
    /// The pitch factors at the speeds `slow` and `fast`.
    pitches: [f32; 2],
    /// The cutoffs at the speeds `slow` and `fast`, hertz.
    cutoffs: [f32; 2],
}

const AIR_MOTION: Motion = Motion {
    loudest: 0.42,
    slow: 4.0,
    fast: 26.0,
    reference: 1.5,
    pitches: [0.8, 1.25],
    cutoffs: [1_500.0, 16_000.0],
};

const ROLL_MOTION: Motion = Motion {
    loudest: 0.30,
    slow: 0.2,
    fast: 8.0,
    reference: 2.0,
    pitches: [0.6, 1.5],
    cutoffs: [700.0, 9_000.0],
};

/// The loops of audible moving balls for a listener with a velocity, meters a second.
pub(crate) fn balls(balls: &[Ball], listener: Listener, velocity: Vec3) -> Vec<LoopCue> {
    let moving = balls.iter().filter(|ball| !ball.resting);
    let cues = moving.filter_map(|ball| cue(ball, listener, velocity));
    loudest(cues, MAX_MOVING_BALLS)
}

/// The loop of a ball and its gain; `None` if the ball is inaudible.
fn cue(ball: &Ball, listener: Listener, velocity: Vec3) -> Option<(f32, LoopCue)> {
    let (motion, sound) = match ball.is_supported() {
        true => (&ROLL_MOTION, LoopSound::BallRoll),
        false => (&AIR_MOTION, LoopSound::BallAir),
    };
    let (position, movement) = (ball.position.as_vec3(), ball.velocity.as_vec3());
    let offset = position - listener.position;
    let distance = offset.length();
    let force = ((movement.length() - motion.slow) / (motion.fast - motion.slow)).clamp(0.0, 1.0);
    let gain = motion.loudest * force.powf(1.5) * nearness(motion.reference, distance);
    if !gain.is_finite() || gain < MIN_AUDIBLE_GAIN {
        return None;
    }
    let between = |ends: [f32; 2]| ends[0] + (ends[1] - ends[0]) * force;
    let tone = VoiceTone {
        sides: sides_of(pan_of(offset, distance, listener.yaw), gain),
        send: 0.5 * gain,
        cutoff: between(motion.cutoffs),
        pitch: between(motion.pitches) * doppler(offset, movement, velocity),
    };
    let cue = LoopCue {
        sound,
        source: ball.id,
        tone,
        position: Some(position),
    };
    Some((gain, cue))
}

/// The Doppler factor of a source at `offset` from the ear, meters. `source` and `ear` are the velocities of
/// both, meters a second.
fn doppler(offset: Vec3, source: Vec3, ear: Vec3) -> f32 {
    let away = offset.normalize_or_zero();
    let toward_source = SPEED_OF_SOUND + ear.dot(away);
    let shift = toward_source / (SPEED_OF_SOUND + source.dot(away)).max(1.0);
    if shift.is_finite() {
        shift.clamp(1.0 / MAX_PITCH_SHIFT, MAX_PITCH_SHIFT)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(id: u32, position: Vec3, velocity: Vec3) -> Ball {
        Ball::new(id, position, velocity)
    }

    fn heard(ball: Ball) -> Option<LoopCue> {
        balls(&[ball], Listener::default(), Vec3::ZERO).pop()
    }

    #[test]
    fn what_comes_is_higher_and_what_goes_is_lower() {
        let ahead = Vec3::NEG_Z * 10.0;
        let of = |velocity: Vec3| doppler(ahead, velocity, Vec3::ZERO);
        assert_eq!(of(Vec3::ZERO), 1.0);
        assert_eq!(of(Vec3::X * 30.0), 1.0, "across");
        assert!((of(Vec3::Z * 34.3) - 1.0 / 0.9).abs() < 1e-4);
        assert!((of(Vec3::NEG_Z * 34.3) - 1.0 / 1.1).abs() < 1e-4);
        assert!((doppler(ahead, Vec3::ZERO, Vec3::NEG_Z * 34.3) - 1.1).abs() < 1e-4);
        for mad in [1e9, f32::INFINITY, f32::NAN] {
            let shift = doppler(ahead, Vec3::Z * mad, Vec3::ZERO);
            assert!((0.5..=2.0).contains(&shift), "{mad}: {shift}");
        }
    }

    #[test]
    fn the_faster_and_the_nearer_the_louder() {
        let gain = |distance: f32, speed: f32| {
            let cue = heard(ball(1, Vec3::NEG_Z * distance, Vec3::X * speed));
            cue.map_or(0.0, |cue| cue.tone.sides[0])
        };
        assert!(gain(3.0, 25.0) > 2.0 * gain(3.0, 12.0));
        assert!(gain(3.0, 25.0) > 2.0 * gain(9.0, 25.0));
        assert_eq!([gain(3.0, 3.0), gain(900.0, 25.0)], [0.0, 0.0]);
        let mut still = ball(1, Vec3::NEG_Z, Vec3::X * 25.0);
        still.resting = true;
        assert_eq!(heard(still), None);
    }

    #[test]
    fn a_crowd_is_heard_by_its_loudest() {
        let crowd = (1..=50).map(|id| ball(id, Vec3::NEG_Z * id as f32, Vec3::X * 20.0));
        let crowd: Vec<Ball> = crowd.collect();
        let heard = balls(&crowd, Listener::default(), Vec3::ZERO);
        assert_eq!(heard.len(), MAX_MOVING_BALLS);
        assert_eq!((heard[0].sound, heard[0].source), (LoopSound::BallAir, 1));
        assert!(heard.iter().all(|cue| cue.source <= 9));
    }
}
