//! The body whose tick is explained, and its notable ticks.

use std::{path::PathBuf, str::FromStr};

use super::WhyError;
use hexbound_inspect::why;
use hexbound_sim::{Impact, Journal};

/// The subject of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Player,
    Balls(WhichBalls),
}

/// The balls that are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichBalls {
    All,
    /// The ball with this id.
    One(u32),
}

impl Subject {
    /// Returns whether a tick is worth explaining.
    pub(super) fn is_notable(self, journal: &Journal) -> bool {
        match self {
            Subject::Player => why::is_notable(journal),
            Subject::Balls(which) => {
                let mut impacts = journal.impacts.all.iter();
                impacts.any(|impact| impact.is_bounce() && which.side_of(impact).is_some())
            }
        }
    }

    /// The error about a run of `ticks` ticks without a notable tick.
    pub(super) fn nothing(self, path: PathBuf, ticks: u64) -> WhyError {
        match self {
            Subject::Player => WhyError::NeverStopped { path, ticks },
            Subject::Balls(which) => WhyError::NeverBounced {
                path,
                ticks,
                which: match which {
                    WhichBalls::All => String::from("no ball bounces"),
                    WhichBalls::One(id) => format!("ball {id} does not bounce"),
                },
            },
        }
    }
}

impl WhichBalls {
    /// The impact from the side of the explained ball, if it is an impact of one.
    pub(super) fn side_of(self, impact: &Impact) -> Option<Impact> {
        match self {
            WhichBalls::All => Some(*impact),
            WhichBalls::One(id) => impact.of_ball(id),
        }
    }
}

impl FromStr for WhichBalls {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(WhichBalls::All),
            id => (id.parse().map(WhichBalls::One)).map_err(|_| {
                String::from("a ball is named by its id, such as 0, or all of them by 'all'")
            }),
        }
    }
}
