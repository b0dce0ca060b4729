use std::path::Path;

use glam::{Vec2, vec2};

use super::{
    page::Row,
    test_facts::{facts, facts_in, screens},
    view::controls,
    *,
};
use crate::{input::Device, pixels_per_point, settings::Tab};
use hexbound_base::words::Language;
use hexbound_canvas::Canvas;
use hexbound_sim::{Methods, Question as MethodQuestion};
use test_support::session;

/// The sizes of windows, pixels, and the desktop's scale factors.
const WINDOWS: [([u32; 2], f32); 6] = [
    ([640, 360], 1.0),
    ([640, 360], 2.0),
    ([1280, 720], 1.0),
    ([1280, 720], 2.0),
    ([3840, 2160], 1.0),
    ([3840, 2160], 2.0),
];
/// A difference that counts as rounding, points.
const ROUNDING: f32 = 0.6;

/// Runs `with` in one frame of a window of that size, with the real fonts.
fn in_window<R>((size, scale): ([u32; 2], f32), with: impl FnOnce(&Painter, Rect) -> R) -> R {
    let [width, height] = size.map(|side| side as f32 / pixels_per_point(size, scale));
    let area = Rect::from_min_size(Vec2::ZERO, vec2(width, height));
    (Canvas::default().record(area, 1.0, |painter| with(painter, area))).0
}

fn shell(stack: &[Screen]) -> Shell {
    let mut shell = Shell::default();
    stack.iter().for_each(|screen| shell.open(screen.clone()));
    shell
}

fn overlap(one: Rect, other: Rect) -> bool {
    let shared = one.intersect(other);
    shared.width() > ROUNDING && shared.height() > ROUNDING
}

#[test]
fn every_screen_fits_every_window() {
    let devices = [Device::Keys, Device::Pad];
    for (language, device) in
        (Language::ALL.into_iter()).flat_map(|language| devices.map(|device| (language, device)))
    {
        let facts = Facts {
            device,
            ..facts_in(language)
        };
        for window in WINDOWS {
            in_window(window, |painter, area| {
                for stack in screens() {
                    let shell = shell(&stack);
                    let (page, layout) = shell.lay_out(painter, area, &facts).unwrap();
                    let screen = stack.last().unwrap();
                    let at = format!("{screen:?} in {language:?} in {window:?} by {device:?}");
                    check(area, &page, &layout, &at);
                }
            });
        }
    }
}

/// Asserts that nothing on a page covers anything else, is cut off, or is invisible.
fn check(area: Rect, page: &Page, layout: &Layout, at: &str) {
    let grown = |rect: Rect| rect.expand(ROUNDING);
    let panel_stays = grown(area).contains_rect(layout.panel);
    assert!(panel_stays, "{at}: the panel leaves");
    let mut fixed = vec![layout.title.rect(), layout.help.rect(), layout.viewport];
    fixed.extend(layout.message.as_ref().map(layout::PlacedText::rect));
    for (index, one) in fixed.iter().enumerate() {
        let stays = grown(layout.panel).contains_rect(*one);
        assert!(stays, "{at}: part {index} leaves");
        for other in &fixed[..index] {
            assert!(!overlap(*one, *other), "{at}: {one:?} covers {other:?}");
        }
    }
    for (index, row) in layout.rows.iter().enumerate() {
        let width = layout.viewport.width();
        let is_within = row.rect.left() >= -ROUNDING && row.rect.right() <= width + ROUNDING;
        assert!(is_within, "{at}: row {index} leaves");
        for other in &layout.rows[..index] {
            let is_covered = overlap(row.rect, other.rect);
            assert!(!is_covered, "{at}: row {index} covers another");
        }
        for (number, text) in row.texts.iter().enumerate() {
            let stays = grown(row.rect).contains_rect(text.rect());
            assert!(stays, "{at}: row {index} is cut");
            let others = row.texts[..number].iter().map(layout::PlacedText::rect);
            // The value of a setting stands in its inset.
            let is_setting = matches!(page.rows[index], Row::Setting(_));
            let mut others = others.chain(row.inset.filter(|_| !is_setting));
            let is_covered = others.any(|other| overlap(text.rect(), other));
            assert!(!is_covered, "{at}: row {index} is written over");
        }
        let is_control = page.rows[index].act().is_some();
        let height = row.rect.height();
        let most = layout.viewport.height() + layout.sizes.gap;
        let is_seen = !is_control || height <= most;
        assert!(is_seen, "{at}: {most} of {height} points of row {index}");
    }
    check_around(area, &fixed, layout, at);
    let has_none = controls(page, layout).is_empty();
    assert!(has_none || page.rows[page.first()].act().is_some(), "{at}");
}

