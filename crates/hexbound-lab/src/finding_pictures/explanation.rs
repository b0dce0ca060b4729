//! The explanation of a code for a page: its section of docs/checks.md, which is embedded in the program.

use maud::{Markup, html};

use hexbound_level::Code;

const CHECKS_PAGE: &str = include_str!("../../../../docs/checks.md");

/// Returns the section of a code as HTML, paragraph by paragraph.
pub(super) fn explanation(code: Code) -> Markup {
    let heading = format!("\n## {}\n", code.name());
    let section = (CHECKS_PAGE.split_once(&heading)).map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let paragraphs = section.split("\n\n").map(str::trim);
    let paragraphs = paragraphs.filter(|text| !text.is_empty() && !text.starts_with("!["));
    html! { @for text in paragraphs { p { (in_html(text)) } } }
}

/// A paragraph of Markdown as HTML: code is marked, and links are replaced by their text.
fn in_html(text: &str) -> Markup {
    let text = without_links(text);
    html! {
        @for (index, piece) in text.split('`').enumerate() {
            @if index % 2 == 0 { (piece) } @else { code { (piece) } }
        }
    }
}

/// The text with links replaced by their text.
fn without_links(text: &str) -> String {
    let Some((before, rest)) = text.split_once('[') else {
        return text.to_owned();
    };
    let link = rest.split_once("](").and_then(|(words, rest)| {
        let (_, after) = rest.split_once(')')?;
        (!words.contains('[')).then_some((words, after))
    });
    match link {
        Some((words, after)) => format!("{before}{words}{}", without_links(after)),
        None => format!("{before}[{}", without_links(rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_by_its_own_section() {
        for code in Code::ALL {
            let told = explanation(*code).into_string();
            let severity = code.severity().name();
            let first = told.trim_start_matches("<p>").to_lowercase();
            assert!(first.starts_with(severity), "{}: {told}", code.name());
            assert!(!told.contains("## ") && !told.contains("]("), "{told}");
        }
    }

    #[test]
    fn code_and_links_of_markdown_become_html() {
        let text = "Say `a < b` or see [`--leaks`](leaks.md#x), [here](b.md) [not] it & more";
        let html =
            "Say <code>a &lt; b</code> or see <code>--leaks</code>, here [not] it &amp; more";
        assert_eq!(in_html(text).into_string(), html);
    }
}
