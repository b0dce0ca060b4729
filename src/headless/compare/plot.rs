//! A plot of how far apart players were over time, as a picture in SVG. It needs no font or file of
//! ours.

use std::fmt::Write;

use crate::{clock::TICK, headless::html::escaped};

/// The whole picture, and the place of its curves in it, pixels.
const SIZE: [f32; 2] = [960.0, 480.0];
const LEFT: f32 = 64.0;
const RIGHT: f32 = 20.0;
const TOP: f32 = 56.0;
const BOTTOM: f32 = 48.0;
/// The most points of a curve; each stands for the greatest of its ticks.
const POINTS: usize = 800;
/// The lines of the grid between the axis and the top.
const LINES: u32 = 4;
/// Colors that are told apart by eyes of every kind (Okabe and Ito, "Color Universal Design").
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// Draws a curve for each name: how many meters it was away from the `first` after each tick.
pub(super) fn draw(level: &str, first: &str, curves: &[(String, &[f32])]) -> String {
    let ticks = curves.iter().map(|(_, apart)| apart.len()).max();
    let seconds = ticks.unwrap_or(0).max(1) as f32 * TICK;
    let most = (curves.iter().flat_map(|(_, apart)| apart.iter().copied())).fold(0.0, f32::max);
    let frame = Frame {
        seconds,
        // Something to draw where nobody parted.
        most: if most > 0.0 { most } else { 1.0 },
    };
    let [width, height] = SIZE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"16\">{}: meters away from {}</text>\n",
        escaped(level),
        escaped(first),
    );
    frame.draw_grid(&mut text);
    for (number, (name, apart)) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let points = frame.points(apart);
        let x = LEFT + 150.0 * number as f32;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>\n\
             <text x=\"{x}\" y=\"44\" fill=\"{color}\">{}</text>",
            escaped(name),
        );
    }
    text += "</svg>\n";
    text
}

/// The ranges of both axes: seconds and meters from 0.
struct Frame {
    seconds: f32,
    most: f32,
}

impl Frame {
    fn x(&self, seconds: f32) -> f32 {
        LEFT + seconds / self.seconds * (SIZE[0] - LEFT - RIGHT)
    }

    fn y(&self, meters: f32) -> f32 {
        SIZE[1] - BOTTOM - meters / self.most * (SIZE[1] - TOP - BOTTOM)
    }

    fn draw_grid(&self, text: &mut String) {
        let (right, bottom) = (self.x(self.seconds), self.y(0.0));
        for line in 0..=LINES {
            let share = line as f32 / LINES as f32;
            let (meters, seconds) = (self.most * share, self.seconds * share);
            let (x, y) = (self.x(seconds), self.y(meters));
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{meters:.2} m</text>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{seconds:.1} s</text>",
                LEFT - 6.0,
                y + 4.0,
                bottom + 20.0,
            );
        }
    }

    fn points(&self, apart: &[f32]) -> String {
        let stride = apart.len().div_ceil(POINTS).max(1);
        let places = apart.chunks(stride).enumerate().map(|(number, ticks)| {
            let seconds = (number * stride + ticks.len()) as f32 * TICK;
            let meters = ticks.iter().copied().fold(0.0, f32::max);
            format!("{:.1},{:.1}", self.x(seconds), self.y(meters))
        });
        places.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_rises_to_the_top_and_ends_at_the_right() {
        let apart: Vec<f32> = (1..=1200).map(|tick| tick as f32 * 0.01).collect();
        let text = draw("a<b", "usual", &[("article".to_owned(), &apart)]);
        assert!(text.contains("a&lt;b: meters away from usual"), "{text}");
        let last = format!("{:.1},{TOP:.1}\"/>", SIZE[0] - RIGHT);
        assert!(text.contains(&last), "{last}: {text}");
        let line = text.split("points=\"").nth(1).unwrap();
        let points = line.split('"').next().unwrap().split(' ').count();
        assert!((POINTS / 2..=POINTS).contains(&points), "{points}");
    }

    #[test]
    fn nobody_who_parted_is_a_line_on_the_axis() {
        let text = draw("level", "usual", &[("box".to_owned(), &[0.0, 0.0])]);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        assert!(
            text.contains(&format!(",{:.1}", SIZE[1] - BOTTOM)),
            "{text}"
        );
    }
}
