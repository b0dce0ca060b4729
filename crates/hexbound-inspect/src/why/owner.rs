//! The owner of a touched triangle, by its names in the level.

use glam::{DVec3, Vec3};
use hexbound_collide::JournalContact;

use hexbound_level::Level;

/// The owner of a triangle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriangleOwner {
    /// The name of the node in the level's file.
    pub node: String,
    /// The name of the material.
    pub material: String,
    /// The kind of surface.
    pub surface: &'static str,
}

/// The owner of a touched triangle; `None` if the level has no record, as for a mover's.
pub fn owner_of(level: &Level, contact: &JournalContact) -> Option<TriangleOwner> {
    owner_at(level, contact.corners)
}

/// The owner of a static triangle of the level.
pub fn owner_of_triangle(level: &Level, triangle: u32) -> Option<TriangleOwner> {
    let corners = level.collision.corners(triangle);
    owner_at(level, corners.map(Vec3::as_dvec3))
}

fn owner_at(level: &Level, corners: [DVec3; 3]) -> Option<TriangleOwner> {
    let part = level.part_with(corners.map(DVec3::as_vec3))?;
    let material = level.materials.get(part.material)?;
    Some(TriangleOwner {
        node: part.name.clone(),
        material: material.name.clone(),
        surface: material.surface.name(),
    })
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use hexbound_scenes::SceneBuilder;

    #[test]
    fn each_triangle_of_collision_finds_its_node() {
        let level = SceneBuilder::new()
            .part("ground")
            .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
            .part("crate")
            .cuboid(Vec3::new(2.0, 0.0, 2.0), Vec3::new(4.0, 2.0, 4.0))
            .build("things")
            .expect("a level");
        let mut found = Vec::new();
        for triangle in 0..level.collision.len() as u32 {
            let corners = level.collision.corners(triangle);
            let name = &level.part_with(corners).expect("a part").name;
            let heights = corners.map(|corner| level.to_file(corner).y);
            let is_floor = heights.iter().all(|height| height.abs() < 1e-6);
            assert!(name == "crate" || is_floor, "{name}: {corners:?}");
            found.push(name.clone());
        }
        assert!(found.iter().any(|name| name == "ground"), "{found:?}");
        let nowhere = [Vec3::ONE * 50.0, Vec3::ONE * 51.0, Vec3::X * 50.0];
        assert!(level.part_with(nowhere).is_none());
    }
}
