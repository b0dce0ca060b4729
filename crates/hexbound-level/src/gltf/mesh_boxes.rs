//! The boxes around a file's meshes, each in the mesh's own space. Markers use only the position and the
//! size of their meshes.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DVec3};
use gltf::json::mesh::Semantic;

use super::{accessors::Buffers, document::attribute};
use crate::build::limits_of;

/// The box around a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeshBox {
    pub center: DVec3,
    pub half: DVec3,
    /// True if the mesh fills its box about as a sphere would, and leaves its corners empty.
    pub is_round: bool,
}

/// The boxes of the requested meshes, each read once.
pub(super) struct MeshBoxes<'a> {
    source: Buffers<'a>,
    known: BTreeMap<usize, Option<MeshBox>>,
}

/// The factor by which a round mesh may reach beyond the ellipsoid in its box. A cube's corners are at
/// 1.73, those of the coarsest drawn balls at 1.2.
const ROUND_REACH: f64 = 1.25;

impl<'a> MeshBoxes<'a> {
    pub(super) fn new(source: Buffers<'a>) -> Self {
        Self {
            source,
            known: BTreeMap::new(),
        }
    }

    /// The box around a mesh; `None` for one without points, or an unreadable one, which is reported at
    /// its placement.
    pub(super) fn of(&mut self, mesh: usize) -> Option<MeshBox> {
        let source = self.source;
        *(self.known.entry(mesh)).or_insert_with(|| box_around(&points(source, mesh)))
    }
}

impl MeshBox {
    /// The transform of the cube from −1 to 1 to this box, under the mesh's `transform`.
    pub(super) fn placed(&self, transform: &DAffine3) -> DAffine3 {
        *transform * DAffine3::from_translation(self.center) * DAffine3::from_scale(self.half)
    }
}

/// The finite positions of a mesh.
fn points(source: Buffers, mesh: usize) -> Vec<DVec3> {
    let Some(mesh) = source.document.meshes.get(mesh) else {
        return Vec::new();
    };
    // Primitives may share their positions.
    let accessors: BTreeSet<usize> = (mesh.primitives.iter())
        .filter_map(|primitive| attribute(primitive, Semantic::Positions))
        .collect();
    (accessors.into_iter())
        .flat_map(|index| source.floats::<3>(index, 0.0, "a marker"))
        .flatten()
        .map(|position| DVec3::from(position.map(f64::from)))
        .filter(|position| position.is_finite())
        .collect()
}

fn box_around(points: &[DVec3]) -> Option<MeshBox> {
    let [low, high] = limits_of(points.iter().copied())?;
    let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let beyond = |point: &DVec3| ((*point - center) / half).length();
    Some(MeshBox {
        center,
        half,
        is_round: half.min_element() > 0.0
            && points.iter().all(|point| beyond(point) <= ROUND_REACH),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of a sphere with `belts` belts of twice as many sides.
    fn sphere(belts: u32) -> Vec<DVec3> {
        let at = |belt: u32, side: u32| {
            let part = |number: u32| f64::from(number) / f64::from(belts);
            let (rise, width) = libm::sincos((part(belt) - 0.5) * std::f64::consts::PI);
            let (x, z) = libm::sincos(part(side) * std::f64::consts::PI);
            DVec3::new(x * width, rise, z * width)
        };
        let belt = |belt: u32| (0..2 * belts).map(move |side| at(belt, side));
        (0..=belts).flat_map(belt).collect()
    }

    #[test]
    fn balls_are_round_and_boxes_are_not() {
        for belts in [4, 8, 32] {
            let found = box_around(&sphere(belts)).unwrap();
            assert!(found.is_round, "{belts} belts");
        }
        let corner = |index: u32| {
            let side = |bit: u32| f64::from(index >> bit & 1) * 2.0 + 1.0;
            DVec3::new(side(0), side(1), side(2))
        };
        let cube: Vec<DVec3> = (0..8).map(corner).collect();
        let found = box_around(&cube).unwrap();
        assert!(!found.is_round);
        assert_eq!((found.center, found.half), (DVec3::splat(2.0), DVec3::ONE));
        assert!(!box_around(&[DVec3::ONE]).unwrap().is_round);
        assert_eq!(box_around(&[]), None);
    }
}
