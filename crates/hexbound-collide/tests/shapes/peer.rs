//! The pairs against parry3d, of the shapes that both have.

use glam::{Quat, Vec3};
use hexbound_collide::geom::{Intersects, Shape};
use parry3d::{
    math::{Pose, Rotation, Vector},
    query::distance,
    shape::{Ball, Capsule, Cuboid, Cylinder, Segment, SharedShape, Triangle},
};

use crate::support::{Dice, KINDS, any_shape, apart};

fn vector(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(at: Vec3, turn: Quat) -> Pose {
    let turn = Rotation::from_xyzw(turn.x, turn.y, turn.z, turn.w);
    Pose::from_parts(vector(at), turn)
}

/// None if parry3d has no such shape.
fn theirs(shape: &Shape) -> Option<(Pose, SharedShape)> {
    let here = Pose::identity();
    Some(match shape {
        Shape::Sphere(s) => {
            let ball = SharedShape::new(Ball::new(s.radius));
            (pose(s.center, Quat::IDENTITY), ball)
        }
        Shape::Aabb(s) => {
            let cuboid = SharedShape::new(Cuboid::new(vector(s.size() * 0.5)));
            (pose(s.center(), Quat::IDENTITY), cuboid)
        }
        Shape::Obb(s) => {
            let cuboid = SharedShape::new(Cuboid::new(vector(s.half)));
            (pose(s.center, s.rotation), cuboid)
        }
        Shape::Segment(s) => {
            let segment = Segment::new(vector(s.start), vector(s.end));
            (here, SharedShape::new(segment))
        }
        Shape::Triangle(s) => {
            let [a, b, c] = s.corners.map(vector);
            (here, SharedShape::new(Triangle::new(a, b, c)))
        }
        Shape::Cylinder(s) => {
            let cylinder = SharedShape::new(Cylinder::new(s.half_length, s.radius));
            let turn = Quat::from_rotation_arc(Vec3::Y, s.axis);
            (pose(s.center, turn), cylinder)
        }
        Shape::Capsule(s) => {
            let (a, b) = (vector(s.segment.start), vector(s.segment.end));
            (here, SharedShape::new(Capsule::new(a, b, s.radius)))
        }
        _ => return None,
    })
}

#[test]
fn pairs_agree_with_parry() {
    let mut dice = Dice::new(61);
    let (mut together, mut separate) = (0, 0);
    for first in 0..KINDS.len() {
        for second in 0..=first {
            for _ in 0..200 {
                let a = any_shape(first, &mut dice);
                let b = any_shape(second, &mut dice);
                let (Some(theirs_a), Some(theirs_b)) = (theirs(&a), theirs(&b)) else {
                    continue;
                };
                let gap = distance(&theirs_a.0, &*theirs_a.1, &theirs_b.0, &*theirs_b.1);
                let Ok(gap) = gap.map(|found| found.distance) else {
                    continue;
                };
                // Its single precision may call a millimeter a touch.
                if gap > 1e-3 {
                    assert!(!a.intersects(&b), "parry: {gap} of {a:?} and {b:?}");
                    separate += 1;
                } else if gap == 0.0 && !(1e-7..1e-3).contains(&apart(&a, &b).most) {
                    assert!(a.intersects(&b), "parry: {gap} of {a:?} and {b:?}");
                    together += 1;
                }
            }
        }
    }
    assert!(
        together > 1000 && separate > 1000,
        "{together} and {separate}"
    );
}
