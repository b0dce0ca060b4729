//! The distance between any two placed shapes, or the depth of their overlap, and the place.

use glam::DVec3;
use hexbound_collide::geom::{Aabb, Plane, Separation, SupportMap, Triangle, separation};

use super::form::Form;

/// The place where two shapes are nearest, or deepest in each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relation {
    pub separation: Separation,
    /// The number of touching triangles, or pairs of triangles, if one of the shapes is a mesh.
    pub triangles: Option<usize>,
}

impl Relation {
    pub(super) fn of(a: &Form, b: &Form) -> Self {
        let separation = match (a, b) {
            (Form::Mesh(_, triangles), other) => return to_mesh(triangles, other),
            (other, Form::Mesh(_, triangles)) => {
                let mut found = to_mesh(triangles, other);
                found.separation = swapped(found.separation);
                return found;
            }
            (Form::Convex(a), Form::Convex(b)) => separation(&**a, &**b),
            (Form::Plane(a), Form::Plane(b)) => of_planes(a, b),
            (Form::Plane(plane), Form::Convex(it)) => to_plane(plane, &**it),
            (Form::Convex(it), Form::Plane(plane)) => swapped(to_plane(plane, &**it)),
        };
        Self {
            separation,
            triangles: None,
        }
    }

    pub(super) fn touches(&self) -> bool {
        self.separation.distance <= 0.0
    }
}

/// The same separation from the second shape to the first.
fn swapped(separation: Separation) -> Separation {
    Separation {
        normal: -separation.normal,
        on_a: separation.on_b,
        on_b: separation.on_a,
        ..separation
    }
}

/// A separation wider than any other.
const MAX_SEPARATION: Separation = Separation {
    distance: f64::INFINITY,
    normal: DVec3::X,
    on_a: DVec3::ZERO,
    on_b: DVec3::ZERO,
};

/// The separation of a plane and a bounded shape, by the shape's extent along the normal.
fn to_plane<S: SupportMap + ?Sized>(plane: &Plane, shape: &S) -> Separation {
    let length = f64::from(plane.normal.length());
    let normal = plane.normal.as_dvec3() / length;
    let offset = f64::from(plane.offset) / length;
    let (low, high) = shape.extent(normal);
    // The normal points to the shape's side, or to the side with the shorter displacement.
    let (normal, distance) = match low - offset > offset - high {
        true => (normal, low - offset),
        false => (-normal, offset - high),
    };
    let on_b = shape.support(-normal);
    Separation {
        distance,
        normal,
        on_a: on_b - normal * distance,
        on_b,
    }
}

/// The separation of two planes. Crossing planes are inseparable, with infinite depth.
fn of_planes(a: &Plane, b: &Plane) -> Separation {
    let units = [a, b].map(|plane| plane.normal.as_dvec3().normalize());
    let feet = [0, 1].map(|it| units[it] * f64::from([a, b][it].offset));
    let normal = match units[0].dot(feet[1] - feet[0]) < 0.0 {
        true => -units[0],
        false => units[0],
    };
    let distance = match units[0].cross(units[1]).length() < 1e-9 {
        true => normal.dot(feet[1] - feet[0]),
        false => f64::NEG_INFINITY,
    };
    Separation {
        distance,
        normal,
        on_a: feet[0],
        on_b: feet[0] + normal * distance.max(0.0),
    }
}

/// The relation of a mesh and a shape: that of the deepest touching triangle, else of the nearest one.
fn to_mesh(triangles: &[(Triangle, Aabb)], other: &Form) -> Relation {
    let (mut best, mut touching) = (MAX_SEPARATION, 0);
    let mut take = |found: Separation| {
        touching += usize::from(found.distance <= 0.0);
        if found.distance < best.distance {
            best = found;
        }
        best.distance
    };
    match other {
        Form::Plane(plane) => {
            for (triangle, _) in triangles {
                take(swapped(to_plane(plane, triangle)));
            }
        }
        Form::Convex(convex) => {
            let [x, y, z] = DVec3::AXES.map(|axis| convex.extent(axis));
            let (min, max) = (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1));
            let whole = Aabb::new(min.as_vec3(), max.as_vec3());
            let mut known = f64::INFINITY;
            for (triangle, bounds) in triangles {
                // The boxes are in single precision, so their gap has a margin.
                if gap(bounds, &whole) - 1e-4 <= known.max(0.0) {
                    known = take(separation(triangle, &**convex));
                }
            }
        }
        Form::Mesh(_, others) => {
            let all = others.iter().fold(Aabb::EMPTY, |all, it| all.union(it.1));
            let mut known = f64::INFINITY;
            for (triangle, bounds) in triangles {
                if gap(bounds, &all) > known.max(0.0) {
                    continue;
                }
                for (theirs, their_bounds) in others {
                    if gap(bounds, their_bounds) <= known.max(0.0) {
                        known = take(separation(triangle, theirs));
                    }
                }
            }
        }
    }
    Relation {
        separation: best,
        triangles: Some(touching),
    }
}

