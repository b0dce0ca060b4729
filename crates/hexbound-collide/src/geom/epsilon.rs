//! The allowance for rounding in exact tests.

/// The gap that counts as rounding, as a share of the coordinates. The spacing of single precision, in
/// which shapes are given, is about 100,000 times as wide.
const ROUNDING: f64 = 1e-12;

/// The gap that counts as touching for shapes with these coordinates, meters.
pub(super) fn epsilon<const N: usize>(coordinates: [f64; N]) -> f64 {
    let largest = coordinates
        .iter()
        .fold(0.0, |max: f64, value| max.max(value.abs()));
    ROUNDING * largest
}
