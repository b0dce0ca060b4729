//! Real files made by others: every level loads, every conformance file loads or says what is
//! not supported, and nothing malformed panics or hangs. Skipped where the files are absent.

use std::{
    collections::BTreeSet,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use glam::{Quat, Vec3, vec3};
use hexbound_level::{self as level, Cause, Level, LevelError};
use test_support::{files_below, is_free_at_start};

use crate::{
    skip,
    starts::{eye, foreign_level},
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");

/// Nothing in the data comes near; a loader that hangs fails instead of blocking the run.
const LIMIT: Duration = Duration::from_secs(120);

/// The .glb and .gltf files under a folder of the data, or nothing with a word about it.
fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(DATA).join(folder);
    match skip::has_data(&root) {
        true => files_below(&root, &["glb", "gltf"]),
        false => Vec::new(),
    }
}

/// Loads in a thread of its own; a panic or a hang is an `Err` with words.
fn load(path: &Path) -> Result<Result<Level, LevelError>, String> {
    let (send, receive) = mpsc::channel();
    let file = path.to_path_buf();
    thread::spawn(move || {
        let loaded = catch_unwind(AssertUnwindSafe(|| level::load(&file)));
        let _ = send.send(loaded.map_err(|_| String::from("panicked")));
    });
    let loaded = receive.recv_timeout(LIMIT);
    loaded.unwrap_or_else(|_| Err(String::from("hung")))
}

/// The path below the data's folder.
fn short(path: &Path) -> String {
    let short = path.strip_prefix(DATA).unwrap_or(path);
    short.display().to_string().replace('\\', "/")
}

#[test]
fn every_level_loads_with_a_place_to_stand() {
    let mut failures = Vec::new();
    for path in files("levels") {
        match load(&path) {
            Ok(Ok(level)) => {
                assert!(!level.collision.is_empty());
                let is_free = is_free_at_start(&level);
                assert!(is_free, "{} has its spawn in a wall", short(&path));
            }
            Ok(Err(error)) => failures.push(error.to_string()),
            Err(word) => failures.push(format!("{}: {word}", short(&path))),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn conformance_files_load_or_say_what_is_missing() {
    let mut failures = Vec::new();
    for path in files("conformance") {
        let name = short(&path);
        match load(&path) {
            Ok(Ok(_) | Err(LevelError::Unplayable { .. })) => {}
            Ok(Err(LevelError::InFile { fault, .. })) => match fault.cause {
                Cause::Unsupported { what } if what.contains("the extension ") => {}
                // Its buffer is not among the data.
                Cause::Unreadable { .. } if name.contains("01_vertex_count_32bit") => {}
                cause => failures.push(format!("{name}: {cause}")),
            },
            Ok(Err(error)) => failures.push(error.to_string()),
            Err(word) => failures.push(format!("{name}: {word}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The files in which a validator finds no fault, according to the index.
fn clean_files() -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(DATA).join("INDEX.md")).unwrap_or_default();
    let clean = text.lines().filter(|line| line.contains("| V 0/0"));
    let files = clean.filter_map(|line| line.trim_start_matches('|').split(" | ").next());
    files.map(|file| file.trim().to_string()).collect()
}

/// Returns whether the file brings any numbers: many that the validator is tested with are only
/// JSON.
fn has_data(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    text.contains("\"meshes\"") && (text.contains("\"uri\"") || text.contains("BIN\0"))
}

#[test]
fn malformed_files_never_panic_or_hang_and_clean_ones_load() {
    let clean = clean_files();
    let mut failures = Vec::new();
    let mut clean_ones_loaded = 0;
    for path in files("malformed") {
        let name = short(&path);
        let must_load = clean.contains(&name) && has_data(&path);
        match load(&path) {
            Err(word) => failures.push(format!("{name}: {word}")),
            Ok(Ok(_)) if name.contains("gltf1-must-reject") => {
                failures.push(format!("{name}: was not refused"));
            }
            Ok(Ok(_)) => clean_ones_loaded += usize::from(must_load),
            // A .gltf buffer without a file is legal, but then there is nothing to read.
            Ok(Err(error)) if must_load && error.to_string().contains("has no data") => {}
            Ok(Err(error)) if must_load => failures.push(format!("is clean, but {error}")),
            Ok(Err(error)) => {
                let words = error.to_string();
                if !words.contains(&*path.file_name().unwrap().to_string_lossy()) {
                    failures.push(format!("names no file: {words}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let is_enough = clean.is_empty() || clean_ones_loaded >= 3;
    assert!(is_enough, "{clean_ones_loaded}");
}

/// The share of the rays through a picture from where the player starts that meet the model.
fn share_in_view(level: &Level) -> f32 {
    let spawn = level.spawn;
    let turn = Quat::from_rotation_y(spawn.yaw) * Quat::from_rotation_x(spawn.pitch);
    let steps = || (-20..=20).map(|step| step as f32 / 20.0);
    let rays = steps().flat_map(|x| steps().map(move |y| vec3(0.9 * x, 0.54 * y, -1.0)));
    let hits = rays.clone().filter(|ray| {
        let way = (turn * *ray).normalize();
        let hit = level.collision.ray_cast(eye(level), way, 1000.0);
        // The ground under a model is not drawn.
        hit.is_some_and(|hit| level.bounds.grown(Vec3::splat(1e-3)).contains(hit.point))
    });
    hits.count() as f32 / rays.count() as f32
}

/// Smaller ones are too small to be seen by whoever stands beside them, meters.
const SMALLEST: f32 = 0.2;

#[test]
fn models_are_in_view_from_the_start() {
    let mut unseen = Vec::new();
    for path in files("conformance/khronos-samples") {
        let Ok(Ok(level)) = load(&path) else {
            continue;
        };
        let share = share_in_view(&level);
        if level.bounds.size().max_element() > SMALLEST && share < 0.02 {
            unseen.push(format!("{}: {share}", short(&path)));
        }
    }
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}

/// The ground outside a level's shell is larger and flatter than the level.
#[test]
fn found_places_are_inside_and_not_on_the_shell() {
    for (file, lowest, highest) in [
        ("cube2-cyanide/cyanide.glb", 2.0, 230.0),
        ("cube2-trespass/trespass.glb", 2.0, 150.0),
        ("godot-zdm2/zdm2.glb", -7.0, 5.0),
        ("sascha-sampleroom/sampleroom.gltf", 0.0, 2.0),
        ("webxr-home-theater/home-theater.gltf", -1.6, 0.0),
        ("playcanvas-vr-gallery/vr-gallery.glb", 0.0, 2.0),
    ] {
        let Some(level) = foreign_level(file) else {
            continue;
        };
        let height = level.to_file(level.spawn.position).y;
        assert!((lowest..highest).contains(&height), "{file}: {height}");
        // From the inside most directions end at a wall.
        let position = level.spawn.position;
        let walls = (0..16).filter(|spoke| {
            let angle = *spoke as f32 * std::f32::consts::TAU / 16.0;
            let direction = vec3(angle.sin(), 0.0, angle.cos());
            let hit = level.collision.ray_cast(position, direction, 60.0);
            hit.is_some()
        });
        assert!(walls.count() >= 8, "{file}");
    }
}
