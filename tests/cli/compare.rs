//! Tests of the comparison of methods: the same commands, each method's own world.

use crate::program::*;

#[test]
fn each_method_ends_as_a_run_of_its_own_does() {
    let place = Place::new();
    let run = place.walk("test:stairs", "--wander 5 --ticks 1500");
    let input = format!("test:stairs --input {run} --json --methods");
    let compared = json(format!("compare {input} usual,article,box,ground=rays"));
    assert_eq!(compared["ticks"], 1500);
    let rows = compared["methods"].as_array().expect("a list");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let methods = row["methods"].as_str().expect("a word");
        let alone = json(format!("sim {input} {methods}"));
        for fact in ["state_hash", "end", "distance", "contacts", "respawns"] {
            assert_eq!(row[fact], alone[fact], "{methods}: {fact}");
        }
        // Mode `box` asks no planes.
        match methods {
            "box" => assert!(row["asked"].is_null()),
            _ => assert_eq!(row["asked"], alone["asked"], "{methods}"),
        }
    }
    assert_eq!(rows[0]["parted"], Value::Null);
    assert_eq!(rows[0]["most_apart"], 0.0);
}

#[test]
fn the_article_parts_from_the_sweep_and_the_tick_that_began_it_is_told() {
    let place = Place::new();
    let (table, plot) = (place.at("apart.csv"), place.at("apart.svg"));
    let compare = "compare test:stairs --wander 5 --ticks 1500 --methods usual,article";
    let told = succeed(format!("{compare} --csv {table} --plot {plot}"));
    let parts = "article parted from usual at tick |they moved apart from tick | pushes back ";
    for part in parts.split('|') {
        assert!(told.contains(part), "{told}");
    }
    let rows = place.read("apart.csv");
    let mut lines = rows.lines();
    let header = "tick,usual.x,usual.y,usual.z,usual.contacts,usual.overlap_mm,usual.apart,\
                  article.x,article.y,article.z,article.contacts,article.overlap_mm,article.apart";
    assert_eq!(lines.next(), Some(header));
    assert_eq!(lines.count(), 1500);
    let parted = &json(format!("{compare} --json"))["methods"][1]["parted"];
    let [tick, began] = ["tick", "began"].map(|it| parted[it].as_u64().expect("a tick") as usize);
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
    let plot = place.read("apart.svg");
    assert!(plot.starts_with("<svg") && plot.contains(">article</text>"));
}

/// The triangles that a tick asks depend on those that ticks before it gathered.
#[test]
fn the_tick_that_began_it_is_told_as_why_tells_it() {
    let place = Place::new();
    for (seed, other) in [("1", "article"), ("2", "box"), ("4", "box")] {
        let run = place.walk("test:stairs", &format!("--wander {seed} --ticks 1500"));
        let compared = format!("compare test:stairs --input {run} --methods usual,{other} --json");
        let parted = &json(compared)["methods"][1]["parted"];
        let why = succeed(format!("why {run} --tick {}", parted["began"]));
        let asked = |line: &&str| line.contains(" asked, ");
        let accounts = parted["accounts"][0].as_array().expect("lines");
        let told = accounts.iter().filter_map(|line| line.as_str()).find(asked);
        assert_eq!(told, why.lines().map(str::trim).find(asked), "{parted}");
        assert!(told.is_some(), "{parted}");
    }
}

#[cfg(not(feature = "rapier"))]
#[test]
fn a_build_without_rapier_says_how_to_get_it() {
    let refused = hexbound("compare test:flat --wander 1 --methods rapier");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--features rapier"));
}

#[cfg(feature = "rapier")]
#[test]
fn rapier_is_never_the_first_and_costs_no_table() {
    let place = Place::new();
    let table = place.file("table.csv", "of last week");
    for ticks in ["0", "9"] {
        let compare = format!("compare test:flat --wander 1 --ticks {ticks} --csv {table}");
        let said = refusal(format!("{compare} --methods rapier,usual"));
        assert!(said.contains("cannot be the first"), "{said}");
    }
    assert_eq!(place.read("table.csv"), "of last week");
}

#[cfg(feature = "rapier")]
#[test]
fn rapier_walks_on_flat_ground_about_as_far() {
    let walk = "compare test:flat --wander 3 --ticks 1200 --json";
    let compared = json(format!("{walk} --methods usual,rapier"));
    let way = |row: usize| compared["methods"][row]["distance"].as_f64();
    let [ours, rapier] = [0, 1].map(|row| way(row).expect("meters"));
    assert!(ours > 10.0, "{ours} m are too few to prove anything");
    assert!((rapier / ours - 1.0).abs() < 0.15, "{rapier} {ours}");
    assert_eq!(compared["methods"][1]["leaks"]["ticks"], 0);
}
