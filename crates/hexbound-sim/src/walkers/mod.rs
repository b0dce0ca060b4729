//! Walkers: statues that have come loose and walk by the player's own controller. A walker's mind
//! (`mind`) computes the command of a tick, from its sight (`sight`) and its possible steps (`steering`).
//! `character::motion` moves its body among steps, slopes, edges and movers. `meetings` resolves overlaps
//! of bodies, `fall` brings a walker down.
//!
//! **Order.** Walkers move one after another among the static level, the movers and the props; then those
//! that overlap push each other apart and push the player. Balls move after all of them.
//!
//! **Rest.** A walker that stands without a wish, on no moving carrier, is not moved at all; so fallen
//! walkers cost nothing.

mod ball_contact;
mod fall;
mod meetings;
mod mind;
mod seen;
mod sight;
mod steering;
mod topple;
mod walker;

use glam::Vec3;
use hexbound_collide::{CandidateCache, SKIN, geom::Aabb};

pub use mind::Mood;
pub use seen::SeenWalker;
pub use walker::{Walker, WalkerFate};

pub(crate) use ball_contact::WalkerObstacles;
pub use fall::Strike;

use super::{
    Buttons, Character, Command, Event, EventKind, Methods, MovedLevel, PropState, Rules,
    character::motion::{self, MotionInput},
    free_place::free_place,
    loss::{living_space, loss_of},
    props,
    tuning::{MAX_REST_STEP_OFFSET, WALKER_LAND_SPEED},
};
use meetings::Meetings;
use mind::Senses;

use hexbound_base::body::HALF_HEIGHT;
use hexbound_level::{BodyKind, Level};

/// The margin around a standing body within which a moving mover ends its rest, meters.
const STIR_MARGIN: f32 = 0.1;

/// Everything around the walkers during a tick.
pub(crate) struct WalkerScene<'a> {
    pub moved: &'a MovedLevel<'a>,
    pub props: &'a mut [PropState],
    pub rules: &'a Rules,
    /// The methods by which walkers move.
    pub methods: Methods,
    /// The number of ticks done before this one.
    pub tick: u64,
}

/// Moves the walkers. Its state between ticks is for speed: no result depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct WalkerSolver {
    caches: Vec<CandidateCache>,
    meetings: Meetings,
    /// The events of a walker's step as a character, not yet reported as a walker's.
    body_events: Vec<Event>,
}

/// The level's walkers at the start of a run, each at a free position.
pub(crate) fn of(level: &Level) -> Vec<Walker> {
    let walker = |start: &hexbound_level::WalkerStart| {
        let center = start.position.as_vec3() + Vec3::Y * (HALF_HEIGHT + SKIN);
        let body = Character::standing_at(center, start.yaw);
        let place = free_place(level, body.body(), center).unwrap_or(center);
        Walker::standing(Character::standing_at(place, start.yaw))
    };
    level.play.walkers.iter().map(walker).collect()
}

impl WalkerSolver {
    /// The walkers as obstacles of balls, after their step.
    pub(crate) fn obstacles<'a>(
        &'a self,
        walkers: &'a [Walker],
        level: &'a Level,
    ) -> WalkerObstacles<'a> {
        WalkerObstacles {
            walkers,
            meetings: &self.meetings,
            play: &level.play,
        }
    }

    /// Lets all walkers decide and move for one tick, and meet each other and the player.
    pub(crate) fn step(
        &mut self,
        walkers: &mut [Walker],
        player: &mut Character,
        mut scene: WalkerScene,
        events: &mut Vec<Event>,
    ) {
        if walkers.is_empty() {
            return;
        }
        self.caches.resize(walkers.len(), CandidateCache::default());
        let space = living_space(scene.moved.level.bounds);
        for (index, walker) in walkers.iter_mut().enumerate() {
            if walker.fate == WalkerFate::Gone {
                continue;
            }
            let command = Command {
                methods: scene.methods,
                ..think(walker, index, player, &scene, events)
            };
            self.move_one(walker, index, &command, &mut scene, events);
            fall::topple(walker, events);
            if let Some(loss) = loss_of(&walker.body, &space, scene.moved) {
                walker.fate = WalkerFate::Gone;
                walker.emit(events, EventKind::WalkerLost(loss), 0.0);
            }
        }
        self.meetings.step(walkers, player, scene.moved, events);
    }

    /// Runs the body's tick, unless the body rests.
    fn move_one(
        &mut self,
        walker: &mut Walker,
        index: usize,
        command: &Command,
        scene: &mut WalkerScene,
        events: &mut Vec<Event>,
    ) {
        let moved = scene.moved;
        if rests(walker, command, moved) {
            return;
        }
        walker.disturbed = false;
        let start = &moved.level.play.walkers[index];
        let rules = Rules {
            walk_speed: start.speed,
            ..*scene.rules
        };
        let body = &mut walker.body;
        let before = body.position;
        moved.carry_and_push(body);
        let carried = body.position;
        let mut solid = moved.solid_around(body);
        solid.set_broad_phase(command.methods.tree.broad_phase());
        self.body_events.clear();
        let cache = &mut self.caches[index];
        let input = MotionInput {
            solid: &solid,
            rules: &rules,
            command,
        };
        motion::step(body, cache, input, None, &mut self.body_events);
        if !scene.props.is_empty() {
            let class = moved.level.play.classes.get(BodyKind::Walker, index as u32);
            props::block_character(body, before, scene.props, moved.level, class);
        }
        moved.board(body);
        if body.grounded {
            let delta = body.position - carried;
            walker.walked += Vec3::new(delta.x, 0.0, delta.z).length();
        }
        for event in &self.body_events {
            report(walker, event, events);
        }
    }
}

