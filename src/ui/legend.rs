//! The legend of what is shown of collision: each colour with its words.

use egui::{Align2, Color32, Painter, Rect, Rgba, vec2};

use super::{
    MARGIN, TEAL, TEXT, WIDE_ENOUGH,
    panel::{Line, TEXT_SIZE, panel_of_size},
};
use crate::{inspect::Legend, sim::MarkColor};

/// In the column of the swatches.
const SWATCH: &str = "■ ";
const NO_SWATCH: &str = "  ";

/// Points, where a legend in the usual size would reach the crosshair.
const SMALL_TEXT: f32 = 16.0;

/// At the screen's upper right. Gives the rectangle.
pub(super) fn write(painter: &Painter, area: Rect, legend: &Legend) -> Rect {
    let at = area.right_top() + vec2(-MARGIN, MARGIN);
    let text_size = match area.width() < WIDE_ENOUGH {
        true => SMALL_TEXT,
        false => TEXT_SIZE,
    };
    panel_of_size(painter, at, Align2::RIGHT_TOP, &lines(legend), text_size)
}

fn lines(legend: &Legend) -> Vec<Line> {
    let title = Line::new().with(legend.title.as_str(), TEAL);
    let rows = legend.rows.iter().map(|row| {
        let (sign, color) = match row.swatch {
            Some(color) => (SWATCH, swatch(color)),
            None => (NO_SWATCH, TEXT),
        };
        Line::new().with(sign, color).with(row.text.as_str(), TEXT)
    });
    std::iter::once(title).chain(rows).collect()
}

/// Whole, however faint the mark itself is.
pub(super) fn swatch([red, green, blue, _]: MarkColor) -> Color32 {
    Rgba::from_rgb(red, green, blue).into()
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput, pos2};

    use super::*;
    use crate::{
        inspect::{Asked, CollisionView, look},
        level,
        sim::{Buttons, CollisionMode, Command, Rules, View, World},
        ui::pixels_per_point,
    };

    /// How large the panel is on a screen of `size` pixels, and the screen, points.
    fn drawn(legend: &Legend, size: [u32; 2]) -> [Rect; 2] {
        let [width, height] = size.map(|side| side as f32 / pixels_per_point(size));
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let input = RawInput {
            screen_rect: Some(area),
            ..RawInput::default()
        };
        let mut rect = Rect::NOTHING;
        let mut output = Context::default().run_ui(input, |ui| {
            rect = write(&ui.painter().with_clip_rect(area), area, legend);
        });
        output.textures_delta.clear();
        [rect, area]
    }

    #[test]
    fn every_legend_fits_and_leaves_the_crosshair_free() {
        let level = level::open("test:box-room").unwrap();
        for collision in CollisionMode::ALL {
            let mut world = World::new(&level, Rules::default());
            let forward = Command {
                buttons: Buttons::FORWARD,
                collision,
                ..Command::default()
            };
            for _ in 0..400 {
                world.step(&level, &forward, &mut Vec::new());
            }
            for view in CollisionView::ALL {
                let asked = Asked::through(&View::of(&world), view, 2);
                let seen = look(&asked, &level, &world);
                for size in [[1280, 720], [640, 360]] {
                    let [rect, area] = drawn(&seen.legend, size);
                    assert!(area.contains_rect(rect), "{view:?} at {size:?}: {rect:?}");
                    assert!(
                        rect.left() > area.center().x,
                        "{view:?} at {size:?}: {rect:?}"
                    );
                }
            }
        }
    }
}
