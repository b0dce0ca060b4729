//! Maps of Quake's family: a source and compiled ones that the tests write, walked in and proven closed.

use std::{fs, path::Path};

use fuzz::Input;
use glam::{DVec3, Vec3};
use hexbound_base::clock::TICK_RATE;
use hexbound_check as check;
use hexbound_check::leaks::{Answer, LeakQuestion, Moves, find_leaks};
use hexbound_level as level;
use hexbound_level::{Code, Level, LevelError, Scale};
use hexbound_sim::{Buttons, Command, Rules, World};

use test_support::assert_stands_free;

/// The meters of a unit of Quake, as docs/level-files.md has it, and of Half-Life.
const UNIT: f64 = 1.0 / 36.0;
const INCH: f64 = 0.0254;

/// A box as a brush, with that texture and what may follow on its lines.
fn brush(least: [i32; 3], most: [i32; 3], texture: &str) -> String {
    let plane = |from: [i32; 3], a: usize, b: usize, step: i32| {
        let point = |axis: Option<usize>| {
            let mut point = from;
            if let Some(axis) = axis {
                point[axis] += step;
            }
            format!("( {} {} {} )", point[0], point[1], point[2])
        };
        let three = [None, Some(a), Some(b)].map(point).join(" ");
        format!("{three} {texture} 0 0 0 1 1\n")
    };
    let sides =
        [(1, 2), (2, 0), (0, 1)].map(|(a, b)| plane(least, a, b, 1) + &plane(most, b, a, 1));
    format!("{{\n{}}}\n", sides.concat())
}

fn entity(pairs: &[(&str, &str)], brushes: &str) -> String {
    let pairs: String = (pairs.iter())
        .map(|(key, value)| format!("\"{key}\" \"{value}\"\n"))
        .collect();
    format!("{{\n{pairs}{brushes}}}\n")
}

/// A room of 512 by 256 by 160 units of six brushes, with a wall across that has a door, and a start that
/// looks at it.
fn room(world: &str, more: &str) -> String {
    let walls = [
        ([-16, -16, -16], [528, 272, 0], "floor"),
        ([-16, -16, 160], [528, 272, 176], "sky1"),
        ([-16, -16, 0], [0, 272, 160], "brick"),
        ([512, -16, 0], [528, 272, 160], "brick"),
        ([0, -16, 0], [512, 0, 160], "brick"),
        ([0, 256, 0], [512, 272, 160], "brick"),
        ([248, 0, 0], [264, 96, 160], "brick"),
        ([248, 160, 0], [264, 256, 160], "brick"),
        ([248, 96, 96], [264, 160, 160], "brick"),
    ];
    let walls: String = walls
        .iter()
        .map(|(a, b, texture)| brush(*a, *b, texture))
        .collect();
    let start = [("classname", "info_player_start"), ("origin", "64 128 24")];
    let world = walls + world;
    "// Game: Quake\n".to_string()
        + &entity(
            &[("classname", "worldspawn"), ("message", "Two rooms")],
            &world,
        )
        + &entity(&start, "")
        + more
}

fn door() -> String {
    let door = brush([252, 96, 0], [260, 160, 96], "door");
    entity(&[("classname", "func_door"), ("angle", "-1")], &door)
}

fn write(folder: &Path, name: &str, content: &[u8]) -> std::path::PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

fn load_named(name: &str, content: &[u8]) -> Result<Level, LevelError> {
    let folder = tempfile::tempdir().unwrap();
    level::load(write(folder.path(), name, content))
}

fn load(text: &str) -> Level {
    load_named("room.map", text.as_bytes()).unwrap()
}

/// How far along the file's +X somebody gets who runs straight ahead for ten seconds, in units.
fn run_ahead(level: &Level) -> f64 {
    let mut world = World::new(level, Rules::default());
    let command = Command {
        buttons: Buttons::FORWARD,
        ..Command::default()
    };
    for _ in 0..10 * TICK_RATE {
        world.step(level, &command, &mut Vec::new());
    }
    level.to_file(world.player.position).x / UNIT
}

fn assert_size(level: &Level, size: DVec3) {
    let found = level.collision.bounds().size().as_dvec3();
    assert!((found - size).abs().max_element() < 1e-3, "{found}");
}

