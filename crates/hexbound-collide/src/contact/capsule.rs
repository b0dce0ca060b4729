//! An upright capsule against a triangle: a ball around an upright segment. Everything follows from the
//! shortest displacement between segment and triangle (Ericson, "Real-Time Collision Detection", 5.1.9).
//!
//! The distance between a triangle and a capsule that moves on a line is a convex function of time:
//! it lies above each of its tangents. There is no contact before a tangent reaches zero. Newton's
//! method goes from one such zero to the next, up to the first contact and never beyond.

use glam::DVec3;

use super::{
    Feature, Separation, TriangleContact,
    face::{FaceTest, FacedSupport, TOUCH_EPSILON, touch_face},
    facing,
    triangle::{area_vector, flat},
};

/// The tolerance of a contact, as a share of the radius.
const CONTACT_EPSILON: f64 = 1e-12;

/// The upward component of the unit normal below which a triangle counts as upright.
const UPRIGHT_SLOPE: f64 = 1e-9;

/// The length below which a displacement counts as having no direction, meters.
const MIN_DISTANCE: f64 = 1e-12;

/// The most steps toward a contact, after which the body counts as touching. Three are the rule, and some
/// thirty where a capsule just grazes an edge.
const MAX_STEPS: usize = 100;

/// An upright capsule whose center is the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct UprightCapsule {
    pub radius: f64,
    pub half_height: f64,
}

/// The position of the capsule's segment relative to a triangle.
#[derive(Clone, Copy, Debug)]
struct SegmentDistance {
    /// The distance of segment and triangle, meters; the negative depth if the segment pierces the
    /// triangle.
    distance: f64,
    /// The unit direction of the shortest push out of the triangle.
    normal: DVec3,
    /// The nearest point of the triangle.
    point: DVec3,
    feature: Feature,
}

/// The shortest displacement from an edge to the capsule's segment.
#[derive(Clone, Copy, Debug)]
struct EdgeToSegment {
    /// The nearest point of the edge.
    point: DVec3,
    /// The displacement from that point to the segment.
    away: DVec3,
    feature: Feature,
}

impl UprightCapsule {
    pub(super) fn new(radius: f32, half_height: f32) -> Self {
        Self {
            radius: f64::from(radius),
            half_height: f64::from(half_height),
        }
    }

    /// The first contact with a triangle; for the motion, see [`super::sweep_body_triangle`].
    pub(super) fn sweep(
        &self,
        motion: DVec3,
        corners: [DVec3; 3],
        latest: f64,
    ) -> Option<TriangleContact> {
        let area = area_vector(corners);
        let support = area.map(|area| self.support(facing(area.normalize(), -corners[0])));
        let mut fraction = match support.map(|body| touch_face(motion, corners, &body, latest)) {
            Some(FaceTest::Inside(touch)) => return Some(touch),
            Some(FaceTest::Never) => return None,
            Some(FaceTest::Beside(fraction)) => fraction,
            None => 0.0,
        };
        for step in 1..=MAX_STEPS {
            let gone = motion * fraction;
            let there = corners.map(|corner| corner - gone);
            let nearest = self.nearest(there, area);
            let (gap, rate) = (nearest.distance - self.radius, nearest.normal.dot(motion));
            if rate >= 0.0 {
                // A convex function that rises now never falls again.
                return None;
            }
            let next = fraction - gap / rate;
            let (touching, reached) = match fraction > 0.0 {
                true => (CONTACT_EPSILON, next.min(latest)),
                false => (TOUCH_EPSILON, 0.0),
            };
            if gap <= touching * self.radius || step == MAX_STEPS {
                return Some(TriangleContact {
                    fraction: reached,
                    point: gone + nearest.point,
                    normal: nearest.normal,
                    depth: (-gap).max(0.0) / self.reach(nearest.normal),
                    feature: nearest.feature,
                });
            }
            if next > latest {
                return None;
            }
            fraction = next;
        }
        None
    }

    /// The capsule's position relative to a triangle. If the segment pierces the triangle, the push
    /// out leads across the nearest face of their Minkowski sum.
    pub(super) fn separation(&self, corners: [DVec3; 3]) -> Separation {
        let nearest = self.nearest(corners, area_vector(corners));
        Separation {
            gap: nearest.distance / self.radius - 1.0,
            gradient: nearest.normal / self.radius,
            normal: nearest.normal,
            depth: self.radius - nearest.distance,
        }
    }

    fn reach(&self, normal: DVec3) -> f64 {
        self.radius + self.half_height * normal.y.abs()
    }

    /// The point that is furthest along `normal`: the middle of the side if the whole side is.
    fn support(&self, normal: DVec3) -> FacedSupport {
        let end = match normal.y.abs() > MIN_DISTANCE {
            true => self.half_height.copysign(normal.y),
            false => 0.0,
        };
        FacedSupport {
            normal,
            support: normal * self.radius + DVec3::Y * end,
            reach: self.reach(normal),
        }
    }

