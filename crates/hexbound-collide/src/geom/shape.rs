//! Any one of the shapes.

use super::{
    Aabb, Capsule, Cylinder, Frustum, Intersects, Obb, Plane, Ray, Rectangle, Segment, Sphere,
    Triangle,
};

/// One of the eleven shapes, chosen at run time.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Intersects, Ray, Shape, Sphere};
///
/// let ball = Shape::from(Sphere::new(Vec3::ZERO, 1.0));
/// let ray = Shape::from(Ray::new(Vec3::X * 5.0, Vec3::NEG_X));
/// assert!(ball.intersects(&ray) && ray.intersects(&ball));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Sphere(Sphere),
    Aabb(Aabb),
    Obb(Obb),
    Plane(Plane),
    Ray(Ray),
    Segment(Segment),
    Rectangle(Rectangle),
    Triangle(Triangle),
    Frustum(Box<Frustum>),
    Cylinder(Cylinder),
    Capsule(Capsule),
}

/// Does the same with whatever shape is inside.
macro_rules! with_shape {
    ($shape:expr, $inside:ident => $answer:expr) => {
        match $shape {
            Shape::Sphere($inside) => $answer,
            Shape::Aabb($inside) => $answer,
            Shape::Obb($inside) => $answer,
            Shape::Plane($inside) => $answer,
            Shape::Ray($inside) => $answer,
            Shape::Segment($inside) => $answer,
            Shape::Rectangle($inside) => $answer,
            Shape::Triangle($inside) => $answer,
            Shape::Frustum($inside) => {
                let $inside: &Frustum = $inside;
                $answer
            }
            Shape::Cylinder($inside) => $answer,
            Shape::Capsule($inside) => $answer,
        }
    };
}

impl Intersects<Shape> for Shape {
    fn intersects(&self, other: &Shape) -> bool {
        with_shape!(self, a => with_shape!(other, b => a.intersects(b)))
    }
}

impl From<Frustum> for Shape {
    fn from(frustum: Frustum) -> Self {
        Self::Frustum(Box::new(frustum))
    }
}

macro_rules! from_shape {
    ($($name:ident)*) => {
        $(impl From<$name> for Shape {
            fn from(shape: $name) -> Self {
                Self::$name(shape)
            }
        })*
    };
}

from_shape!(Sphere Aabb Obb Plane Ray Segment Rectangle Triangle Cylinder Capsule);
