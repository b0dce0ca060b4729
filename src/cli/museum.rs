//! The museum of failures on the command line: the exhibits of its halls, and the verdicts on each
//! method.

use anyhow::{Result, bail};
use hexbound_base::words::counted;
use hexbound_museum::Verdict;
use hexbound_scenes::Hall;

use super::{
    exit_codes::Answer,
    printing::{as_json, say},
    progress_bar::ProgressBar,
};

/// The argument that stands for all exhibits.
pub(super) const ALL_EXHIBITS: &str = "all";

/// Lists the exhibits of a hall, or of all halls.
pub(super) fn list(hall: Option<Hall>) -> Result<()> {
    let halls = hall.map_or(Hall::ALL.to_vec(), |hall| vec![hall]);
    let listed = hexbound_museum::list(&halls);
    say(listed.trim_end())
}

/// Plays the test cases of the exhibits and halls in `asked`. Fails if one has another outcome than
/// expected.
pub(super) fn check(asked: &[String], json: bool) -> Result<()> {
    let codes = codes_of(asked)?;
    // Without JSON each verdict is a line of its own.
    let bar = ProgressBar::new();
    let show = |played: usize| {
        if json {
            let share = played as f32 / codes.len() as f32;
            bar.show("playing the vectors", Some(share));
        }
    };
    show(0);
    let (mut played, mut failed) = (0, None);
    let verdicts = hexbound_museum::check(&codes, |verdict| {
        played += 1;
        show(played);
        if !json {
            let said = say(&line(verdict));
            failed = said.err().or(failed.take());
        }
    });
    drop(bar);
    if let Some(error) = failed {
        return Err(error);
    }
    if json {
        say(&as_json(&verdicts)?)?;
    }
    let is_wrong = |it: &&Verdict| !(it.naive_fails && it.ours_holds);
    let wrong = verdicts.iter().filter(is_wrong).count();
    let vectors = counted(verdicts.len(), "vector", "vectors");
    match wrong {
        0 if json => Ok(()),
        0 => say(&format!("{vectors}: all is as it should be")),
        _ => Err(Answer(format!("{vectors}, {wrong} of them not as it should be")).into()),
    }
}

/// The codes of the exhibits that are named directly or by their halls.
fn codes_of(asked: &[String]) -> Result<Vec<&str>> {
    let known = hexbound_museum::codes(&Hall::ALL);
    // An extra comma names nothing.
    let asked = asked
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty());
    let mut codes = Vec::new();
    for name in asked {
        let of_hall = Hall::find(name).map(|hall| hexbound_museum::codes(&[hall]));
        match of_hall {
            _ if name == ALL_EXHIBITS => codes.extend(&known),
            Some(of_hall) => codes.extend(of_hall),
            None if known.iter().any(|known| known.eq_ignore_ascii_case(name)) => codes.push(name),
            None => bail!(
                "there is no exhibit and no hall '{name}'; there are {}, and the halls {}",
                known.join(", "),
                Hall::ALL.map(Hall::name).join(", ")
            ),
        }
    }
    match codes.is_empty() {
        true => bail!("--museum names no exhibit; there are {}", known.join(", ")),
        false => Ok(codes),
    }
}

/// A verdict for people.
fn line(verdict: &Verdict) -> String {
    let naive = match verdict.naive_fails {
        true => "fails, as it should",
        false => "HOLDS, though it should fail",
    };
    let ours = if verdict.ours_holds { "holds" } else { "FAILS" };
    format!(
        "{}\n  left   {}: {naive}\n  right  {}: {ours} ({})\n",
        verdict.title, verdict.naive_said, verdict.ours_said, verdict.bound
    )
}
