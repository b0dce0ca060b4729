//! Every method of collision in play: each choice is deterministic and can be recorded, those that
//! only cost otherwise end in the same bits, and each of the others does what its sentence says.

use glam::{DVec3, Vec3, vec3};
use hexbound_base::{clock::TICK_LENGTH, progress::ignore};
use hexbound_lab as headless;
use hexbound_lab::{SimOptions, Source};
use hexbound_level::Level;
use hexbound_replay as replay;
use hexbound_scenes::{SceneBuilder, catalog};
use hexbound_sim::{
    Ball, Buttons, Command, Methods, Question, Rules, World, bytes_per_triangle,
    tuning::BALL_GRAVITY,
};

fn methods(text: &str) -> Methods {
    text.parse().unwrap()
}

/// Steps the world by those methods with buttons held.
fn hold(world: &mut World, level: &Level, by: Methods, buttons: Buttons, ticks: u32) {
    let command = Command::holding(buttons).by(by);
    for _ in 0..ticks {
        world.step(level, &command, &mut Vec::new());
    }
}

#[test]
fn every_choice_is_deterministic_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["test:props", "test:stairs"] {
        let level = catalog::open(name).unwrap();
        let run = |text: &str, record| {
            let options = SimOptions {
                ticks: Some(600),
                methods: text.parse().unwrap(),
                record,
                opened_by: name.to_owned(),
                ..SimOptions::default()
            };
            let report = headless::simulate(&level, Source::Wander { seed: 5 }, &options, &ignore);
            report.unwrap().state_hash
        };
        let usual = run("usual", None);
        for question in Question::ALL {
            for choice in question.choices() {
                let text = format!("{}={choice}", question.name());
                let file = folder.path().join("walk.rec");
                let ends = run(&text, Some(file.clone()));
                assert_eq!(run(&text, None), ends, "{name} {text}");
                let recording = replay::read(&file).unwrap();
                let again = headless::replay(&level, recording, &ignore).unwrap();
                let again = format!("{:016x}", again.state_hash());
                assert_eq!(again, ends, "{name} {text}");
                let is_usual = choice == question.usual();
                let costs_only = matches!(question, Question::Tree | Question::Coherence);
                if is_usual || costs_only {
                    assert_eq!(ends, usual, "{name} {text}");
                }
            }
        }
    }
}

/// The same commands by methods that change in every few ticks, the trees among them.
#[test]
fn methods_are_turned_in_the_middle_of_a_run() {
    let level = catalog::open("test:stairs").unwrap();
    let run = || {
        let mut world = World::new(&level, Rules::default());
        let mut by = Methods::default();
        for tick in 0..600 {
            if tick % 7 == 0 {
                by.choose_next(Question::ALL[tick / 7 % Question::ALL.len()]);
            }
            let ahead = Buttons::FORWARD.with(Buttons::CROUCH);
            let buttons = [Buttons::FORWARD, Buttons::LEFT, ahead][tick / 40 % 3];
            hold(&mut world, &level, by, buttons, 1);
            assert!(world.player.position.is_finite(), "tick {tick}: {by}");
        }
        assert_eq!(world.player.respawns, 0);
        world.state_hash()
    };
    assert_eq!(run(), run());
}

#[test]
fn the_trees_take_the_memory_of_their_nodes() {
    let level = catalog::open("test:terrain").unwrap();
    let bytes = |tree: &str| bytes_per_triangle(&level, &methods(&format!("tree={tree}")));
    let all = Question::Tree.choices().into_iter();
    let none: Vec<_> = all.filter(|tree| bytes(tree) == 0.0).collect();
    assert_eq!(none, ["brute"]);
    let nodes = |tree| bytes(tree) * level.collision.len() as f64;
    let count = level.collision.len() as f64;
    // Six floats and two numbers in each of 2N − 1 nodes, half of that in N − 1.
    assert!((nodes("normal") / (2.0 * count - 1.0)).fract() == 0.0);
    assert!((nodes("quantized-noleaf") / (count - 1.0)).fract() == 0.0);
    assert!(bytes("compact") < bytes("wide") && bytes("quantized") < bytes("normal"));
}

