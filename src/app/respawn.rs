//! Tells the player of a return to the spawn: why in words, and a short fade from black.

use crate::{
    level::Level,
    sim::{Event, EventKind, Loss},
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
    /// Begins to fade if one of `events` is a respawn, and gives the reason in words. `now` is the
    /// interface's time, seconds; a player with a checkpoint comes back to that.
    pub(crate) fn notice(
        &mut self,
        events: &[Event],
        (level, has_checkpoint): (&Level, bool),
        now: f64,
    ) -> Option<String> {
        let loss = events.iter().rev().find_map(|event| match event.kind {
            EventKind::Respawn(loss) => Some(loss),
            _ => None,
        })?;
        self.at = Some(now);
        let place = if has_checkpoint {
            "the checkpoint"
        } else {
            "the start"
        };
        Some(format!("{}: back at {place}", words(loss, level)))
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

/// The reason in words.
fn words(loss: Loss, level: &Level) -> String {
    match loss {
        Loss::Crushed(mover) => {
            let mover = mover.and_then(|mover| level.movers.get(mover as usize));
            match mover.map(|mover| mover.name.as_str()) {
                Some(name) if !name.is_empty() => format!("Crushed by the {name}"),
                _ => String::from("Crushed by a moving part"),
            }
        }
        Loss::Fell => String::from("Fell out of the level"),
        Loss::Left => String::from("Left the level"),
        Loss::Nonsense => String::from("Lost: the position is no number any more"),
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::scenes;

    fn message(kind: EventKind) -> Option<String> {
        let level = scenes::named("lift").unwrap();
        let event = Event::new(kind, Vec3::ZERO, Vec3::ZERO, 0.0);
        Respawn::default().notice(&[event], (&level, false), 0.0)
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
