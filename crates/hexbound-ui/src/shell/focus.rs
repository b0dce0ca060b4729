//! The focus: the focused control, and the next one after a step.

use glam::Vec2;

use super::{input::Step, page::Row};
use hexbound_canvas::Rect;

/// The index of the control after a step from the focused one. `controls` are indices and rectangles in
/// reading order.
pub(super) fn step_target(controls: &[(usize, Rect)], focus: usize, step: Step) -> Option<usize> {
    let here = controls.iter().position(|(index, _)| *index == focus);
    let Some(here) = here else {
        return controls.first().map(|(index, _)| *index);
    };
    let count = controls.len();
    let to = match step {
        Step::Next => (here + 1) % count,
        Step::Previous => (here + count - 1) % count,
        Step::First => 0,
        Step::Last => count - 1,
        Step::Up | Step::Down | Step::Left | Step::Right => {
            return toward(controls, here, step).or_else(|| around(controls, here, step));
        }
        _ => here,
    };
    Some(controls[to].0)
}

/// The first control of the previous or next section; sections begin at headings. `None` at the end.
pub(super) fn section(rows: &[Row], focus: usize, is_back: bool) -> Option<usize> {
    let is_control = |index: &usize| rows[*index].act().is_some();
    let headings = (0..rows.len()).filter(|index| matches!(rows[*index], Row::Heading(_)));
    // The rows above the first heading are a section, too.
    let mut starts: Vec<usize> = std::iter::once(0)
        .chain(headings)
        .filter_map(|from| (from..rows.len()).find(is_control))
        .collect();
    starts.dedup();
    match is_back {
        true => starts.into_iter().rfind(|start| *start < focus),
        false => starts.into_iter().find(|start| *start > focus),
    }
}

/// The nearest control in the direction of a step.
fn toward(controls: &[(usize, Rect)], here: usize, step: Step) -> Option<usize> {
    let from = controls[here].1.center();
    let others = controls.iter().enumerate().filter(|(at, _)| *at != here);
    let ahead = others.filter_map(|(_, (index, rect))| {
        let (along, aside) = distances(from, rect.center(), step);
        (along > 1.0).then_some((*index, along + 3.0 * aside))
    });
    ahead
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(index, _)| index)
}

/// The control at the opposite end of a column, for a step beyond its end.
fn around(controls: &[(usize, Rect)], here: usize, step: Step) -> Option<usize> {
    let from = controls[here].1.center();
    let back = match step {
        Step::Up => Step::Down,
        Step::Down => Step::Up,
        _ => return Some(controls[here].0),
    };
    let farthest = controls.iter().map(|(index, rect)| {
        let (along, aside) = distances(from, rect.center(), back);
        (*index, along - 3.0 * aside)
    });
    farthest
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(index, _)| index)
}

/// The distances between two positions along a direction and across it, points.
fn distances(from: Vec2, to: Vec2, step: Step) -> (f32, f32) {
    let delta = to - from;
    match step {
        Step::Up => (-delta.y, delta.x.abs()),
        Step::Down => (delta.y, delta.x.abs()),
        Step::Left => (-delta.x, delta.y.abs()),
        _ => (delta.x, delta.y.abs()),
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;
    use crate::shell::page::Act;

    /// Two rows of three below one wide control. The indices differ from the positions in the list.
    fn controls() -> Vec<(usize, Rect)> {
        let wide = Rect::from_min_size(vec2(0.0, 0.0), vec2(300.0, 20.0));
        let card = |index: usize| {
            let (column, row) = ((index % 3) as f32, (index / 3) as f32);
            let at = vec2(column * 100.0, 30.0 + row * 100.0);
            (10 + index, Rect::from_min_size(at, vec2(90.0, 90.0)))
        };
        std::iter::once((3, wide)).chain((0..6).map(card)).collect()
    }

    #[test]
    fn steps_lead_to_what_is_seen_there() {
        let controls = controls();
        let from = |focus, step| step_target(&controls, focus, step).unwrap();
        assert_eq!(from(3, Step::Down), 11, "the middle of the first row");
        assert_eq!(from(10, Step::Right), 11);
        assert_eq!(from(12, Step::Down), 15);
        assert_eq!(from(12, Step::Right), 12, "there is nothing on the right");
        assert_eq!(from(11, Step::Up), 3);
        assert_eq!(from(14, Step::Down), 3, "from the end to the start");
        assert_eq!(from(3, Step::Up), 14);
    }

    #[test]
    fn sections_begin_at_headings() {
        let is_heading = [true, false, false, true, true, false, false];
        let rows = is_heading.map(|is_heading| match is_heading {
            true => Row::Heading(String::from("Heading")),
            false => Row::button("Control", Act::Stay),
        });
        let from = |focus, is_back| section(&rows, focus, is_back);
        assert_eq!([from(1, false), from(2, false)], [Some(5); 2]);
        assert_eq!([from(5, false), from(6, false)], [None; 2]);
        assert_eq!([from(6, true), from(5, true)], [Some(5), Some(1)]);
        assert_eq!([from(2, true), from(1, true)], [Some(1), None]);
        assert_eq!(section(&[], 0, false), None);
    }

    #[test]
    fn tab_goes_through_all_of_them_and_begins_anew() {
        let controls = controls();
        let mut seen = vec![3];
        while seen.len() < controls.len() {
            seen.push(step_target(&controls, *seen.last().unwrap(), Step::Next).unwrap());
        }
        assert_eq!(seen, [3, 10, 11, 12, 13, 14, 15]);
        assert_eq!(step_target(&controls, 15, Step::Next), Some(3));
        assert_eq!(step_target(&controls, 3, Step::Previous), Some(15));
        // The focused control no longer exists.
        assert_eq!(step_target(&controls, 99, Step::Next), Some(3));
        assert_eq!(step_target(&[], 0, Step::Down), None);
    }
}
