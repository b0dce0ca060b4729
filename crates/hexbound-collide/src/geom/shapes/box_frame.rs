//! The common frame for computations with axis-aligned and oriented boxes.

use glam::DVec3;

/// A box of either kind in double precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFrame {
    pub center: DVec3,
    pub half: DVec3,
    /// The unit vectors along the sides.
    pub axes: [DVec3; 3],
}

impl BoxFrame {
    /// The corners. Bit k of the index selects the side along axis k.
    pub(crate) fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|index| {
            let side = |bit: usize| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let signs = DVec3::new(side(0), side(1), side(2));
            self.world_point(signs * self.half)
        })
    }

    /// Converts the box's own coordinates to the world's.
    pub(crate) fn world_point(&self, local: DVec3) -> DVec3 {
        self.center + self.axes[0] * local.x + self.axes[1] * local.y + self.axes[2] * local.z
    }

    /// Converts a direction to the box's own coordinates.
    pub(super) fn local_direction(&self, direction: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|axis| axis.dot(direction)))
    }
}
