//! The messages about events in a level that is played for its targets.

use glam::Vec3;

use hexbound_base::{
    body::{forward, right},
    words::{Phrase, phrase, phrase_of},
};
use hexbound_level::{Level, TriggerCause};
use hexbound_sim::{EventKind, Player, Refusal, World};
use hexbound_ui::input::{Action, Effect};

/// The message about an event, if it deserves one. `key_names` returns the keys that have an effect.
pub(super) fn line(
    kind: EventKind,
    level: &Level,
    world: &World,
    key_names: impl Fn(Effect) -> Phrase,
) -> Option<Phrase> {
    let play = &world.play;
    match kind {
        EventKind::TargetLit(_) => {
            let (lit, all) = (play.lit_count(), play.lit.len());
            Some(match lit == all {
                true => phrase("all-targets-lit").with("all", all),
                false => phrase("target-lit").with("lit", lit).with("all", all),
            })
        }
        // A ball that returns to a target that it has lit needs no message.
        EventKind::TargetRung {
            why: Refusal::Lit, ..
        } => None,
        EventKind::TargetRung { why, .. } | EventKind::WalkerRung(why) => {
            Some(phrase("not-yet").with("why", reason(why)))
        }
        EventKind::EmptyHand => Some(match nearest_refill(level, &world.player) {
            Some(lamp) => lamp_ahead(lamp, &world.player),
            None => phrase("no-ball")
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

/// The reason why a target or a walker does not respond to a ball.
fn reason(why: Refusal) -> Phrase {
    match why {
        Refusal::Lit => phrase("why-lit"),
        Refusal::Bounces(more) => phrase("why-bounces").with("more", more),
        Refusal::Light => phrase("why-light"),
        Refusal::Thrown => phrase("why-thrown"),
        Refusal::Placed => phrase("why-placed"),
    }
}

/// The nearest place, local, meters, at which the player's hand is refilled.
fn nearest_refill(level: &Level, player: &Player) -> Option<Vec3> {
    let triggers = level.play.triggers.iter();
    let places = triggers.filter_map(|trigger| match &trigger.cause {
        TriggerCause::Enter { volume, .. } if trigger.actions.refill => {
            Some(volume.0.translation.as_vec3())
        }
        _ => None,
    });
    let distance = |place: &Vec3| place.distance_squared(player.position);
    places.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The message about an empty hand: the distance and direction from the player to the lamp at `place`.
fn lamp_ahead(place: Vec3, player: &Player) -> Phrase {
    let offset = place - player.position;
    let (ahead, aside) = (
        offset.dot(forward(player.yaw)),
        offset.dot(right(player.yaw)),
    );
    let direction = match (ahead.abs() >= aside.abs(), ahead >= 0.0, aside >= 0.0) {
        (true, true, _) => "ahead",
        (true, false, _) => "behind",
        (false, _, true) => "right",
        (false, _, false) => "left",
    };
    phrase("no-ball-but-a-lamp")
        .with("meters", offset.length().round() as u32)
        .with("direction", phrase_of("direction", direction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    #[test]
    fn an_empty_hand_is_led_to_the_nearest_lamp() {
        let level = catalog::open("quarry").unwrap();
        let mut player = World::new(&level, Rules::default()).player;
        let lamp = nearest_refill(&level, &player).unwrap();
        let mut said = |offset: Vec3| {
            player.position = lamp - offset;
            player.yaw = 0.0;
            Words::english().say(&lamp_ahead(lamp, &player))
        };
        for (offset, words) in [
            (Vec3::new(1.0, 0.0, -7.0), "7 m ahead"),
            (Vec3::new(1.0, 0.0, 12.0), "12 m behind you"),
            (Vec3::new(9.0, 0.0, -1.0), "9 m to the right"),
            (Vec3::new(-9.0, 2.0, 1.0), "9 m to the left"),
        ] {
            let said = said(offset);
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn every_answer_of_the_level_has_words() {
        let level = hexbound_scenes::named("flat").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.play.lit = vec![true, false];
        let said = |kind| {
            let said = line(kind, &level, &world, |_| Phrase::plain("R"))?;
            Some(Words::english().say(&said))
        };
        assert_eq!(said(EventKind::TargetLit(0)).unwrap(), "1 of 2 lit");
        let why = Refusal::Bounces(2);
        let rung = said(EventKind::TargetRung { target: 1, why }).unwrap();
        assert!(rung.contains("bounce 2 times more"), "{rung}");
        let why = Refusal::Lit;
        assert_eq!(said(EventKind::TargetRung { target: 0, why }), None);
        assert!(said(EventKind::EmptyHand).unwrap().contains("R takes"));
        assert_eq!(said(EventKind::Text(3)), None, "there is no such trigger");
        assert_eq!(said(EventKind::Bounce), None);
    }
}
