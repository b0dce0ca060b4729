//! The simulation: a world, advanced one fixed tick at a time by one command, with events as its output.
//! Pure and deterministic: no clock, no input or output, no globals, no platform-dependent trigonometry.

#![warn(unreachable_pub)]
// Tests may compare with the platform's own trigonometry.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod aim;
mod among_balls;
mod balls;
mod blast;
mod bodies;
mod broad_phase;
mod character;
mod command;
mod event;
mod explosion;
mod free_place;
mod ghosts;
mod history;
mod impacts;
mod journal;
pub mod judge;
mod kept_journal;
mod loss;
mod methods;
mod movers;
mod numbers;
mod play;
mod probe;
mod props;
mod rules;
mod spawning;
mod throwing;
mod triggering;
pub mod tuning;
mod view;
mod walkers;
mod world;

pub use broad_phase::bytes_per_triangle;
pub use hexbound_base::body::{BODY_RADIUS, CROUCHED_HALF_HEIGHT, EYE_HEIGHT, HALF_HEIGHT};

pub use balls::{
    BALL_MASS, BALL_RADIUS, Ball, BallMaterial, BallOrigin, Impact, MAX_BALLS, ReflectedSide,
    Struck,
};
pub use character::{BoxDecision, BoxPlace, BoxReason, Character, GroundRay};
pub use command::{Buttons, Command, PointerDirection, Rewound};
pub use event::{Event, EventKind, ImpactSide, Loss};
pub use explosion::{Explosion, Explosions};
pub use ghosts::{Drift, Ghost, GhostMethods, Ghosts, PARTING_DISTANCE, Parting};
pub use history::History;
pub use journal::{ArticleJournal, Journal, Manner, Stage, TickImpacts};
pub use loss::living_space;
pub use methods::{
    ArticleReach, BallFlight, BallMeeting, BoundingPlanes, Choice, Coherence, CollisionMode,
    GroundStrategy, MethodChoices, Methods, PlayerShape, PlayerTree, PropSense, Question,
    ReportedContacts,
};
pub use movers::{MovedLevel, PlacedMover, crush_position};
pub use play::{MarkedBody, Medal, Par, PlayState, Refusal, RunResult, Shortfall, TargetMark};
pub use probe::{Probe, TickPart};
pub use props::{MovingProp, PropRay, PropRayKind, PropState, Touched, prop_rays};
pub use rules::{PoolPolicy, Rules};
pub use view::{GhostColor, GhostView, LitTarget, PropLine, SeenBall, SeenProp, View};
pub use walkers::{Mood, SeenWalker, Strike, Walker, WalkerFate};
pub use world::World;

/// The character that commands move.
pub type Player = Character;
