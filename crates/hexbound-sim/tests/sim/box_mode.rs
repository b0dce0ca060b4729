//! The box controller (mode `box`): what its discrete decisions get right on the scenes that it was
//! described for, and where they leak.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use hexbound_base::{clock::TICK_RATE, random::Random};
use hexbound_level::Level;
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    BODY_RADIUS, BoxPlace, BoxReason, Buttons, Choice, CollisionMode, Command, HALF_HEIGHT,
    Methods, Player, Rules, World,
};

const SECOND: u32 = TICK_RATE;
const FORWARD: Buttons = Buttons::FORWARD;
const HALF: Vec3 = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);

/// A world and its level, stepped in one mode.
struct Run {
    level: Level,
    world: World,
    mode: CollisionMode,
}

impl Run {
    fn new(level: Level) -> Self {
        Self {
            world: World::new(&level, Rules::default()),
            level,
            mode: CollisionMode::Box,
        }
    }

    fn scene(name: &str) -> Self {
        Self::new(scenes::named(name).unwrap())
    }

    fn built(scene: SceneBuilder) -> Self {
        Self::new(scene.build("built").unwrap())
    }

    /// `feet` in the scene's coordinates; stands there for a moment.
    fn at(mut self, feet: Vec3, yaw: f32) -> Self {
        let center = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        self.world.player.position = self.level.to_local(center.as_dvec3());
        self.world.player.yaw = yaw;
        self.hold(Buttons::default(), 30);
        self
    }

    fn tick(&mut self, buttons: Buttons) {
        let command = Command {
            buttons,
            methods: Methods::by(self.mode),
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut Vec::new());
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        (0..ticks).for_each(|_| self.tick(buttons));
    }

    fn player(&self) -> &Player {
        &self.world.player
    }

    fn feet(&self) -> Vec3 {
        let center = self.level.to_file(self.player().position).as_vec3();
        center - Vec3::Y * HALF_HEIGHT
    }

    fn reason(&self) -> BoxReason {
        self.player()
            .report
            .box_decision
            .expect("mode box decides")
            .reason
    }

    fn taken(&self) -> BoxPlace {
        self.player()
            .report
            .box_decision
            .expect("mode box decides")
            .taken
    }
}

fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-60.0, -60.0, 60.0, 60.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
}

#[test]
fn walks_stops_and_jumps_on_the_flat() {
    let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
    assert!(run.player().grounded);
    run.hold(FORWARD, SECOND / 2);
    let start = run.feet();
    for _ in 0..SECOND {
        run.tick(FORWARD);
        assert!(run.player().grounded);
        assert_eq!((run.taken(), run.reason()), (BoxPlace::P2, BoxReason::Free));
        assert!((run.feet().y - start.y).abs() < 1e-5, "bobs");
    }
    assert!((run.feet().distance(start) - 5.0).abs() < 0.01);
    run.hold(Buttons::default(), SECOND / 2);
    assert_eq!(run.player().velocity, Vec3::ZERO);
    let mut apex: f32 = 0.0;
    for _ in 0..SECOND {
        run.tick(Buttons::JUMP);
        apex = apex.max(run.feet().y);
    }
    assert!((apex - 1.1).abs() < 0.01, "apex {apex}");
    assert!(run.player().grounded && run.feet().y < 0.01);
}

#[test]
fn stairs_are_climbed_and_come_down_and_a_higher_block_stops() {
    for (x, top, rise) in [(-12.0, 12.0 * 0.17, 0.17), (-4.0, 8.0 * 0.30, 0.30)] {
        let mut run = Run::scene("stairs").at(Vec3::new(x, 0.0, 3.0), 0.0);
        let mut ticks = 0;
        while run.feet().z > -5.5 && ticks < 3 * SECOND {
            run.tick(FORWARD);
            ticks += 1;
            assert!(run.player().grounded, "{rise}: airborne at {}", run.feet());
        }
        assert!((run.feet().y - top).abs() < 0.01, "{rise}: {}", run.feet());
        assert!(8.5 * SECOND as f32 / ticks as f32 > 4.75, "{rise} {ticks}");
        ticks = 0;
        while run.feet().z < 3.0 && ticks < 3 * SECOND {
            run.tick(Buttons::BACK);
            ticks += 1;
            assert!(run.player().grounded, "{rise}: airborne at {}", run.feet());
        }
        assert!(run.feet().y.abs() < 0.01, "{rise}: {}", run.feet());
    }
    for place in 0..40 {
        let from = 3.0 + 0.00137 * place as f32;
        let mut run = Run::scene("stairs").at(Vec3::new(12.0, 0.0, from), 0.0);
        run.hold(FORWARD, 2 * SECOND);
        let feet = run.feet();
        assert!(
            feet.y.abs() < 0.01 && feet.z > 0.398 && feet.z < 0.41,
            "{from}: {feet}"
        );
        assert_ne!(run.taken(), BoxPlace::P2);
    }
}

