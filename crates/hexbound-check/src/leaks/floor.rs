//! The floor area of a flood.

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, CollisionMesh, MIN_WALKABLE_UP};
use rayon::prelude::*;

/// The side of the pieces into which large triangles are cut, meters.
const PIECE_SIDE: f64 = 0.25;
/// The largest number of pieces along a side.
const MAX_PIECES_ALONG: f64 = 400.0;
/// The distance between the floor and a body that is tested for standing room, meters.
const FLOOR_CLEARANCE: f64 = 0.002;

/// The area of floor, m², on which the body can stand at places for which `is_reached` returns true.
pub(super) fn reached_floor(
    mesh: &CollisionMesh,
    body: Body,
    is_reached: impl Fn(DVec3) -> bool + Sync,
) -> f64 {
    let areas = (0..mesh.len() as u32).into_par_iter().map(|triangle| {
        let corners = mesh.corners(triangle).map(Vec3::as_dvec3);
        area_on(corners, |point, up| {
            // On a slope the contact is beside the body's lowest point, so its center is higher.
            let center = point + DVec3::Y * ((body.reach(up) + FLOOR_CLEARANCE) / up.y);
            is_reached(center) && mesh.is_free(body, center)
        })
    });
    // The areas are collected first, since another order of the sum would change its last digits.
    areas.collect::<Vec<f64>>().into_iter().sum()
}

/// The area of the pieces of a walkable triangle on which the body stands. `stands` tests the center of a
/// piece, with the triangle's upward normal.
fn area_on([a, b, c]: [DVec3; 3], stands: impl Fn(DVec3, DVec3) -> bool) -> f64 {
    let cross = (b - a).cross(c - a);
    let Some(normal) = cross.try_normalize() else {
        return 0.0;
    };
    let up = if normal.y < 0.0 { -normal } else { normal };
    if up.y < MIN_WALKABLE_UP {
        return 0.0;
    }
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let along = (longest / PIECE_SIDE).ceil().clamp(1.0, MAX_PIECES_ALONG);
    let (u, v) = ((b - a) / along, (c - a) / along);
    let piece = 0.5 * cross.length() / (along * along);
    let along = along as usize;
    let mut count = 0;
    for row in 0..along {
        for column in 0..along - row {
            let corner = a + u * column as f64 + v * row as f64;
            count += usize::from(stands(corner + (u + v) / 3.0, up));
            // The piece with its tip downward, between this one and the next.
            if column + row + 1 < along {
                count += usize::from(stands(corner + (u + v) * 2.0 / 3.0, up));
            }
        }
    }
    count as f64 * piece
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_triangle_make_up_its_area() {
        let corners = [DVec3::ZERO, DVec3::Z * 3.0, DVec3::X * 5.0];
        let area = area_on(corners, |_, up| up == DVec3::Y);
        assert!((area - 7.5).abs() < 1e-9, "{area}");
        let part = area_on(corners, |point, _| point.x < 1.0);
        assert!((part - 2.7).abs() < 0.3, "{part}");
        let wall = [DVec3::ZERO, DVec3::Y, DVec3::X];
        assert_eq!(area_on(wall, |_, _| true), 0.0);
    }
}
