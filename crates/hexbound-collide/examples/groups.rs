//! Many placed meshes in named classes, as OgreOpcode has them. The caches of repeated queries keep all
//! triangles that a shape touched last, or one of them.

mod support;

use std::sync::Arc;

use glam::{Quat, Vec3};
use hexbound_collide::{
    ClassSet, Classes, FirstTouchCache, Group, Response, TouchCache,
    geom::{Aabb, Sphere},
};

pub fn main() {
    let mut classes = Classes::default();
    let [robot, wall, ghost] = ["robot", "wall", "ghost"].map(|name| {
        let class = classes.intern(name);
        class.expect("at most 64 classes")
    });
    classes.set(robot, wall, Response::All);

    let mut block = support::MeshBuilder::default();
    block.block(Vec3::splat(-0.5), Vec3::splat(0.5));
    let block = Arc::new(block.build());
    let mut group = Group::new(classes);
    assert!(group.is_empty());
    let mut add = |x: f32, class| {
        let added = group.add(block.clone(), Vec3::X * x, Quat::IDENTITY, class);
        added.expect("a finite place")
    };
    let (walker, _, _, _) = (
        add(0.0, robot),
        add(3.0, robot),
        add(6.0, wall),
        add(1.5, ghost),
    );

    // The response of two classes to each other may change at any time.
    let classes = group.classes_mut();
    classes.set(robot, robot, Response::First);
    for step in 0..12_u8 {
        let at = Vec3::X * 0.5 * f32::from(step);
        group.place(walker, at, Quat::from_rotation_y(0.3));
        for contact in group.touching_one(walker) {
            let [a, b] = contact
                .objects
                .map(|id| group.class(id).expect("still there"));
            let [a, b] = [a, b].map(|class| group.classes().name(class));
            println!(
                "x {:.1}: {a} touches {b}, {} pairs of triangles",
                at.x,
                contact.triangles.len()
            );
        }
    }
    println!("{} objects were moved past each other.", group.len());

    // A class is found by its name, for example one from a level's file.
    let wall = group.classes().find("wall").expect("named above");
    let walls: ClassSet = [wall].into_iter().collect();
    let (id, hit) = group
        .ray_cast(Vec3::X * -9.0, Vec3::X, 50.0, walls)
        .expect("the wall");
    let bounds = group.bounds(id).expect("still there");
    println!(
        "The first wall is {:.1} m ahead, around {:.1}.",
        hit.distance,
        bounds.center()
    );

    // The same query, each time a little further on.
    let level = support::level();
    let (mut touches, mut first) = (TouchCache::default(), FirstTouchCache::default());
    for step in 0..100_u8 {
        let center = Vec3::new(0.1 * f32::from(step), 0.5, 0.0);
        let ball = Sphere::new(center, 0.6);
        let half = Vec3::splat(0.4);
        let body = Aabb::new(center - half, center + half);
        assert_eq!(
            touches.all_touched(&level, &ball, 0.5),
            level.all_touched(&ball)
        );
        let any = first.any_touched(&level, &body);
        assert_eq!(any.is_some(), level.any_touched(&body).is_some());
    }
    println!("A hundred questions were answered with what the last answer left behind.");
}
