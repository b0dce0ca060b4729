//! Walks a level without a window: up stairs, down a ramp, along a wall, and against a slope that is
//! too steep.

mod support;

use glam::Vec3;
use hexbound_collide::{Body, Character, MoveError};

const TICK: f32 = 1.0 / 60.0;

pub fn main() -> Result<(), MoveError> {
    let level = support::level();
    let body = Body::ellipsoid(0.4, 0.9).expect("a body of that size");
    let mut walker = Character::new(body, Vec3::new(0.0, 0.95, 0.0));
    // The walk leads along x, and from 10 m on also to the side, into the wall.
    for tick in 0..420 {
        let aside = if walker.position.x > 10.0 { 1.5 } else { 0.0 };
        walker.step(&level, Vec3::new(3.0, 0.0, aside), TICK)?;
        println!("{tick:4}  {:6.2}", walker.position);
    }
    assert!(walker.position.z < 2.6, "the wall holds");
    let x = walker.position.x;
    assert!((14.0..15.0).contains(&x), "the steep slope holds");
    Ok(())
}
