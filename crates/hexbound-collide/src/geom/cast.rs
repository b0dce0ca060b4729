//! Where a ray enters a shape.

use glam::{DVec3, Vec3};

use super::{
    Aabb, Capsule, Convex, Cylinder, Frustum, Obb, Plane, Ray, Rectangle, Sphere, Triangle, Valid,
    closest::{closest_between, edges, foot_inside},
    convex::hair,
    obb::BoxFrame,
};

/// Where a ray met a shape first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayTouch {
    /// From the ray's origin, meters. Zero if the ray starts inside.
    pub distance: f32,
    pub point: Vec3,
    /// Unit, outward; of a flat shape the side that faces the ray. Against the ray's direction if
    /// it starts inside.
    pub normal: Vec3,
}

/// A shape that a ray can meet. Both sides of a flat shape count.
pub trait Cast: Valid {
    /// How far along a line from `origin` the shape, grown by `grown`, begins (meters), and its
    /// outward normal there. `direction` is a unit vector, or zero.
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)>;
}

impl Ray {
    /// Where the ray enters a shape. None if it passes, or if either isn't valid.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::geom::{Ray, Sphere};
    ///
    /// let ray = Ray::new(Vec3::new(0.0, 5.0, 0.0), Vec3::NEG_Y);
    /// let touch = ray.cast(&Sphere::new(Vec3::ZERO, 1.0)).unwrap();
    /// assert_eq!((touch.distance, touch.point, touch.normal), (4.0, Vec3::Y, Vec3::Y));
    /// ```
    pub fn cast(&self, shape: &impl Cast) -> Option<RayTouch> {
        if !self.is_valid() || !shape.is_valid() {
            return None;
        }
        let line = self.stretch();
        let (distance, normal) = shape.entry(line.origin, line.along, 0.0)?;
        Some(RayTouch {
            distance: distance as f32,
            point: line.at(distance).as_vec3(),
            normal: normal.as_vec3(),
        })
    }
}

/// What of a line is inside a convex solid: the distances, and the normal where it goes in.
#[derive(Clone, Copy)]
struct Inside {
    enter: f64,
    leave: f64,
    normal: DVec3,
}

impl Inside {
    /// All that lies ahead.
    fn all(direction: DVec3) -> Self {
        Self {
            enter: 0.0,
            leave: f64::INFINITY,
            normal: -direction,
        }
    }

    /// Only from `enter` to `leave`.
    fn within(mut self, enter: f64, leave: f64, normal: impl FnOnce() -> DVec3) -> Option<Self> {
        if enter > self.enter {
            (self.enter, self.normal) = (enter, normal());
        }
        self.leave = self.leave.min(leave);
        (self.enter <= self.leave).then_some(self)
    }

    /// Only behind a plane, of whose front the line starts `height` away and which it leaves at
    /// `rate` (Cyrus and Beck 1978; Kay and Kajiya's slabs are the box's case of it).
    fn behind(self, height: f64, rate: f64, normal: DVec3) -> Option<Self> {
        if rate == 0.0 {
            return (height <= 0.0).then_some(self);
        }
        let distance = -height / rate;
        if rate < 0.0 {
            self.within(distance, f64::INFINITY, || normal)
        } else {
            self.within(0.0, distance, || normal)
        }
    }

    fn entry(self) -> (f64, DVec3) {
        (self.enter, self.normal)
    }
}

/// A box: the three slabs between its sides.
fn enter_box(frame: &BoxFrame, origin: DVec3, direction: DVec3, grown: f64) -> Option<Inside> {
    let (local, turned) = (frame.local(origin), frame.turn_in(direction));
    let mut inside = Inside::all(direction);
    for index in 0..3 {
        let half = frame.half[index] + grown;
        for (side, normal) in [(1.0, frame.axes[index]), (-1.0, -frame.axes[index])] {
            let height = local[index] * side - half;
            inside = inside.behind(height, turned[index] * side, normal)?;
        }
    }
    Some(inside)
}

impl Cast for Aabb {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        enter_box(&self.frame(), origin, direction, grown).map(Inside::entry)
    }
}

impl Cast for Obb {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        enter_box(&self.frame(), origin, direction, grown).map(Inside::entry)
    }
}

impl Cast for Frustum {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let mut inside = Inside::all(direction);
        for (normal, offset) in self.exact_planes() {
            let height = normal.dot(origin) - offset - grown;
            inside = inside.behind(height, normal.dot(direction), *normal)?;
        }
        Some(inside.entry())
    }
}

impl Cast for Sphere {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let offset = origin - self.middle();
        let radius = f64::from(self.radius) + grown;
        if offset.length_squared() <= radius * radius {
            return Some((0.0, -direction));
        }
        // From the line's point nearest to the center back by half the chord.
        let nearest = -offset.dot(direction);
        let past = offset + direction * nearest;
        let chord = radius * radius - past.length_squared();
        if nearest < 0.0 || chord < 0.0 {
            return None;
        }
        let distance = (nearest - chord.sqrt()).max(0.0);
        Some((
            distance,
            (offset + direction * distance).normalize_or(-direction),
        ))
    }
}

/// A cylinder that never ends: only its axis, its radius and a point of the axis (the center)
/// count. What NeHe's lesson 30 tests its balls against.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Cylinder, EndlessCylinder, Ray};
///
/// let post = Cylinder { center: Vec3::ZERO, axis: Vec3::Y, radius: 1.0, half_length: 0.5 };
/// let above = Ray::new(Vec3::new(-4.0, 9.0, 0.0), Vec3::X);
/// assert!(above.cast(&post).is_none());
/// assert_eq!(above.cast(&EndlessCylinder(post)).unwrap().distance, 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndlessCylinder(pub Cylinder);

