//! The sweep of an upright cylinder that leaked. Around a triangle it puts the face, pushed off by the
//! cylinder's reach; around each edge a slab and the circles of its rims; around each corner a
//! cylinder. Their borders are tested exactly, and the room between two pushed-off faces is in none
//! of these pieces: a cylinder that comes to where two faces meet may be disowned by both.

use glam::{DVec2, DVec3};

/// An edge that rises by less than this part of its length is level.
const LEVEL: f64 = 1e-9;

/// An entry through a border between two pieces comes this much later than one through the surface, as
/// a part of the move.
const INNER: f64 = 1e-12;

#[derive(Clone, Copy, Debug)]
pub(super) struct Cylinder {
    pub radius: f64,
    pub half_height: f64,
    /// How far a face reaches beyond its borders, meters: 0 where they are exact.
    pub border: f64,
}

/// The first contact of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    /// The part of the move, 0..1.
    pub fraction: f64,
    /// The unit normal, from the triangle to the cylinder.
    pub normal: DVec3,
}

impl Cylinder {
    /// The first contact of the cylinder that goes from the origin by `motion` with a triangle that it
    /// does not touch yet.
    pub(super) fn sweep(self, motion: DVec3, corners: [DVec3; 3]) -> Option<Contact> {
        let [a, b, c] = corners;
        let face = (b - a).cross(c - a).normalize_or_zero();
        let face = if face.dot(a) > 0.0 { -face } else { face };
        let (outside, rate) = (-face.dot(a) - self.reach(face), face.dot(motion));
        if outside > 0.0 {
            let fraction = outside / -rate;
            if rate >= 0.0 || fraction > 1.0 {
                return None;
            }
            let point = motion * fraction + self.support(-face);
            if is_over(corners, face, point, self.border) {
                let normal = face;
                return Some(Contact { fraction, normal });
            }
        }
        let mut first = First {
            motion,
            known: None,
        };
        for corner in corners {
            self.offer_corner(&mut first, corner);
        }
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let edge = Edge::new(from, to);
            self.offer_side(&mut first, &edge);
            if edge.rise > LEVEL * edge.length {
                self.offer_rim(&mut first, &edge, 1.0);
                self.offer_rim(&mut first, &edge, -1.0);
            }
        }
        first.known.map(|(_, contact)| contact)
    }

    fn reach(self, normal: DVec3) -> f64 {
        self.radius * flat(normal).length() + self.half_height * normal.y.abs()
    }

    /// The point that is furthest along a direction.
    fn support(self, direction: DVec3) -> DVec3 {
        let rim = flat(direction).normalize_or_zero() * self.radius;
        DVec3::new(rim.x, self.half_height * direction.y.signum(), rim.y)
    }

    fn offer_corner(self, first: &mut First, corner: DVec3) {
        let motion = first.motion;
        let mut span = Span::new();
        span.within(-corner.y - self.half_height, motion.y, Way::Flat(DVec3::Y));
        span.within(corner.y - self.half_height, -motion.y, Way::Flat(-DVec3::Y));
        span.in_circle(-flat(corner), flat(motion), self.radius);
        first.offer(&span, |at| (at - corner).with_y(0.0));
    }

    /// Offers the slab beside an edge: the side of the cylinder, and on a level edge its caps.
    fn offer_side(self, first: &mut First, edge: &Edge) {
        if edge.length <= 0.0 {
            return;
        }
        let motion = first.motion;
        let mut span = Span::new();
        let (beside, rate) = (-edge.low.dot(edge.across), motion.dot(edge.across));
        span.within(beside - self.radius, rate, Way::Flat(edge.across));
        span.within(-beside - self.radius, -rate, Way::Flat(-edge.across));
        let (past, rate) = (-edge.low.dot(edge.ahead), motion.dot(edge.ahead));
        span.within(-past, -rate, Way::Inner);
        span.within(past - edge.length, rate, Way::Inner);
        let up = DVec3::Y - edge.ahead * (edge.rise / edge.length);
        let (above, climb) = (-edge.low.dot(up), motion.dot(up));
        let is_level = edge.rise <= LEVEL * edge.length;
        let way = |normal| {
            if is_level {
                Way::Flat(normal)
            } else {
                Way::Inner
            }
        };
        span.within(above - self.half_height, climb, way(up));
        span.within(-above - self.half_height, -climb, way(-up));
        first.offer(&span, |at| {
            edge.across * (at - edge.low).dot(edge.across).signum()
        });
    }

    /// Offers the circle of a rim along a sloping edge: the lower rim from above (`side` = 1), or the
    /// upper rim from below (−1). All lengths are multiplied by the sine of the slope.
    fn offer_rim(self, first: &mut First, edge: &Edge, side: f64) {
        let motion = first.motion;
        let bottom = edge.low.y + side * self.half_height;
        let mut span = Span::new();
        span.within(bottom, -motion.y, Way::Inner);
        span.within(-bottom - edge.rise, motion.y, Way::Inner);
        let slope = DVec2::new(edge.length, edge.rise).normalize();
        let scaled = |offset: DVec3, height: f64| {
            let ahead = offset.dot(edge.ahead) * slope.y - height * slope.x;
            DVec2::new(ahead, offset.dot(edge.across) * slope.y)
        };
        let (start, rate) = (scaled(-edge.low, -bottom), scaled(motion, motion.y));
        span.in_circle(start, rate, self.radius * slope.y);
        let away = start + rate * span.enter;
        let level = edge.ahead * away.x + edge.across * away.y;
        let normal = level * slope.y - DVec3::Y * (away.x * slope.x);
        // A normal that faces the other way is inside.
        if normal.y * side >= 0.0 {
            first.offer(&span, |_| normal);
        }
    }
}

