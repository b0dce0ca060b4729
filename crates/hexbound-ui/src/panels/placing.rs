//! Finds places for panels, all with one size of text. Legends and figures that are too large shrink, and
//! finally lose lines, which are counted.

use std::cmp::Reverse;

use crate::{
    Palette, TEXT_COLOR,
    layout::{FreeSpace, MIN_TEXT_SIZE, PanelAnchor, PanelSpot, Request, TEXT_SIZES},
    panel::{self, Ink, Line},
};
use hexbound_base::words::{Words, phrase};
use hexbound_canvas::Painter;
use hexbound_inspect::Weight;

/// The fewest lines that make a panel worth showing, including the first.
const MIN_LINES: usize = 4;

/// The largest share of a small window that a panel with optional lines covers.
const MAX_SHARE: f32 = 0.25;

/// A panel with its place.
#[derive(Clone, Debug)]
pub(crate) struct PlacedPanel {
    pub spot: PanelSpot,
    pub lines: Vec<Line>,
    /// The panel's opacity, 0..1.
    pub alpha: f32,
}

/// A panel that is shown if there is space.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub lines: Vec<Line>,
    /// The opacity of the panel, 0..1.
    pub alpha: f32,
    pub request: Request<'static>,
    /// The weight of each line after the first, if lines may be omitted.
    pub weights: Option<Vec<Weight>>,
}

impl PlacedPanel {
    pub(crate) fn draw(&self, painter: &Painter, palette: Palette) {
        panel::draw(painter, &self.spot, &self.lines, palette, self.alpha);
    }
}

impl Panel {
    /// A panel of lines that should not wrap, such as a table.
    pub(super) fn new(lines: Vec<Line>, places: &'static [PanelAnchor]) -> Self {
        Self {
            lines,
            alpha: 1.0,
            request: Request {
                places,
                is_prose: false,
            },
            weights: None,
        }
    }

    /// A table that shrinks and loses lines, so that the other panels keep their size.
    pub(super) fn yielding(
        first: Line,
        rows: impl IntoIterator<Item = (Line, Weight)>,
        places: &'static [PanelAnchor],
    ) -> Self {
        let (rows, weights): (Vec<Line>, _) = rows.into_iter().unzip();
        Self {
            weights: Some(weights),
            ..Self::new(std::iter::once(first).chain(rows).collect(), places)
        }
    }

    /// A panel of sentences.
    pub(super) fn prose(lines: Vec<Line>, places: &'static [PanelAnchor]) -> Self {
        let mut panel = Self::new(lines, places);
        panel.request.is_prose = true;
        panel
    }

    fn at(&self, spot: PanelSpot, lines: &[Line]) -> PlacedPanel {
        PlacedPanel {
            spot,
            lines: lines.to_vec(),
            alpha: self.alpha,
        }
    }
}

/// The means to measure panels and to omit lines.
pub(super) struct Placing<'a> {
    painter: &'a Painter<'a>,
    words: &'a Words,
}

impl<'a> Placing<'a> {
    pub(super) fn new(painter: &'a Painter<'a>, words: &'a Words) -> Self {
        Self { painter, words }
    }

    /// Places the permanent panels and the news between them.
    pub(super) fn place(
        &self,
        space: &FreeSpace,
        permanent: &[Panel],
        news: &[Panel],
    ) -> Vec<PlacedPanel> {
        let (placed, is_said) = self.place_all(space.clone(), permanent, news, 0);
        if is_said {
            return placed;
        }
        // The newest message is shown even if a permanent panel has to yield meanwhile.
        self.place_all(space.clone(), permanent, news, 1).0
    }

    /// Places the first `before` panels of news, then the permanent panels, then all other news without
    /// moving any. Returns whether the newest message has a place, too.
    fn place_all(
        &self,
        mut space: FreeSpace,
        permanent: &[Panel],
        news: &[Panel],
        before: usize,
    ) -> (Vec<PlacedPanel>, bool) {
        let (before, after) = news.split_at(before);
        let largest = space.max_news_size();
        let mut said = self.squeeze_in_each(&mut space, before, largest);
        let mut placed = self.place_permanent(&mut space, permanent);
        // The text of news is no larger than in panels beside it, nor so large that it fills a small window.
        let steady = (permanent.iter().zip(&placed)).filter(|(panel, _)| panel.weights.is_none());
        let sizes = steady.filter_map(|(_, placed)| Some(placed.as_ref()?.spot.text_size));
        let largest = sizes.fold(largest, f32::min);
        said.extend(self.squeeze_in_each(&mut space, after, largest));
        let is_said = said.first().is_none_or(Option::is_some);
        placed.extend(said);
        (placed.into_iter().flatten().collect(), is_said)
    }

