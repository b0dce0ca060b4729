//! From a draft, read from a file or made in code, to a level: origin, collision mesh, content hash, and
//! movers, props and lights in local coordinates. Nothing here refers to glTF.

mod animated;
mod assemble;
mod buried_balls;
mod cached_geometry;
mod census;
mod checked;
mod content_hash;
mod dense;
mod draft;
mod findings;
mod ground;
mod instance_groups;
pub(super) mod lights;
mod model_ground;
mod movers;
mod proportions;
mod props;
mod solid;

pub(crate) use assemble::limits_of;
pub use assemble::{Geometry, assemble, assemble_from};
pub use cached_geometry::{CachedGeometry, GeometryCacheEntry};
pub use census::{Census, LeftOut};
pub use draft::{
    Draft, DraftBumper, DraftInstance, DraftLight, DraftMesh, DraftMover, DraftPart, DraftProp,
    DraftPropPart,
};
pub use props::facing_of;
