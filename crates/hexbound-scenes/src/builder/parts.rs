//! The parts and props of a scene while it is built.

use glam::Quat;
use hexbound_level::PropKind;

/// A part of a scene, which lasts until the next begins.
#[derive(Clone, Debug)]
pub(crate) struct ScenePart {
    pub(super) name: String,
    /// The first of its indices.
    pub(super) start: u32,
    pub(super) mover: Option<usize>,
    /// Its place among the scene's materials; `None` for the usual one.
    pub(super) material: Option<usize>,
    pub(super) visible: bool,
    /// The target and the contact trigger that it belongs to.
    pub(crate) target: Option<u32>,
    pub(crate) trigger: Option<u32>,
}

/// A prop of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct SceneProp {
    /// The first index, the kind and the rotation of each part.
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
