//! A value over the time of a run, as a picture in SVG.

use std::fmt::Write;

use crate::axis::Steps;
use hexbound_base::clock::TICK;

/// The whole picture and the room beside its curve, pixels.
const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 130.0;
const LEFT: f32 = 78.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 12.0;
const BOTTOM: f32 = 22.0;
/// The most points of a curve; each stands for the greatest of its ticks.
const POINTS: usize = 820;
/// The most steps of the axis of values and of that of times.
const MOST_VALUES: u32 = 4;
const MOST_SECONDS: u32 = 10;
/// A curve is cut off where its greatest value is more than so many times what all but a hundredth of the
/// values stay below: the rest would lie on the axis.
const FAR_BEYOND: f32 = 2.0;

/// Draws a value for each tick; the caption says which was the greatest, in `unit`.
pub(super) fn draw(name: &str, unit: &str, values: &[f32]) -> String {
    let frame = Frame::around(values);
    let caption = format!("{name}{}", frame.greatest(unit));
    let mut text = format!(
        "<figure><figcaption>{caption}</figcaption>\n<svg class=\"chart\" \
         xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{name} over time\">\n\
         <path class=\"axis\" d=\"M{LEFT} {TOP}V{:.1}H{:.1}M{LEFT} {TOP}H{:.1}\"/>\n",
        frame.y(0.0),
        frame.x(frame.seconds),
        frame.x(frame.seconds),
    );
    for (value, number) in frame.steps.up_to(frame.top) {
        let label = format!("{number} {unit}");
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<text class=\"at-end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 5.0,
            frame.y(value) + 4.0,
            label.trim_end()
        );
    }
    for (at, number) in Steps::reaching(frame.seconds, MOST_SECONDS).up_to(frame.seconds) {
        let _ = writeln!(
            text,
            "<text class=\"at-middle\" x=\"{:.1}\" y=\"{:.1}\">{number} s</text>",
            frame.x(at),
            HEIGHT - 5.0
        );
    }
    let points = frame.points(values);
    text + &format!("<polyline class=\"curve\" points=\"{points}\"/>\n</svg></figure>\n")
}

/// The ranges of both axes: seconds and values from 0.
struct Frame {
    seconds: f32,
    /// The top of the axis of values, and its steps.
    top: f32,
    steps: Steps,
    /// The greatest value, and the second at which it was first met; `None` where all are 0.
    greatest: Option<(f32, f32)>,
}

impl Frame {
    fn around(values: &[f32]) -> Self {
        let most = values.iter().copied().fold(0.0, f32::max);
        let first = values.iter().position(|value| *value == most && most > 0.0);
        let usual = below_which_nearly_all_are(values);
        let shown = match most {
            most if usual > 0.0 && most > FAR_BEYOND * usual => usual,
            most if most > 0.0 => most,
            _ => 1.0,
        };
        let steps = Steps::reaching(shown, MOST_VALUES);
        let steps = match values.iter().all(|value| value.fract() == 0.0) {
            true => steps.of_whole_numbers(),
            false => steps,
        };
        Self {
            seconds: values.len().max(1) as f32 * TICK,
            top: steps.end(shown),
            steps,
            greatest: first.map(|place| (most, (place + 1) as f32 * TICK)),
        }
    }

    fn x(&self, at: f32) -> f32 {
        LEFT + at / self.seconds * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f32) -> f32 {
        HEIGHT - BOTTOM - (value / self.top).min(1.0) * (HEIGHT - TOP - BOTTOM)
    }

    fn points(&self, values: &[f32]) -> String {
        let stride = values.len().div_ceil(POINTS).max(1);
        let points = values.chunks(stride).enumerate().map(|(number, ticks)| {
            let at = (number * stride + ticks.len()) as f32 * TICK;
            let value = ticks.iter().copied().fold(0.0, f32::max);
            format!("{:.1},{:.1}", self.x(at), self.y(value))
        });
        points.collect::<Vec<_>>().join(" ")
    }

    /// The greatest value in words, for a caption.
    fn greatest(&self, unit: &str) -> String {
        let Some((most, at)) = self.greatest else {
            return String::new();
        };
        let value = match most.fract() == 0.0 {
            true => format!("{most} {unit}"),
            false => format!("{} {unit}", Rounded(most)),
        };
        let value = value.trim_end();
        match most > self.top {
            true => format!("; at most {value}, at {at:.1} s, which is beyond the top"),
            false => format!("; at most {value}"),
        }
    }
}

/// The value that all but a hundredth of the values stay at or below.
fn below_which_nearly_all_are(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    let place = sorted.len() * 99 / 100;
    sorted.get(place).copied().unwrap_or(0.0)
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
        let last = format!("{:.1},", WIDTH - RIGHT);
        assert!(text.contains(&last), "{last}: {text}");
        let caption = "<figcaption>speed; at most 12 m/s</figcaption>";
        assert!(text.contains(caption), "{text}");
        for number in ["0 m/s", "5 m/s", "15 m/s", "0 s", "10 s"] {
            assert!(
                text.contains(&format!(">{number}</text>")),
                "{number}: {text}"
            );
        }
    }

    #[test]
    fn counts_have_no_decimals() {
        let text = draw("contacts", "", &[0.0, 1.0, 0.0, 1.0]);
        for part in ["contacts; at most 1<", ">0</text>", ">1</text>"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains(">0.5"), "{text}");
    }

    #[test]
    fn a_single_peak_is_told_and_does_not_press_the_rest_to_the_axis() {
        let mut values = vec![30.5; 1200];
        values[599] = 20146.4;
        let text = draw("time", "µs", &values);
        let caption = "time; at most 20146 µs, at 5.0 s, which is beyond the top<";
        assert!(text.contains(caption), "{text}");
        assert!(text.contains(">40 µs</text>"), "{text}");
        assert!(
            text.contains(&format!(",{TOP:.1} ")),
            "the peak is cut off: {text}"
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
