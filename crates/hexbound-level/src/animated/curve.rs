//! One animated property over time: keyframes with the three interpolations of glTF. The rig stores the
//! node and the property that a curve animates.

use glam::DQuat;

use crate::movers::slerp;

/// Values at ascending times, each of as many numbers as the property has.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The times, seconds, ascending, at least one.
    pub times: Vec<f32>,
    /// `width` numbers for each key, or three times as many for a cubic spline: the tangent before the
    /// key, the value, the tangent after it.
    pub values: Vec<f32>,
    /// The number of components of a value.
    pub width: usize,
    pub interpolation: Interpolation,
    /// True if the values are unit quaternions, x, y, z, w.
    pub is_quat: bool,
    /// The duration of a round, seconds: that of the whole animation, whose other curves may have later
    /// keys.
    pub round: f64,
}

/// The interpolation from one key to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    #[default]
    Linear,
    Step,
    CubicSpline,
}

impl Interpolation {
    /// The number of values that each key has.
    pub(crate) fn values_per_key(self) -> usize {
        match self {
            Self::Linear | Self::Step => 1,
            Self::CubicSpline => 3,
        }
    }
}

impl Curve {
    /// Writes the value at `seconds` after the start into `out`, which is `width` long. The curve
    /// restarts after each round; before its first key and after its last it holds.
    pub fn at(&self, seconds: f64, out: &mut [f64]) {
        let time = match self.round > 0.0 {
            true => seconds.rem_euclid(self.round),
            false => 0.0,
        };
        let next = (self.times).partition_point(|key| f64::from(*key) <= time);
        if next == 0 || next == self.times.len() || self.interpolation == Interpolation::Step {
            copy(self.value(next.saturating_sub(1)), out);
        } else {
            let (from, to) = (f64::from(self.times[next - 1]), f64::from(self.times[next]));
            self.interpolate(next - 1, (time - from) / (to - from), to - from, out);
        }
    }

    /// Returns whether the value ever changes.
    pub(crate) fn varies(&self) -> bool {
        let first = self.value(0);
        let differs = |value: &[f32]| {
            value
                .iter()
                .zip(first)
                .any(|(a, b)| (a - b).abs() > MIN_MOVEMENT)
        };
        // A spline may leave its value between two equal keys.
        let bends = |key: usize| match self.interpolation {
            Interpolation::CubicSpline => [0, 2].into_iter().any(|part| {
                let tangent = self.part(key, part);
                self.times.len() > 1 && tangent.iter().any(|number| number.abs() > MIN_MOVEMENT)
            }),
            Interpolation::Linear | Interpolation::Step => false,
        };
        (0..self.times.len()).any(|key| differs(self.value(key)) || bends(key))
    }

    /// The value of a key.
    fn value(&self, key: usize) -> &[f32] {
        let middle = usize::from(self.interpolation == Interpolation::CubicSpline);
        self.part(key, middle)
    }

    /// One of the parts of a key: a tangent or the value.
    fn part(&self, key: usize, part: usize) -> &[f32] {
        let first = (key * self.interpolation.values_per_key() + part) * self.width;
        &self.values[first..first + self.width]
    }

    /// Writes the value at `fraction` of the way from a key to the next, which is `span` seconds later.
    fn interpolate(&self, key: usize, fraction: f64, span: f64, out: &mut [f64]) {
        let (from, to) = (self.value(key), self.value(key + 1));
        if self.interpolation == Interpolation::CubicSpline {
            let tangents = (self.part(key, 2), self.part(key + 1, 0));
            let weights = hermite(fraction);
            for (index, slot) in out.iter_mut().enumerate() {
                let points = [from[index], to[index], tangents.0[index], tangents.1[index]];
                let [a, b, leaving, arriving] = points.map(f64::from);
                *slot = weights[0] * a
                    + weights[1] * b
                    + span * (weights[2] * leaving + weights[3] * arriving);
            }
        } else if self.is_quat {
            let rotation = slerp(rotation_of(from), rotation_of(to), fraction);
            out.copy_from_slice(&rotation.to_array());
        } else {
            for (slot, (a, b)) in out.iter_mut().zip(from.iter().zip(to)) {
                let (a, b) = (f64::from(*a), f64::from(*b));
                *slot = a + (b - a) * fraction;
            }
        }
    }
}