#[test]
fn gentle_slopes_pass_and_steep_ones_block() {
    for (index, degrees) in [30, 44, 46, 60].into_iter().enumerate() {
        let x = -12.0 + 8.0 * index as f32;
        let mut run = Run::scene("slopes").at(Vec3::new(x, 0.0, 2.0), 0.0);
        let mut high: f32 = 0.0;
        for _ in 0..3 * SECOND {
            run.tick(FORWARD);
            high = high.max(run.feet().y);
        }
        if degrees <= 45 {
            assert!((high - 3.0).abs() < 0.02, "{degrees}°: {high}");
        } else {
            assert!(high < 0.05, "{degrees}°: {high}");
        }
    }
}

#[test]
fn a_steep_slope_is_slid_down() {
    let foot = 3.0 / libm::tanf(60.0_f32.to_radians());
    let mut run = Run::scene("slopes").at(Vec3::new(12.0, 2.6, -foot * 0.3), 0.0);
    run.hold(Buttons::default(), 3 * SECOND);
    assert!(run.feet().y < 0.05, "still at {}", run.feet());
    assert!(run.player().grounded);
}

/// A wall along X, walked along at an angle; and the same wall at 45° to the box's sides.
#[test]
fn along_walls_the_tangential_part_stays() {
    for wall_turn in [0.0_f32, 30.0, 45.0] {
        let (sine, cosine) = (
            libm::sinf(wall_turn.to_radians()),
            libm::cosf(wall_turn.to_radians()),
        );
        let along = Vec3::new(-cosine, 0.0, sine);
        let (left, right) = (along * 50.0, along * -50.0);
        let up = Vec3::Y * 4.0;
        let wall = floor().quad(right, right + up, left + up, left);
        let level = wall.build("wall").unwrap();
        let off = Vec3::new(sine, 0.0, cosine);
        for degrees in (10..=80).step_by(10) {
            // Yaw 90° looks along −X; less of it turns toward −Z, into the wall.
            let yaw = (90.0 + wall_turn - degrees as f32).to_radians();
            let mut run = Run::new(level.clone()).at(off * 0.62 - along * 20.0, yaw);
            run.hold(FORWARD, SECOND);
            let before = run.feet();
            run.hold(FORWARD, 2 * SECOND);
            let speed = (run.feet() - before).dot(along) / 2.0;
            let expected = 5.0 * libm::cosf((degrees as f32).to_radians());
            assert!(
                (speed - expected).abs() <= 0.1 * expected,
                "wall at {wall_turn}°, {degrees}°: {speed} for {expected}"
            );
            assert!(run.feet().dot(off) > 0.39, "through the wall");
        }
    }
}

fn corner(degrees: f32) -> SceneBuilder {
    floor().corner(Vec3::NEG_Z * 5.0, degrees, 40.0)
}

#[test]
fn corners_stop_without_jitter_and_let_go() {
    for degrees in [5.0_f32, 20.0, 45.0, 60.0, 90.0, 120.0, 150.0, 175.0] {
        let half = (degrees * 0.5).to_radians();
        for turn in [0.0_f32, 0.01, 0.2] {
            let from = Vec3::new(0.0, 0.0, 0.9 / libm::sinf(half) - 5.0);
            let mut run = Run::built(corner(degrees)).at(from, turn);
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
            let back = run.feet().distance(stuck);
            assert!(back > 0.5, "{degrees}°, turned {turn}: backed {back} m");
        }
    }
}

