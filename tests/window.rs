//! The real window: the built game on an X server of its own, played with real keys and a real
//! mouse, judged by its pixels and by its recording played back without a window.

mod desktop;
mod skip;

use std::{fs, path::Path, thread, time::Duration};

use desktop::{Desktop, Row, play_back};
use image::RgbaImage;

const FLAT: &str = "test:flat";
/// The usual sensitivity, radians a count.
const SENSITIVITY: f64 = 0.0022;

fn last(rows: &[Row]) -> &Row {
    rows.last().expect("at least one tick")
}

/// How much of the picture differs clearly.
fn difference(one: &RgbaImage, other: &RgbaImage) -> f64 {
    if one.dimensions() != other.dimensions() {
        return 1.0;
    }
    let differs = |(a, b): (&image::Rgba<u8>, &image::Rgba<u8>)| {
        a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 24)
    };
    let count = one
        .pixels()
        .zip(other.pixels())
        .filter(|pair| differs(*pair));
    count.count() as f64 / (one.width() * one.height()) as f64
}

/// The mean color of the middle of the lower third, where the floor is.
fn floor_color(image: &RgbaImage) -> [f64; 3] {
    let (width, height) = image.dimensions();
    let mut sum = [0.0; 3];
    let mut count = 0.0;
    for y in height * 80 / 100..height * 95 / 100 {
        for x in width * 40 / 100..width * 60 / 100 {
            let pixel = image.get_pixel(x, y).0;
            (0..3).for_each(|channel| sum[channel] += f64::from(pixel[channel]));
            count += 1.0;
        }
    }
    sum.map(|channel| channel / count)
}

#[test]
fn a_player_walks_looks_jumps_throws_and_leaves() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let game = desktop.play(FLAT);
    game.xdotool("keydown w");
    game.wait_ticks(2);
    game.xdotool("keyup w");
    // The first motion after the capture is dropped; two hundred counts to the right follow.
    game.xdotool("mousemove_relative -- 1 0");
    thread::sleep(Duration::from_millis(200));
    for _ in 0..20 {
        game.xdotool("mousemove_relative -- 10 0");
    }
    game.wait_ticks(1);
    for _ in 0..10 {
        game.xdotool("mousemove_relative -- 0 -10");
    }
    game.wait_ticks(1);
    game.xdotool("click 3");
    game.wait_ticks(1);
    game.xdotool("click 1");
    game.xdotool("click 1");
    game.wait_ticks(1);
    game.leave();
    let (rows, report) = play_back(&desktop, FLAT);
    let start = &rows[0];
    let end = last(&rows);
    let walked = start.position[2] - end.position[2];
    assert!(walked > 4.0, "walked {walked} m forward");
    let turned = end.yaw - start.yaw;
    assert!(
        (turned + 200.0 * SENSITIVITY).abs() < 2.0 * SENSITIVITY,
        "turned {turned} rad"
    );
    let raised = end.pitch - start.pitch;
    assert!(
        (raised - 100.0 * SENSITIVITY).abs() < 1e-3,
        "raised {raised} rad"
    );
    let apex = rows
        .iter()
        .map(|row| row.position[1])
        .fold(f64::MIN, f64::max);
    assert!(apex - start.position[1] > 1.0, "jumped {apex}");
    assert_eq!(report["balls"], 2, "{report}");
    assert_eq!(end.velocity, [0.0; 3]);
}

