//! Plain shapes in meters, Y up, right-handed: what they are, whether two of them touch, how deep,
//! and where a ray enters them. No mesh and no tree lives here.
//!
//! Shapes are given in single precision; everything is decided in double precision. Touching
//! counts as intersecting. A shape that isn't valid (a coordinate that is not finite, a negative
//! size, a plane without normal) touches nothing.

mod aabb;
mod capsule;
mod cast;
mod closest;
mod contact;
mod convex;
mod cylinder;
mod epa;
mod fan;
mod frustum;
mod gjk;
mod hull;
mod moving;
mod obb;
mod pairs;
mod plane;
mod polytope;
mod ray;
mod rectangle;
mod rims;
mod segment;
mod shape;
mod sphere;
mod triangle;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use cast::{Cast, EndlessCylinder, RayTouch};
pub use closest::Closest;
pub use contact::{Contact, Contacts, contact_box_triangle_coarse};
pub use convex::{Convex, Valid};
pub use cylinder::Cylinder;
pub use fan::{RayFan, reflect};
pub use frustum::Frustum;
pub use hull::{ConvexHull, HullTouch};
pub use moving::{MovingTouch, touch_moving_spheres};
pub use obb::Obb;
pub use pairs::Intersects;
pub use plane::{Plane, Side};
pub use ray::Ray;
pub use rectangle::Rectangle;
pub use segment::Segment;
pub use shape::Shape;
pub use sphere::Sphere;
pub use triangle::Triangle;

use convex::hair;
