//! The part of the world inside the picture. A legend reports the rest as out of view.

use glam::{Vec2, Vec3, Vec4};

use super::{InspectionRequest, Legend, Weight};
use hexbound_base::words::phrase;

/// The view pyramid of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    eye: Vec3,
    /// The unit vectors to the right, up and ahead.
    axes: [Vec3; 3],
    tangents: Vec2,
}

impl Sight {
    pub(crate) fn of(request: &InspectionRequest) -> Self {
        let ahead = request.direction;
        let right = ahead.cross(Vec3::Y).normalize_or(Vec3::X);
        Self {
            eye: request.eye,
            axes: [right, right.cross(ahead), ahead],
            tangents: request.tangents,
        }
    }

    /// Returns whether any part of a ball is in the picture, occluded or not.
    pub(crate) fn shows(&self, center: Vec3, radius: f32) -> bool {
        let delta = center - self.eye;
        let [x, y, ahead] = self.axes.map(|axis| delta.dot(axis));
        let is_within = |aside: f32, tangent: f32| {
            // The term is the distance beyond the plane through the eye and the picture's edge.
            (aside.abs() - ahead * tangent) <= radius * tangent.hypot(1.0)
        };
        ahead > -radius && is_within(x, self.tangents.x) && is_within(y, self.tangents.y)
    }

    /// Returns whether any part of a convex shape with these corners is in the picture, occluded or not.
    /// The shape is a point, a line or a face.
    pub(crate) fn shows_any_of(&self, corners: &[Vec3]) -> bool {
        // The shape is clipped by one side of the pyramid after the other.
        let mut kept = corners.to_vec();
        for side in 0..4 {
            kept = clip_polygon(&kept, |corner| self.within(corner)[side]);
        }
        !kept.is_empty()
    }

    /// The number of shapes, given by their corners, that are entirely outside the picture.
    pub(crate) fn hidden<S: AsRef<[Vec3]>>(&self, shapes: impl Iterator<Item = S>) -> usize {
        shapes
            .filter(|corners| !self.shows_any_of(corners.as_ref()))
            .count()
    }

    /// The signed measures of a place inside the pyramid's right, left, upper and lower side; negative
    /// beyond it.
    fn within(&self, place: Vec3) -> Vec4 {
        let delta = place - self.eye;
        let [x, y, ahead] = self.axes.map(|axis| delta.dot(axis));
        let [across, up] = (self.tangents * ahead).to_array();
        Vec4::new(across - x, across + x, up - y, up + y)
    }
}

/// Clips a convex polygon, given by its corners in order, to the side where `within` is not negative.
pub fn clip_polygon(corners: &[Vec3], within: impl Fn(Vec3) -> f32) -> Vec<Vec3> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    let after = corners.iter().cycle().skip(1);
    for (corner, next) in corners.iter().zip(after) {
        let [here, there] = [within(*corner), within(*next)];
        if here >= 0.0 {
            kept.push(*corner);
        }
        if (here >= 0.0) != (there >= 0.0) {
            kept.push(corner.lerp(*next, here / (here - there)));
        }
    }
    kept
}

/// Reports how many of the elements named last are outside the picture, if any are.
pub(crate) fn report_hidden(legend: &mut Legend, hidden: usize) {
    if hidden > 0 {
        let text = phrase("out-of-view").with("count", hidden);
        legend.add(None, text, Weight::Detail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_walks::looking;

    #[test]
    fn what_is_beside_above_and_behind_is_not_in_the_picture() {
        let sight = Sight::of(&InspectionRequest {
            tangents: Vec2::new(2.0, 1.0),
            ..looking(Vec3::Y, Vec3::NEG_Z)
        });
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, 1.0 + y, z);
        assert!(sight.shows(at(0.0, 0.0, -5.0), 0.0));
        assert!(sight.shows(at(9.0, 4.0, -5.0), 0.0));
        assert!(!sight.shows(at(11.0, 0.0, -5.0), 0.0));
        assert!(sight.shows(at(11.0, 0.0, -5.0), 0.5), "its edge is seen");
        assert!(!sight.shows(at(0.0, 6.0, -5.0), 0.5));
        assert!(!sight.shows(at(0.0, 0.0, 5.0), 0.5));
        let around = [at(0.0, 0.0, -5.0), at(0.0, 0.0, 5.0), at(0.0, -9.0, -5.0)];
        assert_eq!(sight.hidden(around.into_iter().map(|place| [place])), 2);
    }

    #[test]
    fn a_shape_is_seen_if_any_part_of_it_is_and_only_then() {
        let sight = Sight::of(&looking(Vec3::ZERO, Vec3::NEG_Z));
        let [left, right] = [-90.0, 90.0].map(|x| Vec3::new(x, 0.5, -5.0));
        let below = Vec3::new(0.0, -90.0, 5.0);
        // All corners and the middle are out of the picture, which the face fills.
        let middle = (left + right + below) / 3.0;
        for place in [left, right, below, middle] {
            assert!(!sight.shows_any_of(&[place]), "{place}");
        }
        assert!(sight.shows_any_of(&[left, right, below]));
        assert!(sight.shows_any_of(&[left, right]), "a line across it");
        assert!(!sight.shows_any_of(&[left, below]));
        // No side of the pyramid has all of it outside, and it passes the corner all the same.
        let passes = [Vec3::new(7.0, 4.0, -5.0), Vec3::new(4.0, 7.0, -5.0)];
        assert!(!sight.shows_any_of(&passes));
        let behind = [left, right, below].map(|corner| corner.with_z(5.0));
        assert!(!sight.shows_any_of(&behind));
    }
}
