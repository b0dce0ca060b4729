//! A shape of any kind, chosen at random, and what the tests ask all of them.

use glam::{DQuat, DVec3};
use hexbound_collide::geom::{
    Aabb, Capsule, ClosestPoint, Cylinder, Frustum, InfiniteCylinder, Intersects, Obb, Plane, Ray,
    Rectangle, ShapeHit, Sphere, SupportMap, Triangle, Validate,
};

#[derive(Clone, Debug, PartialEq)]
pub enum AnyShape {
    Sphere(Box<Sphere>),
    Aabb(Box<Aabb>),
    Plane(Box<Plane>),
    Ray(Box<Ray>),
    Rectangle(Box<Rectangle>),
    Frustum(Box<Frustum>),
    Triangle(Box<Triangle>),
    Obb(Box<Obb>),
    Capsule(Box<Capsule>),
    Cylinder(Box<Cylinder>),
    InfiniteCylinder(Box<InfiniteCylinder>),
}

/// The names of the kinds, in the order of their numbers.
pub const KINDS: [&str; 11] = [
    "sphere",
    "aabb",
    "plane",
    "ray",
    "rectangle",
    "frustum",
    "triangle",
    "obb",
    "capsule",
    "cylinder",
    "infinite cylinder",
];

/// The first six kinds can be asked against one another: "Collision Detection in XNA" names them.
pub const SIMPLE: usize = 6;

macro_rules! from_shape {
    ($($name:ident)*) => {
        $(impl From<$name> for AnyShape {
            fn from(shape: $name) -> Self {
                Self::$name(Box::new(shape))
            }
        })*
    };
}

from_shape!(Sphere Aabb Plane Ray Rectangle Frustum Triangle Obb Capsule Cylinder InfiniteCylinder);

/// Asks a shape that is of one of the kinds; there is no answer of others.
macro_rules! ask {
    ($any:expr, $($kind:ident)*, $shape:ident => $answer:expr) => {
        match $any {
            $(AnyShape::$kind($shape) => Some($answer),)*
            _ => None,
        }
    };
}

/// Asks one of the first six shapes whether it touches a shape that all six know.
macro_rules! ask_simple {
    ($any:expr, $other:expr) => {
        ask!($any, Sphere Aabb Plane Ray Rectangle Frustum, it => it.intersects(&**$other))
    };
}

impl AnyShape {
    /// Returns whether the two touch; `None` if the library has no such pair.
    pub fn intersects(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Triangle(a), b) => {
                ask!(b, Sphere Aabb Frustum Triangle Obb, b => a.intersects(&**b))
            }
            (a, Self::Triangle(b)) => ask!(a, Sphere Aabb Frustum Obb, a => a.intersects(&**b)),
            (Self::Obb(a), Self::Obb(b)) => Some(a.intersects(&**b)),
            (a, Self::Sphere(b)) => ask_simple!(a, b),
            (a, Self::Aabb(b)) => ask_simple!(a, b),
            (a, Self::Plane(b)) => ask_simple!(a, b),
            (a, Self::Ray(b)) => ask_simple!(a, b),
            (a, Self::Rectangle(b)) => ask_simple!(a, b),
            (a, Self::Frustum(b)) => ask_simple!(a, b),
            _ => None,
        }
    }

    /// Where the ray meets the shape; `None` also for kinds that no ray can be cast at.
    pub fn cast(&self, ray: &Ray) -> Option<ShapeHit> {
        ask!(self, Sphere Aabb Plane Rectangle Frustum Triangle Obb Capsule Cylinder InfiniteCylinder,
            it => ray.cast(&**it))?
    }

    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        let shape = match self {
            Self::Obb(shape) => shape,
            Self::Cylinder(shape) => return point - shape.offset_to(point),
            Self::InfiniteCylinder(shape) => {
                let across = point - shape.center.as_dvec3();
                let across = across.reject_from(shape.axis.as_dvec3());
                return point - across + across.clamp_length_max(shape.radius.into());
            }
            others => {
                let known = ask!(others, Sphere Aabb Plane Ray Rectangle Frustum Triangle Capsule,
                    it => it.closest_point(point));
                return known.expect("a shape that knows its closest point");
            }
        };
        let turn = DQuat::from_array(shape.rotation.to_array().map(f64::from)).normalize();
        let (center, half) = (shape.center.as_dvec3(), shape.half.as_dvec3());
        let local = turn.inverse() * (point - center);
        match local.clamp(-half, half) {
            inside if inside == local => point,
            inside => center + turn * inside,
        }
    }

    pub fn is_valid(&self) -> bool {
        let of_others = ask!(self, Sphere Aabb Plane Ray Rectangle Frustum Triangle Obb Capsule Cylinder,
            it => it.is_valid());
        of_others.unwrap_or_else(|| matches!(self, Self::InfiniteCylinder(it) if it.is_valid()))
    }

    /// The shape by its furthest points, if it is bounded.
    pub fn support_map(&self) -> &dyn SupportMap {
        let bounded = ask!(self, Sphere Aabb Rectangle Triangle Obb Capsule Cylinder,
            it => &**it as &dyn SupportMap);
        bounded.expect("a bounded shape")
    }

    pub fn bounds(&self) -> Option<Aabb> {
        ask!(self, Capsule Cylinder, it => it.bounds())
    }
}
