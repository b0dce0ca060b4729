//! Reads the settings file value by value, so that a bad one costs only itself and is named with
//! its line.

use std::{
    collections::BTreeMap,
    fmt::Display,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::SettingsError;

/// The values of a file that have not been taken yet, and the faults of those that have.
pub(super) struct Reader<'a> {
    path: PathBuf,
    text: &'a str,
    values: BTreeMap<String, &'a RawValue>,
    faults: Vec<SettingsError>,
}

impl<'a> Reader<'a> {
    /// Reads a file's text; an error where it is no JSON object.
    pub(crate) fn new(path: &Path, text: &'a str) -> Result<Self, serde_json::Error> {
        Ok(Self {
            path: path.to_owned(),
            text,
            values: serde_json::from_str(text)?,
            faults: Vec::new(),
        })
    }

    /// The value of `key`; `usual` where there is none, or none of the `expected` kind.
    pub(crate) fn value<T: DeserializeOwned>(&mut self, key: &str, expected: &str, usual: T) -> T {
        let Some(raw) = self.values.remove(key) else {
            return usual;
        };
        match serde_json::from_str(raw.get()) {
            Ok(value) => value,
            Err(_) => {
                let remedy = "the usual value is used";
                self.fault(
                    raw,
                    format!(
                        "{key} is {}, but should be {expected}; {remedy}",
                        short(raw)
                    ),
                );
                usual
            }
        }
    }

    /// The number of `key`, brought within `range`; `usual` where there is none.
    pub(crate) fn number<T>(
        &mut self,
        key: &str,
        kind: &str,
        range: RangeInclusive<T>,
        usual: T,
    ) -> T
    where
        T: DeserializeOwned + PartialOrd + Display + Copy,
    {
        let (low, high) = (*range.start(), *range.end());
        let expected = format!("{kind} from {low} to {high}");
        let raw = self.values.get(key).copied();
        let value = self.value(key, &expected, usual);
        let nearest = match value {
            value if value < low => low,
            value if value > high => high,
            value => return value,
        };
        if let Some(raw) = raw {
            self.fault(
                raw,
                format!(
                    "{key} is {}, but should be {expected}; {nearest} is used",
                    short(raw)
                ),
            );
        }
        nearest
    }

    /// The faults in the order of the file. Values that were not taken are no settings.
    pub(crate) fn finish(mut self) -> Vec<SettingsError> {
        for (key, raw) in std::mem::take(&mut self.values) {
            self.fault(
                raw,
                format!("'{key}' is no setting of this version; it is left as it is"),
            );
        }
        self.faults.sort_by_key(SettingsError::line);
        self.faults
    }

    /// Notes a fault with the line of its value.
    fn fault(&mut self, raw: &RawValue, problem: String) {
        let offset = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        self.faults.push(SettingsError::Value {
            path: self.path.clone(),
            line: 1 + self.text[..offset].matches('\n').count(),
            problem,
        });
    }
}

/// A value as it is written, on one line and shortened.
fn short(raw: &RawValue) -> String {
    const LONGEST: usize = 40;
    let text: String = raw.get().split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
