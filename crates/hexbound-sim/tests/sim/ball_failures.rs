//! The faults of balls in comparable software, each as a test: energy that grows, balls that never
//! rest or die abruptly, slow bounces that are lost, tunneling, seams, crowds, and runs that
//! differ.

use crate::steps::*;

/// A point of the cube of side 2 around the origin.
fn inside(random: &mut Random) -> Vec3 {
    random.point_in(Vec3::NEG_ONE, Vec3::ONE)
}

fn run(world: &mut World, level: &Level, seconds: u32) {
    wait(world, level, seconds * TICK_RATE);
}

/// Runs for so many ticks, in which no energy may be gained, and shows the world after each.
fn run_losing(world: &mut World, level: &Level, ticks: u32, mut look: impl FnMut(u32, &World)) {
    let mut before = energy(world);
    for tick in 0..ticks {
        wait(world, level, 1);
        let now = energy(world);
        assert!(now <= before * (1.0 + 1e-12), "{tick} {before} {now}");
        before = now;
        look(tick, world);
    }
}

/// Runs until every ball rests and for a minute more, in which what is seen of each may not change.
/// Returns the ticks until they rest.
fn come_to_rest<T: PartialEq>(
    world: &mut World,
    level: &Level,
    seconds: u32,
    seen: impl Fn(&Ball) -> T,
) -> u32 {
    let mut ticks = 0;
    while !world.balls.iter().all(|ball| ball.resting) {
        wait(world, level, 1);
        ticks += 1;
        let awake = world.balls.iter().filter(|ball| !ball.resting).count();
        assert!(ticks < seconds * TICK_RATE, "{awake} are awake");
    }
    let rest: Vec<T> = world.balls.iter().map(&seen).collect();
    for tick in 0..60 * TICK_RATE {
        wait(world, level, 1);
        let now: Vec<T> = world.balls.iter().map(&seen).collect();
        assert!(now == rest, "tick {tick}");
    }
    ticks
}

/// In the coordinates of the file, without rounding.
fn place(level: &Level, ball: &Ball) -> DVec3 {
    ball.position + level.to_file(Vec3::ZERO)
}

/// A closed box with the floor at 0, from −`half` to `half`.
fn closed(half: f32, height: f32) -> Level {
    SceneBuilder::new()
        .room(vec3(-half, 0.0, -half), vec3(half, height, half))
        .spawn(Vec3::ZERO, 0.0)
        .build("closed")
        .unwrap()
}

#[test]
fn b1_without_loss_no_peak_is_above_the_start_or_below_99_5_percent() {
    let level = scenes::named("flat").unwrap();
    let start = vec3(20.0, 3.0, 20.0);
    let mut world = ball_world(&level, 1.0, &[(start, Vec3::ZERO)]);
    let floor = f64::from(BALL_RADIUS) + 0.001;
    let drop = place(&level, &world.balls[0]).y - floor;
    let full = energy(&world);
    let (mut peaks, mut before, mut rising) = (0, 3.0, false);
    for tick in 0..60 * TICK_RATE {
        wait(&mut world, &level, 1);
        let height = place(&level, &world.balls[0]).y;
        let part = (height - floor) / drop;
        assert!(part <= 1.0, "tick {tick}: {part} of the height");
        assert!(energy(&world) <= full, "tick {tick}");
        if rising && height < before {
            peaks += 1;
            // A peak falls between two ticks: what the speed would still have given belongs to it.
            let v = world.balls[0].velocity.y;
            let peak = part + v * v / (2.0 * f64::from(BALL_GRAVITY)) / drop;
            assert!((0.995..=1.0 + 1e-12).contains(&peak), "{peaks} {peak}");
        }
        (rising, before) = (height > before, height);
    }
    assert!(peaks >= 35, "{peaks} peaks in a minute");
}

