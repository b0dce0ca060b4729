//! Cases of the views: the words and the drawing of played worlds, in the files `cases/*.txt`.
//!
//! A case begins with its level and continues as a [`WorldCase`]. `see VIEWS DEPTH` inspects the tick
//! from the player's eye, or from that of the last `from PLACE YAW PITCH`. `why` explains the tick in
//! short, `describe` at length. `said COMMANDS` plays the commands and lists the distinct titles of
//! their ticks.

use std::{collections::BTreeSet, path::Path};

use hexbound_base::{debug_lines::DebugColor, words::Words};
use hexbound_collide::geom::Aabb;
use hexbound_sim::View;
use test_support::{
    session,
    world_case::{WorldCase, number, values, vector},
};

use crate::{legend::colors, *};

/// The verbs of the lines that inspect.
const QUERY_VERBS: &str = "from see why describe said";

#[test]
fn every_view_says_and_draws_what_its_cases_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cases");
    for name in [
        "contacts", "planes", "legs", "impacts", "rays", "shapes", "why",
    ] {
        let file = folder.join(name).with_extension("txt");
        session::play_by(&file, |lines| answer(lines, &folder));
    }
}

fn answer(lines: &str, folder: &Path) -> String {
    let (mut case, steps) = WorldCase::open(lines, folder, QUERY_VERBS).expect("a level");
    case.world.keep_journal(true);
    let mut eye = None;
    let mut said = Vec::new();
    for line in steps {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut view = eye.clone().unwrap_or_else(|| View::of(&case.world));
        match verb {
            "from" => {
                let given = values(rest);
                view.eye = case.level.to_local(vector(&given[0]));
                [view.yaw, view.pitch] = [1, 2].map(|k| given.get(k).map_or(0.0, number) as f32);
                eye = Some(view);
            }
            "see" => {
                let (views, depth) = rest.split_once(' ').unwrap_or((rest, "0"));
                let views: CollisionViews = views.parse().expect("views");
                let depth = depth.parse().expect("a depth");
                let request = InspectionRequest::through(&view, views, depth);
                let seen = inspect(&request, &case.level, &case.world);
                said.push(as_text(line, &seen, &case.level));
            }
            "why" => {
                let request = InspectionRequest::through(&view, CollisionView::Off, 0);
                let seen = inspect_why_from(&request, &case.level, case.world.journal());
                said.push(as_text(line, &seen, &case.level));
            }
            "describe" => {
                let journal = case.world.journal().expect("a tick");
                said.push(why::in_english(&case.level, journal));
            }
            "said" => {
                let sentences: BTreeSet<String> = (case.commands(rest).iter())
                    .map(|command| {
                        case.world.step(&case.level, command, &mut Vec::new());
                        let seen = inspect_why(&case.level, case.world.journal());
                        Words::english().say(&seen.legend.title)
                    })
                    .collect();
                said.push(format!("{line}:"));
                said.extend(sentences);
            }
            _ if case.prepare(line) => case.world.keep_journal(true),
            _ => {
                for command in case.commands(line) {
                    case.world.step(&case.level, &command, &mut Vec::new());
                }
            }
        }
    }
    said.join("\n")
}

/// Formats the legend of an inspection with its labels, and for each color the number of lines and
/// faces, and their bounds.
fn as_text(line: &str, seen: &Inspection, level: &Level) -> String {
    let say = |phrase| Words::english().say(phrase);
    let legend = &seen.legend;
    let mut said = vec![format!("{line}: {}", say(&legend.title))];
    said.extend(legend.rows.iter().map(|row| match row.swatch {
        Some(color) => format!("- {} ({})", row.english().trim_end(), name_of(color)),
        None => format!("- {}", row.english().trim_end()),
    }));
    let place = |at| format!("{:.2}", (level.to_file(at) * 100.0).round() / 100.0 + 0.0);
    let labels = legend.labels.iter();
    said.extend(labels.map(|it| format!("{:?} at {}", say(&it.text), place(it.at))));
    let mut drawn: Vec<(DebugColor, [usize; 2], Vec<Vec3>)> = Vec::new();
    let lines = seen.debug.lines.iter().map(|it| (it.color, &it.ends[..]));
    let faces = seen
        .debug
        .faces
        .iter()
        .map(|it| (it.color, &it.corners[..]));
    for (color, corners) in lines.chain(faces) {
        let index = drawn
            .iter()
            .position(|it| it.0 == color)
            .unwrap_or_else(|| {
                drawn.push((color, [0; 2], Vec::new()));
                drawn.len() - 1
            });
        drawn[index].1[corners.len() - 2] += 1;
        drawn[index].2.extend(corners);
    }
    said.extend(drawn.iter().map(|(color, [lines, faces], corners)| {
        let Aabb { min, max } = Aabb::from_points(corners.iter().copied());
        let [min, max, first] = [min, max, corners[0]].map(place);
        let color = name_of(*color);
        format!("{color}: {lines} lines, {faces} faces, {min} to {max}, first at {first}")
    }));
    said.join("\n")
}

fn name_of(color: DebugColor) -> String {
    use colors::{AMBER, BLUE, CORAL, GRAY, GREEN, PALE, TEAL, VIOLET};
    let named = [
        ("amber", AMBER),
        ("blue", BLUE),
        ("coral", CORAL),
        ("gray", GRAY),
        ("green", GREEN),
        ("pale", PALE),
        ("teal", TEAL),
        ("violet", VIOLET),
    ];
    let known = named.iter().find(|(_, it)| it[..3] == color[..3]);
    let name = known.map_or_else(|| format!("{:?}", &color[..3]), |it| it.0.to_owned());
    match color[3] {
        1.0 => name,
        opacity => format!("{name} {:.0} %", 100.0 * opacity),
    }
}
