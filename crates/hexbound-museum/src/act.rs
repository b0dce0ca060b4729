//! A performance defined by a state and a function that advances it by a tick.

use super::{Performance, ShownBody};

/// A state, its step function, and the functions of its bodies and its figure.
pub(crate) struct Act<S> {
    pub state: S,
    /// The length of the test case, ticks.
    pub length: u64,
    /// Advances the state by the tick with the index, from 0.
    pub step: fn(&mut S, u64),
    pub bodies: fn(&S) -> Vec<ShownBody>,
    pub figure: fn(&S) -> f64,
}

/// An [`Act`] while it is played.
struct Running<S> {
    act: Act<S>,
    ticks: u64,
}

impl<S: 'static> Act<S> {
    /// Begins the performance.
    pub(crate) fn begin(self) -> Box<dyn Performance> {
        Box::new(Running {
            act: self,
            ticks: 0,
        })
    }
}

/// A test case that can't be played. Its figure is NaN, which meets no bound.
pub(crate) fn unplayable() -> Box<dyn Performance> {
    Act {
        state: (),
        length: 0,
        step: |(), _| {},
        bodies: |()| Vec::new(),
        figure: |()| f64::NAN,
    }
    .begin()
}

impl<S> Performance for Running<S> {
    fn step(&mut self) {
        (self.act.step)(&mut self.act.state, self.ticks);
        self.ticks += 1;
    }

    fn is_over(&self) -> bool {
        self.ticks >= self.act.length
    }

    fn bodies(&self) -> Vec<ShownBody> {
        (self.act.bodies)(&self.act.state)
    }

    fn figure(&self) -> f64 {
        (self.act.figure)(&self.act.state)
    }
}
