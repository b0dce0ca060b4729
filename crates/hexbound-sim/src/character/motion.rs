//! A character's tick: view, wish, takeoff, and then one of the kinds of motion: `walk` on the ground,
//! `air` falling and flying, `by_article` and `by_box` in their modes.

use glam::Vec3;

use super::{
    Character, JumpTimers, WishedMove, air, by_article, by_box,
    ground_rays::GroundSearch,
    stance,
    walk::{self, WalkWish},
    wish::{horizontal_wish, vertical_wish},
};
use hexbound_collide::{
    CandidateCache, Counters, Mover, Obstacles, SKIN, SimultaneousContacts, geom::Aabb,
};

use crate::{
    Buttons, Coherence, CollisionMode, Command, Event, EventKind, Journal, Manner,
    ReportedContacts, Rules, Stage,
    tuning::{CROUCH_RATIO, SPRINT_RATIO, WALK_FOOTING, jump_speed},
};
use hexbound_base::clock::TICK_LENGTH;

/// The distance around a tick's move within which triangles are gathered at once, meters, for slides
/// along obstacles. A longer query, such as a step up, gathers again.
const GATHER_MARGIN: f32 = 0.02;

/// Everything that a character's tick depends on beside its state.
#[derive(Clone, Copy)]
pub(crate) struct MotionInput<'a, 'm> {
    /// The obstacles: the level, and nearby movers.
    pub solid: &'a Obstacles<'m>,
    pub rules: &'a Rules,
    pub command: &'a Command,
}

/// Runs one tick of a character and returns the decisions of the six planes. Queries and answers go into
/// the journal, if there is one.
pub(crate) fn step(
    character: &mut Character,
    candidate_cache: &mut CandidateCache,
    input: MotionInput,
    mut journal: Option<&mut Journal>,
    events: &mut Vec<Event>,
) -> Counters {
    let MotionInput {
        solid,
        rules,
        command,
    } = input;
    character.report.contacts = 0;
    character.report.box_decision = None;
    character.report.wished = WishedMove::none(character.position, command.methods);
    character.eye.fade();
    character.look(command);
    let shape = command.methods.player_shape();
    if shape != character.shape {
        stance::take_shape(character, solid, shape);
    }
    stance::step(character, solid, command.buttons);
    take_off(character, rules, command.buttons, events);
    let speed = wished_speed(character, command.buttons, rules.walk_speed);
    let wish = horizontal_wish(character.yaw, command.buttons, speed);
    if let Some(journal) = &mut journal {
        journal.record_position(Stage::Stance, character.position);
        journal.methods = command.methods;
        journal.manner = manner(character);
        journal.body = character.body();
    }
    let counters = match command.methods.collision {
        CollisionMode::Swept => {
            let journal = journal.as_deref_mut();
            move_swept(character, candidate_cache, input, wish, journal, events)
        }
        CollisionMode::Article => {
            let article = journal.as_deref_mut().map(|journal| &mut journal.article);
            by_article::step(character, solid, wish, command, article, events)
        }
        CollisionMode::Box => {
            let record = journal.as_deref_mut().map(|it| &mut it.ground_rays);
            let search = GroundSearch::new(solid, record);
            by_box::step(character, search, wish, command.buttons, events);
            Counters::default()
        }
    };
    character.held = command.buttons;
    if let Some(journal) = journal {
        journal.record_position(Stage::Move, character.position);
        journal.wished = [character.report.wished.from, character.report.wished.to];
        journal.box_decision = character.report.box_decision;
        journal.counters = counters;
    }
    counters
}

/// The kind of motion that the character is about to make.
fn manner(character: &Character) -> Manner {
    match (character.flying, character.grounded && !character.on_ball) {
        (true, _) => Manner::Fly,
        (false, true) => Manner::Walk,
        (false, false) => Manner::Fall,
    }
}

