//! Tells the player of a return to the spawn: why in words, and a short fade from black.

use crate::{
    level::Level,
    sim::{Event, EventKind, Loss},
    words::{Phrase, phrase},
};

/// The time that the picture takes to come back, seconds.
const SECONDS: f64 = 0.7;
/// The darkness at first, 0..1.
const DARKEST: f64 = 0.9;

/// The last return to the spawn, by the interface's clock.
#[derive(Debug, Default)]
pub(super) struct Respawn {
    /// The time of the last return, seconds.
    at: Option<f64>,
}

impl Respawn {
    /// Begins to fade if one of `events` is a respawn, and gives the reason. `now` is the
    /// interface's time, seconds; a player with a checkpoint comes back to that.
    pub(crate) fn notice(
        &mut self,
        events: &[Event],
        (level, has_checkpoint): (&Level, bool),
        now: f64,
    ) -> Option<Phrase> {
        let loss = events.iter().rev().find_map(|event| match event.kind {
            EventKind::Respawn(loss) => Some(loss),
            _ => None,
        })?;
        self.at = Some(now);
        let said = match has_checkpoint {
            true => phrase("back-at-checkpoint"),
            false => phrase("back-at-start"),
        };
        Some(said.with("why", reason(loss, level)))
    }

    /// The darkness of the picture, 0..1.
    pub(crate) fn veil(&self, now: f64) -> f32 {
        let Some(at) = self.at else {
            return 0.0;
        };
        let left = 1.0 - (now - at) / SECONDS;
        (DARKEST * left.clamp(0.0, 1.0)) as f32
    }
}

/// Why the player has to come back.
fn reason(loss: Loss, level: &Level) -> Phrase {
    match loss {
        Loss::Crushed(mover) => {
            let mover = mover.and_then(|mover| level.movers.get(mover as usize));
            match mover.map(|mover| mover.name.as_str()) {
                Some(name) if !name.is_empty() => phrase("crushed-by").with("name", name),
                _ => phrase("crushed"),
            }
        }
        Loss::Fell => phrase("fell"),
        Loss::Left => phrase("left-the-level"),
        Loss::Nonsense => phrase("lost"),
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{scenes, words::Words};

    fn message(kind: EventKind) -> Option<String> {
        let level = scenes::named("lift").unwrap();
        let event = Event::new(kind, Vec3::ZERO, Vec3::ZERO, 0.0);
        let said = Respawn::default().notice(&[event], (&level, false), 0.0)?;
        Some(Words::english().say(&said))
    }

    #[test]
    fn it_says_why() {
        let level = scenes::named("lift").unwrap();
        let crusher = level.movers.iter().position(|it| it.name == "crusher");
        let by = crusher.map(|index| index as u32);
        assert!(by.is_some());
        let crushed = message(EventKind::Respawn(Loss::Crushed(by)));
        assert_eq!(
            crushed.unwrap(),
            "Crushed by the crusher: back at the start"
        );
        let fallen = message(EventKind::Respawn(Loss::Fell)).unwrap();
        assert!(fallen.starts_with("Fell out of the level"), "{fallen}");
        assert_eq!(message(EventKind::Land), None);
    }

    #[test]
    fn the_picture_fades_in_and_stays() {
        let level = scenes::named("flat").unwrap();
        let mut respawn = Respawn::default();
        assert_eq!(respawn.veil(5.0), 0.0);
        let kind = EventKind::Respawn(Loss::Fell);
        let event = Event::new(kind, Vec3::ZERO, Vec3::ZERO, 0.0);
        respawn.notice(&[event], (&level, false), 10.0);
        let dark = [10.0, 10.3, 10.6, 11.0].map(|now| respawn.veil(now));
        assert!(dark[0] > 0.8 && dark.is_sorted_by(|a, b| a > b), "{dark:?}");
        assert_eq!(dark[3], 0.0);
    }
}
