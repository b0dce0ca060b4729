//! The player's tick in the article's mode: the whole move first, then its corrections.
//!
//! The article tests a point that keeps a distance d from planes. With one constant for d the
//! point is the middle of a ball at the player's feet; with the distance that depends on the
//! slope it is the middle of the tall body.

use glam::Vec3;

use super::{Player, ground_acceleration, vertical_wish};
use hexbound_collide::{ArticleDistance, ArticleExplain, Counters, Obstacles, WALKABLE};

use crate::{
    body::RADIUS,
    clock::TICK,
    sim::{
        ArticleJournal, ArticleReach, Buttons, Command, Event, EventKind,
        tuning::{AIR_ACCELERATION, FLY_ACCELERATION, LAND_SPEED, PLAYER_GRAVITY, TERMINAL_SPEED},
    },
};

/// After a correction the body floats 4 % of d above the ground; for so many ticks it still
/// counts as standing, or it could hardly ever jump.
const TICKS_GROUNDED: u32 = 12;

/// The point that the article tests, and the distance that it keeps from planes, meters.
struct ArticlePoint {
    distance: ArticleDistance,
    /// The way from the point up to the body's center, meters.
    below_center: Vec3,
}

impl ArticlePoint {
    fn of(player: &Player, reach: ArticleReach) -> Self {
        let half_height = player.half_height();
        match reach {
            ArticleReach::Constant => Self {
                distance: ArticleDistance::Constant(RADIUS),
                below_center: Vec3::Y * (half_height - RADIUS),
            },
            ArticleReach::Slope => Self {
                distance: ArticleDistance::Slope {
                    radius: RADIUS,
                    half_height,
                },
                below_center: Vec3::ZERO,
            },
        }
    }
}

pub(super) fn step(
    player: &mut Player,
    solid: &Obstacles,
    wish: Vec3,
    command: &Command,
    (journal, events): (Option<&mut Option<ArticleJournal>>, &mut Vec<Event>),
) -> Counters {
    let buttons = command.buttons;
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
    let point = ArticlePoint::of(player, command.methods.distance);
    let old = player.position - point.below_center;
    let new = old + motion;
    let way = [old, new];
    let end = match journal {
        None => solid.article_move(point.distance, old, new, &mut counters),
        Some(journal) => {
            let mut asked = Vec::new();
            let note = |decided| asked.push(decided);
            let end = solid.article_move_noted(point.distance, way, &mut counters, note);
            *journal = Some(article_journal(point.distance, way, end.position, asked));
            end
        }
    };
    player.position = end.position + point.below_center;
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

fn article_journal(
    distance: ArticleDistance,
    way: [Vec3; 2],
    end: Vec3,
    asked: Vec<ArticleExplain>,
) -> ArticleJournal {
    let is_push = |decided: &ArticleExplain| decided.rejected_by().is_none();
    let (pushes, rejected) = asked.into_iter().partition(is_push);
    ArticleJournal {
        distance,
        way,
        end,
        pushes,
        rejected,
    }
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
