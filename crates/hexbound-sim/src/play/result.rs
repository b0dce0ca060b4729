//! The result of a finished run: the numbers that count against par, which a recording can claim and a
//! replay confirm.

use std::{cmp::Ordering, fmt};

use serde::{Deserialize, Serialize};

use super::Medal;
use crate::World;
use hexbound_base::{clock::TICK_RATE, words::counted};
use hexbound_level::Level;

/// The result of a finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// The tick at which the level was finished.
    pub ticks: u64,
    /// The number of ticks undone by rewinding before that tick.
    pub rewound: u64,
    /// The number of times that the player rewound.
    pub rewinds: u32,
    /// The number of balls thrown.
    pub balls: u32,
    /// The number of targets lit.
    pub lit: u32,
    /// True if the player had help.
    pub assisted: bool,
    pub medal: Medal,
}

impl RunResult {
    /// The result of a run now; `None` before it is finished.
    pub fn of(world: &World, level: &Level) -> Option<Self> {
        let play = &world.play;
        Some(Self {
            ticks: play.finished?,
            rewound: play.rewound,
            rewinds: play.rewinds,
            balls: play.thrown,
            lit: play.lit_count() as u32,
            assisted: play.assisted,
            medal: play.medal(&level.play)?,
        })
    }

    /// The time that counts against par, seconds: the played and the rewound time.
    pub fn score_seconds(&self) -> f64 {
        (self.ticks + self.rewound) as f64 / f64::from(TICK_RATE)
    }

    /// Compares two results of one level: the better one is less. A run without help is better than one
    /// with it; then the shorter time counts, then fewer balls.
    pub fn compare(&self, other: &Self) -> Ordering {
        let key = |it: &Self| (it.assisted, it.ticks + it.rewound, it.balls);
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for RunResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{:.2} s, {}, {}, {}",
            self.score_seconds(),
            counted(self.balls, "ball", "balls"),
            counted(self.rewinds, "rewind", "rewinds"),
            self.medal.name()
        )?;
        match self.assisted {
            true => f.write_str(", assisted"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_counts_before_time_and_time_before_balls() {
        let result = |assisted, ticks, balls| RunResult {
            ticks,
            rewound: 100,
            rewinds: 1,
            balls,
            lit: 3,
            assisted,
            medal: Medal::Bronze,
        };
        let ordered = [
            result(false, 900, 9),
            result(false, 1000, 5),
            result(false, 1000, 6),
            result(true, 500, 1),
        ];
        assert!(ordered.is_sorted_by(|one, next| one.compare(next) == Ordering::Less));
        assert_eq!(ordered[0].score_seconds(), 1000.0 / 120.0);
        let later = RunResult {
            rewound: 0,
            ..result(false, 1000, 9)
        };
        let order = later.compare(&ordered[0]);
        assert_eq!(order, Ordering::Equal, "the sum counts");
    }
}
