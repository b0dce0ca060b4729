//! The text on the screen: figures, messages that fade, hints about controls. [`Ui`] converts a [`Hud`]
//! into an [`Overlay`]; decisions and drawing on the GPU happen elsewhere.

#![warn(unreachable_pub)]

mod figures;
pub mod input;
mod labels;
mod layout;
mod legend;
mod messages;
mod panel;
mod panels;
pub mod settings;
pub mod shell;
mod status;
mod subtitles;
mod theme;

use glam::{Vec2, vec2};
use image::RgbaImage;

pub use figures::{FigureDetail, Figures};
pub use messages::MessageKind;
pub use status::Status;
pub use status::clock;
pub use theme::Palette;
pub use theme::{GLASS_COLOR, TEXT_COLOR, WARNING_SIGN};

use hexbound_audio::Subtitle;
use hexbound_base::{
    progress::Arriving,
    words::{Phrase, Words, phrase},
};
use hexbound_canvas::{Canvas, Color, Overlay, Painter, Picture, Rect};
use hexbound_inspect::Legend;
use hexbound_sim::View;
use messages::Messages;

/// The window's height in points, so that text covers the same share of every window.
const HEIGHT_POINTS: f32 = 720.0;
/// The minimum number of pixels per point, on a screen with a scale factor of 1.
const MIN_PIXELS_PER_POINT: f32 = 0.8;

/// The texts and panels above play in one frame.
#[derive(Default)]
pub struct Hud<'a> {
    /// The texts in the player's language.
    pub words: &'a Words,
    /// The colors that carry a meaning.
    pub palette: Palette,
    /// The window's size in pixels.
    pub size: [u32; 2],
    /// The desktop's scale factor.
    pub scale: f32,
    /// The time since the start, seconds.
    pub now: f64,
    /// True if a screen covers the whole image, so that nothing is written.
    pub is_covered: bool,
    /// True if only warnings are shown, because the player has turned the HUD off.
    pub is_quiet: bool,
    /// The areas covered by a screen, points, while play and a view of collision continue beside it;
    /// otherwise empty.
    pub covered: &'a [Rect],
    /// The hint about a control that is useful now.
    pub hint: Option<Hint>,
    /// The darkness of the veil over the image, 0..1.
    pub veil: f32,
    pub figures: Option<Figures>,
    /// The state of the game in the level.
    pub status: Option<Status>,
    /// The state of time, unless it passes as usual.
    pub time: Option<String>,
    /// The points where ghosts diverged from the player, while there are ghosts.
    pub ghosts: Option<Vec<String>>,
    /// The plaque in front of the player.
    pub plaque: Option<Plaque>,
    /// The progress of loading the level's details, until all are there.
    pub arriving: Option<Arriving>,
    /// The view of collision, if one is shown.
    pub explained: Option<Explained<'a>>,
    /// The labels in an image without a view of collision.
    pub named: Option<Explained<'a>>,
    /// The subtitles of sounds, the oldest first.
    pub subtitles: Vec<Subtitle>,
}

/// The text of an exhibit in front of the player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plaque {
    pub title: String,
    /// The description and the measured figures.
    pub lines: Vec<String>,
    /// The last line, with advice or a summary.
    pub below: String,
    /// True if the plaque has few lines, which are placed above the exhibit.
    pub is_brief: bool,
}

/// A hint about one control, shown when the control is first useful.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The key or button.
    pub key: String,
    /// The effect of the control in words.
    pub words: String,
    /// The opacity, 0..1.
    pub alpha: f32,
}

/// The legend and labels of a view of collision, with the camera of the image below them.
#[derive(Clone, Copy)]
pub struct Explained<'a> {
    pub legend: &'a Legend,
    pub view: &'a View,
    /// The vertical field of view, radians.
    pub field_of_view: f32,
}

/// The interface: its messages and its overlay.
#[derive(Default)]
pub struct Ui {
    canvas: Canvas,
    messages: Messages,
    overlay: Overlay,
}

impl Ui {
    /// The picture `name`, uploaded at its first use.
    pub fn picture(&mut self, name: &str, picture: &RgbaImage) -> Picture {
        self.canvas.picture(name, picture, &mut self.overlay)
    }

    /// Shows a message for some seconds; `now` is the time since the start, seconds.
    pub fn show_message(&mut self, said: Phrase, kind: MessageKind, now: f64) {
        self.messages.push(said, kind, now);
    }

    /// Shows news and replaces the last message on the same topic.
    pub fn replace_message(&mut self, topic: &'static str, said: Phrase, now: f64) {
        self.messages.replace(topic, said, now);
    }

    /// The newest message at the time `now`, and true if it is a warning.
    pub fn newest_message(&self, now: f64) -> Option<(&Phrase, bool)> {
        let (said, kind, _) = self.messages.shown(now).next()?;
        Some((said, kind == MessageKind::Trouble))
    }

    /// Uploads all textures again with the next overlay, for a new graphics device.
    pub fn forget_textures(&mut self) {
        self.canvas = Canvas::default();
        self.overlay.textures.clear();
    }

