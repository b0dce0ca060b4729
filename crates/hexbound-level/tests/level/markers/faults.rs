//! Tests of what is said of markers that make no sense, and of what names alone do.

use hexbound_level::Finding;
use hexbound_sim::BALL_MASS;
use serde_json::json;

use super::{ENDLESS, Made, cuboid, everything, sphere, volume};

/// A level that is only walked in stays as it is, whatever its nodes happen to be called.
#[test]
fn names_alone_do_little_in_a_level_without_targets() {
    let mut made = Made::new();
    for name in [
        "Exit Sign",
        "Checkpoint arch",
        "Walker statue",
        "Refill",
        "Ball Room",
        "Gate",
        "Trigger",
    ] {
        made.cuboid(name, [0.0, 1.0, 0.0], json!({}));
    }
    made.empty("ball_l", [0.0, 1.0, 0.0], json!({}));
    made.cuboid("Wall", [0.0, 1.0, 0.0], json!({}));
    let level = made.0.level();
    assert!(level.play.is_empty(), "{:?}", level.play);
    assert_eq!(level.mesh.parts.len(), 9);
    assert_eq!(level.collision.len(), 2 + 8 * 12);
    assert!(level.movers.is_empty());
    // Each kind is reported once, with the remedy.
    assert_eq!(level.findings.len(), 6, "{:?}", level.findings);
    let exit = level
        .findings
        .iter()
        .map(|it| &it.problem)
        .find(|it| it.contains("\"Exit Sign\""))
        .unwrap();
    assert!(
        exit.contains("this one has none") && exit.contains("exit = true"),
        "{exit}"
    );

    let mut plain = Made::new();
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        plain.cuboid(name, [0.0, 1.0, 0.0], json!({}));
    }
    plain.empty("h", [0.0, 1.0, 0.0], json!({}));
    plain.cuboid("i", [0.0, 1.0, 0.0], json!({}));
    assert_eq!(plain.right().content_hash, level.content_hash);
}

