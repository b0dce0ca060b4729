//! Worlds of the game that are played together, each by methods of its own, and their measurement.

use std::sync::Arc;

use glam::Vec3;
use hexbound_collide::BodyShape;

use crate::{Performance, ShownBody, act::Act};
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::Level;
use hexbound_sim::{Buttons, CollisionMode, Command, Event, Methods, Rules, World};

/// Worlds while they are played.
pub(super) struct MeasuredRun {
    pub level: Arc<Level>,
    pub worlds: Vec<(World, Methods)>,
    /// The events of the last tick, of all worlds.
    pub events: Vec<Event>,
    plan: RunPlan,
    figure: f64,
}

/// The length of a run, the held buttons, its gauge, and its visible bodies.
pub(super) struct RunPlan {
    pub ticks: u64,
    pub buttons: Buttons,
    /// The figure after a tick, from the run and the figure before.
    pub gauge: fn(&MeasuredRun, f64) -> f64,
    pub seen: fn(&MeasuredRun) -> Vec<ShownBody>,
}

impl MeasuredRun {
    /// Begins a run of several worlds, each with its methods.
    pub(super) fn begin(
        level: &Arc<Level>,
        worlds: Vec<(World, Methods)>,
        plan: RunPlan,
    ) -> Box<dyn Performance> {
        Act {
            length: plan.ticks,
            state: MeasuredRun {
                level: Arc::clone(level),
                worlds,
                events: Vec::new(),
                plan,
                figure: 0.0,
            },
            step: |run, _| run.step(),
            bodies: |run| (run.plan.seen)(run),
            figure: |run| run.figure,
        }
        .begin()
    }

    fn step(&mut self) {
        self.events.clear();
        for (world, methods) in &mut self.worlds {
            let command = Command::holding(self.plan.buttons).by(*methods);
            world.step(&self.level, &command, &mut self.events);
        }
        self.figure = (self.plan.gauge)(self, self.figure);
    }

    /// The first world of the run.
    pub(super) fn world(&self) -> &World {
        &self.worlds[0].0
    }

    /// The players of all worlds, as boxes in mode `box`. Those after the first are violet if `others` is
    /// true.
    pub(super) fn players(&self, others: bool) -> Vec<ShownBody> {
        let worlds = self.worlds.iter().enumerate();
        let shown = |(index, (world, methods)): (usize, &(World, Methods))| {
            let person = ShownBody::person(world.player.position);
            let half = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS);
            let shape = match methods.collision {
                CollisionMode::Box => BodyShape::Box { half },
                _ => person.shape,
            };
            ShownBody { shape, ..person }.violet_if(others && index > 0)
        };
        worlds.map(shown).collect()
    }
}

/// A world whose player stands with the feet at `feet`, meters.
pub(super) fn standing(level: &Level, feet: Vec3) -> World {
    let mut world = World::new(level, Rules::default());
    world.player.position = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
    world
}
