//! The places of a capsule: the boxes around the paths of everything that moves in it.

use std::collections::HashSet;

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use super::excerpt::Places;
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::Level;
use hexbound_sim::{Player, World};

/// The number of ticks whose motion is in one box.
const TICKS_PER_BOX: usize = 12;

/// The motions of the bodies of a capsule.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyPaths {
    /// The boxes around the player, each over some ticks.
    player: Vec<Aabb>,
    /// The boxes around every other body, each over some ticks.
    others: Vec<Aabb>,
    /// The bits of the others' boxes. A body at rest has the same box repeatedly.
    known: HashSet<[u32; 6]>,
    ticks: usize,
}

impl BodyPaths {
    /// Adds a tick, with the player before and the world after it.
    pub(super) fn add(&mut self, before: &Player, after: &World) {
        let around = |from: Vec3, to: Vec3, half: Vec3| {
            Aabb::from_points([from - half, from + half, to - half, to + half])
        };
        let half = before.body().half_extents();
        let half = half.max(after.player.body().half_extents());
        let player = around(before.position, after.player.position, half);
        let is_new = self.ticks.is_multiple_of(TICKS_PER_BOX);
        self.ticks += 1;
        match self.player.last_mut().filter(|_| !is_new) {
            Some(last) => *last = last.union(player),
            None => self.player.push(player),
        }
        if !is_new {
            return;
        }
        // The bodies move at most by this distance until the next sample.
        let ahead = |velocity: Vec3, size: f32| {
            Vec3::splat(size + velocity.length() * TICKS_PER_BOX as f32 * TICK_LENGTH)
        };
        for ball in &after.balls {
            let size = ball.radius;
            self.add_other(
                ball.position.as_vec3(),
                ahead(ball.velocity.as_vec3(), size),
            );
        }
        for walker in &after.walkers {
            self.add_other(walker.body.position, ahead(walker.body.velocity, 1.0));
        }
        for prop in &after.props {
            self.add_other(prop.position, ahead(prop.velocity, 1.0));
        }
    }

    fn add_other(&mut self, center: Vec3, half: Vec3) {
        let around = Aabb::new(center - half, center + half);
        let [low, high] = [around.min, around.max].map(|it| it.to_array().map(f32::to_bits));
        let bits = [low[0], low[1], low[2], high[0], high[1], high[2]];
        if self.known.insert(bits) {
            self.others.push(around);
        }
    }

    /// The places that an excerpt keeps. Solid triangles are kept within a margin of all motions, meters,
    /// or everywhere. Visible ones are kept within another margin of the player's path, or not at all.
    pub(super) fn places(&self, level: &Level, solid: Option<f32>, seen: Option<f32>) -> Places {
        // The level stores the reach of large props.
        let reach = level.props.iter().map(|prop| prop.reach);
        let reach = reach.fold(0.0, f32::max);
        let player = |margin| {
            self.player
                .iter()
                .map(move |it| it.grown(Vec3::splat(margin)))
        };
        Places {
            solid: solid.map(|margin| {
                let others = self.others.iter();
                let others = others.map(|it| it.grown(Vec3::splat(margin + reach)));
                player(margin).chain(others).collect()
            }),
            seen: seen.map_or(Vec::new(), |margin| player(margin).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    #[test]
    fn what_rests_is_in_one_box_however_long() {
        let level = catalog::open("test:crowd").unwrap();
        let world = World::new(&level, Rules::default());
        let bodies = world.balls.len() + world.walkers.len() + world.props.len();
        assert!(bodies > 1);
        let mut paths = BodyPaths::default();
        for _ in 0..10 * TICKS_PER_BOX {
            paths.add(&world.player, &world);
        }
        assert_eq!((paths.player.len(), paths.others.len()), (10, bodies));
    }
}
