//! Queries of a mesh that may have moved since it was built.

use glam::Vec3;

use super::RayHit;
use crate::{
    geom::{Aabb, Intersects, Triangle},
    placement::PlacedMesh,
};

impl PlacedMesh<'_> {
    /// The indices of the triangles that may touch `region`, in ascending order.
    pub(crate) fn triangles_near(&self, region: Aabb) -> Vec<u32> {
        let region = (self.placement).map_or(region, |place| place.region_in_mesh(region));
        let mut own = Vec::new();
        self.mesh.gather_by(self.broad_phase, region, &mut own);
        own.into_iter().map(|own| self.first + own).collect()
    }

    /// The indices of the triangles that a box touches, in ascending order.
    pub(crate) fn all_touched(&self, bounds: &Aabb) -> Vec<u32> {
        if self.placement.is_none() {
            let own = self.mesh.all_touched(bounds).into_iter();
            return own.map(|own| self.first + own).collect();
        }
        let mut near = self.triangles_near(*bounds);
        near.retain(|triangle| {
            let corners = self.corners(triangle - self.first);
            bounds.intersects(&Triangle { corners })
        });
        near
    }

    fn ray_cast(&self, origin: Vec3, direction: Vec3, length: f32) -> Option<RayHit> {
        let Some(place) = self.placement else {
            let hit = self.mesh.ray_cast(origin, direction, length)?;
            return Some(RayHit {
                triangle: self.first + hit.triangle,
                ..hit
            });
        };
        let along = place.to_mesh().transform_vector3(direction.as_dvec3());
        let stretch = along.length();
        let hit = self.mesh.ray_cast(
            self.point_in_mesh(origin.as_dvec3()).as_vec3(),
            (along / stretch).as_vec3(),
            (f64::from(length) * stretch) as f32,
        )?;
        let distance = (f64::from(hit.distance) / stretch) as f32;
        Some(RayHit {
            distance,
            point: origin + direction * distance,
            normal: place.normal_to_world(hit.normal.as_dvec3()).as_vec3(),
            triangle: self.first + hit.triangle,
            ..hit
        })
    }
}

/// The closest hit of a ray on any of the meshes. Ties go to the first mesh.
pub(crate) fn closest_hit<'a, 'm: 'a>(
    meshes: impl IntoIterator<Item = &'a PlacedMesh<'m>>,
    origin: Vec3,
    direction: Vec3,
    length: f32,
) -> Option<RayHit> {
    (meshes.into_iter())
        .filter_map(|mesh| mesh.ray_cast(origin, direction, length))
        .reduce(|a, b| if b.distance < a.distance { b } else { a })
}
