//! The screen of the open level's problems: each finding in words, with a flight to its position.

use super::{Act, Facts, FindingFact, Page, Row, Shape, Tone, Wish};
use hexbound_base::words::{Words, phrase, phrase_of};
use hexbound_level::Severity;

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let words = facts.words;
    let mut page = Page::new(words.text("findings"), Shape::Wide, words);
    match facts.findings.as_deref() {
        None => page.text("findings-sought", Tone::Quiet),
        Some([]) => page.text("findings-none", Tone::Plain),
        Some(findings) => {
            for (number, finding) in findings.iter().enumerate() {
                page.rows.extend(finding_rows(number, finding, words));
            }
            page.text("about-findings", Tone::Quiet);
        }
    }
    page.button("back", Act::Back);
    page
}

/// Returns the rows of one finding: the problem, the remedy, and the flight to its position.
fn finding_rows(number: usize, finding: &FindingFact, words: &Words) -> Vec<Row> {
    let code = finding.code.name();
    let said = phrase("finding-of-code")
        .with("code", phrase_of("code", code))
        .with("problem", finding.problem.as_str());
    let tone = match finding.code.severity() {
        Severity::Error => Tone::Warning,
        Severity::Warning => Tone::Accent,
        Severity::Note => Tone::Plain,
    };
    let mut rows = vec![
        Row::Text(words.say(&said), tone),
        Row::Text(words.text_of("remedy", code), Tone::Quiet),
    ];
    if let Some(place) = &finding.place {
        let act = Act::Do(Wish::LookAtFinding(number));
        rows.push(Row::noted(words.text("fly-there"), words.say(place), act));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;
    use hexbound_level::Code;

    #[test]
    fn every_code_has_its_words_and_english_is_that_of_the_command() {
        let names = || Code::ALL.iter().map(|code| code.name());
        check_family("code", names());
        check_family("remedy", names());
        for code in Code::ALL {
            let said = Words::english().text_of("remedy", code.name());
            assert_eq!(said, code.remedy());
        }
    }
}
