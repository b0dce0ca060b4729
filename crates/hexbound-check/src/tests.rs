//! Tests of the check: the progress that it reports, holes found twice, and high steps at any place.

use std::{collections::BTreeSet, path::Path, sync::Mutex};

use crate::{
    findings,
    leaks::{self, LeakQuery, Moves},
    verdict_reporting, with_leaks,
};
use hexbound_level::{Code, Finding, Level};
use test_support::level_case;

#[test]
fn long_parts_of_the_search_are_reported_while_they_go_on() {
    let heard = Mutex::new(Vec::new());
    verdict_reporting(&level("with room"), &|what, share| {
        heard.lock().unwrap().push((what.to_owned(), share));
    });
    let heard = heard.into_inner().unwrap();
    for part in ["walking everywhere: ", "trying steps"] {
        let of_part = heard.iter().filter(|(what, _)| what.starts_with(part));
        let shares = of_part.filter_map(|(_, share)| share.map(f32::to_bits));
        let shares: BTreeSet<u32> = shares.collect();
        assert!(shares.len() > 3, "{part}: {heard:?}");
    }
}

/// The level of a case's lines.
fn level(lines: &str) -> Level {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/levels/cases");
    level_case::level(lines, &folder).expect("a level")
}

/// The high steps of a level.
fn high_steps(lines: &str) -> Vec<Finding> {
    let mut found = findings(&level(lines));
    found.retain(|finding| finding.code == Code::HighStep);
    found
}

#[test]
fn a_hole_that_both_searches_find_is_reported_once() {
    let level = level(
        "with walls\n\
         \"west\" \"sheet -6 -4 1 4 0\"\n\
         \"east\" \"sheet 3 -4 6 4 0\"\n\
         \"north\" \"sheet 1 -4 3 -1 0\"\n\
         \"south\" \"sheet 1 1 3 4 0\"",
    );
    let (moves, body) = (Moves::Walk, None);
    let report = leaks::find_leaks(&level, LeakQuery { moves, body }, &|_, _| ());
    let report = report.expect("the player's body");
    let found = with_leaks(&leaks::findings(&report), findings(&level));
    let holes: Vec<_> = found.iter().filter(|it| it.code == Code::Hole).collect();
    assert_eq!(holes.len(), 1, "{found:?}");
    let said = &holes[0].problem;
    assert!(said.starts_with("open by walking"), "{said}");
}

/// Eight places 5 cm apart reach over a whole cell of the search.
#[test]
fn a_high_step_is_reported_wherever_it_lies() {
    for aside in (0..8).map(|place| 0.05 * place as f32) {
        for (height, steps) in [(0.44, 0), (0.46, 1), (0.5, 1), (0.6, 1)] {
            let from = 1.0 + aside;
            let step = format!("\"step\" \"span {from} -1 -4.5 6.5 {height} 4.5\"");
            let found = high_steps(&format!("with room\n{step}"));
            assert_eq!(found.len(), steps, "{height} m at {aside}: {found:?}");
        }
        for tread in [0.3, 0.8] {
            // Steps of 0.5 m, up to a platform of 2 m.
            let step = |number: u8| {
                let (number, from) = (f32::from(number), aside - 1.0);
                let (from, height) = (from + tread * number, 0.5 * (number + 1.0));
                format!("\n\"step\" \"span {from} -1 -4.5 6.5 {height} 4.5\"")
            };
            let stairs: String = (0..4).map(step).collect();
            let found = high_steps(&format!("with room{stairs}"));
            assert_eq!(found.len(), 1, "treads of {tread} m at {aside}: {found:?}");
            assert!(found[0].problem.contains("0.50 m"), "{}", found[0].problem);
        }
    }
}

/// The middle of the body has 20 cm of room there.
#[test]
fn a_high_step_in_a_corridor_is_reported_wherever_that_lies() {
    for aside in (0..8).map(|place| 0.05 * place as f32) {
        let (south, north) = (aside - 0.5, aside + 0.5);
        let found = high_steps(&format!(
            "with nothing\n\
             \"spawn\" [-4.5, 1, 0]\n\
             \"room\" \"room -6 0 -4 10 4 4\"\n\
             \"south\" \"span 0 -0.5 -4.5 14.5 4.5 {south}\"\n\
             \"north\" \"span 0 -0.5 {north} 14.5 4.5 4.5\"\n\
             \"step\" \"span 1 -1 -4.5 10.5 0.5 4.5\""
        ));
        assert_eq!(found.len(), 1, "{aside}: {found:?}");
    }
}
