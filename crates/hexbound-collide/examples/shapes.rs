//! Plain shapes without any mesh: all 21 pairs of the six simple ones, and rays into them. Two balls
//! fly at each other, a hull drops onto a triangle, and a camera's frustum selects shapes.

use glam::{
    DVec3, Vec3,
    camera::rh::{
        proj::directx::{perspective, perspective_infinite_reverse},
        view::look_to_mat4,
    },
};
use hexbound_collide::geom::{
    Aabb, ClosestPoint, ConvexHull, Frustum, FrustumPlanes, InfiniteCylinder, Intersects, Plane,
    Ray, Rectangle, Sphere, reflect, sweep_sphere_sphere,
};

/// One row of the table: whether a shape touches each of the others.
macro_rules! row {
    ($name:literal, $shape:expr, $($other:expr),+) => {
        print!("{:<10}", $name);
        $(print!("{:>10}", if $shape.intersects(&$other) { "touches" } else { "-" });)+
        println!();
    };
}

pub fn main() {
    let view = look_to_mat4(Vec3::ZERO, Vec3::NEG_Z, Vec3::Y);
    let sphere = Sphere::new(Vec3::new(0.0, 0.5, -4.0), 1.0);
    let aabb = Aabb::new(Vec3::new(0.5, 0.0, -5.0), Vec3::new(2.0, 1.0, -3.0));
    let plane = Plane::new(Vec3::Y, -0.5);
    let ray = Ray::new(Vec3::new(-3.0, 0.9, -4.0), Vec3::X);
    let rectangle = Rectangle::new(Vec3::new(4.0, 0.0, -4.0), Vec3::Z, Vec3::Y);
    let frustum = Frustum::from_view_projection(perspective(1.0, 1.0, 0.1, 20.0) * view)
        .expect("a camera sees a volume");

    println!("             sphere      aabb     plane       ray rectangle   frustum");
    row!(
        "sphere", sphere, sphere, aabb, plane, ray, rectangle, frustum
    );
    row!("aabb", aabb, sphere, aabb, plane, ray, rectangle, frustum);
    row!("plane", plane, sphere, aabb, plane, ray, rectangle, frustum);
    row!("ray", ray, sphere, aabb, plane, ray, rectangle, frustum);
    row!(
        "rectangle",
        rectangle,
        sphere,
        aabb,
        plane,
        ray,
        rectangle,
        frustum
    );
    row!(
        "frustum", frustum, sphere, aabb, plane, ray, rectangle, frustum
    );
    assert!(sphere.intersects(&aabb) && !sphere.intersects(&rectangle));

    // A ray meets the ball, and its reflection leaves from the hit.
    let hit = ray.cast(&sphere).expect("the ray leads through the ball");
    let leaving = reflect(&ray, hit.point, hit.normal);
    println!(
        "\nThe ray meets the ball after {:.2} m and leaves along {:.2}.",
        hit.distance, leaving.direction
    );
    let post = InfiniteCylinder {
        center: Vec3::NEG_Z * 4.0,
        axis: Vec3::Y,
        radius: 0.25,
    };
    println!(
        "A post is met after {:.2} m.",
        ray.cast(&post).expect("a post").distance
    );
    println!(
        "The box is nearest to the origin at {:.2}.",
        aabb.closest_point(DVec3::ZERO)
    );
    println!("The box is on the plane's side {:?}.", plane.side(&aabb));

    // Moving shapes: the exact moment.
    let (left, right) = (
        Sphere::new(Vec3::ZERO, 0.5),
        Sphere::new(Vec3::X * 9.0, 0.5),
    );
    let impact = sweep_sphere_sphere(&left, Vec3::X * 10.0, &right, Vec3::X * -10.0);
    let impact = impact.expect("they fly at each other");
    println!(
        "Two balls meet after {} of the step at {:.2}.",
        impact.fraction, impact.point
    );
    let tent =
        ConvexHull::from_points(&[Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::Z]).expect("a volume");
    let floor = ConvexHull::triangle([DVec3::X * 9.0, DVec3::X * -9.0, DVec3::Z * 9.0]);
    let impact = tent.sweep(DVec3::Y * 2.0, DVec3::Y * -4.0, &floor, 1e-3);
    println!(
        "A tent lands after {} of the step.",
        impact.expect("it falls").fraction
    );

    // A frustum is six planes: moved up by 9 m it no longer contains the ball.
    let planes = frustum
        .planes()
        .map(|plane| Plane::new(plane.normal, plane.offset + 9.0 * plane.normal.y));
    let raised = Frustum::from_planes(planes).expect("as good as before");
    assert!(!raised.intersects(&sphere));

    // Visibility for a camera without a far plane.
    let planes =
        FrustumPlanes::from_view_projection(&(perspective_infinite_reverse(1.0, 1.0, 0.1) * view));
    assert!(planes.may_touch_box(&aabb) && planes.may_touch_sphere(&sphere));
    assert!(!planes.contains_box(&aabb.grown(Vec3::splat(9.0))));
}
