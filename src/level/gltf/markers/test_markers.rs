//! Markers of nodes for the tests of this folder.

use serde_json::Value;

use super::{MarkerKind, Markers, read_markers};

pub(super) fn read(name: &str, extras: Value) -> (Markers, Vec<String>) {
    let mut warnings = Vec::new();
    let named = MarkerKind::named(name);
    let markers = read_markers(name, named, Some(&extras), &mut warnings);
    (markers, warnings)
}

/// The markers of what must be right.
pub(super) fn right(name: &str, extras: Value) -> Markers {
    let (markers, warnings) = read(name, extras);
    assert_eq!(warnings, [""; 0], "{name}");
    markers
}
