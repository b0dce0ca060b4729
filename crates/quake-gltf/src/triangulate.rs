//! Cuts flat convex faces into triangles. Corners in the middle of an edge, which prevent cracks between
//! neighboring faces, yield no triangles without area.

use glam::DVec3;

/// The most corners of a face whose best triangles are searched for; most faces have a few.
const MAX_SEARCHED_CORNERS: usize = 64;

/// The triangles of a convex polygon, as indices of its corners, in the order of the corners.
pub(crate) fn triangles(corners: &[DVec3]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut made = Vec::with_capacity(left.len().saturating_sub(2));
    while left.len() >= 3 {
        let at = match left.len() {
            4..=MAX_SEARCHED_CORNERS => best(corners, &left),
            _ => 1,
        };
        let ear = ear(&left, at);
        left.remove(at);
        if height(ear.map(|index| corners[index])) > 0.0 {
            made.push(ear);
        }
    }
    made
}

/// The index in `left` of the corner to cut off next: the one with the best triangle. A corner beside one in
/// the middle of an edge comes first, or the latter would be left over.
fn best(corners: &[DVec3], left: &[usize]) -> usize {
    let count = left.len();
    let heights: Vec<f64> = (0..count)
        .map(|at| height(ear(left, at).map(|index| corners[index])))
        .collect();
    let worth = |at: usize| {
        let is_flat = |at: usize| heights[at % count] == 0.0;
        let beside_flat = is_flat(at + 1) || is_flat(at + count - 1);
        (!is_flat(at) && beside_flat, heights[at])
    };
    // The first among equals: whole rectangles are cut alike.
    let better = |best: usize, at: usize| if worth(at) > worth(best) { at } else { best };
    (1..count).fold(0, better)
}

fn ear(left: &[usize], at: usize) -> [usize; 3] {
    let count = left.len();
    [
        left[(at + count - 1) % count],
        left[at],
        left[(at + 1) % count],
    ]
}

/// The square of the least height of a triangle; 0 for a sliver within rounding.
fn height([a, b, c]: [DVec3; 3]) -> f64 {
    let twice = (b - a).cross(c - a).length_squared();
    let sides = [
        a.distance_squared(b),
        b.distance_squared(c),
        c.distance_squared(a),
    ];
    let longest = sides.into_iter().fold(0.0, f64::max);
    match longest > 0.0 {
        // A line has a tiny height by rounding.
        true if twice / longest > 1e-12 * longest => twice / longest,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
        let corners = triangles.iter().map(|it| it.map(|index| corners[index]));
        corners.map(|[a, b, c]| (b - a).cross(c - a).z * 0.5).sum()
    }

    #[test]
    fn corners_on_an_edge_make_no_slivers() {
        let one_edge = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 4), (0, 4)];
        // On every edge, so that no corner sees all others.
        let (two_edges, others) = (
            [(0, 0), (1, 0), (2, 0), (2, 1)],
            [(2, 2), (1, 2), (0, 2), (0, 1)],
        );
        for (corners, expected) in [
            (one_edge.to_vec(), 16.0),
            ([two_edges, others].concat(), 4.0),
        ] {
            let at = |(x, y): (u8, u8)| DVec3::new(x.into(), y.into(), 0.0);
            let corners: Vec<DVec3> = corners.into_iter().map(at).collect();
            let made = triangles(&corners);
            let found = (made.len(), area(&corners, &made));
            assert_eq!(found, (corners.len() - 2, expected));
        }
    }

    #[test]
    fn a_line_has_no_triangles_and_a_circle_of_many_corners_has_all() {
        let line: Vec<DVec3> = (0..5).map(|x| DVec3::X * f64::from(x)).collect();
        assert!(triangles(&line).is_empty());
        assert!(triangles(&[]).is_empty());
        let turns = (0..200).map(|step| f64::from(step) / 200.0 * std::f64::consts::TAU);
        let circle = turns.map(|turn| DVec3::new(turn.cos(), turn.sin(), 0.0));
        let circle: Vec<DVec3> = circle.collect();
        assert!((area(&circle, &triangles(&circle)) - std::f64::consts::PI).abs() < 1e-2);
    }
}
