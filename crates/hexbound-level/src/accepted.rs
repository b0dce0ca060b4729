//! The findings that the author of a level accepts, since what they tell of is meant. Who names them
//! in a file is read elsewhere.

use std::collections::BTreeMap;

use super::{Code, Finding};

/// The codes whose findings are accepted, of single nodes and of the whole level, and those that were.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accepted {
    /// The reason for each code and node, or for a code in the whole level; empty where none is given.
    reasons: BTreeMap<(Code, Option<String>), String>,
    /// The loader's findings that were accepted.
    findings: Vec<AcceptedFinding>,
}

/// A finding that the author accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptedFinding {
    pub finding: Finding,
    /// The author's reason; empty where none is given.
    pub reason: String,
}

impl Accepted {
    /// Accepts the findings of a code about a node, or with `None` all of them, for a reason that may be
    /// empty.
    pub fn add(&mut self, node: Option<&str>, code: Code, reason: &str) {
        let key = (code, node.map(str::to_string));
        self.reasons.insert(key, reason.to_string());
    }

    /// Takes the accepted ones out of the loader's findings, and keeps them.
    pub fn keep(&mut self, findings: &mut Vec<Finding>) {
        let accepted = self.take_out(findings);
        self.findings.extend(accepted);
    }

    /// The loader's findings that were accepted.
    pub fn findings(&self) -> &[AcceptedFinding] {
        &self.findings
    }

    /// Takes the accepted ones out of a list of findings, and returns them.
    pub fn take_out(&self, findings: &mut Vec<Finding>) -> Vec<AcceptedFinding> {
        let accepted = findings.extract_if(.., |finding| self.reason(finding).is_some());
        accepted
            .map(|finding| AcceptedFinding {
                reason: self.reason(&finding).unwrap_or_default().to_string(),
                finding,
            })
            .collect()
    }

    /// The reason why a finding is accepted, that about its node before that about the level.
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
