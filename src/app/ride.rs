//! The camera that rides on a ball: over it, looking ahead along its motion. A bounce turns the ball at
//! once, and the camera within a second. Walls keep the eye away.

use glam::Vec3;
use hexbound_collide::{Body, CollisionMesh};

use hexbound_base::body::{forward, turn_between, yaw_of};
use hexbound_level::Level;
use hexbound_sim::{SeenBall, View, tuning::PITCH_LIMIT};

/// The eye's height over the top of the ball, meters.
const EYE_HEIGHT: f32 = 0.4;
/// The eye's distance behind the ball's center, meters.
const DISTANCE_BEHIND: f32 = 1.0;
/// The eye's distance from walls, meters.
const CLEAR_DISTANCE: f32 = 0.15;
/// The angular frequency of the critically damped spring that turns the camera, radians a second.
const TURN_RATE: f32 = 3.0;
/// The minimum speed along the ground at which a ball turns the camera, m/s.
const MIN_TURN_SPEED: f32 = 0.3;
/// The share of the ball's pitch that the camera follows.
const PITCH_SHARE: f32 = 0.35;
/// The angle by which the camera looks down to show the ball, radians.
const DOWN_ANGLE: f32 = 0.2;
/// The longest time between two updates that counts, seconds.
const MAX_STEP_SECONDS: f32 = 0.1;

/// A ride on a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ride {
    /// The ball's id.
    ball: u32,
    yaw: Turning,
    pitch: Turning,
    /// The time of the last update, seconds.
    seconds: f64,
    /// The player's yaw and pitch at the start of the ride, radians. The mouse turns the camera relative
    /// to them.
    from: [f32; 2],
}

/// An angle that approaches a target smoothly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Turning {
    /// The angle, radians.
    angle: f32,
    /// The rate of the angle, radians a second.
    rate: f32,
}

impl Ride {
    /// A ride on the oldest ball; `None` where there is no ball.
    pub(crate) fn begin(view: &View) -> Option<Self> {
        let ball = view.balls.first()?;
        let (yaw, pitch) = ahead(ball).unwrap_or((view.yaw, 0.0));
        let at = |angle| Turning { angle, rate: 0.0 };
        Some(Self {
            ball: ball.id,
            yaw: at(yaw),
            pitch: at(pitch - DOWN_ANGLE),
            seconds: view.seconds,
            from: [view.yaw, view.pitch],
        })
    }

    /// Turns the camera toward the ball's motion. If the ball is gone, the ride continues on the oldest
    /// one.
    pub(crate) fn advance(&mut self, view: &View) {
        let Some(ball) = self.ball(view) else {
            return;
        };
        self.ball = ball.id;
        // Time may run backwards.
        let seconds = ((view.seconds - self.seconds).abs() as f32).min(MAX_STEP_SECONDS);
        self.seconds = view.seconds;
        if let Some((yaw, pitch)) = ahead(ball) {
            let turn = turn_between(self.yaw.angle, yaw);
            self.yaw.go_to(self.yaw.angle + turn, seconds);
            self.pitch.go_to(pitch - DOWN_ANGLE, seconds);
        }
    }

    /// Moves the view onto the ball. Returns false if there is no ball.
    pub(crate) fn move_view(&self, view: &mut View, level: &Level) -> bool {
        let Some(ball) = self.ball(view).copied() else {
            return false;
        };
        let [yaw, pitch] = self.from;
        view.yaw = self.yaw.angle + (view.yaw - yaw);
        view.pitch = (self.pitch.angle + (view.pitch - pitch)).clamp(-PITCH_LIMIT, PITCH_LIMIT);
        let reach = CLEAR_DISTANCE.min(ball.radius);
        let up = Vec3::Y * (ball.radius + EYE_HEIGHT);
        let over = free_end(level, view, reach, ball.center, up);
        let back = -forward(self.yaw.angle) * DISTANCE_BEHIND;
        view.eye = free_end(level, view, reach, over, back);
        true
    }

    fn ball<'a>(&self, view: &'a View) -> Option<&'a SeenBall> {
        let own = view.balls.iter().find(|ball| ball.id == self.ball);
        own.or(view.balls.first())
    }
}

impl Turning {
    /// Turns for `seconds` toward the angle `target`, fast at first and never past it.
    fn go_to(&mut self, target: f32, seconds: f32) {
        let gap = self.angle - target;
        let slip = (self.rate + TURN_RATE * gap) * seconds;
        let left = (-TURN_RATE * seconds).exp();
        self.angle = target + (gap + slip) * left;
        self.rate = (self.rate - TURN_RATE * slip) * left;
    }
}

