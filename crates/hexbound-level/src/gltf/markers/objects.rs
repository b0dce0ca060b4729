//! Markers of objects: balls, targets, gates, walkers, and ambient sounds.

use std::ops::RangeInclusive;

use glam::DVec3;

use super::triggers::{GroupName, MAX_DELAY_SECONDS};
use crate::{AmbienceSound, BallOrigins, Code, gltf::extras::Extras};

/// A ball that the level places. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BallMarker {
    /// The mass, kilograms.
    pub mass: f32,
    pub radius: Option<f32>,
    pub restitution: Option<f32>,
    /// The velocity per second, along the file's axes.
    pub velocity: DVec3,
    /// The name of the ball's class.
    pub class: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TargetMarker {
    pub rings: u32,
    pub group: Option<String>,
    /// The least mass of a ball, kilograms.
    pub least_mass: f32,
    pub by: BallOrigins,
}

/// A mover that clears a passage. Lengths are in the file's unit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GateMarker {
    /// The displacement along the file's axes; `None` for down by the gate's own height.
    pub by: Option<DVec3>,
    pub seconds: f32,
    pub opens: Option<GroupName>,
}

/// The marker of a walker. Lengths stated by the file are in its unit, defaults in meters.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WalkerMarker {
    /// The speed per second.
    pub speed: Option<f32>,
    pub rings: u32,
    pub notice: Option<f32>,
    pub give_up: Option<f32>,
    /// The name of the walker's class.
    pub class: Option<String>,
}

/// A sound at a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AmbienceMarker {
    pub sound: AmbienceSound,
    pub volume: f32,
    /// The radius of full loudness, in the file's unit; `None` is heard everywhere.
    pub radius: Option<f32>,
}

/// The default speed of a walker, meters a second.
pub(crate) const WALKER_SPEED: f32 = 2.0;
/// The default distance within which a walker notices the player, meters.
pub(crate) const WALKER_NOTICE: f32 = 12.0;
/// The default distance beyond which a walker gives up, meters.
pub(crate) const WALKER_GIVE_UP: f32 = 20.0;

/// The least and the largest mass of a ball, kilograms.
const BALL_MASSES: RangeInclusive<f32> = 1e-3..=1e5;
/// The least and the greatest length or speed in a file, in its own unit.
const LENGTH_RANGE: RangeInclusive<f32> = 1e-6..=1e6;
/// The greatest component of a displacement or a velocity, in the file's unit.
const MAX_COORDINATE: f64 = 1e6;
const MAX_BOUNCES: u32 = 1000;

pub(super) fn read_ball(extras: &mut Extras) -> BallMarker {
    BallMarker {
        mass: extras.number("mass", 1.0, BALL_MASSES),
        radius: extras.optional_number("radius", LENGTH_RANGE, "its mesh's radius"),
        restitution: extras.optional_number("restitution", 0.0..=1.0, "the usual one"),
        velocity: extras
            .vector("velocity", MAX_COORDINATE)
            .unwrap_or_default(),
        class: extras.lower_text("class"),
    }
}

pub(super) fn read_walker(extras: &mut Extras) -> WalkerMarker {
    WalkerMarker {
        speed: extras.optional_number("speed", LENGTH_RANGE, "2 m/s"),
        rings: extras.count("rings", 1, MAX_BOUNCES),
        notice: extras.optional_number("notice", LENGTH_RANGE, "12 m"),
        give_up: extras.optional_number("give_up", LENGTH_RANGE, "20 m"),
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
            extras.report(Code::BadValue, problem);
            None
        }
        Some(GroupName::Named(name)) => Some(name),
        None => None,
    };
    TargetMarker {
        rings: extras.count("rings", 0, MAX_BOUNCES),
        group,
        least_mass: extras.number("mass", 0.0, 0.0..=*BALL_MASSES.end()),
        by: extras.choice("by"),
    }
}

pub(super) fn read_ambience(extras: &mut Extras) -> AmbienceMarker {
    AmbienceMarker {
        sound: extras.choice("sound"),
        volume: extras.number("volume", 1.0, 0.0..=1.0),
        radius: extras.optional_number("radius", LENGTH_RANGE, "none"),
    }
}
