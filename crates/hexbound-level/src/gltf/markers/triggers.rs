//! Markers of triggers, and their short forms: checkpoints, refills and exits.

use super::MarkerKind;
use crate::{Bodies, gltf::extras::Extras};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TriggerMarker {
    pub on: TriggerOn,
    pub who: Bodies,
    /// The class of bodies that it answers to in place of those.
    pub who_class: Option<String>,
    /// The targets that a trigger waits for to be lit.
    pub group: Option<GroupName>,
    pub needs: Option<GroupName>,
    /// The names of movers and gates.
    pub play: Vec<String>,
    pub text: Option<String>,
    pub checkpoint: bool,
    pub refill: bool,
    pub end: bool,
    pub once: bool,
    /// Seconds.
    pub delay: f32,
    /// True if a node without a mesh is reached within [`REFILL_REACH`], whatever its scale.
    pub is_lamp: bool,
}

/// The cause for which a trigger acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TriggerOn {
    Enter,
    Contact,
    Lit,
}

/// Targets by the name of their group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupName {
    All,
    Named(String),
}

/// Half the side of the box around a refill without a mesh, meters.
pub(crate) const REFILL_REACH: f64 = 1.5;

/// The longest time of a gate's way and of a trigger's delay, seconds.
pub(super) const MAX_DELAY_SECONDS: f32 = 3600.0;

impl TriggerMarker {
    /// Returns whether anything happens when it acts.
    pub(crate) fn acts(&self) -> bool {
        let Self {
            play,
            text,
            checkpoint,
            refill,
            end,
            ..
        } = self;
        !play.is_empty() || text.is_some() || *checkpoint || *refill || *end
    }
}

impl GroupName {
    /// The group of that name in any case; `all` means every target.
    pub(super) fn of(text: String) -> Self {
        match text.to_lowercase() {
            all if all == "all" => Self::All,
            named => Self::Named(named),
        }
    }
}

pub(super) fn read_trigger(kinds: &[MarkerKind], extras: &mut Extras) -> TriggerMarker {
    let on = extras.choice(
        "on",
        &[
            ("enter", TriggerOn::Enter),
            ("contact", TriggerOn::Contact),
            ("lit", TriggerOn::Lit),
        ],
    );
    let is_exit = kinds.contains(&MarkerKind::Exit);
    let checkpoint = kinds.contains(&MarkerKind::Checkpoint);
    let refill = kinds.contains(&MarkerKind::Refill);
    let needs = extras.text("needs").map(GroupName::of);
    let who = extras.lower_text("who");
    let known = who.as_deref().map_or(Some(Bodies::PLAYER), bodies);
    TriggerMarker {
        on,
        who: known.unwrap_or_default(),
        who_class: who.filter(|_| known.is_none()),
        group: (on == TriggerOn::Lit)
            .then(|| extras.text("group").map_or(GroupName::All, GroupName::of)),
        needs: needs.or_else(|| is_exit.then_some(GroupName::All)),
        play: extras.names("play"),
        text: extras.text("text"),
        checkpoint,
        refill,
        end: extras.flag("end").unwrap_or(is_exit),
        once: extras.flag("once").unwrap_or(!checkpoint && !refill),
        delay: extras.number("delay", 0.0, 0.0..=MAX_DELAY_SECONDS),
        is_lamp: refill && !kinds.contains(&MarkerKind::Trigger),
    }
}

/// The bodies of that word.
fn bodies(word: &str) -> Option<Bodies> {
    let nobody = Bodies::default();
    Some(match word {
        "player" => Bodies::PLAYER,
        "ball" => Bodies {
            balls: true,
            ..nobody
        },
        "walker" => Bodies {
            walkers: true,
            ..nobody
        },
        "prop" => Bodies {
            props: true,
            ..nobody
        },
        "any" => Bodies {
            balls: true,
            walkers: true,
            ..Bodies::PLAYER
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::test_markers::right, *};

    #[test]
    fn triggers_and_their_short_forms() {
        let usual = right("trigger", json!({"text": "Hello"})).trigger.unwrap();
        assert_eq!((usual.on, usual.who), (TriggerOn::Enter, Bodies::PLAYER));
        assert!(usual.once && usual.acts() && usual.delay == 0.0);
        assert_eq!((&usual.group, &usual.needs), (&None, &None));
        let checkpoint = right("Checkpoint.002", json!({})).trigger.unwrap();
        assert!(checkpoint.checkpoint && !checkpoint.once && !checkpoint.is_lamp);
        let refill = right("refill", json!({})).trigger.unwrap();
        assert!(refill.refill && !refill.once && refill.is_lamp);
        let exit = right("exit", json!({})).trigger.unwrap();
        assert!(exit.end && exit.once);
        assert_eq!(exit.needs, Some(GroupName::All));
        let easy = right("exit", json!({"needs": "West"})).trigger.unwrap();
        assert_eq!(easy.needs, Some(GroupName::Named(String::from("west"))));
        let given = json!({"on": "Lit", "group": 2, "play": "Door, Lift", "refill": true,
            "delay": 1.5, "once": 1, "who": "any", "end": 1});
        let given = right("trigger", given).trigger.unwrap();
        assert_eq!(given.group, Some(GroupName::Named(String::from("2"))));
        assert_eq!(given.play, ["Door", "Lift"]);
        assert!(given.refill && !given.is_lamp && given.once && given.end);
        assert!(given.who.player && given.who.balls && given.who.walkers && !given.who.props);
        let by_prop = right("trigger", json!({"who": "Prop", "end": 1}))
            .trigger
            .unwrap();
        assert!(by_prop.who.props && !by_prop.who.player && by_prop.who_class.is_none());
        let of_class = right("trigger", json!({"who": "Robot", "end": 1}))
            .trigger
            .unwrap();
        assert_eq!(of_class.who_class.as_deref(), Some("robot"));
        assert_eq!(of_class.who, Bodies::default());
        let all = right("trigger", json!({"on": "lit", "end": true}));
        assert_eq!(all.trigger.unwrap().group, Some(GroupName::All));
        assert!(
            !right("trigger", json!({"delay": 1}))
                .trigger
                .unwrap()
                .acts()
        );
    }
}
