//! Minimizes a capsule while a fault remains in it, by delta debugging (Zeller and Hildebrandt,
//! "Simplifying and Isolating Failure-Inducing Input"): fewer ticks, fewer triangles, fewer buttons.

use std::{cell::Cell, sync::Arc};

use glam::Vec3;

use super::{Capsule, CapsuleError, FoundFault, after_each, faults, play};
use crate::tick_judge::FaultKind;
use hexbound_base::words::counted;
use hexbound_level::Level;
use hexbound_sim::{BallOrigin, Buttons, Command, Explosions, World};

/// The largest number of trials. With more, a capsule hardly gets any smaller.
const MAX_TRIALS: usize = 4_000;
/// The number of trials between two progress reports.
const TRIALS_PER_REPORT: usize = 100;

impl Capsule {
    /// Returns the smallest capsule found with a fault of the same kind at its last tick. By default it
    /// is the gravest kind in this capsule. `progress` receives the progress as text. Fails if there is no
    /// such fault.
    pub fn minimize(
        &self,
        kind: Option<FaultKind>,
        progress: &dyn Fn(&str),
    ) -> Result<(Self, FoundFault), CapsuleError> {
        self.minimize_by(kind, progress, MAX_TRIALS)
    }

    /// Minimizes by at most `max_trials` trials.
    fn minimize_by(
        &self,
        kind: Option<FaultKind>,
        progress: &dyn Fn(&str),
        max_trials: usize,
    ) -> Result<(Self, FoundFault), CapsuleError> {
        let found = self.faults()?;
        let fault = match kind {
            None => found.first(),
            Some(kind) => found.iter().find(|fault| fault.kind == kind),
        };
        let fault = *fault.ok_or_else(|| CapsuleError::NoFault {
            kind,
            found: found.iter().map(|fault| fault.kind).collect(),
        })?;
        let mut trial = Trial {
            capsule: self,
            kind: fault.kind,
            progress,
            tried: Cell::new(0),
            max_trials,
            level: self.level()?,
            world: self.world.clone(),
            commands: self.commands.clone(),
            triangles: (0..self.triangles() as u32).collect(),
        };
        trial.cut_end();
        trial.delay_start();
        trial.remove_bodies();
        loop {
            trial.report();
            let before = (trial.commands.len(), trial.triangles.len());
            trial.drop_triangles();
            trial.drop_ticks();
            if trial.is_spent() || before == (trial.commands.len(), trial.triangles.len()) {
                break;
            }
        }
        trial.simplify_commands();
        trial.finish()
    }
}

/// A capsule that is being minimized.
struct Trial<'a> {
    capsule: &'a Capsule,
    kind: FaultKind,
    /// Receives the progress as text.
    progress: &'a dyn Fn(&str),
    /// The number of trials so far.
    tried: Cell<usize>,
    /// The largest number of trials.
    max_trials: usize,
    /// The level with the remaining triangles.
    level: Level,
    world: World,
    commands: Vec<Command>,
    /// The indices of the remaining triangles, ascending.
    triangles: Vec<u32>,
}