#[test]
fn b2_a_heap_in_a_pit_comes_to_rest_and_stays_bit_for_bit() {
    let level = closed(0.6, 8.0);
    let mut random = Random::new(7);
    let balls: Vec<(Vec3, Vec3)> = (0..60)
        .map(|i| {
            let column = vec3((i % 3) as f32 - 1.0, 0.0, (i / 3 % 3) as f32 - 1.0) * 0.38;
            let height = Vec3::Y * (0.3 + (i / 9) as f32 * 0.5);
            (column + height + inside(&mut random) * 0.02, Vec3::ZERO)
        })
        .collect();
    let mut world = ball_world(&level, 0.5, &balls);
    let ticks = come_to_rest(&mut world, &level, 60, |ball| ball.position);
    let seconds = ticks as f32 * TICK_LENGTH;
    let stopped = world.balls_stopped;
    println!("60 balls rest after {seconds:.1} s, {stopped} stopped");
    let deepest = deepest_overlap(&world);
    assert!(deepest < 1e-4, "{deepest}");
}

fn deepest_overlap(world: &World) -> f64 {
    let mut deepest = 0.0_f64;
    for (i, a) in world.balls.iter().enumerate() {
        for b in &world.balls[i + 1..] {
            let reach = f64::from(a.radius) + f64::from(b.radius);
            deepest = deepest.max(reach - (a.position - b.position).length());
        }
    }
    deepest
}

#[test]
fn a_ball_wakes_when_what_it_lies_on_goes() {
    let level = closed(0.2, 4.0);
    let low = vec3(-0.04, 0.16, 0.0);
    let high = vec3(0.04, 0.5, 0.0);
    let mut world = ball_world(&level, 0.3, &[(low, Vec3::ZERO), (high, Vec3::ZERO)]);
    come_to_rest(&mut world, &level, 10, |ball| ball.position);
    let height = world.balls[1].position.y;
    assert!(height > world.balls[0].position.y + 0.1, "one on the other");
    world.balls.remove(0);
    run(&mut world, &level, 5);
    let fallen = height - world.balls[0].position.y;
    assert!(fallen > 0.1 && world.balls[0].resting, "{fallen}");
}

#[test]
fn b3_equal_balls_swap_speeds_however_slow_in_the_air_and_on_a_floor() {
    let level = scenes::named("flat").unwrap();
    for speed in [0.1_f32, 0.2, 0.5, 2.0, 10.0] {
        let gap = speed * 0.05;
        for axis in [Vec3::X, Vec3::Y, vec3(0.48, 0.6, 0.64)] {
            let first = vec3(0.0, 9.0, 20.0);
            let second = first + axis * (2.0 * BALL_RADIUS + gap);
            let balls = [(first, axis * speed), (second, Vec3::ZERO)];
            let mut world = ball_world(&level, 1.0, &balls);
            wait(&mut world, &level, TICK_RATE / 5);
            let axis = axis.as_dvec3().normalize();
            let fall = f64::from(BALL_GRAVITY) * f64::from(TICK_RATE / 5) / f64::from(TICK_RATE);
            let along =
                |ball: &Ball| (ball.velocity + DVec3::Y * fall).dot(axis) / f64::from(speed);
            let [a, b] = [0, 1].map(|ball: usize| along(&world.balls[ball]));
            let swapped = a.abs() < 1e-4 && (b - 1.0).abs() < 1e-4;
            assert!(swapped, "{speed}: {a} {b}");
        }
        // On the floor one rests: it goes off as fast as the other came.
        let first = vec3(0.0, BALL_RADIUS + 0.001, 20.0);
        let second = first + Vec3::X * (2.0 * BALL_RADIUS + 0.001 * speed);
        let mut world = ball_world(&level, 1.0, &[(first, Vec3::ZERO), (second, Vec3::ZERO)]);
        run(&mut world, &level, 1);
        assert!(world.balls.iter().all(|ball| ball.resting));
        world.balls[0].wake();
        world.balls[0].velocity = DVec3::X * f64::from(speed);
        wait(&mut world, &level, 1);
        let [a, b] = [0, 1].map(|ball: usize| world.balls[ball].velocity.x / f64::from(speed));
        // Of both friction and rolling resistance take 0.035 m/s in a tick at most.
        let lost = 0.07 / f64::from(speed);
        assert!(a < 0.5 * b && b > 1.0 - lost, "{speed}: {a} {b}");
    }
}

