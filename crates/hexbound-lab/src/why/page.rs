//! The page of a tick: the words of each leg beside its picture, what the colors mean, the whole account
//! and the outcomes by the other methods. It needs no network and no script.

use std::fmt::Write;

use super::Why;
use crate::html::{begin, escaped};
use hexbound_base::{clock::TICK, debug_lines::DebugColor};
use hexbound_inspect::why::legs::{self, SlideLeg, legs_of};
use hexbound_level::Level;

pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"hexbound why\">";
const STYLE: &str = include_str!("page.css");

/// The page; `pictures` are the files beside it, of the whole tick first, then leg by leg, or none.
pub(super) fn page(why: &Why, level: &Level, pictures: &[String], remark: Option<&str>) -> String {
    let tick = why.journal.tick;
    let title = format!("Tick {tick} on {}", why.level);
    let mut html = begin(GENERATOR, &title, &title, STYLE);
    let seconds = tick as f32 * TICK;
    // Writing to a string does not fail.
    let _ = writeln!(
        html,
        "<p>{seconds:.2} s; methods {}; state after the tick {:016x}.</p>",
        escaped(&why.journal.methods.to_string()),
        why.state_hash
    );
    if let Some(remark) = remark {
        let _ = writeln!(html, "<p>{}.</p>", escaped(remark));
    }
    if let Some(overview) = pictures.first() {
        html += &figure(overview, "The whole tick", OVERVIEW);
    }
    html += "<h2>Leg by leg</h2>\n";
    let told = legs_of(&why.journal.kernel);
    if told.is_empty() {
        html +=
            "<p>The tick has no slide, and so no legs; the account below tells what it did.</p>\n";
    } else if !pictures.is_empty() {
        html += &legend();
    }
    let mut of_legs = pictures.iter().skip(1);
    for (number, leg) in (1..).zip(&told) {
        html += &article(number, leg, level, of_legs.next());
    }
    let account = escaped(why.account(level).trim_end());
    let others = why.by_other_methods();
    let (heading, others) = others.split_once('\n').unwrap_or(("", &others));
    let others: Vec<&str> = (others.lines())
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect();
    let [heading, others] = [heading, &others.join("\n")].map(escaped);
    html + &format!(
        "<h2>The whole account</h2>\n<pre>{account}</pre>\n<h2>{heading}</h2>\n<pre>{others}</pre>\n\
         </body>\n</html>\n"
    )
}

/// The meaning of the colors in the picture of a whole tick.
pub(crate) const OVERVIEW: &str = "Green is the wish, orange the way in legs, blue what was left after a turn, red a contact with its \
     normal, violet its triangle, white the body before the move and the way that came of it; ways are \
     drawn longer than they are.";

/// The meaning of the colors in the pictures of legs.
fn legend() -> String {
    let rows: [(DebugColor, &str); 7] = [
        (legs::BEFORE, "the body before the leg"),
        (legs::AFTER, "the body after it"),
        (
            legs::WISH,
            "the motion that was wished, as it would have gone on",
        ),
        (legs::WAY, "the leg itself, ending at the contact"),
        (
            legs::LEFT,
            "what was left of the motion, after it was turned",
        ),
        (legs::TRIANGLE, "the touched triangle"),
        (legs::NORMAL, "the touched point, and the contact's normal"),
    ];
    let row = |(color, words): &(DebugColor, &str)| {
        let color = css(*color);
        format!("<li><span class=\"swatch\" style=\"background: {color}\"></span>{words}</li>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<ul class=\"legend\">\n{rows}</ul>\n")
}

/// A leg: its picture and its words side by side.
fn article(number: usize, leg: &SlideLeg, level: &Level, picture: Option<&String>) -> String {
    let mut html = format!("<article id=\"leg-{number}\">\n");
    if let Some(file) = picture {
        let file = escaped(file);
        let shown = match leg.leg.contacts.is_empty() {
            true => "way",
            false => "contact",
        };
        let _ = writeln!(
            html,
            "<a href=\"{file}\"><img src=\"{file}\" alt=\"The {shown} of leg {number}, with the body \
             before and after\"></a>"
        );
    }
    let drawn = match picture {
        Some(_) => format!("<p>Arrows of ways are {} times as long.</p>\n", leg.times()),
        None => String::new(),
    };
    let purpose = escaped(&leg.purpose());
    // The words below count the legs of each slide by themselves.
    let of_slide = match leg.number == number {
        true => String::new(),
        false => format!(", its leg {}", leg.number),
    };
    html + &format!(
        "<div>\n<h3>Leg {number}: {purpose}{of_slide}</h3>\n{drawn}<pre>{}</pre>\n\
         </div>\n</article>\n",
        escaped(leg.in_english(level).trim_end())
    )
}

fn figure(file: &str, alternative: &str, caption: &str) -> String {
    let [file, alternative, caption] = [file, alternative, caption].map(escaped);
    format!(
        "<figure><a href=\"{file}\"><img src=\"{file}\" alt=\"{alternative}\"></a>\n\
         <figcaption>{caption}</figcaption></figure>\n"
    )
}

/// A linear color as style sheets write it.
fn css(color: DebugColor) -> String {
    let [red, green, blue] = [color[0], color[1], color[2]].map(|it| {
        let encoded = match it <= 0.003_130_8 {
            true => it * 12.92,
            false => 1.055 * it.powf(1.0 / 2.4) - 0.055,
        };
        (encoded * 255.0).round() as u8
    });
    format!("rgb({red} {green} {blue})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_those_of_the_pictures() {
        assert_eq!(css([1.0, 0.0, 0.214, 1.0]), "rgb(255 0 127)");
        let legend = legend();
        for color in [legs::BEFORE, legs::AFTER, legs::NORMAL] {
            assert!(legend.contains(&css(color)));
        }
    }
}
