//! The playable content of a level, as plain data: balls, targets, triggers and walkers. `gltf` reads it
//! from a file; the simulation runs it.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{Class, geom::segment_meets_box, hash::Hasher};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::{BodyClasses, BodyKind};

/// The interactive content of a level: balls, targets, triggers and walkers. Every list is empty in a
/// level for walking alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Play {
    /// The level's title, if its author gave one.
    pub title: Option<String>,
    pub settings: PlaySettings,
    pub balls: Vec<StartBall>,
    pub targets: Vec<Target>,
    pub triggers: Vec<Trigger>,
    pub walkers: Vec<WalkerStart>,
    pub classes: BodyClasses,
}

/// The rules that a level's author can set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaySettings {
    /// The number of balls in hand at the start and after a refill, in a level with targets.
    pub balls: u32,
    /// True if explosions of thrown balls push nearby bodies.
    pub blast: bool,
    /// The least speed at which an impact of a ball explodes, m/s; `None` for the default.
    pub explosion_speed: Option<f32>,
    /// True if the player may fly. `None` allows flight, in levels with targets as assistance.
    pub fly: Option<bool>,
    /// The time that earns the best medal, seconds.
    pub par_seconds: Option<f32>,
    /// The number of thrown balls that earns the best medal.
    pub par_balls: Option<u32>,
}

/// A ball that lies or flies in the level at the start of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartBall {
    /// The node's name.
    pub name: String,
    /// The center, meters.
    pub position: DVec3,
    /// The velocity, meters a second.
    pub velocity: DVec3,
    /// The radius, meters.
    pub radius: f32,
    /// The mass, kilograms.
    pub mass: f32,
    /// The fraction of the approach speed that the ball keeps in a bounce; `None` for the rules' own.
    pub restitution: Option<f32>,
}

/// A part of the level that a ball lights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The node's name.
    pub name: String,
    /// The center of the target's box at rest, meters.
    pub center: DVec3,
    /// The number of bounces, on anything but targets, that the ball must have made before.
    pub rings: u32,
    /// The least mass of the ball, kilograms.
    pub least_mass: f32,
    /// The balls that can light the target.
    pub by: BallOrigins,
}

/// The balls that count, by their origin.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum BallOrigins {
    #[default]
    Any,
    /// Balls that the player threw.
    Thrown,
    /// Balls that the level placed.
    Placed,
}

/// Targets by their indices in [`Play::targets`], ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetSet(pub Vec<u32>);

/// Actions that run when their cause occurs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trigger {
    /// The node's name.
    pub name: String,
    pub cause: TriggerCause,
    /// The targets that must be lit before the trigger acts.
    pub needs: TargetSet,
    /// True if the trigger acts only once.
    pub once: bool,
    /// The time from the cause to the actions, seconds.
    pub delay: f32,
    pub actions: TriggerActions,
    /// The position that a checkpoint returns the player to: the middle of the node, meters.
    pub place: DVec3,
    /// The yaw of a player at a checkpoint, radians about +Y.
    pub yaw: f32,
}

/// A condition that makes a trigger act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TriggerCause {
    /// A body enters the volume.
    Enter { volume: TriggerVolume, who: Bodies },
    /// A body touches a surface of the trigger's node ([`Surface::trigger`](super::Surface)).
    Contact { who: Bodies },
    /// All targets of the set are lit.
    Lit(TargetSet),
}

/// An oriented box: the transform of the cube from −1 to 1 into the level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriggerVolume(pub DAffine3);

/// The bodies that a trigger responds to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bodies {
    pub player: bool,
    pub balls: bool,
    pub walkers: bool,
    pub props: bool,
    /// Bodies of any kind that are of this class.
    pub class: Option<Class>,
}

/// The actions of a trigger; any number of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TriggerActions {
    /// The movers that start, by their indices in `Level::movers`.
    pub play: Vec<u32>,
    /// The line of text that is shown.
    pub text: Option<String>,
    /// True if the player returns here after a fall.
    pub checkpoint: bool,
    /// True if the player's hand is filled with balls.
    pub refill: bool,
    /// True if the level ends here.
    pub end: bool,
}

