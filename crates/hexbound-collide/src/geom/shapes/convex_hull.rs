//! The convex hull of a few points. The module `sweep` computes contacts of two hulls.

use glam::{DVec3, Vec3};

use crate::geom::traits::extent_of;

/// The distance below which points count as one, as a share of the whole size. A thinner hull counts as
/// flat.
const POINT_TOLERANCE: f64 = 1e-5;
/// The length of the cross product of two unit axes below which they are the same.
pub(crate) const MIN_SINE: f64 = 1e-6;

/// A convex solid, or a flat triangle, with the axes that can separate it from others. Serde stores
/// the corners of a solid, in single precision.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Vec<Vec3>", into = "Vec<Vec3>")
)]
pub struct ConvexHull {
    /// The corners, meters.
    pub corners: Vec<DVec3>,
    /// The faces as triangles of corner indices, counterclockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The unit normals of the faces, each direction once.
    pub(in crate::geom) face_axes: Vec<DVec3>,
    /// The unit directions of the edges, each once.
    pub(in crate::geom) edge_axes: Vec<DVec3>,
}

impl From<ConvexHull> for Vec<Vec3> {
    fn from(hull: ConvexHull) -> Self {
        hull.corners.iter().map(|corner| corner.as_vec3()).collect()
    }
}

impl TryFrom<Vec<Vec3>> for ConvexHull {
    type Error = &'static str;

    fn try_from(corners: Vec<Vec3>) -> Result<Self, Self::Error> {
        let hull = (corners.len() <= Self::MAX_CORNERS).then(|| Self::from_points(&corners));
        hull.flatten()
            .ok_or("the corners are not those of a convex hull")
    }
}

impl ConvexHull {
    /// The maximum number of corners of a hull. The work of a sweep grows with their square.
    pub const MAX_CORNERS: usize = 64;

    /// The hull of points in space (meters), by adding one after another to a tetrahedron
    /// (O'Rourke, "Computational Geometry in C", chapter 4). `None` if the points are flat or not
    /// finite, or if the hull would have more than 64 corners.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::geom::ConvexHull;
    /// let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
    /// let hull = ConvexHull::from_points(&points).unwrap();
    /// assert_eq!((hull.corners.len(), hull.triangles.len()), (4, 4));
    /// ```
    pub fn from_points(points: &[Vec3]) -> Option<Self> {
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        let points: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
        let tolerance = POINT_TOLERANCE * size(&points);
        let points = distinct(&points, tolerance)?;
        let triangles = hull_faces(&points, tolerance)?;
        let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        if used.len() > Self::MAX_CORNERS {
            return None;
        }
        let index = |corner: u32| used.iter().position(|one| *one == corner).unwrap_or(0) as u32;
        Some(Self::with_axes(
            used.iter().map(|corner| points[*corner as usize]).collect(),
            triangles.iter().map(|corners| corners.map(index)).collect(),
        ))
    }

    /// A flat hull of one triangle (meters), as the target of a sweep.
    pub fn triangle(corners: [DVec3; 3]) -> Self {
        Self::with_axes(corners.to_vec(), vec![[0, 1, 2]])
    }

    fn with_axes(corners: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let (mut face_axes, mut edge_axes) = (Vec::new(), Vec::new());
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            add_axis(&mut face_axes, (b - a).cross(c - a));
            for edge in [b - a, c - b, a - c] {
                add_axis(&mut edge_axes, edge);
            }
        }
        Self {
            corners,
            triangles,
            face_axes,
            edge_axes,
        }
    }

    /// The lowest and the highest value of axis · x.
    pub(in crate::geom) fn extent(&self, axis: DVec3) -> (f64, f64) {
        extent_of(&self.corners, axis)
    }
}

/// Adds a direction unless the list has it or its opposite.
fn add_axis(axes: &mut Vec<DVec3>, axis: DVec3) {
    if let Some(axis) = axis.try_normalize()
        && axes.iter().all(|one| one.cross(axis).length() > MIN_SINE)
    {
        axes.push(axis);
    }
}

