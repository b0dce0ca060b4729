//! The state of a level that is played for its targets, as panels: what is lit, how many balls are
//! in hand, the time, and the results at the end.

use egui::Color32;

use super::{
    TEAL, TEXT,
    panel::{Line, MOST_HEXAGONS},
};
use crate::sim::Medal;

/// The color of balls: brass.
const BRASS: Color32 = Color32::from_rgb(0xe0, 0xb0, 0x60);
/// The most balls that are shown one by one.
const MOST_BALLS: u32 = 12;

/// The state of the game in a level.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// For each target, whether it is lit; empty in a level without targets.
    pub targets: Vec<bool>,
    /// The number of balls in hand, and in a full hand.
    pub balls: Option<[u32; 2]>,
    /// The time played, seconds.
    pub seconds: f64,
    /// The time taken back, seconds.
    pub rewound: f64,
    pub flying: bool,
}

/// The results of a finished level.
#[derive(Clone, Debug)]
pub struct Results {
    pub title: String,
    pub medal: Medal,
    /// The time played, seconds.
    pub seconds: f64,
    /// The time taken back, seconds.
    pub rewound: f64,
    pub rewinds: u32,
    pub thrown: u32,
    pub par_seconds: Option<f32>,
    pub par_balls: Option<u32>,
    pub assisted: bool,
    /// The level that comes after this one.
    pub next: Option<String>,
}

impl Status {
    /// The lines of the panel; none where there is nothing to say.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if !self.targets.is_empty() {
            lines.push(self.target_line());
            lines.push(self.time_and_balls());
        }
        if self.flying {
            lines.push(Line::new().with("flying", TEAL));
        }
        lines
    }

    fn target_line(&self) -> Line {
        if self.targets.len() <= MOST_HEXAGONS {
            return Line::hexagons(&self.targets);
        }
        let lit = self.targets.iter().filter(|lit| **lit).count();
        Line::new().with(format!("{lit} of {} lit", self.targets.len()), TEAL)
    }

    fn time_and_balls(&self) -> Line {
        let mut line = Line::new().with(clock(self.seconds), TEXT);
        if self.rewound > 0.0 {
            line = line.with(format!(" +{:.0}", self.rewound), TEAL);
        }
        match self.balls {
            Some([balls, full]) if full <= MOST_BALLS => {
                let gone = full.saturating_sub(balls) as usize;
                line.with(format!("  {}", "●".repeat(balls as usize)), BRASS)
                    .with("○".repeat(gone), BRASS)
            }
            Some([balls, _]) => line.with(format!("  ● {balls}"), BRASS),
            None => line,
        }
    }
}

impl Results {
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = vec![
            Line::new().with(self.title.clone(), TEAL),
            Line::new()
                .with("● ", medal_color(self.medal))
                .with(format!("{} medal", self.medal.name()), TEXT),
            self.time(),
            self.balls(),
        ];
        if self.rewinds > 0 {
            let times = if self.rewinds == 1 { "time" } else { "times" };
            let text = format!("turned back {} {times}", self.rewinds);
            lines.push(Line::new().with(text, TEXT));
        }
        if self.assisted {
            lines.push(Line::new().with("assisted", TEXT));
        }
        lines.push(Line::new());
        if let Some(next) = &self.next {
            lines.push(key("Enter", &format!("on to {next}")));
        }
        lines.push(key("Backspace", "begin again"));
        lines
    }

    fn time(&self) -> Line {
        let mut line = Line::new().with(format!("time   {}", fine_clock(self.seconds)), TEXT);
        if self.rewound > 0.0 {
            line = line.with(format!(" + {:.1} taken back", self.rewound), TEAL);
        }
        match self.par_seconds {
            Some(par) => line.with(format!("   par {}", clock(f64::from(par))), TEXT),
            None => line,
        }
    }

    fn balls(&self) -> Line {
        let line = Line::new().with(format!("balls  {}", self.thrown), TEXT);
        match self.par_balls {
            Some(par) => line.with(format!("   par {par}"), TEXT),
            None => line,
        }
    }
}

fn key(name: &str, does: &str) -> Line {
    Line::new()
        .with(format!("{name:<10}"), TEAL)
        .with(does, TEXT)
}

fn medal_color(medal: Medal) -> Color32 {
    match medal {
        Medal::Gold => Color32::from_rgb(0xff, 0xd0, 0x5a),
        Medal::Silver => Color32::from_rgb(0xd8, 0xdc, 0xe4),
        Medal::Bronze => Color32::from_rgb(0xc8, 0x82, 0x4a),
    }
}

/// Minutes and whole seconds.
fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// Minutes, seconds and hundredths.
fn fine_clock(seconds: f64) -> String {
    let hundredths = (seconds.max(0.0) * 100.0).round() as u64;
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    format!("{minutes}:{:02}.{:02}", rest / 100, rest % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(clock(59.99), "0:59");
        assert_eq!(clock(125.0), "2:05");
        assert_eq!(fine_clock(59.999), "1:00.00");
        assert_eq!(fine_clock(61.256), "1:01.26");
    }

    #[test]
    fn a_level_without_targets_says_nothing_unless_one_flies() {
        let mut status = Status::default();
        assert!(status.lines().is_empty());
        status.flying = true;
        assert_eq!(status.lines().len(), 1);
        status.targets = vec![true; 30];
        assert_eq!(status.lines().len(), 3);
    }
}
