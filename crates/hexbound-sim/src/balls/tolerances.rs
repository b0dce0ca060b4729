//! The times, distances and speeds at which balls touch, stay together and stop.

use crate::tuning::BALL_GRAVITY;
use hexbound_base::clock::TICK_RATE;

/// The duration of a tick, seconds.
pub(super) const TICK_SECONDS: f64 = 1.0 / TICK_RATE as f64;

/// The gap below which balls and surfaces count as lying on each other, meters.
pub(super) const TOUCH_GAP: f64 = 5e-5;

/// The speed that gravity adds in a tick and a half, m/s. A slower approach, as far as gravity can cause
/// it, makes a contact that lasts.
pub(super) const LASTING_SPEED: f64 = BALL_GRAVITY as f64 * 1.5 * TICK_SECONDS;

/// The fastest approach that makes a lossless contact last, m/s. A ball that bounces off the ground with
/// this speed has half of the contacts allowed in a tick.
pub(super) const LOSSLESS_LASTING_SPEED: f64 =
    BALL_GRAVITY as f64 * TICK_SECONDS / MAX_BALL_CONTACTS as f64;

/// The most contacts of a ball in one tick: jammed into a narrowing gap it would bounce forever. A ball
/// with more stops for the rest of the tick.
pub(super) const MAX_BALL_CONTACTS: u32 = 64;
