//! The bodies that a prop touches, and the contacts that end its move.

use glam::Vec3;

/// The body that a prop touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A triangle of the level.
    Level(u32),
    /// Another prop, by its index in the level.
    Prop(usize),
    /// A ball, by its id.
    Ball(u32),
    /// The player.
    Player,
    /// A mover, by its index in the level.
    Mover(u32),
}

/// The contact that stops a prop's move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropStop {
    /// The fraction of the move, 0..1.
    pub fraction: f32,
    /// The touched point, local, meters.
    pub point: Vec3,
    /// The unit normal, toward the prop.
    pub normal: Vec3,
    pub touched: Touched,
}
