//! Rectangles on the screen, whose y grows downward.

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

    /// The rectangle with every edge moved outward by so much.
    pub fn expand(&self, by: f32) -> Self {
        self.expand2(Vec2::splat(by))
    }

    /// The rectangle with its upright edges moved outward by the first number, the others by the
    /// second.
    pub fn expand2(&self, by: Vec2) -> Self {
        Self::from_min_max(self.min - by, self.max + by)
    }

    /// The rectangle with every edge moved inward by so much.
    pub fn shrink(&self, by: f32) -> Self {
        self.expand(-by)
    }

    /// The part that two rectangles share; its size is negative where they share none.
    pub fn intersect(&self, other: Self) -> Self {
        Self::from_min_max(self.min.max(other.min), self.max.min(other.max))
    }

    /// Returns whether two rectangles share a point, be it of their edges.
    pub fn intersects(&self, other: Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns whether a point is within the rectangle or on an edge.
    pub fn contains(&self, at: Vec2) -> bool {
        self.min.cmple(at).all() && at.cmple(self.max).all()
    }

    /// Returns whether another rectangle nowhere leaves this one.
    pub fn contains_rect(&self, other: Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }
}
