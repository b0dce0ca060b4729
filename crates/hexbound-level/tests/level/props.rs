//! Props as files ask for them: bodies of several parts, and what falls and is pushed.

use crate::markers::Made;
use glam::Vec3;
use hexbound_level::{Bodies, BodyKind, Level, Prop, PropShape, TriggerCause};
use serde_json::json;

/// The only prop.
fn only(level: &Level) -> &Prop {
    let [prop] = &level.props[..] else {
        panic!("{} props: {:?}", level.props.len(), level.findings);
    };
    prop
}

/// The level, of which nothing must be warned.
fn right(made: &Made) -> Level {
    let level = made.0.level();
    assert_eq!(level.findings, []);
    level
}

#[test]
fn what_is_below_a_prop_belongs_to_it_each_mesh_with_its_shape() {
    let mut made = Made::new();
    let extras = json!({"prop": "compound", "gravity": true, "mass": 12.5});
    let whole = made.cuboid("Cart", [0.0, 2.0, 0.0], extras);
    let group = made.empty("Wheels", [0.0, -1.0, 0.0], json!({}));
    made.below(whole, group);
    for x in [-1.0, 1.0] {
        let wheel = made.cuboid("Wheel", [x, 0.0, 0.0], json!({"shape": "sphere"}));
        made.below(group, wheel);
    }
    let hook = made.cuboid("Hook", [0.0, 0.0, -1.0], json!({"shape": "hull"}));
    made.below(whole, hook);
    let level = right(&made);
    let cart = only(&level);
    assert_eq!((cart.gravity, cart.mass), (true, Some(12.5)));
    let shapes: Vec<&str> = (cart.parts.iter())
        .map(|part| match part.shape {
            PropShape::Box { .. } => "box",
            PropShape::Sphere { .. } => "sphere",
            PropShape::Hull(_) => "hull",
        })
        .collect();
    assert_eq!(shapes, ["box", "sphere", "sphere", "hull"]);
    let places: Vec<Vec3> = (cart.parts.iter())
        .map(|part| level.to_file(cart.position + part.center).as_vec3())
        .collect();
    let expected = [
        [0.0, 2.0, 0.0],
        [-1.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 2.0, -1.0],
    ];
    for (place, expected) in places.iter().zip(expected.map(Vec3::from)) {
        assert!((*place - expected).length() < 1e-5, "{place} {expected}");
    }
    let drawn = level.mesh.parts.iter().filter(|part| part.prop == Some(0));
    assert_eq!(drawn.count(), 4);
    assert_eq!(level.collision.len(), 2, "nothing of it stays in the level");
}

#[test]
fn children_follow_a_plain_prop_too_and_take_its_shape() {
    let mut made = Made::new();
    let whole = made.cuboid("Prop sphere", [0.0, 2.0, 0.0], json!({}));
    let child = made.cuboid("Knob", [0.0, 1.0, 0.0], json!({}));
    made.below(whole, child);
    let level = right(&made);
    let prop = only(&level);
    assert_eq!(
        (prop.gravity, prop.mass, prop.parts.len()),
        (false, None, 2)
    );
    assert!((prop.parts.iter()).all(|part| matches!(part.shape, PropShape::Sphere { .. })));
}

#[test]
fn a_body_may_be_drawn_by_one_mesh_and_solid_by_others() {
    let mut made = Made::new();
    let whole = made.empty("Statue", [0.0, 2.0, 0.0], json!({"prop": "compound"}));
    let marble = made.cuboid("Marble-nocol", [0.0, 0.0, 0.0], json!({}));
    made.below(whole, marble);
    for y in [-0.25, 0.25] {
        let ball = made.cuboid(
            "Stand-in-colonly",
            [0.0, y, 0.0],
            json!({"shape": "sphere"}),
        );
        made.below(whole, ball);
    }
    let level = right(&made);
    let statue = only(&level);
    assert_eq!((statue.parts.len(), statue.mesh.len()), (2, 12));
    let visible = (level.mesh.parts.iter()).filter(|part| part.prop == Some(0) && part.visible);
    assert_eq!(visible.count(), 1);
}

#[test]
fn a_node_without_a_mesh_is_a_prop_only_where_its_property_says_so() {
    for (name, extras, props) in [
        ("Props", json!({}), 0),
        ("Furniture", json!({"prop": true}), 1),
        ("Props", json!({"prop": false}), 0),
    ] {
        let mut made = Made::new();
        let group = made.empty(name, [0.0, 1.0, 0.0], extras);
        let chair = made.cuboid("Chair", [0.0, 0.0, 0.0], json!({}));
        made.below(group, chair);
        assert_eq!(right(&made).props.len(), props, "{name}");
    }
}

