//! The same game at every frame rate: frames of 2 to 500 ms through the clock, and stalls.

use hexbound_base::clock::FixedClock;
use hexbound_sim::View;

use crate::steps::{self, *};

/// Plays `held(tick)` in frames of `frame` seconds until so many ticks are done; gives the highest
/// feet and where it ended.
fn play(
    level: &Level,
    world: &mut World,
    frame: f64,
    ticks: u64,
    held: impl Fn(u64) -> Buttons,
) -> (f32, Vec3) {
    let mut clock = FixedClock::default();
    let mut apex = f32::MIN;
    while world.tick < ticks {
        for _ in 0..clock.advance(frame).min((ticks - world.tick) as u32) {
            steps::play(world, level, held(world.tick), 1);
            apex = apex.max(world.player.feet().y);
        }
    }
    (apex, world.player.position)
}

#[test]
fn a_jump_is_the_same_from_20_to_500_frames_a_second() {
    let level = scenes::named("box-room").unwrap();
    let script = |tick: u64| match tick {
        60..90 => Buttons::FORWARD.with(Buttons::SPRINT),
        90..200 => Buttons::FORWARD.with(Buttons::JUMP),
        200..260 => Buttons::LEFT.with(Buttons::CROUCH),
        _ => Buttons::default(),
    };
    let run = |frame: f64| {
        let mut world = World::new(&level, Rules::default());
        play(&level, &mut world, frame, 480, script)
    };
    let (apex, end) = run(f64::from(TICK_LENGTH));
    assert!((apex - 1.1).abs() < 0.005, "apex {apex}");
    for rate in [20, 24, 30, 60, 75, 90, 120, 144, 165, 240, 360, 500] {
        let (other_apex, other_end) = run(1.0 / f64::from(rate));
        assert!((apex - other_apex).abs() < 1e-3, "{rate} fps");
        assert!(end.distance(other_end) < 1e-3, "{rate} fps");
    }
}

/// A sheet without thickness ahead, one below.
fn sheets() -> Level {
    let corners = [(-30.0, 0.0), (30.0, 0.0), (30.0, 6.0), (-30.0, 6.0)];
    let [a, b, c, d] = corners.map(|(x, y)| vec3(x, y, -8.0));
    SceneBuilder::new()
        .floor(-30.0, -30.0, 30.0, 30.0, 0.0)
        .quad(a, b, c, d)
        .spawn(Vec3::ZERO, 0.0)
        .build("sheets")
        .unwrap()
}

const FRAMES: [f64; 6] = [0.005, 0.016, 0.033, 0.1, 0.5, 3.0];

#[test]
fn a_sprint_passes_no_sheet_at_any_frame_time() {
    let level = sheets();
    for frame in FRAMES {
        for (turn, from) in [(0.0, 0.0), (0.6, 0.013), (1.2, 0.027)] {
            let mut world = World::new(&level, Rules::default());
            world.player.position.z += from;
            world.player.yaw = turn;
            let sprint = Buttons::FORWARD.with(Buttons::SPRINT);
            let hops = |tick: u64| match tick / 50 % 2 {
                0 => sprint,
                _ => sprint.with(Buttons::JUMP),
            };
            let (_, end) = play(&level, &mut world, frame, 960, hops);
            assert!(end.z > -8.0 + 0.39, "{frame} s: {end}");
        }
    }
}

#[test]
fn a_fall_at_full_speed_passes_no_floor_at_any_frame_time() {
    let level = sheets();
    for frame in FRAMES {
        for height in [40.0, 55.3] {
            let mut world = World::new(&level, Rules::default());
            world.player.position.y = height;
            world.player.velocity = vec3(7.0, -60.0, 7.0);
            let (_, end) = play(&level, &mut world, frame, 240, |_| Buttons::default());
            assert!(world.player.grounded && world.player.respawns == 0);
            assert!(end.y > HALF_HEIGHT - 0.01, "{frame} s: {end}");
        }
    }
}

