//! Timing in turns: every contender does the same work once a round, so that a slow moment of the machine
//! affects all of them. The CPU time of this thread is measured.

use std::hint::black_box;

/// The CPU time of this thread so far, seconds. It is wall time on systems without CPU time.
#[cfg(target_os = "linux")]
pub fn now() -> f64 {
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    const THREAD_PROCESSOR_TIME: i32 = 3;
    let mut time = [0; 2];
    // SAFETY: the C library's function with its own 64-bit layout; it writes to `time` only.
    unsafe { clock_gettime(THREAD_PROCESSOR_TIME, &mut time) };
    let [seconds, nanoseconds] = time.map(|it| it as f64);
    seconds + nanoseconds * 1e-9
}

#[cfg(not(target_os = "linux"))]
pub fn now() -> f64 {
    use std::{sync::OnceLock, time::Instant};
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

pub fn seconds(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now() - start
}

/// Runs one query after another.
pub fn run_all<Q>(queries: &[Q], mut closest: impl FnMut(&Q) -> Option<f32>) {
    for query in queries {
        black_box(closest(black_box(query)));
    }
}

/// The times of one contender, seconds, round by round.
#[derive(Clone, Debug, Default)]
pub struct Series(pub Vec<f64>);

impl Series {
    pub fn median(&self) -> f64 {
        quantile(&self.0, 0.5)
    }

    /// Half the interquartile range, as a share of the median.
    pub fn spread(&self) -> f64 {
        let median = self.median();
        if median == 0.0 {
            return 0.0;
        }
        (quantile(&self.0, 0.75) - quantile(&self.0, 0.25)) / (2.0 * median)
    }

    /// Returns the ratio of the time of `other` to this one: the median over the rounds.
    pub fn times_faster_than(&self, other: &Series) -> f64 {
        let ratios: Vec<f64> = (self.0.iter().zip(&other.0)).map(|(a, b)| b / a).collect();
        quantile(&ratios, 0.5)
    }
}

pub fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n => sorted[((n - 1) as f64 * part).round() as usize],
    }
}

pub fn geometric_mean(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (sum / values.len() as f64).exp()
}

/// Returns the geometric means of the first and of the second values of all pairs.
pub fn geometric_means(pairs: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|k| geometric_mean(&pairs.iter().map(|it| it[k]).collect::<Vec<_>>()))
}

/// Does every contender's work in turn.
pub fn turns(rounds: usize, contenders: &mut [&mut dyn FnMut()]) -> Vec<Series> {
    turns_of(rounds, contenders, |work| work())
}

/// The work of every contender once to warm up, then `rounds` times in turn.
pub fn turns_of<C>(
    rounds: usize,
    contenders: &mut [C],
    mut work: impl FnMut(&mut C),
) -> Vec<Series> {
    contenders.iter_mut().for_each(&mut work);
    let mut series = vec![Series::default(); contenders.len()];
    for _ in 0..rounds {
        for (contender, series) in contenders.iter_mut().zip(&mut series) {
            series.0.push(seconds(|| work(contender)));
        }
    }
    series
}
