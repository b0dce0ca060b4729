//! The pool of explosions: where they are and how far they have grown and faded.

use glam::Vec3;

/// At most this many at once, as in the seed.
pub const EXPLOSION_POOL: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explosion {
    pub position: Vec3,
    /// Away from what was struck, unit.
    pub normal: Vec3,
    /// 1 when new, falls by 0.01 a sixtieth of a second.
    pub alpha: f32,
    /// 1 when new, grows by 0.03 a sixtieth of a second.
    pub scale: f32,
    /// For telling explosions apart (turning the quads, picking a sound).
    pub id: u32,
}

/// At most [`EXPLOSION_POOL`] explosions, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explosions {
    pub alive: Vec<Explosion>,
}
