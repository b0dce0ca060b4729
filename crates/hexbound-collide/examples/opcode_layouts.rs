//! OPCODE's four layouts and five split rules side by side: their memory, and the boxes and triangles
//! tested for the same results. Every query of a mesh also accepts a tree of your own.

mod support;

use std::cell::Cell;

use glam::Vec3;
use hexbound_collide::{
    BoxTree, CollisionMesh, OpcodeLayout, OpcodeOptions, OpcodeTree, SplitPoint, SplitRule,
    geom::{Aabb, Plane, Sphere},
};

/// Hills of 4,050 triangles, fine at one corner and coarse at the other.
fn hills() -> CollisionMesh {
    let mut mesh = support::MeshBuilder::default();
    let point = |x: u16, z: u16| {
        let [x, z] = [x, z].map(|step| f32::from(step).powi(2) / 45.0);
        Vec3::new(x, ((x * 0.4).sin() + (z * 0.3).cos()) * 1.5, z * 0.5)
    };
    for x in 0..45 {
        for z in 0..45 {
            let corners = [(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)];
            mesh.quad(corners.map(|(x, z)| point(x, z)));
        }
    }
    mesh.build()
}

/// Queries a tree with a hundred balls. Returns the average numbers of tested boxes and triangles, and
/// the touched triangles.
fn query(mesh: &CollisionMesh, tree: &impl BoxTree) -> (f64, f64, Vec<u32>) {
    let (boxes, triangles) = (Cell::new(0), Cell::new(0));
    let mut touched = Vec::new();
    let balls = (0..100_u8).map(|ball| {
        let along = f32::from(ball) * 0.44;
        Sphere::new(Vec3::new(along, 1.0, 22.0 - 0.5 * along), 1.5)
    });
    for ball in balls {
        let region = ball.bounds();
        let enters = |bounds: &Aabb| {
            boxes.set(boxes.get() + 1);
            bounds.overlaps(&region)
        };
        tree.visit(enters, |_| triangles.set(triangles.get() + 1));
        touched.extend(mesh.all_touched_through(tree, &ball));
    }
    (
        f64::from(boxes.get()) / 100.0,
        f64::from(triangles.get()) / 100.0,
        touched,
    )
}

pub fn main() {
    let mesh = hills();
    let (boxes, triangles, expected) = query(&mesh, mesh.tree());
    println!("The eight-wide tree asks {boxes:.0} boxes and {triangles:.0} triangles.");

    let above = Vec3::new(20.0, 6.0, 11.0);
    let corner = [Plane::new(Vec3::X, 9.0), Plane::new(Vec3::Z, 7.0)];
    println!("\nlayout            nodes  bytes/triangle  boxes  triangles");
    for layout in OpcodeLayout::ALL {
        let tree = OpcodeTree::build(&mesh, layout);
        let (boxes, triangles, touched) = query(&mesh, &tree);
        assert_eq!(touched, expected, "every layout gives the same answers");
        let nearest = mesh.nearest_point_through(&tree, above, 9.0);
        assert_eq!(nearest, mesh.nearest_point(above, 9.0));
        let between = mesh.all_between_through(&tree, &corner);
        assert_eq!(between, mesh.all_between(&corner));
        let (name, nodes) = (format!("{:?}", tree.layout()), tree.node_count());
        let bytes = tree.bytes() as f64 / mesh.len() as f64;
        println!("{name:<15} {nodes:7} {bytes:15.1} {boxes:6.0} {triangles:10.0}");
    }

    println!("\nsplit rule      point            depth  boxes  triangles");
    for rule in SplitRule::ALL {
        for point in [SplitPoint::BoxCenter, SplitPoint::GeometricCenter] {
            let layout = OpcodeLayout::QuantizedNoLeaf;
            let options = OpcodeOptions {
                layout,
                rule,
                point,
            };
            let tree = OpcodeTree::build_with(&mesh, options);
            let (boxes, triangles, touched) = query(&mesh, &tree);
            assert_eq!(touched, expected, "every rule gives the same answers");
            let (rule, point, depth) = (format!("{rule:?}"), format!("{point:?}"), tree.depth());
            println!("{rule:<15} {point:<15} {depth:6} {boxes:6.0} {triangles:10.0}");
        }
    }
}
