//! Lifts, turning discs, crushers and pushers, and what they do to the player and to balls.

use glam::{DVec3, Vec3};
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_level::{Level, Track};
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    BALL_RADIUS, Ball, Buttons, CROUCHED_HALF_HEIGHT, Command, EventKind, HALF_HEIGHT, Loss, Rules,
    World,
};

const SECOND: u32 = TICK_RATE;
/// The lift's surface is this high where it rests, meters.
const LIFT_TOP: f32 = 0.2;

struct Run {
    level: Level,
    world: World,
    /// Why the player came to the spawn, each time.
    losses: Vec<Loss>,
}

impl Run {
    fn new(level: Level, feet: Vec3) -> Self {
        let mut world = World::new(&level, Rules::default());
        world.player.position = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        Run {
            level,
            world,
            losses: Vec::new(),
        }
    }

    fn at(feet: Vec3) -> Self {
        Self::new(scenes::named("lift").unwrap(), feet)
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            ..Command::default()
        };
        let mut events = Vec::new();
        self.world.step(&self.level, &command, &mut events);
        let losses = events.iter().filter_map(|event| match event.kind {
            EventKind::Respawn(loss) => Some(loss),
            _ => None,
        });
        self.losses.extend(losses);
        let player = &self.world.player;
        assert!(player.position.is_finite());
        assert!(
            self.level.collision.is_free(player.body(), player.position),
            "tick {}: in the level at {}",
            self.world.tick,
            player.position
        );
    }

    /// The names of what has crushed the player so far.
    fn crushers(&self) -> Vec<&str> {
        let name = |loss: &Loss| match loss {
            Loss::Crushed(Some(mover)) => &*self.level.movers[*mover as usize].name,
            other => panic!("not crushed by anything: {other:?}"),
        };
        self.losses.iter().map(name).collect()
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    fn feet(&self) -> Vec3 {
        self.world.player.feet()
    }

    /// Returns how high the mover's rest point is now, meters.
    fn raised(&self, mover: usize) -> f32 {
        let motion = self.level.movers[mover].motion(self.world.tick);
        motion.transform_point3(DVec3::ZERO).y as f32
    }
}

#[test]
fn a_lift_takes_the_player_up_and_down_without_a_gap() {
    for (x, z) in [(0.0, 0.0), (1.7, -1.3)] {
        let mut run = Run::at(Vec3::new(x, LIFT_TOP, z));
        run.hold(Buttons::default(), 30);
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for tick in 0..12 * SECOND {
            run.tick(Buttons::default());
            assert!(run.world.player.grounded, "tick {tick}");
            let gap = run.feet().y - LIFT_TOP - run.raised(0);
            assert!((0.0..0.002).contains(&gap), "tick {tick}: gap {gap}");
            (low, high) = (low.min(run.feet().y), high.max(run.feet().y));
        }
        assert!(low < 0.21 && high > 4.19, "{low} to {high}");
        assert!((run.feet() - Vec3::new(x, run.feet().y, z)).length() < 1e-4);
        assert_eq!(run.world.player.velocity, Vec3::ZERO);
    }
}

#[test]
fn walking_and_crouching_on_the_lift_are_as_on_the_floor() {
    let mut run = Run::at(Vec3::new(0.0, LIFT_TOP, 1.5));
    run.hold(Buttons::default(), SECOND + 30);
    let start = run.feet();
    run.hold(Buttons::FORWARD, 60);
    assert!(run.world.player.grounded && run.raised(0) > 0.9);
    assert!((start.z - run.feet().z - 2.3).abs() < 0.1, "{}", run.feet());
    for tick in 0..6 * SECOND {
        let crouches = (tick / 20) % 2 == 0;
        run.tick(if crouches {
            Buttons::CROUCH
        } else {
            Buttons::default()
        });
        assert!(run.world.player.grounded, "tick {tick}");
        let gap = run.feet().y - LIFT_TOP - run.raised(0);
        assert!((-0.001..0.003).contains(&gap), "tick {tick}: gap {gap}");
    }
}

