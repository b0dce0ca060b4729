//! Tests of the commands that explain recorded runs: one tick in words, and pages about whole runs.

use std::fs;

use crate::{
    pictures::has_adapter,
    program::{Place, disproof, hexbound, json, refusal, succeed, text, without_device},
};

/// A recorded walk into walls.
fn walk(place: &Place, level: &str) -> String {
    let run = place.at("walk.rec");
    succeed(&[
        "sim", level, "--wander", "3", "--ticks", "900", "--record", &run,
    ]);
    run
}

#[test]
fn a_tick_is_told_and_every_other_method_beside_it() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let last = json(&["why", &run, "--json"]);
    let tick = last["tick"].as_u64().expect("a tick").to_string();
    assert_eq!(json(&["why", &run, "--json", "--tick", &tick]), last);
    let replayed = json(&[
        "sim",
        "test:stairs",
        "--input",
        &run,
        "--ticks",
        &tick,
        "--json",
    ]);
    assert_eq!(last["state_hash"], replayed["state_hash"]);
    let places = last["places"].as_array().expect("places");
    assert_eq!(places.last().expect("the end")["place"], replayed["end"]);
    for other in last["by_other_methods"].as_array().expect("a list") {
        // Mode `box` asks no planes.
        assert_eq!(
            other["asked"].is_u64(),
            other["choice"] != "box" || other["question"] != "collision"
        );
        assert!(other["question"].is_string(), "{other}");
    }
    let told = succeed(&["why", &run]);
    for part in [
        &format!("Tick {tick}"),
        "triangles asked",
        "normal",
        "By the other methods",
    ] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

/// The numbers of a place in words, the first of them after `before`.
fn place_after(line: &str, before: &str) -> [f64; 3] {
    let rest = line.split(before).nth(1).expect("a place");
    let numbers = rest.split([' ', ';', ',']).take(3);
    let numbers: Vec<f64> = numbers.map(|it| it.parse().expect(rest)).collect();
    numbers.try_into().expect("three numbers")
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    let parts = one
        .iter()
        .zip(other)
        .map(|(one, other)| (one - other).powi(2));
    parts.sum::<f64>().sqrt()
}

#[test]
fn who_subtracts_the_places_of_two_methods_gets_the_distance_that_is_told() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let told = json(&["why", &run, "--json"]);
    let at = |value: &serde_json::Value| -> Vec<f64> {
        let numbers = value.as_array().expect("a place").iter();
        numbers.map(|it| it.as_f64().expect("meters")).collect()
    };
    let feet = at(&told["feet"]);
    let mut shapes = 0;
    for other in told["by_other_methods"].as_array().expect("a list") {
        let apart = other["apart"].as_f64().expect("meters");
        let between = distance(&feet, &at(&other["feet"]));
        assert!((apart - between).abs() < 1e-5, "{other}");
        shapes += usize::from(other["question"] == "body" && other["end"] != other["feet"]);
    }
    assert!(shapes > 1, "{told}");
    let words = succeed(&["why", &run]);
    let heading = "leaves the feet at ";
    let here = words.lines().find(|line| line.contains(heading));
    let here = place_after(here.expect("the feet"), heading);
    let others: Vec<&str> = words
        .lines()
        .filter(|it| it.contains(" mm away, at "))
        .collect();
    assert!(!others.is_empty(), "{words}");
    for line in others {
        let apart = line.split(": feet ").nth(1).expect("a distance");
        let apart: f64 = apart.split(' ').next().expect("mm").parse().expect(line);
        let there = place_after(line, " mm away, at ");
        assert!(
            (apart / 1000.0 - distance(&here, &there)).abs() < 3e-4,
            "{line}"
        );
    }
}

#[test]
fn the_picture_of_a_tick_has_no_crosshair() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let run = walk(&place, "test:stairs");
    let file = place.at("why.png");
    succeed(&["why", &run, "-o", &file, "--size", "480x270"]);
    let picture = image::open(&file).expect("a picture").into_rgba8();
    // The teal of the crosshair's hexagon fills the middle of a picture that has one.
    let pixels = (-3..3_i32).flat_map(|x| (-3..3_i32).map(move |y| (x, y)));
    let teal = pixels.filter(|(x, y)| {
        let [red, green, _, _] = picture.get_pixel((240 + x) as u32, (135 + y) as u32).0;
        i32::from(green) - i32::from(red) > 70
    });
    assert!(teal.count() < 4, "a crosshair");
}

