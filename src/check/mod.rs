//! The findings about a finished level: the loader's findings, and those that show by looking
//! at its triangles and by walking in it. Where a place is seen
//! from is decided here, too; pictures of it are made elsewhere.

mod dense;
mod lamps;
mod mesh;
mod passages;
mod point_grid;
mod report;
#[cfg(test)]
mod tests;
mod viewpoint;

pub mod leaks;

use crate::{
    level::{Finding, Level},
    progress::{self, Progress},
};
pub(crate) use viewpoint::{AWAY, Sight, look_at, mark};

/// Returns everything that is wrong or odd about a level, the gravest first.
pub fn findings(level: &Level) -> Vec<Finding> {
    findings_reporting(level, &progress::unseen)
}

/// Returns the same as [`findings`], and tells `progress` of each part of the search.
pub fn findings_reporting(level: &Level, progress: &Progress) -> Vec<Finding> {
    let mut findings = level.findings.clone();
    findings.extend(lamps::buried(level));
    findings.extend(dense::needless(level));
    let walked = passages::walked(level, progress);
    findings.extend(walked.findings);
    progress("looking at the triangles", Some(0.8));
    findings.extend(mesh::findings(level, &walked.eyes));
    level.accepted.leave_out(&mut findings);
    findings.sort_by_key(|finding: &Finding| std::cmp::Reverse(finding.severity()));
    findings
}
