//! The queries of a body with a crowd: very many triangles nearby. A list of a crowd would cost more
//! than a search of the tree for each query, nearest boxes first.
//!
//! `path` has a body's distances from boxes and triangles, `sweep` the first contacts, and `deepest` the
//! overlaps. The results are those of lists, except that a body may sink in by [`CROWD_SINK`].

mod deepest;
mod path;
mod sweep;

pub(super) use deepest::DeepestSearch;
pub(super) use path::BodyPath;
pub(super) use sweep::CrowdSweep;

/// The depth to which a body may sink into a crowd before it is stopped, meters: half of the depth that
/// a release leaves.
const CROWD_SINK: f64 = 5e-5;

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};
    use proptest::prelude::*;

    use super::{super::separating_planes::GRAZE, *};
    use crate::{Body, CollisionMesh, Mover, Obstacles, Overlap, test_meshes};

    /// A mover that queries the tree, as if very many triangles were near.
    fn in_crowd(mesh: &CollisionMesh, body: Body, at: Vec3) -> Mover<'_> {
        let mut mover = Obstacles::from(mesh).bare_mover(body, at.as_dvec3());
        mover.simulate_crowd();
        mover
    }

    fn overlaps(mover: &mut Mover, position: DVec3) -> Vec<Overlap> {
        let mut found = Vec::new();
        mover.touching(position, 0.0, &mut found);
        found
    }

    fn deepest_at(mover: &mut Mover, position: DVec3) -> f64 {
        let depths = overlaps(mover, position).into_iter().map(|it| it.depth);
        depths.fold(0.0, f64::max)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        /// A move toward a crowd ends where it ends among listed triangles, or continues if the body
        /// sinks in by no more than the tolerance.
        #[test]
        fn a_crowd_stops_as_a_list_does(
            mesh in test_meshes::soup(), from in test_meshes::point(6.0), to in test_meshes::point(6.0),
            kind in 0..5,
        ) {
            let body = test_meshes::upright(kind);
            let mut listed = Obstacles::from(&mesh).bare_mover(body, from.as_dvec3());
            let mut crowd = in_crowd(&mesh, body, from);
            let (from, to) = (from.as_dvec3(), to.as_dvec3());
            let fraction = |mover: &mut Mover| {
                let hits = mover.first_contacts(from, to).unwrap();
                hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min)
            };
            let (in_list, in_crowd) = (fraction(&mut listed), fraction(&mut crowd));
            let graze = 2.0 * GRAZE / (to - from).length();
            prop_assert!(in_crowd >= in_list - graze, "{in_crowd} before {in_list}");
            if in_crowd > in_list + graze {
                let start = deepest_at(&mut listed, from);
                let end = deepest_at(&mut listed, from.lerp(to, in_crowd));
                prop_assert!(end <= start + 1.01 * CROWD_SINK, "{start} m deep, then {end}");
            }
        }

        /// The same triangles are near a body, and the deepest of a crowd is as deep.
        #[test]
        fn a_crowd_overlaps_as_a_list_does(
            mesh in test_meshes::soup(), at in test_meshes::point(4.0), kind in 0..5,
        ) {
            let body = test_meshes::upright(kind);
            let mut listed = Obstacles::from(&mesh).bare_mover(body, at.as_dvec3());
            let mut crowd = in_crowd(&mesh, body, at);
            let at = at.as_dvec3();
            let all = overlaps(&mut listed, at);
            prop_assert_eq!(&all, &overlaps(&mut crowd, at));
            let deepest = crowd.deepest_overlaps(at, usize::MAX);
            for overlap in all.iter().filter(|overlap| overlap.depth > CROWD_SINK + 1e-9) {
                // Planes bound the shortest push out; an ellipsoid's push may be longer.
                prop_assert!(deepest.contains(overlap) || kind == 0, "{overlap:?}");
            }
            prop_assert!(deepest.iter().all(|overlap| all.contains(overlap)));
        }
    }
}