#[test]
fn the_keys_of_the_game_itself_work() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let mut game = desktop.play(FLAT);
    // The hint of the first seconds has to be gone for comparing.
    game.wait_pixels("the hint's end", |image| {
        let (x, y) = (image.width() / 40, image.height() - image.height() / 8);
        image.get_pixel(x, y).0[0] > 60
    });
    // It fades; a second without a change means that it is gone.
    let before = std::cell::RefCell::new(game.pixels());
    game.wait_pixels("a still picture", |image| {
        std::thread::sleep(std::time::Duration::from_secs(1));
        difference(&before.replace(image.clone()), image) < 1e-3
    });
    let plain = game.pixels();
    game.xdotool("key F3");
    game.wait_pixels("the figures", |image| difference(image, &plain) > 0.05);
    game.xdotool("key F3");
    game.wait_pixels("no figures", |image| difference(image, &plain) < 0.02);
    game.xdotool("key F4");
    game.wait_log("Look at collision: mesh", 1);
    game.xdotool("key F4");
    game.wait_log("Look at collision: tree", 1);
    game.wait_pixels("a legend", |image| difference(image, &plain) > 0.02);
    game.xdotool("key shift+F4");
    game.wait_log("Look at collision: mesh", 2);
    game.xdotool("key shift+F4");
    game.wait_log("Look at collision: off", 1);
    game.xdotool("key F5");
    game.wait_log("Collision: article", 1);
    game.wait_ticks(1);
    game.xdotool("key F5");
    game.wait_log("Collision: box", 1);
    game.wait_ticks(1);
    game.xdotool("key F5");
    game.wait_log("Collision: swept", 1);
    game.xdotool("key F12");
    let shot = desktop.path("Pictures/hexbound-1.png");
    game.wait_log(&format!("Screenshot {}", shot.display()), 1);
    let shot = image::open(shot).expect("a screenshot");
    assert_eq!((shot.width(), shot.height()), (640, 360));
    let shot = shot.into_rgba8();
    // The floor of the screenshot is the floor of the window.
    let (shot, seen) = (floor_color(&shot), floor_color(&plain));
    assert!(
        (0..3).all(|i| (shot[i] - seen[i]).abs() < 12.0),
        "{shot:?} {seen:?}"
    );
    game.xdotool("key F11");
    game.wait_pixels("fullscreen", |image| image.dimensions() == (1280, 800));
    game.xdotool("key F11");
    game.wait_pixels("a window again", |image| image.dimensions() == (640, 360));
    game.assert_alive();
    game.leave();
    play_back(&desktop, FLAT);
    let recording = fs::read_to_string(desktop.path("play.rec")).expect("a recording");
    let modes: Vec<&str> = recording
        .lines()
        .filter(|line| line.starts_with("collision"))
        .collect();
    assert_eq!(
        modes,
        ["collision article", "collision box", "collision swept"]
    );
}

#[test]
fn losing_the_focus_lets_go_of_keys_and_pointer() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let game = desktop.play(FLAT);
    game.xdotool("keydown w");
    game.wait_ticks(1);
    game.xdotool("windowminimize --sync {window}");
    game.wait_ticks(1);
    // Released where the game can't see it.
    game.xdotool("keyup w");
    game.xdotool("mousemove_relative -- 50 0");
    game.xdotool("windowmap --sync {window}");
    game.focus();
    game.wait_ticks(1);
    // The pointer is free: moving it does not look, and the click that takes it does not throw.
    game.xdotool("mousemove_relative -- 50 0");
    game.wait_ticks(1);
    game.xdotool("mousemove --window {window} 320 180");
    game.xdotool("click 1");
    game.wait_ticks(1);
    game.xdotool("mousemove_relative -- 1 0");
    thread::sleep(Duration::from_millis(200));
    game.xdotool("mousemove_relative -- 10 0");
    game.wait_ticks(1);
    game.leave();
    let (rows, report) = play_back(&desktop, FLAT);
    let walked = rows[0].position[2] - last(&rows).position[2];
    assert!(walked > 2.0, "walked {walked} m before");
    assert_eq!(last(&rows).velocity, [0.0; 3]);
    let turned = last(&rows).yaw - rows[0].yaw;
    assert!(
        (turned + 10.0 * SENSITIVITY).abs() < 2.0 * SENSITIVITY,
        "turned {turned} rad"
    );
    assert_eq!(report["balls"], 0, "{report}");
    let stood = rows.iter().rev().take_while(|row| row.velocity == [0.0; 3]);
    assert!(stood.count() > 240, "it walked on without the focus");
}

