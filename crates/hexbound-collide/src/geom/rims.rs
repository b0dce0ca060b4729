//! How deep a cylinder is in a flat-sided shape or in another cylinder: where rims take part there
//! is no closed form, and directions are searched.

use glam::DVec3;

use super::{
    Convex, Cylinder,
    contact::{Overlap, overlap_apart},
    convex::hair,
    epa, gjk,
    polytope::{Polytope, push_along},
};

/// How finely the directions across an edge are tried for the rim, a half turn.
const RIM_DIRECTIONS: u32 = 16;
/// Halves of the gap between two tried directions; more are below single precision.
const RIM_HALVINGS: u32 = 24;

/// A cylinder against a polytope: parted along the axis, a face, across axis and edge, outward
/// through a corner, or where the rim leaves an edge. The last has no closed form: the directions
/// across the edge are searched. Any direction gives a push that parts the two.
pub(super) fn overlap_cylinder(
    cylinder: &Cylinder,
    radius: f64,
    core: &Polytope,
) -> Option<Overlap> {
    let coordinates = [
        cylinder.largest_coordinate(),
        core.largest_coordinate(),
        radius,
    ];
    let allowed = hair(coordinates);
    let near = gjk::nearest(cylinder, core);
    if near.distance > radius + allowed {
        return None;
    }
    if near.distance > allowed {
        return Some(overlap_apart(near, 0.0, radius));
    }
    let axis = cylinder.exact_axis();
    let edges = core.edges.iter().map(|edge| edge.cross(axis));
    let corners = core.points.iter().map(|corner| {
        let offset = *corner - cylinder.middle();
        offset - axis * offset.dot(axis)
    });
    let (side, _) = axis.any_orthonormal_pair();
    let known = [axis, side]
        .into_iter()
        .chain(core.faces.iter().copied())
        .chain(edges)
        .chain(corners);
    let rims = core
        .edges
        .iter()
        .map(|edge| rim_direction(cylinder, core, *edge));
    let mut best = (DVec3::Y, f64::INFINITY);
    for axis in known.chain(rims).filter_map(DVec3::try_normalize) {
        let next = push_along(cylinder, core, axis);
        if next.1 < best.1 - allowed {
            best = next;
        }
    }
    Some(Overlap {
        point: near.on_b,
        normal: best.0,
        depth: best.1.max(0.0) + radius,
    })
}

/// The direction across an edge that parts the two soonest.
fn rim_direction(cylinder: &Cylinder, core: &Polytope, edge: DVec3) -> DVec3 {
    let (side, other) = edge.normalize_or(DVec3::Y).any_orthonormal_pair();
    // A half turn, as a walk around half a square.
    let direction = |t: f64| side * (1.0 - t) + other * t.min(2.0 - t);
    let depth = |t: f64| {
        let axis = direction(t).normalize_or(side);
        push_along(cylinder, core, axis).1
    };
    let step = 2.0 / f64::from(RIM_DIRECTIONS);
    let tried = (0..RIM_DIRECTIONS).map(|index| f64::from(index) * step);
    let mut best = tried.fold(0.0, |best, t| if depth(t) < depth(best) { t } else { best });
    let mut width = step;
    for _ in 0..RIM_HALVINGS {
        width *= 0.5;
        for t in [best - width, best + width] {
            if depth(t) < depth(best) {
                best = t;
            }
        }
    }
    direction(best)
}

/// Two cylinders: parted along an axis, across both, outward between their axes, or where their
/// rims or a rim and a side leave each other. Those have no closed form and are searched.
pub(super) fn overlap_cylinders(a: &Cylinder, b: &Cylinder) -> Option<Overlap> {
    let allowed = hair([a.largest_coordinate(), b.largest_coordinate()]);
    let near = gjk::nearest(a, b);
    if near.distance > allowed {
        return None;
    }
    let (axis_a, axis_b) = (a.exact_axis(), b.exact_axis());
    let between = b.middle() - a.middle();
    let apart = |axis: DVec3| between - axis * between.dot(axis);
    let (side, across) = (axis_a.any_orthonormal_vector(), axis_a.cross(axis_b));
    let known = [axis_a, axis_b, across, apart(axis_a), apart(axis_b), side];
    let searched = epa::least_push_direction(a, b);
    let mut best = (DVec3::Y, f64::INFINITY);
    for axis in known
        .into_iter()
        .chain(searched)
        .filter_map(DVec3::try_normalize)
    {
        let next = push_along(a, b, axis);
        // A later one has to be better by more than rounding.
        if next.1 < best.1 - allowed {
            best = next;
        }
    }
    Some(Overlap {
        point: near.on_b,
        normal: best.0,
        depth: best.1,
    })
}
