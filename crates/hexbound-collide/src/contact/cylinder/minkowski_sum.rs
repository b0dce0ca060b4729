//! Convex pieces that cover the Minkowski sum T ⊕ E of triangle and cylinder. A move enters the sum at
//! its first entry into a piece. Every border of a piece is a plane or a circle, so an entry is a linear
//! or a quadratic equation. The module `pieces` has all pieces but that of the face.
//!
//! docs/collision.md argues why the pieces cover the solid. Borders between two pieces are moved out by
//! [`OVERLAP`], far more than rounding, so that no move slips in between.

use glam::{DVec2, DVec3};

use super::super::{
    Feature, TriangleContact,
    triangle::{facing, flat},
};
use crate::geom::behind_plane;

/// The distance by which a piece reaches beyond a border that it shares with another piece, meters.
const OVERLAP: f64 = 1e-9;

/// The width below which a triangle is a needle as seen along the direction of its extrusion, meters.
/// Rounding may move the opposite corner to the other side of an edge of a needle.
const NEEDLE_WIDTH: f64 = 1e-6;

/// A triangle's edge, from its lower corner to its higher one.
pub(super) struct TriangleEdge {
    pub low: DVec3,
    /// The horizontal part of the edge, meters.
    along: DVec2,
    /// The horizontal unit direction along the edge; any direction for an upright edge.
    pub ahead: DVec3,
    /// The horizontal unit direction across the edge.
    pub across: DVec3,
    pub length: f64,
    pub rise: f64,
    pub feature: Feature,
}

impl TriangleEdge {
    pub(super) fn new(corners: [DVec3; 3], index: usize) -> Self {
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

    pub(super) fn point(&self, share: f64) -> DVec3 {
        let share = share.clamp(0.0, 1.0);
        let along = self.along * share;
        self.low + DVec3::new(along.x, self.rise * share, along.y)
    }
}

/// The kind of border through which a move enters a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum EntryKind {
    /// A circle of the sum's surface.
    Curved,
    /// A plane of the sum's surface, with its normal.
    Flat(DVec3),
    /// A border shared with another piece, inside the sum.
    Inner,
}

/// The interval of a move inside a convex piece.
pub(super) struct Interval {
    pub enter: f64,
    pub leave: f64,
    pub kind: EntryKind,
}

impl Interval {
    pub(super) fn new() -> Self {
        Self {
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            kind: EntryKind::Inner,
        }
    }

    /// Clips to the interval between two fractions of the move. `kind` is that of the border at
    /// `enter`.
    fn clip(&mut self, enter: f64, leave: f64, kind: EntryKind) {
        if enter > self.enter {
            (self.enter, self.kind) = (enter, kind);
        }
        self.leave = self.leave.min(leave);
    }

    /// Clips off the part beyond a plane, where `start + rate·t > 0`.
    pub(super) fn clip_to_plane(&mut self, start: f64, rate: f64, kind: EntryKind) {
        let (enter, leave) = behind_plane(start, rate);
        self.clip(enter, leave, kind);
    }

    /// Clips off the part beyond a plane that the piece shares with another, where
    /// `start + rate·t > 0`, in meters or larger units.
    pub(super) fn clip_to_border(&mut self, start: f64, rate: f64) {
        self.clip_to_plane(start - OVERLAP, rate, EntryKind::Inner);
    }

    /// Clips off the part beyond a level plane, where the height `start + rate·t > 0`. The plane ends
    /// a piece along an edge with a slope of this `sine`.
    ///
    /// The overlap is measured along the edge: as a height, [`OVERLAP`] would extend a piece along a
    /// nearly level edge by centimeters. If the overlap's height is below rounding, so is any gap, since
    /// the same plane bounds the piece around the edge's end.
    pub(super) fn clip_to_level_border(&mut self, start: f64, rate: f64, sine: f64) {
        self.clip_to_plane(start - OVERLAP * sine, rate, EntryKind::Inner);
    }

    /// Clips off the part outside a circle, where `|start + rate·t| > radius`.
    pub(super) fn clip_to_circle(&mut self, start: DVec2, rate: DVec2, radius: f64) {
        let (a, b) = (rate.length_squared(), start.dot(rate));
        // The discriminant of a·t² + 2b·t + |start|² ≤ radius², in a form without cancellation for small
        // circles.
        let discriminant = a * radius * radius - start.perp_dot(rate).powi(2);
        let is_outside = match a == 0.0 {
            true => start.length_squared() > radius * radius,
            false => discriminant < 0.0,
        };
        if is_outside {
            self.leave = f64::NEG_INFINITY;
        } else if a != 0.0 {
            let half = discriminant.sqrt() / a;
            self.clip(-b / a - half, -b / a + half, EntryKind::Curved);
        }
    }
}

