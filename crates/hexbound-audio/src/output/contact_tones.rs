//! Contacts as tones: a voice for each touched feature, a knock for lost speed, and clicks for triangles
//! rejected by planes. Their parameters are in `contact_sound`.

use super::block::{Block, Ramp, tone};
use crate::{bank::FRAME_RATE, contact_sound::ContactSound};
use hexbound_base::random::bits_at;

/// The pitches of the voices of a face, an edge and a vertex, hertz. An octave and a fifth between them keep
/// the voices distinct at any angle.
const VOICE_FREQUENCIES: [f32; 3] = [110.0, 330.0, 990.0];
/// The gains of the partials of each voice, the lowest first. A face hums, an edge sounds like a reed, and a
/// vertex rings.
const VOICE_PARTIALS: [[f32; 3]; 3] = [[0.9, 0.1, 0.0], [0.5, 0.3, 0.2], [0.7, 0.0, 0.3]];
/// The gain of one voice at full strength.
const TONE_GAIN: f32 = 0.12;
/// The gain of the hardest knock.
const KNOCK_GAIN: f32 = 0.5;
/// The time in which a knock decays to a third, seconds.
const KNOCK_DECAY: f32 = 0.02;
/// The gain of a click.
const CLICK_GAIN: f32 = 0.03;
/// The length of a click, seconds.
const CLICK_LENGTH: f32 = 0.002;
/// The largest change of a voice's strength in a block: from silence to full in 13 ms.
const GAIN_STEP: f32 = 0.1;

/// The voices, knocks and clicks of the contacts of the player's body.
#[derive(Default)]
pub(super) struct ContactTones {
    /// The current strengths of the voices, 0..1.
    strengths: [f32; 3],
    /// The phases of the voices, 0..1.
    phases: [f32; 3],
    /// The number of the last knock that was played.
    knocks: u32,
    /// The remaining loudness of the last knock, 0..1.
    knock: f32,
    /// The progress toward the next click, 0..1.
    click: f32,
    /// The remaining frames of the current click.
    click_left: u32,
    /// The number of noise samples so far.
    noise: u64,
}

impl ContactTones {
    /// Adds the next frames to a block.
    pub(super) fn add_to(&mut self, block: &mut Block, contact_sound: &ContactSound, volume: Ramp) {
        if contact_sound.knocks != self.knocks {
            self.knocks = contact_sound.knocks;
            self.knock = self.knock.max(contact_sound.knock);
        }
        for (voice, partials) in VOICE_PARTIALS.iter().enumerate() {
            let target = contact_sound.strengths[voice];
            let swell = Ramp::approach(&mut self.strengths[voice], target, GAIN_STEP);
            if swell.is_silent() {
                continue;
            }
            let swell = swell.times(volume);
            let step = VOICE_FREQUENCIES[voice] * contact_sound.pitch / FRAME_RATE as f32;
            for (index, frame) in block.dry.iter_mut().enumerate() {
                let sample = tone(self.phases[voice], partials);
                add(frame, sample * TONE_GAIN * swell.at(index));
                self.phases[voice] = (self.phases[voice] + step).fract();
            }
        }
        self.add_noises(block, contact_sound.clicks, volume);
    }

    fn add_noises(&mut self, block: &mut Block, clicks: f32, volume: Ramp) {
        let decay = (-1.0 / (KNOCK_DECAY * FRAME_RATE as f32)).exp();
        for (index, frame) in block.dry.iter_mut().enumerate() {
            self.click += clicks / FRAME_RATE as f32;
            if self.click >= 1.0 {
                self.click -= 1.0;
                self.click_left = (CLICK_LENGTH * FRAME_RATE as f32) as u32;
            }
            if self.knock < 1e-4 && self.click_left == 0 {
                continue;
            }
            let mut gain = self.knock * KNOCK_GAIN;
            if self.click_left > 0 {
                self.click_left -= 1;
                gain += CLICK_GAIN;
            }
            self.noise += 1;
            let noise = (bits_at(self.noise) >> 40) as f32 / (1 << 23) as f32 - 1.0;
            add(frame, noise * gain * volume.at(index));
            self.knock *= decay;
        }
    }
}

fn add(frame: &mut [f32; 2], sample: f32) {
    frame[0] += sample;
    frame[1] += sample;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(tones: &mut ContactTones, contact_sound: &ContactSound, blocks: usize) -> Vec<f32> {
        let mut heard = Vec::new();
        for _ in 0..blocks {
            let mut block = Block::default();
            tones.add_to(&mut block, contact_sound, Ramp::between(1.0, 1.0));
            heard.extend(block.dry.map(|frame| frame[0]));
        }
        heard
    }

    /// The number of upward zero crossings a second.
    fn pitch(samples: &[f32]) -> f32 {
        let ups = samples.windows(2).filter(|w| w[0] < 0.0 && w[1] >= 0.0);
        ups.count() as f32 * FRAME_RATE as f32 / samples.len() as f32
    }

    fn loudness(samples: &[f32]) -> f32 {
        let power: f32 = samples.iter().map(|it| it * it).sum();
        (power / samples.len() as f32).sqrt()
    }

    #[test]
    fn each_feature_has_its_pitch_and_the_angle_bends_it() {
        for (voice, expected) in VOICE_FREQUENCIES.into_iter().enumerate() {
            for bend in [1.0, 1.5] {
                let mut contact_sound = ContactSound::default();
                contact_sound.strengths[voice] = 1.0;
                contact_sound.pitch = bend;
                let heard = played(&mut ContactTones::default(), &contact_sound, 750);
                let (heard, expected) = (pitch(&heard), expected * bend);
                assert!((heard / expected - 1.0).abs() < 0.02, "{heard} {expected}");
            }
        }
    }

    #[test]
    fn a_tone_swells_without_a_click_and_is_silent_in_the_end() {
        let mut tones = ContactTones::default();
        let contact_sound = ContactSound {
            strengths: [1.0, 0.0, 0.0],
            ..ContactSound::default()
        };
        let mut heard = played(&mut tones, &contact_sound, 100);
        heard.extend(played(&mut tones, &ContactSound::default(), 100));
        let steps = heard.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.fold(0.0, f32::max) < 0.01);
        assert!(loudness(&heard[..6_400]) > 0.05);
        assert_eq!(loudness(&heard[heard.len() - 640..]), 0.0);
    }

    #[test]
    fn a_knock_is_heard_once_and_clicks_come_at_their_rate() {
        let mut tones = ContactTones::default();
        let knocked = ContactSound {
            knocks: 1,
            knock: 1.0,
            ..ContactSound::default()
        };
        let first = played(&mut tones, &knocked, 400);
        let again = played(&mut tones, &knocked, 400);
        assert!(loudness(&first) > 0.01 && loudness(&again) < 1e-4);
        let clicks = ContactSound {
            clicks: 20.0,
            ..ContactSound::default()
        };
        let heard = played(&mut tones, &clicks, 750);
        let begun = heard.windows(2).filter(|w| w[0] == 0.0 && w[1] != 0.0);
        assert_eq!(begun.count(), 20, "in a second");
    }
}