#[test]
fn negative_numbers_are_refused_in_words_of_their_own() {
    let compared = ["compare", "test:flat", "--wander", "1", "--ticks", "-5"];
    let cases: [(&[&str], &str); 8] = [
        (&["why", "run.rec", "--tick", "-5"], "a tick is"),
        (
            &["sim", "test:flat", "--ticks", "-5"],
            "a number of ticks is",
        ),
        (&["sim", "test:flat", "--wander", "-5"], "a seed is"),
        (&["compare", "test:flat", "--wander", "-5"], "a seed is"),
        (&compared, "a number of ticks is"),
        (
            &["hunt", "test:flat", "--rounds", "-5"],
            "a number of rounds is",
        ),
        (&["hunt", "test:flat", "--seed", "-5"], "a seed is"),
        (
            &["bench", "test:flat", "--frames", "-5"],
            "a number of frames is",
        ),
    ];
    for (arguments, said) in cases {
        let refused = text(&hexbound(arguments).stderr);
        assert!(
            refused.contains(said) && refused.contains("'-5'"),
            "{refused}"
        );
        assert!(!refused.contains("-- -5"), "{refused}");
    }
}

/// A recording by the article's method, and the tick in which somebody goes through the wedge.
fn leaking(place: &Place) -> (String, String) {
    let run = place.at("leak.rec");
    let leak = (1..9).find_map(|seed: u32| {
        let seed = seed.to_string();
        let walk = ["test:wedge", "--wander", &seed, "--ticks", "6000"];
        let methods = ["--methods", "article"];
        let compared = [&["compare"], &walk[..], &methods, &["--json"]].concat();
        let tick = json(&compared)["methods"][0]["first_passed"].as_u64()?;
        succeed(&[&["sim"], &walk[..], &methods, &["--record", &run]].concat());
        Some(tick.to_string())
    });
    (run, leak.expect("a leak"))
}

#[test]
fn a_tick_that_leaks_says_through_which_triangle() {
    let place = Place::new();
    let (run, tick) = leaking(&place);
    let told = json(&["why", &run, "--tick", &tick, "--json"]);
    let triangle = told["goes_through"].as_u64().expect("a triangle");
    let words = succeed(&["why", &run, "--tick", &tick]);
    let through = format!("the body's center went through triangle {triangle} of wedge");
    assert!(words.contains(&through), "{words}");
    // Those that go through as well are no other outcome.
    let others = told["by_other_methods"].as_array().expect("a list");
    let alike = |it: &&serde_json::Value| {
        it["goes_through"] == true && it["apart"].as_f64().expect("meters") < 1e-6
    };
    let alike = others.iter().filter(alike).count();
    let same = words
        .lines()
        .find(|line| line.contains("end at the same place"));
    assert!(alike > 5, "{words}");
    assert_eq!(
        same.expect("a line").matches(" asked)").count(),
        alike,
        "{words}"
    );
    let before: u64 = tick.parse().expect("a number");
    let before = json(&["why", &run, "--tick", &(before - 1).to_string(), "--json"]);
    assert!(before["goes_through"].is_null());
}

#[test]
fn each_push_of_the_article_has_six_depths_and_is_one() {
    let place = Place::new();
    let run = place.at("walk.rec");
    let walk = ["sim", "test:stairs", "--wander", "3", "--ticks", "900"];
    succeed(&[&walk[..], &["--methods", "article", "--record", &run]].concat());
    let told = json(&["why", &run, "--json"]);
    let pushes = told["article"]["pushes"].as_array().expect("pushes");
    assert!(!pushes.is_empty(), "{told}");
    for push in pushes {
        let inside = push["inside"].as_array().expect("depths");
        assert!(inside.len() == 6 && inside.iter().all(|it| it.as_f64() >= Some(0.0)));
        assert!(push["distance_before"].as_f64() > Some(0.0), "{push}");
        assert!(push["distance_after"].as_f64() <= Some(0.0), "{push}");
    }
}

