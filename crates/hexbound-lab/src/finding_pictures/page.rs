//! The page that lists the findings of levels. Its caller chooses the pictures.

use glam::DVec3;
use maud::{Markup, html};

use super::explanation::explanation;
use crate::pages::{self, facts, linked_picture};
use hexbound_base::words::counted;
use hexbound_level::{Finding, Level, Severity, severity_counts};

/// The command that writes this page.
pub(super) const COMMAND: &str = "check";

/// A level of the page.
#[derive(Clone, Debug)]
pub(super) struct PageSection {
    /// The level's name or path, as it was typed.
    pub name: String,
    /// The findings, or the reason why the level can't be read.
    pub content: Result<CheckedLevel, String>,
}

/// The findings of a level, the gravest first.
#[derive(Clone, Debug)]
pub(super) struct CheckedLevel {
    pub entries: Vec<PageEntry>,
    /// The findings that the level's author accepts.
    pub accepted: Vec<PageEntry>,
    /// A sentence about the whole level.
    pub remark: Option<String>,
}

/// A finding on the page.
#[derive(Clone, Debug)]
pub(super) struct PageEntry {
    pub finding: Finding,
    /// The place of the finding in the file's own coordinates, meters.
    pub place: Option<DVec3>,
    /// The file name of the finding's picture, beside the page.
    pub picture: Option<String>,
    /// The author's reason to accept the finding, which may be empty; `None` if it is not accepted.
    pub reason: Option<String>,
}

impl PageEntry {
    pub(super) fn of(finding: &Finding, level: &Level) -> Self {
        Self {
            finding: finding.clone(),
            place: finding.place.map(|place| level.to_file(place)),
            picture: None,
            reason: None,
        }
    }
}

/// Returns the page. `remark` stands above all levels.
pub(super) fn page(sections: &[PageSection], remark: Option<&str>) -> String {
    let content = html! {
        p {
            "The ring is around the place, dashed where something is before it; a line is the way that "
            "leads there. While you play, F9 lists the same and flies there."
        }
        @if let Some(remark) = remark { p { strong { (remark) } } }
        @if sections.len() > 1 {
            ul {
                @for (number, section) in sections.iter().enumerate() {
                    li { a href={ "#level-" (number) } { (section.name) } ": " (summary(section)) }
                }
            }
        }
        @for (number, section) in sections.iter().enumerate() {
            section id={ "level-" (number) } {
                h2 { (section.name) ": " (summary(section)) }
                @match &section.content {
                    Err(why) => { p { (why) } }
                    Ok(checked) => { (in_html(checked)) }
                }
            }
        }
    };
    pages::page(COMMAND, "Findings", "What hexbound check found", &content)
}

/// A level in a few words.
fn summary(section: &PageSection) -> String {
    let Ok(checked) = &section.content else {
        return String::from("can't be read");
    };
    let entries = checked.entries.iter();
    let findings: Vec<Finding> = entries.map(|it| it.finding.clone()).collect();
    let counts = severity_counts(&findings, Severity::Note);
    let counts = counts.unwrap_or_else(|| String::from("nothing is wrong"));
    match checked.accepted.len() {
        0 => counts,
        count => format!("{counts}; {count} accepted"),
    }
}

/// The findings of a level. Accepted ones are collapsed.
fn in_html(checked: &CheckedLevel) -> Markup {
    let accepted = &checked.accepted;
    html! {
        @if let Some(remark) = &checked.remark { p { (remark) } }
        @for entry in &checked.entries { (article(entry)) }
        @if !accepted.is_empty() {
            details {
                summary {
                    "Accepted by the level's author: "
                    (counted(accepted.len(), "finding", "findings"))
                }
                @for entry in accepted { (article(entry)) }
            }
        }
    }
}

