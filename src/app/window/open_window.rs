//! The window on its desktop: its shape, the attention that it has, and the pace of its pictures.

use std::{sync::Arc, time::Instant};

use winit::window::Window;

use super::shape::WindowShape;
use crate::{
    app::pace::{Averages, Pace},
    settings::Settings,
};

/// The window, once it is open, and what its desktop says of it.
pub(super) struct OpenWindow {
    pub window: Option<Arc<Window>>,
    pub shape: WindowShape,
    pub focused: bool,
    /// When the focus went elsewhere, until play stands still.
    pub left_at: Option<Instant>,
    pub occluded: bool,
    /// When the window was asked to be redrawn, until it is.
    pub redraw_asked: Option<Instant>,
    pub pace: Pace,
    pub averages: Averages,
}

impl OpenWindow {
    pub(super) fn new(settings: &Settings, now: Instant) -> Self {
        Self {
            window: None,
            shape: WindowShape::of(settings),
            focused: false,
            left_at: None,
            occluded: false,
            redraw_asked: None,
            pace: Pace::new(now),
            averages: Averages::new(now),
        }
    }
}
