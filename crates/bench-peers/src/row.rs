//! One line of the comparison, and its printed text.

use std::fmt;

use crate::{
    agree::SOUND,
    bench_mesh::MeshName,
    timing::{Series, geometric_mean, geometric_means},
};

#[derive(Clone, Copy, Debug)]
pub enum Target {
    AtLeast(f64),
    AtMost(f64),
    /// The row has no target, since its peer is not installed.
    #[cfg(peer_missing)]
    Skipped,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Row {
    pub work: String,
    /// Our figure with its unit.
    pub ours: String,
    /// The peer's figure with its unit.
    pub peer: String,
    /// The ratio of our figure to the peer's. Higher is better for `AtLeast`.
    pub ratio: f64,
    pub target: Target,
    /// The meshes of the measurement.
    pub meshes: String,
    /// Half the interquartile range over the rounds as a share of the median, for the less stable
    /// library.
    pub spread: f64,
    /// The details mesh by mesh, for the written report.
    pub details: Vec<Detail>,
    /// The share of our answers that agree with the peer's or that the judge confirms.
    pub sound: f64,
}

/// The result for one mesh, or a measurement beside it.
#[derive(Clone, Debug)]
pub struct Detail {
    pub what: String,
    pub ours: String,
    pub peer: String,
    pub ratio: f64,
    pub spread: f64,
}

impl Detail {
    /// A detail with our figure and the peer's, including their units.
    pub fn new(what: impl ToString, [ours, peer]: [String; 2], ratio: f64) -> Self {
        Self {
            what: what.to_string(),
            ours,
            peer,
            ratio,
            spread: 0.0,
        }
    }
}

/// The times of a row's queries, case by case.
#[derive(Default)]
pub struct Tally {
    ratios: Vec<f64>,
    times: Vec<[f64; 2]>,
    details: Vec<Detail>,
}

impl Tally {
    /// Adds the times that both libraries took for `count` queries in each round.
    pub fn add(&mut self, what: impl ToString, series: [&Series; 2], count: usize) {
        let times = self.add_detail(what, series, count);
        self.ratios.push(series[0].times_faster_than(series[1]));
        self.times.push(times);
    }

    /// Adds a case that appears only in the details. Returns the times of a query, seconds.
    pub fn add_detail(
        &mut self,
        what: impl ToString,
        series: [&Series; 2],
        count: usize,
    ) -> [f64; 2] {
        let times = series.map(|it| it.median() / count as f64);
        let rates = times.map(|it| rate(1.0 / it));
        let detail = Detail::new(what, rates, series[0].times_faster_than(series[1]));
        self.details.push(Detail {
            spread: series[0].spread().max(series[1].spread()),
            ..detail
        });
        times
    }

    /// The row of all cases; missing if there is none.
    pub fn row(self, work: impl ToString, peer: &str, target: f64) -> Row {
        let target = Target::AtLeast(target);
        if self.times.is_empty() {
            return Row::missing(work, target);
        }
        let [ours, theirs] = geometric_means(&self.times).map(|it| rate(1.0 / it));
        Row {
            ours,
            peer: format!("{peer} {theirs}"),
            ratio: geometric_mean(&self.ratios),
            ..Row::of(work, target, self.details)
        }
    }
}

impl Row {
    /// A row of these cases, whose figures are not set yet.
    pub fn of(work: impl ToString, target: Target, details: Vec<Detail>) -> Self {
        Row {
            meshes: names(&details),
            spread: details.iter().map(|it| it.spread).fold(0.0, f64::max),
            details,
            ..Self::missing(work, target)
        }
    }

    /// A row with the worst of its details as its figure, times beside so many seconds.
    pub fn of_worst(
        work: &str,
        most: f64,
        details: Vec<Detail>,
        meshes: &str,
        length: f64,
    ) -> Self {
        let ratio = details.iter().map(|it| it.ratio).fold(0.0, f64::max);
        Row {
            ours: milliseconds(ratio * length),
            peer: milliseconds(length),
            ratio,
            meshes: meshes.to_string(),
            ..Self::of(work, Target::AtMost(most), details)
        }
    }

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

    /// A row for a feature that the library lacks: short, never left out.
    pub fn missing(work: impl ToString, target: Target) -> Self {
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

    /// A row that can't be measured here, with the reason: neither ok nor short.
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

/// The meshes of the details, without other measurements.
fn names(details: &[Detail]) -> String {
    let names = details.iter().filter(|it| !it.what.contains(','));
    let mut names: Vec<&str> = names.filter_map(|it| it.what.split(' ').next()).collect();
    names.dedup();
    match names.len() == MeshName::ALL.len() {
        true => "all".to_string(),
        false => names.join(" "),
    }
}

pub fn microseconds(seconds: f64) -> String {
    format!("{} us", figure(seconds * 1e6))
}

pub fn milliseconds(seconds: f64) -> String {
    format!("{} ms", figure(seconds * 1e3))
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

/// Formats operations a second.
pub fn rate(per_second: f64) -> String {
    if per_second >= 1e6 {
        format!("{} M/s", figure(per_second / 1e6))
    } else {
        format!("{} k/s", figure(per_second / 1e3))
    }
}
