//! The simulation: a world, stepped one fixed tick at a time by one command, giving events.
//! Pure and deterministic: no clock, no input or output, no global, no platform's trigonometry.

mod air;
mod balls;
mod by_article;
mod command;
mod event;
mod explosion;
mod motion;
mod player;
mod props;
mod rules;
pub mod tuning;
mod view;
mod walk;
mod world;

pub use balls::{BALL_MASS, BALL_RADIUS, Ball, MAX_BALLS, exchanged, reflected};
pub use command::{Buttons, CollisionMode, Command};
pub use event::{Event, EventKind};
pub use explosion::{EXPLOSION_POOL, Explosion, Explosions};
pub use player::{EYE_HEIGHT, HALF_HEIGHT, Player, RADIUS};
pub use props::{PropContact, PropState, Touched};
pub use rules::{PoolPolicy, PropRays, PropStop, Rules};
pub use view::{DebugLine, SeenProp, View};
pub use world::World;
