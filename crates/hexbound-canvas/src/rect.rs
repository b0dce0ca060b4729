//! Rectangles on the screen; y points downward.

use glam::{Vec2, vec2};

/// A rectangle between two corners, points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The upper left corner.
    pub min: Vec2,
    /// The lower right corner.
    pub max: Vec2,
}

impl Rect {
    pub fn from_min_max(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    pub fn from_min_size(min: Vec2, size: Vec2) -> Self {
        Self::from_min_max(min, min + size)
    }

    pub fn from_center_size(center: Vec2, size: Vec2) -> Self {
        Self::from_min_size(center - size * 0.5, size)
    }

    pub fn left(&self) -> f32 {
        self.min.x
    }

    pub fn right(&self) -> f32 {
        self.max.x
    }

    pub fn top(&self) -> f32 {
        self.min.y
    }

    pub fn bottom(&self) -> f32 {
        self.max.y
    }

    pub fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    pub fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    pub fn center(&self) -> Vec2 {
        (self.min + self.max) * 0.5
    }

    pub fn left_bottom(&self) -> Vec2 {
        vec2(self.min.x, self.max.y)
    }

    /// The corners, clockwise from the upper left one.
    pub fn corners(&self) -> [Vec2; 4] {
        let (right_top, left_bottom) = (vec2(self.max.x, self.min.y), self.left_bottom());
        [self.min, right_top, self.max, left_bottom]
    }

    pub fn translate(&self, by: Vec2) -> Self {
        Self::from_min_max(self.min + by, self.max + by)
    }

    /// The rectangle with every edge moved outward by `by`.
    pub fn expand(&self, by: f32) -> Self {
        self.expand2(Vec2::splat(by))
    }

    /// The rectangle with its vertical edges moved outward by `by.x` and its horizontal ones by `by.y`.
    pub fn expand2(&self, by: Vec2) -> Self {
        Self::from_min_max(self.min - by, self.max + by)
    }

    /// The rectangle with every edge moved inward by `by`.
    pub fn shrink(&self, by: f32) -> Self {
        self.expand(-by)
    }

    /// The intersection of two rectangles; its size is negative if they are apart.
    pub fn intersect(&self, other: Self) -> Self {
        Self::from_min_max(self.min.max(other.min), self.max.min(other.max))
    }

    /// Returns whether two rectangles overlap or touch.
    pub fn intersects(&self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns whether a point is inside the rectangle or on its edge.
    pub fn contains(&self, at: Vec2) -> bool {
        self.min.cmple(at).all() && at.cmple(self.max).all()
    }

    /// Returns whether another rectangle lies entirely inside this one.
    pub fn contains_rect(&self, other: Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }
}
