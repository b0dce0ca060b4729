//! The penetration depth of two convex shapes: the distance from the origin to the nearest face of a −
//! b. The expanding polytope algorithm finds that face (van den Bergen, "Proximity Queries and
//! Penetration Depth Computation on 3D Game Objects").

use glam::DVec3;

use super::difference::{Corner, Separation};

/// The maximum number of corners of the hull. Flat-sided shapes need a few dozen; the round side of a
/// cylinder is exact enough with this number.
const MAX_CORNERS: usize = 96;

/// A face of the hull: three of its corners, the outward unit normal, and the distance from the origin,
/// meters.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [usize; 3],
    normal: DVec3,
    offset: f64,
}

/// The shortest displacement that separates two shapes. `corner` returns the furthest corner of a − b in
/// a direction. The hull begins with four corners that need not surround the origin. Its face nearest to
/// the origin grows until no corner of a − b is beyond. A hull that is flat within `flat` meters has
/// depth 0, along its normal.
pub(super) fn depth(corner: impl Fn(DVec3) -> Corner, flat: f64) -> Separation {
    let (mut corners, across) = first_corners(&corner, flat);
    let separation = |distance: f64, normal: DVec3, [on_a, on_b]: [DVec3; 2]| Separation {
        distance,
        normal,
        on_a,
        on_b,
    };
    let first = Corner::witness_points(&corners[..1], DVec3::ZERO);
    let mut faces = first_faces(&corners).unwrap_or_default();
    loop {
        let nearest =
            (faces.iter().copied()).reduce(|a, b| if b.offset < a.offset { b } else { a });
        let Some(face) = nearest else {
            return separation(0.0, across, first);
        };
        let next = corner(face.normal);
        let beyond = next.difference().dot(face.normal) - face.offset;
        if beyond <= flat.max(1e-9) || corners.len() >= MAX_CORNERS {
            let three = face.corners.map(|index| corners[index]);
            let on_both = Corner::witness_points(&three, face.normal * face.offset);
            return separation(-(face.offset.max(0.0)), face.normal, on_both);
        }
        corners.push(next);
        grow(&mut faces, &corners);
    }
}

/// Four corners with a volume, or fewer for a flat difference, and the direction across a flat one.
fn first_corners(corner: &impl Fn(DVec3) -> Corner, flat: f64) -> (Vec<Corner>, DVec3) {
    let widest = |axis: DVec3| {
        let ends = [corner(axis), corner(-axis)];
        (ends[0].difference() - ends[1].difference(), ends)
    };
    let (delta, ends) = (DVec3::AXES.into_iter().map(widest))
        .reduce(|a, b| if b.0.length() > a.0.length() { b } else { a })
        .unwrap_or_else(|| widest(DVec3::X));
    let mut corners = vec![ends[0], ends[1]];
    let Some(along) = delta.try_normalize().filter(|_| delta.length() > flat) else {
        return (corners, DVec3::Y);
    };
    let origin = corners[0].difference();
    let aside = |it: &Corner| {
        let from = it.difference() - origin;
        from - along * from.dot(along)
    };
    let (first, second) = along.any_orthonormal_pair();
    let around = [first, -first, second, -second].map(corner);
    let wider = |a: Corner, b: Corner| match aside(&b).length() > aside(&a).length() {
        true => b,
        false => a,
    };
    let third = around.into_iter().reduce(wider);
    let Some(third) = third.filter(|it| aside(it).length() > flat) else {
        return (corners, first);
    };
    corners.push(third);
    let across = along.cross(aside(&third)).normalize_or(first);
    let height = |it: &Corner| (it.difference() - origin).dot(across).abs();
    let [up, down] = [across, -across].map(corner);
    let is_lower = height(&down) > height(&up);
    let fourth = if is_lower { down } else { up };
    if height(&fourth) > flat {
        corners.push(fourth);
    }
    (corners, across)
}

fn first_faces(corners: &[Corner]) -> Option<Vec<Face>> {
    let [a, b, c, d] = corners else {
        return None;
    };
    let middle = [a, b, c, d].map(Corner::difference).iter().sum::<DVec3>() / 4.0;
    let faces = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
    let outward = |order: [usize; 3]| {
        let made = face(order, corners)?;
        match made.normal.dot(middle) > made.offset {
            true => face([order[0], order[2], order[1]], corners),
            false => Some(made),
        }
    };
    faces.into_iter().map(outward).collect()
}

fn face(order: [usize; 3], corners: &[Corner]) -> Option<Face> {
    let [a, b, c] = order.map(|index| corners[index].difference());
    let normal = (b - a).cross(c - a).try_normalize()?;
    Some(Face {
        corners: order,
        normal,
        offset: normal.dot(a),
    })
}

/// Adds the last corner to the hull. The faces visible from it give way to new ones at their border.
fn grow(faces: &mut Vec<Face>, corners: &[Corner]) {
    let new = corners.len() - 1;
    let point = corners[new].difference();
    let mut border: Vec<[usize; 2]> = Vec::new();
    faces.retain(|face| {
        let is_visible = face.normal.dot(point) > face.offset + 1e-13 * point.length();
        if is_visible {
            let [a, b, c] = face.corners;
            for [from, to] in [[a, b], [b, c], [c, a]] {
                match border.iter().position(|edge| *edge == [to, from]) {
                    Some(index) => {
                        border.swap_remove(index);
                    }
                    None => border.push([from, to]),
                }
            }
        }
        !is_visible
    });
    let rim = border.into_iter();
    faces.extend(rim.filter_map(|[from, to]| face([from, to, new], corners)));
}
