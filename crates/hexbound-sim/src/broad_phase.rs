//! The collision library's broad phase for each choice of the player's tree.

use hexbound_collide::{BroadPhase, OpcodeLayout};

use super::{Methods, PlayerTree};
use hexbound_level::Level;

impl PlayerTree {
    /// The collision library's broad phase for a tree.
    pub(crate) fn broad_phase(self) -> BroadPhase {
        match self {
            PlayerTree::Wide => BroadPhase::Wide,
            PlayerTree::Compact => BroadPhase::Compact,
            PlayerTree::Normal => BroadPhase::Opcode(OpcodeLayout::Normal),
            PlayerTree::NoLeaf => BroadPhase::Opcode(OpcodeLayout::NoLeaf),
            PlayerTree::Quantized => BroadPhase::Opcode(OpcodeLayout::Quantized),
            PlayerTree::QuantizedNoLeaf => BroadPhase::Opcode(OpcodeLayout::QuantizedNoLeaf),
            PlayerTree::Brute => BroadPhase::Brute,
        }
    }
}

/// The memory of the tree's nodes, bytes per triangle of the static level. `methods` choose the tree,
/// which is built if nothing has used it yet.
pub fn bytes_per_triangle(level: &Level, methods: &Methods) -> f64 {
    let mesh = &level.collision;
    let bytes = mesh.broad_phase_bytes(methods.tree.broad_phase());
    bytes as f64 / mesh.len() as f64
}
