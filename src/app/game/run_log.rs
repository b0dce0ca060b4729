//! The files of a run while it is played: the recording that the player asked for, the run that may
//! be kept, and the recording that a watched run is played from. What is simulated, and when, is
//! none of its business.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::TurnedEnd;
use crate::{
    catalog,
    crash::SharedRecorder,
    headless::{EventStream, EventsError},
    level::Level,
    replay::{Fault, FlightRecorder, Header, Playback, Recorder, Recording, ReplayError},
    runs::{LeftRun, RunError, RunStore, Stored, UnfinishedRun},
    sim::{Command, Event, Rules, World},
};

/// The files of a run in progress.
pub(super) struct RunLog {
    /// The recording that gives the commands; `None` where the player gives them.
    playback: Option<Playback>,
    /// The number of ticks before the run's first command.
    begins_at: u64,
    /// The fault that the recording ends with, if it is the report of one.
    fault: Option<Fault>,
    /// The run so far, in case the game fails.
    flight: SharedRecorder,
    /// The recording that the player asked for, until its level is left.
    recorder: Option<Recorder>,
    /// The folder of kept runs, if runs are kept.
    store: Option<RunStore>,
    /// The run so far, in a level that is played for its targets.
    unfinished: Option<UnfinishedRun>,
    /// The run that is gone on with, while its recording is played up to where it was left.
    going_on: Option<UnfinishedRun>,
    /// The name that the level was opened by.
    opened_by: String,
    /// The stream of events for other programs.
    events: Option<EventStream>,
    /// Why the stream was given up, until somebody is told.
    events_failed: Option<EventsError>,
}

impl RunLog {
    /// The files of a run that the player plays, recorded to `record`. An error where that can't be
    /// created.
    pub(crate) fn of_player(
        level: &Level,
        rules: Rules,
        opened_by: String,
        record: Option<&Path>,
    ) -> Result<Self, ReplayError> {
        let header = Header::of(level, rules, opened_by);
        let recorder = record.map(|path| Recorder::create(path, &header));
        Ok(Self {
            playback: None,
            begins_at: 0,
            fault: None,
            flight: Arc::new(Mutex::new(FlightRecorder::begin(&header))),
            recorder: recorder.transpose()?,
            store: None,
            unfinished: None,
            going_on: None,
            opened_by: header.level,
            events: None,
            events_failed: None,
        })
    }

    /// The files of a run that a recording plays. It is an error if it was made on another level.
    pub(crate) fn of_recording(level: &Level, recording: Recording) -> Result<Self, ReplayError> {
        recording.check_level(level)?;
        Ok(Self {
            fault: recording.fault.clone(),
            flight: Arc::new(Mutex::new(FlightRecorder::begin(&recording.header))),
            playback: Some(Playback::new(recording)),
            begins_at: 0,
            recorder: None,
            store: None,
            unfinished: None,
            going_on: None,
            opened_by: String::new(),
            events: None,
            events_failed: None,
        })
    }

    /// The files of a moment that begins after so many ticks. It is an error if it was made on another
    /// level.
    pub(crate) fn of_moment(
        level: &Level,
        recording: Recording,
        begins_at: u64,
    ) -> Result<Self, ReplayError> {
        let mut log = Self::of_recording(level, recording)?;
        log.begins_at = begins_at;
        log.end_flight("it began in the middle of a run, as a capsule does");
        Ok(log)
    }

    /// Keeps the best runs in a folder from now on. The error says why the run that begins can't be
    /// kept.
    pub(crate) fn keep_runs(
        &mut self,
        store: RunStore,
        level: &Level,
        rules: Rules,
    ) -> Result<(), RunError> {
        store.clear_left();
        self.store = Some(store);
        self.begin_run(level, rules)
    }

    /// Begins to record a run that may be kept, in a level that is played for its targets.
    pub(crate) fn begin_run(&mut self, level: &Level, rules: Rules) -> Result<(), RunError> {
        if let Some(store) = &self.store
            && !self.is_playback()
            && !level.play.targets.is_empty()
        {
            let header = Header::of(level, rules, self.opened_by.clone());
            self.unfinished = Some(UnfinishedRun::begin(store, &header)?);
        }
        Ok(())
    }

    /// The run so far, for whoever reports a fault.
    pub(crate) fn flight(&self) -> SharedRecorder {
        Arc::clone(&self.flight)
    }

