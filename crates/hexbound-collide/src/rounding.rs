//! Conversions from double to single precision, rounded up or down.

/// The nearest single-precision number at or above `value`.
#[inline]
pub(crate) fn rounded_up(value: f64) -> f32 {
    let single = value as f32;
    if f64::from(single) < value {
        single.next_up()
    } else {
        single
    }
}

/// The nearest single-precision number at or below `value`.
pub(crate) fn rounded_down(value: f64) -> f32 {
    let single = value as f32;
    if f64::from(single) <= value {
        single
    } else {
        single.next_down()
    }
}
