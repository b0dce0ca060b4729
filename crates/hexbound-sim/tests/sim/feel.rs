//! The feel of walking, jumping and flying in numbers, on generated scenes.

use glam::{DVec3, Vec3};
use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    Buttons, CollisionMode, Command, Event, EventKind, HALF_HEIGHT, Loss, Methods, Rules, World,
};

/// A world and what happened in it.
struct Run {
    level: Level,
    world: World,
    events: Vec<Event>,
    mode: CollisionMode,
}

impl Run {
    fn new(level: Level) -> Self {
        let world = World::new(&level, Rules::default());
        let mut run = Run {
            level,
            world,
            events: Vec::new(),
            mode: CollisionMode::Swept,
        };
        run.hold(Buttons::default(), 30);
        assert!(run.world.player.grounded, "stands at the spawn");
        run
    }

    fn scene(name: &str) -> Self {
        Self::new(scenes::named(name).unwrap())
    }

    fn at(name: &str, feet: Vec3, yaw: f32) -> Self {
        let mut run = Self::scene(name);
        run.place(feet, yaw);
        run
    }

    /// `feet` in the file's coordinates.
    fn place(&mut self, feet: Vec3, yaw: f32) {
        let center = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        self.world.player.position = self.level.to_local(center.as_dvec3());
        self.world.player.yaw = yaw;
        self.world.player.velocity = Vec3::ZERO;
        self.world.player.grounded = false;
        self.hold(Buttons::default(), 30);
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            methods: Methods::by(self.mode),
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut self.events);
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    /// Returns the place of the feet, in the file's coordinates.
    fn feet(&self) -> Vec3 {
        self.level.to_file(self.world.player.position).as_vec3() - Vec3::Y * HALF_HEIGHT
    }

    fn count(&self, kind: EventKind) -> usize {
        self.events
            .iter()
            .filter(|event| event.kind == kind)
            .count()
    }
}

const SECOND: u32 = TICK_RATE;
const FORWARD: Buttons = Buttons::FORWARD;

#[test]
fn walks_at_five_meters_a_second_and_stops() {
    let mut run = Run::scene("flat");
    run.hold(FORWARD, SECOND / 2);
    let start = run.feet();
    run.hold(FORWARD, SECOND);
    assert!((run.feet().distance(start) - 5.0).abs() < 0.01);
    run.hold(Buttons::default(), SECOND / 2);
    assert_eq!(run.world.player.velocity, Vec3::ZERO);
    assert!(run.count(EventKind::Footstep) >= 2);
}

#[test]
fn standing_and_walking_never_bobs_or_leaves_the_ground() {
    let mut run = Run::scene("flat");
    let height = run.feet().y;
    let directions = [FORWARD, Buttons::LEFT, Buttons::BACK, Buttons::RIGHT];
    for tick in 0..60 * SECOND {
        run.tick(directions[(tick / 240) as usize % 4]);
        assert!(run.world.player.grounded, "tick {tick}");
        assert!(
            (run.feet().y - height).abs() < 1e-4,
            "tick {tick}: {}",
            run.feet().y - height
        );
    }
}

#[test]
fn the_jump_reaches_one_meter_ten_and_lands() {
    let mut run = Run::scene("flat");
    let ground = run.feet().y;
    let mut apex: f32 = 0.0;
    run.tick(Buttons::JUMP);
    for _ in 0..SECOND {
        run.tick(Buttons::JUMP);
        apex = apex.max(run.feet().y - ground);
    }
    assert!((apex - 1.1).abs() < 0.002, "apex {apex}");
    assert!(run.world.player.grounded && (run.feet().y - ground).abs() < 1e-4);
    assert_eq!(run.count(EventKind::Jump), 1, "held, not pressed again");
    assert_eq!(run.count(EventKind::Land), 1);
}

