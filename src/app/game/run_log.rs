//! The files of a run during play: the requested recording, the run that may be kept, and the recording
//! behind a watched run. The simulation does not depend on them.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{Advance, PlayedTick, RunEntry, TickObserver, kept_run::RunKeeper};
use crate::app::app_error::with_causes;
use hexbound_base::words::{Phrase, phrase};
use hexbound_lab::{EventStream, WriteError};
use hexbound_level::Level;
use hexbound_replay::{
    Fault, FlightRecorder, Header, Playback, Recorder, Recording, ReplayError,
    crash::SharedRecorder,
    runs::{AbandonedRun, RunError},
};
use hexbound_scenes::catalog;
use hexbound_sim::{Command, Rules, World};

/// The files of a run in progress.
pub(in crate::app) struct RunLog {
    /// The recording that supplies the commands; `None` while the player does.
    playback: Option<Playback>,
    /// The number of ticks before the run's first command.
    begins_at: u64,
    /// The fault at the end of the recording, if it is the report of one.
    pub(super) fault: Option<Fault>,
    /// The present run, for the report of a failure.
    flight: SharedRecorder,
    /// The requested recording, until its level is left.
    recorder: Option<Recorder>,
    /// The present run, which may be kept.
    pub(super) kept: RunKeeper,
    /// The name with which the level was opened.
    opened_by: String,
    /// The stream of events for other programs.
    pub(in crate::app) events: Option<EventStream>,
    /// The reason why the stream was abandoned, until it is reported.
    pub(super) events_end: Option<Phrase>,
}

impl RunLog {
    /// The files of a run that the player plays, recorded to `record`. Fails if that file can't be
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
            recorder: recorder.transpose()?,
            ..Self::begun(header)
        })
    }

    /// The files of a run that a recording plays. Fails if it was made on another level.
    pub(crate) fn of_recording(level: &Level, recording: Recording) -> Result<Self, ReplayError> {
        recording.check_level(level)?;
        let header = recording.header.clone();
        Ok(Self {
            fault: recording.fault.clone(),
            playback: Some(Playback::new(recording)),
            ..Self::begun(header)
        })
    }

    fn begun(header: Header) -> Self {
        Self {
            playback: None,
            begins_at: 0,
            fault: None,
            flight: Arc::new(Mutex::new(FlightRecorder::begin(&header))),
            recorder: None,
            kept: RunKeeper::default(),
            opened_by: header.level,
            events: None,
            events_end: None,
        }
    }

    /// The files of a capsule that begins after `begins_at` ticks. Fails if it was made on another level.
    pub(crate) fn of_moment(
        level: &Level,
        recording: Recording,
        begins_at: u64,
    ) -> Result<Self, ReplayError> {
        let mut log = Self::of_recording(level, recording)?;
        log.begins_at = begins_at;
        log.discard_flight_log("it began in the middle of a run, as a capsule does");
        Ok(log)
    }

    /// Begins to record a run that may be kept, in a level with targets. `rival` is the file of the run
    /// that it races.
    pub(crate) fn begin_run(
        &mut self,
        level: &Level,
        rules: Rules,
        rival: Option<&Path>,
    ) -> Result<(), RunError> {
        if self.is_playback() || level.play.targets.is_empty() {
            return Ok(());
        }
        let header = Header::of(level, rules, self.opened_by.clone());
        self.kept.begin(&header, rival)
    }

    /// The recorder of the present run, for the report of a fault.
    pub(crate) fn flight_log(&self) -> SharedRecorder {
        Arc::clone(&self.flight)
    }

    /// Discards the run that the report of a fault would hold.
    fn discard_flight_log(&self, reason: &'static str) {
        *self.recorded() = FlightRecorder::none(reason);
    }

    /// Writes a tick to the recording, which is abandoned on an error.
    fn record(&mut self, tick: &PlayedTick<'_>) -> Result<(), ReplayError> {
        let Some(recorder) = &mut self.recorder else {
            return Ok(());
        };
        let written = recorder.push(tick.command, tick.world);
        if written.is_err() {
            self.recorder = None;
        }
        written
    }

    pub(super) fn recorded(&self) -> MutexGuard<'_, FlightRecorder> {
        self.flight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the run at `world`, to be resumed later.
    pub(crate) fn leave_run(&mut self, world: &World) {
        self.kept.leave(world);
        // A run that is still being resumed keeps its file unchanged.
        if self.kept.resuming.take().is_some() {
            self.take_over();
        }
    }

    /// Reopens an abandoned run of the open level, and plays its recording. Returns the number of
    /// its ticks.
    pub(crate) fn resume(&mut self, run: &AbandonedRun, level: &Level) -> Result<u64, RunError> {
        let (recording, run) = self.kept.take_abandoned(run, level)?;
        let ticks = recording.ticks;
        self.watch(recording);
        self.kept.resuming = Some(run);
        Ok(ticks)
    }

    /// Lets the player command the resumed run, and returns its methods, help and rewound time as a
    /// command. Returns `None` without such a run.
    pub(crate) fn end_resuming(&mut self) -> Option<Command> {
        let run = self.kept.resuming.take()?;
        let held = self.recording().map(|recording| recording.held);
        self.take_over();
        self.kept.unfinished = Some(run);
        held
    }

    /// Discards a run that can't be resumed, and removes its file.
    pub(crate) fn discard_resuming(&mut self) {
        if let Some(run) = self.kept.resuming.take() {
            run.discard();
            self.take_over();
        }
    }

    /// The recording that supplies the commands, if one does.
    pub(crate) fn recording(&self) -> Option<&Recording> {
        self.playback.as_ref().map(Playback::recording)
    }

    /// Lets the player supply the commands from now on.
    pub(crate) fn take_over(&mut self) {
        if let Some(playback) = self.playback.take() {
            self.opened_by
                .clone_from(&playback.recording().header.level);
        }
        self.fault = None;
        self.kept.discard();
    }

    /// Plays a recording from its beginning, in place of the present run.
    pub(crate) fn watch(&mut self, recording: Recording) {
        *self.recorded() = FlightRecorder::begin(&recording.header);
        (self.fault, self.recorder) = (None, None);
        self.kept.discard();
        self.begins_at = 0;
        self.playback = Some(Playback::new(recording));
    }

    /// Returns whether a recording supplies the commands.
    pub(crate) fn is_playback(&self) -> bool {
        self.playback.is_some()
    }

    /// The next command of the recording; `None` after its end.
    pub(crate) fn next_command(&mut self) -> Option<Command> {
        self.playback.as_mut()?.next_command()
    }

    /// Flushes the stream of events to its readers.
    pub(crate) fn flush_events(&mut self) {
        let flushed = self.events.as_mut().map(EventStream::flush);
        self.end_events_on_error(flushed);
    }

    fn end_events_on_error(&mut self, flushed: Option<Result<(), WriteError>>) {
        if let Some(Err(error)) = flushed {
            self.events_end = Some(phrase("events-end").with("problem", error.to_string()));
            self.events = None;
        }
    }

    /// Finishes the recording, if one is open, and returns its path.
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

