//! The curves of animations in a file. Of the channels of one property of one node, the first is
//! read. An unreadable curve is omitted with a warning.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    accessors::Buffers,
    document::{Channel, ChannelPath, Document},
    hierarchy::Hierarchy,
    node_names::node_name,
};
use crate::{
    Code, Finding,
    animated::{Curve, Interpolation},
    error::Fault,
};

/// The most numbers in all curves and their times together.
const MAX_CURVE_NUMBERS: u64 = 8_000_000;

/// Reads the curves of a file, up to the limit of a level.
pub(super) struct CurveReader<'a> {
    source: Buffers<'a>,
    document: &'a Document,
    channels: BTreeMap<(usize, ChannelPath), &'a Channel>,
    /// The accessors of the times of each animation.
    times: BTreeMap<usize, BTreeSet<usize>>,
    /// The duration of each requested animation, seconds.
    rounds: BTreeMap<usize, f64>,
    /// The count of numbers that were read.
    numbers: u64,
    /// True once the limit's overrun has been reported.
    is_reported: bool,
    /// The findings about the curves.
    pub findings: Vec<Finding>,
}

impl<'a> CurveReader<'a> {
    /// A reader of all channels except those that move movers.
    pub(super) fn new(source: Buffers<'a>, document: &'a Document, hierarchy: &Hierarchy) -> Self {
        let mut times: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for channel in &document.channels {
            times
                .entry(channel.animation)
                .or_default()
                .insert(channel.times);
        }
        Self {
            source,
            document,
            channels: first_channels(document, hierarchy),
            times,
            rounds: BTreeMap::new(),
            numbers: 0,
            is_reported: false,
            findings: Vec::new(),
        }
    }

    /// Returns whether a property of a node is animated.
    pub(super) fn has(&self, node: usize, path: ChannelPath) -> bool {
        self.channels.contains_key(&(node, path))
    }

    /// The curve of the property `path` of a node. Its values have `width` numbers, and elements of the
    /// file `N`. `None` for a property without a curve, or with an invalid one, which is reported.
    pub(super) fn read<const N: usize>(
        &mut self,
        node: usize,
        path: ChannelPath,
        width: usize,
    ) -> Option<Curve> {
        let channel = *self.channels.get(&(node, path))?;
        let node = self.document.root.nodes.get(channel.node)?;
        let name = node_name(node, channel.node);
        if !self.claim(channel.times, 1) || !self.claim(channel.values, N) {
            self.report_limit();
            return None;
        }
        let place = format!("the animation of \"{name}\"");
        let source = self.source;
        let times = source.floats::<1>(channel.times, 0.0, &place);
        let read = times.and_then(|times| {
            let values = source.floats::<N>(channel.values, 0.0, &place)?;
            checked_curve(channel, width, times.concat(), values.concat(), &place)
        });
        match read {
            Ok(curve) => Some(Curve {
                round: self.round(channel.animation),
                ..curve
            }),
            Err(fault) => {
                self.findings.push(fault.finding().of_node(&name));
                None
            }
        }
    }

    /// The duration of an animation, seconds: the last key of all its readable channels.
    fn round(&mut self, animation: usize) -> f64 {
        if let Some(round) = self.rounds.get(&animation) {
            return *round;
        }
        let mut round = 0.0_f64;
        for accessor in self.times.remove(&animation).unwrap_or_default() {
            if !self.claim(accessor, 1) {
                break;
            }
            let times = self.source.floats::<1>(accessor, 0.0, "");
            let times = times.unwrap_or_default().concat();
            let finite = times.into_iter().filter(|time| time.is_finite());
            round = finite.fold(round, |round, time| round.max(f64::from(time)));
        }
        self.rounds.insert(animation, round);
        round
    }

    /// Counts the numbers of an accessor before they are read. Returns false beyond the limit.
    fn claim(&mut self, accessor: usize, width: usize) -> bool {
        let accessor = self.source.document.accessors.get(accessor);
        let count = accessor.map_or(0, |accessor| accessor.count.0);
        let numbers = count.saturating_mul(width as u64);
        self.numbers = self.numbers.saturating_add(numbers);
        self.numbers <= MAX_CURVE_NUMBERS
    }

    fn report_limit(&mut self) {
        if !std::mem::replace(&mut self.is_reported, true) {
            let problem = format!(
                "the animations of its skins and morph targets have more than {MAX_CURVE_NUMBERS} \
                 numbers: the rest stays at rest"
            );
            self.findings.push(Finding::new(Code::OverLimit, problem));
        }
    }
}

/// The first channel of each property of each node; of movers, only the weights of morph targets count.
fn first_channels<'a>(
    document: &'a Document,
    hierarchy: &Hierarchy,
) -> BTreeMap<(usize, ChannelPath), &'a Channel> {
    let movers: BTreeSet<usize> = hierarchy.movers.iter().map(|mover| mover.node).collect();
    let mut first = BTreeMap::new();
    for channel in &document.channels {
        if !movers.contains(&channel.node) || channel.path == ChannelPath::Weights {
            first.entry((channel.node, channel.path)).or_insert(channel);
        }
    }
    first
}

/// A curve of ascending times with as many finite values, without its round.
fn checked_curve(
    channel: &Channel,
    width: usize,
    times: Vec<f32>,
    values: Vec<f32>,
    place: &str,
) -> Result<Curve, Fault> {
    let interpolation = channel.interpolation;
    let mut curve = Curve {
        times,
        values,
        width,
        interpolation,
        is_quat: channel.path == ChannelPath::Rotation,
        round: 0.0,
    };
    let per_key = interpolation.values_per_key() * width;
    let is_valid = !curve.times.is_empty()
        && curve
            .times
            .iter()
            .all(|time| time.is_finite() && *time >= 0.0)
        && curve.times.windows(2).all(|pair| pair[0] < pair[1])
        && curve.values.len() == curve.times.len() * per_key
        && curve.values.iter().all(|value| value.is_finite())
        && (!curve.is_quat
            || interpolation == Interpolation::CubicSpline
            || unit(&mut curve.values));
    match is_valid {
        true => Ok(curve),
        false => {
            let problem = "needs as many finite values as ascending times";
            Err(Fault::malformed(place, problem))
        }
    }
}

/// Normalizes quaternions. Returns false if one is zero.
fn unit(values: &mut [f32]) -> bool {
    values.chunks_exact_mut(4).all(|quaternion| {
        let length = quaternion.iter().map(|it| it * it).sum::<f32>().sqrt();
        quaternion.iter_mut().for_each(|it| *it /= length);
        length.is_finite() && length > 0.0
    })
}
