//! Tangents of primitives without valid ones in the file: by MikkTSpace, which glTF requires and baked
//! normal maps assume. Other modules read a file's own tangents.

use std::collections::BTreeMap;

use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use glam::Vec3;

use super::primitive::Primitive;

/// Computes the tangents of the vertices of `primitive` for a normal texture with the coordinates `uvs`
/// (Mikkelsen, Simulation of Wrinkled Primitives Revisited). They are unit vectors along u, with the
/// bitangent's sign in w. A vertex whose triangles need different tangents, as at the seam of a mirrored
/// texture, is split. If the texture coordinates have no area, any direction along the surface is used.
pub(super) fn generate(primitive: &mut Primitive, uvs: &[[f32; 2]]) {
    let mut corners = CornerTangents {
        is_crowded: crowded_vertices(primitive),
        tangents: vec![[None; 3]; primitive.triangles.len()],
        primitive,
        uvs,
    };
    // The algorithm can't fail: its error type has no values.
    let done = generate_tangents(&mut corners);
    debug_assert!(done.is_ok());
    let tangents = corners.tangents;
    assign(primitive, &tangents);
}

/// Any unit tangent along the surface at each vertex, for materials without a normal texture.
pub(super) fn arbitrary(normals: &[Vec3]) -> Vec<[f32; 4]> {
    (normals.iter())
        .map(|normal| perpendicular(*normal, Vec3::ZERO).extend(1.0).to_array())
        .collect()
}

/// A file's own tangents, normalized and perpendicular to the normals; broken ones are replaced.
pub(super) fn repaired(tangents: Vec<[f32; 4]>, normals: &[Vec3]) -> Vec<[f32; 4]> {
    (tangents.into_iter().zip(normals))
        .map(|(tangent, normal)| along_surface(tangent, *normal))
        .collect()
}

/// The most triangles around one point that get tangents. The algorithm visits them recursively, and a
/// hostile file's fan of a million would exhaust the stack.
const MAX_TRIANGLES_AROUND_POINT: u32 = 1_000;

/// A primitive's triangles as the input of MikkTSpace, and its tangents for their corners.
struct CornerTangents<'a> {
    primitive: &'a Primitive,
    uvs: &'a [[f32; 2]],
    /// True for each vertex at a point with more than [`MAX_TRIANGLES_AROUND_POINT`] triangles.
    is_crowded: Vec<bool>,
    tangents: Vec<[Option<[f32; 4]>; 3]>,
}

impl CornerTangents<'_> {
    fn vertex(&self, triangle: usize, corner: usize) -> usize {
        self.primitive.triangles[triangle][corner] as usize
    }
}

impl Geometry for CornerTangents<'_> {
    fn num_faces(&self) -> usize {
        self.primitive.triangles.len()
    }

    fn num_vertices_of_face(&self, face: usize) -> usize {
        // Faces with other than three or four corners are skipped.
        let crowded = (0..3).any(|corner| self.is_crowded[self.vertex(face, corner)]);
        if crowded { 0 } else { 3 }
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.primitive.positions[self.vertex(face, corner)].to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.primitive.normals[self.vertex(face, corner)].to_array()
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let [u, v] = self.uvs[self.vertex(face, corner)];
        // MikkTSpace's v goes up the image, glTF's goes down.
        [u, 0.0 - v]
    }

    fn set_tangent(&mut self, tangent: Option<TangentSpace>, face: usize, corner: usize) {
        self.tangents[face][corner] = tangent.map(|it| it.tangent_encoded());
    }
}

/// Returns whether each vertex is at a point shared by too many triangles.
fn crowded_vertices(primitive: &Primitive) -> Vec<bool> {
    let mut is_crowded = vec![false; primitive.positions.len()];
    if primitive.triangles.len() <= MAX_TRIANGLES_AROUND_POINT as usize {
        return is_crowded;
    }
    let mut uses = vec![0_u32; primitive.positions.len()];
    for corner in primitive.triangles.iter().flatten() {
        uses[*corner as usize] += 1;
    }
    let bits = |vertex: u32| {
        primitive.positions[vertex as usize]
            .to_array()
            .map(f32::to_bits)
    };
    let mut order: Vec<u32> = (0..primitive.positions.len() as u32).collect();
    order.sort_unstable_by_key(|vertex| bits(*vertex));
    for point in order.chunk_by(|a, b| bits(*a) == bits(*b)) {
        let all: u32 = point.iter().map(|vertex| uses[*vertex as usize]).sum();
        if all > MAX_TRIANGLES_AROUND_POINT {
            point
                .iter()
                .for_each(|vertex| is_crowded[*vertex as usize] = true);
        }
    }
    is_crowded
}

/// Gives every vertex the tangent of its corners, and splits vertices whose corners disagree.
fn assign(primitive: &mut Primitive, corners: &[[Option<[f32; 4]>; 3]]) {
    let mut given: Vec<Option<[f32; 4]>> = vec![None; primitive.positions.len()];
    let mut split: BTreeMap<(u32, [u32; 4]), u32> = BTreeMap::new();
    for (triangle, tangents) in corners.iter().enumerate() {
        for (corner, tangent) in tangents.iter().enumerate() {
            let vertex = primitive.triangles[triangle][corner];
            let tangent = along_surface(
                tangent.unwrap_or([0.0, 0.0, 0.0, 1.0]),
                primitive.normals[vertex as usize],
            );
            if *given[vertex as usize].get_or_insert(tangent) == tangent {
                continue;
            }
            let key = (vertex, tangent.map(f32::to_bits));
            primitive.triangles[triangle][corner] = *split.entry(key).or_insert_with(|| {
                given.push(Some(tangent));
                primitive.repeat_vertex(vertex as usize)
            });
        }
    }
    primitive.tangents = (given.into_iter().zip(&primitive.normals))
        .map(|(tangent, normal)| tangent.unwrap_or_else(|| along_surface([0.0; 4], *normal)))
        .collect();
}

