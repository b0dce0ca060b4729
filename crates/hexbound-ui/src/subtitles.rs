//! Subtitles for sounds in words, each with a mark that points to its direction.

use super::{
    Hud, TEXT_COLOR,
    panel::{Line, LineMark},
};
use hexbound_audio::Subtitle;
use hexbound_base::words::Words;

/// The subtitles of a screen as lines of text, the oldest first.
pub(crate) fn lines(screen: &Hud) -> Vec<Line> {
    let line = |subtitle| line(subtitle, screen.words);
    screen.subtitles.iter().map(line).collect()
}

fn line(subtitle: &Subtitle, words: &Words) -> Line {
    let mark = subtitle.bearing.map_or(LineMark::Ring, LineMark::Arrow);
    let text = words.text_of("subtitle", &subtitle.kind.name());
    Line::marked(mark, subtitle.alpha).with(text, TEXT_COLOR.faded(subtitle.alpha))
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use super::*;
    use crate::{messages::Messages, write};
    use hexbound_audio::{HeardKind, SoundKind};
    use hexbound_canvas::{Canvas, Rect, Shape};

    /// The words that are drawn, and the corners of all arrows.
    fn drawn(subtitles: &[Subtitle]) -> (String, Vec<Vec<Vec2>>) {
        let area = Rect::from_min_size(Vec2::ZERO, vec2(800.0, 450.0));
        let screen = Hud {
            subtitles: subtitles.to_vec(),
            ..Hud::default()
        };
        let ((), shapes) = Canvas::default().record(area, 1.0, |painter| {
            write(painter, area, &screen, &Messages::default());
        });
        let (mut words, mut arrows) = (String::new(), Vec::new());
        for shape in shapes {
            match shape.shape {
                Shape::Text(_, text) => words += &text.content(),
                // All other polygons have round corners.
                Shape::Filled(points, _) if points.len() == 3 => arrows.push(points),
                _ => {}
            }
        }
        (words, arrows)
    }

    /// The vector from the middle of an arrow's back to its tip.
    fn points_to(arrows: &[Vec<Vec2>]) -> Vec2 {
        let [one, other] = [&arrows[0], &arrows[1]];
        assert_eq!(one[0], other[0], "both halves have one tip");
        let back = one[1] + (other[1] - one[1]) / 2.0;
        (one[0] - back).normalize()
    }

    fn subtitle(bearing: Option<f32>, alpha: f32) -> Subtitle {
        Subtitle {
            kind: HeardKind::Once(SoundKind::Checkpoint),
            bearing,
            alpha,
        }
    }

    #[test]
    fn what_is_beside_the_player_has_an_arrow_to_its_side() {
        for (bearing, right) in [(1.2, true), (-1.2, false)] {
            let (_, arrows) = drawn(&[subtitle(Some(bearing), 1.0)]);
            let way = points_to(&arrows);
            assert_eq!(way.x > 0.8, right, "{bearing}: {way:?}");
            assert!(way.y < 0.0, "it is still more ahead than behind: {way:?}");
        }
        let (words, arrows) = drawn(&[]);
        assert!(words.is_empty() && arrows.is_empty(), "{words}");
    }

    #[test]
    fn what_is_here_has_a_ring_and_what_fades_is_paler() {
        let (words, arrows) = drawn(&[subtitle(None, 1.0), subtitle(Some(0.0), 0.5)]);
        assert_eq!(words.matches("Checkpoint").count(), 2, "{words}");
        assert_eq!(arrows.len(), 2, "the halves of one arrow");
        assert_eq!(points_to(&arrows), vec2(0.0, -1.0));
        // The second line is below the first.
        assert!(arrows[0][0].y > vec2(0.0, 450.0 - 60.0).y, "{arrows:?}");
    }
}
