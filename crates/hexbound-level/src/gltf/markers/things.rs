//! Markers of things: balls, targets, gates, walkers, and sounds of places.

use strum::IntoEnumIterator;

use std::ops::RangeInclusive;

use glam::DVec3;

use super::triggers::{GroupName, MAX_DELAY_SECONDS};
use crate::{AmbienceSound, BallOrigins, Code, gltf::extras::Extras};

/// A ball that the level places. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BallMarker {
    /// Kilograms.
    pub mass: f32,
    pub radius: Option<f32>,
    pub restitution: Option<f32>,
    /// Along the file's axes, a second.
    pub velocity: DVec3,
    /// The name of its class.
    pub class: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TargetMarker {
    pub rings: u32,
    pub group: Option<String>,
    /// Kilograms.
    pub least_mass: f32,
    pub by: BallOrigins,
}

/// A mover that moves out of the way. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GateMarker {
    /// The way along the file's axes; `None` for down by the gate's own height.
    pub by: Option<DVec3>,
    pub seconds: f32,
    pub opens: Option<GroupName>,
}

/// Lengths are in the file's unit where the file gives them, and in meters where it doesn't.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WalkerMarker {
    /// A second.
    pub speed: Option<f32>,
    pub rings: u32,
    pub notice: Option<f32>,
    pub give_up: Option<f32>,
    /// The name of its class.
    pub class: Option<String>,
}

/// A sound that a place makes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AmbienceMarker {
    pub sound: AmbienceSound,
    pub volume: f32,
    /// The radius within which it is heard, in the file's unit; `None` is heard everywhere.
    pub radius: Option<f32>,
}

/// A walker's speed, and the distances at which it notices the player and gives up, where its file
/// names none: meters, and meters a second.
pub(crate) const WALKER_SPEED: f32 = 2.0;
pub(crate) const WALKER_NOTICE: f32 = 12.0;
pub(crate) const WALKER_GIVE_UP: f32 = 20.0;

/// The least and the largest mass of a ball, kilograms.
const BALL_MASSES: RangeInclusive<f32> = 1e-3..=1e5;
/// The least and the largest length or speed that a file may give, in its own unit.
const LENGTH_RANGE: RangeInclusive<f32> = 1e-6..=1e6;
/// The largest part of a way or a velocity, in the file's unit.
const MAX_COORDINATE: f64 = 1e6;
const MAX_BOUNCES: u32 = 1000;

pub(super) fn read_ball(extras: &mut Extras) -> BallMarker {
    BallMarker {
        mass: extras.number("mass", 1.0, BALL_MASSES),
        radius: extras.wished_number("radius", LENGTH_RANGE, "its mesh's radius"),
        restitution: extras.wished_number("restitution", 0.0..=1.0, "the usual one"),
        velocity: extras
            .vector("velocity", MAX_COORDINATE)
            .unwrap_or_default(),
        class: extras.lower_text("class"),
    }
}

pub(super) fn read_walker(extras: &mut Extras) -> WalkerMarker {
    WalkerMarker {
        speed: extras.wished_number("speed", LENGTH_RANGE, "2 m/s"),
        rings: extras.count("rings", 1, MAX_BOUNCES),
        notice: extras.wished_number("notice", LENGTH_RANGE, "12 m"),
        give_up: extras.wished_number("give_up", LENGTH_RANGE, "20 m"),
        class: extras.lower_text("class"),
    }
}

pub(super) fn read_gate(extras: &mut Extras) -> GateMarker {
    GateMarker {
        by: extras.vector("by", MAX_COORDINATE),
        seconds: extras.number("seconds", 2.0, 0.01..=MAX_DELAY_SECONDS),
        opens: extras.text("opens").map(GroupName::of),
    }
}

pub(super) fn read_target(extras: &mut Extras) -> TargetMarker {
    let group = match extras.text("group").map(GroupName::of) {
        Some(GroupName::All) => {
            let problem = "every target is in the group \"all\": give its own group another name";
            extras.tell(Code::BadValue, problem);
            None
        }
        Some(GroupName::Named(name)) => Some(name),
        None => None,
    };
    TargetMarker {
        rings: extras.count("rings", 0, MAX_BOUNCES),
        group,
        least_mass: extras.number("mass", 0.0, 0.0..=*BALL_MASSES.end()),
        by: extras.choice(
            "by",
            &[
                ("any", BallOrigins::Any),
                ("thrown", BallOrigins::Thrown),
                ("placed", BallOrigins::Placed),
            ],
        ),
    }
}

