//! The findings that the author of a level accepts as intended. `gltf` reads their codes from a file.

use std::collections::BTreeMap;

use super::{Code, Finding};

/// The codes whose findings are accepted, of single nodes and of the whole level, and the accepted
/// findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accepted {
    /// The reason for each code and node, or for a code in the whole level; empty if none is stated.
    reasons: BTreeMap<(Code, Option<String>), String>,
    /// The accepted findings of the loader.
    findings: Vec<AcceptedFinding>,
}

/// A finding that the author accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptedFinding {
    pub finding: Finding,
    /// The author's reason; empty if none is stated.
    pub reason: String,
}

impl Accepted {
    /// Accepts the findings of a code about a node, or all of them for `None`. The reason may be empty.
    pub fn add(&mut self, node: Option<&str>, code: Code, reason: &str) {
        let key = (code, node.map(str::to_string));
        self.reasons.insert(key, reason.to_string());
    }

    /// Moves the accepted findings out of the loader's findings and keeps them.
    pub fn keep(&mut self, findings: &mut Vec<Finding>) {
        let accepted = self.take_out(findings);
        self.findings.extend(accepted);
    }

    /// The accepted findings of the loader.
    pub fn findings(&self) -> &[AcceptedFinding] {
        &self.findings
    }

    /// Removes the accepted findings from a list, and returns them.
    pub fn take_out(&self, findings: &mut Vec<Finding>) -> Vec<AcceptedFinding> {
        let accepted = findings.extract_if(.., |finding| self.reason(finding).is_some());
        accepted
            .map(|finding| AcceptedFinding {
                reason: self.reason(&finding).unwrap_or_default().to_string(),
                finding,
            })
            .collect()
    }

    /// The reason why a finding is accepted; a reason about its node comes before one about the level.
    fn reason(&self, finding: &Finding) -> Option<&str> {
        let of = |node: Option<String>| self.reasons.get(&(finding.code, node));
        let at_node = finding.node.clone().and_then(|node| of(Some(node)));
        at_node.or_else(|| of(None)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_left_out_at_its_node_or_everywhere() {
        let mut accepted = Accepted::default();
        accepted.add(Some("lift"), Code::CrushingMover, "it is a press");
        accepted.add(None, Code::OpenRim, "");
        let about =
            |node: &str, code| Finding::new(code, format!("{node} {}", code.name())).of_node(node);
        let mut findings = vec![
            about("lift", Code::CrushingMover),
            about("press", Code::CrushingMover),
            about("lift", Code::MissingMover),
            Finding::new(Code::OpenRim, "the ground ends"),
            Finding::new(Code::Hole, "a hole"),
        ];
        let taken = accepted.take_out(&mut findings);
        let left: Vec<&str> = findings.iter().map(|it| it.problem.as_str()).collect();
        let others = ["press crushing-mover", "lift missing-mover", "a hole"];
        assert_eq!(left, others);
        let reasons: Vec<&str> = taken.iter().map(|it| it.reason.as_str()).collect();
        assert_eq!(reasons, ["it is a press", ""]);
    }
}
