//! The choice among the variants of a sound, and the pitch of each voice: nothing repeats like a
//! machine, and the same events sound the same.

use std::collections::HashMap;

use crate::Sound;
use hexbound_base::random::bits_at;

/// The largest relative deviation of a voice's pitch.
const PITCH_SPREAD: f32 = 0.04;

/// The last variant of each sound and the number of voices so far. All choices follow from these.
#[derive(Default)]
pub(super) struct Variants {
    last: HashMap<Sound, usize>,
    started: u64,
}

impl Variants {
    /// Chooses one of `count` variants, never the last one and each equally often; `None` if there are none.
    pub(super) fn choose(&mut self, sound: Sound, count: usize) -> Option<usize> {
        let variant = match self.last.get(&sound) {
            _ if count == 0 => return None,
            None => (self.started % count as u64) as usize,
            Some(_) if count == 1 => 0,
            Some(before) => {
                let skip = bits_at(self.started) % (count as u64 - 1);
                (before + 1 + skip as usize) % count
            }
        };
        self.last.insert(sound, variant);
        Some(variant)
    }

    /// The pitch factor of the next voice; each voice has its own.
    pub(super) fn next_pitch(&mut self) -> f32 {
        let jitter = (bits_at(!self.started) % 2_001) as f32 / 1_000.0 - 1.0;
        self.started += 1;
        1.0 + PITCH_SPREAD * jitter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SoundKind;

    #[test]
    fn a_variant_never_follows_itself_and_all_are_used() {
        let mut variants = Variants::default();
        let mut choose = || {
            variants.next_pitch();
            variants.choose(SoundKind::Bounce.into(), 4).unwrap()
        };
        let chosen: Vec<_> = (0..400).map(|_| choose()).collect();
        assert!(chosen.windows(2).all(|pair| pair[0] != pair[1]));
        for variant in 0..4 {
            let count = chosen.iter().filter(|played| **played == variant).count();
            let is_even = (60..140).contains(&count);
            assert!(is_even, "variant {variant} {count} times");
        }
    }

    #[test]
    fn every_voice_has_a_pitch_of_its_own_near_that_of_its_sound() {
        let mut variants = Variants::default();
        let pitches: Vec<f32> = (0..100).map(|_| variants.next_pitch()).collect();
        let is_near = |pitch: &f32| (pitch - 1.0).abs() <= PITCH_SPREAD;
        assert!(pitches.iter().all(is_near));
        assert!(pitches.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