#[test]
fn any_size_and_many_resizes_are_survived() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let mut game = desktop.play(FLAT);
    for round in 0..20 {
        let size = [1, 7, 64, 333, 640, 900][round % 6];
        game.xdotool(&format!("windowsize {{window}} {size} {}", 1 + size / 2));
        game.assert_alive();
    }
    for _ in 0..5 {
        game.xdotool("windowminimize --sync {window}");
        game.xdotool("windowmap --sync {window}");
        game.assert_alive();
    }
    game.xdotool("windowsize --sync {window} 480 300");
    game.focus();
    game.wait_ticks(1);
    // Alive and drawing at the last size: a picture with more than one color.
    game.wait_pixels("a picture", |image| {
        let first = image.get_pixel(0, 0);
        image.dimensions() == (480, 300)
            && image.pixels().filter(|pixel| *pixel != first).count() > 1000
    });
    // A polite close is as good as Esc.
    game.xdotool("key alt+F4");
    game.left();
    play_back(&desktop, FLAT);
}

#[test]
fn the_screen_is_filled_when_asked_for() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let game = desktop.start(&["play", FLAT, "--fullscreen"]);
    game.wait_pixels("fullscreen", |image| image.dimensions() == (1280, 800));
    game.focus();
    game.leave();
}

#[test]
fn without_an_adapter_the_game_says_what_to_do() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let output = desktop.fail(&["play", FLAT]);
    assert!(output.contains("no graphics adapter"), "{output}");
    assert!(output.contains("mesa-vulkan-drivers"), "{output}");
}

#[test]
fn the_window_is_drawn_over_opengl_too() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    if let Err(error) = hexbound::render::Gpu::opengl() {
        skip::lacking(format!(
            "OpenGL (Debian: libegl1, libgl1-mesa-dri): {error}"
        ));
        return;
    }
    let arguments = ["play", FLAT, "--size", "320x180"];
    let floor = ["vulkan", "gl"].map(|backend| {
        let game = desktop.start_over(backend, &arguments);
        game.focus();
        game.wait_log(&format!("({backend})"), 1);
        game.xdotool("click 1");
        game.xdotool("key F6");
        game.wait_pixels("a floor", |image| floor_color(image)[0] > 60.0);
        let floor = floor_color(&game.pixels());
        game.leave();
        let log = desktop.log();
        assert!(!log.contains("ERROR"), "{log}");
        floor
    });
    let [vulkan, opengl] = floor;
    assert!(
        (0..3).all(|i| (vulkan[i] - opengl[i]).abs() < 12.0),
        "{vulkan:?} {opengl:?}"
    );
    assert_eq!(desktop.log().matches("over OpenGL").count(), 1);
}

#[test]
fn a_recording_is_watched_in_the_window() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let game = desktop.play(FLAT);
    game.xdotool("keydown a");
    game.wait_ticks(1);
    game.xdotool("keyup a");
    game.leave();
    let record = desktop.path("play.rec");
    let game = desktop.start(&["replay", &record.to_string_lossy(), "--size", "320x180"]);
    game.left();
    assert!(desktop.log().contains("as it did when it was made"));
}

/// A floor of 40 m with a material of one color, as .gltf with its .bin beside it.
fn write_level(folder: &Path, color: [f32; 3]) {
    let corners: [[f32; 3]; 4] = [
        [-20.0, 0.0, -20.0],
        [-20.0, 0.0, 20.0],
        [20.0, 0.0, 20.0],
        [20.0, 0.0, -20.0],
    ];
    let mut bytes: Vec<u8> = corners
        .as_flattened()
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    for index in [0u16, 1, 2, 0, 2, 3] {
        bytes.extend(index.to_le_bytes());
    }
    fs::write(folder.join("floor.bin"), &bytes).expect("a file is written");
    let level = serde_json::json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "name": "floor"}, {"name": "spawn"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "materials": [{"doubleSided": true, "pbrMetallicRoughness": {
            "baseColorFactor": [color[0], color[1], color[2], 1.0],
            "metallicFactor": 0.0
        }}],
        "buffers": [{"uri": "floor.bin", "byteLength": bytes.len()}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 12}
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
             "min": [-20, 0, -20], "max": [20, 0, 20]},
            {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}
        ]
    });
    fs::write(folder.join("floor.gltf"), level.to_string()).expect("a file is written");
}

