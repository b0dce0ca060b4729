//! The frame of an HTML page and the parts shared by pages. None needs a network or a script.

use std::{fs, path::Path};

use maud::{DOCTYPE, Markup, PreEscaped, html};

const PAGE_STYLE: &str = include_str!("page.css");

/// The page of a command.
pub(crate) fn page(command: &str, title: &str, heading: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (generator(command))
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(PAGE_STYLE)) }
            }
            body.(command) { h1 { (heading) } (content) }
        }
    };
    printable(&page.into_string())
}

/// The element that identifies a page of a command.
fn generator(command: &str) -> Markup {
    html! { meta name="generator" content={ "hexbound " (command) }; }
}

/// Returns whether a file is no page of this command, and so must not be replaced.
pub(super) fn is_of_others(path: &Path, command: &str) -> bool {
    let mark = generator(command).into_string();
    fs::read(path).is_ok_and(|bytes| !String::from_utf8_lossy(&bytes).contains(&mark))
}

/// A picture beside its page, as a link to itself.
pub(crate) fn linked_picture(file: &str, about: &str) -> Markup {
    html! { a href=(file) { img src=(file) loading="lazy" alt=(about); } }
}

/// A list of names and values.
pub(crate) fn facts<'a>(rows: impl Iterator<Item = (&'a str, Markup)>) -> Markup {
    html! { dl { @for (name, value) in rows { dt { (name) } dd { (value) } } } }
}

/// The text without control characters, which XML forbids.
pub(crate) fn printable(text: &str) -> String {
    let is_refused = |letter: char| {
        letter.is_control() && !"\t\n\r".contains(letter)
            || matches!(letter, '\u{fffe}' | '\u{ffff}')
    };
    text.replace(is_refused, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_may_hold_is_text_that_xml_takes() {
        let name = "<a href='\"&\">\tb\r\nc\u{1b}[31m\0\u{85}\u{ffff}";
        let page = page("why", name, "", &linked_picture(name, name));
        let text = "&lt;a href='&quot;&amp;&quot;&gt;\tb\r\nc\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}";
        assert!(page.contains(&format!("<title>{text}</title>")), "{page}");
        assert!(page.contains(&format!("alt=\"{text}\"")), "{page}");
    }
}
