//! Single-sided faces that show their back to a standing player and are not drawn there. They are flipped
//! by mistake, or a sheet that needs a double-sided material.

use std::{collections::BTreeMap, f32::consts::TAU};

use glam::Vec3;
use hexbound_collide::{CollisionMesh, RayHit};
use rayon::prelude::*;

use super::{
    super::report::{Weighed, largest_first},
    faces::{Faces, is_double_sided},
    seen::DrawnTriangles,
};
use hexbound_level::{Code, Finding, Level};
use hexbound_reach::shows_front;

/// The number of rays from each place.
const RAYS_AROUND: usize = 1500;
/// The number of rays from one place that must hit a node's back for a report.
const MIN_BACK_RAYS: usize = 6;
/// The largest number of invisible faces that a ray passes.
const MAX_FACES_THROUGH: usize = 4;
/// The distance behind an invisible face at which a ray continues, meters.
const BACK_OFFSET: f32 = 1e-3;

/// The rays of one place that hit a node.
#[derive(Clone, Copy, Default)]
struct NodeSight {
    fronts: usize,
    backs: usize,
    /// The place where the node's back was first hit.
    at: Vec3,
}

/// Finds the nodes whose back is visible from any of the places, meters. The first place is the spawn.
pub(super) fn findings(level: &Level, faces: &Faces, places: &[Vec3]) -> Vec<Finding> {
    let Some(drawn) = DrawnTriangles::of(level) else {
        return Vec::new();
    };
    let sights: Vec<BTreeMap<usize, NodeSight>> = (places.par_iter())
        .map(|place| sights_from(level, faces, &drawn, *place))
        .collect();
    let mut nodes: BTreeMap<usize, Vec<(usize, NodeSight)>> = BTreeMap::new();
    for (place, sight) in sights.iter().enumerate() {
        for (node, sight) in sight.iter().filter(|(_, sight)| sight.backs > 0) {
            nodes.entry(*node).or_default().push((place, *sight));
        }
    }
    let found = nodes.into_iter().filter_map(|(node, seen)| {
        let worst = seen.iter().max_by_key(|(_, sight)| sight.backs)?;
        if worst.1.backs < MIN_BACK_RAYS {
            return None;
        }
        let name = &faces.names[node];
        let problem = words(&seen, worst.0, &worst.1, places.len());
        Some(Weighed {
            finding: (Finding::about("node", name, Code::FlippedFaces, problem)).at(worst.1.at),
            weight: seen.iter().map(|(_, sight)| sight.backs as f32).sum(),
        })
    });
    largest_first(Code::FlippedFaces, found.collect())
}

/// The words about a node whose back is visible, mostly from `place`.
fn words(seen: &[(usize, NodeSight)], place: usize, sight: &NodeSight, places: usize) -> String {
    let share = |sight: &NodeSight| sight.backs as f32 / (sight.backs + sight.fronts) as f32;
    let of_view = |sight: &NodeSight| sight.backs as f32 / RAYS_AROUND as f32;
    let whence = match place {
        0 => "from the spawn",
        _ => "from one place",
    };
    let mut words = format!(
        "{} of what {whence} is seen of it is its back, which is not drawn: {} of the whole view",
        percent(share(sight)),
        percent(of_view(sight))
    );
    if seen.len() > 1 {
        words += &format!("; {} of {places} places see it", seen.len());
    }
    words
}

fn percent(share: f32) -> String {
    match share * 100.0 {
        it if it < 1.0 => format!("{it:.1} %"),
        it => format!("{it:.0} %"),
    }
}

/// The nodes that are visible from a place, by their indices.
fn sights_from(
    level: &Level,
    faces: &Faces,
    drawn: &DrawnTriangles,
    place: Vec3,
) -> BTreeMap<usize, NodeSight> {
    let mesh = &*level.collision;
    let mut sights: BTreeMap<usize, NodeSight> = BTreeMap::new();
    for ray in 0..RAYS_AROUND {
        let direction = direction(ray);
        let Some((hit, part)) = first_drawn(mesh, drawn, place, direction) else {
            continue;
        };
        let sight = sights.entry(faces.node_of_part(part)).or_default();
        if shows_front(mesh, &hit, direction) || is_double_sided(level, part) {
            sight.fronts += 1;
        } else {
            if sight.backs == 0 {
                sight.at = hit.point;
            }
            sight.backs += 1;
        }
    }
    sights
}

/// The first visible face along a ray, and its part.
fn first_drawn(
    mesh: &CollisionMesh,
    drawn: &DrawnTriangles,
    place: Vec3,
    direction: Vec3,
) -> Option<(RayHit, u32)> {
    let (mut from, far) = (place, mesh.bounds().size().length());
    for _ in 0..MAX_FACES_THROUGH {
        let hit = mesh.ray_cast(from, direction, far)?;
        if let Some(part) = drawn.part(mesh, hit.triangle) {
            return Some((hit, part));
        }
        from = hit.point + direction * BACK_OFFSET;
    }
    None
}

/// The direction of a ray, one of many evenly distributed on a sphere: a spiral by the golden angle.
fn direction(ray: usize) -> Vec3 {
    const GOLDEN_TURN: f32 = 0.381_966;
    let y = 1.0 - (ray as f32 + 0.5) * 2.0 / RAYS_AROUND as f32;
    let around = (ray as f32 * GOLDEN_TURN).fract() * TAU;
    let radius = (1.0 - y * y).sqrt();
    Vec3::new(libm::cosf(around) * radius, y, libm::sinf(around) * radius)
}
