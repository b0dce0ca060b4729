//! The allowance for rounding in exact tests.

/// The gap, as a part of the coordinates involved, that counts as rounding. Single precision, in
/// which shapes are given, is spaced 100,000 times wider.
const ROUNDING: f64 = 1e-12;

/// The gap that counts as touching among such coordinates, meters.
pub(super) fn epsilon<const N: usize>(coordinates: [f64; N]) -> f64 {
    let largest = coordinates
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    ROUNDING * largest
}