pub(super) fn read_ambience(extras: &mut Extras) -> AmbienceMarker {
    let words: Vec<_> = AmbienceSound::iter()
        .map(|sound| (sound.word(), sound))
        .collect();
    AmbienceMarker {
        sound: extras.choice("sound", &words),
        volume: extras.number("volume", 1.0, 0.0..=1.0),
        radius: extras.wished_number("radius", LENGTH_RANGE, "none"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::test_markers::{read, right},
        *,
    };

    #[test]
    fn balls() {
        let usual = right("ball", json!({})).ball.unwrap();
        let expected = BallMarker {
            mass: 1.0,
            radius: None,
            restitution: None,
            velocity: DVec3::ZERO,
            class: None,
        };
        assert_eq!(usual, expected);
        let given = json!({"mass": 8, "radius": 0.3, "restitution": 1, "velocity": [1, 2, -3.5],
            "class": "Heavy"});
        let expected = BallMarker {
            mass: 8.0,
            radius: Some(0.3),
            restitution: Some(1.0),
            velocity: DVec3::new(1.0, 2.0, -3.5),
            class: Some(String::from("heavy")),
        };
        assert_eq!(right("ball", given).ball.unwrap(), expected);
    }

    #[test]
    fn targets() {
        let usual = right("target", json!({})).target.unwrap();
        assert_eq!((usual.rings, usual.least_mass), (0, 0.0));
        assert_eq!((usual.group, usual.by), (None, BallOrigins::Any));
        let given = json!({"rings": 2, "group": "North", "mass": 4, "by": "placed"});
        let given = right("target", given).target.unwrap();
        assert_eq!((given.rings, given.least_mass), (2, 4.0));
        assert_eq!(given.group.as_deref(), Some("north"));
        assert_eq!(given.by, BallOrigins::Placed);
        let (_, findings) = read("target", json!({"group": "All"}));
        assert!(findings[0].problem.contains("every target"), "{findings:?}");
    }

    #[test]
    fn gates_and_walkers() {
        let usual = right("gate", json!({})).gate.unwrap();
        assert_eq!((usual.by, usual.seconds, usual.opens), (None, 2.0, None));
        let given = right(
            "gate",
            json!({"by": [0, 3, 0], "seconds": 1, "opens": "all"}),
        );
        let given = given.gate.unwrap();
        assert_eq!((given.by, given.seconds), (Some(DVec3::Y * 3.0), 1.0));
        assert_eq!(given.opens, Some(GroupName::All));
        let usual = right("walker", json!({})).walker.unwrap();
        assert_eq!((usual.speed, usual.rings), (None, 1));
        let given = json!({"speed": 3, "rings": 0, "notice": 5, "give_up": 9});
        let given = right("walker", given).walker.unwrap();
        assert_eq!((given.speed, given.rings), (Some(3.0), 0));
        assert_eq!((given.notice, given.give_up), (Some(5.0), Some(9.0)));
    }

    #[test]
    fn sounds_of_places() {
        let usual = right("ambience", json!({})).ambience.unwrap();
        let expected = AmbienceMarker {
            sound: AmbienceSound::Wind,
            volume: 1.0,
            radius: None,
        };
        assert_eq!(usual, expected);
        let given = json!({"sound": "Water", "volume": 0.5, "radius": 12});
        let expected = AmbienceMarker {
            sound: AmbienceSound::Water,
            volume: 0.5,
            radius: Some(12.0),
        };
        let given = right("Ambience.002", given);
        assert_eq!(given.ambience, Some(expected));
        assert_eq!(given.trigger, None);
        assert!(right("Fall", json!({"ambience": true})).ambience.is_some());
        let both = right("exit", json!({"ambience": true, "sound": "hall"}));
        assert!(both.ambience.is_some() && both.trigger.is_some());
    }
}
