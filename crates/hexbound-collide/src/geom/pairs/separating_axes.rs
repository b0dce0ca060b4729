//! Separating axes: two convex polytopes are apart exactly if there is a gap along one of their axes.
//! The axes are the normals of their faces and the cross products of an edge of each. See Gottschalk,
//! Lin and Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference Detection", and Ericson,
//! "Real-Time Collision Detection", 5.2.1.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::geom::{
    Aabb, Frustum, Obb, Rectangle, SupportMap, Triangle, Validate,
    distance::gjk,
    epsilon::epsilon,
    shapes::box_frame::BoxFrame,
    traits::{extent_of, furthest},
};

/// The corners, face normals and edge directions of a flat-sided shape. A flat shape has one normal.
#[derive(Clone, Debug)]
pub(crate) struct Polytope {
    points: ArrayVec<DVec3, 8>,
    normals: ArrayVec<DVec3, 6>,
    edges: ArrayVec<DVec3, 12>,
    kind: PolytopeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PolytopeKind {
    /// The shape has a volume.
    Solid,
    /// The shape lies in a plane; `normals[0]` is its normal.
    Flat,
    /// The shape is degenerate, down to a line or a point: its axes are not enough.
    Thin,
}

impl From<&BoxFrame> for Polytope {
    fn from(frame: &BoxFrame) -> Self {
        Self {
            points: frame.corners().into(),
            normals: frame.axes.into_iter().collect(),
            edges: frame.axes.into_iter().collect(),
            kind: match frame.half.min_element() > 0.0 {
                true => PolytopeKind::Solid,
                false => PolytopeKind::Thin,
            },
        }
    }
}

impl From<&Aabb> for Polytope {
    fn from(aabb: &Aabb) -> Self {
        Self::from(&aabb.frame())
    }
}

impl From<&Obb> for Polytope {
    fn from(obb: &Obb) -> Self {
        Self::from(&obb.frame())
    }
}

impl From<&Frustum> for Polytope {
    fn from(frustum: &Frustum) -> Self {
        Self {
            points: (*frustum.exact_corners()).into(),
            normals: frustum.exact_planes().map(|(normal, _)| normal).into(),
            edges: frustum.edges().iter().copied().collect(),
            kind: PolytopeKind::Solid,
        }
    }
}

impl From<&Triangle> for Polytope {
    fn from(triangle: &Triangle) -> Self {
        let [a, b, c] = triangle.exact_corners();
        Self::flat(&[a, b, c], [b - a, c - b, a - c].into_iter())
    }
}

impl From<&Rectangle> for Polytope {
    fn from(rectangle: &Rectangle) -> Self {
        let [a, b, c, d] = rectangle.exact_corners();
        Self::flat(&[a, b, c, d], [b - a, d - a].into_iter())
    }
}

impl Obb {
    /// Returns whether the boxes may touch, by the six axes of their faces alone. OPCODE calls this test
    /// SAT-lite: it omits the nine "class III" axes across two edges. The test misses no contact and
    /// costs less than half of [`Intersects`](crate::geom::Intersects), but sometimes accepts boxes that
    /// are apart. It suits the descent of a tree, where the exact test of the triangles follows.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use hexbound_collide::geom::{Intersects, Obb};
    ///
    /// let slanted = Quat::from_rotation_z(0.785) * Quat::from_rotation_y(0.785);
    /// let one = Obb::new(Vec3::ZERO, Vec3::new(5.0, 0.1, 0.1), Quat::IDENTITY);
    /// let other = Obb::new(Vec3::new(0.0, 0.8, 0.8), Vec3::new(5.0, 0.1, 0.1), slanted);
    /// assert!(one.may_touch(&other) && !one.intersects(&other));
    /// ```
    pub fn may_touch(&self, other: &Obb) -> bool {
        self.is_valid() && other.is_valid() && share_no_face_gap(self, other)
    }
}

impl Polytope {
    fn flat(points: &[DVec3], edges: impl Iterator<Item = DVec3>) -> Self {
        let edges: ArrayVec<DVec3, 12> = edges.filter_map(DVec3::try_normalize).collect();
        let cross = |a: usize, b: usize| Some(edges.get(a)?.cross(*edges.get(b)?));
        // A needle's normal is lost in rounding.
        let normal = [cross(0, 1), cross(1, 2)]
            .into_iter()
            .flatten()
            .filter(|normal| normal.length_squared() > 1e-18)
            .find_map(DVec3::try_normalize);
        Self {
            points: points.iter().copied().collect(),
            normals: normal.into_iter().collect(),
            edges,
            kind: normal.map_or(PolytopeKind::Thin, |_| PolytopeKind::Flat),
        }
    }