/// A room whose wall runs along X; headings from nearly along it to nearly into it.
#[test]
fn along_a_wall_the_tangential_part_stays() {
    let wall = SceneBuilder::new()
        .floor(-200.0, -20.0, 200.0, 20.0, 0.0)
        .cuboid(Vec3::new(-200.0, 0.0, -6.0), Vec3::new(200.0, 4.0, -5.0))
        .spawn(Vec3::ZERO, 0.0)
        .build("wall")
        .unwrap();
    for degrees in [0.1_f32, 1.0, 5.0, 20.0, 45.0, 70.0, 85.0, 89.0, 89.9] {
        let mut run = Run::new(wall.clone());
        // Heading measured from the wall's direction −X, into the wall at −Z.
        let yaw = (90.0 - degrees).to_radians();
        run.place(Vec3::new(60.0, 0.0, -4.59), yaw);
        run.hold(FORWARD, 3 * SECOND);
        let speed = -run.world.player.velocity.x;
        let expected = 5.0 * degrees.to_radians().cos();
        assert!(
            (speed - expected).abs() <= 0.01 * expected + 1e-4,
            "{degrees}°: {speed} for {expected}"
        );
        let before = run.feet();
        run.hold(FORWARD, SECOND);
        let moved = before.x - run.feet().x;
        assert!(
            (moved - expected).abs() <= 0.01 * expected + 1e-3,
            "{degrees}°: moved {moved}"
        );
    }
}

#[test]
fn steps_are_taken_at_full_speed_up_and_down() {
    for (x, top, rise) in [
        (-12.0, 12.0 * 0.17, 0.17),
        (-4.0, 8.0 * 0.30, 0.30),
        (4.0, 6.0 * 0.45, 0.45),
    ] {
        let mut run = Run::at("stairs", Vec3::new(x, 0.0, 3.0), 0.0);
        let mut ticks = 0;
        while run.feet().z > -5.5 && ticks < 5 * SECOND {
            run.tick(FORWARD);
            ticks += 1;
            assert!(
                run.world.player.grounded,
                "{rise} m steps: airborne at {:?}",
                run.feet()
            );
        }
        assert!(
            (run.feet().y - top).abs() < 0.01,
            "{rise} m steps: at {:?}",
            run.feet()
        );
        let seconds = ticks as f32 * TICK_LENGTH;
        assert!(
            8.5 / seconds > 4.75,
            "{rise} m steps: {} m/s",
            8.5 / seconds
        );
        ticks = 0;
        while run.feet().z < 3.0 && ticks < 5 * SECOND {
            run.tick(Buttons::BACK);
            ticks += 1;
            assert!(
                run.world.player.grounded,
                "{rise} m steps down: airborne at {:?}",
                run.feet()
            );
        }
        assert!(run.feet().y.abs() < 0.01 && ticks < 270, "{rise} {ticks}");
    }
}

/// From many places, so that rounding leaves the body a hair before the edge and a hair past it:
/// the block's edge at knee height must not pass for ground either.
#[test]
fn a_higher_step_blocks() {
    for place in 0..40 {
        let from = 3.0 + 0.00137 * place as f32;
        let mut run = Run::at("stairs", Vec3::new(12.0, 0.0, from), 0.0);
        run.hold(FORWARD, 2 * SECOND);
        assert!(
            run.feet().y.abs() < 0.01 && run.feet().z > 0.36,
            "from {from}: at {:?}",
            run.feet()
        );
    }
}

#[test]
fn slopes_to_45_degrees_are_climbed_and_steeper_ones_are_not() {
    for (index, degrees) in [30, 44, 46, 60].into_iter().enumerate() {
        let x = -12.0 + 8.0 * index as f32;
        let mut run = Run::at("slopes", Vec3::new(x, 0.0, 2.0), 0.0);
        let mut high: f32 = 0.0;
        for _ in 0..3 * SECOND {
            run.tick(FORWARD);
            high = high.max(run.feet().y);
        }
        if degrees <= 45 {
            assert!((high - 3.0).abs() < 0.02, "{degrees}°: {high}");
        } else {
            assert!(high < 0.3, "{degrees}°: {high}");
        }
    }
}

