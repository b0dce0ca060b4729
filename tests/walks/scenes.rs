//! Walks through generated scenes, judged from outside: the proof that stands without any data.
//! The article's own test is walked too, and has to be caught leaking: that proves that the judge
//! sees.

use crate::checker::{Grid, PLANES, clean_walk, compared, file, judged_walk};

const SEEDS: [&str; 3] = ["1", "2", "3"];
/// The article leaks a few times in a minute of walking: some of these meet it.
const WEDGE_SEEDS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

fn grid_of(scene: &str) -> Grid {
    Grid::new(file::scene_triangles(scene))
}

/// At walking speed over several seeds, and at speeds that no wall is thicker than.
fn judge_scene(scene: &str) {
    let grid = grid_of(scene);
    let mut distance = 0.0;
    let mut touching_wall = 0;
    for seed in SEEDS {
        let (_, verdict) = clean_walk(scene, &grid, &["--wander", seed, "--ticks", "6000"]);
        distance += verdict.distance;
        touching_wall += verdict.touching_wall;
        for speed in ["30", "90"] {
            let arguments = ["--wander", seed, "--ticks", "3000", "--speed", speed];
            clean_walk(scene, &grid, &arguments);
        }
    }
    assert!(distance >= 150.0, "{scene} {distance:.1}");
    // The terrain has no wall.
    assert!(touching_wall > 0 || scene == "test:terrain", "{scene}");
}

macro_rules! scenes {
    ($($test:ident)*) => {
        $(
            #[test]
            fn $test() {
                judge_scene(&format!("test:{}", stringify!($test).replace('_', "-")));
            }
        )*
    };
}

scenes! {
    box_room stairs slopes wedge pillar bumpers terrain corners pits ceilings stairs_wall thin_walls
    seams
}

#[test]
fn every_plane_of_the_prism_has_work_on_uneven_ground() {
    let scene = "test:terrain";
    let walking = ["--wander", "1", "--ticks", "6000"];
    let (walk, _) = clean_walk(scene, &grid_of(scene), &walking);
    for plane in PLANES {
        assert!(walk.rejected_by(plane) > 0.0, "{plane}");
    }
}

#[test]
fn the_article_is_caught_leaking_at_the_wedges_where_the_default_is_not() {
    let scene = "test:wedge";
    let grid = grid_of(scene);
    let (mut crossings, mut overlaps) = (0, 0);
    for seed in WEDGE_SEEDS {
        let walking = ["--wander", seed, "--ticks", "6000", "--collision"];
        let article = [walking.as_slice(), &["article"]].concat();
        let (_, verdict) = judged_walk(scene, &grid, &article);
        crossings += verdict.crossings;
        overlaps += verdict.overlaps;
        let swept = [walking.as_slice(), &["swept"]].concat();
        clean_walk(scene, &grid, &swept);
    }
    assert!(crossings > 0, "no path crossed a triangle");
    assert!(overlaps > 0, "nothing overlapped");
}

/// The counts of `compare` are those of the checker, which knows nothing of the game's code.
#[test]
fn a_comparison_counts_the_overlaps_and_leaks_that_the_checker_counts() {
    let scene = "test:wedge";
    let grid = grid_of(scene);
    let (mut leaks, mut overlaps) = (0, 0);
    for seed in WEDGE_SEEDS.into_iter().take(4) {
        let walking = ["--wander", seed, "--ticks", "6000"];
        // The wanderer of a comparison looks at the first method's world.
        let methods = ["--methods", "article,swept"];
        let compared = compared(scene, &[&walking[..], &methods[..]].concat());
        for (place, mode) in ["article", "swept"].into_iter().enumerate() {
            let row = &compared["methods"][place];
            let count = |key: &str| row[key]["ticks"].as_u64().expect("a number") as usize;
            if mode == "swept" {
                // One may walk off this scene's floor, which is a leak of the level.
                let faults = (&row["passed_through"], count("overlaps"));
                assert_eq!(faults, (&0.into(), 0), "{seed}: {row}");
                continue;
            }
            let chosen = [&walking[..], &["--collision", mode]].concat();
            let (walk, verdict) = judged_walk(scene, &grid, &chosen);
            assert_eq!(row["state_hash"], walk.summary["state_hash"], "{seed}");
            assert_eq!(count("overlaps"), verdict.overlaps, "{seed}: {row}");
            let passed = row["passed_through"].as_u64().expect("a number");
            assert_eq!(passed as usize, verdict.crossings, "{seed}: {row}");
            let deepest = row["deepest_overlap"]["millimeters"].as_f64();
            // The library makes no body thinner than a millimeter: deeper than so far short of the
            // body's half width of 0.4 m, all depths are reported as the whole of it.
            let told = |millimeters: f64| millimeters.min(399.0);
            let apart = told(deepest.unwrap_or(0.0)) - told(verdict.deepest * 1000.0);
            // A depth is reported to a hundredth of a millimeter.
            assert!(apart.abs() < 0.02, "{seed}: {row} {}", verdict.deepest);
            leaks += count("leaks");
            overlaps += count("overlaps");
        }
    }
    assert!(leaks > 0 && overlaps > 0, "{leaks} {overlaps}");
}

/// The ellipsoid within the body is judged, and for a sphere the sphere itself.
#[test]
fn bodies_of_every_shape_walk_cleanly() {
    for scene in ["test:stairs", "test:wedge", "test:corners"] {
        let grid = grid_of(scene);
        for shape in ["sphere", "capsule", "cylinder", "box"] {
            let methods = format!("body={shape}");
            for speed in ["5", "90"] {
                let walking = ["--wander", "2", "--ticks", "2000", "--speed", speed];
                let shaped = [walking.as_slice(), &["--methods", &methods]].concat();
                clean_walk(scene, &grid, &shaped);
            }
        }
    }
}

/// Only single places are asked there, but a tick's way stays shorter than the box is wide.
#[test]
fn the_box_crosses_nothing_at_less_than_its_own_width_a_tick() {
    for scene in ["box-room", "wedge", "corners", "thin-walls"] {
        let scene = format!("test:{scene}");
        let grid = grid_of(&scene);
        for speed in ["5", "90"] {
            let walking = ["--wander", "1", "--ticks", "6000", "--speed", speed];
            let boxed = [walking.as_slice(), &["--collision", "box"]].concat();
            clean_walk(&scene, &grid, &boxed);
        }
    }
}
