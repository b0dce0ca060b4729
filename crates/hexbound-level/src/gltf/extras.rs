//! Custom properties of nodes, materials and scenes, read as typed values. Blender writes a flag as true
//! or false, or as 1 or 0, and a number as an integer, a fraction or typed text. An invalid value is
//! reported in one sentence, and the default is used.

use std::{collections::BTreeSet, ops::RangeInclusive};

use glam::DVec3;
use gltf::json;
use serde_json::Value;
use strum::VariantArray;

use crate::{Code, Finding, suggestions};

/// The custom properties of one owner, and the findings about them.
pub(super) struct Extras<'a> {
    /// The kind of the owner ("node", "material", "the scene") and its name, which may be empty.
    kind: &'static str,
    name: &'a str,
    value: Option<&'a Value>,
    findings: &'a mut Vec<Finding>,
    /// The requested properties, in lower case.
    known: BTreeSet<&'static str>,
}

impl<'a> Extras<'a> {
    /// The extras of an owner: its kind ("node", "material", "the scene") and its name, which may be
    /// empty.
    pub(super) fn new(
        kind: &'static str,
        name: &'a str,
        value: Option<&'a Value>,
        findings: &'a mut Vec<Finding>,
    ) -> Self {
        Self {
            kind,
            name,
            value: value.filter(|value| value.is_object()),
            findings,
            known: BTreeSet::new(),
        }
    }

    /// Returns whether the property `key` exists.
    pub(super) fn has(&self, key: &str) -> bool {
        find(self.value, key).is_some()
    }

