//! Two meshes against each other: a ring that slides over a post, until their triangles touch. The
//! coarse test of two boxes, which such a descent may use, is compared with the exact one.

mod support;

use std::f32::consts::TAU;

use glam::{Affine3A, Quat, Vec3};
use hexbound_collide::{
    BoxTree, CollisionMesh, OpcodeLayout, OpcodeTree,
    geom::{Aabb, Intersects, Obb},
};

/// A flat ring about the y axis, 1 m wide inside.
fn ring() -> CollisionMesh {
    let mut mesh = support::MeshBuilder::default();
    let point = |index: u8, radius: f32, height: f32| {
        let angle = TAU * f32::from(index % 24) / 24.0;
        Vec3::new(angle.cos() * radius, height, angle.sin() * radius)
    };
    for index in 0..24 {
        let profile = [(0.5, -0.1), (0.8, -0.1), (0.8, 0.1), (0.5, 0.1)];
        for side in 0..4 {
            let ((r0, y0), (r1, y1)) = (profile[side], profile[(side + 1) % 4]);
            mesh.quad([
                point(index, r0, y0),
                point(index + 1, r0, y0),
                point(index + 1, r1, y1),
                point(index, r1, y1),
            ]);
        }
    }
    mesh.build()
}

pub fn main() {
    let mut post = support::MeshBuilder::default();
    post.block(Vec3::new(-0.2, -2.0, -0.2), Vec3::new(0.2, 2.0, 0.2));
    let (post, ring) = (post.build(), ring());

    println!("shift  tilt  pairs of triangles");
    for (shift, tilt) in [(0.0, 0.0), (0.2, 0.0), (0.31, 0.0), (0.0, 0.6), (0.0, 1.2)] {
        let placed =
            Affine3A::from_rotation_translation(Quat::from_rotation_z(tilt), Vec3::X * shift);
        let pairs = post.all_touched_by_mesh(&ring, placed);
        println!("{shift:5.2}  {tilt:4.1}  {}", pairs.len());
        assert_eq!(
            post.any_touched_by_mesh(&ring, placed).is_some(),
            !pairs.is_empty()
        );
    }

    // Every box of the ring's tree, tilted, against the post's box.
    let turn = Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.6);
    let whole = Obb::from(post.bounds());
    let (mut coarse, mut exact, mut all) = (0, 0, 0);
    let enters = |bounds: &Aabb| {
        let turned = Obb::new(turn * bounds.center(), bounds.size() * 0.5, turn);
        all += 1;
        coarse += u32::from(turned.may_touch(&whole));
        exact += u32::from(turned.intersects(&whole));
        true
    };
    OpcodeTree::build(&ring, OpcodeLayout::Normal).visit(enters, |_| {});
    println!("Of {all} boxes {exact} touch the post's, and {coarse} by the six face axes alone.");
    assert!(exact <= coarse);
}
