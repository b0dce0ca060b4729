//! A run in progress, without its window: the level, the world, the clock and the source of commands.
//! `ticks` turns real time, in seconds, into ticks.
//!
//! `run_log` writes and reads the files of runs, and `rival` plays another run beside this one.
//! `method_ledger` keeps the cost of each collision method, and `museum_guide` leads through the museum.

mod advance;
mod branches;
mod continued;
mod forks;
mod ghosts;
mod kept_run;
mod last_stop;
mod method_ledger;
mod moment;
mod museum_guide;
mod observers;
mod rewind;
mod rival;
mod run_log;
mod shown_ticks;
mod side_run;
mod start;
#[cfg(test)]
pub(super) mod test_games;
#[cfg(test)]
mod tests;
mod tick_observer;
mod ticks;

use std::{path::PathBuf, sync::Arc};

use super::{
    app_error::AppError,
    best_throw::LitThrow,
    hints::HintInput,
    time::{Due, Time},
};
pub(super) use advance::Advance;
pub(super) use branches::branch_saved;
pub(super) use ghosts::ghost_name;
use hexbound_base::{
    clock::{FixedClock, TICK_RATE},
    words::{Phrase, Words},
};
use hexbound_level::Level;
use hexbound_render::effects::Effects;
use hexbound_replay::{
    Fault, ReplayError,
    crash::SharedRecorder,
    runs::{RunError, RunStore},
};
use hexbound_sim::{
    Command, Event, GhostView, History, Journal, MethodChoices, Methods, Rewound, Rules, View,
    World,
};
use hexbound_ui::{Plaque, input::Controls};
pub(super) use moment::Moment;
use museum_guide::MuseumGuide;
use observers::Observers;
use rewind::Rewind;
pub(super) use rival::Rival;
use run_log::RunLog;
use shown_ticks::ShownTicks;
pub use start::Start;
pub(super) use tick_observer::{PlayedTick, RunEntry, TickObserver};

/// The ticks between the end of a level and the replay of the best throw.
const BEST_THROW_DELAY_TICKS: u64 = 2 * TICK_RATE as u64;

/// The longest rewind time that is shown as a row of dots, one a second.
const MAX_DOTS: usize = 12;

/// The number of ticks before its fault at which a report is first shown.
const TICKS_BEFORE_FAULT: u64 = 60 * TICK_RATE as u64;

/// A run in progress.
pub(super) struct Game {
    pub level: Arc<Level>,
    pub world: World,
    /// The methods of the next tick, or of the last one in a playback.
    pub methods: Methods,
    /// The player's rules for the next run. The world holds those of this one.
    pub rules: Rules,
    /// The events of the ticks in the last call of `advance`.
    pub events: Vec<Event>,
    /// Sparks, smoke and marks, at the time of the frames.
    pub effects: Effects,
    pub time: Time,
    history: History,
    rewind: Rewind,
    /// True once the player has had help in this run.
    assisted: bool,
    /// True if the path of the next throw is shown.
    pub aim_line: bool,
    clock: FixedClock,
    /// The tick up to which a report or a resumed run is played without being shown.
    pub opens_at: u64,
    /// The capsule that is shown, if there is one.
    pub moment: Option<Moment>,
    pub observers: Observers,
    shown: ShownTicks,
}

impl Game {
    /// Begins a run. `rules` are the player's; a recording has its own. Fails if a recording can't be
    /// created or was made on another level, or if a capsule can't be played.
    pub(crate) fn new(level: Arc<Level>, start: Start, rules: Rules) -> Result<Self, AppError> {
        let mut rules = rules;
        let (mut moment, mut world) = (None, None);
        let mut chosen_methods = MethodChoices::default();
        let (mut rival, mut opens_at) = (None, 0);
        let log = match start {
            Start::Player {
                methods: chosen,
                opened_by,
                record,
                rival: other,
            } => {
                chosen_methods = chosen;
                if let Some(other) = other {
                    // Both runs have the same rules.
                    rules = other.header.rules;
                    rival = Some(Rival::new(&level, other)?);
                }
                RunLog::of_player(&level, rules, opened_by, record.as_deref())?
            }
            Start::Replay(recording) => {
                rules = recording.header.rules;
                if recording.fault.is_some() {
                    opens_at = recording.ticks.saturating_sub(TICKS_BEFORE_FAULT);
                }
                RunLog::of_recording(&level, recording)?
            }
            Start::Moment { capsule, path } => {
                let shown = Moment::of(&capsule, &path)?;
                rules = capsule.world().rules;
                opens_at = shown.opens_at;
                let recording = capsule.recording(&path)?;
                (moment, world) = (Some(shown), Some(capsule.world().clone()));
                RunLog::of_moment(&level, recording, capsule.begins_at())?
            }
        };
        let world = world.unwrap_or_else(|| World::new(&level, rules));
        let ticks = moment.as_ref().map_or(0, |moment: &Moment| moment.ticks);
        Ok(Self {
            history: History::with_reach(&world, ticks),
            rewind: Rewind::default(),
            assisted: false,
            aim_line: false,
            observers: Observers::new(&level, log, rival),
            shown: ShownTicks::at(&world),
            level,
            world,
            methods: chosen_methods.over(Methods::default()),
            rules,
            events: Vec::new(),
            effects: Effects::default(),
            time: Time::beginning(moment.is_some()),
            moment,
            clock: FixedClock::default(),
            opens_at,
        })
    }

