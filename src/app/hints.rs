//! Hints that teach one control at a time. Each appears when its control is first useful, and disappears
//! once it was used. The state is a pure value that follows play.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use hexbound_sim::{Buttons, Event, EventKind};

/// The time of play before the first hint, seconds.
const FIRST_HINT_DELAY: f64 = 1.0;
/// The time of walking against an obstacle after which a jump is suggested, seconds.
const STUCK_SECONDS: f64 = 0.5;
/// The speed below which a walking player is stuck, m/s.
const STUCK_SPEED: f32 = 0.4;
/// The time after which a throw that lit nothing counts as missed, seconds.
const MISSED_SECONDS: f64 = 2.5;
/// The landing speed that marks a fall rather than a jump, m/s: from more than three meters.
const FALL_SPEED: f32 = 10.0;
/// The time on foot after which running is suggested, seconds.
const LONG_WALK_SECONDS: f64 = 9.0;
/// The turn of the view after which looking around counts as learned, radians.
const LOOK_ANGLE: f32 = 0.5;
/// The time in which a hint fades in, seconds.
const FADE_SECONDS: f64 = 0.3;
/// The longest time for which an ignored hint is shown, seconds.
const MAX_HINT_SECONDS: f64 = 20.0;

/// A control that is taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Lesson {
    Walk,
    Look,
    Throw,
    Jump,
    Rewind,
    Sprint,
}

impl Lesson {
    /// Every lesson, in order of increasing urgency.
    const ALL: [Self; 6] = [
        Self::Sprint,
        Self::Throw,
        Self::Look,
        Self::Walk,
        Self::Jump,
        Self::Rewind,
    ];
}

/// The facts about a frame of play from which the hints follow.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HintInput<'a> {
    /// The time that passed, seconds.
    pub seconds: f64,
    /// The buttons that are held.
    pub held: Buttons,
    /// The angle by which the mouse turned the view, radians.
    pub turned: f32,
    /// The player's speed along the ground, m/s.
    pub speed: f32,
    /// True if the level has targets that are not lit.
    pub has_targets: bool,
    pub is_rewinding: bool,
    pub events: &'a [Event],
}

/// The controls that the player knows, and the state that makes another one useful.
#[derive(Debug, Default)]
pub(super) struct Hints {
    pub known: BTreeSet<Lesson>,
    /// The lessons that the player ignored, not to be shown again in this process.
    ignored: BTreeSet<Lesson>,
    /// The time of play, seconds.
    played: f64,
    /// The turn of the view so far, radians.
    turned: f32,
    /// The time of walking against an obstacle, seconds.
    stuck: f64,
    /// The time on foot, seconds.
    walked: f64,
    /// The time since the last throw, while it has lit nothing, seconds.
    thrown: Option<f64>,
    /// True once a throw missed or the player fell. Rewinding would undo either.
    has_failed: bool,
    /// The hint that is shown, and the time since it appeared, seconds.
    shown: Option<(Lesson, f64)>,
}

impl Hints {
    /// Hints for a player who knows some controls already.
    pub(crate) fn new(known: BTreeSet<Lesson>) -> Self {
        Self {
            known,
            ..Self::default()
        }
    }

    /// Follows play. Returns true if a control was used for the first time.
    pub(crate) fn follow(&mut self, seen: HintInput<'_>) -> bool {
        let before = self.known.len();
        self.played += seen.seconds;
        self.note_use(seen);
        self.note_need(seen);
        self.choose(seen);
        self.known.len() > before
    }

    /// The hint that is shown now and its opacity, 0..1.
    pub(crate) fn shown(&self) -> Option<(Lesson, f32)> {
        let (lesson, seconds) = self.shown?;
        Some((lesson, (seconds / FADE_SECONDS).min(1.0) as f32))
    }