impl TickObserver for RunLog {
    fn tick(&mut self, tick: &PlayedTick<'_>, advance: &mut Advance) {
        let (level, world) = (tick.level, tick.world);
        self.recorded().end_tick(world);
        if tick.is_shown {
            let written = (self.events.as_mut()).map(|it| it.write(level, world, tick.events));
            self.end_events_on_error(written);
        }
        if let Some(Err(parted)) = self.playback.as_mut().map(|it| it.check(world)) {
            advance.parted = Some(parted);
            return;
        }
        if !tick.is_shown {
            return;
        }
        if let Err(error) = self.record(tick) {
            let said = phrase("recording-stopped").with("error", with_causes(&error));
            advance.warnings.push(said);
        }
        match self.kept.record(tick.command, world, level) {
            Ok(stored) => advance.stored = stored.or(advance.stored.take()),
            Err(error) => {
                let said = phrase("run-not-kept").with("error", with_causes(&error));
                advance.warnings.push(said);
            }
        }
    }

    /// Rewinds to an earlier tick in every file.
    fn went_back(&mut self, _: &Level, world: &World) {
        let tick = world.tick;
        if let Some(playback) = &mut self.playback {
            playback.rewind_to(tick.saturating_sub(self.begins_at));
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.rewind_to(tick);
        }
        self.kept.rewind_to(tick);
        self.recorded().rewind_to(tick);
    }

    /// Restarts the recording for the report of a fault. Its level has the name by which it can be found
    /// again.
    fn entered(&mut self, entry: &RunEntry<'_>) {
        let level = entry.level;
        if !entry.is_restart {
            self.opened_by = catalog::lasting_name(level);
        }
        if entry.keeps_place {
            self.discard_flight_log("its level was saved and read again while it was played");
            return;
        }
        let header = Header::of(level, entry.world.rules, self.opened_by.clone());
        *self.recorded() = FlightRecorder::begin(&header);
    }
}

#[cfg(test)]
mod tests;
