//! Blasts: the explosion of a charged ball pushes nearby bodies that are not behind a wall. `world`
//! decides which explosions are blasts.

use glam::{DVec3, Vec3};

use super::{
    Ball, Character, MovedLevel, PropState, Walker, props,
    tuning::{BLAST_IMPULSE, BLAST_REACH, BLAST_SPEED, MAX_BLAST_SPEED},
};
use hexbound_base::body::BODY_RADIUS;

/// The height above the struck surface from which a blast tests for walls, meters.
const SURFACE_OFFSET: f32 = 0.02;

/// A blast while it acts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blast<'a> {
    /// The center of the blast, a little off the struck surface, local, meters.
    center: Vec3,
    moved: &'a MovedLevel<'a>,
}

impl<'a> Blast<'a> {
    /// A blast at a struck point with its unit normal.
    pub(crate) fn at(point: Vec3, normal: Vec3, moved: &'a MovedLevel<'a>) -> Self {
        Self {
            center: point + normal * SURFACE_OFFSET,
            moved,
        }
    }

    /// Throws the player away from the blast: upward from one at the feet, sideways from one on a wall.
    pub(crate) fn push_player(&self, player: &mut Character) {
        if let Some(push) = self.push_on(player.position, self.gap_to(player)) {
            player.throw(push * BLAST_SPEED);
        }
    }

    /// Throws a walker like the player.
    pub(crate) fn push_walker(&self, walker: &mut Walker) {
        let body = &walker.body;
        if let Some(push) = self.push_on(body.position, self.gap_to(body)) {
            walker.throw(push * BLAST_SPEED);
        }
    }

    /// The gap between the center and an upright body, meters.
    fn gap_to(&self, body: &Character) -> f32 {
        let half = body.half_height() - BODY_RADIUS;
        let offset = body.position - self.center;
        let nearest = offset - Vec3::Y * offset.y.clamp(-half, half);
        (nearest.length() - BODY_RADIUS).max(0.0)
    }

    /// Throws a ball: a light one faster than a heavy one.
    pub(crate) fn push_ball(&self, ball: &mut Ball) {
        let center = ball.position.as_vec3();
        let gap = (center.distance(self.center) - ball.radius).max(0.0);
        if let Some(push) = self.push_on(center, gap) {
            let speed = (BLAST_SPEED / ball.mass).min(MAX_BLAST_SPEED);
            ball.wake();
            ball.velocity += DVec3::from(push) * f64::from(speed);
        }
    }

    /// Throws the props that have a mass, light ones faster than heavy ones.
    pub(crate) fn push_props(&self, props: &mut [PropState]) {
        let level = self.moved.level;
        for index in 0..props.len() {
            let gap = props::gap_to(&props[index], &level.props[index], self.center, BLAST_REACH);
            let Some(push) = gap.and_then(|gap| self.push_on(props[index].position, gap)) else {
                continue;
            };
            if let Some(mass) = level.props[index].mass {
                let impulse = BLAST_IMPULSE.min(BLAST_SPEED * mass);
                props::push(props, level, index, (push * impulse).as_dvec3());
            }
        }
    }

    /// The push on a body: its direction, scaled by the body's share of the blast, 0..1; `None` out of
    /// reach or behind a wall. `gap` is the distance between the body and the blast, meters.
    fn push_on(&self, body: Vec3, gap: f32) -> Option<Vec3> {
        let share = 1.0 - gap / BLAST_REACH;
        let offset = body - self.center;
        let is_pushed = share > 0.0 && self.moved.is_clear(self.center, body);
        is_pushed.then(|| offset.normalize_or(Vec3::Y) * share)
    }
}
