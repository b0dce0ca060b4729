//! A run in progress, without its window: the level, the world, the clock, the source of commands
//! and the recording. Real time comes in as seconds.

use std::{path::PathBuf, sync::Arc};

use super::time::{Due, Time};
use crate::{
    clock::FixedClock,
    effects::Effects,
    input::Controls,
    level::Level,
    replay::{Header, Playback, Recorder, Recording, ReplayError},
    sim::{
        CollisionMode, Command, Event, Ghosts, GroundStrategy, History, Rewound, Rules, View,
        World, tuning::PITCH_LIMIT,
    },
};

/// The source of a run's commands.
pub enum Start {
    /// The player gives the commands.
    Player {
        collision: CollisionMode,
        ground: GroundStrategy,
        /// The file to record to, and the name that the level was opened by.
        record: Option<(PathBuf, String)>,
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
    /// The tick at which time turned round, until play goes on.
    turned_at: Option<u64>,
    clock: FixedClock,
    playback: Option<Playback>,
    recorder: Option<Recorder>,
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
}

impl Game {
    /// Begins a run. `rules` are the player's; a recording brings its own. An error where a
    /// recording can't be created, or was made on another level.
    pub(crate) fn new(level: Arc<Level>, start: Start, rules: Rules) -> Result<Self, ReplayError> {
        let (rules, methods, playback, recorder) = match start {
            Start::Player {
                collision,
                ground,
                record,
            } => {
                let recorder = match record {
                    Some((path, opened_by)) => Some(Recorder::create(
                        &path,
                        &Header {
                            level: opened_by,
                            scale: level.scale,
                            content: Some(level.content_hash),
                            rules,
                        },
                    )?),
                    None => None,
                };
                (rules, (collision, ground), None, recorder)
            }
            Start::Replay(recording) => {
                recording.check_level(&level)?;
                let rules = recording.header.rules;
                (
                    rules,
                    Default::default(),
                    Some(Playback::new(recording)),
                    None,
                )
            }
        };
        let world = World::new(&level, rules);
        let view = View::of(&world);
        Ok(Self {
            history: History::new(&world),
            rewound: Rewound::default(),
            assisted: false,
            turned_at: None,
            level,
            world,
            collision: methods.0,
            ground: methods.1,
            events: Vec::new(),
            effects: Effects::default(),
            time: Time::default(),
            ghosts: None,
            clock: FixedClock::default(),
            playback,
            recorder,
            before: view.clone(),
            after: view,
            looked: (0.0, 0.0),
        })
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
            self.world.step(&self.level, &command, &mut self.events);
            self.remember(&command);
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
        if let Some(playback) = &mut self.playback {
            playback.back_to(self.world.tick);
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.back_to(self.world.tick);
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
        view.ghosts = self.ghosts.iter().flat_map(Ghosts::views).collect();
        if self.playback.is_some() || self.after.cut {
            return view;
        }
        // Blending delays a tick's look by up to a tick; the mouse alone is given back at once.
        let (yaw, pitch) = controls.pending_look();
        view.yaw += self.looked.0 * (1.0 - blend) + yaw;
        view.pitch = (self.after.pitch + pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
        view
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
        self.after = View::of(&self.world);
        self.before = self.after.clone();
        self.looked = (0.0, 0.0);
        recorded
    }

    /// Finishes the recording, if one is open, and gives its path.
    pub(crate) fn finish_recording(&mut self) -> Result<Option<PathBuf>, ReplayError> {
        let Some(recorder) = self.recorder.take() else {
            return Ok(None);
        };
        let path = recorder.path().to_owned();
        recorder.finish(&self.world)?;
        Ok(Some(path))
    }

    /// The next command; `None` when the playback has ended.
    fn next_command(&mut self, controls: &mut Controls) -> Option<Command> {
        match &mut self.playback {
            None => {
                self.rewound = self.rewound();
                self.turned_at = None;
                self.assisted |= self.time.is_help();
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use winit::{event::MouseButton, keyboard::KeyCode};

    use super::*;
    use crate::{catalog, replay};

    fn level(name: &str) -> Arc<Level> {
        Arc::new(catalog::open(name).unwrap())
    }

    fn player(record: Option<&std::path::Path>) -> Start {
        Start::Player {
            collision: CollisionMode::Swept,
            ground: GroundStrategy::Sweep,
            record: record.map(|path| (path.to_owned(), String::from("test:flat"))),
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