#[test]
fn a_steep_slope_is_slid_down() {
    let mut run = Run::at("slopes", Vec3::new(12.0, 3.1, -3.2), 0.0);
    let run_length = 3.0 / 60.0_f32.to_radians().tan();
    run.place(Vec3::new(12.0, 2.0, -run_length * 0.4), 0.0);
    run.hold(Buttons::default(), 2 * SECOND);
    assert!(run.feet().y < 0.05, "still at {:?}", run.feet());
}

#[test]
fn downhill_and_over_crests_the_feet_stay_on_the_ground() {
    let mut run = Run::at("slopes", Vec3::new(-12.0, 3.0, -7.0), 0.0);
    for tick in 0..3 * SECOND {
        run.tick(Buttons::BACK);
        assert!(run.world.player.grounded, "tick {tick} at {:?}", run.feet());
    }
    assert!(run.feet().y.abs() < 0.01);
}

#[test]
fn flight_ends_by_a_jump_or_by_touching_ground() {
    let mut run = Run::scene("flat");
    run.hold(Buttons::RISE, SECOND);
    let height = run.feet().y;
    assert!(height > 3.0);
    run.hold(Buttons::default(), SECOND);
    assert!(run.feet().y > height, "hovers");
    let hover = run.feet().y;
    run.hold(Buttons::default(), SECOND);
    assert!((run.feet().y - hover).abs() < 0.01);
    run.hold(Buttons::DESCEND, 2 * SECOND);
    assert!(run.world.player.grounded && !run.world.player.flying);
    run.hold(Buttons::RISE, SECOND);
    run.tick(Buttons::JUMP);
    assert!(!run.world.player.flying);
    run.hold(Buttons::default(), 2 * SECOND);
    assert!(run.world.player.grounded, "gravity is on again");
}

#[test]
fn a_ceiling_takes_the_upward_speed() {
    for index in 0..5 {
        let mut run = Run::at("ceilings", Vec3::X * (8.0 * index as f32 - 16.0), 0.0);
        run.tick(Buttons::JUMP);
        let mut touched = false;
        for _ in 0..SECOND {
            let contacts = run.world.player.report.contacts;
            run.tick(Buttons::default());
            touched |= contacts > 0;
            if contacts > 0 {
                assert!(run.world.player.velocity.y <= 0.0);
            }
        }
        assert!(touched && run.world.player.grounded);
    }
}

#[test]
fn corners_hold_still_and_let_go() {
    for degrees in [5.0_f32, 20.0, 45.0, 60.0, 90.0, 120.0, 150.0, 175.0] {
        let half = (degrees * 0.5).to_radians();
        let (sine, tip) = (half.sin(), Vec3::new(0.0, 0.0, -5.0));
        let level = SceneBuilder::new()
            .floor(-60.0, -60.0, 60.0, 60.0, 0.0)
            .corner(tip, degrees, 40.0)
            .spawn(Vec3::new(0.0, 0.0, 30.0), 0.0)
            .build("corner")
            .unwrap();
        for turn in [0.0_f32, 0.01, 0.2] {
            let mut run = Run::new(level.clone());
            run.place(tip + Vec3::Z * (0.8 / sine), turn);
            run.hold(FORWARD, 10 * SECOND);
            let before = run.feet();
            let mut span: f32 = 0.0;
            for _ in 0..SECOND {
                run.tick(FORWARD);
                span = span.max(run.feet().distance(before));
            }
            if turn < std::f32::consts::FRAC_PI_2 - half {
                assert!(span < 1e-3, "{degrees}°, turned {turn}: moved {span} m");
            }
            let stuck = run.feet();
            run.hold(Buttons::BACK, 30);
            assert!(run.feet().distance(stuck) > 0.5, "{degrees}");
        }
    }
}