#[test]
fn b4_small_fast_balls_pass_through_no_face_edge_vertex_or_ball() {
    let corners = [(-4.0, -3.0), (4.0, -3.0), (4.0, 5.0), (-4.0, 5.0)];
    let [a, b, c, d] = corners.map(|(x, y)| vec3(x, y, 0.0));
    let level = SceneBuilder::new()
        .floor(-30.0, -30.0, 30.0, 30.0, -3.0)
        .quad(a, b, c, d)
        .spawn(vec3(10.0, -3.0, 10.0), 0.0)
        .build("sheet")
        .unwrap();
    let targets = [
        (0.3, 1.0),
        (0.0, 1.0),
        (3.97, 1.0),
        (1.0, 4.97),
        (3.97, 4.97),
    ];
    for speed in [1.0_f32, 3.0, 10.0, 33.0, 100.0] {
        for (x, y) in targets {
            let start = vec3(x, y, 0.4);
            let mut world = ball_world(&level, 0.8, &[(start, Vec3::NEG_Z * speed)]);
            world.balls[0].radius = 0.1;
            for _ in 0..TICK_RATE / 4 {
                wait(&mut world, &level, 1);
                let at = place(&level, &world.balls[0]);
                let before_it = at.x.abs() < 4.0 && at.y < 5.0;
                assert!(!before_it || at.z > 0.0, "{speed} m/s at ({x}, {y}): {at}");
            }
        }
        let left = (vec3(0.0, 3.0, 9.0), Vec3::X * speed);
        let right = (vec3(0.9, 3.0, 9.0), Vec3::NEG_X * speed);
        let mut world = ball_world(&level, 1.0, &[left, right]);
        world.balls.iter_mut().for_each(|ball| ball.radius = 0.1);
        for _ in 0..TICK_RATE / 4 {
            wait(&mut world, &level, 1);
            let [left, right] = [0, 1].map(|ball: usize| world.balls[ball].position.x);
            assert!(left < right, "{speed}");
            assert!(deepest_overlap(&world) < 1e-8);
        }
    }
}

#[test]
fn b5_a_thousand_drops_on_seams_go_straight_up_again() {
    // A flat field of small quads: every drop is on an edge or a vertex, or near one.
    let level = SceneBuilder::new()
        .height_field([-5.0, -5.0], 0.25, [40, 40], |_, _| 0.0)
        .spawn(Vec3::ZERO, 0.0)
        .build("seams")
        .unwrap();
    let mut random = Random::new(5);
    let mut worst = 0.0_f64;
    for drop in 0..1000 {
        let column = |random: &mut Random| (random.fraction() * 30.0).floor() * 0.25 - 3.5;
        let (mut x, mut z) = (column(&mut random), column(&mut random));
        match drop % 4 {
            0 => {}
            1 => x += random.fraction() * 0.25,
            2 => z += random.fraction() * 0.25,
            _ => {
                let along = random.fraction() * 0.25;
                (x, z) = (x + along, z + along + random.between(-1e-4, 1e-4));
            }
        }
        let start = vec3(x, random.between(0.3, 2.0), z);
        let mut world = ball_world(&level, 0.8, &[(start, Vec3::NEG_Y)]);
        while world.balls[0].velocity.y < 0.0 {
            wait(&mut world, &level, 1);
        }
        let velocity = world.balls[0].velocity;
        let angle = velocity.angle_between(DVec3::Y).to_degrees();
        worst = worst.max(angle);
        assert!(angle < 0.1, "drop {drop} at ({x}, {z}): {angle}°");
    }
    println!("worst reflection error {worst}°");
}

#[test]
fn b6_a_crowd_stays_in_its_box_and_never_gains_energy() {
    let level = closed(3.0, 5.0);
    let mut random = Random::new(6);
    let mut balls: Vec<(Vec3, Vec3)> = (0..480)
        .map(|i| {
            let [x, y, z] = [i % 8, i / 64, i / 8 % 8].map(|it| it as f32 * 0.6);
            (vec3(x - 2.1, y + 0.4, z - 2.1), inside(&mut random) * 4.0)
        })
        .collect();
    balls.extend([(vec3(0.3, 4.6, 0.3), Vec3::ZERO); 20]);
    let mut world = ball_world(&level, 0.8, &balls);
    run_losing(&mut world, &level, 6 * TICK_RATE, |tick, world| {
        for ball in &world.balls {
            let at = place(&level, ball);
            let inside = at.x.abs() < 2.86 && at.z.abs() < 2.86 && at.y > 0.14 && at.y < 4.86;
            assert!(inside, "tick {tick}: {ball:?}");
        }
    });
    assert_eq!(world.balls.len(), 500);
    let deepest = deepest_overlap(&world);
    assert!(deepest < 1e-3, "{deepest}");
    println!("{} stopped", world.balls_stopped);
}

