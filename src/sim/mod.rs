//! The simulation: a world, stepped one fixed tick at a time by one command, giving events.
//! Pure and deterministic: no clock, no input or output, no global, no platform's trigonometry.

mod air;
mod balls;
mod by_article;
mod by_box;
mod command;
mod event;
mod explosion;
mod ground_rays;
mod motion;
mod on_rays;
mod player;
mod rules;
pub mod tuning;
mod view;
mod walk;
mod world;

pub use balls::{BALL_MASS, BALL_RADIUS, Ball, MAX_BALLS, exchanged, reflected};
pub use by_box::{BoxDecision, BoxPlace, BoxReason};
pub use command::{Buttons, CollisionMode, Command};
pub use event::{Event, EventKind};
pub use explosion::{EXPLOSION_POOL, Explosion, Explosions};
pub use ground_rays::{GroundStrategy, RayGround};
pub use player::{EYE_HEIGHT, HALF_HEIGHT, Player, RADIUS};
pub use rules::{PoolPolicy, Rules};
pub use view::View;
pub use world::World;
