//! Tests of the reader: whole, altered, cut and strange files.

use super::*;
use hexbound_level::Scale;
use hexbound_sim::{Buttons, CollisionMode, GroundStrategy};

fn lines(text: &str) -> Lines<'_, &[u8]> {
    Lines {
        path: Path::new("a.rec"),
        reader: text.as_bytes(),
        number: 0,
        is_cut: false,
    }
}

fn parse(text: &str) -> Result<Recording, ReplayError> {
    let recording = lines(text).recording()?;
    recording.check_whole().map(|()| recording)
}

/// Reads a file of the usual head and these lines.
fn parse_body(lines: &str) -> Result<Recording, ReplayError> {
    parse(&format!("{HEAD}{lines}"))
}

const HEAD: &str = "hexbound-recording 4\nlevel test:box-room\ncontent any\n\
                    rules {\"walk_speed\":5.0,\"explosion_pool\":\"drop\",\"restitution\":0.8}\n";

#[test]
fn a_compressed_file_is_read_and_a_cut_one_is_refused() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rec.gz");
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
    let text = format!("{HEAD}F x3\nJ 0.1 0\nend 4 any\n");
    writer.write_all(text.as_bytes()).unwrap();
    let bytes = writer.finish().unwrap();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(read(&path).unwrap().ticks, 4);
    for length in [1, 2, 9, bytes.len() / 2, bytes.len() - 9] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(read(&path).is_err(), "cut at byte {length}");
    }
    for length in [bytes.len() - 20, bytes.len() - 9, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let said = read(&path).unwrap_err().to_string();
        let is_said = said.contains("is cut short");
        assert!(is_said, "cut at byte {length}: {said}");
    }
}

#[test]
fn a_claimed_result_is_that_of_the_end() {
    let result = r#"result {"ticks":3,"rewound":0,"rewinds":0,"balls":1,"lit":1,"assisted":false,"medal":"gold"}"#;
    let claimed = |rest: &str| parse_body(&format!("F x3\n{rest}")).unwrap().result;
    assert!(claimed(&format!("{result}\nend 3 any\n")).is_some_and(|it| it.balls == 1));
    assert_eq!(claimed(&format!("{result}\nF\nend 4 any\n")), None);
}

#[test]
fn a_scale_is_read_and_a_senseless_one_is_refused() {
    let scaled = |word: &str| {
        let head = HEAD.replace("content any", &format!("scale {word}\ncontent any"));
        parse(&format!("{head}F x3\nend 3 any\n")).map(|recording| recording.header.reading.scale)
    };
    assert_eq!(scaled("0.01").unwrap(), Scale::new(0.01).unwrap());
    let said = scaled("0").unwrap_err().to_string();
    let is_said = said.contains("a.rec") && said.contains("a scale is");
    assert!(is_said, "{said}");
    let plain = parse_body("end 0 any\n").unwrap().header.reading;
    assert_eq!((plain.scale, plain.variant), (Scale::METERS, None));
    let both = "scale 0.5\nvariant Deep winter\ncontent any";
    let head = HEAD.replace("content any", both);
    let header = parse(&format!("{head}end 0 any\n")).unwrap().header;
    assert_eq!(header.reading.variant.as_deref(), Some("Deep winter"));
}

#[test]
fn a_script_by_hand_is_read() {
    let lines = "# walk\nF x3\ncollision article\n\nground rays\nFJ 0.5 0\nend 4 any\n";
    let recording = parse_body(lines).unwrap();
    assert_eq!(recording.ticks, 4);
    let [(first, times), (second, _)] = recording.runs[..] else {
        panic!("{:?}", recording.runs);
    };
    assert_eq!((times, first.methods.ground), (3, GroundStrategy::Sweep));
    assert_eq!(second.methods.collision, CollisionMode::Article);
    assert_eq!(second.methods.ground, GroundStrategy::Rays);
    assert_eq!(second.yaw, 0.5);
    assert_eq!(recording.state_hash, None);
}

#[test]
fn what_was_given_up_is_left_out_and_counted() {
    let lines = "F x3\nJ x5\nhash 8 0123456789abcdef\nback 5\nL x2\nback 6\nback 2\nB\nend 3 any\n";
    let recording = parse_body(lines).unwrap();
    let kept = (recording.runs.iter())
        .map(|(it, times)| (it.buttons, *times, it.rewound.ticks, it.rewound.times));
    let expected = [(Buttons::FORWARD, 2, 0, 0), (Buttons::BACK, 1, 8, 3)];
    assert_eq!(kept.collect::<Vec<_>>(), expected);
    assert_eq!((recording.ticks, recording.checks.len()), (3, 0));
}

#[test]
fn a_check_before_the_tick_gone_back_to_stays() {
    let [third, sixth] = [3, 6].map(|tick| format!("hash {tick} 0123456789abcdef\n"));
    let lines = format!("F x3\n{third}F x3\n{sixth}back 3\nJ x3\n{sixth}end 6 any\n");
    let checks = parse_body(&lines).unwrap().checks;
    let checks: Vec<u64> = checks.iter().map(|it| it.0).collect();
    assert_eq!(checks, [3, 6]);
}

#[test]
fn totals_and_help_hold_until_they_change() {
    let lines = "F\nrewound 60 2\nassist on\nF\nassist off\nF\nend 3 any\n";
    let recording = parse_body(lines).unwrap();
    let held: Vec<_> = (recording.runs.iter())
        .map(|(it, _)| (it.rewound.ticks, it.rewound.times, it.assisted))
        .collect();
    assert_eq!(held, [(0, 0, false), (60, 2, true), (60, 2, false)]);
}

