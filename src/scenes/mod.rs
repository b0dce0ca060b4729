//! Levels made in code: a builder, and the named scenes that tests, measurements and `test:NAME` on
//! the command line share. Reading levels from files is `level`'s.

mod builder;
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
mod targets;
mod trials;

pub use builder::SceneBuilder;
pub use museum::{Bay, HALF_WIDTH, Hall, Side};
pub(crate) use museum::{is_on_button, origin};
pub(crate) use named::LESSONS;
pub use named::{NAMES, named};
pub use trials::{Cut, Pit};
