//! Subtitles for sounds in words, each with a mark that points to the side that it comes from.

use super::{
    Screen, TEXT_COLOR,
    panel::{Line, Mark},
};
use hexbound_audio::Subtitle;
use hexbound_base::words::Words;

/// The subtitles of a screen as lines of text, the oldest first.
pub(crate) fn lines(screen: &Screen) -> Vec<Line> {
    let line = |subtitle| line(subtitle, screen.words);
    screen.subtitles.iter().map(line).collect()
}

fn line(subtitle: &Subtitle, words: &Words) -> Line {
    let mark = subtitle.side.map_or(Mark::Ring, Mark::Arrow);
    let text = words.text_of("subtitle", &subtitle.kind.name());
    Line::marked(mark, subtitle.alpha).with(text, TEXT_COLOR.faded(subtitle.alpha))
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use super::*;
    use crate::{messages::Messages, write};
    use hexbound_audio::{Audio, HeardKind, Listener, Moment, SoundKind, SubtitledSounds};
    use hexbound_canvas::{Canvas, Rect, Shape};
    use hexbound_level::Level;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, Command, EventKind, Rules, World};

    /// The words that are drawn, and the corners of all arrows.
    fn drawn(subtitles: &[Subtitle]) -> (String, Vec<Vec<Vec2>>) {
        let area = Rect::from_min_size(Vec2::ZERO, vec2(800.0, 450.0));
        let screen = Screen {
            subtitles: subtitles.to_vec(),
            ..Screen::default()
        };
        let ((), shapes) = Canvas::default().record(area, 1.0, |painter| {
            write(painter, area, &screen, &Messages::default());
        });
        let (mut words, mut arrows) = (String::new(), Vec::new());
        for shape in shapes {
            match shape.shape {
                Shape::Text(_, text) => words += &text.words(),
                // All other polygons have round corners.
                Shape::Filled(points, _) if points.len() == 3 => arrows.push(points),
                _ => {}
            }
        }
        (words, arrows)
    }

    /// The way from the middle of an arrow's back to its tip.
    fn points_to(arrows: &[Vec<Vec2>]) -> Vec2 {
        let [one, other] = [&arrows[0], &arrows[1]];
        assert_eq!(one[0], other[0], "both halves have one tip");
        let back = one[1] + (other[1] - one[1]) / 2.0;
        (one[0] - back).normalize()
    }

    /// Plays until a ball that is thrown ahead explodes, with a sound that no device plays.
    fn explode(level: &Level, audio: &mut Audio) -> World {
        let mut world = World::new(level, Rules::default());
        let throw = Command::holding(Buttons::THROW);
        for tick in 0..600 {
            let command = if tick == 0 { throw } else { Command::default() };
            let mut events = Vec::new();
            world.step(level, &command, &mut events);
            audio.play(&Moment {
                events: &events,
                listener: listener(&world, 0.0),
                around: Some((level, &world)),
                seconds: 1.0 / 120.0,
                contacts: None,
            });
            if events.iter().any(|it| it.kind == EventKind::Explosion) {
                return world;
            }
        }
        panic!("nothing exploded");
    }

    fn listener(world: &World, turned: f32) -> Listener {
        Listener {
            position: world.player.eye_position(),
            yaw: world.player.yaw + turned,
        }
    }

    #[test]
    fn an_explosion_beside_the_player_has_an_arrow_to_its_side() {
        let level = catalog::open("test:box-room").unwrap();
        let mut audio = Audio::open();
        audio.set_subtitles(SubtitledSounds::Around);
        let world = explode(&level, &mut audio);
        for (turned, right) in [(1.2_f32, true), (-1.2, false)] {
            let (words, arrows) = drawn(&audio.subtitles(listener(&world, turned)));
            assert!(words.contains("Explosion"), "{words}");
            let way = points_to(&arrows);
            assert_eq!(way.x > 0.8, right, "turned {turned}: {way:?}");
            assert!(way.y < 0.0, "it is still more ahead than behind: {way:?}");
        }
        audio.set_subtitles(SubtitledSounds::None);
        let (words, arrows) = drawn(&audio.subtitles(listener(&world, 0.0)));
        assert!(words.is_empty() && arrows.is_empty(), "{words}");
    }

    #[test]
    fn what_is_here_has_a_ring_and_what_fades_is_paler() {
        let told = |side, alpha| Subtitle {
            kind: HeardKind::Once(SoundKind::Checkpoint),
            side,
            alpha,
        };
        let (words, arrows) = drawn(&[told(None, 1.0), told(Some(0.0), 0.5)]);
        assert_eq!(words.matches("Checkpoint").count(), 2, "{words}");
        assert_eq!(arrows.len(), 2, "the halves of one arrow");
        assert_eq!(points_to(&arrows), vec2(0.0, -1.0));
        // The second line is below the first.
        assert!(arrows[0][0].y > vec2(0.0, 450.0 - 60.0).y, "{arrows:?}");
    }
}
