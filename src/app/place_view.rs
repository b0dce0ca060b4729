//! The view of a place: the camera flies from its former place to a free spot nearby, and looks at it.
//! The simulation does not depend on it.

use glam::Vec3;

use hexbound_check::{Focus, VIEW_DISTANCE, look_at};
use hexbound_level::Level;
use hexbound_sim::View;

/// The time of the flight, seconds.
const FLIGHT_SECONDS: f32 = 1.2;

/// A place that is looked at, and the flight of the camera to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlaceView {
    place: Vec3,
    /// The eye at the start of the flight, and the point that it looked at.
    start: [Vec3; 2],
    /// The eye at the end of the flight.
    end: Vec3,
    /// The seconds since the flight began.
    flown: f32,
}

impl PlaceView {
    /// Begins to fly from a view to a place, local, meters.
    pub(crate) fn begin(view: &View, place: Vec3, level: &Level) -> Self {
        let ahead = view.eye + view.direction() * VIEW_DISTANCE;
        Self {
            place,
            start: [view.eye, ahead],
            end: Focus::new(place, view.eye).viewpoint(level),
            flown: 0.0,
        }
    }

    /// Advances the flight by `seconds`.
    pub(crate) fn advance(&mut self, seconds: f32) {
        self.flown = (self.flown + seconds).min(FLIGHT_SECONDS);
    }

    /// Moves the view to the present point of the flight.
    pub(crate) fn move_view(&self, view: &mut View) {
        let part = self.flown / FLIGHT_SECONDS;
        let part = part * part * (3.0 - 2.0 * part);
        let [eye, looked_at] = self.start;
        view.eye = eye.lerp(self.end, part);
        look_at(view, looked_at.lerp(self.place, part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    #[test]
    fn it_flies_to_where_the_place_is_seen() {
        let level = catalog::open("test:box-room").unwrap();
        let at = |x, y, z| level.to_local(glam::DVec3::new(x, y, z));
        let seen = View {
            eye: at(0.0, 1.7, 0.0),
            ..View::default()
        };
        let place = at(5.0, 1.0, 5.0);
        let mut flight = PlaceView::begin(&seen, place, &level);
        let mut view = seen.clone();
        flight.move_view(&mut view);
        assert_eq!(view.eye, seen.eye);
        assert!(view.direction().dot(seen.direction()) > 0.999);
        for _ in 0..20 {
            flight.advance(0.1);
        }
        flight.move_view(&mut view);
        let way = place - view.eye;
        assert!(way.length() > 2.0, "{way}");
        assert!(way.length() < VIEW_DISTANCE + 0.1, "{way}");
        assert!(view.direction().dot(way.normalize()) > 0.999);
    }
}
