//! The pose of a mesh that has been moved or rotated since it was built, and its triangles there. The
//! queries are in `sweep`, `query`, `article` and `explain`.

use glam::{DAffine3, DMat3, DVec3, Vec3};
use thiserror::Error;

use crate::{Body, BodyShape, BroadPhase, CollisionMesh, geom::Aabb};

/// The largest coordinate at which a move may begin or end, meters from the origin. Double precision
/// resolves a nanometer there; the level itself ends at [`CollisionMesh::MAX_COORDINATE`].
pub(crate) const MAX_MOVE_COORDINATE: f64 = 1e6;

/// The largest difference between an element of a matrix and that of a rotation, by rounding.
const ROUNDING: f64 = 1e-12;

/// The largest rounding of a box in the world, as a share of its coordinates: its center, its size and
/// its margin are each rounded by 2⁻²⁴.
const WORLD_ROUNDING: f32 = 4.0 * f32::EPSILON;

/// The factor that enlarges spheres around bodies, for rounding.
const SPHERE_FACTOR: f64 = 1.0 + 1e-6;

/// The pose of a moved mesh: the motion from where the mesh was built to where it is now.
///
/// A query transforms the body's path into the mesh's own space, where the tree and the stored planes
/// are valid. Only the few remaining triangles are transformed back to the world for the exact test. So
/// a moving mesh needs no rebuild, and bodies stay upright for any rotation of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    to_world: DAffine3,
    to_mesh: DAffine3,
    /// An upper bound of the factor by which lengths grow from the world to the mesh's space.
    stretch: f64,
    symmetry: Symmetry,
}

/// The reason why a motion is no valid placement.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PlacementError {
    /// A component of the motion is NaN or infinite.
    #[error("the motion {motion:?} is not made of finite numbers")]
    NotFinite {
        /// The requested motion, meters.
        motion: DAffine3,
    },
    /// The motion flattens the mesh, so that it has no inverse.
    #[error("the motion {motion:?} can't be undone: its scale is zero along some direction")]
    Flattened {
        /// The requested motion, meters.
        motion: DAffine3,
    },
    /// The motion leads out of the range in which moves are exact.
    #[error(
        "the motion shifts by {shift} m, out of the {} km around the origin in which moves are exact",
        MAX_MOVE_COORDINATE / 1000.0
    )]
    TooFar {
        /// The requested shift, meters.
        shift: DVec3,
    },
}

/// The directions and lengths that the motion preserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Symmetry {
    /// Nothing in particular: the motion also scales or shears.
    None,
    /// Lengths.
    Rotation,
    /// Lengths and the vertical.
    UprightRotation,
    /// Every direction.
    Translation,
}

impl Placement {
    /// Creates a pose from a motion, in meters. An error if the motion is not finite, has no inverse,
    /// or shifts by more than 1,000 km along an axis.
    pub fn new(motion: DAffine3) -> Result<Self, PlacementError> {
        if !motion.is_finite() {
            return Err(PlacementError::NotFinite { motion });
        }
        let shift = motion.translation;
        if shift.abs().max_element() > MAX_MOVE_COORDINATE {
            return Err(PlacementError::TooFar { shift });
        }
        let to_mesh = motion.inverse();
        if !to_mesh.is_finite() {
            return Err(PlacementError::Flattened { motion });
        }
        let symmetry = Symmetry::of(&motion.matrix3);
        let stretch = match symmetry {
            Symmetry::None => frobenius_norm(&to_mesh.matrix3),
            _ => 1.0,
        };
        Ok(Self {
            to_world: motion,
            to_mesh,
            stretch,
            symmetry,
        })
    }

    /// The motion from the mesh's own space to the world.
    pub fn to_world(&self) -> &DAffine3 {
        &self.to_world
    }

    /// The motion from the world to the mesh's own space.
    pub fn to_mesh(&self) -> &DAffine3 {
        &self.to_mesh
    }

    /// A box in the mesh's space that contains a box in the world. Far from the world's origin, rounding
    /// of the box itself exceeds that in the mesh's space.
    pub(crate) fn region_in_mesh(&self, region: Aabb) -> Aabb {
        let rounding = region.min.abs().max(region.max.abs()) * WORLD_ROUNDING;
        let moved = region.grown(rounding).transformed(&self.to_mesh);
        moved.grown((moved.min.abs().max(moved.max.abs()) + 1.0) * 1e-6)
    }