/// Two sheets nearer to each other than the box is wide: their normals cancel out and no tangent is
/// left.
#[test]
fn opposite_walls_fall_back() {
    let up = Vec3::Y * 3.0;
    let ends = |x: f32| [Vec3::new(x, 0.0, -3.0), Vec3::new(x, 0.0, -9.0)];
    let ([a, b], [c, d]) = (ends(-0.35), ends(0.35));
    let scene = floor()
        .quad(a, a + up, b + up, b)
        .quad(c, c + up, d + up, d);
    let mut run = Run::built(scene).at(Vec3::ZERO, 0.0);
    let mut met = false;
    for _ in 0..2 * SECOND {
        run.tick(FORWARD);
        assert!(run.player().grounded);
        met |= run.reason() == BoxReason::NoTangent && run.taken() == BoxPlace::P0;
    }
    assert!(met, "the walls were never met at once");
    assert!((run.feet().z + 2.6).abs() < 0.02, "stops at {}", run.feet());
    let stuck = run.feet();
    run.hold(FORWARD, SECOND);
    assert!(run.feet().distance(stuck) < 1e-3);
    run.hold(Buttons::BACK, SECOND / 2);
    assert!(run.feet().z - stuck.z > 1.0, "backs out");
}

/// A passage with five millimeters to spare on both sides.
#[test]
fn a_passage_hardly_wider_than_the_box_is_walked_through() {
    for turn in [-0.3_f32, -0.02, 0.0, 0.02, 0.3] {
        let scene = floor()
            .cuboid(Vec3::new(-3.0, 0.0, -8.0), Vec3::new(-0.405, 3.0, 0.0))
            .cuboid(Vec3::new(0.405, 0.0, -8.0), Vec3::new(3.0, 3.0, 0.0));
        let mut run = Run::built(scene).at(Vec3::new(0.0, 0.0, -0.6), turn);
        run.hold(FORWARD, 3 * SECOND);
        assert!(
            run.feet().z < -8.0,
            "turned {turn}: stuck at {}",
            run.feet()
        );
    }
}

/// A beam over a step leaves no room on the step: the ceiling's normal has no tangent. p1, which is
/// not lifted, is in the step; so the body stays where it is.
#[test]
fn a_ceiling_over_a_step_falls_back_to_p0() {
    let scene = floor()
        .cuboid(Vec3::new(-5.0, 0.0, -9.0), Vec3::new(5.0, 0.3, -3.0))
        .cuboid(Vec3::new(-5.0, 1.95, -9.0), Vec3::new(5.0, 2.5, -2.0));
    let mut run = Run::built(scene).at(Vec3::ZERO, 0.0);
    let mut met = false;
    for _ in 0..2 * SECOND {
        run.tick(FORWARD);
        met |= (run.taken(), run.reason()) == (BoxPlace::P0, BoxReason::NoTangent);
    }
    assert!(met);
    assert!(
        (run.feet().z + 2.6).abs() < 0.02 && run.feet().y < 0.01,
        "{}",
        run.feet()
    );
}

/// A bump that the rays would lift the body onto, under a beam, but that is narrow enough to pass
/// between its corners: p2 touches the beam, p1 is free, so the body goes on unlifted.
#[test]
fn a_ceiling_over_a_thin_sheet_falls_back_to_p1() {
    let sheet = |x: f32| {
        let at = |dx: f32, z: f32| Vec3::new(x + dx, 0.2, z);
        [
            at(-0.05, -3.0),
            at(-0.05, -2.0),
            at(0.05, -2.0),
            at(0.05, -3.0),
        ]
    };
    let [a, b, c, d] = sheet(0.395);
    let scene = floor()
        .quad(a, b, c, d)
        .cuboid(Vec3::new(-5.0, 1.9, -9.0), Vec3::new(5.0, 2.5, -1.0));
    let mut run = Run::built(scene).at(Vec3::ZERO, 0.0);
    let mut met = false;
    for _ in 0..2 * SECOND {
        run.tick(FORWARD);
        met |= (run.taken(), run.reason()) == (BoxPlace::P1, BoxReason::NoTangent);
        assert!(run.player().grounded);
    }
    assert!(met);
    assert!(run.feet().z < -3.5 && run.feet().y < 0.01, "{}", run.feet());
}

#[test]
fn a_ceiling_takes_the_upward_speed() {
    for index in 0..5 {
        let ceiling = 2.0 + 0.1 * index as f32;
        let under = Vec3::X * (8.0 * index as f32 - 16.0);
        let mut run = Run::scene("ceilings").at(under, 0.0);
        let mut apex: f32 = 0.0;
        for _ in 0..SECOND {
            run.tick(Buttons::JUMP);
            apex = apex.max(run.feet().y);
        }
        assert!(
            apex + 1.8 < ceiling + 1e-3,
            "{ceiling}: head at {}",
            apex + 1.8
        );
        assert!(run.player().grounded && run.feet().y < 0.01);
    }
}

