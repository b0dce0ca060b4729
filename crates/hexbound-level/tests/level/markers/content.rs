//! Tests of which parts of markers count as content, by which recordings know their level.

use hexbound_level::AmbienceSound;
use serde_json::{Value, json};

use super::{Made, everything, in_file, near};

/// A recording is played only on a level in which all that matters to it is the same.
#[test]
fn everything_that_matters_counts_as_content() {
    let made = everything();
    let usual = made.right().content_hash;
    let node = |name: &str| {
        let nodes = made.0.json["nodes"].as_array().unwrap();
        nodes.iter().position(|node| node["name"] == name).unwrap()
    };
    let extras = [
        ("Ball_heavy", json!({"mass": 5})),
        ("Ball_heavy", json!({"radius": 0.3})),
        ("Ball_heavy", json!({"restitution": 0.5})),
        ("Ball_heavy", json!({"velocity": [0, 1, -2.5]})),
        ("Target", json!({"target": false})),
        ("Target", json!({"rings": 1})),
        ("Target", json!({"group": "far"})),
        ("Target", json!({"mass": 0.25})),
        ("Target", json!({"by": "thrown"})),
        (
            "Lift_mover",
            json!({"trigger": true, "on": "contact", "text": "Hop"}),
        ),
        ("Gate", json!({"opens": "far"})),
        ("Gate", json!({"by": [1, 0, 0]})),
        ("Gate", json!({"seconds": 3})),
        ("Trigger.002", json!({"who": "ball"})),
        ("Trigger.002", json!({"who": "walker"})),
        ("Trigger.002", json!({"who": "any"})),
        ("Trigger.002", json!({"needs": "far"})),
        ("Trigger.002", json!({"needs": "all"})),
        ("Trigger.002", json!({"play": "lift_mover, gate"})),
        ("Trigger.002", json!({"text": "Going down"})),
        ("Trigger.002", json!({"checkpoint": 1})),
        ("Trigger.002", json!({"refill": 1})),
        ("Trigger.002", json!({"end": 1})),
        ("Trigger.002", json!({"once": 0})),
        ("Trigger.002", json!({"delay": 0.25})),
        ("Trigger.003", json!({"group": "all", "text": "Lit"})),
        ("Walker", json!({"speed": 2.5})),
        ("Walker", json!({"rings": 2})),
        ("Walker", json!({"notice": 9})),
        ("Walker", json!({"give_up": 21})),
    ];
    let places = [
        ("Ball_heavy", json!({"translation": [1, 1, 1.5]})),
        ("Trigger.002", json!({"scale": [2, 1, 0.75]})),
        ("Trigger.002", json!({"translation": [-2, 1, -3]})),
        ("Checkpoint", json!({"rotation": [0, 0.6, 0, 0.8]})),
        ("Walker", json!({"translation": [7, 0, 6]})),
        ("Walker", json!({"rotation": [0, 0.6, 0, 0.8]})),
        ("way.010", json!({"translation": [0, 0, 3]})),
        ("way.010", json!({"name": "way.001"})),
    ];
    let scenes = [
        json!({"balls": 7}),
        json!({"blast": 0}),
        json!({"fly": 1}),
        json!({"par_seconds": 45}),
        json!({"par_balls": 6}),
    ];
    let materials = [json!({"restitution": 0.5}), json!({"friction": 0.1})];
    let mut seen = std::collections::BTreeSet::from([usual]);
    let mut differs = |what: String, change: &dyn Fn(&mut Value)| {
        let mut made = everything();
        change(&mut made.0.json);
        let level = made.right();
        assert!(seen.insert(level.content_hash), "{what}");
    };
    let set = |fields: &mut Value, with: &Value| {
        for (key, value) in with.as_object().unwrap() {
            fields[key] = value.clone();
        }
    };
    for (name, with) in &extras {
        let change = |json: &mut Value| set(&mut json["nodes"][node(name)]["extras"], with);
        differs(format!("{name} {with}"), &change);
    }
    for (name, with) in &places {
        let change = |json: &mut Value| set(&mut json["nodes"][node(name)], with);
        differs(format!("{name} {with}"), &change);
    }
    for with in &scenes {
        let change = |json: &mut Value| set(&mut json["scenes"][0]["extras"], with);
        differs(format!("the scene {with}"), &change);
    }
    for with in &materials {
        // Of the floor, of a mover and of a target.
        for part in ["floor", "Lift_mover", "Target"] {
            let change = |json: &mut Value| {
                json["materials"] = json!([{"extras": with}]);
                let mesh = json["nodes"][node(part)]["mesh"].as_u64().unwrap();
                json["meshes"][mesh as usize]["primitives"][0]["material"] = json!(0);
            };
            differs(format!("{part} {with}"), &change);
        }
    }

    let mut renamed = everything();
    renamed.0.json["scenes"][0]["extras"]["title"] = json!("Another title");
    assert_eq!(renamed.right().content_hash, usual, "a title is no content");
}

#[test]
fn sounds_of_places_are_read_where_they_stand_and_are_no_content() {
    let mut made = everything();
    let usual = made.right().content_hash;
    let wind = made.empty("Ambience", [0.0; 3], json!({}));
    let water = json!({"sound": "water", "volume": 0.5, "radius": 3});
    let water = made.empty("ambience.001", [2.0, 1.0, -3.0], water);
    made.below(0, wind);
    made.below(0, water);
    let level = made.right();
    assert_eq!(level.content_hash, usual, "it is only heard");
    let [wind, water] = &level.ambience[..] else {
        panic!("{:?}", level.ambience);
    };
    assert_eq!((wind.sound, wind.radius), (AmbienceSound::Wind, None));
    assert_eq!((wind.volume, water.volume), (1.0, 0.5));
    assert_eq!(water.sound, AmbienceSound::Water);
    assert_eq!(water.radius, Some(3.0));
    let place = in_file(&level, water.position.as_dvec3());
    assert!(near(place, [2.0, 1.0, -3.0]), "{place}");
}

#[test]
fn a_props_surface_counts_as_content() {
    let hash = |extras: Value, material: Value| {
        let mut made = Made::new();
        made.cuboid("prop", [0.0, 2.0, 0.0], extras);
        made.0.json["materials"] = json!([{"extras": material}]);
        made.0.primitive(1)["material"] = json!(0);
        made.right().content_hash
    };
    let usual = hash(json!({}), json!({}));
    assert_ne!(hash(json!({}), json!({"restitution": 0.5})), usual);
    assert_ne!(hash(json!({}), json!({"friction": 0})), usual);
    assert_ne!(hash(json!({"target": 1}), json!({})), usual);
    assert_eq!(hash(json!({}), json!({"surface": "wood"})), usual);
}
