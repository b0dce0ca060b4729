//! What one picture shows, as plain data.

pub(crate) mod exposure;
pub(crate) mod figures;
pub(crate) mod globals;
pub(crate) mod targets;

use self::exposure::Film;
use crate::{effects::Effects, sim::View};

pub struct Frame<'a> {
    pub view: &'a View,
    /// What impacts left behind.
    pub effects: Option<&'a Effects>,
    /// Vertical, radians.
    pub field_of_view: f32,
    /// Of the level's own time; moves what glows and drifts.
    pub seconds: f32,
    pub crosshair: bool,
    pub film: Film,
    /// Real seconds since the picture before; infinity for one by itself.
    pub elapsed: f32,
    /// Drawn last, over everything.
    pub overlay: Option<&'a mut Overlay>,
}

/// The interface of one picture, as egui hands it over.
#[derive(Default)]
pub struct Overlay {
    pub primitives: Vec<egui::ClippedPrimitive>,
    /// Applied and emptied by drawing. When a picture is skipped, keep it and append the next.
    pub textures: egui::TexturesDelta,
    pub pixels_per_point: f32,
}
