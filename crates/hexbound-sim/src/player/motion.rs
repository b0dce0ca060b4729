//! The player's tick: look, wish, take off, and then one of the ways to move: `walk` on the ground,
//! `air` falling and flying, `by_article` and `by_box` in the modes of those names.

use glam::Vec3;

use super::{
    Player, WishedMove, air, by_article, by_box, ground_rays::GroundSearch, stance, vertical_wish,
    walk,
};
use hexbound_collide::{CandidateCache, Counters, Mover, Obstacles, SKIN, SimultaneousContacts};

use crate::{
    Buttons, Coherence, CollisionMode, Command, Event, EventKind, Journal, Manner,
    ReportedContacts, Rules, Stage,
    tuning::{CROUCH_SPEED, FOOTING, JUMP_HEIGHT, PLAYER_GRAVITY, SPRINT_SPEED},
};
use hexbound_base::clock::{TICK, TICK_RATE};

/// The distance around a tick's move within which triangles are gathered at once, meters: for slides
/// along what is met. Whoever looks further, a step up say, gathers again.
const GATHER_MARGIN: f32 = 0.02;

/// Makes one tick of the player and returns what the six planes decided; what was asked and answered
/// goes into the journal, if there is one.
pub(crate) fn step(
    player: &mut Player,
    candidate_cache: &mut CandidateCache,
    solid: &Obstacles,
    rules: &Rules,
    command: &Command,
    mut journal: Option<&mut Journal>,
    events: &mut Vec<Event>,
) -> Counters {
    player.report.contacts = 0;
    player.report.box_decision = None;
    player.report.wished = WishedMove::none(player.position, command.methods);
    player.eye.fade();
    player.look(command);
    let shape = command.methods.player_shape();
    if shape != player.shape {
        stance::take_shape(player, solid, shape);
    }
    stance::step(player, solid, command.buttons);
    take_off(player, rules, command.buttons, events);
    let speed = wished_speed(player, command.buttons, rules.walk_speed);
    let wish = player.wish(command.buttons, speed);
    if let Some(journal) = &mut journal {
        journal.came(Stage::Stance, player.position);
        journal.methods = command.methods;
        journal.manner = manner(player);
        journal.body = player.body();
    }
    let counters = match command.methods.collision {
        CollisionMode::Swept => {
            let wish = (wish, rules.walk_speed * SPRINT_SPEED);
            let journal = journal.as_deref_mut();
            move_swept(
                player,
                candidate_cache,
                solid,
                wish,
                command,
                (journal, events),
            )
        }
        CollisionMode::Article => {
            let article = journal.as_deref_mut().map(|journal| &mut journal.article);
            by_article::step(player, solid, wish, command, (article, events))
        }
        CollisionMode::Box => {
            let noted = journal.as_deref_mut().map(|it| &mut it.ground_rays);
            let search = GroundSearch::new(solid, noted);
            by_box::step(player, search, wish, command.buttons, events);
            Counters::default()
        }
    };
    player.held = command.buttons;
    if let Some(journal) = journal {
        journal.came(Stage::Move, player.position);
        journal.wished = [player.report.wished.from, player.report.wished.to];
        journal.box_decision = player.report.box_decision;
        journal.counters = counters;
    }
    counters
}

/// The way in which the player is about to move.
fn manner(player: &Player) -> Manner {
    match (player.flying, player.grounded && !player.on_ball) {
        (true, _) => Manner::Fly,
        (false, true) => Manner::Walk,
        (false, false) => Manner::Fall,
    }
}

/// The speed that the player wishes for, meters a second. On foot only the ground gives the speed of
/// a sprint; the air keeps all the speed that there is.
fn wished_speed(player: &Player, buttons: Buttons, walk_speed: f32) -> f32 {
    let sprints = buttons.has(Buttons::SPRINT);
    match (player.flying, player.grounded) {
        (false, true) if player.crouching => walk_speed * CROUCH_SPEED,
        (true, _) | (_, true) if sprints => walk_speed * SPRINT_SPEED,
        (true, _) | (_, true) => walk_speed,
        (false, false) => player.horizontal_velocity().length().max(walk_speed),
    }
}