/// The speed that the character wishes for, meters a second. On foot, only the ground grants the speed of
/// a sprint; the air keeps the present speed.
fn wished_speed(character: &Character, buttons: Buttons, walk_speed: f32) -> f32 {
    let sprints = buttons.has(Buttons::SPRINT);
    match (character.flying, character.grounded) {
        (false, true) if character.crouching => walk_speed * CROUCH_RATIO,
        (true, _) | (_, true) if sprints => walk_speed * SPRINT_RATIO,
        (true, _) | (_, true) => walk_speed,
        (false, false) => character.horizontal_velocity().length().max(walk_speed),
    }
}

/// Starts a jump if one is granted, or else flight if it is requested.
fn take_off(character: &mut Character, rules: &Rules, buttons: Buttons, events: &mut Vec<Event>) {
    let pressed = buttons.has(Buttons::JUMP) && !character.held.has(Buttons::JUMP);
    if grant_jump(character, rules, pressed) {
        character.grounded = false;
        character.flying = false;
        character.ticks_off_ground = u32::MAX;
        character.jump = JumpTimers::default();
        character.velocity.y = jump_speed();
        character.emit(events, EventKind::Jump, Vec3::Y, character.velocity.y);
    } else if rules.flight
        && (buttons.has(Buttons::RISE) || (buttons.has(Buttons::DESCEND) && !character.grounded))
    {
        character.flying = true;
        character.grounded = false;
        character.jump.leave_ground();
    }
}

/// Advances the jump timers by a tick. Returns whether a jump is granted now.
fn grant_jump(character: &mut Character, rules: &Rules, pressed: bool) -> bool {
    let Character {
        jump,
        grounded,
        flying,
        ..
    } = character;
    jump.count(*grounded, pressed);
    (pressed && (*flying || jump.stood_recently(rules))) || (jump.is_pressed(rules) && *grounded)
}

fn move_swept(
    character: &mut Character,
    candidate_cache: &mut CandidateCache,
    input: MotionInput,
    wish: Vec3,
    mut journal: Option<&mut Journal>,
    events: &mut Vec<Event>,
) -> Counters {
    let MotionInput { solid, rules, .. } = input;
    let reach = character.velocity.length().max(wish.length()) * TICK_LENGTH + GATHER_MARGIN;
    let mut region = Aabb::new(character.position, character.position).grown(Vec3::splat(reach));
    if character.grounded {
        region.min.y -= WALK_FOOTING.snap as f32;
    }
    let Command {
        buttons, methods, ..
    } = *input.command;
    let kept = std::mem::take(candidate_cache);
    let kept = match methods.coherence {
        Coherence::On => kept,
        Coherence::Off => CandidateCache::default(),
    };
    let mut mover = Mover::new(solid, character.body(), region, kept);
    mover.contacts = match methods.contacts {
        ReportedContacts::All => SimultaneousContacts::All,
        ReportedContacts::First => SimultaneousContacts::First,
    };
    if let Some(journal) = &mut journal {
        mover.keep_journal(std::mem::take(&mut journal.kernel));
    }
    release_overlaps(character, &mut mover);
    if let Some(journal) = &mut journal {
        journal.record_position(Stage::Release, character.position);
    }
    let record = journal.as_deref_mut().map(|it| &mut it.ground_rays);
    let mut search = GroundSearch::new(solid, record);
    if character.flying {
        air::fly(character, &mut mover, wish, vertical_wish(buttons), events);
    } else if character.grounded && !character.on_ball {
        let wish = WalkWish {
            velocity: wish,
            run_speed: rules.walk_speed * SPRINT_RATIO,
            strategy: methods.ground,
        };
        walk::walk(character, &mut mover, &mut search, wish, events);
    } else {
        air::fall(character, &mut mover, wish, events);
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

/// Frees the body from overlaps caused by a reload, another mode's leak or rounding.
fn release_overlaps(character: &mut Character, mover: &mut Mover) {
    let release = mover.release(character.position.as_dvec3());
    if release.pushes > 0 {
        character.position = release.position.as_vec3();
        character.report.releases += u32::from(release.before > f64::from(SKIN));
    }
}
