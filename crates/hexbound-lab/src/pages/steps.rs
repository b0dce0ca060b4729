//! Round numbers along the axis of a chart.

/// The steps of an axis that begins at 0: each is 1, 2 or 5 times a power of ten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    step: f64,
    decimals: usize,
}

impl Steps {
    /// Returns the smallest steps with at most `count` of them up to `max`, which is above 0.
    pub(crate) fn reaching(max: f32, count: u32) -> Self {
        let rough = f64::from(max) / f64::from(count.max(1));
        let power = rough.log10().floor();
        let unit = 10_f64.powf(power);
        // A step may be too small by the rounding error of single precision.
        let fits = |times: &f64| times * unit >= rough * (1.0 - 1e-6);
        let times = [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0);
        let is_next_power = times >= 10.0;
        let decimals = -(power + f64::from(u8::from(is_next_power)));
        Self {
            step: times * unit,
            decimals: decimals.max(0.0) as usize,
        }
    }

    /// Returns these steps for a count: steps of 1 instead of fractions.
    pub(crate) fn at_least_one(self) -> Self {
        match self.step < 1.0 {
            true => Self {
                step: 1.0,
                decimals: 0,
            },
            false => self,
        }
    }

    /// Returns the first multiple of the step at or beyond `max`.
    pub(crate) fn end(self, max: f32) -> f32 {
        ((f64::from(max) / self.step * (1.0 - 1e-6)).ceil() * self.step) as f32
    }

    /// Returns the multiples of the step from 0 up to `max`, each with its label.
    pub(crate) fn up_to(self, max: f32) -> impl Iterator<Item = (f32, String)> {
        let count = (f64::from(max) / self.step * (1.0 + 1e-6)).floor() as u32;
        (0..=count).map(move |index| {
            let at = f64::from(index) * self.step;
            (at as f32, format!("{at:.*}", self.decimals))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(max: f32, count: u32) -> String {
        let steps = Steps::reaching(max, count).up_to(max);
        let numbers: Vec<String> = steps.map(|(_, number)| number).collect();
        numbers.join(" ")
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(numbers(31.07, 6), "0 10 20 30");
        assert_eq!(numbers(157.9, 6), "0 50 100 150");
        assert_eq!(numbers(12.0, 6), "0 2 4 6 8 10 12");
        assert_eq!(numbers(0.04, 6), "0.00 0.01 0.02 0.03 0.04");
        assert_eq!(numbers(0.6, 6), "0.0 0.1 0.2 0.3 0.4 0.5 0.6");
        assert_eq!(numbers(5.5, 6), "0 1 2 3 4 5");
        assert_eq!(numbers(20146.0, 2), "0 20000");
    }

    #[test]
    fn an_axis_ends_at_a_step() {
        for (most, end) in [(31.07, 40.0), (12.0, 12.0), (0.04, 0.04), (7.0, 8.0)] {
            let found = Steps::reaching(most, 6).end(most);
            assert!((found - end).abs() < end * 1e-5, "{most}: {found}");
        }
    }
}
