//! Pictures and measurements from the command line. They need a graphics adapter; without one the
//! message is the test.

use std::{fs, sync::OnceLock};

use image::{AnimationDecoder, RgbaImage, codecs::png::PngDecoder};

use crate::program::*;

/// Pictures need a graphics adapter; without one the message is the test.
pub fn has_adapter() -> bool {
    static LACKING: OnceLock<Option<String>> = OnceLock::new();
    let lacking = LACKING.get_or_init(|| {
        let place = Place::new();
        let file = place.at("probe.png");
        let probe = hexbound(format!("shot test:box-room -o {file} --size 8x8"));
        let said = text(&probe.stderr);
        let lacks = !probe.status.success();
        assert!(!lacks || said.contains("no graphics adapter"), "{said}");
        lacks.then_some(said)
    });
    if let Some(said) = lacking {
        skip::lacking(said);
    }
    lacking.is_none()
}

/// A picture of 96 by 54 pixels by a command that lacks where to put it.
fn shot(place: &Place, line: &str) -> RgbaImage {
    let file = place.at("shot.png");
    succeed(format!("shot {line} --size 96x54 -o {file}"));
    let picture = image::open(file).expect("a picture").into_rgba8();
    assert_eq!(picture.dimensions(), (96, 54));
    picture
}

#[test]
fn a_shot_is_of_the_camera_and_the_quality_that_are_asked_for() {
    let Some(place) = studio() else { return };
    let usual = shot(&place, "test:shadows");
    assert_eq!(shot(&place, "test:shadows --quality high"), usual);
    assert_ne!(shot(&place, "test:shadows --quality low"), usual);
    assert_ne!(shot(&place, "test:shadows --camera 0,1.6,0,180,-20"), usual);
}

#[test]
fn a_shot_is_drawn_by_the_adapter_that_is_asked_for() {
    let Some(place) = studio() else { return };
    let file = place.at("a.png");
    let shot = format!("shot test:box-room -o {file} --size 8x8 --adapter");
    let said = refusal(format!("{shot} no-such-card"));
    let found = said.split_once("there are: ").expect("a list").1;
    let name = found.split_once(" (").expect("a name with its kind").0;
    let is_told = said.contains("no-such-card") && said.contains("--adapter");
    assert!(is_told, "{said}");
    // A part of a name that is listed, in capitals.
    let word = name.split(' ').next().expect("a word").to_uppercase();
    succeed(format!("{shot} {word}"));
}

#[test]
fn a_shot_shows_a_moment_of_a_recording() {
    let Some(place) = studio() else { return };
    let moment = format!("test:box-room --input {} --tick", place.recording());
    let at = |tick: u32| shot(&place, &format!("{moment} {tick}"));
    assert_eq!(at(100), at(100));
    assert_ne!(at(0), at(250));
    let said = refusal(format!("shot {moment} 251 -o {}", place.at("a.png")));
    assert!(said.contains("250 ticks") && said.contains("251"), "{said}");
}

#[test]
fn a_film_is_frames_in_a_folder_or_one_animated_file() {
    let Some(place) = studio() else { return };
    let film = format!("film {} --size 64x36 --fps 20", place.recording());
    let [folder, file] = ["frames", "film.png"].map(|name| place.at(name));
    let said = succeed(format!("{film} -o {folder} --from 1 --to 1.5"));
    assert!(said.contains("10 frames of 64x36"), "{said}");
    let path = |number: u32| place.path(&format!("frames/frame-{number:04}.png"));
    let frame = |number: u32| image::open(path(number)).expect("a frame").into_rgba8();
    assert_ne!(frame(1), frame(10));
    assert!(!path(11).exists());
    succeed(format!("{film} -o {file} --from 1 --to 1.5"));
    let file = fs::File::open(file).expect("a film");
    let decoder = PngDecoder::new(std::io::BufReader::new(file));
    let frames = decoder.and_then(PngDecoder::apng).expect("an animation");
    let frames = frames.into_frames().collect_frames().expect("all frames");
    assert_eq!(frames.len(), 10);
    assert_eq!(frames[0].delay().numer_denom_ms(), (50, 1));
    assert_eq!(frames[0].buffer(), &frame(1));
    assert_eq!(frames[9].buffer(), &frame(10));
    // The last frame of a shorter stretch stays out, and an earlier film's frames are gone.
    succeed(format!("{film} -o {folder} --to 0.1"));
    assert!(path(2).exists() && !path(3).exists());
}

#[test]
fn a_picture_can_go_to_standard_output_and_nothing_else_does() {
    let Some(place) = studio() else { return };
    let file = place.at("shot.png");
    succeed(format!("shot test:box-room --size 64x36 -o {file}"));
    let streamed = hexbound("shot test:box-room --size 64x36 -o -").stdout;
    assert_eq!(streamed, fs::read(&file).expect("a picture"));
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn the_program_alone_draws_its_levels() {
    let place = Place::new();
    // A link would lead back: the system gives a program its real place.
    fs::copy(PROGRAM, place.path("hexbound")).expect("the program is copied");
    let output = std::process::Command::new(place.path("hexbound"))
        .args(["shot", "quarry", "-o", "quarry.png", "--size", "64x36"])
        .current_dir(place.folder())
        .env("HOME", place.folder())
        .env("HEXBOUND_CACHE", "off")
        .env("HEXBOUND_ASSETS", "built-in")
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    if errors.contains("no graphics adapter") {
        return skip::lacking("a graphics driver");
    }
    assert!(output.status.success(), "{errors}");
    assert!(place.path("quarry.png").is_file());
}

/// The report of a bench over the software driver, and what is said beside it.
fn bench(line: &str) -> Option<(Value, String)> {
    if hexbound_render::Gpu::software().is_err() {
        skip::lacking("a software Vulkan driver (Debian: mesa-vulkan-drivers)");
        return None;
    }
    let mut command = command(format!("bench {line} --frames 2 --size 64x48 --json"));
    let output = output(command.env("WGPU_BACKEND", "vulkan"));
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    Some((parse(&output.stdout), said))
}

#[test]
fn a_view_that_is_measured_is_the_cameras() {
    let triangles = ["90", "-90"].map(|pitch| {
        let line = format!("test:flat test:flat --camera 0,2,0,0,{pitch} --offscreen");
        let (reports, _) = bench(&line)?;
        assert_eq!(reports[0]["triangles"], reports[1]["triangles"]);
        reports[0]["triangles"][1].as_u64()
    });
    let [sky, floor] = triangles;
    assert!(sky.is_none() || sky < floor, "{sky:?} {floor:?}");
}

#[test]
fn drawing_is_measured_offscreen_where_no_window_can_be_opened() {
    for line in ["test:flat", "test:flat --offscreen"] {
        let Some((report, said)) = bench(line) else {
            return;
        };
        assert_eq!(report["window"], false);
        assert_eq!(report["frames"], 2);
        assert_eq!(said.contains("measuring offscreen"), line == "test:flat");
    }
}
