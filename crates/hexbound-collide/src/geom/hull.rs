//! The convex hull of a few points, and two hulls of which one moves straight: when they touch,
//! by separating axes over time. Nothing here turns while it moves.

use glam::{DVec3, Vec3};

/// A hull of more corners than this is not made: what is tested grows with their square.
const MOST_CORNERS: usize = 64;
/// Points nearer than this part of the whole size are one; what is thinner is flat.
const FINE: f64 = 1e-5;
/// Unit axes whose cross product is shorter than this are the same.
const PARALLEL: f64 = 1e-6;

/// A convex solid, or a triangle, given by its corners and the axes that can tell it from others.
/// Meters.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexHull {
    pub corners: Vec<DVec3>,
    /// Counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Unit, each direction once.
    faces: Vec<DVec3>,
    edges: Vec<DVec3>,
}

/// When a moving hull touches another first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullTouch {
    /// Of the motion, 0 to 1.
    pub fraction: f64,
    /// Unit, from what was touched toward the mover.
    pub normal: DVec3,
}

impl ConvexHull {
    /// The hull of points in space; `None` if they are flat, not finite, or its corners too many.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::geom::ConvexHull;
    /// let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
    /// let hull = ConvexHull::around(&points).unwrap();
    /// assert_eq!((hull.corners.len(), hull.triangles.len()), (4, 4));
    /// ```
    pub fn around(points: &[Vec3]) -> Option<Self> {
        if !points.iter().all(|point| point.is_finite()) {
            return None;
        }
        let points: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
        let fine = FINE * size(&points);
        let points = distinct(&points, fine)?;
        let triangles = wrap(&points, fine)?;
        let mut used: Vec<u32> = triangles.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        if used.len() > MOST_CORNERS {
            return None;
        }
        let place = |corner: u32| used.iter().position(|one| *one == corner).unwrap_or(0) as u32;
        Some(Self::with_axes(
            used.iter().map(|corner| points[*corner as usize]).collect(),
            triangles.iter().map(|corners| corners.map(place)).collect(),
        ))
    }

    /// A flat hull, to be met by a solid one.
    pub fn triangle(corners: [DVec3; 3]) -> Self {
        Self::with_axes(corners.to_vec(), vec![[0, 1, 2]])
    }

    fn with_axes(corners: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Self {
        let (mut faces, mut edges) = (Vec::new(), Vec::new());
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            add_axis(&mut faces, (b - a).cross(c - a));
            for edge in [b - a, c - b, a - c] {
                add_axis(&mut edges, edge);
            }
        }
        Self {
            corners,
            triangles,
            faces,
            edges,
        }
    }

    /// The first touch of this hull, put `offset` from where it is given and moved straight by
    /// `motion`, with another that stands still.
    ///
    /// Each axis tells during which part of the motion the two overlap along it; they touch when
    /// the last of these parts begins, unless one has ended by then. A wrong axis can't hide a
    /// touch: whatever shows a gap is a gap. What is no deeper inside than `slack` meters counts
    /// as lying against it, and is stopped only by going further in; what is deeper is stopped
    /// from going further in along the shortest way out.
    pub fn sweep(
        &self,
        offset: DVec3,
        motion: DVec3,
        other: &ConvexHull,
        slack: f64,
    ) -> Option<HullTouch> {
        let mut state = Sweep::new(offset, motion, slack);
        for axis in self.faces.iter().chain(&other.faces) {
            state.ask(*axis, self, other)?;
        }
        for ours in &self.edges {
            for theirs in &other.edges {
                let axis = ours.cross(*theirs);
                let length = axis.length();
                if length > PARALLEL {
                    state.ask(axis / length, self, other)?;
                }
            }
        }
        state.touch()
    }

    /// The lowest and the highest value of axis · x.
    fn extent(&self, axis: DVec3) -> (f64, f64) {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        self.corners.iter().fold(ends, |(low, high), corner| {
            let along = corner.dot(axis);
            (low.min(along), high.max(along))
        })
    }
}

/// What the axes asked so far leave of the motion.
struct Sweep {
    offset: DVec3,
    motion: DVec3,
    slack: f64,
    enter: f64,
    leave: f64,
    /// Of the axis that is entered last.
    normal: DVec3,
    /// The least depth among axes that overlap from the start, and the way out there.
    shallowest: (f64, DVec3),
    apart_at_first: bool,
}