/// The least difference of two numbers that is a movement: some exporters write a key for every static
/// property.
const MIN_MOVEMENT: f32 = 1e-4;

fn copy(values: &[f32], out: &mut [f64]) {
    for (slot, value) in out.iter_mut().zip(values) {
        *slot = f64::from(*value);
    }
}

fn rotation_of(values: &[f32]) -> DQuat {
    DQuat::from_array(std::array::from_fn(|index| f64::from(values[index])))
}

/// The weights of a cubic Hermite spline for the value before, the value after, the outgoing tangent and
/// the incoming tangent.
fn hermite(fraction: f64) -> [f64; 4] {
    let (square, cube) = (fraction * fraction, fraction * fraction * fraction);
    [
        2.0 * cube - 3.0 * square + 1.0,
        3.0 * square - 2.0 * cube,
        cube - 2.0 * square + fraction,
        cube - square,
    ]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A curve of two keys, a second apart.
    pub(crate) fn two_keys<const N: usize>(from: [f32; N], to: [f32; N], round: f64) -> Curve {
        Curve {
            times: vec![0.0, 1.0],
            values: [from, to].concat(),
            width: N,
            interpolation: Interpolation::Linear,
            is_quat: N == 4,
            round,
        }
    }

    fn curve(interpolation: Interpolation, values: &[f32]) -> Curve {
        Curve {
            times: vec![1.0, 2.0, 4.0],
            values: values.to_vec(),
            width: 1,
            interpolation,
            is_quat: false,
            round: 5.0,
        }
    }

    fn at(curve: &Curve, seconds: f64) -> f64 {
        let mut out = [0.0];
        curve.at(seconds, &mut out);
        out[0]
    }

    #[test]
    fn between_keys_beyond_them_and_in_the_next_round() {
        for (seconds, linear, stepped) in [
            (0.0, 0.0, 0.0),
            (1.0, 0.0, 0.0),
            (1.25, 1.0, 0.0),
            (2.0, 4.0, 4.0),
            (3.0, 2.0, 4.0),
            (4.9, 0.0, 0.0),
            (5.5, 0.0, 0.0),
            (8.0, 2.0, 4.0),
        ] {
            let values = [0.0, 4.0, 0.0];
            assert_eq!(at(&curve(Interpolation::Linear, &values), seconds), linear);
            assert_eq!(at(&curve(Interpolation::Step, &values), seconds), stepped);
        }
    }

    #[test]
    fn a_spline_goes_through_its_values_with_its_tangents() {
        // Value 1 with slope 3 at second 2, value 2 with slope 0 at second 4.
        let values = [0.0, 0.0, 0.0, 9.0, 1.0, 3.0, 0.0, 2.0, 9.0];
        let spline = curve(Interpolation::CubicSpline, &values);
        let through = [1.0, 2.0, 4.0].map(|seconds| at(&spline, seconds));
        assert_eq!(through, [0.0, 1.0, 2.0]);
        let slope = (at(&spline, 2.0 + 1e-6) - 1.0) / 1e-6;
        assert!((slope - 3.0).abs() < 1e-4, "{slope}");
        // Halfway: 0.5 · 1 + 0.5 · 2 + 2 s · (0.125 · 3 − 0.125 · 0).
        assert!((at(&spline, 3.0) - 2.25).abs() < 1e-12);
    }

    #[test]
    fn rotations_go_the_short_way_and_what_never_changes_is_known() {
        let half = |angle: f32| [0.0, (angle / 2.0).sin(), 0.0, (angle / 2.0).cos()];
        let mut turning = Curve {
            values: [half(0.0), half(1.0).map(|it| -it), half(1.0)].concat(),
            width: 4,
            is_quat: true,
            ..curve(Interpolation::Linear, &[])
        };
        let mut out = [0.0; 4];
        turning.at(1.25, &mut out);
        let expected = half(0.25).map(f64::from);
        let cosine: f64 = out.iter().zip(expected).map(|(a, b)| a * b).sum();
        assert!((cosine.abs() - 1.0).abs() < 1e-6, "{out:?}");
        assert!(turning.varies());
        turning.values = [half(1.0); 3].concat();
        assert!(!turning.varies());
        let bent = [0.0, 7.0, 1.0, 0.0, 7.0, 0.0, 0.0, 7.0, 0.0];
        assert!(curve(Interpolation::CubicSpline, &bent).varies());
    }
}
