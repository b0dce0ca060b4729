//! The segments of a glyph's outline.

use glam::Vec2;

/// The largest slope of a line that counts as level.
const MAX_SLOPE: f32 = 0.04;

/// A segment of an outline: a line, or a curve with one or two control points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutlineCurve {
    /// The ends of the segment and the control points between them; entries from `count` on are meaningless.
    points: [Vec2; 4],
    count: usize,
}

impl OutlineCurve {
    pub(crate) fn new(points: &[Vec2]) -> Self {
        let mut all = [Vec2::ZERO; 4];
        all[..points.len()].copy_from_slice(points);
        Self {
            points: all,
            count: points.len(),
        }
    }

    pub(crate) fn points(&self) -> &[Vec2] {
        &self.points[..self.count]
    }

    pub(crate) fn points_mut(&mut self) -> &mut [Vec2] {
        &mut self.points[..self.count]
    }

    /// The segment's share of twice the enclosed area, positive counterclockwise.
    pub(crate) fn area(&self) -> f32 {
        self.points[0].perp_dot(self.points[self.count - 1])
    }

    /// The level lines of the segment: the line itself, or the tangents at the ends of a curve.
    pub(crate) fn level_lines(&self) -> impl Iterator<Item = [Vec2; 2]> + use<> {
        let last = self.count - 1;
        let parts = [
            [self.points[0], self.points[1]],
            [self.points[last - 1], self.points[last]],
        ];
        let count = if self.count == 2 { 1 } else { 2 };
        let is_level =
            |[from, to]: &[Vec2; 2]| (to.y - from.y).abs() < MAX_SLOPE * (to.x - from.x).abs();
        parts.into_iter().take(count).filter(is_level)
    }
}
