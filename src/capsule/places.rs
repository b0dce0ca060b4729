//! The places of a moment: the boxes around the ways of everything that moves in it.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use crate::{
    level::{Level, Places},
    sim::World,
};

/// The ticks whose ways are in one box.
const TOGETHER: usize = 12;

/// The ways of the bodies of a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    /// The boxes around the player, and around every other body that moved, each over some ticks.
    player: Vec<Aabb>,
    others: Vec<Aabb>,
    ticks: usize,
}

impl Bodies {
    /// Takes in a tick by the worlds before and after it.
    pub(super) fn add(&mut self, before: &World, after: &World) {
        let around = |from: Vec3, to: Vec3, half: Vec3| {
            Aabb::from_points([from - half, from + half, to - half, to + half])
        };
        let half = before.player.body().half_extents();
        let half = half.max(after.player.body().half_extents());
        let player = around(before.player.position, after.player.position, half);
        let is_new = self.ticks.is_multiple_of(TOGETHER);
        self.ticks += 1;
        match self.player.last_mut().filter(|_| !is_new) {
            Some(last) => *last = last.union(player),
            None => self.player.push(player),
        }
        if !is_new {
            return;
        }
        // They go at most so far until the next time.
        let ahead = |velocity: Vec3, size: f32| {
            Vec3::splat(size + velocity.length() * TOGETHER as f32 / 120.0)
        };
        for ball in &after.balls {
            let place = ball.position.as_vec3();
            let half = ahead(ball.velocity.as_vec3(), ball.radius);
            self.others.push(around(place, place, half));
        }
        for walker in &after.walkers {
            let place = walker.body.position;
            self.others
                .push(around(place, place, ahead(walker.body.velocity, 1.0)));
        }
        for prop in &after.props {
            self.others.push(around(
                prop.position,
                prop.position,
                ahead(prop.velocity, 1.0),
            ));
        }
        self.others.dedup();
    }

    /// The places that an excerpt keeps: all that is solid within a margin of all ways, meters, or
    /// everywhere, and all that is seen in these boxes.
    pub(super) fn places(&self, level: &Level, margin: Option<f32>, seen: &[Aabb]) -> Places {
        // The reach of large props is the level's to know.
        let reach = level
            .props
            .iter()
            .map(|prop| prop.reach)
            .fold(0.0, f32::max);
        let solid = margin.map(|margin| {
            let player = self.player.iter().map(|it| it.grown(Vec3::splat(margin)));
            let others = (self.others.iter()).map(|it| it.grown(Vec3::splat(margin + reach)));
            player.chain(others).collect()
        });
        Places {
            solid,
            seen: seen.to_vec(),
        }
    }
}

/// The boxes within a margin of the player's way, meters.
pub(super) fn seen_boxes(bodies: &Bodies, margin: f32) -> Vec<Aabb> {
    let player = bodies.player.iter();
    player.map(|it| it.grown(Vec3::splat(margin))).collect()
}
