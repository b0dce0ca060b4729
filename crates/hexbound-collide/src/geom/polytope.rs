//! Separating axes: two convex polytopes are apart exactly if some face of one, or a pair of
//! edges, shows a gap (Gottschalk, Lin, Manocha, "OBBTree", 1996; Ericson, 5.2.1). The axis with
//! the least overlap is the shortest way out.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{
    Aabb, Convex, Frustum, Obb, Rectangle, Segment, Triangle, Valid,
    convex::{furthest, hair},
    gjk,
    obb::BoxFrame,
};

/// Corners, face normals and edge directions of a flat-sided shape. For a flat shape the faces
/// hold its normal.
#[derive(Clone, Debug)]
pub(super) struct Polytope {
    pub points: ArrayVec<DVec3, 8>,
    pub faces: ArrayVec<DVec3, 6>,
    pub edges: ArrayVec<DVec3, 12>,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Solid,
    /// In a plane; faces[0] is its normal.
    Flat,
    /// A segment, a point, or a shape squeezed to less than it should be: its axes don't tell
    /// everything.
    Thin,
}

impl From<&BoxFrame> for Polytope {
    fn from(frame: &BoxFrame) -> Self {
        Self {
            points: frame.corners().into(),
            faces: frame.axes.into_iter().collect(),
            edges: frame.axes.into_iter().collect(),
            kind: if frame.half.min_element() > 0.0 {
                Kind::Solid
            } else {
                Kind::Thin
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
            faces: frustum.exact_planes().map(|(normal, _)| normal).into(),
            edges: frustum.edges().iter().copied().collect(),
            kind: Kind::Solid,
        }
    }
}

impl From<&Segment> for Polytope {
    fn from(segment: &Segment) -> Self {
        let stretch = segment.stretch();
        Self {
            points: stretch.ends().collect(),
            faces: ArrayVec::new(),
            edges: stretch.along.try_normalize().into_iter().collect(),
            kind: Kind::Thin,
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
            faces: normal.into_iter().collect(),
            edges,
            kind: if normal.is_some() {
                Kind::Flat
            } else {
                Kind::Thin
            },
        }
    }

    /// The largest absolute coordinate.
    fn largest(&self) -> f64 {
        self.points
            .iter()
            .fold(0.0, |most, point| most.max(point.abs().max_element()))
    }
}

impl Valid for Polytope {
    fn is_valid(&self) -> bool {
        self.points.iter().all(|point| point.is_finite())
    }
}

impl Convex for Polytope {
    fn middle(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / self.points.len() as f64
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        furthest(&self.points, direction)
    }

    fn extent(&self, axis: DVec3) -> (f64, f64) {
        let along = self.points.iter().map(|point| point.dot(axis));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    }
}

/// Whether two flat-sided shapes touch or overlap. Where axes can't tell everything, by distance.
pub(super) fn overlap<'a, A, B>(a: &'a A, b: &'a B) -> bool
where
    Polytope: From<&'a A> + From<&'a B>,
{
    let (a, b) = (Polytope::from(a), Polytope::from(b));
    if least_push(&a, &b, 0.0).is_none() {
        return false;
    }
    let allowed = hair([a.largest(), b.largest()]);
    (a.kind != Kind::Thin && b.kind != Kind::Thin) || gjk::within(&a, &b, allowed)
}

/// The shortest push that parts a from b: a unit vector for a to go along, and how far, meters.
/// None if some axis shows a gap wider than `reach`.
pub(super) fn least_push(a: &Polytope, b: &Polytope, reach: f64) -> Option<(DVec3, f64)> {
    let rounding = hair([a.largest(), b.largest(), reach]);
    let mut best: Option<(DVec3, f64)> = None;
    for axis in axes(a, b) {
        let (push, depth) = push_along(a, b, axis);
        if depth < -reach - rounding {
            return None;
        }
        // A later axis has to be better by more than rounding, so that faces win over edges.
        if best.is_none_or(|(_, least)| depth < least - rounding) {
            best = Some((push, depth));
        }
    }
    let (push, depth) = best.unwrap_or((DVec3::Y, 0.0));
    Some((push, depth.max(0.0)))
}

/// How far a has to go along an axis, or against it if that is shorter, to be clear of b.
/// Negative if there is a gap already.
pub(super) fn push_along(a: &impl Convex, b: &impl Convex, axis: DVec3) -> (DVec3, f64) {
    let ((low_a, high_a), (low_b, high_b)) = (a.extent(axis), b.extent(axis));
    let (forward, back) = (high_b - low_a, high_a - low_b);
    if forward < back {
        (axis, forward)
    } else {
        (-axis, back)
    }
}

/// Unit vectors on which a gap shows if there is one: b's faces, a's faces, then the edges.
fn axes<'a>(a: &'a Polytope, b: &'a Polytope) -> impl Iterator<Item = DVec3> + 'a {
    let faces = b.faces.iter().chain(&a.faces).copied();
    let edges = a
        .edges
        .iter()
        .flat_map(|from| b.edges.iter().map(move |to| (*from, *to)));
    // Where neither has a volume, edges act as faces in the plane of a flat one.
    let volume = a.kind == Kind::Solid || b.kind == Kind::Solid;
    let rims = [a, b].into_iter().flat_map(move |flat| {
        let normal = (flat.kind == Kind::Flat && !volume).then(|| flat.faces[0]);
        let edges = a.edges.iter().chain(&b.edges);
        normal
            .into_iter()
            .flat_map(move |normal| edges.clone().map(move |edge| (normal, *edge)))
    });
    let crossed = edges.chain(rims).filter_map(|(from, to)| {
        let across = from.cross(to);
        // Parallel but for rounding: no axis.
        (across.length_squared() > 1e-18).then(|| across.normalize())
    });
    faces.chain(crossed)
}

/// The part of a convex polygon with normal · x ≤ offset (Sutherland and Hodgman, "Reentrant
/// polygon clipping", 1974). One corner more than before at most; what goes beyond 16 is left out.
pub(super) fn clip_polygon(corners: &[DVec3], normal: DVec3, offset: f64) -> ArrayVec<DVec3, 16> {
    let mut kept = ArrayVec::new();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let (height, next) = (normal.dot(*from) - offset, normal.dot(to) - offset);
        if height <= 0.0 {
            let _ = kept.try_push(*from);
        }
        if (height < 0.0 && next > 0.0) || (height > 0.0 && next < 0.0) {
            let _ = kept.try_push(from.lerp(to, height / (height - next)));
        }
    }
    kept
}
