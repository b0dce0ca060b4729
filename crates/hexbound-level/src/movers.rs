//! Parts that move by themselves: their collision meshes and their poses at any tick. A pose is a
//! function of the time alone, so no pose is stored or recorded.

use glam::{DAffine3, DQuat, DVec3};
use hexbound_collide::{CollisionMesh, geom::Aabb, hash::Hasher};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::{Surfaces, mesh_hash::hash_corners};
use hexbound_base::clock::TICK_RATE;

/// The number of equal steps of a round at whose ends a mover's pose is sampled for its bounds.
const ROUND_STEPS: u32 = 64;

/// A node marked `mover` and everything below it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovingPart {
    /// The node's name, for messages.
    pub name: String,
    /// The collision mesh at rest, local, as drawn without a pose.
    pub collision: CollisionMesh,
    /// The surfaces of `collision`.
    pub surfaces: Surfaces,
    pub start: MoverStart,
    pub path: Path,
}

/// The time at which a mover begins to move.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum MoverStart {
    /// The mover moves from the run's start on, in a loop.
    #[default]
    #[strum(serialize = "at once")]
    AtOnce,
    /// The mover rests at its first key until a trigger starts it, moves once, and stays at the last.
    Played,
}

/// A node's path through the level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Path {
    /// The transform from the space that the node moves in to the level's.
    pub parent: DAffine3,
    /// The node's placement in that space at rest.
    pub rest: Placed,
    pub track: Track,
}

/// The position, rotation and scale of a node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    pub translation: DVec3,
    /// The rotation, a unit quaternion.
    pub rotation: DQuat,
    pub scale: DVec3,
}

/// The keyframes of one round of a mover.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Track {
    pub translation: Keys<DVec3>,
    pub rotation: Keys<DQuat>,
}

/// Values at ascending times, seconds; without any the node stays at rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keys<T> {
    pub keys: Vec<(f64, T)>,
    /// True if a value holds until the next one, without interpolation.
    pub steps: bool,
}

impl MovingPart {
    /// Returns whether the part can be moved along its path.
    pub(crate) fn is_valid(&self) -> bool {
        self.path.is_valid() && self.motion_at(0.0).is_finite()
    }

    /// The targets of the mover's triangles, once for each triangle.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        (0..self.collision.len() as u32)
            .filter_map(|triangle| self.surfaces.of(&self.collision, triangle).target)
    }

    /// The duration of one round, seconds.
    pub fn seconds(&self) -> f64 {
        self.path.track.seconds()
    }

    /// The local transform from the rest pose to the pose `ticks` ticks after the start of the motion.
    pub fn motion(&self, ticks: u64) -> DAffine3 {
        self.motion_at(ticks as f64 / f64::from(TICK_RATE))
    }

    /// The local transform from the rest pose to the pose `seconds` after the start of the motion.
    pub fn motion_at(&self, seconds: f64) -> DAffine3 {
        let seconds = match self.start {
            MoverStart::AtOnce => seconds,
            // Just before the end, which a looping track takes for its beginning.
            MoverStart::Played => seconds.min(self.path.track.seconds().next_down()),
        };
        let path = &self.path;
        let placed = path.parent * path.track.at(seconds, &path.rest).affine();
        placed * (path.parent * path.rest.affine()).inverse()
    }

    /// The local bounds of a box at rest over the whole motion.
    pub fn bounds_of(&self, resting: &Aabb) -> Aabb {
        let round = self.path.track.seconds();
        let times = (0..=ROUND_STEPS).map(|step| round * f64::from(step) / f64::from(ROUND_STEPS));
        let seen = times.fold(Aabb::EMPTY, |seen, time| {
            seen.union(resting.transformed(&self.motion_at(time)))
        });
        // Between two samples the box moves at most half a step further than at both.
        seen.grown(seen.size() * (2.0 / ROUND_STEPS as f32))
    }

    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        hasher.u64(self.collision.len() as u64);
        hash_corners(&self.collision, hasher);
        let track = &self.path.track;
        let motion = self.motion_at(0.0).to_cols_array();
        let moves = (track.translation.keys.iter())
            .flat_map(|(time, value)| [*time, value.x, value.y, value.z]);
        let turns = (track.rotation.keys.iter())
            .flat_map(|(time, value)| [*time, value.x, value.y, value.z, value.w]);
        let steps = [track.translation.steps, track.rotation.steps];
        for number in motion.into_iter().chain(moves).chain(turns) {
            hasher.u64(number.to_bits());
        }
        for is_stepping in steps {
            hasher.u32(u32::from(is_stepping));
        }
        hasher.u32(u32::from(self.start == MoverStart::Played));
        self.surfaces.hash(hasher);
    }
}

impl Placed {
    /// No translation, rotation or scaling.
    pub const IDENTITY: Self = Self {
        translation: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
    };

