//! Hunts whose end is known: planted holes, a method that leaks, rooms that hold.

use glam::Vec3;

use super::*;
use crate::capsule::Capsule;
use hexbound_scenes::{Pit, SceneBuilder, catalog};
use hexbound_sim::{Buttons, CollisionMode};

/// Hunts until something is found, for at most `rounds` rounds.
fn hunt_until_found(level: &Level, options: &HuntOptions, rounds: u64) -> Hunt {
    hunt(level, options, |progress| {
        progress.rounds < rounds && progress.finds == 0
    })
}

/// Hunts on a level that may be left, until something is found or for `rounds` rounds.
fn open_rounds(level: &Level, methods: Methods, rounds: u64) -> Hunt {
    let options = HuntOptions {
        seed: 2,
        methods,
        ignored: vec![FaultKind::Left],
        ..HuntOptions::default()
    };
    hunt_until_found(level, &options, rounds)
}

/// A room of 10 m by 10 m by 4 m with a window in one wall, 0.9 m above the floor and 1.6 m by 1.2 m
/// large: the only way out, by a jump.
fn room_with_window() -> Level {
    let corner = Vec3::new(-5.0, 0.0, -5.0);
    let (x, y, z) = (Vec3::X * 10.0, Vec3::Y * 4.0, Vec3::Z * 10.0);
    let mut scene = SceneBuilder::new().floor(-5.0, -5.0, 5.0, 5.0, 0.0);
    for (from, a, b) in [
        (corner + y, x, z),
        (corner, z, y),
        (corner, x, y),
        (corner + z, x, y),
    ] {
        scene = scene.quad(from, from + a, from + a + b, from + b);
    }
    let at = |y: f32, z: f32| Vec3::new(5.0, y, z);
    for [y0, z0, y1, z1] in [
        [0.0, -5.0, 4.0, 1.0],
        [0.0, 2.6, 4.0, 5.0],
        [0.0, 1.0, 0.9, 2.6],
        [2.1, 1.0, 4.0, 2.6],
    ] {
        scene = scene.quad(at(y0, z0), at(y0, z1), at(y1, z1), at(y1, z0));
    }
    let scene = scene.spawn(Vec3::new(-2.0, 0.0, -2.0), 0.0);
    scene.build("window").unwrap()
}

#[test]
fn a_planted_window_is_found_and_the_run_is_cut_down() {
    let level = room_with_window();
    let hunt = hunt_until_found(&level, &HuntOptions::default(), 200);
    let find = hunt.finds.first().expect("a way out of the window");
    assert_eq!(find.kind, FaultKind::Left);
    assert!(find.commands.len() <= find.found_after);
    // The run itself leads out, in its last tick.
    let mut world = World::new(&level, hunt.rules);
    for command in &find.commands {
        assert_eq!(world.player.respawns, 0);
        world.step(&level, command, &mut Vec::new());
    }
    assert_eq!(world.player.respawns, 1);
}

/// The capsule of a long fall begins while the player still stands.
#[test]
fn the_moment_of_a_find_begins_where_somebody_stood() {
    let find = |stood_after: usize, ticks: usize| Find {
        kind: FaultKind::Left,
        place: Vec3::ZERO,
        commands: vec![Command::default(); ticks],
        found_after: ticks,
        stood_after,
    };
    for (stood_after, ticks, moment) in [
        (900, 1000, 640..1000),
        (200, 1000, 200..1000),
        (0, 1000, 0..1000),
        (0, 100, 0..100),
        (10, 40_000, 4_000..40_000),
    ] {
        assert_eq!(find(stood_after, ticks).moment(), moment);
    }
    let level = SceneBuilder::new()
        .floor(-3.0, -3.0, 3.0, 3.0, 0.0)
        .floor(-3.0, -3.0, -2.9, -2.9, -400.0)
        .spawn(Vec3::ZERO, 0.0)
        .build("tower")
        .unwrap();
    let hunt = hunt_until_found(&level, &HuntOptions::default(), 20);
    let find = hunt.finds.first().expect("a fall");
    let moment = find.moment();
    assert!(moment.end - moment.start > MOMENT_TICKS, "{moment:?}");
    let mut world = World::new(&level, hunt.rules);
    for command in &find.commands[..moment.start as usize] {
        world.step(&level, command, &mut Vec::new());
    }
    assert!(world.player.grounded || moment.start == 0);
}

#[test]
fn the_article_is_caught_at_the_wedge_and_the_swept_body_is_not() {
    let level = catalog::open("test:wedge").unwrap();
    let article = open_rounds(&level, Methods::by(CollisionMode::Article), 60);
    let kinds: Vec<_> = article.finds.iter().map(|it| it.kind).collect();
    assert!(kinds.contains(&FaultKind::Through), "{kinds:?}");
    let swept = open_rounds(&level, Methods::default(), 6);
    assert!(swept.finds.is_empty(), "{:?}", swept.finds);
}

#[test]
fn nobody_is_stuck_in_a_room() {
    let level = catalog::open("test:box-room").unwrap();
    let judge = Judge::new(&level, Methods::default());
    assert!(!judge.is_stuck(&World::new(&level, Rules::default())));
}

/// A shaft hardly wider than the body, 3 m deep: a jump ends in the same place.
fn shaft() -> Level {
    let mut scene = SceneBuilder::new().floor(-0.43, -0.43, 0.43, 0.43, 0.0);
    for (x, z) in [(-0.43, -0.43), (0.43, -0.43), (0.43, 0.43), (-0.43, 0.43)] {
        // The wall leads to the next corner, a quarter turn about the middle.
        let [a, b] = [Vec3::new(x, 0.0, z), Vec3::new(-z, 0.0, x)];
        scene = scene.quad(a, b, b.with_y(3.0), a.with_y(3.0));
    }
    scene.spawn(Vec3::ZERO, 0.0).build("shaft").unwrap()
}

