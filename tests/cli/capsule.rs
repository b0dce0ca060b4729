//! Tests of capsules: cut out of a run, opened, shrunk, refused.

use std::{
    fs,
    io::{Read, Write},
};

use crate::program::{Place, disproof, hexbound, json, refusal, succeed, text, usage_refusal};

/// A run on the wedge by the article's method, which leaks there.
fn leaking_run(place: &Place) -> String {
    let run = place.at("leak.rec");
    succeed(&[
        "sim",
        "test:wedge",
        "--wander",
        "1",
        "--ticks",
        "600",
        "--collision",
        "article",
        "--record",
        &run,
    ]);
    run
}

/// The first tick in which the run goes through a triangle.
fn first_leak(run: &str) -> u64 {
    let compared = json(&[
        "compare",
        "test:wedge",
        "--input",
        run,
        "--methods",
        "usual",
        "--json",
    ]);
    let tick = &compared["methods"][0]["first_passed"];
    tick.as_u64().expect("a tick that goes through")
}

#[test]
fn a_leak_is_cut_out_opened_and_shrunk() {
    let place = Place::new();
    let run = leaking_run(&place);
    let tick = first_leak(&run);
    let capsule = place.at("leak.capsule");
    let ticks = format!("{}..{}", tick.saturating_sub(200), tick + 100);
    let said = succeed(&[
        "capsule",
        &run,
        "--ticks",
        &ticks,
        "-o",
        &capsule,
        "--note",
        "out at the edge",
    ]);
    assert!(said.contains("test:wedge"), "{said}");
    assert!(fs::metadata(&capsule).expect("a file").len() < 200_000);
    let told = format!("tick {tick}: the body's center goes through a triangle");
    let said = succeed(&["verify", &capsule]);
    for words in ["note: out at the edge", &told, "lead to the states"] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let small = place.at("small.capsule");
    succeed(&[
        "capsule",
        "--minimise",
        &capsule,
        "--fault",
        "through",
        "-o",
        &small,
    ]);
    let said = succeed(&["verify", &small]);
    assert!(said.contains(&told), "{said}");
    let size = |path: &str| fs::metadata(path).expect("a file").len();
    assert!(size(&small) * 3 < size(&capsule), "{}", size(&small));
}

#[test]
fn a_tick_of_a_capsule_is_told_as_that_of_its_run() {
    let place = Place::new();
    let run = leaking_run(&place);
    let capsule = place.at("leak.capsule");
    let last = json(&["why", &run, "--json"])["tick"]
        .as_u64()
        .expect("a tick");
    let begin = last - 60;
    let ticks = format!("{begin}..{last}");
    succeed(&["capsule", &run, "--ticks", &ticks, "-o", &capsule]);
    for tick in [begin + 1, last - 20, last] {
        let tick = tick.to_string();
        let of_run = json(&["why", &run, "--tick", &tick, "--json"]);
        let of_capsule = json(&["why", &capsule, "--tick", &tick, "--json"]);
        for fact in ["tick", "feet", "wished", "velocity", "state_hash"] {
            assert_eq!(of_run[fact], of_capsule[fact], "tick {tick}: {fact}");
            assert!(!of_run[fact].is_null(), "{fact}");
        }
    }
    assert_eq!(json(&["why", &capsule, "--json"])["tick"], last);
    for tick in [begin, last + 1] {
        let said = refusal(&["why", &capsule, "--tick", &tick.to_string()]);
        let range = format!("has the ticks {} to {last}", begin + 1);
        assert!(said.contains(&range), "{said}");
    }
}

#[test]
fn what_is_no_capsule_or_has_no_such_ticks_is_refused() {
    let place = Place::new();
    let run = leaking_run(&place);
    let capsule = place.at("leak.capsule");
    succeed(&["capsule", &run, "--ticks", "0..60", "-o", &capsule]);
    let said = refusal(&["capsule", &run, "--ticks", "100..9000", "-o", &capsule]);
    assert!(
        said.contains("100..9000") && said.contains("600 ticks"),
        "{said}"
    );
    usage_refusal(&["capsule", &run, "--ticks", "60..0"]);
    let said = usage_refusal(&["capsule", &run, "--ticks", "60.."]);
    assert!(said.contains("'60..' has no end"), "{said}");
    usage_refusal(&["capsule", &run, "--minimize", "--fault", "odd"]);
    let said = refusal(&["verify", &place.at("none.capsule")]);
    assert!(said.contains("none.capsule"), "{said}");
    // What is a recording, though not whole, is reported as one.
    let text = fs::read(&run).expect("a file");
    let cut = place.file("cut.rec", &text[..text.len() / 2]);
    let said = disproof(&["verify", &cut]);
    assert!(said.contains("is cut short"), "{said}");
    let said = refusal(&["capsule", "--minimize", &run]);
    assert!(said.contains("is no capsule"), "{said}");
    let said = refusal(&["capsule", &capsule]);
    assert!(said.contains("is a capsule already"), "{said}");
    let bytes = fs::read(&capsule).expect("a file");
    fs::write(&capsule, &bytes[..bytes.len() / 2]).expect("written");
    let said = refusal(&["verify", &capsule]);
    assert!(
        said.contains("damaged") && said.contains("copy it again"),
        "{said}"
    );
}