    fn squeeze_in_each<'p>(
        &self,
        space: &mut FreeSpace,
        panels: impl IntoIterator<Item = &'p Panel>,
        largest: f32,
    ) -> Vec<Option<PlacedPanel>> {
        let panels = panels.into_iter();
        let squeezed = panels.map(|it| self.squeeze_in(space, it, &it.lines, largest));
        squeezed.collect()
    }

    /// Places a panel with the lines `lines`, if there is space.
    fn squeeze_in(
        &self,
        space: &mut FreeSpace,
        panel: &Panel,
        lines: &[Line],
        largest: f32,
    ) -> Option<PlacedPanel> {
        let measure =
            |_: usize, text_size: f32, wrap: f32| panel::size(self.painter, lines, text_size, wrap);
        let mut tried = space.clone();
        let spot = tried.squeeze_in(0, panel.request, largest, &measure)?;
        let is_modest = !space.is_narrow() || space.share(spot.rect) <= MAX_SHARE;
        (panel.weights.is_none() || is_modest).then(|| {
            *space = tried;
            panel.at(spot, lines)
        })
    }

    /// Places the permanent panels: those of a fixed size first, with the largest text that leaves places for
    /// the rest.
    fn place_permanent(&self, space: &mut FreeSpace, panels: &[Panel]) -> Vec<Option<PlacedPanel>> {
        let usual = space.max_text_size();
        let sizes = TEXT_SIZES.into_iter().filter(|size| *size <= usual);
        let whole = first_whole(space, sizes, |space, largest| {
            self.place_steady_first(space, panels, largest)
        });
        whole.unwrap_or_else(|| self.place_cut(space, panels))
    }

    fn place_steady_first(
        &self,
        space: &mut FreeSpace,
        panels: &[Panel],
        largest: f32,
    ) -> Vec<Option<PlacedPanel>> {
        let steady: Vec<&Panel> = panels.iter().filter(|it| it.weights.is_none()).collect();
        let requests: Vec<_> = steady.iter().map(|panel| panel.request).collect();
        let measure = |index: usize, text_size: f32, wrap: f32| {
            panel::size(self.painter, &steady[index].lines, text_size, wrap)
        };
        let mut spots = space.arrange(&requests, largest, &measure).into_iter();
        let yielding: Vec<&Panel> = panels.iter().filter(|it| it.weights.is_some()).collect();
        let mut yielding = self.place_yielding(space, &yielding).into_iter();
        let placed = panels.iter().map(|panel| match panel.weights {
            None => Some(panel.at(spots.next()??, &panel.lines)),
            Some(_) => yielding.next()?,
        });
        placed.collect()
    }

    /// Places the yielding panels, each with the largest text that fits. Lines are omitted only if the
    /// smallest text does not fit.
    fn place_yielding(&self, space: &mut FreeSpace, panels: &[&Panel]) -> Vec<Option<PlacedPanel>> {
        let whole = first_whole(space, TEXT_SIZES, |space, largest| {
            self.squeeze_in_each(space, panels.iter().copied(), largest)
        });
        whole.unwrap_or_else(|| self.place_cut(space, panels.iter().copied()))
    }

    /// Places each panel with the smallest text and as few omitted lines as possible.
    fn place_cut<'p>(
        &self,
        space: &mut FreeSpace,
        panels: impl IntoIterator<Item = &'p Panel>,
    ) -> Vec<Option<PlacedPanel>> {
        let panels = panels.into_iter();
        let cut = panels.map(|panel| self.place_whole_or_cut(space, panel));
        cut.collect()
    }

    fn place_whole_or_cut(&self, space: &mut FreeSpace, panel: &Panel) -> Option<PlacedPanel> {
        let whole = self.squeeze_in(space, panel, &panel.lines, MIN_TEXT_SIZE);
        if whole.is_some() {
            return whole;
        }
        let weights = panel.weights.as_ref()?;
        let mut beside_news = space.clone();
        beside_news.reserve_for_news();
        let most = panel.lines.len().saturating_sub(MIN_LINES);
        (1..=most).find_map(|count| {
            let mut lines = without(&panel.lines, weights, count);
            let said = phrase("lines-left-out").with("count", count);
            lines.push(Line::bulleted("  ", TEXT_COLOR).with(self.words.say(&said), Ink::Accent));
            let placed = self.squeeze_in(&mut beside_news, panel, &lines, MIN_TEXT_SIZE)?;
            space.take(placed.spot.rect);
            Some(placed)
        })
    }
}

/// The panels as placed by `place` with the first size of text that fits all of them.
fn first_whole(
    space: &mut FreeSpace,
    sizes: impl IntoIterator<Item = f32>,
    place: impl Fn(&mut FreeSpace, f32) -> Vec<Option<PlacedPanel>>,
) -> Option<Vec<Option<PlacedPanel>>> {
    sizes.into_iter().find_map(|largest| {
        let mut tried = space.clone();
        let placed = place(&mut tried, largest);
        placed.iter().all(Option::is_some).then(|| {
            *space = tried;
            placed
        })
    })
}

/// The lines without `count` of the lightest ones, the last of each section first. `weights` excludes the
/// first line, which is never omitted.
fn without(lines: &[Line], weights: &[Weight], count: usize) -> Vec<Line> {
    let mut order: Vec<usize> = (0..weights.len()).rev().collect();
    let ranks = ranks(weights);
    order.sort_by_key(|index| (weights[*index], Reverse(ranks[*index])));
    let gone = &order[..count.min(order.len())];
    let kept = |index: &usize| *index == 0 || !gone.contains(&(index - 1));
    (0..lines.len())
        .filter(kept)
        .map(|index| lines[index].clone())
        .collect()
}

/// The index of each line within its section.
fn ranks(weights: &[Weight]) -> Vec<usize> {
    let mut rank = 0;
    let ranks = weights.iter().map(|weight| {
        rank = match weight {
            Weight::Heading => 0,
            _ => rank + 1,
        };
        rank
    });
    ranks.collect()
}
