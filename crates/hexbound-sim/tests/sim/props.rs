//! Props: what stops them and what rays see of that; more of it is in cases/props.txt.

use hexbound_collide::{Body, geom::ConvexHull};
use hexbound_level::PropShape;
use hexbound_sim::Touched;

use crate::steps::*;

#[test]
fn the_scene_has_props_of_each_kind_that_are_no_part_of_the_level() {
    let level = scenes::named("props").unwrap();
    let count =
        |is: fn(&PropShape) -> bool| level.props.iter().filter(|p| is(&p.parts[0].shape)).count();
    assert_eq!(count(|shape| matches!(shape, PropShape::Box { .. })), 3);
    assert_eq!(count(|shape| matches!(shape, PropShape::Sphere { .. })), 2);
    assert_eq!(count(|shape| matches!(shape, PropShape::Hull(_))), 2);
    assert!(level.findings.is_empty(), "{:?}", level.findings);
    for prop in &level.props {
        let near = Body::sphere(prop.reach).unwrap();
        let is_free = level.collision.is_free(near, prop.position);
        assert!(is_free, "{}", prop.name);
        for triangle in 0..prop.mesh.len() as u32 {
            let [a, b, c] = prop.mesh.corners(triangle);
            let outward = (b - a).cross(c - a).dot(a + b + c) > 0.0;
            assert!(outward, "{} is inside out", prop.name);
        }
    }
    let owned = level.mesh.parts.iter().filter_map(|part| part.prop);
    assert!(owned.eq(0..7));
}

/// The sphere of the scene, pushed to the left into the tall box: no ray from its center meets that.
#[test]
fn the_first_body_ahead_is_known_a_second_before_it_is_touched() {
    let level = scenes::named("props").unwrap();
    let named = |name: &str| level.props.iter().position(|prop| prop.name == name);
    let [sphere, tall] = ["prop sphere", "prop tall box"].map(|name| named(name).unwrap());
    let mut world = World::new(&level, Rules::default());
    world.props[sphere].selected = true;
    let mut seen = Vec::new();
    while world.props[sphere].contact.is_none() && world.tick < 600 {
        play(&mut world, &level, Buttons::PUSH_LEFT, 1);
        let prop = &world.props[sphere];
        seen.push((prop.first_ahead, prop.position, prop.velocity));
    }
    let contact = world.props[sphere].contact.expect("it meets the box");
    assert_eq!(contact.touched, Touched::Prop(tall));
    let end = world.props[sphere].position;
    for (ahead, place, velocity) in seen {
        let step = velocity.length() * TICK_LENGTH;
        let missing = (end - place).length() - velocity.length();
        match ahead {
            // As far as the line that shows the velocity, and no farther.
            Some(_) => assert!(missing < step, "{missing} m too early"),
            None => assert!(missing > -2.0 * step, "{missing} m too late"),
        }
        if let Some(point) = ahead {
            assert!(point.distance(contact.point) < 0.01, "{point} {contact:?}");
        }
    }
    wait(&mut world, &level, 1);
    // It is still there.
    assert!(world.props[sphere].first_ahead.is_some());
}

#[test]
fn the_hull_sweep_agrees_with_the_swept_kernel_on_boxes() {
    let level = scenes::named("terrain").unwrap();
    let half = vec3(0.4, 0.7, 0.3);
    let corner = |index: usize| {
        let side = |bit: usize| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * vec3(side(0), side(1), side(2))
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let hull = ConvexHull::from_points(&corners).unwrap();
    for case in 0..200 {
        let spread = |k: f32| libm::sinf(case as f32 * k + k);
        let from = vec3(20.0 * spread(1.3), 8.0, 20.0 * spread(2.1));
        let motion = vec3(6.0 * spread(0.7), -9.0, 6.0 * spread(3.3));
        let [from, motion] = [from, motion].map(Vec3::as_dvec3);
        let body = Body::cuboid(half).unwrap();
        let kernel = level.collision.sweep(body, from, from + motion).unwrap();
        let touch = |triangle: u32| {
            let corners = level.collision.corners(triangle);
            let triangle = ConvexHull::triangle(corners.map(|it| it.as_dvec3() - from));
            hull.sweep(DVec3::ZERO, motion, &triangle, 1e-6)
        };
        let found = (0..level.collision.len() as u32).filter_map(touch);
        let found = found.map(|touch| touch.fraction).fold(2.0, f64::min);
        let kernel = kernel.map_or(2.0, |hit| hit.fraction);
        assert!((kernel - found).abs() < 1e-6, "{case} {kernel} {found}");
    }
}
