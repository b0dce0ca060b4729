//! Props: selecting and pushing them, what stops them, and what rays see of that.

use glam::{Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, SKIN, geom::ConvexHull};

use crate::steps::{play, wait};
use hexbound_base::clock::TICK_LENGTH;
use hexbound_level::{Level, PropShape};
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{
    Ball, Buttons, Command, Event, EventKind, Methods, Pointed, PropSense, PropState, Rules,
    Touched, World,
};

/// A floor with the player at the middle, looking along −Z, eyes at 1.65 m.
fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
}

/// Presses and releases.
fn press(world: &mut World, level: &Level, buttons: Buttons) -> Vec<Event> {
    let mut events = play(world, level, buttons, 1);
    events.extend(wait(world, level, 1));
    events
}

/// Points from the player's eye, at the spawn, to a place.
fn point_at(world: &mut World, level: &Level, place: Vec3) -> Vec<Event> {
    let way = place - world.player.eye_position();
    let command = Command {
        pointed: Some(Pointed {
            yaw: f32::atan2(-way.x, -way.z),
            pitch: f32::atan2(way.y, way.with_y(0.0).length()),
        }),
        ..Command::default()
    };
    let mut events = Vec::new();
    world.step(level, &command, &mut events);
    events
}

#[test]
fn the_pointer_picks_a_prop_that_the_player_does_not_look_at() {
    let places = [
        Vec3::new(0.0, 1.65, -5.0),
        Vec3::new(-4.0, 2.5, -3.0),
        Vec3::new(2.0, 0.6, 5.0),
        Vec3::new(5.0, 1.0, 0.0),
    ];
    let wall = (Vec3::new(3.0, 0.0, -2.0), Vec3::new(3.5, 4.0, 2.0));
    let scene = places
        .into_iter()
        .fold(floor(), |scene, place| boxed(scene, place, 0.4));
    let level = scene
        .part("wall")
        .cuboid(wall.0, wall.1)
        .build("props")
        .unwrap();
    let mut world = World::new(&level, Rules::default());
    let chosen = |world: &World| {
        world
            .props
            .iter()
            .map(|prop| prop.selected)
            .collect::<Vec<_>>()
    };
    let before = [world.player.yaw, world.player.pitch];
    let events = point_at(&mut world, &level, places[1]);
    assert_eq!(count(&events, EventKind::PropSelect), 1);
    point_at(&mut world, &level, places[2]);
    assert_eq!(chosen(&world), [false, true, true, false]);
    let events = point_at(&mut world, &level, places[2]);
    assert_eq!(count(&events, EventKind::PropDeselect), 1);
    assert_eq!(chosen(&world), [false, true, false, false]);
    // The last one is behind a wall, and so nothing that can be moved.
    point_at(&mut world, &level, places[3]);
    assert_eq!(chosen(&world), [false; 4]);
    press(&mut world, &level, Buttons::SELECT);
    // The key still looks ahead.
    assert_eq!(chosen(&world), [true, false, false, false]);
    assert_eq!([world.player.yaw, world.player.pitch], before);
}

fn turn(world: &mut World, level: &Level, yaw: f32) {
    let command = Command {
        yaw,
        ..Command::default()
    };
    world.step(level, &command, &mut Vec::new());
}

fn count(events: &[Event], kind: EventKind) -> usize {
    events.iter().filter(|event| event.kind == kind).count()
}

/// The only prop, selected and at rest.
fn with_one(scene: SceneBuilder, rules: Rules) -> (Level, World) {
    let level = scene.build("props").unwrap();
    assert_eq!((level.props.len(), level.findings.len()), (1, 0));
    let mut world = World::new(&level, rules);
    world.props[0].selected = true;
    (level, world)
}

fn boxed(scene: SceneBuilder, center: Vec3, half: f32) -> SceneBuilder {
    scene.prop_box("prop", center, Vec3::splat(half), Quat::IDENTITY)
}

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
        assert!(
            level.collision.is_free(near, prop.position),
            "{}",
            prop.name
        );
        for triangle in 0..prop.mesh.len() as u32 {
            let [a, b, c] = prop.mesh.corners(triangle);
            let outward = (b - a).cross(c - a).dot(a + b + c) > 0.0;
            assert!(outward, "{} is inside out", prop.name);
        }
    }
    let owned: Vec<_> = level
        .mesh
        .parts
        .iter()
        .filter_map(|part| part.prop)
        .collect();
    assert_eq!(owned, (0..7).collect::<Vec<_>>());
}

