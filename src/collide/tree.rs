//! The box tree that names the triangles near a place.

/// A binary tree of boxes over triangles.
#[derive(Clone, Debug, Default)]
pub struct Tree {}
