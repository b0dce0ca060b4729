//! The panels of a frame, the most important first, and their preferred places.

mod placing;
#[cfg(test)]
mod tests;

use super::{
    Hint, Hud, MessageKind, Plaque, TEXT_COLOR, WARNING_SIGN,
    layout::{FreeSpace, PanelAnchor},
    legend,
    messages::Messages,
    panel::{BAR_ROOM, Ink, Line},
    subtitles,
};
use hexbound_base::words::Words;
use hexbound_canvas::{Painter, Rect};
use hexbound_inspect::Weight;
pub(crate) use placing::PlacedPanel;
use placing::{Panel, Placing};

/// All panels of `screen` that fit into `area`.
pub(crate) fn place(
    painter: &Painter,
    area: Rect,
    screen: &Hud,
    messages: &Messages,
) -> Vec<PlacedPanel> {
    let below = match screen.arriving {
        Some(_) => BAR_ROOM,
        None => 0.0,
    };
    let space = FreeSpace::of(area, below);
    let permanent = permanent(screen, space.is_narrow());
    let news = news(messages, screen);
    Placing::new(painter, screen.words).place(&space, &permanent, &news)
}

/// The legend in the area that a screen leaves free, if that is large enough.
pub(crate) fn place_beside(painter: &Painter, area: Rect, screen: &Hud) -> Vec<PlacedPanel> {
    let mut space = FreeSpace::of(area, 0.0);
    if space.is_narrow() {
        return Vec::new();
    }
    screen.covered.iter().for_each(|rect| space.take(*rect));
    let legend = legend_panel(screen);
    Placing::new(painter, screen.words).place(&space, legend.as_slice(), &[])
}

fn legend_panel(screen: &Hud) -> Option<Panel> {
    let legend = screen.explained.as_ref()?.legend;
    let (title, rows) = legend::lines(legend, screen.words);
    let places = &[PanelAnchor::RightTop, PanelAnchor::LeftTop];
    Some(Panel::yielding(title, rows, places))
}

/// The permanent panels.
fn permanent(screen: &Hud, is_narrow: bool) -> Vec<Panel> {
    use PanelAnchor::{Bottom, LeftBottom, LeftTop, RightBottom, RightTop, Top};
    let mut panels = Vec::new();
    let words = screen.words;
    let status = screen.status.iter().flat_map(|it| it.lines(words));
    let status: Vec<Line> = status.collect();
    if !status.is_empty() {
        panels.push(Panel::new(status, &[Top, RightTop, LeftTop, Bottom]));
    }
    panels.extend(legend_panel(screen));
    if let Some(figures) = &screen.figures {
        let mut rows = figures.lines(words).into_iter();
        if let Some(first) = rows.next() {
            let rows = rows.map(|row| (row, Weight::Usual));
            panels.push(Panel::yielding(first, rows, &[LeftTop, RightTop]));
        }
    }
    if let Some(ghosts) = &screen.ghosts {
        let lines = ghost_lines(ghosts, words);
        panels.push(Panel::new(lines, &[RightBottom, LeftBottom]));
    }
    if let Some(plaque) = &screen.plaque {
        let lines = plaque_lines(plaque);
        panels.push(match plaque.is_brief {
            false if is_narrow => short_plaque(plaque),
            // Placed over the beam of the bay. Smaller text is better than more lines, which would hide the
            // play below.
            true => Panel::new(lines, &[Top, Bottom, LeftTop, RightTop, LeftBottom]),
            false => Panel::prose(lines, &[LeftBottom, RightBottom, LeftTop, RightTop]),
        });
    }
    if let Some(time) = screen.time.as_deref() {
        let lines = vec![Line::new().with(time, Ink::Accent)];
        panels.push(Panel::new(lines, &[Top, Bottom, LeftBottom, RightBottom]));
    }
    if let Some(hint) = &screen.hint {
        panels.push(Panel {
            alpha: hint.alpha,
            ..Panel::new(hint_lines(hint), &[Bottom, LeftBottom, RightBottom])
        });
    }
    panels
}

/// The temporary panels: the newest message, the subtitles, the other messages.
fn news(messages: &Messages, screen: &Hud) -> Vec<Panel> {
    use PanelAnchor::{LeftBottom, LeftTop, News, RightBottom, RightTop, Under};
    let panel = |(said, kind, alpha)| {
        let text = screen.words.say(said);
        let lines = vec![match kind {
            MessageKind::News | MessageKind::Story => Line::new().with(text, TEXT_COLOR),
            MessageKind::Trouble => Line::new().with(format!("{WARNING_SIGN}{text}"), Ink::Warning),
        }];
        Panel {
            alpha,
            ..Panel::prose(lines, &[News, Under, LeftBottom, RightBottom])
        }
    };
    let shown = messages.shown(screen.now);
    let shown = shown.filter(|it| !screen.is_quiet || it.1 == MessageKind::Trouble);
    let mut panels: Vec<Panel> = shown.map(panel).collect();
    let subtitles = subtitles::lines(screen);
    if !subtitles.is_empty() {
        let subtitles = Panel::new(subtitles, &[RightBottom, LeftBottom, RightTop, LeftTop]);
        panels.insert(panels.len().min(1), subtitles);
    }
    panels
}

fn ghost_lines(ghosts: &[String], words: &Words) -> Vec<Line> {
    let heading = Line::new().with(words.text("ghosts"), Ink::Accent);
    let lines = ghosts.iter().map(|text| Line::new().with(text, TEXT_COLOR));
    std::iter::once(heading).chain(lines).collect()
}

fn plaque_lines(plaque: &Plaque) -> Vec<Line> {
    let line = |text: &String, ink: Ink| Line::new().with(text, ink);
    let lines = (plaque.lines.iter()).map(|text| line(text, TEXT_COLOR.into()));
    std::iter::once(line(&plaque.title, Ink::Accent))
        .chain(lines)
        .chain([line(&plaque.below, Ink::Accent)])
        .collect()
}

/// The plaque of an exhibit as sentences; the last ones are omitted before they cover too much.
fn short_plaque(plaque: &Plaque) -> Panel {
    use PanelAnchor::{LeftBottom, LeftTop, RightBottom, RightTop};
    let sentences = plaque.lines.iter().flat_map(|line| sentences(line));
    let lines = sentences.map(|text| Line::new().with(text, TEXT_COLOR));
    let weights = std::iter::once(Weight::Answer).chain(std::iter::repeat(Weight::Usual));
    let below = Line::new().with(&plaque.below, Ink::Accent);
    let title = Line::new().with(&plaque.title, Ink::Accent);
    let places = &[LeftBottom, RightBottom, LeftTop, RightTop];
    let rows = lines.zip(weights).chain([(below, Weight::Answer)]);
    let mut panel = Panel::yielding(title, rows, places);
    panel.request.is_prose = true;
    panel
}

/// The sentences of a text, without the spaces between them.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.match_indices(". ").chain(text.match_indices('。'));
    let mut ends: Vec<usize> = ends.map(|(at, end)| at + end.len()).collect();
    ends.sort_unstable();
    ends.push(text.len());
    let mut start = 0;
    let cut = ends.into_iter().map(move |end| {
        let sentence = text[start..end].trim();
        start = end;
        sentence
    });
    cut.filter(|sentence| !sentence.is_empty())
}

fn hint_lines(hint: &Hint) -> Vec<Line> {
    let key = Line::new().with(format!("{}  ", hint.key), Ink::Accent);
    vec![key.with(hint.words.as_str(), TEXT_COLOR)]
}
