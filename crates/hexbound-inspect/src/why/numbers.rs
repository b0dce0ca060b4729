//! Numbers as accounts show them: rounded to fixed decimals, and without a negative zero.

use glam::DVec3;

/// Formats a length, meters.
pub(super) fn meters(length: f64) -> String {
    fixed(length, 4)
}

/// Formats a number with `digits` decimals.
pub(crate) fn fixed(number: f64, digits: usize) -> String {
    let round = 10_f64.powi(digits as i32);
    // Rounding must not produce a negative zero.
    format!("{:.digits$}", (number * round).round() / round + 0.0)
}

/// Formats a fraction as a percentage.
pub(super) fn percent(fraction: f64) -> String {
    format!("{:.1}", fraction * 100.0)
}

/// Formats a unit normal.
pub(super) fn direction(normal: DVec3) -> String {
    triple(normal, 3)
}

/// Formats three numbers with `digits` decimals.
pub(crate) fn triple(of: DVec3, digits: usize) -> String {
    let round = 10_f64.powi(digits as i32);
    let [x, y, z] = (of * round).round().to_array().map(|it| it / round + 0.0);
    format!("{x:.digits$} {y:.digits$} {z:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_no_minus() {
        assert_eq!(meters(-0.000_01), "0.0000");
        assert_eq!(direction(DVec3::new(-1e-9, 1.0, 0.0)), "0.000 1.000 0.000");
    }
}