const RED: [f32; 3] = [0.8, 0.05, 0.05];
const GREEN: [f32; 3] = [0.05, 0.8, 0.05];

fn is_red(image: &RgbaImage) -> bool {
    let [red, green, _] = floor_color(image);
    red > green * 1.3
}

fn is_green(image: &RgbaImage) -> bool {
    let [red, green, _] = floor_color(image);
    green > red * 1.3
}

#[test]
fn a_saved_level_is_reloaded_in_place_and_a_broken_save_keeps_the_old() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = desktop.path("level");
    fs::create_dir(&folder).expect("a folder");
    write_level(&folder, RED);
    let path = folder.join("floor.gltf");
    let mut game = desktop.play(&path.to_string_lossy());
    game.wait_pixels("a red floor", is_red);
    game.xdotool("keydown w");
    game.wait_ticks(2);
    game.xdotool("keyup w");
    game.wait_ticks(1);
    // Away from the spawn; the figures show the place.
    write_level(&folder, GREEN);
    game.wait_log("was saved and is reloaded", 1);
    game.wait_pixels("a green floor", is_green);
    // The same triangles: the recording was closed and is whole.
    game.wait_log("ends with the level it was made on", 1);
    let (rows, _) = play_back(&desktop, &path.to_string_lossy());
    assert!(rows[0].position[2] - last(&rows).position[2] > 2.0);
    // Half a file stays half a file: the old level stays, and the reason is said.
    let whole = fs::read(&path).expect("a level");
    fs::write(&path, &whole[..whole.len() / 2]).expect("a file is written");
    game.wait_log("floor stays", 1);
    game.assert_alive();
    assert!(is_green(&game.pixels()));
    // Gone altogether, and back.
    fs::remove_file(&path).expect("a file is removed");
    thread::sleep(Duration::from_millis(500));
    game.assert_alive();
    write_level(&folder, RED);
    game.wait_log("was saved and is reloaded", 2);
    game.wait_pixels("a red floor again", is_red);
    game.leave();
}

#[test]
fn a_dropped_level_is_played_and_a_bad_one_is_not() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = desktop.path("a level");
    fs::create_dir(&folder).expect("a folder");
    write_level(&folder, GREEN);
    let mut game = desktop.play("test:box-room");
    let broken = folder.join("broken.glb");
    fs::write(&broken, "no level").expect("a file is written");
    game.drop_file(&broken);
    game.wait_log("box-room stays", 1);
    game.drop_file(&folder.join("floor.gltf"));
    game.wait_log("floor, 2 triangles", 1);
    game.wait_pixels("a green floor", is_green);
    // From now on that one is watched.
    write_level(&folder, RED);
    game.wait_log("was saved and is reloaded", 1);
    game.wait_pixels("a red floor", is_red);
    game.assert_alive();
    game.leave();
    play_back(&desktop, "test:box-room");
}

