//! Shrinks a capsule while a fault stays in it, by delta debugging (Zeller and Hildebrandt, "Simplifying
//! and Isolating Failure-Inducing Input"): fewer ticks, fewer triangles, fewer buttons.

use std::sync::Arc;

use glam::Vec3;

use super::{Capsule, CapsuleError, FaultKind, FoundFault, faults, play};
use crate::{
    level::Level,
    sim::{BallOrigin, Buttons, Command, Explosions, World},
    words::counted,
};

impl Capsule {
    /// The smallest capsule that was found in which a fault of the same kind still comes at the last
    /// tick: by default of the gravest kind that this one has. `told` hears what is tried, in words.
    /// It is an error if there is no such fault.
    pub fn minimize(
        &self,
        kind: Option<FaultKind>,
        told: &dyn Fn(&str),
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
            level: self.level()?,
            world: self.world.clone(),
            commands: self.commands.clone(),
            triangles: (0..self.triangles()).collect(),
        };
        trial.cut_end();
        trial.begin_later();
        trial.forget_bodies();
        loop {
            told(&format!(
                "{}, {}",
                counted(trial.commands.len(), "tick", "ticks"),
                counted(trial.triangles.len(), "triangle", "triangles")
            ));
            let before = (trial.commands.len(), trial.triangles.len());
            trial.drop_triangles();
            trial.drop_ticks();
            if before == (trial.commands.len(), trial.triangles.len()) {
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
    /// The level with the triangles that are left.
    level: Level,
    world: World,
    commands: Vec<Command>,
    /// The places of the triangles that are left, in order.
    triangles: Vec<usize>,
}

impl Trial<'_> {
    fn fails(&self, world: &World, commands: &[Command]) -> Option<usize> {
        faults::commands_until(self.kind, &self.level, world, commands)
    }

    /// Leaves out the ticks after the fault.
    fn cut_end(&mut self) {
        if let Some(length) = self.fails(&self.world, &self.commands) {
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
            let mut world = self.world.clone();
            // The ticks before a panic can be played.
            let _ = play(&self.level, &self.world, earlier, |_, _, after| {
                world = after.clone();
                true
            });
            if let Some(until) = self.fails(&world, later) {
                self.commands = later[..until].to_vec();
                self.world = world.lightened();
                return;
            }
        }
    }

    /// The numbers of ticks after which the moment may begin. Who leaks or is lost has to stand there, if
    /// they ever stood: the way out belongs to the fault.
    fn begins(&self) -> Vec<usize> {
        let mut stands = vec![self.world.player.grounded];
        let _ = play(&self.level, &self.world, &self.commands, |_, _, after| {
            stands.push(after.player.grounded);
            true
        });
        let has_way_out = matches!(self.kind, FaultKind::Through | FaultKind::Respawn);
        let all = 0..self.commands.len();
        match has_way_out && stands.contains(&true) {
            true => all
                .filter(|tick| stands.get(*tick) == Some(&true))
                .collect(),
            false => all.collect(),
        }
    }

    /// The player's place after each tick, on the level with the triangles that are left.
    fn way(&self) -> Vec<Vec3> {
        let mut way = Vec::new();
        let _ = play(&self.level, &self.world, &self.commands, |_, _, after| {
            way.push(after.player.position);
            true
        });
        way
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
            let Ok((collision, surfaces)) = self.capsule.excerpt.collision(triangles) else {
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
        let mut until = None;
        let kept = shrink(all, |commands| {
            let found = self.fails(&self.world, commands);
            until = found.or(until);
            Some(found.is_some())
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
                if calmer == *command {
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
        let excerpt = self.capsule.excerpt.with_triangles(&self.triangles).bare();
        let mut hashes = Vec::new();
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
        let _ = play(
            &capsule.level()?,
            &capsule.world,
            &capsule.commands,
            |_, _, after| {
                hashes.push(after.state_hash());
                true
            },
        );
        capsule.hashes = hashes;
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

/// The smallest part of a list that is still accepted, as the whole list is: parts are left out, half
/// of it at first and single ones at last, for as long as any can be, or until `is_accepted` gives no
/// answer.
pub(crate) fn shrink<T: Clone>(
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
