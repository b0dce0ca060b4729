//! A run in progress without its window: the level, the world, the clock, who gives the commands
//! and what is recorded. Real time comes in as seconds.

use std::{path::PathBuf, sync::Arc};

use crate::{
    clock::FixedClock,
    input::Controls,
    level::Level,
    replay::{Header, Playback, Recorder, Recording, ReplayError},
    sim::{CollisionMode, Command, Event, Rules, View, World, tuning::PITCH_LIMIT},
};

/// Who gives the commands.
pub enum Start {
    Player {
        collision: CollisionMode,
        /// A file to record to, and what the level was opened by.
        record: Option<(PathBuf, String)>,
    },
    /// Nobody plays: the recording does.
    Replay(Recording),
}

pub(super) struct Game {
    pub level: Arc<Level>,
    pub world: World,
    pub collision: CollisionMode,
    /// Of the ticks since the last call to `advance` began.
    pub events: Vec<Event>,
    clock: FixedClock,
    playback: Option<Playback>,
    recorder: Option<Recorder>,
    /// The two moments that pictures lie between.
    before: View,
    after: View,
    /// What the last tick was told to turn and look up by the mouse, radians.
    looked: (f32, f32),
}

/// What a frame's ticks came to.
#[derive(Debug, Default)]
pub(super) struct Advance {
    pub ticks: u32,
    /// The playback gave its last command.
    pub finished: bool,
    /// The recording could not be written on and was given up.
    pub recording_failed: Option<ReplayError>,
}

impl Game {
    /// `rules` are the player's; a recording brings its own.
    pub fn new(level: Arc<Level>, start: Start, rules: Rules) -> Result<Self, ReplayError> {
        let (rules, collision, playback, recorder) = match start {
            Start::Player { collision, record } => {
                let recorder = match record {
                    Some((path, opened_by)) => Some(Recorder::create(
                        &path,
                        &Header {
                            level: opened_by,
                            content: Some(level.content_hash),
                            rules,
                        },
                    )?),
                    None => None,
                };
                (rules, collision, None, recorder)
            }
            Start::Replay(recording) => {
                recording.check_level(&level)?;
                let rules = recording.header.rules;
                (
                    rules,
                    CollisionMode::default(),
                    Some(Playback::new(recording)),
                    None,
                )
            }
        };
        let world = World::new(&level, rules);
        let view = View::of(&world);
        Ok(Self {
            level,
            world,
            collision,
            events: Vec::new(),
            clock: FixedClock::default(),
            playback,
            recorder,
            before: view.clone(),
            after: view,
            looked: (0.0, 0.0),
        })
    }

    /// Runs the ticks that `seconds` more of real time ask for.
    pub fn advance(
        &mut self,
        seconds: f64,
        controls: &mut Controls,
    ) -> Result<Advance, ReplayError> {
        let due = self.clock.advance(seconds);
        let mut advance = Advance::default();
        self.events.clear();
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

    /// The present: between the last two ticks, but looking where the mouse already points.
    pub fn view(&self, controls: &Controls) -> View {
        let blend = self.clock.blend();
        let mut view = self.before.between(&self.after, blend);
        if self.playback.is_some() || self.after.cut {
            return view;
        }
        // Blending delays a tick's look by up to a tick; the mouse alone is given back at once.
        let (yaw, pitch) = controls.pending_look();
        view.yaw += self.looked.0 * (1.0 - blend) + yaw;
        view.pitch = (self.after.pitch + pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT);
        view
    }

    /// Seconds of the level's own time.
    pub fn seconds(&self) -> f32 {
        (self.world.tick as f64 * f64::from(crate::clock::TICK)) as f32
    }

    pub fn is_playback(&self) -> bool {
        self.playback.is_some()
    }

    /// Another level: a new run at its spawn, or the same place after a save. A recording ends
    /// with the level it was made on; its path is given.
    pub fn enter(
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
        self.level = level;
        self.after = View::of(&self.world);
        self.before = self.after.clone();
        self.looked = (0.0, 0.0);
        recorded
    }

    /// Writes the recording's end, if one is open; gives its path.
    pub fn finish_recording(&mut self) -> Result<Option<PathBuf>, ReplayError> {
        let Some(recorder) = self.recorder.take() else {
            return Ok(None);
        };
        let path = recorder.path().to_owned();
        recorder.finish(&self.world)?;
        Ok(Some(path))
    }

    fn next_command(&mut self, controls: &mut Controls) -> Option<Command> {
        match &mut self.playback {
            None => Some(controls.take(self.collision)),
            Some(playback) => {
                let command = playback.next_command()?;
                self.collision = command.collision;
                Some(command)
            }
        }
    }

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
