//! Consequences of flipped faces: a lamp among them seems to hang inside a solid, and faces that touch a
//! solid's own seem to be duplicates. Both are reported with their cause.

use std::collections::BTreeMap;

use hexbound_level::{Code, Finding, Level, inside::backs_around, named};

/// The largest number of named nodes for one kind of consequence.
const MAX_NAMED_NODES: usize = 3;

/// Moves the consequences of flipped faces from the findings into those about the faces.
pub(crate) fn fold(level: &Level, findings: &mut Vec<Finding>) {
    let flipped: Vec<usize> = (0..findings.len())
        .filter(|at| findings[*at].code == Code::FlippedFaces && findings[*at].node.is_some())
        .collect();
    let mut follow: BTreeMap<usize, Vec<Finding>> = BTreeMap::new();
    for finding in findings.iter() {
        let cause = (flipped.iter()).find(|at| is_cause(level, &findings[**at], finding));
        if let Some(cause) = cause {
            follow.entry(*cause).or_default().push(finding.clone());
        }
    }
    for (cause, mut follow) in follow {
        level.intent.accepted.take_out(&mut follow);
        findings[cause].problem += &words(&follow);
    }
    let causes: Vec<Finding> = flipped.iter().map(|at| findings[*at].clone()).collect();
    findings.retain(|finding| !causes.iter().any(|cause| is_cause(level, cause, finding)));
}

/// Returns whether the flipped faces of one finding's node are the cause of the other finding.
fn is_cause(level: &Level, flipped: &Finding, other: &Finding) -> bool {
    match other.code {
        Code::DuplicateFaces => other.node == flipped.node,
        Code::BuriedLamp => other.place.is_some_and(|place| {
            let backs = backs_around(place, &level.collision);
            let is_of_node = |triangle: u32| {
                let part = level.part_with(level.collision.corners(triangle));
                part.is_some_and(|part| Some(&part.name) == flipped.node.as_ref())
            };
            backs.is_some_and(|backs| backs.iter().any(|hit| is_of_node(hit.triangle)))
        }),
        _ => false,
    }
}

/// The words for the consequences, kind by kind with the nodes.
fn words(follow: &[Finding]) -> String {
    let mut kinds: BTreeMap<Code, Vec<&str>> = BTreeMap::new();
    for finding in follow {
        let name = finding.node.as_deref().unwrap_or_default();
        kinds.entry(finding.code).or_default().push(name);
    }
    let kind = |(code, names): (Code, Vec<&str>)| {
        let names = named(&names, MAX_NAMED_NODES);
        format!("{} of {names}", code.name())
    };
    let kinds: Vec<String> = kinds.into_iter().map(kind).collect();
    match kinds.is_empty() {
        true => String::new(),
        false => format!("; what follows from it: {}", kinds.join(", ")),
    }
}
