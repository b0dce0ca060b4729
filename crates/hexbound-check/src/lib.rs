//! Level checks: the findings of the loader, of tests on the mesh, and of walks through the level. The
//! viewpoints of their pictures are chosen here, too.

#![warn(unreachable_pub)]

mod consequences;
mod dense;
mod lamps;
mod mesh;
mod passages;
mod point_grid;
mod report;
mod start;
#[cfg(test)]
mod tests;
mod viewpoint;

pub mod leaks;

use std::cmp::Reverse;

use hexbound_base::progress::{self, Progress};
use hexbound_level::{AcceptedFinding, Code, Finding, Level};
pub use viewpoint::{Focus, VIEW_DISTANCE, look_at, mark};

/// The findings about a level.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The findings that are not accepted, the gravest first.
    pub findings: Vec<Finding>,
    /// The findings that the level's author accepts, the gravest first.
    pub accepted: Vec<AcceptedFinding>,
}

/// Returns the findings about a level that are not accepted, the gravest first.
pub fn findings(level: &Level) -> Vec<Finding> {
    verdict(level).findings
}

/// Checks a level.
pub fn verdict(level: &Level) -> Verdict {
    verdict_reporting(level, &progress::ignore)
}

/// Checks a level as [`verdict`] does, and reports each part of the search to `progress`.
pub fn verdict_reporting(level: &Level, progress: &Progress) -> Verdict {
    let mut findings = level.findings.clone();
    findings.extend(lamps::buried(level));
    findings.extend(start::unnamed(level));
    let walked = passages::walked(level, progress);
    findings.extend(dense::findings(level, &walked.places));
    findings.extend(walked.findings);
    findings.extend(mesh::findings(level, &walked.eyes, progress));
    consequences::fold(level, &mut findings);
    let mut accepted = level.intent.accepted.findings().to_vec();
    accepted.extend(level.intent.accepted.take_out(&mut findings));
    findings.sort_by_key(|finding| Reverse(finding.severity()));
    accepted.sort_by_key(|it| Reverse(it.finding.severity()));
    Verdict { findings, accepted }
}

/// Inserts the findings of the search for leaks before those of a level. A hole found by both is listed
/// once.
pub fn with_leaks(leaks: &[Finding], mut findings: Vec<Finding>) -> Vec<Finding> {
    let is_same = |finding: &Finding| {
        finding.code == Code::Hole && leaks.iter().any(|leak| report::is_near(leak, finding))
    };
    findings.retain(|finding| !is_same(finding));
    leaks.iter().cloned().chain(findings).collect()
}
