//! The findings that the author of a level accepts, since what they tell of is meant. Who names them
//! in a file is read elsewhere.

use std::collections::BTreeSet;

use super::{Code, Finding};

/// The codes whose findings are left out, of single nodes and of the whole level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    everywhere: BTreeSet<Code>,
    at_nodes: BTreeSet<(String, Code)>,
}

impl Accepted {
    /// Accepts the findings of a code about a node, or with `None` all of them.
    pub(crate) fn add(&mut self, node: Option<&str>, code: Code) {
        match node {
            Some(node) => self.at_nodes.insert((node.to_string(), code)),
            None => self.everywhere.insert(code),
        };
    }

    /// Takes the accepted ones out of a list of findings.
    pub(crate) fn leave_out(&self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| !self.covers(finding));
    }

    fn covers(&self, finding: &Finding) -> bool {
        let code = finding.code;
        let at_node = |node: &String| self.at_nodes.contains(&(node.clone(), code));
        self.everywhere.contains(&code) || finding.node.as_ref().is_some_and(at_node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_left_out_at_its_node_or_everywhere() {
        let mut accepted = Accepted::default();
        accepted.add(Some("lift"), Code::CrushingMover);
        accepted.add(None, Code::OpenRim);
        let about =
            |node: &str, code| Finding::new(code, format!("{node} {}", code.name())).of_node(node);
        let mut findings = vec![
            about("lift", Code::CrushingMover),
            about("press", Code::CrushingMover),
            about("lift", Code::MissingMover),
            Finding::new(Code::OpenRim, "the ground ends"),
            Finding::new(Code::Hole, "a hole"),
        ];
        accepted.leave_out(&mut findings);
        let left: Vec<&str> = findings.iter().map(|it| it.problem.as_str()).collect();
        assert_eq!(
            left,
            ["press crushing-mover", "lift missing-mover", "a hole"]
        );
    }
}