/// The walker's command for this tick: empty for one that has been felled or thrown.
fn think(
    walker: &mut Walker,
    index: usize,
    player: &Character,
    scene: &WalkerScene,
    events: &mut Vec<Event>,
) -> Command {
    walker.until_shove = walker.until_shove.saturating_sub(1);
    walker.staggers = walker.staggers.saturating_sub(1);
    let waits = walker.waits > 0;
    walker.waits = walker.waits.saturating_sub(1);
    if walker.fate != WalkerFate::Upright || walker.staggers > 0 || !walker.body.grounded {
        return Command::default();
    }
    let senses = Senses {
        start: &scene.moved.level.play.walkers[index],
        body: &walker.body,
        player,
        moved: scene.moved,
        tick: scene.tick,
        index,
        waits: walker.until_shove > 0,
    };
    let (mut command, noticed) = walker.mind.step(&senses);
    if waits {
        command.buttons = Buttons::default();
    }
    if noticed {
        walker.emit(events, EventKind::WalkerNotice, 0.0);
    }
    command
}

/// Returns whether the tick would leave the walker unchanged.
fn rests(walker: &Walker, command: &Command, moved: &MovedLevel) -> bool {
    let body = &walker.body;
    let is_still = body.grounded
        && !body.on_ball
        && !walker.disturbed
        && body.velocity == Vec3::ZERO
        && body.movers.riding.is_none()
        && body.movers.ticks_inside == 0
        && body.held == command.buttons
        && body.eye.step.abs() < MAX_REST_STEP_OFFSET
        && body.shape == command.methods.player_shape()
        // With any methods, the command leaves the walker's position and view unchanged.
        && *command == Command::default().by(command.methods);
    is_still && !is_stirred(body, moved)
}

/// Returns whether a moving mover is near.
fn is_stirred(body: &Character, moved: &MovedLevel) -> bool {
    let half = body.body().half_extents() + Vec3::splat(STIR_MARGIN);
    let around = Aabb::new(body.position - half, body.position + half);
    let movers = moved.movers.iter().filter(|mover| mover.has_moved());
    movers
        .map(|mover| mover.bounds.union(mover.bounds_before))
        .any(|path| path.overlaps(&around))
}

/// Reports an event of the walker's body as that of a walker.
fn report(walker: &Walker, event: &Event, events: &mut Vec<Event>) {
    let kind = match event.kind {
        EventKind::Footstep => EventKind::WalkerStep,
        EventKind::Land if event.speed > WALKER_LAND_SPEED => EventKind::WalkerStep,
        _ => return,
    };
    walker.emit(events, kind, event.speed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::World;
    use hexbound_scenes::catalog;

    /// Drops the caches now and then, as a rewind does, also while some walkers have fallen.
    #[test]
    fn nothing_depends_on_what_is_kept_for_speed() {
        let level = catalog::open("test:crowd").unwrap();
        let mut whole = World::new(&level, Rules::default());
        let mut light = whole.clone();
        let mut events = Vec::new();
        for tick in 0..600 {
            if tick % 25 == 0 {
                light = light.without_caches();
            }
            if tick == 200 {
                for world in [&mut whole, &mut light] {
                    world.walkers[60].fate = WalkerFate::Gone;
                }
            }
            let command = Command {
                buttons: Buttons::FORWARD,
                yaw: 0.02,
                ..Command::default()
            };
            whole.step(&level, &command, &mut events);
            light.step(&level, &command, &mut events);
        }
        assert_eq!(whole.state_hash(), light.state_hash());
        let mut events = events.iter();
        let is_met = events.any(|event| event.kind == EventKind::WalkerShove);
        assert!(is_met, "nobody met anybody");
    }
}
