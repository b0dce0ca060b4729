//! The notice of a return to the spawn: the reason in words, and a short fade from black.

use glam::{DVec3, Vec3};

use super::game::Game;
use hexbound_base::words::{Phrase, phrase};
use hexbound_level::Level;
use hexbound_sim::{Event, EventKind, Loss, Player};

/// The time of the fade, seconds.
const FADE_SECONDS: f64 = 0.7;
/// The darkness at the start of the fade, 0..1.
const MAX_DARKNESS: f64 = 0.9;

/// The last return to the spawn, by the interface's clock.
#[derive(Debug, Default)]
pub(super) struct Respawn {
    /// The time of the last return, seconds.
    at: Option<f64>,
    /// The place where the player last stood, local, meters.
    footing: Option<Vec3>,
}

impl Respawn {
    /// Follows a frame of a game. Returns the message about a return to the spawn, if there was one.
    pub(crate) fn follow_game(&mut self, game: &Game, now: f64) -> Option<Phrase> {
        let has_checkpoint = game.world.play.checkpoint.is_some();
        let said = self.begin_fade(&game.events, &game.level, has_checkpoint, now);
        self.follow(&game.world.player);
        said
    }

    /// Records the player's place while they stand.
    fn follow(&mut self, player: &Player) {
        if player.grounded {
            self.footing = Some(player.feet());
        }
    }

    /// The place from which the player fell out of the level in one of `events`, local, meters.
    pub(crate) fn fall_among(&self, events: &[Event]) -> Option<Vec3> {
        let is_fall =
            |event: &Event| matches!(event.kind, EventKind::Respawn(Loss::Fell | Loss::Left));
        events.iter().any(is_fall).then_some(self.footing).flatten()
    }

    /// Begins the fade if one of `events` is a respawn, and returns its reason. `now` is the interface's
    /// time, seconds. A player with a checkpoint returns to that.
    fn begin_fade(
        &mut self,
        events: &[Event],
        level: &Level,
        has_checkpoint: bool,
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
        Some(said.with("why", self.reason(loss, level)))
    }

    /// The reason of the return, and the place where the player last stood.
    fn reason(&self, loss: Loss, level: &Level) -> Phrase {
        let (said, without_place) = match loss {
            Loss::Crushed(mover) => return crushed(mover, level),
            Loss::Nonsense => return phrase("lost"),
            Loss::Fell => (phrase("fell-from"), phrase("fell")),
            Loss::Left => (phrase("left-from"), phrase("left-the-level")),
        };
        match self.footing {
            Some(footing) => said.with("place", place_in_words(level.to_file(footing))),
            None => without_place,
        }
    }

    /// The darkness of the picture, 0..1.
    pub(crate) fn veil(&self, now: f64) -> f32 {
        let Some(at) = self.at else {
            return 0.0;
        };
        let left = 1.0 - (now - at) / FADE_SECONDS;
        (MAX_DARKNESS * left.clamp(0.0, 1.0)) as f32
    }
}

/// The message to a player who was crushed.
fn crushed(mover: Option<u32>, level: &Level) -> Phrase {
    let mover = mover.and_then(|mover| level.movers.get(mover as usize));
    match mover.map(|mover| mover.name.as_str()) {
        Some(name) if !name.is_empty() => phrase("crushed-by").with("name", name),
        _ => phrase("crushed"),
    }
}

/// A place in the file's own coordinates, as text.
pub(super) fn place_in_words(place: DVec3) -> Phrase {
    phrase("position-is")
        .with("x", format!("{:.1}", place.x))
        .with("y", format!("{:.1}", place.y))
        .with("z", format!("{:.1}", place.z))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;

    fn event(kind: EventKind) -> Event {
        Event::new(kind, Vec3::ZERO, Vec3::ZERO, 0.0)
    }

    fn message(kind: EventKind) -> Option<String> {
        let level = hexbound_scenes::named("lift").unwrap();
        let said = Respawn::default().begin_fade(&[event(kind)], &level, false, 0.0)?;
        Some(Words::english().say(&said))
    }

    #[test]
    fn it_says_why() {
        let level = hexbound_scenes::named("lift").unwrap();
        let crusher = level.movers.iter().position(|it| it.name == "crusher");
        let by = crusher.map(|index| index as u32);
        assert!(by.is_some());
        let crushed = message(EventKind::Respawn(Loss::Crushed(by)));
        let said = "Crushed by the crusher: back at the start";
        assert_eq!(crushed.unwrap(), said);
        let fallen = message(EventKind::Respawn(Loss::Fell)).unwrap();
        assert!(fallen.starts_with("Fell out of the level"), "{fallen}");
        assert_eq!(message(EventKind::Land), None);
    }

    #[test]
    fn a_fall_names_the_place_where_the_player_stood() {
        let level = hexbound_scenes::named("flat").unwrap();
        let fell = [event(EventKind::Respawn(Loss::Fell))];
        let mut respawn = Respawn::default();
        assert_eq!(respawn.fall_among(&fell), None);
        let mut player = Player::standing_at(Vec3::new(3.0, 5.0, -2.0), 0.0);
        player.grounded = true;
        respawn.follow(&player);
        let stood = player.feet();
        player.grounded = false;
        player.position.y = -50.0;
        respawn.follow(&player);
        assert_eq!(respawn.fall_among(&fell), Some(stood));
        let said = respawn.begin_fade(&fell, &level, false, 0.0).unwrap();
        let place = Words::english().say(&place_in_words(level.to_file(stood)));
        let expected = format!("Fell out of the level, from {place}: back at the start");
        assert_eq!(Words::english().say(&said), expected);
    }

    #[test]
    fn the_picture_fades_in_and_stays() {
        let level = hexbound_scenes::named("flat").unwrap();
        let mut respawn = Respawn::default();
        assert_eq!(respawn.veil(5.0), 0.0);
        let fell = event(EventKind::Respawn(Loss::Fell));
        respawn.begin_fade(&[fell], &level, false, 10.0);
        let dark = [10.0, 10.3, 10.6, 11.0].map(|now| respawn.veil(now));
        assert!(dark[0] > 0.8 && dark.is_sorted_by(|a, b| a > b), "{dark:?}");
        assert_eq!(dark[3], 0.0);
    }
}
