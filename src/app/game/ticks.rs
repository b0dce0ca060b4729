//! The ticks of a run: forward by commands, back by the history, and up to the moment that a report
//! opens at. Each is told to everything that follows the run.

use super::{
    Advance, Game,
    branches::TurnedEnd,
    method_ledger::{PlayerBefore, PlayerClock},
};
use crate::{
    input::Controls,
    inspect::why::{self, is_told},
    replay::ReplayError,
    sim::{Buttons, Command, Event, EventKind, Methods, Parting, RunResult, View, World},
    staged_fault,
    words::Words,
};

impl Game {
    /// Runs ticks forward.
    pub(super) fn go_on(
        &mut self,
        due: u32,
        controls: &mut Controls,
    ) -> Result<Advance, ReplayError> {
        let mut advance = Advance::default();
        if due > 0 {
            self.bring_ghosts_back();
        }
        for tick in 0..due {
            let Some(command) = self.next_command(controls) else {
                advance.finished = true;
                break;
            };
            let last = tick + 1 == due;
            if last {
                self.before = View::of(&self.world);
            }
            let new_from = self.events.len();
            let before = Before::of(&self.world, &command);
            self.step(&command);
            self.remember(&command);
            advance.turned += command.yaw.abs() + command.pitch.abs();
            let new = &self.events[new_from..];
            advance.selected_nothing |= before.selects && !new.iter().any(is_of_selection);
            advance.took_off |= !before.is_assisted && self.flies_for_help();
            (self.throws).follow(new, &self.world, &self.level, &self.history);
            self.log.tell(&self.level, &self.world, new);
            self.branches.follow(&self.level, self.world.tick);
            if let Some(rival) = &mut self.rival {
                rival.step(&self.level);
                let compared = rival.compare(&self.events[new_from..], &self.world);
                advance.race = compared.or(advance.race);
            }
            if let Some(museum) = &mut self.museum {
                museum.step(&self.world.player);
            }
            if last {
                self.after = View::of(&self.world);
                self.looked = (command.yaw, command.pitch);
            }
            advance.ticks += 1;
            if let Err(parted) = self.log.check(&self.world) {
                self.see_this_tick();
                return Err(parted);
            }
            if let Err(error) = self.log.record(&command, &self.world) {
                advance.recording_failed = Some(error);
            }
            match self.log.record_run(&command, &self.world, &self.level) {
                Ok(stored) => advance.stored = stored.or(advance.stored),
                Err(error) => advance.not_kept = Some(error),
            }
        }
        if advance.finished && advance.ticks > 0 {
            self.see_this_tick();
        }
        Ok(advance)
    }

    /// Returns whether the player flies where that is help.
    fn flies_for_help(&self) -> bool {
        self.world.player.flying && self.level.play.counts_flight_as_help()
    }

    /// Shows the last tick as it left the world, where no other will follow it.
    fn see_this_tick(&mut self) {
        self.after = View::of(&self.world);
        self.before = self.after.clone();
    }

    /// Simulates a tick, whose command is on record if it fails.
    fn step(&mut self, command: &Command) {
        self.log.begin_tick(command);
        staged_fault::in_tick(self.world.tick + 1);
        if !self.world.keeps_journal() {
            self.world.keep_journal(true);
        }
        let before = PlayerBefore::of(&self.world.player);
        let mut clock = PlayerClock::begin();
        (self.world).step_probed(&self.level, command, &mut self.events, &mut clock);
        let after = (&*self.level, &self.world);
        self.ledger.add(command.methods, &clock, before, after);
        if let Some(journal) = self.world.journal() {
            self.contacts.take_in(journal);
        }
        self.log.end_tick(&self.world);
        if let Some(journal) = self.world.journal().filter(|journal| is_told(journal)) {
            self.stopped = Some(journal.clone());
        }
    }

    /// Plays the ticks before a report is shown, or before the player goes on with a run that was left,
    /// for as long as `goes_on` says. An error where the playback diverges from its recording.
    pub(crate) fn catch_up(&mut self, goes_on: impl Fn() -> bool) -> Result<(), ReplayError> {
        while self.world.tick < self.opens_at && goes_on() {
            let Some(command) = self.log.next_command() else {
                self.opens_at = 0;
                break;
            };
            self.step(&command);
            self.history.push(&command, &self.world);
            if self.log.is_going_on() {
                (self.throws).follow(&self.events, &self.world, &self.level, &self.history);
            }
            self.events.clear();
            self.branches.follow(&self.level, self.world.tick);
            self.log.check(&self.world)?;
            self.rewound = command.rewound;
            self.methods = command.methods;
            self.bring_rival_along();
        }
        if self.world.tick >= self.opens_at {
            // Time may be turned back beyond it from now on.
            self.opens_at = 0;
            self.take_up();
        }
        // Nobody hears what is not shown.
        self.contacts.begin_frame();
        self.see_this_tick();
        Ok(())
    }

    /// Takes a tick into the history and to the ghosts.
    fn remember(&mut self, command: &Command) {
        self.history.push(command, &self.world);
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.step(&self.level, command, &self.world);
            for ghost in &ghosts.all {
                if let Some(parting) = &ghost.parting
                    && parting.tick == self.world.tick
                {
                    log_parting(ghost.methods, parting);
                }
            }
        }
    }

    /// Runs time backwards. Ghosts have no history: they disappear, and begin anew when time goes on.
    pub(super) fn go_back(&mut self, ticks: u32) {
        if ticks == 0 || self.world.tick <= self.history.oldest() {
            return;
        }
        if self.turned_at.is_none() {
            self.turned_at = Some(self.world.tick);
            self.turned_end = Some(TurnedEnd {
                hash: self.world.state_hash(),
                result: RunResult::of(&self.world, &self.level),
            });
        }
        // Help that is taken back was help.
        self.assisted |= self.world.play.assisted;
        self.put_ghosts_off();
        if let Some(museum) = &mut self.museum {
            museum.stop();
        }
        let to = self.world.tick.saturating_sub(u64::from(ticks));
        self.before = View::of(&self.world);
        let mut world = self.history.back_with_journal_to(&self.level, to);
        world.recall_bounces(&self.world);
        self.world = world;
        self.after = View::of(&self.world);
        self.looked = (0.0, 0.0);
        self.throws.back_to(self.world.tick);
        let now = self.world.tick;
        self.stopped = self.stopped.take().filter(|journal| journal.tick <= now);
        self.branches.follow(&self.level, self.world.tick);
        self.log.back_to(self.world.tick);
    }
}

/// The state before a tick that is compared with the world after it.
struct Before {
    /// True if the tick's command selects what is looked at.
    selects: bool,
    is_assisted: bool,
}

impl Before {
    fn of(world: &World, command: &Command) -> Self {
        let is_pressed = command.buttons.has(Buttons::SELECT);
        Self {
            selects: is_pressed && !world.player.held.has(Buttons::SELECT),
            is_assisted: world.play.assisted,
        }
    }
}

/// Returns whether an event says that a prop was selected or let go of.
fn is_of_selection(event: &Event) -> bool {
    matches!(event.kind, EventKind::PropSelect | EventKind::PropDeselect)
}

fn log_parting(methods: Methods, parting: &Parting) {
    let began = &parting.began;
    let met = began.journals.each_ref().map(|journal| match journal {
        Some(journal) => Words::english().say(&why::in_short(journal)),
        None => String::from("no journal"),
    });
    log::info!(
        "{methods}: parted at tick {} by {:.2} m, moving apart from tick {} on: you: {}; it: {}",
        parting.tick,
        parting.apart,
        began.tick,
        met[0],
        met[1]
    );
}
