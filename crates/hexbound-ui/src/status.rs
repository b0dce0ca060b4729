//! The state of a level with targets, as a panel: lit targets, balls in hand, and the time.

use super::{
    TEXT_COLOR,
    panel::{Ink, Line, MAX_HEXAGONS},
    theme::BRASS_COLOR,
};
use hexbound_base::words::{Words, phrase};

/// The largest number of balls that are shown individually.
const MAX_LISTED_BALLS: u32 = 12;

/// The state of the game in a level.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// The targets, true for a lit one; empty in a level without targets.
    pub targets: Vec<bool>,
    /// The numbers of balls in hand and in a full hand.
    pub balls: Option<[u32; 2]>,
    /// The time played, seconds.
    pub seconds: f64,
    /// The time rewound, seconds.
    pub rewound: f64,
    pub flying: bool,
}

impl Status {
    /// The lines of the panel; none if there is nothing to show.
    pub(crate) fn lines(&self, words: &Words) -> Vec<Line> {
        let mut lines = Vec::new();
        if !self.targets.is_empty() {
            lines.push(self.target_line(words));
            lines.push(self.time_and_balls());
        }
        if self.flying {
            lines.push(Line::new().with(words.text("flying"), Ink::Accent));
        }
        lines
    }

    fn target_line(&self, words: &Words) -> Line {
        let lit = self.targets.iter().filter(|lit| **lit).count();
        if self.targets.len() <= MAX_HEXAGONS {
            return Line::hexagons(lit, self.targets.len());
        }
        let said = phrase("target-lit").with("lit", lit);
        let said = said.with("all", self.targets.len());
        Line::new().with(words.say(&said), Ink::Accent)
    }

    fn time_and_balls(&self) -> Line {
        let mut line = Line::new().with(clock(self.seconds), TEXT_COLOR);
        // A shorter time would read as zero.
        if self.rewound > 0.5 {
            line = line.with(format!(" +{:.0}", self.rewound), Ink::Accent);
        }
        match self.balls {
            Some([balls, full]) if full <= MAX_LISTED_BALLS => {
                let gone = full.saturating_sub(balls) as usize;
                line.with(format!("  {}", "●".repeat(balls as usize)), BRASS_COLOR)
                    .with("○".repeat(gone), BRASS_COLOR)
            }
            Some([balls, _]) => line.with(format!("  ● {balls}"), BRASS_COLOR),
            None => line,
        }
    }
}

/// Minutes and whole seconds.
pub fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(clock(59.99), "0:59");
        assert_eq!(clock(125.0), "2:05");
    }

    #[test]
    fn a_level_without_targets_says_nothing_unless_one_flies() {
        let mut status = Status::default();
        assert!(status.lines(Words::english()).is_empty());
        status.flying = true;
        assert_eq!(status.lines(Words::english()).len(), 1);
        status.targets = vec![true; 30];
        assert_eq!(status.lines(Words::english()).len(), 3);
    }
}
