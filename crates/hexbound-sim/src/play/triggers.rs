//! Triggers: their causes in a tick, and their effects. The causes of a tick are gathered first and only
//! then answered, so the order of a level's triggers changes nothing.

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, Class, Obstacles, Overlap, SKIN};

use super::PlayState;
use crate::{Ball, Event, EventKind, MovedLevel};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::{Bodies, BodyKind, Level, Trigger, TriggerCause, TriggerVolume};

/// The distance within which a body touches a surface, meters: bodies stop a skin's width before it.
pub(crate) const TOUCH_DISTANCE: f64 = SKIN as f64 + 1e-3;

/// The kind and class of a body, by which triggers filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyTag {
    kind: BodyKind,
    class: Class,
}

impl BodyTag {
    /// The body at `index` among the level's bodies of kind `kind`.
    pub(crate) fn of(level: &Level, kind: BodyKind, index: u32) -> Self {
        let class = level.play.classes.get(kind, index);
        Self { kind, class }
    }

    pub(crate) fn ball(level: &Level, ball: &Ball) -> Self {
        Self {
            kind: BodyKind::Ball,
            class: ball.class(&level.play),
        }
    }

    fn is_of(self, bodies: &Bodies) -> bool {
        bodies.contain(self.kind, self.class)
    }
}

/// The path of a body in a tick, as positions of its center.
#[derive(Clone, Debug)]
struct CausePath {
    tag: BodyTag,
    /// The id that distinguishes bodies of one kind.
    id: u32,
    /// Half the size of the body's box, meters.
    half: Vec3,
    /// The positions, at least one, local, meters.
    positions: Vec<DVec3>,
}

/// The possible causes of triggers in a tick.
#[derive(Clone, Debug)]
pub(crate) struct Causes {
    /// The bodies that some trigger responds to; others are not recorded.
    filters: Bodies,
    /// The paths, sorted by kind and id. Bodies are added in this order, so nearly every new path comes
    /// last.
    paths: Vec<CausePath>,
    /// The touched contact triggers, each with the touching body.
    touched: Vec<(u32, BodyTag)>,
}

