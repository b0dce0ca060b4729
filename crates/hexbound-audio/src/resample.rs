//! Resampling: of a whole file to another rate, and of single positions for a voice with another pitch.

use std::f32::consts::PI;

/// The zero crossings of the sinc on each side.
const ZERO_CROSSINGS: f32 = 16.0;

/// Resamples all `samples` between two rates, hertz, through a windowed sinc without aliasing. (rodio's own
/// converter drops samples at a lower rate, audibly.)
pub(crate) fn resample(samples: Vec<f32>, from: u32, to: u32) -> Vec<f32> {
    if from == to || samples.is_empty() {
        return samples;
    }
    let step = f64::from(from) / f64::from(to);
    // At a lower rate the filter widens to remove what the new rate can't represent.
    let cutoff = (1.0 / step).min(1.0) as f32;
    let half_width = ZERO_CROSSINGS / cutoff;
    let count = (samples.len() as f64 / step).round().max(1.0) as usize;
    (0..count)
        .map(|index| {
            let center = index as f64 * step;
            let first = (center - f64::from(half_width)).ceil().max(0.0) as usize;
            let last = (center + f64::from(half_width)).floor() as usize;
            let end = last.min(samples.len() - 1) + 1;
            let mut sum = 0.0;
            for (neighbor, sample) in samples[..end].iter().enumerate().skip(first) {
                let offset = (neighbor as f64 - center) as f32;
                sum += sample * cutoff * windowed_sinc(offset * cutoff, offset / half_width);
            }
            sum
        })
        .collect()
}

/// The value at `position`, in samples, on the curve through its four neighbors (Catmull and Rom, "A Class
/// of Local Interpolating Splines"). Positions outside the samples are silent.
pub(crate) fn sample_at(samples: &[f32], position: f64) -> f32 {
    // Rounding down by `floor` is a function call where the CPU has no instruction for it.
    let truncated = position as i64;
    let index = truncated - i64::from(position < truncated as f64);
    let first = index - 1;
    let four = match usize::try_from(first) {
        Ok(first) if first + 4 <= samples.len() => {
            [0, 1, 2, 3].map(|offset| samples[first + offset])
        }
        _ => [0, 1, 2, 3].map(|offset| {
            let at = usize::try_from(first + offset).ok();
            at.and_then(|at| samples.get(at)).copied().unwrap_or(0.0)
        }),
    };
    catmull_rom(four, (position - index as f64) as f32)
}

/// The value at `position` of looped samples, like [`sample_at`]. The position is within the samples.
pub(crate) fn sample_looped(samples: &[f32], position: f64) -> f32 {
    let first = position as usize;
    let count = samples.len();
    let four = if first >= 1 && first + 3 <= count {
        [0, 1, 2, 3].map(|offset| samples[first - 1 + offset])
    } else {
        [0, 1, 2, 3].map(|offset| samples[(first + count - 1 + offset) % count])
    };
    catmull_rom(four, (position - first as f64) as f32)
}

/// The value between four neighbors on a Catmull–Rom curve; `blend` moves from the second to the third.
fn catmull_rom([a, b, c, d]: [f32; 4], blend: f32) -> f32 {
    let slope = 0.5 * (c - a);
    let square = a - 2.5 * b + 2.0 * c - 0.5 * d;
    let cube = 0.5 * (d - a) + 1.5 * (b - c);
    b + blend * (slope + blend * (square + blend * cube))
}

/// The sinc at `crossings` zero crossings, times the Hann window at `window`, whose ends are ±1.
fn windowed_sinc(crossings: f32, window: f32) -> f32 {
    let sinc = if crossings.abs() < 1e-5 {
        1.0
    } else {
        (PI * crossings).sin() / (PI * crossings)
    };
    sinc * (0.5 + 0.5 * (PI * window.clamp(-1.0, 1.0)).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sine(frequency: f32, rate: f32, count: usize) -> Vec<f32> {
        let samples = (0..count).map(|index| (2.0 * PI * frequency * index as f32 / rate).sin());
        samples.collect()
    }

    fn root_mean_square(samples: &[f32]) -> f32 {
        (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
    }

    #[test]
    fn a_tone_stays_the_same_tone() {
        let out = resample(sine(1_000.0, 44_100.0, 4_410), 44_100, 48_000);
        let expected = sine(1_000.0, 48_000.0, out.len());
        for index in 100..out.len() - 100 {
            assert!((out[index] - expected[index]).abs() < 0.01, "at {index}");
        }
    }

    #[test]
    fn frequencies_above_the_lower_rates_limit_are_removed() {
        let kept = resample(sine(5_000.0, 96_000.0, 9_600), 96_000, 48_000);
        let removed = resample(sine(33_000.0, 96_000.0, 9_600), 96_000, 48_000);
        assert!(root_mean_square(&kept[200..4_600]) > 0.7);
        assert!(root_mean_square(&removed[200..4_600]) < 0.01);
    }

    #[test]
    fn the_curve_passes_through_the_samples() {
        let samples = [0.0, 0.3, -0.7, 0.2, 0.9];
        for (index, sample) in samples.iter().enumerate() {
            assert_eq!(sample_at(&samples, index as f64), *sample);
        }
        assert_eq!(sample_at(&samples, -3.0), 0.0);
        let later = [0.0, 0.0, 0.0, 0.3, -0.7, 0.2, 0.9];
        assert_eq!(sample_at(&samples, -0.5), sample_at(&later, 1.5));
        assert_eq!(sample_at(&samples, 9.5), 0.0);
        assert_eq!(sample_looped(&samples, 4.0), 0.9);
        let seam = sample_looped(&samples, 4.5);
        // The end leads to the beginning.
        let turned = [0.2, 0.9, 0.0, 0.3];
        assert_eq!(seam, sample_at(&turned, 1.5));
    }
}
