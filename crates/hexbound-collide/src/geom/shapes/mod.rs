//! One file for each shape: its data, its bounds, its closest point and its furthest point.

mod aabb;
pub(super) mod box_frame;
mod capsule;
mod convex_hull;
mod cylinder;
mod frustum;
mod frustum_planes;
pub(super) mod line_span;
mod obb;
mod plane;
mod ray;
mod ray_fan;
mod rectangle;
mod sphere;
mod triangle;

pub use aabb::Aabb;
pub use capsule::Capsule;
pub use convex_hull::ConvexHull;
pub(super) use convex_hull::MIN_SINE;
pub use cylinder::{Cylinder, InfiniteCylinder};
pub use frustum::Frustum;
pub use frustum_planes::FrustumPlanes;
pub use obb::Obb;
pub use plane::{Plane, PlaneSide};
pub use ray::Ray;
pub use ray_fan::{RayFan, reflect};
pub use rectangle::Rectangle;
pub use sphere::Sphere;
pub use triangle::Triangle;