#[test]
fn a_capsule_is_no_recording_and_who_takes_it_for_one_is_told() {
    let place = Place::new();
    let run = leaking_run(&place);
    let capsule = place.at("leak.capsule");
    succeed(&["capsule", &run, "--ticks", "0..60", "-o", &capsule]);
    let pages = place.at("pages");
    let input = ["compare", "test:wedge", "--input", &capsule];
    for said in [
        refusal(&["verify", &capsule, "--pages", &pages]),
        refusal(&input),
    ] {
        assert!(said.contains("is a capsule, which"), "{said}");
        let open = format!("'hexbound replay {capsule}'");
        assert!(said.contains(&open), "{said}");
    }
    assert!(
        !place.path("pages").exists(),
        "a refused run leaves nothing"
    );
}

#[test]
fn a_capsule_can_go_to_standard_output_and_nothing_else_does() {
    let place = Place::new();
    let run = leaking_run(&place);
    let output = hexbound(&["capsule", &run, "--ticks", "0..60", "-o", "-"]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("test:wedge, ticks 0..60, "), "{said}");
    let capsule = place.file("piped.capsule", output.stdout);
    let told = succeed(&["verify", &capsule]);
    assert!(told.contains("60 ticks lead to the states"), "{told}");
}

#[test]
fn an_altered_capsule_of_this_version_is_called_altered() {
    let place = Place::new();
    let run = leaking_run(&place);
    let capsule = place.at("leak.capsule");
    succeed(&["capsule", &run, "--ticks", "0..60", "-o", &capsule]);
    let bytes = fs::read(&capsule).expect("a file");
    let end = bytes.iter().position(|it| *it == b'\n').expect("a line") + 1;
    let mut unpacked = Vec::new();
    let mut packed = flate2::read::GzDecoder::new(&bytes[end..]);
    packed.read_to_end(&mut unpacked).expect("compressed");
    // The first way forward leads back instead.
    let forward = unpacked.windows(2).position(|it| it == b"\nF");
    unpacked[forward.expect("a command") + 1] = b'B';
    let mut altered = bytes[..end].to_vec();
    let mut encoder = flate2::write::GzEncoder::new(&mut altered, Default::default());
    encoder.write_all(&unpacked).expect("written");
    encoder.finish().expect("written");
    let altered = place.file("altered.capsule", altered);
    let said = disproof(&["verify", &altered]);
    assert!(said.contains("comes to another state"), "{said}");
    assert!(said.contains("the file was altered"), "{said}");
    assert!(!said.contains("has changed since"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting() {
    let place = Place::new();
    let pipe = place.at("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let said = refusal(&["capsule", "--minimize", &pipe]);
    assert!(said.contains("ordinary"), "{said}");
}

#[test]
fn capsules_that_no_name_was_given_for_take_free_ones() {
    let place = Place::new();
    let run = leaking_run(&place);
    let cut = |arguments: &[&str]| {
        let output = std::process::Command::new(crate::program::PROGRAM)
            .arg("capsule")
            .args(arguments)
            .current_dir(place.folder())
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for (ticks, name) in [
        ("0..60", "leak-0-60.capsule"),
        ("0..90", "leak-0-90.capsule"),
        ("0..60", "leak-0-60-2.capsule"),
        ("0..60", "leak-0-60-3.capsule"),
    ] {
        let said = cut(&[&run, "--ticks", ticks]);
        assert!(said.starts_with(&format!("{name}: ")), "{said}");
        assert!(place.path(name).is_file());
    }
    // A file that was named is the user's own choice.
    for _ in 0..2 {
        let said = cut(&[&run, "--ticks", "0..60", "-o", "own.capsule"]);
        assert!(said.starts_with("own.capsule: "), "{said}");
    }
}
