//! Blasts: the explosion of a charged ball pushes what is near and not behind a wall. Which
//! explosions are blasts is decided in `world`.

use glam::{DVec3, Vec3};
use hexbound_collide::Faces;

use super::{
    Ball, MovedLevel, Player,
    tuning::{BLAST_MOST, BLAST_REACH, BLAST_SPEED},
};
use crate::body::RADIUS;

/// A blast asks for walls from so far before the struck surface, meters.
const OFF_SURFACE: f32 = 0.02;

/// A blast while it pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blast<'a> {
    /// The place from which it pushes, a little off the struck surface, local, meters.
    center: Vec3,
    moved: &'a MovedLevel<'a>,
}

impl<'a> Blast<'a> {
    /// A blast at a struck point with that unit normal.
    pub(super) fn at(point: Vec3, normal: Vec3, moved: &'a MovedLevel<'a>) -> Self {
        Self {
            center: point + normal * OFF_SURFACE,
            moved,
        }
    }

    /// Throws the player: from the feet upward, from a wall away from it.
    pub(super) fn push_player(&self, player: &mut Player) {
        let half = player.half_height() - RADIUS;
        let offset = player.position - self.center;
        let nearest = offset - Vec3::Y * offset.y.clamp(-half, half);
        let gap = (nearest.length() - RADIUS).max(0.0);
        if let Some(push) = self.push(player.position, gap) {
            player.throw(push * BLAST_SPEED);
        }
    }

    /// Throws a ball: a light one faster than a heavy one.
    pub(super) fn push_ball(&self, ball: &mut Ball) {
        let center = ball.position.as_vec3();
        let gap = (center.distance(self.center) - ball.radius).max(0.0);
        if let Some(push) = self.push(center, gap) {
            let speed = (BLAST_SPEED / ball.mass).min(BLAST_MOST);
            ball.wake();
            ball.velocity += DVec3::from(push) * f64::from(speed);
        }
    }

    /// The direction in which a body is pushed, as long as its share of the blast, 0..1. The body
    /// is given by its center and the gap between it and the blast, meters.
    fn push(&self, body: Vec3, gap: f32) -> Option<Vec3> {
        let share = 1.0 - gap / BLAST_REACH;
        let way = body - self.center;
        let is_pushed = share > 0.0 && !self.is_walled_off(way);
        is_pushed.then(|| way.normalize_or(Vec3::Y) * share)
    }

    /// Returns whether the level or a mover is between the center and the end of `way`.
    fn is_walled_off(&self, way: Vec3) -> bool {
        let length = way.length();
        if length == 0.0 {
            return false;
        }
        let hits = |from: Vec3, direction: Vec3, mesh: &hexbound_collide::CollisionMesh| {
            mesh.ray_hits_any(from, direction, length, Faces::Both)
        };
        let direction = way / length;
        let level = hits(self.center, direction, &self.moved.level.collision);
        level
            || self.moved.movers.iter().any(|mover| {
                let to_mesh = mover.now.to_mesh();
                let from = to_mesh.transform_point3(self.center.as_dvec3());
                let along = to_mesh.transform_vector3(direction.as_dvec3());
                hits(from.as_vec3(), along.as_vec3(), mover.mesh)
            })
    }
}
