//! Tests of the comparison of methods: the same commands, each method's own world.

use std::fs;

use crate::program::{Place, hexbound, json, refusal, succeed, text, usage_refusal};

/// Records a restless walk on test:stairs.
fn walk(place: &Place, seed: &str, ticks: &str) -> String {
    let run = place.at("walk.rec");
    succeed(&[
        "sim",
        "test:stairs",
        "--wander",
        seed,
        "--ticks",
        ticks,
        "--record",
        &run,
    ]);
    run
}

#[test]
fn each_method_ends_as_a_run_of_its_own_does() {
    let place = Place::new();
    let stairs = "test:stairs";
    let input = walk(&place, "5", "1500");
    let compared = json(&[
        "compare",
        stairs,
        "--input",
        &input,
        "--methods",
        "usual,article,box,ground=rays",
        "--json",
    ]);
    assert_eq!(compared["ticks"], 1500);
    let rows = compared["methods"].as_array().expect("a list");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let methods = row["methods"].as_str().expect("a word");
        let alone = json(&[
            "sim",
            stairs,
            "--input",
            &input,
            "--methods",
            methods,
            "--json",
        ]);
        for fact in ["state_hash", "end", "distance", "contacts", "respawns"] {
            assert_eq!(row[fact], alone[fact], "{methods}: {fact}");
        }
        // Mode `box` asks no planes.
        match methods {
            "box" => assert!(row["asked"].is_null()),
            _ => assert_eq!(row["asked"], alone["asked"], "{methods}"),
        }
    }
    assert_eq!(rows[0]["parted"], serde_json::Value::Null);
    assert_eq!(rows[0]["most_apart"], 0.0);
}

#[test]
fn the_article_parts_from_the_sweep_and_the_tick_that_began_it_is_told() {
    let place = Place::new();
    let (table, plot) = (place.at("apart.csv"), place.at("apart.svg"));
    let arguments = [
        "compare",
        "test:stairs",
        "--wander",
        "5",
        "--ticks",
        "1500",
        "--methods",
        "usual,article",
        "--csv",
        &table,
        "--plot",
        &plot,
    ];
    let told = succeed(&arguments);
    assert!(
        told.contains("article parted from usual at tick "),
        "{told}"
    );
    assert!(
        told.contains("they moved apart from tick ") && told.contains(" pushes back "),
        "{told}"
    );
    let rows = fs::read_to_string(&table).unwrap();
    let mut lines = rows.lines();
    assert_eq!(
        lines.next(),
        Some(
            "tick,usual.x,usual.y,usual.z,usual.contacts,usual.overlap_mm,usual.apart,\
             article.x,article.y,article.z,article.contacts,article.overlap_mm,article.apart"
        )
    );
    assert_eq!(lines.count(), 1500);
    let parted = json(&[&arguments[..8], &["--json"]].concat());
    let parted = &parted["methods"][1]["parted"];
    let tick = parted["tick"].as_u64().expect("a tick") as usize;
    let began = parted["began"].as_u64().expect("a tick") as usize;
    let apart = |tick: usize| -> f32 {
        let line = rows.lines().nth(tick).expect("a row");
        line.rsplit(',').next().unwrap().parse().expect("a number")
    };
    // 5 cm apart is clearly elsewhere.
    assert!(apart(tick) > 0.05 && apart(tick - 1) <= 0.05, "{parted}");
    // From where it began they came farther apart in each tick, and not in the one before.
    let grew = |tick: usize| apart(tick) - apart(tick - 1);
    assert!((began..=tick).all(|tick| grew(tick) >= 2e-4), "{parted}");
    assert!(began == 1 || grew(began - 1) < 2e-4, "{parted}");
    assert!((parted["grew"].as_f64().unwrap() - f64::from(grew(began))).abs() < 1e-6);
    let plot = fs::read_to_string(plot).unwrap();
    assert!(plot.starts_with("<svg") && plot.contains(">article</text>"));
}

/// The triangles that a tick asks depend on those that ticks before it gathered.
#[test]
fn the_tick_that_began_it_is_told_as_why_tells_it() {
    let place = Place::new();
    let stairs = "test:stairs";
    for (seed, other) in [("1", "article"), ("2", "box"), ("4", "box")] {
        let run = walk(&place, seed, "1500");
        let methods = format!("usual,{other}");
        let compared = json(&[
            "compare",
            stairs,
            "--input",
            &run,
            "--methods",
            &methods,
            "--json",
        ]);
        let parted = &compared["methods"][1]["parted"];
        let why = succeed(&["why", &run, "--tick", &parted["began"].to_string()]);
        let asked = |line: &&str| line.contains(" asked, ");
        let accounts = parted["accounts"][0].as_array().expect("lines");
        let told = accounts.iter().filter_map(|line| line.as_str()).find(asked);
        assert_eq!(told, why.lines().map(str::trim).find(asked), "{parted}");
        assert!(told.is_some(), "{parted}");
    }
}

