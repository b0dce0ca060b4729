//! The marks over a finding's picture: a ring at the place, the path to it, a box around the object, and
//! the flipped faces, which are not rendered. They are painted last, so that no wall hides them; hidden
//! parts are dashed.

use glam::{Vec2, Vec3};
use hexbound_collide::geom::Aabb;
use image::RgbaImage;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, PixmapMut, Stroke, StrokeDash,
    Transform,
};

use super::flipped::flipped;
use crate::pages::Projection;
use hexbound_base::debug_lines::{DebugColor, DebugLines};
use hexbound_level::{Code, Finding, Level};

/// The mark's color.
const MARK_COLOR: [u8; 3] = [255, 140, 13];
/// The color of the outline around the mark.
const SEAM_COLOR: [u8; 3] = [20, 16, 14];
/// The ring's radius, pixels of a picture 360 pixels high.
const RING_RADIUS: f32 = 24.0;
/// The length of the strokes beside the ring, in the same pixels.
const STROKE_LENGTH: f32 = 11.0;
/// The width of wide strokes, in the same pixels.
const WIDE_STROKE: f32 = 3.4;
/// The width of narrow strokes, in the same pixels.
const NARROW_STROKE: f32 = 1.6;
/// The distance between two arrowheads on a path, in the same pixels.
const ARROW_SPACING: f32 = 70.0;
/// The length of an arrowhead, in the same pixels.
const ARROW_LENGTH: f32 = 8.0;
/// The least length of the pieces into which a path is cut, meters.
const MIN_PIECE_LENGTH: f32 = 0.2;
/// The largest number of pieces of a path.
const MAX_PIECES: usize = 4000;
/// The opacity of flipped faces, 0..255.
const FACE_OPACITY: u8 = 110;
/// Paints the marks of a finding: the box around its object, if there is one, the path, and the ring.
pub(super) fn draw_marks(
    image: &mut RgbaImage,
    projection: &Projection,
    finding: &Finding,
    object: Option<Aabb>,
    level: &Level,
) {
    // A picture without opacity would not blend with the marks.
    for pixel in image.pixels_mut() {
        pixel.0[3] = 255;
    }
    let (width, height) = image.dimensions();
    let Some(pixels) = PixmapMut::from_bytes(image, width, height) else {
        return;
    };
    let mut canvas = MarkPainter {
        pixels,
        unit: height as f32 / 360.0,
    };
    if finding.code == Code::FlippedFaces {
        for face in flipped(finding, projection, level) {
            canvas.face(face, projection);
        }
    }
    if let Some(bounds) = object {
        let mut edges = DebugLines::default();
        edges.cuboid(bounds, DebugColor::default());
        for edge in edges.lines {
            canvas.polyline(&edge.ends, projection, level, NARROW_STROKE);
        }
    }
    if finding.path.len() > 1 {
        canvas.polyline(&finding.path, projection, level, WIDE_STROKE);
        canvas.arrows(&finding.path, projection);
    }
    if let Some(place) = finding.place {
        canvas.ring(place, projection, projection.is_hidden(place, level));
    }
}

/// The picture and the scale of its marks.
struct MarkPainter<'a> {
    pixels: PixmapMut<'a>,
    /// The number of pixels for one pixel in a picture 360 pixels high.
    unit: f32,
}