impl Valid for EndlessCylinder {
    fn is_valid(&self) -> bool {
        let sized = Cylinder {
            half_length: 0.0,
            ..self.0
        };
        sized.is_valid()
    }
}

impl Cast for EndlessCylinder {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let axis = self.0.exact_axis();
        let offset = origin - self.0.middle();
        let radius = f64::from(self.0.radius) + grown;
        enter_round(offset, direction, axis, radius).map(Inside::entry)
    }
}

/// Inside the endless cylinder around an axis through zero: seen along the axis it is a circle.
fn enter_round(offset: DVec3, direction: DVec3, axis: DVec3, radius: f64) -> Option<Inside> {
    let across = offset - axis * offset.dot(axis);
    let moving = direction - axis * direction.dot(axis);
    let speed = moving.length_squared();
    let inside = Inside::all(direction);
    if speed <= 1e-28 {
        return (across.length() <= radius).then_some(inside);
    }
    let nearest = -across.dot(moving) / speed;
    let chord = (radius * radius - (across + moving * nearest).length_squared()) / speed;
    if chord < 0.0 {
        return None;
    }
    let (enter, leave) = (nearest - chord.sqrt(), nearest + chord.sqrt());
    let normal = || (across + moving * enter).normalize_or(-direction);
    inside.within(enter, leave, normal)
}

impl Cast for Cylinder {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let axis = self.exact_axis();
        let offset = origin - self.middle();
        let half = f64::from(self.half_length) + grown;
        let (height, rate) = (offset.dot(axis), direction.dot(axis));
        let inside = enter_round(offset, direction, axis, f64::from(self.radius) + grown)?
            .behind(height - half, rate, axis)?
            .behind(-height - half, -rate, -axis)?;
        Some(inside.entry())
    }
}

impl Cast for Capsule {
    /// The first of its side and its two round ends.
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let line = self.segment.stretch();
        let radius = f64::from(self.radius) + grown;
        let near = super::Closest::closest_point(&self.segment, origin);
        if near.distance(origin) <= radius {
            return Some((0.0, -direction));
        }
        let length = line.along.length();
        let axis = line.along.normalize_or_zero();
        let offset = origin - line.origin;
        let side = enter_round(offset, direction, axis, radius).filter(|inside| {
            let height = (offset + direction * inside.enter).dot(axis);
            inside.enter > 0.0 && height >= 0.0 && height <= length
        });
        let ends = [self.segment.start, self.segment.end].map(|end| {
            let ball = Sphere::new(end, self.radius);
            ball.entry(origin, direction, grown)
        });
        let entries = side.map(Inside::entry).into_iter();
        entries
            .chain(ends.into_iter().flatten())
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

impl Cast for Plane {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let (normal, offset) = self.unit();
        let height = normal.dot(origin) - offset;
        let facing = if height < 0.0 { -normal } else { normal };
        let (height, rate) = (height.abs() - grown, facing.dot(direction));
        if height <= 0.0 {
            return Some((0.0, if rate > 0.0 { -facing } else { facing }));
        }
        (rate < 0.0).then(|| (-height / rate, facing))
    }
}

impl Cast for Triangle {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        enter_triangle(self.exact_corners(), origin, direction, grown)
    }
}

impl Cast for Rectangle {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let halves = self.halves().into_iter();
        halves
            .filter_map(|half| enter_triangle(half, origin, direction, grown))
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// Through the inside, or else along an edge: a ray in the triangle's plane, or one that meets
/// the border but for rounding.
fn enter_triangle(
    corners: [DVec3; 3],
    origin: DVec3,
    direction: DVec3,
    grown: f64,
) -> Option<(f64, DVec3)> {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let facing = if normal.dot(direction) > 0.0 {
        -normal
    } else {
        normal
    };
    let (height, rate) = ((origin - a).dot(facing), facing.dot(direction));
    if rate < 0.0 && height >= 0.0 {
        let distance = -height / rate;
        if foot_inside(origin + direction * distance, corners).is_some() {
            return Some((distance, facing));
        }
    }
    let largest = |point: DVec3| point.abs().max_element();
    let allowed = grown + hair([largest(origin), largest(a), largest(b), largest(c)]);
    // A line that crosses the plane well beside the triangle passes its borders at least that far
    // off, less by its slope.
    let steep = rate.abs() > 1e-6;
    if steep && normal != DVec3::ZERO {
        let crossing = origin - direction * (height / rate);
        let beside = super::closest::closest_on_triangle(crossing, corners).distance(crossing);
        if beside * rate.abs() > 4.0 * allowed {
            return None;
        }
    }
    let starts_inside =
        foot_inside(origin, corners).filter(|foot| foot.distance(origin) <= allowed);
    if starts_inside.is_some() {
        return Some((0.0, -direction));
    }
    let line = super::segment::Stretch {
        origin,
        along: direction,
        most: f64::INFINITY,
    };
    let borders = edges(corners).into_iter().filter_map(|edge| {
        let (on_line, on_edge) = closest_between(&line, &edge);
        let distance = (on_line - origin).dot(direction).max(0.0);
        (on_line.distance(on_edge) <= allowed).then_some((distance, edge.along))
    });
    let (distance, along) = borders.min_by(|a, b| a.0.total_cmp(&b.0))?;
    if rate < -1e-9 {
        return Some((distance, facing));
    }
    // Met edge-on: the normal lies in the triangle's plane.
    let outward = along.cross(normal).normalize_or(-direction);
    let against = if outward.dot(direction) > 0.0 {
        -outward
    } else {
        outward
    };
    Some((distance, against))
}
