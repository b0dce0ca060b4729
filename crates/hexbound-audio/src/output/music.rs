//! Generated music: three slow strings take turns on the notes of a place's scale, quietly and without end.

use std::f32::consts::PI;

use super::block::{Block, Ramp, tone};
use crate::bank::FRAME_RATE;
use hexbound_base::random::bits_at;

/// The steps of the scales above their roots, semitones; each scale omits dissonant steps.
const SCALE_STEPS: [[f32; 5]; 3] = [
    [0.0, 2.0, 5.0, 7.0, 9.0],
    [0.0, 3.0, 5.0, 7.0, 10.0],
    [0.0, 2.0, 4.0, 7.0, 11.0],
];
/// The lowest root, hertz: the A of 55 Hz. The highest root is five semitones above.
const ROOT_PITCH: f32 = 55.0;
const ROOT_COUNT: u64 = 6;
/// The factor of each string's pitch above the root, and the string's position from left (0) to right (1).
const STRING_PITCHES: [(f32, f32); 3] = [(2.0, 0.5), (4.0, 0.25), (8.0, 0.75)];
/// The gains of the partials of a string, the lowest first.
const STRING_PARTIALS: [f32; 3] = [0.62, 0.27, 0.11];
/// The gain of one string.
const MUSIC_GAIN: f32 = 0.05;
/// The shortest and the longest note, seconds.
const NOTE_SECONDS: [f32; 2] = [7.0, 13.0];

/// The music of one place after another.
#[derive(Default)]
pub(super) struct Music {
    strings: [Note; STRING_PITCHES.len()],
    /// The number of notes so far.
    played: u64,
}

/// A note that swells and fades.
#[derive(Clone, Copy, Default)]
struct Note {
    frequency: f32,
    /// The length of the note, seconds.
    length: f32,
    /// The elapsed time of the note, seconds.
    passed: f32,
    /// The phase of the wave, 0..1.
    phase: f32,
}

impl Music {
    /// Adds the next frames of a place's music to a block; `seed` determines the place's scale and notes.
    pub(super) fn add_to(&mut self, block: &mut Block, seed: u32, volume: Ramp) {
        if volume.is_silent() {
            return;
        }
        for (string, (_, position)) in STRING_PITCHES.into_iter().enumerate() {
            if self.strings[string].passed >= self.strings[string].length {
                self.next_note(string, seed);
            }
            let sides = [(position * PI / 2.0).cos(), (position * PI / 2.0).sin()];
            let note = &mut self.strings[string];
            for (index, frame) in block.dry.iter_mut().enumerate() {
                let sample = note.sample() * MUSIC_GAIN * volume.at(index);
                frame[0] += sample * sides[0];
                frame[1] += sample * sides[1];
            }
        }
    }

    /// Starts a new note of the place's scale; the low string stays near the root.
    fn next_note(&mut self, string: usize, seed: u32) {
        let (scale, root) = scale_of(seed);
        self.played += 1;
        let bits = bits_at(u64::from(seed) << 32 | self.played);
        let step = match string {
            0 => [0, 0, 3, 2][(bits % 4) as usize],
            _ => (bits % scale.len() as u64) as usize,
        };
        let share = (bits >> 32 & 0xff) as f32 / 255.0;
        let (octave, _) = STRING_PITCHES[string];
        self.strings[string] = Note {
            frequency: root * octave * (scale[step] / 12.0).exp2(),
            length: NOTE_SECONDS[0] + (NOTE_SECONDS[1] - NOTE_SECONDS[0]) * share,
            ..Note::default()
        };
    }
}

/// The scale and the root of a place, hertz.
fn scale_of(seed: u32) -> ([f32; 5], f32) {
    let bits = bits_at(u64::from(seed));
    let scale = SCALE_STEPS[(bits % SCALE_STEPS.len() as u64) as usize];
    let root = (bits >> 16) % ROOT_COUNT;
    (scale, ROOT_PITCH * (root as f32 / 12.0).exp2())
}

impl Note {
    #[inline]
    fn sample(&mut self) -> f32 {
        let swell = (PI * (self.passed / self.length).min(1.0)).sin();
        self.passed += 1.0 / FRAME_RATE as f32;
        let sample = tone(self.phase, &STRING_PARTIALS);
        self.phase = (self.phase + self.frequency / FRAME_RATE as f32).fract();
        sample * swell * swell
    }
}

#[cfg(test)]
mod tests {
    use super::{super::block::BLOCK_FRAMES, *};

    fn played(seed: u32, volume: f32, seconds: usize) -> Vec<f32> {
        let (mut music, mut heard) = (Music::default(), Vec::new());
        for _ in 0..seconds * FRAME_RATE as usize / BLOCK_FRAMES {
            let mut block = Block::default();
            music.add_to(&mut block, seed, Ramp::between(volume, volume));
            heard.extend(block.dry.map(|frame| frame[0]));
        }
        heard
    }

    #[test]
    fn it_is_quiet_goes_on_and_never_clicks() {
        let heard = played(7, 1.0, 60);
        let peak = heard.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
        assert!((0.03..0.16).contains(&peak), "{peak}");
        let steps = heard.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.fold(0.0, f32::max) < 0.02);
        for (second, part) in heard.chunks(FRAME_RATE as usize).enumerate().skip(2) {
            let power: f32 = part.iter().map(|it| it * it).sum::<f32>() / part.len() as f32;
            assert!(power.sqrt() > 1e-4, "silent in second {second}");
        }
    }

    #[test]
    fn places_have_their_own_and_silence_costs_nothing() {
        assert_ne!(played(1, 1.0, 2), played(2, 1.0, 2));
        assert_eq!(played(1, 1.0, 2), played(1, 1.0, 2));
        assert!(played(1, 0.0, 1).iter().all(|sample| *sample == 0.0));
    }
}
