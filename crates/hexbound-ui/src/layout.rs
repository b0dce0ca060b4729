//! Places panels without overlaps, off the crosshair and inside the window. Text shrinks before a panel is
//! omitted, and the least important panel is omitted first. The caller measures the text.

use glam::{Vec2, vec2};

use hexbound_canvas::Rect;

/// The sizes of text, points, from a comfortable one down to the smallest readable one.
pub(crate) const TEXT_SIZES: [f32; 4] = [19.0, 17.0, 15.0, 13.0];
/// The smallest of [`TEXT_SIZES`], points.
pub(crate) const MIN_TEXT_SIZE: f32 = TEXT_SIZES[TEXT_SIZES.len() - 1];
/// The space between panels and the window's edges, points.
pub(crate) const PANEL_MARGIN: f32 = 18.0;
/// The space between two panels, points.
const PANEL_GAP: f32 = 8.0;
/// The free space on each side of the crosshair, points.
const CROSSHAIR_RADIUS: f32 = 12.0;
/// The distance of news from the lower edge, as a share of the window's height.
const NEWS_OFFSET: f32 = 0.08;
/// The height of a one-line message, points.
const NEWS_HEIGHT: f32 = 40.0;
/// The largest width of a panel in the middle, as a share of the window's.
const MIDDLE_SHARE: f32 = 0.7;
/// The width of a window in which a few lines of large text hide most of the image, points.
const NARROW_WIDTH: f32 = 1000.0;
/// The overlap that is attributed to rounding, points.
const ROUNDING_WIDTH: f32 = 0.01;

/// The preferred place of a panel. At the sides a panel slides along the edge until it has space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelAnchor {
    LeftTop,
    LeftBottom,
    RightTop,
    RightBottom,
    /// The center of the upper edge, fixed.
    Top,
    /// The center of the lower edge, fixed.
    Bottom,
    /// Below the crosshair, sliding down.
    Under,
    /// Above the lower edge, sliding up to the crosshair.
    News,
}

impl PanelAnchor {
    fn is_middle(self) -> bool {
        matches!(self, Self::Top | Self::Bottom | Self::Under | Self::News)
    }
}

/// The placement that a panel requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// The places in order of preference.
    pub places: &'a [PanelAnchor],
    /// True if the panel consists of sentences, which wrap well. A table shrinks before it wraps.
    pub is_prose: bool,
}

/// The placement of a panel, and the size of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PanelSpot {
    pub rect: Rect,
    /// The size of the text, points.
    pub text_size: f32,
    /// The width to wrap the text to, points.
    pub wrap: f32,
}

/// Measures a panel by its index, the size of its text and its width for wrapping; all lengths in points.
pub(crate) trait Measure: Fn(usize, f32, f32) -> Vec2 {}

impl<F: Fn(usize, f32, f32) -> Vec2> Measure for F {}

/// The window and its occupied areas, points.
#[derive(Clone, Debug)]
pub(crate) struct FreeSpace {
    /// The window without its margins.
    inner: Rect,
    center: Vec2,
    height: f32,
    taken: Vec<Rect>,
}

impl FreeSpace {
    /// The whole of `area` except its margins, the crosshair and `below` points at the lower edge.
    pub(crate) fn of(area: Rect, below: f32) -> Self {
        let mut inner = area.shrink(PANEL_MARGIN);
        inner.max.y = inner.max.y.min(area.max.y - below - PANEL_GAP);
        Self {
            inner,
            center: area.center(),
            height: area.height(),
            taken: vec![crosshair(area)],
        }
    }

    /// Places all panels, the most important first, with one size of text no larger than `largest`, points.
    /// `None` for a panel that does not fit even at the smallest size.
    pub(crate) fn arrange(
        &mut self,
        requests: &[Request],
        largest: f32,
        measure: &impl Measure,
    ) -> Vec<Option<PanelSpot>> {
        for text_size in TEXT_SIZES.into_iter().filter(|size| *size <= largest) {
            let mut tried = self.clone();
            let place = |(index, request): (usize, &Request)| {
                tried.place(index, *request, text_size, measure)
            };
            let spots: Vec<_> = requests.iter().enumerate().map(place).collect();
            if spots.iter().all(Option::is_some) || text_size == MIN_TEXT_SIZE {
                *self = tried;
                return spots;
            }
        }
        vec![None; requests.len()]
    }