/// A jump where there is ground or flight to jump from; flight where it is asked for.
fn take_off(player: &mut Player, rules: &Rules, buttons: Buttons, events: &mut Vec<Event>) {
    let pressed = buttons.has(Buttons::JUMP) && !player.held.has(Buttons::JUMP);
    if wants_to_jump(player, rules, pressed) {
        player.grounded = false;
        player.flying = false;
        player.ticks_off_ground = u32::MAX;
        player.ticks_since_ground = u32::MAX;
        player.ticks_since_press = u32::MAX;
        player.velocity.y = (2.0 * PLAYER_GRAVITY * JUMP_HEIGHT).sqrt();
        player.emit(events, EventKind::Jump, Vec3::Y, player.velocity.y);
    } else if rules.flight
        && (buttons.has(Buttons::RISE) || (buttons.has(Buttons::DESCEND) && !player.grounded))
    {
        player.flying = true;
        player.grounded = false;
        player.ticks_since_ground = u32::MAX;
    }
}

/// A press counts a little too early, before the landing, and a little too late, after the edge.
fn wants_to_jump(player: &mut Player, rules: &Rules, pressed: bool) -> bool {
    let next = |ticks: u32, is_now: bool| if is_now { 0 } else { ticks.saturating_add(1) };
    player.ticks_since_ground = next(player.ticks_since_ground, player.grounded);
    player.ticks_since_press = next(player.ticks_since_press, pressed);
    let is_within = |ticks: u32, seconds: f32| ticks as f32 <= seconds * TICK_RATE as f32 + 0.5;
    let stood_just_now = is_within(player.ticks_since_ground, rules.coyote_time);
    let pressed_just_now = is_within(player.ticks_since_press, rules.jump_buffer);
    (pressed && (player.flying || stood_just_now)) || (pressed_just_now && player.grounded)
}

fn move_swept(
    player: &mut Player,
    candidate_cache: &mut CandidateCache,
    solid: &Obstacles,
    (wish, run_speed): (Vec3, f32),
    command: &Command,
    (mut journal, events): (Option<&mut Journal>, &mut Vec<Event>),
) -> Counters {
    // Moves sweep a body grown by the skin: they end clear, and rounding eats into the gap.
    let body = player.body().grown(SKIN);
    let reach = player.velocity.length().max(wish.length()) * TICK + GATHER_MARGIN;
    let mut region = body
        .swept_bounds(player.position, player.position)
        .grown(Vec3::splat(reach));
    if player.grounded {
        region.min.y -= FOOTING.snap as f32;
    }
    let Command {
        buttons, methods, ..
    } = *command;
    let kept = std::mem::take(candidate_cache);
    let mut mover = match methods.coherence {
        Coherence::On => solid.mover(body, region, kept),
        Coherence::Off => solid.mover_afresh(body, region),
    };
    mover.contacts = match methods.contacts {
        ReportedContacts::All => SimultaneousContacts::All,
        ReportedContacts::First => SimultaneousContacts::First,
    };
    if let Some(journal) = &mut journal {
        mover.keep_journal(std::mem::take(&mut journal.kernel));
    }
    get_free(player, &mut mover);
    if let Some(journal) = &mut journal {
        journal.came(Stage::Release, player.position);
    }
    let noted = journal.as_deref_mut().map(|it| &mut it.ground_rays);
    let mut search = GroundSearch::new(solid, noted);
    if player.flying {
        air::fly(player, &mut mover, wish, vertical_wish(buttons), events);
    } else if player.grounded && !player.on_ball {
        walk::walk(
            player,
            (&mut mover, &mut search),
            (wish, run_speed),
            methods.ground,
            events,
        );
    } else {
        air::fall(player, &mut mover, wish, events);
    }
    if let Some(journal) = journal {
        journal.kernel = mover.take_journal().unwrap_or_default();
    }
    let counters = mover.counters;
    if methods.coherence == Coherence::On {
        *candidate_cache = mover.into_candidate_cache();
    }
    counters
}

/// Frees the body from what it begins in because of a reload, another mode's leak or rounding.
fn get_free(player: &mut Player, mover: &mut Mover) {
    let release = mover.release(player.position.as_dvec3());
    if release.pushes > 0 {
        player.position = release.position.as_vec3();
        player.report.releases += u32::from(release.before > f64::from(SKIN));
    }
}
