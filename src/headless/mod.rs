//! Running the simulation without a window: a restless player, recordings fed back, traces and
//! reports, and pictures drawn offscreen. No sound, no clock but for saying how long it took.

mod bench;
mod picture;
mod report;
mod run;
mod trace;
mod wander;

pub use bench::{
    BenchOptions, BenchReport, MOST_GROWTH, Measuring, Milliseconds, PartReport, PassReport, Pose,
    SoakError, SoakOptions, SoakReport, Soaking, Stage, Step, Work, bench, soak,
};
pub use picture::{DemoReport, PictureError, Shot, demo, shot, world_at};
pub use report::{RejectedBy, RunReport};
pub use run::{Options, SimError, Source, replay, simulate};
pub use wander::Wander;