    fn note_use(&mut self, seen: HintInput<'_>) {
        let walks = [
            Buttons::FORWARD,
            Buttons::BACK,
            Buttons::LEFT,
            Buttons::RIGHT,
        ];
        let is_walking = walks.iter().any(|button| seen.held.has(*button));
        self.turned += seen.turned.abs();
        self.walked += if is_walking { seen.seconds } else { 0.0 };
        // On a slow machine a short press lies between two frames: only its event is seen.
        let happened = |kind| seen.events.iter().any(|event| event.kind == kind);
        let jumped = seen.held.has(Buttons::JUMP) || happened(EventKind::Jump);
        let thrown = seen.held.has(Buttons::THROW) || happened(EventKind::Throw);
        let used = [
            (Lesson::Walk, is_walking && seen.speed > 1.0),
            (Lesson::Look, self.turned > LOOK_ANGLE),
            (Lesson::Jump, jumped),
            (Lesson::Throw, thrown),
            (Lesson::Sprint, is_walking && seen.held.has(Buttons::SPRINT)),
            (Lesson::Rewind, seen.is_rewinding),
        ];
        let used = used.into_iter().filter(|(_, is_used)| *is_used);
        self.known.extend(used.map(|(lesson, _)| lesson));
    }

    fn note_need(&mut self, seen: HintInput<'_>) {
        let is_stuck = seen.held.has(Buttons::FORWARD) && seen.speed < STUCK_SPEED;
        self.stuck = if is_stuck {
            self.stuck + seen.seconds
        } else {
            0.0
        };
        self.thrown = self.thrown.map(|since| since + seen.seconds);
        for event in seen.events {
            match event.kind {
                EventKind::Throw => self.thrown = Some(0.0),
                EventKind::TargetLit(_) => self.thrown = None,
                EventKind::Land => self.has_failed |= event.speed > FALL_SPEED,
                EventKind::Respawn(_) => self.has_failed = true,
                _ => {}
            }
        }
        self.has_failed |=
            seen.has_targets && self.thrown.is_some_and(|since| since > MISSED_SECONDS);
    }

    fn choose(&mut self, seen: HintInput<'_>) {
        if let Some((lesson, since)) = &mut self.shown {
            *since += seen.seconds;
            if *since > MAX_HINT_SECONDS {
                self.ignored.insert(*lesson);
            }
        }
        let wanted = Lesson::ALL
            .into_iter()
            .rfind(|lesson| self.is_useful(*lesson, seen));
        let keeps = (self.shown).is_some_and(|(lesson, _)| !self.is_done(lesson));
        if !keeps {
            self.shown = wanted.map(|lesson| (lesson, 0.0));
        }
    }

    /// Returns whether a control needs no hint: it was used, or its hint was shown for long enough.
    fn is_done(&self, lesson: Lesson) -> bool {
        self.known.contains(&lesson) || self.ignored.contains(&lesson)
    }