    /// The number `key` within a range; `default` if it is missing or invalid.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        default: f32,
        range: RangeInclusive<f32>,
    ) -> f32 {
        let instead = default.to_string();
        self.optional_number(key, range, &instead)
            .unwrap_or(default)
    }

    /// The number `key` within a range, if it is present and valid. Otherwise a warning names `instead`
    /// as the value in use.
    pub(super) fn optional_number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<f32>,
        instead: &str,
    ) -> Option<f32> {
        let given = self.get(key)?;
        let number = number_of(given).map(|number| number as f32);
        if number.is_some_and(|number| range.contains(&number)) {
            return number;
        }
        let (min, max) = (range.start(), range.end());
        self.report_bad(
            key,
            given,
            &format!("{instead} is taken; give a number from {min} to {max}"),
        );
        None
    }

    /// The whole number `key` up to `max`; `default` if it is missing or invalid.
    pub(super) fn count(&mut self, key: &'static str, default: u32, max: u32) -> u32 {
        self.optional_count(key, max, &default.to_string())
            .unwrap_or(default)
    }

    /// The whole number `key` up to `max`, if it is present and valid. Otherwise a warning names
    /// `instead` as the value in use.
    pub(super) fn optional_count(
        &mut self,
        key: &'static str,
        max: u32,
        instead: &str,
    ) -> Option<u32> {
        let given = self.get(key)?;
        let number = number_of(given).filter(|number| number.fract() == 0.0);
        match number {
            Some(number) if (0.0..=f64::from(max)).contains(&number) => Some(number as u32),
            _ => {
                let remedy = format!("{instead} is taken; give a whole number from 0 to {max}");
                self.report_bad(key, given, &remedy);
                None
            }
        }
    }

    /// The flag `key`; `None` if it is missing or invalid.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let given = self.get(key)?;
        let flag = flag_of(given);
        if flag.is_none() {
            self.report_bad(key, given, "it is left out; give true or false");
        }
        flag
    }

    /// The text `key`, trimmed; `None` if it is missing or empty. A number counts as its digits.
    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        self.text_up_to(key, MAX_TEXT_CHARACTERS)
    }

    fn text_up_to(&mut self, key: &'static str, max: usize) -> Option<String> {
        let given = self.get(key)?;
        let text = match given {
            Value::String(text) => Some(text.trim().to_string()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        match text {
            Some(text) if text.chars().count() <= max => Some(text).filter(|text| !text.is_empty()),
            _ => {
                let remedy = format!("it is left out; give text of at most {max} characters");
                self.report_bad(key, given, &remedy);
                None
            }
        }
    }

    /// The text `key` in lower case.
    pub(super) fn lower_text(&mut self, key: &'static str) -> Option<String> {
        self.text(key).map(|text| text.to_lowercase())
    }

    /// The names in the property `key`, separated by commas.
    pub(super) fn names(&mut self, key: &'static str) -> Vec<String> {
        self.list(key, ',')
    }

    /// The texts in the property `key`, separated by `between`.
    pub(super) fn list(&mut self, key: &'static str, between: char) -> Vec<String> {
        let text = match find(self.value, key) {
            // Blender can't write a list of texts, but a script can.
            Some(Value::Array(list)) if list.iter().all(Value::is_string) => {
                self.known.insert(key);
                let names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                names.join(&between.to_string())
            }
            _ => self
                .text_up_to(key, MAX_LIST_CHARACTERS)
                .unwrap_or_default(),
        };
        text.split(between)
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(str::to_string)
            .collect()
    }

    /// The choice named by the property; the first one if it is missing or unknown.
    pub(super) fn choice<T: VariantArray + Copy + Into<&'static str>>(
        &mut self,
        key: &'static str,
    ) -> T {
        let default = T::VARIANTS[0];
        let Some(given) = self.get(key) else {
            return default;
        };
        let word = given.as_str().map(str::trim).unwrap_or_default();
        let names: Vec<&str> = T::VARIANTS.iter().map(|it| (*it).into()).collect();
        match (names.iter()).position(|name| name.eq_ignore_ascii_case(word)) {
            Some(place) => T::VARIANTS[place],
            None => {
                let (first, all) = (names[0], names.join(", "));
                let remedy = format!("\"{first}\" is taken; there are {all}");
                self.report_bad(key, given, &remedy);
                default
            }
        }
    }

    /// The three numbers of the vector `key`, each of an absolute value up to `max`; `None` if they are
    /// missing or invalid.
    pub(super) fn vector(&mut self, key: &'static str, max: f64) -> Option<DVec3> {
        let given = self.get(key)?;
        let numbers: Vec<f64> = (given.as_array().into_iter().flatten())
            .filter_map(number_of)
            .filter(|number| number.abs() <= max)
            .collect();
        let is_whole = given.as_array().is_some_and(|list| list.len() == 3);
        match numbers[..] {
            [x, y, z] if is_whole => Some(DVec3::new(x, y, z)),
            _ => {
                let remedy =
                    format!("it is left out; give three numbers of at most {max}: x, y (up) and z");
                self.report_bad(key, given, &remedy);
                None
            }
        }
    }

    /// Records a finding, as the rest of a sentence that begins with the owner.
    pub(super) fn report(&mut self, code: Code, problem: &str) {
        let finding = match (self.kind, self.name) {
            ("node", name) => Finding::about("node", name, code, problem),
            (kind, "") => Finding::new(code, format!("{kind}: {problem}")),
            (kind, name) => Finding::new(code, format!("{kind} \"{name}\": {problem}")),
        };
        self.findings.push(finding);
    }

    /// Reports properties that were never requested and resemble one that was.
    pub(super) fn finish(mut self) {
        let fields = self.value.and_then(Value::as_object).into_iter().flatten();
        for (key, _) in fields {
            let lower = key.to_lowercase();
            if self.known.contains(&*lower) {
                continue;
            }
            if let Some(near) = suggestions::near(&lower, self.known.iter().copied()) {
                let problem =
                    format!("nothing reads its custom property {key}; did you mean {near}?");
                self.report(Code::NearMissName, &problem);
            }
        }
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Value> {
        self.known.insert(key);
        find(self.value, key)
    }

    fn report_bad(&mut self, key: &str, given: &Value, remedy: &str) {
        let mut written = given.to_string();
        if let Some((end, _)) = written.char_indices().nth(MAX_SHOWN_CHARACTERS) {
            written.truncate(end);
            written.push('…');
        }
        let problem = format!("its custom property {key} is {written}: {remedy}");
        self.report(Code::BadValue, &problem);
    }
}

/// The custom properties of an element, as JSON; `None` if there are none.
pub(super) fn properties(extras: &json::Extras) -> Option<Value> {
    serde_json::from_str(extras.as_ref()?.get()).ok()
}

/// The most characters of a text.
const MAX_TEXT_CHARACTERS: usize = 200;
/// The most characters of a list of names.
const MAX_LIST_CHARACTERS: usize = 4000;
/// The most characters of a value that a warning shows.
const MAX_SHOWN_CHARACTERS: usize = 40;

/// The value of a property, by its case-insensitive name.
fn find<'a>(extras: Option<&'a Value>, key: &str) -> Option<&'a Value> {
    let fields = extras?.as_object()?;
    let any_case = || {
        (fields.iter()).find_map(|(name, value)| name.eq_ignore_ascii_case(key).then_some(value))
    };
    fields.get(key).or_else(any_case)
}

/// The value of a flag: true or false, or 1 or 0, also as text.
pub(super) fn flag_of(given: &Value) -> Option<bool> {
    match given {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A finite number, also from text.
fn number_of(given: &Value) -> Option<f64> {
    let number = match given {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.filter(|number| number.is_finite())
}
