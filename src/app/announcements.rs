//! Words for what happens in a level that is played for its targets.

use crate::{
    input::{Action, Effect},
    level::{Level, TriggerCause},
    sim::{EventKind, PlayState, WhyNot},
};

/// The line that an event is worth, if any. `key_names` says which keys have an effect.
pub(super) fn line(
    kind: EventKind,
    level: &Level,
    play: &PlayState,
    key_names: impl Fn(Effect) -> String,
) -> Option<String> {
    match kind {
        EventKind::TargetLit(_) => {
            let (lit, all) = (play.lit_count(), play.lit.len());
            Some(match lit == all {
                true => format!("All {all} lit"),
                false => format!("{lit} of {all} lit"),
            })
        }
        // A ball that comes back to a target it has lit asks for nothing.
        EventKind::TargetRung {
            why: WhyNot::Lit, ..
        } => None,
        EventKind::TargetRung { why, .. } | EventKind::WalkerRung(why) => {
            Some(format!("Not yet: {why}"))
        }
        EventKind::EmptyHand => Some(match refills(level) {
            true => String::from("No ball left: a lamp fills the hand again"),
            false => format!(
                "No ball left: {} takes a throw back, {} begins again",
                key_names(Effect::Rewind),
                key_names(Effect::Act(Action::Again))
            ),
        }),
        EventKind::Text(trigger) => {
            let trigger = level.play.triggers.get(trigger as usize)?;
            trigger.actions.text.clone()
        }
        EventKind::Finished => Some(String::from("Finished")),
        EventKind::Checkpoint(_) => Some(String::from("Checkpoint")),
        EventKind::Refill => Some(String::from("The hand is full again")),
        _ => None,
    }
}

/// Returns whether there is a place in the level that fills the hand.
fn refills(level: &Level) -> bool {
    let mut triggers = level.play.triggers.iter();
    triggers.any(|trigger| {
        trigger.actions.refill && matches!(trigger.cause, TriggerCause::Enter { .. })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes;

    #[test]
    fn every_answer_of_the_level_has_words() {
        let level = scenes::named("flat").unwrap();
        let mut play = PlayState::default();
        play.lit = vec![true, false];
        let said = |kind| line(kind, &level, &play, |_| String::from("R"));
        assert_eq!(said(EventKind::TargetLit(0)).unwrap(), "1 of 2 lit");
        let why = WhyNot::Bounces(2);
        let rung = said(EventKind::TargetRung { target: 1, why }).unwrap();
        assert!(rung.contains("bounce 2 times more"), "{rung}");
        let why = WhyNot::Lit;
        assert_eq!(said(EventKind::TargetRung { target: 0, why }), None);
        assert!(said(EventKind::EmptyHand).unwrap().contains("R takes"));
        assert_eq!(said(EventKind::Text(3)), None, "there is no such trigger");
        assert_eq!(said(EventKind::Bounce), None);
    }
}
