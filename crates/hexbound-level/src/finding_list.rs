//! Operations on all findings of a level: shortening long lists, summing up, and finding the positions of
//! nodes.

use std::collections::BTreeMap;

use glam::Vec3;
use hexbound_base::words::counted;

use super::{Code, Finding, Severity};

/// The most findings of one code that are kept: nobody reads more, and some come by the thousand.
const MAX_FINDINGS_OF_A_CODE: usize = 40;
/// The most findings that are printed in full when a level is opened.
const MAX_FINDINGS_IN_FULL: usize = 3;

/// Shortens the findings of each code to a readable number; one more states the count of the rest.
pub(crate) fn shorten(findings: &mut Vec<Finding>) {
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    findings.retain(|finding| {
        let count = counts.entry(finding.code).or_default();
        *count += 1;
        *count <= MAX_FINDINGS_OF_A_CODE
    });
    for (code, count) in counts {
        if count > MAX_FINDINGS_OF_A_CODE {
            let more = count - MAX_FINDINGS_OF_A_CODE;
            let problem = format!("{more} more findings are of the code {}", code.name());
            findings.push(Finding::new(code, problem));
        }
    }
}

/// Sets the position of each finding about a node to that of the node, unless it has its own.
pub(crate) fn set_places(findings: &mut [Finding], place_of: impl Fn(&str) -> Option<Vec3>) {
    for finding in findings {
        if let (Some(node), None) = (&finding.node, finding.place) {
            finding.place = place_of(node);
        }
    }
}

/// Returns the lines about a level's findings at its opening: the most severe ones, and a line with their
/// number and the command that lists all. `argument` names the level in that command. Empty for a level
/// without errors and warnings.
pub(crate) fn announcement(findings: &[Finding], argument: &str) -> Vec<String> {
    let Some(counts) = severity_counts(findings, Severity::Warning) else {
        return Vec::new();
    };
    let mut severe: Vec<&Finding> = (findings.iter())
        .filter(|finding| finding.severity() >= Severity::Warning)
        .collect();
    severe.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
    let shown = severe.iter().take(MAX_FINDINGS_IN_FULL);
    let mut lines: Vec<String> = shown.map(|finding| finding.problem.clone()).collect();
    lines.push(format!("{counts}; 'hexbound check {argument}' tells all"));
    lines
}

/// Joins the first `most` names, with the count of the rest.
pub fn named(names: &[&str], most: usize) -> String {
    let quoted: Vec<String> = (names.iter().take(most))
        .map(|name| format!("\"{name}\""))
        .collect();
    match names.len().saturating_sub(most) {
        0 => quoted.join(", "),
        more => format!("{} and {more} more", quoted.join(", ")),
    }
}

/// Formats the numbers of findings of each severity from `least` on, the most severe first; `None` if
/// there are none.
pub fn severity_counts(findings: &[Finding], least: Severity) -> Option<String> {
    let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let count = (findings.iter())
            .filter(|finding| severity >= least && finding.severity() == severity)
            .count();
        let one = severity.name();
        (count > 0).then(|| counted(count, one, &format!("{one}s")))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(codes: &[Code]) -> Vec<Finding> {
        let finding = |(index, code): (usize, &Code)| Finding::new(*code, format!("fault {index}"));
        codes.iter().enumerate().map(finding).collect()
    }

    #[test]
    fn the_gravest_are_said_and_all_but_notes_are_counted() {
        let [note, warning, error] = [Code::Sliver, Code::HighStep, Code::Hole];
        assert!(announcement(&some(&[note, note]), "a.glb").is_empty());
        let said = announcement(&some(&[warning, note, warning, warning, error]), "a.glb");
        let all = "1 error, 3 warnings; 'hexbound check a.glb' tells all";
        assert_eq!(said, ["fault 4", "fault 0", "fault 2", all]);
    }

    #[test]
    fn each_code_is_cut_by_itself() {
        let mut findings = some(&[Code::Sliver; MAX_FINDINGS_OF_A_CODE + 7]);
        findings.push(Finding::new(Code::Hole, "a hole"));
        shorten(&mut findings);
        assert_eq!(findings.len(), MAX_FINDINGS_OF_A_CODE + 2);
        let last = findings.pop().expect("the last");
        assert_eq!(last.problem, "7 more findings are of the code sliver");
        assert_eq!(findings.pop().map(|it| it.code), Some(Code::Hole));
    }

    #[test]
    fn a_finding_about_a_node_is_where_that_is() {
        let hole = || Finding::new(Code::Hole, "");
        let elsewhere = hole().of_node("a").at(Vec3::Y);
        let mut findings = vec![hole().of_node("a"), elsewhere, hole()];
        set_places(&mut findings, |name| (name == "a").then_some(Vec3::X));
        let places: Vec<Option<Vec3>> = findings.iter().map(|it| it.place).collect();
        assert_eq!(places, [Some(Vec3::X), Some(Vec3::Y), None]);
    }
}
