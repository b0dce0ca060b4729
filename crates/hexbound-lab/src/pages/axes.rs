//! The axes of a chart over the time of a run, and curves between them.

use maud::{Markup, html};

use super::{Steps, px};
use hexbound_base::clock::TICK_LENGTH;

/// The largest number of points of a curve. Each is the maximum of its ticks.
const MAX_POINTS: usize = 800;
/// The largest number of steps on the axis of time.
const MAX_TIME_STEPS: u32 = 8;

/// The axes of time and values, which both begin at 0.
pub(crate) struct Axes<'a> {
    /// The upper left and the lower right corner of the area of the curves, pixels.
    pub area: [[f32; 2]; 2],
    /// The end of the axis of time, seconds.
    pub seconds: f32,
    /// The end of the axis of values. Larger values are clipped.
    pub most: f32,
    /// The steps of the axis of values.
    pub steps: Steps,
    pub unit: &'a str,
}

impl Axes<'_> {
    /// Draws a line for each step of the values, and a mark for each step of time.
    pub(crate) fn draw(&self) -> Markup {
        let [[left, _], [right, bottom]] = self.area;
        let times = Steps::reaching(self.seconds, MAX_TIME_STEPS).up_to(self.seconds);
        html! {
            @for (value, number) in self.steps.up_to(self.most) {
                @let y = self.y(value);
                path d={ "M" (left) " " (px(y)) "H" (right) } stroke="currentColor" stroke-opacity=".15" {}
                text x=(px(left - 6.0)) y=(px(y + 4.0)) text-anchor="end" {
                    (format!("{number} {}", self.unit).trim_end())
                }
            }
            @for (at, number) in times {
                @let x = px(self.x(at));
                path d={ "M" (x) " " (px(bottom)) "v5" } stroke="currentColor" stroke-opacity=".5" {}
                text x=(x) y=(px(bottom + 19.0)) text-anchor="middle" { (number) " s" }
            }
        }
    }

    /// The points of a curve with a value for each tick.
    pub(crate) fn points(&self, values: &[f32]) -> String {
        let stride = values.len().div_ceil(MAX_POINTS).max(1);
        let points = values.chunks(stride).enumerate().map(|(number, ticks)| {
            let at = (number * stride + ticks.len()) as f32 * TICK_LENGTH;
            let value = ticks.iter().copied().fold(0.0, f32::max);
            format!("{:.1},{:.1}", self.x(at), self.y(value))
        });
        points.collect::<Vec<_>>().join(" ")
    }

    fn x(&self, seconds: f32) -> f32 {
        let [[left, _], [right, _]] = self.area;
        left + seconds / self.seconds * (right - left)
    }

    fn y(&self, value: f32) -> f32 {
        let [[_, top], [_, bottom]] = self.area;
        bottom - (value / self.most).min(1.0) * (bottom - top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_some_points_rises_to_the_top_and_ends_at_the_right() {
        let values: Vec<f32> = (1..=1200).map(|tick| tick as f32 * 0.01).collect();
        let axes = Axes {
            area: [[60.0, 20.0], [500.0, 300.0]],
            seconds: 10.0,
            most: 12.0,
            steps: Steps::reaching(12.0, 6),
            unit: "m",
        };
        let points = axes.points(&values);
        assert!(points.ends_with(" 500.0,20.0"), "{points}");
        let count = points.split(' ').count();
        assert!((MAX_POINTS / 2..=MAX_POINTS).contains(&count), "{count}");
    }
}
