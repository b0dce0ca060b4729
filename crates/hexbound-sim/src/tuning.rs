//! Every number of the simulation's feel, with its unit.

pub use hexbound_base::body::{
    EDGE_UP_WALKING, JUMP_HEIGHT, STEP_HEIGHT, STEP_TOLERANCE, WALK_FOOTING, snap,
};

/// Gravity on balls, m/s².
pub const BALL_GRAVITY: f32 = 9.81;
/// Gravity on the player, m/s²: stronger than on balls, so that a jump feels crisp.
pub const PLAYER_GRAVITY: f32 = 16.0;

/// The speed upward, m/s, with which a jump reaches its height.
pub fn jump_speed() -> f32 {
    (2.0 * PLAYER_GRAVITY * JUMP_HEIGHT).sqrt()
}

/// A jump is still granted so long after walking off an edge, seconds.
pub const COYOTE_TIME: f32 = 0.10;
/// A jump pressed so long before landing is made then, seconds.
pub const JUMP_BUFFER: f32 = 0.12;
/// The acceleration toward the wished velocity on the ground, m/s².
pub const GROUND_ACCELERATION: f32 = 60.0;
/// The deceleration to a standstill on the ground, m/s².
pub const GROUND_FRICTION: f32 = 45.0;
/// The deceleration to the wished speed on the ground from a speed that no legs gave, m/s².
pub const FAST_FRICTION: f32 = 6.0;
/// A player this much faster than they could run, m/s, was thrown, carried or slid.
pub const ABOVE_RUN: f32 = 0.3;
/// The acceleration toward the wished velocity in the air, m/s²; without a wish the air does not
/// brake.
pub const AIR_ACCELERATION: f32 = 14.0;
/// The acceleration toward the wished velocity in flight, m/s².
pub const FLY_ACCELERATION: f32 = 30.0;
/// The speed of rising and descending in flight, m/s.
pub const FLY_SPEED: f32 = 4.0;
/// The greatest speed of a fall, m/s: the air holds faster ones.
pub const TERMINAL_SPEED: f32 = 60.0;

/// The walking speed by the usual rules, m/s.
pub const WALK_SPEED: f32 = 5.0;
/// Walking speed grows to this part while sprinting, and shrinks to that while crouching.
pub const SPRINT_SPEED: f32 = 1.6;
pub const CROUCH_SPEED: f32 = 0.5;

/// Turning by keys, radians a second.
pub const TURN_RATE: f32 = 2.4;
/// The steepest look up or down, radians: a little short of straight.
pub const PITCH_LIMIT: f32 = 1.55;

/// An edge carries a body that comes down from the air while its contact normal points up at least this
/// much.
pub const EDGE_UP_LANDING: f64 = 0.5;

/// The part of a step's smoothing that is left after a tick.
pub const STEP_SMOOTHING: f32 = 0.90;
/// The part of the eye's way to its height in another stance that is left after a tick.
pub const STANCE_SMOOTHING: f32 = 0.90;
/// The eye lags behind a step at most this much, meters.
pub const STEP_OFFSET_LIMIT: f32 = 0.5;

/// Walking distance between footsteps, meters.
pub const STRIDE_LENGTH: f32 = 2.0;
/// Running into something at this speed or faster is heard, m/s.
pub const BUMP_SPEED: f32 = 2.5;
/// Coming down at this speed or faster is heard, m/s.
pub const LAND_SPEED: f32 = 1.0;

/// A body further than this below the level's bounds is lost, meters.
pub const KILL_BELOW: f32 = 8.0;
/// A body further than this beside or above the level's bounds is lost, meters.
pub const KILL_BESIDE: f32 = 60.0;

/// The mass of the player, kilograms.
pub const PLAYER_MASS: f32 = 80.0;
/// The mass of a walker, kilograms.
pub const WALKER_MASS: f32 = 120.0;

/// The speed of a thrown ball, m/s.
pub const THROW_SPEED: f32 = 18.0;
/// The distance before the eye at which a ball leaves the hand, meters.
pub const THROW_REACH: f32 = 0.45;
/// The part of its approach speed that a ball keeps when it bounces off a bumper.
pub const BUMPER_RESTITUTION: f32 = 1.0;
/// The sliding friction between balls and the level: the most that friction gives as a part of the
/// normal impulse.
pub const BALL_FRICTION: f32 = 0.3;
/// The rolling resistance of a ball on what it stays on, m/s².
pub const ROLLING_FRICTION: f32 = 1.2;
/// A supported ball slower than this comes to rest, m/s.
pub const SLEEP_SPEED: f32 = 0.02;
/// A supported ball comes to rest after it was slow for so many ticks in a row.
pub const SLEEP_TICKS: u8 = 12;

/// The speed that a blast gives to a touched player, and to a kilogram of a thrown body, m/s.
pub const BLAST_SPEED: f32 = 5.5;
/// A blast fades with the distance, to nothing here, meters.
pub const BLAST_REACH: f32 = 3.0;
/// The most speed that a blast gives to what is light, m/s.
pub const MAX_BLAST_SPEED: f32 = 10.0;
/// The impulse that a blast gives a prop at its center, newton-seconds; no prop gets faster by it than
/// the player.
pub const BLAST_IMPULSE: f32 = 200.0;

/// The speed at which a walker that touches the player throws them back, m/s; and up.
pub const SHOVE_SPEED: f32 = 5.0;
pub const SHOVE_UP: f32 = 2.6;
/// A walker that comes down at this speed or faster is heard, m/s.
pub const WALKER_HEARD: f32 = 2.0;
/// A walker can rest when its height is smoothed by less than this, meters.
pub const STEP_OFFSET_REST: f32 = 1e-3;

/// Props are looked at and selected within this distance, meters.
pub const PROP_SELECT_REACH: f32 = 30.0;
/// The distance from the picture's own eye within which the free pointer stands on something, meters: an
/// orbit looks at a level from far away.
pub const POINTER_REACH: f32 = 2000.0;
/// The acceleration that a held key gives a prop along its own axis, m/s².
pub const PROP_ACCELERATION: f32 = 2.0;
/// The highest speed of a prop along each of its own axes, m/s.
pub const PROP_SPEED: f32 = 6.0;
/// The speed of a placed shape, m/s, how fast it turns, radians a second, and how far along each axis it
/// goes from where it began, meters.
pub const PLACING_SPEED: f32 = 0.6;
pub const PLACING_TURN: f32 = 0.8;
pub const PLACING_REACH: f32 = 6.0;
/// The sliding friction of props that fall or are pushed, as a part of the normal impulse.
pub const PROP_FRICTION: f32 = 0.5;
/// The impact of a prop that falls or is pushed is heard from this speed on, m/s.
pub const PROP_IMPACT_SPEED: f32 = 0.4;
/// The strength with which the player pushes a prop, newtons.
pub const PLAYER_PUSH: f32 = 500.0;
/// A prop's contact at this speed or faster is heard, m/s.
pub const PROP_CONTACT_SPEED: f32 = 0.05;
/// Rings of parallel rays around the one from a prop's center: 37 rays.
pub const PROP_RAY_RINGS: u32 = 3;

/// A ball's impact at this speed or faster explodes, m/s.
pub const EXPLOSION_SPEED: f32 = 2.0;
/// A ball's impact at this speed or faster is heard, m/s.
pub const BOUNCE_SPEED: f32 = 0.4;
