//! Convex pieces that cover the solid T ⊕ E, and which of them a move comes into first: that is
//! where it comes into the solid. Every border of a piece is a plane, a circle or a ball, so an
//! entry is a linear or a quadratic equation. Which pieces there are is the body's affair.

use glam::{DVec2, DVec3};

use super::{Feature, Touch};

/// An entry through a border between two pieces is put off by this much: the surface that is really
/// there comes first.
const INNER: f64 = 1e-12;

/// As seen from above.
pub fn flat(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

/// An edge from its lower corner to its higher one.
pub struct Edge {
    pub low: DVec3,
    /// The level part, metres.
    along: DVec2,
    /// Its direction, any for an upright edge, and the level one across it.
    pub ahead: DVec3,
    pub across: DVec3,
    pub length: f64,
    pub rise: f64,
    pub feature: Feature,
}

impl Edge {
    pub fn new(corners: [DVec3; 3], index: usize) -> Self {
        let (from, to) = (corners[index], corners[(index + 1) % 3]);
        let (low, high) = if from.y <= to.y {
            (from, to)
        } else {
            (to, from)
        };
        let along = flat(high - low);
        let unit = along.try_normalize().unwrap_or(DVec2::X);
        Self {
            low,
            along,
            ahead: DVec3::new(unit.x, 0.0, unit.y),
            across: DVec3::new(-unit.y, 0.0, unit.x),
            length: along.length(),
            rise: high.y - low.y,
            feature: Feature::Edge(index as u8),
        }
    }

    pub fn point(&self, part: f64) -> DVec3 {
        let part = part.clamp(0.0, 1.0);
        let along = self.along * part;
        self.low + DVec3::new(along.x, self.rise * part, along.y)
    }
}

impl Edge {
    /// Between the two upright planes beside the edge, and those across its ends.
    pub fn beside(&self, span: &mut Span, motion: DVec3, radius: f64) {
        let (beside, rate) = (-self.low.dot(self.across), motion.dot(self.across));
        span.within(beside - radius, rate, Way::Flat(self.across));
        span.within(-beside - radius, -rate, Way::Flat(-self.across));
        let (past, rate) = (-self.low.dot(self.ahead), motion.dot(self.ahead));
        span.within(-past, -rate, Way::Inner);
        span.within(past - self.length, rate, Way::Inner);
    }

    /// No higher above the edge than `half_height`, and no lower. `way` says what an entry through
    /// a plane with that normal is.
    pub fn between(
        &self,
        span: &mut Span,
        motion: DVec3,
        half_height: f64,
        way: impl Fn(DVec3) -> Way,
    ) {
        let up = DVec3::Y - self.ahead * (self.rise / self.length);
        let (above, climb) = (-self.low.dot(up), motion.dot(up));
        span.within(above - half_height, climb, way(up));
        span.within(-above - half_height, -climb, way(-up));
    }

    /// The normal and the touched point of an entry from beside.
    pub fn touched_beside(&self, at: DVec3, way: Way) -> (DVec3, DVec3) {
        let away = at - self.low;
        let normal = match way {
            Way::Flat(normal) => normal,
            _ => self.across * away.dot(self.across).signum(),
        };
        (normal, self.point(away.dot(self.ahead) / self.length))
    }
}

/// Through what a move came into a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    Curved,
    /// A plane of the solid's surface.
    Flat(DVec3),
    /// A border inside the solid.
    Inner,
}

/// The part of a move that is inside a convex piece.
pub struct Span {
    pub enter: f64,
    pub leave: f64,
    pub way: Way,
}

impl Span {
    pub fn new() -> Self {
        Self {
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            way: Way::Inner,
        }
    }

    pub fn enter(&mut self, fraction: f64, way: Way) {
        if fraction > self.enter {
            (self.enter, self.way) = (fraction, way);
        }
    }

    /// Leaves what is beyond a plane: where `start + rate·t > 0`.
    pub fn within(&mut self, start: f64, rate: f64, way: Way) {
        if rate < 0.0 {
            self.enter(start / -rate, way);
        } else if rate > 0.0 {
            self.leave = self.leave.min(-start / rate);
        } else if start > 0.0 {
            self.leave = f64::NEG_INFINITY;
        }
    }

    /// Leaves what is outside a ball, or a circle in space: where `|start + rate·t| > radius`.
    pub fn in_ball(&mut self, start: DVec3, rate: DVec3, radius: f64) {
        let apart = start.cross(rate).length_squared();
        let (a, b) = (rate.length_squared(), start.dot(rate));
        self.round(a, b, apart, start.length_squared(), radius);
    }

    /// Leaves what is outside a circle: where `|start + rate·t| > radius`.
    pub fn in_circle(&mut self, start: DVec2, rate: DVec2, radius: f64) {
        let apart = start.perp_dot(rate).powi(2);
        let (a, b) = (rate.length_squared(), start.dot(rate));
        self.round(a, b, apart, start.length_squared(), radius);
    }

    /// a·t² + 2b·t + `start` ≤ radius², with `apart` = a·`start` − b²: so there is no difference of
    /// large numbers where the circle is small.
    fn round(&mut self, a: f64, b: f64, apart: f64, start: f64, radius: f64) {
        let discriminant = a * radius * radius - apart;
        if a == 0.0 {
            if start > radius * radius {
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
pub struct Entries {
    pub motion: DVec3,
    pub latest: f64,
    /// With what the entry is ordered by.
    pub first: Option<(f64, Touch)>,
}

impl Entries {
    /// Keeps an entry if it is the first. `describe` gives the normal, of any length, and the
    /// touched point.
    pub fn offer(
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
