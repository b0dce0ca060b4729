//! Classes of bodies: who passes through whom, and triggers that answer to props and to classes.

use glam::{DAffine3, DVec3, Quat, Vec3};
use hexbound_collide::Response;
use hexbound_level::{
    Bodies, BodyKind, Level, Surface, Surfaces, Trigger, TriggerActions, TriggerCause,
    TriggerVolume, WalkerStart,
};
use hexbound_scenes as scenes;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Ball, Buttons, EventKind, Rules, World};

use crate::steps::{play, wait};

/// A floor with the player at the middle, looking along −Z.
fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .floor(-40.0, -40.0, 40.0, 40.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
}

/// A cube of one meter on the floor, whose middle is at that z.
fn cube(scene: SceneBuilder, z: f32) -> SceneBuilder {
    let center = Vec3::new(0.0, 0.51, z);
    scene.prop_box("prop", center, Vec3::splat(0.5), Quat::IDENTITY)
}

/// The floor with a cube of the class `ghost` ahead, which passes through bodies of another class, or
/// through nobody.
fn with_ghost(through: Option<&str>) -> Level {
    let scene = cube(floor(), -4.0).of_class("ghost");
    let scene = match through {
        Some(class) => scene.let_pass(class, "ghost", Response::Ignore),
        None => scene,
    };
    scene.build("ghost").unwrap()
}

fn walker(at: Vec3, to: Vec3) -> WalkerStart {
    WalkerStart {
        name: String::from("walker"),
        position: at.as_dvec3(),
        yaw: 0.0,
        speed: 2.0,
        rings: 1,
        notice: 0.1,
        give_up: 0.1,
        way: vec![to.as_dvec3()],
    }
}

#[test]
fn the_player_walks_through_a_class_that_passes_and_into_others() {
    for (through, passes) in [(None, false), (Some("player"), true), (Some("ball"), false)] {
        let level = with_ghost(through);
        let mut world = World::new(&level, Rules::default());
        play(&mut world, &level, Buttons::FORWARD, 300);
        let z = world.player.position.z;
        assert_eq!(z < -6.0, passes, "{through:?}: {z}");
        assert_eq!(z > -3.2, !passes, "{through:?}: {z}");
    }
}

#[test]
fn balls_fly_through_a_class_that_passes_and_bounce_off_others() {
    for (through, passes) in [(None, false), (Some("ball"), true), (Some("player"), false)] {
        let level = with_ghost(through);
        let mut world = World::new(&level, Rules::default());
        let start = Vec3::new(0.0, 0.6, -1.5);
        world.balls = vec![Ball::new(0, start, Vec3::NEG_Z * 20.0)];
        let mut far = 0.0_f64;
        for _ in 0..60 {
            wait(&mut world, &level, 1);
            far = far.min(world.balls[0].position.z);
        }
        assert_eq!(far < -6.0, passes, "{through:?}: {far}");
        assert_eq!(far > -3.5, !passes, "{through:?}: {far}");
    }
}

#[test]
fn pushed_props_pass_each_other_and_the_player_where_their_classes_do() {
    for (pairs, end) in [(vec![], -3.0), (vec!["prop"], -8.0)] {
        let mut scene = cube(
            cube(floor().spawn(Vec3::Z * 6.0, 0.0), 0.0).of_class("robot"),
            -4.0,
        );
        for other in pairs {
            scene = scene.let_pass("robot", other, Response::All);
        }
        let level = scene.build("props").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.props[0].selected = true;
        play(&mut world, &level, Buttons::PUSH_FORWARD, 600);
        let z = world.props[0].position.z;
        assert!(
            if end < -4.0 { z < end } else { z > end - 0.01 },
            "{z} instead of {end}"
        );
    }
    // Against the player, who stands in the way.
    for (passes, through) in [(true, "player"), (false, "ball")] {
        let scene =
            cube(floor(), -4.0)
                .of_class("ghost")
                .let_pass("ghost", through, Response::First);
        let level = scene.build("props").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.props[0].selected = true;
        play(&mut world, &level, Buttons::PUSH_BACK, 600);
        assert_eq!(
            world.props[0].position.z > 2.0,
            passes,
            "{}",
            world.props[0].position
        );
    }
}

#[test]
fn walkers_pass_props_and_each_other_where_their_classes_do() {
    let run = |passes: bool| {
        let mut scene = cube(floor().spawn(Vec3::new(30.0, 0.0, 30.0), 0.0), -4.0)
            .walker(walker(Vec3::ZERO, Vec3::NEG_Z * 9.0));
        if passes {
            scene = scene.let_pass("walker", "prop", Response::Ignore);
        }
        let level = scene.build("walkers").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut nearest = f32::INFINITY;
        for _ in 0..600 {
            wait(&mut world, &level, 1);
            let offset = world.walkers[0].body.position - world.props[0].position;
            nearest = nearest.min(offset.x.abs().max(offset.z.abs()));
        }
        nearest
    };
    assert!(
        run(true) < 0.3 && run(false) > 0.5,
        "{} {}",
        run(true),
        run(false)
    );
    let closest = |passes: bool| {
        let ends = [Vec3::ZERO, Vec3::NEG_Z * 6.0];
        let mut scene = floor()
            .spawn(Vec3::new(30.0, 0.0, 30.0), 0.0)
            .walker(walker(ends[0], ends[1]))
            .walker(walker(ends[1], ends[0]));
        if passes {
            scene = scene.let_pass("walker", "walker", Response::Ignore);
        }
        let level = scene.build("walkers").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut closest = f32::INFINITY;
        for _ in 0..600 {
            wait(&mut world, &level, 1);
            let [one, other] = [0, 1].map(|it: usize| world.walkers[it].body.position);
            closest = closest.min(one.distance(other));
        }
        closest
    };
    assert!(
        closest(true) < 0.5 && closest(false) > 0.6,
        "{} {}",
        closest(true),
        closest(false)
    );
}

