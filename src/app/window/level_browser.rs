//! The levels and runs that a screen offers, and the folder that is open on one.

use std::{collections::BTreeMap, path::PathBuf};

use image::RgbaImage;
use winit::event_loop::EventLoopProxy;

use super::continued::ShownRun;
use crate::app::{
    folder::Folder,
    level_shelf::{LevelShelf, ShelvedLevel},
    user_event::UserEvent,
};

/// Everything that can be played from a screen.
pub(super) struct LevelBrowser {
    pub shelf: LevelShelf<UserEvent>,
    /// The levels that can be chosen.
    pub levels: Vec<ShelvedLevel>,
    /// True while they are on the screen, having been looked up.
    pub is_looking: bool,
    /// Their pictures, by file.
    pub pictures: BTreeMap<PathBuf, RgbaImage>,
    /// The folder that is open on a screen.
    pub folder: Folder,
    /// The runs that can be gone on with, as they were looked up last.
    pub left_runs: Vec<ShownRun>,
}

impl LevelBrowser {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            shelf: LevelShelf::new(proxy),
            levels: Vec::new(),
            is_looking: false,
            pictures: BTreeMap::new(),
            folder: Folder::default(),
            left_runs: Vec::new(),
        }
    }
}
