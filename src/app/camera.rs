//! The camera: at the player's eye, behind the ball thrown last, riding on a ball, in an orbit around the
//! level, or in front of a chosen place. The simulation does not depend on it.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use super::{place_view::PlaceView, ride::Ride};
use hexbound_level::Level;
use hexbound_sim::{GhostView, View};

/// The camera's distance behind a ball, meters.
const DISTANCE_BEHIND: f32 = 2.4;
/// The camera's height above a ball, meters.
const HEIGHT_ABOVE: f32 = 0.35;
/// The camera's distance from walls, meters.
const CLEAR_DISTANCE: f32 = 0.15;

/// The angular speed of the orbit, radians a second.
const ORBIT_RATE: f32 = 0.12;
/// The angle by which the orbiting camera looks down, radians.
const ORBIT_PITCH: f32 = 0.5;

/// The mode of the camera, which sets its position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Camera {
    /// The player's eye.
    #[default]
    Eye,
    /// Behind the ball that was thrown last.
    Ball,
    /// On the oldest ball, if there is one.
    Ride(Ride),
    /// Around the level, beginning behind the player.
    Orbit(OrbitStart),
    /// In front of a chosen place. The camera's key leads only back from there.
    Place(PlaceView),
}

/// The yaw, radians, and the level's time, seconds, at which an orbit began.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct OrbitStart {
    yaw: f32,
    seconds: f32,
}

impl Camera {
    /// The camera after this one, when its key is pressed. `view` is the player's own, and `seconds` the
    /// level's own time: an orbit begins behind the player.
    pub(crate) fn next(self, view: &View, seconds: f32) -> Self {
        let orbit = Camera::Orbit(OrbitStart {
            yaw: view.yaw,
            seconds,
        });
        match self {
            Camera::Eye => Camera::Ball,
            Camera::Ball => Ride::begin(view).map_or(orbit, Camera::Ride),
            Camera::Ride(_) => orbit,
            Camera::Orbit(_) | Camera::Place(_) => Camera::Eye,
        }
    }

    /// Moves the camera on to `view`, the player's own, `seconds` after the frame before.
    pub(crate) fn advance(&mut self, view: &View, seconds: f32) {
        match self {
            Camera::Ride(ride) => ride.advance(view),
            Camera::Place(flight) => flight.advance(seconds),
            Camera::Eye | Camera::Ball | Camera::Orbit(_) => {}
        }
    }

    /// The camera's name in the message files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Camera::Eye => "eye",
            Camera::Ball => "ball",
            Camera::Ride(_) => "ride",
            Camera::Orbit(_) => "orbit",
            Camera::Place(_) => "place",
        }
    }

    /// The view from the camera. `player` is drawn in it unless the camera is the player's eye. `seconds`
    /// of the level's own time move an orbit.
    pub(crate) fn view(
        self,
        mut view: View,
        player: GhostView,
        level: &Level,
        seconds: f32,
    ) -> View {
        let last_ball = view.balls.last().map(|ball| ball.center);
        match (self, last_ball) {
            (Camera::Ball, Some(ball)) => follow(&mut view, ball, level),
            (Camera::Ride(ride), Some(_)) => {
                ride.move_view(&mut view, level);
            }
            (Camera::Orbit(start), _) => orbit(&mut view, level, start, seconds),
            (Camera::Place(flight), _) => flight.move_view(&mut view),
            // Nothing has been thrown yet.
            (Camera::Eye | Camera::Ball | Camera::Ride(_), _) => return view,
        }
        view.ghosts.push(player);
        view
    }
}

/// Puts the view behind a ball. The mouse turns it around the ball.
pub(super) fn follow(view: &mut View, ball: Vec3, level: &Level) {
    let target = ball + Vec3::Y * HEIGHT_ABOVE;
    let back = -view.direction();
    let hit = level
        .collision
        .ray_cast(target, back, DISTANCE_BEHIND + CLEAR_DISTANCE);
    let free = hit.map_or(DISTANCE_BEHIND, |hit| {
        (hit.distance - CLEAR_DISTANCE).max(0.0)
    });
    view.eye = target + back * free;
}

/// Puts the view on the orbit around the level.
fn orbit(view: &mut View, level: &Level, start: OrbitStart, seconds: f32) {
    let bounds = seen_bounds(level);
    let (center, size) = (bounds.center(), bounds.size());
    let away = 0.5 * size.with_y(0.0).length() * 1.15 + 2.0;
    view.yaw = start.yaw + (seconds - start.seconds) * ORBIT_RATE;
    view.pitch = -ORBIT_PITCH;
    view.eye = center - view.direction() * away;
}

