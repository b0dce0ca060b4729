//! The ticks of a run: forward by commands, back by the history, and up to the moment at which a report
//! opens. Each tick is reported to all observers.

use super::{Advance, Game, PlayedTick, method_ledger::PlayerClock};
use hexbound_base::injected_fault;
use hexbound_inspect::why::is_notable;
use hexbound_replay::ReplayError;
use hexbound_sim::{Buttons, Command, Event, EventKind, World};
use hexbound_ui::input::Controls;

impl Game {
    /// Runs ticks forward.
    pub(super) fn run_ticks(
        &mut self,
        due: u32,
        controls: &mut Controls,
    ) -> Result<Advance, ReplayError> {
        let mut advance = Advance::default();
        for tick in 0..due {
            let Some(command) = self.next_command(controls) else {
                advance.finished = true;
                break;
            };
            let last = tick + 1 == due;
            if last {
                self.shown.begin(&self.world);
            }
            let new_from = self.events.len();
            let held = self.world.player.held;
            let selects = command.buttons.has(Buttons::SELECT) && !held.has(Buttons::SELECT);
            let was_assisted = self.world.play.assisted;
            self.step(&command, true, &mut advance);
            advance.turned += command.yaw.abs() + command.pitch.abs();
            let new = &self.events[new_from..];
            advance.selected_nothing |= selects && !new.iter().any(is_of_selection);
            advance.took_off |= !was_assisted && self.flies_assisted();
            if last {
                self.shown.end(&self.world, Some(&command));
            }
            advance.ticks += 1;
            if let Some(parted) = advance.parted.take() {
                self.shown.stand_still(&self.world);
                return Err(parted);
            }
        }
        if advance.finished && advance.ticks > 0 {
            self.shown.stand_still(&self.world);
        }
        Ok(advance)
    }

    /// Returns whether the player flies in a run where flying counts as assistance.
    fn flies_assisted(&self) -> bool {
        self.world.player.flying && self.level.play.flight_is_assistance()
    }

    /// Simulates a tick and lets the observers follow it. The command is recorded first, in case the
    /// tick panics. `is_shown` is false before the first shown tick.
    fn step(&mut self, command: &Command, is_shown: bool, advance: &mut Advance) {
        self.observers.log.recorded().begin_tick(command);
        injected_fault::in_tick(self.world.tick + 1);
        let new_from = self.events.len();
        let before = self.world.player;
        let mut clock = PlayerClock::begin();
        (self.world).step_probed(&self.level, command, &mut self.events, &mut clock);
        self.history.push(command, &self.world);
        let tick = PlayedTick {
            level: &self.level,
            command,
            before,
            world: &self.world,
            events: &self.events[new_from..],
            history: &self.history,
            player_time: clock.player,
            is_shown,
        };
        self.observers.tick(&tick, advance);
    }

    /// Plays the ticks before a report is shown or an abandoned run is resumed, for as long as `goes_on`
    /// returns true. Fails if the playback differs from its recording.
    pub(crate) fn catch_up(&mut self, goes_on: impl Fn() -> bool) -> Result<(), ReplayError> {
        while self.world.tick < self.opens_at && goes_on() {
            let Some(command) = self.observers.log.next_command() else {
                self.opens_at = 0;
                break;
            };
            let mut advance = Advance::default();
            self.step(&command, false, &mut advance);
            self.events.clear();
            advance.parted.map_or(Ok(()), Err)?;
            self.rewind.resume(command.rewound);
            self.methods = command.methods;
        }
        if self.world.tick >= self.opens_at {
            // Time may be rewound beyond the opening from now on.
            self.opens_at = 0;
            self.return_control();
        }
        // Ticks that are not shown make no sound.
        self.observers.contacts.begin_frame();
        self.shown.stand_still(&self.world);
        Ok(())
    }

    /// Runs time backwards.
    pub(super) fn go_back(&mut self, ticks: u32) {
        if ticks == 0 || self.world.tick <= self.history.oldest() {
            return;
        }
        self.rewind.begin(&self.world, &self.level);
        // Help that is rewound still counts as help.
        self.assisted |= self.world.play.assisted;
        let to = self.world.tick.saturating_sub(u64::from(ticks));
        self.shown.begin(&self.world);
        self.world = self.world_at(to);
        self.shown.end(&self.world, None);
        self.observers.went_back(&self.level, &self.world);
    }
}

/// The journals of ticks, which cost time.
impl Game {
    /// Keeps the journal of each tick from now on if it is requested, or if an observer reads it. The
    /// journal of the last stop is recalled from the history.
    pub(crate) fn keep_journal(&mut self, is_requested: bool) {
        let is_kept = is_requested || self.observers.needs_journal();
        if is_kept == self.world.keeps_journal() {
            return;
        }
        if is_kept {
            let (world, stop) = self.history.recall(&self.level, is_notable);
            debug_assert_eq!(world.tick, self.world.tick, "the history leads here");
            self.world = world;
            self.observers.last_stop.journal = stop;
        } else {
            self.world.keep_journal(false);
            self.observers.last_stop.journal = None;
        }
    }

    /// The world after `tick` ticks, with a journal if one is kept. Later ticks are forgotten.
    fn world_at(&mut self, tick: u64) -> World {
        if !self.world.keeps_journal() {
            return self.history.rewind_to(&self.level, tick);
        }
        let mut world = self.history.rewind_with_journal_to(&self.level, tick);
        world.recall_bounces(&self.world);
        world
    }
}

/// Returns whether an event selects or deselects a prop.
fn is_of_selection(event: &Event) -> bool {
    matches!(event.kind, EventKind::PropSelect | EventKind::PropDeselect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::game::test_games::{begun, controls, pass};
    use hexbound_ui::input::Source;
    use winit::keyboard::KeyCode;

    /// A run against a wall, then a second of rest and a tick of time taken back.
    fn walked(is_asked: bool) -> Game {
        let mut game = begun("test:box-room");
        game.keep_journal(is_asked);
        let mut controls = controls();
        for (is_held, seconds) in [(true, 3.0), (false, 1.0)] {
            controls.set_held(Source::Key(KeyCode::KeyW), is_held);
            pass(&mut game, &mut controls, seconds);
        }
        game.go_back(3);
        game
    }

    #[test]
    fn a_journal_that_is_asked_for_late_knows_what_one_from_the_start_knows() {
        let (kept, mut late) = (walked(true), walked(false));
        assert!(late.world.journal().is_none() && late.last_stop().is_none());
        late.keep_journal(true);
        let known = [&kept, &late].map(|game| {
            let now = game.world.journal().expect("it is kept");
            let stop = game.last_stop().expect("the wall stopped the player");
            let ticks = (now.tick, stop.tick);
            (game.world.state_hash(), now.positions.clone(), ticks)
        });
        assert_eq!(known[0], known[1]);
        // The stop is not the last tick.
        let (last, stop) = known[0].2;
        assert!(stop + 60 < last);
        late.keep_journal(false);
        assert!(late.world.journal().is_none() && late.last_stop().is_none());
    }
}
