//! Tests of the commands that explain recorded runs: one tick in words, and pages about whole runs.

use crate::program::*;

/// A recorded walk into walls.
fn walk(place: &Place) -> String {
    place.walk("test:stairs", "--wander 3 --ticks 900")
}

#[test]
fn a_tick_is_told_and_every_other_method_beside_it() {
    let place = Place::new();
    let run = walk(&place);
    let last = json(format!("why {run} --json"));
    let tick = &last["tick"];
    assert_eq!(json(format!("why {run} --json --tick {tick}")), last);
    let until = format!("--input {run} --ticks {tick} --json");
    let replayed = json(format!("sim test:stairs {until}"));
    assert_eq!(last["state_hash"], replayed["state_hash"]);
    let end = list(&last["places"]).last().expect("the end");
    assert_eq!(end["place"], replayed["end"]);
    for other in list(&last["by_other_methods"]) {
        // Mode `box` asks no planes.
        let asks = other["choice"] != "box" || other["question"] != "collision";
        assert_eq!(other["asked"].is_u64(), asks);
        assert!(other["question"].is_string(), "{other}");
    }
    let told = succeed(format!("why {run}"));
    let heading = format!("Tick {tick}");
    let others = "By the other methods";
    for part in [&*heading, "triangles asked", "normal", others] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

/// The numbers of a place in words, the first of them after `before`.
fn place_after(line: &str, before: &str) -> DVec3 {
    let rest = line.split(before).nth(1).expect("a place");
    let numbers = rest.split([' ', ';', ',']).take(3);
    let numbers: Vec<f64> = numbers.map(|it| it.parse().expect(rest)).collect();
    DVec3::from_slice(&numbers)
}

#[test]
fn who_subtracts_the_places_of_two_methods_gets_the_distance_that_is_told() {
    let place = Place::new();
    let run = walk(&place);
    let told = json(format!("why {run} --json"));
    let feet = vector(&told["feet"]);
    let mut shapes = 0;
    for other in list(&told["by_other_methods"]) {
        let apart = other["apart"].as_f64().expect("meters");
        let between = feet.distance(vector(&other["feet"]));
        assert!((apart - between).abs() < 1e-5, "{other}");
        shapes += usize::from(other["question"] == "body" && other["end"] != other["feet"]);
    }
    assert!(shapes > 1, "{told}");
    let words = succeed(format!("why {run}"));
    let heading = "leaves the feet at ";
    let here = words.lines().find(|line| line.contains(heading));
    let here = place_after(here.expect("the feet"), heading);
    let others = words.lines().filter(|it| it.contains(" mm away, at "));
    let mut count = 0;
    for line in others {
        let apart = line.split(": feet ").nth(1).expect("a distance");
        let apart: f64 = apart.split(' ').next().expect("mm").parse().expect(line);
        let there = place_after(line, " mm away, at ");
        let off = apart / 1000.0 - here.distance(there);
        assert!(off.abs() < 3e-4, "{line}");
        count += 1;
    }
    assert!(count > 0, "{words}");
}

#[test]
fn the_picture_of_a_tick_has_no_crosshair() {
    let Some(place) = studio() else { return };
    let (run, file) = (walk(&place), place.at("why.png"));
    succeed(format!("why {run} -o {file} --size 480x270"));
    let picture = image::open(&file).expect("a picture").into_rgba8();
    // The teal of the crosshair's hexagon fills the middle of a picture that has one.
    let pixels = (237..243).flat_map(|x| (132..138).map(move |y| (x, y)));
    let teal = pixels.filter(|(x, y)| {
        let [red, green, _, _] = picture.get_pixel(*x, *y).0;
        i32::from(green) - i32::from(red) > 70
    });
    assert!(teal.count() < 4, "a crosshair");
}

/// A recording by the article's method, and the tick in which somebody goes through the wedge.
fn leaking(place: &Place) -> (String, u64) {
    let leak = (1..9).find_map(|seed: u32| {
        let walk = format!("--wander {seed} --ticks 6000 --methods article");
        let compared = json(format!("compare test:wedge {walk} --json"));
        let tick = compared["methods"][0]["first_passed"].as_u64()?;
        Some((place.walk("test:wedge", &walk), tick))
    });
    leak.expect("a leak")
}

#[test]
fn a_tick_that_leaks_says_through_which_triangle() {
    let place = Place::new();
    let (run, tick) = leaking(&place);
    let told = json(format!("why {run} --tick {tick} --json"));
    let triangle = told["goes_through"].as_u64().expect("a triangle");
    let words = succeed(format!("why {run} --tick {tick}"));
    let through = format!("the body's center went through triangle {triangle} of wedge");
    assert!(words.contains(&through), "{words}");
    // Those that go through as well are no other outcome.
    let alike =
        |it: &&Value| it["goes_through"] == true && it["apart"].as_f64().expect("meters") < 1e-6;
    let alike = list(&told["by_other_methods"]).iter().filter(alike).count();
    let mut lines = words.lines();
    let same = lines.find(|line| line.contains("end at the same place"));
    let same = same.expect("a line").matches(" asked)").count();
    assert!(alike > 5, "{words}");
    assert_eq!(same, alike, "{words}");
    let before = json(format!("why {run} --tick {} --json", tick - 1));
    assert!(before["goes_through"].is_null());
}

#[test]
fn each_push_of_the_article_has_six_depths_and_is_one() {
    let place = Place::new();
    let run = place.walk("test:stairs", "--wander 3 --ticks 900 --methods article");
    let told = json(format!("why {run} --json"));
    let pushes = list(&told["article"]["pushes"]);
    assert!(!pushes.is_empty(), "{told}");
    for push in pushes {
        let inside = list(&push["inside"]);
        assert!(inside.len() == 6 && inside.iter().all(|it| it.as_f64() >= Some(0.0)));
        assert!(push["distance_before"].as_f64() > Some(0.0), "{push}");
        assert!(push["distance_after"].as_f64() <= Some(0.0), "{push}");
    }
}

/// The numbers of the legs of a reported tick, counted through all of its slides.
fn legs(told: &Value) -> usize {
    let questions = list(&told["questions"]).iter();
    let legs = questions.filter_map(|it| it["legs"].as_array());
    let goes = |leg: &&Value| leg["wish"] != serde_json::json!([0.0, 0.0, 0.0]);
    legs.flatten().filter(goes).count()
}

#[test]
fn the_page_of_a_tick_names_every_leg_and_each_has_its_picture() {
    let Some(place) = studio() else { return };
    let (run, folder) = (walk(&place), place.at("told"));
    let pictures = format!("--pictures {folder} --size 480x270");
    let told = json(format!("why {run} --json {pictures}"));
    let (tick, legs) = (&told["tick"], legs(&told));
    assert!(legs > 0, "{told}");
    let page = place.read("told/why.html");
    for number in 1..=legs {
        let file = format!("why-{tick}-leg-{number}.png");
        let heading = page.split(&format!("<h3>Leg {number}: ")).nth(1);
        let heading = heading.and_then(|it| it.split('<').next());
        let heading = heading.expect("a heading");
        assert!(!heading.ends_with(&format!(", leg {number}")), "{heading}");
        assert!(page.contains(&format!("src=\"{file}\"")), "{file}");
        let picture = image::open(place.path("told").join(&file)).expect("a picture");
        let picture = picture.into_rgba8();
        // The contact is in the middle: its normal, its triangle, the shell and the way are there.
        let pixels = (180..300).flat_map(|x| (75..195).map(move |y| (x, y)));
        let strong = pixels.filter(|(x, y)| {
            let [red, green, blue, _] = picture.get_pixel(*x, *y).0;
            red.max(green).max(blue) - red.min(green).min(blue) > 110
        });
        let strong = strong.count();
        assert!(strong > 60, "{strong} pixels of lines in {file}");
    }
    assert!(page.contains(&format!("src=\"why-{tick}-overview.png\"")));
    let [account, others] = ["The whole account", "By the other methods"].map(|it| page.find(it));
    assert!(account.expect("the account") < others.expect("the others"));
    assert!(!page.contains("<pre> "), "{page}");
    // What is spent has met nothing, and so its picture has no contact.
    let articles = page.split("<article").skip(1);
    for article in articles.filter(|it| it.contains("nothing is met")) {
        assert!(article.contains("alt=\"The way of leg "), "{article}");
    }
    assert!(!page.contains("http") && !page.contains("<script"));
}

#[test]
fn a_page_names_the_tick_that_led_through_a_wall_and_a_broken_run_spoils_no_other() {
    let place = Place::new();
    let (run, tick) = leaking(&place);
    let (broken, folder) = (place.file("broken.rec", "no recording"), place.at("pages"));
    let pages = format!("--pages {folder} --no-pictures");
    let output = hexbound(format!("verify {broken} {run} {pages}"));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("broken.rec"));
    let page = place.read("pages/test-wedge.html");
    let moment = format!("<h3>Tick {tick} (");
    let heading = ": went through a triangle</h3>";
    for part in [&*moment, heading, "center went through triangle"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(place.path("pages/index.html").is_file());
}
