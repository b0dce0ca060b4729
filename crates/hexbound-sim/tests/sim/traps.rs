//! Places that trap, shake or lift characters in other games: wedges under ceilings, walls beside
//! ramps, pits of steep walls, walls that are not quite upright, triangles without area.

use hexbound_scenes::Pit;

use crate::steps::*;

fn put(scene: SceneBuilder, feet: Vec3, yaw: f32) -> Run {
    Run::built(scene).put(feet, yaw)
}

/// Pushes on and moves nothing, and steps back.
fn holds_still_and_lets_go(mut run: Run, degrees: f32) {
    let span = run.shake();
    assert!(span < 1e-3, "{degrees}°: moved {span} m");
    let back = run.back(TICK_RATE / 2);
    assert!(back > 1.0, "{degrees}°: backed out {back} m only");
}

/// A ceiling that comes down to the floor ahead.
#[test]
fn a_low_ceiling_holds_still_and_lets_go() {
    for degrees in [8.0_f32, 15.0, 30.0, 45.0, 60.0, 80.0] {
        let rise = 20.0 * degrees.to_radians().tan();
        let (low, high) = (vec3(-9.0, 0.0, -10.0), vec3(9.0, rise, 10.0));
        let (right, left) = (low.with_x(high.x), high.with_x(low.x));
        let scene = floor().quad(low, right, high, left);
        let scene = scene.spawn(vec3(0.0, 0.0, 15.0), 0.0);
        // Where the tall body certainly fits.
        let from = (2.4 / degrees.to_radians().tan() - 10.0).clamp(-8.0, 12.0);
        holds_still_and_lets_go(put(scene, vec3(0.0, 0.0, from), 0.0), degrees);
    }
}

/// A wall beside a ramp: up the ramp and into the wall at once.
#[test]
fn a_wall_beside_a_ramp_holds_still_and_lets_go() {
    for degrees in [20.0_f32, 40.0, 50.0, 65.0, 80.0] {
        let top = 6.0 * degrees.to_radians().tan();
        let scene = floor()
            .ramp(Vec3::ZERO, vec3(0.0, top, -6.0), 6.0)
            .cuboid(vec3(0.8, 0.0, -8.0), vec3(3.0, 20.0, 4.0))
            .cuboid(vec3(-8.0, 0.0, -8.0), vec3(8.0, 20.0, -4.0))
            .spawn(vec3(0.0, 0.0, 8.0), 0.0);
        holds_still_and_lets_go(put(scene, vec3(0.0, 0.0, 2.0), -0.5), degrees);
    }
}

/// A pit 6 m deep around the origin, its bottom `width` meters from the middle to its corners.
fn pit(walls: usize, degrees: f32, width: f32) -> SceneBuilder {
    let mut pit = Pit {
        bottom: Vec3::ZERO,
        walls,
        degrees,
        width,
        depth: 6.0,
        half_side: 0.0,
    };
    pit.half_side = pit.reach() + 9.0;
    let spawn = vec3(0.0, pit.depth, pit.reach() + 2.0);
    SceneBuilder::new().pit(&pit).spawn(spawn, 0.0)
}

/// Thrown into a pit of steep walls, narrower or wider than the body: never lost, and the keys
/// still move the player, if only a little.
#[test]
fn pits_of_steep_walls_do_not_paralyse() {
    for walls in 3..=6 {
        for degrees in [50.0_f32, 60.0, 70.0, 80.0] {
            for width in [0.05_f32, 0.5, 1.5] {
                let case = format!("{walls} walls of {degrees}°, {width} m wide");
                let mut run = put(pit(walls, degrees, width), vec3(0.1, 3.0, 0.05), 0.7);
                run.hold(Buttons::default(), 3 * TICK_RATE);
                let player = &run.world.player;
                assert_eq!(player.respawns, 0, "{case}: fell out");
                let rest = run.feet();
                run.hold(Buttons::JUMP, 1);
                let (mut highest, mut furthest) = (0.0_f32, 0.0_f32);
                for _ in 0..TICK_RATE {
                    run.hold(Buttons::FORWARD, 1);
                    highest = highest.max(run.feet().y - rest.y);
                    furthest = furthest.max(run.feet().distance(rest));
                }
                let moves = highest > 0.2 || furthest > 0.3;
                assert!(moves, "{case}: {highest} m up, {furthest} m from {rest}");
            }
        }
    }
}

/// Walls a tenth of a degree off upright, with either winding: never stood on, never passed.
#[test]
fn nearly_upright_walls_are_walls() {
    for degrees in [89.9_f32, 90.0, 90.1] {
        for turned in [false, true] {
            let lean = 8.0 / degrees.to_radians().tan();
            let foot = |x: f32| vec3(x, 0.0, -5.0);
            let head = |x: f32| vec3(x, 8.0, -5.0 - lean);
            let (a, b, c, d) = (foot(-20.0), foot(20.0), head(20.0), head(-20.0));
            let scene = match turned {
                true => floor().quad(a, d, c, b),
                false => floor().quad(a, b, c, d),
            };
            let case = format!("{degrees}°, turned {turned}");
            let mut run = put(scene.spawn(Vec3::ZERO, 0.0), Vec3::ZERO, 0.3);
            run.hold(Buttons::FORWARD, 3 * TICK_RATE);
            for _ in 0..4 * TICK_RATE {
                run.hold(Buttons(Buttons::FORWARD.0 | Buttons::JUMP.0), 1);
                run.hold(Buttons::FORWARD, 1);
                let feet = run.feet();
                assert!(feet.z > -4.65, "{case}: through the wall at {feet}");
                assert!(!run.world.player.grounded || feet.y < 1e-3, "{case} {feet}");
            }
        }
    }
}

/// Triangles without area across the way: they stop like the lines they are, or, shrunk to a
/// point, not at all; nothing becomes not-a-number and nobody gets through the wall behind.
#[test]
fn triangles_without_area_harm_nobody() {
    let [from, to] = [-3.0, 3.0].map(|x| vec3(x, 0.9, -2.0));
    let point = vec3(1.0, 0.5, -1.0);
    let scene = floor()
        .cuboid(vec3(-20.0, 0.0, -6.0), vec3(20.0, 5.0, -5.0))
        .triangle(from, to, to)
        .triangle(from, from.lerp(to, 0.5), to)
        .triangle(point, point, point)
        .spawn(Vec3::ZERO, 0.0);
    let mut run = put(scene, Vec3::ZERO, 0.0);
    run.hold(Buttons::FORWARD, 2 * TICK_RATE);
    let at_line = run.feet().z;
    assert!((at_line + 1.6).abs() < 0.01, "the line stops: {at_line}");
    run.world.player.yaw = 1.4;
    run.hold(Buttons::FORWARD, 2 * TICK_RATE);
    run.world.player.yaw = 0.0;
    run.hold(Buttons::FORWARD, 3 * TICK_RATE);
    assert!((run.feet().z + 4.6).abs() < 0.01, "the wall stops");
}
