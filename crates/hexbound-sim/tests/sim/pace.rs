//! The same game at every frame rate: frames of 2 to 500 ms through the clock, and stalls.

use hexbound_base::clock::FixedClock;
use hexbound_sim::View;

use crate::steps::*;

/// At constant speed every frame moves the eye as far, as it is shown and not as it is simulated.
#[test]
fn frames_between_ticks_move_the_eye_evenly() {
    let level = scenes::named("flat").unwrap();
    for rate in [60.0, 144.0, 165.0, 240.0, 500.0] {
        let mut world = World::new(&level, Rules::default());
        play(&mut world, &level, Buttons::FORWARD, TICK_RATE);
        let (mut before, mut now) = (View::of(&world), View::of(&world));
        let mut clock = FixedClock::default();
        let mut last: Option<Vec3> = None;
        for frame in 0..2 * rate as u32 {
            for _ in 0..clock.advance(1.0 / rate) {
                play(&mut world, &level, Buttons::FORWARD, 1);
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
        play(world, level, buttons, 1);
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