/// Returns whether a point of a triangle's plane is within its borders, or beyond them by no more than
/// `border`, meters.
fn is_over(corners: [DVec3; 3], face: DVec3, point: DVec3, border: f64) -> bool {
    (0..3).all(|edge| {
        let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
        let across = face.cross(to - from);
        let inward = across.dot(corners[(edge + 2) % 3] - from).signum();
        across.dot(point - from) * inward >= -border * across.length()
    })
}

fn flat(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

/// An edge from its lower end.
struct Edge {
    low: DVec3,
    /// The level directions along the edge and across it, unit.
    ahead: DVec3,
    across: DVec3,
    /// The level length and the rise, meters.
    length: f64,
    rise: f64,
}

impl Edge {
    fn new(from: DVec3, to: DVec3) -> Self {
        let (low, high) = if from.y <= to.y {
            (from, to)
        } else {
            (to, from)
        };
        let along = flat(high - low);
        let unit = along.try_normalize().unwrap_or(DVec2::X);
        Self {
            low,
            ahead: DVec3::new(unit.x, 0.0, unit.y),
            across: DVec3::new(-unit.y, 0.0, unit.x),
            length: along.length(),
            rise: high.y - low.y,
        }
    }
}

/// The border through which a move enters a piece.
#[derive(Clone, Copy)]
enum Way {
    /// One shared with another piece.
    Inner,
    /// A plane of the surface, with its normal.
    Flat(DVec3),
    /// A curved part of the surface.
    Round,
}

/// The part of a move within a piece.
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

    /// Clips off what is beyond a plane: where `start + rate·t > 0`.
    fn within(&mut self, start: f64, rate: f64, way: Way) {
        if rate > 0.0 {
            self.leave = self.leave.min(-start / rate);
        } else if rate < 0.0 {
            self.enter(-start / rate, way);
        } else if start > 0.0 {
            self.leave = f64::NEG_INFINITY;
        }
    }

    /// Clips off what is outside a circle: where `|start + rate·t| > radius`.
    fn in_circle(&mut self, start: DVec2, rate: DVec2, radius: f64) {
        let (a, b) = (rate.length_squared(), start.dot(rate));
        let inside = a * radius * radius - start.perp_dot(rate).powi(2);
        if a == 0.0 && start.length_squared() <= radius * radius {
            return;
        }
        if a == 0.0 || inside < 0.0 {
            self.leave = f64::NEG_INFINITY;
            return;
        }
        self.enter((-b - inside.sqrt()) / a, Way::Round);
        self.leave = self.leave.min((-b + inside.sqrt()) / a);
    }
}

/// The first entry into any piece, with its order.
struct First {
    motion: DVec3,
    known: Option<(f64, Contact)>,
}

impl First {
    /// Keeps the entry into a piece if it is the first. `away` gives the normal, of any length, where
    /// the surface is not flat.
    fn offer(&mut self, span: &Span, away: impl Fn(DVec3) -> DVec3) {
        if !(span.enter <= span.leave && span.leave >= 0.0 && span.enter <= 1.0) {
            return;
        }
        let fraction = span.enter.max(0.0);
        let (order, normal) = match span.way {
            Way::Inner => (fraction + INNER, away(self.motion * fraction)),
            Way::Flat(normal) => (fraction, normal),
            Way::Round => (fraction, away(self.motion * fraction)),
        };
        let normal = normal.normalize_or_zero();
        let is_first = self.known.is_none_or(|(known, _)| order < known);
        if is_first && normal.dot(self.motion) < 0.0 {
            self.known = Some((order, Contact { fraction, normal }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Cylinder = Cylinder {
        radius: 0.5,
        half_height: 1.0,
        border: 0.0,
    };

    fn contact(motion: DVec3, corners: [DVec3; 3]) -> Contact {
        BODY.sweep(motion, corners).unwrap()
    }

    #[test]
    fn face_edge_corner_and_rim_are_met_where_they_should_be() {
        let floor = [DVec3::ZERO, DVec3::Z * 9.0, DVec3::X * 9.0];
        for (x, z) in [(2.0, 2.0), (2.0, -0.4), (-0.2, -0.2)] {
            let below = floor.map(|corner| corner - DVec3::new(x, 3.0, z));
            let touch = contact(DVec3::NEG_Y * 4.0, below);
            assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
            assert_eq!(touch.normal, DVec3::Y);
        }
        let slope = [(-9.0, -9.0), (9.0, -9.0), (0.0, 9.0)].map(|(x, z)| DVec3::new(x, x - 4.0, z));
        let touch = contact(DVec3::NEG_Y * 5.0, slope);
        assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
        // An upright fin along x that rises from the body's height: the lower rim meets its edge.
        let fin = [(-9.0, -12.0), (9.0, 6.0), (0.0, -50.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
        let touch = contact(DVec3::NEG_Y * 3.0, fin);
        assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
        let post = [(-9.0, 2.0), (9.0, 2.0), (0.0, 9.0)].map(|(y, x)| DVec3::new(x, y, 0.0));
        let touch = contact(DVec3::X * 3.0, post);
        assert!((touch.fraction - 0.5).abs() < 1e-12, "{touch:?}");
        assert!((touch.normal - DVec3::NEG_X).length() < 1e-12);
    }
}
