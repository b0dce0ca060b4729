//! A moment of a run in one file: a part of the level, the rules, the world's state, its commands, the
//! state's hash after every tick, and a note. It can be verified: a replay on its part of the level must
//! reach the same states as on the whole one.
//!
//! `file` has its format, `faults` finds its faults, and `minimize` shrinks it while one remains.

mod error;
mod excerpt;
mod faults;
mod file;
mod minimize;
mod places;

#[cfg(test)]
mod tests;

use std::{ops::Range, path::Path};

use hexbound_base::{
    clock::TICK_RATE,
    injected_fault,
    progress::{self, Progress},
};
use hexbound_level::Level;
use hexbound_replay::{Header, Playback, Recording, crash};
use hexbound_sim::{Command, Player, World};

pub use error::CapsuleError;
use excerpt::Excerpt;
pub use faults::{FoundFault, commands_until};
pub use file::FileSection;
pub use minimize::shrink;
use places::BodyPaths;

/// A moment of a run.
#[derive(Clone, Debug)]
pub struct Capsule {
    /// The author's note.
    pub note: String,
    /// The name with which the level was opened.
    pub level: String,
    /// The content hash of the level from which the capsule was cut.
    pub content: u64,
    /// The version of the game that made the capsule.
    pub made_by: String,
    excerpt: Excerpt,
    /// The state before the first command.
    world: World,
    commands: Vec<Command>,
    /// The hash of the state after each command. A last command that panics has none.
    hashes: Vec<u64>,
}

/// The first tick at which a replay differs from the capsule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub tick: u64,
    /// The stored hash of the state after that tick.
    pub stored: u64,
    /// The hash of the state in the replay, or the message of a panic.
    pub replayed: Result<u64, String>,
}

/// The largest number of ticks in a capsule: five minutes. The whole capsule is played when it is opened.
/// A world is kept every tenth of a second, so that the capsule can be rewound.
pub const MAX_TICKS: u64 = 5 * 60 * TICK_RATE as u64;
/// The version of the format. Every change of the stored data increments it, also in the types of the
/// simulation's state or of an excerpt. A test of a stored capsule fails after such a change.
const VERSION: u32 = 4;
/// The margins around the paths of bodies within which solid triangles are kept, meters. They are tried
/// one after another; the last resort is the whole level.
const EXCERPT_MARGINS: [f32; 4] = [1.5, 4.0, 10.0, 25.0];
/// The margins around the player's path within which visible triangles are kept, meters. They are tried
/// in order, until the file is larger than [`MAX_BYTES_WITHOUT_TEXTURES`].
const SEEN_MARGINS: [f32; 9] = [0.5, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 40.0];
/// The size of a file without textures up to which more visible triangles are kept, bytes.
const MAX_BYTES_WITHOUT_TEXTURES: usize = 240_000;
/// The largest sides of textures, pixels, tried in order until the file is small.
const TEXTURE_SIDES: [u32; 4] = [64, 32, 16, 0];
/// The size below which a file is small, bytes.
const SMALL_FILE_SIZE: usize = 300_000;

impl Capsule {
    /// Cuts ticks out of a recording. `ticks.start` is the number of ticks before the first command, and
    /// `ticks.end` after the last. If the recording ends with the command of a failed tick, and the ticks
    /// reach its end, that command is the last one.
    ///
    /// Fails for another level, for missing ticks, or for more ticks than a capsule holds.
    pub fn cut(
        level: &Level,
        recording: &Recording,
        ticks: Range<u64>,
        note: &str,
        progress: &Progress,
    ) -> Result<Self, CapsuleError> {
        recording.check_level(level)?;
        if ticks.start >= ticks.end || ticks.end > recording.ticks {
            let fails_at_once = ticks.start == recording.ticks && recording.fault.is_some();
            if !fails_at_once || ticks.end != recording.ticks {
                return Err(CapsuleError::Ticks {
                    from: ticks.start,
                    to: ticks.end,
                    ticks: recording.ticks,
                });
            }
        }
        check_length(ticks.end - ticks.start)?;
        let mut playback = Playback::new(recording.clone());
        let mut world = World::new(level, recording.header.rules);
        let mut begin = world.without_caches();
        let mut commands = Vec::new();
        while world.tick < ticks.end
            && let Some(command) = playback.next_command()
        {
            progress::of_ticks(progress, "playing it", world.tick, ticks.end);
            world.step(level, &command, &mut Vec::new());
            playback.check(&world)?;
            if world.tick == ticks.start {
                begin = world.without_caches();
            } else if world.tick > ticks.start {
                commands.push(command);
            }
        }
        playback.settle(level, &world)?;
        let unfinished = (recording.fault.as_ref()).and_then(|fault| fault.unfinished);
        commands.extend(unfinished.filter(|_| ticks.end == recording.ticks));
        Self::of_moment(level, begin, commands, &recording.header.level, note)
    }

    /// The capsule of a world and the commands after it. The level was opened as `opened_by`. Fails
    /// without a command, or with more than a capsule holds.
    pub fn of_moment(
        level: &Level,
        world: World,
        commands: Vec<Command>,
        opened_by: &str,
        note: &str,
    ) -> Result<Self, CapsuleError> {
        if commands.is_empty() {
            return Err(CapsuleError::Ticks {
                from: world.tick,
                to: world.tick,
                ticks: world.tick,
            });
        }
        check_length(commands.len() as u64)?;
        let mut bodies = BodyPaths::default();
        let mut hashes = Vec::with_capacity(commands.len());
        // A panic ends the capsule.
        let _ = play(level, &world, &commands, |before, _, after| {
            bodies.add(before, after);
            hashes.push(after.state_hash());
            true
        });
        if hashes.is_empty() {
            bodies.add(&world.player, &world);
        }
        let commands = commands[..commands.len().min(hashes.len() + 1)].to_vec();
        let mut capsule = Self {
            note: note.to_owned(),
            level: opened_by.to_owned(),
            content: level.content_hash,
            made_by: env!("CARGO_PKG_VERSION").to_owned(),
            excerpt: Excerpt::of(level, &bodies.places(level, None, None)),
            world: world.without_caches(),
            commands,
            hashes,
        };
        capsule.fit(level, &bodies)?;
        Ok(capsule)
    }

