//! How a picture is exposed: by what the eye sees, a little late as eyes are, or as set. The pure
//! part; the numbers come from baked light.

/// Seconds until the eye has taken most (63 %) of the way to another brightness.
const TO_BRIGHT: f32 = 0.28;
/// The way into the dark takes longer.
const TO_DARK: f32 = 0.55;
/// Stops of [`Exposure::Fixed`] that are of use.
pub const STOPS: std::ops::RangeInclusive<f32> = -4.0..=8.0;

/// What decides how bright a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Exposure {
    /// What is about the eye: within about a second it is used to another brightness.
    #[default]
    Auto,
    /// Stops above what suits a sunlit place; each doubles the light.
    Fixed(f32),
}

/// What a player sets about the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Film {
    pub exposure: Exposure,
    /// Explosions throw no light and shine less, for eyes that flashes hurt.
    pub low_flash: bool,
}

/// The eye's exposure from picture to picture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adaptation {
    /// Stops; nothing before the first picture.
    stops: Option<f32>,
}

impl Adaptation {
    /// The exposure of the next picture, `elapsed` seconds after the one before; infinity for a
    /// picture by itself. `wanted` is what would suit the place.
    pub fn expose(&mut self, exposure: Exposure, wanted: f32, elapsed: f32) -> f32 {
        let target = match exposure {
            Exposure::Auto => wanted.max(f32::MIN_POSITIVE).log2(),
            Exposure::Fixed(stops) if stops.is_finite() => {
                stops.clamp(*STOPS.start(), *STOPS.end())
            }
            Exposure::Fixed(_) => 0.0,
        };
        let stops = match (self.stops, exposure) {
            (Some(stops), Exposure::Auto) => toward(stops, target, elapsed),
            _ => target,
        };
        self.stops = Some(stops);
        stops.exp2()
    }

    /// The next picture is of another place.
    pub fn forget(&mut self) {
        self.stops = None;
    }
}

fn toward(stops: f32, target: f32, elapsed: f32) -> f32 {
    let time = if target < stops { TO_BRIGHT } else { TO_DARK };
    let share = 1.0 - (-elapsed.max(0.0) / time).exp();
    stops + (target - stops) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exposure after `seconds` in frames of `frame` seconds from 1 to a wanted 4.
    fn after(seconds: f32, frame: f32) -> f32 {
        let mut eye = Adaptation::default();
        eye.expose(Exposure::Auto, 1.0, f32::INFINITY);
        let frames = (seconds / frame).round() as usize;
        (0..frames).fold(1.0, |_, _| eye.expose(Exposure::Auto, 4.0, frame))
    }

    #[test]
    fn the_eye_takes_about_a_second_whatever_the_frame_rate() {
        let (slow, fast) = (after(1.0, 1.0 / 30.0), after(1.0, 1.0 / 240.0));
        assert!((slow - fast).abs() < 0.01, "{slow} {fast}");
        assert!(after(0.1, 0.01) < 1.4, "not at once");
        assert!(slow > 3.0 && slow < 4.0, "{slow}");
    }

    #[test]
    fn a_picture_by_itself_is_exposed_at_once() {
        let mut eye = Adaptation::default();
        assert_eq!(eye.expose(Exposure::Auto, 8.0, 0.0), 8.0);
        assert_eq!(eye.expose(Exposure::Auto, 2.0, f32::INFINITY), 2.0);
        eye.forget();
        assert_eq!(eye.expose(Exposure::Auto, 4.0, 0.0), 4.0);
    }

    #[test]
    fn light_is_met_sooner_than_dark() {
        let mut down = Adaptation::default();
        down.expose(Exposure::Auto, 4.0, f32::INFINITY);
        let fallen = 4.0 / down.expose(Exposure::Auto, 1.0, 0.2);
        assert!(fallen > after(0.2, 0.2), "{fallen}");
    }

    #[test]
    fn what_is_set_stays_and_nonsense_is_no_light_bomb() {
        let mut eye = Adaptation::default();
        eye.expose(Exposure::Auto, 9.0, f32::INFINITY);
        assert_eq!(eye.expose(Exposure::Fixed(1.0), 9.0, 0.01), 2.0);
        assert_eq!(eye.expose(Exposure::Fixed(99.0), 9.0, 0.01), 256.0);
        assert_eq!(eye.expose(Exposure::Fixed(f32::NAN), 9.0, 0.01), 1.0);
        assert!(eye.expose(Exposure::Auto, 0.0, 0.01).is_finite());
    }
}
