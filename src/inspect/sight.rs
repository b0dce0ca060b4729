//! The part of the world that is in the picture, so that a legend can say what is not.

use glam::{Vec2, Vec3};

use super::{InspectionRequest, Legend};
use crate::words::phrase;

/// The pyramid that a picture shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    eye: Vec3,
    /// The unit vectors to the right, up and ahead.
    axes: [Vec3; 3],
    tangents: Vec2,
}

impl Sight {
    pub(super) fn of(asked: &InspectionRequest) -> Self {
        let ahead = asked.direction;
        let right = ahead.cross(Vec3::Y).normalize_or(Vec3::X);
        Self {
            eye: asked.eye,
            axes: [right, right.cross(ahead), ahead],
            tangents: asked.tangents,
        }
    }

    /// Returns whether any part of a ball is in the picture, hidden by something or not.
    pub(super) fn shows(&self, center: Vec3, radius: f32) -> bool {
        let way = center - self.eye;
        let [x, y, ahead] = self.axes.map(|axis| way.dot(axis));
        let is_within = |aside: f32, tangent: f32| {
            // The distance beyond the plane through the eye and the picture's edge.
            (aside.abs() - ahead * tangent) <= radius * tangent.hypot(1.0)
        };
        ahead > -radius && is_within(x, self.tangents.x) && is_within(y, self.tangents.y)
    }

    /// The number of places that are not in the picture.
    pub(super) fn hidden(&self, places: impl Iterator<Item = Vec3>) -> usize {
        places.filter(|place| !self.shows(*place, 0.0)).count()
    }
}

/// Says how many of the things that the legend named last are out of the picture, if any are.
pub(super) fn tell_hidden(legend: &mut Legend, hidden: usize) {
    if hidden > 0 {
        legend.tell(phrase("out-of-view").with("count", hidden));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::CollisionView;

    #[test]
    fn what_is_beside_above_and_behind_is_not_in_the_picture() {
        let sight = Sight::of(&InspectionRequest {
            view: CollisionView::Off,
            depth: 0,
            eye: Vec3::Y,
            direction: Vec3::NEG_Z,
            tangents: Vec2::new(2.0, 1.0),
        });
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, 1.0 + y, z);
        assert!(sight.shows(at(0.0, 0.0, -5.0), 0.0));
        assert!(sight.shows(at(9.0, 4.0, -5.0), 0.0));
        assert!(!sight.shows(at(11.0, 0.0, -5.0), 0.0));
        assert!(sight.shows(at(11.0, 0.0, -5.0), 0.5), "its edge is seen");
        assert!(!sight.shows(at(0.0, 6.0, -5.0), 0.5));
        assert!(!sight.shows(at(0.0, 0.0, 5.0), 0.5));
        let around = [at(0.0, 0.0, -5.0), at(0.0, 0.0, 5.0), at(0.0, -9.0, -5.0)];
        assert_eq!(sight.hidden(around.into_iter()), 2);
    }
}