/// A finding: its picture and its text side by side.
fn article(entry: &PageEntry) -> Markup {
    let finding = &entry.finding;
    let (severity, code) = (finding.severity().name(), finding.code.name());
    let place = entry.place;
    let place = place.map(|at| format!("{:.2}, {:.2}, {:.2}", at.x, at.y, at.z));
    let rows = [("Node", finding.node.clone()), ("Place", place)];
    let rows = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, html! { code { (value?) } })));
    let (what, words) = match &entry.reason {
        Some(reason) => ("Reason", &**reason),
        None => ("Remedy", finding.remedy()),
    };
    let words = (!words.is_empty()).then(|| (what, html! { (sentence(words)) }));
    html! {
        article {
            @if let Some(file) = &entry.picture { (linked_picture(file, "The place, with a mark")) }
            div {
                h3 { span.severity.(severity) { (severity) } " " (code) }
                p { (sentence(&finding.problem)) }
                (facts(rows.chain(words)))
                details { summary { "About " (code) } (explanation(finding.code)) }
            }
        }
    }
}

/// The text with a capital letter at its start and a stop at its end.
fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['?', '.']) { "" } else { "." };
    let mut characters = words.chars();
    let first = characters.next().map(char::to_uppercase);
    let first: String = first.into_iter().flatten().collect();
    format!("{first}{}{stop}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_level::Code;

    fn section(entries: Vec<PageEntry>) -> PageSection {
        PageSection {
            name: String::from("a <b> & \"c\".glb"),
            content: Ok(CheckedLevel {
                entries,
                accepted: Vec::new(),
                remark: Some(String::from("1 < 2")),
            }),
        }
    }

    #[test]
    fn a_page_has_everything_of_a_finding_and_no_markup_of_a_file() {
        let node = "<script>alert('x')</script>";
        let entry = PageEntry {
            finding: Finding::about("node", node, Code::DenseMesh, "is \"dense\""),
            place: Some(DVec3::new(1.0, 2.5, -3.0)),
            picture: Some(String::from("a-dense-mesh-1.png")),
            reason: None,
        };
        let html = page(&[section(vec![entry])], Some("no <device>"));
        let remedy = format!("{}.", Code::DenseMesh.remedy());
        for part in [
            "<dd><code>&lt;script&gt;alert('x')&lt;/script&gt;</code></dd>",
            "Node &quot;&lt;script",
            "is &quot;dense&quot;.",
            "1.00, 2.50, -3.00",
            "<img src=\"a-dense-mesh-1.png\"",
            "a &lt;b&gt; &amp; &quot;c&quot;.glb: 1 warning",
            "no &lt;device&gt;",
            "1 &lt; 2",
            "About dense-mesh",
            &remedy,
        ] {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert!(!html.contains("<script") && !html.contains("http"));
    }

    #[test]
    fn what_is_accepted_is_folded_below_with_its_reason() {
        let entry = |code, reason: Option<&str>| PageEntry {
            finding: Finding::new(code, "is odd"),
            place: None,
            picture: None,
            reason: reason.map(String::from),
        };
        let mut section = section(vec![entry(Code::Hole, None)]);
        let accepted = &mut section.content.as_mut().unwrap().accepted;
        accepted.push(entry(Code::Crack, Some("<it> is a cave")));
        accepted.push(entry(Code::OpenRim, Some("")));
        let html = page(&[section], None);
        assert!(html.contains("1 error; 2 accepted</h2>"), "{html}");
        let (open, folded) = html.split_once("<details><summary>Accepted").unwrap();
        assert!(folded.starts_with(" by the level's author: 2 findings</summary>"));
        assert!(open.contains("About hole") && !open.contains("About crack"));
        assert!(folded.contains("<dt>Reason</dt><dd>&lt;it&gt; is a cave.</dd>"));
        assert!(!folded.contains("Remedy") && folded.contains("About open-rim"));
    }

    #[test]
    fn several_levels_have_a_list_that_leads_to_each() {
        let broken = PageSection {
            name: String::from("b.glb"),
            content: Err(String::from("it's cut short")),
        };
        let html = page(&[section(Vec::new()), broken], None);
        let link = ["href=\"#level-1\"", "id=\"level-1\""];
        for part in link
            .into_iter()
            .chain(["it's cut short", "nothing is wrong"])
        {
            assert!(html.contains(part), "{part}");
        }
    }
}
