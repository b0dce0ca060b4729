//! A kept run that the player races: its recorded body and balls, and the player's lead over it. The
//! rival changes nothing in the player's run.

use std::path::Path;

use super::{Advance, PlayedTick, RunEntry, TickObserver, side_run::SideRun};
use hexbound_base::{
    clock::TICK_RATE,
    words::{Phrase, phrase},
};
use hexbound_lab::lighting_times;
use hexbound_level::Level;
use hexbound_replay::{Recording, ReplayError};
use hexbound_sim::{Event, EventKind, GhostView, Rules, World};

/// A recorded run beside the player's.
pub(in crate::app) struct Rival {
    run: SideRun,
    /// The number of ticks that the player has played, including those that were rewound.
    clock: u64,
    /// The times at which the rival lit its targets, in order, ticks that count against par.
    lit: Vec<u64>,
}

impl Rival {
    /// A rival at its start. Fails if the recording does not match its own results.
    pub(crate) fn new(level: &Level, recording: Recording) -> Result<Self, ReplayError> {
        let lit = lighting_times(level, recording.clone())?;
        let world = World::new(level, recording.header.rules);
        Ok(Self {
            run: SideRun::at(world, recording),
            clock: 0,
            lit,
        })
    }

    /// The file of the rival's recording.
    pub(super) fn file(&self) -> &Path {
        &self.run.recording().path
    }

    /// The rules of the rival's run, including its player's.
    pub(super) fn rules(&self) -> Rules {
        self.run.world.rules
    }

    /// Returns the rival to its start, when the player restarts.
    fn restart(&mut self, level: &Level) {
        self.run.set(World::new(level, self.rules()));
        self.clock = 0;
    }

    /// Advances by one tick of the player. The rival pauses for the time that was rewound in the
    /// recorded run, since that counts. The player's own rewinds do not move the rival.
    fn step(&mut self, level: &Level) {
        self.clock += 1;
        let clock = self.clock;
        (self.run).step(level, |world, next| world.tick + next.rewound.ticks < clock);
        self.run.advance();
    }

    /// Advances until the player has played `clock` ticks, including those that were rewound.
    pub(super) fn advance_to(&mut self, clock: u64, level: &Level) {
        while self.clock < clock {
            self.step(level);
        }
    }

    /// The rival's bodies, at the fraction `blend` (0..1) between the last two ticks.
    pub(crate) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        self.run.views(blend)
    }

    /// The message about the player's lead or lag, if one of the tick's `events` lit a target in the
    /// player's `world`.
    fn compare(&self, events: &[Event], world: &World) -> Option<Phrase> {
        let is_lit = |event: &Event| matches!(event.kind, EventKind::TargetLit(_));
        if !events.iter().any(is_lit) {
            return None;
        }
        let count = world.play.lit_count();
        let mine = world.tick + world.play.rewound;
        let Some(&its) = self.lit.get(count.checked_sub(1)?) else {
            return Some(phrase("race-beyond").with("count", count));
        };
        let seconds = mine.abs_diff(its) as f64 / f64::from(TICK_RATE);
        let said = match mine <= its {
            true => phrase("race-ahead"),
            false => phrase("race-behind"),
        };
        let said = said.with("seconds", format!("{seconds:.2}"));
        Some(said.with("count", count))
    }
}

impl TickObserver for Option<Rival> {
    fn tick(&mut self, tick: &PlayedTick<'_>, advance: &mut Advance) {
        let Some(rival) = self else {
            return;
        };
        rival.advance_to(tick.world.tick + tick.command.rewound.ticks, tick.level);
        if tick.is_shown {
            let compared = rival.compare(tick.events, tick.world);
            advance.race = compared.or(advance.race.take());
        }
    }

    fn entered(&mut self, entry: &RunEntry<'_>) {
        if let Some(rival) = self {
            rival.restart(entry.level);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::{
        AppError,
        game::{
            Game,
            test_games::{controls, finish, level, player, range_game, runs},
        },
    };
    use hexbound_base::words::Words;
    use hexbound_replay::ReplayError;
    use hexbound_sim::{Buttons, Rules};

    /// Plays a whole run and returns the messages of the race.
    fn race_lines(game: &mut Game) -> Vec<String> {
        let said = finish(game).into_iter().filter_map(|it| it.race);
        said.map(|it| Words::english().say(&it)).collect()
    }

    #[test]
    fn a_race_against_the_same_run_is_even() {
        let (_folder, store) = runs();
        finish(&mut range_game(Some(&store), None));
        let best = || hexbound_replay::read(&store.find("test:range").unwrap()).unwrap();
        let mut game = range_game(None, Some(best()));
        let even = ["Race: 1 lit, 0.00 s ahead", "Race: 2 lit, 0.00 s ahead"];
        assert_eq!(race_lines(&mut game), even);
        game.enter(level("test:range"), false).unwrap();
        assert_eq!(race_lines(&mut game)[1], even[1], "begun again");
        // The player starts a second later.
        let mut game = range_game(None, Some(best()));
        let mut controls = controls();
        for _ in 0..30 {
            game.advance(1.0 / 30.0, &mut controls).unwrap();
        }
        // Its body and its ball.
        assert_eq!(game.view(&controls).ghosts.len(), 2);
        let late = ["Race: 1 lit, 1.00 s behind", "Race: 2 lit, 1.00 s behind"];
        assert_eq!(race_lines(&mut game), late);
    }

    #[test]
    fn a_tampered_run_is_no_rival() {
        let (_folder, store) = runs();
        finish(&mut range_game(Some(&store), None));
        let mut run = hexbound_replay::read(&store.find("test:range").unwrap()).unwrap();
        run.runs[0].0.buttons = Buttons::FORWARD;
        let start = player("test:range", None, Some(run));
        let refused = Game::new(level("test:range"), start, Rules::default());
        let Err(AppError::Replay(ReplayError::Parted { tick: 1, .. })) = refused else {
            panic!("it was not refused at its first tick");
        };
    }
}
