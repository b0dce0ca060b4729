//! The simulation: a world, stepped one fixed tick at a time by one command, giving events.
//! Pure and deterministic: no clock, no input or output, no global, no platform's trigonometry.

// Tests may compare with the platform's own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod air;
mod balls;
mod bodies;
mod by_article;
mod by_box;
mod command;
mod event;
mod explosion;
mod ghosts;
mod ground_rays;
mod history;
mod marks;
mod motion;
mod movers;
mod on_rays;
mod place;
mod player;
mod props;
mod rules;
mod stance;
mod touch;
pub mod tuning;
mod view;
mod walk;
mod world;

pub use crate::body::{
    CROUCHED_EYE_HEIGHT, CROUCHED_HALF_HEIGHT, EYE_HEIGHT, HALF_HEIGHT, RADIUS, view_direction,
};
pub use balls::{BALL_MASS, BALL_RADIUS, Ball, MAX_BALLS, exchanged, reflected};
pub use by_article::explain_by_article;
pub use by_box::{BoxDecision, BoxPlace, BoxReason};
pub use command::{Buttons, CollisionMode, Command};
pub use event::{Event, EventKind, Loss, Side};
pub use explosion::{EXPLOSION_POOL, Explosion, Explosions};
pub use ghosts::{Ghost, Ghosts, PARTED, Parting};
pub use ground_rays::{GroundRay, GroundStrategy, RayGround, ground_rays};
pub use history::{HISTORY_TICKS, History};
pub use marks::{MarkColor, MarkFace, MarkLine, Marks};
pub use movers::{MovedLevel, PlacedMover};
pub use player::{Player, WishedMove};
pub use props::{PropContact, PropState, Touched};
pub use rules::{PoolPolicy, PropRays, PropStop, Rules};
pub use view::{DebugLine, GhostView, SeenProp, View};
pub use world::World;