#[test]
fn looking_at_a_prop_selects_it_and_again_lets_go() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.5, -5.0), 0.5);
    let level = scene.build("props").unwrap();
    let mut world = World::new(&level, Rules::default());
    let events = press(&mut world, &level, Buttons::SELECT);
    assert!(world.props[0].selected);
    assert_eq!(count(&events, EventKind::PropSelect), 1);
    // Held, it counts once.
    let events = play(&mut world, &level, Buttons::SELECT, 30);
    assert!(!world.props[0].selected);
    assert_eq!(count(&events, EventKind::PropDeselect), 1);
}

#[test]
fn walls_and_distance_hide_props() {
    let wall = boxed(floor(), Vec3::new(0.0, 1.5, -5.0), 0.5)
        .part("wall")
        .cuboid(Vec3::new(-1.0, 0.0, -3.1), Vec3::new(1.0, 3.0, -3.0));
    let far = |distance: f32| boxed(floor(), Vec3::new(0.0, 1.5, -distance - 0.5), 0.5);
    for (scene, seen) in [(wall, false), (far(30.1), false), (far(29.9), true)] {
        let level = scene.build("props").unwrap();
        let mut world = World::new(&level, Rules::default());
        press(&mut world, &level, Buttons::SELECT);
        assert_eq!(world.props[0].selected, seen);
    }
}

#[test]
fn several_are_selected_and_a_look_at_nothing_lets_go_of_all() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.5, -5.0), 0.5);
    let scene = boxed(scene, Vec3::new(-5.0, 1.5, 0.0), 0.5);
    let level = scene.build("props").unwrap();
    let mut world = World::new(&level, Rules::default());
    press(&mut world, &level, Buttons::SELECT);
    turn(&mut world, &level, std::f32::consts::FRAC_PI_2);
    press(&mut world, &level, Buttons::SELECT);
    assert!(world.props.iter().all(|prop| prop.selected));
    turn(&mut world, &level, std::f32::consts::FRAC_PI_4);
    let events = press(&mut world, &level, Buttons::SELECT);
    assert!(world.props.iter().all(|prop| !prop.selected));
    assert_eq!(count(&events, EventKind::PropDeselect), 2);
}

#[test]
fn the_longer_held_the_faster_up_to_six_and_released_it_goes_on() {
    let (level, mut world) = with_one(
        boxed(floor(), Vec3::new(0.0, 9.0, 30.0), 0.5),
        Rules::default(),
    );
    let mut before = 0.0;
    for _ in 0..50 {
        play(&mut world, &level, Buttons::PUSH_FORWARD, 1);
        let speed = world.props[0].speeds.x;
        assert!((speed - before - 2.0 * TICK_LENGTH).abs() < 1e-5);
        before = speed;
    }
    let ticks = (6.0 / (2.0 * TICK_LENGTH)) as u32;
    play(&mut world, &level, Buttons::PUSH_FORWARD, ticks);
    assert_eq!(world.props[0].speeds, Vec3::new(6.0, 0.0, 0.0));
    let from = world.props[0].position;
    wait(&mut world, &level, 10);
    let way = world.props[0].position - from;
    assert!((way - Vec3::NEG_Z * 60.0 * TICK_LENGTH).length() < 1e-3);
    play(&mut world, &level, Buttons::STOP_PROPS, 1);
    let from = world.props[0].position;
    wait(&mut world, &level, 10);
    assert_eq!(world.props[0].position, from);
}

#[test]
fn each_goes_along_its_own_facing() {
    let left = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    let scene = boxed(floor(), Vec3::new(5.0, 5.0, 0.0), 0.5).prop_box(
        "prop",
        Vec3::new(-5.0, 5.0, 0.0),
        Vec3::splat(0.5),
        left,
    );
    let level = scene.build("props").unwrap();
    let pushes = [
        (Buttons::PUSH_FORWARD, Vec3::NEG_Z, Vec3::NEG_X),
        (Buttons::PUSH_BACK, Vec3::Z, Vec3::X),
        (Buttons::PUSH_LEFT, Vec3::NEG_X, Vec3::Z),
        (Buttons::PUSH_RIGHT, Vec3::X, Vec3::NEG_Z),
        (Buttons::PUSH_UP, Vec3::Y, Vec3::Y),
        (Buttons::PUSH_DOWN, Vec3::NEG_Y, Vec3::NEG_Y),
    ];
    for (button, first, second) in pushes {
        let mut world = World::new(&level, Rules::default());
        world.props.iter_mut().for_each(|prop| prop.selected = true);
        play(&mut world, &level, button, 40);
        for (index, direction) in [first, second].into_iter().enumerate() {
            let way = world.props[index].position - level.props[index].position;
            assert!(way.normalize().dot(direction) > 0.999, "{button:?} {way}");
        }
    }
    let mut world = World::new(&level, Rules::default());
    play(&mut world, &level, Buttons::PUSHES, 40);
    assert_eq!(
        world.props[0].position, level.props[0].position,
        "not selected"
    );
}