impl Sweep {
    fn new(offset: DVec3, motion: DVec3, slack: f64) -> Self {
        Self {
            offset,
            motion,
            slack,
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            normal: DVec3::ZERO,
            shallowest: (f64::INFINITY, DVec3::ZERO),
            apart_at_first: false,
        }
    }

    /// `None` once it is certain that nothing is touched.
    fn ask(&mut self, axis: DVec3, mover: &ConvexHull, other: &ConvexHull) -> Option<()> {
        let ((low, high), (least, most)) = (mover.extent(axis), other.extent(axis));
        let shift = axis.dot(self.offset);
        let (low, high) = (low + shift, high + shift);
        // Towards `out` the mover is nearest to being free.
        let (gap, behind, out) = if low - most > least - high {
            (low - most, least - high, axis)
        } else {
            (least - high, low - most, -axis)
        };
        let approach = -self.motion.dot(out);
        let still = self.motion.length() * 1e-9;
        if gap >= -self.slack {
            if approach <= still || gap > approach {
                return None;
            }
            self.apart_at_first = true;
            let enter = gap.max(0.0) / approach;
            if enter > self.enter {
                (self.enter, self.normal) = (enter, out);
            }
            self.leave = self.leave.min(-behind / approach);
        } else {
            if -gap < self.shallowest.0 {
                self.shallowest = (-gap, out);
            }
            if approach.abs() > still {
                let deep = if approach > 0.0 { -behind } else { -gap };
                self.leave = self.leave.min(deep / approach.abs());
            }
        }
        (self.enter <= self.leave).then_some(())
    }

    fn touch(self) -> Option<HullTouch> {
        if self.apart_at_first {
            let (fraction, normal) = (self.enter, self.normal);
            return Some(HullTouch { fraction, normal });
        }
        let normal = self.shallowest.1;
        let goes_in = self.motion.dot(normal) < -1e-9 * self.motion.length();
        goes_in.then_some(HullTouch {
            fraction: 0.0,
            normal,
        })
    }
}

/// A direction that is not known yet, either sign.
fn add_axis(axes: &mut Vec<DVec3>, axis: DVec3) {
    if let Some(axis) = axis.try_normalize()
        && axes.iter().all(|one| one.cross(axis).length() > PARALLEL)
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

/// The points without those that lie on an earlier one; `None` if there are none or too many to
/// wrap.
fn distinct(points: &[DVec3], fine: f64) -> Option<Vec<DVec3>> {
    const MOST_POINTS: usize = 4096;
    let mut kept: Vec<DVec3> = Vec::new();
    for point in points {
        if kept.iter().all(|one| one.distance(*point) > fine) {
            kept.push(*point);
        }
        if kept.len() > MOST_POINTS {
            return None;
        }
    }
    (kept.len() >= 4).then_some(kept)
}

/// Puts a tetrahedron into the points and then adds one point after another: the faces that see it
/// go, and their rim is joined to it.
fn wrap(points: &[DVec3], fine: f64) -> Option<Vec<[u32; 3]>> {
    let mut faces = first_four(points, fine)?;
    for (index, point) in points.iter().enumerate() {
        let sees = |face: &[u32; 3]| height_over(points, face, *point) > fine;
        let (seen, mut kept): (Vec<_>, Vec<_>) = faces.into_iter().partition(sees);
        let sides: Vec<(u32, u32)> = (seen.iter())
            .flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)])
            .collect();
        let rim = sides.iter().filter(|(a, b)| !sides.contains(&(*b, *a)));
        kept.extend(rim.map(|(a, b)| [*a, *b, index as u32]));
        faces = kept;
        if faces.len() > 8 * MOST_CORNERS {
            return None;
        }
    }
    Some(faces)
}

/// Meters in front of a face; nothing is in front of a needle.
fn height_over(points: &[DVec3], face: &[u32; 3], point: DVec3) -> f64 {
    let [a, b, c] = face.map(|corner| points[corner as usize]);
    (b - a)
        .cross(c - a)
        .try_normalize()
        .map_or(0.0, |normal| normal.dot(point - a))
}