/// Narrower than the body and between its corners: no ray sees it, and still nobody sinks into it.
#[test]
fn a_post_between_the_rays_is_landed_and_stood_on() {
    let scene = floor().cuboid(Vec3::new(-0.1, 0.0, -0.1), Vec3::new(0.1, 1.0, 0.1));
    let mut run = Run::built(scene).at(Vec3::new(0.0, 1.5, 0.0), 0.0);
    run.hold(Buttons::default(), SECOND);
    for _ in 0..SECOND {
        run.tick(Buttons::default());
        assert!(run.player().grounded);
        assert!((run.feet().y - 1.0).abs() < 0.05, "at {}", run.feet());
    }
    run.hold(FORWARD, SECOND);
    assert!(run.feet().y < 0.01, "walks off it");
}

#[test]
fn flight_rises_hovers_and_lands() {
    let mut run = Run::scene("flat").at(Vec3::ZERO, 0.0);
    run.hold(Buttons::RISE, SECOND);
    assert!(run.player().flying && run.feet().y > 3.0);
    run.hold(Buttons::default(), SECOND);
    let hover = run.feet().y;
    run.hold(Buttons::default(), SECOND);
    assert!((run.feet().y - hover).abs() < 0.01);
    run.hold(Buttons::DESCEND, 2 * SECOND);
    assert!(run.player().grounded && !run.player().flying);
}

/// Restless and repeatable: turns, leans and jumps at random.
fn wander(run: &mut Run, ticks: u32, mut look: impl FnMut(&Run)) {
    let mut random = Random::new(1);
    let mut command = Command::default();
    for tick in 0..ticks {
        if tick % 40 == 0 {
            command.buttons = Buttons(FORWARD.0 | (random.bits() as u32 & 0b1100));
            command.buttons.set(Buttons::JUMP, random.below(4) == 0);
            command.yaw = random.between(-0.03, 0.03);
        }
        command.methods.collision = run.mode;
        run.world.step(&run.level, &command, &mut Vec::new());
        look(run);
    }
}

#[test]
fn twenty_thousand_ticks_leave_no_room_and_overlap_no_wall() {
    for name in ["box-room", "bumpers"] {
        let mut run = Run::scene(name);
        wander(&mut run, 20_000, |run| {
            let (player, skin) = (run.player(), 0.002);
            assert_eq!(player.respawns, 0, "{name}: fell out");
            let inner = Aabb::new(player.position - HALF, player.position + HALF);
            let touched = run
                .level
                .collision
                .all_touched(&inner.grown(Vec3::splat(-skin)));
            assert!(
                touched.is_empty(),
                "{name}, tick {}: in a wall",
                run.world.tick
            );
        });
    }
}

#[test]
fn the_same_commands_give_the_same_bits() {
    let hash = || {
        let mut run = Run::scene("terrain");
        wander(&mut run, 5_000, |_| {});
        run.world.state_hash()
    };
    assert_eq!(hash(), hash());
}

#[test]
fn on_the_flat_all_modes_agree() {
    let ends: Vec<Vec3> = CollisionMode::ALL
        .iter()
        .map(|mode| {
            let mut run = Run::scene("flat");
            run.mode = *mode;
            run.hold(FORWARD, 4 * SECOND);
            run.hold(Buttons::LEFT, 2 * SECOND);
            run.hold(Buttons(FORWARD.0 | Buttons::TURN_LEFT.0), 2 * SECOND);
            run.hold(Buttons::default(), 2 * SECOND);
            run.feet()
        })
        .collect();
    for (mode, end) in CollisionMode::ALL.iter().zip(&ends) {
        let apart = end.distance(ends[0]);
        assert!(apart < 0.02, "{}: {apart} m from swept", mode.name());
    }
}

/// Where the round body fits and the box does not: it is pushed out, once.
#[test]
fn switching_from_swept_frees_the_box_of_a_slanted_wall() {
    let up = Vec3::Y * 4.0;
    let (left, right) = (Vec3::new(-20.0, 0.0, 20.0), Vec3::new(20.0, 0.0, -20.0));
    let scene = floor().quad(right, right + up, left + up, left);
    let mut run = Run::built(scene);
    run.mode = CollisionMode::Swept;
    let mut run = run.at(Vec3::new(3.0, 0.0, 3.0), std::f32::consts::FRAC_PI_4);
    run.hold(FORWARD, 2 * SECOND);
    run.mode = CollisionMode::Box;
    run.hold(Buttons::default(), 2);
    let releases = run.player().report.releases;
    assert!(releases > 0, "the box's edge was in the wall");
    run.hold(Buttons::BACK, SECOND / 2);
    assert_eq!(run.player().report.releases, releases);
    assert!(run.feet().length() > 2.0, "walks away: {}", run.feet());
}