    /// Transforms a unit normal from the mesh's space to the world. Normals stay perpendicular to
    /// their surfaces even if the motion scales.
    pub(crate) fn normal_to_world(&self, normal: DVec3) -> DVec3 {
        (self.to_mesh.matrix3.transpose() * normal).normalize_or(DVec3::Y)
    }

    /// Transforms a unit normal from the world to the mesh's space.
    pub(crate) fn normal_to_mesh(&self, normal: DVec3) -> DVec3 {
        (self.to_world.matrix3.transpose() * normal).normalize_or(DVec3::Y)
    }

    /// An upright body that contains `body` in the mesh's space: the body itself if the motion
    /// preserves its shape, otherwise a sphere around it.
    pub(crate) fn body_in_mesh(&self, body: &Body) -> Body {
        let needed = match body.shape() {
            BodyShape::Ellipsoid { axes } if axes.x == axes.z && axes.x == axes.y => {
                Symmetry::Rotation
            }
            BodyShape::Ellipsoid { axes } if axes.x != axes.z => Symmetry::Translation,
            BodyShape::Box { .. } => Symmetry::Translation,
            _ => Symmetry::UprightRotation,
        };
        if self.symmetry >= needed {
            return *body;
        }
        body.sphere_around(self.stretch * SPHERE_FACTOR)
    }

    #[inline(never)]
    fn corners_in_world(&self, mesh: &CollisionMesh, index: u32) -> [DVec3; 3] {
        (mesh.corners_f64(index)).map(|corner| self.to_world.transform_point3(corner))
    }

    #[inline(never)]
    fn point_in_mesh(&self, point: DVec3) -> DVec3 {
        self.to_mesh.transform_point3(point)
    }
}

/// One of several meshes, with its placement and its range of triangle indices among all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedMesh<'a> {
    pub mesh: &'a CollisionMesh,
    /// The placement; `None` for a mesh where it was built.
    pub placement: Option<&'a Placement>,
    /// The index of the mesh's first triangle among all.
    pub first: u32,
    /// The broad phase that finds the mesh's triangles near a region.
    pub broad_phase: BroadPhase,
}

impl<'a> From<&'a CollisionMesh> for PlacedMesh<'a> {
    #[inline]
    fn from(mesh: &'a CollisionMesh) -> Self {
        Self {
            mesh,
            placement: None,
            first: 0,
            broad_phase: BroadPhase::Wide,
        }
    }
}

impl PlacedMesh<'_> {
    /// The index after that of the mesh's last triangle.
    pub(crate) fn end(&self) -> u32 {
        self.first + self.mesh.len() as u32
    }

    /// Returns whether `triangle`, an index among all triangles, belongs to this mesh.
    pub(crate) fn contains(&self, triangle: u32) -> bool {
        (self.first..self.end()).contains(&triangle)
    }

    /// The corners in the world, meters, of the triangle with the index `index` in the mesh.
    pub(crate) fn corners(&self, index: u32) -> [Vec3; 3] {
        let corners = self.mesh.corners(index);
        match self.placement {
            None => corners,
            Some(_) => corners.map(|corner| self.point_in_world(corner.as_dvec3()).as_vec3()),
        }
    }

    /// The corners as in [`PlacedMesh::corners`], relative to `origin`. This is a hot path, mostly
    /// for meshes where they were built, so the rarer case is out of line.
    #[inline(always)]
    pub(crate) fn corners_from(&self, index: u32, origin: DVec3) -> [DVec3; 3] {
        let [a, b, c] = match self.placement {
            None => self.mesh.corners_f64(index),
            Some(place) => place.corners_in_world(self.mesh, index),
        };
        [a - origin, b - origin, c - origin]
    }

    /// Transforms a point from the mesh's space to the world.
    pub(crate) fn point_in_world(&self, point: DVec3) -> DVec3 {
        (self.placement).map_or(point, |place| place.to_world.transform_point3(point))
    }

    /// Transforms a unit normal from the world to the mesh's space.
    pub(crate) fn normal_in_mesh(&self, normal: DVec3) -> DVec3 {
        (self.placement).map_or(normal, |place| place.normal_to_mesh(normal))
    }

    /// Transforms a gradient from the world to the mesh's space. The result's dot product with a
    /// displacement there equals that of `direction` with the same displacement in the world.
    pub(crate) fn direction_in_mesh(&self, direction: DVec3) -> DVec3 {
        (self.placement).map_or(direction, |place| {
            place.to_world.matrix3.transpose() * direction
        })
    }

    /// Transforms a point from the world to the mesh's space.
    #[inline(always)]
    pub(crate) fn point_in_mesh(&self, point: DVec3) -> DVec3 {
        match self.placement {
            None => point,
            Some(place) => place.point_in_mesh(point),
        }
    }

    /// An upper bound of the factor by which lengths grow from the world to the mesh's space.
    #[inline]
    pub(crate) fn stretch(&self) -> f32 {
        self.placement.map_or(1.0, |place| place.stretch as f32)
    }
}

