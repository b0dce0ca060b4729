//! The player among walls and movers that turn, tilt, meet each other and come fast. What may not
//! overlap is judged in double precision by `checker`, which shares no code with the game.

use glam::{DAffine3, DQuat, DVec3, Vec3, dvec3, vec3};
use hexbound_base::{clock::TICK_RATE, random::Random};
use hexbound_level::{Keys, Level, Track};
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, Command, Event, EventKind, HALF_HEIGHT, Rules, World};

use crate::{checker::OVERLAP_ALLOWED, walkers::depth_in};

const SECOND: u32 = TICK_RATE;

struct Run {
    level: Level,
    world: World,
    events: Vec<Event>,
    /// Ticks in a row that the player has been inside a mover.
    inside: u32,
}

impl Run {
    fn new(scene: SceneBuilder, feet: Vec3) -> Self {
        let level = scene.build("movers").unwrap();
        let mut world = World::new(&level, Rules::default());
        let center = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        world.player.position = level.to_local(center.as_dvec3());
        Run {
            level,
            world,
            events: Vec::new(),
            inside: 0,
        }
    }

    fn tick(&mut self, command: Command) {
        self.world.step(&self.level, &command, &mut self.events);
        let (tick, player) = (self.world.tick, &self.world.player);
        assert!(player.position.is_finite() && player.velocity.is_finite());
        let deep = depth_in(player, &self.level.collision, DAffine3::IDENTITY);
        assert!(deep <= OVERLAP_ALLOWED, "{tick} {deep} {}", player.position);
        let is_inside = (self.level.movers.iter())
            .any(|it| depth_in(player, &it.collision, it.motion(tick)) > OVERLAP_ALLOWED);
        self.inside = if is_inside { self.inside + 1 } else { 0 };
        assert!(self.inside <= SECOND / 2, "{tick}");
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(Command::holding(buttons)));
    }

    /// Holds what `hold` does, and that no mover is ever entered.
    fn hold_outside(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            self.hold(buttons, 1);
            let (tick, at) = (self.world.tick, self.world.player.position);
            assert_eq!(self.inside, 0, "tick {tick}: in a mover at {at}");
        }
    }

    fn feet(&self) -> Vec3 {
        self.level.to_file(self.world.player.feet()).as_vec3()
    }

    /// The player's feet where the mover was built.
    fn feet_on(&self, mover: usize) -> DVec3 {
        let motion = self.level.movers[mover].motion(self.world.tick);
        let feet = self.world.player.feet().as_dvec3();
        motion.inverse().transform_point3(feet)
    }

    fn count(&self, kind: EventKind) -> usize {
        let events = self.events.iter();
        events.filter(|event| event.kind == kind).count()
    }
}

/// A track along an axis: times and ways.
fn along(axis: DVec3, ways: &[(f64, f64)]) -> Track {
    let keys = ways.iter().map(|(time, way)| (*time, axis * *way));
    Track::through(&keys.collect::<Vec<_>>())
}

fn rotations(axis: DVec3, angles: &[(f64, f64)]) -> Keys<DQuat> {
    let key = |(time, angle): &(f64, f64)| (*time, DQuat::from_axis_angle(axis, *angle));
    Keys {
        keys: angles.iter().map(key).collect(),
        steps: false,
    }
}

fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .spawn(vec3(15.0, 0.0, 15.0), 0.0)
}

/// Ten minutes on a platform that goes in a square, up and down, and turns: nobody drifts.
#[test]
fn nobody_drifts_on_a_platform_that_goes_and_turns() {
    let way = [
        (0.0, 0.0, 0.0, 0.0),
        (2.0, 4.0, 1.0, 0.0),
        (4.0, 4.0, 2.5, 4.0),
        (6.0, 0.0, 1.0, 4.0),
        (8.0, 0.0, 0.0, 0.0),
    ];
    let track = Track {
        rotation: Track::turning(8.0).rotation,
        ..Track::through(&way.map(|(time, x, y, z)| (time, dvec3(x, y, z))))
    };
    let scene = floor()
        .mover("platform", vec3(0.0, 0.5, 0.0), track)
        .cuboid(vec3(-2.0, 0.0, -2.0), vec3(2.0, 0.5, 2.0));
    let mut run = Run::new(scene, vec3(1.1, 0.5, 0.7));
    run.hold_outside(Buttons::default(), 30);
    let start = run.feet_on(0);
    for _ in 0..600 {
        run.hold_outside(Buttons::default(), SECOND);
        let (now, gap) = (run.feet_on(0), run.feet_on(0).y - 0.5);
        assert!(run.world.player.grounded && gap.abs() < 0.002, "{gap}");
        assert!(now.distance(start) < 0.02, "from {start} to {now}");
    }
    assert_eq!(run.count(EventKind::Bump), 0);
    assert_eq!(run.world.player.respawns, 0);
}

