//! Running the simulation without a window: a restless player, playback of recordings, traces and
//! reports, hunts for escapes, and pictures drawn offscreen, also of a level's findings. There is no
//! sound, and the clock only measures durations.

#![warn(unreachable_pub)]

mod bench;
pub mod capsule;
mod compare;
mod confirm;
mod events;
mod film;
mod finding_pictures;
mod hunt;
mod method_list;
mod output_files;
mod pages;
mod picture;
mod record;
mod report;
mod run;
mod run_pages;
mod tick_cost;
mod tick_judge;
mod trace;
mod wander;
mod why;
mod write_error;

pub use bench::{BenchOptions, BenchReport, Measuring, Pose, Stage, Step, bench};
pub use compare::{
    CompareError, CompareOptions, Compared, ComparedMethod, Comparison, Deepest, Findings, Found,
    compare,
};
pub use confirm::lighting_times;
pub use confirm::{Confirmed, confirm, next_tick, replay};
pub use events::EventStream;
pub use film::{FilmOptions, FilmReport, film};
pub use finding_pictures::{PictureBook, finding_picture};
pub use hunt::{Find, Hunt, HuntOptions, HuntProgress, easel_for_finds, hunt};
pub use method_list::list_methods;
pub use pages::{Easel, PagesError, finding_quality};
pub use picture::{PictureError, check_picture_name, shot, world_at};
pub use record::record;
pub use run::{SimOptions, Source, simulate};
pub use run_pages::{PagesWritten, write_pages};
pub use tick_cost::TickCost;
pub use tick_cost::mean_microseconds;
pub use tick_judge::FaultKind;
pub use wander::Wander;
pub use why::{
    BallWhy, FoundTick, OtherOutcome, Subject, TickPagesWritten, TickRequest, WhichBalls, Why,
    WhyError, find_tick, find_tick_in_capsule, write_tick_page,
};
pub use write_error::WriteError;