#[test]
fn stepping_off_the_lift_falls_and_lands() {
    let mut run = Run::at(Vec3::new(0.0, LIFT_TOP, 0.0));
    run.hold(Buttons::default(), 3 * SECOND + 20);
    assert!(run.feet().y > 4.1);
    run.hold(Buttons::FORWARD, SECOND);
    run.hold(Buttons::default(), SECOND);
    assert!(run.world.player.grounded && run.feet().y.abs() < 0.01);
    assert!(run.feet().z < -2.0);
    // And on again by the step that it is.
    let mut run = Run::at(Vec3::new(0.0, 0.0, 3.0));
    run.hold(Buttons::FORWARD, 60);
    assert!(
        run.world.player.grounded && run.feet().y > 0.19,
        "{}",
        run.feet()
    );
}

#[test]
fn a_jump_on_the_lift_takes_its_speed_along_and_lands_on_it() {
    let mut run = Run::at(Vec3::new(0.0, LIFT_TOP, 0.0));
    run.hold(Buttons::default(), SECOND + 60);
    run.tick(Buttons::JUMP);
    assert!((run.world.player.velocity.y - 5.93 - 2.0).abs() < 0.2);
    let mut over: f32 = 0.0;
    for _ in 0..SECOND {
        run.tick(Buttons::default());
        over = over.max(run.feet().y - LIFT_TOP - run.raised(0));
    }
    assert!(run.world.player.grounded && over > 1.0, "{over}");
    assert!(run.feet().y - LIFT_TOP - run.raised(0) < 0.002);
}

#[test]
fn a_disc_carries_around_and_turns_the_view() {
    let mut run = Run::at(Vec3::new(11.0, 0.3, 0.0));
    run.hold(Buttons::default(), 30);
    let middle = Vec3::new(9.0, 0.301, 0.0);
    let arm = run.feet() - middle;
    let yaw = run.world.player.yaw;
    for tick in 1..=8 * SECOND {
        run.tick(Buttons::default());
        assert!(run.world.player.grounded, "tick {tick}");
        let angle = tick as f32 * TICK_LENGTH / 8.0 * std::f32::consts::TAU;
        let expected = middle + glam::Quat::from_rotation_y(angle) * arm;
        let error = run.feet().distance(expected);
        assert!(error < 0.005, "tick {tick}: {error} m beside");
        let turned = run.world.player.yaw - yaw - angle;
        assert!(libm::sinf(turned * 0.5).abs() < 1e-3, "{tick} {turned}");
    }
}

fn half_height_of(buttons: Buttons) -> f32 {
    if buttons.has(Buttons::CROUCH) {
        CROUCHED_HALF_HEIGHT
    } else {
        HALF_HEIGHT
    }
}

#[test]
fn the_crusher_pushes_through_nothing_and_respawns() {
    for buttons in [Buttons::default(), Buttons::CROUCH] {
        for place in [Vec3::new(-8.0, 0.0, 6.0), Vec3::new(-9.7, 0.0, 4.2)] {
            let mut run = Run::at(place);
            run.hold(Buttons::default(), 30);
            let mut respawned = None;
            for tick in 0..5 * SECOND {
                run.tick(buttons);
                if run.world.player.respawns > 0 {
                    respawned = Some(tick);
                    break;
                }
                let feet = run.feet();
                assert!((-0.01..0.05).contains(&feet.y), "tick {tick}: {feet}");
            }
            // It sets out after a second at 1.5 m/s, 3 m up; what it meets it is in for half a second.
            let height = 2.0 * half_height_of(buttons);
            let met = (1.0 + (3.0 - height) / 1.5 + 0.5) / TICK_LENGTH - 30.0;
            let tick = respawned.expect("comes to the spawn");
            assert!((tick as f32 - met).abs() < 3.0, "tick {tick}, not {met}");
            assert_eq!(run.crushers(), ["crusher"]);
        }
    }
}

#[test]
fn who_leaves_the_crusher_in_time_is_not_hurt() {
    let mut run = Run::at(Vec3::new(-8.0, 0.0, 6.0));
    run.hold(Buttons::default(), SECOND);
    run.hold(Buttons::FORWARD, 5 * SECOND);
    assert_eq!(run.world.player.respawns, 0);
}