#[test]
fn a_round_pillar_is_slid_around() {
    for (x, sides) in [(-5.0, 32), (5.0, 64)] {
        let mut run = Run::at("pillar", Vec3::new(x + 0.8, 0.0, 6.0), 0.0);
        run.hold(FORWARD, 3 * SECOND);
        assert!(run.feet().z < -4.0, "{sides} sides: at {:?}", run.feet());
    }
}

#[test]
fn walking_off_the_edge_of_the_world_respawns() {
    let mut run = Run::scene("flat");
    run.hold(FORWARD, 15 * SECOND);
    let fallen = run.count(EventKind::Respawn(Loss::Fell));
    assert!(fallen >= 1);
    assert_eq!(run.world.player.respawns as usize, fallen);
}

#[test]
fn flying_away_from_the_level_respawns_and_says_so() {
    let mut run = Run::scene("flat");
    run.hold(Buttons::RISE, 60 * SECOND);
    assert!(run.count(EventKind::Respawn(Loss::Left)) >= 1);
    assert_eq!(run.count(EventKind::Respawn(Loss::Fell)), 0);
}

#[test]
fn running_into_a_wall_is_reported_once() {
    let mut run = Run::scene("box-room");
    run.hold(Buttons::RIGHT, 4 * SECOND);
    assert_eq!(run.count(EventKind::Bump), 1);
}

#[test]
fn ten_kilometers_away_it_plays_the_same() {
    let at = |offset: DVec3| {
        let level = SceneBuilder::new()
            .floor(-50.0, -50.0, 50.0, 50.0, 0.0)
            .cuboid(Vec3::new(-5.0, 0.0, -9.0), Vec3::new(5.0, 3.0, -8.0))
            .spawn(Vec3::ZERO, 0.3)
            .offset(offset)
            .build("far")
            .unwrap();
        let mut run = Run {
            world: World::new(&level, Rules::default()),
            level,
            events: vec![],
            mode: CollisionMode::Swept,
        };
        run.hold(FORWARD, 4 * SECOND);
        run.world.player.position
    };
    assert_eq!(at(DVec3::ZERO), at(DVec3::new(10_000.0, 500.0, -10_000.0)));
}

#[test]
fn the_article_walks_too() {
    let mut run = Run::scene("box-room");
    run.mode = CollisionMode::Article;
    run.hold(FORWARD, 4 * SECOND);
    assert!(
        run.feet().z > -10.0 && run.feet().y > -0.1,
        "at {:?}",
        run.feet()
    );
    run.hold(Buttons::JUMP, 1);
    assert_eq!(run.count(EventKind::Jump), 1);
    run.mode = CollisionMode::Swept;
    run.hold(FORWARD, SECOND);
    assert!(run.world.player.grounded);
}

#[test]
fn balls_fly_bounce_explode_and_rest() {
    let mut run = Run::scene("box-room");
    for _ in 0..5 {
        run.tick(Buttons::THROW);
        run.hold(Buttons::default(), 20);
    }
    assert_eq!((run.world.balls.len(), run.count(EventKind::Throw)), (5, 5));
    run.hold(Buttons::default(), SECOND);
    assert!(run.count(EventKind::Bounce) >= 5 && run.count(EventKind::Explosion) >= 5);
    run.hold(Buttons::default(), 30 * SECOND);
    assert!(
        run.world.balls.iter().all(|ball| ball.resting),
        "{:?}",
        run.world.balls
    );
    let places: Vec<DVec3> = run.world.balls.iter().map(|ball| ball.position).collect();
    run.hold(Buttons::default(), SECOND);
    assert_eq!(
        places,
        run.world
            .balls
            .iter()
            .map(|ball| ball.position)
            .collect::<Vec<_>>()
    );
}

#[test]
fn at_most_two_hundred_balls() {
    let mut run = Run::scene("box-room");
    for _ in 0..230 {
        run.tick(Buttons::THROW);
        run.tick(Buttons::default());
    }
    assert_eq!(run.world.balls.len(), 200);
    assert_eq!(run.world.balls[0].id, 30);
}
