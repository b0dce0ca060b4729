//! The methods of collision: each question with its current answer, switchable during play, and beside them
//! their cost.

use super::{Act, Facts, Help, MethodFigures, Page, Row, Setting, Shape, Tone, Wish};
use hexbound_base::words::{Phrase, Words, phrase};
use hexbound_sim::{Choice, Methods, Question};

pub(super) fn page(facts: &Facts<'_>) -> Page {
    let (words, state) = (facts.words, &facts.methods);
    let about = match (state.is_fixed, &state.resume_key) {
        (true, _) => words.text("methods-of-a-recording"),
        (false, Some(key)) => words.say(&phrase("methods-time-stands").with("key", key.clone())),
        (false, None) => words.text("about-methods"),
    };
    let mut page = Page::new(words.text("methods"), Shape::Beside, words);
    page.rows.push(Row::Text(about, Tone::Quiet));
    let row = |question: &Question| question_row(*question, state.methods, state.is_fixed, words);
    page.rows
        .extend(Question::ALL.iter().map(row).map(Row::Setting));
    let others = state.methods.differing(Methods::default()).count();
    let note = match others {
        0 => String::new(),
        count => words.say(&phrase("methods-differ").with("count", count)),
    };
    let act = match state.is_fixed {
        true => Act::Stay,
        false => Act::Do(Wish::UsualMethods),
    };
    page.noted("as-usual", note, act);
    page.button("back", Act::Back);
    page.beside = figures(facts);
    page.help = Help::Live;
    page
}

fn question_row(question: Question, methods: Methods, is_fixed: bool, words: &Words) -> Setting {
    let choices = question.choices();
    let chosen = methods.choice(question);
    let here = choices.iter().position(|it| *it == chosen).unwrap_or(0);
    let other = |by: usize| match is_fixed {
        true => Act::Stay,
        false => Act::Do(Wish::Choose(question, choices[(here + by) % choices.len()])),
    };
    let name = |choice: &str| words.text_of("choice", &format!("{}-{choice}", question.name()));
    let about_question = words.text_of("question", &format!("about-{}", question.name()));
    let about_choice = words.text_of("choice", &format!("about-{}-{chosen}", question.name()));
    let about_choice = phrase("name-and-about")
        .with("name", name(chosen))
        .with("about", about_choice);
    Setting {
        label: words.text_of("question", question.name()),
        value: name(chosen),
        values: choices.iter().map(|choice| name(choice)).collect(),
        about: String::new(),
        details: vec![
            (about_question, Tone::Plain),
            (words.say(&about_choice), Tone::Quiet),
        ],
        less: other(choices.len() - 1),
        more: other(1),
        act: other(1),
        scale: None,
    }
}

/// The card with the figures of the current methods. The figures of the default ones were measured earlier,
/// perhaps elsewhere, so they have a sentence of their own.
fn figures(facts: &Facts<'_>) -> Vec<Row> {
    let (words, state) = (facts.words, &facts.methods);
    let mut rows = vec![Row::Heading(words.text("method-figures"))];
    let Some(now) = state.now else {
        rows.push(Row::Text(words.text("method-figures-none"), Tone::Quiet));
        return rows;
    };
    let mut pair = |name: &str, value: &dyn Fn(&MethodFigures) -> String| {
        let name = words.text_of("method-figure", name);
        rows.push(Row::Pair(name, value(&now)));
    };
    pair("time", &|it| microseconds(it.player_time));
    pair("bytes", &|it| format!("{:.1}", it.bytes));
    pair("asked", &|it| short(it.asked));
    pair("rejected-s", &|it| short(it.rejected_s));
    pair("rejected-ps", &|it| it.rejected_ps.map(short).join(" "));
    pair("freed", &|it| it.freed.to_string());
    pair("crossings", &|it| it.crossings.to_string());
    pair("respawns", &|it| it.respawns.to_string());
    let mut report = |said: Phrase, tone| rows.push(Row::Text(words.say(&said), tone));
    if let Some(shape) = state.still {
        let shape = words.text_of("choice", &format!("body-{}", shape.name()));
        report(phrase("body-waits").with("shape", shape), Tone::Warning);
    }
    if let Some(usual) = &state.usual {
        let said = phrase("methods-usual-cost").with("time", microseconds(usual.player_time));
        report(said.with("asked", short(usual.asked)), Tone::Quiet);
    }
    if state.is_assisted {
        report(phrase("methods-assist"), Tone::Accent);
    }
    rows
}

fn microseconds(time: f64) -> String {
    format!("{time:.1} µs")
}

