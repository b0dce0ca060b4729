//! The parts that all written pages of HTML have in common: their head, their style, and the escaping
//! of text. They need no network and no script.

const STYLE: &str = include_str!("page.css");

/// The start of a page up to its heading. `generator` is the element that tells where it comes from;
/// `style` is added to what all pages have.
pub(super) fn begin(generator: &str, title: &str, heading: &str, style: &str) -> String {
    let [title, heading] = [title, heading].map(escaped);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{generator}\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{style}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n"
    )
}

/// The text escaped for HTML, in attributes too.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            _ => html.push(character),
        }
    }
    html
}
