//! Boxes in 16-bit steps on a grid over the whole tree (Deering, "Geometry Compression"). A quantized
//! box is never smaller than the original.

use glam::Vec3;

use crate::geom::Aabb;

/// A box in whole steps from the grid's lowest corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QuantizedBox {
    min: [u16; 3],
    max: [u16; 3],
}

/// The grid of a tree's quantized boxes: the lowest corner and the step, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QuantizationGrid {
    origin: Vec3,
    step: Vec3,
}

impl QuantizationGrid {
    /// Creates a grid over a box and a little beyond.
    pub(super) fn around(all: Aabb) -> Self {
        // The step is a little more than a 65,535th of the box, so that the last step is beyond the end.
        // The step is also large enough to change any coordinate that it is added to.
        let least = (all.min.abs().max(all.max.abs()) * 1e-6).max(Vec3::splat(f32::MIN_POSITIVE));
        Self {
            origin: all.min,
            step: (all.size() * (1.0001 / 65_534.0)).max(least),
        }
    }

    /// The box in steps, rounded outward with the arithmetic of [`QuantizationGrid::bounds`].
    pub(super) fn quantized(&self, bounds: &Aabb) -> QuantizedBox {
        let plane =
            |axis: usize, steps: u16| self.origin[axis] + f32::from(steps) * self.step[axis];
        let position = |axis: usize, value: f32| (value - self.origin[axis]) / self.step[axis];
        QuantizedBox {
            min: [0, 1, 2].map(|axis| {
                let mut steps = position(axis, bounds.min[axis]).floor() as u16;
                while steps > 0 && plane(axis, steps) > bounds.min[axis] {
                    steps -= 1;
                }
                steps
            }),
            max: [0, 1, 2].map(|axis| {
                let mut steps = position(axis, bounds.max[axis]).ceil() as u16;
                while steps < u16::MAX && plane(axis, steps) < bounds.max[axis] {
                    steps += 1;
                }
                steps
            }),
        }
    }

    /// The box in meters.
    #[inline]
    pub(super) fn bounds(&self, quantized: &QuantizedBox) -> Aabb {
        let corner = |steps: [u16; 3]| self.origin + Vec3::from(steps.map(f32::from)) * self.step;
        Aabb::new(corner(quantized.min), corner(quantized.max))
    }
}
