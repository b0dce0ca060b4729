//! Time that is turned back, until play goes on.

use hexbound_level::Level;
use hexbound_sim::{Rewound, RunResult, World};

/// The rewound time of a run, and the tick at which time was last turned back.
#[derive(Default)]
pub(super) struct TimeTurn {
    /// The rewound time, up to the last tick played.
    rewound: Rewound,
    /// The tick at which time was turned back, until play goes on.
    pub(super) began_at: Option<u64>,
    /// The end of the run from which time was turned back.
    pub(super) end: Option<TurnedEnd>,
}

/// The end of a run from which time was turned back.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnedEnd {
    pub hash: u64,
    pub result: Option<RunResult>,
}

impl TurnedEnd {
    /// The end of a run at its last `world`.
    pub(super) fn of(world: &World, level: &Level) -> Self {
        Self {
            hash: world.state_hash(),
            result: RunResult::of(world, level),
        }
    }
}

impl TimeTurn {
    /// Records that time runs back from a world, unless it already does.
    pub(super) fn begin(&mut self, world: &World, level: &Level) {
        if self.began_at.is_none() {
            self.began_at = Some(world.tick);
            self.end = Some(TurnedEnd::of(world, level));
        }
    }

    /// Lets play go on, with `rewound` as the total rewound time.
    pub(super) fn resume(&mut self, rewound: Rewound) {
        *self = Self {
            rewound,
            ..Self::default()
        };
    }

    /// The rewound time at a tick, including the present rewind.
    pub(super) fn rewound(&self, tick: u64) -> Rewound {
        match self.began_at {
            Some(began_at) => self.rewound.and(began_at - tick),
            None => self.rewound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::game::test_games;
    use hexbound_sim::Rules;

    #[test]
    fn time_is_given_up_from_where_it_turned_round_until_play_goes_on() {
        let level = test_games::level("test:flat");
        let mut world = World::new(&level, Rules::default());
        let mut turn = TimeTurn::default();
        world.tick = 100;
        turn.begin(&world, &level);
        world.tick = 90;
        turn.begin(&world, &level);
        assert_eq!((turn.began_at, turn.rewound(80).ticks), (Some(100), 20));
        turn.resume(turn.rewound(80));
        assert_eq!((turn.rewound(80).ticks, turn.rewound(80).times), (20, 1));
        assert!(turn.began_at.is_none() && turn.end.is_none());
    }
}