#[test]
fn the_pusher_pushes_ahead_but_never_through_the_wall() {
    let mut run = Run::at(Vec3::new(-6.5, 0.0, -7.0));
    let mut pushed = run.feet().x;
    let mut respawned = false;
    for tick in 0..3 * SECOND {
        run.tick(Buttons::default());
        let feet = run.feet();
        if run.world.player.respawns > 0 {
            respawned = true;
            break;
        }
        assert!(feet.x < -4.05 - 0.39, "{tick} {feet}");
        assert!(
            feet.x >= pushed - 1e-4 && feet.y.abs() < 0.05,
            "tick {tick}: {feet}"
        );
        pushed = feet.x;
    }
    assert!(pushed > -4.5, "pushed to {pushed}");
    assert!(respawned, "between the pusher and the wall");
    assert_eq!(run.crushers(), ["pusher"]);
}

#[test]
fn movers_stop_the_player_like_walls() {
    let mut run = Run::at(Vec3::new(-8.2, 0.0, -4.0));
    // The pusher waits for the round's end where it began.
    run.hold(Buttons::default(), 5 * SECOND - 10);
    run.hold(Buttons::FORWARD, 40);
    assert!(run.feet().z > -5.65, "{}", run.feet());
    // Under the lift there is no room.
    let mut run = Run::at(Vec3::new(-5.0, 0.0, 0.0));
    run.world.player.yaw = -std::f32::consts::FRAC_PI_2;
    run.hold(Buttons::default(), 3 * SECOND);
    run.hold(Buttons::FORWARD, 90);
    assert!(run.feet().x > -1.9, "walks under it: {}", run.feet());
}

#[test]
fn the_same_input_gives_the_same_bits() {
    let hashes = || {
        let mut run = Run::at(Vec3::new(0.0, LIFT_TOP, 0.0));
        (0..10 * SECOND)
            .map(|tick| {
                let held =
                    [Buttons::FORWARD, Buttons::JUMP, Buttons::BACK][(tick / 35 % 3) as usize];
                run.tick(held);
                run.world.state_hash()
            })
            .collect::<Vec<u64>>()
    };
    assert_eq!(hashes(), hashes());
}

/// A lift that rises into a ceiling, and one that sinks into the floor, at 10 km.
#[test]
fn a_lift_takes_nobody_through_ceiling_or_floor() {
    for height in [4.0, -4.0] {
        let track = Track::through(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * height)]);
        let level = SceneBuilder::new()
            .room(Vec3::new(-6.0, -1.0, -6.0), Vec3::new(6.0, 3.0, 6.0))
            .mover("lift", Vec3::ZERO, track)
            .cuboid(Vec3::new(-2.0, -0.2, -2.0), Vec3::new(2.0, 0.0, 2.0))
            .spawn(Vec3::new(4.0, -1.0, 4.0), 0.0)
            .offset(DVec3::new(10_000.0, 500.0, -10_000.0))
            .build("tight")
            .unwrap();
        let mut run = Run::new(level, Vec3::ZERO);
        for _ in 0..4 * SECOND {
            run.tick(Buttons::default());
            let feet = run.feet();
            assert!((-1.01..1.21).contains(&feet.y), "{height}: {feet}");
        }
    }
}

fn ball(id: u32, at: Vec3, velocity: Vec3) -> Ball {
    Ball::new(id, at, velocity)
}

#[test]
fn a_lift_takes_balls_up_and_down() {
    let mut run = Run::at(Vec3::new(15.0, 0.0, 15.0));
    for x in [-1.0, 0.3, 1.0] {
        let at = Vec3::new(x, LIFT_TOP + BALL_RADIUS + 0.002, 0.4);
        run.world.balls.push(ball(x.to_bits(), at, Vec3::ZERO));
    }
    // The lift goes at 2 m/s and stops at once: the balls hop. They may do so as it turns down, at
    // 0.8 of that speed, and then it leaves them faster still.
    let hop = 3.6 * 3.6 / (2.0 * 9.81);
    let (mut low, mut high) = (f64::MAX, f64::MIN);
    for tick in 0..12 * SECOND {
        run.tick(Buttons::default());
        let top = f64::from(LIFT_TOP + run.raised(0) + BALL_RADIUS);
        for ball in &run.world.balls {
            let gap = ball.position.y - top;
            assert!((-0.002..hop).contains(&gap), "tick {tick}: gap {gap}");
            (low, high) = (low.min(ball.position.y), high.max(ball.position.y));
        }
    }
    assert_eq!(run.world.balls.len(), 3);
    assert!(high - low > 3.9, "{low} to {high}");
}