/// A wide floor with the player out of the way, and those balls.
fn with_balls(balls: &[(Vec3, Vec3)]) -> (Level, World) {
    let level = SceneBuilder::new()
        .floor(-400.0, -400.0, 400.0, 400.0, 0.0)
        .spawn(vec3(0.0, 0.0, 300.0), 0.0)
        .build("balls")
        .unwrap();
    let mut world = World::new(&level, Rules::default());
    let ball = |(id, (place, velocity)): (u32, &(Vec3, Vec3))| {
        Ball::new(id, level.to_local(place.as_dvec3()), *velocity)
    };
    world.balls = (0..).zip(balls).map(ball).collect();
    (level, world)
}

#[test]
fn euler_falls_half_a_tick_too_far_in_every_tick_and_parabolas_do_not() {
    let ticks = 240;
    let fallen = |flight: &str| {
        let (level, mut world) = with_balls(&[(Vec3::Y * 60.0, Vec3::X * 3.0)]);
        let start = world.balls[0].position;
        let by = methods(&format!("flight={flight}"));
        hold(&mut world, &level, by, Buttons::default(), ticks);
        start.y - world.balls[0].position.y
    };
    let (gravity, tick) = (f64::from(BALL_GRAVITY), f64::from(TICK_LENGTH));
    let time = f64::from(ticks) / 120.0;
    let exact = 0.5 * gravity * time * time;
    assert!((fallen("exact") - exact).abs() < 1e-9);
    let drift = f64::from(ticks) * 0.5 * gravity * tick * tick;
    assert!((fallen("euler") - exact - drift).abs() < 1e-6);
}

#[test]
fn slices_come_early_and_miss_what_passes_between_two_of_them() {
    let ends = |balls: &str, apart: f32, speed: f32| {
        let from = vec3(-0.5 * apart, 50.0, 0.0);
        let to = vec3(0.5 * apart, 50.0, 0.0);
        let (level, mut world) = with_balls(&[(from, Vec3::X * speed), (to, Vec3::X * -speed)]);
        let by = methods(&format!("balls={balls}"));
        hold(&mut world, &level, by, Buttons::default(), 1);
        [0, 1].map(|it: usize| (world.balls[it].position.x, world.balls[it].velocity.x))
    };
    // At the speed of a throw both turn back, those in slices a little earlier.
    let (exact, slices) = (ends("exact", 0.4, 18.0), ends("slices", 0.4, 18.0));
    assert!(exact[0].1 < 0.0 && slices[0].1 < 0.0);
    let earlier = exact[0].0 - slices[0].0;
    let slice = f64::from(TICK_LENGTH) / 150.0;
    assert!(earlier > 0.0 && earlier <= 18.0 * slice * 2.0, "{earlier}");
    // A meter of approach in every slice, at which they are never nearer than half a meter.
    let (exact, slices) = (ends("exact", 10.5, 9000.0), ends("slices", 10.5, 9000.0));
    assert!(exact[0].1 < 0.0 && exact[1].1 > 0.0, "{exact:?}");
    assert!(slices[0].1 > 0.0 && slices[1].1 < 0.0, "{slices:?}");
}

#[test]
fn one_contact_at_a_time_ends_where_all_at_once_do_and_reports_fewer() {
    let level = catalog::open("test:wedge").unwrap();
    let run = |contacts: &str| {
        let options = SimOptions {
            ticks: Some(3000),
            methods: format!("contacts={contacts}").parse().unwrap(),
            ..SimOptions::default()
        };
        headless::simulate(&level, Source::Wander { seed: 3 }, &options, &ignore).unwrap()
    };
    let (all, first) = (run("all"), run("first"));
    assert!(first.path.contacts < all.path.contacts);
    let apart = DVec3::from_array(all.path.end).distance(DVec3::from_array(first.path.end));
    assert!(apart < 0.05, "{apart}");
}
