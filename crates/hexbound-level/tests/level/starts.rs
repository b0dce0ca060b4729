//! Where one starts in real levels that name no place; more of it is in cases/starts.txt.

use std::path::Path;

use glam::Vec3;
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{self as level, Level};
use hexbound_sim::{self as sim, Buttons, Command, Rules, World};

use crate::skip;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/levels");

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