#[test]
fn what_cant_be_told_is_refused_with_the_remedy() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    for tick in ["0", "901"] {
        let refused = text(&hexbound(&["why", &run, "--tick", tick]).stderr);
        assert!(
            refused.contains("1 to 900") && refused.contains(tick),
            "{refused}"
        );
    }
    let other = text(&hexbound(&["why", &run, "--level", "test:flat"]).stderr);
    assert!(
        other.contains("test:stairs") || other.contains("stairs"),
        "{other}"
    );
    let idle = place.at("idle.rec");
    succeed(&["sim", "test:flat", "--ticks", "9", "--record", &idle]);
    let nothing = text(&hexbound(&["verify", &run, "--pages", &idle, "--no-pictures"]).stderr);
    assert!(nothing.contains("idle.rec"), "{nothing}");
}

/// A walk at another speed than the recording was made at.
#[test]
fn a_run_that_parts_at_the_tick_that_is_asked_for_is_refused() {
    let place = Place::new();
    let run = fs::read_to_string(walk(&place, "test:stairs")).expect("a run");
    let faster = run.replacen("\"walk_speed\":5.0", "\"walk_speed\":6.0", 1);
    assert_ne!(faster, run);
    let faster = place.file("faster.rec", faster);
    let said = disproof(&["why", &faster, "--tick", "1"]);
    assert!(said.contains("parts at tick 1:"), "{said}");
    let output = place.at("moment.capsule");
    let said = disproof(&["capsule", &faster, "--ticks", "0..1", "-o", &output]);
    assert!(said.contains("parts at tick 1:"), "{said}");
}

#[test]
fn a_picture_of_another_kind_is_refused_by_its_name() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let picture = place.at("why.JPG");
    for arguments in [
        ["why", &run, "-o", &picture],
        ["shot", "test:flat", "-o", &picture],
    ] {
        let said = refusal(&arguments);
        assert!(said.contains("why.JPG") && said.contains(".png"), "{said}");
    }
    assert!(!place.path("why.JPG").exists());
}

#[test]
fn pages_need_nothing_but_themselves() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let folder = place.at("pages");
    let written = succeed(&["verify", &run, &run, "--pages", &folder, "--no-pictures"]);
    assert_eq!(written.lines().count(), 3, "{written}");
    let page = |name: &str| fs::read_to_string(place.path("pages").join(name)).unwrap();
    let [one, index] = ["walk.html", "index.html"].map(page);
    assert!(index.contains("href=\"walk.html\"") && index.contains("href=\"walk-2.html\""));
    let hash = json(&["sim", "test:stairs", "--input", &run, "--json"]);
    let hash = hash["state_hash"].as_str().expect("a hash");
    for part in [
        "900 ticks (7.5 s)",
        "<svg class=\"map\"",
        "Contacts a tick",
        hash,
        "to the bit",
        "violet its triangle, white the body",
    ] {
        assert!(one.contains(part), "{part}");
    }
    for html in [&one, &index] {
        let outside = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!outside.contains("http") && !html.contains("<script"));
        assert!(!html.contains("NaN"));
    }
}

/// Names that differ by their letters' case alone are one name on many disks.
#[test]
fn no_page_takes_the_place_of_another_and_none_is_half_written() {
    let place = Place::new();
    let run = walk(&place, "test:flat");
    let [other, index] = ["WALK.rec", "Index.rec"].map(|name| place.at(name));
    for copy in [&other, &index] {
        fs::copy(&run, copy).expect("a copy");
    }
    let folder = place.at("pages");
    let arguments = [
        "verify",
        &run,
        &other,
        &index,
        "--pages",
        &folder,
        "--no-pictures",
    ];
    let written = succeed(&arguments);
    for name in ["walk.html", "WALK-2.html", "Index-2.html", "index.html"] {
        assert!(written.contains(name), "{written}");
    }
    // A full disk, as far as the writer can tell.
    #[cfg(target_os = "linux")]
    {
        let page = place.path("pages").join("walk.html");
        let before = fs::read(&page).expect("a page");
        std::os::unix::fs::symlink("/dev/full", page.with_extension("html.part")).expect("a link");
        let refused = refusal(&arguments);
        assert!(refused.contains("walk.html"), "{refused}");
        assert_eq!(fs::read(&page).expect("a page"), before);
    }
}

/// The numbers of the legs of a reported tick, counted through all of its slides.
fn legs(told: &serde_json::Value) -> usize {
    let questions = told["questions"].as_array().expect("a list");
    let legs = questions.iter().filter_map(|it| it["legs"].as_array());
    let goes = |leg: &&serde_json::Value| leg["wish"] != serde_json::json!([0.0, 0.0, 0.0]);
    legs.flatten().filter(goes).count()
}

