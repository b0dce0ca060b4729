//! Access to parts of a document as raw JSON, any of which may be missing.

use serde_json::Value;

/// The elements of a list of an object; none if there is no such list.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    let list = value.get(key).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// The values of an object's fields.
pub(super) fn fields(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let fields = value.and_then(Value::as_object);
    fields.into_iter().flat_map(|fields| fields.values())
}

/// A number that may be an index.
pub(super) fn index(value: Option<&Value>) -> Option<usize> {
    usize::try_from(value?.as_u64()?).ok()
}
