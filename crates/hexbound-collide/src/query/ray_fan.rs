//! Casts of ray fans against a mesh. The layout of the rays is in `geom`.

use super::RayHit;
use crate::{CollisionMesh, geom::RayFan};

impl CollisionMesh {
    /// The closest hit of all rays of a fan within their lengths, and the index of the ray that hits.
    /// Ties go to the earlier ray. The result is `None` if no ray hits.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, geom::RayFan};
    ///
    /// // A wall 3 m ahead, to the right of the center only.
    /// let wall = [Vec3::new(0.2, -2.0, -3.0), Vec3::new(4.0, -2.0, -3.0), Vec3::new(0.2, 2.0, -3.0)];
    /// let mesh = CollisionMesh::build(&wall, &[[0, 1, 2]]).unwrap();
    /// let fan = RayFan::disc(Vec3::ZERO, Vec3::NEG_Z, 0.5, 2, 10.0);
    /// let (ray, hit) = mesh.ray_fan_cast(&fan).unwrap();
    /// assert!(ray > 0, "the middle ray passes it");
    /// assert_eq!(hit.distance, 3.0);
    /// ```
    pub fn ray_fan_cast(&self, fan: &RayFan) -> Option<(usize, RayHit)> {
        let mut first: Option<(usize, RayHit)> = None;
        for (index, (ray, length)) in fan.iter().enumerate() {
            let limit = first.map_or(length, |(_, hit)| hit.distance.min(length));
            let hit = self.ray_cast(ray.origin, ray.direction, limit);
            if let Some(hit) = hit
                && first.is_none_or(|(_, best)| hit.distance < best.distance)
            {
                first = Some((index, hit));
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn the_nearest_hit_of_every_ray_wins() {
        let corners = [(-4.0, 0.0, -1.0), (4.0, 0.0, -9.0), (0.0, 9.0, 0.0)].map(Vec3::from);
        let mesh = crate::test_meshes::mesh_of(&corners);
        let fan = RayFan::disc(Vec3::Y, Vec3::NEG_Z, 0.5, 3, 20.0);
        let (index, hit) = mesh.ray_fan_cast(&fan).unwrap();
        let each = fan.iter().enumerate().filter_map(|(index, (ray, length))| {
            let hit = mesh.ray_cast(ray.origin, ray.direction, length)?;
            Some((index, hit))
        });
        let expected = each.reduce(|a, b| if b.1.distance < a.1.distance { b } else { a });
        assert_eq!(expected, Some((index, hit)));
        let short = RayFan::disc(Vec3::Y, Vec3::NEG_Z, 0.5, 3, 0.1);
        assert_eq!(mesh.ray_fan_cast(&short), None);
    }
}
