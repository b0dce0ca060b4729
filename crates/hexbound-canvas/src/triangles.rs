//! Tessellation of shapes. Edges fade over a pixel, so that they are smooth. Text consists of textured
//! rectangles.

use glam::{Vec2, vec2};

use super::{
    Color, Rect,
    atlas::Atlas,
    fonts::Fonts,
    painter::{ClippedShape, Shape, Stroke},
    text::Text,
};
use crate::{Overlay, OverlayPart, OverlayVertex, TextureId};

/// The triangles of one frame.
pub(crate) struct FrameTriangles<'a> {
    pub fonts: &'a Fonts,
    pub atlas: &'a mut Atlas,
    pub overlay: &'a mut Overlay,
    /// The window's size, pixels.
    pub size: [u32; 2],
    pub pixels_per_point: f32,
}

impl FrameTriangles<'_> {
    /// Adds the triangles of a shape.
    pub(crate) fn add(&mut self, ClippedShape { clip, shape }: &ClippedShape) {
        let texture = match shape {
            Shape::Picture(_, picture) => picture.id,
            _ => TextureId::GLYPHS,
        };
        if !self.begin(*clip, texture) {
            return;
        }
        let scale = self.pixels_per_point;
        let pixels =
            |points: &[Vec2]| -> Vec<Vec2> { points.iter().map(|it| *it * scale).collect() };
        match shape {
            Shape::Filled(points, color) => self.fill(&pixels(points), *color),
            Shape::Outlined(points, stroke) => {
                let width = stroke.width * scale;
                self.outline(&pixels(points), Stroke { width, ..*stroke });
            }
            Shape::Shaded(rect, colors) => {
                let corners = rect.corners();
                self.quad([0, 1, 2, 3].map(|it| flat(corners[it] * scale, colors[it])));
            }
            Shape::Picture(rect, picture) => {
                let rect = Rect::from_min_max(rect.min * scale, rect.max * scale);
                let size = Vec2::from(picture.size.map(|it| it as f32));
                let whole = Rect::from_min_max(Vec2::ZERO, size);
                self.textured(rect, whole, Color::WHITE);
            }
            Shape::Text(at, text) => self.text((*at * scale).round(), text),
        }
    }

    /// Continues the overlay's last part or begins a new one. Returns false if the clip rectangle is empty.
    fn begin(&mut self, clip: Rect, texture: TextureId) -> bool {
        let [width, height] = self.size.map(|side| side as f32);
        let within = |at: Vec2| {
            let at = (at * self.pixels_per_point).round();
            [at.x.clamp(0.0, width), at.y.clamp(0.0, height)].map(|it| it as u32)
        };
        let clip = [within(clip.min), within(clip.max)];
        if clip[0][0] >= clip[1][0] || clip[0][1] >= clip[1][1] {
            return false;
        }
        let parts = &mut self.overlay.parts;
        let last = parts.last().map(|part| (part.clip, part.texture));
        if last != Some((clip, texture)) {
            let end = self.overlay.vertices.len() as u32;
            parts.push(OverlayPart {
                clip,
                texture,
                vertices: end..end,
            });
        }
        true
    }

    /// Adds a triangle with its corners in pixels.
    fn triangle(&mut self, corners: [OverlayVertex; 3]) {
        let size = Vec2::from(self.size.map(|side| side as f32));
        let in_window = |corner: OverlayVertex| OverlayVertex {
            position: (Vec2::from(corner.position) / size).to_array(),
            ..corner
        };
        self.overlay.vertices.extend(corners.map(in_window));
        if let Some(part) = self.overlay.parts.last_mut() {
            part.vertices.end += 3;
        }
    }

    fn quad(&mut self, [a, b, c, d]: [OverlayVertex; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    fn textured(&mut self, rect: Rect, from: Rect, color: Color) {
        let (corners, texels) = (rect.corners(), from.corners());
        self.quad([0, 1, 2, 3].map(|corner| OverlayVertex {
            position: corners[corner].to_array(),
            texel: texels[corner].to_array(),
            color: color.parts(),
        }));
    }

    /// Fills a polygon: opaque half a pixel inside its edge, transparent half a pixel outside.
    fn fill(&mut self, points: &[Vec2], color: Color) {
        if color.is_transparent() || points.len() < 3 {
            return;
        }
        let normals = normals(points);
        let moved = |index: usize, by: f32| points[index] + normals[index] * by;
        for index in 2..points.len() {
            let corners = [0, index - 1, index].map(|it| flat(moved(it, -0.5), color));
            self.triangle(corners);
        }
        self.band(points, &normals, [(-0.5, color), (0.5, Color::TRANSPARENT)]);
    }

    /// Draws a line along the edge of a polygon. Each side of the line fades over one pixel; a line thinner
    /// than a pixel is fainter instead.
    fn outline(&mut self, points: &[Vec2], Stroke { width, color }: Stroke) {
        if points.len() < 3 || width <= 0.0 {
            return;
        }
        let color = color.faded(width.min(1.0));
        let half = width.max(1.0) * 0.5;
        let normals = normals(points);
        let (outer, inner) = (half + 0.5, half - 0.5);
        let clear = Color::TRANSPARENT;
        self.band(points, &normals, [(-outer, clear), (-inner, color)]);
        if inner > 0.0 {
            self.band(points, &normals, [(-inner, color), (inner, color)]);
        }
        self.band(points, &normals, [(inner, color), (outer, clear)]);
    }

    /// Fills the band between two distances from the edge of a polygon, positive outward, with a gradient
    /// between their colors.
    fn band(&mut self, points: &[Vec2], normals: &[Vec2], sides: [(f32, Color); 2]) {
        let at = |index: usize, side: usize| {
            let (by, color) = sides[side];
            flat(points[index] + normals[index] * by, color)
        };
        for one in 0..points.len() {
            let other = (one + 1) % points.len();
            self.quad([at(one, 0), at(other, 0), at(other, 1), at(one, 1)]);
        }
    }

    fn text(&mut self, at: Vec2, text: &Text) {
        for row in &text.rows {
            let top = (row.rect.top() * self.pixels_per_point).round();
            let corner = at + vec2(0.0, top);
            for glyph in &row.glyphs {
                if let Some(entry) = self.atlas.glyph(self.fonts, glyph) {
                    let min = corner + entry.offset + vec2(0.0, glyph.line);
                    let size = entry.texels.size();
                    self.textured(Rect::from_min_size(min, size), entry.texels, glyph.color);
                }
            }
        }
    }
}

/// An untextured vertex, which samples the white texel of the glyph atlas.
fn flat(position: Vec2, color: Color) -> OverlayVertex {
    OverlayVertex {
        position: position.to_array(),
        texel: [0.5; 2],
        color: color.parts(),
    }
}

/// The displacement of each corner that moves all edges of a polygon outward by one pixel.
fn normals(points: &[Vec2]) -> Vec<Vec2> {
    let count = points.len();
    let after = |index: usize| points[(index + 1) % count];
    let area: f32 = (0..count).map(|it| points[it].perp_dot(after(it))).sum();
    let outward = |index: usize| {
        let along = after(index) - points[index % count];
        // On a screen with y downward, the outside of a clockwise polygon is to the left of each edge.
        vec2(along.y, -along.x).normalize_or_zero() * area.signum()
    };
    let corner = |index: usize| {
        let middle = (outward(index + count - 1) + outward(index)) * 0.5;
        middle / middle.length_squared().max(1e-3)
    };
    (0..count).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canvas, Painter};

    /// The corners of the triangles in a window of a hundred pixels, with their opacities.
    fn drawn(with: impl FnOnce(&Painter<'_>)) -> Vec<(Vec2, u8)> {
        let mut canvas = Canvas::default();
        let area = Rect::from_min_size(Vec2::ZERO, Vec2::splat(50.0));
        let ((), shapes) = canvas.record(area, 2.0, with);
        let mut overlay = Overlay::default();
        canvas.draw(&shapes, [100, 100], 2.0, &mut overlay);
        let of = |it: &OverlayVertex| (Vec2::from(it.position) * 100.0, it.color[3]);
        overlay.vertices.iter().map(of).collect()
    }

    #[test]
    fn edges_fade_over_one_pixel_whichever_way_corners_follow() {
        let with_clock = vec![vec2(10.0, 10.0), vec2(40.0, 10.0), vec2(10.0, 40.0)];
        let against = with_clock.iter().rev().copied().collect();
        for points in [with_clock, against] {
            let corners = drawn(|painter| painter.polygon(points, Color::WHITE));
            let left = |opacity: u8| {
                let those = corners.iter().filter(|(_, it)| *it == opacity);
                those.map(|(at, _)| at.x).fold(f32::INFINITY, f32::min)
            };
            assert!((left(255) - 20.5).abs() < 1e-3, "{}", left(255));
            assert!((left(0) - 19.5).abs() < 1e-3, "{}", left(0));
        }
    }

    #[test]
    fn a_line_thinner_than_a_pixel_is_fainter_and_nothing_is_drawn_beyond_the_clip() {
        let rect = Rect::from_min_size(Vec2::splat(10.0), Vec2::splat(20.0));
        let stroke = |width| Stroke {
            width,
            color: Color::WHITE,
        };
        let most = |width| {
            let corners = drawn(|painter| painter.outline(rect, 4.0, stroke(width)));
            corners.iter().map(|(_, opacity)| *opacity).max()
        };
        assert_eq!(most(1.0), Some(255));
        assert_eq!(most(0.25), Some(128));
        let beside = Rect::from_min_size(Vec2::splat(80.0), Vec2::splat(5.0));
        let none = drawn(|painter| painter.clipped(beside).rect(rect, 0.0, Color::WHITE));
        assert!(none.is_empty());
    }
}
