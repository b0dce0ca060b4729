//! Lengths and areas as text, in a unit that fits their size.

/// Formats a length given in meters.
pub fn length(meters: f32) -> String {
    match meters {
        it if it < 0.01 => format!("{:.2} mm", it * 1000.0),
        it if it < 0.1 => format!("{:.0} mm", it * 1000.0),
        it if it < 10.0 => format!("{it:.2} m"),
        it => format!("{it:.0} m"),
    }
}

/// Formats an area given in m².
pub fn area(square_meters: f32) -> String {
    match square_meters {
        it if it < 0.1 => format!("{:.0} cm²", it * 1e4),
        it => format!("{it:.1} m²"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_fits_the_measure() {
        let lengths = [0.0012, 0.05, 3.0, 40.0].map(length);
        assert_eq!(lengths, ["1.20 mm", "50 mm", "3.00 m", "40 m"]);
        let areas = [0.0012, 0.0999, 0.1, 3.0].map(area);
        assert_eq!(areas, ["12 cm²", "999 cm²", "0.1 m²", "3.0 m²"]);
    }
}
