//! A leak as a line that the real body follows: tested by the library's own sweep, and shortened.

use glam::DVec3;
use hexbound_collide::{Body, CollisionMesh};

/// The largest number of points that a shortened line skips at once.
const MAX_LEFT_OUT_POINTS: usize = 256;

/// Returns whether the body can move in a straight line from one place to another, meters, with the
/// game's skin around it.
pub(super) fn is_clear(mesh: &CollisionMesh, body: Body, from: DVec3, to: DVec3) -> bool {
    matches!(mesh.sweep(body.with_skin(), from, to), Ok(None))
}

/// The number of pieces of a line on which the library's sweep has a hit.
pub(super) fn blocked_pieces(mesh: &CollisionMesh, body: Body, line: &[DVec3]) -> usize {
    let pieces = line.windows(2);
    pieces
        .filter(|piece| !is_clear(mesh, body, piece[0], piece[1]))
        .count()
}

/// The line without the points that the body can skip. It keeps a distance of `clearance` meters from
/// everything if there is room.
pub(super) fn shortened(
    mesh: &CollisionMesh,
    body: Body,
    line: &[DVec3],
    clearance: f32,
) -> Vec<DVec3> {
    let Ok(wide) = body.grown(clearance) else {
        return line.to_vec();
    };
    let mut short: Vec<DVec3> = line.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < line.len() {
        let most = (line.len() - 1 - at).min(MAX_LEFT_OUT_POINTS);
        // The distance is doubled while the line is clear, and then bisected.
        let (mut good, mut bad) = (1, most + 1);
        while good < most {
            let next = if bad > most {
                (good * 2).min(most)
            } else {
                (good + bad) / 2
            };
            if next == good {
                break;
            }
            if is_clear(mesh, wide, line[at], line[at + next]) {
                good = next;
            } else {
                bad = next;
            }
        }
        at += good;
        short.push(line[at]);
    }
    short
}

/// Points along a line, with gaps of at most `spacing` meters.
pub(super) fn sampled(line: &[DVec3], spacing: f64) -> Vec<DVec3> {
    let mut points: Vec<DVec3> = line.first().copied().into_iter().collect();
    for piece in line.windows(2) {
        let count = (piece[0].distance(piece[1]) / spacing).ceil().max(1.0) as usize;
        points.extend((1..=count).map(|at| piece[0].lerp(piece[1], at as f64 / count as f64)));
    }
    points
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn a_line_is_shortened_around_a_wall_but_not_through_it() {
        let corners = [Vec3::Y * -50.0, Vec3::Y * 50.0, Vec3::Z * 50.0];
        let wall = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
        let body = Body::ellipsoid(0.4, 0.55).unwrap();
        let ahead = [[-3.0, 5.0], [-3.0, 0.0], [-3.0, -3.0]];
        let around = [&ahead[..], &[[0.0, -3.0], [3.0, -3.0], [3.0, 5.0]]].concat();
        let line: Vec<DVec3> = around
            .iter()
            .map(|[x, z]| DVec3::new(*x, 0.0, *z))
            .collect();
        let short = shortened(&wall, body, &line, 0.01);
        assert!(short.len() < line.len() && short.len() > 2, "{short:?}");
        assert_eq!(blocked_pieces(&wall, body, &short), 0);
        assert_eq!(blocked_pieces(&wall, body, &[line[0], line[5]]), 1);
    }
}