impl Trial<'_> {
    fn report(&self) {
        (self.progress)(&format!(
            "{}, {}, after {}",
            counted(self.commands.len(), "tick", "ticks"),
            counted(self.triangles.len(), "triangle", "triangles"),
            counted(self.tried.get(), "trial", "trials")
        ));
    }

    /// Returns whether no trial is left.
    fn is_spent(&self) -> bool {
        self.tried.get() >= self.max_trials
    }

    /// Runs a trial. Returns the number of commands up to the fault, or `None` if the fault is gone or no
    /// trial is left.
    fn reproduces_after(&self, world: &World, commands: &[Command]) -> Option<usize> {
        if self.is_spent() {
            return None;
        }
        self.tried.set(self.tried.get() + 1);
        if self.tried.get().is_multiple_of(TRIALS_PER_REPORT) {
            self.report();
        }
        faults::commands_until(self.kind, &self.level, world, commands)
    }

    /// Removes the ticks after the fault. It is no trial, since the fault must come last.
    fn cut_end(&mut self) {
        let length = faults::commands_until(self.kind, &self.level, &self.world, &self.commands);
        if let Some(length) = length {
            self.commands.truncate(length);
        }
    }

    /// Moves the start as late as possible while the fault remains.
    fn delay_start(&mut self) {
        let starts = self.possible_starts();
        let mut length = 1;
        while length < self.commands.len() {
            let latest = self.commands.len() - length;
            length *= 2;
            let Some(begin) = starts.iter().rfind(|begin| **begin <= latest) else {
                return;
            };
            let (earlier, later) = self.commands.split_at(*begin);
            let Ok(world) = play(&self.level, &self.world, earlier, |_, _, _| true) else {
                continue;
            };
            if let Some(until) = self.reproduces_after(&world, later) {
                self.commands = later[..until].to_vec();
                self.world = world.without_caches();
                return;
            }
        }
    }

    /// Returns the ticks at which the capsule may begin. For a leak or a respawn these are ticks on the
    /// ground, since the path out belongs to the fault. A lost player without such a tick keeps the whole
    /// run.
    fn possible_starts(&self) -> Vec<usize> {
        let mut stands = vec![self.world.player.grounded];
        let is_grounded = |after: &World| after.player.grounded;
        stands.extend(after_each(
            &self.level,
            &self.world,
            &self.commands,
            is_grounded,
        ));
        let has_way_out = matches!(self.kind, FaultKind::Through | FaultKind::Respawn);
        let all = 0..self.commands.len();
        match has_way_out && stands.contains(&true) {
            true => all
                .filter(|tick| stands.get(*tick) == Some(&true))
                .collect(),
            false if self.kind == FaultKind::Respawn => vec![0],
            false => all.collect(),
        }
    }

    /// The player's place after each tick, on the level with the remaining triangles.
    fn path(&self) -> Vec<Vec3> {
        let place = |after: &World| after.player.position;
        after_each(&self.level, &self.world, &self.commands, place)
    }

    /// Removes the thrown balls, and the explosions.
    fn remove_bodies(&mut self) {
        let mut world = self.world.clone();
        (world.balls).retain(|ball| ball.origin != BallOrigin::Thrown);
        world.explosions = Explosions::default();
        if let Some(until) = self.reproduces_after(&world, &self.commands) {
            self.commands.truncate(until);
            self.world = world;
        }
    }

    fn drop_triangles(&mut self) {
        let all = self.triangles.clone();
        // Without ground any player is lost, so a lost player must take the same path.
        let path = (self.kind == FaultKind::Respawn).then(|| self.path());
        let kept = shrink(all, |triangles| {
            if self.is_spent() {
                return None;
            }
            let Ok((collision, surfaces)) = self.capsule.excerpt.part(triangles) else {
                return Some(false);
            };
            let before = (
                std::mem::replace(&mut self.level.collision, Arc::new(collision)),
                std::mem::replace(&mut self.level.surfaces, surfaces),
            );
            let goes_alike = path.as_ref().is_none_or(|path| *path == self.path());
            if goes_alike && let Some(until) = self.reproduces_after(&self.world, &self.commands) {
                self.commands.truncate(until);
                return Some(true);
            }
            (self.level.collision, self.level.surfaces) = before;
            Some(false)
        });
        self.triangles = kept;
    }

    fn drop_ticks(&mut self) {
        let all = self.commands.clone();
        let kept = shrink(all, |commands| {
            (!self.is_spent()).then(|| self.reproduces_after(&self.world, commands).is_some())
        });
        self.commands = kept;
        self.cut_end();
    }

    /// Releases the buttons and stops the turns that the fault does not need.
    fn simplify_commands(&mut self) {
        for index in 0..self.commands.len() {
            let buttons = (0..u32::BITS).map(|bit| Buttons(1 << bit));
            let changes = buttons.map(Simplification::Release);
            for change in changes.chain([Simplification::Yaw, Simplification::Pitch]) {
                let Some(command) = self.commands.get(index) else {
                    return;
                };
                let simpler = change.applied(*command);
                if simpler == *command || self.is_spent() {
                    continue;
                }
                let mut commands = self.commands.clone();
                commands[index] = simpler;
                if let Some(until) = self.reproduces_after(&self.world, &commands) {
                    commands.truncate(until);
                    self.commands = commands;
                }
            }
        }
    }

    fn finish(self) -> Result<(Capsule, FoundFault), CapsuleError> {
        let mut excerpt = self.capsule.excerpt.clone();
        (excerpt.keep_only(&self.triangles)).map_err(|error| CapsuleError::Senseless {
            problem: error.to_string(),
        })?;
        let fault = FoundFault {
            kind: self.kind,
            tick: self.world.tick + self.commands.len() as u64,
        };
        let mut capsule = Capsule {
            excerpt,
            world: self.world.without_caches(),
            commands: self.commands,
            hashes: Vec::new(),
            ..self.capsule.clone()
        };
        let (level, world) = (capsule.level()?, &capsule.world);
        capsule.hashes = after_each(&level, world, &capsule.commands, World::state_hash);
        Ok((capsule, fault))
    }
}