    /// Lays out the interface of one frame.
    pub fn draw(&mut self, screen: &Hud) -> &mut Overlay {
        self.draw_below(screen, |_, _| {})
    }

    /// Lays out the interface of one frame, below the drawing of `above` in the window's area.
    pub fn draw_below(&mut self, screen: &Hud, above: impl FnOnce(&Painter, Rect)) -> &mut Overlay {
        let pixels_per_point = pixels_per_point(screen.size, screen.scale);
        let [width, height] = screen.size.map(|side| side as f32 / pixels_per_point);
        let area = Rect::from_min_size(Vec2::ZERO, vec2(width, height));
        self.messages.forget_old(screen.now);
        let ((), shapes) = self.canvas.record(area, pixels_per_point, |painter| {
            write(painter, area, screen, &self.messages);
            above(painter, area);
        });
        (self.canvas).draw(&shapes, screen.size, pixels_per_point, &mut self.overlay);
        &mut self.overlay
    }
}

/// The number of pixels per point.
pub fn pixels_per_point(size: [u32; 2], scale: f32) -> f32 {
    let smallest = MIN_PIXELS_PER_POINT * scale.clamp(1.0, 4.0);
    (size[1] as f32 / HEIGHT_POINTS).clamp(smallest, 6.0)
}

/// Draws the texts and panels of a frame.
fn write(painter: &Painter, area: Rect, screen: &Hud, messages: &Messages) {
    if screen.veil > 0.0 {
        let black = Color::black((screen.veil.min(1.0) * 255.0) as u8);
        painter.rect(area, 0.0, black);
    }
    let (mut taken, placed, explained) = match (screen.is_covered, screen.covered) {
        (true, []) => return,
        // The legend, beside a screen that leaves a part of the image free.
        (true, covered) => {
            let placed = panels::place_beside(painter, area, screen);
            (covered.to_vec(), placed, screen.explained)
        }
        (false, _) => {
            write_arriving(painter, area, screen);
            let placed = panels::place(painter, area, screen, messages);
            (Vec::new(), placed, screen.explained.or(screen.named))
        }
    };
    taken.extend(placed.iter().map(|panel| panel.spot.rect));
    if let Some(explained) = explained {
        labels::write(painter, area, screen.words, taken, &explained);
    }
    for panel in &placed {
        panel.draw(painter, screen.palette);
    }
}

/// Draws the progress of loading the level's details.
fn write_arriving(painter: &Painter, area: Rect, screen: &Hud) {
    let (words, done) = match screen.arriving {
        Some(Arriving::Textures(done)) => (phrase("textures"), done),
        Some(Arriving::Light(done)) => (phrase("light"), done),
        None => return,
    };
    let words = words.with("percent", format!("{:.0}", done * 100.0));
    let words = screen.words.say(&words);
    panel::bar(painter, area, screen.palette.accent, done, words);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(size: [u32; 2], now: f64) -> Hud<'static> {
        Hud {
            size,
            now,
            ..Hud::default()
        }
    }

    #[test]
    fn messages_are_drawn_and_fade_away() {
        let mut ui = Ui::default();
        let loaded = Phrase::plain("A level was loaded");
        ui.show_message(loaded, MessageKind::News, 100.0);
        let fresh = ui.draw(&screen([1280, 720], 100.5)).vertices.len();
        let later = ui.draw(&screen([1280, 720], 200.0)).vertices.len();
        assert!(fresh > 0);
        assert_eq!(later, 0);
    }

    #[test]
    fn the_first_overlay_brings_the_font() {
        let mut ui = Ui::default();
        ui.show_message(Phrase::plain("Text"), MessageKind::Trouble, 0.0);
        assert!(!ui.draw(&screen([640, 360], 0.1)).textures.is_empty());
    }

    #[test]
    fn at_any_size_nothing_is_drawn_outside_and_large_windows_show_all() {
        let mut ui = Ui::default();
        let mut legend = Legend::new(phrase("planes"));
        legend.label(glam::Vec3::NEG_Z, Phrase::plain("S"), [1.0; 4]);
        let explained = Explained {
            legend: &legend,
            view: &View::default(),
            field_of_view: 1.0,
        };
        for size in [[1, 1], [1, 2000], [2000, 1], [7680, 4320], [0, 0]] {
            for is_covered in [false, true] {
                let long = Phrase::plain("A message that is longer than the window");
                ui.show_message(long, MessageKind::News, 1.0);
                let overlay = ui.draw(&Hud {
                    size,
                    now: 1.1,
                    is_covered,
                    figures: Some(Figures::default()),
                    time: Some(String::from("paused")),
                    ghosts: Some(vec![String::from("article: parted")]),
                    explained: Some(explained),
                    arriving: Some(Arriving::Light(0.4)),
                    ..Hud::default()
                });
                for part in &overlay.parts {
                    let [right, bottom] = part.clip[1];
                    assert!(right <= size[0] && bottom <= size[1], "{size:?}");
                }
                let is_shown = !overlay.vertices.is_empty();
                assert!(is_shown != is_covered || size != [7680, 4320], "{size:?}");
            }
        }
    }
}