/// A tangent, normalized and perpendicular to the unit `normal`, with a sign of 1 or −1 in w.
fn along_surface([x, y, z, w]: [f32; 4], normal: Vec3) -> [f32; 4] {
    let sign = if w < 0.0 { -1.0 } else { 1.0 };
    perpendicular(normal, Vec3::new(x, y, z))
        .extend(sign)
        .to_array()
}

/// The unit vector nearest to `preferred` that is perpendicular to the unit `normal`; any perpendicular one
/// if `preferred` is zero, along the normal or not finite.
fn perpendicular(normal: Vec3, preferred: Vec3) -> Vec3 {
    let flat = preferred - normal * normal.dot(preferred);
    if flat.is_finite() && flat.length_squared() > 1e-12 * preferred.length_squared() {
        flat.normalize_or(normal.any_orthonormal_vector())
    } else {
        normal.any_orthonormal_vector()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A primitive in the plane y = 0 of these corners, `[x, z]`.
    fn flat(corners: &[[f32; 2]], triangles: &[[u32; 3]]) -> Primitive {
        let positions = corners.iter().map(|[x, z]| Vec3::new(*x, 0.0, *z));
        Primitive {
            positions: positions.collect(),
            normals: vec![Vec3::Y; corners.len()],
            uvs: vec![[0.0; 2]; corners.len()],
            colors: vec![[1.0; 4]; corners.len()],
            triangles: triangles.to_vec(),
            ..Primitive::default()
        }
    }

    fn of_floor(uvs: [[f32; 2]; 3]) -> Vec<[f32; 4]> {
        let mut primitive = flat(&[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]], &[[0, 1, 2]]);
        generate(&mut primitive, &uvs);
        primitive.tangents
    }

    fn assert_sound(tangents: &[[f32; 4]]) {
        for [x, y, z, w] in tangents {
            let tangent = Vec3::new(*x, *y, *z);
            assert!((tangent.length() - 1.0).abs() < 1e-5, "{tangent}");
            assert!(tangent.dot(Vec3::Y).abs() < 1e-5, "{tangent}");
            assert_eq!(w.abs(), 1.0);
        }
    }

    #[test]
    fn the_tangent_follows_u_and_the_bitangent_opposes_v() {
        // u along +X and v along +Z: cross(Y, X) = −Z, so the sign is +.
        let tangents = of_floor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]);
        assert_eq!(tangents, [[1.0, 0.0, 0.0, 1.0]; 3]);
        // Mirrored in u.
        let tangents = of_floor([[0.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]);
        assert_eq!(tangents, [[-1.0, 0.0, 0.0, -1.0]; 3]);
    }

    #[test]
    fn degenerate_and_wild_coordinates_still_give_unit_tangents() {
        for uvs in [
            [[0.0; 2]; 3],
            [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]],
            [[f32::MAX, 0.0], [-f32::MAX, 1.0], [0.0, f32::MIN_POSITIVE]],
            [[f32::NAN, 0.0], [f32::INFINITY, 1.0], [0.0, 1.0]],
        ] {
            assert_sound(&of_floor(uvs));
        }
        let odd = vec![[f32::NAN, 0.0, 0.0, 0.0], [0.0; 4]];
        assert_sound(&repaired(odd, &[Vec3::Y; 2]));
        assert_sound(&arbitrary(&[Vec3::Y; 2]));
    }

    #[test]
    fn a_vertex_between_a_texture_and_its_mirror_image_is_split() {
        let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]];
        let mut primitive = flat(&corners, &[[0, 1, 2], [0, 3, 1]]);
        let uvs: Vec<[f32; 2]> = (corners.iter()).map(|[x, z]| [x.abs(), *z]).collect();
        generate(&mut primitive, &uvs);
        assert_eq!(primitive.triangles, [[0, 1, 2], [4, 3, 5]]);
        assert_eq!(primitive.positions[4..], primitive.positions[..2]);
        let signs = primitive.tangents.iter().map(|tangent| tangent[3]);
        assert!(signs.eq([1.0, 1.0, 1.0, -1.0, -1.0, -1.0]));
        assert_sound(&primitive.tangents);
    }

    #[test]
    fn a_fan_of_any_number_of_triangles_is_survived() {
        const RIM: u32 = 300_000;
        let rim = (0..RIM).map(|spoke| {
            let angle = std::f32::consts::TAU * spoke as f32 / RIM as f32;
            [libm::cosf(angle), -libm::sinf(angle)]
        });
        let corners: Vec<[f32; 2]> = std::iter::once([0.0; 2]).chain(rim).collect();
        let triangles: Vec<[u32; 3]> = (1..RIM).map(|spoke| [0, spoke, spoke + 1]).collect();
        let mut primitive = flat(&corners, &triangles);
        generate(&mut primitive, &corners);
        assert_sound(&primitive.tangents);
    }
}