    /// Keeps the best runs in a folder from now on. Fails if the present run can't be kept.
    pub(crate) fn keep_runs(&mut self, store: RunStore) -> Result<(), RunError> {
        self.observers.log.kept.keep_in(store);
        (self.observers).begin_kept_run(&self.level, self.world.rules)
    }

    /// Runs the ticks of a frame that lasts `seconds` of real time. Fails if a playback differs from its
    /// recording.
    pub(crate) fn advance(
        &mut self,
        seconds: f64,
        controls: &mut Controls,
    ) -> Result<Advance, ReplayError> {
        self.events.clear();
        let mut advance = match self.time.due(&mut self.clock, seconds) {
            Due::Forward(ticks) => {
                // Between two ticks the contacts of the body remain.
                if ticks > 0 || self.time.paused {
                    self.observers.contacts.begin_frame();
                }
                self.run_ticks(ticks, controls)
            }
            Due::Back(ticks) => {
                self.observers.contacts.begin_frame();
                self.go_back(ticks);
                Ok(Advance::default())
            }
        };
        self.observers.log.flush_events();
        if let Ok(advance) = &mut advance {
            advance
                .warnings
                .extend(self.observers.log.events_end.take());
        }
        let now = self.shown.seconds(self.clock.blend());
        self.effects.advance(now, &self.events, &self.level);
        advance
    }

    /// The journal of the last notable tick, which stopped, turned, freed or returned the player,
    /// or led them through the level.
    pub(crate) fn last_stop(&self) -> Option<&Journal> {
        self.observers.last_stop.journal.as_ref()
    }

    /// The share of the unshown ticks that have been played, 0..1; `None` once play is shown.
    pub(crate) fn catch_up_progress(&self) -> Option<f32> {
        let is_behind = self.world.tick < self.opens_at;
        is_behind.then(|| self.world.tick as f32 / self.opens_at as f32)
    }

    /// The time that can still be rewound, as a row with a full dot for each second left. An empty dot
    /// stands for each second of the present rewind.
    pub(crate) fn time_left(&self) -> String {
        let oldest = self.history.oldest();
        let seconds =
            |tick: u64| tick.saturating_sub(oldest).div_ceil(u64::from(TICK_RATE)) as usize;
        let left = seconds(self.world.tick);
        let all = seconds(self.rewind.began_at.unwrap_or(self.world.tick));
        match all {
            ..=MAX_DOTS => "●".repeat(left) + &"○".repeat(all.saturating_sub(left)),
            _ => format!("{left} s"),
        }
    }

    /// The last `ticks` ticks, as a world and the commands that followed.
    pub(crate) fn last_ticks(&self, ticks: u64) -> (World, Vec<Command>) {
        let from = self.world.tick.saturating_sub(ticks);
        self.history.since(&self.level, from)
    }

