//! Stored values are equal after loading, and invalid ones are refused.

use std::fmt::Debug;

use glam::{Vec3, dvec3, vec3};
use hexbound_collide::{
    Body, Class, Classes, CollisionMesh, Counters, Explanation, Hit, RayHit, Response,
    WalkSettings, geom::ConvexHull,
};
use serde::{Serialize, de::DeserializeOwned};

fn stored<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[track_caller]
fn refused<T: DeserializeOwned>(text: &str, reason: &str) {
    let fault = serde_json::from_str::<T>(text).err();
    let said = fault.map_or(String::from("taken"), |it| it.to_string());
    assert!(said.contains(reason), "{said}: {text}");
}

#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(stored(value), *value);
}

/// Formats a value with few decimals, since the JSON reader may change a number's last bit.
fn rounded(value: &impl Debug) -> String {
    format!("{value:.9?}")
}

#[test]
fn bodies_and_answers_come_back() {
    let floor = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    let floor = CollisionMesh::build(&floor, &[[0, 1, 2]]).unwrap();
    let bodies = [
        Body::sphere(0.3),
        Body::ellipsoid(0.4, 0.9),
        Body::capsule(0.25, 0.5),
        Body::cuboid(vec3(0.1, 0.2, 0.3)),
        Body::cylinder(0.3, 0.7),
    ];
    let (from, to) = (dvec3(2.1, 3.0, 2.2), dvec3(2.0, -1.0, 2.0));
    for body in bodies.map(Result::unwrap) {
        comes_back(&body);
        let hit: Hit = floor.sweep(body, from, to).unwrap().unwrap();
        assert_eq!(rounded(&stored(&hit)), rounded(&hit));
        let why: Explanation = floor.explain(body, from, to, 0).unwrap();
        assert_eq!(rounded(&stored(&why)), rounded(&why));
    }
    let hit: RayHit = floor.ray_cast(from.as_vec3(), Vec3::NEG_Y, 9.0).unwrap();
    comes_back(&hit);
    comes_back(&Counters {
        rejected_ps: [1, 2, 3, 4, 5, 6],
        ..Counters::default()
    });
    comes_back(&WalkSettings::default());
}

#[test]
fn meshes_come_back_in_their_order() {
    let at = |i: u8| vec3(f32::from(i % 7), f32::from(i / 7), f32::from(i % 3));
    let corners: [_; 50] = std::array::from_fn(|i| Vec3::AXES.map(|axis| at(i as u8) + axis));
    let triangles: [_; 50] = std::array::from_fn(|i| [0, 1, 2].map(|k| 3 * i as u32 + k));
    let mesh = CollisionMesh::build(corners.as_flattened(), &triangles).unwrap();
    let again = stored(&mesh);
    assert_eq!(again.identity(), mesh.identity());
    let sources = |mesh: &CollisionMesh| (0..50).map(|it| mesh.source(it)).collect::<Vec<_>>();
    assert_eq!(sources(&again), sources(&mesh));
    assert_ne!(sources(&mesh), (0..50).collect::<Vec<_>>());
    let lacking = r#"{"positions":[[0,0,0],[1,0,0],[0,0,1]],"triangles":[[0,1,2]],"source":[]}"#;
    refused::<CollisionMesh>(lacking, "0 numbers were stored of 1 triangles");
    let empty = r#"{"positions":[],"triangles":[[0,1,2]],"source":[0]}"#;
    refused::<CollisionMesh>(empty, "names vertex 0");
}

#[test]
fn hulls_come_back_by_their_corners() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, vec3(1.0, 2.0, 3.0)];
    let hull = ConvexHull::from_points(&corners).unwrap();
    comes_back(&hull);
    let flat = "[[0,0,0],[1,0,0],[0,1,0]]";
    refused::<ConvexHull>(flat, "not those of a convex hull");
}

#[test]
fn classes_come_back_with_their_table() {
    let mut classes = Classes::default();
    let robot = classes.intern("robot").unwrap();
    let wall = classes.intern("wall").unwrap();
    classes.set(robot, wall, Response::First);
    let back = stored(&classes);
    assert_eq!(back, classes);
    assert_eq!(back.response(stored(&wall), robot), Response::First);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let flat = r#"{"Ellipsoid":{"axes":[0.4,0.0,0.4]}}"#;
    refused::<Body>(flat, "half extents");
    let negative = r#"{"Capsule":{"radius":0.4,"half_height":-1.0}}"#;
    refused::<Body>(negative, "half height");
    refused::<Class>("64", "below 64");
    let short = r#"{"names":["a","b"],"table":[["All"]]}"#;
    refused::<Classes>(short, "table");
    let twice = r#"{"names":["a","a"],"table":[["All"],["All","All"]]}"#;
    refused::<Classes>(twice, "one name");
}

#[test]
fn plain_shapes_and_options_come_back() {
    use hexbound_collide::{
        OpcodeLayout, OpcodeOptions,
        geom::{Aabb, Cylinder, Obb, Plane, Ray, Rectangle, Sphere, Triangle},
    };
    let center = vec3(0.1, -2.5, 1e-7);
    let turn = glam::Quat::from_rotation_y(0.3);
    let cylinder = Cylinder {
        center,
        axis: Vec3::Y,
        radius: 0.5,
        half_length: 1.0,
    };
    comes_back(&Aabb::new(center, Vec3::ONE));
    comes_back(&Obb::new(center, Vec3::ONE, turn));
    comes_back(&Sphere::new(center, 0.1));
    comes_back(&Plane::new(Vec3::Y, 0.1));
    comes_back(&Ray::new(center, Vec3::Z));
    comes_back(&cylinder);
    comes_back(&Rectangle::new(center, Vec3::X, Vec3::Y));
    comes_back(&Triangle::new(center, Vec3::X, Vec3::Y));
    comes_back(&OpcodeOptions::new(OpcodeLayout::QuantizedNoLeaf));
}
