//! Converts a draft's groups of instances to local coordinates.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::geom::Aabb;

use super::DraftInstance;
use crate::{InstanceGroup, PlacedInstance, animated::single};

/// The largest side of an instance, meters. A group with a larger one stays merged, since merged geometry
/// is culled by its position.
const MAX_INSTANCE_SIDE: f32 = 64.0;

/// A draft's groups in local coordinates; `positions` are the level's vertices.
pub(super) fn local(
    drafts: Vec<InstanceGroup<DraftInstance>>,
    positions: &[Vec3],
    origin: DVec3,
) -> Vec<InstanceGroup> {
    let to_local = DAffine3::from_translation(-origin);
    let local_place = |place: DraftInstance| {
        let range = place.vertices.start as usize..place.vertices.end as usize;
        PlacedInstance {
            transform: single(&(to_local * place.transform)),
            bounds: Aabb::from_points(positions[range].iter().copied()),
            vertices: place.vertices,
            indices: place.indices,
        }
    };
    let is_small = |group: &InstanceGroup| {
        let mut sizes = group.places.iter().map(|place| place.bounds.size());
        sizes.all(|size| size.max_element() <= MAX_INSTANCE_SIDE)
    };
    (drafts.into_iter())
        .map(|draft| InstanceGroup {
            material: draft.material,
            vertices: draft.vertices,
            indices: draft.indices,
            places: draft.places.into_iter().map(local_place).collect(),
        })
        .filter(is_small)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_become_local_and_groups_of_wide_ones_stay_merged() {
        let groups_of = |reach: f32| {
            let positions = [Vec3::ZERO, Vec3::X * reach, Vec3::Z];
            let draft = InstanceGroup {
                material: 2,
                vertices: Vec::new(),
                indices: Vec::new(),
                places: vec![DraftInstance {
                    transform: DAffine3::from_translation(DVec3::new(900.0, 2.0, 3.0)),
                    vertices: 0..3,
                    indices: 0..3,
                }],
            };
            local(vec![draft], &positions, DVec3::X * 900.0)
        };
        let groups = groups_of(5.0);
        let place = &groups[0].places[0];
        assert_eq!(place.bounds.max, Vec3::new(5.0, 0.0, 1.0));
        let at = Vec3::from(place.transform.translation);
        assert_eq!(at, Vec3::new(0.0, 2.0, 3.0));
        assert!(groups_of(65.0).is_empty());
    }
}