fn code_of(level: &Level, code: Code) -> Option<String> {
    let finding = level.findings.iter().find(|finding| finding.code == code);
    finding.map(|finding| finding.problem.clone())
}

#[test]
fn a_source_is_a_level_of_its_size_with_y_up() {
    let level = load(&room("", ""));
    assert_stands_free(&level);
    assert_size(&level, DVec3::new(544.0, 192.0, 288.0) * UNIT);
    assert_eq!(level.play.title.as_deref(), Some("Two rooms"));
    // The start looks along +X, as an angle of 0 does.
    let mut world = World::new(&level, Rules::default());
    world.step(&level, &Command::default(), &mut Vec::new());
    assert!(world.player.view_direction().dot(Vec3::X) > 0.99);
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "room.map", room("", "").as_bytes());
    let twice = level::load_scaled(path, Scale::new(2.0).unwrap()).unwrap();
    assert_size(&twice, DVec3::new(544.0, 192.0, 288.0) * UNIT * 2.0);
}

#[test]
fn a_room_of_brushes_is_closed_and_has_no_crack() {
    let level = load(&room("", ""));
    let question = LeakQuestion {
        moves: Moves::Fly,
        body: None,
    };
    let report = find_leaks(&level, question, &|_, _| ()).unwrap();
    assert_eq!(report.answer, Answer::Closed);
    for finding in check::findings(&level) {
        assert!(
            ![Code::Crack, Code::FlippedFaces, Code::Hole].contains(&finding.code),
            "{finding}"
        );
    }
}

#[test]
fn a_door_opens_for_who_comes_and_a_wall_does_not() {
    // The radius of the body is 14.4 units.
    let through = run_ahead(&load(&room("", &door())));
    assert!(through > 490.0, "{through}");
    let shut = brush([252, 96, 0], [260, 160, 96], "door");
    let before = run_ahead(&load(&room(&shut, "")));
    assert!((236.0..239.0).contains(&before), "{before}");
}

#[test]
fn a_door_that_a_trigger_opens_waits_for_it() {
    let named = door().replace("\"angle\"", "\"targetname\" \"gate\"\n\"angle\"");
    let trigger = |least, most| {
        let pairs = [("classname", "trigger_once"), ("target", "gate")];
        entity(&pairs, &brush(least, most, "trigger"))
    };
    let far = named.clone() + &trigger([400, 0, 0], [500, 256, 100]);
    let before = run_ahead(&load(&room("", &far)));
    assert!((236.0..239.0).contains(&before), "{before}");
    let near = named + &trigger([100, 0, 0], [150, 256, 100]);
    assert!(run_ahead(&load(&room("", &near))) > 490.0);
}

#[test]
fn a_stair_of_16_units_is_walked_up() {
    let stair: String = (1..6)
        .map(|step| {
            brush(
                [264 + step * 30, 0, 0],
                [294 + step * 30, 256, step * 16],
                "stair",
            )
        })
        .collect();
    let end = run_ahead(&load(&room(&stair, "")));
    assert!(end > 430.0, "{end}");
}

#[test]
fn clip_is_solid_and_unseen_water_the_other_way_round_and_hints_are_nothing() {
    let plain = load(&room("", ""));
    let drawn = |level: &Level| -> usize {
        let visible = level.mesh.parts.iter().filter(|part| part.visible);
        visible.map(|part| part.indices.len()).sum()
    };
    for (texture, more_solid, more_drawn) in [
        ("clip", 12, 0),
        ("common/caulk", 12, 0),
        ("*water1", 0, 12),
        ("hint", 0, 0),
        ("brick", 12, 12),
    ] {
        let level = load(&room(&brush([100, 100, 10], [140, 140, 40], texture), ""));
        let solid = level.collision.len() - plain.collision.len();
        assert_eq!(solid, more_solid, "{texture}");
        assert_eq!(drawn(&level) - drawn(&plain), more_drawn * 3, "{texture}");
    }
    let wall = brush([100, 100, 10], [140, 140, 40], "brick");
    let illusion = entity(&[("classname", "func_illusionary")], &wall);
    assert_eq!(
        load(&room("", &illusion)).collision.len(),
        plain.collision.len()
    );
}

