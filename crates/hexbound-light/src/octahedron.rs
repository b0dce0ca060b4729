//! Directions on a square: the sphere projected on an octahedron, whose lower half is folded out.
//! Maps of all directions (lamp shadows, reflections, flashes) and packed normals use it.
//!
//! Source: Cigolle and others, "A Survey of Efficient Representations for Independent Unit
//! Vectors", Journal of Computer Graphics Techniques 3(2), 2014.

use glam::{Vec2, Vec3};

/// The position of a direction on the square, −1 to 1 on both axes; +Y is at the center. The
/// direction need not be of unit length. `octahedral` in shaders/lighting.wgsl computes the same.
pub fn position_of(direction: Vec3) -> Vec2 {
    let sum = direction.abs().element_sum().max(1e-9);
    let flat = Vec2::new(direction.x, direction.z) / sum;
    if direction.y >= 0.0 {
        flat
    } else {
        folded(flat)
    }
}

/// The unit direction at a position on the square.
pub fn direction_at(at: Vec2) -> Vec3 {
    let up = 1.0 - at.x.abs() - at.y.abs();
    let flat = if up >= 0.0 { at } else { folded(at) };
    Vec3::new(flat.x, up, flat.y).normalize_or(Vec3::Y)
}

/// Wraps a position up to 1 beyond the square's edge back into the square. The map continues beyond an edge
/// with the reverse of the same edge.
pub fn wrapped(at: Vec2) -> Vec2 {
    let mut at = at;
    if at.x.abs() > 1.0 {
        at = Vec2::new(at.x.signum() * 2.0 - at.x, -at.y);
    }
    if at.y.abs() > 1.0 {
        at = Vec2::new(-at.x, at.y.signum() * 2.0 - at.y);
    }
    at
}

/// The position of a texel's center in a map whose outermost texels lie on the square's edges. Each direction
/// on an edge is in such a map twice, so that neighbors are filtered without a border.
pub fn position_on_edges(side: usize, x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y) * (2.0 / (side - 1) as f32) - 1.0
}

/// The position of a texel's center in a map with one texel beyond each edge, for [`wrapped`].
pub fn position_with_border(side: usize, [x, y]: [usize; 2]) -> Vec2 {
    let inner = (side - 2) as f32;
    (Vec2::new(x as f32, y as f32) - 0.5) * (2.0 / inner) - 1.0
}

fn folded(flat: Vec2) -> Vec2 {
    let sign = Vec2::select(flat.cmpge(Vec2::ZERO), Vec2::ONE, Vec2::NEG_ONE);
    (Vec2::ONE - Vec2::new(flat.y, flat.x).abs()) * sign
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 64;

    #[test]
    fn directions_and_places_belong_together() {
        for index in 0..SIDE * SIDE {
            let at = wrapped(position_with_border(SIDE, [index % SIDE, index / SIDE]));
            let back = position_of(direction_at(at));
            // On the edge, two positions have one direction.
            if at.abs().max_element() < 0.999 {
                assert!(back.abs_diff_eq(at, 1e-4), "{at} {back}");
            }
        }
    }

    #[test]
    fn beyond_an_edge_the_map_goes_on_smoothly() {
        let at = |x, y| direction_at(wrapped(position_with_border(SIDE, [x, y])));
        for along in 1..SIDE - 1 {
            let [inside, outside] = [SIDE - 2, SIDE - 1].map(|x| at(x, along));
            assert!(inside.distance(outside) < 0.12, "{inside} {outside}");
            let [inside, outside] = [1, 0].map(|y| at(along, y));
            assert!(inside.distance(outside) < 0.12, "{inside} {outside}");
        }
    }

    #[test]
    fn opposite_halves_of_an_edge_are_the_same_directions() {
        let at = |x: usize, y: usize| direction_at(position_on_edges(SIDE, x as f32, y as f32));
        let last = SIDE - 1;
        for along in 0..SIDE {
            for (one, other) in [
                (at(along, 0), at(last - along, 0)),
                (at(0, along), at(0, last - along)),
                (at(last, along), at(last, last - along)),
            ] {
                assert!(one.abs_diff_eq(other, 1e-5), "{one} {other}");
            }
        }
    }
}
