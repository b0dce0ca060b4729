//! The trees that can replace a mesh's own, each built on first use.

use std::sync::OnceLock;

use crate::{
    opcode::{OpcodeLayout, OpcodeTree},
    tree::{CompactTree, WideTree},
};

#[derive(Clone, Debug, Default)]
pub(super) struct OtherTrees {
    compact: OnceLock<CompactTree>,
    opcode: [OnceLock<OpcodeTree>; OpcodeLayout::ALL.len()],
}

impl OtherTrees {
    /// The mesh's own tree with compact nodes.
    pub(super) fn compact(&self, own: &WideTree) -> &CompactTree {
        self.compact.get_or_init(|| own.compact())
    }

    /// The tree with this layout.
    pub(super) fn opcode(
        &self,
        layout: OpcodeLayout,
        build: impl FnOnce() -> OpcodeTree,
    ) -> &OpcodeTree {
        let index = OpcodeLayout::ALL.iter().position(|it| *it == layout);
        self.opcode[index.unwrap_or(0)].get_or_init(build)
    }
}