    /// Places one more panel between the others, with the largest text that fits, at most `largest` points.
    pub(crate) fn squeeze_in(
        &mut self,
        index: usize,
        request: Request,
        largest: f32,
        measure: &impl Measure,
    ) -> Option<PanelSpot> {
        TEXT_SIZES
            .into_iter()
            .filter(|text_size| *text_size <= largest)
            .find_map(|text_size| self.place(index, request, text_size, measure))
    }

    /// The share of the window that an area covers, 0..1.
    pub(crate) fn share(&self, rect: Rect) -> f32 {
        let whole = self.center * 2.0;
        rect.width() * rect.height() / (whole.x * whole.y)
    }

    /// Marks an area found in a copy of this space as occupied.
    pub(crate) fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Reserves room for a one-line message at the lower edge, on both sides.
    pub(crate) fn reserve_for_news(&mut self) {
        for place in [PanelAnchor::LeftBottom, PanelAnchor::RightBottom] {
            let size = vec2(self.max_width(place), NEWS_HEIGHT);
            self.taken.extend(self.find(place, size));
        }
    }

    /// Returns whether the window is so narrow that large panels hide most of the image.
    pub(crate) fn is_narrow(&self) -> bool {
        self.inner.width() < NARROW_WIDTH
    }

    /// The largest size of text in permanent panels, points.
    pub(crate) fn max_text_size(&self) -> f32 {
        match self.is_narrow() {
            true => TEXT_SIZES[1],
            false => TEXT_SIZES[0],
        }
    }

    /// The largest size of text in news, points.
    pub(crate) fn max_news_size(&self) -> f32 {
        match self.is_narrow() {
            true => TEXT_SIZES[2],
            false => TEXT_SIZES[0],
        }
    }

    fn place(
        &mut self,
        index: usize,
        request: Request,
        text_size: f32,
        measure: &impl Measure,
    ) -> Option<PanelSpot> {
        let may_wrap = request.is_prose || text_size == MIN_TEXT_SIZE;
        let spot = request.places.iter().find_map(|place| {
            let wrap = self.max_width(*place);
            if !may_wrap && measure(index, text_size, f32::INFINITY).x > wrap {
                return None;
            }
            let rect = self.find(*place, measure(index, text_size, wrap))?;
            Some(PanelSpot {
                rect,
                text_size,
                wrap,
            })
        })?;
        self.taken.push(spot.rect);
        Some(spot)
    }

    /// The largest width of a panel at a place: at the sides half of the window, so that both sides fit.
    fn max_width(&self, place: PanelAnchor) -> f32 {
        let half = self.center.x - CROSSHAIR_RADIUS - PANEL_GAP - self.inner.left();
        let width = match place.is_middle() {
            true => self.inner.width() * MIDDLE_SHARE,
            false => half,
        };
        width.max(1.0)
    }

    /// A free rectangle of the size `size` at a place.
    fn find(&self, place: PanelAnchor, size: Vec2) -> Option<Rect> {
        let under_crosshair = self.center.y + CROSSHAIR_RADIUS + PANEL_GAP;
        let lowest = self.inner.bottom() - size.y;
        let x = match place {
            PanelAnchor::LeftTop | PanelAnchor::LeftBottom => self.inner.left(),
            PanelAnchor::RightTop | PanelAnchor::RightBottom => self.inner.right() - size.x,
            _ => self.center.x - size.x * 0.5,
        };
        let news = (lowest + PANEL_MARGIN - NEWS_OFFSET * self.height).max(under_crosshair);
        let (top, end) = match place {
            PanelAnchor::LeftTop | PanelAnchor::RightTop => (self.inner.top(), lowest),
            PanelAnchor::LeftBottom | PanelAnchor::RightBottom => (lowest, self.inner.top()),
            PanelAnchor::Top => (self.inner.top(), self.inner.top()),
            PanelAnchor::Bottom => (lowest, lowest),
            PanelAnchor::Under => (under_crosshair, lowest),
            PanelAnchor::News => (news.min(lowest), under_crosshair),
        };
        self.slide(Rect::from_min_size(vec2(x, top), size), end)
    }

