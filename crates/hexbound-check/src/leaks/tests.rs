//! Levels whose answer is known, most of them in files, `cases/*.txt`.

use std::path::{Path, PathBuf};

use super::{outside::Outside, *};
use hexbound_base::random::Random;
use hexbound_level::Level;
use test_support::{level_case, session};

const USUAL_QUERY: LeakQuery = LeakQuery {
    moves: Moves::Fly,
    body: None,
};

/// The lines of a room from −3 to 3 and 4 m high, whose wall at x = 3 has a hole, given by its lowest and
/// highest corner in z and y.
fn room_with_hole([[z0, y0], [z1, y1]]: [[f32; 2]; 2]) -> String {
    let piece = |[za, ya]: [f32; 2], [zb, yb]: [f32; 2]| {
        format!("\n\"east\" \"quad 3 {ya} {za} 3 {ya} {zb} 3 {yb} {zb} 3 {yb} {za}\"")
    };
    let beside = piece([-3.0, 0.0], [z0, 4.0]) + &piece([z1, 0.0], [3.0, 4.0]);
    let above = piece([z0, 0.0], [z1, y0]) + &piece([z0, y1], [z1, 4.0]);
    format!("with open{beside}{above}")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/leaks/cases")
}

fn outside_of(level: &Level) -> Outside {
    outside::outside_of(&Search::new(level, USUAL_QUERY, &|_, _| ()).unwrap())
}

#[test]
fn both_methods_agree_on_random_holes() {
    let mut random = Random::new(7);
    let (mut closed, mut open) = (0, 0);
    for _ in 0..5 {
        let (width, height) = (random.between(0.3, 1.8), random.between(0.4, 2.0));
        let (z, y) = (random.between(-2.5, 0.5), random.between(0.2, 1.6));
        let hole = [[z, y], [z + width, y + height]];
        let level = level_case::level(&room_with_hole(hole), &folder()).expect("a level");
        let report = find_leaks(&level, USUAL_QUERY, &|_, _| ()).unwrap();
        let is_disputed = matches!(
            (report.answer, outside_of(&level)),
            (Answer::Closed, Outside::Open) | (Answer::Open, Outside::Closed)
        );
        assert!(!is_disputed, "{hole:?}");
        let fits = width > 0.83 && height > 1.13;
        let is_none = width < 0.74 || height < 1.04;
        match report.answer {
            Answer::Open => assert!(!is_none, "{hole:?}"),
            Answer::Closed => assert!(!fits, "{hole:?}"),
            Answer::Doubtful => assert!(!fits && !is_none, "{hole:?}"),
            other => panic!("{other:?} for {hole:?}"),
        }
        closed += u32::from(report.answer == Answer::Closed);
        open += u32::from(report.answer == Answer::Open);
    }
    assert!(closed > 0 && open > 0, "{closed} closed, {open} open");
}

#[test]
fn every_level_is_left_as_its_case_says() {
    play("leaks.txt");
}

#[test]
#[ignore = "a long run"]
fn walls_that_take_long_are_left_as_their_cases_say() {
    play("long.txt");
}

/// Plays the cases of a file: the lines of a level, and what is asked of it, `ask MOVES` with the semi-axes of
/// another body.
fn play(name: &str) {
    let folder = folder();
    session::play_by(&folder.join(name), |lines| {
        let (asked, level): (Vec<&str>, Vec<&str>) =
            lines.lines().partition(|line| line.starts_with("ask "));
        let level = level_case::level(&level.join("\n"), &folder).expect("a level");
        let answers = asked.iter().map(|line| answer(&level, line));
        answers.collect::<Vec<_>>().join("\n")
    });
}

fn answer(level: &Level, line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let moves = words[1].parse().expect("moves");
    let sizes: Vec<f32> = words[2..]
        .iter()
        .map(|it| it.parse().expect("a size"))
        .collect();
    let body = sizes.try_into().ok();
    let report = match find_leaks(level, LeakQuery { moves, body }, &|_, _| ()) {
        Ok(report) => report,
        Err(error) => return format!("{line}: {error}"),
    };
    let mut said = vec![format!("{line}: {}", summary(&report))];
    if moves == Moves::Fly && body.is_none() {
        said.push(format!("from outside: {:?}", outside_of(level)));
    }
    for finding in findings(&report) {
        let place = finding.place.map(|it| level.to_file(it));
        said.push(format!("{}: {finding} at {place:.1?}", finding.code.name()));
    }
    if let Some(commands) = report.leak.and_then(|leak| leak.commands) {
        let mut world = World::new(level, Rules::default());
        for command in &commands {
            world.step(level, command, &mut Vec::new());
        }
        let (place, respawns) = (level.to_file(world.player.position), world.player.respawns);
        said.push(format!(
            "its commands lead to {place:.1}, {respawns} respawns"
        ));
    }
    said.join("\n")
}