/// A room's wall at z = −10, the prop's middle 2 m before it.
fn before_a_wall() -> SceneBuilder {
    let room = SceneBuilder::new().room(Vec3::new(-10.0, 0.0, -10.0), Vec3::new(10.0, 6.0, 10.0));
    room.spawn(Vec3::ZERO, 0.0)
}

#[test]
fn a_contact_stops_and_the_key_is_not_heard_until_it_is_released() {
    let scene = boxed(before_a_wall(), Vec3::new(0.0, 2.0, -8.0), 0.5);
    let (level, mut world) = with_one(scene, Rules::default());
    let events = play(&mut world, &level, Buttons::PUSH_FORWARD, 400);
    assert_eq!(count(&events, EventKind::PropContact), 1);
    let contact = events
        .iter()
        .find(|e| e.kind == EventKind::PropContact)
        .unwrap();
    assert!((contact.normal - Vec3::Z).length() < 1e-4 && contact.speed > 1.0);
    assert!((contact.position.z + 10.0).abs() < 0.01);
    let gap = world.props[0].position.z - 0.5 + 10.0;
    assert!(gap > 0.0 && gap < 3.0 * SKIN, "{gap}");
    assert_eq!(world.props[0].speeds, Vec3::ZERO);
    // Another key is heard at once, the same one after its release.
    let both = Buttons::PUSH_FORWARD.with(Buttons::PUSH_RIGHT);
    play(&mut world, &level, both, 20);
    assert!(world.props[0].speeds.y > 0.0 && world.props[0].speeds.x == 0.0);
    play(&mut world, &level, Buttons::STOP_PROPS, 1);
    play(&mut world, &level, Buttons::PUSH_BACK, 80);
    assert!(world.props[0].position.z > -9.2, "it leaves the wall");
}