#[test]
fn the_page_of_a_tick_names_every_leg_and_each_has_its_picture() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let run = walk(&place, "test:stairs");
    let folder = place.at("told");
    let told = json(&[
        "why",
        &run,
        "--json",
        "--pictures",
        &folder,
        "--size",
        "480x270",
    ]);
    let (tick, legs) = (told["tick"].as_u64().expect("a tick"), legs(&told));
    assert!(legs > 0, "{told}");
    let page = fs::read_to_string(place.path("told/why.html")).expect("a page");
    for number in 1..=legs {
        let file = format!("why-{tick}-leg-{number}.png");
        let heading = format!("<h3>Leg {number}: ");
        let heading = page.split(&heading).nth(1).expect("a heading");
        let heading = heading.split('<').next().expect("its end");
        assert!(!heading.ends_with(&format!(", leg {number}")), "{heading}");
        assert!(page.contains(&format!("src=\"{file}\"")), "{file}");
        let picture = image::open(place.path("told").join(&file)).expect("a picture");
        let picture = picture.into_rgba8();
        // The contact is in the middle: its normal, its triangle, the shell and the way are there.
        let middle = |x: i32, y: i32| picture.get_pixel((240 + x) as u32, (135 + y) as u32).0;
        let pixels = (-60..60).flat_map(|x| (-60..60).map(move |y| middle(x, y)));
        let strong = pixels.filter(|[red, green, blue, _]| {
            let parts = [*red, *green, *blue];
            let (most, least) = (parts.iter().max().unwrap(), parts.iter().min().unwrap());
            most - least > 110
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
fn without_a_device_a_ticks_page_is_written_without_pictures() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let output = without_device(&["why", &run, "--pictures", &place.at("told")]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("there are no pictures"), "{said}");
    assert!(text(&output.stdout).contains("By the other methods"));
    let page = fs::read_to_string(place.path("told/why.html")).expect("a page");
    assert!(page.contains("there are no pictures") && page.contains("<h3>Leg 1: "));
    assert!(!page.contains("<img"));
}

#[test]
fn a_ticks_page_goes_to_no_folder_that_is_none_and_over_no_page_of_others() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    let file = place.file("taken", "a file");
    let said = refusal(&["why", &run, "--pictures", &file]);
    assert!(
        said.contains(&file) && said.contains("--pictures"),
        "{said}"
    );
    fs::create_dir(place.path("mine")).expect("a folder");
    let mine = place.file("mine/why.html", "<p>mine");
    let said = refusal(&["why", &run, "--pictures", &place.at("mine")]);
    assert!(said.contains(&mine), "{said}");
    assert_eq!(fs::read_to_string(mine).expect("a file"), "<p>mine");
}

#[test]
fn pages_of_runs_go_to_no_folder_with_an_index_of_others() {
    let place = Place::new();
    let run = walk(&place, "test:stairs");
    fs::create_dir(place.path("mine")).expect("a folder");
    let mine = place.file("mine/index.html", "<p>mine");
    let folder = place.at("mine");
    let said = refusal(&["verify", &run, "--pages", &folder, "--no-pictures"]);
    assert!(said.contains(&mine), "{said}");
    let files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 1, "the index of others alone");
}

#[test]
fn a_run_without_ticks_has_none_to_ask_for() {
    let place = Place::new();
    let run = place.at("none.rec");
    succeed(&["sim", "test:flat", "--ticks", "0", "--record", &run]);
    for arguments in [&["why", &run][..], &["why", &run, "--tick", "1"]] {
        let said = refusal(arguments);
        assert!(said.contains("has no ticks"), "{said}");
    }
}

#[test]
fn a_page_names_the_tick_that_led_through_a_wall_and_a_broken_run_spoils_no_other() {
    let place = Place::new();
    let (run, tick) = leaking(&place);
    let broken = place.file("broken.rec", "no recording");
    let folder = place.at("pages");
    let output = hexbound(&["verify", &broken, &run, "--pages", &folder, "--no-pictures"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("broken.rec"));
    let page = fs::read_to_string(place.path("pages/leak.html")).expect("a page");
    let moment = format!("<h3>Tick {tick} (");
    assert!(page.contains(&moment) && page.contains(": went through a triangle</h3>"));
    assert!(page.contains("center went through triangle"));
    assert!(place.path("pages/index.html").is_file());
}
