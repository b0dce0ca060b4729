//! Which runs of the merged mesh are one mesh set in several places, so that whoever draws can
//! keep it once. Collision knows nothing of it: each copy's triangles are in the mesh, too.

use std::{collections::BTreeMap, ops::Range};

use glam::{Affine3A, DAffine3, DVec3, Vec3};

use super::{Vertex, geometry::Surface};
use hexbound_collide::geom::Aabb;

/// Fewer are not worth a draw of their own.
const FEWEST: usize = 4;
/// Triangles that the device is spared. Below this, what copies save is less than a draw costs:
/// merged, they share those of their surroundings.
const LEAST_SAVED: usize = 1_000;
/// Meters across. Larger ones stay merged: they are cut by place, and so mostly out of sight.
const WIDEST: f32 = 64.0;
/// What a direction may be stretched by. Single precision squares it on the device.
const STRETCH: Range<f64> = 1e-4..1e4;
/// Of the box that a turned unit cube would fill: below this, it is flat.
const FLAT: f64 = 1e-3;

/// One surface in several places. Never of movers, props or see-through materials.
#[derive(Clone, Debug)]
pub struct Copies {
    /// Into `Level::materials`.
    pub material: usize,
    /// In its own coordinates.
    pub vertices: Vec<Vertex>,
    /// Into `vertices`, counter-clockwise once they are in place.
    pub indices: Vec<u32>,
    pub places: Vec<CopyPlace>,
}

/// One of a surface's places.
#[derive(Clone, Debug)]
pub struct CopyPlace {
    /// From the surface's own coordinates to the level's.
    pub transform: Affine3A,
    /// The same vertices in `LevelMesh::vertices`.
    pub vertices: Range<u32>,
    /// The same triangles in `LevelMesh::indices`.
    pub indices: Range<u32>,
    /// Around its vertices.
    pub bounds: Aabb,
}

/// What belongs together: a mesh, one of its surfaces, and whether they are mirrored, which turns
/// their triangles' corners round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    pub mesh: usize,
    pub surface: usize,
    pub mirrored: bool,
}

/// A place in the file's coordinates.
#[derive(Clone, Debug)]
pub struct DraftPlace {
    pub transform: DAffine3,
    pub vertices: Range<u32>,
    pub indices: Range<u32>,
}

/// Copies in the file's coordinates.
#[derive(Clone, Debug)]
pub struct DraftCopies {
    pub material: usize,
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub places: Vec<DraftPlace>,
}

/// The places of every mesh, as they are read.
#[derive(Debug, Default)]
pub struct PlacesRead(BTreeMap<Pattern, Vec<DraftPlace>>);

impl PlacesRead {
    /// Places that flatten or stretch too much are passed over: they stay merged.
    pub fn add(&mut self, pattern: Pattern, place: DraftPlace) {
        if keeps_shape(&place.transform) {
            self.0.entry(pattern).or_default().push(place);
        }
    }

    /// The copies that are worth it; `surface` gives a pattern's numbers and material.
    pub fn into_copies<'a>(
        self,
        surface: impl Fn(Pattern) -> Option<(&'a Surface, usize)>,
    ) -> Vec<DraftCopies> {
        let copies = |(pattern, places): (Pattern, Vec<DraftPlace>)| {
            let (surface, material) = surface(pattern)?;
            let saved = surface.triangles.len() * places.len().saturating_sub(1);
            (places.len() >= FEWEST && saved >= LEAST_SAVED).then(|| DraftCopies {
                material,
                vertices: own_vertices(surface),
                indices: own_indices(surface, pattern.mirrored),
                places,
            })
        };
        self.0.into_iter().filter_map(copies).collect()
    }
}

/// Those of a draft in a level's coordinates; `positions` are the level's vertices.
pub fn local(drafts: Vec<DraftCopies>, positions: &[Vec3], origin: DVec3) -> Vec<Copies> {
    let to_local = DAffine3::from_translation(-origin);
    let local_place = |place: DraftPlace| {
        let range = place.vertices.start as usize..place.vertices.end as usize;
        CopyPlace {
            transform: single(&(to_local * place.transform)),
            bounds: Aabb::from_points(positions[range].iter().copied()),
            vertices: place.vertices,
            indices: place.indices,
        }
    };
    let is_small = |copies: &Copies| {
        let mut sizes = copies.places.iter().map(|place| place.bounds.size());
        sizes.all(|size| size.max_element() <= WIDEST)
    };
    (drafts.into_iter())
        .map(|draft| Copies {
            material: draft.material,
            vertices: draft.vertices,
            indices: draft.indices,
            places: draft.places.into_iter().map(local_place).collect(),
        })
        .filter(is_small)
        .collect()
}

