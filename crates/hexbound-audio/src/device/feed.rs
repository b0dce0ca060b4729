//! The output of the mixer as a device pulls it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rodio::{ChannelCount, SampleRate, Source};

use crate::{
    Output,
    output::{SAMPLE_RATE, STEREO},
};

/// The samples that are taken from the mixer at a time.
const BLOCK: usize = 128;

/// The mixer's output, to be pulled by one device after another.
#[derive(Clone)]
pub(crate) struct Feed {
    output: Arc<Mutex<Output>>,
    block: Vec<f32>,
    next: usize,
}

impl Feed {
    pub(super) fn new(output: Output) -> Self {
        Self {
            output: Arc::new(Mutex::new(output)),
            block: Vec::new(),
            next: 0,
        }
    }
}

impl Iterator for Feed {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.next == self.block.len() {
            // Only devices take this lock, one at a time; the game's thread never does.
            let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
            self.block.clear();
            self.block.extend(output.by_ref().take(BLOCK));
            self.next = 0;
        }
        self.next += 1;
        self.block.get(self.next - 1).copied()
    }
}

impl Source for Feed {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        STEREO
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
