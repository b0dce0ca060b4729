//! The page that lists the findings of levels: HTML that needs no network and no script. Which pictures
//! there are is decided elsewhere.

use std::fmt::Write;

use glam::DVec3;

use super::explanation::explanation;
use crate::headless::html::{begin, escaped};
use crate::level::{Finding, Severity, in_counts};

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
        Content::Checked { entries, .. } => {
            let findings: Vec<Finding> = entries.iter().map(|it| it.finding.clone()).collect();
            let counts = in_counts(&findings, Severity::Note);
            counts.unwrap_or_else(|| String::from("nothing is wrong"))
        }
    }
}

fn in_html(number: usize, section: &Section) -> String {
    let (name, told) = (escaped(&section.name), escaped(&summary(section)));
    let mut html = format!("<section id=\"level-{number}\">\n<h2>{name}: {told}</h2>\n");
    match &section.content {
        Content::Unreadable(why) => html += &format!("<p>{}</p>\n", escaped(why)),
        Content::Checked { entries, remarks } => {
            for remark in remarks {
                html += &format!("<p>{}</p>\n", escaped(remark));
            }
            html.extend(entries.iter().map(article));
        }
    }
    html + "</section>\n"
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
    let remedy = escaped(&sentence(finding.remedy()));
    let _ = writeln!(html, "<dt>Remedy</dt><dd>{remedy}</dd>\n</dl>");
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
    use crate::level::Code;

    fn section(entries: Vec<Entry>) -> Section {
        Section {
            name: String::from("a <b> & \"c\".glb"),
            content: Content::Checked {
                entries,
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
