//! Scripts that are played by one body each, and their recorded samples.

use glam::Vec3;

use super::{
    gauge::{self, BodySample, Gauge},
    script::{Hold, Script},
};
use crate::{Performance, ShownBody, act::Act};
use hexbound_sim::HALF_HEIGHT;

/// A body that follows commands.
pub(super) trait Walker {
    /// Advances by one tick with the buttons of `held`.
    fn tick(&mut self, held: Hold);

    /// The present place and motion.
    fn sample(&self) -> BodySample;
}

/// A role: a body, and the script that it follows.
pub(super) type Role = (Box<dyn Walker>, Script);

/// A function that chooses the visible bodies from the samples so far.
pub(super) type Picture = fn(&Played) -> Vec<ShownBody>;

/// Begins the scripts together; the longest one sets the duration.
pub(super) fn play(roles: Vec<Role>, gauge: Gauge) -> Box<dyn Performance> {
    play_with(roles, gauge, Played::bodies)
}

/// Begins the scripts together as [`play`] does, with a picture of their own.
pub(super) fn play_with(roles: Vec<Role>, gauge: Gauge, picture: Picture) -> Box<dyn Performance> {
    let length = roles.iter().map(|(_, script)| script.ticks()).max();
    Act {
        state: Played {
            samples: vec![Vec::new(); roles.len()],
            roles,
            gauge,
        },
        length: u64::from(length.unwrap_or_default()),
        step: Played::step,
        bodies: picture,
        figure: |played| (played.gauge)(&played.samples),
    }
    .begin()
}

/// Scripts that are being played.
pub(super) struct Played {
    roles: Vec<Role>,
    samples: Vec<Vec<BodySample>>,
    gauge: Gauge,
}

impl Played {
    fn step(&mut self, tick: u64) {
        for ((walker, script), samples) in self.roles.iter_mut().zip(&mut self.samples) {
            walker.tick(script.at(tick as u32));
            samples.push(walker.sample());
        }
    }

    /// The bodies that have not fallen out of the bay.
    pub(super) fn bodies(&self) -> Vec<ShownBody> {
        let feet = self.roles.iter().map(|(walker, _)| walker.sample().feet);
        feet.filter(|feet| feet.y > -7.0).map(shown).collect()
    }

    /// The samples of one of the bodies so far.
    pub(super) fn samples(&self, body: usize) -> &[BodySample] {
        &self.samples[body]
    }

    /// The bodies, each of them violet while it is in the air, once it has settled.
    pub(super) fn violet_in_the_air(&self) -> Vec<ShownBody> {
        let bodies = self.bodies().into_iter().zip(&self.samples);
        let seen = |(body, samples): (ShownBody, &Vec<BodySample>)| {
            let settled = samples.iter().skip(gauge::SETTLING_TICKS);
            body.violet_if(settled.last().is_some_and(|it| !it.grounded))
        };
        bodies.map(seen).collect()
    }
}

/// The visible body with its feet at `feet`.
pub(super) fn shown(feet: Vec3) -> ShownBody {
    ShownBody::person(feet + Vec3::Y * HALF_HEIGHT)
}