/// Asserts that neither the details of a row nor the card beside the panel cover anything else or
/// are cut off.
fn check_around(area: Rect, fixed: &[Rect], layout: &Layout, at: &str) {
    let grown = |rect: Rect| rect.expand(ROUNDING);
    for text in layout.details.iter().flatten() {
        let rect = text.rect();
        let stays = grown(layout.panel).contains_rect(rect);
        assert!(stays, "{at}: a detail leaves");
        let is_covered = fixed.iter().any(|other| overlap(rect, *other));
        assert!(!is_covered, "{at}: a detail covers something");
    }
    let Some((card, rows)) = &layout.card else {
        return;
    };
    assert!(grown(area).contains_rect(*card), "{at}: the card leaves");
    let is_beside = !overlap(*card, layout.panel);
    assert!(is_beside, "{at}: the card covers the panel");
    for text in rows.iter().flat_map(|row| &row.texts) {
        let stays = grown(*card).contains_rect(text.rect());
        assert!(stays, "{at}: the card's words leave");
    }
}

#[test]
fn a_bar_that_stands_gleams() {
    let [one, other] = [0.2, 0.4].map(|now| {
        let facts = Facts { now, ..facts() };
        let area = Rect::from_min_size(Vec2::ZERO, vec2(640.0, 360.0));
        let show = |painter: &Painter| shell(&[Screen::Loading]).show(painter, area, &facts);
        format!("{:?}", Canvas::default().record(area, 1.0, show).1)
    });
    assert_ne!(one, other);
}

/// The wishes of the shell after a frame in a window of usual size.
fn show(shell: &mut Shell, facts: &Facts<'_>) -> Vec<Wish> {
    in_window(WINDOWS[2], |painter, area| shell.show(painter, area, facts))
}

/// All steps; only the last four act on a control or leave a screen.
fn all_steps() -> Vec<Step> {
    use Step::*;
    let mut all = vec![Up, Down, Left, Right, Next, Previous, PageUp, PageDown];
    all.extend([First, Last, SectionBefore, SectionAfter]);
    all.extend([Accept, Back, Clear, Again]);
    all
}

/// The screen whose debug format begins with `start`.
fn named(start: &str) -> Screen {
    let jump = vec![Screen::ActionKeys("jump")];
    let mut all = screens().into_iter().chain([jump]).flatten();
    let screen = all.find(|it| format!("{it:?}").starts_with(start));
    screen.unwrap_or_else(|| panic!("no screen {start}"))
}

/// The position that a word names, points: `4,400`, the start of a control's row such as `row0`, or the
/// left end of its value such as `arrow0`.
fn place(word: &str, shell: &Shell, facts: &Facts<'_>) -> Option<Vec2> {
    if let Some((x, y)) = word.split_once(',') {
        return Some(vec2(x.parse().ok()?, y.parse().ok()?));
    }
    let number = word.trim_start_matches(char::is_alphabetic).parse().ok()?;
    in_window(WINDOWS[2], |painter, area| {
        let (page, layout) = shell.lay_out(painter, area, facts)?;
        let mut controls = (0..page.rows.len()).filter(|row| page.rows[*row].act().is_some());
        let row = layout.row(controls.nth(number)?, 0.0)?;
        match word.starts_with("row") {
            true => Some(vec2(row.rect.left() + 20.0, row.rect.center().y)),
            false => (row.inset).map(|inset| vec2(inset.left() + 6.0, inset.center().y)),
        }
    })
}

