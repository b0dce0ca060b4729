//! Plain shapes: what they are, which of them touch, where a ray enters them, when two moving ones
//! meet. No mesh and no tree lives here.
//!
//! Shapes are given in single precision, in meters, right-handed, with Y up; everything is decided
//! in double precision. Touching counts as intersecting. A shape that is not valid (a coordinate
//! that is not finite, a negative size, a plane without normal) touches nothing.
//!
//! | folder | what it answers |
//! |---|---|
//! | `shapes` | what each shape is |
//! | `pairs` | whether two shapes touch: [`Intersects`] |
//! | `cast` | where a ray enters a shape: [`Ray::cast`] |
//! | `sweep` | when two shapes meet that move straight |
//! | `distance` | closest points: [`ClosestPoint`]; how far apart or how deep: [`separation`] |

mod cast;
mod distance;
mod epsilon;
mod pairs;
mod shapes;
mod slab;
mod sweep;
mod traits;

pub use cast::{RayCast, ShapeHit};
pub use distance::{ClosestPoint, Separation, separation};
pub use pairs::Intersects;
pub use shapes::{
    Aabb, Capsule, ConvexHull, Cylinder, Frustum, FrustumPlanes, InfiniteCylinder, Obb, Plane,
    PlaneSide, Ray, RayFan, Rectangle, Sphere, Triangle, reflect,
};
pub(crate) use slab::behind_plane;
pub use slab::segment_meets_box;
pub use sweep::{HullImpact, SphereImpact, sweep_sphere_sphere};
pub(crate) use traits::facing;
pub use traits::{SupportMap, Validate};