    /// Begins anew to record for the report of a fault.
    pub(crate) fn begin_flight(&mut self, level: &Level, rules: Rules) {
        let header = Header::of(level, rules, self.opened_by.clone());
        *self.recorded() = FlightRecorder::begin(&header);
    }

    /// Gives up the run that the report of a fault would hold.
    pub(crate) fn end_flight(&mut self, reason: &'static str) {
        *self.recorded() = FlightRecorder::none(reason);
    }

    /// Notes the command of a tick before it is simulated.
    pub(crate) fn begin_tick(&mut self, command: &Command) {
        self.recorded().begin_tick(command);
    }

    /// Takes the tick that was begun into the report of a fault that may come later.
    pub(crate) fn end_tick(&mut self, world: &World) {
        self.recorded().end_tick(world);
    }

    fn recorded(&self) -> MutexGuard<'_, FlightRecorder> {
        self.flight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault that the recording ends with, if it is the report of one.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Returns whether the run so far is kept when the level is left.
    pub(crate) fn keeps_run(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Gives up the run that might have been kept.
    pub(crate) fn discard_run(&mut self) {
        if let Some(run) = self.unfinished.take() {
            run.discard();
        }
    }

    /// Leaves the run at `world`, to be gone on with later.
    pub(crate) fn leave_run(&mut self, world: &World) {
        if let Some(run) = self.unfinished.take()
            && let Err(error) = run.leave(world)
        {
            log::warn!("the last second of the run is lost: {error}");
        }
        self.stop_going_on();
    }

    /// Takes a run of the level that is open, which was left, and watches its recording up to there;
    /// gives the number of its ticks.
    pub(crate) fn go_on(&mut self, left: &LeftRun, level: &Level) -> Result<u64, RunError> {
        let store = self.store.as_ref().ok_or_else(|| RunError::Taken {
            path: left.path.clone(),
        })?;
        let (recording, run) = store.go_on(left)?;
        if let Err(error) = recording.check_level(level) {
            run.discard();
            return Err(error.into());
        }
        self.discard_run();
        let ticks = recording.ticks;
        self.watch(recording);
        self.going_on = Some(run);
        Ok(ticks)
    }

    /// Returns whether a run that was left is played up to there.
    pub(crate) fn is_going_on(&self) -> bool {
        self.going_on.is_some()
    }

    /// Lets the player give the commands of the run that is gone on with, and gives the parts of a command
    /// that hold on in it; `None` where none is.
    pub(crate) fn take_up(&mut self) -> Option<Command> {
        let run = self.going_on.take()?;
        let held = self.recording().map(|recording| recording.held);
        self.take_over();
        self.unfinished = Some(run);
        held
    }

    /// Gives up going on with a run, whose file stays as it is.
    pub(crate) fn stop_going_on(&mut self) {
        if self.going_on.take().is_some() {
            self.take_over();
        }
    }

    /// Gives up a run that can't be gone on with, and removes its file.
    pub(crate) fn discard_going_on(&mut self) {
        if let Some(run) = self.going_on.take() {
            run.discard();
            self.take_over();
        }
    }

    /// Takes note of another level, under the name by which it can be found again.
    pub(crate) fn enter(&mut self, level: &Level) {
        self.opened_by = catalog::lasting_name(level);
    }

    /// The recording that gives the commands, if one does.
    pub(crate) fn recording(&self) -> Option<&Recording> {
        self.playback.as_ref().map(Playback::recording)
    }

    /// Lets the player give the commands from now on.
    pub(crate) fn take_over(&mut self) {
        if let Some(playback) = self.playback.take() {
            self.opened_by
                .clone_from(&playback.recording().header.level);
        }
        self.fault = None;
        self.discard_run();
    }

    /// Watches a recording from its beginning on, in place of what was played or watched.
    pub(crate) fn watch(&mut self, recording: Recording) {
        *self.recorded() = FlightRecorder::begin(&recording.header);
        (self.fault, self.recorder) = (None, None);
        self.discard_run();
        self.begins_at = 0;
        self.playback = Some(Playback::new(recording));
    }

    /// The run so far as the text of a recording, which ends like this.
    pub(crate) fn run_so_far(&self, end: TurnedEnd) -> Result<String, String> {
        self.recorded().recording(end.hash, end.result, false)
    }

    /// The run up to where time was turned back from as the text of a recording, which ended like this.
    pub(crate) fn run_ahead(&self, end: TurnedEnd) -> Result<String, String> {
        self.recorded().recording(end.hash, end.result, true)
    }

    /// Returns whether a recording gives the commands.
    pub(crate) fn is_playback(&self) -> bool {
        self.playback.is_some()
    }

    /// The next command of the recording that is watched; `None` when it has ended.
    pub(crate) fn next_command(&mut self) -> Option<Command> {
        self.playback.as_mut()?.next_command()
    }

    /// Compares the world after a watched tick with what was recorded.
    pub(crate) fn check(&mut self, world: &World) -> Result<(), ReplayError> {
        match &mut self.playback {
            Some(playback) => playback.check(world),
            None => Ok(()),
        }
    }

    /// Writes a tick to the recording, which is given up on an error.
    pub(crate) fn record(&mut self, command: &Command, world: &World) -> Result<(), ReplayError> {
        let Some(recorder) = &mut self.recorder else {
            return Ok(());
        };
        let written = recorder.push(command, world);
        if written.is_err() {
            self.recorder = None;
        }
        written
    }

    /// Takes a tick into the run that may be kept, and keeps it once the level is finished: returns
    /// then how it stands among those of its level. It is given up on an error.
    pub(crate) fn record_run(
        &mut self,
        command: &Command,
        world: &World,
        level: &Level,
    ) -> Result<Option<Stored>, RunError> {
        let Some(mut run) = self.unfinished.take() else {
            return Ok(None);
        };
        run.push(command, world)?;
        if world.play.finished.is_some() {
            return run.finish(world, level).map(Some);
        }
        self.unfinished = Some(run);
        Ok(None)
    }

    /// Writes what happens from now on, whatever level is entered.
    pub(crate) fn write_events(&mut self, stream: EventStream) {
        self.events = Some(stream);
    }

    /// Tells of a tick's events to whoever asked for them. It is given up on an error.
    pub(crate) fn tell(&mut self, level: &Level, world: &World, events: &[Event]) {
        let told = (self.events.as_mut()).map(|stream| stream.write(level, world, events));
        self.heed(told);
    }

    /// Hands all that was told to whoever reads it.
    pub(crate) fn flush_events(&mut self) {
        let told = self.events.as_mut().map(EventStream::flush);
        self.heed(told);
    }

    /// Takes the reason why no more events are written, once.
    pub(crate) fn take_events_failed(&mut self) -> Option<EventsError> {
        self.events_failed.take()
    }

    fn heed(&mut self, told: Option<Result<(), EventsError>>) {
        if let Some(Err(error)) = told {
            self.events_failed = Some(error);
            self.events = None;
        }
    }

    /// Goes back to an earlier tick in every file.
    pub(crate) fn back_to(&mut self, tick: u64) {
        if let Some(playback) = &mut self.playback {
            playback.back_to(tick.saturating_sub(self.begins_at));
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.back_to(tick);
        }
        if let Some(run) = &mut self.unfinished {
            run.back_to(tick);
        }
        self.recorded().back_to(tick);
    }

    /// Finishes the recording, if one is open, and gives its path.
    pub(crate) fn finish_recording(
        &mut self,
        world: &World,
        level: &Level,
    ) -> Result<Option<PathBuf>, ReplayError> {
        let Some(recorder) = self.recorder.take() else {
            return Ok(None);
        };
        let path = recorder.path().to_owned();
        recorder.finish(world, level)?;
        Ok(Some(path))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use winit::{event::MouseButton, keyboard::KeyCode};

    use crate::{
        app::game::{
            Game, Start,
            test_games::{controls, finish, level, player, ranged},
        },
        input::{Controls, Source},
        progress::unseen,
        replay,
        runs::RunStore,
        sim::{Question, Rewound, Rules},
    };

    #[test]
    fn what_was_played_replays_and_ends_with_the_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        let mut controls = controls();
        controls.source(Source::Key(KeyCode::KeyW), true);
        for frame in 0..120 {
            controls.mouse_motion(f64::from(frame % 7) - 3.0, 1.0);
            controls.source(Source::Mouse(MouseButton::Left), frame % 30 == 0);
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
    fn a_report_opens_a_minute_before_its_fault_and_ends_just_before_it() {
        let mut game = Game::new(level("test:flat"), player(None), Rules::default()).unwrap();
        let mut controls = controls();
        controls.source(Source::Key(KeyCode::KeyW), true);
        for _ in 0..320 {
            game.advance(0.2, &mut controls).unwrap();
        }
        let ticks = game.world.tick;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        let text = game.flight().lock().unwrap().report("", "it failed");
        std::fs::write(&path, text).unwrap();
        let start = Start::Replay(replay::read(&path).unwrap());
        let mut watched = Game::new(level("test:flat"), start, Rules::default()).unwrap();
        assert_eq!(watched.catching_up(), Some(0.0));
        watched.contacts.want(true);
        watched.catch_up(|| true).unwrap();
        assert_eq!(watched.catching_up(), None);
        let heard = watched.contacts.heard().unwrap();
        assert_eq!(heard.contacts.len(), 0, "nothing is heard before it opens");
        assert_eq!(watched.world.tick, ticks - 7200);
        while !watched.advance(0.2, &mut controls).unwrap().finished {}
        assert_eq!(watched.world.state_hash(), game.world.state_hash());
        assert_eq!(watched.fault().unwrap().words, "it failed");
    }

    #[test]
    fn a_report_holds_no_run_whose_level_was_read_again_meanwhile() {
        let mut game = Game::new(level("test:flat"), player(None), Rules::default()).unwrap();
        let report = |game: &Game| game.flight().lock().unwrap().report("", "it failed");
        assert!(report(&game).contains("level test:flat"));
        game.enter(level("test:box-room"), true).unwrap();
        assert!(report(&game).contains("no-run its level was saved"));
        game.enter(level("test:box-room"), false).unwrap();
        assert!(report(&game).contains("level test:box-room"));
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
        controls.source(Source::Key(KeyCode::KeyA), true);
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
        crate::headless::replay(&game.level, recording, &unseen).unwrap();
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
                controls.source(Source::Key(*key), true);
                controls.source(Source::Mouse(MouseButton::Left), *throws);
                controls.mouse_motion(look.0, look.1);
                frames = *length;
            }
            Stretch::Back(length) => {
                game.time.rewinding = true;
                frames = *length;
            }
            Stretch::Slower => game.time.slower(),
            Stretch::Faster => game.time.faster(),
            Stretch::OtherMode => game.methods.turn(Question::Collision),
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
            let end = crate::headless::replay(&game.level, recording, &unseen).unwrap();
            let Rewound { ticks, times } = game.rewound();
            prop_assert_eq!((end.play.rewound, end.play.rewinds), (ticks, times));
            prop_assert_eq!(end.play.assisted, game.world.play.assisted);
            prop_assert_eq!(end.state_hash(), game.world.state_hash());
        }
    }

    #[test]
    fn a_finished_run_is_kept_and_is_what_it_says() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().to_owned());
        let mut game = ranged(Some(&store), None);
        let advances = finish(&mut game);
        let stored: Vec<_> = advances
            .iter()
            .filter_map(|it| it.stored.as_ref())
            .collect();
        let [stored] = stored[..] else {
            panic!("one run: {stored:?}");
        };
        assert_eq!(stored.best_before, None);
        let Some((run, 0)) = &stored.kept else {
            panic!("the best: {stored:?}");
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
        let confirmed = crate::headless::confirm(&game.level, recording, &unseen).unwrap();
        assert_eq!(confirmed.result, Some(run.result));
        // Begun again, it is a run as the first; what is left, or reloaded, is not kept.
        game.enter(level("test:range"), false).unwrap();
        let second = finish(&mut game).into_iter().find_map(|it| it.stored);
        assert_eq!(second.unwrap().best_before, Some(run.result));
        assert_eq!(store.list().0.len(), 2);
        let levels: Vec<_> = store.list().0.into_iter().map(|run| run.level).collect();
        assert_eq!(levels, ["test:range", "test:range"]);
        game.enter(level("test:flat"), false).unwrap();
        game.enter(level("test:range"), false).unwrap();
        for _ in 0..8 {
            game.advance(0.25, &mut controls()).unwrap();
        }
        game.enter(level("test:range"), true).unwrap();
        drop(game);
        assert_eq!(store.list().0.len(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_watched_recording_goes_back_and_ends_as_it_did() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game =
            Game::new(level("test:flat"), player(Some(&path)), Rules::default()).unwrap();
        let mut controls = controls();
        for frame in 0..90 {
            controls.source(Source::Key(KeyCode::KeyW), frame % 20 < 12);
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
