//! Props in the player's way: the move that the level allowed is swept once more past the props
//! and ends or turns where one is met.

use glam::Vec3;

use super::{super::bodies::free_in_level, PropState};
use hexbound_collide::{Body, SKIN, WALKABLE};

use crate::{level::Level, sim::Player};

/// The most times that a move is turned in a tick.
const TURNS: usize = 3;
/// The distance below the feet at which a prop still carries, meters.
const FOOTING: f32 = 0.02;
/// A player who rises faster than this is not carried, m/s.
const RISING: f32 = 0.5;

/// Takes back what of the move from `start` leads into props; what is left of it goes along them.
pub(crate) fn block_player(player: &mut Player, start: Vec3, props: &[PropState], level: &Level) {
    let (mut position, mut left) = (start, player.position - start);
    if first_in_way(player.body(), position, left, props, level).is_none() {
        carry(player, props, level);
        return;
    }
    for _ in 0..TURNS {
        let Some((fraction, normal)) = first_in_way(player.body(), position, left, props, level)
        else {
            position += free_of_level(player, position, left, level);
            break;
        };
        let free = (left.length() * fraction - SKIN).max(0.0);
        position += free_of_level(player, position, left.normalize_or_zero() * free, level);
        left -= left.normalize_or_zero() * free;
        left -= normal * left.dot(normal).min(0.0);
        player.velocity -= normal * player.velocity.dot(normal).min(0.0);
        player.report.contacts += 1;
    }
    player.position = position;
    carry(player, props, level);
}

/// Lets a prop right below carry a player who does not rise.
fn carry(player: &mut Player, props: &[PropState], level: &Level) {
    if player.grounded || player.velocity.y > RISING {
        return;
    }
    let below = first_in_way(
        player.body(),
        player.position,
        Vec3::NEG_Y * FOOTING,
        props,
        level,
    );
    if let Some((fraction, normal)) = below
        && f64::from(normal.y) >= WALKABLE
    {
        player.grounded = true;
        player.flying = false;
        player.velocity -= normal * player.velocity.dot(normal).min(0.0);
        player.ground_normal = normal;
        player.ground_height = player.feet().y - FOOTING * fraction;
    }
}

/// The part of a motion that the level leaves free, where props have changed it. The body is taken without the
/// skin, in which it stands on its floor: else every floor would hold it.
fn free_of_level(player: &Player, position: Vec3, motion: Vec3, level: &Level) -> Vec3 {
    let (from, to) = (position.as_dvec3(), (position + motion).as_dvec3());
    motion * free_in_level(level, &player.body(), from, to) as f32
}

fn first_in_way(
    body: Body,
    position: Vec3,
    motion: Vec3,
    props: &[PropState],
    level: &Level,
) -> Option<(f32, Vec3)> {
    let mut first: Option<(f32, Vec3)> = None;
    for (prop, shape) in props.iter().zip(&level.props) {
        let from = position - prop.position;
        let near = shape.reach + body.half_extents().max_element() + motion.length() + SKIN;
        if from.length_squared() > near * near {
            continue;
        }
        let (from, to) = (from.as_dvec3(), (from + motion).as_dvec3());
        if let Ok(Some(hit)) = shape.solid.sweep(&body, from, to)
            && first.is_none_or(|(fraction, _)| (hit.fraction as f32) < fraction)
        {
            first = Some((hit.fraction as f32, hit.normal.as_vec3()));
        }
    }
    first
}