/// An average in words, with no more digits than useful.
fn short(mean: f64) -> String {
    match mean {
        none if none < 0.05 => String::from("0"),
        small if small < 10.0 => format!("{small:.1}"),
        large => format!("{large:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::facts::MethodFacts;
    use hexbound_base::words::{Language, check_family};
    use hexbound_sim::PlayerShape;

    /// The page in English with some facts of the methods.
    fn page_of(change: impl FnOnce(&mut MethodFacts)) -> Page {
        let mut facts = Facts {
            words: Words::of(Language::English),
            ..Facts::default()
        };
        change(&mut facts.methods);
        page(&facts)
    }

    fn settings(page: &Page) -> Vec<&Setting> {
        let of_row = page.rows.iter().filter_map(|row| match row {
            Row::Setting(setting) => Some(setting),
            _ => None,
        });
        of_row.collect()
    }

    fn carry_out(methods: &mut Methods, act: &Act) {
        match act {
            Act::Do(Wish::Choose(question, choice)) => methods.choose(*question, choice).unwrap(),
            Act::Do(Wish::UsualMethods) => *methods = Methods::default(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_question_is_turned_through_all_its_answers_both_ways() {
        let mut methods = Methods::default();
        let page_of = |methods: Methods| page_of(|it| it.methods = methods);
        for (index, question) in Question::ALL.iter().enumerate() {
            let start = methods;
            for _ in question.choices() {
                let (before, shown) = (methods, page_of(methods));
                carry_out(&mut methods, &settings(&shown)[index].more);
                assert_ne!(methods, before, "{question:?}");
                assert!(methods.differing(before).eq([*question]));
                let (mut back, after) = (methods, page_of(methods));
                carry_out(&mut back, &settings(&after)[index].less);
                assert_eq!(back, before);
            }
            assert_eq!(methods, start, "round and round");
            let last = page_of(methods);
            carry_out(&mut methods, &settings(&last)[index].act);
        }
        let last = page_of(methods);
        let usual = last.rows.iter().rev().nth(1).and_then(Row::act);
        carry_out(&mut methods, usual.unwrap());
        assert_eq!(methods, Methods::default());
    }

    #[test]
    fn a_recording_answers_the_questions_itself() {
        let fixed = page_of(|it| it.is_fixed = true);
        for setting in settings(&fixed) {
            let acts = [&setting.less, &setting.more, &setting.act];
            assert_eq!(acts, [&Act::Stay; 3]);
        }
    }

    #[test]
    fn while_time_stands_still_the_key_that_lets_it_go_on_is_told() {
        let first = |resume_key| {
            let mut page = page_of(|it| it.resume_key = resume_key);
            match page.rows.swap_remove(0) {
                Row::Text(text, _) => text,
                other => panic!("{other:?}"),
            }
        };
        assert!(first(None).starts_with("Play goes on"));
        let stands = first(Some(Phrase::plain("P")));
        assert!(stands.starts_with("Time stands still; P "), "{stands}");
    }

    #[test]
    fn figures_of_the_usual_methods_are_told_apart_from_those_in_use() {
        let figures = |time| MethodFigures {
            player_time: time,
            rejected_ps: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            ..MethodFigures::default()
        };
        let now = || Some(figures(12.5));
        let card = |usual| page_of(|it| (it.now, it.usual) = (now(), usual)).beside;
        let time = |usual| match &card(usual)[1] {
            Row::Pair(_, value) => value.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(time(None), "12.5 µs");
        assert_eq!(time(Some(figures(8.0))), "12.5 µs");
        let both = card(Some(figures(8.0)));
        let is_told = both.iter().any(|row| {
            matches!(row, Row::Text(text, _) if text.contains("last in use") && text.contains("8.0 µs"))
        });
        assert!(is_told, "{both:?}");
        let all = card(None);
        let is_of_planes =
            |row: &Row| matches!(row, Row::Pair(_, it) if it == "1.0 2.0 3.0 4.0 5.0 6.0");
        assert!(all.iter().any(is_of_planes), "{all:?}");
    }

    #[test]
    fn a_shape_without_room_is_told() {
        let warnings = |still| {
            let now = Some(MethodFigures::default());
            let page = page_of(|it| (it.now, it.still) = (now, still));
            let told = page.beside.into_iter().filter_map(|row| match row {
                Row::Text(text, Tone::Warning) => Some(text),
                _ => None,
            });
            told.collect::<Vec<_>>()
        };
        assert!(warnings(None).is_empty());
        let told = warnings(Some(PlayerShape::Sphere));
        assert!(told[0].contains("Sphere"), "{told:?}");
    }

    #[test]
    fn every_figure_has_words() {
        let all = "time bytes asked rejected-s rejected-ps freed crossings respawns";
        check_family("method-figure", all.split(' '));
    }
}