impl MarkPainter<'_> {
    /// Paints a line through places, with dashes where it is hidden.
    fn polyline(&mut self, line: &[Vec3], projection: &Projection, level: &Level, width: f32) {
        let points = cut(line);
        let hidden: Vec<bool> = (points.windows(2))
            .map(|piece| projection.is_hidden(piece[0].midpoint(piece[1]), level))
            .collect();
        let mut start = 0;
        for run in hidden.chunk_by(|one, other| one == other) {
            let end = start + run.len();
            let pixels = points[start..=end]
                .iter()
                .map(|point| projection.pixel(*point));
            self.stroke(path(pixels), width, run[0]);
            start = end;
        }
    }

    /// Paints a translucent face.
    fn face(&mut self, corners: [Vec3; 3], projection: &Projection) {
        let seen = projection.before_eye(corners).into_iter();
        let mut builder = path(seen.map(|corner| projection.pixel(corner)));
        builder.close();
        let Some(path) = builder.finish() else {
            return;
        };
        let [red, green, blue] = MARK_COLOR;
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, FACE_OPACITY);
        let still = Transform::identity();
        (self.pixels).fill_path(&path, &paint, FillRule::Winding, still, None);
    }

    /// Paints arrowheads along a path, evenly spaced in the picture.
    fn arrows(&mut self, line: &[Vec3], projection: &Projection) {
        let points: Vec<Vec2> = (cut(line).into_iter())
            .filter_map(|point| projection.pixel(point))
            .collect();
        let mut gone = ARROW_SPACING * 0.5;
        for piece in points.windows(2) {
            let delta = piece[1] - piece[0];
            gone += delta.length() / self.unit;
            if gone > ARROW_SPACING && delta.length() > 1e-3 {
                gone = 0.0;
                self.arrowhead(piece[1], delta.normalize() * ARROW_LENGTH * self.unit);
            }
        }
    }

    fn arrowhead(&mut self, tip: Vec2, along: Vec2) {
        let [left, right] = [1.0, -1.0].map(|side| tip - along + along.perp() * (0.7 * side));
        self.stroke(path([left, tip, right].map(Some)), WIDE_STROKE, false);
    }

    /// Paints the ring around a place with four strokes toward it, and a dot in the center.
    fn ring(&mut self, place: Vec3, projection: &Projection, is_hidden: bool) {
        let Some(at) = projection.pixel(place) else {
            return;
        };
        let [radius, tick] = [RING_RADIUS, STROKE_LENGTH].map(|length| length * self.unit);
        let mut circle = PathBuilder::new();
        circle.push_circle(at.x, at.y, radius);
        self.stroke(circle, WIDE_STROKE, is_hidden);
        let strokes = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].into_iter();
        let strokes = strokes.flat_map(|direction| {
            let [from, to] = [radius, radius + tick].map(|distance| at + direction * distance);
            [Some(from), Some(to), None]
        });
        let dot = [Some(at), Some(at + Vec2::X * 0.1)];
        self.stroke(path(strokes.chain(dot)), WIDE_STROKE, false);
    }

    /// Paints a path with a dark outline, so that it is visible on any background.
    fn stroke(&mut self, path: PathBuilder, width: f32, is_dashed: bool) {
        let Some(path) = path.finish() else {
            return;
        };
        let seam = width + 2.4;
        for (color, opacity, width) in [(SEAM_COLOR, 0.75, seam), (MARK_COLOR, 1.0, width)] {
            let dash = is_dashed.then(|| {
                let lengths = [7.0, 6.0].map(|length| length * self.unit);
                StrokeDash::new(lengths.to_vec(), 0.0)
            });
            let stroke = Stroke {
                width: width * self.unit,
                line_cap: if is_dashed {
                    LineCap::Butt
                } else {
                    LineCap::Round
                },
                line_join: LineJoin::Round,
                dash: dash.flatten(),
                ..Stroke::default()
            };
            let mut paint = Paint::default();
            let [red, green, blue] = color;
            let mut color = Color::from_rgba8(red, green, blue, 255);
            color.apply_opacity(opacity);
            paint.set_color(color);
            (self.pixels).stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }
}

/// The path through pixels, interrupted at missing ones.
fn path(pixels: impl IntoIterator<Item = Option<Vec2>>) -> PathBuilder {
    let (mut builder, mut is_down) = (PathBuilder::new(), false);
    for pixel in pixels {
        match (pixel, is_down) {
            (Some(at), true) => builder.line_to(at.x, at.y),
            (Some(at), false) => builder.move_to(at.x, at.y),
            (None, _) => {}
        }
        is_down = pixel.is_some();
    }
    builder
}

