//! What is written on the screen: figures, messages that fade, the controls while they help. It
//! is told what to show and gives an [`Overlay`]; nothing is decided or drawn on the GPU here.

mod controls;
mod figures;
mod labels;
mod legend;
mod messages;
mod panel;

use egui::{
    Align2, Color32, Context, Painter, Pos2, RawInput, Rect, ViewportId, ViewportInfo, pos2, vec2,
};

pub use figures::Figures;
pub use messages::Kind;

use crate::{inspect::Legend, render::Overlay, sim::View};
use messages::Messages;
use panel::{Line, panel};

/// The accent: whatever answers to the player.
const TEAL: Color32 = Color32::from_rgb(0x3f, 0xe0, 0xc5);
/// Something went wrong.
const CORAL: Color32 = Color32::from_rgb(0xff, 0x8a, 0x66);
const TEXT: Color32 = Color32::from_rgb(0xf4, 0xee, 0xe2);

/// The window's height in points: text keeps its share of the picture at every size.
const HEIGHT_POINTS: f32 = 720.0;
/// On a narrower screen, points, figures and a legend side by side would cover each other; then
/// there is the legend alone.
const WIDE_ENOUGH: f32 = 1100.0;
/// From the screen's edges, points.
const MARGIN: f32 = 18.0;

/// How long the controls are shown at the start, seconds.
const HINT_SECONDS: f64 = 12.0;

/// What is shown this frame.
#[derive(Default)]
pub struct Screen<'a> {
    /// Pixels.
    pub size: [u32; 2],
    /// Since the start, seconds.
    pub now: f64,
    pub pointer_captured: bool,
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
        let pixels_per_point = pixels_per_point(screen.size);
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

fn pixels_per_point(size: [u32; 2]) -> f32 {
    (size[1] as f32 / HEIGHT_POINTS).clamp(0.8, 6.0)
}

fn write(painter: &Painter, area: Rect, screen: &Screen, messages: &Messages) {
    let is_narrow = area.width() < WIDE_ENOUGH;
    let figures = screen
        .figures
        .filter(|_| screen.explained.is_none() || !is_narrow);
    if let Some(figures) = figures {
        let at = area.left_top() + vec2(MARGIN, MARGIN);
        panel(painter, at, Align2::LEFT_TOP, &figures.lines(), 1.0);
    }
    let mut messages_end = area.bottom() - 0.12 * area.height();
    let mut below_legend = area.top() + MARGIN;
    if let Some(explained) = &screen.explained {
        let drawn = legend::write(painter, area, explained.legend);
        labels::write(painter, area, drawn, explained);
        below_legend = drawn.bottom() + MARGIN;
    }
    if !screen.pointer_captured {
        let (at, anchor) = match figures {
            None if screen.explained.is_some() => {
                (area.left_top() + vec2(MARGIN, MARGIN), Align2::LEFT_TOP)
            }
            None => (area.center(), Align2::CENTER_CENTER),
            // Beside the figures.
            Some(_) => (pos2(area.right() - MARGIN, below_legend), Align2::RIGHT_TOP),
        };
        panel(painter, at, anchor, &controls::free_pointer(), 1.0);
    } else if screen.now < HINT_SECONDS && screen.figures.is_none() && screen.explained.is_none() {
        let at = area.left_bottom() + vec2(MARGIN, -MARGIN);
        let shown = ((HINT_SECONDS - screen.now) as f32).clamp(0.0, 1.0);
        let hint = panel(painter, at, Align2::LEFT_BOTTOM, &controls::hint(), shown);
        if hint.right() > area.center().x - 0.25 * area.width() {
            messages_end = messages_end.min(hint.top() - 8.0);
        }
    }
    if let Some(time) = screen.time {
        let at = area.center_top() + vec2(0.0, MARGIN);
        let lines = [Line::new().with(time, TEAL)];
        panel(painter, at, Align2::CENTER_TOP, &lines, 1.0);
    }
    if let Some(ghosts) = screen.ghosts {
        let at = area.right_bottom() + vec2(-MARGIN, -MARGIN);
        panel(painter, at, Align2::RIGHT_BOTTOM, &ghost_lines(ghosts), 1.0);
    }
    if let Some(text) = screen.waiting {
        let lines = [Line::new().with(text, TEXT)];
        panel(painter, area.center(), Align2::CENTER_CENTER, &lines, 1.0);
        return;
    }
    if let Some(done) = screen.light {
        panel::bar(painter, area.left_bottom(), area.width(), done);
    }
    let at = pos2(area.center().x, messages_end);
    write_messages(painter, at, messages.shown(screen.now));
}

fn ghost_lines(ghosts: &[String]) -> Vec<Line> {
    let heading = Line::new().with("Ghosts", TEAL);
    let lines = ghosts.iter().map(|text| Line::new().with(text, TEXT));
    std::iter::once(heading).chain(lines).collect()
}

/// Upwards, newest lowest.
fn write_messages<'a>(
    painter: &Painter,
    mut at: Pos2,
    shown: impl Iterator<Item = (&'a str, Kind, f32)>,
) {
    for (text, kind, alpha) in shown {
        let color = match kind {
            Kind::News => TEXT,
            Kind::Trouble => CORAL,
        };
        let lines = [Line::new().with(text, color)];
        let drawn = panel(painter, at, Align2::CENTER_BOTTOM, &lines, alpha);
        at.y = drawn.top() - 8.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(size: [u32; 2], now: f64) -> Screen<'static> {
        Screen {
            size,
            now,
            pointer_captured: true,
            figures: None,
            time: None,
            ghosts: None,
            explained: None,
            light: None,
            waiting: None,
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
    fn any_size_is_survived() {
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
                ui.draw(&Screen {
                    size,
                    now: 1.1,
                    pointer_captured,
                    figures: Some(&figures),
                    time: Some("paused"),
                    ghosts: Some(&[String::from("article: parted")]),
                    explained: Some(explained),
                    light: Some(0.4),
                    waiting: None,
                });
            }
        }
    }
}
