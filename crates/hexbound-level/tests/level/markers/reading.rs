//! Tests of what markers come to in a level.

use glam::{DAffine3, DVec3};
use hexbound_level::{
    BallOrigins, Bodies, BodyClasses, Level, MoverStart, Play, Scale, TargetSet, TriggerCause,
};
use serde_json::json;

use super::{Made, PLAYER, everything, in_file, near, sphere, volume};

#[test]
fn every_marker_is_read_as_blender_writes_it() {
    let level = everything().right();
    let Play {
        title,
        settings,
        balls,
        targets,
        triggers,
        walkers,
        classes,
    } = &level.play;
    assert_eq!(*classes, BodyClasses::default());
    assert_eq!(title.as_deref(), Some("All of it"));
    assert_eq!(
        (settings.balls, settings.blast, settings.fly),
        (6, true, Some(false))
    );
    assert_eq!(
        (settings.par_seconds, settings.par_balls),
        (Some(45.5), Some(5))
    );

    let names: Vec<&str> = targets.iter().map(|target| &*target.name).collect();
    assert_eq!(names, ["Target", "Target.001", "Disc"]);
    assert_eq!(
        targets.iter().map(|it| it.rings).collect::<Vec<_>>(),
        [0, 2, 0]
    );
    assert_eq!(targets[1].least_mass, 0.5);
    assert_eq!(targets[2].by, BallOrigins::Placed);
    assert!(near(in_file(&level, targets[2].center), [6.0, 2.0, -6.0]));

    assert_eq!(
        (balls.len(), balls[0].mass, balls[0].restitution),
        (1, 4.0, Some(0.9))
    );
    assert!((balls[0].radius - 0.25).abs() < 1e-3, "{}", balls[0].radius);
    assert!(near(in_file(&level, balls[0].position), [1.0, 1.0, 1.0]));
    assert!(near(balls[0].velocity, [0.0, 0.0, -2.5]));

    let starts: Vec<_> = level
        .movers
        .iter()
        .map(|it| (&*it.name, it.start))
        .collect();
    assert_eq!(
        starts,
        [
            ("Lift_mover", MoverStart::Played),
            ("Gate", MoverStart::Played)
        ]
    );
    let sunk = level.movers[1].motion(10_000).translation;
    assert!(near(sunk, [0.0, -1.0, 0.0]), "{sunk}");

    let [gate, lift, bell, lit, checkpoint, refill, exit] = &triggers[..] else {
        panic!("{triggers:?}");
    };
    assert_eq!(gate.cause, TriggerCause::Lit(TargetSet(vec![0, 1, 2])));
    assert_eq!(gate.actions.play, [1]);
    assert_eq!(lift.actions.play, [0]);
    assert_eq!(lift.actions.text.as_deref(), Some("Going up"));
    assert!(lift.once && lift.delay == 0.5);
    assert_eq!(
        volume(lift).matrix3.to_cols_array(),
        [2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5]
    );
    assert!(near(
        in_file(&level, volume(lift).translation),
        [-2.0, 1.0, -2.0]
    ));
    let balls_only = Bodies {
        player: false,
        balls: true,
        ..Bodies::PLAYER
    };
    assert_eq!(bell.cause, TriggerCause::Contact { who: balls_only });
    assert_eq!(lit.cause, TriggerCause::Lit(TargetSet(vec![1, 2])));
    assert!(lit.actions.refill);
    assert!(checkpoint.actions.checkpoint && !checkpoint.once);
    assert!(refill.actions.refill && !refill.once);
    assert_eq!(
        volume(refill).matrix3.to_cols_array(),
        DAffine3::from_scale(DVec3::splat(1.5))
            .matrix3
            .to_cols_array()
    );
    assert!(exit.actions.end && exit.needs == TargetSet(vec![0, 1, 2]));
    assert!(matches!(
        exit.cause,
        TriggerCause::Enter { who: PLAYER, .. }
    ));

    assert_eq!(
        (walkers.len(), walkers[0].speed, walkers[0].rings),
        (1, 3.0, 1)
    );
    assert_eq!((walkers[0].notice, walkers[0].give_up), (8.0, 20.0));
    let way: Vec<f64> = walkers[0]
        .way
        .iter()
        .map(|it| in_file(&level, *it).z)
        .collect();
    assert_eq!(way, [8.0, 9.0], "in the order of the names");

    // What is left to see: floor, three targets, lift, gate and bell.
    let drawn: Vec<&str> = level.mesh.parts.iter().map(|part| &*part.name).collect();
    assert_eq!(
        drawn,
        [
            "floor",
            "Target",
            "Target.001",
            "Disc",
            "Lift_mover",
            "Gate",
            "Bell"
        ]
    );
}

