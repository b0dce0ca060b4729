//! The gauges of a played script. Each reads only the samples, and is the same for both methods.

use glam::Vec3;

use hexbound_base::clock::{TICK_LENGTH, TICK_RATE};

/// The time at the start of a wait or a hold in which a body may still settle, ticks.
pub(super) const SETTLING_TICKS: usize = TICK_RATE as usize;
/// The time at the end of a hold over which its speed is averaged, ticks.
const AVERAGING_TICKS: usize = TICK_RATE as usize / 4;

/// The position and motion of a body after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodySample {
    /// The position of the feet, meters.
    pub feet: Vec3,
    /// The velocity, m/s.
    pub velocity: Vec3,
    pub grounded: bool,
    /// The largest height of the feet since the sample before, along Y, meters.
    pub highest: f32,
}

/// A gauge: a function from the samples of each body to a figure.
pub(super) type Gauge = fn(&[Vec<BodySample>]) -> f64;

/// The speed along Z within the range `rough` as a percentage of the one within `plain`. Each range is
/// two places along Z, meters, in the order in which they are passed. Zero until both are known.
pub(super) fn speed_kept(samples: &[BodySample], plain: [f32; 2], rough: [f32; 2]) -> f64 {
    match (speed_within(samples, plain), speed_within(samples, rough)) {
        (Some(plain), Some(rough)) => 100.0 * rough / plain,
        _ => 0.0,
    }
}

/// The difference of the speed along Z within `rough` from the one within `plain`, percent. Zero until
/// both are known.
pub(super) fn speed_changed(samples: &[BodySample], plain: [f32; 2], rough: [f32; 2]) -> f64 {
    match speed_kept(samples, plain, rough) {
        0.0 => 0.0,
        kept => (kept - 100.0).abs(),
    }
}

/// The offset along Z from a body that keeps the mean speed of `range`, meters. The body is followed
/// until it is beyond `end`. Zero before it is beyond the range.
pub(super) fn offset_from_mean_speed(samples: &[BodySample], range: [f32; 2], end: f32) -> f32 {
    let ahead = (range[1] - range[0]).signum();
    let is_beyond = |place: f32| move |it: &BodySample| (it.feet.z - place) * ahead > 0.0;
    let watched = samples.iter().position(is_beyond(end));
    let watched = &samples[..watched.map_or(samples.len(), |last| last + 1)];
    let from = watched.iter().position(is_beyond(range[1]));
    let (Some(from), Some(speed)) = (from, speed_within(watched, range)) else {
        return 0.0;
    };
    let [start, now] = [from, watched.len() - 1].map(|index| watched[index].feet.z);
    let seconds = (watched.len() - 1 - from) as f64 * f64::from(TICK_LENGTH);
    now - start - ahead * (speed * seconds) as f32
}

/// The share of the time within a range along Z for which the body stands, 0..1.
pub(super) fn standing(samples: &[BodySample], range: [f32; 2]) -> f64 {
    let Some([from, to]) = passed(samples, range) else {
        return 0.0;
    };
    let stands = samples[from..to].iter().filter(|it| it.grounded).count();
    stands as f64 / (to - from) as f64
}

/// The mean speed within a range along Z, m/s.
fn speed_within(samples: &[BodySample], range: [f32; 2]) -> Option<f64> {
    let [from, to] = passed(samples, range)?;
    let distance = f64::from((samples[from].feet.z - samples[to].feet.z).abs());
    Some(distance / ((to - from) as f64 * f64::from(TICK_LENGTH)))
}

/// The indices of the first sample beyond `range[0]` and of the first beyond `range[1]`. Without the
/// latter, the index of the last sample.
fn passed(samples: &[BodySample], range: [f32; 2]) -> Option<[usize; 2]> {
    let ahead = (range[1] - range[0]).signum();
    let beyond = |z: f32| samples.iter().position(|it| (it.feet.z - z) * ahead > 0.0);
    let from = beyond(range[0])?;
    let to = beyond(range[1]).unwrap_or(samples.len() - 1);
    (to > from).then_some([from, to])
}

/// The largest distance of a sample before `to` from the sample `from`, meters.
pub(super) fn span(samples: &[BodySample], from: usize, to: usize) -> f64 {
    let range = &samples[from.min(samples.len())..to.min(samples.len())];
    let far = |it: &BodySample| f64::from(it.feet.distance(range[0].feet));
    range.iter().map(far).fold(0.0, f64::max)
}

/// The number of times that `side` of the samples changes its sign.
pub(super) fn crossings(samples: &[BodySample], side: fn(&BodySample) -> f32) -> f64 {
    let pairs = samples.windows(2);
    let changes = pairs.filter(|pair| (side(&pair[0]) > 0.0) != (side(&pair[1]) > 0.0));
    changes.count() as f64
}

/// The difference of two runs of one script at their last multiple of `every` ticks, millimeters. It is
/// the larger of the distance there and the difference of the largest heights.
pub(super) fn difference(runs: &[Vec<BodySample>], every: usize) -> f64 {
    let [one, other] = runs else { return 0.0 };
    let [one, other] = [one, other].map(|run| &run[..run.len() - run.len() % every]);
    let (Some(last), Some(other_last)) = (one.last(), other.last()) else {
        return 0.0;
    };
    let apart = f64::from(last.feet.distance(other_last.feet));
    1000.0 * apart.max((highest(one) - highest(other)).abs())
}

/// The largest height of the feet, meters.
pub(super) fn highest(samples: &[BodySample]) -> f64 {
    let heights = samples.iter().map(|it| f64::from(it.highest));
    heights.fold(0.0, f64::max)
}

