//! Records shapes in drawing order, each with its clip rectangle.

use std::{cell::RefCell, f32::consts::TAU, rc::Rc};

use glam::{Vec2, vec2};

use super::{
    Color, Rect,
    fonts::Fonts,
    text::{Text, TextCache, Writing},
};
use crate::TextureId;

/// The number of segments of a quarter circle.
const ARC_STEPS: u16 = 8;
/// The increase of a corner's radius, points: round corners look less round than they are.
const CORNER_ROUNDING: f32 = 0.4;

/// A shape to draw; all lengths are in points.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A convex polygon.
    Filled(Vec<Vec2>, Color),
    /// The outline of a convex polygon; the stroke is centered on it.
    Outlined(Vec<Vec2>, Stroke),
    /// A rectangle with a color at each corner, clockwise from the upper left one.
    Shaded(Rect, [Color; 4]),
    /// A whole picture.
    Picture(Rect, Picture),
    /// A text at its upper left corner.
    Text(Vec2, Rc<Text>),
}

/// A picture in a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) id: TextureId,
    /// The width and height, pixels.
    pub(crate) size: [u32; 2],
}

/// A line with a width, points, and a color.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    pub width: f32,
    pub color: Color,
}

impl Stroke {
    pub fn new(width: f32, color: Color) -> Self {
        Self { width, color }
    }
}

/// A shape and its clip rectangle, points.
#[derive(Clone, Debug)]
pub struct ClippedShape {
    pub clip: Rect,
    pub shape: Shape,
}

/// Records the shapes of one frame.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    pub(crate) fonts: &'a Fonts,
    pub(crate) cache: &'a TextCache,
    pub(crate) shapes: &'a RefCell<Vec<ClippedShape>>,
    pub(crate) clip: Rect,
    pub(crate) pixels_per_point: f32,
}

impl Painter<'_> {
    /// The number of the window's pixels per point.
    pub fn pixels_per_point(&self) -> f32 {
        self.pixels_per_point
    }

    /// A painter whose shapes are clipped to a rectangle as well.
    pub fn clipped(&self, to: Rect) -> Self {
        Self {
            clip: self.clip.intersect(to),
            ..*self
        }
    }

    /// Lays text out.
    pub fn write(&self, writing: &Writing) -> Rc<Text> {
        (self.cache).lay_out(self.fonts, writing, self.pixels_per_point)
    }

    /// Draws laid-out text with its upper left corner at `at`.
    pub fn text(&self, at: Vec2, text: Rc<Text>) {
        self.add(Shape::Text(at, text));
    }

    /// Fills a rectangle with round corners; `corner` is their radius.
    pub fn rect(&self, rect: Rect, corner: f32, color: Color) {
        let rect = self.on_pixels(rect);
        if rect.width() > 0.0 && rect.height() > 0.0 {
            self.polygon(rounded(rect, corner), color);
        }
    }

    /// Draws a line just within the edge of a rectangle with round corners; `corner` is their radius.
    pub fn outline(&self, rect: Rect, corner: f32, stroke: Stroke) {
        let half = stroke.width * 0.5;
        let middle = self.on_pixels(rect).shrink(half);
        if middle.width() > 0.0 && middle.height() > 0.0 {
            self.add(Shape::Outlined(rounded(middle, corner - half), stroke));
        }
    }

    /// Fills a convex polygon.
    pub fn polygon(&self, points: Vec<Vec2>, color: Color) {
        self.add(Shape::Filled(points, color));
    }

    /// Draws the outline of a convex polygon.
    pub fn polygon_outline(&self, points: Vec<Vec2>, stroke: Stroke) {
        self.add(Shape::Outlined(points, stroke));
    }

    /// Fills a circle.
    pub fn circle(&self, center: Vec2, radius: f32, color: Color) {
        self.polygon(around(center, radius, 4 * ARC_STEPS), color);
    }

    /// Draws a line along a circle.
    pub fn circle_outline(&self, center: Vec2, radius: f32, stroke: Stroke) {
        self.polygon_outline(around(center, radius, 4 * ARC_STEPS), stroke);
    }

    /// Fills a rectangle with a gradient between its corners, clockwise from the upper left one.
    pub fn shade(&self, rect: Rect, colors: [Color; 4]) {
        self.add(Shape::Shaded(rect, colors));
    }

    /// Fills a rectangle with a picture.
    pub fn picture(&self, rect: Rect, picture: Picture) {
        self.add(Shape::Picture(self.on_pixels(rect), picture));
    }

    fn add(&self, shape: Shape) {
        self.shapes.borrow_mut().push(ClippedShape {
            clip: self.clip,
            shape,
        });
    }

    /// The rectangle with its edges on pixel boundaries, so that they are sharp.
    fn on_pixels(&self, rect: Rect) -> Rect {
        let round = |at: Vec2| (at * self.pixels_per_point).round() / self.pixels_per_point;
        let min = round(rect.min);
        // A thin line has the same thickness everywhere.
        Rect::from_min_max(min, round(rect.max).max(min + round(rect.size())))
    }
}

/// The corners of a regular polygon, clockwise from the one on the right.
pub fn around(center: Vec2, radius: f32, count: u16) -> Vec<Vec2> {
    let corner = |index: u16| {
        let angle = f32::from(index) * TAU / f32::from(count);
        center + Vec2::from_angle(angle) * radius
    };
    (0..count).map(corner).collect()
}

/// The points of a rectangle with round corners, clockwise; `corner` is their radius.
fn rounded(rect: Rect, corner: f32) -> Vec<Vec2> {
    if corner <= 0.0 {
        return rect.corners().into();
    }
    let radius = (corner + CORNER_ROUNDING).min(rect.width().min(rect.height()) * 0.5);
    let inner = rect.shrink(radius);
    // The first quarter of the circle belongs to the lower right corner.
    let [left_top, right_top, right_bottom, left_bottom] = inner.corners();
    let centers = [right_bottom, left_bottom, left_top, right_top];
    let mut points: Vec<Vec2> = Vec::with_capacity(4 * usize::from(ARC_STEPS) + 4);
    for (quarter, center) in (0..).zip(centers) {
        let circle = |step: u16| {
            let angle = f32::from(quarter * ARC_STEPS + step) * TAU / f32::from(4 * ARC_STEPS);
            center + vec2(angle.cos(), angle.sin()) * radius
        };
        points.extend((0..=ARC_STEPS).map(circle));
    }
    // A side without a straight segment has two equal points.
    let is_same = |one: Vec2, other: Vec2| one.distance_squared(other) < 1e-6;
    points.dedup_by(|one, other| is_same(*one, *other));
    if points.len() > 1 && is_same(points[0], points[points.len() - 1]) {
        points.pop();
    }
    points
}
