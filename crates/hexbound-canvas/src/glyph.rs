//! The rasterization of one glyph: its outline is parsed, hinted and filled.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use glam::{Vec2, vec2};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::{
    curve::OutlineCurve,
    fit::{Zones, fit},
};

/// The largest side of a rasterized glyph, pixels.
const MAX_SIDE: u32 = 1000;
/// The pixels of a glyph.
pub(crate) struct Bitmap {
    /// The offset of the upper left corner from the glyph's origin on the baseline, pixels.
    pub corner: Vec2,
    /// The width and height, pixels.
    pub size: [u32; 2],
    /// The opacity of each pixel, row by row.
    pub pixels: Vec<u8>,
}

/// The outline of a glyph, as shares of the font's size with y upward.
pub(crate) fn outline(face: &Face<'_>, id: GlyphId) -> Vec<OutlineCurve> {
    let mut pen = Pen {
        scale: 1.0 / f32::from(face.units_per_em()),
        ..Pen::default()
    };
    face.outline_glyph(id, &mut pen);
    pen.curves
}

/// Rasterizes a glyph at `size` pixels, shifted right by `shift` pixels; `None` if the glyph is empty.
pub(crate) fn draw(
    face: &Face<'_>,
    zones: &Zones,
    id: GlyphId,
    size: f32,
    shift: f32,
) -> Option<Bitmap> {
    let mut curves = outline(face, id);
    fit(&mut curves, zones, size);
    for point in curves.iter_mut().flat_map(OutlineCurve::points_mut) {
        *point = vec2(point.x + shift, -point.y);
    }
    let points = || curves.iter().flat_map(OutlineCurve::points);
    let low = points().copied().reduce(Vec2::min)?.floor();
    let high = points().copied().reduce(Vec2::max)?.ceil();
    let extent = (high - low).as_uvec2();
    if extent.min_element() == 0 || extent.max_element() > MAX_SIDE {
        return None;
    }
    let mut rasterizer = Rasterizer::new(extent.x as usize, extent.y as usize);
    let at = |it: &Vec2| -> Point { point(it.x - low.x, it.y - low.y) };
    for curve in &curves {
        match curve.points() {
            [a, b] => rasterizer.draw_line(at(a), at(b)),
            [a, b, c] => rasterizer.draw_quad(at(a), at(b), at(c)),
            [a, b, c, d] => rasterizer.draw_cubic(at(a), at(b), at(c), at(d)),
            _ => {}
        }
    }
    let mut pixels = vec![0; (extent.x * extent.y) as usize];
    rasterizer.for_each_pixel(|index, coverage| pixels[index] = opacity(coverage));
    Some(Bitmap {
        corner: low,
        size: extent.to_array(),
        pixels,
    })
}

/// The opacity of a pixel with the coverage `coverage`. Blending in encoded values thins bright text on a
/// dark background, so the opacity is increased.
fn opacity(coverage: f32) -> u8 {
    let coverage = coverage.abs().min(1.0);
    ((2.0 - coverage) * coverage * 255.0).round() as u8
}

/// Collects the segments of an outline.
#[derive(Default)]
struct Pen {
    scale: f32,
    curves: Vec<OutlineCurve>,
    start: Vec2,
    at: Vec2,
}

impl Pen {
    fn add(&mut self, to: &[[f32; 2]]) {
        let mut points = vec![self.at];
        points.extend(to.iter().map(|it| Vec2::from(*it) * self.scale));
        self.at = points[to.len()];
        self.curves.push(OutlineCurve::new(&points));
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = vec2(x, y) * self.scale;
        self.at = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(&[[x, y]]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add(&[[x1, y1], [x, y]]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(&[[x1, y1], [x2, y2], [x, y]]);
    }

    fn close(&mut self) {
        if self.at != self.start {
            self.curves.push(OutlineCurve::new(&[self.at, self.start]));
            self.at = self.start;
        }
    }
}
