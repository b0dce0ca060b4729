//! The page of a run, and the index of several. Pictures are embedded in each page.

use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{Markup, html};

use super::{
    chart,
    course::{DetailedTick, ReplayedRun, Tick, in_words},
    map,
};
use crate::{
    pages::{self, facts},
    why::MEANING_OF_COLORS,
};
use hexbound_base::{
    clock::TICK_LENGTH,
    words::{counted, for_shell},
};
use hexbound_level::Level;

/// The command of these pages, under its earlier name. Pages of earlier versions are replaced, too.
pub(super) const COMMAND: &str = "report";

/// A page as the index lists it.
pub(super) struct ListedPage {
    /// The page's file name without the ending.
    pub name: String,
    pub title: String,
    pub summary: String,
}

/// The title of a run's page.
pub(super) fn title(course: &ReplayedRun) -> String {
    let file = course.recording.path.file_name().unwrap_or_default();
    format!(
        "{} on {}",
        file.to_string_lossy(),
        course.recording.header.level
    )
}

/// A run in a few words.
pub(super) fn in_short(course: &ReplayedRun) -> String {
    let seconds = course.ticks.len() as f32 * TICK_LENGTH;
    let parted = match course.parted {
        Some(_) => ", parts from its recording",
        None => "",
    };
    let notable = match course.notable_count {
        0 => String::from("nothing stopped it"),
        count => {
            let ticks = counted(count, "tick", "ticks");
            format!("{ticks} stopped, freed or put back the player, or led through what stands")
        }
    };
    format!(
        "{} ({seconds:.1} s), {:.1} m, {notable}{parted}",
        counted(course.ticks.len(), "tick", "ticks"),
        course.sums.distance
    )
}

/// The index of pages.
pub(super) fn index(listed: &[ListedPage]) -> String {
    let content = html! {
        ul {
            @for it in listed {
                li { a href={ (it.name) ".html" } { (it.title) } ": " (it.summary) }
            }
        }
    };
    pages::page(COMMAND, "Runs", "Recorded runs", &content)
}

/// The page of a run. `pictures` are PNG files of the chosen moments, or none.
pub(super) fn page(
    level: &Level,
    course: &ReplayedRun,
    pictures: &[Vec<u8>],
    remark: Option<&str>,
) -> String {
    let title = title(course);
    let file = for_shell(&course.recording.path.display().to_string());
    let events = course.events.iter();
    let content = html! {
        p { (in_short(course)) "." }
        @if let Some(parted) = &course.parted { p.parted { (parted) } }
        (facts_of(level, course))
        h2 { "How to replay it" }
        pre {
            "hexbound replay " (file) "   # watch it\n"
            "hexbound verify " (file) "   # does it end in the same state?\n"
            "hexbound why " (file) " --tick N   # one tick, told line by line"
        }
        h2 { "The path from above" }
        (map::draw(level, course))
        p {
            "Gray lines are walls near the path, a dot is a tick that stopped, freed or put back the "
            "player, or led through what stands; the list below has them."
        }
        h2 { "Over time" }
        (charts(course))
        h2 { "Moments" }
        @if let Some(remark) = remark { p { (remark) } }
        @for (number, moment) in course.chosen.iter().enumerate() {
            (moment_article(level, moment, pictures.get(number)))
        }
        (notable(level, course))
        h2 { "Events" }
        table { @for (name, count) in events { tr { td { (name) } td.number { (count) } } } }
    };
    pages::page(COMMAND, &title, &title, &content)
}

fn facts_of(level: &Level, course: &ReplayedRun) -> Markup {
    let hash = |hash: u64| format!("{hash:016x}");
    let recording = &course.recording;
    let ends = match recording.state_hash {
        _ if course.parted.is_some() => "no",
        Some(recorded) if recorded == course.state_hash => "yes, to the bit",
        Some(_) => "no",
        None if recording.fault.is_some() && !recording.hashes.is_empty() => {
            "yes, by all hashes before the fault that it reports"
        }
        None if recording.fault.is_some() => "it reports a fault, and is too short for hashes",
        None => "it is a script without hashes",
    };
    let result = recording
        .result
        .map(|result| match course.is_result_confirmed {
            true => result.to_string(),
            false => {
                format!("{result} (claimed, not confirmed: played again the run does not end so)")
            }
        });
    let methods = course.methods.iter();
    let methods: Vec<String> = methods
        .map(|(tick, methods)| format!("{methods} from tick {tick}"))
        .collect();
    let rows = [
        ("Recording", Some(recording.path.display().to_string())),
        (
            "Level",
            Some(format!("{} ({})", recording.header.level, level.name)),
        ),
        ("Level's content", Some(hash(level.content_hash))),
        ("Result", result),
        ("Methods", Some(methods.join("; "))),
        ("Last state", Some(hash(course.state_hash))),
        ("Ends as recorded", Some(String::from(ends))),
        ("Version", Some(env!("CARGO_PKG_VERSION").to_owned())),
    ];
    let rows = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    facts(rows.map(|(name, value)| (name, html! { (value) })))
}

fn charts(course: &ReplayedRun) -> Markup {
    let of = |value: fn(&Tick) -> f32| -> Vec<f32> { course.ticks.iter().map(value).collect() };
    let time = "Time a tick, on the machine that wrote this page";
    html! {
        (chart::draw("Contacts a tick", "", &of(|tick| tick.contacts as f32)))
        (chart::draw("Speed", "m/s", &of(|tick| tick.speed)))
        (chart::draw(time, "µs", &of(|tick| tick.microseconds)))
    }
}

/// A moment with its picture and its account.
fn moment_article(level: &Level, moment: &DetailedTick, picture: Option<&Vec<u8>>) -> Markup {
    let tick = moment.why.journal.tick;
    let time = format!("{:.2} s", tick as f32 * TICK_LENGTH);
    html! {
        article id={ "tick-" (tick) } {
            @if let Some(png) = picture {
                img alt={ "The place, with the way and the contacts of tick " (tick) }
                    src={ "data:image/png;base64," (STANDARD.encode(png)) };
            }
            div {
                h3 { "Tick " (tick) " (" (time) "): " (in_words(moment.fault)) }
                p { (MEANING_OF_COLORS) }
                details open {
                    summary { "Line by line" }
                    pre { (moment.why.summary(level)) }
                }
            }
        }
    }
}

/// The list of notable ticks.
fn notable(level: &Level, course: &ReplayedRun) -> Markup {
    if course.notable.is_empty() {
        return html! {
            p { "Nothing stopped, freed or put back the player, or led through what stands." }
        };
    }
    let more = course.notable_count - course.notable.len();
    html! {
        table {
            tr { @for name in ["Tick", "Time", "", "Speed before, after", "Place"] { th { (name) } } }
            @for it in &course.notable {
                @let (at, [before, after]) = (level.to_file(it.position), it.speed);
                tr {
                    td.number { (it.tick) }
                    td.number { (format!("{:.2} s", it.tick as f32 * TICK_LENGTH)) }
                    td { (in_words(it.fault)) }
                    td.number { (format!("{before:.2}, {after:.2} m/s")) }
                    td { (format!("{:.3}, {:.3}, {:.3}", at.x, at.y, at.z)) }
                }
            }
        }
        @if more > 0 { p { "And " (more) " more." } }
    }
}