/// The longest side of the box around the points.
fn size(points: &[DVec3]) -> f64 {
    let low = points.iter().fold(DVec3::INFINITY, |low, p| low.min(*p));
    let high = (points.iter()).fold(DVec3::NEG_INFINITY, |high, p| high.max(*p));
    (high - low).max_element()
}

/// The points without those that lie on an earlier one; `None` for fewer than four or for too many.
fn distinct(points: &[DVec3], tolerance: f64) -> Option<Vec<DVec3>> {
    const MAX_POINTS: usize = 4096;
    let mut kept: Vec<DVec3> = Vec::new();
    for point in points {
        if kept.iter().all(|one| one.distance(*point) > tolerance) {
            kept.push(*point);
        }
        if kept.len() > MAX_POINTS {
            return None;
        }
    }
    (kept.len() >= 4).then_some(kept)
}

/// Returns the faces of the hull, which grows from a tetrahedron by one point after another. The faces
/// visible from a point give way to new ones at their border. `None` if the points are flat, or if the
/// hull has too many faces.
fn hull_faces(points: &[DVec3], tolerance: f64) -> Option<Vec<[u32; 3]>> {
    let mut faces = first_tetrahedron(points, tolerance)?;
    for (index, point) in points.iter().enumerate() {
        let sees = |face: &[u32; 3]| height_over(points, face, *point) > tolerance;
        let (seen, mut kept): (Vec<_>, Vec<_>) = faces.into_iter().partition(sees);
        let sides: Vec<(u32, u32)> = (seen.iter())
            .flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)])
            .collect();
        let border = sides.iter().filter(|(a, b)| !sides.contains(&(*b, *a)));
        kept.extend(border.map(|(a, b)| [*a, *b, index as u32]));
        faces = kept;
        if faces.len() > 8 * ConvexHull::MAX_CORNERS {
            return None;
        }
    }
    Some(faces)
}

/// The height of a point over a face, meters. No point is in front of a needle.
fn height_over(points: &[DVec3], face: &[u32; 3], point: DVec3) -> f64 {
    let [a, b, c] = face.map(|corner| points[corner as usize]);
    let normal = (b - a).cross(c - a).try_normalize();
    normal.map_or(0.0, |normal| normal.dot(point - a))
}

fn first_tetrahedron(points: &[DVec3], tolerance: f64) -> Option<Vec<[u32; 3]>> {
    let furthest = |measure: &dyn Fn(DVec3) -> f64| {
        let found = (0..points.len()).map(|index| (measure(points[index]), index));
        found.reduce(|best, next| if next.0 > best.0 { next } else { best })
    };
    let a = points[0];
    let (length, b) = furthest(&|p| p.distance(a))?;
    let along = (points[b] - a) / length;
    let (width, c) = furthest(&|p| (p - a).cross(along).length())?;
    let normal = (points[b] - a).cross(points[c] - a).try_normalize()?;
    let (height, d) = furthest(&|p| normal.dot(p - a).abs())?;
    if length.min(width).min(height) <= tolerance {
        return None;
    }
    let (b, c, d) = (b as u32, c as u32, d as u32);
    // Seen from outside: the fourth point lies behind the first three.
    let (b, c) = match normal.dot(points[d as usize] - a) < 0.0 {
        true => (b, c),
        false => (c, b),
    };
    Some(vec![[0, b, c], [0, d, b], [b, d, c], [c, d, 0]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_meshes::cube;

    #[test]
    fn a_cube_has_eight_corners_twelve_triangles_and_three_axes() {
        let cube = cube(DVec3::ONE, 0.5);
        assert_eq!((cube.corners.len(), cube.triangles.len()), (8, 12));
        assert_eq!(cube.face_axes.len(), 3);
        let outward = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| cube.corners[corner as usize]);
            (b - a).cross(c - a).dot(a - DVec3::ONE) > 0.0
        };
        assert!(cube.triangles.iter().all(|triangle| outward(*triangle)));
    }

    #[test]
    fn flat_and_senseless_points_have_no_hull() {
        let flat = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z];
        for points in [&flat[..], &[], &[Vec3::NAN; 5]] {
            assert_eq!(ConvexHull::from_points(points), None, "{points:?}");
        }
    }
}