impl Symmetry {
    fn of(matrix: &DMat3) -> Self {
        let is_near = |a: DMat3, b: DMat3| a.abs_diff_eq(b, ROUNDING);
        if is_near(*matrix, DMat3::IDENTITY) {
            Symmetry::Translation
        } else if !is_near(matrix.transpose() * *matrix, DMat3::IDENTITY) {
            Symmetry::None
        } else if matrix.y_axis.abs_diff_eq(DVec3::Y, ROUNDING) {
            Symmetry::UprightRotation
        } else {
            Symmetry::Rotation
        }
    }
}

fn frobenius_norm(matrix: &DMat3) -> f64 {
    let squares = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(DVec3::length_squared);
    squares.iter().sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    /// A turn about the vertical, and one that tilts.
    fn turns() -> [DAffine3; 2] {
        [DQuat::from_rotation_y(0.7), DQuat::from_rotation_x(0.7)].map(DAffine3::from_quat)
    }

    #[test]
    fn what_a_motion_leaves_is_known() {
        let shift = DAffine3::from_translation(DVec3::new(1.0, 2.0, 3.0));
        let [turn, tilt] = turns();
        for (motion, symmetry) in [
            (shift, Symmetry::Translation),
            (shift * turn, Symmetry::UprightRotation),
            (turn * tilt, Symmetry::Rotation),
            (
                DAffine3::from_scale(DVec3::new(1.0, 2.0, 1.0)),
                Symmetry::None,
            ),
        ] {
            assert_eq!(Placement::new(motion).unwrap().symmetry, symmetry);
        }
    }

    #[test]
    fn motions_that_make_no_sense_are_errors_with_a_reason() {
        let refused = |motion| Placement::new(motion).unwrap_err();
        let flat = DAffine3::from_scale(DVec3::new(1.0, 0.0, 1.0));
        assert_eq!(refused(flat), PlacementError::Flattened { motion: flat });
        let unknown = DAffine3::from_scale(DVec3::NAN);
        assert!(matches!(refused(unknown), PlacementError::NotFinite { .. }));
        let shift = DVec3::new(0.0, 0.0, -1.1e6);
        let far = DAffine3::from_translation(shift);
        assert_eq!(refused(far), PlacementError::TooFar { shift });
        assert!(refused(far).to_string().contains("1000 km"));
    }

    #[test]
    fn bodies_keep_their_shape_where_they_can() {
        let [turn, tilt] = turns().map(|turn| Placement::new(turn).unwrap());
        let tall = Body::ellipsoid(0.4, 0.9).unwrap();
        assert_eq!(turn.body_in_mesh(&tall), tall);
        assert!(tilt.body_in_mesh(&tall).half_extents().min_element() >= 0.9);
        let ball = Body::sphere(0.4).unwrap();
        assert_eq!(tilt.body_in_mesh(&ball), ball);
        let cuboid = Body::cuboid(Vec3::new(0.3, 0.4, 0.5)).unwrap();
        let around = turn.body_in_mesh(&cuboid).half_extents();
        assert!(around.min_element() >= Vec3::new(0.3, 0.4, 0.5).length());
    }
}
