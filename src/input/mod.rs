//! From window events to commands: held buttons, clicks shorter than a tick, raw mouse motion and
//! the capture of the pointer. No window is opened and nothing is simulated here.

mod bindings;
mod controls;
mod pointer;

pub(crate) use bindings::{Action, REWIND, action};
pub(crate) use controls::Controls;
pub(crate) use pointer::Pointer;