#[test]
fn the_surfaces_know_their_targets_and_triggers() {
    let level = everything().right();
    let of = |x: f32, y: f32, z: f32| {
        let from = level.to_local(DVec3::new(x.into(), f64::from(y) + 5.0, z.into()));
        let hit = level
            .collision
            .ray_cast(from, glam::Vec3::NEG_Y, 50.0)
            .unwrap();
        let surface = level.surface(hit.triangle);
        (surface.target, surface.trigger)
    };
    assert_eq!(of(0.0, 2.0, -6.0), (Some(0), None));
    assert_eq!(of(6.0, 2.0, -6.0), (Some(2), None));
    assert_eq!(of(8.0, 0.5, 0.0), (None, Some(2)));
    assert_eq!(of(9.0, 0.0, 9.0), (None, None));
}

#[test]
fn a_target_goes_along_with_its_mover_and_holds_what_is_below_it() {
    let mut made = Made::new();
    let lift = made.cuboid("mover", [0.0, 1.0, 0.0], json!({}));
    made.animate(lift);
    let target = made.empty("target", [0.0, 2.0, 0.0], json!({}));
    let disc = made.cuboid("disc", [0.0, 0.0, 0.0], json!({}));
    let other = made.cuboid("target", [2.0, 0.0, 0.0], json!({}));
    made.below(lift, target);
    made.below(target, disc);
    made.below(target, other);
    made.0.json["scenes"] = json!([{"nodes": [0, lift]}]);
    let level = made.right();
    assert_eq!((level.play.targets.len(), level.movers.len()), (2, 1));
    assert_eq!(level.movers[0].start, MoverStart::AtOnce);
    let mover = &level.movers[0];
    let targets: Vec<Option<u32>> = (0..mover.collision.len() as u32)
        .map(|triangle| mover.surfaces.of(&mover.collision, triangle).target)
        .collect();
    let count = |number: Option<u32>| targets.iter().filter(|it| **it == number).count();
    assert_eq!([count(None), count(Some(0)), count(Some(1))], [12, 12, 12]);
    // Where it rests: one above the other.
    assert!(near(
        in_file(&level, level.play.targets[0].center),
        [0.0, 3.0, 0.0]
    ));
}

/// Meshes that stand in many places are drawn together, but each target is lit by itself.
#[test]
fn targets_of_one_mesh_have_materials_of_their_own() {
    let of_one_mesh = |name: &str| {
        let mut made = Made::new();
        let mesh = made.0.mesh(&sphere(0.4));
        for index in 0..12 {
            let at = [2.0 * f64::from(index), 2.0, 0.0];
            made.node(name, at, json!({"mesh": mesh}));
        }
        made.right()
    };
    assert_eq!(of_one_mesh("lamp").mesh.instance_groups.len(), 1);
    let level = of_one_mesh("target");
    assert!(level.mesh.instance_groups.is_empty());
    let lit: Vec<Option<u32>> = (level.mesh.parts.iter().skip(1))
        .map(|part| level.materials[part.material].target)
        .collect();
    assert_eq!(lit, (0..12).map(Some).collect::<Vec<_>>());
}

