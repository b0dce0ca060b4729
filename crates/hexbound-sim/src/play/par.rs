//! The par of a level, which determines its medals, and the shortfall of a run for a medal.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use hexbound_level::PlaySettings;

/// The time and the number of balls that earn gold in a level, if its author sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Par {
    /// The par time, seconds.
    pub seconds: Option<f32>,
    pub balls: Option<u32>,
}

/// The time and the balls by which a run misses a medal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortfall {
    pub medal: Medal,
    pub seconds: f64,
    pub balls: u32,
}

/// The medal that a finished run earns: gold within par, silver within one and a half times par, bronze
/// for finishing.
#[derive(
    Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Medal {
    Bronze,
    Silver,
    Gold,
}

impl Medal {
    /// The medal's name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Par {
    pub fn of(settings: &PlaySettings) -> Self {
        Self {
            seconds: settings.par_seconds,
            balls: settings.par_balls,
        }
    }

    /// The shortfall of a finished run for a medal; `None` if it earns the medal.
    pub fn shortfall(self, medal: Medal, seconds: f64, balls: u32) -> Option<Shortfall> {
        let factor = match medal {
            Medal::Gold => 1.0,
            Medal::Silver => 1.5,
            Medal::Bronze => return None,
        };
        let most_seconds = self
            .seconds
            .map_or(f64::INFINITY, |par| f64::from(par) * factor);
        let most_balls = self
            .balls
            .map_or(f64::INFINITY, |par| f64::from(par) * factor);
        let is_earned = seconds <= most_seconds && f64::from(balls) <= most_balls;
        (!is_earned).then(|| Shortfall {
            medal,
            seconds: (seconds - most_seconds).max(0.0),
            balls: balls.saturating_sub(most_balls as u32),
        })
    }

    /// The shortfall of a finished run for the next better medal; `None` if it has earned gold.
    pub fn to_next(self, seconds: f64, balls: u32) -> Option<Shortfall> {
        let shortfall = |medal| self.shortfall(medal, seconds, balls);
        shortfall(Medal::Silver).or_else(|| shortfall(Medal::Gold))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortfall_for_the_next_medal_is_in_time_in_balls_or_in_both() {
        let par = Par {
            seconds: Some(100.0),
            balls: Some(5),
        };
        let next = |seconds, balls| {
            let shortfall = par.to_next(seconds, balls)?;
            Some((shortfall.medal, shortfall.seconds, shortfall.balls))
        };
        assert_eq!(next(100.0, 5), None);
        assert_eq!(next(130.0, 5), Some((Medal::Gold, 30.0, 0)));
        assert_eq!(next(99.0, 7), Some((Medal::Gold, 0.0, 2)));
        assert_eq!(next(160.0, 9), Some((Medal::Silver, 10.0, 2)));
        assert_eq!(Par::default().to_next(1e6, 1000), None);
    }
}
