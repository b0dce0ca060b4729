//! The rewind of a run, until play goes on.

use hexbound_level::Level;
use hexbound_sim::{Rewound, RunResult, World};

/// The rewound time of a run, and the tick at which time was last turned back.
#[derive(Default)]
pub(super) struct Rewind {
    /// The rewound time, up to the last tick played.
    rewound: Rewound,
    /// The tick at which time was turned back, until play goes on.
    pub(super) began_at: Option<u64>,
    /// The end of the run from which time was turned back.
    pub(super) end: Option<RewoundEnd>,
}

/// The end of a run from which time was turned back.
#[derive(Clone, Copy, Debug)]
pub(super) struct RewoundEnd {
    pub hash: u64,
    pub result: Option<RunResult>,
}

impl RewoundEnd {
    /// The end of a run at its last `world`.
    pub(super) fn of(world: &World, level: &Level) -> Self {
        Self {
            hash: world.state_hash(),
            result: RunResult::of(world, level),
        }
    }
}

impl Rewind {
    /// Records that time runs back from a world, unless it already does.
    pub(super) fn begin(&mut self, world: &World, level: &Level) {
        if self.began_at.is_none() {
            self.began_at = Some(world.tick);
            self.end = Some(RewoundEnd::of(world, level));
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
        let mut time = Rewind::default();
        world.tick = 100;
        time.begin(&world, &level);
        world.tick = 90;
        time.begin(&world, &level);
        assert_eq!((time.began_at, time.rewound(80).ticks), (Some(100), 20));
        time.resume(time.rewound(80));
        assert_eq!((time.rewound(80).ticks, time.rewound(80).times), (20, 1));
        assert!(time.began_at.is_none() && time.end.is_none());
    }
}