/// A walker at the start of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WalkerStart {
    /// The node's name.
    pub name: String,
    /// The position of the walker's feet, meters.
    pub position: DVec3,
    /// The walker's yaw, radians about +Y like the player's.
    pub yaw: f32,
    /// The walking speed, meters a second.
    pub speed: f32,
    /// The number of bounces that a ball must have made to fell the walker.
    pub rings: u32,
    /// The distance within which the walker notices the player, meters.
    pub notice: f32,
    /// The distance beyond which the walker gives up the chase, meters.
    pub give_up: f32,
    /// The waypoints of the walker's patrol after its start, at its feet, meters.
    pub way: Vec<DVec3>,
}

impl Play {
    /// Returns whether the level has nothing to play for or with.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether the player may fly in this level.
    pub fn allows_flight(&self) -> bool {
        self.settings.fly != Some(false)
    }

    /// Returns whether flight counts as assistance: the level has targets and its author has not set
    /// `fly`.
    pub fn flight_is_assistance(&self) -> bool {
        self.settings.fly.is_none() && !self.targets.is_empty()
    }

    /// Returns whether all references from a file point at existing elements and all numbers are usable.
    /// The level has `movers` movers.
    pub(crate) fn is_valid(&self, movers: usize) -> bool {
        let is_bounded = |place: &DVec3| place.is_finite() && place.abs().max_element() < 1e6;
        let are_targets =
            |set: &TargetSet| set.0.iter().all(|it| (*it as usize) < self.targets.len());
        let is_amount = |number: f32| (0.0..1e6).contains(&number);
        let is_ball = |ball: &StartBall| {
            is_bounded(&ball.position)
                && is_bounded(&ball.velocity)
                && (0.001..100.0).contains(&ball.radius)
                && ball.mass > 0.0
                && is_amount(ball.mass)
                && ball.restitution.is_none_or(|it| (0.0..=1.0).contains(&it))
        };
        let is_trigger = |trigger: &Trigger| {
            let is_cause = match &trigger.cause {
                TriggerCause::Enter { volume, .. } => volume.0.is_finite(),
                TriggerCause::Contact { .. } => true,
                TriggerCause::Lit(targets) => are_targets(targets),
            };
            is_cause
                && are_targets(&trigger.needs)
                && is_amount(trigger.delay)
                && is_bounded(&trigger.place)
                && trigger.yaw.is_finite()
                && (trigger.actions.play.iter()).all(|it| (*it as usize) < movers)
        };
        let is_walker = |walker: &WalkerStart| {
            is_bounded(&walker.position)
                && walker.yaw.abs() < 1e3
                && [walker.speed, walker.notice, walker.give_up]
                    .into_iter()
                    .all(is_amount)
                && walker.way.iter().all(is_bounded)
        };
        self.balls.iter().all(is_ball)
            && self.targets.iter().all(|it| is_bounded(&it.center))
            && self.triggers.iter().all(is_trigger)
            && self.walkers.iter().all(is_walker)
            && self.classes.is_valid()
    }

    /// Translates all positions by `delta`, meters.
    pub fn shift(&mut self, delta: DVec3) {
        for ball in &mut self.balls {
            ball.position += delta;
        }
        for target in &mut self.targets {
            target.center += delta;
        }
        for trigger in &mut self.triggers {
            trigger.place += delta;
            if let TriggerCause::Enter { volume, .. } = &mut trigger.cause {
                volume.0.translation += delta;
            }
        }
        for walker in &mut self.walkers {
            walker.position += delta;
            for place in &mut walker.way {
                *place += delta;
            }
        }
    }
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self {
            balls: 10,
            blast: true,
            explosion_speed: None,
            fly: None,
            par_seconds: None,
            par_balls: None,
        }
    }
}

impl Target {
    /// A target that any ball lights, with its middle at `center`, meters.
    pub fn plain(name: &str, center: DVec3) -> Self {
        Self {
            name: name.to_string(),
            center,
            rings: 0,
            least_mass: 0.0,
            by: BallOrigins::Any,
        }
    }
}

impl Trigger {
    /// A trigger without actions that the player enters: a box with half the sides `half` around
    /// `center`, meters.
    pub fn entered(name: &str, center: DVec3, half: DVec3) -> Self {
        let volume = DAffine3::from_translation(center) * DAffine3::from_scale(half);
        let cause = TriggerCause::Enter {
            volume: TriggerVolume(volume),
            who: Bodies::PLAYER,
        };
        Self::caused(name, center, cause)
    }

