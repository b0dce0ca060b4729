//! Where one starts in a level that names no place: where a good part of its floor can be reached
//! and where there is something to see.

use std::path::Path;

use glam::{Quat, Vec3, vec3};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{self as level, Level};
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{self as sim, Buttons, Command, Rules, World};
use test_support::assert_stands_free;

use crate::skip;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/levels");

fn built(scene: SceneBuilder) -> Level {
    scene.build("scene").expect("a valid scene")
}

pub fn eye(level: &Level) -> Vec3 {
    level.spawn.position + Vec3::Y * (sim::EYE_HEIGHT - sim::HALF_HEIGHT)
}

/// A level of others, where it is.
pub fn foreign_level(file: &str) -> Option<Level> {
    let path = Path::new(DATA).join(file);
    skip::has_data(&path).then(|| level::load(&path).unwrap())
}

/// Where the view goes.
fn ahead(level: &Level) -> Vec3 {
    let mut world = World::new(level, Rules::default());
    world.step(level, &Command::default(), &mut Vec::new());
    world.player.view_direction()
}

/// Meters from the eye to what is straight ahead.
fn open_view(level: &Level) -> f32 {
    let hit = (level.collision).ray_cast(eye(level), ahead(level), 1_000.0);
    hit.map_or(1_000.0, |hit| hit.distance)
}

/// Returns how far somebody gets who runs from the start to one of sixteen sides for ten seconds,
/// jumping all the while: the widest of all.
fn farthest_run(level: &Level) -> f32 {
    let command = Command::holding(Buttons::FORWARD.with(Buttons::JUMP));
    let runs = (0..16).map(|side| {
        let mut world = World::new(level, Rules::default());
        let start = world.player.position;
        world.player.yaw = side as f32 * std::f32::consts::TAU / 16.0;
        let mut farthest = 0.0_f32;
        for _ in 0..10 * TICK_RATE {
            world.step(level, &command, &mut Vec::new());
            if world.player.respawns > 0 {
                break;
            }
            let way = world.player.position - start;
            farthest = farthest.max(way.with_y(0.0).length());
        }
        farthest
    });
    runs.fold(0.0, f32::max)
}

#[test]
fn a_found_place_is_inside_the_room_and_not_on_its_roof() {
    // A closed room of 20 m by 20 m, its roof outside 1 m above the ceiling.
    let scene = SceneBuilder::new()
        .room(vec3(-10.0, 0.0, -10.0), vec3(10.0, 4.0, 10.0))
        .cuboid(vec3(-12.0, -1.0, -12.0), vec3(12.0, 5.0, 12.0))
        .cuboid(vec3(-5.0, 0.0, -5.0), vec3(-4.0, 4.0, -4.0));
    let level = built(scene);
    assert_stands_free(&level);
    let y = level.spawn.position.y;
    assert!((y - sim::HALF_HEIGHT).abs() < 0.01, "{y}");
}

/// Faces outward, so that one inside sees their backs, as of any thing that is not meant to be
/// entered.
#[test]
fn one_does_not_start_inside_a_hollow_ball() {
    let center = vec3(0.0, 7.5, 0.0);
    let floor = SceneBuilder::new().floor(-40.0, -40.0, 40.0, 40.0, 0.0);
    let level = built(floor.sphere(center, 8.0));
    let away = level.spawn.position.distance(center);
    assert!(away > 8.0, "{}", level.spawn.position);
    assert!(farthest_run(&level) > 20.0);
}

#[test]
fn one_starts_above_the_floor_and_not_in_the_cellar_below_it() {
    let (low, high) = (vec3(-9.0, -4.0, -9.0), vec3(9.0, 0.0, 9.0));
    let mut scene = SceneBuilder::new()
        // What carries the floor is hollow, and has a ground of its own.
        .cuboid(low, high)
        .floor(-9.0, -9.0, 9.0, 9.0, -3.5)
        .room(vec3(-6.0, 0.0, -6.0), vec3(6.0, 3.0, 6.0));
    // Legs of tables under the floor: detail alone makes no room.
    for leg in 0..6 {
        let x = -8.0 + 3.0 * leg as f32;
        scene = scene.pillar(vec3(x, -3.5, x * 0.5), 0.3, 3.0, 24);
    }
    let level = built(scene);
    let feet = level.spawn.position.y - sim::HALF_HEIGHT;
    assert!((0.0..0.1).contains(&feet), "{feet}");
    assert!(level.spawn.position.abs().max_element() < 6.0);
}

#[test]
fn one_looks_down_a_corridor_from_its_end() {
    for length in [14.0, 40.0] {
        let (low, high) = (Vec3::ZERO, vec3(length, 3.0, 3.2));
        let level = built(SceneBuilder::new().room(low, high));
        let view = open_view(&level);
        assert!(view > 0.75 * length, "{view} of {length}");
    }
}

/// A great plain, a small place with something to see on it, and a closed hut.
#[test]
fn one_starts_where_there_is_something_to_see_and_not_in_a_closed_hut() {
    let mut scene = SceneBuilder::new()
        .floor(-400.0, -400.0, 400.0, 400.0, 0.0)
        .cuboid(vec3(200.0, 0.0, 200.0), vec3(210.0, 4.0, 210.0))
        .room(vec3(200.1, 0.1, 200.1), vec3(209.9, 3.9, 209.9));
    for pillar in 0..12 {
        let [x, z] = [pillar, pillar % 3].map(|it| 10.0 * it as f32);
        scene = scene.pillar(vec3(x - 60.0, 0.0, z), 1.0, 6.0, 12);
    }
    let level = built(scene);
    assert!(farthest_run(&level) > 20.0);
    let sees = |turn: i32| {
        let aside = Quat::from_rotation_y(0.02 * turn as f32);
        let hit = (level.collision).ray_cast(eye(&level), aside * ahead(&level), 80.0);
        hit.is_some()
    };
    assert!((-20..=20).any(sees), "nothing but the plain");
}

#[test]
fn a_start_is_the_same_each_time() {
    let scene = || {
        let scene = SceneBuilder::new().room(Vec3::ZERO, vec3(30.0, 5.0, 20.0));
        built(scene.pillar(vec3(9.0, 0.0, 9.0), 1.0, 5.0, 7))
    };
    assert_eq!(scene().spawn, scene().spawn);
}

/// Real levels in which one began inside a ball, under a floor, on a box or before a blank wall.
#[test]
fn real_levels_begin_where_one_can_go_and_see() {
    for (file, run, view) in [
        ("ecctrl-testMap/testMap.glb", 20.0, 8.0),
        ("godot-living-room/living_room.glb", 8.0, 8.0),
        ("godot-truck-town/town_model.gltf", 20.0, 8.0),
        ("bevy-VolumetricFog/VolumetricFogExample.glb", 8.0, 9.0),
        ("playcanvas-vr-gallery/vr-gallery.glb", 8.0, 9.0),
        ("recast-dungeon/dungeon.gltf", 8.0, 8.0),
        ("godot-zdm2/zdm2.glb", 8.0, 8.0),
        ("cube2-cyanide/cyanide.glb", 8.0, 8.0),
        ("cube2-pandora/pandora.glb", 8.0, 8.0),
        ("cube2-trespass/trespass.glb", 8.0, 8.0),
        ("racing-track/racing-track.glb", 20.0, 8.0),
    ] {
        let Some(level) = foreign_level(file) else {
            continue;
        };
        let (ran, seen) = (farthest_run(&level), open_view(&level));
        println!("{file}: {ran:.1} m run, {seen:.1} m seen");
        assert!(ran > run && seen > view, "{file} {ran} {seen}");
    }
}
