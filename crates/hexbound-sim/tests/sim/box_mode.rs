//! The box controller (mode `box`) where every tick counts: what its discrete decisions get right, and
//! where they leak; more of it is in cases/box_mode.txt.

use hexbound_collide::geom::Aabb;
use hexbound_sim::{BODY_RADIUS, BoxPlace, BoxReason};

use crate::steps::*;

const HALF: Vec3 = vec3(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);

fn scene(name: &str) -> Run {
    Run::scene(name).by("box")
}

fn built(scene: SceneBuilder) -> Run {
    Run::built(scene).by("box")
}

/// Walks ahead on the ground, where once at least no tangent leaves nothing but a place to take.
fn walk_without_tangent(run: &mut Run, taken: BoxPlace) {
    let mut met = false;
    for _ in 0..2 * SECOND {
        run.tick(FORWARD);
        assert!(run.world.player.grounded);
        let decision = run.world.player.report.box_decision;
        let decision = decision.expect("mode box decides");
        met |= (decision.taken, decision.reason) == (taken, BoxReason::NoTangent);
    }
    assert!(met, "there was always a tangent");
}

/// A wall along X, walked along at an angle; and the same wall at 45° to the box's sides.
#[test]
fn along_walls_the_tangential_part_stays() {
    for wall_turn in [0.0_f32, 30.0, 45.0] {
        let (sine, cosine) = libm::sincosf(wall_turn.to_radians());
        let along = vec3(-cosine, 0.0, sine);
        let (left, right) = (along * 50.0, along * -50.0);
        let up = Vec3::Y * 4.0;
        let wall = floor().quad(right, right + up, left + up, left);
        let level = wall.build("wall").unwrap();
        let off = vec3(sine, 0.0, cosine);
        for degrees in (10..=80).step_by(10) {
            // Yaw 90° looks along −X; less of it turns toward −Z, into the wall.
            let yaw = (90.0 + wall_turn - degrees as f32).to_radians();
            let mut run = Run::new(level.clone())
                .by("box")
                .at(off * 0.62 - along * 20.0, yaw);
            run.hold(FORWARD, SECOND);
            let before = run.feet();
            run.hold(FORWARD, 2 * SECOND);
            let speed = (run.feet() - before).dot(along) / 2.0;
            let expected = 5.0 * libm::cosf((degrees as f32).to_radians());
            let case = format!("wall at {wall_turn}°, {degrees}°: {speed}");
            assert!((speed - expected).abs() <= 0.1 * expected, "{case}");
            assert!(run.feet().dot(off) > 0.39, "{case}: through the wall");
        }
    }
}

/// Two sheets nearer to each other than the box is wide: their normals cancel out and no tangent is
/// left.
#[test]
fn opposite_walls_fall_back() {
    let up = Vec3::Y * 3.0;
    let ends = |x: f32| [vec3(x, 0.0, -3.0), vec3(x, 0.0, -9.0)];
    let ([a, b], [c, d]) = (ends(-0.35), ends(0.35));
    let scene = floor()
        .quad(a, a + up, b + up, b)
        .quad(c, c + up, d + up, d);
    let mut run = built(scene).at(Vec3::ZERO, 0.0);
    walk_without_tangent(&mut run, BoxPlace::P0);
    assert!((run.feet().z + 2.6).abs() < 0.02, "stops at {}", run.feet());
    let stuck = run.feet();
    run.hold(FORWARD, SECOND);
    assert!(run.feet().distance(stuck) < 1e-3);
    run.hold(Buttons::BACK, SECOND / 2);
    assert!(run.feet().z - stuck.z > 1.0, "backs out");
}

/// A beam over a step leaves no room on the step: the ceiling's normal has no tangent. p1, which is
/// not lifted, is in the step; so the body stays where it is.
#[test]
fn a_ceiling_over_a_step_falls_back_to_p0() {
    let scene = floor()
        .cuboid(vec3(-5.0, 0.0, -9.0), vec3(5.0, 0.3, -3.0))
        .cuboid(vec3(-5.0, 1.95, -9.0), vec3(5.0, 2.5, -2.0));
    let mut run = built(scene).at(Vec3::ZERO, 0.0);
    walk_without_tangent(&mut run, BoxPlace::P0);
    let feet = run.feet();
    assert!((feet.z + 2.6).abs() < 0.02 && feet.y < 0.01, "{feet}");
}

