//! Debug lines: colored lines and translucent faces that explain the world. The simulation adds those of
//! selected props, `inspect` the rest; the renderer draws them. No result of the simulation depends on
//! them.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use hexbound_collide::geom::Aabb;

/// A color: linear red, green and blue, and the opacity, each 0..1.
pub type DebugColor = [f32; 4];

/// A line in the world, in the layout of the vertex buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct DebugLine {
    /// Both ends, local, meters.
    pub ends: [Vec3; 2],
    pub color: DebugColor,
}

/// A triangle in the world, visible from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugFace {
    /// The corners, local, meters.
    pub corners: [Vec3; 3],
    pub color: DebugColor,
}

/// All debug lines and faces of one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugLines {
    pub lines: Vec<DebugLine>,
    pub faces: Vec<DebugFace>,
}

/// The length of each stroke of an arrow's head, as a fraction of the arrow's length.
const ARROW_HEAD: f32 = 0.22;

impl DebugLines {
    /// Adds a line.
    pub fn line(&mut self, from: Vec3, to: Vec3, color: DebugColor) {
        let ends = [from, to];
        self.lines.push(DebugLine { ends, color });
    }

    /// Adds lines from each corner to the next, and from the last to the first.
    pub fn outline(&mut self, corners: &[Vec3], color: DebugColor) {
        let next = corners.iter().cycle().skip(1);
        for (from, to) in corners.iter().zip(next) {
            self.line(*from, *to, color);
        }
    }

    /// Adds a filled convex polygon.
    pub fn fill(&mut self, corners: &[Vec3], color: DebugColor) {
        let Some((first, others)) = corners.split_first() else {
            return;
        };
        for pair in others.windows(2) {
            let corners = [*first, pair[0], pair[1]];
            self.faces.push(DebugFace { corners, color });
        }
    }

    /// Adds the twelve edges of a box.
    pub fn cuboid(&mut self, bounds: Aabb, color: DebugColor) {
        let corner = |bits: usize| {
            let upper = |axis: usize| bits >> axis & 1 == 1;
            Vec3::from_array(std::array::from_fn(|axis| match upper(axis) {
                true => bounds.max[axis],
                false => bounds.min[axis],
            }))
        };
        for axis in 0..3 {
            for bits in (0..8_usize).filter(|bits| bits >> axis & 1 == 0) {
                self.line(corner(bits), corner(bits | 1 << axis), color);
            }
        }
    }

    /// Adds three strokes through a point along the axes; `half` is half their length, meters.
    pub fn cross(&mut self, at: Vec3, half: f32, color: DebugColor) {
        for axis in Vec3::AXES {
            self.line(at - axis * half, at + axis * half, color);
        }
    }

    /// Adds an arrow, unless its length is zero.
    pub fn arrow(&mut self, from: Vec3, to: Vec3, color: DebugColor) {
        let delta = to - from;
        let Some(direction) = delta.try_normalize() else {
            return;
        };
        self.line(from, to, color);
        let (aside, across) = direction.any_orthonormal_pair();
        let size = delta.length() * ARROW_HEAD;
        for side in [aside, -aside, across, -across] {
            self.line(to, to - (direction * 2.0 - side) * (0.45 * size), color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: DebugColor = [1.0; 4];

    #[test]
    fn a_box_has_twelve_edges_along_the_axes() {
        let mut debug = DebugLines::default();
        debug.cuboid(Aabb::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0)), WHITE);
        let lines = debug.lines.iter();
        let lengths = lines.map(|line| line.ends[0].distance(line.ends[1]));
        let mut lengths: Vec<f32> = lengths.collect();
        lengths.sort_by(f32::total_cmp);
        assert_eq!(lengths[..4], [1.0; 4]);
        assert_eq!(lengths[4..8], [2.0; 4]);
        assert_eq!(lengths[8..], [3.0; 4]);
    }

    #[test]
    fn a_polygon_is_closed_and_filled_by_a_fan() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
        let mut debug = DebugLines::default();
        debug.outline(&corners, WHITE);
        debug.fill(&corners, WHITE);
        assert_eq!(debug.lines.len(), 4);
        assert_eq!(debug.lines[3].ends, [Vec3::Y, Vec3::ZERO]);
        assert_eq!(debug.faces.len(), 2);
        debug.fill(&[], WHITE);
        assert_eq!(debug.faces.len(), 2);
    }

    #[test]
    fn an_arrow_of_no_length_adds_nothing() {
        let mut debug = DebugLines::default();
        debug.arrow(Vec3::ONE, Vec3::ONE, WHITE);
        assert!(debug.lines.is_empty());
        debug.arrow(Vec3::ONE, Vec3::ZERO, WHITE);
        assert_eq!(debug.lines.len(), 5);
    }
}
