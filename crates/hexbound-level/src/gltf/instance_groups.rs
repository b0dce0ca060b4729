//! Collects the places of every mesh that a file uses several times, and decides which of them deserve a
//! draw of their own. Collision is unaffected: each place's triangles are in the merged mesh too.

use std::{collections::BTreeMap, ops::Range};

use glam::{DAffine3, DVec3};

use super::primitive::Primitive;
use crate::{InstanceGroup, build::DraftInstance};

/// The fewest places that deserve a draw of their own.
const MIN_PLACES: usize = 4;
/// The fewest triangles that a group must save the device. Below this, a group saves less than its draw
/// costs: merged, its triangles share the draws of their surroundings.
const MIN_SAVED_TRIANGLES: usize = 1_000;
/// The least and the greatest stretch of a direction by a transform: the device squares it in single
/// precision.
const STRETCH_RANGE: Range<f64> = 1e-4..1e4;
/// The least volume of a transformed unit cube as a share of its edges' product; below, it is flat.
const FLAT_STRETCH: f64 = 1e-3;

/// The common key of instances: a mesh, one of its primitives, and whether they are mirrored, which
/// reverses the order of their triangles' corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct InstanceKey {
    pub mesh: usize,
    pub primitive: usize,
    pub mirrored: bool,
}

/// The places of every primitive, in reading order.
#[derive(Debug, Default)]
pub(super) struct InstancesRead(BTreeMap<InstanceKey, Vec<DraftInstance>>);

impl InstancesRead {
    /// Records a place. If its transform flattens or stretches too much, it stays merged.
    pub(super) fn add(&mut self, key: InstanceKey, place: DraftInstance) {
        if keeps_shape(&place.transform) {
            self.0.entry(key).or_default().push(place);
        }
    }

    /// The groups that deserve a draw of their own; `primitive` returns the geometry and the material of
    /// a key.
    pub(super) fn into_groups<'a>(
        self,
        primitive: impl Fn(InstanceKey) -> Option<(&'a Primitive, usize)>,
    ) -> Vec<InstanceGroup<DraftInstance>> {
        let group = |(key, places): (InstanceKey, Vec<DraftInstance>)| {
            let (primitive, material) = primitive(key)?;
            let saved = primitive.triangles.len() * places.len().saturating_sub(1);
            let vertex = |index| primitive.vertex(index);
            (places.len() >= MIN_PLACES && saved >= MIN_SAVED_TRIANGLES).then(|| InstanceGroup {
                material,
                vertices: (0..primitive.positions.len()).map(vertex).collect(),
                indices: own_indices(primitive, key.mirrored),
                places,
            })
        };
        self.0.into_iter().filter_map(group).collect()
    }
}

/// Returns whether the device can transform directions by the transform.
fn keeps_shape(transform: &DAffine3) -> bool {
    let axes = transform.matrix3;
    let lengths = [axes.x_axis, axes.y_axis, axes.z_axis].map(DVec3::length);
    let all: f64 = lengths.iter().product();
    lengths.iter().all(|length| STRETCH_RANGE.contains(length))
        && axes.determinant().abs() >= FLAT_STRETCH * all
}

fn own_indices(primitive: &Primitive, mirrored: bool) -> Vec<u32> {
    let corners = |[a, b, c]: &[u32; 3]| if mirrored { [*a, *c, *b] } else { [*a, *b, *c] };
    primitive.triangles.iter().flat_map(corners).collect()
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    fn place(transform: DAffine3) -> DraftInstance {
        DraftInstance {
            transform,
            vertices: 0..3,
            indices: 0..3,
        }
    }

    fn scaled(x: f64, y: f64, z: f64) -> DAffine3 {
        let (scale, place) = (DVec3::new(x, y, z), DVec3::new(900.0, 2.0, 3.0));
        DAffine3::from_scale_rotation_translation(scale, DQuat::from_rotation_x(0.3), place)
    }

    /// Returns the number of groups for `places` places of a primitive with `triangles` triangles.
    fn groups(places: usize, triangles: usize, transform: DAffine3) -> usize {
        let primitive = Primitive {
            triangles: vec![[0, 1, 2]; triangles],
            ..Primitive::default()
        };
        let key = InstanceKey {
            mesh: 0,
            primitive: 0,
            mirrored: false,
        };
        let mut read = InstancesRead::default();
        (0..places).for_each(|_| read.add(key, place(transform)));
        read.into_groups(|_| Some((&primitive, 0))).len()
    }

    #[test]
    fn few_places_and_few_triangles_stay_merged() {
        assert_eq!(groups(4, 400, DAffine3::IDENTITY), 1);
        assert_eq!(groups(3, 4_000, DAffine3::IDENTITY), 0);
        assert_eq!(groups(4, 300, DAffine3::IDENTITY), 0);
        assert_eq!(groups(200, 12, DAffine3::IDENTITY), 1);
    }

    #[test]
    fn what_is_flattened_or_stretched_too_much_stays_merged() {
        assert_eq!(groups(4, 400, scaled(-2.0, 30.0, 0.1)), 1);
        assert_eq!(groups(4, 400, scaled(1.0, 0.0, 1.0)), 0);
        assert_eq!(groups(4, 400, scaled(1e-9, 1e-9, 1e-9)), 0);
        let aside = DVec3::new(1.0, 1e-6, 0.0);
        let sheared = glam::DMat3::from_cols(DVec3::X, aside, DVec3::Z);
        assert_eq!(groups(4, 400, DAffine3::from_mat3(sheared)), 0);
    }
}
