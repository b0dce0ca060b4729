//! Worlds that are played for some ticks, in files beside this one, `cases/*.txt`: a level, what is
//! done in it, and what comes of each step.
//!
//! A case begins with its level, `the NAME` for a generated scene or the lines of a level's case. What
//! is held, looked at or waited for is answered by what happened and by what differs from before.

mod digest;

use std::path::Path;

use digest::Digest;
use hexbound_level::BodyClasses;
use hexbound_sim::PropSense;
use test_support::{session, world_case::WorldCase};

use crate::{crates::check_apart, steps::*};

macro_rules! cases {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sim/cases");
            let file = folder.join(concat!(stringify!($name), ".txt"));
            session::play_by(&file, |lines| answer(lines, &folder));
        }
    )* };
}

cases! { balls bodies box_mode classes crates movers play props walkers walking }

fn answer(lines: &str, folder: &Path) -> String {
    let (mut case, steps) = match WorldCase::open(lines, folder, "") {
        Ok(opened) => opened,
        Err(words) => return words,
    };
    let mut before = Digest::of(&case.level, &case.world);
    let answers = steps.into_iter().filter_map(|line| {
        if case.prepare(line) {
            if line.starts_with("rules ") {
                before = Digest::of(&case.level, &case.world);
            }
            return None;
        }
        Some(step(&mut case, line, &mut before))
    });
    answers.collect::<Vec<_>>().join("\n")
}

/// Does a line, and says what came of it.
fn step(case: &mut WorldCase, line: &str, before: &mut Digest) -> String {
    let (mut off_ground, mut heights, mut events) = (0, Vec::new(), Vec::new());
    for command in case.commands(line) {
        case.world.step(&case.level, &command, &mut events);
        check(case);
        off_ground += u32::from(!case.world.player.grounded);
        heights.push(case.world.player.feet().y);
    }
    let (level, world) = (&case.level, &case.world);
    // Rays let a prop into what they miss.
    let is_missed = world.props.iter().any(|prop| prop.missed_by_rays > 0);
    let by_shape = case.methods.props == PropSense::Shape;
    if level.play.classes == BodyClasses::default() && (by_shape || !is_missed) {
        check_apart(world, level);
    }
    let digest = Digest::of(level, world);
    let mut said = digest::happened(level, &events);
    said.extend(digest::on_the_way(level, off_ground, &heights));
    said.extend(digest.since(before));
    *before = digest;
    match said.is_empty() {
        true => format!("{line}: nothing"),
        false => format!("{line}: {}", said.join("; ")),
    }
}

/// Whoever moves by a sweep is never in the level, and a file with the world is valid, apart from balls
/// that only a case makes.
fn check(case: &WorldCase) {
    let invalid = case.world.first_invalid(&case.level);
    assert!(matches!(invalid, None | Some("balls")), "{invalid:?}");
    let by_sweep = case.methods.collision == CollisionMode::Swept;
    let player = by_sweep.then_some(&case.world.player);
    let walkers = case.world.walkers.iter();
    let walkers = walkers.filter(|walker| walker.fate != WalkerFate::Gone);
    for body in player.into_iter().chain(walkers.map(|walker| &walker.body)) {
        let is_free = case.level.collision.is_free(body.body(), body.position);
        let tick = case.world.tick;
        assert!(is_free, "tick {tick}: in the level at {}", body.position);
    }
}
