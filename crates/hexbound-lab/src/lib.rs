//! Running the simulation without a window: a restless player, recordings fed back, traces and
//! reports, hunts for escapes, and pictures drawn offscreen, those of a level's findings among them.
//! No sound, no clock but for saying how long it took.

#![warn(unreachable_pub)]

mod axis;
mod bench;
pub mod capsule;
mod compare;
mod confirm;
mod events;
mod film;
mod finding_pictures;
mod html;
mod hunt;
mod made_anew;
mod method_list;
mod picture;
mod record;
mod report;
mod run;
mod run_pages;
mod tick_cost;
mod trace;
mod wander;
mod why;

pub use bench::{BenchOptions, BenchReport, Measuring, Pose, Stage, Step, bench};
pub use compare::{
    CompareError, CompareOptions, Compared, ComparedMethod, Comparison, Deepest, Found, compare,
};
pub use confirm::lighting_times;
pub use confirm::{Confirmed, confirm, next_tick, replay};
pub use events::EventStream;
pub use events::EventsError;
pub use film::{FilmOptions, FilmReport, film};
pub use finding_pictures::{PictureBook, PictureBookError, finding_picture, finding_quality};
pub use hunt::{Find, FindKind, FindPictures, Hunt, HuntOptions, HuntProgress, hunt};
pub use method_list::list_methods;
pub use picture::{PictureError, Shot, check_picture_name, shot, world_at};
pub use record::record;
pub use run::{Options, Source, simulate};
pub use run_pages::{PagesError, PagesOptions, PagesWritten, write_pages};
pub use tick_cost::TickCost;
pub use tick_cost::mean_microseconds;
pub use wander::Wander;
pub use why::{
    BallWhy, Otherwise, TickPagesError, TickPagesWritten, WhichBalls, Why, WhyError, why, why_ball,
    why_ball_in_capsule, why_in_capsule, write_tick_page,
};