#[test]
fn another_version_a_capsule_a_way_ahead_and_garbage_are_named() {
    for (text, words) in [
        ("hexbound-recording 1\n", ["version 1", "record it again"]),
        ("hexbound-recording 7\n", ["version 7", "record it again"]),
        (
            "hexbound-capsule 1\n\u{1f}",
            ["is a capsule", "'hexbound replay a.rec'"],
        ),
        (
            &format!("{HEAD}F x3\nback 4\nend 4 any\n"),
            ["line 6", "tick 4"],
        ),
        (
            &format!("{HEAD}F x3\nQ 1\nend 4 any\n"),
            ["line 6", "a.rec"],
        ),
    ] {
        let said = parse(text).unwrap_err().to_string();
        assert!(words.iter().all(|it| said.contains(it)), "{text}: {said}");
    }
}

#[test]
fn strange_files_are_no_recordings() {
    for text in ["", "glTF", "hexbound-recording", "\u{0}\u{1}"] {
        let error = parse(text).unwrap_err();
        let is_said = matches!(error, ReplayError::NotARecording { .. });
        assert!(is_said, "{text}: {error}");
    }
}

#[test]
fn a_cut_anywhere_is_noticed_and_is_no_tampering() {
    let hash = "0123456789abcdef";
    let hashed = format!("{HEAD}F x3\nhash 3 {hash}\nJ x20\nend 23 {hash}\n");
    let checked = format!("{HEAD}F x3\nJ x20\nchecks Ab3x9Q\nend 23 {hash}\n");
    for text in [&hashed, &checked] {
        assert!(parse(text).is_ok());
        for length in 0..text.len() - 1 {
            let error = parse(&text[..length]).unwrap_err();
            let is_said = matches!(error, ReplayError::Truncated { .. });
            let is_head = length < HEAD.len();
            assert!(is_said || is_head, "cut at byte {length}: {error}");
        }
    }
    // Where the end is there, a check that is missing was taken out.
    let error = parse(&checked.replace("Ab3x9Q", "Ab3")).unwrap_err();
    assert!(matches!(error, ReplayError::Parted { .. }), "{error}");
}

#[test]
fn a_missing_tick_is_noticed() {
    match parse_body("F x3\nend 4 any\n").unwrap_err() {
        ReplayError::WrongLength {
            promised, found, ..
        } => assert_eq!((promised, found), (4, 3)),
        other => panic!("{other}"),
    }
}

/// What is played of a file whose lines don't fit together is little more than it says it holds.
#[test]
fn no_file_runs_on_beyond_its_end_line() {
    let read = |body: &str| lines(&format!("{HEAD}{body}")).recording();
    let end = "hash 4 0123456789abcdef\nend 90 any\n";
    let hashed = format!("F x3\nJ x999\n{end}");
    let checked = format!("F x3\nJ x999\nchecks Ab3\n{end}");
    let endless = "F x3\nJ x4294967295\nend 4 any\n";
    let long = "F x9999999\nJ x9999999\nend 19999998 any\n";
    for (body, reason) in [
        ("F x3\nJ x999\nend 4 any\n", "holds 1002"),
        (&hashed, "says it has 90 ticks but holds 1002"),
        (&checked, "holds 1002"),
        (endless, "line 6: there are 4294967298 ticks"),
        (long, "line 6: there are 19999998 ticks"),
    ] {
        let said = read(body).unwrap_err().to_string();
        assert!(said.contains(reason), "{said}");
    }
    let few = read("F x3\nJ x9\nend 4 any\n").unwrap();
    let error = few.check_whole().unwrap_err();
    assert!(matches!(error, ReplayError::WrongLength { .. }), "{error}");
}

#[test]
fn rules_that_came_later_are_as_usual() {
    let rules = parse_body("end 0 any\n").unwrap().header.rules;
    assert_eq!(rules, Rules::default());
    let text = HEAD.replace("0.8", "0.8,\"coyote_time\":0.0,\"jump_buffer\":0.25");
    let rules = parse(&(text + "end 0 any\n")).unwrap().header.rules;
    assert_eq!((rules.coyote_time, rules.jump_buffer), (0.0, 0.25));
}

#[test]
fn rules_that_are_left_out_are_as_usual_and_unknown_ones_are_refused() {
    let with = |rules: &str| {
        let head = HEAD.lines().map(|line| match line.starts_with("rules ") {
            true => format!("rules {rules}\n"),
            false => format!("{line}\n"),
        });
        parse(&(head.collect::<String>() + "end 0 any\n"))
    };
    let faster = Rules {
        walk_speed: 7.0,
        ..Rules::default()
    };
    assert_eq!(with("{}").unwrap().header.rules, Rules::default());
    assert_eq!(with("{\"walk_speed\":7}").unwrap().header.rules, faster);
    let message = with("{\"walk_sped\":7}").unwrap_err().to_string();
    assert!(message.contains("walk_sped"), "{message}");
    assert!(message.contains("`walk_speed`"), "{message}");
    assert!(message.contains("line 4"), "{message}");
    assert!(!message.contains("line 1"), "{message}");
}

#[test]
fn impossible_rules_are_refused() {
    for (usual, odd) in [
        ("5.0", "-1"),
        ("5.0", "0"),
        ("5.0", "1e99"),
        ("5.0", "\"fast\""),
        ("0.8", "1.01"),
        ("0.8", "-0.1"),
        ("0.8", "0.8,\"coyote_time\":-0.1"),
        ("drop", "keep"),
    ] {
        let text = HEAD.replace(usual, odd) + "end 0 any\n";
        assert!(parse(&text).is_err(), "{odd}");
    }
    assert!(parse_body("end 0 any\n").is_ok());
}
