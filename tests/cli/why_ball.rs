//! Tests of the accounts of balls: `why --ball`.

use crate::program::*;

/// Six seconds of the lesson's ten balls.
fn balls(place: &Place) -> String {
    place.walk("test:lesson-30", "--ticks 720")
}

#[test]
fn a_balls_tick_is_explained_by_i_n_and_r() {
    let place = Place::new();
    let run = balls(&place);
    let last = json(format!("why {run} --ball all --json"));
    let tick = &last["tick"];
    let until = format!("--input {run} --ticks {tick} --json");
    let replayed = json(format!("sim test:lesson-30 {until}"));
    assert_eq!(last["state_hash"], replayed["state_hash"]);
    let impacts = list(&last["impacts"]);
    assert!(!impacts.is_empty(), "{last}");
    let mut before = 0.0;
    for impact in impacts {
        let [time, rest] = ["time", "rest"].map(|it| impact[it].as_f64().expect("seconds"));
        assert!(time >= before && (time + rest - 1.0 / 120.0).abs() < 1e-12);
        before = time;
        let side = &impact["sides"][0];
        let [i, r] = ["before", "reflected"].map(|it| vector(&side[it]));
        let n = vector(&impact["normal"]);
        let is_ball = impact["struck"] == "ball";
        // Nothing is lost in the lesson; two balls exchange their speeds instead.
        let mirrored = i - 2.0 * i.dot(n) * n;
        assert!(is_ball || mirrored.distance(r) < 1e-9, "{impact}");
        let [along, across] = ["along", "across"].map(|it| &list(&side[it])[0]);
        let way = if is_ball { -1.0 } else { 1.0 };
        assert!((along.as_f64().expect("a speed") - way * i.dot(n)).abs() < 1e-9);
        assert!(vector(across).dot(n).abs() < 1e-9, "{impact}");
    }
    let ball = &impacts[0]["ball"];
    let said = succeed(format!("why {run} --ball {ball} --tick {tick}"));
    let heading = format!("Tick {tick}, by the usual methods: ball {ball}, radius ");
    let parts = " ms are left|I, before: |N, the normal: |R, reflected: |By the other methods|flight=euler|\
                 balls=slices";
    for part in parts.split('|').chain([&*heading]) {
        assert!(said.contains(part), "{part} in {said}");
    }
    let last = json(format!("why {run} --ball {ball} --json"));
    assert_eq!(last["tick"], *tick);
}

#[test]
fn of_two_balls_each_has_the_impact_from_its_own_side() {
    let place = Place::new();
    let run = balls(&place);
    let events = succeed(format!("sim test:lesson-30 --input {run} --events -"));
    let tick_of = |line: &str| -> Option<Value> {
        let event: Value = serde_json::from_str(line).ok()?;
        let of_balls = event["event"] == "bounce" && event["struck"]["mass"].is_f64();
        of_balls.then(|| event["tick"].clone())
    };
    let tick = events.lines().find_map(tick_of).expect("two balls meet");
    let account = |ball: &str| json(format!("why {run} --ball {ball} --tick {tick} --json"));
    let find = |account: &Value, fact: &str, value: &Value| -> Value {
        let mut impacts = list(&account["impacts"]).iter();
        let found = impacts.find(|it| it[fact] == *value);
        found.expect("an impact").clone()
    };
    let impact = find(&account("all"), "struck", &Value::from("ball"));
    let turned = account(&impact["of"].to_string());
    assert_eq!(turned["ball"]["id"], impact["of"]);
    let turned = find(&turned, "number", &impact["number"]);
    assert_eq!(turned["ball"], impact["of"]);
    assert_eq!(turned["of"], impact["ball"]);
    assert_eq!(turned["sides"][0]["before"], impact["sides"][1]["before"]);
    assert_eq!(turned["sides"][1]["after"], impact["sides"][0]["after"]);
    // What one gives the other takes.
    let momentum = |when: &str| -> DVec3 {
        let sides = list(&impact["sides"]).iter();
        let of = |side: &Value| vector(&side[when]) * side["mass"].as_f64().expect("a mass");
        sides.map(of).sum()
    };
    let lost = momentum("before") - momentum("after");
    assert!(lost.length() < 1e-6, "{impact}");
}

#[test]
fn a_balls_tick_of_a_capsule_is_that_of_its_run() {
    let place = Place::new();
    let (run, capsule) = (balls(&place), place.at("balls.capsule"));
    let last = json(format!("why {run} --ball all --json"));
    let tick = last["tick"].as_u64().expect("a tick");
    let ticks = format!("{}..{tick}", tick - 60);
    succeed(format!("capsule {run} --ticks {ticks} -o {capsule}"));
    let again = json(format!("why {capsule} --ball all --json"));
    for fact in ["/tick", "/state_hash", "/impacts/0/sides/0/reflected"] {
        assert!(again.pointer(fact).is_some(), "{fact}");
        assert_eq!(again.pointer(fact), last.pointer(fact), "{fact}");
    }
}

#[test]
fn the_picture_of_a_balls_tick_shows_the_surface_moved_out() {
    let Some(place) = studio() else { return };
    let (run, file) = (balls(&place), place.at("ball.png"));
    succeed(format!("why {run} --ball all -o {file} --size 640x360"));
    let picture = image::open(&file).expect("a picture").into_rgba8();
    let left = picture.enumerate_pixels().filter(|(x, ..)| *x < 320);
    let violet = left.filter(|(_, _, pixel)| {
        let [red, green, blue, _] = pixel.0.map(i32::from);
        red - green > 40 && blue - green > 80
    });
    let violet = violet.count();
    assert!(violet > 40, "{violet} pixels of the moved surface");
}
