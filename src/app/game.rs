//! A run in progress, without its window: the level, the world, the clock, the source of commands
//! and the recording. Real time comes in as seconds.

use std::{path::PathBuf, sync::Arc};

use super::{
    best_throw::{LitThrow, Throws},
    rival::Rival,
    time::{Due, Time},
};
use crate::{
    catalog,
    clock::{FixedClock, TICK_RATE},
    effects::Effects,
    input::Controls,
    level::Level,
    replay::{Header, Playback, Recorder, Recording, ReplayError},
    runs::{KeptRun, RunError, RunStore, UnfinishedRun},
    sim::{
        CollisionMode, Command, Event, Ghosts, GroundStrategy, History, Rewound, Rules, View,
        World, tuning::PITCH_LIMIT,
    },
};

/// The ticks between the end of a level and the best throw's showing.
const BEFORE_BEST_THROW: u64 = 2 * TICK_RATE as u64;

/// The source of a run's commands.
pub enum Start {
    /// The player gives the commands.
    Player {
        collision: CollisionMode,
        ground: GroundStrategy,
        /// The name that the level was opened by.
        opened_by: String,
        /// The file to record to.
        record: Option<PathBuf>,
        /// The recording of a run on the level to play against.
        rival: Option<Recording>,
    },
    /// A recording gives the commands.
    Replay(Recording),
}

/// A run in progress.
pub(super) struct Game {
    pub level: Arc<Level>,
    pub world: World,
    pub collision: CollisionMode,
    pub ground: GroundStrategy,
    /// The events of the ticks in the last call of `advance`.
    pub events: Vec<Event>,
    /// Sparks, smoke and marks, at the time of the pictures.
    pub effects: Effects,
    pub time: Time,
    /// The ghosts, while they are shown.
    pub ghosts: Option<Ghosts>,
    history: History,
    /// The time that the run has given up by rewinding, up to the last tick played.
    rewound: Rewound,
    /// True once the player has had help in this run.
    assisted: bool,
    /// True if the way of the next throw is shown.
    pub aim_line: bool,
    /// The tick at which time turned round, until play goes on.
    turned_at: Option<u64>,
    clock: FixedClock,
    playback: Option<Playback>,
    recorder: Option<Recorder>,
    rival: Option<Rival>,
    throws: Throws,
    /// The name that the level was opened by.
    opened_by: String,
    /// The folder of kept runs, if runs are kept.
    store: Option<RunStore>,
    /// The run so far, in a level that is played for its targets.
    unfinished: Option<UnfinishedRun>,
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
    /// True if the playback has ended.
    pub finished: bool,
    /// Why the recording was given up, if it could not be written.
    pub recording_failed: Option<ReplayError>,
    /// The run that was finished and kept, and its place among those of its level, 0 for the best.
    pub kept: Option<(KeptRun, usize)>,
    /// Why the run can't be kept.
    pub not_kept: Option<RunError>,
    /// How far ahead of the rival the player is, in words, where a target was lit.
    pub race: Option<String>,
}

impl Game {
    /// Begins a run. `rules` are the player's; a recording brings its own. An error where a
    /// recording can't be created, or was made on another level.
    pub(crate) fn new(level: Arc<Level>, start: Start, rules: Rules) -> Result<Self, ReplayError> {
        let mut rules = rules;
        let (mut collision, mut ground) = Default::default();
        let (mut playback, mut recorder, mut rival) = (None, None, None);
        let mut name = String::new();
        match start {
            Start::Player {
                collision: chosen,
                ground: chosen_ground,
                opened_by,
                record,
                rival: other,
            } => {
                (collision, ground, name) = (chosen, chosen_ground, opened_by);
                if let Some(other) = other {
                    // The same rules for both.
                    rules = other.header.rules;
                    rival = Some(Rival::new(&level, other)?);
                }
                if let Some(path) = record {
                    let header = Header::of(&level, rules, name.clone());
                    recorder = Some(Recorder::create(&path, &header)?);
                }
            }
            Start::Replay(recording) => {
                recording.check_level(&level)?;
                rules = recording.header.rules;
                playback = Some(Playback::new(recording));
            }
        }
        let world = World::new(&level, rules);
        let view = View::of(&world);
        Ok(Self {
            history: History::new(&world),
            rewound: Rewound::default(),
            assisted: false,
            aim_line: false,
            turned_at: None,
            level,
            world,
            collision,
            ground,
            events: Vec::new(),
            effects: Effects::default(),
            time: Time::default(),
            ghosts: None,
            clock: FixedClock::default(),
            playback,
            recorder,
            rival,
            throws: Throws::default(),
            opened_by: name,
            store: None,
            unfinished: None,
            before: view.clone(),
            after: view,
            looked: (0.0, 0.0),
        })
    }

