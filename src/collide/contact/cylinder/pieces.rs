//! The pieces of the solid that an edge drawn out by a cylinder makes, and which of them a move
//! comes into first.

use glam::{DVec2, DVec3};

use super::{Cylinder, flat};
use crate::collide::contact::{Feature, Touch};

/// An edge that rises by less than this part of its length is level.
pub const LEVEL: f64 = 1e-9;

/// An entry through a border between two pieces is put off by this much: the surface that is really
/// there comes first.
const INNER: f64 = 1e-12;

/// An edge from its lower corner to its higher one.
pub struct Edge {
    low: DVec3,
    /// The level part, metres.
    along: DVec2,
    /// Its direction, any for an upright edge, and the level one across it.
    ahead: DVec3,
    across: DVec3,
    pub length: f64,
    pub rise: f64,
    feature: Feature,
}

impl Edge {
    pub fn new(low: DVec3, high: DVec3, feature: Feature) -> Self {
        let along = flat(high - low);
        let unit = along.try_normalize().unwrap_or(DVec2::X);
        Self {
            low,
            along,
            ahead: DVec3::new(unit.x, 0.0, unit.y),
            across: DVec3::new(-unit.y, 0.0, unit.x),
            length: along.length(),
            rise: high.y - low.y,
            feature,
        }
    }

    fn point(&self, part: f64) -> DVec3 {
        let part = part.clamp(0.0, 1.0);
        let along = self.along * part;
        self.low + DVec3::new(along.x, self.rise * part, along.y)
    }
}

/// Through what a move came into a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Curved,
    /// A plane of the solid's surface.
    Flat(DVec3),
    /// A border inside the solid.
    Inner,
}

/// The part of a move that is inside a convex piece.
struct Span {
    enter: f64,
    leave: f64,
    way: Way,
}

impl Span {
    fn new() -> Self {
        Self {
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            way: Way::Inner,
        }
    }

    fn enter(&mut self, fraction: f64, way: Way) {
        if fraction > self.enter {
            (self.enter, self.way) = (fraction, way);
        }
    }

    /// Leaves what is beyond a plane: where `start + rate·t > 0`.
    fn within(&mut self, start: f64, rate: f64, way: Way) {
        if rate < 0.0 {
            self.enter(start / -rate, way);
        } else if rate > 0.0 {
            self.leave = self.leave.min(-start / rate);
        } else if start > 0.0 {
            self.leave = f64::NEG_INFINITY;
        }
    }

    /// Leaves what is outside a circle: where `|start + rate·t| > radius`.
    fn in_circle(&mut self, start: DVec2, rate: DVec2, radius: f64) {
        let a = rate.length_squared();
        let b = start.dot(rate);
        let c = start.length_squared() - radius * radius;
        // b² − a·c, without the difference of two large numbers where the circle is small.
        let discriminant = a * radius * radius - start.perp_dot(rate).powi(2);
        if a == 0.0 {
            if c > 0.0 {
                self.leave = f64::NEG_INFINITY;
            }
        } else if discriminant < 0.0 {
            self.leave = f64::NEG_INFINITY;
        } else {
            let half = discriminant.sqrt() / a;
            self.enter(-b / a - half, Way::Curved);
            self.leave = self.leave.min(-b / a + half);
        }
    }
}

/// Looks for the first of all entries.
pub struct Pieces {
    pub motion: DVec3,
    pub latest: f64,
    /// With what the entry is ordered by.
    pub first: Option<(f64, Touch)>,
}

impl Pieces {
    /// The cylinder around a corner.
    pub fn corner(&mut self, body: Cylinder, corner: DVec3, feature: Feature) {
        let (motion, half) = (self.motion, body.half_height);
        let mut span = Span::new();
        span.within(-corner.y - half, motion.y, Way::Flat(DVec3::Y));
        span.within(corner.y - half, -motion.y, Way::Flat(DVec3::NEG_Y));
        span.in_circle(-flat(corner), flat(motion), body.radius);
        self.offer(&span, feature, |at, way| {
            let away = flat(at - corner);
            let normal = match way {
                Way::Flat(normal) => normal,
                _ => DVec3::new(away.x, 0.0, away.y),
            };
            (normal, corner)
        });
    }

