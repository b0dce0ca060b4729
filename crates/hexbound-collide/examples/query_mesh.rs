//! The queries that OPCODE lists, of a static level: sphere, box, rotated box, planes and frustum against
//! a mesh, all contacts or the first; and the nearest point. Rays and other meshes have examples of their
//! own.

mod support;

use glam::{
    Quat, Vec3,
    camera::rh::{proj::directx::perspective, view::look_to_mat4},
};
use hexbound_collide::{
    CollisionMesh, QueryShape,
    geom::{Aabb, Frustum, Obb, Plane, Sphere, Triangle},
};

fn report(level: &CollisionMesh, name: &str, shape: &impl QueryShape) {
    let all = level.all_touched(shape);
    let first = level.any_touched(shape);
    println!("{name:<12} {:3} triangles", all.len());
    assert_eq!(first.is_some(), !all.is_empty());
    // A tree of another kind tests other boxes, with the same result.
    assert_eq!(
        level.all_touched_through(&level.tree().compact(), shape),
        all
    );
}

pub fn main() {
    let level = support::level();
    let stairs = Vec3::new(2.5, 0.3, 0.0);
    println!(
        "Of the level's triangles {} were left out, and {} are needles without a plane of their own.",
        level.left_out(),
        level.needles()
    );
    println!("Touched, of {} triangles:", level.len());
    report(&level, "sphere", &Sphere::new(stairs, 0.5));
    let half = Vec3::new(0.6, 0.2, 0.3);
    report(&level, "box", &Aabb::new(stairs - half, stairs + half));
    report(
        &level,
        "turned box",
        &Obb::new(stairs, half, Quat::from_rotation_y(0.8)),
    );
    report(
        &level,
        "triangle",
        &Triangle::new(stairs, stairs + Vec3::Y, stairs + Vec3::X),
    );

    // The view of a camera at the foot of the stairs: exactly, and by its planes alone, which also
    // accept a triangle outside that no single plane excludes.
    let view = look_to_mat4(Vec3::new(-1.0, 1.6, 0.0), Vec3::X, Vec3::Y);
    let frustum = Frustum::from_view_projection(perspective(0.5, 1.5, 0.1, 8.0) * view)
        .expect("a camera sees a volume");
    report(&level, "frustum", &frustum);
    report(&level, "its box", &frustum.bounds());
    let between = level.all_between(&frustum.planes());
    println!("{:<12} {:3} triangles", "six planes", between.len());
    assert!(between.len() >= level.all_touched(&frustum).len());

    // The region below knee height ahead of the stairs: any number of planes is valid.
    let low = [Plane::new(Vec3::Y, 0.5), Plane::new(Vec3::X, 2.0)];
    println!(
        "{:<12} {:3} triangles",
        "two planes",
        level.all_between(&low).len()
    );

    let nearest = level.nearest_point(Vec3::new(0.0, 1.0, 1.0), 5.0);
    let nearest = nearest.expect("the floor is near");
    println!(
        "The nearest point is {:.2} m away, at {:.2}.",
        nearest.distance, nearest.point
    );
    assert_eq!(nearest.point.y, 0.0);
}
