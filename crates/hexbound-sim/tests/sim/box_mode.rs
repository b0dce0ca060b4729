//! The box controller (mode `box`) where every tick counts: what its discrete decisions get right, and
//! where they leak; more of it is in cases/box_mode.txt.

use hexbound_collide::geom::Aabb;
use hexbound_sim::BODY_RADIUS;

use crate::steps::*;

const HALF: Vec3 = vec3(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);

fn scene(name: &str) -> Run {
    Run::scene(name).by("box")
}

fn built(scene: SceneBuilder) -> Run {
    Run::built(scene).by("box")
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