fn text() -> TriggerActions {
    TriggerActions {
        text: Some(String::from("here")),
        ..TriggerActions::default()
    }
}

/// The texts of triggers while the first prop is pushed ahead.
fn texts(level: &Level) -> usize {
    let mut world = World::new(level, Rules::default());
    world.props[0].selected = true;
    let events = play(&mut world, level, Buttons::PUSH_FORWARD, 600);
    let texts = events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Text(_)));
    texts.count()
}

#[test]
fn triggers_are_entered_by_props_and_by_classes() {
    let mut level = cube(floor().spawn(Vec3::Z * 6.0, 0.0), 0.0)
        .of_class("robot")
        .build("trigger")
        .unwrap();
    let [robot, prop] = ["robot", "prop"].map(|name| level.play.classes.find(name).unwrap());
    assert_eq!(level.play.classes.of(BodyKind::Prop, 0), robot);
    let nobody = Bodies {
        player: false,
        ..Bodies::PLAYER
    };
    for (who, count) in [
        (Bodies::PLAYER, 0),
        (
            Bodies {
                props: true,
                ..nobody
            },
            1,
        ),
        (
            Bodies {
                class: Some(robot),
                ..nobody
            },
            1,
        ),
        (
            Bodies {
                class: Some(prop),
                ..nobody
            },
            0,
        ),
    ] {
        let volume = DAffine3::from_translation(DVec3::new(0.0, 0.5, -4.0));
        let cause = TriggerCause::Enter {
            volume: TriggerVolume(volume),
            who,
        };
        level.play.triggers = vec![Trigger {
            cause,
            actions: text(),
            ..Trigger::entered("trigger", DVec3::ZERO, DVec3::ONE)
        }];
        assert_eq!(texts(&level), count, "{who:?}");
    }
}

/// Adds a prop at a place, made of these points where it is a hull.
type AddShape = fn(SceneBuilder, Vec3, &[Vec3]) -> SceneBuilder;

#[test]
fn props_of_every_shape_touch_contact_triggers() {
    let at = Vec3::new(0.0, 0.8, 0.0);
    let points = [
        Vec3::X,
        Vec3::NEG_X,
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ];
    let points = points.map(|point| point * 0.5);
    let shapes: [AddShape; 3] = [
        |scene, at, _| scene.prop_sphere("prop", at, 0.5, Quat::IDENTITY),
        |scene, at, _| scene.prop_box("prop", at, Vec3::splat(0.5), Quat::from_rotation_z(0.3)),
        |scene, at, points| scene.prop_hull("prop", at, points, Quat::IDENTITY),
    ];
    for (kind, shape) in shapes.into_iter().enumerate() {
        let wall = floor()
            .spawn(Vec3::Z * 6.0, 0.0)
            .cuboid(Vec3::new(-2.0, 0.0, -5.2), Vec3::new(2.0, 3.0, -5.0));
        let mut level = shape(wall, at, &points).build("wall").unwrap();
        // All that stands still belongs to the trigger but the floor, which comes first.
        level.surfaces = Surfaces::default();
        let struck = Surface {
            trigger: Some(0),
            ..Surface::default()
        };
        level.surfaces.begin(2, struck);
        for (props, count) in [(true, 1), (false, 0)] {
            let who = Bodies {
                player: false,
                balls: true,
                props,
                ..Bodies::PLAYER
            };
            level.play.triggers = vec![Trigger {
                cause: TriggerCause::Contact { who },
                actions: text(),
                ..Trigger::struck("wall", DVec3::ZERO)
            }];
            assert_eq!(texts(&level), count, "shape {kind}, {who:?}");
        }
    }
}

#[test]
fn the_scene_opens_its_gate_to_the_robot_and_not_to_the_crate() {
    let level = scenes::named("classes").unwrap();
    let index = |name: &str| {
        level
            .props
            .iter()
            .position(|it| it.name.contains(name))
            .unwrap()
    };
    for (name, opens) in [("robot", true), ("crate", false)] {
        let mut world = World::new(&level, Rules::default());
        // The crate where the robot begins, and the robot out of the way.
        let place = world.props[index("robot")].position;
        world.props[index("robot")].position += Vec3::X * 5.0;
        world.props[index(name)].position = place;
        world.props[index(name)].selected = true;
        if name == "crate" {
            // The scanner stops the crate: it goes on from behind it.
            world.props[index(name)].position.z = -1.4;
        }
        let events = play(&mut world, &level, Buttons::PUSH_FORWARD, 500);
        let played = events
            .iter()
            .any(|event| event.kind == EventKind::MoverPlayed(0));
        assert_eq!(
            played,
            opens,
            "{name} at {}",
            world.props[index(name)].position
        );
        assert!(world.props[index(name)].position.z < -2.0, "{name}");
    }
}

#[test]
fn classes_belong_to_the_content_of_a_level() {
    let hash = |level: &Level| level.content_hash;
    let plain = with_ghost(None);
    assert_ne!(hash(&plain), hash(&with_ghost(Some("player"))));
    let unclassed = cube(floor(), -4.0).build("ghost").unwrap();
    assert_ne!(hash(&plain), hash(&unclassed));
}