    /// The largest absolute coordinate.
    fn largest(&self) -> f64 {
        let largest = self.points.iter().map(|point| point.abs().max_element());
        largest.fold(0.0, f64::max)
    }
}

impl SupportMap for Polytope {
    fn interior_point(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / self.points.len() as f64
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        furthest(&self.points, direction)
    }

    fn extent(&self, axis: DVec3) -> (f64, f64) {
        extent_of(&self.points, axis)
    }
}

/// Returns whether two flat-sided shapes touch or overlap. If their axes are not enough, their distance
/// decides.
pub(super) fn overlap<'a, A, B>(a: &'a A, b: &'a B) -> bool
where
    Polytope: From<&'a A> + From<&'a B>,
{
    let (a, b) = (Polytope::from(a), Polytope::from(b));
    let allowed = epsilon([a.largest(), b.largest()]);
    let mut axes = face_axes(&a, &b).chain(edge_axes(&a, &b));
    let is_thin = [&a, &b].map(|it| it.kind == PolytopeKind::Thin) != [false; 2];
    !axes.any(|axis| has_gap(&a, &b, axis, allowed)) && (!is_thin || gjk::within(&a, &b, allowed))
}

/// Returns whether no face of two flat-sided shapes shows a gap. The test misses no contact, but may
/// accept shapes that only an axis across two edges separates.
fn share_no_face_gap<'a, A, B>(a: &'a A, b: &'a B) -> bool
where
    Polytope: From<&'a A> + From<&'a B>,
{
    let (a, b) = (Polytope::from(a), Polytope::from(b));
    let allowed = epsilon([a.largest(), b.largest()]);
    !face_axes(&a, &b).any(|axis| has_gap(&a, &b, axis, allowed))
}

/// Returns whether two shapes are further apart than `allowed` along a unit axis.
fn has_gap(a: &Polytope, b: &Polytope, axis: DVec3, allowed: f64) -> bool {
    let ((low_a, high_a), (low_b, high_b)) = (a.extent(axis), b.extent(axis));
    (high_b - low_a).min(high_a - low_b) < -allowed
}

/// The normals of b's faces, then of a's.
fn face_axes<'a>(a: &'a Polytope, b: &'a Polytope) -> impl Iterator<Item = DVec3> + 'a {
    b.normals.iter().chain(&a.normals).copied()
}

/// The unit vectors across an edge of each shape.
fn edge_axes<'a>(a: &'a Polytope, b: &'a Polytope) -> impl Iterator<Item = DVec3> + 'a {
    let pairs = |from: &'a DVec3| b.edges.iter().map(move |to| (*from, *to));
    let edges = a.edges.iter().flat_map(pairs);
    // If neither shape has a volume, edges act as faces in the plane of a flat one.
    let has_volume = a.kind == PolytopeKind::Solid || b.kind == PolytopeKind::Solid;
    let borders = [a, b].into_iter().flat_map(move |flat| {
        let normal = (flat.kind == PolytopeKind::Flat && !has_volume).then(|| flat.normals[0]);
        let edges = a.edges.iter().chain(&b.edges);
        let with_edges = move |normal| edges.clone().map(move |edge| (normal, *edge));
        normal.into_iter().flat_map(with_edges)
    });
    edges.chain(borders).filter_map(|(from, to)| {
        let across = from.cross(to);
        // Edges that are parallel within rounding have no axis.
        (across.length_squared() > 1e-18).then(|| across.normalize())
    })
}
