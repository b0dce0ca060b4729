//! The page of a tick: the account of each leg beside its picture, the meaning of the colors, the whole
//! account and the outcomes by the other methods.

use maud::{Markup, html};

use super::Why;
use crate::pages::{self, linked_picture};
use hexbound_base::{clock::TICK_LENGTH, debug_lines::DebugColor};
use hexbound_canvas::srgb_byte;
use hexbound_inspect::why::legs::{self, SlideLeg, legs_of};
use hexbound_level::Level;

/// The command that writes this page.
pub(super) const COMMAND: &str = "why";

/// The page of a tick. `pictures` are the files beside it: the whole tick first, then leg by leg, or
/// none.
pub(super) fn page(why: &Why, level: &Level, pictures: &[String], remark: Option<&str>) -> String {
    let tick = why.journal.tick;
    let title = format!("Tick {tick} on {}", why.level);
    let legs = legs_of(&why.journal.kernel);
    let others = why.by_other_methods();
    let (heading, others) = others.split_once('\n').unwrap_or(("", &others));
    let content = html! {
        p {
            (format!("{:.2} s", tick as f32 * TICK_LENGTH)) "; methods " (why.journal.methods.to_string())
            "; state after the tick " (format!("{:016x}", why.state_hash)) "."
        }
        @if let Some(remark) = remark { p { (remark) "." } }
        @if let Some(overview) = pictures.first() {
            figure {
                (linked_picture(overview, "The whole tick"))
                figcaption { (MEANING_OF_COLORS) }
            }
        }
        h2 { "Leg by leg" }
        @if legs.is_empty() {
            p { "The tick has no slide, and so no legs; the account below tells what it did." }
        } @else if !pictures.is_empty() {
            (legend())
        }
        @for (number, leg) in (1..).zip(&legs) {
            (article(number, leg, level, pictures.get(number)))
        }
        h2 { "The whole account" }
        pre { (why.account(level).trim_end()) }
        h2 { (heading) }
        pre { @for line in others.lines() { (line.strip_prefix("  ").unwrap_or(line)) "\n" } }
    };
    pages::page(COMMAND, &title, &title, &content)
}

/// The meaning of the colors in the picture of a whole tick.
pub(crate) const MEANING_OF_COLORS: &str = "Green is the wish, orange the way in legs, blue what was left after a turn, red a contact with its \
     normal, violet its triangle, white the body before the move and the way that came of it; ways are \
     drawn longer than they are.";

/// The meaning of the colors in the pictures of legs.
fn legend() -> Markup {
    let rows: [(DebugColor, &str); 7] = [
        (legs::BEFORE, "the body before the leg"),
        (legs::AFTER, "the body after it"),
        (
            legs::WISH,
            "the motion that was wished, as it would have gone on",
        ),
        (legs::LEG, "the leg itself, ending at the contact"),
        (
            legs::REST,
            "what was left of the motion, after it was turned",
        ),
        (legs::TRIANGLE, "the touched triangle"),
        (legs::NORMAL, "the touched point, and the contact's normal"),
    ];
    html! {
        ul.legend {
            @for (color, words) in rows {
                li { span.swatch style={ "background: " (css(color)) } {} (words) }
            }
        }
    }
}

/// A leg: its picture and its account side by side.
fn article(number: usize, leg: &SlideLeg, level: &Level, picture: Option<&String>) -> Markup {
    let shown = match leg.leg.contacts.is_empty() {
        true => "way",
        false => "contact",
    };
    let about = format!("The {shown} of leg {number}, with the body before and after");
    html! {
        article id={ "leg-" (number) } {
            @if let Some(file) = picture { (linked_picture(file, &about)) }
            div {
                h3 {
                    "Leg " (number) ": " (leg.purpose())
                    // The account counts the legs of each slide separately.
                    @if leg.number != number { ", its leg " (leg.number) }
                }
                @if picture.is_some() { p { "Arrows of ways are " (leg.magnification()) " times as long." } }
                pre { (leg.in_english(level).trim_end()) }
            }
        }
    }
}

/// A linear color in the notation of style sheets.
fn css(color: DebugColor) -> String {
    let [red, green, blue] = [color[0], color[1], color[2]].map(srgb_byte);
    format!("rgb({red} {green} {blue})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_those_of_the_pictures() {
        assert_eq!(css([1.0, 0.0, 0.214, 1.0]), "rgb(255 0 127)");
        let legend = legend().into_string();
        for color in [legs::BEFORE, legs::AFTER, legs::NORMAL] {
            assert!(legend.contains(&css(color)));
        }
    }
}
