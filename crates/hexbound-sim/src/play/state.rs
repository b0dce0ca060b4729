//! The state of the game in a level: lit targets, triggers, balls in hand, and the counts for the result.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use super::{Medal, Par};
use crate::{Command, Methods, Rules};
use hexbound_level::{Level, MoverStart, Play, TargetSet};

/// The state of the game in a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayState {
    /// The lit state of each target: true if it is lit.
    pub lit: Vec<bool>,
    /// The place and time at which each target was lit.
    pub marks: Vec<Option<TargetMark>>,
    /// The tick at which each mover began to move; `None` while it waits to be started.
    pub mover_starts: Vec<Option<u64>>,
    /// The number of balls in hand; `None` for an unlimited number.
    pub balls_in_hand: Option<u32>,
    /// The number of balls thrown.
    pub thrown: u32,
    /// The trigger that set the last checkpoint, as its index in `Play::triggers`.
    pub checkpoint: Option<u32>,
    /// The tick at which the level was finished.
    pub finished: Option<u64>,
    /// The number of ticks undone by rewinding.
    pub rewound: u64,
    /// The number of times that the player rewound.
    pub rewinds: u32,
    /// True if anything made the run easier than the level's author meant it.
    pub assisted: bool,
    pub(super) triggers: Vec<TriggerState>,
}

/// The place and time at which a ball lit a target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TargetMark {
    pub tick: u64,
    /// The struck body, which the mark follows.
    pub on: MarkedBody,
    /// The struck point in the coordinates of the body, meters.
    pub point: Vec3,
    /// The unit normal away from the target, in the coordinates of the body.
    pub normal: Vec3,
}

/// The body that a mark lies on, which sets the mark's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MarkedBody {
    /// The static parts of the level. Positions are local.
    Level,
    /// The mover at this index in `Level::movers`. Positions are local, in its rest pose.
    Mover(u32),
    /// The prop at this index in `Level::props`. Positions are relative to its center.
    Prop(u32),
}

/// A trigger between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct TriggerState {
    /// True if the trigger's cause held in the last tick. The trigger acts when its cause begins to hold.
    pub held: bool,
    /// True if the trigger has acted.
    pub done: bool,
    /// The tick at which the trigger acts, once it has been caused.
    pub due: Option<u64>,
}

impl PlayState {
    /// Returns the heap memory of the state, bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.lit.capacity()
            + self.marks.capacity() * size_of::<Option<TargetMark>>()
            + self.mover_starts.capacity() * size_of::<Option<u64>>()
            + self.triggers.capacity() * size_of::<TriggerState>()
    }

    /// The initial state of a run of this level.
    pub(crate) fn of(level: &Level, rules: &Rules) -> Self {
        let play = &level.play;
        let start = |start: MoverStart| match start {
            MoverStart::AtOnce => Some(0),
            MoverStart::Played => None,
        };
        let has_limited_balls = !play.targets.is_empty() && !rules.endless_balls;
        Self {
            lit: vec![false; play.targets.len()],
            marks: vec![None; play.targets.len()],
            mover_starts: level
                .movers
                .iter()
                .map(|mover| start(mover.start))
                .collect(),
            balls_in_hand: has_limited_balls.then_some(play.settings.balls),
            assisted: rules.are_assistance(),
            triggers: vec![TriggerState::default(); play.triggers.len()],
            ..Self::default()
        }
    }

    /// Returns whether this is a valid state of play in `level`.
    pub(crate) fn fits(&self, level: &Level) -> bool {
        let (play, movers) = (&level.play, level.movers.len());
        let is_mark = |mark: &TargetMark| {
            let is_there = match mark.on {
                MarkedBody::Level => true,
                MarkedBody::Mover(mover) => (mover as usize) < movers,
                MarkedBody::Prop(prop) => (prop as usize) < level.props.len(),
            };
            is_there && mark.point.is_finite() && mark.normal.is_finite()
        };
        self.lit.len() == play.targets.len()
            && self.marks.len() == play.targets.len()
            && self.marks.iter().flatten().all(is_mark)
            && self.mover_starts.len() == movers
            && self.triggers.len() == play.triggers.len()
            && (self.checkpoint).is_none_or(|it| (it as usize) < play.triggers.len())
            && self.thrown < u32::MAX / 2
            && self.rewound < 1 << 52
    }

    /// The number of ticks that a mover has been moving after tick `tick`: 0 while it waits.
    pub fn mover_ticks(&self, mover: usize, tick: u64) -> u64 {
        let start = self.mover_starts.get(mover).copied();
        // A mover without a recorded start moves from the beginning.
        let start = start.unwrap_or(Some(0));
        start.map_or(0, |start| tick.saturating_sub(start))
    }

    /// The number of targets that are lit.
    pub fn lit_count(&self) -> usize {
        self.lit.iter().filter(|lit| **lit).count()
    }

    /// Returns whether all targets of a set are lit.
    pub fn are_lit(&self, targets: &TargetSet) -> bool {
        let is_lit = |target: &u32| self.lit.get(*target as usize) == Some(&true);
        targets.0.iter().all(is_lit)
    }

    /// The time that counts against par at tick `tick`, seconds: the played and the rewound time.
    pub fn score_seconds(&self, tick: u64) -> f64 {
        let ticks = self.finished.unwrap_or(tick) + self.rewound;
        ticks as f64 / f64::from(hexbound_base::clock::TICK_RATE)
    }

    /// Takes a ball out of the hand. Returns `false` if there is none.
    pub(crate) fn take_ball(&mut self) -> bool {
        match &mut self.balls_in_hand {
            Some(0) => return false,
            Some(balls) => *balls -= 1,
            None => {}
        }
        self.thrown += 1;
        true
    }

    /// Records the command's rewinding and help. Other methods that may change the outcome are help too.
    pub(crate) fn account(&mut self, command: &Command) {
        self.rewound = command.rewound.ticks;
        self.rewinds = command.rewound.times;
        let has_other_results = !command.methods.is_equivalent_to(Methods::default());
        self.assisted |= command.assisted || has_other_results;
    }

    /// Feeds everything that later ticks depend on to the hash.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            lit,
            // No later tick depends on the place and time at which a target was lit.
            marks: _,
            mover_starts,
            balls_in_hand,
            thrown,
            checkpoint,
            finished,
            rewound,
            rewinds,
            assisted,
            triggers,
        } = self;
        hasher.u64(*rewound).u32(*rewinds).u32(u32::from(*assisted));
        for lit in lit {
            hasher.u32(u32::from(*lit));
        }
        for start in mover_starts {
            hasher.u64(start.unwrap_or(u64::MAX));
        }
        hasher
            .u32(balls_in_hand.unwrap_or(u32::MAX))
            .u32(*thrown)
            .u32(checkpoint.unwrap_or(u32::MAX))
            .u64(finished.unwrap_or(u64::MAX));
        triggers.iter().for_each(|trigger| trigger.hash(hasher));
    }

    /// The medal that a finished run has earned.
    pub fn medal(&self, play: &Play) -> Option<Medal> {
        let seconds = self.score_seconds(self.finished?);
        let par = Par::of(&play.settings);
        let earns = |medal: &Medal| par.shortfall(*medal, seconds, self.thrown).is_none();
        [Medal::Gold, Medal::Silver]
            .into_iter()
            .find(earns)
            .or(Some(Medal::Bronze))
    }
}

