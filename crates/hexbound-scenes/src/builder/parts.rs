//! The parts and props of a scene under construction.

use glam::Quat;
use hexbound_level::PropKind;

/// A part of a scene, which lasts until the next begins.
#[derive(Clone, Debug)]
pub(crate) struct ScenePart {
    pub(super) name: String,
    /// The index of the part's first vertex index.
    pub(super) start: u32,
    pub(super) mover: Option<usize>,
    /// The index among the scene's materials; `None` for the usual one.
    pub(super) material: Option<usize>,
    pub(super) visible: bool,
    /// The target that the part belongs to.
    pub(crate) target: Option<u32>,
    /// The contact trigger that the part belongs to.
    pub(crate) trigger: Option<u32>,
}

/// A prop of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct SceneProp {
    /// The index of the first vertex index, the kind and the rotation of each part.
    pub parts: Vec<(usize, PropKind, Quat)>,
    pub gravity: bool,
    pub mass: Option<f32>,
    pub class: Option<String>,
}

impl ScenePart {
    pub(super) fn new(name: &str, start: u32, mover: Option<usize>) -> Self {
        Self {
            name: name.to_string(),
            start,
            mover,
            material: None,
            visible: true,
            target: None,
            trigger: None,
        }
    }
}
