//! A plot of the distance between players over time, in SVG.

use maud::html;

use crate::pages::{Axes, Steps, printable, px, svg};
use hexbound_base::clock::TICK_LENGTH;

/// The width of the plot, pixels.
const PLOT_WIDTH: f32 = 960.0;
/// The height of the curves, pixels.
const CURVES_HEIGHT: f32 = 376.0;
/// The left edge of the curves, pixels.
const LEFT_EDGE: f32 = 64.0;
/// The right edge of the curves, pixels.
const RIGHT_EDGE: f32 = PLOT_WIDTH - 32.0;
/// The height below the curves, pixels.
const BOTTOM_MARGIN: f32 = 48.0;
/// The height of the title, pixels.
const TITLE_HEIGHT: f32 = 30.0;
/// The height of a row of the legend, pixels.
const ROW_HEIGHT: f32 = 20.0;
/// The width of the line in an entry of the legend, pixels.
const KEY_WIDTH: f32 = 34.0;
/// The largest width of a character in the legend, pixels.
const CHARACTER_WIDTH: f32 = 7.6;
/// The gap between two entries of the legend, pixels.
const ENTRY_GAP: f32 = 22.0;
/// The largest number of steps on the axis of meters.
const MAX_METER_STEPS: u32 = 6;
/// Colors that are distinguishable with every kind of color vision (Okabe and Ito, "Color Universal
/// Design").
const CURVE_COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// Draws a curve for each name: its distance from `first` after each tick, meters.
pub(super) fn draw(level: &str, first: &str, curves: &[(String, &[f32])]) -> String {
    let places = legend_places(curves.iter().map(|(name, _)| name.as_str()));
    let rows = places.last().map_or(0, |[_, row]| *row as u32 + 1);
    let axes = axes_around(curves, TITLE_HEIGHT + ROW_HEIGHT * rows as f32 + 8.0);
    let height = axes.area[1][1] + BOTTOM_MARGIN;
    let title = format!("{level}: meters away from {first}");
    let content = html! {
        rect width=(PLOT_WIDTH) height=(height) fill="white" {}
        text x=(LEFT_EDGE) y="22" font-size="16" { (title) }
        (axes.draw())
        @for (number, ((name, apart), [x, row])) in curves.iter().zip(places).enumerate() {
            @let (color, dashes) = look(number);
            @let y = TITLE_HEIGHT + ROW_HEIGHT * (row + 0.5);
            g fill="none" stroke=(color) stroke-width="2" stroke-dasharray=[dashes] {
                polyline points=(axes.points(apart)) {}
                path d={ "M" (px(x)) " " (px(y)) "h" (px(KEY_WIDTH - 6.0)) } {}
            }
            text x=(px(x + KEY_WIDTH)) y=(px(y + 4.0)) { (name) }
        }
    };
    printable(&svg("plot", [PLOT_WIDTH, height], &title, &content).into_string()) + "\n"
}

/// The unique look of a curve: a color, and dashes once all colors are in use.
fn look(index: usize) -> (&'static str, Option<String>) {
    // A long dash, and one more dot in each round of the colors.
    let rounds = (index / CURVE_COLORS.len()).checked_sub(1);
    let dashes = rounds.map(|round| format!("8 4{}", " 2 4".repeat(round)));
    (CURVE_COLORS[index % CURVE_COLORS.len()], dashes)
}

/// The place of each name in the legend: its distance from the left, pixels, and its row.
fn legend_places<'a>(names: impl Iterator<Item = &'a str>) -> Vec<[f32; 2]> {
    let (mut x, mut row) = (LEFT_EDGE, 0.0);
    let places = names.map(|name| {
        let width = KEY_WIDTH + CHARACTER_WIDTH * name.chars().count() as f32;
        if x > LEFT_EDGE && x + width > RIGHT_EDGE {
            (x, row) = (LEFT_EDGE, row + 1.0);
        }
        let place = [x, row];
        x += width + ENTRY_GAP;
        place
    });
    places.collect()
}

/// The axes that contain these curves, below `top`, pixels.
fn axes_around(curves: &[(String, &[f32])], top: f32) -> Axes<'static> {
    let ticks = curves.iter().map(|(_, apart)| apart.len()).max();
    let most = (curves.iter().flat_map(|(_, apart)| apart.iter().copied())).fold(0.0, f32::max);
    // The axis has a length even if no player parted.
    let most = if most > 0.0 { most } else { 1.0 };
    let steps = Steps::reaching(most, MAX_METER_STEPS);
    Axes {
        area: [[LEFT_EDGE, top], [RIGHT_EDGE, top + CURVES_HEIGHT]],
        seconds: ticks.unwrap_or(0).max(1) as f32 * TICK_LENGTH,
        most: steps.end(most),
        steps,
        unit: "m",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_curve_rises_to_the_top_and_ends_at_the_right() {
        let apart: Vec<f32> = (1..=1200).map(|tick| tick as f32 * 0.01).collect();
        let text = draw("a<b", "usual", &[("article".to_owned(), &apart)]);
        assert!(text.contains(">a&lt;b: meters away from usual<"), "{text}");
        let last = format!(" {RIGHT_EDGE:.1},{:.1}\"", TITLE_HEIGHT + ROW_HEIGHT + 8.0);
        assert!(text.contains(&last), "{last}: {text}");
    }

    #[test]
    fn runs_that_never_part_are_a_line_on_the_axis() {
        let text = draw("level", "usual", &[("box".to_owned(), &[0.0, 0.0])]);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        let axis = TITLE_HEIGHT + ROW_HEIGHT + 8.0 + CURVES_HEIGHT;
        assert!(text.contains(&format!(",{axis:.1}")), "{text}");
    }

    #[test]
    fn many_methods_each_have_a_line_of_their_own_inside_the_picture() {
        let names = (0..30).map(|number| format!("body=capsule+tree={number}"));
        let curves: Vec<(String, &[f32])> = names.map(|name| (name, &[0.0, 1.0][..])).collect();
        let text = draw("level", "usual", &curves);
        let lines = text.split("<g ").skip(1);
        let looks: HashSet<&str> = lines.filter_map(|line| line.split('>').next()).collect();
        assert_eq!(looks.len(), curves.len(), "{looks:?}");
        let places = legend_places(curves.iter().map(|(name, _)| name.as_str()));
        let widest = CHARACTER_WIDTH * curves[29].0.len() as f32;
        for [x, row] in &places {
            assert!(x + KEY_WIDTH + widest <= RIGHT_EDGE, "{x} in row {row}");
        }
        let top = TITLE_HEIGHT + ROW_HEIGHT * (places[29][1] + 1.0);
        let curve = format!(",{:.1}\"", top + 8.0);
        // The curves begin below the legend.
        assert!(text.contains(&curve), "{curve}: {text}");
    }
}
