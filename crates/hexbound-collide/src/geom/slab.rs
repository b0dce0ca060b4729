//! The clip of a line by a half-space, from which slabs and all other convex solids are made.

/// The part of a line that lies behind a plane, as the parameters from which on and up to which it
/// does: those `t` for which `height + rate·t ≤ 0`. Clipping by one plane after the other gives what
/// is inside a convex solid (Cyrus and Beck, "Generalized Two- and Three-Dimensional Clipping"; the
/// slabs of Kay and Kajiya, "Ray Tracing Complex Scenes", are the case of a box).
///
/// The trees' boxes (`tree::SweptAabb`) and the planes of four slabs at once (`Prism`,
/// `sweep::toi_bound`) clip side by side instead, rounded outward in their own ways: other
/// arithmetic, on purpose.
#[inline]
pub(crate) fn behind_plane(height: f64, rate: f64) -> (f64, f64) {
    if rate < 0.0 {
        (-height / rate, f64::INFINITY)
    } else if rate > 0.0 {
        (f64::NEG_INFINITY, -height / rate)
    } else if height > 0.0 {
        (f64::INFINITY, f64::NEG_INFINITY)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_in_out_or_neither() {
        assert_eq!(behind_plane(6.0, -2.0), (3.0, f64::INFINITY));
        assert_eq!(behind_plane(-6.0, 2.0), (f64::NEG_INFINITY, 3.0));
        assert_eq!(behind_plane(-1.0, 0.0), (f64::NEG_INFINITY, f64::INFINITY));
        let (enter, leave) = behind_plane(1.0, 0.0);
        assert!(enter > leave);
    }
}
