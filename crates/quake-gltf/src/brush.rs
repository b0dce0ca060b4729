//! From the planes of a brush to the polygons of its surface, in double precision. Equal corners of
//! neighboring faces still differ slightly here; `weld` merges them.

use glam::DVec3;

/// A side of a brush: everything of the brush lies behind the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BrushPlane {
    /// A unit vector, outward.
    pub normal: DVec3,
    pub distance: f64,
}

/// The most sides of a brush that are read. Editors have lower limits.
pub(crate) const MAX_BRUSH_SIDES: usize = 512;
/// The half side of the square that is cut down to a face, in units of the map.
const SQUARE_HALF_SIDE: f64 = (1 << 22) as f64;
/// The largest coordinate of a face. A brush with a larger one is open.
const MAX_COORDINATE: f64 = (1 << 20) as f64;
/// The distance within which a corner counts as on a plane, in units of the map.
const ON_PLANE: f64 = 1e-4;
/// The differences of normals and distances within which two planes are the same.
const PLANE_TOLERANCE: f64 = 1e-6;

impl BrushPlane {
    /// The plane through three points, which are clockwise as seen from the front; `None` if they lie
    /// on a line or are not finite.
    pub(crate) fn through(points: [DVec3; 3]) -> Option<Self> {
        let [a, b, c] = points;
        let normal = (a - b).cross(c - b).try_normalize()?;
        let distance = normal.dot(b);
        (normal.is_finite() && distance.is_finite()).then_some(Self { normal, distance })
    }

    /// The same plane seen from behind.
    pub(crate) fn flipped(&self) -> Self {
        Self {
            normal: -self.normal,
            distance: -self.distance,
        }
    }

    fn above(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.distance
    }

    fn is_same(&self, other: &Self) -> bool {
        let most = PLANE_TOLERANCE * (1.0 + self.distance.abs());
        self.normal.abs_diff_eq(other.normal, PLANE_TOLERANCE)
            && (self.distance - other.distance).abs() < most
    }
}

/// The polygon of each plane, counterclockwise as seen from the front. The polygon of a redundant plane is
/// empty. `None` if the brush is open or has no volume.
pub(crate) fn polygons(planes: &[BrushPlane]) -> Option<Vec<Vec<DVec3>>> {
    let made: Vec<Vec<DVec3>> = (0..planes.len())
        .map(|side| polygon(planes, side))
        .collect();
    let is_open = (made.iter().flatten()).any(|corner| corner.abs().max_element() > MAX_COORDINATE);
    let faces = made.iter().filter(|polygon| !polygon.is_empty()).count();
    (faces >= 4 && !is_open).then_some(made)
}

/// The part of the plane with index `side` that lies behind all other planes.
fn polygon(planes: &[BrushPlane], side: usize) -> Vec<DVec3> {
    let own = planes[side];
    // Of two planes that are the same the first has the face.
    if planes[..side].iter().any(|other| other.is_same(&own)) {
        return Vec::new();
    }
    let mut left = square(&own);
    for (index, other) in planes.iter().enumerate() {
        if index != side && !other.is_same(&own) {
            left = cut(&left, other);
        }
        if left.len() < 3 {
            return Vec::new();
        }
    }
    left
}

/// A square on a plane, larger than any level, counterclockwise as seen from the front.
fn square(plane: &BrushPlane) -> Vec<DVec3> {
    let (across, up) = plane.normal.any_orthonormal_pair();
    let middle = plane.normal * plane.distance;
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| middle + across * (x * SQUARE_HALF_SIDE) + up * (y * SQUARE_HALF_SIDE))
        .to_vec()
}

/// The part of a polygon that lies behind a plane.
pub(crate) fn cut(polygon: &[DVec3], plane: &BrushPlane) -> Vec<DVec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &here) in polygon.iter().enumerate() {
        let next = polygon[(index + 1) % polygon.len()];
        let (a, b) = (plane.above(here), plane.above(next));
        if a <= ON_PLANE {
            kept.push(here);
        }
        if (a < -ON_PLANE && b > ON_PLANE) || (a > ON_PLANE && b < -ON_PLANE) {
            kept.push(here + (next - here) * (a / (a - b)));
        }
    }
    kept
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The planes of a box.
    pub(crate) fn sides(least: DVec3, most: DVec3) -> Vec<BrushPlane> {
        let side = |normal: DVec3, distance| BrushPlane { normal, distance };
        let pair = |axis: usize| {
            let along = DVec3::AXES[axis];
            [side(along, most[axis]), side(-along, -least[axis])]
        };
        (0..3).flat_map(pair).collect()
    }

    pub(crate) fn area_vector(polygon: &[DVec3]) -> DVec3 {
        let half = |two: &[DVec3]| (two[0] - polygon[0]).cross(two[1] - polygon[0]) * 0.5;
        polygon[1..].windows(2).map(half).sum()
    }

    #[test]
    fn a_box_has_six_squares_that_face_outward() {
        let planes = sides(DVec3::splat(-16.0), DVec3::splat(48.0));
        let faces = polygons(&planes).unwrap();
        for (face, plane) in faces.iter().zip(&planes) {
            assert_eq!(face.len(), 4);
            let off = area_vector(face) - plane.normal * 64.0 * 64.0;
            assert!(off.length() < 1e-6, "{off}");
        }
    }

    #[test]
    fn planes_that_cut_nothing_or_are_there_twice_have_no_face() {
        let mut planes = sides(DVec3::ZERO, DVec3::splat(64.0));
        planes.push(BrushPlane {
            normal: DVec3::X,
            distance: 100.0,
        });
        planes.push(planes[0]);
        let faces = polygons(&planes).unwrap();
        assert!(faces[6].is_empty() && faces[7].is_empty());
        assert_eq!(faces.iter().filter(|face| face.len() == 4).count(), 6);
    }

    #[test]
    fn a_brush_that_is_open_or_empty_is_none() {
        let planes = sides(DVec3::ZERO, DVec3::splat(64.0));
        let inside_out: Vec<BrushPlane> = planes.iter().map(BrushPlane::flipped).collect();
        let flat = sides(DVec3::ZERO, DVec3::new(64.0, 64.0, 0.0));
        for none in [&planes[..5], &inside_out, &flat, &[]] {
            assert_eq!(polygons(none), None, "{none:?}");
        }
    }

    #[test]
    fn three_points_give_the_side_that_they_are_clockwise_from() {
        for (points, normal) in [
            ([DVec3::ZERO, DVec3::Y, DVec3::X], Some(DVec3::Z)),
            ([DVec3::ZERO, DVec3::X, DVec3::X * 2.0], None),
            ([DVec3::NAN, DVec3::X, DVec3::Y], None),
        ] {
            let found = BrushPlane::through(points).map(|plane| plane.normal);
            assert_eq!(found, normal, "{points:?}");
        }
    }
}
