//! Fits the cylinder of a bumper around a mesh.

use glam::{DAffine3, DVec3};

use super::primitive::Primitive;
use crate::build::{DraftBumper, limits_of};

/// The cylinder around the node's Y axis that is as wide and high as the box around the mesh, whose first
/// part is the draft's `part`. `None` without width or height.
pub(super) fn fit_bumper<'a>(
    primitives: impl Iterator<Item = &'a Primitive>,
    transform: &DAffine3,
    part: usize,
) -> Option<DraftBumper> {
    let positions = primitives.flat_map(|primitive| &primitive.positions);
    let [min, max] = limits_of(positions.map(|position| position.as_dvec3()))?;
    let half = (max - min) * 0.5;
    let axes = transform.matrix3;
    let radius = (axes.x_axis.length() * half.x).max(axes.z_axis.length() * half.z);
    let half_length = axes.y_axis.length() * half.y;
    let fits = radius.is_finite() && half_length.is_finite() && radius > 0.0 && half_length > 0.0;
    fits.then(|| DraftBumper {
        center: transform.transform_point3((min + max) * 0.5),
        axis: axes.y_axis.normalize_or(DVec3::Y),
        radius,
        half_length,
        part,
    })
}