#[test]
fn an_input_that_was_altered_is_told_with_the_tick() {
    let place = Place::new();
    let stairs = "test:stairs";
    let run = walk(&place, "5", "600");
    let compared = |input: &str, methods: &str| {
        json(&[
            "compare",
            stairs,
            "--input",
            input,
            "--methods",
            methods,
            "--json",
        ])
    };
    assert!(compared(&run, "usual,box")["unlike_recorded"].is_null());
    let recorded = fs::read_to_string(&run).expect("a recording");
    let altered = place.file("altered.rec", recorded.replacen("\nF", "\nB", 1));
    let told = compared(&altered, "usual,box");
    let told = told["unlike_recorded"].as_str().expect("words");
    assert!(
        told.contains("altered.rec") && told.contains("tick"),
        "{told}"
    );
    // Other methods go another way than the recorded one in any case.
    assert!(compared(&altered, "box")["unlike_recorded"].is_null());
    let words = succeed(&["compare", stairs, "--input", &altered, "--methods", "usual"]);
    assert!(
        words.contains("the input is not what was played: "),
        "{words}"
    );
}

#[test]
fn the_article_goes_through_the_wedge_and_the_sweep_does_not() {
    let passed = |seed: &str| {
        let compared = json(&[
            "compare",
            "test:wedge",
            "--wander",
            seed,
            "--ticks",
            "6000",
            "--methods",
            "usual,article",
            "--json",
        ]);
        let of = |row: usize| compared["methods"][row]["passed_through"].as_u64();
        [of(0).expect("a number"), of(1).expect("a number")]
    };
    let all = ["1", "2", "3", "4", "5", "6", "7", "8"].map(passed);
    assert!(all.iter().all(|[swept, _]| *swept == 0), "{all:?}");
    assert!(all.iter().any(|[_, article]| *article > 0), "{all:?}");
}

#[test]
fn rows_on_standard_output_leave_the_table_to_standard_error() {
    let output = hexbound(&[
        "compare",
        "test:flat",
        "--wander",
        "1",
        "--ticks",
        "10",
        "--csv",
        "-",
    ]);
    assert!(text(&output.stdout).starts_with("tick,usual.x"));
    assert_eq!(text(&output.stdout).lines().count(), 11);
    let told = text(&output.stderr);
    let near = "article was never more than 5 cm from usual (at most ";
    assert!(told.contains(near), "{told}");
}

#[test]
fn a_picture_on_standard_output_leaves_the_table_to_standard_error() {
    let arguments = ["compare", "test:flat", "--wander", "1", "--ticks", "10"];
    let output = hexbound(&[&arguments[..], &["--plot", "-"]].concat());
    let drawn = text(&output.stdout);
    assert!(
        drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"),
        "{drawn}"
    );
    assert!(text(&output.stderr).contains("µs/tick"));
    let both = refusal(&[&arguments[..], &["--plot", "-", "--csv", "-"]].concat());
    assert!(both.contains("--csv and --plot"), "{both}");
}

#[test]
fn a_slip_costs_no_level_and_a_bad_place_no_comparison() {
    let place = Place::new();
    let [run, capsule] = [place.recording(), place.at("moment.capsule")];
    succeed(&["capsule", &run, "-o", &capsule]);
    let level = place.file("level.glb", b"glTF\x02\0\0\0 and all the rest");
    for kept in [&level, &run, &capsule] {
        let before = fs::read(kept).expect("a file");
        for option in ["--csv", "--plot"] {
            let said = refusal(&[
                "compare",
                "test:flat",
                "--wander",
                "1",
                "--ticks",
                "9",
                option,
                kept,
            ]);
            assert!(said.contains("not overwritten"), "{said}");
            assert_eq!(fs::read(kept).expect("a file"), before, "{said}");
        }
        let said = refusal(&[
            "sim",
            "test:flat",
            "--wander",
            "1",
            "--ticks",
            "9",
            "--trace",
            kept,
        ]);
        assert!(said.contains("not overwritten"), "{said}");
    }
    let both = place.at("both");
    let twice = refusal(&[
        "compare",
        "test:flat",
        "--wander",
        "1",
        "--ticks",
        "9",
        "--csv",
        &both,
        "--plot",
        &both,
    ]);
    assert!(twice.contains("name another file"), "{twice}");
    assert!(!place.path("both").exists());
    // Before the first of so many ticks that they would take an hour.
    let nowhere = place.at("no/such/folder.svg");
    let refused = refusal(&[
        "compare",
        "test:flat",
        "--wander",
        "1",
        "--ticks",
        "99999999",
        "--plot",
        &nowhere,
    ]);
    assert!(refused.contains("choose another file"), "{refused}");
}

