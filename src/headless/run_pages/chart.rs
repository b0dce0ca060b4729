//! A value over the time of a run, as a picture in SVG.

use std::fmt::Write;

use crate::clock::TICK;

/// The whole picture and the room beside its curve, pixels.
const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 130.0;
const LEFT: f32 = 78.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 22.0;
/// The most points of a curve; each stands for the greatest of its ticks.
const POINTS: usize = 820;
/// The number of times that are named along the axis.
const TIMES: u32 = 5;

/// Draws a value for each tick; `unit` stands behind the greatest.
pub(super) fn draw(name: &str, unit: &str, values: &[f32]) -> String {
    let most = values.iter().copied().fold(0.0, f32::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let seconds = values.len().max(1) as f32 * TICK;
    let x = |at: f32| LEFT + at / seconds * (WIDTH - LEFT - RIGHT);
    let y = |value: f32| HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
    let mut text = format!(
        "<figure><figcaption>{name}</figcaption>\n<svg class=\"chart\" \
         xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{name} over time\">\n\
         <path class=\"axis\" d=\"M{LEFT} {TOP}V{:.1}H{:.1}M{LEFT} {TOP}H{:.1}\"/>\n\
         <text class=\"at-end\" x=\"{:.1}\" y=\"{:.1}\">{most:.4} {unit}</text>\n",
        y(0.0),
        x(seconds),
        x(seconds),
        LEFT - 5.0,
        TOP + 9.0,
        most = Rounded(most),
    );
    for part in 0..=TIMES {
        let at = seconds * part as f32 / TIMES as f32;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<text class=\"at-middle\" x=\"{:.1}\" y=\"{:.1}\">{at:.1} s</text>",
            x(at),
            HEIGHT - 6.0
        );
    }
    let stride = values.len().div_ceil(POINTS).max(1);
    let points = values.chunks(stride).enumerate().map(|(number, ticks)| {
        let at = (number * stride + ticks.len()) as f32 * TICK;
        let value = ticks.iter().copied().fold(0.0, f32::max);
        format!("{:.1},{:.1}", x(at), y(value))
    });
    let points = points.collect::<Vec<_>>().join(" ");
    text + &format!("<polyline class=\"curve\" points=\"{points}\"/>\n</svg></figure>\n")
}

/// A number with about three digits.
struct Rounded(f32);

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self.0 {
            value if value >= 100.0 => write!(f, "{value:.0}"),
            value if value >= 10.0 => write!(f, "{value:.1}"),
            value => write!(f, "{value:.2}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_value_is_at_the_top_and_the_last_at_the_right() {
        let values: Vec<f32> = (1..=1200).map(|tick| tick as f32 * 0.01).collect();
        let text = draw("speed", "m/s", &values);
        let last = format!("{:.1},{TOP:.1}\"/>", WIDTH - RIGHT);
        assert!(text.contains(&last), "{last}: {text}");
        assert!(
            text.contains("12.0 m/s") && text.contains("10.0 s"),
            "{text}"
        );
    }

    #[test]
    fn nothing_at_all_is_a_line_on_the_axis() {
        for values in [&[][..], &[0.0, 0.0]] {
            let text = draw("contacts", "", values);
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
