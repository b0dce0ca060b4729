//! Walks a character through a level and prints its way: straight on for as long as that leads
//! anywhere, then to another side.
//!
//! `cargo run --release --example walk_a_level -- assets/levels/observatory.glb`

use std::{env, process::ExitCode};

use glam::{Quat, Vec3};
use hexbound::{
    collide::{Body, Character},
    level::{self, Level},
};

const TICK: f32 = 1.0 / 60.0;
/// Metres a second.
const SPEED: f32 = 4.0;

fn main() -> ExitCode {
    let path = env::args().nth(1);
    let path = path.as_deref().unwrap_or("assets/levels/observatory.glb");
    match level::load(path) {
        Ok(level) => {
            println!("{}: {} triangles", level.name, level.collision.len());
            walk(&level, 20);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// For so many seconds. Everything below works on any `CollisionMesh`, loaded or built.
fn walk(level: &Level, seconds: u32) {
    // As wide as a person and 1.8 m tall; its centre starts where the level says.
    let body = Body::ellipsoid(0.4, 0.9);
    let mut character = Character::new(body, level.spawn.position);
    let mut heading = Quat::from_rotation_y(level.spawn.yaw) * Vec3::NEG_Z;
    for second in 0..seconds {
        let before = character.position;
        let mut bumps = 0;
        for _ in 0..60 {
            let end = character.step(&level.collision, heading * SPEED, TICK);
            // Contacts that lean against the body, not those that carry it.
            bumps += end.hits.iter().filter(|hit| hit.normal.y < 0.5).count();
        }
        let place = character.position;
        let way = (place - before) * Vec3::new(1.0, 0.0, 1.0);
        let on = match character.ground {
            Some(ground) => format!("on ground at {:.2} m", ground.height),
            None => format!("falling at {:.1} m/s", character.fall),
        };
        println!("{second:3} s  {place:7.2}  {on}, {bumps} bumps");
        if way.length() < 0.25 * SPEED {
            // A little more than a quarter turn, so that it doesn't go round in a square.
            heading = Quat::from_rotation_y(1.7) * heading;
        }
    }
}
