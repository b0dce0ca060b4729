//! From window events to commands: held buttons, clicks too short for a tick, raw mouse motion
//! and the pointer's capture. No window is opened and nothing is simulated here.

mod bindings;
mod controls;
mod pointer;

pub use bindings::{Action, REWIND, action};
pub use controls::Controls;
pub use pointer::{Pointer, PointerWindow};
