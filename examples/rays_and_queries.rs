//! Asks a small level, built by hand, everything that is not a move: rays, what shapes touch, the
//! nearest point, and which placed objects touch each other.
//!
//! `cargo run --example rays_and_queries`

use std::sync::Arc;

use glam::{Quat, Vec3};
use hexbound::{
    collide::{ClassSet, Classes, CollisionMesh, FirstTouchCache, Group, MeshError, Response},
    geom::{Plane, Sphere},
};

fn main() -> Result<(), MeshError> {
    let mesh = floor_and_wall()?;
    rays(&mesh);
    shapes(&mesh);
    objects(Arc::new(mesh));
    Ok(())
}

/// Ten metres of floor in y = 0 and a wall in z = 0, 3 m high.
fn floor_and_wall() -> Result<CollisionMesh, MeshError> {
    let floor = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 10.0],
        [10.0, 0.0, 10.0],
        [10.0, 0.0, 0.0],
    ];
    let wall_top = [[10.0, 3.0, 0.0], [0.0, 3.0, 0.0]];
    let positions: Vec<Vec3> = floor.into_iter().chain(wall_top).map(Vec3::from).collect();
    CollisionMesh::build(&positions, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])
}

fn rays(mesh: &CollisionMesh) {
    let eye = Vec3::new(2.0, 1.7, 5.0);
    for direction in [Vec3::NEG_Y, Vec3::NEG_Z, Vec3::new(0.6, -0.8, 0.0), Vec3::Y] {
        let hit = mesh.ray_cast(eye, direction, 20.0);
        let found = hit.map(|hit| (hit.triangle, hit.distance));
        println!("{direction} hits {found:?}");
    }
}

fn shapes(mesh: &CollisionMesh) {
    let ball = Sphere::new(Vec3::new(2.0, 0.4, 0.4), 0.5);
    for (triangle, contact) in mesh.contacts(&ball) {
        println!("the ball is {:.2} m deep in {triangle}", contact.depth);
    }
    // Inside is where a plane's normal points away from.
    let right = [Plane::new(Vec3::NEG_X, -6.0), Plane::new(Vec3::NEG_Z, -8.0)];
    println!("x > 6, z > 8: {:?}", mesh.all_between(&right));
    if let Some(near) = mesh.nearest_point(Vec3::new(5.0, 2.0, 1.0), 5.0) {
        println!("nearest: {} at {:.2} m", near.point, near.distance);
    }
    // Asked every frame of something that hardly moves: mostly without any tree.
    let mut cache = FirstTouchCache::default();
    let touches = |step: u8| Sphere::new(Vec3::new(f32::from(step), 0.2, 3.0), 0.3);
    let steps = (0..12).filter(|step| cache.any_touched(mesh, &touches(*step)).is_some());
    println!("a rolling ball touches in {} of 12 places", steps.count());
}

fn objects(mesh: Arc<CollisionMesh>) {
    let mut classes = Classes::default();
    let (Some(wall), Some(door)) = (classes.class("wall"), classes.class("door")) else {
        return;
    };
    classes.set(wall, door, Response::First);
    let mut group = Group::new(classes);
    group.add(mesh.clone(), Vec3::ZERO, Quat::IDENTITY, wall);
    group.add(
        mesh,
        Vec3::new(1.0, 0.5, -1.0),
        Quat::from_rotation_y(0.5),
        door,
    );
    println!("{:?}", group.touching());
    let doors: ClassSet = [door].into_iter().collect();
    let hit = group.ray_cast(Vec3::new(5.0, 9.0, 3.0), Vec3::NEG_Y, 20.0, doors);
    println!("a ray that sees only doors: {hit:?}");
}
