//! Long walks through other people's levels and our own, judged from outside: nothing passes
//! through a triangle, nothing overlaps, and the walk is one worth judging.

use std::path::{Path, PathBuf};

use test_support::{files_below, foreign_data};

use crate::{
    checker::{Grid, PLANES, clean_walk, file, judged_walk},
    skip,
};

/// A path below the folder of real levels; `None`, and a word about it, where there is none.
fn real_level(place: &str) -> Option<PathBuf> {
    let folder = foreign_data().join("levels");
    skip::has_data(&folder).then(|| folder.join(place))
}

fn grid_of(path: &Path) -> Grid {
    Grid::new(file::solid_triangles(path).expect("the level's file is readable"))
}

/// 20,000 ticks of walking: far, mostly on the ground, often along walls, with every plane of the
/// prism having work to do; then shorter walks at speeds that no wall is thicker than.
fn judge_level(path: &Path, seed: &str) {
    let grid = grid_of(path);
    let level = path.to_str().expect("the path is text");
    let (walk, verdict) = clean_walk(level, &grid, &["--wander", seed, "--ticks", "20000"]);
    let summary = format!("{level}: {}", verdict.summary());
    assert!(verdict.distance >= 150.0, "{summary}");
    let least = |count: usize, share: f64, all: usize| count as f64 >= share * all as f64;
    assert!(least(verdict.grounded, 0.5, verdict.rows), "{summary}");
    // What the game calls ground is ground.
    let is_ground = least(verdict.touching_floor, 0.8, verdict.grounded);
    assert!(is_ground, "{summary}");
    assert!(least(verdict.in_contact, 0.1, verdict.rows), "{summary}");
    let is_along_walls = least(verdict.touching_wall, 0.02, verdict.rows);
    assert!(is_along_walls, "{summary}");
    for plane in PLANES {
        assert!(walk.rejected_by(plane) > 0.0, "{level} {plane}");
    }
    for speed in ["30", "90"] {
        let arguments = ["--wander", seed, "--ticks", "5000", "--speed", speed];
        clean_walk(level, &grid, &arguments);
    }
}

macro_rules! real_levels {
    ($($test:ident: $place:literal, seed $seed:literal;)*) => {
        $(
            #[test]
            fn $test() {
                if let Some(path) = real_level($place) {
                    judge_level(&path, $seed);
                }
            }
        )*
    };
}

real_levels! {
    openarena_oa_dm1: "openarena-oa_dm1/oa_dm1.glb", seed "1";
    recast_dungeon: "recast-dungeon/dungeon.gltf", seed "2";
    godot_zdm2: "godot-zdm2/zdm2.glb", seed "3";
    ecctrl_test_map: "ecctrl-testMap/testMap.glb", seed "10";
    collision_world_enari: "collision-world-enari/collision-world.glb", seed "5";
    openarena_oacmpctf3: "openarena-oacmpctf3/oacmpctf3.glb", seed "6";
}

#[test]
fn our_own_level() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/observatory.glb");
    judge_level(&path, "7");
}

#[test]
#[ignore = "takes many minutes: every real level there is, several seeds and speeds"]
fn every_real_level() {
    let Some(folder) = real_level("") else {
        return;
    };
    let mut faults = Vec::new();
    for path in files_below(&folder, &["glb", "gltf"]) {
        let grid = grid_of(&path);
        let level = path.to_str().expect("the path is text");
        for seed in ["1", "2", "3"] {
            for speed in ["5", "30", "90"] {
                let arguments = ["--wander", seed, "--ticks", "5000", "--speed", speed];
                let (_, verdict) = judged_walk(level, &grid, &arguments);
                if !verdict.is_clean() {
                    let words = verdict.faults.join("\n");
                    faults.push(format!("{level} {arguments:?}: {words}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
