//! The article's plane-crossing test ("Collision Detection in a Direct3D Program", after Ranta-Eskola)
//! leaks at a sharp edge; the sweep does not. Both walk straight at a wedge.

use glam::{DVec3, Vec3};
use hexbound_collide::{
    ArticleDistance, Body, CollisionMesh, Counters, MoveError, Mover, SlideRule, geom::Aabb,
};

const RADIUS: f32 = 0.4;

pub fn main() -> Result<(), MoveError> {
    // An upright wedge of 16°, its edge toward the walker and its back open.
    let [edge, left, right] = [(0.0, 0.0), (-0.56, -4.0), (0.56, -4.0)];
    let corner = |(x, z): (f32, f32), y: f32| Vec3::new(x, y, z);
    let at = [edge, left, right].map(|point| [corner(point, -2.0), corner(point, 2.0)]);
    let triangles = [[0, 1, 2], [2, 1, 3], [0, 4, 1], [4, 5, 1]];
    let wedge = CollisionMesh::build(at.as_flattened(), &triangles).expect("a wedge");

    let body = Body::sphere(RADIUS).expect("a ball");
    let all = Aabb::new(Vec3::splat(-9.0), Vec3::splat(9.0));
    let mut mover = Mover::new(&wedge, body, all, Default::default());
    let inside = |p: Vec3| (-4.0..0.0).contains(&p.z) && p.x.abs() < -p.z * 0.14;

    let (mut article, mut swept) = (Vec3::new(0.02, 0.0, 2.0), DVec3::new(0.02, 0.0, 2.0));
    let (mut leaked, mut kept) = (0, 0);
    for _ in 0..150 {
        let step = Vec3::NEG_Z * 0.05;
        let distance = ArticleDistance::Constant(RADIUS);
        let moved = wedge.article_move(distance, article, article + step, &mut Counters::default());
        article = moved.position;
        swept = mover
            .slide(swept, step.as_dvec3(), SlideRule::Free)?
            .position;
        leaked += u32::from(inside(article));
        kept += u32::from(inside(swept.as_vec3()));
    }
    println!("The article's test: inside the wedge for {leaked} ticks, then at {article:.2}.");
    println!("The sweep: inside the wedge for {kept} ticks, then at {swept:.2}.");
    assert!(leaked > 0 && kept == 0);
    Ok(())
}