/// A blade that points at the prop between its rays.
fn before_a_blade(offset: f32) -> SceneBuilder {
    let blade = [[offset, -4.0], [offset + 0.01, -6.0], [offset - 0.01, -6.0]];
    floor().part("blade").prism(&blade, 0.0, 6.0)
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
fn an_edge_that_all_rays_miss_stops_a_prop_all_the_same() {
    for rays in [PropSense::Fan, PropSense::Vertices] {
        for turned in [0.0, 0.4] {
            let rotation = Quat::from_rotation_y(turned);
            let half = Vec3::splat(0.5);
            let at = Vec3::new(0.0, 2.0, -2.0);
            let scene = before_a_blade(0.083).prop_box("prop", at, half, rotation);
            let (level, mut world) = with_one(scene, Rules::default());
            // The front face or the corner meets the edge of the blade at z = −4.
            let front = level.props[0].solid.bounds().min.z;
            world.props[0].speeds = own_speeds(&level, Vec3::NEG_Z * 3.0);
            wait(&mut world, &level, 200);
            let prop = world.props[0];
            assert!(
                prop.position.z + front > -4.6,
                "{rays:?} {turned} {}",
                prop.position
            );
            assert_eq!(prop.speeds, Vec3::ZERO);
            assert_eq!(prop.missed_by_rays, 1, "{turned}");
            let mut leaky = World::new(&level, Rules::default());
            leaky.props[0].selected = true;
            leaky.props[0].speeds = own_speeds(&level, Vec3::NEG_Z * 3.0);
            go_by(&mut leaky, &level, rays, 200);
            assert!(leaky.props[0].missed_by_rays > 0, "{rays:?} {turned}");
            let depth = prop.position.z - leaky.props[0].position.z;
            assert!(depth > 0.02, "rays alone stopped {rays:?} {turned} {depth}");
        }
    }
}

/// Steps the world by a method of stopping props.
fn go_by(world: &mut World, level: &Level, props: PropSense, ticks: u32) {
    let command = Command {
        methods: Methods {
            props,
            ..Methods::default()
        },
        ..Command::default()
    };
    for _ in 0..ticks {
        world.step(level, &command, &mut Vec::new());
    }
}

/// Returns what the first prop's own speeds must be to move so.
fn own_speeds(level: &Level, velocity: Vec3) -> Vec3 {
    let [forward, right, up] = level.props[0].axes();
    Vec3::new(velocity.dot(forward), velocity.dot(right), velocity.dot(up))
}

#[test]
fn fan_and_vertices_see_a_wall_as_the_swept_shape_does() {
    let tilted = Quat::from_rotation_y(0.5) * Quat::from_rotation_x(0.3);
    for (rays, rotation) in [
        (PropSense::Fan, Quat::IDENTITY),
        (PropSense::Vertices, Quat::IDENTITY),
        (PropSense::Vertices, tilted),
    ] {
        let at = Vec3::new(0.0, 2.5, -8.0);
        let scene = before_a_wall().prop_box("prop", at, Vec3::splat(0.5), rotation);
        let mut ends = Vec::new();
        for sense in [PropSense::Shape, rays] {
            let (level, mut world) = with_one(scene.clone(), Rules::default());
            world.props[0].speeds = own_speeds(&level, Vec3::NEG_Z * 2.0);
            go_by(&mut world, &level, sense, 300);
            if sense == rays {
                assert_eq!(world.props[0].missed_by_rays, 0, "{rays:?}");
                assert_eq!(world.props[0].seen_by_rays_only, 0, "{rays:?}");
            }
            ends.push(world.props[0].position);
        }
        assert!(ends[0].distance(ends[1]) < 2.0 * SKIN, "{rays:?} {ends:?}");
    }
}

#[test]
fn a_turned_cube_shows_what_a_fan_misses_and_vertices_see() {
    // A corner comes first, and no parallel ray but by chance goes through it.
    let rotation = Quat::from_rotation_y(0.5) * Quat::from_rotation_x(0.5);
    let at = Vec3::new(0.0, 2.5, -8.0);
    let scene = before_a_wall().prop_box("prop", at, Vec3::splat(0.5), rotation);
    let missed = [PropSense::Shape, PropSense::Vertices].map(|sense| {
        let (level, mut world) = with_one(scene.clone(), Rules::default());
        world.props[0].speeds = own_speeds(&level, Vec3::NEG_Z * 1.0);
        go_by(&mut world, &level, sense, 400);
        world.props[0].missed_by_rays
    });
    assert_eq!(missed, [1, 0]);
}

#[test]
fn the_hull_sweep_agrees_with_the_swept_kernel_on_boxes() {
    let level = scenes::named("terrain").unwrap();
    let half = Vec3::new(0.4, 0.7, 0.3);
    let corner = |index: usize| {
        let side = |bit: usize| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * Vec3::new(side(0), side(1), side(2))
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let hull = ConvexHull::from_points(&corners).unwrap();
    for case in 0..200 {
        let spread = |k: f32| libm::sinf(case as f32 * k + k);
        let from = Vec3::new(20.0 * spread(1.3), 8.0, 20.0 * spread(2.1));
        let motion = Vec3::new(6.0 * spread(0.7), -9.0, 6.0 * spread(3.3));
        let kernel = level
            .collision
            .sweep(
                Body::cuboid(half).unwrap(),
                from.as_dvec3(),
                (from + motion).as_dvec3(),
            )
            .unwrap();
        let found = (0..level.collision.len() as u32)
            .filter_map(|triangle| touch(&hull, &level.collision, triangle, from, motion))
            .reduce(f64::min);
        let (kernel, found) = (kernel.map_or(2.0, |hit| hit.fraction), found.unwrap_or(2.0));
        assert!((kernel - found).abs() < 1e-6, "{case} {kernel} {found}");
    }
}

fn touch(
    hull: &ConvexHull,
    mesh: &CollisionMesh,
    triangle: u32,
    from: Vec3,
    motion: Vec3,
) -> Option<f64> {
    let corners = mesh
        .corners(triangle)
        .map(|corner| corner.as_dvec3() - from.as_dvec3());
    let triangle = ConvexHull::triangle(corners);
    let (still, motion) = (glam::DVec3::ZERO, motion.as_dvec3());
    hull.sweep(still, motion, &triangle, 1e-6)
        .map(|touch| touch.fraction)
}

#[test]
fn props_stop_at_each_other_whatever_their_shapes() {
    let gem = [
        Vec3::X,
        Vec3::NEG_X,
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ]
    .map(|p| p * 0.5);
    let put = |scene: SceneBuilder, kind: usize, z: f32| {
        let at = Vec3::new(0.1, 5.0, z);
        match kind {
            0 => scene.prop_box("prop", at, Vec3::splat(0.5), Quat::IDENTITY),
            1 => scene.prop_sphere("prop", at, 0.5, Quat::IDENTITY),
            _ => scene.prop_hull("prop", at, &gem, Quat::IDENTITY),
        }
    };
    for mover in 0..3 {
        for other in 0..3 {
            let scene = put(put(floor(), mover, 3.0), other, 0.0);
            let level = scene.build("props").unwrap();
            let mut world = World::new(&level, Rules::default());
            world.props[0].speeds = Vec3::X * 4.0;
            let events = wait(&mut world, &level, 200);
            let way = world.props[0].position.z - world.props[1].position.z;
            assert!((way - 1.0).abs() < 0.01, "{mover} {other}: {way}");
            assert_eq!(world.props[1].position, level.props[1].position);
            assert_eq!(count(&events, EventKind::PropContact), 1);
        }
    }
}

#[test]
fn a_row_moves_together_and_two_head_on_both_stop() {
    let at = |z| Vec3::new(0.0, 5.0, z);
    let scene = boxed(boxed(floor(), at(1.002), 0.5), at(0.0), 0.5);
    let level = scene.build("props").unwrap();
    let mut world = World::new(&level, Rules::default());
    world.props.iter_mut().for_each(|prop| prop.speeds.x = 2.0);
    let events = wait(&mut world, &level, 100);
    assert_eq!(count(&events, EventKind::PropContact), 0);
    assert!(world.props[0].position.z < -0.5);
    let mut world = World::new(&level, Rules::default());
    (world.props[0].speeds.x, world.props[1].speeds.x) = (2.0, -2.0);
    wait(&mut world, &level, 10);
    assert!(world.props.iter().all(|prop| prop.speeds == Vec3::ZERO));
    let gap = world.props[0].position.z - world.props[1].position.z - 1.0;
    assert!(gap > -1e-5, "{gap}");
}

#[test]
fn balls_and_the_player_stop_props() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.0, 5.0), 0.5);
    let (level, mut world) = with_one(scene, Rules::default());
    world.props[0].speeds = Vec3::X * 3.0;
    wait(&mut world, &level, 300);
    assert_eq!(world.props[0].speeds, Vec3::ZERO);
    assert!(
        world.props[0].position.z - 0.5 > 0.3,
        "{}",
        world.props[0].position
    );
    let mut world = World::new(&level, Rules::default());
    world.player.position.x = 20.0;
    let ball = Ball::new(7, Vec3::new(0.0, 0.16, 0.0), Vec3::ZERO);
    world.balls.push(ball);
    world.props[0].position.y = 0.6;
    world.props[0].speeds = Vec3::X * 3.0;
    let mut touched = None;
    for _ in 0..300 {
        wait(&mut world, &level, 1);
        touched = touched.or(world.props[0].contact.map(|contact| contact.touched));
    }
    assert_eq!(touched, Some(Touched::Ball(7)));
    assert!(world.props[0].position.z > 0.6);
}

