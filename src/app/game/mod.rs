//! A run in progress, without its window: the level, the world, the clock and the source of
//! commands. Real time comes in as seconds, of which `ticks` makes ticks. `run_log` writes and reads
//! the files of runs, `rival` plays another run beside this one, `method_ledger` keeps what each
//! method of collision costs, `museum_guide` leads through the museum.

mod blended_bodies;
mod branches;
mod continued;
mod ghosts;
mod kept_run;
mod method_ledger;
mod moment;
mod museum_guide;
mod rival;
mod run_log;
#[cfg(test)]
mod test_games;
#[cfg(test)]
mod tests;
mod ticks;

use std::{path::PathBuf, sync::Arc};

use super::{
    app_error::{AppError, with_causes},
    best_throw::{LitThrow, Throws},
    contact_listener::ContactListener,
    hints::Seen,
    time::{Due, Time},
};
use crate::{
    capsule::Capsule,
    clock::{FixedClock, TICK_RATE},
    crash::SharedRecorder,
    effects::Effects,
    headless::{EventStream, EventsError},
    input::{Controls, Effect},
    level::Level,
    replay::{Fault, Recording, ReplayError},
    runs::{RunError, RunStore, Stored},
    sim::{
        Command, Event, Ghosts, History, Journal, MethodChoices, Methods, Rewound, Rules, View,
        World, tuning::PITCH_LIMIT,
    },
    words::{Phrase, Words, phrase},
};
pub(super) use branches::branch_saved;
use branches::{Branches, TurnedEnd};
pub(super) use ghosts::ghost_name;
pub(super) use method_ledger::MethodLedger;
pub(super) use moment::Moment;
use museum_guide::MuseumGuide;
pub(super) use museum_guide::Plaque;
pub(super) use rival::Rival;
use run_log::RunLog;

/// The ticks between the end of a level and the best throw's showing.
const BEFORE_BEST_THROW: u64 = 2 * TICK_RATE as u64;

/// The longest time that can be taken back, seconds, which is shown as a row of dots.
const MAX_DOTS: usize = 12;

/// The ticks before a fault at which its report is opened.
const BEFORE_FAULT: u64 = 60 * TICK_RATE as u64;

/// The source of a run's commands.
pub enum Start {
    /// The player gives the commands.
    Player {
        /// The methods to begin with, in the place of those that the rules say.
        methods: MethodChoices,
        /// The name that the level was opened by.
        opened_by: String,
        /// The file to record to.
        record: Option<PathBuf>,
        /// The recording of a run on the level to play against.
        rival: Option<Recording>,
    },
    /// A recording gives the commands.
    Replay(Recording),
    /// A capsule is shown, on its own part of the level. Time stands still where its fault comes.
    Moment {
        capsule: Box<Capsule>,
        /// The file that it was read from.
        path: PathBuf,
    },
}

/// A run in progress.
pub(super) struct Game {
    pub level: Arc<Level>,
    pub world: World,
    /// The methods of the next tick, or of the last one in a playback.
    pub methods: Methods,
    /// The player's rules for the next run; this one's are the world's.
    pub rules: Rules,
    /// The events of the ticks in the last call of `advance`.
    pub events: Vec<Event>,
    /// Sparks, smoke and marks, at the time of the pictures.
    pub effects: Effects,
    pub time: Time,
    /// The ghosts, while they are shown.
    pub ghosts: Option<Ghosts>,
    /// True if the ghosts were taken away while time runs back, and begin anew when it goes on.
    ghosts_are_off: bool,
    /// The methods of which ghosts are shown; none for the other collision modes.
    pub ghost_methods: Vec<MethodChoices>,
    history: History,
    /// The last tick that is worth asking about.
    stopped: Option<Journal>,
    /// The time that the run has given up by rewinding, up to the last tick played.
    rewound: Rewound,
    /// True once the player has had help in this run.
    assisted: bool,
    /// True if the way of the next throw is shown.
    pub aim_line: bool,
    /// The contacts of the player's body, where they are to be heard.
    pub contacts: ContactListener,
    /// The tick at which time turned round, until play goes on.
    turned_at: Option<u64>,
    /// The end of the run that time was turned back from.
    turned_end: Option<TurnedEnd>,
    branches: Branches,
    clock: FixedClock,
    log: RunLog,
    /// The tick up to which a report is played without being shown.
    opens_at: u64,
    /// The capsule that is shown, if one is.
    moment: Option<Moment>,
    rival: Option<Rival>,
    museum: Option<MuseumGuide>,
    throws: Throws,
    /// The cost of the methods that were in use.
    pub ledger: MethodLedger,
    /// The two moments between which pictures lie.
    before: View,
    after: View,
    /// The turn and the look up of the last command, radians.
    looked: (f32, f32),
}

