//! The ranges of a level's merged mesh that are drawn without instancing: everything except the instances of
//! repeated surfaces, which `instances` draws. Nothing here needs a device.

use std::ops::Range;

use hexbound_level::{Level, PlacedInstance, Vertex};

/// The retained ranges of a mesh's vertices and indices.
pub(crate) struct RetainedRanges {
    vertices: Gaps,
    indices: Gaps,
    /// The index ranges of the visible parts, ascending.
    visible: Vec<Range<u32>>,
}

impl RetainedRanges {
    pub(crate) fn of(level: &Level) -> Self {
        let places = || {
            level
                .mesh
                .instance_groups
                .iter()
                .flat_map(|copies| &copies.places)
        };
        let parts = level.mesh.parts.iter().filter(|part| part.visible);
        let mut visible: Vec<_> = parts.map(|part| part.indices.clone()).collect();
        visible.sort_by_key(|run| run.start);
        Self {
            visible,
            vertices: Gaps::new(places().map(|place| place.vertices.clone()).collect()),
            indices: Gaps::new(places().map(|place| place.indices.clone()).collect()),
        }
    }

    /// Returns whether an instance belongs to a visible part.
    pub(crate) fn is_visible(&self, instance: &PlacedInstance) -> bool {
        let run = &instance.indices;
        let after = self.visible.partition_point(|part| part.start <= run.start);
        let part = after.checked_sub(1).map(|last| &self.visible[last]);
        part.is_some_and(|part| run.end <= part.end)
    }

    /// The retained parts of an index range.
    pub(crate) fn runs(&self, range: Range<u32>) -> Vec<Range<u32>> {
        self.indices.between(range)
    }

    /// The retained vertices in their order.
    pub(crate) fn vertices<'a>(&self, all: &'a [Vertex]) -> Vec<&'a [Vertex]> {
        let runs = self.vertices.between(0..all.len() as u32);
        (runs.into_iter())
            .map(|run| &all[run.start as usize..run.end as usize])
            .collect()
    }

    /// The index of a retained vertex within [`vertices`](Self::vertices). The result for any other vertex is
    /// meaningless.
    pub(crate) fn retained_index(&self, vertex: u32) -> u32 {
        vertex.saturating_sub(self.vertices.before(vertex))
    }
}

/// The removed ranges, ascending.
struct Gaps {
    runs: Vec<Range<u32>>,
    /// The number of elements removed by the ranges before each range.
    removed: Vec<u32>,
}

impl Gaps {
    fn new(mut runs: Vec<Range<u32>>) -> Self {
        runs.sort_by_key(|run| run.start);
        let mut sum = 0;
        let mut removed = Vec::with_capacity(runs.len());
        for run in &runs {
            removed.push(sum);
            sum += run.len() as u32;
        }
        Self { runs, removed }
    }

    /// The number of elements removed before a retained element at `index`.
    fn before(&self, index: u32) -> u32 {
        let after = self.runs.partition_point(|run| run.start <= index);
        after
            .checked_sub(1)
            .map_or(0, |last| self.removed[last] + self.runs[last].len() as u32)
    }

    /// The parts of `range` between the gaps.
    fn between(&self, range: Range<u32>) -> Vec<Range<u32>> {
        let first = self.runs.partition_point(|run| run.end <= range.start);
        let mut kept = Vec::new();
        let mut start = range.start;
        for gap in self.runs[first..]
            .iter()
            .take_while(|gap| gap.start < range.end)
        {
            if gap.start > start {
                kept.push(start..gap.start);
            }
            start = start.max(gap.end);
        }
        if start < range.end {
            kept.push(start..range.end);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(runs: Vec<Range<u32>>) -> Range<u32> {
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs[0].clone()
    }

    #[test]
    fn what_is_between_gaps_is_kept_and_counted_on() {
        let gaps = Gaps::new(vec![20..25, 3..6, 6..9]);
        assert_eq!(gaps.between(0..30), [0..3, 9..20, 25..30]);
        assert_eq!(only(gaps.between(4..21)), 9..20);
        assert_eq!(gaps.between(6..9), []);
        assert_eq!(only(gaps.between(10..12)), 10..12);
        let numbers = [0, 2, 9, 19, 25, 29].map(|number| number - gaps.before(number));
        assert_eq!(numbers, [0, 2, 3, 13, 14, 18]);
    }

    #[test]
    fn without_gaps_all_is_kept() {
        let gaps = Gaps::new(Vec::new());
        assert_eq!(only(gaps.between(5..7)), 5..7);
        assert_eq!(gaps.before(7), 0);
        assert_eq!(gaps.between(7..7), []);
    }
}
