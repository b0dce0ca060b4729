//! The times, distances and speeds by which balls touch, stay together and stop.

use crate::tuning::BALL_GRAVITY;
use hexbound_base::clock::TICK_RATE;

/// The length of a tick, seconds.
pub(super) const TICK_SECONDS: f64 = 1.0 / TICK_RATE as f64;

/// Balls and surfaces nearer than this, meters, count as lying on each other.
pub(super) const TOUCH_GAP: f64 = 5e-5;

/// The speed that gravity gives in a tick and a half, m/s. An approach no faster than this, as far
/// as it can come from gravity, makes a contact that lasts.
pub(super) const LASTING_SPEED: f64 = BALL_GRAVITY as f64 * 1.5 * TICK_SECONDS;

/// The fastest approach that makes a contact last where nothing is lost, m/s. A ball that bounces off
/// the ground with this speed has half of the contacts that it may have in a tick.
pub(super) const LOSSLESS_LASTING_SPEED: f64 =
    BALL_GRAVITY as f64 * TICK_SECONDS / MAX_BALL_CONTACTS as f64;

/// The most contacts of a ball in one tick: jammed into a narrowing gap it would bounce for ever.
/// After so many it stops where it is for the rest of the tick.
pub(super) const MAX_BALL_CONTACTS: u32 = 64;
