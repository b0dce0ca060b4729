//! The constants that tune the simulation's feel, with their units.

pub use hexbound_base::body::{
    EDGE_UP_WALKING, JUMP_HEIGHT, STEP_HEIGHT, STEP_TOLERANCE, WALK_FOOTING, snap,
};

/// Gravity on balls, m/s².
pub const BALL_GRAVITY: f32 = 9.81;
/// Gravity on the player, m/s²: stronger than on balls, so that a jump feels crisp.
pub const PLAYER_GRAVITY: f32 = 16.0;

/// The upward speed with which a jump reaches its height, m/s.
pub fn jump_speed() -> f32 {
    (2.0 * PLAYER_GRAVITY * JUMP_HEIGHT).sqrt()
}

/// The time after walking off an edge within which a jump is still granted, seconds.
pub const COYOTE_TIME: f32 = 0.10;
/// The time before landing within which a pressed jump is kept for the landing, seconds.
pub const JUMP_BUFFER: f32 = 0.12;
/// The acceleration toward the wished velocity on the ground, m/s².
pub const GROUND_ACCELERATION: f32 = 60.0;
/// The deceleration to a standstill on the ground, m/s².
pub const GROUND_FRICTION: f32 = 45.0;
/// The deceleration to the wished speed on the ground from a speed above running, m/s².
pub const FAST_FRICTION: f32 = 6.0;
/// The margin above running speed, m/s, beyond which a player was thrown, carried or slid.
pub const RUN_SPEED_MARGIN: f32 = 0.3;
/// The acceleration toward the wished velocity in the air, m/s²; without a wish the air does not brake.
pub const AIR_ACCELERATION: f32 = 14.0;
/// The acceleration toward the wished velocity in flight, m/s².
pub const FLY_ACCELERATION: f32 = 30.0;
/// The speed of rising and descending in flight, m/s.
pub const FLY_SPEED: f32 = 4.0;
/// The greatest speed of a fall, m/s.
pub const TERMINAL_SPEED: f32 = 60.0;

/// The default walking speed, m/s.
pub const WALK_SPEED: f32 = 5.0;
/// The factor of the walking speed while sprinting.
pub const SPRINT_RATIO: f32 = 1.6;
/// The factor of the walking speed while crouching.
pub const CROUCH_RATIO: f32 = 0.5;

/// The speed of turning by keys, radians a second.
pub const TURN_RATE: f32 = 2.4;
/// The steepest view up or down, radians: a little short of vertical.
pub const PITCH_LIMIT: f32 = 1.55;

/// The least upward component of a contact normal for an edge to carry a landing body.
pub const EDGE_UP_LANDING: f64 = 0.5;

/// The fraction of a step's smoothing that is left after a tick.
pub const STEP_SMOOTHING: f32 = 0.90;
/// The fraction of the eye's distance to its height in another stance that is left after a tick.
pub const STANCE_SMOOTHING: f32 = 0.90;
/// The most that the eye lags behind a step, meters.
pub const STEP_OFFSET_LIMIT: f32 = 0.5;

/// The walking distance between footsteps, meters.
pub const STRIDE_LENGTH: f32 = 2.0;
/// The least speed at which a run into an obstacle is heard, m/s.
pub const BUMP_SPEED: f32 = 2.5;
/// The least speed at which a landing is heard, m/s.
pub const LAND_SPEED: f32 = 1.0;

/// The depth below the level's bounds at which a body is lost, meters.
pub const KILL_BELOW: f32 = 8.0;
/// The distance beside or above the level's bounds at which a body is lost, meters.
pub const KILL_BESIDE: f32 = 60.0;

/// The mass of the player, kilograms.
pub const PLAYER_MASS: f32 = 80.0;
/// The mass of a walker, kilograms.
pub const WALKER_MASS: f32 = 120.0;

/// The speed of a thrown ball, m/s.
pub const THROW_SPEED: f32 = 18.0;
/// The distance before the eye at which a ball leaves the hand, meters.
pub const THROW_REACH: f32 = 0.45;
/// The fraction of its approach speed that a ball keeps when it bounces off a bumper.
pub const BUMPER_RESTITUTION: f32 = 1.0;
/// The coefficient of sliding friction between balls and the level: the greatest friction impulse as a
/// fraction of the normal impulse.
pub const BALL_FRICTION: f32 = 0.3;
/// The rolling resistance of a ball on its support, m/s².
pub const ROLLING_FRICTION: f32 = 1.2;
/// The speed below which a supported ball comes to rest, m/s.
pub const SLEEP_SPEED: f32 = 0.02;
/// The number of slow ticks in a row after which a supported ball comes to rest.
pub const SLEEP_TICKS: u8 = 12;

/// The speed that a blast adds to a player or walker that it touches, to a ball of one kilogram, and at
/// most to a prop, m/s.
pub const BLAST_SPEED: f32 = 5.5;
/// The distance at which a blast has faded to nothing, meters.
pub const BLAST_REACH: f32 = 3.0;
/// The most speed that a blast adds to a light ball, m/s.
pub const MAX_BLAST_SPEED: f32 = 10.0;
/// The greatest impulse of a blast on a prop, newton-seconds. No prop gains more than `BLAST_SPEED`.
pub const BLAST_IMPULSE: f32 = 200.0;

/// The speed at which a walker that touches the player throws them back, m/s.
pub const SHOVE_SPEED: f32 = 5.0;
/// The upward speed of that throw, m/s.
pub const SHOVE_UP: f32 = 2.6;
/// The speed above which the landing of a walker is heard, m/s.
pub const WALKER_LAND_SPEED: f32 = 2.0;
/// The greatest remaining offset of the eye from a step at which a walker can rest, meters.
pub const MAX_REST_STEP_OFFSET: f32 = 1e-3;

/// The greatest distance at which a prop can be looked at and selected, meters.
pub const PROP_SELECT_REACH: f32 = 30.0;
/// The reach of the free pointer from the camera, meters: an orbiting camera views a level from far away.
pub const POINTER_REACH: f32 = 2000.0;
/// The acceleration of a prop along its own axis while a key is held, m/s².
pub const PROP_ACCELERATION: f32 = 2.0;
/// The highest speed of a prop along each of its own axes, m/s.
pub const PROP_SPEED: f32 = 6.0;
/// The speed of a placed shape, m/s.
pub const PLACING_SPEED: f32 = 0.6;
/// The turning speed of a placed shape, radians a second.
pub const PLACING_TURN_SPEED: f32 = 0.8;
/// The greatest distance of a placed shape from its start along each axis, meters.
pub const PLACING_REACH: f32 = 6.0;
/// The coefficient of sliding friction of props that fall or are pushed: a fraction of the normal
/// impulse.
pub const PROP_FRICTION: f32 = 0.5;
/// The least speed at which the impact of a prop that falls or is pushed is heard, m/s.
pub const PROP_IMPACT_SPEED: f32 = 0.4;
/// The force with which the player pushes a prop, newtons.
pub const PLAYER_PUSH: f32 = 500.0;
/// The least speed at which a prop's contact is heard, m/s.
pub const PROP_CONTACT_SPEED: f32 = 0.05;
/// The number of rings of parallel rays around a prop's central ray: 37 rays.
pub const PROP_RAY_RINGS: u32 = 3;

/// The least speed at which a ball's impact explodes, m/s.
pub const EXPLOSION_SPEED: f32 = 2.0;
/// The least speed at which a ball's impact is heard, m/s.
pub const BOUNCE_SPEED: f32 = 0.4;