#[test]
fn b7_groups_far_apart_do_not_depend_on_who_was_first() {
    let level = scenes::named("flat").unwrap();
    let mut random = Random::new(78);
    let mut cluster = |middle: Vec3| -> Vec<(Vec3, Vec3)> {
        let mut one = || {
            let place = middle + inside(&mut random) * 0.8;
            (place, inside(&mut random) * 3.0)
        };
        (0..12).map(|_| one()).collect()
    };
    let [near, far] = [-20.0, 20.0].map(|x| cluster(vec3(x, 1.2, 0.0)));
    let positions = |first: &[(Vec3, Vec3)], second: &[(Vec3, Vec3)]| -> Vec<DVec3> {
        let mut world = ball_world(&level, 0.8, &[first, second].concat());
        run(&mut world, &level, 5);
        world.balls.iter().map(|ball| ball.position).collect()
    };
    let (one, mut other) = (positions(&near, &far), positions(&far, &near));
    other.rotate_left(12);
    assert_eq!(one, other);
}

#[test]
fn balls_that_are_no_numbers_are_dropped_and_harm_nobody() {
    let level = closed(2.0, 4.0);
    let start = vec3(0.0, 1.0, 0.0);
    let mut world = ball_world(&level, 0.8, &[(start, Vec3::ZERO); 6]);
    world.balls[1].position.x = f64::NAN;
    world.balls[2].velocity.y = f64::INFINITY;
    world.balls[3].mass = 0.0;
    world.balls[4].radius = -1.0;
    run(&mut world, &level, 1);
    let ids: Vec<u32> = world.balls.iter().map(|ball| ball.id).collect();
    assert_eq!(ids, [0, 5]);
    assert!(world.balls.iter().all(|ball| ball.position.is_finite()));
}

#[test]
fn a_ball_with_too_many_contacts_is_stopped_counted_and_not_lost() {
    // A slot two millimeters wider than the ball: a fast one bounces hundreds of times in a tick.
    let half = 0.152_f32;
    let corners = [(0.0, 0.0), (0.0, 3.0), (30.0, 3.0), (30.0, 0.0)];
    let [a, b, c, d] = corners.map(|(x, y)| vec3(x, y, half));
    let [e, f, g, h] = corners.map(|(x, y)| vec3(x, y, -half));
    let level = SceneBuilder::new()
        .floor(-20.0, -20.0, 40.0, 20.0, 0.0)
        .quad(a, b, c, d)
        .quad(e, h, g, f)
        .spawn(vec3(-10.0, 0.0, 0.0), 0.0)
        .build("gap")
        .unwrap();
    let start = vec3(5.0, 1.5, 0.0);
    let mut world = ball_world(&level, 1.0, &[(start, vec3(140.0, 5.0, 60.0))]);
    run_losing(&mut world, &level, TICK_RATE, |tick, world| {
        let at = place(&level, &world.balls[0]);
        let is_between = at.z.abs() < f64::from(half);
        assert!(at.x < 0.0 || is_between, "tick {tick}: {at}");
    });
    println!("{} stopped, {:?}", world.balls_stopped, world.balls[0]);
    assert!(world.balls_stopped > 0);
}

#[test]
fn balls_made_in_one_place_part_without_gaining_speed() {
    let level = closed(2.0, 4.0);
    // In the open, and in a corner, where there may be no room to part all the way.
    for (start, parted) in [(vec3(0.3, 2.0, 0.3), 1e-3), (vec3(1.8, 2.0, 1.8), 0.29)] {
        let mut world = ball_world(&level, 0.5, &[(start, Vec3::ZERO); 20]);
        run_losing(&mut world, &level, 5 * TICK_RATE, |_, _| ());
        let deepest = deepest_overlap(&world);
        assert!(deepest < parted, "from {start}: {deepest}");
        for ball in &world.balls {
            let at = place(&level, ball);
            let inside = at.x.abs() < 1.86 && at.z.abs() < 1.86 && at.y > 0.14;
            assert!(inside, "{at}");
        }
    }
}
