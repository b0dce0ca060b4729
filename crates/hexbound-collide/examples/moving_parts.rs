//! A level with a door that turns on its hinge: nothing is rebuilt when a part moves, its mesh is only
//! placed elsewhere. A ball is swept through the doorway while the door opens.

mod support;

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{Body, MoveError, Obstacles, Placement};

pub fn main() -> Result<(), MoveError> {
    // A wall with a doorway 1 m wide at its middle, and a door as wide, built shut.
    let mut walls = support::MeshBuilder::default();
    walls.block(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(5.0, 0.0, 5.0));
    walls.block(Vec3::new(-5.0, 0.0, -0.1), Vec3::new(-0.5, 3.0, 0.1));
    walls.block(Vec3::new(0.5, 0.0, -0.1), Vec3::new(5.0, 3.0, 0.1));
    let mut door = support::MeshBuilder::default();
    door.block(Vec3::new(-0.5, 0.0, -0.05), Vec3::new(0.5, 2.0, 0.05));
    let (walls, door) = (walls.build(), door.build());

    let body = Body::sphere(0.3).expect("a ball").with_skin();
    let (from, to) = (DVec3::new(0.1, 0.5, -3.0), DVec3::new(0.1, 0.5, 3.0));
    let hinge = DVec3::new(-0.5, 0.0, 0.0);
    let mut free = Vec::new();
    for degrees in (0..=90).step_by(15) {
        let turn = DAffine3::from_rotation_y(-f64::from(degrees).to_radians());
        let about_hinge = DAffine3::from_translation(hinge) * turn;
        let place = Placement::new(about_hinge * DAffine3::from_translation(-hinge));
        let place = place.expect("a motion that can be undone");

        let mut obstacles = Obstacles::from(&walls);
        obstacles.add(&door, &place);
        let hits = obstacles.mover_at(body, from.as_vec3()).sweep(from, to)?;
        let part = hits.first().map_or(1.0, |hit| hit.fraction);
        println!(
            "door at {degrees:2}°: the ball gets {:.2} m far",
            part * 6.0
        );
        free.push(part);
    }
    assert!(free[0] < 0.5, "a shut door holds");
    assert_eq!(free.last(), Some(&1.0), "an open one does not");
    Ok(())
}
