//! One line of the comparison, and the words it is printed with.

use std::fmt;

use crate::agree::SOUND;

#[derive(Clone, Copy, Debug)]
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
    /// The row has no target, since its peer is not installed.
    #[cfg(peer_missing)]
    Skipped,
}

/// A comparison that has been made.
#[derive(Clone, Debug)]
pub struct Row {
    pub work: String,
    /// With their units.
    pub ours: String,
    pub peer: String,
    /// Ours to the peer's, the better the higher for `AtLeast`.
    pub ratio: f64,
    pub target: Target,
    /// The meshes that it was measured on.
    pub meshes: String,
    /// Half the distance between the quartiles over the rounds, a part; the worse of the two.
    pub spread: f64,
    /// Mesh by mesh, for the written report.
    pub details: Vec<Detail>,
    /// The part of our answers that agree with the peer's or are borne out by the judge.
    pub sound: f64,
}

/// One mesh's part of a row, or something measured beside it.
#[derive(Clone, Debug)]
pub struct Detail {
    pub what: String,
    pub ours: String,
    pub peer: String,
    pub ratio: f64,
    pub spread: f64,
}

impl Row {
    pub fn is_ok(&self) -> bool {
        self.is_valid()
            && match self.target {
                Target::AtLeast(least) => self.ratio >= least,
                Target::AtMost(most) => self.ratio <= most,
                #[cfg(peer_missing)]
                Target::Skipped => true,
            }
    }

    pub fn verdict(&self) -> &'static str {
        match (self.is_ok(), self.is_valid()) {
            #[cfg(peer_missing)]
            (true, _) if matches!(self.target, Target::Skipped) => "skipped",
            (true, _) => "ok",
            (_, true) => "short",
            _ => "short: answers differ",
        }
    }

    pub fn is_valid(&self) -> bool {
        self.sound >= SOUND
    }

    /// A row for what the library can't do yet: short, never left out.
    pub fn missing(work: &str, target: Target) -> Self {
        Row {
            work: work.to_string(),
            ours: "not there".to_string(),
            peer: "-".to_string(),
            ratio: f64::NAN,
            target,
            meshes: "-".to_string(),
            spread: 0.0,
            details: Vec::new(),
            sound: 1.0,
        }
    }

    /// A row that can't be measured here, and why: neither ok nor short.
    #[cfg(peer_missing)]
    pub fn skipped(work: &str, why: &str) -> Self {
        Row {
            ours: "-".to_string(),
            peer: format!("SKIPPED: {why}"),
            ..Self::missing(work, Target::Skipped)
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Target::AtLeast(least) => write!(f, ">= {least}"),
            Target::AtMost(most) => write!(f, "<= {}", figure(*most)),
            #[cfg(peer_missing)]
            Target::Skipped => write!(f, "-"),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Row {
            work, ours, peer, ..
        } = self;
        let (ratio, target, verdict) = (figure(self.ratio), self.target, self.verdict());
        write!(
            f,
            "{work} [{}] | {ours} | {peer} | {ratio} | {target} | {verdict}",
            self.meshes
        )
    }
}

/// Three significant figures.
pub fn figure(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "-".to_string(),
        0.0 => "0".to_string(),
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Operations a second in words.
pub fn rate(per_second: f64) -> String {
    if per_second >= 1e6 {
        format!("{} M/s", figure(per_second / 1e6))
    } else {
        format!("{} k/s", figure(per_second / 1e3))
    }
}
