//! Shrinks a capsule while a fault stays in it, by delta debugging (Zeller and Hildebrandt, "Simplifying
//! and Isolating Failure-Inducing Input"): fewer ticks, fewer triangles, fewer buttons.

use std::{cell::Cell, sync::Arc};

use glam::Vec3;

use super::{Capsule, CapsuleError, FoundFault, after_each, faults, play};
use crate::tick_judge::FaultKind;
use hexbound_base::words::counted;
use hexbound_level::Level;
use hexbound_sim::{BallOrigin, Buttons, Command, Explosions, World};

/// The most trials: after so many, a capsule hardly gets any smaller.
const MAX_TRIALS: usize = 4_000;
/// The trials between two words about the progress.
const TOLD_EVERY: usize = 100;

impl Capsule {
    /// The smallest capsule with a fault of the same kind at the last tick: by default of the gravest
    /// kind that this one has. `told` hears how far it is, in words. It is an error if there is no such
    /// fault.
    pub fn minimize(
        &self,
        kind: Option<FaultKind>,
        told: &dyn Fn(&str),
    ) -> Result<(Self, FoundFault), CapsuleError> {
        self.minimize_by(kind, told, MAX_TRIALS)
    }

    /// Minimizes by at most so many trials.
    fn minimize_by(
        &self,
        kind: Option<FaultKind>,
        told: &dyn Fn(&str),
        most: usize,
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
            told,
            tried: Cell::new(0),
            most,
            level: self.level()?,
            world: self.world.clone(),
            commands: self.commands.clone(),
            triangles: (0..self.triangles() as u32).collect(),
        };
        trial.cut_end();
        trial.begin_later();
        trial.forget_bodies();
        loop {
            trial.report();
            let before = (trial.commands.len(), trial.triangles.len());
            trial.drop_triangles();
            trial.drop_ticks();
            if trial.is_spent() || before == (trial.commands.len(), trial.triangles.len()) {
                break;
            }
        }
        trial.calm_commands();
        trial.finish()
    }
}

/// A capsule that shrinks.
struct Trial<'a> {
    capsule: &'a Capsule,
    kind: FaultKind,
    /// Hears how far it is.
    told: &'a dyn Fn(&str),
    /// The number of trials that were made, and the most that may be.
    tried: Cell<usize>,
    most: usize,
    /// The level with the triangles that are left.
    level: Level,
    world: World,
    commands: Vec<Command>,
    /// The places of the triangles that are left, in order.
    triangles: Vec<u32>,
}

impl Trial<'_> {
    fn report(&self) {
        (self.told)(&format!(
            "{}, {}, after {}",
            counted(self.commands.len(), "tick", "ticks"),
            counted(self.triangles.len(), "triangle", "triangles"),
            counted(self.tried.get(), "trial", "trials")
        ));
    }

    /// Returns whether no trial is left.
    fn is_spent(&self) -> bool {
        self.tried.get() >= self.most
    }

    /// The number of commands up to the fault, if it still comes. It is a trial; where none is left, it
    /// fails.
    fn fails(&self, world: &World, commands: &[Command]) -> Option<usize> {
        if self.is_spent() {
            return None;
        }
        self.tried.set(self.tried.get() + 1);
        if self.tried.get().is_multiple_of(TOLD_EVERY) {
            self.report();
        }
        faults::commands_until(self.kind, &self.level, world, commands)
    }

    /// Leaves out the ticks after the fault. It is no trial, since the fault has to come last.
    fn cut_end(&mut self) {
        let length = faults::commands_until(self.kind, &self.level, &self.world, &self.commands);
        if let Some(length) = length {
            self.commands.truncate(length);
        }
    }

    /// Begins as late as possible with the fault still there.
    fn begin_later(&mut self) {
        let begins = self.begins();
        let mut length = 1;
        while length < self.commands.len() {
            let latest = self.commands.len() - length;
            length *= 2;
            let Some(begin) = begins.iter().rfind(|begin| **begin <= latest) else {
                return;
            };
            let (earlier, later) = self.commands.split_at(*begin);
            let Ok(world) = play(&self.level, &self.world, earlier, |_, _, _| true) else {
                continue;
            };
            if let Some(until) = self.fails(&world, later) {
                self.commands = later[..until].to_vec();
                self.world = world.lightened();
                return;
            }
        }
    }

    /// The numbers of ticks after which the moment may begin. Who leaks or is lost has to stand there, if
    /// they ever stood: the way out belongs to the fault. Who is lost and never stood is followed from the
    /// beginning.
    fn begins(&self) -> Vec<usize> {
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

    /// The player's place after each tick, on the level with the triangles that are left.
    fn way(&self) -> Vec<Vec3> {
        let place = |after: &World| after.player.position;
        after_each(&self.level, &self.world, &self.commands, place)
    }

    /// Leaves out the balls that were thrown, and the explosions.
    fn forget_bodies(&mut self) {
        let mut world = self.world.clone();
        (world.balls).retain(|ball| ball.origin != BallOrigin::Thrown);
        world.explosions = Explosions::default();
        if let Some(until) = self.fails(&world, &self.commands) {
            self.commands.truncate(until);
            self.world = world;
        }
    }

    fn drop_triangles(&mut self) {
        let all = self.triangles.clone();
        // Without ground anybody is lost: who was lost has to go the same way.
        let way = (self.kind == FaultKind::Respawn).then(|| self.way());
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
            let goes_alike = way.as_ref().is_none_or(|way| *way == self.way());
            if goes_alike && let Some(until) = self.fails(&self.world, &self.commands) {
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
            (!self.is_spent()).then(|| self.fails(&self.world, commands).is_some())
        });
        self.commands = kept;
        self.cut_end();
    }

    /// Releases the buttons and stills the looks that the fault can do without.
    fn calm_commands(&mut self) {
        for place in 0..self.commands.len() {
            let buttons = (0..u32::BITS).map(|bit| Buttons(1 << bit));
            let changes = buttons.map(Calmer::Release);
            for change in changes.chain([Calmer::Yaw, Calmer::Pitch]) {
                let Some(command) = self.commands.get(place) else {
                    return;
                };
                let calmer = change.applied(*command);
                if calmer == *command || self.is_spent() {
                    continue;
                }
                let mut commands = self.commands.clone();
                commands[place] = calmer;
                if let Some(until) = self.fails(&self.world, &commands) {
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
            world: self.world.lightened(),
            commands: self.commands,
            hashes: Vec::new(),
            ..self.capsule.clone()
        };
        let (level, world) = (capsule.level()?, &capsule.world);
        capsule.hashes = after_each(&level, world, &capsule.commands, World::state_hash);
        Ok((capsule, fault))
    }
}

/// One part of a command that can be left out.
#[derive(Clone, Copy)]
enum Calmer {
    Release(Buttons),
    Yaw,
    Pitch,
}

impl Calmer {
    fn applied(self, mut command: Command) -> Command {
        match self {
            Self::Release(button) => command.buttons.set(button, false),
            Self::Yaw => command.yaw = 0.0,
            Self::Pitch => command.pitch = 0.0,
        }
        command
    }
}

/// The smallest part of a list that is still accepted, as the whole list is. Parts are left out, half
/// of it at first and single ones at last, for as long as any can be, or until `is_accepted` gives no
/// answer.
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
            // However far it came, the fault is still there, at the last tick.
            assert_eq!(its_fault.kind, fault.kind);
            assert_eq!(its_fault.tick, kept.begins_at() + kept.ticks());
            assert!(kept.faults().unwrap().contains(&its_fault));
        }
    }
}
