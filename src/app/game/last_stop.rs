//! The last tick of a run that is worth explaining.

use super::{Advance, PlayedTick, RunEntry, TickObserver};
use hexbound_inspect::why::is_notable;
use hexbound_level::Level;
use hexbound_sim::{Journal, World};

/// The journal of the last notable tick, which stopped, turned, freed or returned the player, or led
/// them through the level.
#[derive(Default)]
pub(super) struct LastStop {
    pub(super) journal: Option<Journal>,
}

impl TickObserver for LastStop {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        if let Some(journal) = tick.world.journal().filter(|journal| is_notable(journal)) {
            self.journal = Some(journal.clone());
        }
    }

    fn went_back(&mut self, _: &Level, world: &World) {
        let journal = self.journal.take();
        self.journal = journal.filter(|journal| journal.tick <= world.tick);
    }

    fn entered(&mut self, _: &RunEntry<'_>) {
        self.journal = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::game::test_games::level;
    use hexbound_sim::{Command, Rules};

    #[test]
    fn a_stop_is_forgotten_where_time_runs_back_to_before_it() {
        let level = level("test:flat");
        let start = World::new(&level, Rules::default());
        let mut world = start.clone();
        world.keep_journal(true);
        world.step(&level, &Command::default(), &mut Vec::new());
        let mut stop = LastStop {
            journal: world.journal().cloned(),
        };
        stop.went_back(&level, &world);
        assert!(stop.journal.is_some());
        stop.went_back(&level, &start);
        assert!(stop.journal.is_none());
    }
}