/// The least distance between points of two boxes.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let away = (a.min - b.max).max(b.min - a.max).max(glam::Vec3::ZERO);
    f64::from(away.length())
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use hexbound_collide::geom::Sphere;

    use super::*;
    use crate::placed::tests::{mesh, placed};
    use hexbound_level::PlacedShape;

    #[test]
    fn the_relation_of_any_two_shapes_is_the_same_in_both_orders() {
        for first in PlacedShape::ALL.iter().copied() {
            for second in PlacedShape::ALL.iter().copied() {
                let a = placed(first, Vec3::new(0.3, 2.0, 0.1), Vec3::new(0.3, 0.2, 0.1));
                let b = placed(second, Vec3::new(0.9, 2.9, 1.0), Vec3::new(0.1, 0.5, 0.0));
                let there = Relation::of(&a.form, &b.form);
                let back = Relation::of(&b.form, &a.form);
                let case = format!("{first:?} {second:?} {there:?} {back:?}");
                assert_eq!(there.touches(), back.touches(), "{case}");
                let [there, back] = [there.separation, back.separation];
                let off = there.distance - back.distance;
                let is_same = there.distance == back.distance || off.abs() < 1e-3;
                assert!(is_same, "{case}");
                let between = there.on_b - there.on_a - there.normal * there.distance;
                assert!(there.distance < -1e9 || between.length() < 2e-3, "{case}");
            }
        }
    }

    #[test]
    fn a_plane_is_left_by_the_nearer_side() {
        let plane = placed(PlacedShape::Plane, Vec3::ZERO, Vec3::ZERO);
        let at = |z: f32| placed(PlacedShape::Sphere, Vec3::Z * z, Vec3::ZERO);
        for (z, distance, side) in [(2.0, 1.5, 1.0), (0.2, -0.3, 1.0), (-0.1, -0.4, -1.0)] {
            let found = Relation::of(&plane.form, &at(z).form).separation;
            assert!((found.distance - distance).abs() < 1e-6, "{found:?}");
            assert!((found.normal.z - side).abs() < 1e-6, "{found:?}");
        }
    }

    /// Two meshes touch where triangles of both do, by as many pairs as the library's trees find.
    #[test]
    fn a_mesh_is_its_triangles() {
        let ring = placed(PlacedShape::Ring, Vec3::ZERO, Vec3::ZERO);
        let ball = |x: f32| placed(PlacedShape::Burr, Vec3::X * x, Vec3::ZERO);
        let far = Relation::of(&ring.form, &ball(3.0).form);
        assert!(!far.touches() && far.triangles == Some(0));
        let near = Relation::of(&ring.form, &ball(0.6).form);
        assert!(near.touches() && near.triangles.unwrap() > 4);
        let burr = ball(0.6);
        let [ours, theirs] = [&ring, &burr].map(mesh);
        let pairs = ours.mesh.all_touched_by_mesh(&theirs.mesh, burr.to_world());
        assert_eq!(near.triangles, Some(pairs.len()));
        assert_eq!(ring.turn, Quat::IDENTITY);
    }

    #[test]
    fn a_ball_inside_a_closed_mesh_touches_nothing() {
        let burr = placed(PlacedShape::Burr, Vec3::ZERO, Vec3::ZERO);
        let ball = |radius| Form::Convex(Box::new(Sphere::new(Vec3::ZERO, radius)));
        let inside = Relation::of(&burr.form, &ball(0.02));
        assert!(!inside.touches(), "{inside:?}");
        assert!(Relation::of(&burr.form, &ball(1.0)).touches());
    }
}