/// Opens screens, takes steps, clicks at positions, and drags from one to another, such as
/// `row0-row1`. Returns the wishes and the open screen after each line.
fn answer(lines: &str) -> String {
    use Input::{Press, Release};
    let settings = crate::settings::Settings::default();
    let mut facts = Facts {
        settings: Some(&settings),
        ..facts()
    };
    let mut shell = Shell::default();
    let answers = lines.lines().map(|line| {
        for word in line.split(' ') {
            let step = all_steps().into_iter().find(|it| format!("{it:?}") == word);
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            let way = [from, to].map(|it| place(it, &shell, &facts));
            match (word, step, way) {
                (_, Some(step), _) => shell.feed(Input::Step(step)),
                ("refused", ..) => facts.is_refused = true,
                ("finished", ..) => facts.unfinished.clear(),
                ("close", ..) => shell.close_all(),
                (_, _, [Some(from), Some(to)]) => {
                    let inputs = [Input::Point(from), Press, Input::Point(to), Release];
                    inputs.into_iter().for_each(|input| shell.feed(input));
                }
                _ => shell.open(named(word)),
            }
        }
        let wishes = show(&mut shell, &facts);
        format!("{line}: {wishes:?}, then {:?}", shell.top())
    });
    answers.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_session_of_steps_comes_to_what_it_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/shell/sessions.txt");
    session::play_by(&file, answer);
}

#[test]
fn moving_choosing_and_leaving_are_heard_once_each_and_resting_is_not() {
    let facts = facts();
    let mut shell = shell(&[Screen::Pause]);
    let heard = |shell: &mut Shell, inputs: &[Input]| {
        inputs.iter().for_each(|input| shell.feed(*input));
        show(shell, &facts);
        shell.take_sound()
    };
    assert_eq!(heard(&mut shell, &[]), None, "a screen that opens");
    let step = Input::Step;
    let moved = Some(SoundKind::InterfaceMove);
    assert_eq!(heard(&mut shell, &[step(Step::Down)]), moved);
    assert_eq!(heard(&mut shell, &[]), None, "the same step again");
    let chosen = Some(SoundKind::InterfaceChoose);
    shell.open(Screen::Tab(Tab::Audio));
    assert_eq!(heard(&mut shell, &[step(Step::Left)]), chosen, "a value");
    let left = Some(SoundKind::InterfaceBack);
    assert_eq!(heard(&mut shell, &[step(Step::Back)]), left);
    assert_eq!(shell.top(), Some(&Screen::Pause));
    // The pointer makes a sound when it reaches another control, not while it stays on one.
    let over = |y: f32| Input::Point(vec2(100.0, y));
    let heights: Vec<f32> = (0..72).map(|row| row as f32 * 10.0).collect();
    let sounds = heights.iter().map(|y| heard(&mut shell, &[over(*y)]));
    let count = sounds.filter(|sound| *sound == moved).count();
    assert!((2..12).contains(&count), "{count} sounds");
    let last = heights[71];
    assert_eq!(heard(&mut shell, &[over(last), over(last)]), None);
}

#[test]
fn no_answer_moves_the_rows_of_the_methods() {
    let rows_by = |painter: &Painter, area, language, methods| {
        let mut facts = facts_in(language);
        facts.methods = MethodFacts::default();
        facts.methods.methods = methods;
        let open = shell(&[Screen::Methods]);
        let (page, layout) = open.lay_out(painter, area, &facts).unwrap();
        let settings = page.rows.iter().zip(&layout.rows);
        let settings = settings.filter(|(row, _)| matches!(row, Row::Setting(_)));
        settings.map(|(_, placed)| placed.rect).collect::<Vec<_>>()
    };
    let all = MethodQuestion::ALL.iter();
    let all: Vec<_> = all
        .flat_map(|question| (question.choices().into_iter()).map(|choice| (*question, choice)))
        .collect();
    for language in Language::ALL {
        in_window(WINDOWS[0], |painter, area| {
            let usual = rows_by(painter, area, language, Methods::default());
            for (question, choice) in &all {
                let mut methods = Methods::default();
                methods.choose(*question, choice).unwrap();
                let rows = rows_by(painter, area, language, methods);
                assert_eq!(rows, usual, "{language:?}: {choice}");
            }
        });
    }
}

