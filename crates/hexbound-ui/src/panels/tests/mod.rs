//! Tests of the panels: none covers another, whatever they have to say, in windows of all sizes.

mod longest;

use glam::vec2;

use super::*;
use crate::{
    Explained,
    layout::{PanelSpot, TEXT_SIZES, crosshair, overlap},
    pixels_per_point,
};
use hexbound_base::{
    progress::Arriving,
    words::{Language, Phrase, phrase},
};
use hexbound_canvas::Canvas;
use hexbound_inspect::{Legend, Weight};
use hexbound_museum::Exhibit;
use hexbound_scenes::Hall;
use longest::{Longest, plaque_of, played};

/// The sizes of windows, pixels, and the desktop's scale factors.
const WINDOWS: [([u32; 2], f32); 6] = [
    ([640, 360], 1.0),
    ([1280, 720], 1.0),
    ([3840, 2160], 1.0),
    ([1280, 720], 2.0),
    ([2560, 1440], 2.0),
    ([1024, 768], 1.0),
];
const SMALL: usize = 0;

/// A part of the interface that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Figures,
    /// The index of a legend.
    Legend(usize),
    Ghosts,
    Plaque,
    Time,
    Hint,
    Light,
    Status,
    Subtitles,
    /// The number of messages.
    News(usize),
}

/// The number of messages among these.
fn news(on: &[On]) -> usize {
    let news = on.iter().find_map(|it| match it {
        On::News(count) => Some(*count),
        _ => None,
    });
    news.unwrap_or(0)
}

/// The number of panels among these; the light has a bar instead.
fn panels(on: &[On]) -> usize {
    let is_panel = |it: &&On| !matches!(it, On::Light | On::News(_));
    on.iter().filter(is_panel).count() + news(on)
}

fn messages(count: usize) -> Messages {
    let texts = [
        "Collision: article",
        "Screenshot /home/somebody-with-a-long-name/Pictures/Screenshots/2026/hexbound-12345.png",
        "Look at collision: candidates",
        "/home/somebody/levels/castle.gltf: the buffer 'castle-with-a-long-name.bin' is not \
         there; put it beside the .gltf file. the-castle-of-otranto stays",
    ];
    let mut messages = Messages::default();
    for text in &texts[texts.len() - count..] {
        messages.push(Phrase::plain(*text), MessageKind::Trouble, 1.0);
    }
    messages
}

/// The area of a window, points.
fn area_of((size, scale): ([u32; 2], f32)) -> Rect {
    let size_in_points = size.map(|side| side as f32 / pixels_per_point(size, scale));
    Rect::from_min_size(vec2(0.0, 0.0), size_in_points.into())
}

/// An easel with the real font and the longest texts.
struct Easel {
    canvas: Canvas,
    words: &'static Words,
    longest: Longest,
}

impl Easel {
    fn of(language: Language) -> Self {
        let words = Words::of(language);
        Self {
            canvas: Canvas::default(),
            words,
            longest: Longest::new(words),
        }
    }

    /// One easel for each language.
    fn all() -> impl Iterator<Item = Self> {
        Language::ALL.into_iter().map(Self::of)
    }

    /// The area of a window, points, and the panels of each line of `all` in it. They share one
    /// frame, which keeps the laid-out texts.
    fn draw(&self, window: ([u32; 2], f32), all: &[Vec<On>]) -> (Rect, Vec<Vec<PlacedPanel>>) {
        let area = area_of(window);
        let (placed, _) = self.canvas.record(area, 1.0, |painter| {
            let place = |on: &Vec<On>| self.place(painter, area, on);
            all.iter().map(place).collect()
        });
        (area, placed)
    }

    fn place(&self, painter: &Painter, area: Rect, on: &[On]) -> Vec<PlacedPanel> {
        let longest = &self.longest;
        let has = |it: On| on.contains(&it);
        let legends = (0..).zip(&longest.legends);
        let mut legends = legends.filter(|(index, _)| has(On::Legend(*index)));
        let screen = Hud {
            words: self.words,
            now: 1.0,
            hint: has(On::Hint).then(|| longest.hint.clone()),
            status: has(On::Status).then(|| longest.status.clone()),
            figures: has(On::Figures).then(|| longest.figures.clone()),
            time: has(On::Time).then(|| longest.time.clone()),
            ghosts: has(On::Ghosts).then(|| longest.ghosts.clone()),
            plaque: has(On::Plaque).then(|| longest.plaque.clone()),
            arriving: has(On::Light).then_some(Arriving::Light(0.4)),
            subtitles: match has(On::Subtitles) {
                true => longest.subtitles.clone(),
                false => Vec::new(),
            },
            explained: legends.next().map(|(_, legend)| Explained {
                legend,
                view: &longest.view,
                field_of_view: 1.0,
            }),
            ..Hud::default()
        };
        place(painter, area, &screen, &messages(news(on)))
    }
}

