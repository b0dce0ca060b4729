//! A performance defined by a state and a function that advances it by a tick.

use super::{Performance, ShownBody};

/// A state, its step function, and the functions of its bodies and its figure.
pub(crate) struct Acted<S> {
    pub state: S,
    /// The length of the test case, ticks.
    pub length: u64,
    /// Advances the state by the tick with the index, from 0.
    pub step: fn(&mut S, u64),
    pub bodies: fn(&S) -> Vec<ShownBody>,
    pub figure: fn(&S) -> f64,
}

/// An [`Acted`] while it is played.
struct Running<S> {
    acted: Acted<S>,
    ticks: u64,
}

impl<S: 'static> Acted<S> {
    /// The performance from its beginning.
    pub(crate) fn begin(self) -> Box<dyn Performance> {
        Box::new(Running {
            acted: self,
            ticks: 0,
        })
    }
}

/// A test case that can't be played. Its figure is NaN, which meets no bound.
pub(crate) fn nothing() -> Box<dyn Performance> {
    Acted {
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
        (self.acted.step)(&mut self.acted.state, self.ticks);
        self.ticks += 1;
    }

    fn is_over(&self) -> bool {
        self.ticks >= self.acted.length
    }

    fn bodies(&self) -> Vec<ShownBody> {
        (self.acted.bodies)(&self.acted.state)
    }

    fn figure(&self) -> f64 {
        (self.acted.figure)(&self.acted.state)
    }
}