    /// Chooses the smallest part of the level that leads to the same states, with as many visible
    /// triangles as keep the file small.
    fn fit(&mut self, level: &Level, bodies: &BodyPaths) -> Result<(), CapsuleError> {
        let margins = EXCERPT_MARGINS.into_iter().map(Some).chain([None]);
        let mut solid = None;
        for margin in margins {
            self.excerpt = Excerpt::of(level, &bodies.places(level, margin, None));
            if self.replay()?.is_none() {
                solid = Some(margin);
                break;
            }
        }
        let Some(margin) = solid else {
            return Err(CapsuleError::NotRepeatable {
                level: level.name.clone(),
            });
        };
        let mut widest = None;
        for seen in SEEN_MARGINS {
            let places = bodies.places(level, margin, Some(seen));
            self.excerpt = Excerpt::of(level, &places);
            self.excerpt.shrink_textures(0);
            if widest.is_some() && self.to_bytes()?.len() > MAX_BYTES_WITHOUT_TEXTURES {
                break;
            }
            widest = Some(places);
        }
        if let Some(places) = widest {
            self.excerpt = Excerpt::of(level, &places);
        }
        let [largest, smaller @ ..] = TEXTURE_SIDES;
        self.excerpt.take_textures(level, largest);
        for side in smaller {
            if self.to_bytes()?.len() < SMALL_FILE_SIZE {
                break;
            }
            self.excerpt.shrink_textures(side);
        }
        Ok(())
    }

    /// The number of commands in the capsule.
    pub fn ticks(&self) -> u64 {
        self.commands.len() as u64
    }

    /// The number of ticks that were played before the capsule's first command.
    pub fn begins_at(&self) -> u64 {
        self.world.tick
    }

    /// The number of static solid triangles in the capsule's part of the level.
    pub fn triangles(&self) -> usize {
        self.excerpt.triangles()
    }

    /// The part of the level that the capsule holds, as a level.
    pub fn level(&self) -> Result<Level, CapsuleError> {
        (self.excerpt.level()).map_err(|problem| CapsuleError::Senseless { problem })
    }

    /// The commands of the ticks that were completed: all but one that panics.
    pub fn played(&self) -> &[Command] {
        &self.commands[..self.hashes.len().min(self.commands.len())]
    }

    /// Replays the capsule, and returns the first tick whose state differs from the stored one. The last
    /// command is not played if it panics.
    pub fn replay(&self) -> Result<Option<Difference>, CapsuleError> {
        let level = self.level()?;
        let mut stored = self.hashes.iter();
        let mut difference = None;
        let played = play(&level, &self.world, self.played(), |_, _, world| {
            let (Some(stored), replayed) = (stored.next(), world.state_hash()) else {
                return false;
            };
            difference = (*stored != replayed).then_some(Difference {
                tick: world.tick,
                stored: *stored,
                replayed: Ok(replayed),
            });
            difference.is_none()
        });
        Ok(difference.or_else(|| {
            let (tick, words) = played.err()?;
            Some(Difference {
                tick,
                stored: stored.next().copied().unwrap_or_default(),
                replayed: Err(words),
            })
        }))
    }

    /// The faults that the game's own checks find in the capsule, each kind at its first tick.
    pub fn faults(&self) -> Result<Vec<FoundFault>, CapsuleError> {
        Ok(faults::find(&self.level()?, &self.world, &self.commands))
    }

    /// The state before the capsule's first command.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The capsule's commands as a recording whose ticks count from its beginning.
    pub fn recording(&self, path: &Path) -> Result<Recording, CapsuleError> {
        let header = Header::of(&self.level()?, self.world.rules, self.level.clone());
        Ok(Recording::of_moment(path, header, &self.commands))
    }
}

/// Refuses more ticks than a capsule holds.
fn check_length(ticks: u64) -> Result<(), CapsuleError> {
    match ticks <= MAX_TICKS {
        true => Ok(()),
        false => Err(CapsuleError::TooLong { ticks }),
    }
}

/// A fact about the world after each command, up to a tick that panics.
fn after_each<T>(
    level: &Level,
    world: &World,
    commands: &[Command],
    fact: impl Fn(&World) -> T,
) -> Vec<T> {
    let mut facts = Vec::with_capacity(commands.len());
    // A panic ends the capsule.
    let _ = play(level, world, commands, |_, _, after| {
        facts.push(fact(after));
        true
    });
    facts
}

/// Plays commands for as long as `seen` returns true. It receives the player before and the world after
/// each. Returns the last world. The error is the tick that panicked and its message.
pub(crate) fn play(
    level: &Level,
    world: &World,
    commands: &[Command],
    mut seen: impl FnMut(&Player, &Command, &World) -> bool,
) -> Result<World, (u64, String)> {
    let mut world = world.clone();
    for command in commands {
        let before = world.player;
        let tick = world.tick + 1;
        crash::catch(|| {
            injected_fault::in_tick(tick);
            world.step(level, command, &mut Vec::new());
        })
        .map_err(|words| (tick, words))?;
        if !seen(&before, command, &world) {
            break;
        }
    }
    Ok(world)
}