    /// A trigger without actions that balls touch, at `place`, meters.
    pub fn struck(name: &str, place: DVec3) -> Self {
        let who = Bodies {
            player: false,
            balls: true,
            ..Bodies::PLAYER
        };
        Self::caused(name, place, TriggerCause::Contact { who })
    }

    /// A trigger without actions that waits for `targets` to be lit, and is heard at `place`, meters.
    pub fn lit(name: &str, place: DVec3, targets: &[u32]) -> Self {
        Self::caused(name, place, TriggerCause::Lit(TargetSet(targets.to_vec())))
    }

    fn caused(name: &str, place: DVec3, cause: TriggerCause) -> Self {
        Self {
            name: name.to_string(),
            cause,
            needs: TargetSet::default(),
            once: true,
            delay: 0.0,
            actions: TriggerActions::default(),
            place,
            yaw: 0.0,
        }
    }
}

impl Bodies {
    /// The player alone.
    pub const PLAYER: Self = Self {
        player: true,
        balls: false,
        walkers: false,
        props: false,
        class: None,
    };

    /// Returns whether these bodies include bodies of a kind and a class.
    pub fn contain(&self, kind: BodyKind, class: Class) -> bool {
        let of_kind = match kind {
            BodyKind::Player => self.player,
            BodyKind::Ball => self.balls,
            BodyKind::Walker => self.walkers,
            BodyKind::Prop => self.props,
        };
        of_kind || self.class == Some(class)
    }
}

impl TriggerVolume {
    /// Returns whether a body whose box has half the size `half`, meters, touches the volume on its
    /// straight path between two positions of its center.
    pub fn meets_path(&self, from: DVec3, to: DVec3, half: Vec3) -> bool {
        let back = self.0.inverse();
        if !back.is_finite() {
            return false;
        }
        let (start, end) = (back.transform_point3(from), back.transform_point3(to));
        let columns = [
            back.matrix3.x_axis,
            back.matrix3.y_axis,
            back.matrix3.z_axis,
        ];
        let reach = (columns.iter().zip(half.to_array()))
            .fold(DVec3::ONE, |reach, (column, half)| {
                reach + column.abs() * f64::from(half)
            });
        segment_meets_box(start, end, reach)
    }
}

impl Play {
    /// Feeds everything that the simulation depends on to a content hash.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        // The debug form names every field of every part, and is the same on every machine.
        let content = format!(
            "{:?}{:?}{:?}{:?}{:?}{:?}",
            self.settings, self.balls, self.targets, self.triggers, self.walkers, self.classes
        );
        hasher.bytes(content.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    fn volume() -> TriggerVolume {
        let (scale, place) = (DVec3::new(2.0, 1.0, 0.01), DVec3::new(5.0, 1.0, 0.0));
        let turn = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
        TriggerVolume(DAffine3::from_scale_rotation_translation(
            scale, turn, place,
        ))
    }

    #[test]
    fn a_thin_volume_is_met_however_fast_the_body_is() {
        let met = |from: DVec3, to: DVec3| volume().meets_path(from, to, Vec3::splat(0.1));
        let (left, right) = (DVec3::new(-90.0, 1.0, 0.0), DVec3::new(90.0, 1.0, 0.5));
        assert!(met(left, right) && met(right, left));
        assert!(!met(left, DVec3::new(4.8, 1.0, 0.0)), "stops before it");
        assert!(met(left, DVec3::new(4.92, 1.0, 0.0)), "its box touches");
        let beside = DVec3::Z * 2.2;
        assert!(!met(left + beside, right + beside), "passes beside it");
        assert!(met(DVec3::new(5.0, 1.0, 1.0), DVec3::new(5.0, 1.0, 1.0)));
    }

    #[test]
    fn a_volume_of_no_size_is_met_by_nobody() {
        let flat = TriggerVolume(DAffine3::from_scale(DVec3::ZERO));
        assert!(!flat.meets_path(DVec3::ZERO, DVec3::ONE, Vec3::ONE));
    }
}
