//! The custom property `accept` of nodes and of the scene, which names the codes of findings that
//! their author knows of and means so.

use gltf::json::{Extras as RawExtras, Root};
use serde_json::Value;

use super::extras::Extras;
use crate::level::{Code, Finding, accepted::Accepted, suggestions};

const KEY: &str = "accept";

/// Reads the accepted findings of all nodes and of the scene that is shown. A word that is no code
/// becomes a finding.
pub(super) fn read(root: &Root, findings: &mut Vec<Finding>) -> Accepted {
    let mut accepted = Accepted::default();
    let scene = (root.scene).map_or(root.scenes.first(), |scene| root.scenes.get(scene.value()));
    if let Some(scene) = scene {
        let codes = codes(("the scene", ""), &scene.extras, findings);
        codes.into_iter().for_each(|code| accepted.add(None, code));
    }
    for node in &root.nodes {
        let name = node.name.as_deref().unwrap_or_default();
        let codes = codes(("node", name), &node.extras, findings);
        (codes.into_iter()).for_each(|code| accepted.add(Some(name), code));
    }
    accepted
}

/// The codes that the property of one owner (its kind and its name) gives.
fn codes(owner: (&'static str, &str), given: &RawExtras, findings: &mut Vec<Finding>) -> Vec<Code> {
    // Most extras are of other things.
    let Some(text) = (given.as_ref()).filter(|text| text.get().to_lowercase().contains(KEY)) else {
        return Vec::new();
    };
    let value = serde_json::from_str::<Value>(text.get()).ok();
    let mut extras = Extras::new(owner, value.as_ref(), findings);
    let mut codes = Vec::new();
    for word in extras.names(KEY) {
        let word = word.to_lowercase();
        match Code::ALL.iter().find(|code| code.name() == word) {
            Some(code) => codes.push(*code),
            None => extras.tell(Code::BadValue, &unknown(&word)),
        }
    }
    codes
}

fn unknown(word: &str) -> String {
    let names = Code::ALL.iter().map(|code| code.name());
    let meant = suggestions::near(word, names);
    let meant = meant.map_or_else(String::new, |name| format!("; did you mean {name}?"));
    format!("its custom property {KEY} names \"{word}\", which is no code of a finding{meant}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::gltf::document::tests::document;

    #[test]
    fn nodes_and_the_scene_name_codes() {
        let json = r#"{"scenes":[{"extras":{"accept":"open-rim"}}],"nodes":[
            {"name":"lift","extras":{"Accept":" Crushing-Mover, missing-mover "}},
            {"name":"odd","extras":{"accept":"crushing-movr"}},
            {"name":"other","extras":{"acceptable":"hole"}}]}"#;
        let mut findings = Vec::new();
        let accepted = read(&document(json).root, &mut findings);
        let mut expected = Accepted::default();
        expected.add(None, Code::OpenRim);
        expected.add(Some("lift"), Code::CrushingMover);
        expected.add(Some("lift"), Code::MissingMover);
        assert_eq!(accepted, expected);
        let problems: Vec<&str> = findings.iter().map(|it| it.problem.as_str()).collect();
        assert_eq!(
            problems,
            [
                "node \"odd\": its custom property accept names \"crushing-movr\", which is no code of \
                 a finding; did you mean crushing-mover?"
            ]
        );
    }
}