fn check(area: Rect, placed: &[PlacedPanel], on: &[On]) {
    let mut rects: Vec<Rect> = placed.iter().map(|panel| panel.spot.rect).collect();
    for rect in &rects {
        let stays = area.contains_rect(*rect);
        assert!(stays, "{on:?}: {rect:?} leaves {area:?}");
    }
    rects.push(crosshair(area));
    if on.contains(&On::Light) {
        let bar = vec2(area.left(), area.bottom() - BAR_ROOM);
        rects.push(Rect::from_min_max(bar, area.max));
    }
    for (index, one) in rects.iter().enumerate() {
        for other in &rects[..index] {
            assert!(!overlap(*one, *other), "{on:?}: {one:?} over {other:?}");
        }
    }
}

/// All combinations of shown parts, with one of the legends or none.
fn all_combinations(legends: usize) -> Vec<Vec<On>> {
    let mut all = Vec::new();
    for bits in 0_u32..1 << 8 {
        for news in [0, 1, 4] {
            let legend = On::Legend(all.len() % legends);
            let mut choices = vec![On::Figures, legend, On::Ghosts, On::Time, On::Hint];
            choices.extend([On::Light, On::Status, On::Subtitles]);
            let chosen = (0..).zip(choices);
            let chosen = chosen.filter(|(bit, _)| bits >> bit & 1 == 1);
            let mut on: Vec<On> = chosen.map(|(_, it)| it).collect();
            if all.len() % 2 == 1 {
                on.push(On::Plaque);
            }
            on.push(On::News(news));
            all.push(on);
        }
    }
    all
}

/// Shows the panels of every line of `all` in each language and window.
fn draw_each(
    windows: &[([u32; 2], f32)],
    all: impl Fn(&Easel) -> Vec<Vec<On>>,
    look: impl Fn(Rect, &[PlacedPanel], &[On]),
) {
    for easel in Easel::all() {
        let all = all(&easel);
        for window in windows {
            let (area, placed) = easel.draw(*window, &all);
            (all.iter().zip(&placed)).for_each(|(on, placed)| look(area, placed, on));
        }
    }
}

#[test]
fn no_panel_covers_another_or_the_crosshair_or_leaves_the_window() {
    let all = |easel: &Easel| all_combinations(easel.longest.legends.len());
    draw_each(&WINDOWS, all, |area, placed, on| {
        check(area, placed, on);
        let least = panels(on).min(1 + usize::from(news(on) > 0));
        assert!(placed.len() >= least, "{area:?}, {on:?}: {placed:?}");
    });
}

/// Asserts that every shown part has its panel.
fn check_complete(area: Rect, placed: &[PlacedPanel], on: &[On]) {
    check(area, placed, on);
    let spots: Vec<&PanelSpot> = placed.iter().map(|panel| &panel.spot).collect();
    assert_eq!(placed.len(), panels(on), "{area:?}, {on:?}: {spots:?}");
}

#[test]
fn neither_a_legend_nor_figures_change_what_else_is_written() {
    for easel in Easel::all() {
        let quiet = vec![On::Status, On::Hint, On::News(1)];
        for window in [WINDOWS[SMALL], ([960, 540], 1.0), WINDOWS[1]] {
            for legend in 0..easel.longest.legends.len() {
                let explained = [&quiet[..], &[On::Legend(legend)]].concat();
                let figures = [&quiet[..], &[On::Figures]].concat();
                let all = [quiet.clone(), explained, figures];
                let (_, placed) = easel.draw(window, &all);
                // A long message may be wrapped anew beside them.
                let sizes = |placed: &[PlacedPanel]| {
                    let size = |it: &PlacedPanel| (it.spot.text_size, it.spot.rect.size());
                    let [status, .., hint, news] = placed else {
                        panic!("{window:?}, {legend:?}: {placed:?}");
                    };
                    (size(status), size(hint), size(news).0)
                };
                for beside in &placed[1..] {
                    assert_eq!(beside.len(), 4);
                    assert_eq!(sizes(beside), sizes(&placed[0]), "{window:?}, {legend:?}");
                }
            }
        }
    }
}

