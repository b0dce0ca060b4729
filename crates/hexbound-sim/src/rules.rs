//! The settings that a run starts with; they are stored in the recording.

use serde::{Deserialize, Serialize};

use super::tuning::{COYOTE_TIME, JUMP_BUFFER, WALK_SPEED};
use hexbound_collide::hash::Hasher;

/// The policy for a new explosion when the pool is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PoolPolicy {
    /// The new explosion is dropped, as in NeHe lesson 30.
    #[default]
    Drop,
    /// The oldest explosion is removed.
    Reuse,
}

/// The settings that change a run. A recording that does not name one uses its default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The walking speed, meters a second.
    pub walk_speed: f32,
    /// The policy for a new explosion when the pool is full.
    pub explosion_pool: PoolPolicy,
    /// The fraction of the approach speed that a ball keeps when it bounces off the level or another
    /// ball.
    pub restitution: f32,
    /// The time after walking off an edge for which a jump is still granted, seconds.
    pub coyote_time: f32,
    /// The time before a landing for which a press of JUMP is kept for it, seconds.
    pub jump_buffer: f32,
    /// True if RISE and DESCEND make the player fly, provided the level allows it.
    pub flight: bool,
    /// True if the hand is never empty, whatever the level's settings.
    pub endless_balls: bool,
}

impl Rules {
    /// Returns whether all numbers of the rules are valid.
    pub fn are_valid(&self) -> bool {
        let is_speed = self.walk_speed.is_finite() && self.walk_speed > 0.0;
        let is_time = |seconds: f32| (0.0..=MAX_FORGIVENESS_SECONDS).contains(&seconds);
        is_speed
            && (0.0..=1.0).contains(&self.restitution)
            && is_time(self.coyote_time)
            && is_time(self.jump_buffer)
    }

    /// Feeds everything that a tick depends on to the hash. The pattern names every field, so that a new
    /// one can't be forgotten.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            walk_speed,
            explosion_pool,
            restitution,
            coyote_time,
            jump_buffer,
            flight,
            // Hashed as a part of the play's own state.
            endless_balls: _,
        } = *self;
        hasher
            .f32(walk_speed)
            .f32(restitution)
            .f32(coyote_time)
            .f32(jump_buffer)
            .u32(explosion_pool as u32)
            .u32(u32::from(flight));
    }

    /// Returns whether the rules make a run easier than the level's author meant it: another speed,
    /// livelier balls, more forgiving jumps, or an endless hand.
    pub fn are_assistance(&self) -> bool {
        let usual = Self::default();
        self.endless_balls
            || self.walk_speed != usual.walk_speed
            || self.restitution != usual.restitution
            || self.coyote_time > usual.coyote_time
            || self.jump_buffer > usual.jump_buffer
    }
}

/// The longest forgiveness of jumps, seconds; more would be another game.
const MAX_FORGIVENESS_SECONDS: f32 = 10.0;

impl Default for Rules {
    fn default() -> Self {
        Self {
            walk_speed: WALK_SPEED,
            explosion_pool: PoolPolicy::Drop,
            restitution: 0.8,
            coyote_time: COYOTE_TIME,
            jump_buffer: JUMP_BUFFER,
            flight: true,
            endless_balls: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_about_runs_has_the_usual_rules() {
        let page = include_str!("../../../docs/runs.md");
        let rules = serde_json::to_string(&Rules::default()).unwrap();
        assert!(page.contains(&format!("\nrules {rules}\n")), "{rules}");
    }

    /// The usual rules with one change.
    fn changed(change: fn(&mut Rules)) -> Rules {
        let mut rules = Rules::default();
        change(&mut rules);
        rules
    }

    #[test]
    fn rules_that_are_easier_than_usual_are_help() {
        let usual = Rules::default();
        let harder = Rules {
            coyote_time: 0.0,
            jump_buffer: 0.0,
            explosion_pool: PoolPolicy::Reuse,
            flight: false,
            ..usual
        };
        assert!(!usual.are_assistance() && !harder.are_assistance());
        for easier in [
            changed(|it| it.walk_speed = 6.0),
            changed(|it| it.restitution = 1.0),
            changed(|it| it.coyote_time = 1.0),
            changed(|it| it.jump_buffer = 1.0),
            changed(|it| it.endless_balls = true),
        ] {
            assert!(easier.are_assistance(), "{easier:?}");
        }
    }
}
