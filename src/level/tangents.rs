//! Tangents for files that bring none: the direction in which u grows, averaged over a vertex's
//! triangles and made perpendicular to its normal.

use glam::{Vec2, Vec3};

use super::geometry::Surface;

/// One unit tangent for each vertex, with the bitangent's sign in w, for a texture that is looked
/// up at `uvs`. The bitangent points
/// against v, since a glTF image's rows go down.
pub fn generate(surface: &Surface, uvs: &[[f32; 2]]) -> Vec<[f32; 4]> {
    let mut along_u = vec![Vec3::ZERO; surface.positions.len()];
    let mut against_v = along_u.clone();
    for triangle in &surface.triangles {
        let corners = triangle.map(|corner| corner as usize);
        let Some((u, v)) = directions(surface, uvs, corners) else {
            continue;
        };
        for corner in corners {
            along_u[corner] += u;
            against_v[corner] -= v;
        }
    }
    let vertices = surface.normals.iter().zip(along_u).zip(against_v);
    vertices
        .map(|((normal, u), v)| finished(*normal, u, v))
        .collect()
}

/// Given tangents with the broken ones replaced.
pub fn repaired(tangents: Vec<[f32; 4]>, normals: &[Vec3]) -> Vec<[f32; 4]> {
    (tangents.into_iter().zip(normals))
        .map(|([x, y, z, w], normal)| {
            let sign = if w < 0.0 { -1.0 } else { 1.0 };
            perpendicular(*normal, Vec3::new(x, y, z))
                .extend(sign)
                .to_array()
        })
        .collect()
}

/// How the position changes with u and with v over a triangle, larger triangles weighing more;
/// nothing where the texture coordinates have no area.
fn directions(surface: &Surface, uvs: &[[f32; 2]], [a, b, c]: [usize; 3]) -> Option<(Vec3, Vec3)> {
    let position = |corner: usize| surface.positions[corner];
    let uv = |corner: usize| Vec2::from(uvs[corner]);
    let (e1, e2) = (position(b) - position(a), position(c) - position(a));
    let (d1, d2) = (uv(b) - uv(a), uv(c) - uv(a));
    let area = d1.perp_dot(d2);
    if !area.is_normal() {
        return None;
    }
    let sign = area.signum();
    let u = (e1 * d2.y - e2 * d1.y) * sign;
    let v = (e2 * d1.x - e1 * d2.x) * sign;
    let weight = e1.cross(e2).length();
    let scaled = |direction: Vec3| direction.normalize_or_zero() * weight;
    Some((scaled(u), scaled(v)))
}

fn finished(normal: Vec3, along_u: Vec3, against_v: Vec3) -> [f32; 4] {
    let tangent = perpendicular(normal, along_u);
    let flipped = normal.cross(tangent).dot(against_v) < 0.0;
    tangent.extend(if flipped { -1.0 } else { 1.0 }).to_array()
}

/// The unit vector nearest to `wish` that is perpendicular to the unit `normal`; some
/// perpendicular when there is none.
fn perpendicular(normal: Vec3, wish: Vec3) -> Vec3 {
    let flat = wish - normal * normal.dot(wish);
    if flat.is_finite() && flat.length_squared() > 1e-12 * wish.length_squared() {
        flat.normalize_or(normal.any_orthonormal_vector())
    } else {
        normal.any_orthonormal_vector()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_floor(uvs: [[f32; 2]; 3]) -> Vec<[f32; 4]> {
        let surface = Surface {
            positions: vec![Vec3::ZERO, Vec3::Z, Vec3::X],
            normals: vec![Vec3::Y; 3],
            triangles: vec![[0, 1, 2]],
            ..Surface::default()
        };
        generate(&surface, &uvs)
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
    fn degenerate_coordinates_still_give_unit_tangents() {
        for uvs in [[[0.0; 2]; 3], [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]] {
            for [x, y, z, w] in of_floor(uvs) {
                let tangent = Vec3::new(x, y, z);
                assert!((tangent.length() - 1.0).abs() < 1e-5);
                assert!(tangent.dot(Vec3::Y).abs() < 1e-5);
                assert_eq!(w.abs(), 1.0);
            }
        }
        let broken = repaired(vec![[f32::NAN, 0.0, 0.0, 0.0], [0.0; 4]], &[Vec3::Y; 2]);
        assert!(broken.iter().flatten().all(|value| value.is_finite()));
    }
}