/// The box around everything drawn. Without anything drawn it is the level's own box.
fn seen_bounds(level: &Level) -> Aabb {
    let seen = level.mesh.parts.iter().filter(|part| part.visible);
    let all = seen.map(|part| part.bounds).reduce(Aabb::union);
    all.unwrap_or(level.bounds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::body::forward;
    use hexbound_collide::BodyShape;
    use hexbound_scenes::catalog;
    use hexbound_sim::{GhostColor, SeenBall};

    const PLAYER: GhostView = GhostView {
        center: Vec3::ZERO,
        shape: BodyShape::sphere(1.0),
        color: GhostColor::Teal,
    };

    fn view(balls: &[Vec3]) -> View {
        View {
            eye: Vec3::Y,
            balls: balls.iter().map(|at| SeenBall::at(0, *at, 0.15)).collect(),
            ..View::default()
        }
    }

    #[test]
    fn it_goes_round() {
        let mut camera = Camera::default();
        for _ in 0..3 {
            camera = camera.next(&view(&[]), 1.0);
        }
        assert_eq!(camera, Camera::Eye, "no ball, no ride");
        let ball = view(&[Vec3::ONE]);
        let mut names = Vec::new();
        for _ in 0..4 {
            camera = camera.next(&ball, 1.0);
            names.push(camera.name());
        }
        assert_eq!(names[1..3], ["ride", "orbit"]);
        hexbound_base::words::check_family("camera", ["eye", "ball", "ride", "orbit", "place"]);
        assert_eq!(camera, Camera::Eye);
        let level = catalog::open("test:box-room").unwrap();
        let seen = view(&[Vec3::ONE]);
        assert_eq!(Camera::Eye.view(seen.clone(), PLAYER, &level, 1.0), seen);
    }

    #[test]
    fn it_follows_the_last_ball_and_stays_in_the_room() {
        let level = catalog::open("test:box-room").unwrap();
        let inside = |at: Vec3| level.to_local(at.as_dvec3());
        let seen = view(&[Vec3::ZERO, inside(Vec3::new(0.0, 1.0, 0.0))]);
        let placed = Camera::Ball.view(seen, PLAYER, &level, 0.0);
        let eye = level.to_file(placed.eye);
        assert!((eye.z - 2.4).abs() < 1e-3, "{eye}");
        assert!((eye.y - 1.35).abs() < 1e-3, "{eye}");
        assert_eq!(placed.ghosts, [PLAYER]);
        // The wall behind is at z = 10.
        let seen = view(&[inside(Vec3::new(0.0, 1.0, 9.5))]);
        let eye = level.to_file(Camera::Ball.view(seen, PLAYER, &level, 0.0).eye);
        assert!(eye.z < 9.9, "{eye}");
        let nothing = view(&[]);
        let placed = Camera::Ball.view(nothing.clone(), PLAYER, &level, 0.0);
        assert_eq!(placed, nothing);
    }

    #[test]
    fn it_begins_on_the_players_side_whenever_that_is() {
        let level = catalog::open("test:box-room").unwrap();
        for (yaw, seconds) in [(0.0, 0.0), (2.0, 26.0), (-1.0, 300.0)] {
            let player = View { yaw, ..view(&[]) };
            let camera = Camera::Ball.next(&player, seconds);
            let first = camera.view(view(&[]), PLAYER, &level, seconds);
            assert_eq!(first.yaw, yaw);
            let behind = (first.eye - level.bounds.center()).with_y(0.0).normalize();
            assert!(behind.dot(forward(yaw)) < -0.999, "{yaw} {seconds}");
            let later = camera.view(view(&[]), PLAYER, &level, seconds + 1.0);
            assert!((later.yaw - yaw - ORBIT_RATE).abs() < 1e-3);
        }
    }

    #[test]
    fn it_looks_at_the_level_from_all_sides() {
        let level = catalog::open("test:box-room").unwrap();
        for seconds in [0.0, 10.0, 40.0] {
            let camera = Camera::Orbit(OrbitStart::default());
            let placed = camera.view(view(&[]), PLAYER, &level, seconds);
            let toward = (level.bounds.center() - placed.eye).normalize();
            assert!(toward.dot(placed.direction()) > 0.999);
            assert!(!level.bounds.contains(placed.eye));
        }
    }
}
