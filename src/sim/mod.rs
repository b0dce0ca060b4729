//! The simulation: a world, stepped one fixed tick at a time by one command, giving events.
//! Pure and deterministic: no clock, no input or output, no global, no platform's trigonometry.

// Tests may compare with the platform's own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod balls;
mod bodies;
mod command;
mod event;
mod explosion;
mod free_place;
mod ghosts;
mod history;
mod movers;
mod player;
mod props;
mod rules;
pub mod tuning;
mod view;
mod world;

pub use crate::body::{
    CROUCHED_EYE_HEIGHT, CROUCHED_HALF_HEIGHT, EYE_HEIGHT, HALF_HEIGHT, RADIUS, view_direction,
};
pub use balls::{BALL_MASS, BALL_RADIUS, Ball, MAX_BALLS, exchanged, reflected};
pub use command::{Buttons, CollisionMode, Command};
pub use event::{Event, EventKind, ImpactSide, Loss};
pub use explosion::{EXPLOSION_POOL, Explosion, Explosions};
pub use ghosts::{Ghost, Ghosts, PARTED, Parting};
pub use history::{HISTORY_TICKS, History};
pub use movers::{MovedLevel, PlacedMover};
pub use player::{
    BoxDecision, BoxPlace, BoxReason, EyeOffsets, GroundRay, GroundStrategy, Player, PlayerReport,
    RayGround, WishedMove, explain_by_article, ground_rays,
};
pub use props::{PropContact, PropState, Touched};
pub use rules::{PoolPolicy, PropRays, PropStop, Rules};
pub use view::{GhostView, SeenProp, View};
pub use world::World;
