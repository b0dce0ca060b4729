//! The page of a run, and the index of several: HTML that needs no network, no script and no other file.

use std::fmt::Write;

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{
    chart,
    course::{Course, ToldTick},
    map,
};
use crate::{
    html::{begin, escaped},
    why::MEANING_OF_COLORS,
};
use hexbound_base::{
    clock::TICK,
    words::{counted, for_shell},
};
use hexbound_level::Level;

// Its command is that of earlier versions, whose pages are replaced, too.
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"hexbound report\">";
const STYLE: &str = include_str!("page.css");

/// The title of a run's page.
pub(super) fn title(course: &Course) -> String {
    let file = course.file.file_name().unwrap_or_default();
    format!("{} on {}", file.to_string_lossy(), course.level)
}

/// A run in a few words.
pub(super) fn in_short(course: &Course) -> String {
    let seconds = course.ticks.len() as f32 * TICK;
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
        course.distance()
    )
}

/// The index of pages: each one's file, title and summary.
pub(super) fn index(listed: &[(String, String, String)]) -> String {
    let mut html = begin(GENERATOR, "Runs", "Recorded runs", STYLE);
    html += "<ul>\n";
    for (file, title, summary) in listed {
        let [file, title, summary] = [file, title, summary].map(|it| escaped(it));
        // Writing to a string does not fail.
        let _ = writeln!(html, "<li><a href=\"{file}\">{title}</a>: {summary}</li>");
    }
    html + "</ul>\n</body>\n</html>\n"
}

/// The page of a run. `pictures` are PNG files of the chosen moments, or none.
pub(super) fn page(
    level: &Level,
    course: &Course,
    pictures: &[Vec<u8>],
    remark: Option<&str>,
) -> String {
    let title = title(course);
    let mut html = begin(GENERATOR, &title, &title, STYLE);
    let _ = writeln!(html, "<p>{}.</p>", escaped(&in_short(course)));
    if let Some(parted) = &course.parted {
        let _ = writeln!(html, "<p class=\"parted\">{}</p>", escaped(parted));
    }
    html += &facts(level, course);
    html += "<h2>The path from above</h2>\n";
    html += &map::draw(level, course);
    html += "<p>Gray lines are walls near the path, a dot is a tick that stopped, freed or put back the \
             player, or led through what stands; the list below has them.</p>\n<h2>Over time</h2>\n";
    html += &charts(course);
    html += "<h2>Moments</h2>\n";
    if let Some(remark) = remark {
        let _ = writeln!(html, "<p>{}</p>", escaped(remark));
    }
    let mut pictures = pictures.iter();
    for moment in &course.chosen {
        html += &told(level, moment, pictures.next().map(Vec::as_slice));
    }
    html += &notable(level, course);
    html += &counts(course);
    html + "</body>\n</html>\n"
}

fn facts(level: &Level, course: &Course) -> String {
    let file = course.file.display().to_string();
    let hash = |hash: u64| format!("{hash:016x}");
    let ends = match course.recorded_hash {
        _ if course.parted.is_some() => "no",
        Some(recorded) if recorded == course.state_hash => "yes, to the bit",
        Some(_) => "no",
        None if course.reports_fault && course.hashes > 0 => {
            "yes, by all hashes before the fault that it reports"
        }
        None if course.reports_fault => "it reports a fault, and is too short for hashes",
        None => "it is a script without hashes",
    };
    let result = (course.result.as_ref()).map(|result| match course.is_result_confirmed {
        true => result.clone(),
        false => format!("{result} (claimed, not confirmed: played again the run does not end so)"),
    });
    let methods = course.methods.iter();
    let methods: Vec<String> = methods
        .map(|(tick, methods)| format!("{methods} from tick {tick}"))
        .collect();
    let rows = [
        ("Recording", Some(file.clone())),
        ("Level", Some(format!("{} ({})", course.level, level.name))),
        ("Level's content", Some(hash(course.content_hash))),
        ("Result", result),
        ("Methods", Some(methods.join("; "))),
        ("Last state", Some(hash(course.state_hash))),
        ("Ends as recorded", Some(String::from(ends))),
        ("Version", Some(env!("CARGO_PKG_VERSION").to_owned())),
    ];
    let mut html = String::from("<dl>\n");
    for (name, value) in rows {
        let Some(value) = value else { continue };
        let _ = writeln!(html, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    }
    let quoted = escaped(&for_shell(&file));
    html + &format!(
        "</dl>\n<h2>How to replay it</h2>\n<pre>hexbound replay {quoted}   # watch it\n\
         hexbound verify {quoted}   # does it end in the same state?\n\
         hexbound why {quoted} --tick N        # one tick, told line by line</pre>\n"
    )
}

fn charts(course: &Course) -> String {
    let of = |value: fn(&super::course::Tick) -> f32| -> Vec<f32> {
        course.ticks.iter().map(value).collect()
    };
    [
        chart::draw("Contacts a tick", "", &of(|tick| tick.contacts as f32)),
        chart::draw("Speed", "m/s", &of(|tick| tick.speed)),
        chart::draw(
            "Time a tick, on the machine that wrote this page",
            "µs",
            &of(|tick| tick.microseconds),
        ),
    ]
    .concat()
}

/// A moment with its picture and its account.
fn told(level: &Level, moment: &ToldTick, picture: Option<&[u8]>) -> String {
    let tick = moment.why.journal.tick;
    let seconds = tick as f32 * TICK;
    let mut html = format!("<article id=\"tick-{tick}\">\n");
    if let Some(png) = picture {
        let _ = writeln!(
            html,
            "<img alt=\"The place, with the way and the contacts of tick {tick}\" \
             src=\"data:image/png;base64,{}\">",
            STANDARD.encode(png)
        );
    }
    let account = escaped(&moment.why.summary(level));
    html + &format!(
        "<div>\n<h3>Tick {tick} ({seconds:.2} s): {}</h3>\n<p>{MEANING_OF_COLORS}</p>\n<details open><summary>Line by line</summary>\n<pre>{account}</pre></details>\n\
         </div>\n</article>\n",
        moment.kind.words()
    )
}

/// The list of notable ticks.
fn notable(level: &Level, course: &Course) -> String {
    if course.notable.is_empty() {
        return String::from(
            "<p>Nothing stopped, freed or put back the player, or led through what stands.</p>\n",
        );
    }
    let mut html = String::from(
        "<table>\n<tr><th>Tick</th><th>Time</th><th></th><th>Speed before, after</th><th>Place</th></tr>\n",
    );
    for it in &course.notable {
        let at = level.to_file(it.position);
        let _ = writeln!(
            html,
            "<tr><td class=\"number\">{}</td><td class=\"number\">{:.2} s</td><td>{}</td>\
             <td class=\"number\">{:.2}, {:.2} m/s</td><td>{:.3}, {:.3}, {:.3}</td></tr>",
            it.tick,
            it.tick as f32 * TICK,
            it.kind.words(),
            it.speed[0],
            it.speed[1],
            at.x,
            at.y,
            at.z
        );
    }
    html += "</table>\n";
    let more = course.notable_count - course.notable.len();
    if more > 0 {
        let _ = writeln!(html, "<p>And {more} more.</p>");
    }
    html
}

/// The number of events of each kind.
fn counts(course: &Course) -> String {
    let mut html = String::from("<h2>Events</h2>\n<table>\n");
    for (name, count) in &course.events {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td class=\"number\">{count}</td></tr>",
            escaped(name)
        );
    }
    html + "</table>\n"
}
