//! Tests of what is refused, and in which words.

use std::{fs, path::Path};

use crate::program::{
    PROGRAM, Place, disproof, hexbound, refusal, refusal_with, succeed, text, usage_refusal,
};

#[test]
fn senseless_arguments_are_refused() {
    let sim = |more: &[&str]| {
        let mut run = vec!["sim", "test:flat", "--json"];
        run.extend(more);
        usage_refusal(&run)
    };
    assert!(sim(&["--collision", "sphere"]).contains("swept, article and box"));
    assert!(sim(&["--ground", "feet"]).contains("sweep and rays"));
    for speed in ["0", "-3", "nan", "inf", "fast"] {
        sim(&["--speed", speed]);
    }
    let twice = [
        "sim",
        "test:flat",
        "--methods",
        "article",
        "--collision",
        "box",
    ];
    assert!(refusal(&twice).contains("both answer the question 'collision'"));
    sim(&["--ticks", "-1"]);
    sim(&["--wander", "x"]);
    sim(&["--wander", "1", "--input", "a.rec"]);
    for size in ["0x0", "640", "640x", "-1x2", "99999x1", "axb"] {
        let said = usage_refusal(&["shot", "test:flat", "-o", "a.png", "--size", size]);
        assert!(said.contains("1280x720"), "{said}");
        usage_refusal(&["play", "test:flat", "--size", size]);
    }
    for camera in ["1,2,3", "1,2,3,4,95", "a,b,c,d,e", "nan,0,0,0,0"] {
        let said = usage_refusal(&["shot", "test:flat", "-o", "a.png", "--camera", camera]);
        assert!(said.contains("x,y,z,yaw,pitch"), "{said}");
    }
    let wrong = ["--collision-view", "plane"];
    let said = usage_refusal(&[&["shot", "test:flat", "-o", "a.png"], &wrong[..]].concat());
    assert!(said.contains("planes"), "{said}");
    usage_refusal(&["shot", "test:flat"]);
    usage_refusal(&["sim"]);
}

#[test]
fn a_mistyped_command_or_level_names_the_nearest() {
    for (words, near) in [
        (&["chek", "room.glb"][..], "the command 'check'"),
        (&["chek", "--json", "room.glb"], "the command 'check'"),
        (&["chek"], "the command 'check'"),
        (&["quary"], "the level 'quarry'"),
        (&["--fullscreen", "quary"], "the level 'quarry'"),
        (&["benc", "observatory"], "the command 'bench'"),
    ] {
        let said = refusal(words);
        assert!(
            said.contains("is no command, no level and no file"),
            "{said}"
        );
        assert!(said.contains(near), "{said}");
        assert!(!said.contains("test:"), "{said}");
    }
    let said = refusal(&["entirely-bogus"]);
    assert!(
        !said.contains("did you mean") && said.contains("'hexbound levels'"),
        "{said}"
    );
    // What ends as a file does is meant as one.
    assert!(refusal(&["quary.glb"]).contains("there is no such file"));
    let said = refusal(&["quarry", "march"]);
    assert!(said.contains("one level is played at a time"), "{said}");
    let said = refusal(&["quarry", "check", "--json"]);
    assert!(said.contains("'hexbound check quarry'"), "{said}");
}