#[test]
fn what_has_no_equal_is_told_and_brushes_without_volume_are_left_out() {
    let flat = brush([10, 10, 10], [20, 20, 10], "brick");
    let more = entity(&[("classname", "monster_ogre"), ("origin", "9 9 9")], "");
    let level = load(&room(&flat, &(more.clone() + &more)));
    let told = code_of(&level, Code::NotDrawn).unwrap();
    assert!(
        told.contains("2 entities have no equal in this game: monster_ogre (2)"),
        "{told}"
    );
    let left_out = code_of(&level, Code::LeftOut).unwrap();
    assert!(
        left_out.contains("brush 9 of entity 0, near (10 10 10), is open"),
        "{left_out}"
    );
}

#[test]
fn textures_come_from_files_beside_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "room.map", room("", "").as_bytes());
    let told = code_of(&level::load(&path).unwrap(), Code::MissingTexture).unwrap();
    assert!(
        told.contains("2 textures are shown as a plain grid"),
        "{told}"
    );
    assert!(told.contains("names no texture files (.wad)"), "{told}");
    fs::create_dir(folder.path().join("textures")).unwrap();
    let picture = image::RgbImage::from_pixel(32, 16, image::Rgb([200, 10, 10]));
    picture
        .save(folder.path().join("textures/brick.png"))
        .unwrap();
    let level = level::load(&path).unwrap();
    let told = code_of(&level, Code::MissingTexture).unwrap();
    assert!(
        told.contains("1 texture is shown as a plain grid") && told.contains(": floor"),
        "{told}"
    );
    assert!(
        level
            .images
            .iter()
            .any(|image| (image.width, image.height) == (32, 16))
    );
}

/// The compiled room among the files that fuzzing begins from: 256 by 256 by 128 units of Half-Life.
fn compiled() -> Vec<u8> {
    let seeds = Input::Level.seeds();
    seeds
        .into_iter()
        .find(|seed| seed.starts_with(&[30, 0, 0, 0]))
        .unwrap()
}

#[test]
fn a_compiled_map_is_a_closed_level_with_its_own_pictures() {
    let level = load_named("room.bsp", &compiled()).unwrap();
    assert_stands_free(&level);
    assert_size(&level, DVec3::new(256.0, 128.0, 256.0) * INCH);
    assert!(level.findings.is_empty(), "{:?}", level.findings);
    assert!(
        level
            .images
            .iter()
            .any(|image| (image.width, image.height) == (16, 16))
    );
    let question = LeakQuestion {
        moves: Moves::Fly,
        body: None,
    };
    let report = find_leaks(&level, question, &|_, _| ()).unwrap();
    assert_eq!(report.answer, Answer::Closed);
    let codes: Vec<Code> = check::findings(&level)
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert!(!codes.contains(&Code::FlippedFaces), "{codes:?}");
    // An angle of 90 is along the file's -Z.
    let mut world = World::new(&level, Rules::default());
    world.step(&level, &Command::default(), &mut Vec::new());
    assert!(world.player.view_direction().dot(Vec3::NEG_Z) > 0.99);
}

#[test]
fn a_compiled_map_of_quake_needs_its_palette() {
    // Textures of Quake have the same form without a palette of their own.
    let mut quake = compiled();
    quake[0] = 29;
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "room.bsp", &quake);
    let level = level::load(&path).unwrap();
    assert_size(&level, DVec3::new(256.0, 128.0, 256.0) * UNIT);
    let told = code_of(&level, Code::MissingTexture).unwrap();
    assert!(
        told.contains("Quake's palette (gfx/palette.lmp) is not near the map: wall"),
        "{told}"
    );
    fs::create_dir(folder.path().join("gfx")).unwrap();
    fs::write(folder.path().join("gfx/palette.lmp"), [90; 768]).unwrap();
    let level = level::load(&path).unwrap();
    assert_eq!(code_of(&level, Code::MissingTexture), None);
}