#[test]
fn beside_a_screen_that_leaves_room_a_legend_stands_in_it() {
    let easel = Easel::of(Language::English);
    for (window, fits) in [(WINDOWS[SMALL], false), (([960, 540], 1.0), true)] {
        let area = area_of(window);
        let panel = Rect::from_min_size(area.min, area.size() * vec2(0.41, 1.0));
        let card = vec2(area.width() - 420.0, 20.0);
        let covered = [panel, Rect::from_min_size(card, vec2(400.0, 300.0))];
        easel.canvas.record(area, 1.0, |painter| {
            for legend in &easel.longest.legends {
                let screen = Hud {
                    words: easel.words,
                    covered: &covered,
                    explained: Some(Explained {
                        legend,
                        view: &easel.longest.view,
                        field_of_view: 1.0,
                    }),
                    ..Hud::default()
                };
                let placed = place_beside(painter, area, &screen);
                assert_eq!(placed.len(), usize::from(fits), "{window:?}");
                for rect in placed.iter().map(|it| it.spot.rect) {
                    assert!(area.contains_rect(rect));
                    let is_over = covered.iter().any(|other| overlap(rect, *other));
                    assert!(!is_over, "{rect:?} over {covered:?}");
                }
            }
        });
    }
}

#[test]
fn neither_a_legend_nor_figures_cover_more_than_a_quarter_of_a_small_picture() {
    let all = |easel: &Easel| {
        let legends = (0..easel.longest.legends.len()).map(On::Legend);
        let all = legends.chain([On::Figures]).map(|it| vec![it]);
        all.collect()
    };
    draw_each(&[WINDOWS[SMALL], WINDOWS[5]], all, |area, placed, on| {
        let [panel] = placed else {
            panic!("{area:?}, {on:?}: {placed:?}");
        };
        let rect = panel.spot.rect;
        let share = rect.width() * rect.height() / (area.width() * area.height());
        assert!(share <= 0.25 + 1e-3, "{area:?}, {on:?}: {share}");
    });
}

/// The texts of a panel, line by line.
fn texts(panel: &PlacedPanel) -> Vec<String> {
    panel.lines.iter().map(Line::text).collect()
}

#[test]
fn of_a_legend_that_is_too_long_the_answer_stays_and_what_is_left_out_is_counted() {
    let words = Words::english();
    let mut legend = Legend::new(Phrase::plain("title"));
    for number in 0..40 {
        let text = Phrase::plain(format!(
            "{number}: a contact of some triangle, told at length"
        ));
        legend.add(None, text, Weight::Detail);
    }
    legend.add(None, Phrase::plain("stopped"), Weight::Answer);
    legend.report(Phrase::plain("with that speed"));
    let mut easel = Easel::of(Language::English);
    easel.longest.legends = vec![legend];
    let plain = vec![On::Legend(0), On::Status, On::Hint];
    let with_figures = [&plain[..], &[On::Figures]].concat();
    let all = [plain, with_figures];
    let (area, placed) = easel.draw(WINDOWS[SMALL], &all);
    for (on, placed) in all.iter().zip(&placed) {
        check(area, placed, on);
        assert_eq!(placed.len(), panels(on));
        let texts = texts(&placed[1]);
        assert_eq!(texts[0], "title");
        assert!(texts[1].starts_with("0: a contact"), "{texts:?}");
        assert!(texts.iter().any(|it| it == "stopped"), "{texts:?}");
        let left_out = 42 - (texts.len() - 2);
        let said = words.say(&phrase("lines-left-out").with("count", left_out));
        assert_eq!(texts.last(), Some(&said));
    }
}

#[test]
fn every_legend_stands_beside_the_figures() {
    let beside = |legend| vec![On::Figures, On::Legend(legend), On::Hint, On::News(1)];
    let all = |easel: &Easel| (0..easel.longest.legends.len()).map(beside).collect();
    draw_each(&WINDOWS, all, check_complete);
}