/// The points of a line with extra points in between. Each piece is so short that it is either visible or
/// hidden, approximately.
fn cut(line: &[Vec3]) -> Vec<Vec3> {
    let length: f32 = line.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    let piece = MIN_PIECE_LENGTH.max(length / MAX_PIECES as f32);
    let mut points: Vec<Vec3> = line.first().copied().into_iter().collect();
    for ends in line.windows(2) {
        let count = (ends[0].distance(ends[1]) / piece).ceil().max(1.0);
        let between = (1..=count as usize).map(|at| ends[0].lerp(ends[1], at as f32 / count));
        points.extend(between);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::SceneBuilder;

    /// A picture of a wall at z = 0 from 4 m before it, looking along −z.
    fn before_a_wall() -> (Level, Projection, RgbaImage) {
        let wall = (Vec3::new(-9.0, -9.0, -1.0), Vec3::new(9.0, 9.0, 0.0));
        let level = SceneBuilder::new().cuboid(wall.0, wall.1);
        let projection = Projection {
            eye: Vec3::Z * 4.0,
            axes: [Vec3::X, Vec3::Y, Vec3::NEG_Z],
            size: [640.0, 360.0],
        };
        let level = level.build("wall").unwrap();
        (level, projection, RgbaImage::new(640, 360))
    }

    fn count_of_mark(image: &RgbaImage) -> usize {
        let [red, green, blue] = MARK_COLOR;
        let is_mark = |pixel: &&image::Rgba<u8>| pixel.0 == [red, green, blue, 255];
        image.pixels().filter(is_mark).count()
    }

    #[test]
    fn the_middle_of_the_view_is_the_middle_of_the_picture_and_up_is_up() {
        let (_, projection, _) = before_a_wall();
        assert_eq!(projection.pixel(Vec3::ZERO), Some(Vec2::new(320.0, 180.0)));
        let above = projection.pixel(Vec3::Y).expect("before the eye");
        assert!(above.y < 180.0 && above.x == 320.0, "{above}");
        assert_eq!(projection.pixel(Vec3::Z * 5.0), None);
    }

    #[test]
    fn a_place_behind_a_wall_has_a_ring_of_dashes() {
        let (level, projection, image) = before_a_wall();
        let marked = |place: Vec3| {
            let mut image = image.clone();
            let finding = Finding::new(Code::Hole, "").at(place);
            draw_marks(&mut image, &projection, &finding, None, &level);
            let dot = image.get_pixel(320, 180).0;
            assert_eq!(dot[..3], MARK_COLOR, "{place}");
            count_of_mark(&image)
        };
        let (seen, hidden) = (marked(Vec3::Z * 0.1), marked(Vec3::NEG_Z * 3.0));
        assert!(hidden < seen * 9 / 10, "{hidden} of {seen}");
        assert!(hidden > seen / 4, "{hidden} of {seen}");
    }

    #[test]
    fn flipped_faces_are_painted_where_they_show_their_backs() {
        let painted = |is_flipped: bool| {
            let (_, projection, mut image) = before_a_wall();
            let [a, b, c, d] = [(-2.0, -1.0), (2.0, -1.0), (2.0, 1.0), (-2.0, 1.0)]
                .map(|(x, y)| Vec3::new(x, y, 0.0));
            let panel = SceneBuilder::new().part("panel");
            let panel = match is_flipped {
                true => panel.quad(a, d, c, b),
                false => panel.quad(a, b, c, d),
            };
            let level = panel.build("panel").unwrap();
            let finding = Finding::new(Code::FlippedFaces, "").of_node("panel");
            draw_marks(&mut image, &projection, &finding, None, &level);
            let at = projection.pixel(Vec3::new(1.5, 0.5, 0.0)).expect("in view");
            let [red, _, blue, _] = image.get_pixel(at.x as u32, at.y as u32).0;
            red > blue + 50
        };
        assert!(painted(true) && !painted(false));
    }

    #[test]
    fn a_way_and_a_box_are_drawn() {
        let (level, projection, image) = before_a_wall();
        let finding = Finding::new(Code::Hole, "").at(Vec3::Z);
        let count = |finding: &Finding, thing| {
            let mut image = image.clone();
            draw_marks(&mut image, &projection, finding, thing, &level);
            count_of_mark(&image)
        };
        let ring = count(&finding, None);
        let thing = Aabb::new(Vec3::new(-1.5, -1.0, 0.5), Vec3::new(1.5, 1.0, 2.0));
        assert!(count(&finding, Some(thing)) > ring + 300);
        let [left, right] = [-1.0, 1.0].map(|x| Vec3::new(x, 0.8, 1.0));
        let path = vec![left, right, Vec3::Z * 50.0];
        assert!(count(&finding.along(path), None) > ring + 300);
    }
}
