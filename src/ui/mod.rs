//! What is written on the screen: figures, messages that fade, the controls while they help. It
//! is told what to show and gives an [`Overlay`]; nothing is decided or drawn on the GPU here.

mod controls;
mod figures;
mod labels;
mod layout;
mod legend;
mod messages;
mod panel;
mod panels;

use egui::{Color32, Context, Painter, RawInput, Rect, ViewportId, ViewportInfo, pos2, vec2};

pub use figures::Figures;
pub use messages::Kind;

use crate::{inspect::Legend, render::Overlay, sim::View};
use layout::{Spot, TEXT_SIZES};
use messages::Messages;
use panel::Line;

/// The accent: whatever answers to the player.
const TEAL: Color32 = Color32::from_rgb(0x3f, 0xe0, 0xc5);
/// Something went wrong.
const CORAL: Color32 = Color32::from_rgb(0xff, 0x8a, 0x66);
const TEXT: Color32 = Color32::from_rgb(0xf4, 0xee, 0xe2);

/// The window's height in points: text keeps its share of the picture at every size.
const HEIGHT_POINTS: f32 = 720.0;
/// Text gets no smaller than this, pixels a point on a screen that shows one pixel as one.
const SMALLEST: f32 = 0.8;

/// How long the keys needed first are shown at the start, seconds.
const HINT_SECONDS: f64 = 12.0;

/// What is shown this frame.
#[derive(Default)]
pub struct Screen<'a> {
    /// Pixels.
    pub size: [u32; 2],
    /// The desktop's own: how many pixels it makes of one, on screens with very small pixels.
    pub scale: f32,
    /// Since the start, seconds.
    pub now: f64,
    pub pointer_captured: bool,
    /// All keys.
    pub keys: bool,
    /// What is wrong and what can be done, a line each, for as long as it is so.
    pub notice: Option<&'a [String]>,
    /// How dark the picture is, 0..1.
    pub veil: f32,
    pub figures: Option<&'a Figures>,
    /// How time passes, when not as usual.
    pub time: Option<&'a str>,
    /// What became of the ghosts, while there are some.
    pub ghosts: Option<&'a [String]>,
    /// How far the level's light has been worked out, 0..1, while it is.
    pub light: Option<f32>,
    /// What is shown of collision.
    pub explained: Option<Explained<'a>>,
    /// What is being made ready, while there is nothing else to see.
    pub waiting: Option<&'a str>,
}

/// What is shown of collision, in words, and the picture that the words are written over.
#[derive(Clone, Copy)]
pub struct Explained<'a> {
    pub legend: &'a Legend,
    pub view: &'a View,
    /// Vertical, radians.
    pub field_of_view: f32,
}

pub struct Ui {
    context: Context,
    messages: Messages,
    overlay: Overlay,
}

impl Default for Ui {
    fn default() -> Self {
        Self::new()
    }
}

impl Ui {
    pub fn new() -> Self {
        Self {
            context: Context::default(),
            messages: Messages::default(),
            overlay: Overlay::default(),
        }
    }

    /// Shows `text` for some seconds from `now` on.
    pub fn say(&mut self, text: impl Into<String>, kind: Kind, now: f64) {
        self.messages.push(text.into(), kind, now);
    }

    /// As `say`, instead of what still stands there and begins with `topic`.
    pub fn say_instead(&mut self, topic: &str, text: impl Into<String>, now: f64) {
        self.messages.forget(topic);
        self.messages.push(text.into(), Kind::News, now);
    }

    /// The next overlay holds every texture again: for a new graphics device.
    pub fn forget_textures(&mut self) {
        self.context = Context::default();
        self.overlay.textures.clear();
    }

    /// The interface of one frame, to be drawn over it.
    pub fn draw(&mut self, screen: &Screen) -> &mut Overlay {
        let pixels_per_point = pixels_per_point(screen.size, screen.scale);
        let [width, height] = screen.size.map(|side| side as f32 / pixels_per_point);
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let viewport = ViewportInfo {
            native_pixels_per_point: Some(pixels_per_point),
            ..ViewportInfo::default()
        };
        let input = RawInput {
            viewports: [(ViewportId::ROOT, viewport)].into_iter().collect(),
            screen_rect: Some(area),
            time: Some(screen.now),
            ..RawInput::default()
        };
        self.messages.forget_old(screen.now);
        let messages = &self.messages;
        let output = self.context.run_ui(input, |ui| {
            // The whole window, without the margins egui leaves for its own layouts.
            write(&ui.painter().with_clip_rect(area), area, screen, messages);
        });
        self.overlay.primitives = self
            .context
            .tessellate(output.shapes, output.pixels_per_point);
        self.overlay.pixels_per_point = output.pixels_per_point;
        self.overlay.textures.append(output.textures_delta);
        &mut self.overlay
    }
}