#[test]
fn balls_bounce_off_movers_and_are_pushed_by_them() {
    let mut run = Run::at(Vec3::new(15.0, 0.0, 15.0));
    // At the disc, which turns on the floor, and before the pusher, which comes along +X.
    let at = Vec3::new(4.0, 0.15, 0.0);
    run.world.balls.push(ball(1, at, Vec3::X * 8.0));
    let before = Vec3::new(-7.5, BALL_RADIUS + 0.001, -7.0);
    run.world.balls.push(ball(2, before, Vec3::ZERO));
    let mut came_back = false;
    for tick in 0..3 * SECOND {
        run.tick(Buttons::default());
        let [first, second] = &run.world.balls[..] else {
            panic!("tick {tick}: a ball is lost");
        };
        came_back |= first.velocity.x < -1.0;
        let face = -8.0 + run.level.movers[3].motion(run.world.tick).translation.x;
        let gap = second.position.x - f64::from(BALL_RADIUS) - face;
        assert!(gap > -0.002, "tick {tick}: in the pusher by {gap}");
        assert!(second.position.x < -4.05, "tick {tick}: through the wall");
    }
    assert!(came_back, "the disc's rim did not stop it");
}

/// A block in a pen strikes five meters at 150 m/s, 1.25 m in a tick, and goes back, over and over. A ball
/// that is solved against where the block stood would be inside it when the tick ends.
#[test]
fn balls_before_and_beside_a_block_that_strikes_are_never_in_it() {
    let (low, high) = (Vec3::new(-1.0, 0.02, -2.6), Vec3::new(1.0, 1.0, -1.2));
    let there = DVec3::NEG_Z * 5.0;
    let track = [
        (0.0, DVec3::ZERO),
        (0.5, DVec3::ZERO),
        (0.5 + 5.0 / 150.0, there),
        (1.5, there),
        (2.5, DVec3::ZERO),
    ];
    let level = SceneBuilder::new()
        .room(Vec3::new(-2.8, 0.0, -11.8), Vec3::new(2.8, 4.0, -0.2))
        .spawn(Vec3::new(0.0, 0.0, -0.8), 0.0)
        .mover("block", Vec3::ZERO, Track::through(&track))
        .cuboid(low, high)
        .build("stroke")
        .unwrap();
    let radius = f64::from(BALL_RADIUS);
    let beside = f64::from(high.x) + radius + 1e-3;
    let starts = [
        DVec3::new(-0.5, radius + 1e-3, -5.0),
        DVec3::new(0.4, 0.5, -4.2),
        DVec3::new(beside, radius + 1e-3, -4.0),
    ];
    let mut world = World::new(&level, Rules::default());
    world.player.position.y += 40.0;
    world.player.flying = true;
    let ball = |(id, start): (u32, DVec3)| Ball::new(id, start.as_vec3(), Vec3::ZERO);
    world.balls = (0..).zip(starts).map(ball).collect();
    let mut fastest = [0.0_f64; 3];
    for tick in 1..=u64::from(5 * SECOND) {
        world.step(&level, &Command::default(), &mut Vec::new());
        let moved = level.movers[0].motion(tick).translation;
        for (fastest, ball) in fastest.iter_mut().zip(&world.balls) {
            let (low, high) = (low.as_dvec3() + moved, high.as_dvec3() + moved);
            let closest = ball.position.clamp(low, high);
            let gap = ball.position.distance(closest) - radius;
            assert!(gap > -1e-3, "tick {tick}: {gap} at {}", ball.position);
            *fastest = fastest.max(-ball.velocity.z);
        }
    }
    assert!(fastest[0] > 140.0 && fastest[1] > 140.0, "{fastest:?}");
    assert!(fastest[2] < 1.0, "{fastest:?}");
}
