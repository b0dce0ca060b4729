//! The rules by which OPCODE splits a node's triangles in two (Terdiman, OPCODE). The position of a
//! triangle is the center of its box.

use glam::DVec3;

use crate::geom::Aabb;

/// The rule that chooses the axis along which a node's triangles are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SplitRule {
    /// The longest side of the node's box (`SPLIT_LARGEST_AXIS`).
    LargestAxis,
    /// The axis with the largest variance of the triangles' centers (`SPLIT_SPLATTER_POINTS`; Klosowski
    /// and others, "Efficient Collision Detection Using Bounding Volume Hierarchies of k-DOPs").
    SplatterPoints,
    /// The longest side that has triangles on both sides of the split (`SPLIT_BEST_AXIS`).
    BestAxis,
    /// The axis whose split comes closest to equal halves (`SPLIT_BALANCED`).
    Balanced,
    /// No axis: the triangles are halved in their order, regardless of position (`SPLIT_FIFTY`). This is
    /// the worst of the rules, for comparison.
    Fifty,
}

impl SplitRule {
    /// All five rules.
    pub const ALL: [SplitRule; 5] = [
        SplitRule::LargestAxis,
        SplitRule::SplatterPoints,
        SplitRule::BestAxis,
        SplitRule::Balanced,
        SplitRule::Fifty,
    ];
}

/// The point on the axis at which a node's triangles are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SplitPoint {
    /// The node is split at the center of its box.
    BoxCenter,
    /// The node is split at the mean of the triangles' centers (`SPLIT_GEOM_CENTER`).
    GeometricCenter,
}

/// The divisor of a node's number of triangles for the least number on a side of its split. Smaller
/// sides would make a deep tree.
const MIN_SIDE_DIVISOR: usize = 16;

/// Moves the triangles of the first child to the front and returns their number, which is at least one
/// and not all.
pub(super) fn partition(
    boxes: &[Aabb],
    bounds: Aabb,
    part: &mut [u32],
    rule: SplitRule,
    point: SplitPoint,
) -> usize {
    let split = AxisSplits::new(boxes, bounds, part, point);
    let Some(axis) = split.axis(rule) else {
        return part.len() / 2;
    };
    let value = split.values[axis];
    let center = |index: u32| boxes[index as usize].center()[axis];
    let mut lower = 0;
    for next in 0..part.len() {
        if f64::from(center(part[next])) < value {
            part.swap(lower, next);
            lower += 1;
        }
    }
    let middle = if lower == 0 || lower == part.len() {
        part.len() / 2
    } else {
        let least = (part.len() / MIN_SIDE_DIVISOR).max(1);
        lower.clamp(least, part.len() - least)
    };
    if middle != lower {
        part.select_nth_unstable_by(middle, |a, b| {
            center(*a).total_cmp(&center(*b)).then(a.cmp(b))
        });
    }
    middle
}

/// The three possible splits of a node, one for each axis.
struct AxisSplits<'a> {
    boxes: &'a [Aabb],
    part: &'a [u32],
    /// The size of the node's box, meters.
    size: DVec3,
    /// The mean of the triangles' centers.
    mean: DVec3,
    /// The coordinate at which each axis would be split.
    values: DVec3,
}

impl<'a> AxisSplits<'a> {
    fn new(boxes: &'a [Aabb], bounds: Aabb, part: &'a [u32], point: SplitPoint) -> Self {
        let centers = part
            .iter()
            .map(|one| boxes[*one as usize].center().as_dvec3());
        let mean = centers.sum::<DVec3>() / part.len() as f64;
        Self {
            boxes,
            part,
            size: bounds.size().as_dvec3(),
            mean,
            values: match point {
                SplitPoint::BoxCenter => bounds.center().as_dvec3(),
                SplitPoint::GeometricCenter => mean,
            },
        }
    }

    /// The axis that the rule chooses; `None` for halves in the present order.
    fn axis(&self, rule: SplitRule) -> Option<usize> {
        match rule {
            SplitRule::LargestAxis => Some(self.size.max_position()),
            SplitRule::SplatterPoints => Some(self.variances().max_position()),
            SplitRule::BestAxis => {
                let mut longest_first = [0, 1, 2];
                longest_first.sort_by(|a, b| self.size[*b].total_cmp(&self.size[*a]));
                let splits = |axis: &usize| (1..self.part.len()).contains(&self.count_lower(*axis));
                longest_first.into_iter().find(splits)
            }
            SplitRule::Balanced => {
                let skew = |axis: &usize| (2 * self.count_lower(*axis)).abs_diff(self.part.len());
                (0..3).min_by_key(skew)
            }
            SplitRule::Fifty => None,
        }
    }

    /// Counts the centers below the split on an axis.
    fn count_lower(&self, axis: usize) -> usize {
        let is_lower = |center: DVec3| center[axis] < self.values[axis];
        self.centers().filter(|center| is_lower(*center)).count()
    }

    /// The variances of the centers along each axis, up to a common factor.
    fn variances(&self) -> DVec3 {
        self.centers()
            .map(|center| (center - self.mean) * (center - self.mean))
            .sum()
    }

    fn centers(&self) -> impl Iterator<Item = DVec3> + '_ {
        let center = |one: &u32| self.boxes[*one as usize].center().as_dvec3();
        self.part.iter().map(center)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn axis(centers: &[[f32; 3]], width: f32, rule: SplitRule) -> Option<usize> {
        let half = Vec3::X * (width * 0.5);
        let boxes = centers.iter().map(|center| Vec3::from_array(*center));
        let boxes: Vec<Aabb> = boxes.map(|it| Aabb::new(it - half, it + half)).collect();
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, one| all.union(*one));
        let part: Vec<u32> = (0..boxes.len() as u32).collect();
        AxisSplits::new(&boxes, bounds, &part, SplitPoint::GeometricCenter).axis(rule)
    }

    #[test]
    fn every_rule_chooses_its_axis() {
        // The boxes are longest along x, vary most along y, and split evenly along z.
        let mut uneven = [[[0.0; 3], [0.0, 0.0, 1.0]]; 4];
        uneven[3] = [[0.0, 8.0, 0.0], [10.0, 8.0, 1.0]];
        for (rule, chosen) in [
            (SplitRule::LargestAxis, Some(0)),
            (SplitRule::SplatterPoints, Some(1)),
            (SplitRule::BestAxis, Some(0)),
            (SplitRule::Balanced, Some(2)),
            (SplitRule::Fifty, None),
        ] {
            assert_eq!(axis(uneven.as_flattened(), 0.0, rule), chosen, "{rule:?}");
        }
    }

    #[test]
    fn the_best_axis_is_one_that_splits() {
        let centers = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(axis(&centers, 20.0, SplitRule::LargestAxis), Some(0));
        assert_eq!(axis(&centers, 20.0, SplitRule::BestAxis), Some(1));
        assert_eq!(axis(&[[1.0; 3]; 4], 20.0, SplitRule::BestAxis), None);
    }
}
