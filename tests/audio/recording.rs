//! A sound card that writes down what is heard: an ALSA configuration whose default device is a
//! file at the pace of real time, and what the tests measure in that file.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

/// The recording's frames a second; it is 16-bit stereo.
pub const RATE: usize = 48_000;
/// Frames over which loudness is measured: 10 ms.
const WINDOW: usize = RATE / 100;

/// Writes the configuration into `folder`; a process with `ALSA_CONFIG_PATH` set to the first
/// path records into the second. `pv` keeps the pace: ALSA's null device has no clock.
pub fn recording_card(folder: &Path) -> (PathBuf, PathBuf) {
    let (config, heard) = (folder.join("asound.conf"), folder.join("heard.raw"));
    let text = format!(
        "</usr/share/alsa/alsa.conf>\n\
         pcm.recorder {{ type file slave.pcm \"null\" file \"| pv -q -L 192000 -B 4096 > {}\" \
         format \"raw\" }}\n\
         pcm.!default {{ type plug slave {{ pcm \"recorder\" format S16_LE rate 48000 channels 2 }} }}\n",
        heard.display()
    );
    fs::write(&config, text).expect("the configuration is written");
    (config, heard)
}

/// A recording of what was heard.
pub struct Recording {
    pub left: Vec<f32>,
    pub right: Vec<f32>,
}

impl Recording {
    pub fn read(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap_or_default();
        let frames = bytes.as_chunks::<4>().0.iter();
        let samples = frames.flat_map(|&[a, b, c, d]| [[a, b], [c, d]].map(i16::from_le_bytes));
        Self::of(samples.map(|it| f32::from(it) / 32_768.0))
    }

    /// A recording of samples, of the left and the right in turns.
    pub fn of(samples: impl Iterator<Item = f32>) -> Self {
        let samples: Vec<f32> = samples.collect();
        let side = |first: usize| samples.iter().skip(first).step_by(2).copied().collect();
        Self {
            left: side(0),
            right: side(1),
        }
    }

    pub fn seconds(&self) -> f32 {
        self.left.len() as f32 / RATE as f32
    }

    pub fn peak(&self) -> f32 {
        let both = self.left.iter().chain(&self.right);
        both.fold(0.0, |peak: f32, sample| peak.max(sample.abs()))
    }

    fn frames(&self, stretch: Range<f32>) -> Range<usize> {
        let [first, last] = [stretch.start, stretch.end].map(|it| (it * RATE as f32) as usize);
        first..last.min(self.left.len())
    }

    /// Root mean square of each side over a stretch, seconds.
    pub fn levels(&self, stretch: Range<f32>) -> [f32; 2] {
        let frames = self.frames(stretch);
        [&self.left, &self.right].map(|side| level(&side[frames.clone()]))
    }

    /// Every stretch louder than `threshold`, seconds; a pause shorter than `pause` is part of it.
    pub fn stretches(&self, threshold: f32, pause: f32) -> Vec<Range<f32>> {
        let mut found: Vec<Range<f32>> = Vec::new();
        let windows = self.left.chunks(WINDOW).zip(self.right.chunks(WINDOW));
        for (index, (left, right)) in windows.enumerate() {
            if level(left).max(level(right)) < threshold {
                continue;
            }
            let at = (index * WINDOW) as f32 / RATE as f32;
            let end = at + WINDOW as f32 / RATE as f32;
            match found.last_mut() {
                Some(last) if at - last.end < pause => last.end = end,
                _ => found.push(at..end),
            }
        }
        found
    }

    /// The first moment from `from` on that is louder than `threshold`, seconds.
    pub fn first_above(&self, threshold: f32, from: f32) -> Option<f32> {
        let first = (from * RATE as f32) as usize / WINDOW;
        let windows = self.left.chunks(WINDOW).zip(self.right.chunks(WINDOW));
        let is_loud = |(left, right): (&[f32], &[f32])| level(left).max(level(right)) >= threshold;
        let loud = windows.skip(first).position(is_loud);
        loud.map(|index| ((first + index) * WINDOW) as f32 / RATE as f32)
    }

    /// The quietest part of so many seconds of a stretch, dB below full scale.
    pub fn quietest(&self, stretch: Range<f32>, seconds: f32) -> f32 {
        let (frames, length) = (self.frames(stretch), (seconds * RATE as f32) as usize);
        let [left, right] =
            [&self.left, &self.right].map(|side| side[frames.clone()].chunks_exact(length));
        let parts = left.zip(right);
        let levels = parts.map(|(left, right)| level(left).max(level(right)));
        20.0 * levels.fold(f32::INFINITY, f32::min).log10()
    }

    /// The longest run of exact zeros, in seconds, between the first and the last sound of a
    /// stretch: what goes on has none.
    pub fn longest_gap(&self, stretch: Range<f32>) -> f32 {
        let is_heard = |at: &usize| self.left[*at] != 0.0 || self.right[*at] != 0.0;
        let sounding: Vec<usize> = self.frames(stretch).filter(is_heard).collect();
        let longest = sounding.windows(2).map(|pair| pair[1] - pair[0] - 1).max();
        longest.unwrap_or(0) as f32 / RATE as f32
    }
}

fn level(samples: &[f32]) -> f32 {
    let power: f32 = samples.iter().map(|sample| sample * sample).sum();
    (power / samples.len().max(1) as f32).sqrt()
}
