//! Markers of nodes for the tests of this folder.

use serde_json::Value;

use super::{MarkerKind, Markers, read_markers};
use crate::Finding;

pub(super) fn read(name: &str, extras: Value) -> (Markers, Vec<Finding>) {
    let mut findings = Vec::new();
    let named = MarkerKind::named(name);
    let markers = read_markers(name, named, Some(&extras), &mut findings);
    (markers, findings)
}

/// The markers of what must be right.
pub(super) fn right(name: &str, extras: Value) -> Markers {
    let (markers, findings) = read(name, extras);
    assert_eq!(findings, [], "{name}");
    markers
}
