//! Markers: what a node's name and custom properties say that it is for the game. This reads them
//! node by node; what they come to together is put together in `play`.

mod kinds;
#[cfg(test)]
mod test_markers;
mod things;
mod triggers;

use strum::IntoEnumIterator;

use serde_json::Value;

use super::extras::Extras;
use crate::{Code, Finding};
pub(super) use kinds::{MarkerKind, meant_by};
pub(super) use things::{
    AmbienceMarker, BallMarker, GateMarker, TargetMarker, WALKER_GIVE_UP, WALKER_NOTICE,
    WALKER_SPEED, WalkerMarker,
};
pub(super) use triggers::{GroupName, REFILL_REACH, TriggerMarker, TriggerOn};

/// The markers of one node; most nodes have none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Markers {
    pub ball: Option<BallMarker>,
    pub walker: Option<WalkerMarker>,
    pub gate: Option<GateMarker>,
    pub target: Option<TargetMarker>,
    pub trigger: Option<TriggerMarker>,
    pub ambience: Option<AmbienceMarker>,
    /// True if nothing but the node's name makes it a marker.
    pub by_name_alone: bool,
}

/// The markers of a node by the kind that its name gives it, if any, and its custom properties.
/// `name` is for messages.
pub(super) fn read_markers(
    name: &str,
    named: Option<MarkerKind>,
    extras: Option<&Value>,
    findings: &mut Vec<Finding>,
) -> Markers {
    let mut extras = Extras::new("node", name, extras, findings);
    let mut kinds: Vec<MarkerKind> = MarkerKind::iter()
        .filter(|kind| extras.flag(kind.word()) == Some(true))
        .collect();
    let named = named.filter(|kind| !extras.has(kind.word()));
    let is_meant = |kind: MarkerKind| kind.properties().iter().any(|key| extras.has(key));
    let by_name_alone = kinds.is_empty() && named.is_some_and(|kind| !is_meant(kind));
    kinds.extend(named);
    if kinds.is_empty() {
        return Markers::default();
    }
    let mut markers = Markers {
        by_name_alone,
        ..Markers::default()
    };
    match bodily_kind(&kinds, &mut extras) {
        Some(MarkerKind::Ball) => markers.ball = Some(things::read_ball(&mut extras)),
        Some(MarkerKind::Walker) => markers.walker = Some(things::read_walker(&mut extras)),
        Some(MarkerKind::Gate) => markers.gate = Some(things::read_gate(&mut extras)),
        Some(MarkerKind::Target) => markers.target = Some(things::read_target(&mut extras)),
        _ => {}
    }
    if kinds.contains(&MarkerKind::Ambience) {
        markers.ambience = Some(things::read_ambience(&mut extras));
    }
    if kinds.iter().any(|kind| kind.is_trigger()) {
        let trigger = triggers::read_trigger(&kinds, &mut extras);
        markers.trigger = beside_body(trigger, &markers, &mut extras);
    }
    extras.finish();
    markers
}

/// The one kind of thing that a node is; a warning names the others.
fn bodily_kind(kinds: &[MarkerKind], extras: &mut Extras) -> Option<MarkerKind> {
    let mut bodily = kinds.iter().filter(|kind| kind.is_bodily());
    let first = *bodily.next()?;
    if let Some(other) = bodily.next() {
        let (first, other) = (first.word(), other.word());
        let problem = format!(
            "it is marked {first} and {other}, and is a {first}: mark another node, above or below \
             it, {other}"
        );
        extras.tell(Code::UnfitMarker, &problem);
    }
    Some(first)
}