/// The outcome of a frame's ticks.
#[derive(Debug, Default)]
pub(super) struct Advance {
    pub ticks: u32,
    /// The angle by which the player turned the view in these ticks, sideways and up or down, radians.
    pub turned: f32,
    /// True if the player tried to select a prop by its key, and looked at none. A click beside all of them
    /// only lets go of what was selected.
    pub selected_nothing: bool,
    /// True if the player took off where flying is help, for the first time.
    pub took_off: bool,
    /// True if the playback has ended.
    pub finished: bool,
    /// Why the recording was given up, if it could not be written.
    pub recording_failed: Option<ReplayError>,
    /// How the run that was finished stands among those of its level.
    pub stored: Option<Stored>,
    /// Why the run can't be kept.
    pub not_kept: Option<RunError>,
    /// Why no more events are written, if they can't be.
    pub events_failed: Option<EventsError>,
    /// The player's lead over the rival, where a target was lit.
    pub race: Option<Phrase>,
}

impl Advance {
    /// The warnings about what could not be written.
    pub(crate) fn warnings(&self) -> Vec<Phrase> {
        let events = self.events_failed.as_ref();
        let recording = self.recording_failed.as_ref();
        let run = self.not_kept.as_ref();
        let said = [
            events.map(|error| phrase("events-end").with("problem", error.to_string())),
            recording.map(|error| phrase("recording-stopped").with("error", with_causes(error))),
            run.map(|error| phrase("run-not-kept").with("error", with_causes(error))),
        ];
        said.into_iter().flatten().collect()
    }
}