#[test]
fn the_games_own_files_are_named_where_a_level_belongs() {
    let place = Place::new();
    let run = place.recording();
    let packed = {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        std::io::copy(&mut &*fs::read(&run).expect("a recording"), &mut packer).expect("bytes");
        place.file("walk.rec.gz", packer.finish().expect("bytes"))
    };
    let capsule = place.at("moment.capsule");
    succeed(&["capsule", &run, "-o", &capsule]);
    for (file, command) in [(&run, "replay"), (&packed, "replay"), (&capsule, "replay")] {
        for said in [
            refusal(&["sim", file]),
            text(&hexbound(&["check", file]).stderr),
        ] {
            assert!(
                said.contains(&format!("hexbound {command} {file}")),
                "{said}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn folders_devices_and_links_are_refused_with_all_that_can_be_opened() {
    let place = Place::new();
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, place.path(name)).expect("a link");
        place.at(name)
    };
    let endless = link("endless", "endless");
    let dangling = link("nowhere.glb", "dangling.glb");
    for level in [&place.folder(), "/dev/null", &endless] {
        let said = refusal(&["sim", level]);
        assert!(said.contains(".glb, .gltf, .map or .bsp"), "{said}");
        assert!(!said.contains("no such file"), "{said}");
    }
    let said = refusal(&["sim", &dangling]);
    assert!(
        said.contains("a link to \"nowhere.glb\", where nothing is"),
        "{said}"
    );
}

/// The same mistake ends every command alike.
#[test]
fn exit_codes_are_those_of_all_commands() {
    let place = Place::new();
    let output = place.at("output");
    let missing = place.at("missing.glb");
    for command in [
        &["play", &missing][..],
        &["sim", &missing],
        &["check", &missing],
        &["hunt", &missing],
        &["shot", &missing, "-o", &output],
        &["bench", &missing],
        &["compare", &missing, "--wander", "1"],
    ] {
        let said = refusal(command);
        assert!(said.contains("there is no such file"), "{said}");
    }
    for command in [
        "play", "sim", "check", "hunt", "replay", "verify", "film", "levels",
    ] {
        usage_refusal(&[command, "--no-such-option"]);
    }
}

#[test]
fn numbers_out_of_range_are_refused_in_words() {
    for (words, told) in [
        (
            &["hunt", "test:flat", "--rounds", "0"][..],
            "a whole number, at least 1",
        ),
        (
            &["hunt", "test:flat", "--seed", "x"],
            "a seed is a whole number",
        ),
        (&["hunt", "test:flat", "--minutes", "0"], "minutes above 0"),
        (
            &["bench", "--frames", "0"],
            "a number of frames is a whole number from 1 to 100000",
        ),
        (&["film", "a.rec", "-o", "b", "--fps", "0"], "from 1 to 240"),
    ] {
        let said = usage_refusal(words);
        assert!(said.contains(told), "{said}");
        assert!(
            !said.contains("..") && !said.contains("invalid digit"),
            "{said}"
        );
    }
}

#[test]
fn bad_levels_are_refused_by_name() {
    let place = Place::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/observatory.glb");
    let whole = fs::read(shipped).expect("the shipped level");
    let cases = [
        place.at("missing.glb"),
        place.at("missing.gltf"),
        place.file("empty.glb", ""),
        place.file("empty.gltf", ""),
        place.file("cut.glb", &whole[..whole.len() / 3]),
        place.file("head.glb", &whole[..20]),
        place.file("text.glb", "no level"),
        place.file("list.gltf", "[1, 2, 3]"),
        place.file("void.gltf", r#"{"asset":{"version":"2.0"}}"#),
        place.file("picture.png", "no level either"),
        place.folder(),
    ];
    for level in &cases {
        let name = Path::new(level).file_name().unwrap().to_string_lossy();
        for command in ["sim", "play"] {
            let said = refusal(&[command, level]);
            assert!(said.contains(name.as_ref()), "{said}");
        }
    }
    let said = refusal(&["sim", &place.at("missing.glb")]);
    assert!(said.contains("there is no such file"), "{said}");
    // Where case makes no difference, that file is there.
    if !place.path("Empty.glb").exists() {
        let said = refusal(&["sim", &place.at("Empty.glb")]);
        let hint = "empty.glb\": only upper and lower case differ";
        assert!(said.contains(hint), "{said}");
    }
    let said = refusal(&["sim", &place.folder()]);
    assert!(said.contains("it is a folder"), "{said}");
    let said = refusal(&["sim", "no-such-level"]);
    assert!(
        said.contains("no-such-level") && said.contains("`hexbound levels`"),
        "{said}"
    );
    refusal(&["sim", "test:no-such-scene"]);
    refusal(&["shot", "no-such-level", "-o", &place.at("a.png")]);
}

/// The file says that its chunk has 3.9 GB; its buffer is of 72 bytes.
#[cfg(target_os = "linux")]
#[test]
fn of_a_huge_chunk_only_the_buffers_bytes_are_read() {
    const CHUNK: u32 = 3_900_000_000;
    let place = Place::new();
    let corners: [[f32; 3]; 3] = [[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 0.0]];
    let json = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":36}],"bufferViews":[{"buffer"
        :0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":
        "VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}"#;
    let mut bytes = b"glTF".to_vec();
    let words = |words: [u32; 2]| words.map(u32::to_le_bytes).concat();
    bytes.extend(words([2, 28 + json.len() as u32 + CHUNK]));
    bytes.extend(
        [
            &(json.len() as u32).to_le_bytes()[..],
            b"JSON",
            json.as_bytes(),
        ]
        .concat(),
    );
    bytes.extend([&CHUNK.to_le_bytes()[..], b"BIN\0"].concat());
    bytes.extend(corners.as_flattened().iter().flat_map(|v| v.to_le_bytes()));
    let level = place.file("huge.glb", &bytes);
    let file = fs::File::options().write(true).open(&level);
    let length = 28 + json.len() as u64 + u64::from(CHUNK);
    file.and_then(|file| file.set_len(length))
        .expect("a file without content");
    // Address space for the program, and not for the chunk.
    let run = format!("ulimit -v 3000000; exec '{PROGRAM}' sim '{level}' --ticks 1");
    let output = std::process::Command::new("sh").args(["-c", &run]).output();
    let output = output.expect("a shell");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn bad_recordings_are_refused_by_name() {
    let place = Place::new();
    let good = fs::read_to_string(place.recording()).expect("a recording");
    let lines: Vec<&str> = good.lines().collect();
    let without_end = lines[..lines.len() - 1].join("\n") + "\n";
    let hash_at = good.rfind(' ').expect("a footer") + 1;
    let cases = [
        ("missing.rec", None, "there is no such file; give the path"),
        ("empty.rec", Some(String::new()), "not a Hexbound recording"),
        (
            "text.rec",
            Some("hello\n".into()),
            "not a Hexbound recording",
        ),
        (
            "binary.rec",
            Some("\u{0}\u{1}glTF".into()),
            "not a Hexbound recording",
        ),
        (
            "old.rec",
            Some(good.replace("recording 4", "recording 1")),
            "version 1",
        ),
        ("cut.rec", Some(good[..good.len() / 2].into()), "cut.rec"),
        ("endless.rec", Some(without_end), "cut short"),
        ("short.rec", Some(good.replace("end 250", "end 251")), "251"),
        (
            "nan.rec",
            Some(good.replace("end 250", "F NaN 0\nend 251")),
            "NaN",
        ),
        (
            "garbage.rec",
            Some(good.replace("end 250", "what is this\nend 250")),
            &format!("line {}", lines.len()),
        ),
        (
            "end.rec",
            Some(format!("{}0123456789abcdef\n", &good[..hash_at])),
            "the hash of tick 250",
        ),
    ];
    for (name, content, reason) in cases {
        let path = match content {
            Some(content) => place.file(name, content),
            None => place.at(name),
        };
        // A run that is not what it says is an answer; what is no run can't be played.
        let is_run =
            !["missing.rec", "old.rec"].contains(&name) && !reason.contains("not a Hexbound");
        let code = if is_run { 1 } else { 2 };
        let said = refusal_with(code, &["verify", &path]);
        assert!(said.contains(name) && said.contains(reason), "{said}");
        // Only a replay looks at the hashes.
        if name != "end.rec" {
            refusal_with(code, &["sim", "test:box-room", "--input", &path]);
        }
    }
    let said = refusal(&["why", &place.at(".")]);
    assert!(
        said.contains("it is a folder; give the path of a recording"),
        "{said}"
    );
}

/// Were one of them to play it, that would take a year.
#[test]
fn a_recording_that_holds_more_than_it_says_is_refused_alike_by_every_command() {
    let place = Place::new();
    let good = fs::read_to_string(place.recording()).expect("a recording");
    let line = good
        .lines()
        .rfind(|line| line.contains(" x"))
        .expect("a line of several ticks");
    let (command, _) = line.rsplit_once(" x").expect("a count");
    for (times, reason) in [
        ("4294967295", "a recording holds 10368000 at most"),
        ("9999", "says it has 250 ticks but holds"),
    ] {
        let longer = good.replacen(
            &format!("\n{line}\n"),
            &format!("\n{command} x{times}\n"),
            1,
        );
        assert_ne!(longer, good);
        let run = &*place.file("longer.rec", longer);
        let output = &*place.at("output");
        let commands: [&[&str]; 10] = [
            &["verify", run],
            &["replay", run],
            &["play", "--against", run],
            &["verify", run, "--pages", output, "--no-pictures"],
            &["why", run],
            &["film", run, "-o", output],
            &["capsule", run, "-o", output],
            &["sim", "test:box-room", "--input", run],
            &["compare", "test:box-room", "--input", run],
            &[
                "shot",
                "test:box-room",
                "--input",
                run,
                "-o",
                &place.at("a.png"),
            ],
        ];
        let told = commands.map(|command| {
            let said = disproof(command);
            let start = said
                .find(reason)
                .unwrap_or_else(|| panic!("{command:?}: {said}"));
            said[start..].to_owned()
        });
        assert!(told.iter().all(|said| *said == told[0]), "{told:?}");
    }
}

#[test]
fn a_recording_of_another_level_is_refused_and_both_are_named() {
    let place = Place::new();
    let recording = place.recording();
    for said in [
        refusal(&["verify", &recording, "--level", "test:stairs"]),
        refusal(&["sim", "test:stairs", "--input", &recording]),
        refusal(&[
            "shot",
            "test:stairs",
            "--input",
            &recording,
            "-o",
            &place.at("a.png"),
        ]),
    ] {
        assert!(said.contains("another level"), "{said}");
        assert!(
            said.contains("box-room") && said.contains("stairs"),
            "{said}"
        );
    }
    let lost = fs::read_to_string(&recording)
        .expect("a recording")
        .replace("level test:box-room", "level /gone/level.glb");
    let lost = place.file("lost.rec", lost);
    let said = refusal(&["verify", &lost]);
    assert!(
        said.contains("/gone/level.glb") && said.contains("--level"),
        "{said}"
    );
    succeed(&["verify", &lost, "--level", "test:box-room"]);
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let place = Place::new();
    let nowhere = place.at("no/such/folder/file");
    for option in ["--record", "--trace", "--events"] {
        let said = refusal(&["sim", "test:flat", option, &nowhere]);
        assert!(said.contains(&nowhere) && said.contains(option), "{said}");
        // A folder is no file.
        refusal(&["sim", "test:flat", option, &place.at("")]);
    }
}

#[test]
fn a_recording_replaces_an_older_one_but_no_other_file() {
    let place = Place::new();
    let level = place.file("level.glb", "precious");
    let said = refusal(&["sim", "test:flat", "--record", &level]);
    assert!(said.contains("level.glb"), "{said}");
    assert_eq!(fs::read(&level).expect("a file"), b"precious");
    let recording = place.recording();
    let before = fs::read(&recording).expect("a recording");
    succeed(&["sim", "test:flat", "--ticks", "5", "--record", &recording]);
    assert_ne!(fs::read(&recording).expect("a recording"), before);
}