impl Causes {
    /// No causes yet.
    pub(crate) fn none(level: &Level) -> Self {
        Self {
            filters: filters_of(&level.play.triggers),
            paths: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Returns whether some trigger responds to bodies of kind `kind`; others need no report.
    pub(crate) fn responds_to_kind(&self, kind: BodyKind) -> bool {
        let Bodies {
            player,
            balls,
            walkers,
            props,
            class,
        } = self.filters;
        let of_kind = match kind {
            BodyKind::Player => player,
            BodyKind::Ball => balls,
            BodyKind::Walker => walkers,
            BodyKind::Prop => props,
        };
        of_kind || class.is_some()
    }

    /// Records a body's new position; it came straight from the last known one. `half` is half the size
    /// of its box, meters.
    pub(crate) fn add_position(&mut self, tag: BodyTag, id: u32, at: DVec3, half: Vec3) {
        if !self.responds_to_kind(tag.kind) {
            return;
        }
        match self.path_index(tag.kind, id) {
            Ok(index) => self.paths[index].positions.push(at),
            Err(index) => {
                let positions = vec![at];
                let path = CausePath {
                    tag,
                    id,
                    half,
                    positions,
                };
                self.paths.insert(index, path);
            }
        }
    }

    /// Records that a body was teleported, which discards its path so far.
    pub(crate) fn discard_path(&mut self, kind: BodyKind, id: u32) {
        if let Ok(index) = self.path_index(kind, id) {
            self.paths.remove(index);
        }
    }

    /// Records that a body touched a surface of a contact trigger.
    pub(crate) fn add_touch(&mut self, trigger: u32, tag: BodyTag) {
        self.touched.push((trigger, tag));
    }

    /// Records that a body touched surfaces of several contact triggers.
    pub(crate) fn add_touches(&mut self, triggers: Vec<u32>, tag: BodyTag) {
        let touched = triggers.into_iter().map(|trigger| (trigger, tag));
        self.touched.extend(touched);
    }

    /// The index of a body among the paths, or the index to insert it at.
    fn path_index(&self, kind: BodyKind, id: u32) -> Result<usize, usize> {
        self.paths
            .binary_search_by_key(&(kind, id), |path| (path.tag.kind, path.id))
    }
}

/// The bodies that some of the triggers respond to.
fn filters_of(triggers: &[Trigger]) -> Bodies {
    let mut all = Bodies::default();
    for trigger in triggers {
        if let TriggerCause::Enter { who, .. } | TriggerCause::Contact { who } = trigger.cause {
            all.player |= who.player;
            all.balls |= who.balls;
            all.walkers |= who.walkers;
            all.props |= who.props;
            all.class = all.class.or(who.class);
        }
    }
    all
}

impl CausePath {
    fn meets(&self, volume: &TriggerVolume) -> bool {
        let met = |from, to| volume.meets_path(from, to, self.half);
        let is_met = |pair: &[DVec3]| met(pair[0], pair[1]);
        match self.positions[..] {
            [only] => met(only, only),
            _ => self.positions.windows(2).any(is_met),
        }
    }
}

/// Runs the triggers on a tick's causes. `tick` is the number of finished ticks after this one.
pub(crate) fn step(
    state: &mut PlayState,
    level: &Level,
    causes: &Causes,
    tick: u64,
    events: &mut Vec<Event>,
) {
    for (index, trigger) in level.play.triggers.iter().enumerate() {
        let holds =
            state.are_lit(&trigger.needs) && is_caused(state, index as u32, trigger, causes);
        let Some(known) = state.triggers.get_mut(index) else {
            continue;
        };
        let begins = holds && !known.held;
        known.held = holds;
        if begins && known.due.is_none() && !(trigger.once && known.done) {
            known.due = Some(tick + ticks_of(trigger.delay));
        }
    }
    for index in 0..level.play.triggers.len() {
        let Some(known) = state.triggers.get_mut(index) else {
            continue;
        };
        if known.due.is_some_and(|due| due <= tick) {
            known.due = None;
            known.done = true;
            act(state, level, index as u32, tick, events);
        }
    }
}

fn ticks_of(seconds: f32) -> u64 {
    (f64::from(seconds.max(0.0)) * f64::from(TICK_RATE)).round() as u64
}

fn is_caused(state: &PlayState, index: u32, trigger: &Trigger, causes: &Causes) -> bool {
    match &trigger.cause {
        TriggerCause::Enter { volume, who } => {
            let mut paths = causes.paths.iter();
            paths.any(|path| path.tag.is_of(who) && path.meets(volume))
        }
        TriggerCause::Contact { who } => {
            let mut touched = causes.touched.iter();
            touched.any(|(touched, body)| *touched == index && body.is_of(who))
        }
        TriggerCause::Lit(targets) => state.are_lit(targets),
    }
}

fn act(state: &mut PlayState, level: &Level, index: u32, tick: u64, events: &mut Vec<Event>) {
    let trigger = &level.play.triggers[index as usize];
    let actions = &trigger.actions;
    let position = trigger.place.as_vec3();
    let mut report = |kind| events.push(Event::new(kind, position, Vec3::ZERO, 0.0));
    for mover in &actions.play {
        if let Some(start @ None) = state.mover_starts.get_mut(*mover as usize) {
            *start = Some(tick);
            report(EventKind::MoverPlayed(*mover));
        }
    }
    if actions.text.is_some() {
        report(EventKind::Text(index));
    }
    if actions.checkpoint && state.checkpoint != Some(index) {
        state.checkpoint = Some(index);
        report(EventKind::Checkpoint(index));
    }
    let full = level.play.settings.balls;
    if actions.refill && state.balls_in_hand.is_some_and(|balls| balls < full) {
        state.balls_in_hand = Some(full);
        report(EventKind::Refill);
    }
    if actions.end && state.finished.is_none() {
        state.finished = Some(tick);
        report(EventKind::Finished);
    }
}

/// The contact triggers whose surfaces the body touches at its position.
pub(crate) fn touched_by(moved: &MovedLevel, body: &Body, at: Vec3) -> Vec<u32> {
    let listens = |trigger: &Trigger| matches!(trigger.cause, TriggerCause::Contact { .. });
    if !moved.level.play.triggers.iter().any(listens) {
        return Vec::new();
    }
    let level = moved.level;
    let region = body
        .swept_bounds(at, at)
        .grown(Vec3::splat(2.0 * TOUCH_DISTANCE as f32));
    let found = |obstacles: &Obstacles| obstacles.touching(*body, at.as_dvec3(), TOUCH_DISTANCE);
    let standing = found(&Obstacles::from(&*level.collision)).into_iter();
    let trigger = |overlap: Overlap| level.surface(overlap.triangle).trigger;
    let mut touched: Vec<u32> = standing.filter_map(trigger).collect();
    for mover in moved.movers_near(region) {
        let part = &level.movers[mover.index as usize];
        let surface = |triangle| part.surfaces.of(&part.collision, triangle);
        let trigger = |overlap: Overlap| surface(overlap.triangle).trigger;
        touched.extend(found(&mover.alone()).into_iter().filter_map(trigger));
    }
    touched.sort_unstable();
    touched.dedup();
    touched
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use hexbound_level::BodyClasses;

    /// Causes for triggers that answer to every body.
    fn causes() -> Causes {
        Causes {
            filters: Bodies {
                player: true,
                balls: true,
                walkers: true,
                ..Bodies::default()
            },
            paths: Vec::new(),
            touched: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn every_body_keeps_its_own_path(
            moves in prop::collection::vec((0usize..3, 0u32..9, any::<bool>()), 0..200)
        ) {
            let mut causes = causes();
            let classes = BodyClasses::default();
            let mut expected: BTreeMap<(BodyKind, u32), Vec<DVec3>> = BTreeMap::new();
            for (step, (kind, id, comes)) in moves.into_iter().enumerate() {
                let kind = [BodyKind::Walker, BodyKind::Player, BodyKind::Ball][kind];
                let class = classes.of_kind(kind);
                let at = DVec3::splat(step as f64);
                if comes {
                    causes.add_position(BodyTag { kind, class }, id, at, Vec3::ONE);
                    expected.entry((kind, id)).or_default().push(at);
                } else {
                    causes.discard_path(kind, id);
                    expected.remove(&(kind, id));
                }
            }
            let paths = causes.paths.into_iter();
            let found = paths.map(|path| ((path.tag.kind, path.id), path.positions));
            prop_assert_eq!(found.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_kept_of_bodies_that_no_trigger_filters_for() {
        let mut causes = causes();
        causes.filters.balls = false;
        let kind = BodyKind::Ball;
        let class = BodyClasses::default().of_kind(kind);
        causes.add_position(BodyTag { kind, class }, 1, DVec3::ZERO, Vec3::ONE);
        assert!(causes.paths.is_empty());
    }
}