    /// The fault at the end of the recording, if it is the report of one.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.observers.log.fault.as_ref()
    }

    /// The recorder of the present run, for the report of a fault.
    pub(crate) fn flight_log(&self) -> SharedRecorder {
        self.observers.log.flight_log()
    }

    /// The rewound time of the run, including the present rewind. The world receives it with the next
    /// command.
    pub(crate) fn rewound(&self) -> Rewound {
        self.rewind.rewound(self.world.tick)
    }

    /// The view between the last two ticks, turned to the mouse's present direction.
    pub(crate) fn view(&self, controls: &Controls) -> View {
        let blend = self.clock.blend();
        let mut view = self.shown.between(blend);
        view.ghosts = self.observers.views(blend);
        if !self.is_playback() {
            let (yaw, pitch) = controls.pending_look();
            self.shown.look_ahead(&mut view, blend, yaw, pitch);
        }
        view
    }

    /// Returns whether the player watches a recording, or a test case in the museum's bay in front of
    /// them.
    pub(crate) fn is_watched(&self) -> bool {
        let museum = self.observers.museum.as_ref();
        museum.is_some_and(MuseumGuide::shows_vector) || self.is_playback()
    }

    /// The plaque of the museum's bay in front of the player.
    pub(crate) fn plaque(&self, words: &Words) -> Option<Plaque> {
        self.observers.museum.as_ref()?.plaque(words)
    }

    /// Returns whether ghosts are wanted and there is none, since all would move as the player does.
    pub(crate) fn lacks_ghosts(&self) -> bool {
        let shown = self.observers.ghosts.shown();
        shown.is_some_and(|ghosts| ghosts.all.is_empty())
    }

    /// Starts the ghosts of these methods at this tick, if there are any.
    pub(crate) fn start_ghosts(&mut self, methods: &[MethodChoices]) {
        (self.observers.ghosts).start(methods, &self.world, self.methods);
    }

    /// The names of the ghosts and their players.
    pub(crate) fn named_ghosts(&self) -> Vec<(Phrase, GhostView)> {
        self.observers.named(self.clock.blend())
    }

    /// Returns the input of the hints for a frame of `seconds` with the outcome `advance`.
    pub(crate) fn hint_input(
        &self,
        controls: &Controls,
        advance: &Advance,
        seconds: f64,
    ) -> HintInput<'_> {
        HintInput {
            seconds,
            held: controls.held(),
            turned: advance.turned,
            speed: self.world.player.velocity.with_y(0.0).length(),
            has_targets: self.world.play.lit.iter().any(|lit| !lit),
            is_rewinding: self.time.rewinding,
            events: &self.events,
        }
    }

    /// Pauses the run for a frame.
    pub(crate) fn wait(&mut self) {
        self.events.clear();
        self.observers.contacts.begin_frame();
    }

    /// The best throw of a run that was finished some time ago, returned only once.
    pub(crate) fn take_best_throw(&mut self) -> Option<LitThrow> {
        let finished = self.world.play.finished?;
        let is_time = self.world.tick >= finished + BEST_THROW_DELAY_TICKS;
        if !is_time || self.is_playback() {
            return None;
        }
        let throws = std::mem::take(&mut self.observers.throws);
        throws.best().cloned()
    }

    /// The level's own time, seconds.
    pub(crate) fn seconds(&self) -> f32 {
        (self.world.tick as f64 * f64::from(hexbound_base::clock::TICK_LENGTH)) as f32
    }

    /// Returns whether the player has reached the end of the level.
    pub(crate) fn is_finished(&self) -> bool {
        self.world.play.finished.is_some() && !self.is_playback()
    }

    /// Returns whether a recording supplies the commands.
    pub(crate) fn is_playback(&self) -> bool {
        self.observers.log.is_playback()
    }

    /// Enters another level: at its spawn, or at the same place after a save. The open recording ends
    /// with its level. Returns the recording's path, or the reason why it could not be finished.
    pub(crate) fn enter(
        &mut self,
        level: Arc<Level>,
        keep_place: bool,
    ) -> Result<Option<PathBuf>, ReplayError> {
        let is_restart = self.is_restart(&level, keep_place);
        let rival = self.observers.rival.take().filter(|_| is_restart);
        self.enter_against(level, keep_place, rival)
    }

    /// Returns whether the entered level is the open one, from its beginning.
    fn is_restart(&self, level: &Level, keep_place: bool) -> bool {
        !keep_place && level.content_hash == self.level.content_hash
    }

    /// Enters a level as [`enter`](Self::enter) does, with a rival run or without one.
    pub(crate) fn enter_against(
        &mut self,
        level: Arc<Level>,
        keep_place: bool,
        rival: Option<Rival>,
    ) -> Result<Option<PathBuf>, ReplayError> {
        if !keep_place {
            self.time.reset_speed();
        }
        if let Err(problem) = self.save_branch() {
            log::warn!("{}", Words::english().say(&problem));
        }
        let recorded = self.finish_recording();
        let is_restart = self.is_restart(&level, keep_place);
        self.close_run(is_restart || keep_place);
        let rules = match self.observers.race(rival) {
            // Both runs have the same rules, and a playback those of its recording.
            Some(rules) => rules,
            None if self.is_playback() => self.world.rules,
            None => self.rules,
        };
        if keep_place {
            self.world.move_to_level(&self.level, &level);
        } else {
            self.world = World::new(&level, rules);
        }
        self.level = level;
        self.moment = None;
        self.begin_run();
        self.observers.entered(&RunEntry {
            level: &self.level,
            world: &self.world,
            methods: self.methods,
            is_restart,
            keeps_place: keep_place,
        });
        recorded
    }

    /// Resets the state of a run except its world and its observers.
    fn begin_run(&mut self) {
        self.history = History::new(&self.world);
        self.rewind = Rewind::default();
        self.assisted = false;
        self.effects = Effects::default();
        self.shown = ShownTicks::at(&self.world);
    }

    /// Finishes the recording, if one is open, and returns its path.
    pub(crate) fn finish_recording(&mut self) -> Result<Option<PathBuf>, ReplayError> {
        self.observers
            .log
            .finish_recording(&self.world, &self.level)
    }

    /// The next command; `None` when the playback has ended.
    fn next_command(&mut self, controls: &mut Controls) -> Option<Command> {
        if !self.is_playback() {
            let rewound = self.rewound();
            self.rewind.resume(rewound);
            self.assisted |= self.time.is_help() || self.aim_line || self.world.play.assisted;
            return Some(Command {
                rewound,
                assisted: self.assisted,
                ..controls.take(self.methods)
            });
        }
        let next = self.world.tick + 1;
        if (self.moment.as_ref()).is_some_and(|moment| moment.fails_in(next)) {
            return None;
        }
        let command = self.observers.log.next_command()?;
        self.rewind.resume(command.rewound);
        self.methods = command.methods;
        Some(command)
    }
}