#[test]
fn bones_and_roots_are_no_targets_by_their_names() {
    let mut made = Made::new();
    let root = made.empty("Target", [0.0; 3], json!({}));
    made.below(root, 0);
    made.0.json["scenes"] = json!([{"nodes": [root]}]);
    let (level, warning) = made.told();
    assert!(level.play.is_empty());
    assert!(warning.contains("at most 16 m"), "{warning}");

    let mut made = Made::new();
    let bone = made.empty("Target_L", [0.0; 3], json!({}));
    made.0.json["skins"] = json!([{"joints": [bone]}]);
    made.right();
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_a_remedy() {
    type Change = fn(&mut Made) -> usize;
    let cases: [(Change, &str); 21] = [
        (
            |it| it.cuboid("target", [9.0, 1.0, 0.0], json!({"mass": 50})),
            "asks for a ball of 50 kg, and the heaviest that counts has 4 kg",
        ),
        (
            |it| {
                it.cuboid(
                    "target",
                    [9.0, 1.0, 0.0],
                    json!({"mass": 3, "by": "thrown"}),
                )
            },
            "has 1 kg",
        ),
        (
            |it| it.empty("target", [0.0; 3], json!({})),
            "needs a mesh at or below it",
        ),
        (
            |it| it.cuboid("target-nocol", [9.0, 1.0, 0.0], json!({})),
            "can be hit",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "lift"})),
            "did you mean \"Lift_mover\"?",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "Bell"})),
            "\"Bell\", which is no mover",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"play": "the portcullis"})),
            "no such node: give the name",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"on": "enters", "text": "x"})),
            "there are enter, contact, lit",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"delay": 1})),
            "nothing happens there",
        ),
        (
            |it| it.empty("trigger", [0.0; 3], json!({"on": "contact", "text": "x"})),
            "needs a mesh that is touched",
        ),
        (
            |it| {
                it.cuboid(
                    "trigger-nocol",
                    [9.0, 1.0, 0.0],
                    json!({"on": "contact", "text": "x"}),
                )
            },
            "nobody touches it",
        ),
        (
            |it| {
                it.empty(
                    "trigger",
                    [0.0; 3],
                    json!({"on": "lit", "text": "x", "group": "fat"}),
                )
            },
            "did you mean \"far\"?",
        ),
        (
            |it| {
                it.empty(
                    "trigger",
                    [0.0; 3],
                    json!({"needs": "everything", "text": "x"}),
                )
            },
            "there are far",
        ),
        (
            |it| it.cuboid("gate", [9.0, 1.0, 0.0], json!({"opens": "north"})),
            "a group of no target",
        ),
        (
            |it| it.cuboid("ball", [9.0, 1.0, 0.0], json!({"mass": -2})),
            "mass is -2: 1 is taken",
        ),
        (
            |it| it.cuboid("ball", [9.0, 8.0, 0.0], json!({"radius": 99})),
            "made one of 5 m",
        ),
        (
            |it| it.empty("walker", [0.0; 3], json!({"notice": 9, "give_up": 3})),
            "give_up larger",
        ),
        (
            |it| it.cuboid("taget", [9.0, 1.0, 0.0], json!({})),
            "did you mean \"target\"?",
        ),
        (
            |it| it.empty("Check_point", [0.0; 3], json!({})),
            "did you mean \"checkpoint\"?",
        ),
        (
            |it| it.cuboid("ball", [9.0, 1.0, 0.0], json!({"target": true})),
            "and is a target",
        ),
        (
            |it| {
                let mover = it.cuboid("mover.007", [9.0, 1.0, 0.0], json!({"start": "played"}));
                it.animate(mover);
                mover
            },
            "nothing plays it",
        ),
    ];
    for (change, part) in cases {
        let mut made = everything();
        let node = change(&mut made);
        let name = made.0.json["nodes"][node]["name"].clone();
        let listed = made.0.json["scenes"][0]["nodes"].as_array_mut().unwrap();
        listed.push(json!(node));
        let (_, warning) = made.told();
        assert!(warning.contains(part), "{warning}");
        assert!(warning.contains(&name.to_string()), "{warning}");
    }
}

#[test]
fn volumes_that_are_flat_or_nothing() {
    let sized = |scale: [f64; 3]| {
        let mut made = Made::new();
        let node = made.empty("trigger", [0.0, 1.0, 0.0], json!({"text": "x"}));
        made.0.json["nodes"][node]["scale"] = json!(scale);
        made.told()
    };
    let (level, warning) = sized([2.0, 2.0, 0.0]);
    assert!(warning.contains("0.1 m thick"), "{warning}");
    let sides = volume(&level.play.triggers[0]).matrix3;
    assert_eq!(
        sides.to_cols_array(),
        [2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.05]
    );
    let (level, warning) = sized([2.0, 0.0, 0.0]);
    assert!(warning.contains("nothing to enter"), "{warning}");
    assert!(level.play.triggers.is_empty());
}

#[test]
fn an_exit_in_a_level_without_targets_has_no_effect() {
    let mut made = Made::new();
    made.cuboid("Door", [0.0, 1.0, 0.0], json!({"exit": true}));
    let (level, warning) = made.told();
    assert!(level.play.triggers.is_empty());
    assert!(warning.contains("this level has none"), "{warning}");
}

#[test]
fn a_level_with_targets_and_no_way_out_is_told_once() {
    let endless = |made: &Made| {
        let findings = made.0.level().findings;
        let is_so = |it: &&Finding| it.problem.contains(ENDLESS);
        findings.iter().filter(is_so).count()
    };
    let mut made = Made::new();
    assert_eq!(endless(&made), 0);
    made.cuboid("target", [0.0, 2.0, 0.0], json!({}));
    made.cuboid("target", [3.0, 2.0, 0.0], json!({}));
    assert_eq!(endless(&made), 1);
    made.empty("trigger", [0.0, 1.0, 5.0], json!({"text": "Onward"}));
    assert_eq!(endless(&made), 1);
    made.empty(
        "trigger",
        [0.0, 1.0, 5.0],
        json!({"on": "lit", "end": true}),
    );
    assert_eq!(endless(&made), 0);
    assert_eq!(endless(&everything()), 0);
}