#[test]
fn beside_play_that_goes_on_the_covered_areas_are_known() {
    let facts = facts();
    let mut open = shell(&[Screen::Methods]);
    assert!(open.is_live() && !open.stops_play());
    let above = shell(&[Screen::Pause, Screen::Laboratory, Screen::Methods]);
    assert!(above.stops_play(), "play stood still before it was opened");
    for window in [WINDOWS[0], WINDOWS[2], WINDOWS[4]] {
        in_window(window, |painter, area| {
            open.show(painter, area, &facts);
            let [panel, card] = open.covered() else {
                panic!("{window:?}: {:?}", open.covered());
            };
            let share = |rect: &Rect| rect.size().element_product();
            let free = share(&area) - share(panel) - share(card);
            assert!(!overlap(*panel, *card));
            assert!(free > 0.3 * share(&area), "{window:?}: {panel:?}, {card:?}");
        });
    }
    open.open(Screen::Pause);
    in_window(WINDOWS[2], |painter, area| {
        open.show(painter, area, &facts);
    });
    assert!(open.covered().is_empty());
}

#[test]
fn nothing_moves_when_results_and_further_levels_come_to_the_list() {
    let facts = facts();
    let own = facts.levels.iter().filter(|it| it.shelf == Shelf::Own);
    let mut at_first: Vec<LevelFact> = own.cloned().collect();
    at_first.iter_mut().for_each(|level| level.best = None);
    let first = Facts {
        levels: at_first,
        ..facts_in(Language::English)
    };
    for window in WINDOWS {
        in_window(window, |painter, area| {
            let rows = |facts| {
                let (page, layout) = shell(&[Screen::Levels])
                    .lay_out(painter, area, facts)
                    .unwrap();
                assert_eq!(page.first(), 1, "the first place");
                layout.rows.iter().map(|row| row.rect).collect::<Vec<_>>()
            };
            let (before, after) = (rows(&first), rows(&facts));
            assert!(before.len() > 10 && after.len() > before.len());
            assert_eq!(before, after[..before.len()], "{window:?}");
        });
    }
}

#[test]
fn whatever_is_done_the_focus_stays_on_a_control_that_is_seen() {
    let all = &all_steps()[..12];
    let facts = facts();
    for window in WINDOWS {
        in_window(window, |painter, area| {
            for stack in screens() {
                let mut shell = shell(&stack);
                for number in 0..24 {
                    let step = all[number * 7 % all.len()];
                    shell.feed(Input::Step(step));
                    shell.show(painter, area, &facts);
                    let at = format!("{stack:?} in {window:?} after {step:?}");
                    check_focus(&shell, (painter, area, &facts), step, &at);
                }
            }
        });
    }
}

/// Asserts that the focused row is visible.
fn check_focus(
    shell: &Shell,
    (painter, area, facts): (&Painter, Rect, &Facts<'_>),
    step: Step,
    at: &str,
) {
    let Some((page, layout)) = shell.lay_out(painter, area, facts) else {
        return;
    };
    let focus = shell.focus(&page);
    let Some(row) = layout.row(focus, shell.views.last().unwrap().scroll) else {
        return;
    };
    let is_control = page.rows[focus].act().is_some();
    // Long texts without controls are read page by page, also by the shoulder buttons after the
    // last section.
    let is_page = matches!(
        step,
        Step::PageUp | Step::PageDown | Step::SectionBefore | Step::SectionAfter
    );
    let is_reading = is_page || controls(&page, &layout).len() < 2;
    let seen = layout.viewport.expand(layout.sizes.gap);
    let is_seen = seen.intersects(row.rect);
    assert!(!is_control || is_reading || is_seen, "{at}");
}
