//! A value over the time of a run, as an SVG chart with a caption.

use maud::{Markup, html};

use crate::pages::{Axes, Steps, svg};
use hexbound_base::clock::TICK_LENGTH;

/// The size of the chart, pixels.
const CHART_SIZE: [f32; 2] = [900.0, 130.0];
/// The upper left and the lower right corner of the curve's area, pixels.
const CURVE_ROOM: [[f32; 2]; 2] = [[78.0, 12.0], [876.0, 108.0]];
/// The largest number of steps on the axis of values.
const MAX_VALUE_STEPS: u32 = 4;
/// The ratio of the greatest value to the 99th percentile above which a curve is clipped. The rest of the
/// curve would lie on the axis.
const CLIP_RATIO: f32 = 2.0;

/// Draws a value for each tick. The caption has the greatest one, in `unit`.
pub(super) fn draw(name: &str, unit: &str, values: &[f32]) -> Markup {
    let most = values.iter().copied().fold(0.0, f32::max);
    let usual = percentile_99(values);
    let shown = match most {
        most if usual > 0.0 && most > CLIP_RATIO * usual => usual,
        most if most > 0.0 => most,
        _ => 1.0,
    };
    let steps = Steps::reaching(shown, MAX_VALUE_STEPS);
    let steps = match values.iter().all(|value| value.fract() == 0.0) {
        true => steps.at_least_one(),
        false => steps,
    };
    let axes = Axes {
        area: CURVE_ROOM,
        seconds: values.len().max(1) as f32 * TICK_LENGTH,
        most: steps.end(shown),
        steps,
        unit,
    };
    let content = html! {
        (axes.draw())
        polyline.curve points=(axes.points(values)) {}
    };
    html! {
        figure {
            figcaption { (name) (greatest(values, most, &axes)) }
            (svg("chart", CHART_SIZE, &format!("{name} over time"), &content))
        }
    }
}

/// The greatest value as text, for a caption; empty if all are 0.
fn greatest(values: &[f32], most: f32, axes: &Axes) -> String {
    let first = values.iter().position(|value| *value == most && most > 0.0);
    let Some(first) = first else {
        return String::new();
    };
    let decimals = match most {
        most if most >= 100.0 || most.fract() == 0.0 => 0,
        most if most >= 10.0 => 1,
        _ => 2,
    };
    let value = format!("{most:.decimals$} {}", axes.unit);
    let (value, at) = (value.trim_end(), (first + 1) as f32 * TICK_LENGTH);
    match most > axes.most {
        true => format!("; at most {value}, at {at:.1} s, which is beyond the top"),
        false => format!("; at most {value}"),
    }
}

/// The 99th percentile of the values.
fn percentile_99(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f32::total_cmp);
    let place = sorted.len() * 99 / 100;
    sorted.get(place).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_value_is_at_the_top_and_the_last_at_the_right() {
        let values: Vec<f32> = (1..=1200).map(|tick| tick as f32 * 0.01).collect();
        let text = draw("speed", "m/s", &values).into_string();
        let last = format!("{:.1},", CURVE_ROOM[1][0]);
        assert!(text.contains(&last), "{last}: {text}");
        let caption = "<figcaption>speed; at most 12 m/s</figcaption>";
        assert!(text.contains(caption), "{text}");
        for number in ["0 m/s", "5 m/s", "15 m/s", "0 s", "10 s"] {
            let is_there = text.contains(&format!(">{number}</text>"));
            assert!(is_there, "{number}: {text}");
        }
    }

    #[test]
    fn counts_have_no_decimals() {
        let text = draw("contacts", "", &[0.0, 1.0, 0.0, 1.0]).into_string();
        for part in ["contacts; at most 1<", ">0</text>", ">1</text>"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains(">0.5"), "{text}");
    }

    #[test]
    fn a_single_peak_is_told_and_does_not_press_the_rest_to_the_axis() {
        let mut values = vec![30.5; 1200];
        values[599] = 20146.4;
        let text = draw("time", "µs", &values).into_string();
        let caption = "time; at most 20146 µs, at 5.0 s, which is beyond the top<";
        assert!(text.contains(caption), "{text}");
        assert!(text.contains(">40 µs</text>"), "{text}");
        let top = format!(",{:.1} ", CURVE_ROOM[0][1]);
        assert!(text.contains(&top), "the peak is cut off: {text}");
    }

    #[test]
    fn nothing_at_all_is_a_line_on_the_axis() {
        for values in [&[][..], &[0.0, 0.0]] {
            let text = draw("contacts", "", values).into_string();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
