//! Markers of triggers, and their short forms: checkpoints, refills and exits.

use strum::{IntoStaticStr, VariantArray};

use super::MarkerKind;
use crate::{Bodies, TriggerActions, gltf::extras::Extras};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TriggerMarker {
    pub on: TriggerOn,
    pub who: Bodies,
    /// The class of bodies that the trigger responds to instead of `who`.
    pub who_class: Option<String>,
    /// The targets that must be lit to cause the trigger.
    pub group: Option<GroupName>,
    pub needs: Option<GroupName>,
    /// The names of movers and gates.
    pub play: Vec<String>,
    /// The other actions of the trigger.
    pub actions: TriggerActions,
    pub once: bool,
    /// The delay, seconds.
    pub delay: f32,
    /// True if a node without a mesh is reached within [`REFILL_REACH`], whatever its scale.
    pub is_lamp: bool,
}

/// The cause of a trigger.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, VariantArray)]
#[strum(serialize_all = "lowercase")]
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

/// The longest duration of a gate's motion and of a trigger's delay, seconds.
pub(super) const MAX_DELAY_SECONDS: f32 = 3600.0;

impl TriggerMarker {
    /// Returns whether the trigger has any action.
    pub(crate) fn acts(&self) -> bool {
        !self.play.is_empty() || self.actions != TriggerActions::default()
    }
}

impl GroupName {
    /// The group of a name, case-insensitively; `all` means every target.
    pub(super) fn of(text: String) -> Self {
        match text.to_lowercase() {
            all if all == "all" => Self::All,
            named => Self::Named(named),
        }
    }
}

pub(super) fn read_trigger(kinds: &[MarkerKind], extras: &mut Extras) -> TriggerMarker {
    let on = extras.choice("on");
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
        actions: TriggerActions {
            play: Vec::new(),
            text: extras.text("text"),
            checkpoint,
            refill,
            end: extras.flag("end").unwrap_or(is_exit),
        },
        once: extras.flag("once").unwrap_or(!checkpoint && !refill),
        delay: extras.number("delay", 0.0, 0.0..=MAX_DELAY_SECONDS),
        is_lamp: refill && !kinds.contains(&MarkerKind::Trigger),
    }
}

/// The bodies named by a word.
fn bodies(word: &str) -> Option<Bodies> {
    let is = |kind: &str| [kind, "any"].contains(&word);
    let bodies = Bodies {
        player: is("player"),
        balls: is("ball"),
        walkers: is("walker"),
        props: word == "prop",
        class: None,
    };
    (bodies != Bodies::default()).then_some(bodies)
}