#[test]
fn the_player_does_not_walk_through_props_and_stands_on_them() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.0, -3.0), 0.9);
    let (level, mut world) = with_one(scene, Rules::default());
    play(&mut world, &level, Buttons::FORWARD, 200);
    let gap = world.player.position.z - 0.4 + 2.1;
    assert!(gap > 0.0 && gap < 0.05, "{gap}");
    world.player.position = Vec3::new(0.0, 4.0, -3.0);
    wait(&mut world, &level, 300);
    assert!(
        (world.player.position.y - 2.8).abs() < 0.02,
        "{}",
        world.player.position
    );
    play(&mut world, &level, Buttons::JUMP, 1);
    assert!(world.player.velocity.y > 3.0, "from there one can jump");
}

#[test]
fn a_thrown_ball_bounces_off_a_prop() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.5, -4.0), 1.0);
    let (level, mut world) = with_one(scene, Rules::default());
    play(&mut world, &level, Buttons::THROW, 1);
    let mut came_back = false;
    for _ in 0..60 {
        wait(&mut world, &level, 1);
        assert!(world.balls[0].position.z > -3.0);
        came_back |= world.balls[0].velocity.z > 0.0;
    }
    assert!(came_back);
}

#[test]
fn every_prop_of_the_scene_stays_in_its_room_whatever_is_pushed() {
    let level = scenes::named("props").unwrap();
    let pushes = [
        Buttons::PUSH_FORWARD.with(Buttons::PUSH_RIGHT),
        Buttons::PUSH_BACK,
        Buttons::PUSH_LEFT.with(Buttons::PUSH_DOWN),
        Buttons::PUSH_UP,
        Buttons::PUSH_RIGHT,
        Buttons::PUSH_FORWARD.with(Buttons::PUSH_DOWN),
    ];
    let run = || {
        let mut world = World::new(&level, Rules::default());
        world.props.iter_mut().for_each(|prop| prop.selected = true);
        for push in pushes.into_iter().cycle().take(24) {
            play(&mut world, &level, push, 150);
            wait(&mut world, &level, 40);
            world
                .props
                .iter()
                .zip(&level.props)
                .for_each(|(state, body)| {
                    let room = level.bounds.grown(Vec3::splat(1e-4));
                    let bounds = body.solid.bounds();
                    let low = room.contains(state.position + bounds.min);
                    assert!(
                        low && room.contains(state.position + bounds.max),
                        "{}",
                        body.name
                    );
                    assert!(is_outside_of_walls(&level, state, body), "{}", body.name);
                });
        }
        world.state_hash()
    };
    assert_eq!(run(), run());
}

