//! Random shapes, and the distance of any two by alternating projections.

use glam::{
    DVec3, Quat, Vec3,
    camera::rh::{proj::directx::perspective, view::look_to_mat4},
    vec3,
};
use hexbound_collide::geom::{
    Aabb, Capsule, Cylinder, Frustum, InfiniteCylinder, Obb, Plane, Ray, Rectangle, Sphere,
    Triangle,
};

use crate::{any_shape::AnyShape, random::Random};

impl Random {
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + self.fraction() * (high - low)
    }

    /// A point in the cube around the origin with the half side `half`.
    pub fn point(&mut self, half: f32) -> Vec3 {
        vec3(self.fraction(), self.fraction(), self.fraction()) * (2.0 * half) - half
    }

    /// A unit vector, one in five along an axis.
    pub fn direction(&mut self) -> Vec3 {
        if self.fraction() < 0.2 {
            return [Vec3::X, Vec3::Y, Vec3::Z][(self.fraction() * 3.0) as usize];
        }
        self.point(1.0).try_normalize().unwrap_or(Vec3::Y)
    }

    pub fn rotation(&mut self) -> Quat {
        Quat::from_axis_angle(self.direction(), self.within(-3.0, 3.0))
    }

    pub fn sizes(&mut self) -> Vec3 {
        Vec3::from([(); 3].map(|()| self.within(0.1, 1.5)))
    }
}

/// A shape of the kind `kind`, within a few meters of the origin.
pub fn any_shape(kind: usize, random: &mut Random) -> AnyShape {
    let center = random.point(2.0);
    match kind {
        0 => Sphere::new(center, random.within(0.1, 1.5)).into(),
        1 => {
            let half = random.sizes();
            Aabb::new(center - half, center + half).into()
        }
        2 => Plane::new(random.direction(), random.within(-2.5, 2.5)).into(),
        3 => Ray::new(center, random.direction()).into(),
        4 => {
            let turn = random.rotation();
            let (u, v) = (random.within(0.1, 1.5), random.within(0.1, 1.5));
            Rectangle::new(center, turn * Vec3::X * u, turn * Vec3::Y * v).into()
        }
        5 => {
            let view = look_to_mat4(center, random.direction(), vec3(0.3, 1.0, 0.2));
            let angle = random.within(0.3, 1.5);
            let projection = perspective(angle, 1.3, 0.2, random.within(0.8, 3.0));
            let frustum = Frustum::from_view_projection(projection * view);
            frustum.expect("a frustum").into()
        }
        6 => Triangle::new(center, random.point(2.5), random.point(2.5)).into(),
        7 => Obb::new(center, random.sizes(), random.rotation()).into(),
        8 => Capsule {
            center,
            axis: random.direction(),
            radius: random.within(0.1, 1.0),
            half_length: random.within(0.1, 1.0),
        }
        .into(),
        9 => Cylinder {
            center,
            axis: random.direction(),
            radius: random.within(0.1, 1.0),
            half_length: random.within(0.1, 1.0),
        }
        .into(),
        _ => InfiniteCylinder {
            center,
            axis: random.direction() * random.within(0.5, 3.0),
            radius: random.within(0.1, 1.2),
        }
        .into(),
    }
}

pub fn moved(shape: &AnyShape, by: Vec3) -> AnyShape {
    scaled_and_moved(shape, 1.0, by)
}

/// Scales a shape about the origin; exact for powers of two.
pub fn scaled(shape: &AnyShape, by: f32) -> AnyShape {
    scaled_and_moved(shape, by, Vec3::ZERO)
}

fn scaled_and_moved(shape: &AnyShape, scale: f32, by: Vec3) -> AnyShape {
    let place = |point: Vec3| point * scale + by;
    let plane = |s: Plane| Plane::new(s.normal, s.offset * scale + s.normal.dot(by));
    match shape.clone() {
        AnyShape::Sphere(s) => Sphere::new(place(s.center), s.radius * scale).into(),
        AnyShape::Aabb(s) => Aabb::new(place(s.min), place(s.max)).into(),
        AnyShape::Obb(s) => Obb::new(place(s.center), s.half * scale, s.rotation).into(),
        AnyShape::Plane(s) => plane(*s).into(),
        AnyShape::Ray(s) => Ray::new(place(s.origin), s.direction).into(),
        AnyShape::Rectangle(s) => {
            Rectangle::new(place(s.center), s.half_u * scale, s.half_v * scale).into()
        }
        AnyShape::Triangle(s) => {
            let [a, b, c] = s.corners.map(place);
            Triangle::new(a, b, c).into()
        }
        AnyShape::Frustum(s) => {
            let frustum = Frustum::from_planes(s.planes().map(plane));
            frustum.expect("still a frustum").into()
        }
        AnyShape::Capsule(s) => Capsule {
            center: place(s.center),
            radius: s.radius * scale,
            half_length: s.half_length * scale,
            ..*s
        }
        .into(),
        AnyShape::Cylinder(s) => Cylinder {
            center: place(s.center),
            radius: s.radius * scale,
            half_length: s.half_length * scale,
            ..*s
        }
        .into(),
        AnyShape::InfiniteCylinder(s) => InfiniteCylinder {
            center: place(s.center),
            radius: s.radius * scale,
            ..*s
        }
        .into(),
    }
}