fn first_four(points: &[DVec3], fine: f64) -> Option<Vec<[u32; 3]>> {
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
    if length.min(width).min(height) <= fine {
        return None;
    }
    let (b, c, d) = (b as u32, c as u32, d as u32);
    // Seen from outside: the fourth point lies behind the first three.
    let (b, c) = if normal.dot(points[d as usize] - a) < 0.0 {
        (b, c)
    } else {
        (c, b)
    };
    Some(vec![[0, b, c], [0, d, b], [b, d, c], [c, d, 0]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(center: DVec3, half: f64) -> ConvexHull {
        let corner = |index: usize| {
            let side = |bit: usize| if index >> bit & 1 == 1 { half } else { -half };
            (center + DVec3::new(side(0), side(1), side(2))).as_vec3()
        };
        let corners: Vec<Vec3> = (0..8).map(corner).collect();
        ConvexHull::around(&corners).unwrap()
    }

    #[test]
    fn a_cube_has_eight_corners_twelve_triangles_and_three_axes() {
        let cube = cube(DVec3::ONE, 0.5);
        assert_eq!((cube.corners.len(), cube.triangles.len()), (8, 12));
        assert_eq!(cube.faces.len(), 3);
        let outward = |[a, b, c]: [u32; 3]| {
            let [a, b, c] = [a, b, c].map(|corner| cube.corners[corner as usize]);
            (b - a).cross(c - a).dot(a - DVec3::ONE) > 0.0
        };
        assert!(cube.triangles.iter().all(|triangle| outward(*triangle)));
    }

    #[test]
    fn flat_and_senseless_points_have_no_hull() {
        let flat = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z];
        assert_eq!(ConvexHull::around(&flat), None);
        assert_eq!(ConvexHull::around(&[]), None);
        assert_eq!(ConvexHull::around(&[Vec3::NAN; 5]), None);
    }

    #[test]
    fn cubes_touch_face_to_face_when_they_should() {
        let (mover, other) = (cube(DVec3::ZERO, 0.5), cube(DVec3::X * 3.0, 0.5));
        let touch = mover
            .sweep(DVec3::ZERO, DVec3::X * 4.0, &other, 1e-3)
            .unwrap();
        assert!((touch.fraction - 0.5).abs() < 1e-6);
        assert!((touch.normal + DVec3::X).length() < 1e-6);
        assert_eq!(mover.sweep(DVec3::ZERO, DVec3::X * 1.9, &other, 1e-3), None);
        assert_eq!(mover.sweep(DVec3::ZERO, DVec3::Y * 9.0, &other, 1e-3), None);
    }

    #[test]
    fn what_lies_against_something_slides_and_leaves_but_does_not_go_in() {
        let (mover, other) = (cube(DVec3::ZERO, 0.5), cube(DVec3::X, 0.5));
        assert_eq!(mover.sweep(DVec3::ZERO, DVec3::Y * 0.1, &other, 1e-3), None);
        assert_eq!(
            mover.sweep(DVec3::ZERO, DVec3::NEG_X * 0.1, &other, 1e-3),
            None
        );
        assert_eq!(
            mover
                .sweep(DVec3::ZERO, DVec3::X * 0.1, &other, 1e-3)
                .unwrap()
                .fraction,
            0.0
        );
    }

    #[test]
    fn what_is_inside_may_only_leave() {
        let (mover, other) = (cube(DVec3::ZERO, 0.5), cube(DVec3::X * 0.8, 0.5));
        assert!(
            mover
                .sweep(DVec3::ZERO, DVec3::X * 0.1, &other, 1e-3)
                .is_some()
        );
        assert_eq!(
            mover.sweep(DVec3::ZERO, DVec3::NEG_X * 0.1, &other, 1e-3),
            None
        );
    }

    #[test]
    fn an_edge_between_two_corners_is_met() {
        let blade = ConvexHull::triangle([
            DVec3::new(0.1, -5.0, -1.0),
            DVec3::new(0.1, 5.0, -1.0),
            DVec3::new(0.1, 0.0, -9.0),
        ]);
        let touch = cube(DVec3::ZERO, 0.4)
            .sweep(DVec3::ZERO, DVec3::NEG_Z, &blade, 1e-3)
            .unwrap();
        assert!((touch.fraction - 0.6).abs() < 1e-6, "{touch:?}");
    }
}
