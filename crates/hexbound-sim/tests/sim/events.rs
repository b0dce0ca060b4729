//! Tests of what events say of both sides: masses, and what they are made of.

use hexbound_level::{Surface, SurfaceKind, Surfaces};

use crate::steps::*;

fn surfaces(kinds: &[(u32, SurfaceKind)]) -> Surfaces {
    let mut surfaces = Surfaces::default();
    for (first, kind) in kinds {
        let surface = Surface {
            kind: *kind,
            ..Surface::default()
        };
        surfaces.begin(*first, surface);
    }
    surfaces
}

fn wooden_floor() -> Level {
    let mut level = scenes::named("flat").unwrap();
    level.surfaces = surfaces(&[(0, SurfaceKind::Wood)]);
    level
}

#[test]
fn feet_know_the_floor() {
    let level = wooden_floor();
    let mut world = World::new(&level, Rules::default());
    world.player.position.y += 1.0;
    let events = play(&mut world, &level, Buttons::FORWARD, 360);
    for kind in [EventKind::Land, EventKind::Footstep] {
        let event = events.iter().find(|event| event.kind == kind).unwrap();
        assert_eq!(event.struck.surface, Some(SurfaceKind::Wood), "{kind:?}");
        assert!(event.struck.mass.is_infinite() && event.mover.mass > 10.0);
        assert_eq!(event.mover.surface, None);
    }
}

#[test]
fn balls_strike_the_floor_and_each_other() {
    let level = wooden_floor();
    let mut world = World::new(&level, Rules::default());
    let at = |x, y| level.to_local(dvec3(x, y, 9.0));
    world.balls = vec![
        Ball::new(0, at(5.0, 1.0), Vec3::ZERO),
        Ball::new(1, at(10.0, 3.0), Vec3::X * 2.0),
        Ball::new(2, at(12.0, 3.0), Vec3::X * -2.0),
    ];
    world.balls[2].mass = 5.0;
    let mut bounces = wait(&mut world, &level, 70);
    bounces.retain(|event| event.kind == EventKind::Bounce);
    let floor = bounces.iter().find(|event| event.normal.y > 0.9).unwrap();
    assert_eq!(floor.struck.surface, Some(SurfaceKind::Wood));
    assert_eq!(floor.mover.mass, 1.0);
    assert_eq!(floor.mover.surface, Some(SurfaceKind::Metal));
    let met = bounces.iter().find(|event| event.normal.y < 0.5).unwrap();
    assert_eq!((met.mover.mass, met.struck.mass), (1.0, 5.0));
    assert_eq!(met.struck.surface, Some(SurfaceKind::Metal));
}

#[test]
fn parts_keep_their_own_surface() {
    let mut level = scenes::named("box-room").unwrap();
    let count = level.collision.len() as u32;
    use SurfaceKind::{Earth, Glass, Stone};
    level.surfaces = surfaces(&[(0, Stone), (4, Glass), (9, Earth)]);
    for triangle in 0..count {
        let expected = match level.collision.source(triangle) {
            0..4 => Stone,
            4..9 => Glass,
            _ => Earth,
        };
        assert_eq!(level.surface(triangle).kind, expected);
    }
    // There is none.
    assert_eq!(level.surface(count).kind, Stone);
}
