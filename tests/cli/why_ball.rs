//! Tests of the accounts of balls: `why --ball`.

use crate::{
    pictures::has_adapter,
    program::{Place, hexbound, json, refusal, succeed, text},
};

/// Six seconds of the lesson's ten balls.
fn balls(place: &Place) -> String {
    let run = place.at("balls.rec");
    succeed(&["sim", "test:lesson-30", "--ticks", "720", "--record", &run]);
    run
}

/// The three numbers of a vector.
fn vector(value: &serde_json::Value) -> [f64; 3] {
    let numbers = value.as_array().expect("a vector").iter();
    let numbers: Vec<f64> = numbers.map(|it| it.as_f64().expect("a number")).collect();
    numbers.try_into().expect("three numbers")
}

fn dot(one: [f64; 3], other: [f64; 3]) -> f64 {
    (0..3).map(|at| one[at] * other[at]).sum()
}

#[test]
fn a_balls_tick_is_explained_by_i_n_and_r() {
    let place = Place::new();
    let run = balls(&place);
    let last = json(&["why", &run, "--ball", "all", "--json"]);
    let tick = last["tick"].as_u64().expect("a tick").to_string();
    let replayed = ["sim", "test:lesson-30", "--input", &run, "--ticks", &tick];
    let replayed = json(&[&replayed[..], &["--json"]].concat());
    assert_eq!(last["state_hash"], replayed["state_hash"]);
    let impacts = last["impacts"].as_array().expect("a list");
    assert!(!impacts.is_empty(), "{last}");
    let mut before = 0.0;
    for impact in impacts {
        let [time, rest] = ["time", "rest"].map(|it| impact[it].as_f64().expect("seconds"));
        assert!(time >= before && (time + rest - 1.0 / 120.0).abs() < 1e-12);
        before = time;
        let side = &impact["sides"][0];
        let [i, r] = ["before", "reflected"].map(|it| vector(&side[it]));
        let n = vector(&impact["normal"]);
        // Nothing is lost in the lesson; two balls exchange their speeds instead.
        if impact["struck"] != "ball" {
            for at in 0..3 {
                let mirrored = 2.0 * -dot(i, n) * n[at] + i[at];
                assert!((mirrored - r[at]).abs() < 1e-9, "{impact}");
            }
        }
        let along = side["along"].as_array().expect("two speeds");
        let across = side["across"].as_array().expect("two velocities");
        let way = if impact["struck"] == "ball" {
            -1.0
        } else {
            1.0
        };
        assert!((along[0].as_f64().expect("a speed") - way * dot(i, n)).abs() < 1e-9);
        assert!(dot(vector(&across[0]), n).abs() < 1e-9, "{impact}");
    }
    let ball = impacts[0]["ball"].to_string();
    let said = succeed(&["why", &run, "--ball", &ball, "--tick", &tick]);
    for part in [
        &format!("Tick {tick}, by the usual methods: ball {ball}, radius "),
        " ms are left",
        "I, before: ",
        "N, the normal: ",
        "R, reflected: ",
        "By the other methods",
        "flight=euler",
        "balls=slices",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert_eq!(
        json(&["why", &run, "--ball", &ball, "--json"])["tick"],
        last["tick"]
    );
}

#[test]
fn of_two_balls_each_has_the_impact_from_its_own_side() {
    let place = Place::new();
    let run = balls(&place);
    let events = succeed(&["sim", "test:lesson-30", "--input", &run, "--events", "-"]);
    let tick_of = |line: &str| -> Option<String> {
        let event: serde_json::Value = serde_json::from_str(line).ok()?;
        let of_balls = event["event"] == "bounce" && event["struck"]["mass"].is_f64();
        of_balls.then(|| event["tick"].to_string())
    };
    let tick = events.lines().find_map(tick_of).expect("two balls meet");
    let all = json(&["why", &run, "--ball", "all", "--tick", &tick, "--json"]);
    let impacts = all["impacts"].as_array().expect("a list");
    let impact = impacts
        .iter()
        .find(|it| it["struck"] == "ball")
        .expect("one");
    let other = impact["of"].to_string();
    let turned = json(&["why", &run, "--ball", &other, "--tick", &tick, "--json"]);
    assert_eq!(turned["ball"]["id"], impact["of"]);
    let turned = turned["impacts"].as_array().expect("a list");
    let turned = turned
        .iter()
        .find(|it| it["number"] == impact["number"])
        .expect("it");
    assert_eq!(
        (&turned["ball"], &turned["of"]),
        (&impact["of"], &impact["ball"])
    );
    assert_eq!(turned["sides"][0]["before"], impact["sides"][1]["before"]);
    assert_eq!(turned["sides"][1]["after"], impact["sides"][0]["after"]);
    // What one gives the other takes.
    let momentum = |when: &str| -> Vec<f64> {
        let sides = impact["sides"].as_array().expect("two sides").iter();
        let parts = sides.map(|side| {
            let mass = side["mass"].as_f64().expect("a mass");
            vector(&side[when]).map(|speed| speed * mass)
        });
        parts.fold(vec![0.0; 3], |sum, part| {
            (0..3).map(|at| sum[at] + part[at]).collect()
        })
    };
    let [before, after] = ["before", "after"].map(momentum);
    let lost = (0..3)
        .map(|at| (before[at] - after[at]).abs())
        .fold(0.0, f64::max);
    assert!(lost < 1e-6, "{before:?}, {after:?}");
}

#[test]
fn a_balls_tick_of_a_capsule_is_that_of_its_run_and_what_is_not_there_is_refused() {
    let place = Place::new();
    let run = balls(&place);
    let last = json(&["why", &run, "--ball", "all", "--json"]);
    let tick = last["tick"].as_u64().expect("a tick");
    let capsule = place.at("balls.capsule");
    let ticks = format!("{}..{tick}", tick - 60);
    succeed(&["capsule", &run, "--ticks", &ticks, "-o", &capsule]);
    let again = json(&["why", &capsule, "--ball", "all", "--json"]);
    assert_eq!(
        (&again["tick"], &again["state_hash"]),
        (&last["tick"], &last["state_hash"])
    );
    let reflected =
        |account: &serde_json::Value| account["impacts"][0]["sides"][0]["reflected"].clone();
    assert_eq!(reflected(&again), reflected(&last));
    let said = refusal(&["why", &run, "--ball", "77", "--tick", "9"]);
    assert!(
        said.contains("no ball 77") && said.contains("there are 0, 1, 2"),
        "{said}"
    );
    let said = refusal(&["why", &run, "--ball", "77"]);
    assert!(said.contains("ball 77 does not bounce"), "{said}");
    for ball in ["first", "-1"] {
        let said = text(&hexbound(&["why", &run, "--ball", ball]).stderr);
        assert!(said.contains("by its id") && said.contains(ball), "{said}");
    }
    let none = place.at("none.rec");
    succeed(&["sim", "test:flat", "--ticks", "9", "--record", &none]);
    let said = refusal(&["why", &none, "--ball", "0", "--tick", "9"]);
    assert!(said.contains("there are none"), "{said}");
}

#[test]
fn the_picture_of_a_balls_tick_shows_the_surface_moved_out() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let run = balls(&place);
    let file = place.at("ball.png");
    succeed(&[
        "why", &run, "--ball", "all", "-o", &file, "--size", "640x360",
    ]);
    let picture = image::open(&file).expect("a picture").into_rgba8();
    let left = (0..320_u32).flat_map(|x| (0..360_u32).map(move |y| (x, y)));
    let violet = left.filter(|(x, y)| {
        let [red, green, blue, _] = picture.get_pixel(*x, *y).0;
        i32::from(red) - i32::from(green) > 40 && i32::from(blue) - i32::from(green) > 80
    });
    let violet = violet.count();
    assert!(violet > 40, "{violet} pixels of the moved surface");
}