/// The yaw and the reduced pitch along which a ball moves, radians. `None` for a ball that hardly moves
/// along the ground.
fn ahead(ball: &SeenBall) -> Option<(f32, f32)> {
    let along = ball.velocity.with_y(0.0).length();
    let climb = PITCH_SHARE * ball.velocity.y.atan2(along);
    (along > MIN_TURN_SPEED).then(|| (yaw_of(ball.velocity), climb))
}

/// The farthest point, meters, along a displacement that a sphere of radius `reach` can move to. The
/// level and its movers block it.
fn free_end(level: &Level, view: &View, reach: f32, from: Vec3, delta: Vec3) -> Vec3 {
    let Ok(body) = Body::sphere(reach) else {
        return from;
    };
    let (start, end) = (from.as_dvec3(), (from + delta).as_dvec3());
    let blocked = |mesh: &CollisionMesh, start, end| match mesh.sweep(body, start, end) {
        Ok(hit) => hit.map_or(1.0, |hit| hit.fraction),
        Err(_) => 0.0,
    };
    let movers = (0..).zip(&level.movers).map(|(index, mover)| {
        let place = mover.motion_at(view.mover_seconds(index)).inverse();
        let to_mesh = |point| place.transform_point3(point);
        blocked(&mover.collision, to_mesh(start), to_mesh(end))
    });
    let free = movers.fold(blocked(&level.collision, start, end), f64::min);
    from + delta * free as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::clock::TICK_LENGTH;
    use hexbound_sim::{Command, Rules, World};

    /// Rides for `ticks` and passes the view of each frame to `see`, before and after the camera is placed.
    fn ride(name: &str, ticks: u32, mut see: impl FnMut(&View, &View, &Level)) {
        let level = hexbound_scenes::named(name).unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut ride = Ride::begin(&View::of(&world)).unwrap();
        for _ in 0..ticks {
            world.step(&level, &Command::default(), &mut Vec::new());
            let seen = View::of(&world);
            ride.advance(&seen);
            let mut placed = seen.clone();
            assert!(ride.move_view(&mut placed, &level));
            see(&seen, &placed, &level);
        }
    }

    #[test]
    fn it_stays_over_the_ball_and_out_of_every_wall() {
        ride("lesson-30", 7200, |seen, placed, level| {
            let ball = &seen.balls[0];
            let away = placed.eye.distance(ball.center);
            assert!(away < ball.radius + EYE_HEIGHT + DISTANCE_BEHIND, "{away}");
            let near = level.collision.nearest_point(placed.eye, 0.5);
            let gap = near.map_or(1.0, |near| near.point.distance(placed.eye));
            assert!(gap > 0.9 * CLEAR_DISTANCE, "{gap} m from a wall");
        });
    }

    #[test]
    fn it_looks_ahead_and_never_jerks() {
        let (mut ahead, mut all) = (0, 0);
        let mut before: Option<Vec3> = None;
        ride("lesson-30", 7200, |seen, placed, _| {
            let look = placed.direction();
            if let Some(before) = before {
                let rate = before.angle_between(look) / TICK_LENGTH;
                assert!(rate < 6.0, "turns by {rate} radians a second");
            }
            before = Some(look);
            let motion = seen.balls[0].velocity.with_y(0.0).normalize_or_zero();
            all += 1;
            ahead += usize::from(motion.dot(look.with_y(0.0).normalize()) > 0.7);
        });
        assert!(ahead * 2 > all, "ahead in {ahead} of {all} pictures");
    }

    #[test]
    fn without_a_ball_there_is_no_ride_and_a_lost_one_is_followed_by_the_next() {
        assert_eq!(Ride::begin(&View::default()), None);
        let ball = |id, x: f32| SeenBall::at(id, Vec3::new(x, 1.0, 0.0), 0.15);
        let view = |balls| View {
            balls,
            ..View::default()
        };
        let mut ride = Ride::begin(&view(vec![ball(3, 0.0), ball(5, 9.0)])).unwrap();
        let level = hexbound_scenes::named("flat").unwrap();
        let mut left = view(vec![ball(5, 9.0)]);
        ride.advance(&left);
        assert!(ride.move_view(&mut left, &level));
        assert!((left.eye.x - 9.0).abs() < 1.0);
        assert!(!ride.move_view(&mut view(Vec::new()), &level));
    }

    #[test]
    fn the_mouse_looks_about() {
        let level = hexbound_scenes::named("flat").unwrap();
        let mut view = View {
            balls: vec![SeenBall::at(0, Vec3::Y, 0.15)],
            ..View::default()
        };
        let ride = Ride::begin(&view).unwrap();
        let mut straight = view.clone();
        ride.move_view(&mut straight, &level);
        (view.yaw, view.pitch) = (0.5, 0.1);
        ride.move_view(&mut view, &level);
        assert!((view.yaw - straight.yaw - 0.5).abs() < 1e-6);
        assert!((view.pitch - straight.pitch - 0.1).abs() < 1e-6);
    }
}