    /// Moves `rect` up or down until it is free or its top has passed `end`.
    fn slide(&self, mut rect: Rect, end: f32) -> Option<Rect> {
        let is_down = end >= rect.top();
        // Each iteration moves past one obstacle.
        for _ in 0..=self.taken.len() {
            let is_within = rect.left() >= self.inner.left() - ROUNDING_WIDTH
                && rect.right() <= self.inner.right() + ROUNDING_WIDTH
                && rect.top() >= self.inner.top() - ROUNDING_WIDTH
                && rect.bottom() <= self.inner.bottom() + ROUNDING_WIDTH;
            let is_past = match is_down {
                true => rect.top() > end + ROUNDING_WIDTH,
                false => rect.top() < end - ROUNDING_WIDTH,
            };
            if !is_within || is_past {
                return None;
            }
            let Some(other) = self.taken.iter().find(|other| crowds(rect, **other)) else {
                return Some(rect);
            };
            let top = match is_down {
                true => other.bottom() + PANEL_GAP,
                false => other.top() - PANEL_GAP - rect.height(),
            };
            rect = Rect::from_min_size(vec2(rect.left(), top), rect.size());
        }
        None
    }
}

/// The area in the center of the window that stays free.
pub(crate) fn crosshair(area: Rect) -> Rect {
    Rect::from_center_size(area.center(), Vec2::splat(2.0 * CROSSHAIR_RADIUS))
}

/// Returns whether two rectangles are closer than the gap between panels.
fn crowds(one: Rect, other: Rect) -> bool {
    overlap(one, other.expand(PANEL_GAP))
}

