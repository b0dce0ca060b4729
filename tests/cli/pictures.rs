//! Pictures and measurements from the command line. They need a graphics adapter; without one the
//! message is the test.

use std::{fs, process::Command};

use image::{AnimationDecoder, codecs::png::PngDecoder};
use serde_json::Value;

use crate::{
    program::{PROGRAM, Place, hexbound, refusal, succeed, text, usage_refusal},
    skip,
};

/// Pictures need a graphics adapter; without one the message is the test.
pub fn has_adapter(place: &Place) -> bool {
    let probe = hexbound(&[
        "shot",
        "test:box-room",
        "-o",
        &place.at("probe.png"),
        "--size",
        "8x8",
    ]);
    let there = probe.status.success();
    if !there {
        let said = text(&probe.stderr);
        assert!(said.contains("no graphics adapter"), "{said}");
        skip::lacking(&said);
    }
    there
}

#[test]
fn a_shot_is_a_png_of_the_asked_size() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let path = place.at("shot.png");
    succeed(&["shot", "test:box-room", "-o", &path, "--size", "96x54"]);
    let spawn = image::open(&path).expect("a picture").into_rgba8();
    assert_eq!(spawn.dimensions(), (96, 54));
    let camera = ["--camera", "0,1.6,0,180,-20"];
    let other = place.at("other.png");
    let mut run = vec!["shot", "test:box-room", "-o", &other, "--size", "96x54"];
    run.extend(camera);
    succeed(&run);
    assert_ne!(image::open(&other).expect("a picture").into_rgba8(), spawn);
    let said = refusal(&["shot", "test:box-room", "-o", &place.at("no/folder/a.png")]);
    assert!(said.contains("no/folder/a.png"), "{said}");
}

#[test]
fn a_shot_is_drawn_by_the_adapter_that_is_asked_for() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let path = place.at("shot.png");
    let shot = ["shot", "test:box-room", "-o", &path, "--size", "8x8"];
    let said = refusal(&[&shot[..], &["--adapter", "no such card"]].concat());
    let found = said.split_once("there are: ").expect("a list").1;
    let name = found.split_once(" (").expect("a name with its kind").0;
    assert!(said.contains("no such card"), "{said}");
    // A part of a name that is listed, in capitals.
    succeed(&[&shot[..], &["--adapter", &name.to_uppercase()]].concat());
}

#[test]
fn a_shot_has_the_quality_that_is_asked_for() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let shot = |more: &[&str]| {
        let path = place.at("shot.png");
        let run = ["shot", "test:shadows", "-o", &path, "--size", "96x54"];
        succeed(&[&run[..], more].concat());
        image::open(&path).expect("a picture").into_rgba8()
    };
    let usual = shot(&[]);
    assert_eq!(shot(&["--quality", "high"]), usual);
    let low = shot(&["--quality", "low"]);
    assert_eq!(low.dimensions(), (96, 54));
    assert_ne!(low, usual);
}

#[test]
fn what_is_no_quality_and_no_adapter_is_refused_with_what_there_is() {
    let place = Place::new();
    let path = place.at("shot.png");
    let run = ["shot", "test:flat", "-o", &path];
    let said = usage_refusal(&[&run[..], &["--quality", "best"]].concat());
    assert!(said.contains("low, medium, high and ultra"), "{said}");
    if !has_adapter(&place) {
        return;
    }
    let said = refusal(&[&run[..], &["--adapter", "no such card"]].concat());
    for part in ["no such card", "there are: ", "--adapter"] {
        assert!(said.contains(part), "{said} lacks {part}");
    }
}

#[test]
fn a_shot_shows_a_moment_of_a_recording() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let recording = place.recording();
    let shot = |tick: &str| {
        let path = place.at(&format!("{tick}.png"));
        succeed(&[
            "shot",
            "test:box-room",
            "-o",
            &path,
            "--size",
            "64x36",
            "--input",
            &recording,
            "--tick",
            tick,
        ]);
        image::open(&path).expect("a picture").into_rgba8()
    };
    assert_eq!(shot("100"), shot("100"));
    assert_ne!(shot("0"), shot("250"));
    let said = refusal(&[
        "shot",
        "test:box-room",
        "-o",
        &place.at("a.png"),
        "--input",
        &recording,
        "--tick",
        "251",
    ]);
    assert!(said.contains("250 ticks") && said.contains("251"), "{said}");
}

