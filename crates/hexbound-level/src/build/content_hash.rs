//! The content hash of a level, over everything that the simulation depends on. It ensures that a
//! recording is played on the level it was made on.

use hexbound_collide::{CollisionMesh, hash::Hasher};

use crate::{Bumper, Level, mesh_hash::hash_corners};

/// The beginning of the content hash: the collision triangles.
pub(crate) fn of_triangles(collision: &CollisionMesh) -> Hasher {
    let mut hasher = Hasher::default();
    hasher.u64(collision.len() as u64);
    hash_corners(collision, &mut hasher);
    hasher
}

/// The whole content hash of a level. `hasher` already contains the triangles.
pub(crate) fn of_level(mut hasher: Hasher, level: &Level) -> u64 {
    let Level {
        origin,
        bumpers,
        surfaces,
        movers,
        props,
        spawn,
        play,
        ..
    } = level;
    for coordinate in origin.to_array() {
        hasher.u64(coordinate.to_bits());
    }
    hasher.u64(bumpers.len() as u64);
    for Bumper { cylinder, surface } in bumpers {
        hasher.vec3(cylinder.center).vec3(cylinder.axis);
        hasher.f32(cylinder.radius).f32(cylinder.half_length);
        surface.hash(&mut hasher);
    }
    movers.iter().for_each(|mover| mover.hash(&mut hasher));
    props.iter().for_each(|prop| prop.hash(&mut hasher));
    hasher.vec3(spawn.position).f32(spawn.yaw).f32(spawn.pitch);
    surfaces.hash(&mut hasher);
    play.hash(&mut hasher);
    hasher.finish()
}