fn single(transform: &DAffine3) -> Affine3A {
    Affine3A::from_mat3_translation(transform.matrix3.as_mat3(), transform.translation.as_vec3())
}

/// Whether directions can be turned by the transform on the device.
fn keeps_shape(transform: &DAffine3) -> bool {
    let axes = transform.matrix3;
    let lengths = [axes.x_axis, axes.y_axis, axes.z_axis].map(DVec3::length);
    let all: f64 = lengths.iter().product();
    lengths.iter().all(|length| STRETCH.contains(length)) && axes.determinant().abs() >= FLAT * all
}

fn own_vertices(surface: &Surface) -> Vec<Vertex> {
    (0..surface.positions.len())
        .map(|index| Vertex {
            position: surface.positions[index].to_array(),
            normal: surface.normals[index].to_array(),
            tangent: surface.tangents[index],
            uv: surface.uvs[index],
            color: surface.colors[index],
            second_uv: surface.second_uvs.get(index).copied().unwrap_or_default(),
        })
        .collect()
}

fn own_indices(surface: &Surface, mirrored: bool) -> Vec<u32> {
    let corners = |[a, b, c]: &[u32; 3]| if mirrored { [*a, *c, *b] } else { [*a, *b, *c] };
    surface.triangles.iter().flat_map(corners).collect()
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    fn place(transform: DAffine3) -> DraftPlace {
        DraftPlace {
            transform,
            vertices: 0..3,
            indices: 0..3,
        }
    }

    fn scaled(x: f64, y: f64, z: f64) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(
            DVec3::new(x, y, z),
            DQuat::from_rotation_x(0.3),
            DVec3::new(900.0, 2.0, 3.0),
        )
    }

    /// How many groups come of so many places of a surface of so many triangles.
    fn groups(places: usize, triangles: usize, transform: DAffine3) -> usize {
        let surface = Surface {
            triangles: vec![[0, 1, 2]; triangles],
            ..Surface::default()
        };
        let pattern = Pattern {
            mesh: 0,
            surface: 0,
            mirrored: false,
        };
        let mut read = PlacesRead::default();
        (0..places).for_each(|_| read.add(pattern, place(transform)));
        read.into_copies(|_| Some((&surface, 0))).len()
    }

    #[test]
    fn few_copies_and_few_triangles_stay_merged() {
        assert_eq!(groups(4, 400, DAffine3::IDENTITY), 1);
        assert_eq!(groups(3, 4_000, DAffine3::IDENTITY), 0);
        assert_eq!(groups(4, 300, DAffine3::IDENTITY), 0);
        assert_eq!(groups(200, 12, DAffine3::IDENTITY), 1);
    }

    #[test]
    fn what_is_flattened_or_stretched_too_much_stays_merged() {
        assert_eq!(groups(4, 400, scaled(-2.0, 30.0, 0.1)), 1);
        assert_eq!(groups(4, 400, scaled(1.0, 0.0, 1.0)), 0);
        assert_eq!(groups(4, 400, scaled(1e-9, 1e-9, 1e-9)), 0);
        let sheared = DAffine3::from_mat3(glam::DMat3::from_cols(
            DVec3::X,
            DVec3::new(1.0, 1e-6, 0.0),
            DVec3::Z,
        ));
        assert_eq!(groups(4, 400, sheared), 0);
    }

    #[test]
    fn local_copies_stand_where_their_vertices_do_and_wide_ones_are_none() {
        let drafts = |reach: f32| {
            let positions = [Vec3::ZERO, Vec3::X * reach, Vec3::Z];
            let draft = DraftCopies {
                material: 2,
                vertices: Vec::new(),
                indices: Vec::new(),
                places: vec![place(scaled(1.0, 1.0, 1.0))],
            };
            local(vec![draft], &positions, DVec3::X * 900.0)
        };
        let copies = drafts(5.0);
        let place = &copies[0].places[0];
        assert_eq!(place.bounds.max, Vec3::new(5.0, 0.0, 1.0));
        assert_eq!(
            Vec3::from(place.transform.translation),
            Vec3::new(0.0, 2.0, 3.0)
        );
        assert!(drafts(65.0).is_empty());
    }
}