/// Runs at a wall 4 cm thick from 40 places; how many ended behind it.
fn passed(speed: f32) -> usize {
    let level = scenes::named("thin-walls").unwrap();
    (0..40)
        .filter(|place| {
            let mut run = Run::new(level.clone());
            run.world.rules.walk_speed = speed;
            let mut run = run.at(Vec3::new(12.0, 0.0, 0.023 * *place as f32), 0.0);
            // At this speed from the first tick on: nothing is swept, so only the step counts.
            run.world.player.velocity = Vec3::NEG_Z * speed;
            run.hold(FORWARD, 30);
            run.feet().z < -8.04
        })
        .count()
}

/// The leak of every discrete test, at the speed where it begins: the wall's thickness and the box's
/// together, 0.84 m, in one tick. The swept kernel has no such speed.
#[test]
fn a_thin_wall_is_jumped_over_only_by_more_than_its_own_and_the_boxs_thickness_a_tick() {
    let fastest = (0.84 - 0.004) * TICK_RATE as f32;
    for speed in [5.0, 50.0, 90.0, fastest] {
        assert_eq!(passed(speed), 0, "at {speed} m/s");
    }
    assert!(passed(130.0) > 0, "the leak that the documentation names");
}

/// The scenes end somewhere, so bodies fall off them; but no floor lets them through.
#[test]
fn restless_walks_never_go_through_a_floor() {
    for name in ["stairs", "slopes", "wedge", "pillar", "terrain"] {
        let mut run = Run::scene(name);
        let bounds = run.level.bounds;
        let inner = bounds.grown(Vec3::new(-0.5, f32::INFINITY, -0.5));
        let floor = bounds.min.y - 0.01;
        let mut walked = 0.0;
        let mut before = run.player().position;
        wander(&mut run, 20_000, |run| {
            let (now, tick) = (run.player().position, run.world.tick);
            let was_above = inner.contains(before) && before.y - HALF_HEIGHT > floor;
            assert!(
                !was_above || now.y - HALF_HEIGHT > floor,
                "{name}, tick {tick}: through the floor at {now}"
            );
            walked += now.distance(before).min(1.0);
            before = now;
        });
        assert!(walked > 200.0, "{name}: {walked} m");
    }
}

/// The four rays can't see everything: a sheet lower than a step and narrower than the body between
/// its corners is no wall and no ground. A solid block of that size stops instead.
#[test]
fn a_low_sheet_between_the_rays_is_walked_through_and_a_low_block_stops() {
    let at = |x: f32, z: f32| Vec3::new(x, 0.3, z);
    let sheet = floor().quad(at(-0.2, -3.0), at(-0.2, -2.0), at(0.2, -2.0), at(0.2, -3.0));
    let mut run = Run::built(sheet).at(Vec3::ZERO, 0.0);
    run.hold(FORWARD, 2 * SECOND);
    assert!(run.feet().z < -4.0 && run.feet().y < 0.01, "{}", run.feet());
    let block = floor().cuboid(Vec3::new(-0.2, 0.0, -3.0), Vec3::new(0.2, 0.3, -2.0));
    let mut run = Run::built(block).at(Vec3::ZERO, 0.0);
    run.hold(FORWARD, 2 * SECOND);
    assert!((run.feet().z + 1.6).abs() < 0.02, "{}", run.feet());
}

/// The corners of the box stand on both sides of a roof, so its ridge stands into the box: at 30° by
/// no more than 0.4 m · tan 30°.
#[test]
fn a_ridge_between_the_rays_is_sunk_into() {
    let rise = libm::tanf(30.0_f32.to_radians());
    let at = |x: f32, z: f32| Vec3::new(x, 3.0 - rise * x.abs(), z);
    let mut scene = SceneBuilder::new().spawn(Vec3::new(0.0, 3.5, 0.0), 0.0);
    for side in [-4.0_f32, 4.0] {
        let [a, b] = [at(0.0, -9.0), at(side, -9.0)];
        let [c, d] = [at(side, 9.0), at(0.0, 9.0)];
        scene = scene.quad(a, b, c, d);
    }
    let mut run = Run::built(scene);
    run.hold(Buttons::default(), SECOND);
    let depth = 3.0 - run.feet().y;
    assert!(run.player().grounded);
    assert!((depth - 0.4 * rise).abs() < 0.01, "{depth} m deep");
}