/// A part of a command that can be removed.
#[derive(Clone, Copy)]
enum Simplification {
    Release(Buttons),
    Yaw,
    Pitch,
}

impl Simplification {
    fn applied(self, mut command: Command) -> Command {
        match self {
            Self::Release(button) => command.buttons.set(button, false),
            Self::Yaw => command.yaw = 0.0,
            Self::Pitch => command.pitch = 0.0,
        }
        command
    }
}

/// The smallest sublist found that is still accepted, as the whole list is. Pieces are removed while
/// possible, halves first and single elements last. Ends early once `is_accepted` returns `None`.
pub fn shrink<T: Clone>(
    mut all: Vec<T>,
    mut is_accepted: impl FnMut(&[T]) -> Option<bool>,
) -> Vec<T> {
    let mut size = all.len() / 2;
    while size > 0 {
        let mut from = 0;
        let mut has_shrunk = false;
        while from < all.len() && all.len() > 1 {
            let to = (from + size).min(all.len());
            let without = [&all[..from], &all[to..]].concat();
            let accepted = match without.is_empty() {
                true => false,
                false => match is_accepted(&without) {
                    Some(accepted) => accepted,
                    None => return all,
                },
            };
            if accepted {
                all = without;
                has_shrunk = true;
            } else {
                from = to;
            }
        }
        if size > 1 || !has_shrunk {
            size /= 2;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::capsule::tests::leaking;

    #[test]
    fn it_tells_how_far_it_is_and_ends_after_so_many_trials() {
        let capsule = leaking();
        let minimized = |most| {
            let told = RefCell::new(Vec::new());
            let note = |said: &str| told.borrow_mut().push(said.to_owned());
            let small = capsule.minimize_by(Some(FaultKind::Through), &note, most);
            (small.unwrap(), told.into_inner())
        };
        let ((_, fault), told) = minimized(MAX_TRIALS);
        let hundredth = |said: &String| said.ends_with(", after 100 trials");
        assert!(told.iter().any(hundredth), "{told:?}");
        for most in [0, 1, 20, 60] {
            let ((kept, its_fault), told) = minimized(most);
            assert!(most > 0 || kept.triangles() == capsule.triangles());
            let beyond = format!(", after {}", most + 1);
            assert!(!told.iter().any(|said| said.contains(&beyond)), "{told:?}");
            // After any number of trials, the last tick still has the fault.
            assert_eq!(its_fault.kind, fault.kind);
            assert_eq!(its_fault.tick, kept.begins_at() + kept.ticks());
            assert!(kept.faults().unwrap().contains(&its_fault));
        }
    }
}
