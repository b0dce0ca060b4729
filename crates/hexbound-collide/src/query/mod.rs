//! Queries of a mesh other than moves: rays, shapes, planes, the nearest point, and caches for repeated
//! queries.

mod cache;
mod nearest;
mod placed;
mod plane_cull;
mod ray;
mod ray_fan;
mod touch;

pub use cache::{FirstTouchCache, TouchCache};
pub use nearest::NearestPoint;
pub(crate) use placed::closest_hit;
pub use ray::{Faces, RayHit};
pub use touch::QueryShape;
pub(crate) use touch::moved_box;
