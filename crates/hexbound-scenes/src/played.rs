//! The parts that make a scene a game: targets, triggers, movers that wait, and a title. Balls,
//! walkers and rules are the builder's own.

use super::SceneBuilder;
use hexbound_level::{MoverStart, Target, Trigger};

impl SceneBuilder {
    /// Sets the title.
    pub fn title(mut self, title: &str) -> Self {
        self.play.title = Some(title.to_string());
        self
    }

    /// Makes the latest part a target; targets are numbered in this order.
    pub fn target(mut self, target: Target) -> Self {
        let number = self.play.targets.len() as u32;
        if let Some(part) = self.parts.last_mut() {
            part.target = Some(number);
            self.play.targets.push(target);
        }
        self
    }

    /// Makes the latest part another part of the latest target.
    pub fn same_target(mut self) -> Self {
        let last = self.play.targets.len().checked_sub(1);
        if let Some(part) = self.parts.last_mut() {
            part.target = last.map(|target| target as u32);
        }
        self
    }

    /// Makes the latest part the surface of a contact trigger.
    pub fn touched(mut self, trigger: Trigger) -> Self {
        let number = self.play.triggers.len() as u32;
        if let Some(part) = self.parts.last_mut() {
            part.trigger = Some(number);
            self.play.triggers.push(trigger);
        }
        self
    }

    /// Adds a trigger that is entered, or that waits for targets. The movers that it starts are numbered
    /// in the order of their creation.
    pub fn trigger(mut self, trigger: Trigger) -> Self {
        self.play.triggers.push(trigger);
        self
    }

    /// Begins a part that moves with the latest mover.
    pub fn moved_part(mut self, name: &str) -> Self {
        let mover = self.movers.len().checked_sub(1);
        self.begin_part(name, mover);
        self
    }

    /// Lets the latest mover wait until a trigger starts it.
    pub fn waiting(mut self) -> Self {
        if let Some(mover) = self.movers.last_mut() {
            mover.start = MoverStart::Played;
        }
        self
    }
}