#[test]
fn a_ball_inside_a_wall_is_told_by_its_name() {
    let buried = |at: [f64; 3]| {
        let mut made = Made::new();
        // A block of 4 m on the floor, and one that hangs over it.
        for (name, height) in [("block", 2.0), ("lid", 9.0)] {
            let mesh = made.0.mesh(&cuboid([2.0; 3]));
            made.node(name, [0.0, height, 0.0], json!({"mesh": mesh}));
        }
        made.empty("ball.007", at, json!({"ball": true, "radius": 0.3}));
        made.0.level().findings
    };
    // On the floor, on the block, between the two, a little too low.
    for open in [
        [4.0, 0.3, 0.0],
        [0.0, 4.3, 0.0],
        [0.0, 5.5, 0.0],
        [4.0, 0.25, 0.0],
    ] {
        assert_eq!(buried(open), [], "{open:?}");
    }
    for inside in [
        [0.0, 2.0, 0.0],
        [1.9, 1.0, 0.0],
        [0.5, 9.5, 0.5],
        [4.0, 0.1, 4.0],
    ] {
        let findings = buried(inside);
        assert_eq!(findings.len(), 1, "{findings:?}");
        let told = &findings[0].problem;
        assert!(told.contains("\"ball.007\"") && told.contains("inside a wall"));
    }
}

#[test]
fn a_level_without_balls_tells_that_its_targets_stay_dark() {
    let mut made = Made::new();
    made.cuboid("target", [0.0, 2.0, 0.0], json!({}));
    made.0.json["scenes"] = json!([{"nodes": [0, 1], "extras": {"balls": 0}}]);
    let (level, warning) = made.told();
    assert_eq!(level.play.targets.len(), 1);
    assert!(warning.contains("no ball that can light it"), "{warning}");
}

#[test]
fn of_copies_of_a_ball_one_is_made_with_a_word() {
    let mut made = Made::new();
    let ball = made.cuboid("ball", [0.0, 2.0, 0.0], json!({"mass": 2}));
    let places = made.0.floats(&[[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]);
    made.0.json["nodes"][ball]["extensions"] =
        json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
    let (level, warning) = made.told();
    assert_eq!((level.play.balls.len(), level.mesh.parts.len()), (1, 1));
    assert!(warning.contains("of its copies one"), "{warning}");
}

/// The reading must know what a thrown ball weighs, which is the simulation's.
#[test]
fn a_target_for_a_thrown_balls_mass_can_be_lit() {
    let told = |mass: f32| {
        let mut made = Made::new();
        made.cuboid("target", [0.0, 2.0, 0.0], json!({"mass": mass}));
        let findings = made.0.level().findings;
        let is_other = |it: &&Finding| !it.problem.contains(ENDLESS);
        findings.iter().filter(is_other).count()
    };
    assert_eq!([told(BALL_MASS), told(BALL_MASS * 1.01)], [0, 1]);
}

#[test]
fn a_round_mesh_of_a_balls_size_is_one_by_its_name() {
    for (radius, balls) in [(0.3, 1), (0.7, 0)] {
        let mut made = Made::new();
        let mesh = made.0.mesh(&sphere(radius));
        made.node("Ball", [0.0, 2.0, 0.0], json!({"mesh": mesh}));
        let level = made.0.level();
        assert_eq!(level.play.balls.len(), balls, "{radius} m");
        assert_eq!(level.mesh.parts.len(), 2 - balls);
        assert_eq!(level.findings.len(), 1 - balls);
    }
    let mut egg = Made::new();
    let mesh = egg.0.mesh(&sphere(0.3));
    egg.node(
        "Ball",
        [0.0, 2.0, 0.0],
        json!({"mesh": mesh, "scale": [1, 1.5, 1]}),
    );
    assert!(egg.0.level().play.balls.is_empty());
}