/// The bounds of two shapes' distance, meters.
pub struct Apart {
    pub least: f64,
    pub most: f64,
}

impl Apart {
    /// Returns whether the shapes touch, if that is certain. Up to the distance `touching` they do.
    pub fn is_together(&self, touching: f64) -> Option<bool> {
        match (self.most <= touching, self.least > 1e-4) {
            (false, false) => None,
            (together, _) => Some(together),
        }
    }
}

/// The distance from the nearest points within which a shape reaches, meters.
const REACH: f64 = 1e6;

/// The distance of two convex shapes: going to the closest point of one and of the other in turn
/// ends at their nearest points (Cheney and Goldstein, "Proximity Maps for Convex Sets", 1959).
/// Steps are stretched while that helps, since shapes that touch at a slant take many of them.
///
/// A closest point has all of its shape behind it. So the step to a and the step back to b bound the
/// distance from below, once they are (nearly) the same line.
pub fn apart(a: &AnyShape, b: &AnyShape) -> Apart {
    let mut on_a = a.closest_point(DVec3::ZERO);
    let mut known = Apart {
        least: 0.0,
        most: f64::INFINITY,
    };
    for _ in 0..400 {
        let start = on_a;
        for _ in 0..10 {
            on_a = a.closest_point(b.closest_point(on_a));
        }
        let stretched = a.closest_point(on_a + (on_a - start) * 8.0);
        let gap_at = |place: DVec3| place.distance(b.closest_point(place));
        if gap_at(stretched) < gap_at(on_a) {
            on_a = stretched;
        }
        let from_b = b.closest_point(on_a);
        on_a = a.closest_point(from_b);
        let on_b = b.closest_point(on_a);
        let (there, back) = (from_b - on_a, on_b - on_a);
        known.most = known.most.min(back.length());
        let turn = (there.normalize_or_zero() - back.normalize_or_zero()).length();
        known.least = known.least.max(back.length() - turn * REACH);
        if known.most < 1e-10 || known.most - known.least < 1e-9 {
            break;
        }
    }
    known
}

/// Returns a random point of the shape, independent of its closest points.
pub fn point_of(shape: &AnyShape, random: &mut Random) -> DVec3 {
    let corners = match shape {
        AnyShape::Plane(s) => {
            let across = s.normal.any_orthonormal_pair();
            let [u, v] = [(); 2].map(|()| random.within(-6.0, 6.0));
            return (s.normal * s.offset + across.0 * u + across.1 * v).as_dvec3();
        }
        AnyShape::Ray(s) => return s.at(random.within(0.0, 9.0)).as_dvec3(),
        AnyShape::InfiniteCylinder(s) => {
            return (s.center + s.axis * random.within(-3.0, 3.0)).as_dvec3();
        }
        AnyShape::Frustum(s) => s.corners().map(Vec3::as_dvec3),
        bounded => [(); 8].map(|()| {
            let direction = random.direction().as_dvec3();
            bounded.support_map().support(direction)
        }),
    };
    let (mut sum, mut whole) = (DVec3::ZERO, 0.0);
    for corner in corners {
        let weight = f64::from(random.fraction()).powi(4);
        (sum, whole) = (sum + corner * weight, whole + weight);
    }
    sum / whole
}

/// Shapes of several kinds shrunk to a point, and a plane through it.
pub fn points_at(place: Vec3) -> Vec<AnyShape> {
    let none = Vec3::ZERO;
    vec![
        Sphere::new(place, 0.0).into(),
        Aabb::new(place, place).into(),
        Obb::new(place, none, Quat::from_rotation_x(1.0)).into(),
        Ray::new(place, none).into(),
        Rectangle::new(place, none, none).into(),
        Triangle::new(place, place, place).into(),
        Plane::new(Vec3::X, place.x).into(),
    ]
}