impl Game {
    /// Begins a run. `rules` are the player's; a recording brings its own. An error where a
    /// recording can't be created, or was made on another level, or a capsule can't be played.
    pub(crate) fn new(level: Arc<Level>, start: Start, rules: Rules) -> Result<Self, AppError> {
        let mut rules = rules;
        let mut moment = None;
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
                    // The same rules for both.
                    rules = other.header.rules;
                    rival = Some(Rival::new(&level, other)?);
                }
                RunLog::of_player(&level, rules, opened_by, record.as_deref())?
            }
            Start::Replay(recording) => {
                rules = recording.header.rules;
                if recording.fault.is_some() {
                    opens_at = recording.ticks.saturating_sub(BEFORE_FAULT);
                }
                RunLog::of_recording(&level, recording)?
            }
            Start::Moment { capsule, path } => {
                let shown = Moment::of(&capsule, &path)?;
                rules = capsule.world().rules;
                opens_at = shown.opens_at;
                let recording = capsule.recording(&path)?;
                moment = Some((shown, capsule.world().clone()));
                RunLog::of_moment(&level, recording, capsule.begins_at())?
            }
        };
        let (moment, world) = match moment {
            Some((moment, world)) => (Some(moment), world),
            None => (None, World::new(&level, rules)),
        };
        let view = View::of(&world);
        let ticks = moment.as_ref().map_or(0, |moment| moment.ticks);
        Ok(Self {
            history: History::reaching(&world, ticks),
            stopped: None,
            museum: MuseumGuide::through(&level),
            rewound: Rewound::default(),
            assisted: false,
            aim_line: false,
            contacts: ContactListener::default(),
            turned_at: None,
            turned_end: None,
            branches: Branches::default(),
            level,
            world,
            methods: chosen_methods.over(Methods::default()),
            rules,
            events: Vec::new(),
            effects: Effects::default(),
            time: Time::beginning(moment.is_some()),
            moment,
            ghosts: None,
            ghosts_are_off: false,
            ghost_methods: Vec::new(),
            clock: FixedClock::default(),
            log,
            opens_at,
            rival,
            throws: Throws::default(),
            ledger: MethodLedger::default(),
            before: view.clone(),
            after: view,
            looked: (0.0, 0.0),
        })
    }

    /// Keeps the best runs in a folder from now on. The error says why the run that begins can't be
    /// kept.
    pub(crate) fn keep_runs(&mut self, store: RunStore) -> Result<(), RunError> {
        self.log.keep_runs(store);
        self.begin_kept_run()
    }

    /// Begins the file of a run that may be kept.
    fn begin_kept_run(&mut self) -> Result<(), RunError> {
        let rival = self.rival.as_ref().map(Rival::file);
        (self.log).begin_run(&self.level, self.world.rules, rival)
    }

    /// Writes what happens from now on to a stream.
    pub(crate) fn write_events(&mut self, stream: EventStream) {
        self.log.write_events(stream);
    }

    /// Runs the ticks that `seconds` of real time ask for. An error where a playback diverges from
    /// its recording.
    pub(crate) fn advance(
        &mut self,
        seconds: f64,
        controls: &mut Controls,
    ) -> Result<Advance, ReplayError> {
        self.events.clear();
        let advance = match self.time.due(&mut self.clock, seconds) {
            Due::Forward(ticks) => {
                // Between two ticks the body touches what it touched.
                if ticks > 0 || self.time.paused {
                    self.contacts.begin_frame();
                }
                self.go_on(ticks, controls)
            }
            Due::Back(ticks) => {
                self.contacts.begin_frame();
                self.go_back(ticks);
                Ok(Advance::default())
            }
        };
        self.log.flush_events();
        let advance = advance.map(|advance| Advance {
            events_failed: self.log.take_events_failed(),
            ..advance
        });
        let (before, after) = (self.before.seconds, self.after.seconds);
        let now = before + (after - before) * f64::from(self.clock.blend());
        self.effects.advance(now, &self.events, &self.level);
        advance
    }

    /// The last tick that stopped, turned, freed or put back the player, or led them through what stands, if
    /// one has.
    pub(crate) fn stopped(&self) -> Option<&Journal> {
        self.stopped.as_ref()
    }

    /// The share of the ticks that have been played before a report is shown, 0..1; `None` once it is.
    pub(crate) fn catching_up(&self) -> Option<f32> {
        let is_behind = self.world.tick < self.opens_at;
        is_behind.then(|| self.world.tick as f32 / self.opens_at as f32)
    }

    /// The message about how time passes, if not as usual. `key_names` says which keys have an effect.
    pub(crate) fn time_message(&self, key_names: impl Fn(Effect) -> Phrase) -> Option<Phrase> {
        self.time.message(&self.time_left(), key_names)
    }

    /// The time that can still be taken back, as a row with a full dot for each second that is left and an
    /// empty one for each that was taken back since time turned round.
    fn time_left(&self) -> String {
        let oldest = self.history.oldest();
        let seconds =
            |tick: u64| tick.saturating_sub(oldest).div_ceil(u64::from(TICK_RATE)) as usize;
        let left = seconds(self.world.tick);
        let all = seconds(self.turned_at.unwrap_or(self.world.tick));
        match all {
            ..=MAX_DOTS => "●".repeat(left) + &"○".repeat(all.saturating_sub(left)),
            _ => format!("{left} s"),
        }
    }

    /// The number of ticks that are played before a report, a capsule or a branch is shown.
    pub(crate) fn opens_at(&self) -> u64 {
        self.opens_at
    }

    /// The capsule that is shown, if one is.
    pub(crate) fn moment(&self) -> Option<&Moment> {
        self.moment.as_ref()
    }

    /// The last so many ticks, as a world and the commands that followed.
    pub(crate) fn last_ticks(&self, ticks: u64) -> (World, Vec<Command>) {
        let from = self.world.tick.saturating_sub(ticks);
        self.history.since(&self.level, from)
    }

    /// The fault that the recording ends with, if it is the report of one.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.log.fault()
    }

    /// The run so far, for whoever reports a fault.
    pub(crate) fn flight(&self) -> SharedRecorder {
        self.log.flight()
    }

    /// The time that the run has given up by rewinding, with what is being given up now, of which
    /// the world learns by the next command.
    pub(crate) fn rewound(&self) -> Rewound {
        match self.turned_at {
            Some(tick) => self.rewound.and(tick - self.world.tick),
            None => self.rewound,
        }
    }

    /// The view between the last two ticks, but looking where the mouse already points.
    pub(crate) fn view(&self, controls: &Controls) -> View {
        let blend = self.clock.blend();
        let mut view = self.before.between(&self.after, blend);
        let ghosts = self.ghosts.iter().flat_map(Ghosts::views);
        let rival = self.rival.iter().flat_map(|rival| rival.views(blend));
        let branches = self.branches.views(blend);
        let museum = self.museum.iter().flat_map(|museum| museum.views(blend));
        view.ghosts = (ghosts.chain(rival).chain(branches).chain(museum)).collect();
        if self.is_playback() || self.after.cut {
            return view;
        }
        // Blending delays a tick's look by up to a tick; the mouse alone is given back at once.
        let (yaw, pitch) = controls.pending_look();
        view.yaw += self.looked.0 * (1.0 - blend) + yaw;
        view.pitch = (self.after.pitch + pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
        view
    }

    /// Returns whether the player watches a recording, or a vector in the museum's bay before them.
    pub(crate) fn is_watched(&self) -> bool {
        let shows_vector = (self.museum.as_ref()).is_some_and(MuseumGuide::shows_vector);
        shows_vector || self.is_playback()
    }

    /// The plaque of the museum's bay that the player stands before.
    pub(crate) fn plaque(&self) -> Option<Plaque> {
        self.museum.as_ref().and_then(MuseumGuide::plaque)
    }

    /// Returns the input of the hints for a frame of `seconds`, in which play made that advance.
    pub(crate) fn seen(&self, controls: &Controls, advance: &Advance, seconds: f64) -> Seen<'_> {
        Seen {
            seconds,
            held: controls.held(),
            turned: advance.turned,
            speed: self.world.player.velocity.with_y(0.0).length(),
            has_targets: self.world.play.lit.iter().any(|lit| !lit),
            is_rewinding: self.time.rewinding,
            events: &self.events,
        }
    }

    /// Lets the run wait for a frame.
    pub(crate) fn wait(&mut self) {
        self.events.clear();
        self.contacts.begin_frame();
    }

    /// The best throw of a run that was finished some time ago; once.
    pub(crate) fn take_best_throw(&mut self) -> Option<LitThrow> {
        let finished = self.world.play.finished?;
        let is_time = self.world.tick >= finished + BEFORE_BEST_THROW;
        if !is_time || self.is_playback() {
            return None;
        }
        let throws = std::mem::take(&mut self.throws);
        throws.best().cloned()
    }

    /// The level's own time, seconds.
    pub(crate) fn seconds(&self) -> f32 {
        (self.world.tick as f64 * f64::from(crate::clock::TICK)) as f32
    }

    /// Returns whether the level has been played to its end.
    pub(crate) fn is_finished(&self) -> bool {
        self.world.play.finished.is_some() && !self.is_playback()
    }

    /// Returns whether a recording gives the commands.
    pub(crate) fn is_playback(&self) -> bool {
        self.log.is_playback()
    }

    /// Enters another level: at its spawn, or at the same place after a save. A recording ends with
    /// the level it was made on, and its path is given; the error says why it could not be
    /// finished.
    pub(crate) fn enter(
        &mut self,
        level: Arc<Level>,
        keep_place: bool,
    ) -> Result<Option<PathBuf>, ReplayError> {
        let begins_again = self.begins_again(&level, keep_place);
        let rival = self.rival.take().filter(|_| begins_again);
        self.enter_against(level, keep_place, rival)
    }

    /// Returns whether the level that is entered is the one that is open, from its beginning.
    fn begins_again(&self, level: &Level, keep_place: bool) -> bool {
        !keep_place && level.content_hash == self.level.content_hash
    }

    /// Enters a level as [`enter`](Self::enter) does, to play against that run of it or against none.
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
        let begins_again = self.begins_again(&level, keep_place);
        self.close_run(begins_again || keep_place);
        self.rival = rival;
        let rules = match &self.rival {
            // The same rules for both, or those of the recording.
            Some(rival) => rival.rules(),
            None if self.is_playback() => self.world.rules,
            None => self.rules,
        };
        if keep_place {
            self.world.move_to_level(&self.level, &level);
        } else {
            self.world = World::new(&level, rules);
        }
        self.rewound = Rewound::default();
        self.assisted = false;
        self.level = level;
        self.history = History::new(&self.world);
        self.moment = None;
        self.stopped = None;
        self.branches = Branches::default();
        self.museum = MuseumGuide::through(&self.level);
        (self.turned_at, self.turned_end) = (None, None);
        self.effects = Effects::default();
        self.ghosts = self.wanted_ghosts();
        self.ghosts_are_off = false;
        self.throws = Throws::default();
        if !begins_again {
            self.ledger = MethodLedger::default();
        }
        if let Some(rival) = &mut self.rival {
            rival.begin_again(&self.level);
        }
        self.after = View::of(&self.world);
        self.before = self.after.clone();
        self.looked = (0.0, 0.0);
        if !begins_again {
            self.log.enter(&self.level);
        }
        // After a save the run did not begin where this level's do.
        if keep_place {
            self.log
                .end_flight("its level was saved and read again while it was played");
            return recorded;
        }
        self.log.begin_flight(&self.level, self.world.rules);
        if let Err(error) = self.begin_kept_run() {
            log::warn!("{error}");
        }
        recorded
    }

    /// Finishes the recording, if one is open, and gives its path.
    pub(crate) fn finish_recording(&mut self) -> Result<Option<PathBuf>, ReplayError> {
        self.log.finish_recording(&self.world, &self.level)
    }

    /// The next command; `None` when the playback has ended.
    fn next_command(&mut self, controls: &mut Controls) -> Option<Command> {
        if !self.is_playback() {
            self.rewound = self.rewound();
            (self.turned_at, self.turned_end) = (None, None);
            self.assisted |= self.time.is_help() || self.aim_line || self.world.play.assisted;
            return Some(Command {
                rewound: self.rewound,
                assisted: self.assisted,
                ..controls.take(self.methods)
            });
        }
        let next = self.world.tick + 1;
        if (self.moment.as_ref()).is_some_and(|moment| moment.fails_in(next)) {
            return None;
        }
        let command = self.log.next_command()?;
        self.rewound = command.rewound;
        (self.turned_at, self.turned_end) = (None, None);
        self.methods = command.methods;
        Some(command)
    }
}