    fn is_useful(&self, lesson: Lesson, seen: HintInput<'_>) -> bool {
        let can_go = self.is_done(Lesson::Walk) && self.is_done(Lesson::Look);
        let is_needed = match lesson {
            Lesson::Walk => self.played > FIRST_HINT_DELAY,
            Lesson::Look => self.is_done(Lesson::Walk),
            Lesson::Throw => can_go && seen.has_targets,
            Lesson::Jump => self.stuck > STUCK_SECONDS,
            Lesson::Rewind => self.has_failed,
            Lesson::Sprint => self.walked > LONG_WALK_SECONDS,
        };
        is_needed && !self.is_done(lesson)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// The input with a change.
    fn with<'a>(mut seen: HintInput<'a>, change: impl FnOnce(&mut HintInput<'a>)) -> HintInput<'a> {
        change(&mut seen);
        seen
    }

    /// Repeats the events of `seen` for `seconds`, and returns the shown lesson.
    fn after(hints: &mut Hints, seconds: f64, seen: HintInput<'_>) -> Option<Lesson> {
        for _ in 0..(seconds * 10.0) as u32 {
            hints.follow(with(seen, |it| it.seconds = 0.1));
        }
        hints.shown().map(|(lesson, _)| lesson)
    }

    fn walking() -> HintInput<'static> {
        HintInput {
            held: Buttons::FORWARD,
            speed: 4.0,
            ..HintInput::default()
        }
    }

    #[test]
    fn a_newcomer_is_taught_one_control_after_the_other() {
        let mut hints = Hints::default();
        let targets = with(HintInput::default(), |it| it.has_targets = true);
        assert_eq!(after(&mut hints, 0.5, targets), None);
        assert_eq!(after(&mut hints, 2.0, targets), Some(Lesson::Walk));
        let walking = with(walking(), |it| it.has_targets = true);
        assert_eq!(after(&mut hints, 0.2, walking), Some(Lesson::Look));
        let looking = with(targets, |it| it.turned = 0.2);
        assert_eq!(after(&mut hints, 0.5, looking), Some(Lesson::Throw));
        let throw = [Event::new(EventKind::Throw, Vec3::ZERO, Vec3::Y, 1.0)];
        let held = Buttons::THROW;
        let throwing = with(targets, |it| (it.held, it.events) = (held, &throw));
        assert_eq!(after(&mut hints, 0.1, throwing), None);
        assert_eq!(after(&mut hints, 3.0, targets), Some(Lesson::Rewind));
        let rewinding = with(targets, |it| it.is_rewinding = true);
        assert_eq!(after(&mut hints, 0.1, rewinding), None);
        assert_eq!(after(&mut hints, 10.0, walking), Some(Lesson::Sprint));
    }

    #[test]
    fn who_walks_against_something_is_told_to_jump() {
        let mut hints = Hints::default();
        after(&mut hints, 0.3, walking());
        let stuck = with(walking(), |it| (it.speed, it.turned) = (0.0, 0.2));
        assert_eq!(after(&mut hints, 1.0, stuck), Some(Lesson::Jump));
        let jump = with(stuck, |it| it.held = Buttons::JUMP);
        assert_eq!(after(&mut hints, 0.1, jump), None);
    }

    #[test]
    fn a_throw_that_lights_something_was_no_miss() {
        let mut hints = Hints::default();
        let [throw, lit] = [EventKind::Throw, EventKind::TargetLit(0)]
            .map(|kind| [Event::new(kind, Vec3::ZERO, Vec3::Y, 1.0)]);
        let seen = |events| HintInput {
            has_targets: true,
            events,
            ..walking()
        };
        after(&mut hints, 0.1, seen(&throw));
        after(&mut hints, 0.1, seen(&lit));
        after(&mut hints, 4.0, seen(&[]));
        assert!(!hints.has_failed);
    }

    #[test]
    fn rewinding_is_taught_after_a_fall_but_not_after_a_jump() {
        let landing = |speed| [Event::new(EventKind::Land, Vec3::ZERO, Vec3::Y, speed)];
        let [jump, fall] = [6.0, 12.6].map(landing);
        let mut hints = Hints::default();
        let seen = |events| HintInput {
            events,
            ..HintInput::default()
        };
        assert_eq!(after(&mut hints, 0.1, seen(&jump)), None);
        assert_eq!(after(&mut hints, 0.1, seen(&fall)), Some(Lesson::Rewind));
    }

    #[test]
    fn what_was_done_between_two_pictures_counts_as_used() {
        let mut hints = Hints::default();
        let events = [EventKind::Throw, EventKind::Jump]
            .map(|kind| Event::new(kind, Vec3::ZERO, Vec3::Y, 1.0));
        hints.follow(with(HintInput::default(), |it| it.events = &events));
        assert_eq!(hints.known, [Lesson::Throw, Lesson::Jump].into());
    }

    #[test]
    fn throwing_is_taught_although_nobody_heeds_the_hint_for_looking() {
        let mut hints = Hints::default();
        let held = Buttons::FORWARD.with(Buttons::SPRINT);
        let walking = with(walking(), |it| (it.has_targets, it.held) = (true, held));
        assert_eq!(after(&mut hints, 2.0, walking), Some(Lesson::Look));
        assert_eq!(after(&mut hints, 20.0, walking), Some(Lesson::Throw));
    }

    #[test]
    fn what_is_known_is_not_taught_and_what_is_ignored_goes() {
        let known = Lesson::ALL.into_iter().collect();
        let mut hints = Hints::new(known);
        assert_eq!(after(&mut hints, 30.0, walking()), None);
        let mut hints = Hints::default();
        let still = HintInput::default();
        assert_eq!(after(&mut hints, 10.0, still), Some(Lesson::Walk));
        assert_eq!(after(&mut hints, 20.0, still), Some(Lesson::Look));
        assert_eq!(after(&mut hints, 25.0, still), None, "nobody heeds them");
    }
}
