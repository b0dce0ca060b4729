//! Lookup of movers by the names in triggers.

use std::collections::BTreeMap;

use crate::{build::DraftMover, gltf::node_names};

/// The movers by their names in lower case, and by those without the number that Blender adds.
pub(super) struct MoverNames {
    exact: BTreeMap<String, Vec<u32>>,
    plain: BTreeMap<String, Vec<u32>>,
}

impl MoverNames {
    pub(super) fn new(movers: &[DraftMover]) -> Self {
        let by = |name: fn(&str) -> String| {
            let mut names: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for (index, mover) in movers.iter().enumerate() {
                names
                    .entry(name(&mover.name))
                    .or_default()
                    .push(index as u32);
            }
            names
        };
        Self {
            exact: by(str::to_lowercase),
            plain: by(node_names::plain),
        }
    }

    /// The movers of a name, case-insensitively; else those that differ from it by Blender's number
    /// alone.
    pub(super) fn named(&self, name: &str) -> &[u32] {
        let lower = name.to_lowercase();
        let found = self.exact.get(&lower).or_else(|| self.plain.get(&lower));
        found.map_or(&[], Vec::as_slice)
    }
}
