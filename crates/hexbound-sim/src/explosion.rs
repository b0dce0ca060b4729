//! The pool of explosions: their positions, growth and fading.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::PoolPolicy;
use hexbound_collide::hash::Hasher;

use hexbound_base::clock::TICK_RATE;

/// The most explosions at once, as in NeHe lesson 30 (Christopoulos, "Collision Detection and Physically
/// Based Modeling Tutorial").
pub(crate) const MAX_EXPLOSIONS: usize = 20;

/// The alpha lost in a sixtieth of a second, as in NeHe lesson 30.
const FADE_STEP: f32 = 0.01;
/// The scale gained in a sixtieth of a second, as in NeHe lesson 30.
const GROWTH_STEP: f32 = 0.03;
/// The sixtieths of a second in a tick.
const SIXTIETHS_PER_TICK: f32 = 60.0 / TICK_RATE as f32;

/// An explosion that grows and fades.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explosion {
    /// The center, local, meters.
    pub position: Vec3,
    /// The unit normal away from the struck surface.
    pub normal: Vec3,
    /// The opacity: 1 when new, and 0.01 less with every sixtieth of a second.
    pub alpha: f32,
    /// The size: 1 when new, and 0.03 more with every sixtieth of a second.
    pub scale: f32,
    /// The id of the explosion, which sets the rotation of its quads.
    pub id: u32,
}

/// The explosions, at most [`MAX_EXPLOSIONS`], oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explosions {
    pub alive: Vec<Explosion>,
    next_id: u32,
}

impl Explosions {
    /// Starts an explosion and returns whether the pool had room. A full pool drops the new explosion or
    /// reuses the oldest.
    pub(crate) fn start(&mut self, position: Vec3, normal: Vec3, policy: PoolPolicy) -> bool {
        if self.alive.len() >= MAX_EXPLOSIONS {
            match policy {
                PoolPolicy::Drop => return false,
                PoolPolicy::Reuse => drop(self.alive.remove(0)),
            }
        }
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        self.alive.push(Explosion {
            position,
            normal,
            alpha: 1.0,
            scale: 1.0,
            id,
        });
        true
    }

    /// Returns whether the explosions of a state from a file are valid.
    pub(crate) fn are_valid(&self) -> bool {
        let is_valid = |it: &Explosion| {
            it.position.is_finite() && it.normal.is_finite() && it.alpha <= 1.0 && it.scale <= 9.0
        };
        self.alive.len() <= MAX_EXPLOSIONS && self.alive.iter().all(is_valid)
    }

    /// Lets all explosions grow and fade for one tick.
    pub(crate) fn step(&mut self) {
        for explosion in &mut self.alive {
            explosion.alpha -= FADE_STEP * SIXTIETHS_PER_TICK;
            explosion.scale += GROWTH_STEP * SIXTIETHS_PER_TICK;
        }
        self.alive.retain(|explosion| explosion.alpha > 0.0);
    }

    /// Adds everything that later ticks depend on to the hash.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        hasher.u32(self.next_id);
        for explosion in &self.alive {
            hasher
                .vec3(explosion.position)
                .f32(explosion.alpha)
                .f32(explosion.scale);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(policy: PoolPolicy) -> Explosions {
        let mut pool = Explosions::default();
        for i in 0..MAX_EXPLOSIONS {
            assert!(pool.start(Vec3::X * i as f32, Vec3::Y, policy));
        }
        pool
    }

    #[test]
    fn a_full_pool_drops_the_newest_or_reuses_the_oldest() {
        let mut pool = full(PoolPolicy::Drop);
        assert!(!pool.start(Vec3::Z, Vec3::Y, PoolPolicy::Drop));
        assert_eq!(pool.alive[0].position, Vec3::ZERO);
        let mut pool = full(PoolPolicy::Reuse);
        assert!(pool.start(Vec3::Z, Vec3::Y, PoolPolicy::Reuse));
        assert_eq!(pool.alive.len(), MAX_EXPLOSIONS);
        assert_eq!(pool.alive[0].position, Vec3::X);
    }

    #[test]
    fn explosions_grow_and_fade_as_in_lesson_30() {
        let mut pool = full(PoolPolicy::Drop);
        (0..TICK_RATE).for_each(|_| pool.step());
        assert!((pool.alive[0].alpha - 0.4).abs() < 1e-4);
        assert!((pool.alive[0].scale - 2.8).abs() < 1e-4);
        (0..TICK_RATE).for_each(|_| pool.step());
        assert!(pool.alive.is_empty());
    }
}