#[test]
fn faulty_compiled_maps_are_refused_in_words() {
    let whole = compiled();
    let changed = |at: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[at] = value;
        bytes
    };
    // The directory begins after the version, eight bytes for each lump: start and length.
    let lump = |number: usize| 4 + number * 8;
    let start = |number: usize| {
        let start = whole[lump(number)..lump(number) + 4].try_into().unwrap();
        u32::from_le_bytes(start) as usize
    };
    for (bytes, words) in [
        (
            whole[..100].to_vec(),
            "the directory of lumps lies outside of the file",
        ),
        (
            whole[..whole.len() - 1].to_vec(),
            "the lump of models lies outside of the file",
        ),
        (
            changed(lump(3) + 3, 0xff),
            "the lump of vertices lies outside of the file",
        ),
        (
            changed(lump(7) + 4, 7),
            "the lump of faces has 7 bytes, which are no whole records of 20",
        ),
        (
            changed(start(2) + 1, 0xff),
            "the list of textures lies outside of the file",
        ),
    ] {
        let refused = load_named("room.bsp", &bytes).unwrap_err().to_string();
        assert!(
            refused.contains("room.bsp: ") && refused.contains(words),
            "{refused}"
        );
    }
    let mut lost = whole.clone();
    lost[start(12)..start(12) + 2].fill(0xff);
    let level = load_named("room.bsp", &lost).unwrap();
    assert_eq!(
        code_of(&level, Code::LeftOut).unwrap(),
        "1 face is damaged and left out"
    );
}

#[test]
fn faulty_sources_are_refused_with_their_line() {
    let whole = room("", "");
    for (text, words) in [
        (
            whole.replacen("\n}\n{\n(", "\n{\n(", 1),
            "opens a brace that is never closed",
        ),
        (
            whole.replacen("( -16 -16 -16 )", "( -16 -16 x )", 1),
            "line 6 is no map: expected number, got `x`",
        ),
        (
            entity(&[("classname", "worldspawn")], ""),
            "there is no triangle to collide with",
        ),
    ] {
        let refused = load_named("room.map", text.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("room.map") && refused.contains(words),
            "{refused}"
        );
    }
}

/// A texture file of Half-Life with the texture of the compiled room, under that name.
fn texture_file(name: &str) -> Vec<u8> {
    let compiled = compiled();
    let word = |at: usize| u32::from_le_bytes(compiled[at..at + 4].try_into().unwrap()) as usize;
    let (start, length) = (word(20), word(24));
    let texture = &compiled[start + 8..start + length];
    let size = (texture.len() as u32).to_le_bytes();
    let directory = (12 + texture.len() as u32).to_le_bytes();
    let mut field = name.as_bytes().to_vec();
    field.resize(16, 0);
    let entry = [
        &12_u32.to_le_bytes()[..],
        &size,
        &size,
        &[0x43, 0, 0, 0],
        &field,
    ]
    .concat();
    [
        &b"WAD3"[..],
        &1_u32.to_le_bytes(),
        &directory,
        texture,
        &entry,
    ]
    .concat()
}

#[test]
fn textures_come_from_the_texture_files_that_the_map_names() {
    let folder = tempfile::tempdir().unwrap();
    let named = "\"message\" \"Two rooms\"\n\"wad\" \"c:\\games\\None.wad;c:\\games\\Bricks.wad\"";
    let text = room("", "").replacen("\"message\" \"Two rooms\"", named, 1);
    let path = write(folder.path(), "room.map", text.as_bytes());
    fs::create_dir(folder.path().join("wads")).unwrap();
    let wad = folder.path().join("wads/bricks.wad");
    fs::write(&wad, texture_file("BRICK")).unwrap();
    let level = level::load(&path).unwrap();
    let told = code_of(&level, Code::MissingTexture).unwrap();
    assert!(
        told.contains("1 texture is shown as a plain grid") && told.contains(": floor"),
        "{told}"
    );
    assert!(
        level
            .images
            .iter()
            .any(|image| (image.width, image.height) == (16, 16))
    );
    // One that is cut short is as good as none.
    fs::write(&wad, &texture_file("BRICK")[..200]).unwrap();
    let told = code_of(&level::load(&path).unwrap(), Code::MissingTexture).unwrap();
    assert!(told.contains("2 textures are shown"), "{told}");
    assert!(told.contains("(.wad) that the map names"), "{told}");
    assert!(
        !Code::MissingTexture.remedy().contains("Export"),
        "a map is not exported"
    );
}
