//! The trees that can name the triangles near the player's moves, as the collision library has them.

use hexbound_collide::{BroadPhase, OpcodeLayout};

use super::{Methods, PlayerTree};
use hexbound_level::Level;

impl PlayerTree {
    /// The broad phase of the collision library that stands for a tree.
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

/// The memory that the tree of these methods takes for each triangle of the level's standing parts,
/// bytes: that of its nodes. A tree that nobody has asked yet is built for the answer.
pub fn bytes_per_triangle(level: &Level, methods: &Methods) -> f64 {
    let mesh = &level.collision;
    let bytes = mesh.broad_phase_bytes(methods.tree.broad_phase());
    bytes as f64 / mesh.len() as f64
}
