//! Explosions and what they leave behind.

use super::*;

pub const TABLE: &[Row] = &[
    ("explosion-ages", explosion_ages),
    ("explosion-soft", explosion_against_a_wall),
    ("sparks", sparks),
    ("smoke", smoke),
    ("dust", dust),
    ("scorch-over-an-edge", scorch_over_an_edge),
    ("flash-light", flash_light),
    ("low-flash", low_flash),
];

/// A floor, and a wall five meters ahead.
fn yard(floor: [f32; 3], wall: [f32; 3]) -> Level {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-5.0, -6.0, 5.0, 2.0, 0.0)
        .part("wall")
        .cuboid(vec3(-5.0, 0.0, -5.3), vec3(5.0, 3.2, -5.0));
    let materials = vec![plain(floor), plain(wall)];
    lit(stage(scene, materials), vec3(0.5, -0.7, -0.4))
}

fn closed_room() -> Level {
    let scene = SceneBuilder::new()
        .part("room")
        .room(vec3(-3.5, 0.0, -5.5), vec3(3.5, 3.2, 2.0))
        .part("posts")
        .pillar(vec3(-1.5, 0.0, -3.6), 0.35, 3.2, 6)
        .pillar(vec3(1.9, 0.0, -4.4), 0.35, 3.2, 6);
    stage(scene, vec![plain([0.35, 0.32, 0.28]), plain(PLASTER)])
}

fn eye() -> View {
    looking(vec3(0.0, 1.6, 0.8), 0.0, -0.1)
}

fn exploding(explosions: Vec<Explosion>) -> Shot {
    Shot::of(View {
        explosions,
        ..eye()
    })
}

/// New, bursting, burning and smoke.
fn explosion_ages() -> Feature {
    let ages = [(-2.0, 0.97), (-0.85, 0.8), (0.55, 0.55), (2.1, 0.35)];
    let row = (1..).zip(ages).map(|(id, (x, alpha))| {
        let place = vec3(x, 1.45, -3.4);
        explosion(id, place, Vec3::Z, alpha)
    });
    let level = yard(BASALT, LIMESTONE);
    Feature::of_shot(level, exploding(row.collect()), |shot| {
        shot.view.explosions.remove(3);
    })
}

/// Struck floor and wall cut it without an edge; without them it is a whole quad.
fn explosion_against_a_wall() -> Feature {
    let struck = vec3(0.0, 0.5, -4.97);
    let near = vec3(0.0, 1.2, -2.2);
    let shot = Shot::of(View {
        explosions: vec![explosion(3, struck, Vec3::Z, 0.6)],
        ..looking(near, 0.0, -0.15)
    });
    Feature::of_shot(yard(BASALT, PLASTER), shot, |shot| {
        shot.view.explosions[0].position += Vec3::Z * 0.4;
    })
}

/// Returns the effects of what happened at each of these places so many seconds ago, on a floor.
fn after(kind: EventKind, level: &Level, places: &[Vec3], seconds: f64) -> Effects {
    let event = |place: &Vec3| Event::new(kind, *place, Vec3::Y, 8.0);
    let events: Vec<Event> = places.iter().map(event).collect();
    later(level, &events, seconds)
}

fn later(level: &Level, events: &[Event], seconds: f64) -> Effects {
    let mut effects = Effects::default();
    effects.advance(0.0, events, level);
    effects.advance(seconds, &[], level);
    effects
}

fn left_behind(level: Level, view: View, effects: Effects) -> Feature {
    let shot = Shot {
        effects: Some(effects),
        ..Shot::of(view)
    };
    Feature::of_shot(level, shot, |shot| shot.effects = None)
}

/// In the air, where nothing is scorched.
fn sparks() -> Feature {
    let level = yard(BASALT, [0.12, 0.14, 0.15]);
    let place = [vec3(0.0, 1.1, -3.0)];
    let effects = after(EventKind::Explosion, &level, &place, 0.2);
    let near = looking(vec3(0.0, 1.3, -1.0), 0.0, -0.1);
    left_behind(level, near, effects)
}

/// The smoke that is left of a wall of explosions when the sparks are gone.
fn smoke() -> Feature {
    let level = yard(PLASTER, PLASTER);
    let place = |index: u32| {
        let (column, row) = (index % 6, index / 6);
        vec3(0.2 * (column as f32 - 2.5), 0.8 + 0.16 * row as f32, -2.2)
    };
    let places: Vec<Vec3> = (0..24).map(place).collect();
    let effects = after(EventKind::Explosion, &level, &places, 1.31);
    left_behind(level, eye(), effects)
}

/// The dust of hard landings on a dark floor.
fn dust() -> Feature {
    let level = yard(BASALT, BASALT);
    let place = |index: u32| {
        let (column, row) = (index % 5, index / 5);
        vec3(0.4 * (column as f32 - 2.0), 0.02, -2.2 - 0.4 * row as f32)
    };
    let places: Vec<Vec3> = (0..15).map(place).collect();
    let effects = after(EventKind::Land, &level, &places, 0.2);
    let near = looking(vec3(0.0, 0.7, -0.9), 0.0, -0.35);
    left_behind(level, near, effects)
}

/// A mark that bends round the edge of a block.
fn scorch_over_an_edge() -> Feature {
    let scene = SceneBuilder::new()
        .part("floor")
        .floor(-4.0, -5.5, 4.0, 1.5, 0.0)
        .part("block")
        .cuboid(vec3(-1.3, 0.0, -4.4), vec3(1.3, 0.45, -2.6));
    let level = stage(scene, vec![plain(PLASTER), plain(PLASTER)]);
    let normal = vec3(0.0, 0.8, 0.6);
    let place = vec3(0.1, 0.45, -2.75);
    let event = Event::new(EventKind::Explosion, place, normal, 6.0);
    let effects = later(&level, &[event], 6.0);
    let above = looking(vec3(0.0, 1.5, -0.9), 0.0, -0.55);
    left_behind(level, above, effects)
}

/// An explosion beyond the picture's left edge shines on the room.
fn flash_light() -> Feature {
    let beside = explosion(5, vec3(-2.9, 1.4, -2.4), Vec3::X, 0.97);
    Feature::of_shot(closed_room(), exploding(vec![beside]), |shot| {
        shot.view.explosions.clear();
    })
}

/// The same place with a gentler explosion in sight.
fn low_flash() -> Feature {
    let ahead = explosion(5, vec3(0.2, 1.2, -3.2), Vec3::Z, 0.9);
    let mut shot = exploding(vec![ahead]);
    shot.exposure.low_flash = true;
    Feature::of_shot(closed_room(), shot, |shot| shot.exposure.low_flash = false)
}
