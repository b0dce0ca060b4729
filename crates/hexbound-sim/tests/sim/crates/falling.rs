//! Crates that fall, stand in stacks, slide down slopes and hold together.

use super::*;

#[test]
fn a_stack_stands_and_what_loses_its_support_falls() {
    let mut scene = floor();
    for level in 0..8 {
        let at = vec3(0.02 * level as f32, 0.55 + 1.05 * level as f32, 0.0);
        scene = crate_at(scene, at, 0.5, 5.0 * (1 + level) as f32);
    }
    let (level, mut world) = world(scene);
    wait(&mut world, &level, 600);
    for (index, prop) in world.props.iter().enumerate() {
        let height = (1.0 + SKIN) * index as f32 + 0.5 + SKIN;
        let place = vec3(0.02 * index as f32, height, 0.0);
        let off = prop.position.distance(place);
        assert!(off < 1e-3 && prop.resting, "{index} {prop:?}");
    }
    // The lowest leaves sideways, by the keys.
    let [_, right, _] = level.props[0].axes();
    world.props[0].speeds = vec3(0.0, right.x, 0.0) * 6.0;
    wait(&mut world, &level, 60);
    world.props[0].speeds = Vec3::ZERO;
    wait(&mut world, &level, 600);
    check_apart(&world, &level);
    let places = places(&world);
    assert!(places[0].x > 1.0, "{places:?}");
    assert!((places[1].y - 0.5).abs() < 0.01, "{places:?}");
    assert!(places[7].y < 6.6 && world.props.iter().all(|prop| prop.resting));
}

#[test]
fn friction_holds_on_a_gentle_slope_and_not_on_a_steep_one() {
    let on = |degrees: f32| {
        let angle = degrees.to_radians();
        let run = 3.0 / libm::tanf(angle);
        let up = vec3(0.0, libm::cosf(angle), libm::sinf(angle));
        let middle = vec3(0.0, 1.5, -run * 0.5);
        let rotation = Quat::from_rotation_arc(Vec3::Y, up);
        let scene = floor()
            .ramp(Vec3::ZERO, vec3(0.0, 3.0, -run), 4.0)
            .prop_box("prop", middle + up * 0.5, Vec3::splat(0.4), rotation)
            .with_gravity()
            .with_mass(9.0);
        let (level, mut world) = world(scene);
        let start = world.props[0].position;
        wait(&mut world, &level, 600);
        check_apart(&world, &level);
        assert!(world.props[0].resting, "{degrees}");
        world.props[0].position.distance(start)
    };
    assert!(on(15.0) < 0.15 && on(25.0) < 0.2);
    assert!(on(32.0) > 1.0 && on(45.0) > 1.0);
}
