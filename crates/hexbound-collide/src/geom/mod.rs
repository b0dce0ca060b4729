//! Shapes: their data, tests of pairs, entries of rays, and contacts of moving shapes. This module has
//! no meshes and no trees.
//!
//! Shapes are given in single precision, in meters, right-handed, with Y up; everything is decided
//! in double precision. Touching counts as intersecting. A shape that is not valid (a coordinate
//! that is not finite, a negative size, a plane without normal) touches nothing.
//!
//! | folder | content |
//! |---|---|
//! | `shapes` | the data of each shape |
//! | `pairs` | tests whether two shapes touch: [`Intersects`] |
//! | `cast` | the entry of a ray into a shape: [`Ray::cast`] |
//! | `sweep` | the first contact of two shapes that move straight |
//! | `distance` | closest points: [`ClosestPoint`]; distance or depth: [`separation`] |

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
