//! The page that lists the findings of levels: HTML that needs no network and no script. Which pictures
//! there are is decided elsewhere.

use std::fmt::Write;

use glam::DVec3;

use super::explanation::explanation;
use crate::html::{begin, escaped};
use hexbound_base::words::counted;
use hexbound_level::{Finding, Severity, in_counts};

/// The words of the page's head about where it comes from: by them a page of ours is known.
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"hexbound check\">";

/// A level of the page.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// The level's name or path, as it was asked for.
    pub name: String,
    pub content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The reason why the level can't be read.
    Unreadable(String),
    Checked {
        /// The findings, the gravest first.
        entries: Vec<Entry>,
        /// The findings that the level's author accepts, the gravest first.
        accepted: Vec<Entry>,
        /// Sentences about the whole level.
        remarks: Vec<String>,
    },
}

/// A finding on the page.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub finding: Finding,
    /// Its place in the file's own coordinates, meters.
    pub place: Option<DVec3>,
    /// The name of its picture's file, beside the page.
    pub picture: Option<String>,
    /// The author's reason to accept it, which may be empty; `None` where it is not accepted.
    pub reason: Option<String>,
}

/// Returns the page. `remark` is said above all levels.
pub(super) fn page(sections: &[Section], remark: Option<&str>) -> String {
    let mut html = begin(GENERATOR, "Findings", "What hexbound check found", "");
    html += "<p>The ring is around the place, dashed where something is before it; a line is the way that \
             leads there. While you play, F9 lists the same and flies there.</p>\n";
    if let Some(remark) = remark {
        html += &format!("<p><strong>{}</strong></p>\n", escaped(remark));
    }
    if sections.len() > 1 {
        html += &contents(sections);
    }
    for (number, section) in sections.iter().enumerate() {
        html += &in_html(number, section);
    }
    html + "</body>\n</html>\n"
}

fn contents(sections: &[Section]) -> String {
    let item = |(number, section): (usize, &Section)| {
        let (name, told) = (escaped(&section.name), escaped(&summary(section)));
        format!("<li><a href=\"#level-{number}\">{name}</a>: {told}</li>\n")
    };
    let items: String = sections.iter().enumerate().map(item).collect();
    format!("<ul>\n{items}</ul>\n")
}

/// A level in a few words.
fn summary(section: &Section) -> String {
    match &section.content {
        Content::Unreadable(_) => String::from("can't be read"),
        Content::Checked {
            entries, accepted, ..
        } => {
            let findings: Vec<Finding> = entries.iter().map(|it| it.finding.clone()).collect();
            let counts = in_counts(&findings, Severity::Note);
            let counts = counts.unwrap_or_else(|| String::from("nothing is wrong"));
            match accepted.len() {
                0 => counts,
                count => format!("{counts}; {count} accepted"),
            }
        }
    }
}

fn in_html(number: usize, section: &Section) -> String {
    let (name, told) = (escaped(&section.name), escaped(&summary(section)));
    let mut html = format!("<section id=\"level-{number}\">\n<h2>{name}: {told}</h2>\n");
    match &section.content {
        Content::Unreadable(why) => html += &format!("<p>{}</p>\n", escaped(why)),
        Content::Checked {
            entries,
            accepted,
            remarks,
        } => {
            for remark in remarks {
                html += &format!("<p>{}</p>\n", escaped(remark));
            }
            html.extend(entries.iter().map(article));
            html += &folded(accepted);
        }
    }
    html + "</section>\n"
}

/// The accepted findings, behind a line that unfolds them; nothing where there are none.
fn folded(accepted: &[Entry]) -> String {
    if accepted.is_empty() {
        return String::new();
    }
    let articles: String = accepted.iter().map(article).collect();
    format!(
        "<details><summary>Accepted by the level's author: {}</summary>\n{articles}</details>\n",
        counted(accepted.len(), "finding", "findings")
    )
}

/// A finding: its picture and its words side by side.
fn article(entry: &Entry) -> String {
    let finding = &entry.finding;
    let (severity, code) = (finding.severity().name(), finding.code.name());
    let mut html = String::from("<article>\n");
    if let Some(picture) = &entry.picture {
        let file = escaped(picture);
        html += &format!(
            "<a href=\"{file}\"><img src=\"{file}\" loading=\"lazy\" alt=\"The place, with a mark\"></a>\n"
        );
    }
    html += &format!(
        "<div>\n<h3><span class=\"severity {severity}\">{severity}</span> {code}</h3>\n<p>{}</p>\n<dl>\n",
        escaped(&sentence(&finding.problem))
    );
    let place = entry
        .place
        .map(|at| format!("{:.2}, {:.2}, {:.2}", at.x, at.y, at.z));
    let rows = [("Node", finding.node.clone()), ("Place", place)];
    for (what, value) in rows {
        let Some(value) = value else { continue };
        // Writing to a string does not fail.
        let _ = writeln!(
            html,
            "<dt>{what}</dt><dd><code>{}</code></dd>",
            escaped(&value)
        );
    }
    let (what, words) = match &entry.reason {
        Some(reason) => ("Reason", &**reason),
        None => ("Remedy", finding.remedy()),
    };
    if !words.is_empty() {
        let words = escaped(&sentence(words));
        let _ = writeln!(html, "<dt>{what}</dt><dd>{words}</dd>");
    }
    html += "</dl>\n";
    let more = explanation(finding.code);
    html + &format!(
        "<details><summary>About {code}</summary>\n{more}</details>\n</div>\n</article>\n"
    )
}

/// The words with their first letter large and a stop at their end.
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

    fn section(entries: Vec<Entry>) -> Section {
        Section {
            name: String::from("a <b> & \"c\".glb"),
            content: Content::Checked {
                entries,
                accepted: Vec::new(),
                remarks: vec![String::from("1 < 2")],
            },
        }
    }

    #[test]
    fn a_page_has_everything_of_a_finding_and_no_markup_of_a_file() {
        let node = "<script>alert('x')</script>";
        let entry = Entry {
            finding: Finding::about("node", node, Code::DenseMesh, "is \"dense\""),
            place: Some(DVec3::new(1.0, 2.5, -3.0)),
            picture: Some(String::from("a-dense-mesh-1.png")),
            reason: None,
        };
        let html = page(&[section(vec![entry])], Some("no <device>"));
        let remedy = format!("{}.", Code::DenseMesh.remedy());
        for part in [
            "<dd><code>&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</code></dd>",
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
        let entry = |code, reason: Option<&str>| Entry {
            finding: Finding::new(code, "is odd"),
            place: None,
            picture: None,
            reason: reason.map(String::from),
        };
        let mut section = section(vec![entry(Code::Hole, None)]);
        let Content::Checked { accepted, .. } = &mut section.content else {
            panic!("it was checked");
        };
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
        let broken = Section {
            name: String::from("b.glb"),
            content: Content::Unreadable(String::from("it's cut short")),
        };
        let html = page(&[section(Vec::new()), broken], None);
        for part in [
            "href=\"#level-1\"",
            "id=\"level-1\"",
            "it&#39;s cut short",
            "nothing is wrong",
        ] {
            assert!(html.contains(part), "{part}");
        }
    }
}
