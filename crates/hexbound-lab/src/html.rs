//! The parts that all written pages of HTML have in common: their head, their style, and the escaping
//! of text. They need no network and no script.

use std::{fs, path::Path};

const STYLE: &str = include_str!("page.css");

/// The start of a page up to its heading. `generator` is the element that tells where it comes from;
/// `style` is added to what all pages have.
pub(crate) fn begin(generator: &str, title: &str, heading: &str, style: &str) -> String {
    let [title, heading] = [title, heading].map(escaped);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{generator}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n"
    )
}

/// Returns whether a file is there that is no page with this element `generator`, and so not ours to
/// replace.
pub(crate) fn is_of_others(path: &Path, generator: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| !String::from_utf8_lossy(&bytes).contains(generator))
}

/// The text escaped for HTML, in attributes too. Control characters, which XML refuses, are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            '\t' | '\n' | '\r' => html.push(character),
            '\u{fffe}' | '\u{ffff}' => html.push('\u{fffd}'),
            _ if character.is_control() => html.push('\u{fffd}'),
            _ => html.push(character),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_may_hold_is_text_that_xml_takes() {
        assert_eq!(
            escaped("<a href='\"&\">"),
            "&lt;a href=&#39;&quot;&amp;&quot;&gt;"
        );
        assert_eq!(escaped("a\tb\r\nc"), "a\tb\r\nc");
        assert_eq!(
            escaped("\u{1b}[31m\0\u{85}\u{ffff}"),
            "\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}"
        );
    }
}
