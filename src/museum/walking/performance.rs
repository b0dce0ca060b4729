//! A script played by one body, or by two that should agree, and what was noted of each tick.

use glam::Vec3;

use super::script::{Hold, Script};
use crate::{
    museum::{Performance, ShownBody, ShownShape},
    sim::{HALF_HEIGHT, RADIUS},
};

/// A body that follows commands.
pub(super) trait Walker {
    /// Goes on by one tick with these buttons held.
    fn tick(&mut self, held: Hold);

    /// Its place and motion now.
    fn moment(&self) -> Moment;
}

/// The place of a body after a tick, and its motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    /// The place of the feet, meters.
    pub feet: Vec3,
    /// Meters a second.
    pub velocity: Vec3,
    pub grounded: bool,
    /// The highest place of the feet since the moment before, along Y, meters.
    pub highest: f32,
}

/// A gauge: the figure that comes of the moments so far of each body.
pub(super) type Gauge = fn(&[Vec<Moment>]) -> f64;

/// A script while it is played.
pub(super) struct Played {
    walkers: Vec<Box<dyn Walker>>,
    script: Script,
    gauge: Gauge,
    moments: Vec<Vec<Moment>>,
    ticks: u32,
}

impl Played {
    /// Begins the script with these bodies.
    pub(super) fn begin(
        walkers: Vec<Box<dyn Walker>>,
        script: Script,
        gauge: Gauge,
    ) -> Box<dyn Performance> {
        Box::new(Self {
            moments: vec![Vec::new(); walkers.len()],
            walkers,
            script,
            gauge,
            ticks: 0,
        })
    }
}

impl Performance for Played {
    fn step(&mut self) {
        let held = self.script.at(self.ticks);
        for (walker, moments) in self.walkers.iter_mut().zip(&mut self.moments) {
            walker.tick(held);
            moments.push(walker.moment());
        }
        self.ticks += 1;
    }

    fn is_over(&self) -> bool {
        self.ticks >= self.script.ticks()
    }

    fn bodies(&self) -> Vec<ShownBody> {
        let feet = self.walkers.iter().map(|walker| walker.moment().feet);
        feet.filter(|feet| feet.y > -7.0).map(shown).collect()
    }

    fn figure(&self) -> f64 {
        (self.gauge)(&self.moments)
    }
}

/// A body at a place, as it is shown.
pub(super) fn shown(feet: Vec3) -> ShownBody {
    ShownBody {
        center: feet + Vec3::Y * HALF_HEIGHT,
        shape: ShownShape::Body(Vec3::new(RADIUS, HALF_HEIGHT, RADIUS)),
    }
}
