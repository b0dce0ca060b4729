//! The keyframes of nodes marked `mover`. A channel that can't be read is left out with a warning:
//! a part that stands still does not spoil a level.

use glam::{DQuat, DVec3};

use super::{
    accessors::Source,
    document::{Channel, ChannelPath, Document},
    hierarchy::MoverNode,
    transforms::placed,
};
use crate::{Code, Finding, Keys, Track, build::DraftMover, error::Fault, movers::Path};

/// The paths of the movers. One without keyframes never leaves where it rests, which is warned of.
pub(super) fn read_movers(
    source: Source,
    document: &Document,
    movers: &[MoverNode],
    findings: &mut Vec<Finding>,
) -> Vec<DraftMover> {
    let mut drafts = Vec::with_capacity(movers.len());
    for mover in movers {
        let track = read_track(source, document, mover, findings);
        if track.seconds() == 0.0 && !mover.is_gate {
            let name = &mover.name;
            let problem = format!("the mover \"{name}\" has no animation and stays");
            findings.push(Finding::new(Code::StillMover, problem).of_node(name));
        }
        drafts.push(DraftMover {
            start: mover.start,
            name: mover.name.clone(),
            path: Path {
                parent: mover.parent,
                rest: placed(&document.transforms[mover.node]),
                track,
            },
        });
    }
    drafts
}

/// The keyframes that move and turn a mover.
fn read_track(
    source: Source,
    document: &Document,
    mover: &MoverNode,
    findings: &mut Vec<Finding>,
) -> Track {
    let mut track = Track::default();
    let mut report = |fault: Fault| findings.push(fault.finding().of_node(&mover.name));
    let of_mover = |channel: &&Channel| channel.node == mover.node;
    for channel in document.channels.iter().filter(of_mover) {
        let place = format!("the animation of \"{}\"", mover.name);
        // The first channel of each kind that can be read is played.
        if channel.path == ChannelPath::Rotation && track.rotation.keys.is_empty() {
            let value = |[x, y, z, w]: [f32; 4]| {
                unit(DQuat::from_xyzw(x.into(), y.into(), z.into(), w.into()))
            };
            match read_keys(source, channel, value, &place) {
                Ok(keys) => track.rotation = keys,
                Err(fault) => report(fault),
            }
        } else if channel.path == ChannelPath::Translation && track.translation.keys.is_empty() {
            let value = |[x, y, z]: [f32; 3]| DVec3::new(x.into(), y.into(), z.into());
            match read_keys(source, channel, value, &place) {
                Ok(keys) => track.translation = keys,
                Err(fault) => report(fault),
            }
        }
    }
    track
}

/// The rotation at unit length, if it has one.
fn unit(rotation: DQuat) -> DQuat {
    if rotation.length_squared() > 0.0 {
        rotation.normalize()
    } else {
        rotation
    }
}

/// Reads a channel's keyframes: ascending times, and a finite value for each.
fn read_keys<const N: usize, T: Copy + KeyframeValue>(
    source: Source,
    channel: &Channel,
    value: impl Fn([f32; N]) -> T,
    place: &str,
) -> Result<Keys<T>, Fault> {
    let times = source.floats::<1>(channel.times, 0.0, place)?;
    let values = source.floats::<N>(channel.values, 0.0, place)?;
    // A cubic spline has a tangent before and one after each value; the values alone will do.
    let (each, first) = if channel.interpolation == "CUBICSPLINE" {
        (3, 1)
    } else {
        (1, 0)
    };
    let values = values.iter().skip(first).step_by(each);
    let keys: Vec<(f64, T)> = (times.iter().zip(values))
        .map(|([time], found)| (f64::from(*time), value(*found)))
        .collect();
    let are_valid = keys.len() == times.len()
        && keys.iter().all(|key| key.0 >= 0.0 && key.1.is_valid())
        && keys.windows(2).all(|pair| pair[0].0 < pair[1].0);
    if keys.is_empty() || !are_valid {
        let problem = "needs as many finite values as ascending times";
        return Err(Fault::malformed(place, problem));
    }
    let steps = channel.interpolation == "STEP";
    Ok(Keys { keys, steps })
}

/// A value that a keyframe may hold.
trait KeyframeValue {
    /// Returns whether it is finite and can be interpolated.
    fn is_valid(&self) -> bool;
}

impl KeyframeValue for DVec3 {
    fn is_valid(&self) -> bool {
        self.is_finite()
    }
}

impl KeyframeValue for DQuat {
    fn is_valid(&self) -> bool {
        self.is_finite() && self.length_squared() > 0.5
    }
}
