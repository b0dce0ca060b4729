//! Markers: the role of a node in the game, by its name and custom properties. This module reads them
//! node by node; `play` combines them.

mod kinds;
mod objects;
mod triggers;

use strum::IntoEnumIterator;

use serde_json::Value;

use super::extras::Extras;
use crate::{Code, Finding};
pub(super) use kinds::{MarkerKind, meant_by};
pub(super) use objects::{
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

/// The markers of a node by the kind of its name, if any, and its custom properties. `name` is for
/// messages.
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
        Some(MarkerKind::Ball) => markers.ball = Some(objects::read_ball(&mut extras)),
        Some(MarkerKind::Walker) => markers.walker = Some(objects::read_walker(&mut extras)),
        Some(MarkerKind::Gate) => markers.gate = Some(objects::read_gate(&mut extras)),
        Some(MarkerKind::Target) => markers.target = Some(objects::read_target(&mut extras)),
        _ => {}
    }
    if kinds.contains(&MarkerKind::Ambience) {
        markers.ambience = Some(objects::read_ambience(&mut extras));
    }
    if kinds.iter().any(|kind| kind.is_trigger()) {
        let trigger = triggers::read_trigger(&kinds, &mut extras);
        markers.trigger = beside_body(trigger, &markers, &mut extras);
    }
    extras.finish();
    markers
}

/// The object that a node is: the first of its kinds. A warning names the second, if any.
fn bodily_kind(kinds: &[MarkerKind], extras: &mut Extras) -> Option<MarkerKind> {
    let mut bodily = kinds.iter().filter(|kind| kind.is_bodily());
    let first = *bodily.next()?;
    if let Some(other) = bodily.next() {
        let (first, other) = (first.word(), other.word());
        let problem = format!(
            "it is marked {first} and {other}, and is a {first}: mark another node, above or below \
             it, {other}"
        );
        extras.report(Code::UnfitMarker, &problem);
    }
    Some(first)
}

/// The trigger of a node that may be an object, too; a warning explains excluded combinations.
fn beside_body(
    trigger: TriggerMarker,
    markers: &Markers,
    extras: &mut Extras,
) -> Option<TriggerMarker> {
    let is_replaced = markers.ball.is_some() || markers.walker.is_some();
    let is_solid = markers.gate.is_some() || markers.target.is_some();
    if is_replaced {
        let problem = "a ball or a walker is no trigger: mark another node";
        extras.report(Code::UnfitMarker, problem);
        return None;
    }
    if is_solid && trigger.on == TriggerOn::Enter {
        let problem = "what is solid can't be entered, so it is no trigger: give it the custom \
                       property on = \"contact\", or mark another node";
        extras.report(Code::UnfitMarker, problem);
        return None;
    }
    Some(trigger)
}
