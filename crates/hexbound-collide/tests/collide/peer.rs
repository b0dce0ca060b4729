//! The pairs of shapes that parry3d has, too, compared with parry3d.

use glam::{Quat, Vec3};
use parry3d::{
    math::{Pose, Rotation, Vector},
    query::distance,
    shape::SharedShape,
};

use crate::{
    any_shape::AnyShape,
    pairs::{all_pairs, touch},
    support::apart,
};

pub fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

pub fn pose(at: Vec3, turn: Quat) -> Pose {
    let turn = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w);
    Pose::from_parts(vector(at), turn)
}

/// The pose and shape for parry3d; `None` if parry3d has no such shape.
pub fn theirs(shape: &AnyShape) -> Option<(Pose, SharedShape)> {
    let cuboid = |half: Vec3| SharedShape::cuboid(half.x, half.y, half.z);
    let (at, turn, theirs) = match shape {
        AnyShape::Sphere(s) => (s.center, Quat::IDENTITY, SharedShape::ball(s.radius)),
        AnyShape::Aabb(s) => (s.center(), Quat::IDENTITY, cuboid(s.size() * 0.5)),
        AnyShape::Obb(s) => (s.center, s.rotation, cuboid(s.half)),
        AnyShape::Triangle(s) => {
            let [a, b, c] = s.corners.map(vector);
            (Vec3::ZERO, Quat::IDENTITY, SharedShape::triangle(a, b, c))
        }
        AnyShape::Capsule(s) => {
            let turn = Quat::from_rotation_arc(Vec3::Y, s.axis);
            let theirs = SharedShape::capsule_y(s.half_length, s.radius);
            (s.center, turn, theirs)
        }
        AnyShape::Cylinder(s) => {
            let turn = Quat::from_rotation_arc(Vec3::Y, s.axis);
            let theirs = SharedShape::cylinder(s.half_length, s.radius);
            (s.center, turn, theirs)
        }
        _ => return None,
    };
    Some((pose(at, turn), theirs))
}

#[test]
fn pairs_agree_with_parry() {
    let (mut together, mut separate) = (0, 0);
    all_pairs(|a, b, _| {
        let (Some(theirs_a), Some(theirs_b)) = (theirs(a), theirs(b)) else {
            return;
        };
        let gap = distance(&theirs_a.0, &*theirs_a.1, &theirs_b.0, &*theirs_b.1);
        let gap = gap.map_or(f32::NAN, |found| found.distance);
        // In parry3d's single precision, a millimeter may be a touch.
        if gap > 1e-3 {
            assert!(!touch(a, b), "parry: {gap} of {a:?} and {b:?}");
            separate += 1;
        } else if gap == 0.0 && !(1e-7..1e-3).contains(&apart(a, b).most) {
            assert!(touch(a, b), "parry: {gap} of {a:?} and {b:?}");
            together += 1;
        }
    });
    let is_enough = together > 1000 && separate > 1000;
    assert!(is_enough, "{together} and {separate}");
}