/// A bump that the rays would lift the body onto, under a beam, but that is narrow enough to pass
/// between its corners: p2 touches the beam, p1 is free, so the body goes on unlifted.
#[test]
fn a_ceiling_over_a_thin_sheet_falls_back_to_p1() {
    let corners = [(0.345, -3.0), (0.345, -2.0), (0.445, -2.0), (0.445, -3.0)];
    let [a, b, c, d] = corners.map(|(x, z)| vec3(x, 0.2, z));
    let scene = floor()
        .quad(a, b, c, d)
        .cuboid(vec3(-5.0, 1.9, -9.0), vec3(5.0, 2.5, -1.0));
    let mut run = built(scene).at(Vec3::ZERO, 0.0);
    walk_without_tangent(&mut run, BoxPlace::P1);
    assert!(run.feet().z < -3.5 && run.feet().y < 0.01, "{}", run.feet());
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
        command.methods = run.methods;
        run.step(&command);
        look(run);
    }
}

#[test]
fn twenty_thousand_ticks_leave_no_room_and_overlap_no_wall() {
    for name in ["box-room", "bumpers"] {
        let mut run = scene(name);
        wander(&mut run, 20_000, |run| {
            let (player, skin) = (&run.world.player, 0.002);
            assert_eq!(player.respawns, 0, "{name}: fell out");
            let half = HALF - skin;
            let inner = Aabb::new(player.position - half, player.position + half);
            let touched = run.level.collision.all_touched(&inner);
            let tick = run.world.tick;
            assert!(touched.is_empty(), "{name}, tick {tick}: in a wall");
        });
    }
}

#[test]
fn the_same_commands_give_the_same_bits() {
    let hash = || {
        let mut run = scene("terrain");
        wander(&mut run, 5_000, |_| {});
        run.world.state_hash()
    };
    assert_eq!(hash(), hash());
}

#[test]
fn on_the_flat_all_modes_agree() {
    let end_by = |mode: &CollisionMode| {
        let mut run = scene("flat");
        run.methods.collision = *mode;
        run.hold(FORWARD, 4 * SECOND);
        run.hold(Buttons::LEFT, 2 * SECOND);
        run.hold(Buttons(FORWARD.0 | Buttons::TURN_LEFT.0), 2 * SECOND);
        run.hold(Buttons::default(), 2 * SECOND);
        run.feet()
    };
    let ends: Vec<Vec3> = CollisionMode::ALL.iter().map(end_by).collect();
    for (mode, end) in CollisionMode::ALL.iter().zip(&ends) {
        let apart = end.distance(ends[0]);
        assert!(apart < 0.02, "{}: {apart} m from swept", mode.name());
    }
}

/// Runs at a wall 4 cm thick from 40 places; how many ended behind it.
fn passed(speed: f32) -> usize {
    let level = scene("thin-walls").level;
    (0..40)
        .filter(|place| {
            let mut run = Run::new(level.clone()).by("box");
            run.world.rules.walk_speed = speed;
            let mut run = run.at(vec3(12.0, 0.0, 0.023 * *place as f32), 0.0);
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
        let mut run = scene(name);
        let bounds = run.level.bounds;
        let inner = bounds.grown(vec3(-0.5, f32::INFINITY, -0.5));
        let floor = bounds.min.y - 0.01;
        let mut walked = 0.0;
        let mut before = run.world.player.position;
        wander(&mut run, 20_000, |run| {
            let (now, tick) = (run.world.player.position, run.world.tick);
            let was_above = inner.contains(before) && before.y - HALF_HEIGHT > floor;
            let is_above = now.y - HALF_HEIGHT > floor;
            assert!(!was_above || is_above, "{name}, {tick}: through at {now}");
            walked += now.distance(before).min(1.0);
            before = now;
        });
        assert!(walked > 200.0, "{name}: {walked} m");
    }
}

/// The corners of the box stand on both sides of a roof, so its ridge stands into the box: at 30° by
/// no more than 0.4 m · tan 30°.
#[test]
fn a_ridge_between_the_rays_is_sunk_into() {
    let rise = libm::tanf(30.0_f32.to_radians());
    let at = |x: f32, z: f32| vec3(x, 3.0 - rise * x.abs(), z);
    let mut scene = SceneBuilder::new().spawn(vec3(0.0, 3.5, 0.0), 0.0);
    for side in [-4.0_f32, 4.0] {
        let [a, b] = [at(0.0, -9.0), at(side, -9.0)];
        let [c, d] = [at(side, 9.0), at(0.0, 9.0)];
        scene = scene.quad(a, b, c, d);
    }
    let mut run = built(scene);
    run.hold(Buttons::default(), SECOND);
    let depth = 3.0 - run.feet().y;
    assert!(run.world.player.grounded);
    assert!((depth - 0.4 * rise).abs() < 0.01, "{depth} m deep");
}