#[test]
fn a_film_is_frames_in_a_folder_or_one_animated_file() {
    let place = Place::new();
    if !has_adapter(&place) {
        return;
    }
    let recording = place.recording();
    let film = |output: &str, stretch: &[&str]| {
        let mut run = vec!["film", &recording, "-o", output, "--size", "64x36"];
        run.extend(["--fps", "20"]);
        run.extend(stretch);
        succeed(&run)
    };
    let folder = place.at("frames");
    let said = film(&folder, &["--from", "1", "--to", "1.5"]);
    assert!(said.contains("10 frames of 64x36"), "{said}");
    let frame = |number: u32| {
        let path = place.path(&format!("frames/frame-{number:04}.png"));
        image::open(path).expect("a frame").into_rgba8()
    };
    assert_ne!(frame(1), frame(10));
    assert!(!place.path("frames/frame-0011.png").exists());
    let file = place.at("film.png");
    film(&file, &["--from", "1", "--to", "1.5"]);
    let file = fs::File::open(file).expect("a film");
    let decoder = PngDecoder::new(std::io::BufReader::new(file));
    let frames = (decoder.and_then(PngDecoder::apng).expect("an animation"))
        .into_frames()
        .collect_frames()
        .expect("all frames");
    assert_eq!(frames.len(), 10);
    assert_eq!(frames[0].delay().numer_denom_ms(), (50, 1));
    assert_eq!(frames[0].buffer(), &frame(1));
    assert_eq!(frames[9].buffer(), &frame(10));
    // The last frame of a shorter stretch stays out, and an earlier film's frames are gone.
    film(&folder, &["--to", "0.1"]);
    assert!(place.path("frames/frame-0002.png").exists());
    assert!(!place.path("frames/frame-0003.png").exists());
}

#[test]
fn a_film_of_nothing_or_of_another_kind_is_refused() {
    let place = Place::new();
    let recording = place.recording();
    let film = |output: &str, stretch: &[&str]| {
        let output = place.at(output);
        refusal(&[&["film", &recording, "-o", &output], stretch].concat())
    };
    for ending in ["gif", "mp4", "webm"] {
        let said = film(&format!("film.{ending}"), &[]);
        assert!(said.contains(".apng") && said.contains("folder"), "{said}");
    }
    for stretch in [["--from", "3"], ["--to", "9"]] {
        let said = film("film.png", &stretch);
        assert!(said.contains("2.08 s") && said.contains("--from"), "{said}");
    }
    let said = film("film.png", &["--from", "2", "--to", "1"]);
    assert!(said.contains("from 2 s to 1 s"), "{said}");
    assert!(!place.path("film.png").exists());
}

#[test]
fn the_shipped_demo_fits_the_shipped_level() {
    let output = hexbound(&["verify", "demo"]);
    assert!(
        output.status.success(),
        "{}\nrecord it again: hexbound sim observatory --input assets/make/tour.rec \
         --record assets/demo.rec",
        text(&output.stderr)
    );
}

#[test]
fn without_a_display_playing_says_what_to_do() {
    let output = Command::new(PROGRAM)
        .args(["play", "test:flat"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("no window can be opened"), "{errors}");
    for command in ["shot", "hunt", "verify"] {
        assert!(errors.contains(command), "{errors}");
    }
    assert!(
        !errors.contains(".rs:") && !errors.contains(".."),
        "{errors}"
    );
}

#[test]
fn without_an_adapter_a_shot_says_what_to_do() {
    let place = Place::new();
    let output = Command::new(PROGRAM)
        .args(["shot", "test:flat", "-o", &place.at("a.png")])
        .env("WGPU_BACKEND", "vulkan")
        .env("VK_ICD_FILENAMES", "/dev/null")
        .env("VK_DRIVER_FILES", "/dev/null")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("no graphics adapter"), "{errors}");
    assert!(errors.contains("mesa-vulkan-drivers"), "{errors}");
}

#[test]
fn a_view_that_is_measured_is_the_cameras() {
    if hexbound_render::Gpu::software().is_err() {
        skip::lacking("a software Vulkan driver (Debian: mesa-vulkan-drivers)");
        return;
    }
    let triangles = |camera: &str| {
        let size = ["--size", "64x48", "--offscreen", "--json"];
        let output = Command::new(PROGRAM)
            .args(["bench", "test:flat", "test:flat", "--frames", "2"])
            .args(["--camera", camera])
            .args(size)
            .env("WGPU_BACKEND", "vulkan")
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let reports: Value = serde_json::from_str(&text(&output.stdout)).expect("reports");
        assert_eq!(reports[0]["triangles"], reports[1]["triangles"]);
        reports[0]["triangles"][1].as_u64().expect("a number")
    };
    let (sky, floor) = (triangles("0,2,0,0,90"), triangles("0,2,0,0,-90"));
    assert!(sky < floor, "{sky} {floor}");
}

#[test]
fn drawing_is_measured_offscreen_where_no_window_can_be_opened() {
    if hexbound_render::Gpu::software().is_err() {
        skip::lacking("a software Vulkan driver (Debian: mesa-vulkan-drivers)");
        return;
    }
    let run = |more: &[&str]| {
        let output = Command::new(PROGRAM)
            .args([
                "bench",
                "test:flat",
                "--frames",
                "2",
                "--size",
                "64x48",
                "--json",
            ])
            .args(more)
            .env("WGPU_BACKEND", "vulkan")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("RUST_LOG")
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_str(&text(&output.stdout)).expect("a report");
        assert_eq!(report["window"], false);
        assert_eq!(report["frames"], 2);
        text(&output.stderr)
    };
    assert!(run(&[]).contains("measuring offscreen"));
    assert!(!run(&["--offscreen"]).contains("measuring offscreen"));
}