#[test]
fn a_refused_level_is_said_in_the_window_until_another_is_played() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = desktop.path("level");
    fs::create_dir(&folder).expect("a folder");
    let path = folder.join("floor.gltf");
    fs::write(&path, "no level").expect("a file is written");
    let name = path.to_string_lossy();
    let mut game = desktop.start(&["play", &name, "--size", "640x360"]);
    game.focus();
    game.wait_log("floor.gltf", 1);
    game.wait_pixels("a room that stands in", |image| {
        let [red, green, blue] = floor_color(image);
        red > blue && red > 20.0 && green > 20.0
    });
    // Another one that is no good either, then the right one, where the first one was.
    let broken = folder.join("broken.glb");
    fs::write(&broken, "no level").expect("a file is written");
    game.drop_file(&broken);
    game.wait_log("broken.glb", 2);
    game.assert_alive();
    write_level(&folder, GREEN);
    game.drop_file(&path);
    game.wait_log("floor, 2 triangles", 1);
    game.wait_pixels("a green floor", is_green);
    // The pointer was left free to drop files with.
    game.xdotool("key Escape");
    game.left();
}

#[test]
fn a_refused_level_is_played_once_it_is_saved_well() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = desktop.path("level");
    fs::create_dir(&folder).expect("a folder");
    let path = folder.join("floor.gltf");
    fs::write(&path, "no level").expect("a file is written");
    let game = desktop.start(&["play", &path.to_string_lossy(), "--size", "640x360"]);
    game.focus();
    game.wait_log("floor.gltf", 1);
    game.wait_log("drawing with", 1);
    write_level(&folder, GREEN);
    game.wait_log("floor was saved and is reloaded", 1);
    game.wait_pixels("a green floor", is_green);
    game.xdotool("key Escape");
    game.left();
    // Left without any level to play, it says so to whoever started it.
    let game = desktop.start(&["play", "no-such-level", "--size", "320x180"]);
    game.focus();
    game.wait_log("no-such-level", 1);
    game.xdotool("key Escape");
    game.left_with(1);
}

#[test]
fn bad_settings_are_named_and_the_game_goes_on() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    fs::write(desktop.path("settings.json"), "{\n\"volume\": \"loud\"\n}").expect("a file");
    let game = desktop.play(FLAT);
    game.wait_log("settings.json, line 2: volume is", 1);
    game.leave();
}

#[test]
fn whoever_falls_out_of_the_level_is_told() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let folder = desktop.path("level");
    fs::create_dir(&folder).expect("a folder");
    write_level(&folder, GREEN);
    let game = desktop.play(&folder.join("floor.gltf").to_string_lossy());
    game.xdotool("keydown w");
    game.wait_log("Fell out of the level: back at the start", 1);
    game.xdotool("keyup w");
    game.leave();
}

#[test]
fn drawing_is_measured_in_a_window_of_the_size_asked_for() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let arguments = "bench test:flat --frames 5 --size 320x180 --json";
    let printed = desktop.printed(&arguments.split(' ').collect::<Vec<_>>());
    let report: serde_json::Value = serde_json::from_str(&printed).expect("a report");
    assert_eq!(report["window"], true);
    assert_eq!(report["size"], serde_json::json!([320, 180]));
    assert_eq!(report["frames"], 5);
    assert_eq!(report["late_pipelines"], 0);
    let hidden = desktop.printed(
        &[
            &arguments.split(' ').collect::<Vec<_>>()[..],
            &["--offscreen"],
        ]
        .concat(),
    );
    assert!(hidden.contains("\"window\": false"), "{hidden}");
}

#[test]
fn measuring_without_an_adapter_says_so_twice_and_ends() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let said = desktop.fail(&["bench", "test:flat", "--frames", "1"]);
    assert!(said.contains("measuring offscreen"), "{said}");
}

#[test]
fn memory_stays_flat_while_balls_ghosts_and_explosions_are_drawn() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let arguments = "bench test:flat --soak 4 --size 160x90 --json";
    let printed = desktop.printed(&arguments.split(' ').collect::<Vec<_>>());
    let report: serde_json::Value = serde_json::from_str(&printed).expect("a report");
    assert_eq!(report["window"], true);
    let at_least = |what: &str, least: u64| {
        assert!(
            report[what].as_u64().is_some_and(|it| it >= least),
            "{report}"
        );
    };
    at_least("frames", 10);
    at_least("haunted", 10);
    at_least("thrown", 1);
    at_least("explosions", 1);
}
