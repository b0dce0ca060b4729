//! The keyframes of nodes marked `mover`. An unreadable channel is omitted with a warning: a part that
//! does not move does not spoil a level.

use glam::{DQuat, DVec3};

use super::{
    accessors::Buffers,
    document::{Channel, ChannelPath, Document},
    hierarchy::MoverNode,
    transforms::placed,
};
use crate::{
    Code, Finding, Keys, Track, animated::Interpolation, build::DraftMover, error::Fault,
    movers::Path,
};

/// The paths of the movers. A mover without keyframes stays at rest, with a warning.
pub(super) fn read_movers(
    source: Buffers,
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

/// The keyframes of a mover's translation and rotation.
fn read_track(
    source: Buffers,
    document: &Document,
    mover: &MoverNode,
    findings: &mut Vec<Finding>,
) -> Track {
    let mut track = Track::default();
    let mut report = |fault: Fault| findings.push(fault.finding().of_node(&mover.name));
    let of_mover = |channel: &&Channel| channel.node == mover.node;
    for channel in document.channels.iter().filter(of_mover) {
        let place = format!("the animation of \"{}\"", mover.name);
        // The first readable channel of each kind is used.
        if channel.path == ChannelPath::Rotation && track.rotation.keys.is_empty() {
            let value = |numbers: [f32; 4]| {
                let unit = DQuat::from_array(numbers.map(f64::from)).normalize();
                unit.is_finite().then_some(unit)
            };
            match read_keys(source, channel, value, &place) {
                Ok(keys) => track.rotation = keys,
                Err(fault) => report(fault),
            }
        } else if channel.path == ChannelPath::Translation && track.translation.keys.is_empty() {
            let value = |numbers: [f32; 3]| {
                let place = DVec3::from_array(numbers.map(f64::from));
                place.is_finite().then_some(place)
            };
            match read_keys(source, channel, value, &place) {
                Ok(keys) => track.translation = keys,
                Err(fault) => report(fault),
            }
        }
    }
    track
}

/// Reads a channel's keyframes: ascending times, and the values that `value` makes of the numbers at
/// each.
fn read_keys<const N: usize, T>(
    source: Buffers,
    channel: &Channel,
    value: impl Fn([f32; N]) -> Option<T>,
    place: &str,
) -> Result<Keys<T>, Fault> {
    let times = source.floats::<1>(channel.times, 0.0, place)?;
    let values = source.floats::<N>(channel.values, 0.0, place)?;
    // A cubic spline has a tangent before and one after each value; the values alone suffice.
    let per_key = channel.interpolation.values_per_key();
    let values = values.iter().skip(per_key / 2).step_by(per_key);
    let keys: Option<Vec<(f64, T)>> = (times.iter().zip(values))
        .map(|([time], found)| Some((f64::from(*time), value(*found)?)))
        .collect();
    let are_valid = |keys: &Vec<(f64, T)>| {
        keys.len() == times.len()
            && keys.first().is_some_and(|first| first.0 >= 0.0)
            && keys.windows(2).all(|pair| pair[0].0 < pair[1].0)
    };
    let problem = "needs as many finite values as ascending times";
    let keys = keys
        .filter(are_valid)
        .ok_or_else(|| Fault::malformed(place, problem))?;
    let steps = channel.interpolation == Interpolation::Step;
    Ok(Keys { keys, steps })
}