#[test]
fn a_bumper_may_be_a_target() {
    let mut made = Made::new();
    made.cuboid("Target bumper", [0.0, 2.0, 0.0], json!({}));
    let level = made.right();
    assert_eq!((level.bumpers.len(), level.play.targets.len()), (1, 1));
    assert_eq!(level.bumpers[0].surface.target, Some(0));
}

#[test]
fn a_prop_may_be_a_target() {
    let mut made = Made::new();
    made.cuboid("Target prop", [0.0, 2.0, 0.0], json!({}));
    made.cuboid(
        "Crate",
        [3.0, 2.0, 0.0],
        json!({"prop": "box", "target": true}),
    );
    let level = made.right();
    let targets: Vec<_> = level
        .props
        .iter()
        .map(|prop| prop.surface().target)
        .collect();
    assert_eq!(targets, [Some(0), Some(1)]);
}

#[test]
fn a_scale_brings_every_length_to_meters() {
    let folder = tempfile::tempdir().unwrap();
    let mut made = everything();
    made.cuboid(
        "ball",
        [0.0, 3.0, 0.0],
        json!({"radius": 2, "velocity": [0, 4, 0]}),
    );
    made.cuboid(
        "gate",
        [2.0, 3.0, 0.0],
        json!({"opens": "far", "by": [0, 6, 0]}),
    );
    let nodes = made.0.json["nodes"].as_array().unwrap().len();
    let listed = made.0.json["scenes"][0]["nodes"].as_array_mut().unwrap();
    listed.extend([json!(nodes - 2), json!(nodes - 1)]);
    let path = made.0.save(folder.path());
    let half = hexbound_level::load_scaled(path, Scale::new(0.5).unwrap()).unwrap();
    let (whole, half) = (made.right(), half);
    assert!(half.findings.is_empty(), "{:?}", half.findings);
    let (a, b) = (&whole.play, &half.play);
    assert_eq!((a.balls[1].radius, b.balls[1].radius), (2.0, 1.0));
    assert_eq!(a.balls[0].radius * 0.5, b.balls[0].radius);
    assert_eq!(a.balls[1].velocity * 0.5, b.balls[1].velocity);
    let place = in_file(&half, b.balls[0].position);
    assert!(near(place, [0.5, 0.5, 0.5]), "{place}");
    assert_eq!(
        (a.walkers[0].speed * 0.5, a.walkers[0].notice * 0.5),
        (b.walkers[0].speed, b.walkers[0].notice)
    );
    assert_eq!(
        b.walkers[0].give_up, 20.0,
        "what no file names is in meters"
    );
    assert_eq!(
        volume(&a.triggers[1]).matrix3 * 0.5,
        volume(&b.triggers[1]).matrix3
    );
    let lifted = |level: &Level| level.movers[2].motion(1_000).translation.y;
    assert!((lifted(&whole) - 6.0).abs() < 1e-6 && (lifted(&half) - 3.0).abs() < 1e-6);
}

#[test]
fn gates_open_by_their_own_animation_or_when_they_are_played() {
    let mut made = Made::new();
    made.cuboid("target", [0.0, 3.0, 0.0], json!({}));
    let gate = made.cuboid("Gate.001", [2.0, 0.5, 0.0], json!({"opens": "all"}));
    made.animate(gate);
    made.cuboid("Gate.002", [4.0, 0.5, 0.0], json!({}));
    made.empty("trigger", [0.0; 3], json!({"play": "gate.002"}));
    // A gate that nothing opens is a wall.
    made.cuboid("Gate.003", [6.0, 0.5, 0.0], json!({}));
    let level = made.right();
    let ways: Vec<f64> = level
        .movers
        .iter()
        .map(|it| it.motion(9_999).translation.y)
        .collect();
    assert!(
        (ways[0] - 3.5).abs() < 1e-6 && (ways[1] + 1.0).abs() < 1e-6,
        "{ways:?}"
    );
    assert_eq!(ways.len(), 2);
    assert_eq!(level.play.triggers[1].actions.play, [1]);
}
