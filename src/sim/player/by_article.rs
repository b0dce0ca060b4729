//! The player's tick in the article's mode: the whole move first, then its corrections.
//!
//! The article tests a point that keeps a distance d from planes. With one constant for d the
//! point is the middle of a ball at the player's feet; with the distance that depends on the
//! slope it is the middle of the tall body.

use glam::Vec3;

use super::{Player, ground_acceleration, vertical_wish};
use hexbound_collide::{
    ArticleDistance, ArticleExplain, CollisionMesh, Counters, Obstacles, WALKABLE,
};

use crate::{
    body::RADIUS,
    clock::TICK,
    sim::{
        ArticleJournal, Buttons, Event, EventKind,
        tuning::{AIR_ACCELERATION, FLY_ACCELERATION, LAND_SPEED, PLAYER_GRAVITY, TERMINAL_SPEED},
    },
};

/// After a correction the body floats 4 % of d above the ground; for so many ticks it still
/// counts as standing, or it could hardly ever jump.
const TICKS_GROUNDED: u32 = 12;

const DISTANCE: ArticleDistance = ArticleDistance::Constant(RADIUS);

pub(super) fn step(
    player: &mut Player,
    solid: &Obstacles,
    wish: Vec3,
    buttons: Buttons,
    (journal, events): (Option<&mut Option<ArticleJournal>>, &mut Vec<Event>),
) -> Counters {
    let mut counters = Counters::default();
    let acceleration = match (player.flying, player.grounded) {
        (true, _) => FLY_ACCELERATION,
        (false, true) => ground_acceleration(wish),
        (false, false) if wish == Vec3::ZERO => 0.0,
        (false, false) => AIR_ACCELERATION,
    };
    let before = player.velocity;
    let mut after = player.horizontal_toward(wish, acceleration);
    after.y = if player.flying {
        let wished = vertical_wish(buttons) - before.y;
        before.y + wished.clamp(-FLY_ACCELERATION * TICK, FLY_ACCELERATION * TICK)
    } else {
        (before.y - PLAYER_GRAVITY * TICK).max(-TERMINAL_SPEED)
    };
    let motion = (before + after) * (0.5 * TICK);
    player.wishes_to_go(motion);
    let middle = above_asked(player);
    let old = player.position - middle;
    let new = old + motion;
    let mut pushes = Vec::new();
    let end = solid.article_move_noted(DISTANCE, [old, new], &mut counters, |push| {
        if journal.is_some() {
            pushes.push(push);
        }
    });
    if let Some(journal) = journal {
        *journal = Some(ArticleJournal {
            distance: DISTANCE,
            way: [old, new],
            end: end.position,
            pushes,
        });
    }
    player.position = end.position + middle;
    player.velocity = after;
    player.report.contacts = end.contacts;
    touch_ground(
        player,
        f64::from(end.highest_up) >= WALKABLE,
        buttons,
        events,
    );
    counters
}

/// The tick asks about a sphere at the body's foot: how far the body's center is above that one's.
fn above_asked(player: &Player) -> Vec3 {
    Vec3::Y * (player.half_height() - RADIUS)
}

/// The article's explanation of this tick's move and one triangle; `None` if there is no such
/// triangle, or it has no area.
pub(crate) fn explain_by_article(
    mesh: &CollisionMesh,
    player: &Player,
    triangle: u32,
) -> Option<ArticleExplain> {
    let above = above_asked(player);
    let (old, new) = (
        player.report.wished.from - above,
        player.report.wished.to - above,
    );
    mesh.explain_article(DISTANCE, old, new, triangle)
}

fn touch_ground(player: &mut Player, touched: bool, buttons: Buttons, events: &mut Vec<Event>) {
    if touched && player.velocity.y <= 0.0 {
        let was_grounded = player.grounded;
        let speed = -player.velocity.y;
        player.velocity.y = 0.0;
        player.ticks_off_ground = 0;
        player.ground_normal = Vec3::Y;
        player.ground_height = player.feet().y;
        player.flying &= buttons.has(Buttons::RISE);
        if !was_grounded && speed >= LAND_SPEED {
            player.emit(events, EventKind::Land, Vec3::Y, speed);
        }
    } else {
        player.ticks_off_ground = player.ticks_off_ground.saturating_add(1);
    }
    player.grounded = !player.flying && player.ticks_off_ground < TICKS_GROUNDED;
}
