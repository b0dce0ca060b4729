//! The thing that a touched triangle belongs to, by its names in the level.

use glam::DVec3;
use hexbound_collide::JournalContact;

use crate::level::Level;

/// The owner of a triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The name of the node in the level's file.
    pub node: String,
    /// The name of the material.
    pub material: String,
    /// The kind of surface.
    pub surface: &'static str,
}

/// The owner of a touched triangle; `None` where the level does not know it, as for a mover's.
pub(crate) fn owner_of(level: &Level, contact: &JournalContact) -> Option<Owner> {
    owner_at(level, contact.corners)
}

fn owner_at(level: &Level, corners: [DVec3; 3]) -> Option<Owner> {
    let part = level.part_with(corners.map(DVec3::as_vec3))?;
    let material = level.materials.get(part.material)?;
    Some(Owner {
        node: part.name.clone(),
        material: material.name.clone(),
        surface: material.surface.name(),
    })
}