/// Returns whether two rectangles overlap by more than rounding.
pub(crate) fn overlap(one: Rect, other: Rect) -> bool {
    let shared = one.intersect(other);
    shared.width() > ROUNDING_WIDTH && shared.height() > ROUNDING_WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(width: f32, height: f32) -> Rect {
        Rect::from_min_size(Vec2::ZERO, vec2(width, height))
    }

    /// Tables that ask for these places.
    fn tables<'a>(places: &[&'a [PanelAnchor]]) -> Vec<Request<'a>> {
        let table = |places: &&'a [PanelAnchor]| Request {
            places,
            is_prose: false,
        };
        places.iter().map(table).collect()
    }

    /// Panels of unwrapped text with the given columns and rows.
    fn measure(panels: &[[f32; 2]]) -> impl Measure {
        move |index: usize, text_size: f32, _: f32| {
            let [columns, rows] = panels[index];
            vec2(columns * 0.6, rows * 1.2) * text_size
        }
    }

    /// Arranges panels of text, with the given columns and rows, in a window's area.
    fn arrange(
        area: Rect,
        places: &[&[PanelAnchor]],
        panels: &[[f32; 2]],
    ) -> Vec<Option<PanelSpot>> {
        let mut space = FreeSpace::of(area, 0.0);
        let spots = space.arrange(&tables(places), TEXT_SIZES[0], &measure(panels));
        check(area, &spots);
        spots
    }

    /// The sizes of the text of panels.
    fn text_sizes(spots: &[Option<PanelSpot>]) -> Vec<Option<f32>> {
        let sizes = spots.iter().map(|spot| spot.map(|it| it.text_size));
        sizes.collect()
    }

    fn check(area: Rect, spots: &[Option<PanelSpot>]) {
        let mut rects: Vec<Rect> = spots.iter().flatten().map(|spot| spot.rect).collect();
        let all_stay = rects.iter().all(|rect| area.contains_rect(*rect));
        assert!(all_stay, "{rects:?}");
        rects.push(crosshair(area));
        for (index, one) in rects.iter().enumerate() {
            for other in &rects[..index] {
                assert!(!overlap(*one, *other), "{one:?} over {other:?}");
            }
        }
    }

    #[test]
    fn panels_stand_beside_below_and_above_each_other() {
        use PanelAnchor::{LeftBottom, LeftTop, News, RightTop, Top, Under};
        let area = area(1280.0, 720.0);
        let places = [LeftTop, LeftTop, LeftBottom, RightTop, Top, Under, News];
        let each = places.each_ref().map(std::slice::from_ref);
        let spots = arrange(area, &each, &[[30.0, 5.0]; 7]);
        let rects: Vec<Rect> = spots.iter().map(|spot| spot.unwrap().rect).collect();
        assert!(rects[1].top() > rects[0].bottom());
        assert_eq!(rects[2].bottom(), 720.0 - PANEL_MARGIN);
        assert!(rects[5].top() > 360.0);
        assert_eq!(text_sizes(&spots), [Some(TEXT_SIZES[0]); 7]);
    }

    #[test]
    fn text_shrinks_before_a_panel_goes_and_the_last_goes_first() {
        let area = area(800.0, 450.0);
        let places: [&[PanelAnchor]; 3] = [&[PanelAnchor::LeftTop]; 3];
        let sizes = |panels: [[f32; 2]; 3]| text_sizes(&arrange(area, &places, &panels));
        assert_eq!(sizes([[20.0, 4.0]; 3]), [Some(19.0); 3]);
        assert_eq!(sizes([[20.0, 7.0]; 3]), [Some(15.0); 3]);
        let crowded = sizes([[20.0, 12.0]; 3]);
        assert_eq!(crowded, [Some(13.0), Some(13.0), None]);
    }

    #[test]
    fn what_fits_nowhere_is_left_out_and_all_else_is_not() {
        let area = area(400.0, 225.0);
        let places: [&[PanelAnchor]; 2] = [&[PanelAnchor::LeftTop], &[PanelAnchor::RightTop]];
        let spots = arrange(area, &places, &[[60.0, 60.0], [10.0, 2.0]]);
        assert!(spots[0].is_none() && spots[1].is_some());
    }

    #[test]
    fn windows_without_any_room_are_survived() {
        for size in [0.0, 1.0, 20.0, 40.0] {
            let mut space = FreeSpace::of(area(size, size), 30.0);
            let news = tables(&[&[PanelAnchor::News]]);
            let spots = space.arrange(&news, TEXT_SIZES[0], &measure(&[[5.0, 1.0]]));
            assert_eq!(spots, [None], "{size}");
        }
    }

    #[test]
    fn what_comes_later_is_squeezed_in() {
        let area = area(800.0, 450.0);
        let panels = [[50.0, 8.0], [60.0, 2.0], [60.0, 6.0]];
        let measure = measure(&panels);
        let mut space = FreeSpace::of(area, 0.0);
        let news = tables(&[&[PanelAnchor::News]])[0];
        let mut spots = space.arrange(&[news], TEXT_SIZES[0], &measure);
        spots.push(space.squeeze_in(1, news, TEXT_SIZES[0], &measure));
        spots.push(space.squeeze_in(2, news, TEXT_SIZES[0], &measure));
        check(area, &spots);
        assert!(spots[0].is_some());
        assert_eq!(spots[2], None, "{spots:?}");
    }

    #[test]
    fn a_table_shrinks_before_it_wraps_and_prose_does_not() {
        let area = area(800.0, 450.0);
        // Forty columns, in one row or in as many as it takes.
        let measure = |_: usize, text_size: f32, wrap: f32| {
            let width = 40.0 * 0.6 * text_size;
            let rows = (width / wrap).ceil().max(1.0);
            vec2(width.min(wrap), rows * 1.2 * text_size)
        };
        let places = &[PanelAnchor::LeftTop];
        let size = |is_prose| {
            let request = Request { places, is_prose };
            let spots = FreeSpace::of(area, 0.0).arrange(&[request], TEXT_SIZES[0], &measure);
            spots[0].unwrap().text_size
        };
        assert_eq!(size(true), TEXT_SIZES[0]);
        assert_eq!(size(false), 15.0);
    }
}