/// A platform goes on under a wall, the player on it does not, and walks along the wall there.
#[test]
fn a_wall_takes_the_player_off_a_platform() {
    let track = along(DVec3::X, &[(0.0, 0.0), (1.0, 0.0), (4.0, 9.0), (9.0, 9.0)]);
    let scene = floor()
        .cuboid(vec3(3.0, 0.6, -6.0), vec3(3.2, 4.0, 6.0))
        .mover("platform", Vec3::ZERO, track)
        .cuboid(vec3(-2.0, 0.1, -2.0), vec3(2.0, 0.5, 2.0));
    let mut run = Run::new(scene, vec3(0.0, 0.5, 0.0));
    run.hold_outside(Buttons::default(), 2 * SECOND + 60);
    let feet = run.feet();
    // Not at the wall.
    assert!((feet.x - 2.6).abs() < 0.01 && feet.y > 0.49, "{feet}");
    run.hold_outside(Buttons::FORWARD, 20);
    assert!(run.feet().z < -0.3 && run.feet().x < 2.61, "{}", run.feet());
    run.hold_outside(Buttons::default(), 4 * SECOND);
    let feet = run.feet();
    // The platform has gone.
    assert!(feet.x < 2.61 && feet.y < 0.01, "{feet}");
}

/// Two platforms that meet are one floor: over the seam without a bump, and on.
#[test]
fn platforms_that_meet_are_walked_over() {
    let meet = |from: f64| along(DVec3::X, &[(0.0, from), (2.0, 0.0), (30.0, 0.0)]);
    let walks = Buttons::FORWARD;
    for fast in [walks, walks.with(Buttons::SPRINT)] {
        let scene = floor()
            .mover("left", Vec3::ZERO, meet(-2.0))
            .cuboid(vec3(-4.0, 2.0, -1.0), vec3(0.0, 2.5, 1.0))
            .mover("right", Vec3::ZERO, meet(2.0))
            .cuboid(vec3(0.0, 2.0, -1.0), vec3(4.0, 2.5, 1.0));
        let mut run = Run::new(scene, vec3(-5.5, 2.5, 0.0));
        run.world.player.yaw = -std::f32::consts::FRAC_PI_2;
        run.hold_outside(Buttons::default(), 3 * SECOND);
        assert!((run.feet().x + 3.5).abs() < 0.05, "{}", run.feet());
        while run.feet().x < 3.5 {
            let before = run.feet().x;
            run.hold_outside(fast, 1);
            let feet = run.feet();
            let is_on = run.world.player.grounded && (feet.y - 2.501).abs() < 0.001;
            assert!(is_on, "{feet}");
            let is_there = before < -3.0 || feet.x - before > 0.039;
            assert!(is_there, "slowed to {} m a tick at {feet}", feet.x - before);
        }
        assert_eq!(run.count(EventKind::Bump), 0);
    }
}

/// Two pushers close on the player: through neither, and back to the spawn.
#[test]
fn between_two_pushers_there_is_no_way_out_but_the_spawn() {
    let way = |x: f64| along(DVec3::X, &[(0.0, 0.0), (2.0, x), (9.0, x)]);
    let scene = floor()
        .mover("left", Vec3::ZERO, way(2.9))
        .cuboid(vec3(-3.5, 0.0, -3.0), vec3(-3.0, 3.0, 3.0))
        .mover("right", Vec3::ZERO, way(-2.9))
        .cuboid(vec3(3.0, 0.0, -3.0), vec3(3.5, 3.0, 3.0));
    let mut run = Run::new(scene, vec3(1.0, 0.0, 0.0));
    for _ in 0..4 * SECOND {
        run.hold(Buttons::default(), 1);
        if run.world.player.respawns > 0 {
            return;
        }
        let feet = run.feet();
        let is_between = feet.x.abs() < 3.0 && feet.z.abs() < 0.01;
        assert!(is_between && feet.y < 0.01, "{feet}");
    }
    panic!("stands between them at {}", run.feet());
}

/// A plate of 2 cm that comes at 40 m/s, a third of a meter a tick, pushes ahead of it.
#[test]
fn a_fast_thin_plate_does_not_pass_through() {
    let ways = [(0.0, 0.0), (1.0, 0.0), (1.25, 10.0), (9.0, 10.0)];
    let scene = floor()
        .mover("plate", Vec3::ZERO, along(DVec3::X, &ways))
        .cuboid(vec3(-5.02, 0.05, -3.0), vec3(-5.0, 3.0, 3.0));
    let mut run = Run::new(scene, vec3(-2.0, 0.0, 0.0));
    for _ in 0..2 * SECOND {
        run.hold(Buttons::default(), 1);
        let plate = run.level.movers[0].motion(run.world.tick).translation.x - 5.0;
        let feet = run.feet();
        assert!(f64::from(feet.x) > plate, "{plate} {feet}");
    }
    assert!(run.feet().x > 5.3, "{}", run.feet());
    assert_eq!(run.world.player.respawns, 0);
}

