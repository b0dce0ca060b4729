//! Words for what happens in a level that is played for its targets.

use crate::{
    input::{Action, Effect},
    level::{Level, TriggerCause},
    sim::{EventKind, PlayState, WhyNot},
    words::{Phrase, phrase},
};

/// The message that an event is worth, if any. `key_names` says which keys have an effect.
pub(super) fn line(
    kind: EventKind,
    level: &Level,
    play: &PlayState,
    key_names: impl Fn(Effect) -> Phrase,
) -> Option<Phrase> {
    match kind {
        EventKind::TargetLit(_) => {
            let (lit, all) = (play.lit_count(), play.lit.len());
            Some(match lit == all {
                true => phrase("all-targets-lit").with("all", all),
                false => phrase("target-lit").with("lit", lit).with("all", all),
            })
        }
        // A ball that comes back to a target it has lit asks for nothing.
        EventKind::TargetRung {
            why: WhyNot::Lit, ..
        } => None,
        EventKind::TargetRung { why, .. } | EventKind::WalkerRung(why) => {
            Some(phrase("not-yet").with("why", reason(why)))
        }
        EventKind::EmptyHand => Some(match refills(level) {
            true => phrase("no-ball-but-a-lamp"),
            false => phrase("no-ball")
                .with("back", key_names(Effect::Rewind))
                .with("again", key_names(Effect::Act(Action::Again))),
        }),
        EventKind::Text(trigger) => {
            let trigger = level.play.triggers.get(trigger as usize)?;
            trigger.actions.text.clone().map(Phrase::of_level)
        }
        EventKind::Finished => Some(phrase("finished")),
        EventKind::Checkpoint(_) => Some(phrase("checkpoint")),
        EventKind::Refill => Some(phrase("refilled")),
        _ => None,
    }
}

/// Why a target or a walker does not answer a ball.
fn reason(why: WhyNot) -> Phrase {
    match why {
        WhyNot::Lit => phrase("why-lit"),
        WhyNot::Bounces(more) => phrase("why-bounces").with("more", more),
        WhyNot::Light => phrase("why-light"),
        WhyNot::Thrown => phrase("why-thrown"),
        WhyNot::Placed => phrase("why-placed"),
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
    use crate::{scenes, words::Words};

    #[test]
    fn every_answer_of_the_level_has_words() {
        let level = scenes::named("flat").unwrap();
        let mut play = PlayState::default();
        play.lit = vec![true, false];
        let said = |kind| {
            let said = line(kind, &level, &play, |_| Phrase::plain("R"))?;
            Some(Words::english().say(&said))
        };
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
