//! A character that passes a door, rides a lift sideways and up, and jumps off it: all code that a game
//! needs, in sixty lines.

mod support;

use glam::{DAffine3, Vec3};
use hexbound_collide::{Body, Character, MoveError, Obstacles, Placement};

const TICK: f32 = 1.0 / 60.0;

fn moved(by: Vec3) -> Placement {
    Placement::new(DAffine3::from_translation(by.as_dvec3())).expect("a motion that can be undone")
}

pub fn main() -> Result<(), MoveError> {
    // A floor with a wall across, a door in its gap, and a lift beyond.
    let mut floor = support::MeshBuilder::default();
    floor.block(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(12.0, 0.0, 5.0));
    floor.block(Vec3::new(0.0, 0.0, -5.0), Vec3::new(0.2, 3.0, -0.6));
    floor.block(Vec3::new(0.0, 0.0, 0.6), Vec3::new(0.2, 3.0, 5.0));
    let mut door = support::MeshBuilder::default();
    door.block(Vec3::new(0.05, 0.0, -0.6), Vec3::new(0.15, 3.0, 0.6));
    let mut lift = support::MeshBuilder::default();
    lift.block(Vec3::new(2.0, -0.2, -1.0), Vec3::new(4.0, 0.1, 1.0));
    let (floor, door, lift) = (floor.build(), door.build(), lift.build());

    let body = Body::ellipsoid(0.4, 0.9).expect("a body of that size");
    let mut player = Character::new(body, Vec3::new(-3.0, 0.95, 0.0));
    let (mut opened, mut lifted, mut highest) = (0.0_f32, Vec3::ZERO, 0.0_f32);
    let mut is_on_lift = false;
    for tick in 0..600 {
        // The door sinks after two seconds; the lift goes up and aside while the player is on it.
        opened += if tick > 120 { TICK } else { 0.0 };
        let rides = is_on_lift && player.position.x > 2.9 && lifted.y < 2.0;
        let motion = Vec3::new(0.0, TICK, 0.5 * TICK) * f32::from(rides);
        lifted += motion;
        let (door_place, lift_place) = (moved(Vec3::NEG_Y * opened.min(3.2)), moved(lifted));
        let mut obstacles = Obstacles::from(&floor);
        obstacles.add(&door, &door_place);
        obstacles.add(&lift, &lift_place);
        if rides {
            player.carry(&obstacles, motion)?;
        } else if is_on_lift && lifted.y >= 2.0 {
            player.jump(4.5);
        }
        let velocity = Vec3::X * 2.0 * f32::from(!rides);
        player.step(&obstacles, velocity, TICK)?;
        let below = obstacles.ray_cast(player.position, Vec3::NEG_Y, 1.0);
        is_on_lift = below.and_then(|hit| obstacles.mesh_index(hit.triangle)) == Some(2);
        highest = highest.max(player.position.y);
        assert!(tick > 120 || player.position.x < 0.0, "a shut door holds");
        println!("{tick:3}  {:.2}", player.position);
    }
    let Vec3 { x, y, z } = player.position;
    assert!(z > 0.9 && highest > 3.5, "the lift carried it");
    assert!(y < 1.0 && x > 5.0, "it jumped off and landed beyond");
    Ok(())
}
