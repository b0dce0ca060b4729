//! Times and medals in words, for several screens.

use crate::clock;
use hexbound_base::words::{Phrase, Words, phrase, phrase_of};
use hexbound_sim::{Par, RunResult, Shortfall};

/// A result in words: its time and its medal.
pub(super) fn result(result: &RunResult, words: &Words) -> String {
    let said = match result.assisted {
        true => phrase("best-with-help"),
        false => phrase("best"),
    };
    let medal = phrase_of("medal", result.medal.name());
    let time = fine_clock(result.score_seconds());
    words.say(&said.with("time", time).with("medal", medal))
}

/// The distance of a run to the next better medal, in words; `None` if it has earned gold. `balls` is the
/// number of balls used.
pub(super) fn to_next(par: Par, seconds: f64, balls: u32, words: &Words) -> Option<String> {
    let Shortfall {
        medal,
        seconds,
        balls,
    } = par.to_next(seconds, balls)?;
    let said = match (seconds > 0.0, balls > 0) {
        (true, false) => phrase("time-to-medal"),
        (false, _) => phrase("balls-to-medal"),
        (true, true) => phrase("time-and-balls-to-medal"),
    };
    // Even a tenth of a second is shown.
    let said = said
        .with("time", clock(seconds.ceil()))
        .with("balls", balls);
    Some(words.say(&said.with("medal", phrase_of("medal", medal.name()))))
}

/// The conditions for gold, in words; empty if every finished run earns it.
pub(super) fn gold(par: Par, words: &Words) -> String {
    let time = par.seconds.map(|seconds| clock(f64::from(seconds)));
    let said: Phrase = match (time, par.balls) {
        (Some(time), Some(balls)) => phrase("gold-is").with("time", time).with("balls", balls),
        (Some(time), None) => phrase("gold-is-time").with("time", time),
        (None, Some(balls)) => phrase("gold-is-balls").with("balls", balls),
        (None, None) => return String::new(),
    };
    words.say(&said)
}

/// Minutes, seconds and hundredths.
pub(super) fn fine_clock(seconds: f64) -> String {
    let hundredths = (seconds.max(0.0) * 100.0).round() as u64;
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    format!("{minutes}:{:02}.{:02}", rest / 100, rest % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;
    use hexbound_sim::Medal;

    #[test]
    fn every_medal_has_a_name() {
        let all = [Medal::Bronze, Medal::Silver, Medal::Gold];
        check_family("medal", all.map(Medal::name));
    }

    #[test]
    fn fine_times_read_as_on_a_clock() {
        assert_eq!(fine_clock(59.999), "1:00.00");
        assert_eq!(fine_clock(61.256), "1:01.26");
    }

    #[test]
    fn the_way_to_the_next_medal_is_said_in_time_and_in_balls() {
        let par = Par {
            seconds: Some(400.0),
            balls: Some(14),
        };
        let said = |seconds, balls| to_next(par, seconds, balls, Words::english());
        assert_eq!(said(400.0, 14), None);
        assert_eq!(said(529.2, 14).unwrap(), "2:10 to gold");
        assert_eq!(said(400.1, 14).unwrap(), "0:01 to gold");
        assert_eq!(said(300.0, 15).unwrap(), "1 ball to gold");
        assert_eq!(said(700.0, 23).unwrap(), "1:40 and 2 balls to silver");
        assert_eq!(gold(par, Words::english()), "gold: 6:40, 14 balls");
        assert_eq!(gold(Par::default(), Words::english()), "");
    }
}
