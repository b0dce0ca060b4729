//! A triangle's features, its normal, and its points closest to the origin. All corners are relative
//! to the origin.

use glam::{DVec2, DVec3};

pub(crate) use crate::geom::facing;

/// The feature of a triangle that was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// The inside of the triangle.
    Face,
    /// The edge with this index, 0..3: edge k leads from corner k to the next one.
    Edge(u8),
    /// The corner with this index, 0..3.
    Vertex(u8),
}

/// The point of the triangle closest to the origin, and its feature. After Ericson, Real-Time Collision
/// Detection, 5.1.5; needles fall back to their edges.
///
/// This function and those that it calls are always inlined: corners that go through memory wait for
/// their own stores.
#[inline(always)]
pub(crate) fn closest_on_triangle(corners: [DVec3; 3]) -> (DVec3, Feature) {
    closest_with_area(corners, area_vector(corners))
}

#[inline(always)]
pub(super) fn closest_with_area([a, b, c]: [DVec3; 3], area: Option<DVec3>) -> (DVec3, Feature) {
    if let Some(area) = area {
        // Barycentric weights of the foot of the perpendicular, times the squared area.
        let weight_c = a.cross(b).dot(area);
        let weight_a = b.cross(c).dot(area);
        let weight_b = c.cross(a).dot(area);
        if weight_a >= 0.0 && weight_b >= 0.0 && weight_c >= 0.0 {
            let foot = area * (a.dot(area) / area.length_squared());
            return (foot, Feature::Face);
        }
    }
    let corners = [a, b, c];
    let mut best = (a, Feature::Vertex(0));
    let mut least = f64::INFINITY;
    for edge in 0..3 {
        let (point, feature) = closest_on_edge(corners, edge);
        if point.length_squared() < least {
            least = point.length_squared();
            best = (point, feature);
        }
    }
    best
}

/// The unit normal by the winding; `None` for needles.
pub(crate) fn face_normal(corners: [DVec3; 3]) -> Option<DVec3> {
    area_vector(corners).map(DVec3::normalize)
}

/// The vector along the normal by the winding with twice the area as its length; `None` for needles.
#[inline]
pub(super) fn area_vector([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let (ab, ac) = (b - a, c - a);
    let cross = ab.cross(ac);
    let longest = ab.length_squared().max(ac.length_squared());
    (cross.length_squared() > 1e-24 * longest * longest).then_some(cross)
}

/// The horizontal part of a vector: its x and z.
pub(super) fn flat(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

/// Returns whether a motion from the origin leads through the triangle from one side to the other, or
/// ends on it. The borders belong to the triangle: their signs agree in neighbors that share them.
pub(crate) fn crosses_triangle(motion: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let Some(area) = area_vector([a, b, c]) else {
        return false;
    };
    let (before, after) = (-area.dot(a), area.dot(motion - a));
    if before == 0.0 || before.signum() * after > 0.0 {
        return false;
    }
    let sides = [a.cross(b), b.cross(c), c.cross(a)].map(|side| side.dot(motion));
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}

pub(super) fn closest_on_edge(corners: [DVec3; 3], edge: u8) -> (DVec3, Feature) {
    let from = usize::from(edge);
    let to = (from + 1) % 3;
    let (a, along) = (corners[from], corners[to] - corners[from]);
    let length = along.length_squared();
    let share = if length > 0.0 {
        -a.dot(along) / length
    } else {
        0.0
    };
    if share <= 0.0 {
        (a, Feature::Vertex(edge))
    } else if share >= 1.0 {
        (corners[to], Feature::Vertex(to as u8))
    } else {
        (a + along * share, Feature::Edge(edge))
    }
}
