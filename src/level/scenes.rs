//! Levels made in code: the builder, and the named scenes that tests, the game and measurements
//! share. `test:NAME` opens one.

mod builder;
mod lit;
mod named;
mod polished;
mod shadows;
mod trials;

pub use builder::SceneBuilder;
pub use named::{NAMES, named};
pub use trials::{Cut, Pit};