#[test]
fn what_a_part_of_a_prop_does_not_get_is_said() {
    for (child, extras, said) in [
        ("Leg", json!({"shape": "cone"}), "no prop of shape \"cone\""),
        ("Bumper", json!({}), "as a part of a prop it is no bumper"),
        ("Mover", json!({}), "not by itself"),
    ] {
        let mut made = Made::new();
        let whole = made.cuboid("Prop", [0.0, 2.0, 0.0], json!({}));
        let child = made.cuboid(child, [0.0, 1.0, 0.0], extras);
        made.below(whole, child);
        let level = made.0.level();
        assert_eq!(only(&level).parts.len(), 2);
        assert!(level.bumpers.is_empty() && level.movers.is_empty());
        let warned = level
            .findings
            .iter()
            .any(|finding| finding.problem.contains(said));
        assert!(warned, "{:?}", level.findings);
    }
    for mass in [json!(0), json!(-3), json!("heavy"), json!(1e9)] {
        let mut made = Made::new();
        made.cuboid("Prop", [0.0, 2.0, 0.0], json!({"mass": mass}));
        let level = made.0.level();
        assert_eq!(only(&level).mass, None);
        assert!(
            level.findings[0].problem.contains("kilograms"),
            "{:?}",
            level.findings
        );
    }
}

#[test]
fn a_flat_part_is_drawn_and_not_solid() {
    let mut made = Made::new();
    let whole = made.cuboid("Prop", [0.0, 2.0, 0.0], json!({}));
    let label = made.cuboid("Label", [0.0, 1.0, 0.0], json!({}));
    made.0.json["nodes"][label]["scale"] = json!([1, 0, 1]);
    made.below(whole, label);
    let level = made.0.level();
    assert_eq!(only(&level).parts.len(), 1);
    assert!(
        level
            .findings
            .iter()
            .any(|finding| finding.problem.contains("nothing touches this part"))
    );
}

#[test]
fn weight_and_parts_are_in_the_content_hash() {
    let hash = |extras: serde_json::Value, child: bool| {
        let mut made = Made::new();
        let whole = made.cuboid("Prop", [0.0, 2.0, 0.0], extras);
        if child {
            let knob = made.cuboid("Knob", [0.0, 1.0, 0.0], json!({}));
            made.below(whole, knob);
        }
        right(&made).content_hash
    };
    let hashes = [
        hash(json!({}), false),
        hash(json!({"gravity": 1}), false),
        hash(json!({"mass": 2}), false),
        hash(json!({"mass": 3}), false),
        hash(json!({}), true),
    ];
    for (index, one) in hashes.iter().enumerate() {
        assert!(!hashes[..index].contains(one), "{index}");
    }
}

/// Lets the scene have all nodes and these properties.
fn shown(made: &mut Made, extras: serde_json::Value) {
    let count = made.0.json["nodes"].as_array().unwrap().len();
    let nodes: Vec<usize> = (0..count).collect();
    made.0.json["scenes"] = json!([{"nodes": nodes, "extras": extras}]);
}

#[test]
fn bodies_have_the_classes_that_their_nodes_name() {
    let mut made = Made::new();
    made.cuboid("Prop crate", [0.0, 1.0, 0.0], json!({}));
    made.cuboid("Prop robot", [3.0, 1.0, 0.0], json!({"class": " Robot"}));
    made.empty(
        "a walker",
        [5.0, 0.0, 0.0],
        json!({"walker": 1, "class": "guard"}),
    );
    made.empty("first", [6.0, 0.5, 0.0], json!({"ball": 1}));
    made.empty(
        "second",
        [7.0, 0.5, 0.0],
        json!({"ball": 1, "class": "robot"}),
    );
    let pad = json!({"trigger": 1, "who": "ROBOT", "text": "Here"});
    made.empty("pad", [0.0, 0.5, 4.0], pad);
    let responses = json!({"responses": "robot player ignore, guard robot all"});
    shown(&mut made, responses);
    let level = right(&made);
    let classes = &level.play.classes;
    let named = |name: &str| classes.find(name).unwrap();
    let of = |kind, index| classes.of(kind, index);
    assert_eq!(of(BodyKind::Prop, 0), named("prop"));
    assert_eq!(of(BodyKind::Prop, 1), named("robot"));
    assert_eq!(of(BodyKind::Walker, 0), named("guard"));
    assert_eq!(of(BodyKind::Ball, 0), named("ball"));
    assert_eq!(of(BodyKind::Ball, 1), named("robot"));
    assert!(!classes.stop(named("robot"), named("player")));
    assert!(!classes.stop(named("robot"), named("guard")));
    assert!(classes.stop(named("robot"), named("prop")));
    let TriggerCause::Enter { who, .. } = level.play.triggers[0].cause else {
        panic!("{:?}", level.play.triggers);
    };
    let class = Some(named("robot"));
    assert_eq!(
        who,
        Bodies {
            class,
            ..Bodies::default()
        }
    );
}

#[test]
fn classes_of_nobody_are_reported() {
    let mut made = Made::new();
    made.cuboid("Prop robot", [3.0, 1.0, 0.0], json!({"class": "robot"}));
    let pad = json!({"trigger": 1, "who": "robt", "text": "Here"});
    made.empty("pad", [0.0, 0.5, 4.0], pad);
    shown(&mut made, json!({"responses": "ghost player ignore"}));
    let level = made.0.level();
    let problems: Vec<&str> = level.findings.iter().map(|it| &*it.problem).collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems
            .iter()
            .any(|it| it.contains("class \"ghost\", and no body")),
        "{problems:?}"
    );
    assert!(
        problems
            .iter()
            .any(|it| it.contains("who = \"robt\" names nobody")),
        "{problems:?}"
    );
    let TriggerCause::Enter { who, .. } = level.play.triggers[0].cause else {
        panic!("{:?}", level.play.triggers);
    };
    assert_eq!(who, Bodies::PLAYER);
}