/// In a shaft the player stays in place without moving; in a pit the player climbs a little, and
/// slides back.
#[test]
fn the_run_of_a_place_that_lets_nobody_go_shows_a_capsule_that_it_does() {
    let pit = Pit {
        bottom: Vec3::ZERO,
        walls: 4,
        degrees: 70.0,
        width: 0.5,
        depth: 3.0,
        half_side: 5.0,
    };
    let pit = SceneBuilder::new().pit(&pit).spawn(Vec3::Y, 0.0);
    for (level, methods) in [
        (shaft(), Methods::default()),
        (pit.build("pit").unwrap(), Methods::by(CollisionMode::Box)),
    ] {
        let judge = Judge::new(&level, methods);
        let settles = Move::wait(120, methods);
        let commands = bot::commands(&[settles]);
        let rules = Rules::default();
        let world = judge.world_after(rules, &commands).unwrap();
        assert!(judge.is_stuck(&world), "{}", level.name);
        let fault = FoundFault {
            kind: FaultKind::Stuck,
            place: world.player.position,
            moves: vec![settles.truncated_to(1)],
        };
        for commands in [
            [commands, judge.failed_attempt(&world)].concat(),
            minimized(&fault, &judge, rules).commands,
        ] {
            let last = commands.len() as u64;
            let start = World::new(&level, rules);
            let capsule = Capsule::of_moment(&level, start, commands, "", "").unwrap();
            let found = capsule.faults().unwrap();
            let stuck = found.iter().find(|it| it.kind == FaultKind::Stuck);
            let stuck = stuck.unwrap_or_else(|| panic!("{}: {found:?}", level.name));
            assert!(stuck.tick <= last, "{stuck:?} of {last}");
        }
    }
}

#[test]
fn finds_at_one_place_are_one_and_what_is_not_kept_is_counted() {
    // The level is only a floor, with a fall at every edge.
    let level = SceneBuilder::new()
        .floor(-30.0, -30.0, 30.0, 30.0, 0.0)
        .spawn(Vec3::new(26.0, 0.0, 26.0), 0.0)
        .build("floor")
        .unwrap();
    let hunt = hunt(&level, &HuntOptions::default(), |it| it.rounds < 12);
    assert_eq!(hunt.progress.finds, hunt.finds.len());
    assert!(hunt.finds.len() == MAX_FINDS_OF_A_KIND && hunt.progress.more > 0);
    for (index, find) in hunt.finds.iter().enumerate() {
        for other in &hunt.finds[..index] {
            let apart = find.place.distance(other.place);
            assert!(find.kind != other.kind || apart >= MIN_FIND_GAP, "{apart}");
        }
    }
}

/// Faults that end at one place after minimization are one find, and others are then minimized in
/// their stead.
#[test]
fn faults_that_come_to_one_place_make_room_for_others() {
    let level = SceneBuilder::new()
        .floor(-5.0, -1.0, 5.0, 1.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
        .build("plank")
        .unwrap();
    let waits = Move::wait(1, Methods::default());
    let falls = Move {
        held: Buttons::FORWARD,
        ticks: 900,
        ..waits
    };
    let mut faults = FoundFaults::default();
    for number in 0..MAX_MINIMIZED_FAULTS + 5 {
        // A run without a fault is not minimized, and keeps its place.
        let falls_here = number <= MAX_FINDS_OF_A_KIND;
        let place = Vec3::X * (10.0 * number as f32);
        let shown = [if falls_here { falls } else { waits }];
        faults.add(FaultKind::Left, place, shown.into_iter());
    }
    assert_eq!(faults.kept.len(), MAX_MINIMIZED_FAULTS);
    assert_eq!(faults.known.len(), MAX_MINIMIZED_FAULTS + 5);
    let judge = Judge::new(&level, Methods::default());
    let (finds, doubles) = finds_among(faults.kept, &judge, Rules::default());
    assert_eq!(finds.len(), MAX_FINDS_OF_A_KIND);
    assert_eq!(doubles, MAX_FINDS_OF_A_KIND);
    assert!(finds[0].place.x < 1.0, "{finds:?}");
    assert!(finds[1].place.x > 60.0, "{finds:?}");
}

#[test]
fn the_same_seed_hunts_the_same() {
    let level = catalog::open("test:corners").unwrap();
    let options = HuntOptions {
        seed: 5,
        ..HuntOptions::default()
    };
    let by = |options: &HuntOptions| hunt(&level, options, |it| it.rounds < 4).progress;
    let [one, same] = [(); 2].map(|()| by(&options));
    assert_eq!((one.ticks, one.places), (same.ticks, same.places));
    assert_ne!(one.ticks, by(&HuntOptions { seed: 6, ..options }).ticks);
}

#[test]
fn a_move_is_commands_that_press_once() {
    let jump = Move {
        held: Buttons::FORWARD,
        pressed: Buttons::JUMP,
        turn: [0.5, -0.1],
        ..Move::wait(5, Methods::default())
    };
    let commands = bot::commands(&[jump]);
    assert_eq!(commands.len(), 5);
    assert_eq!((commands[0].yaw, commands[1].yaw), (0.5, 0.0));
    let jumps = commands.iter().filter(|it| it.buttons.has(Buttons::JUMP));
    assert_eq!(jumps.count(), 2);
    assert!(commands.iter().all(|it| it.buttons.has(Buttons::FORWARD)));
}
