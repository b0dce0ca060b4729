//! A fault in a glTF file's JSON, in words for the file's author: the place of the wrong value, and the
//! expected value. The reader's own words name Rust types.

use gltf::json::Root;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most fields of an object, or elements of a list, that are searched for the wrong one.
const MAX_CHILDREN: usize = 256;

/// The problem of an unreadable document, as the rest of a sentence that begins with "the JSON".
pub(super) fn problem(json: &Value, error: &serde_json::Error) -> String {
    let what = in_words(&error.to_string());
    let Some((place, element)) = place_of(json) else {
        return format!("is wrong: {what}");
    };
    match element {
        // The reader would accept a list as the fields of an object in their order.
        Some(Value::Array(_)) => {
            format!("is wrong in {place}: a list stands where an object belongs")
        }
        _ => format!("is wrong in {place}: {what}"),
    }
}

/// The words for a wrong value, in place of the reader's.
pub(super) fn in_words(fault: &str) -> String {
    if let Some(within) = fault.strip_prefix("EOF while parsing ") {
        return format!("it ends within {within}");
    }
    let parts = ["invalid type: ", "invalid value: "];
    if let Some(rest) = parts.iter().find_map(|start| fault.strip_prefix(start))
        && let Some((found, wanted)) = rest.rsplit_once(", expected ")
    {
        return format!(
            "{} stands where {} belongs",
            in_json(found),
            expected_in_json(wanted)
        );
    }
    if let Some(rest) = fault.strip_prefix("invalid length ")
        && let Some((length, wanted)) = rest.split_once(", expected ")
    {
        let wanted = expected_in_json(wanted);
        return format!("a list of {length} stands where {wanted} belongs");
    }
    match fault.strip_prefix("missing field ") {
        Some(field) => format!("the field {} is missing", field.replace('`', "\"")),
        None => fault.replace('`', "\""),
    }
}

/// A found value in the terms of JSON.
fn in_json(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match (kind, value.trim_matches('`')) {
        ("map", _) => String::from("an object"),
        ("sequence", _) => String::from("a list"),
        ("null" | "unit", _) => String::from("null"),
        ("string", text) => format!("the text {text}"),
        ("integer", number) => format!("the number {number}"),
        ("floating", _) => format!(
            "the number {}",
            found
                .trim_start_matches("floating point ")
                .trim_matches('`')
        ),
        ("boolean", value) => value.to_owned(),
        _ => found.to_owned(),
    }
}

/// An expected value in the terms of JSON.
fn expected_in_json(wanted: &str) -> String {
    let plain = match wanted {
        "index into child of root" => "an index, a whole number from 0 on,",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 on",
        "f32" | "f64" => "a number",
        "a string" | "string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" | "map" => "an object",
        other if other.starts_with("struct ") => "an object",
        other => match other.rsplit_once("array of length ") {
            Some((_, length)) => return format!("a list of {length}"),
            None if other.starts_with("tuple") => "a list",
            None => other,
        },
    };
    String::from(plain)
}

/// The path of the unreadable value, by names and indices from the document down, and the element of a
/// top-level list that contains it. The reader's own message does not name it.
fn place_of(json: &Value) -> Option<(String, Option<&Value>)> {
    let fault = |name: &str, value: Value| {
        let alone = json!({"asset": {"version": "2.0"}, name: value});
        Root::deserialize(&alone)
            .err()
            .map(|error| error.to_string())
    };
    let mut fields = json.as_object()?.iter();
    let (name, value) = fields.find(|(name, value)| fault(name, (*value).clone()).is_some())?;
    let mut elements = value.as_array().into_iter().flatten().enumerate();
    let in_list = |element: &Value| fault(name, json!([element]));
    let mut place = name.clone();
    let found = elements.find(|(_, element)| in_list(element).is_some());
    match found {
        Some((index, element)) => {
            place += &format!("[{index}]");
            if !element.is_array() {
                descend(element, &|element| in_list(&element), &mut place);
            }
        }
        None => descend(value, &|value| fault(name, value), &mut place),
    }
    Some((place, found.map(|(_, element)| element)))
}

/// Descends to the child of a wrong value whose removal changes the fault, repeatedly. `fault` returns
/// the fault of the whole document with another value in place of this one.
fn descend(value: &Value, fault: &dyn Fn(Value) -> Option<String>, place: &mut String) {
    let here = fault(value.clone());
    match value {
        Value::Object(fields) if fields.len() <= MAX_CHILDREN => {
            let is_wrong = |key: &&String| {
                let mut without = fields.clone();
                without.remove(*key);
                fault(Value::Object(without)) != here
            };
            if let Some(key) = fields.keys().find(is_wrong) {
                *place += &format!(".{key}");
                let fault = |part: Value| {
                    let mut whole = fields.clone();
                    whole.insert(key.clone(), part);
                    fault(Value::Object(whole))
                };
                descend(&fields[key], &fault, place);
            }
        }
        Value::Array(elements) if elements.len() <= MAX_CHILDREN => {
            let is_length = |fault: &Option<String>| {
                (fault.as_ref()).is_some_and(|fault| fault.starts_with("invalid length "))
            };
            let is_wrong = |index: &usize| {
                let mut whole = elements.clone();
                whole.remove(*index);
                let without = fault(Value::Array(whole));
                // A list of the wrong length is wrong as a whole.
                without != here && !(is_length(&here) && is_length(&without))
            };
            if let Some(index) = (0..elements.len()).find(is_wrong) {
                *place += &format!("[{index}]");
                let fault = |part: Value| {
                    let mut whole = elements.clone();
                    whole[index] = part;
                    fault(Value::Array(whole))
                };
                descend(&elements[index], &fault, place);
            }
        }
        _ => {}
    }
}
