//! A level in words: a line for each difference from another level, and for each finding.

use hexbound_level::{Finding, Level};
use serde_json::{Value, json};

use super::digest;

/// The differences of a level from `begun`, the level that its file begins with, and the level's findings.
pub fn of(level: &Level, begun: Option<&Level>) -> String {
    let mut lines = Vec::new();
    let usual = begun.map_or_else(|| json!({"play": {}}), digest::of);
    compare("", &digest::of(level), &usual, &mut lines);
    if begun.is_some_and(|begun| begun.content_hash == level.content_hash) {
        lines.push(String::from("The content is the same."));
    }
    lines.extend(level.findings.iter().map(in_words));
    lines.join("\n")
}

/// The findings about a level, each with its place and the end of its path in the file's coordinates.
pub fn of_findings(level: &Level, findings: &[Finding]) -> String {
    if findings.is_empty() {
        return String::from("Nothing is wrong.");
    }
    let line = |finding: &Finding| {
        let ends = finding.place.iter().chain(finding.path.last());
        let ends = ends.map(|it| format!("{:.1}", level.to_file(*it)));
        let ends = ends.collect::<Vec<_>>().join(" to ");
        let line = format!("{ends} {}", in_words(finding));
        line.trim_start().to_owned()
    };
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn in_words(finding: &Finding) -> String {
    let severity: &str = finding.severity().into();
    let node = finding.node.as_ref().map(|it| format!(" of {it:?}"));
    let node = node.unwrap_or_default();
    format!("{severity} {}{node}: {finding}", finding.code.name())
}

/// Adds a line for each value that differs, with its path in the JSON.
fn compare(path: &str, new: &Value, old: &Value, lines: &mut Vec<String>) {
    match (new, old) {
        _ if new == old => {}
        (Value::Object(new), Value::Object(old)) => {
            let dot = if path.is_empty() { "" } else { "." };
            let gone = old.keys().filter(|key| !new.contains_key(*key));
            for key in new.keys().chain(gone) {
                let [new, old] = [new, old].map(|it| it.get(key).unwrap_or(&Value::Null));
                compare(&format!("{path}{dot}{key}"), new, old, lines);
            }
        }
        (Value::Array(news), Value::Array(_) | Value::Null)
            if news.iter().any(Value::is_object) && news.len() >= items(old).len() =>
        {
            for (index, new) in news.iter().enumerate() {
                let old = items(old).get(index).unwrap_or(&Value::Null);
                compare(&format!("{path}[{index}]"), new, old, lines);
            }
        }
        (Value::Null, _) => lines.push(format!("{path}: none")),
        _ => lines.push(format!("{path}: {}", unquoted(new))),
    }
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// JSON with spaces and without quotes around its keys.
fn unquoted(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Array(list) => format!("[{}]", joined(list.iter().map(unquoted).collect())),
        Value::Object(fields) => {
            let field = |(key, it): (&String, &Value)| format!("{key}: {}", unquoted(it));
            let name = fields.get_key_value("name");
            let others = fields.iter().filter(|(key, _)| *key != "name");
            let fields = name.into_iter().chain(others);
            format!("{{{}}}", joined(fields.map(field).collect()))
        }
        other => other.to_string(),
    }
}
