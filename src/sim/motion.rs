//! The player's tick: look, wish, take off, and then one of the ways to move: `walk` on the ground,
//! `air` falling and flying, `by_article` and `by_box` in the modes of those names.

use glam::Vec3;

use super::{
    Buttons, CollisionMode, Command, Event, EventKind, GroundStrategy, Player, Rules, air,
    by_article, by_box,
    player::vertical_wish,
    tuning::{JUMP_HEIGHT, PLAYER_GRAVITY, STEP_SMOOTHING},
    walk,
};
use crate::{
    clock::TICK,
    collide::{Counters, Mover, SKIN, Surroundings},
    level::Level,
};

/// Metres around the start of a tick's move in which triangles are gathered at once: for slides
/// along what is met. Whoever looks further, a step up say, gathers again.
const GATHER_MARGIN: f32 = 0.02;

/// One tick; gives what the six planes decided.
pub(super) fn step(
    player: &mut Player,
    surroundings: &mut Surroundings,
    level: &Level,
    rules: &Rules,
    command: &Command,
    events: &mut Vec<Event>,
) -> Counters {
    player.contacts = 0;
    player.box_decision = None;
    player.step_offset *= STEP_SMOOTHING;
    player.look(command);
    let wish = player.wish(command.buttons, rules.walk_speed);
    take_off(player, command.buttons, events);
    let counters = match command.collision {
        CollisionMode::Swept => {
            let moving = (wish, command.buttons, rules.ground);
            move_swept(player, surroundings, level, moving, events)
        }
        CollisionMode::Article => by_article::step(player, level, wish, command.buttons, events),
        CollisionMode::Box => {
            by_box::step(player, level, wish, command.buttons, events);
            Counters::default()
        }
    };
    player.held = command.buttons;
    counters
}

/// A jump where there is ground or flight to jump from; flight where it is asked for.
fn take_off(player: &mut Player, buttons: Buttons, events: &mut Vec<Event>) {
    let pressed = buttons.has(Buttons::JUMP) && !player.held.has(Buttons::JUMP);
    if pressed && (player.grounded || player.flying) {
        player.grounded = false;
        player.flying = false;
        player.ticks_off_ground = u32::MAX;
        player.velocity.y = (2.0 * PLAYER_GRAVITY * JUMP_HEIGHT).sqrt();
        player.emit(events, EventKind::Jump, Vec3::Y, player.velocity.y);
    } else if buttons.has(Buttons::RISE) || (buttons.has(Buttons::DESCEND) && !player.grounded) {
        player.flying = true;
        player.grounded = false;
    }
}

fn move_swept(
    player: &mut Player,
    surroundings: &mut Surroundings,
    level: &Level,
    (wish, buttons, strategy): (Vec3, Buttons, GroundStrategy),
    events: &mut Vec<Event>,
) -> Counters {
    // Moves sweep a body grown by the skin: they end clear, and rounding eats into the gap.
    let body = Player::body().grown(SKIN);
    let reach = player.velocity.length().max(wish.length()) * TICK + GATHER_MARGIN;
    let mut region = body
        .swept_bounds(player.position, player.position)
        .grown(Vec3::splat(reach));
    if player.grounded {
        region.min.y -= walk::FOOTING.snap as f32;
    }
    let kept = std::mem::take(surroundings);
    let mut mover = Mover::resume(&level.collision, body, region, kept);
    get_free(player, &mut mover);
    if player.flying {
        air::fly(player, &mut mover, wish, vertical_wish(buttons), events);
    } else if player.grounded {
        walk::walk(player, &mut mover, wish, strategy, events);
    } else {
        air::fall(player, &mut mover, wish, events);
    }
    let counters = mover.counters;
    *surroundings = mover.into_surroundings();
    counters
}

/// Out of whatever the body begins in: a reload, another mode's leak, rounding.
fn get_free(player: &mut Player, mover: &mut Mover) {
    let release = mover.release(player.position.as_dvec3());
    if release.pushes > 0 {
        player.position = release.position.as_vec3();
        player.releases += u32::from(release.before > f64::from(SKIN));
    }
}
