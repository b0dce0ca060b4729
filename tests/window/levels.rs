//! Levels that change while the window is open: saved again, dropped on it, refused, fallen out of.

use std::{fs, path::Path};

use image::RgbaImage;
use serde_json::json;
use test_support::gltf_file::{File, floor};

use crate::{Desktop, desktop, floor_color, play::ends, play_back};

/// A floor of 40 m with a material of one color, as .gltf with its .bin beside it.
pub(crate) fn write_level(folder: &Path, color: [f32; 3]) {
    let mut file = File::new();
    let mesh = file.mesh(&floor(0.0, 20.0));
    file.node("floor", mesh);
    file.push("nodes", json!({"name": "spawn"}));
    let [red, green, blue] = color;
    let look = json!({"baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0});
    file.json["materials"] = json!([{"doubleSided": true, "pbrMetallicRoughness": look}]);
    file.primitive(mesh)["material"] = json!(0);
    file.json["buffers"] = json!([{"uri": "floor.bin", "byteLength": file.binary.len()}]);
    fs::write(folder.join("floor.bin"), &file.binary).expect("a file is written");
    fs::write(folder.join("floor.gltf"), file.json.to_string()).expect("a file is written");
}

/// Lets the material of the level in that folder have a white texture of so many texels a side.
fn add_texture(folder: &Path, side: u32) {
    let white = RgbaImage::from_pixel(side, side, image::Rgba([255; 4]));
    white.save(folder.join("white.png")).expect("a picture");
    let path = folder.join("floor.gltf");
    let text = fs::read_to_string(&path).expect("a level");
    let mut level: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    level["images"] = json!([{"uri": "white.png"}]);
    level["textures"] = json!([{"source": 0}]);
    level["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({"index": 0});
    fs::write(&path, level.to_string()).expect("a file is written");
}

/// Writes that level into a new folder, and gives its path.
pub(crate) fn level(desktop: &Desktop, folder: &str, color: [f32; 3]) -> String {
    fs::create_dir(desktop.path(folder)).expect("a folder");
    write_level(&desktop.path(folder), color);
    desktop.name(&format!("{folder}/floor.gltf"))
}

/// A file of its name that is no level.
fn bad_level(desktop: &Desktop, name: &str) -> String {
    let path = desktop.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, "no level").expect("a file is written");
    desktop.name(name)
}

pub(crate) const RED: [f32; 3] = [0.8, 0.05, 0.05];
pub(crate) const GREEN: [f32; 3] = [0.05, 0.8, 0.05];

pub(crate) fn is_red(image: &RgbaImage) -> bool {
    let [red, green, _] = floor_color(image);
    red > green * 1.3
}

pub(crate) fn is_green(image: &RgbaImage) -> bool {
    let [red, green, _] = floor_color(image);
    green > red * 1.3
}

#[test]
fn a_saved_level_is_reloaded_in_place_and_a_broken_save_keeps_the_old() {
    let Some(desktop) = desktop() else { return };
    let (path, folder) = (level(&desktop, "level", RED), desktop.path("level"));
    let mut game = desktop.play(&path);
    game.wait_pixels("a red floor", is_red);
    game.hold("w", 1);
    game.wait_ticks(1);
    // Away from the spawn; the figures show the place.
    write_level(&folder, GREEN);
    game.wait_log("was saved and is reloaded", 1);
    game.wait_pixels("a green floor", is_green);
    // The same triangles: the recording was closed and is whole.
    game.wait_log("ends with the level it was made on", 1);
    let (ticks, _) = play_back(&desktop, &path);
    let [start, end] = ends(&ticks);
    assert!(start.position.z - end.position.z > 2.0);
    // Half a file stays half a file: the old level stays, and the reason is said.
    let whole = fs::read(&path).expect("a level");
    fs::write(&path, &whole[..whole.len() / 2]).expect("a file is written");
    game.wait_log("floor stays", 1);
    game.assert_alive();
    assert!(is_green(&game.pixels()));
    // Gone altogether, which is nobody's fault and changes nothing, and back.
    let before = desktop.log();
    fs::remove_file(&path).expect("a file is removed");
    assert!(is_green(&game.wait_still_ground()));
    assert_eq!(desktop.log(), before);
    game.assert_alive();
    write_level(&folder, RED);
    game.wait_log("was saved and is reloaded", 2);
    game.wait_pixels("a red floor again", is_red);
    game.leave();
}

#[test]
fn a_dropped_level_is_played_and_a_bad_one_is_not() {
    let Some(desktop) = desktop() else { return };
    let path = level(&desktop, "a level", GREEN);
    let mut game = desktop.play("test:box-room");
    game.drop_file(bad_level(&desktop, "a level/broken.glb"));
    game.wait_log("box-room stays", 1);
    game.drop_file(path);
    game.wait_log("floor, 2 triangles", 1);
    game.wait_pixels("a green floor", is_green);
    // From now on that one is watched.
    write_level(&desktop.path("a level"), RED);
    game.wait_log("was saved and is reloaded", 1);
    game.wait_pixels("a red floor", is_red);
    game.assert_alive();
    game.leave();
    play_back(&desktop, "test:box-room");
}

#[test]
fn a_large_level_is_read_while_the_window_is_open_already() {
    let Some(desktop) = desktop() else { return };
    let (path, folder) = (level(&desktop, "level", GREEN), desktop.path("level"));
    // What follows the buffer belongs to nothing, but has to be read.
    let bytes = folder.join("floor.bin");
    let mut large = fs::read(&bytes).expect("a file");
    large.resize(9 << 20, 0);
    fs::write(&bytes, &large).expect("a file is written");
    add_texture(&folder, 256);
    // A device that has no memory for textures of 128 texels.
    let mut game = desktop.play_with(&[("HEXBOUND_FAULT", "texture:128")], &path);
    game.wait_log("Loading ", 1);
    game.wait_pixels("a green floor", is_green);
    game.wait_log("which is drawn with 64 × 64 texels", 1);
    game.hold("w", 1);
    game.assert_alive();
    game.leave();
    // The recording is of that level, from its beginning.
    let (ticks, _) = play_back(&desktop, &path);
    let [start, end] = ends(&ticks);
    assert!(start.position.z - end.position.z > 1.0);
}

#[test]
fn a_refused_level_is_said_in_the_window_until_another_is_played() {
    let Some(desktop) = desktop() else { return };
    let path = bad_level(&desktop, "level/floor.gltf");
    let mut game = desktop.open(format!("play {path} --size 640x360"));
    game.wait_log("floor.gltf", 1);
    game.wait_pixels("a room that stands in", |image| {
        let [red, green, blue] = floor_color(image);
        red > blue && red > 20.0 && green > 20.0
    });
    // Another one that is no good either, then the right one, where the first one was.
    game.drop_file(bad_level(&desktop, "level/broken.glb"));
    game.wait_log("broken.glb", 2);
    game.assert_alive();
    write_level(&desktop.path("level"), GREEN);
    game.drop_file(&path);
    game.wait_log("floor, 2 triangles", 1);
    game.wait_pixels("a green floor", is_green);
    game.leave();
}

#[test]
fn a_refused_level_is_played_once_it_is_saved_well() {
    let Some(desktop) = desktop() else { return };
    let path = bad_level(&desktop, "level/floor.gltf");
    let game = desktop.open(format!("play {path} --size 640x360"));
    game.wait_log("floor.gltf", 1);
    game.wait_log("drawing with", 1);
    write_level(&desktop.path("level"), GREEN);
    game.wait_log("floor was saved and is reloaded", 1);
    game.wait_pixels("a green floor", is_green);
    game.leave();
    // Left without any level to play, it says so to whoever started it.
    let game = desktop.open("play no-such-level --size 320x180");
    game.wait_log("no-such-level", 1);
    game.wait_log("drawing with", 1);
    game.xdotool("key Escape End Return");
    game.left_with(2);
}

#[test]
fn whoever_falls_out_of_the_level_is_told() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(&level(&desktop, "level", GREEN));
    game.xdotool("keydown w");
    game.wait_log("Fell out of the level, from ", 1);
    game.xdotool("keyup w");
    assert!(desktop.log().contains(": back at the start"));
    game.leave();
}