#[test]
fn what_is_asked_for_is_shown_in_a_small_window_too() {
    let all = [
        vec![On::Figures, On::Ghosts, On::News(1)],
        vec![On::Figures, On::Time, On::Hint, On::Light],
        vec![On::Ghosts, On::Time, On::News(2)],
        vec![On::Legend(0), On::Time],
        vec![On::Hint, On::Ghosts, On::News(2)],
        vec![On::Status, On::Hint, On::News(2)],
        vec![On::Status, On::Time, On::News(1)],
        vec![On::Plaque, On::News(1)],
        vec![On::Plaque, On::Status, On::Hint],
        vec![On::Status, On::Subtitles, On::Hint, On::News(1)],
    ];
    draw_each(&[WINDOWS[SMALL]], |_| all.to_vec(), check_complete);
}

#[test]
fn the_plaque_of_an_exhibit_that_is_played_stays_above_it() {
    for mut easel in Easel::all() {
        for exhibit in Hall::ALL.into_iter().flat_map(Exhibit::of) {
            easel.longest.plaque = played(exhibit, easel.words);
            let on = [vec![On::Plaque, On::Hint, On::Light]];
            for window in &WINDOWS[..2] {
                let (area, placed) = easel.draw(*window, &on);
                let rect = placed[0][0].spot.rect;
                let name = (exhibit.code, easel.words.text("museum"), area);
                let aside = (rect.center().x - area.center().x).abs() < 1.0;
                assert!(aside, "{name:?}: {rect:?}");
                // The beam of the bay is seen down to a quarter of the window's height or further, the
                // highest bodies from three tenths on.
                let covered = rect.bottom() / area.height();
                assert!(covered < 0.3, "{name:?}: {covered}");
            }
        }
    }
}

#[test]
fn the_plaque_of_an_exhibit_covers_at_most_a_quarter_of_a_small_window() {
    for mut easel in Easel::all() {
        for exhibit in Hall::ALL.into_iter().flat_map(Exhibit::of) {
            easel.longest.plaque = plaque_of(exhibit, easel.words);
            let (area, placed) = easel.draw(WINDOWS[SMALL], &[vec![On::Plaque]]);
            let plaque = &placed[0][0];
            let share = FreeSpace::of(area, 0.0).share(plaque.spot.rect);
            assert!(share <= 0.25, "{}: {share}", exhibit.code);
            let texts = texts(plaque);
            let first = sentences(&easel.longest.plaque.lines[0]).next().unwrap();
            for said in [first, &easel.longest.plaque.below] {
                let is_said = texts.iter().any(|text| text == said);
                assert!(is_said, "{}: {texts:?}", exhibit.code);
            }
        }
    }
}

#[test]
fn in_a_usual_window_text_is_large_and_almost_all_of_it_fits() {
    let mut on = vec![On::Figures, On::Legend(0), On::Ghosts];
    on.extend([On::Hint, On::News(1), On::Light]);
    let all = |_: &Easel| vec![on.clone()];
    draw_each(&WINDOWS[1..3], all, |area, placed, on| {
        check_complete(area, placed, on);
        for panel in placed {
            assert_eq!(panel.spot.text_size, TEXT_SIZES[0], "{panel:?}");
        }
    });
}

#[test]
fn subtitles_stand_at_the_side_and_move_nothing() {
    for easel in Easel::all() {
        let quiet = vec![On::Status, On::Hint, On::News(1)];
        let loud = [&quiet[..], &[On::Subtitles]].concat();
        let both = [quiet, loud];
        for window in WINDOWS {
            let (area, placed) = easel.draw(window, &both);
            assert_eq!(placed[1].len(), placed[0].len() + 1, "{window:?}");
            let panel = &placed[1][placed[1].len() - 1];
            assert_eq!(panel.lines.len(), 5);
            assert!(panel.spot.rect.left() > area.center().x, "{panel:?}");
            for (one, other) in placed[0].iter().zip(&placed[1]) {
                assert_eq!(one.spot, other.spot, "{window:?}");
            }
        }
    }
}

#[test]
fn news_does_not_move_what_stands() {
    for easel in Easel::all() {
        let quiet = vec![On::Figures, On::Ghosts];
        let news = [&quiet[..], &[On::News(2)]].concat();
        let both = [quiet, news];
        for window in WINDOWS {
            let (_, placed) = easel.draw(window, &both);
            for (one, other) in placed[0].iter().zip(&placed[1]) {
                assert_eq!(one.spot, other.spot, "{window:?}");
            }
        }
    }
}