    /// The body's side, and its caps on a level edge: beside the edge, between what is a rim's.
    pub fn side(&mut self, body: Cylinder, edge: &Edge) {
        if edge.length <= 0.0 {
            return;
        }
        let (along, across) = (edge.ahead, edge.across);
        let (place, motion) = (-edge.low, self.motion);
        let mut span = Span::new();
        let (beside, rate) = (place.dot(across), motion.dot(across));
        span.within(beside - body.radius, rate, Way::Flat(across));
        span.within(-beside - body.radius, -rate, Way::Flat(-across));
        let (past, rate) = (place.dot(along), motion.dot(along));
        span.within(-past, -rate, Way::Inner);
        span.within(past - edge.length, rate, Way::Inner);
        let slope = edge.rise / edge.length;
        let (above, climb) = (place.y - past * slope, motion.y - rate * slope);
        let up = DVec3::Y - along * slope;
        let is_level = edge.rise <= LEVEL * edge.length;
        let way = |normal| match is_level {
            true => Way::Flat(normal),
            false => Way::Inner,
        };
        span.within(above - body.half_height, climb, way(up));
        span.within(-above - body.half_height, -climb, way(-up));
        self.offer(&span, edge.feature, |at, way| {
            let part = (at - edge.low).dot(along) / edge.length;
            let normal = match way {
                Way::Flat(normal) => normal,
                _ => across * (at - edge.low).dot(across).signum(),
            };
            (normal, edge.point(part))
        });
    }

    /// The lower rim (`side` = 1) on the edge from above, or the upper (−1) from below: a circle
    /// swept along the edge. Ahead and across; lengths are times the sine of the edge's slope, and
    /// so a height is as long as it takes the edge to rise by it, times the sine.
    pub fn rim(&mut self, body: Cylinder, edge: &Edge, side: f64) {
        let (motion, lift) = (self.motion, side * body.half_height);
        let (bottom, top) = (edge.low.y + lift, edge.low.y + edge.rise + lift);
        let mut span = Span::new();
        span.within(bottom, -motion.y, Way::Inner);
        span.within(-top, motion.y, Way::Inner);
        let slope = DVec2::new(edge.length, edge.rise).normalize();
        let (cosine, sine) = (slope.x, slope.y);
        let scaled = |offset: DVec3, height: f64| {
            DVec2::new(
                offset.dot(edge.ahead) * sine - height * cosine,
                offset.dot(edge.across) * sine,
            )
        };
        let (start, rate) = (scaled(-edge.low, -bottom), scaled(motion, motion.y));
        span.in_circle(start, rate, body.radius * sine);
        let normal = |fraction: f64| {
            let away = start + rate * fraction;
            (edge.ahead * away.x + edge.across * away.y) * sine - DVec3::Y * (away.x * cosine)
        };
        // What faces the other way is inside the solid.
        if normal(span.enter).y * side < 0.0 {
            span.way = Way::Inner;
        }
        let enter = span.enter;
        self.offer(&span, edge.feature, |at, _| {
            (normal(enter), edge.point((at.y - bottom) / edge.rise))
        });
    }

    /// Keeps an entry if it is the first. `describe` gives the normal, of any length, and the
    /// touched point.
    fn offer(
        &mut self,
        span: &Span,
        feature: Feature,
        describe: impl Fn(DVec3, Way) -> (DVec3, DVec3),
    ) {
        if !(span.enter <= span.leave && span.leave >= 0.0 && span.enter <= self.latest) {
            return;
        }
        let fraction = span.enter.max(0.0);
        let order = fraction + if span.way == Way::Inner { INNER } else { 0.0 };
        if self.first.is_some_and(|(known, _)| order >= known) {
            return;
        }
        let (normal, point) = describe(self.motion * fraction, span.way);
        let Some(normal) = normal.try_normalize() else {
            return;
        };
        if normal.dot(self.motion) < 0.0 {
            let touch = Touch {
                fraction,
                point,
                normal,
                depth: 0.0,
                feature,
            };
            self.first = Some((order, touch));
        }
    }
}