    /// The placement as a transform.
    pub(crate) fn affine(&self) -> DAffine3 {
        DAffine3::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

impl Track {
    /// A track through offsets from the rest position, each at its time in seconds.
    pub fn through(offsets: &[(f64, DVec3)]) -> Self {
        let keys = offsets.to_vec();
        Self {
            translation: Keys { keys, steps: false },
            rotation: Keys::default(),
        }
    }

    /// A track that turns to the left about +Y, one turn in `seconds`.
    pub fn turning(seconds: f64) -> Self {
        let key_at = |part: u32| {
            let half = f64::from(part) * std::f64::consts::FRAC_PI_4;
            let rotation = DQuat::from_xyzw(0.0, libm::sin(half), 0.0, libm::cos(half));
            (seconds * f64::from(part) / 4.0, rotation)
        };
        let keys = (0..=4).map(key_at).collect();
        Self {
            translation: Keys::default(),
            rotation: Keys { keys, steps: false },
        }
    }

    /// The duration of one round, seconds.
    pub fn seconds(&self) -> f64 {
        let last = |time: Option<f64>| time.unwrap_or(0.0);
        let moves = last(self.translation.keys.last().map(|key| key.0));
        moves.max(last(self.rotation.keys.last().map(|key| key.0)))
    }

    fn at(&self, seconds: f64, rest: &Placed) -> Placed {
        let round = self.seconds();
        let time = if round > 0.0 { seconds % round } else { 0.0 };
        Placed {
            translation: (self.translation)
                .at(time, DVec3::lerp)
                .unwrap_or(rest.translation),
            rotation: self.rotation.at(time, slerp).unwrap_or(rest.rotation),
            scale: rest.scale,
        }
    }
}

impl Path {
    /// Returns whether the path has finite values at ascending times.
    fn is_valid(&self) -> bool {
        let is_place = |place: DVec3| place.is_finite() && place.abs().max_element() < 1e6;
        let is_rotation = |rotation: DQuat| (rotation.length_squared() - 1.0).abs() < 1e-3;
        self.parent.is_finite()
            && is_place(self.rest.translation)
            && is_place(self.rest.scale)
            && is_rotation(self.rest.rotation)
            && self.track.translation.are_valid(is_place)
            && self.track.rotation.are_valid(is_rotation)
            && self.track.seconds() > 0.0
    }
}

impl<T: Copy> Keys<T> {
    /// Returns whether all times ascend and all values are valid.
    fn are_valid(&self, is_valid: impl Fn(T) -> bool) -> bool {
        let ascend = self.keys.windows(2).all(|two| two[0].0 < two[1].0);
        let is_key = |(time, value): &(f64, T)| (0.0..1e9).contains(time) && is_valid(*value);
        ascend && self.keys.iter().all(is_key)
    }

    fn at(&self, time: f64, between: impl Fn(T, T, f64) -> T) -> Option<T> {
        let next = self.keys.partition_point(|key| key.0 <= time);
        let (first, last) = (self.keys.first()?, self.keys.last()?);
        if next == 0 {
            return Some(first.1);
        }
        let Some(after) = self.keys.get(next) else {
            return Some(last.1);
        };
        let before = self.keys[next - 1];
        if self.steps {
            return Some(before.1);
        }
        let fraction = (time - before.0) / (after.0 - before.0);
        Some(between(before.1, after.1, fraction))
    }
}

/// Interpolates between rotations at a constant speed, by the shorter turn. `libm` makes the bits the
/// same on every machine.
pub(crate) fn slerp(from: DQuat, to: DQuat, t: f64) -> DQuat {
    let cosine = from.dot(to);
    let to = if cosine < 0.0 { -to } else { to };
    let angle = libm::acos(cosine.abs().min(1.0));
    if angle < 1e-6 {
        return (from * (1.0 - t) + to * t).normalize();
    }
    let (a, b) = (libm::sin(angle * (1.0 - t)), libm::sin(angle * t));
    ((from * a + to * b) * (1.0 / libm::sin(angle))).normalize()
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn a_round_turns_evenly_and_begins_again() {
        let track = Track::turning(8.0);
        let heading = |seconds: f64| {
            let forward = track.at(seconds, &Placed::IDENTITY).rotation * DVec3::Z;
            libm::atan2(forward.x, forward.z)
        };
        for seconds in [0.0, 0.5, 1.0, 2.5, 3.9] {
            let expected = seconds / 8.0 * std::f64::consts::TAU;
            assert!((heading(seconds) - expected).abs() < 1e-12, "{seconds} s");
            assert!((heading(seconds + 800.0) - heading(seconds)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_bounds_hold_every_place() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Z];
        let part = MovingPart {
            name: String::new(),
            collision: CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap(),
            surfaces: Surfaces::default(),
            start: MoverStart::AtOnce,
            path: Path {
                parent: DAffine3::from_translation(DVec3::X * 3.0),
                rest: Placed::IDENTITY,
                track: Track::turning(7.0),
            },
        };
        let bounds = part.bounds_of(&part.collision.bounds());
        for step in 0..1000 {
            let motion = part.motion_at(f64::from(step) * 0.0137);
            for corner in corners {
                let place = motion.transform_point3(corner.as_dvec3()).as_vec3();
                assert!(bounds.contains(place), "{place} is not in {bounds:?}");
            }
        }
        assert!(bounds.size().max_element() < 7.0);
    }

    #[test]
    fn rotations_go_the_short_way_at_an_even_pace() {
        let half = |angle: f64| DQuat::from_xyzw(libm::sin(angle), 0.0, 0.0, libm::cos(angle));
        let third = slerp(half(0.0), -half(0.3), 1.0 / 3.0);
        assert!((third.dot(half(0.1)).abs() - 1.0).abs() < 1e-12);
        assert_eq!(slerp(half(0.2), half(0.2), 0.5), half(0.2));
    }
}