/// No triangle of the level touches the prop's solid, shrunk by a millimeter and a half.
fn is_outside_of_walls(level: &Level, state: &PropState, body: &hexbound_level::Prop) -> bool {
    let smaller = 1.0 - 1.5 * SKIN / body.reach;
    let placed = glam::Affine3A::from_scale_rotation_translation(
        Vec3::splat(smaller),
        Quat::IDENTITY,
        state.position,
    );
    level
        .collision
        .any_touched_by_mesh(&body.solid, placed)
        .is_none()
}

#[test]
fn what_is_selected_and_where_props_are_shows_in_the_hash() {
    let (level, world) = with_one(boxed(floor(), Vec3::Y * 5.0, 0.5), Rules::default());
    let other = World::new(&level, Rules::default());
    assert_ne!(world.state_hash(), other.state_hash());
    let mut moved = world.clone();
    moved.props[0].position.x += 1e-6;
    assert_ne!(world.state_hash(), moved.state_hash());
}

#[test]
fn a_ball_comes_to_rest_on_a_prop_and_falls_when_it_leaves() {
    for sphere in [false, true] {
        let at = Vec3::new(0.0, 1.0, -4.0);
        let scene = match sphere {
            false => boxed(floor(), at, 0.5),
            true => floor().prop_sphere("prop", at, 0.5, Quat::IDENTITY),
        };
        let (level, mut world) = with_one(scene, Rules::default());
        world
            .balls
            .push(Ball::new(0, Vec3::new(0.0, 2.2, -4.0), Vec3::ZERO));
        wait(&mut world, &level, 1200);
        let height = world.balls[0].position.y;
        assert!((height - 1.65).abs() < 0.003, "{sphere} {height}");
        world.props[0].speeds.y = 5.0;
        wait(&mut world, &level, 1200);
        let height = world.balls[0].position.y;
        assert!(height < 0.2 && height > 0.1, "{sphere} {height}");
        assert_eq!(world.balls_stopped, 0);
    }
}

#[test]
fn the_player_slides_along_a_prop() {
    let scene = boxed(floor(), Vec3::new(0.0, 1.0, -3.0), 0.9);
    let (level, mut world) = with_one(scene, Rules::default());
    play(&mut world, &level, Buttons::FORWARD, 100);
    play(
        &mut world,
        &level,
        Buttons::FORWARD.with(Buttons::RIGHT),
        30,
    );
    let position = world.player.position;
    assert!(position.x > 0.5 && position.z > -1.72, "{position}");
    play(
        &mut world,
        &level,
        Buttons::FORWARD.with(Buttons::RIGHT),
        200,
    );
    assert!(world.player.position.z < -4.0, "past its corner");
    assert_eq!(world.player.report.releases, 0);
}