impl Drop for Ui {
    fn drop(&mut self) {
        // egui takes textures that never reached the GPU for a mistake; at the end they are none.
        self.overlay.textures.clear();
    }
}

fn pixels_per_point(size: [u32; 2], scale: f32) -> f32 {
    let smallest = SMALLEST * scale.clamp(1.0, 4.0);
    (size[1] as f32 / HEIGHT_POINTS).clamp(smallest, 6.0)
}

fn write(painter: &Painter, area: Rect, screen: &Screen, messages: &Messages) {
    if screen.veil > 0.0 {
        let black = Color32::from_black_alpha((screen.veil.min(1.0) * 255.0) as u8);
        painter.rect_filled(area, 0.0, black);
    }
    if let Some(text) = screen.waiting {
        write_waiting(painter, area, text);
        return;
    }
    if let Some(done) = screen.light {
        panel::bar(painter, area.left_bottom(), area.width(), done);
    }
    let placed = panels::place(painter, area, screen, messages);
    if let Some(explained) = &screen.explained {
        let taken = placed.iter().map(|panel| panel.spot.rect).collect();
        labels::write(painter, area, taken, explained);
    }
    for panel in &placed {
        panel::draw(painter, &panel.spot, &panel.lines, panel.alpha);
    }
}

/// In the middle of a screen on which there is nothing else.
fn write_waiting(painter: &Painter, area: Rect, text: &str) {
    let lines = [Line::new().with(text, TEXT)];
    let (text_size, wrap) = (TEXT_SIZES[0], area.width());
    let size = panel::size(painter, &lines, text_size, wrap);
    let rect = Rect::from_center_size(area.center(), size);
    let spot = Spot {
        rect,
        text_size,
        wrap,
    };
    panel::draw(painter, &spot, &lines, 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(size: [u32; 2], now: f64) -> Screen<'static> {
        Screen {
            size,
            now,
            pointer_captured: true,
            ..Screen::default()
        }
    }

    #[test]
    fn messages_are_drawn_and_fade_away() {
        let mut ui = Ui::new();
        ui.say("A level was loaded", Kind::News, 100.0);
        let fresh = ui.draw(&screen([1280, 720], 100.5)).primitives.len();
        let later = ui.draw(&screen([1280, 720], 200.0)).primitives.len();
        assert!(fresh > 0);
        assert_eq!(later, 0);
    }

    #[test]
    fn the_first_overlay_brings_the_font() {
        let mut ui = Ui::new();
        ui.say("Text", Kind::Trouble, 0.0);
        assert!(!ui.draw(&screen([640, 360], 0.1)).textures.set.is_empty());
    }

    #[test]
    fn at_any_size_nothing_is_drawn_outside_and_large_windows_show_all() {
        let mut ui = Ui::new();
        let figures = Figures::default();
        let mut legend = Legend::new("Planes");
        legend.label(glam::Vec3::NEG_Z, "S", [1.0; 4]);
        let explained = Explained {
            legend: &legend,
            view: &View::default(),
            field_of_view: 1.0,
        };
        for size in [[1, 1], [1, 2000], [2000, 1], [7680, 4320], [0, 0]] {
            for pointer_captured in [false, true] {
                ui.say("A message that is longer than the window", Kind::News, 1.0);
                let overlay = ui.draw(&Screen {
                    size,
                    now: 1.1,
                    pointer_captured,
                    figures: Some(&figures),
                    time: Some("paused"),
                    ghosts: Some(&[String::from("article: parted")]),
                    explained: Some(explained),
                    light: Some(0.4),
                    keys: true,
                    ..Screen::default()
                });
                let area = size.map(|side| side as f32 / overlay.pixels_per_point);
                for primitive in &overlay.primitives {
                    let clip = primitive.clip_rect;
                    let is_within = clip.min.x >= 0.0 && clip.min.y >= 0.0;
                    assert!(
                        is_within && clip.max.x <= area[0] && clip.max.y <= area[1],
                        "{size:?}"
                    );
                }
                let is_shown = !overlay.primitives.is_empty();
                assert!(is_shown || size != [7680, 4320], "{size:?}");
            }
        }
    }
}
