//! The collision triangles as a wireframe around the eye: floors, the other faces, and needles.

use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use glam::Vec3;

use super::{
    Inspection,
    legend::colors::{AMBER, CORAL, PALE, TEAL, faint},
};
use hexbound_collide::{CollisionMesh, MIN_WALKABLE_UP, geom::Aabb};

use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{phrase, phrase_of},
};

/// The largest radius shown around the eye, meters.
const MAX_RADIUS: f32 = 24.0;
/// The radius with which the search begins, and the smallest reported one, meters.
const MIN_RADIUS: f32 = 1.5;
/// The factor by which the radius grows in each step.
const RADIUS_GROWTH: f32 = 1.5;
/// The largest number of triangles that can be distinguished, and drawn in time.
const MAX_TRIANGLES: usize = 6000;

/// The kind of an edge, the most significant first. An edge of two triangles has the first kind of both.
#[derive(Clone, Copy, Debug, EnumIter, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord)]
#[strum(serialize_all = "lowercase")]
enum EdgeKind {
    Needle,
    Walkable,
    Steep,
    Overhead,
}

impl EdgeKind {
    fn of([a, b, c]: [Vec3; 3]) -> Self {
        let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
        match (b - a).cross(c - a).try_normalize() {
            None => EdgeKind::Needle,
            Some(normal) if normal.y >= MIN_WALKABLE_UP => EdgeKind::Walkable,
            Some(normal) if normal.y <= -MIN_WALKABLE_UP => EdgeKind::Overhead,
            Some(_) => EdgeKind::Steep,
        }
    }

    fn color(self) -> DebugColor {
        match self {
            EdgeKind::Needle => CORAL,
            EdgeKind::Walkable => TEAL,
            EdgeKind::Steep => PALE,
            EdgeKind::Overhead => AMBER,
        }
    }
}

pub(crate) fn inspect(mesh: &CollisionMesh, eye: Vec3) -> Inspection {
    let (triangles, radius) = near(mesh, eye);
    let kinds: Vec<EdgeKind> = (triangles.iter())
        .map(|triangle| EdgeKind::of(mesh.corners(*triangle)))
        .collect();
    let mut view = Inspection::titled(phrase("collision-mesh"));
    let known = triangles.iter().copied().zip(kinds.iter().copied());
    draw(mesh, known, eye, radius, &mut view.debug);
    for kind in EdgeKind::iter() {
        if kinds.contains(&kind) {
            (view.legend).color(kind.color(), phrase_of("edge", kind.into()));
        }
    }
    let shown = phrase("triangles-shown").with("shown", triangles.len());
    view.legend.report(shown.with("all", mesh.len()));
    let reach = phrase("within-of-the-eye").with("meters", format!("{radius:.1}"));
    view.legend.report(reach);
    view
}

/// The triangles around the eye, and their radius, meters. The radius grows until there are too many
/// triangles; then the nearest are kept.
fn near(mesh: &CollisionMesh, eye: Vec3) -> (Vec<u32>, f32) {
    let mut radius = MIN_RADIUS;
    let mut found = Vec::new();
    loop {
        found.clear();
        mesh.gather(Aabb::new(eye, eye).grown(Vec3::splat(radius)), &mut found);
        if found.len() > MAX_TRIANGLES {
            return nearest(mesh, eye, &found);
        }
        if radius >= MAX_RADIUS {
            return (found, MAX_RADIUS);
        }
        radius = (radius * RADIUS_GROWTH).min(MAX_RADIUS);
    }
}

/// The nearest triangles, up to the largest number, and the distance of the last of them, meters.
fn nearest(mesh: &CollisionMesh, eye: Vec3, found: &[u32]) -> (Vec<u32>, f32) {
    let distance = |triangle: u32| {
        let bounds = Aabb::from_points(mesh.corners(triangle));
        eye.clamp(bounds.min, bounds.max).distance(eye)
    };
    let mut by_distance: Vec<(f32, u32)> = found.iter().map(|t| (distance(*t), *t)).collect();
    by_distance.select_nth_unstable_by(MAX_TRIANGLES, |a, b| a.0.total_cmp(&b.0));
    let radius = by_distance[MAX_TRIANGLES].0;
    by_distance.truncate(MAX_TRIANGLES);
    let kept = by_distance.into_iter().map(|(_, triangle)| triangle);
    (kept.collect(), radius.max(MIN_RADIUS))
}

/// Draws each edge once, fainter with distance.
fn draw(
    mesh: &CollisionMesh,
    triangles: impl Iterator<Item = (u32, EdgeKind)>,
    eye: Vec3,
    radius: f32,
    debug: &mut DebugLines,
) {
    let mut edges: Vec<([u32; 2], EdgeKind)> = Vec::new();
    for (triangle, kind) in triangles {
        let [a, b, c] = mesh.triangles()[triangle as usize];
        edges.extend([[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], kind)));
    }
    edges.sort_unstable();
    edges.dedup_by_key(|edge| edge.0);
    for (ends, kind) in edges {
        let [from, to] = ends.map(|vertex| mesh.vertices()[vertex as usize]);
        let delta = to - from;
        let along = (eye - from).dot(delta) / delta.length_squared().max(f32::MIN_POSITIVE);
        let distance = eye.distance(from + delta * along.clamp(0.0, 1.0));
        let shown = 1.0 - distance / radius;
        if shown > 0.02 {
            debug.line(from, to, faint(kind.color(), shown.sqrt().min(0.9)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    /// A floor of `side`² squares a meter wide.
    fn floor(side: u32) -> CollisionMesh {
        let place = |x: u32, z: u32| x * (side + 1) + z;
        let positions: Vec<Vec3> = (0..=side)
            .flat_map(|x| (0..=side).map(move |z| Vec3::new(x as f32, 0.0, z as f32)))
            .collect();
        let triangles: Vec<[u32; 3]> = (0..side)
            .flat_map(|x| (0..side).map(move |z| (x, z)))
            .flat_map(|(x, z)| {
                let around = [(0, 0), (0, 1), (1, 1), (1, 0)];
                let [a, b, c, d] = around.map(|(i, j)| place(x + i, z + j));
                [[a, b, c], [a, c, d]]
            })
            .collect();
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    #[test]
    fn a_dense_mesh_is_shown_as_far_as_it_can_be() {
        let mesh = floor(300);
        let eye = Vec3::new(150.0, 1.0, 150.0);
        let (all, radius) = near(&mesh, eye);
        assert_eq!(radius, MAX_RADIUS);
        assert!(all.len() <= MAX_TRIANGLES && all.len() > MAX_TRIANGLES / 4);
        let small: Vec<Vec3> = mesh.vertices().iter().map(|v| *v * 0.02).collect();
        let dense = CollisionMesh::build(&small, mesh.triangles()).unwrap();
        let (found, radius) = near(&dense, eye * 0.02);
        assert!(radius < 3.0, "{radius}");
        assert_eq!(found.len(), MAX_TRIANGLES);
    }

    #[test]
    fn every_kind_of_edge_has_words() {
        check_family("edge", EdgeKind::iter().map(<&str>::from));
    }
}