/// The number of times that the body changes between ground and air, once it has settled.
pub(super) fn flickers(samples: &[BodySample]) -> f64 {
    let settled = &samples[SETTLING_TICKS.min(samples.len())..];
    let changes = settled.windows(2);
    changes
        .filter(|pair| pair[0].grounded != pair[1].grounded)
        .count() as f64
}

/// The time for which the velocity still points upward after the first contact of the head with the
/// ceiling, milliseconds. The contact begins within 5 mm.
pub(super) fn rising_time(samples: &[BodySample], ceiling: f32) -> f64 {
    let is_met = |it: &BodySample| it.feet.y + 1.8 > ceiling - 0.005;
    let after = samples.iter().skip_while(|it| !is_met(it)).skip(1);
    let rising = after.take_while(|it| it.velocity.y > 0.0).count();
    1000.0 * f64::from(TICK_LENGTH) * rising as f64
}

/// The time until the body stands for good, seconds; the whole time if it does not.
pub(super) fn until_safe(samples: &[BodySample]) -> f64 {
    let safe = samples.iter().rev().take_while(|it| it.grounded).count();
    f64::from(TICK_LENGTH) * (samples.len() - safe) as f64
}

/// The largest deviation of the speed along Z from the free speed times the cosine of the wall angle,
/// percent. Each hold is its last tick and its wall angle, degrees. The first hold has no wall and
/// defines the free speed.
///
/// A hold is measured over its last quarter of a second.
pub(super) fn deviation(samples: &[BodySample], holds: &[(usize, f32)]) -> f64 {
    let off = |(end, degrees): &(usize, f32)| {
        let left = wall_speed_at(samples, holds, *degrees)?;
        Some(100.0 * (speed_until(samples, *end)? - left).abs() / left)
    };
    let against = holds.iter().skip(1);
    against.filter_map(off).fold(0.0, f64::max)
}

/// The offset along Z from a body at the free speed times the cosine of the wall angle, meters. It begins
/// with the measurement of the last hold, and is zero before.
pub(super) fn offset_from_wall_speed(samples: &[BodySample], holds: &[(usize, f32)]) -> f32 {
    let apart = || {
        let (end, degrees) = holds.last()?;
        let from = end - AVERAGING_TICKS;
        let distance = samples.last()?.feet.z - samples.get(from)?.feet.z;
        let seconds = (samples.len() - 1 - from) as f64 * f64::from(TICK_LENGTH);
        let left = wall_speed_at(samples, holds, *degrees)? * seconds;
        Some(distance - distance.signum() * left as f32)
    };
    apart().unwrap_or_default()
}

/// Returns the free speed, which is the first hold's, times the cosine of the wall angle `degrees`.
fn wall_speed_at(samples: &[BodySample], holds: &[(usize, f32)], degrees: f32) -> Option<f64> {
    let (end, _) = holds.first()?;
    let free = speed_until(samples, *end)?;
    Some(free * libm::cos(f64::from(degrees).to_radians()))
}

/// The mean speed along Z over the averaging time before the tick `end`.
fn speed_until(samples: &[BodySample], end: usize) -> Option<f64> {
    let distance = samples.get(end)?.feet.z - samples.get(end - AVERAGING_TICKS)?.feet.z;
    Some(f64::from(distance.abs()) / (AVERAGING_TICKS as f64 * f64::from(TICK_LENGTH)))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn sample(z: f32, grounded: bool) -> BodySample {
        BodySample {
            feet: Vec3::new(0.0, 0.0, z),
            velocity: Vec3::ZERO,
            grounded,
            highest: 0.0,
        }
    }

    #[test]
    fn half_the_speed_is_fifty_percent() {
        let at = |tick: i32| match tick {
            0..100 => -0.02 * tick as f32,
            _ => -2.0 - 0.01 * (tick - 100) as f32,
        };
        let samples: Vec<_> = (0..400).map(|tick| sample(at(tick), true)).collect();
        let kept = speed_kept(&samples, [-0.5, -1.5], [-2.5, -4.5]);
        assert!((kept - 50.0).abs() < 1.5, "{kept}");
    }

    #[test]
    fn a_walk_is_measured_in_both_directions() {
        let at = |tick: i32| sample(-3.0 + 0.02 * tick as f32, tick % 2 == 0);
        let samples: Vec<_> = (0..140).map(at).collect();
        let kept = speed_kept(&samples, [-2.9, -2.0], [-1.5, -0.5]);
        assert!((kept - 100.0).abs() < 0.01, "{kept}");
        assert!((standing(&samples, [-2.0, -1.0]) - 0.5).abs() < 0.02);
    }

    #[test]
    fn a_fall_without_end_is_never_safe() {
        let mut samples = vec![sample(0.0, false); 120];
        assert!((until_safe(&samples) - 1.0).abs() < 1e-6);
        samples.extend(vec![sample(0.0, true); 60]);
        assert!((until_safe(&samples) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn runs_of_which_one_lags_differ_only_where_both_have_arrived() {
        let run = |every: usize| -> Vec<_> {
            let at = |tick: usize| sample((tick + 1 - (tick + 1) % every) as f32, true);
            (0..20).map(at).collect()
        };
        let runs = [run(6), run(1)];
        assert_eq!(difference(&runs, 6), 0.0);
        assert_eq!(difference(&runs, 1), 2000.0);
    }

    #[test]
    fn sides_that_change_twice_are_two_crossings() {
        let samples = [1.0, -1.0, -2.0, 3.0].map(|z| sample(z, true));
        assert_eq!(crossings(&samples, |it| it.feet.z), 2.0);
    }
}