/// At constant speed every frame moves the eye as far, as it is shown and not as it is simulated.
#[test]
fn frames_between_ticks_move_the_eye_evenly() {
    let level = scenes::named("flat").unwrap();
    for rate in [60.0, 144.0, 165.0, 240.0, 500.0] {
        let mut world = World::new(&level, Rules::default());
        steps::play(&mut world, &level, Buttons::FORWARD, TICK_RATE);
        let (mut before, mut now) = (View::of(&world), View::of(&world));
        let mut clock = FixedClock::default();
        let mut last: Option<Vec3> = None;
        for frame in 0..2 * rate as u32 {
            for _ in 0..clock.advance(1.0 / rate) {
                steps::play(&mut world, &level, Buttons::FORWARD, 1);
                before = std::mem::replace(&mut now, View::of(&world));
            }
            let eye = before.between(&now, clock.blend()).eye;
            // The first frames have nothing before them.
            if let Some(last) = last.filter(|_| frame > 10) {
                let part = eye.distance(last) * rate as f32 / 5.0;
                assert!((part - 1.0).abs() < 0.01, "{rate} {frame} {part}");
            }
            last = Some(eye);
        }
    }
}

/// Twenty steps between walls that nearly touch, under a ceiling, at 10 km and at zero.
fn stairwell(offset: DVec3, ceiling: f32, gap: f32) -> Level {
    let (riser, tread, steps) = (0.17, 0.28, 20);
    let side = 0.4 + gap;
    let top = riser * steps as f32;
    let back = -(tread * steps as f32);
    let end = back - 6.0;
    let mut scene = SceneBuilder::new()
        .floor(-20.0, -20.0, 20.0, 20.0, 0.0)
        .spawn(vec3(0.0, 0.0, 3.0), 0.0)
        .cuboid(vec3(-side - 1.0, 0.0, end), vec3(-side, top + 4.0, 0.5))
        .cuboid(vec3(side, 0.0, end), vec3(side + 1.0, top + 4.0, 0.5));
    for step in 0..steps {
        let front = -(tread * step as f32);
        let bottom = riser * step as f32;
        scene = scene.cuboid(vec3(-side, bottom, end), vec3(side, bottom + riser, front));
    }
    // Along the pitch line, so much above the steps' edges.
    let ends = |x: f32| {
        let foot = vec3(x, riser + ceiling, 0.0);
        [foot, vec3(x, top + ceiling, back + tread)]
    };
    let ([a, b], [d, c]) = (ends(-side), ends(side));
    scene
        .quad(a, b, c, d)
        .offset(offset)
        .build("stairwell")
        .unwrap()
}

#[test]
fn twenty_steps_beside_walls_under_a_ceiling() {
    for offset in [DVec3::ZERO, dvec3(10_000.0, -300.0, 10_000.0)] {
        for (ceiling, gap, yaw) in [
            (9.0, 5.0, 0.0),
            (2.4, 0.6, 0.0),
            (2.4, 0.01, 0.0),
            (2.4, 0.6, 0.12),
            (2.4, 0.01, 0.12),
        ] {
            climb(&stairwell(offset, ceiling, gap), yaw, (ceiling, gap));
        }
    }
}

fn climb(level: &Level, yaw: f32, of: (f32, f32)) {
    let mut world = World::new(level, Rules::default());
    world.player.yaw = yaw;
    let step = |world: &mut World, buttons: Buttons| {
        steps::play(world, level, buttons, 1);
        let feet = world.player.feet();
        // Where the flight begins and ends it may hop; on the steps it may not leave them.
        let on_steps = (-5.4..-0.2).contains(&feet.z);
        assert!(world.player.grounded || !on_steps, "{of:?} {feet}");
    };
    for (buttons, goal) in [(Buttons::FORWARD, -6.2), (Buttons::BACK, 1.0)] {
        (0..60).for_each(|_| step(&mut world, Buttons::default()));
        // Up to speed before the steps, which are then timed.
        let start = world.player.feet().z;
        let (mut ticks, mut timed) = (0, 0);
        while (goal - world.player.feet().z) * (goal - start) > 0.0 && ticks < 600 {
            step(&mut world, buttons);
            ticks += 1;
            timed += u32::from((-5.5..0.0).contains(&world.player.feet().z));
        }
        let speed = 5.5 / (timed as f32 * TICK_LENGTH);
        let wished = 5.0 * libm::cosf(yaw);
        assert!(speed > 0.95 * wished, "{of:?} {yaw} {speed} {goal}");
    }
    assert!(world.player.feet().y.abs() < 0.01);
}