    /// Keeps the best runs in a folder from now on. The error says why the run that begins can't be
    /// kept.
    pub(crate) fn keep_runs(&mut self, store: RunStore) -> Result<(), RunError> {
        self.store = Some(store);
        self.begin_run()
    }

    /// Begins to record a run that may be kept, in a level that is played for its targets.
    fn begin_run(&mut self) -> Result<(), RunError> {
        self.unfinished = None;
        if let Some(store) = &self.store
            && self.playback.is_none()
            && !self.level.play.targets.is_empty()
        {
            let header = Header::of(&self.level, self.world.rules, self.opened_by.clone());
            self.unfinished = Some(UnfinishedRun::begin(store, &header)?);
        }
        Ok(())
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
            Due::Forward(ticks) => self.go_on(ticks, controls),
            Due::Back(ticks) => {
                self.go_back(ticks);
                Ok(Advance::default())
            }
        };
        let (before, after) = (self.before.seconds, self.after.seconds);
        let now = before + (after - before) * f64::from(self.clock.blend());
        self.effects.advance(now, &self.events, &self.level);
        advance
    }

    /// Runs ticks forward.
    fn go_on(&mut self, due: u32, controls: &mut Controls) -> Result<Advance, ReplayError> {
        let mut advance = Advance::default();
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
            self.world.step(&self.level, &command, &mut self.events);
            self.remember(&command);
            let new = &self.events[new_from..];
            (self.throws).follow(new, &self.world, &self.level, &self.history);
            if let Some(rival) = &mut self.rival {
                rival.step(&self.level);
                let compared = rival.compare(&self.events[new_from..], &self.world);
                advance.race = compared.or(advance.race);
            }
            if last {
                self.after = View::of(&self.world);
                self.looked = (command.yaw, command.pitch);
            }
            advance.ticks += 1;
            if let Some(playback) = &mut self.playback {
                playback.check(&self.world)?;
            }
            if let Err(error) = self.record(&command) {
                advance.recording_failed = Some(error);
            }
            match self.record_run(&command) {
                Ok(kept) => advance.kept = kept.or(advance.kept),
                Err(error) => advance.not_kept = Some(error),
            }
        }
        Ok(advance)
    }

    /// Takes a tick into the history and to the ghosts.
    fn remember(&mut self, command: &Command) {
        self.history.push(command, &self.world);
        if let Some(ghosts) = &mut self.ghosts {
            let parted =
                |ghosts: &Ghosts| ghosts.all.iter().filter(|g| g.parting.is_some()).count();
            let before = parted(ghosts);
            ghosts.step(&self.level, command, &self.world);
            if parted(ghosts) > before {
                for ghost in &ghosts.all {
                    if let Some(parting) = &ghost.parting {
                        log::info!("{}: {parting}", ghost.mode.name());
                    }
                }
            }
        }
    }

    /// Runs time backwards. Ghosts have no history and disappear.
    fn go_back(&mut self, ticks: u32) {
        if ticks == 0 || self.world.tick <= self.history.oldest() {
            return;
        }
        self.turned_at.get_or_insert(self.world.tick);
        // Help that is taken back was help.
        self.assisted |= self.world.play.assisted;
        self.ghosts = None;
        let to = self.world.tick.saturating_sub(u64::from(ticks));
        self.before = View::of(&self.world);
        self.world = self.history.back_to(&self.level, to);
        self.after = View::of(&self.world);
        self.looked = (0.0, 0.0);
        self.throws.back_to(self.world.tick);
        if let Some(playback) = &mut self.playback {
            playback.back_to(self.world.tick);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.back_to(self.world.tick);
        }
        if let Some(run) = &mut self.unfinished {
            run.back_to(self.world.tick);
        }
    }

    /// The time that the run has given up by rewinding, with what is being given up now, of which
    /// the world learns by the next command.
    pub(crate) fn rewound(&self) -> Rewound {
        match self.turned_at {
            Some(tick) => self.rewound.and(tick - self.world.tick),
            None => self.rewound,
        }
    }

    /// Shows the ghosts of the other collision modes, or hides them.
    pub(crate) fn toggle_ghosts(&mut self) {
        self.ghosts = match self.ghosts.take() {
            Some(_) => None,
            None => Some(Ghosts::begin(&self.world, self.collision)),
        };
    }

    /// The view between the last two ticks, but looking where the mouse already points.
    pub(crate) fn view(&self, controls: &Controls) -> View {
        let blend = self.clock.blend();
        let mut view = self.before.between(&self.after, blend);
        let ghosts = self.ghosts.iter().flat_map(Ghosts::views);
        let rival = self.rival.iter().flat_map(|rival| rival.views(blend));
        view.ghosts = ghosts.chain(rival).collect();
        if self.playback.is_some() || self.after.cut {
            return view;
        }
        // Blending delays a tick's look by up to a tick; the mouse alone is given back at once.
        let (yaw, pitch) = controls.pending_look();
        view.yaw += self.looked.0 * (1.0 - blend) + yaw;
        view.pitch = (self.after.pitch + pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
        view
    }

    /// Lets the run wait for a frame.
    pub(crate) fn wait(&mut self) {
        self.events.clear();
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
        self.playback.is_some()
    }

    /// Enters another level: at its spawn, or at the same place after a save. A recording ends with
    /// the level it was made on, and its path is given; the error says why it could not be
    /// finished.
    pub(crate) fn enter(
        &mut self,
        level: Arc<Level>,
        keep_place: bool,
    ) -> Result<Option<PathBuf>, ReplayError> {
        let recorded = self.finish_recording();
        let begins_again = !keep_place && level.content_hash == self.level.content_hash;
        if keep_place {
            self.world.move_to_level(&self.level, &level);
        } else {
            self.world = World::new(&level, self.world.rules);
        }
        self.rewound = Rewound::default();
        self.assisted = false;
        self.level = level;
        self.history = History::new(&self.world);
        self.turned_at = None;
        self.effects = Effects::default();
        self.ghosts = None;
        self.throws = Throws::default();
        self.rival = self.rival.take().filter(|_| begins_again);
        if let Some(rival) = &mut self.rival {
            rival.begin_again(&self.level);
        }
        self.unfinished = None;
        self.after = View::of(&self.world);
        self.before = self.after.clone();
        self.looked = (0.0, 0.0);
        if !begins_again {
            self.opened_by = catalog::lasting_name(&self.level);
        }
        // After a save the run did not begin where this level's do.
        if !keep_place && let Err(error) = self.begin_run() {
            log::warn!("{error}");
        }
        recorded
    }

    /// Finishes the recording, if one is open, and gives its path.
    pub(crate) fn finish_recording(&mut self) -> Result<Option<PathBuf>, ReplayError> {
        let Some(recorder) = self.recorder.take() else {
            return Ok(None);
        };
        let path = recorder.path().to_owned();
        recorder.finish(&self.world, &self.level)?;
        Ok(Some(path))
    }

    /// The next command; `None` when the playback has ended.
    fn next_command(&mut self, controls: &mut Controls) -> Option<Command> {
        match &mut self.playback {
            None => {
                self.rewound = self.rewound();
                self.turned_at = None;
                self.assisted |= self.time.is_help() || self.aim_line;
                Some(Command {
                    ground: self.ground,
                    rewound: self.rewound,
                    assisted: self.assisted,
                    ..controls.take(self.collision)
                })
            }
            Some(playback) => {
                let command = playback.next_command()?;
                self.rewound = command.rewound;
                self.turned_at = None;
                self.collision = command.collision;
                self.ground = command.ground;
                Some(command)
            }
        }
    }

    /// Writes a tick to the recording, which is given up on an error.
    fn record(&mut self, command: &Command) -> Result<(), ReplayError> {
        let Some(recorder) = &mut self.recorder else {
            return Ok(());
        };
        let written = recorder.push(command, &self.world);
        if written.is_err() {
            self.recorder = None;
        }
        written
    }

    /// Takes a tick into the run that may be kept, and keeps it once the level is finished. It is
    /// given up on an error.
    fn record_run(&mut self, command: &Command) -> Result<Option<(KeptRun, usize)>, RunError> {
        let Some(mut run) = self.unfinished.take() else {
            return Ok(None);
        };
        run.push(command, &self.world)?;
        if self.world.play.finished.is_some() {
            return run.finish(&self.world, &self.level);
        }
        self.unfinished = Some(run);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use winit::{event::MouseButton, keyboard::KeyCode};

    use super::*;
    use crate::replay;

    fn level(name: &str) -> Arc<Level> {
        Arc::new(catalog::open(name).unwrap())
    }

    fn player(record: Option<&std::path::Path>) -> Start {
        Start::Player {
            collision: CollisionMode::Swept,
            ground: GroundStrategy::Sweep,
            opened_by: String::from("test:flat"),
            record: record.map(std::path::Path::to_owned),
            rival: None,
        }
    }

    fn controls() -> Controls {
        let mut controls = Controls::new(0.002, false);
        controls.set_looking(true);
        controls.mouse_motion(0.0, 0.0);
        controls
    }

    fn game() -> Game {
        Game::new(level("test:flat"), player(None), Rules::default()).unwrap()
    }

    /// The eye's displacement from picture to picture while walking steadily at `fps`.
    fn steps(fps: f64) -> Vec<f32> {
        let mut game = game();
        let mut controls = controls();
        controls.key(KeyCode::KeyW, true);
        let mut eyes = Vec::new();
        for _ in 0..(fps as usize * 2) {
            game.advance(1.0 / fps, &mut controls).unwrap();
            eyes.push(game.view(&controls).eye);
        }
        let steady = &eyes[eyes.len() / 2..];
        steady
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .collect()
    }

    #[test]
    fn pictures_above_and_beside_the_tick_rate_move_evenly() {
        for fps in [75.0, 144.0, 240.0] {
            let steps = steps(fps);
            let expected = 5.0 / fps as f32;
            for step in &steps {
                let off = (step - expected).abs() / expected;
                assert!(off < 0.01, "{fps} fps: {step} instead of {expected}");
            }
        }
    }

    #[test]
    fn the_mouse_is_seen_before_the_next_tick() {
        let mut game = game();
        let mut controls = controls();
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        let before = game.view(&controls);
        controls.mouse_motion(-50.0, -20.0);
        let seen = game.view(&controls);
        assert!((seen.yaw - before.yaw - 0.1).abs() < 1e-6);
        assert!((seen.pitch - before.pitch - 0.04).abs() < 1e-6);
        // The tick that spends the motion changes nothing in the picture.
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        let after = game.view(&controls);
        assert!((after.yaw - seen.yaw).abs() < 1e-6);
        assert!((after.pitch - seen.pitch).abs() < 1e-6);
    }

    #[test]
    fn looking_straight_up_stops_where_the_simulation_does() {
        let mut game = game();
        let mut controls = controls();
        controls.mouse_motion(0.0, -3000.0);
        let seen = game.view(&controls).pitch;
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        assert_eq!(seen, game.world.player.pitch);
    }

    #[test]
    fn a_stall_drops_time_but_no_tick_is_skipped() {
        let mut game = game();
        let advance = game.advance(3.0, &mut controls()).unwrap();
        assert_eq!(advance.ticks, crate::clock::MAX_TICKS_PER_FRAME);
        assert_eq!(game.world.tick, u64::from(advance.ticks));
    }

    #[test]
    fn a_reload_keeps_the_place_and_another_level_does_not() {
        let mut game = game();
        let mut controls = controls();
        controls.key(KeyCode::KeyW, true);
        for _ in 0..60 {
            game.advance(1.0 / 60.0, &mut controls).unwrap();
        }
        let place = game.world.player.position;
        assert!(place.distance(game.level.spawn.position) > 3.0);
        game.enter(level("test:flat"), true).unwrap();
        assert!(game.world.player.position.distance(place) < 0.01);
        assert!(
            game.view(&controls)
                .eye
                .distance(game.world.player.eye_position())
                < 1e-6
        );
        game.enter(level("test:flat"), false).unwrap();
        assert_eq!(game.world.player.position, game.level.spawn.position);
    }

    #[test]
    fn what_was_played_replays_and_ends_with_the_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        let mut controls = controls();
        controls.key(KeyCode::KeyW, true);
        for frame in 0..120 {
            controls.mouse_motion(f64::from(frame % 7) - 3.0, 1.0);
            controls.mouse_button(MouseButton::Left, frame % 30 == 0);
            game.advance(1.0 / 60.0, &mut controls).unwrap();
        }
        let hash = game.world.state_hash();
        let closed = game.enter(level("test:box-room"), false).unwrap();
        assert_eq!(closed, Some(path.clone()));
        // The rest is not recorded.
        game.advance(0.1, &mut controls).unwrap();
        let recording = replay::read(&path).unwrap();
        assert_eq!(recording.state_hash, Some(hash));
        let mut watched = Game::new(
            level("test:flat"),
            Start::Replay(recording),
            Rules::default(),
        )
        .unwrap();
        let mut finished = false;
        while !finished {
            finished = watched.advance(0.05, &mut controls).unwrap().finished;
        }
        assert_eq!(watched.world.state_hash(), hash);
    }

    #[test]
    fn time_stands_still_goes_tick_by_tick_and_back() {
        let mut game = Game::new(level("test:flat"), player(None), Rules::default()).unwrap();
        let mut controls = controls();
        controls.key(KeyCode::KeyW, true);
        let mut hashes = vec![game.world.state_hash()];
        for _ in 0..240 {
            game.advance(1.0 / 120.0, &mut controls).unwrap();
            hashes.push(game.world.state_hash());
        }
        let walked = game.world.tick as usize;
        game.time.step();
        assert_eq!(game.advance(1.0, &mut controls).unwrap().ticks, 0);
        game.time.step();
        assert_eq!(game.advance(1.0, &mut controls).unwrap().ticks, 1);
        game.time.rewinding = true;
        game.advance(0.5, &mut controls).unwrap();
        let tick = game.world.tick as usize;
        assert!(tick + 55 < walked, "{tick} of {walked}");
        let then = game.world.state_hash();
        assert!(hashes.contains(&then), "it has been like this before");
        for _ in 0..200 {
            game.advance(0.1, &mut controls).unwrap();
        }
        assert_eq!(
            game.world.state_hash(),
            hashes[0],
            "no further than the start"
        );
        game.time.rewinding = false;
        game.time.toggle_pause();
        game.advance(0.5, &mut controls).unwrap();
        assert!(game.world.player.velocity.length() > 1.0, "and on it goes");
    }

    #[test]
    fn a_recording_goes_on_through_a_rewind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        let mut controls = controls();
        game.advance(0.4, &mut controls).unwrap();
        let furthest = game.world.tick;
        game.time.rewinding = true;
        game.advance(0.1, &mut controls).unwrap();
        game.advance(0.1, &mut controls).unwrap();
        let given_up = furthest - game.world.tick;
        let expected = Rewound {
            ticks: given_up,
            times: 1,
        };
        assert_eq!((given_up >= 22, game.rewound()), (true, expected));
        game.time.rewinding = false;
        controls.key(KeyCode::KeyA, true);
        game.advance(0.1, &mut controls).unwrap();
        assert_eq!(game.rewound(), expected, "counted once");
        let (ticks, hash) = (game.world.tick, game.world.state_hash());
        game.finish_recording().unwrap();
        let recording = replay::read(&path).unwrap();
        assert_eq!((recording.ticks, recording.state_hash), (ticks, Some(hash)));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("back ").count(), 1, "{text}");
        assert!(
            !text.contains("rewound"),
            "what was given up is in the file"
        );
        crate::headless::replay(&game.level, recording).unwrap();
    }

    /// A stretch of a run: a key, a button and a look held for so many frames, or time backwards.
    #[derive(Clone, Debug)]
    enum Stretch {
        Play(KeyCode, bool, (f64, f64), u32),
        Back(u32),
        Slower,
        Faster,
        OtherMode,
    }

    fn stretch() -> impl Strategy<Value = Stretch> {
        let keys = vec![KeyCode::KeyW, KeyCode::KeyA, KeyCode::Space, KeyCode::KeyC];
        let look = (-30.0..30.0, -10.0..10.0);
        prop_oneof![
            6 => (prop::sample::select(keys), any::<bool>(), look, 1u32..40)
                .prop_map(|(key, throws, look, frames)| Stretch::Play(key, throws, look, frames)),
            4 => (1u32..30).prop_map(Stretch::Back),
            1 => Just(Stretch::Slower),
            1 => Just(Stretch::Faster),
            1 => Just(Stretch::OtherMode),
        ]
    }

    /// Plays a stretch at 60 pictures a second.
    fn play(game: &mut Game, controls: &mut Controls, stretch: &Stretch) {
        let mut frames = 0;
        match stretch {
            Stretch::Play(key, throws, look, length) => {
                controls.key(*key, true);
                controls.mouse_button(MouseButton::Left, *throws);
                controls.mouse_motion(look.0, look.1);
                frames = *length;
            }
            Stretch::Back(length) => {
                game.time.rewinding = true;
                frames = *length;
            }
            Stretch::Slower => game.time.slower(),
            Stretch::Faster => game.time.faster(),
            Stretch::OtherMode => game.collision = game.collision.next(),
        }
        for _ in 0..frames {
            game.advance(1.0 / 60.0, controls).unwrap();
        }
        game.time.rewinding = false;
        controls.release_all();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_run_with_any_rewinds_replays_to_the_same_end(
            stretches in prop::collection::vec(stretch(), 1..30)
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.rec");
            let start = player(Some(&path));
            let mut game = Game::new(level("test:box-room"), start, Rules::default()).unwrap();
            let mut controls = controls();
            stretches.iter().for_each(|it| play(&mut game, &mut controls, it));
            // One tick in which the last rewind counts.
            game.advance(1.0, &mut controls).unwrap();
            game.finish_recording().unwrap();
            let recording = replay::read(&path).unwrap();
            prop_assert_eq!(recording.ticks, game.world.tick);
            let end = crate::headless::replay(&game.level, recording).unwrap();
            let Rewound { ticks, times } = game.rewound();
            prop_assert_eq!((end.play.rewound, end.play.rewinds), (ticks, times));
            prop_assert_eq!(end.play.assisted, game.world.play.assisted);
            prop_assert_eq!(end.state_hash(), game.world.state_hash());
        }
    }

    /// Lights both targets of `test:range`, with a rewind on the way, and gives every outcome.
    fn finish(game: &mut Game) -> Vec<Advance> {
        let mut controls = controls();
        let mut advances = Vec::new();
        let mut wait = |game: &mut Game, controls: &mut Controls, seconds: f64| {
            for _ in 0..(seconds * 60.0) as u32 {
                advances.push(game.advance(1.0 / 60.0, controls).unwrap());
            }
        };
        let mut throw = |game: &mut Game, controls: &mut Controls| {
            controls.mouse_button(MouseButton::Left, true);
            wait(game, controls, 0.1);
            controls.mouse_button(MouseButton::Left, false);
            wait(game, controls, 1.0);
        };
        throw(game, &mut controls);
        assert_eq!(game.world.play.lit, [true, false]);
        throw(game, &mut controls);
        game.time.rewinding = true;
        game.advance(0.25, &mut controls).unwrap();
        game.time.rewinding = false;
        controls.mouse_motion(-std::f64::consts::FRAC_PI_2 / 0.002, 0.0);
        throw(game, &mut controls);
        assert_eq!(game.world.play.lit, [true, true]);
        advances
    }

    fn ranged(store: Option<&RunStore>, rival: Option<Recording>) -> Game {
        let start = Start::Player {
            collision: CollisionMode::Swept,
            ground: GroundStrategy::Sweep,
            opened_by: String::from("test:range"),
            record: None,
            rival,
        };
        let mut game = Game::new(level("test:range"), start, Rules::default()).unwrap();
        if let Some(store) = store {
            game.keep_runs(store.clone()).unwrap();
        }
        game
    }

    #[test]
    fn a_finished_run_is_kept_and_is_what_it_says() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().to_owned());
        let mut game = ranged(Some(&store), None);
        let advances = finish(&mut game);
        let kept: Vec<_> = advances.iter().filter_map(|it| it.kept.as_ref()).collect();
        let [(run, 0)] = kept[..] else {
            panic!("one run, the best: {kept:?}");
        };
        assert_eq!(
            (run.result.lit, run.result.balls, run.result.rewinds),
            (2, 3, 1)
        );
        assert!(run.result.rewound >= 29, "{:?}", run.result);
        let files = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "nothing unfinished is left");
        let recording = replay::read(&run.path).unwrap();
        assert_eq!(recording.header.level, "test:range");
        let confirmed = crate::headless::confirm(&game.level, recording).unwrap();
        assert_eq!(confirmed.result, Some(run.result));
        // Begun again, it is a run as the first; what is left, or reloaded, is not kept.
        game.enter(level("test:range"), false).unwrap();
        finish(&mut game);
        assert_eq!(store.list().0.len(), 2);
        let levels: Vec<_> = store.list().0.into_iter().map(|run| run.level).collect();
        assert_eq!(levels, ["test:range", "test:range"]);
        game.enter(level("test:flat"), false).unwrap();
        game.enter(level("test:range"), false).unwrap();
        game.advance(0.5, &mut controls()).unwrap();
        game.enter(level("test:range"), true).unwrap();
        drop(game);
        assert_eq!(store.list().0.len(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_race_against_the_same_run_is_even() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().to_owned());
        finish(&mut ranged(Some(&store), None));
        let best = || replay::read(&store.find("test:range").unwrap()).unwrap();
        let mut game = ranged(None, Some(best()));
        let told: Vec<_> = (finish(&mut game).into_iter())
            .filter_map(|advance| advance.race)
            .collect();
        assert_eq!(told, ["1 lit, 0.00 s ahead", "2 lit, 0.00 s ahead"]);
        game.enter(level("test:range"), false).unwrap();
        let told = finish(&mut game).into_iter().filter_map(|it| it.race);
        assert_eq!(told.last().unwrap(), "2 lit, 0.00 s ahead", "begun again");
        // A second later from the start.
        let mut game = ranged(None, Some(best()));
        let mut controls = controls();
        for _ in 0..30 {
            game.advance(1.0 / 30.0, &mut controls).unwrap();
        }
        assert_eq!(
            game.view(&controls).ghosts.len(),
            2,
            "its body and its ball"
        );
        let told: Vec<_> = (finish(&mut game).into_iter())
            .filter_map(|advance| advance.race)
            .collect();
        assert_eq!(told, ["1 lit, 1.00 s behind", "2 lit, 1.00 s behind"]);
    }

    #[test]
    fn a_tampered_run_is_no_rival() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().to_owned());
        finish(&mut ranged(Some(&store), None));
        let mut run = replay::read(&store.find("test:range").unwrap()).unwrap();
        run.runs[0].0.buttons = crate::sim::Buttons::FORWARD;
        let start = Start::Player {
            collision: CollisionMode::Swept,
            ground: GroundStrategy::Sweep,
            opened_by: String::new(),
            record: None,
            rival: Some(run),
        };
        let refused = Game::new(level("test:range"), start, Rules::default());
        assert!(matches!(refused, Err(ReplayError::Diverged { .. })));
    }

    #[test]
    fn a_watched_recording_goes_back_and_ends_as_it_did() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        let mut controls = controls();
        for frame in 0..90 {
            controls.key(KeyCode::KeyW, frame % 20 < 12);
            game.advance(1.0 / 60.0, &mut controls).unwrap();
        }
        game.finish_recording().unwrap();
        let recording = replay::read(&path).unwrap();
        let (ticks, hash) = (recording.ticks, recording.state_hash);
        let start = Start::Replay(recording);
        let mut watched = Game::new(level("test:flat"), start, Rules::default()).unwrap();
        watched.advance(0.5, &mut controls).unwrap();
        watched.advance(0.5, &mut controls).unwrap();
        watched.time.rewinding = true;
        watched.advance(0.3, &mut controls).unwrap();
        watched.time.rewinding = false;
        while !watched.advance(0.25, &mut controls).unwrap().finished {}
        assert_eq!(watched.world.tick, ticks);
        assert_eq!(Some(watched.world.state_hash()), hash);
    }

    #[test]
    fn ghosts_go_the_other_ways_until_time_turns_round() {
        let mut game = Game::new(level("test:flat"), player(None), Rules::default()).unwrap();
        let mut controls = controls();
        game.toggle_ghosts();
        controls.key(KeyCode::KeyW, true);
        game.advance(0.4, &mut controls).unwrap();
        let ghosts = game.ghosts.as_ref().unwrap();
        assert!(
            ghosts
                .all
                .iter()
                .all(|ghost| ghost.world.tick == game.world.tick)
        );
        assert_eq!(
            game.view(&controls).ghosts.len(),
            CollisionMode::ALL.len() - 1
        );
        game.time.rewinding = true;
        game.advance(0.1, &mut controls).unwrap();
        assert!(game.ghosts.is_none());
    }

    #[test]
    fn a_recording_of_another_level_is_not_watched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        game.finish_recording().unwrap();
        let recording = replay::read(&path).unwrap();
        let start = Start::Replay(recording);
        assert!(Game::new(level("test:stairs"), start, Rules::default()).is_err());
    }
}
