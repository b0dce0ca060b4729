//! The lines of a tick's account, in construction.

use super::WhyLine;
use crate::Weight;
use hexbound_base::{debug_lines::DebugColor, words::Phrase};

#[derive(Default)]
pub(crate) struct WhyLines(pub Vec<WhyLine>);

impl WhyLines {
    pub(super) fn long(&mut self, depth: usize, text: Phrase) {
        self.0.push(WhyLine {
            depth,
            text,
            ..WhyLine::default()
        });
    }

    pub(super) fn short(&mut self, depth: usize, swatch: Option<DebugColor>, text: Phrase) {
        self.weighed(Weight::Usual, depth, swatch, text);
    }

    /// Adds a line of the short form with the weight `weight`.
    pub(crate) fn weighed(
        &mut self,
        weight: Weight,
        depth: usize,
        swatch: Option<DebugColor>,
        text: Phrase,
    ) {
        self.0.push(WhyLine {
            depth,
            swatch,
            text,
            is_short: true,
            weight,
            ..WhyLine::default()
        });
    }
}