/// Degenerate shapes: flat, lines and points; not finite; inside out; huge; tiny.
pub fn odd_shapes() -> Vec<AnyShape> {
    let mut odd = points_at(Vec3::ZERO);
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    for value in bad.into_iter().chain([-1.0, 0.0, 1e-30, 1e30, f32::MAX]) {
        let place = vec3(0.0, value, 1.0);
        let turn = Quat::from_xyzw(value, 0.0, 0.0, 1.0);
        odd.push(Sphere::new(Vec3::ZERO, value).into());
        odd.push(Sphere::new(place, 1.0).into());
        odd.push(Aabb::new(-place, place).into());
        odd.push(Obb::new(Vec3::ZERO, place, Quat::IDENTITY).into());
        odd.push(Obb::new(place, Vec3::ONE, turn).into());
        odd.push(Plane::new(place, value).into());
        odd.push(Ray::new(place, Vec3::X).into());
        odd.push(Ray::new(Vec3::ZERO, place).into());
        odd.push(Rectangle::new(Vec3::ZERO, place, Vec3::X * value).into());
        odd.push(Triangle::new(Vec3::ZERO, place, Vec3::X).into());
        odd.push(Triangle::new(Vec3::ZERO, place, place * 2.0).into());
    }
    odd.push(Plane::new(Vec3::ZERO, 1.0).into());
    odd.push(Aabb::EMPTY.into());
    odd
}

/// Shapes that reach from exactly −1 to 1 along X, with the points (±1, 0, 0). A plane and a ray have
/// only the end on the side `side`, ±1.
pub fn unit_shapes(side: f32) -> Vec<AnyShape> {
    let [[left, low, far], [right, high, near]] =
        [Vec3::NEG_ONE, Vec3::ONE].map(|side| Vec3::AXES.map(|axis| Plane::new(axis * side, 1.0)));
    let cube = Frustum::from_planes([left, right, low, high, far, near]);
    vec![
        Sphere::new(Vec3::ZERO, 1.0).into(),
        Aabb::new(Vec3::NEG_ONE, Vec3::ONE).into(),
        Obb::new(Vec3::ZERO, Vec3::ONE, Quat::IDENTITY).into(),
        Plane::new(Vec3::X, side).into(),
        Ray::new(Vec3::X * side, Vec3::NEG_X * side).into(),
        Rectangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).into(),
        Rectangle::new(Vec3::ZERO, Vec3::X, vec3(0.0, 1.0, 1.0)).into(),
        Triangle::new(Vec3::NEG_X, vec3(1.0, -1.0, -1.0), Vec3::ONE).into(),
        Triangle::new(Vec3::X, vec3(-1.0, 2.0, 0.0), vec3(-1.0, -1.0, 0.0)).into(),
        cube.expect("a cube").into(),
    ]
}

/// Grows a sphere or a box by `by` meters; `None` for other kinds.
pub fn grown(shape: &AnyShape, by: f32) -> Option<AnyShape> {
    Some(match shape.clone() {
        AnyShape::Sphere(s) => Sphere::new(s.center, s.radius + by).into(),
        AnyShape::Aabb(s) => s.grown(Vec3::splat(by)).into(),
        AnyShape::Obb(s) => Obb::new(s.center, s.half + by, s.rotation).into(),
        _ => return None,
    })
}

/// Removes the extent of a box, rectangle or triangle along random axes.
pub fn squeezed(shape: AnyShape, random: &mut Random) -> AnyShape {
    let keep = vec3(random.fraction(), random.fraction(), random.fraction()).round();
    match shape {
        AnyShape::Aabb(s) => {
            let half = s.size() * 0.5 * keep;
            Aabb::new(s.center() - half, s.center() + half).into()
        }
        AnyShape::Obb(s) => Obb::new(s.center, s.half * keep, s.rotation).into(),
        AnyShape::Rectangle(s) => {
            let half_v = s.half_u * keep.x + s.half_v * keep.y;
            Rectangle::new(s.center, s.half_u * keep.z, half_v).into()
        }
        AnyShape::Triangle(s) => {
            let [a, b, _] = s.corners;
            Triangle::new(a, b, a.lerp(b, random.within(-0.5, 1.5))).into()
        }
        other => other,
    }
}
