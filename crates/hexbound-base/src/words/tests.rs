//! Tests that all languages have the same messages, and that the game uses exactly those.

use std::{collections::BTreeSet, fs, path::Path};

use super::{family::messages, *};

#[test]
fn every_language_has_every_message_with_the_same_places() {
    let english = messages(Language::English);
    for language in Language::ALL {
        let found = messages(language);
        for (name, places) in &english {
            let other = found.get(name);
            let other = other.unwrap_or_else(|| panic!("{language:?} lacks {name}"));
            assert_eq!(places, other, "{language:?}: {name}");
        }
        let is_more = |it: &&String| !english.contains_key(*it);
        let more: Vec<_> = found.keys().filter(is_more).collect();
        assert!(more.is_empty(), "{language:?} alone has {more:?}");
    }
}

#[test]
fn every_message_is_well_formed_and_there_once() {
    for language in Language::ALL {
        let read = FluentResource::try_new(language.messages().to_owned());
        let resource = read.unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
        let locale = language.tag().parse().expect("a language's tag");
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        if let Err(errors) = bundle.add_resource(resource) {
            panic!("{language:?}: {errors:?}");
        }
    }
}

#[test]
fn every_message_can_be_said() {
    for language in Language::ALL {
        for (name, places) in messages(language) {
            for number in [0_u32, 1, 2, 21] {
                let values = places.iter().map(|place| {
                    let place: &'static str = place.clone().leak();
                    (place, Value::from(number))
                });
                let values: Vec<_> = values.collect();
                // An error within panics.
                let said = Words::of(language).fill(&name, &values);
                assert!(!said.trim().is_empty(), "{language:?}: {name}");
                assert!(!said.contains(['{', '}']), "{language:?}: {said}");
            }
        }
    }
}

#[test]
fn what_is_filled_in_is_put_into_words_first() {
    let best = phrase("best").with("time", "1:02.00");
    let best = best.with("medal", phrase_of("medal", "gold"));
    let said = Language::ALL.map(|language| Words::of(language).say(&best));
    assert_eq!(said, ["1:02.00   gold", "1:02.00   金牌"]);
}

/// The titles and texts of the places that the game ships.
fn texts_of_places() -> BTreeSet<String> {
    let folder = crate::sources().join("assets/levels");
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = fs::read(entry.unwrap().path()).unwrap();
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        let json: serde_json::Value = serde_json::from_slice(&file[20..20 + length]).unwrap();
        for (list, key) in [("scenes", "title"), ("nodes", "text")] {
            let found = json[list].as_array().into_iter().flatten();
            let found = found.filter_map(|it| it["extras"][key].as_str());
            texts.extend(found.map(String::from));
        }
    }
    texts
}

#[test]
fn the_shipped_places_are_translated_and_other_texts_stay() {
    let texts = texts_of_places();
    assert!(texts.contains("Quarry Steps"), "{texts:?}");
    for text in &texts {
        assert_eq!(Words::english().text(&name_of_text(text)), *text);
    }
    let names = texts.iter().map(|text| name_of_text(text));
    check_family("place", names.map(|name| name["place-".len()..].to_owned()));
    let chinese = Words::of(Language::SimplifiedChinese);
    assert_eq!(chinese.of_level("Quarry Steps"), "采石台阶");
    for other in "quarry steps|Quarry steps!|My own place||我的关卡".split('|') {
        assert_eq!(chinese.of_level(other), other);
    }
}

#[test]
fn a_box_is_moved_to_the_ground_whether_that_is_down_or_up() {
    for (language, ground) in Language::ALL.into_iter().zip(["ground", "地面"]) {
        let moved = ["box-place-p2 =", "box-place-p4 ="].map(|start| {
            let mut lines = language.messages().lines();
            lines.find(|line| line.starts_with(start)).unwrap()
        });
        assert!(moved.iter().all(|line| line.contains(ground)), "{moved:?}");
        let is_down = |line: &&str| line.contains("down") || line.contains('低');
        assert!(!moved.iter().any(is_down), "{moved:?}");
    }
}

#[test]
fn several_things_are_said_one_after_the_other() {
    let both = Phrase::List(vec![Phrase::plain("W"), phrase_of("key", "Space")]);
    let said = Language::ALL.map(|language| Words::of(language).say(&both));
    assert_eq!(said, ["W, Space", "W、空格"]);
}

/// The messages that the sources use, by name or by family.
#[derive(Default)]
struct Asked {
    names: BTreeSet<String>,
    families: BTreeSet<String>,
}

impl Asked {
    fn read(folder: &Path, asked: &mut Self) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("src/words") {
                Self::read(&path, asked);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                asked.note(&fs::read_to_string(&path).unwrap());
            }
        }
    }

    /// Records the calls in a source. The name of a message is the first literal in the call.
    fn note(&mut self, source: &str) {
        let names = "words.text( page.heading( page.text( page.button( page.noted( phrase(";
        let families = "words.text_of( phrase_of(";
        for (calls, found) in [(names, &mut self.names), (families, &mut self.families)] {
            let rests = calls.split(' ').flat_map(|call| source.split(call).skip(1));
            let literals = rests.filter_map(|rest| rest.trim_start().strip_prefix('"'));
            let name = |literal: &str| literal.split('"').next().map(str::to_owned);
            found.extend(literals.filter_map(name));
        }
    }
}

#[test]
fn the_sources_ask_for_every_message_and_no_others() {
    let mut asked = Asked::default();
    Asked::read(&crate::sources().join("src"), &mut asked);
    Asked::read(&crate::sources().join("crates"), &mut asked);
    let messages = messages(Language::English);
    let is_missing = |name: &&String| !messages.contains_key(*name);
    let missing: Vec<_> = asked.names.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "en.ftl lacks {missing:?}");
    // The family of the texts of places and the message for lists have no such calls.
    asked.families.insert(String::from("place"));
    asked.names.insert(String::from("between-two"));
    let is_of = |name: &str, family: &String| name.starts_with(&format!("{family}-"));
    let is_unused = |name: &&String| {
        !asked.names.contains(*name) && !asked.families.iter().any(|family| is_of(name, family))
    };
    let unused: Vec<_> = messages.keys().filter(is_unused).collect();
    assert!(unused.is_empty(), "no source asks for {unused:?}");
}