/// The first entry of a move into any of the offered pieces.
pub(super) struct FirstEntry {
    pub motion: DVec3,
    pub latest: f64,
    pub first: Option<PieceEntry>,
    /// The delay with which an entry through a shared border counts, as a fraction of the move, so
    /// that the real surface comes first.
    delay: f64,
}

/// An entry into a piece.
#[derive(Clone, Copy)]
pub(super) struct PieceEntry {
    /// The fraction of the move plus the delay of the entry.
    order: f64,
    /// True if the move enters, by rounding, through a border between two pieces. Then only the fraction
    /// of the touch is valid.
    pub is_inner: bool,
    pub touch: TriangleContact,
}

impl FirstEntry {
    pub(super) fn new(motion: DVec3, latest: f64) -> Self {
        Self {
            motion,
            latest,
            first: None,
            delay: 2.0 * OVERLAP / motion.length().max(OVERLAP),
        }
    }

    /// Keeps the entry into a piece if it is the first so far. `describe` maps the body's position there
    /// and the entered plane's normal to the contact normal, of any length, and the touched point.
    pub(super) fn offer(
        &mut self,
        span: &Interval,
        feature: Feature,
        describe: impl Fn(DVec3, Option<DVec3>) -> (DVec3, DVec3),
    ) {
        if !(span.enter <= span.leave && span.leave >= 0.0 && span.enter <= self.latest) {
            return;
        }
        let fraction = span.enter.max(0.0);
        let is_inner = span.kind == EntryKind::Inner;
        let order = fraction + if is_inner { self.delay } else { 0.0 };
        if self.first.is_some_and(|known| order >= known.order) {
            return;
        }
        let plane = match span.kind {
            EntryKind::Flat(normal) => Some(normal),
            _ => None,
        };
        let (normal, point) = describe(self.motion * fraction, plane);
        let normal = normal.normalize_or_zero();
        self.first = Some(PieceEntry {
            order,
            // Only rounding made the move enter a surface that it does not approach.
            is_inner: is_inner || normal.dot(self.motion) >= 0.0,
            touch: TriangleContact {
                fraction,
                point,
                normal,
                depth: 0.0,
                feature,
            },
        });
    }

    /// Offers the face's piece: the triangle extruded by the body's furthest point along the face's
    /// normal, `support`, and by its opposite.
    pub(super) fn offer_face(&mut self, corners: [DVec3; 3], face: DVec3, support: DVec3) {
        let (height, reach) = (-face.dot(corners[0]), face.dot(support));
        let rate = face.dot(self.motion);
        let mut span = Interval::new();
        span.clip_to_plane(height - reach, rate, EntryKind::Flat(face));
        span.clip_to_plane(-height - reach, -rate, EntryKind::Flat(-face));
        let mut is_needle = false;
        for edge in 0..3 {
            let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
            let across = (to - from).cross(support).normalize_or_zero();
            let opposite = corners[(edge + 2) % 3] - from;
            let outward = -facing(across, opposite);
            span.clip_to_border(-outward.dot(from), outward.dot(self.motion));
            is_needle |= across.dot(opposite).abs() < NEEDLE_WIDTH;
        }
        if is_needle {
            self.clip_to_ends(&mut span, corners, support);
        }
        self.offer(&span, Feature::Face, |at, plane| {
            let normal = plane.unwrap_or(face);
            (normal, at - support * normal.dot(face).signum())
        });
    }

    /// Clips off the part beyond the ends of the triangle's longest edge, seen along `support`. The
    /// edges of a needle lie on one line, so nothing else would bound its piece.
    fn clip_to_ends(&self, span: &mut Interval, [a, b, c]: [DVec3; 3], support: DVec3) {
        let longest = [b - a, c - b, a - c]
            .into_iter()
            .max_by(|one, other| one.length_squared().total_cmp(&other.length_squared()))
            .unwrap_or_default();
        let ahead = longest.reject_from(support).normalize_or_zero();
        let along = [a, b, c].map(|corner| corner.dot(ahead));
        let rate = ahead.dot(self.motion);
        span.clip_to_border(along[0].min(along[1]).min(along[2]), -rate);
        span.clip_to_border(-along[0].max(along[1]).max(along[2]), rate);
    }
}
