//! One of the eight shapes that pairs are tested with, chosen at random, and what the tests ask all
//! of them.

use glam::{DQuat, DVec3};
use hexbound_collide::geom::{
    Aabb, ClosestPoint, Frustum, Intersects, Obb, Plane, Ray, RayCast, Rectangle, ShapeHit, Sphere,
    Triangle, Validate,
};

#[derive(Clone, Debug, PartialEq)]
pub enum AnyShape {
    Sphere(Sphere),
    Aabb(Aabb),
    Plane(Plane),
    Ray(Ray),
    Rectangle(Rectangle),
    Frustum(Box<Frustum>),
    Triangle(Triangle),
    Obb(Obb),
}

/// The names of the kinds, in the order of their numbers.
pub const KINDS: [&str; 8] = [
    "sphere",
    "aabb",
    "plane",
    "ray",
    "rectangle",
    "frustum",
    "triangle",
    "obb",
];

/// The first six kinds can be asked against one another: "Collision Detection in XNA" names them.
pub const SIMPLE: usize = 6;

macro_rules! from_shape {
    ($($name:ident)*) => {
        $(impl From<$name> for AnyShape {
            fn from(shape: $name) -> Self {
                Self::$name(shape)
            }
        })*
    };
}

from_shape!(Sphere Aabb Plane Ray Rectangle Triangle Obb);

impl From<Frustum> for AnyShape {
    fn from(frustum: Frustum) -> Self {
        Self::Frustum(Box::new(frustum))
    }
}

/// Asks one of the first six shapes whether it touches a shape that all six know.
macro_rules! asked_of_simple {
    ($shape:expr, $other:expr) => {
        match $shape {
            AnyShape::Sphere(shape) => Some(shape.intersects($other)),
            AnyShape::Aabb(shape) => Some(shape.intersects($other)),
            AnyShape::Plane(shape) => Some(shape.intersects($other)),
            AnyShape::Ray(shape) => Some(shape.intersects($other)),
            AnyShape::Rectangle(shape) => Some(shape.intersects($other)),
            AnyShape::Frustum(shape) => Some(shape.intersects($other)),
            AnyShape::Triangle(_) | AnyShape::Obb(_) => None,
        }
    };
}

impl AnyShape {
    /// Returns whether the two touch; `None` if the library has no such pair.
    pub fn intersects(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Triangle(a), other) => touches(a, other),
            (Self::Obb(a), Self::Obb(b)) => Some(a.intersects(b)),
            (Self::Obb(a), Self::Triangle(b)) => Some(a.intersects(b)),
            (Self::Sphere(a), Self::Triangle(b)) => Some(a.intersects(b)),
            (Self::Aabb(a), Self::Triangle(b)) => Some(a.intersects(b)),
            (Self::Frustum(a), Self::Triangle(b)) => Some(a.intersects(b)),
            (a, Self::Sphere(b)) => asked_of_simple!(a, b),
            (a, Self::Aabb(b)) => asked_of_simple!(a, b),
            (a, Self::Plane(b)) => asked_of_simple!(a, b),
            (a, Self::Ray(b)) => asked_of_simple!(a, b),
            (a, Self::Rectangle(b)) => asked_of_simple!(a, b),
            (a, Self::Frustum(b)) => asked_of_simple!(a, &**b),
            (_, Self::Triangle(_) | Self::Obb(_)) => None,
        }
    }

    /// Where the ray meets the shape; `None` also for kinds that no ray can be cast at.
    pub fn cast(&self, ray: &Ray) -> Option<ShapeHit> {
        fn hit(ray: &Ray, shape: &impl RayCast) -> Option<ShapeHit> {
            ray.cast(shape)
        }
        match self {
            Self::Sphere(shape) => hit(ray, shape),
            Self::Aabb(shape) => hit(ray, shape),
            Self::Plane(shape) => hit(ray, shape),
            Self::Rectangle(shape) => hit(ray, shape),
            Self::Frustum(shape) => hit(ray, &**shape),
            Self::Triangle(shape) => hit(ray, shape),
            Self::Ray(_) | Self::Obb(_) => None,
        }
    }

    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        match self {
            Self::Sphere(shape) => shape.closest_point(point),
            Self::Aabb(shape) => shape.closest_point(point),
            Self::Plane(shape) => shape.closest_point(point),
            Self::Ray(shape) => shape.closest_point(point),
            Self::Rectangle(shape) => shape.closest_point(point),
            Self::Frustum(shape) => shape.closest_point(point),
            Self::Triangle(shape) => shape.closest_point(point),
            Self::Obb(shape) => {
                let turn = DQuat::from_array(shape.rotation.to_array().map(f64::from)).normalize();
                let (center, half) = (shape.center.as_dvec3(), shape.half.as_dvec3());
                let local = turn.inverse() * (point - center);
                let inside = local.clamp(-half, half);
                if inside == local {
                    return point;
                }
                center + turn * inside
            }
        }
    }

    pub fn is_valid(&self) -> bool {
        match self {
            Self::Sphere(shape) => shape.is_valid(),
            Self::Aabb(shape) => shape.is_valid(),
            Self::Plane(shape) => shape.is_valid(),
            Self::Ray(shape) => shape.is_valid(),
            Self::Rectangle(shape) => shape.is_valid(),
            Self::Frustum(shape) => shape.is_valid(),
            Self::Triangle(shape) => shape.is_valid(),
            Self::Obb(shape) => shape.is_valid(),
        }
    }
}

/// The triangle's side of the pairs that a mesh is asked with.
fn touches(triangle: &Triangle, other: &AnyShape) -> Option<bool> {
    Some(match other {
        AnyShape::Sphere(other) => triangle.intersects(other),
        AnyShape::Aabb(other) => triangle.intersects(other),
        AnyShape::Frustum(other) => triangle.intersects(&**other),
        AnyShape::Triangle(other) => triangle.intersects(other),
        AnyShape::Obb(other) => triangle.intersects(other),
        AnyShape::Plane(_) | AnyShape::Ray(_) | AnyShape::Rectangle(_) => return None,
    })
}
