//! The figures of F3, as lines of text.

use glam::DVec3;

use super::{TEAL, TEXT, panel::Line};
use hexbound_collide::Counters;

/// The longest name in characters, so that the panel leaves half a small window free.
const LONGEST: usize = 27;

/// The figures that F3 shows.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub frames_per_second: f64,
    /// The duration of a frame, milliseconds.
    pub frame_ms: f64,
    /// The duration of a tick, milliseconds.
    pub tick_ms: f64,
    /// The body's center in the file's own coordinates, meters.
    pub position: DVec3,
    /// The player's speed, m/s.
    pub speed: f32,
    pub grounded: bool,
    pub flying: bool,
    pub contacts: u32,
    pub balls: usize,
    /// The name of the collision mode.
    pub collision: &'static str,
    /// The collision counters of the last tick.
    pub counters: Counters,
    pub level: String,
    pub triangles: usize,
    /// The number of draw calls of the last frame.
    pub draws: u32,
    /// The number of triangles in them.
    pub drawn_triangles: u64,
    pub adapter: String,
}

impl Figures {
    /// The figures as lines of text.
    pub(super) fn lines(&self) -> Vec<Line> {
        let counters = &self.counters;
        let state = match (self.flying, self.grounded) {
            (true, _) => "flying",
            (_, true) => "on the ground",
            _ => "in the air",
        };
        let [ps1, ps2, ps3, ps4, ps5, ps6] = counters.rejected_ps;
        let at = self.position;
        vec![
            row(
                "frame",
                format!(
                    "{:>4.0} fps  {:>5.1} ms",
                    self.frames_per_second, self.frame_ms
                ),
            ),
            row("tick", format!("{:.3} ms", self.tick_ms)),
            row("at", format!("{:.2} {:.2} {:.2}", at.x, at.y, at.z)),
            row("speed", format!("{:.2} m/s  {state}", self.speed)),
            row(
                "collision",
                format!("{}  {} contacts", self.collision, self.contacts),
            ),
            row("asked", format!("{} triangles", counters.asked)),
            row("S", format!("rejected {}", counters.rejected_s)),
            row("PS1-PS3", format!("{ps1:>5} {ps2:>5} {ps3:>5}")),
            row("PS4-PS6", format!("{ps4:>5} {ps5:>5} {ps6:>5}")),
            row("behind", format!("{} of others met", counters.behind)),
            row("accepted", counters.accepted.to_string()),
            row(
                "met",
                format!(
                    "face {} edge {} vertex {}",
                    counters.face, counters.edge, counters.vertex
                ),
            ),
            row("balls", self.balls.to_string()),
            row("level", shortened(&self.level)),
            row("", format!("{} triangles", self.triangles)),
            row("drawn", format!("{} triangles", self.drawn_triangles)),
            row("", format!("in {} calls", self.draws)),
            row("GPU", shortened(&self.adapter)),
        ]
    }
}

/// A name of at most [`LONGEST`] characters: a longer one loses its middle, since both its ends
/// tell it from others.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST {
        return name.to_owned();
    }
    let (start, end) = (LONGEST / 2, LONGEST - LONGEST / 2 - 1);
    let mut short: String = letters[..start].iter().collect();
    short.push('…');
    short.extend(&letters[letters.len() - end..]);
    short
}

fn row(name: &str, value: String) -> Line {
    Line::new()
        .with(format!("{name:<10}"), TEAL)
        // As wide as names may be, so that the panel does not change its size with every figure.
        .with(format!("{value:<LONGEST$}"), TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_their_ends() {
        assert_eq!(shortened("observatory"), "observatory");
        let short = shortened("llvmpipe (LLVM 15.0.6, 256 bits) (vulkan)");
        assert_eq!(short.chars().count(), LONGEST);
        assert!(short.starts_with("llvmpipe") && short.ends_with("(vulkan)"));
        assert_eq!(shortened(&"ü".repeat(99)).chars().count(), LONGEST);
    }
}