impl TriggerState {
    fn hash(&self, hasher: &mut Hasher) {
        let Self { held, done, due } = *self;
        hasher
            .u32(u32::from(held))
            .u32(u32::from(done))
            .u64(due.unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rewound;
    use hexbound_level::PlaySettings;

    #[test]
    fn medals_go_by_time_with_what_was_taken_back_and_by_balls() {
        let play = Play {
            settings: PlaySettings {
                par_seconds: Some(10.0),
                par_balls: Some(4),
                ..PlaySettings::default()
            },
            ..Play::default()
        };
        let medal = |seconds: u64, rewound: u64, thrown| {
            let state = PlayState {
                finished: Some(seconds * 120),
                rewound: rewound * 120,
                thrown,
                ..PlayState::default()
            };
            state.medal(&play).unwrap()
        };
        assert_eq!(medal(10, 0, 4), Medal::Gold);
        assert_eq!(medal(8, 3, 4), Medal::Silver);
        assert_eq!(medal(10, 0, 7), Medal::Bronze);
        assert_eq!(medal(16, 0, 1), Medal::Bronze);
        assert_eq!(PlayState::default().medal(&play), None);
    }

    #[test]
    fn a_command_counts_rewound_ticks_and_help() {
        let (ticks, times) = (240, 2);
        let command = Command {
            rewound: Rewound { ticks, times },
            ..Command::default()
        };
        let mut state = PlayState::default();
        state.account(&command);
        assert_eq!((state.rewound, state.rewinds), (240, 2));
        assert!(!state.assisted);
        let by = |methods: &str| command.by(methods.parse().unwrap());
        let assisted = Command {
            assisted: true,
            ..command
        };
        for help in [assisted, by("article"), by("ground=rays")] {
            let mut state = state.clone();
            state.account(&help);
            state.account(&command);
            assert!(state.assisted, "once helped, a run stays so: {help:?}");
        }
        state.account(&by("tree=brute+coherence=off"));
        assert!(!state.assisted, "other costs are no help");
    }

    #[test]
    fn the_hand_is_empty_after_its_balls() {
        let mut state = PlayState {
            balls_in_hand: Some(2),
            ..PlayState::default()
        };
        let taken: Vec<bool> = (0..3).map(|_| state.take_ball()).collect();
        assert_eq!((taken, state.thrown), (vec![true, true, false], 2));
        state.balls_in_hand = None;
        assert!(state.take_ball());
    }
}