    #[inline(always)]
    fn nearest(&self, corners: [DVec3; 3], area: Option<DVec3>) -> SegmentDistance {
        if let Some(area) = area {
            let height = area.dot(corners[0]);
            let found = match height.abs() < self.half_height * area.y.abs() {
                true => self.push_out(corners, area.normalize()),
                false => self.nearest_on_face(corners, area, height),
            };
            if let Some(found) = found {
                return found;
            }
        }
        let [first, second, third] = [0, 1, 2].map(|edge| self.edge_to_segment(corners, edge));
        let shortest = first.or_shorter(second).or_shorter(third);
        let distance = shortest.away.length();
        let normal = match (distance > MIN_DISTANCE, area) {
            (true, _) => shortest.away / distance,
            (false, Some(area)) => area.normalize(),
            (false, None) => beside_needle(corners),
        };
        SegmentDistance {
            distance,
            normal,
            point: shortest.point,
            feature: shortest.feature,
        }
    }

    /// The displacement across the nearest face of the triangle swept along the segment, if the origin
    /// is inside this solid. The solid of an upright triangle has no inside.
    fn push_out(&self, corners: [DVec3; 3], face: DVec3) -> Option<SegmentDistance> {
        if face.y.abs() <= UPRIGHT_SLOPE {
            return None;
        }
        let mut depth = self.half_height * face.y.abs() - face.dot(corners[0]).abs();
        let mut normal = facing(face, -corners[0]);
        let mut touched = (DVec3::Y * (face.dot(corners[0]) / face.y), Feature::Face);
        for edge in 0..3_u8 {
            let [from, to, opposite] = [0, 1, 2].map(|k| corners[(usize::from(edge) + k) % 3]);
            let side = (to - from).cross(DVec3::Y).normalize_or_zero();
            let outward = -facing(side, opposite - from);
            if outward.dot(from) <= 0.0 {
                return None;
            }
            if outward.dot(from) < depth {
                (depth, normal) = (outward.dot(from), outward);
                let nearest = self.edge_to_segment(corners, edge);
                touched = (nearest.point, nearest.feature);
            }
        }
        Some(SegmentDistance {
            distance: -depth,
            normal,
            point: touched.0,
            feature: touched.1,
        })
    }

    /// The shortest displacement from the face, if it begins inside the face's borders. The segment
    /// is on one side of the face's plane. `height` is the plane's signed distance from the origin,
    /// times the length of `area`.
    #[inline(always)]
    fn nearest_on_face(
        &self,
        corners: [DVec3; 3],
        area: DVec3,
        height: f64,
    ) -> Option<SegmentDistance> {
        // The end of the segment that is nearer to the plane.
        let end = DVec3::Y * self.half_height.copysign(height * area.y);
        let [a, b, c] = corners.map(|corner| corner - end);
        let weights = [a.cross(b), b.cross(c), c.cross(a)].map(|weight| weight.dot(area));
        if weights.iter().any(|weight| *weight < 0.0) {
            return None;
        }
        let normal = facing(area.normalize(), -a);
        let distance = -normal.dot(a);
        Some(SegmentDistance {
            distance,
            normal,
            point: end - normal * distance,
            feature: Feature::Face,
        })
    }

    #[inline(always)]
    fn edge_to_segment(&self, corners: [DVec3; 3], edge: u8) -> EdgeToSegment {
        let (from, to) = (usize::from(edge), (usize::from(edge) + 1) % 3);
        let (start, along) = (corners[from], corners[to] - corners[from]);
        let (across, length) = (flat(along).length_squared(), along.length_squared());
        let beside = -flat(start).dot(flat(along));
        // The share of the edge up to the point nearest to the segment's line, or, for an upright
        // edge, to its middle.
        let share = if across > 0.0 {
            beside / across
        } else if along.y != 0.0 {
            -start.y / along.y
        } else {
            0.0
        };
        let level = start.y + along.y * share.clamp(0.0, 1.0);
        let height = level.clamp(-self.half_height, self.half_height);
        let share = (beside + (height - start.y) * along.y) / length;
        let (point, feature) = if share >= 1.0 {
            (corners[to], Feature::Vertex(to as u8))
        } else if share > 0.0 {
            (start + along * share, Feature::Edge(edge))
        } else {
            // An edge without length belongs here, too: its share is NaN.
            (start, Feature::Vertex(edge))
        };
        EdgeToSegment {
            point,
            away: DVec3::Y * height - point,
            feature,
        }
    }
}

/// A unit direction across a needle and the capsule's segment.
fn beside_needle([a, b, c]: [DVec3; 3]) -> DVec3 {
    let along = if a == b { c - b } else { b - a };
    along.cross(DVec3::Y).normalize_or(DVec3::X)
}

impl EdgeToSegment {
    #[inline(always)]
    fn or_shorter(self, other: Self) -> Self {
        match other.away.length_squared() < self.away.length_squared() {
            true => other,
            false => self,
        }
    }
}