/// A bridge that tilts about its end like a drawbridge, walked up and down while it moves: the
/// body stays upright, the bridge does not.
#[test]
fn a_tilting_bridge_carries() {
    let angles = [(0.0, 0.0), (4.0, 0.5), (8.0, 0.0)];
    let track = Track {
        rotation: rotations(DVec3::X, &angles),
        ..Track::default()
    };
    let scene = floor()
        .mover("bridge", vec3(0.0, 0.3, 5.0), track)
        .cuboid(vec3(-1.0, 0.1, -5.0), vec3(1.0, 0.3, 5.0));
    let mut run = Run::new(scene, vec3(0.1, 0.3, 2.0));
    run.hold_outside(Buttons::default(), 30);
    let mut highest = 0.0_f32;
    for round in 0..32 {
        let none = Buttons::default();
        let button = [Buttons::FORWARD, none, Buttons::BACK, none][round % 4];
        for tick in 0..SECOND {
            run.hold_outside(if tick < 90 { button } else { none }, 1);
            highest = highest.max(run.feet().y);
            let over = run.feet_on(0).y - 0.3;
            assert!((-0.001..0.15).contains(&over), "{over} m above the bridge");
        }
    }
    assert!(highest > 1.5, "walked up to {highest} m only");
    assert_eq!(run.world.player.respawns, 0);
}

/// Everything at once, at 10 km, with random keys: never in the level, never long in a mover.
#[test]
fn random_walks_among_movers_and_walls_are_clean() {
    let corners = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0), (0.0, 0.0)];
    let corners = corners.map(|(x, z)| dvec3(x, 0.0, z));
    let square: Vec<_> = [0.0, 2.0, 4.0, 6.0, 8.0].into_iter().zip(corners).collect();
    let sway = [(0.0, -0.4), (1.5, 0.4), (3.0, -0.4)];
    let swing = Track {
        rotation: rotations(dvec3(0.6, 0.0, 0.8), &sway),
        ..Track::default()
    };
    let lift = along(DVec3::Y, &[(0.0, 0.0), (2.0, 5.0), (4.0, 0.0)]);
    let scene = SceneBuilder::new()
        .room(vec3(-8.0, 0.0, -8.0), vec3(8.0, 7.0, 8.0))
        .cuboid(vec3(-1.0, 0.0, -1.0), vec3(-0.6, 3.0, 1.0))
        .ramp(vec3(-6.0, 0.0, 2.0), vec3(-6.0, 2.0, 6.0), 2.0)
        .mover("square", Vec3::ZERO, Track::through(&square))
        .cuboid(vec3(-5.0, 0.3, -5.0), vec3(-2.0, 0.6, -2.0))
        .mover("mill", vec3(3.0, 0.0, 3.0), Track::turning(4.0))
        .cuboid(vec3(0.0, 0.1, 2.9), vec3(6.0, 1.2, 3.1))
        .mover("swing", vec3(0.0, 1.0, -4.0), swing)
        .cuboid(vec3(-2.0, 0.9, -6.0), vec3(2.0, 1.1, -2.0))
        .mover("lift", Vec3::ZERO, lift)
        .cuboid(vec3(4.0, 0.0, -7.0), vec3(7.0, 0.2, -4.0))
        .offset(dvec3(10_000.0, 300.0, -10_000.0))
        .spawn(vec3(0.0, 0.0, 0.0), 0.0);
    let rare = [
        Buttons::SPRINT,
        Buttons::JUMP,
        Buttons::CROUCH,
        Buttons::LEFT,
    ];
    let keys = [&[Buttons::FORWARD; 3], &rare[..], &[Buttons::default()]].concat();
    for seed in 1..=6 {
        let mut run = Run::new(scene.clone(), vec3(0.5, 0.0, 1.5) + Vec3::Y * 0.01);
        run.world.player.position = run.level.spawn.position;
        let mut random = Random::new(seed);
        for _ in 0..120 {
            let mut command = Command {
                buttons: keys[random.below(8)].with(keys[random.below(8)]),
                ..Command::default()
            };
            command.yaw = random.between(-0.05, 0.05);
            (0..random.below(40)).for_each(|_| run.tick(command));
        }
        let respawns = run.world.player.respawns;
        assert!(respawns < 20, "{respawns} respawns");
    }
}
