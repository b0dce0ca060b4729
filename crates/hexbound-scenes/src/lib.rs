//! Levels made in code: a builder, and the named scenes that tests, measurements and `test:NAME` on the
//! command line share. `hexbound-level` reads levels from files.

#![warn(unreachable_pub)]

mod builder;
pub mod catalog;
mod classes;
mod crates;
mod crowd;
mod lesson_30;
mod lit;
mod museum;
mod named;
mod played;
mod polished;
mod range;
mod shadows;
mod shapes;
pub mod starter;
mod targets;
mod trials;

pub use builder::SceneBuilder;
pub use museum::{Bay, HALF_WIDTH, Hall, Side, is_on_button, origin};
pub use named::{LESSON_SCENES, SCENE_NAMES, named};
pub use trials::{Cut, Pit};
