//! A shape of any kind, and the queries that the tests run on every kind.

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

/// The names of the kinds, by index.
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

/// The number of first kinds that are all tested against each other, those of "Collision Detection in XNA".
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

/// Evaluates an expression for a shape of one of the kinds; `None` for others.
macro_rules! map {
    ($any:expr, $($kind:ident)*, $shape:ident => $answer:expr) => {
        match $any {
            $(AnyShape::$kind($shape) => Some($answer),)*
            _ => None,
        }
    };
}

/// Tests a shape of the first six kinds against a shape of one of them.
macro_rules! test_simple {
    ($any:expr, $other:expr) => {
        map!($any, Sphere Aabb Plane Ray Rectangle Frustum, it => it.intersects(&**$other))
    };
}

impl AnyShape {
    /// Returns whether the two touch; `None` if the library has no such pair.
    pub fn intersects(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Triangle(a), b) => {
                map!(b, Sphere Aabb Frustum Triangle Obb, b => a.intersects(&**b))
            }
            (a, Self::Triangle(b)) => map!(a, Sphere Aabb Frustum Obb, a => a.intersects(&**b)),
            (Self::Obb(a), Self::Obb(b)) => Some(a.intersects(&**b)),
            (a, Self::Sphere(b)) => test_simple!(a, b),
            (a, Self::Aabb(b)) => test_simple!(a, b),
            (a, Self::Plane(b)) => test_simple!(a, b),
            (a, Self::Ray(b)) => test_simple!(a, b),
            (a, Self::Rectangle(b)) => test_simple!(a, b),
            (a, Self::Frustum(b)) => test_simple!(a, b),
            _ => None,
        }
    }

    /// The hit of a ray on the shape; `None` also for kinds without ray casts.
    pub fn cast(&self, ray: &Ray) -> Option<ShapeHit> {
        map!(self, Sphere Aabb Plane Rectangle Frustum Triangle Obb Capsule Cylinder InfiniteCylinder,
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
                let known = map!(others, Sphere Aabb Plane Ray Rectangle Frustum Triangle Capsule,
                    it => it.closest_point(point));
                return known.expect("a shape that knows its closest point");
            }
        };
        let rotation = DQuat::from_array(shape.rotation.to_array().map(f64::from)).normalize();
        let (center, half) = (shape.center.as_dvec3(), shape.half.as_dvec3());
        let local = rotation.inverse() * (point - center);
        match local.clamp(-half, half) {
            inside if inside == local => point,
            inside => center + rotation * inside,
        }
    }

    pub fn is_valid(&self) -> bool {
        let of_others = map!(self, Sphere Aabb Plane Ray Rectangle Frustum Triangle Obb Capsule Cylinder,
            it => it.is_valid());
        of_others.unwrap_or_else(|| matches!(self, Self::InfiniteCylinder(it) if it.is_valid()))
    }

    /// The support map of a bounded shape.
    pub fn support_map(&self) -> &dyn SupportMap {
        let bounded = map!(self, Sphere Aabb Rectangle Triangle Obb Capsule Cylinder,
            it => &**it as &dyn SupportMap);
        bounded.expect("a bounded shape")
    }

    pub fn bounds(&self) -> Option<Aabb> {
        map!(self, Capsule Cylinder, it => it.bounds())
    }
}