/// The trigger of a node that may be something else, too; a warning says where it can't be both.
fn beside_body(
    trigger: TriggerMarker,
    markers: &Markers,
    extras: &mut Extras,
) -> Option<TriggerMarker> {
    let is_replaced = markers.ball.is_some() || markers.walker.is_some();
    let is_solid = markers.gate.is_some() || markers.target.is_some();
    if is_replaced {
        let problem = "a ball or a walker is no trigger: mark another node";
        extras.tell(Code::UnfitMarker, problem);
        return None;
    }
    if is_solid && trigger.on == TriggerOn::Enter {
        let problem = "what is solid can't be entered, so it is no trigger: give it the custom \
                       property on = \"contact\", or mark another node";
        extras.tell(Code::UnfitMarker, problem);
        return None;
    }
    Some(trigger)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        test_markers::{read, right},
        *,
    };

    #[test]
    fn the_first_word_marks_in_any_case_and_whatever_follows() {
        for name in ["ball", "Ball.001", "BALL_red", "ball-3", "Ball 7", "ball7"] {
            assert!(right(name, json!({})).ball.is_some(), "{name}");
        }
        for name in ["balls", "red ball", "Ballroom", "_ball", "", "7", "wall"] {
            assert_eq!(right(name, json!({})), Markers::default(), "{name}");
        }
    }

    #[test]
    fn a_custom_property_marks_and_takes_the_mark_away() {
        assert!(right("Disc", json!({"target": true})).target.is_some());
        assert!(right("Disc", json!({"target": 1})).target.is_some());
        assert_eq!(
            right("Target", json!({"target": false})),
            Markers::default()
        );
        assert_eq!(right("Target", json!({"target": 0})), Markers::default());
        assert_eq!(right("Disc", json!({"rings": 3})), Markers::default());
    }

    #[test]
    fn a_name_alone_is_told_from_one_with_properties() {
        assert!(right("Ball", json!({})).by_name_alone);
        assert!(right("Ball", json!({"color": "red"})).by_name_alone);
        assert!(!right("Ball", json!({"mass": 3})).by_name_alone);
        assert!(!right("Sphere", json!({"ball": true})).by_name_alone);
    }

    #[test]
    fn a_target_may_be_touched_but_not_entered() {
        let both = json!({"trigger": true, "on": "contact", "text": "Ouch"});
        let both = right("target", both);
        assert!(both.target.is_some() && both.trigger.is_some());
        let (entered, findings) = read("target", json!({"trigger": true, "text": "Ouch"}));
        assert!(entered.target.is_some() && entered.trigger.is_none());
        assert!(
            findings[0].problem.contains("can't be entered"),
            "{findings:?}"
        );
        let (two, findings) = read("gate", json!({"ball": true}));
        assert!(two.ball.is_some() && two.gate.is_none());
        assert!(
            findings[0].problem.contains("ball and gate"),
            "{findings:?}"
        );
        let (ball, findings) = read("ball", json!({"trigger": true}));
        assert!(
            ball.trigger.is_none() && findings.len() == 1,
            "{findings:?}"
        );
    }

    #[test]
    fn unknown_words_are_told_with_those_there_are() {
        for (name, extras, part) in [
            (
                "trigger",
                json!({"on": "enters", "text": "x"}),
                "there are enter, contact, lit",
            ),
            (
                "target",
                json!({"by": "hand"}),
                "there are any, thrown, placed",
            ),
            ("ball", json!({"mass": -1}), "1 is taken"),
            ("ball", json!({"radius": 0}), "its mesh's radius is taken"),
            ("ball", json!({"velocity": "fast"}), "three numbers"),
            ("gate", json!({"seconds": 0}), "2 is taken"),
            ("walker", json!({"speed": [1]}), "2 m/s is taken"),
            (
                "target",
                json!({"ring": 1, "group": "a"}),
                "did you mean rings?",
            ),
            (
                "ambience",
                json!({"sound": "sea"}),
                "there are wind, hall, machines, water, cavern, march",
            ),
            ("ambience", json!({"volume": 2}), "1 is taken"),
            ("ambience", json!({"radius": 0}), "none is taken"),
            ("disc", json!({"target": "yeah"}), "true or false"),
        ] {
            let (_, findings) = read(name, extras);
            assert_eq!(findings.len(), 1, "{findings:?}");
            assert!(findings[0].problem.contains(part), "{findings:?}");
            assert!(
                findings[0]
                    .problem
                    .starts_with(&format!("node \"{name}\": "))
            );
        }
    }
}