#[test]
fn planes_that_some_ticks_asked_are_counted_whatever_the_last_one_did() {
    let place = Place::new();
    let rules = serde_json::to_string(&hexbound_sim::Rules::default()).expect("JSON");
    let ways = ["", "collision box\n"].map(|last| {
        let run = format!(
            "hexbound-recording 4\nlevel test:stairs\ncontent any\nrules {rules}\nF x200\n{last}F x20\n\
             end 220 any\n"
        );
        let run = place.file("script.rec", run);
        json(&["compare", "test:stairs", "--input", &run, "--methods", "usual,box", "--json"])
    });
    for compared in ways {
        assert!(
            compared["methods"][0]["asked"].as_u64() > Some(0),
            "{compared}"
        );
        assert!(compared["methods"][1]["asked"].is_null(), "{compared}");
    }
}

#[test]
fn who_did_not_part_is_told_with_how_near_it_stayed() {
    let flat = ["compare", "test:flat", "--wander", "1"];
    let methods = ["--methods", "usual, tree=brute"];
    let same = succeed(&[&flat[..], &methods, &["--ticks", "60"]].concat());
    let exactly = "tree=brute went exactly where usual went";
    assert!(same.contains(exactly), "{same}");
    let none = succeed(&[&flat[..], &["--ticks", "0"]].concat());
    assert!(none.contains("no tick was run"), "{none}");
    assert!(!none.contains("went") && !none.contains("leaked"), "{none}");
}

#[test]
fn methods_that_cannot_be_told_apart_are_refused() {
    let flat = ["compare", "test:flat", "--wander", "1", "--methods"];
    let twice = refusal(&[&flat[..], &["usual,rays,ground=rays"]].concat());
    assert!(
        twice.contains("'rays' is among the methods twice"),
        "{twice}"
    );
    let both = usage_refusal(&[&flat[..], &["usual,article+box"]].concat());
    assert!(both.contains("'collision'"), "{both}");
}

#[test]
fn wrong_words_are_told_with_the_right_ones() {
    let wrong = usage_refusal(&["compare", "test:flat", "--wander", "1", "--methods", "swpt"]);
    assert!(
        wrong.contains("there are collision=swept|article|box"),
        "{wrong}"
    );
    let lacking = usage_refusal(&["compare", "test:flat"]);
    assert!(lacking.contains("--input"), "{lacking}");
    assert!(lacking.contains("--wander"), "{lacking}");
}

#[cfg(not(feature = "rapier"))]
#[test]
fn a_build_without_rapier_says_how_to_get_it() {
    let refused = usage_refusal(&[
        "compare",
        "test:flat",
        "--wander",
        "1",
        "--methods",
        "rapier",
    ]);
    assert!(refused.contains("--features rapier"), "{refused}");
}

#[cfg(feature = "rapier")]
#[test]
fn rapier_is_never_the_first_and_costs_no_table() {
    let place = Place::new();
    let table = place.file("table.csv", "of last week");
    for ticks in ["0", "9"] {
        let said = refusal(&[
            "compare",
            "test:flat",
            "--wander",
            "1",
            "--ticks",
            ticks,
            "--methods",
            "rapier,usual",
            "--csv",
            &table,
        ]);
        assert!(said.contains("cannot be the first"), "{said}");
    }
    assert_eq!(fs::read_to_string(&table).expect("a table"), "of last week");
}

#[cfg(feature = "rapier")]
#[test]
fn rapier_walks_on_flat_ground_about_as_far() {
    let arguments = ["compare", "test:flat", "--wander", "3", "--ticks", "1200"];
    let compared = json(&[&arguments[..], &["--methods", "usual,rapier", "--json"]].concat());
    let way = |row: usize| {
        compared["methods"][row]["distance"]
            .as_f64()
            .expect("meters")
    };
    let (ours, rapier) = (way(0), way(1));
    assert!(ours > 10.0, "{ours} m are too few to prove anything");
    assert!(
        (rapier / ours - 1.0).abs() < 0.15,
        "{rapier} m beside {ours} m"
    );
    assert_eq!(compared["methods"][1]["leaks"]["ticks"], 0);
}
