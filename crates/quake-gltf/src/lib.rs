//! Levels of Quake's family, as source (.map) and compiled (.bsp): both become the bytes of a glTF file in
//! memory, which the loader of glTF then reads like any other.

#![warn(unreachable_pub)]

mod alignment;
mod brush;
mod bsp_file;
mod bsp_lumps;
mod doors;
mod entities;
mod entity;
mod glb;
mod glb_mesh;
mod lamps;
mod liquids;
mod map_file;
mod map_tokens;
mod notice;
mod patch;
mod source_patches;
mod surface;
mod texture_images;
mod triangulate;
mod wad;
mod weld;

use std::path::Path;

pub use notice::{MapError, Notice, NoticeKind};

/// The most bytes of a source file that are read, ten times as many as in the largest known maps.
const MAX_SOURCE_BYTES: u64 = 128 << 20;
/// The most bytes of a compiled file that are read.
const MAX_COMPILED_BYTES: u64 = 1 << 30;

/// The kind of a map of Quake's family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    Source,
    Compiled,
}

/// A map as a glTF file.
pub struct Translated {
    /// The bytes of a binary glTF file, whose images may lie beside the map.
    pub glb: Vec<u8>,
    /// The oddities of the map, and its elements without an equal in this game.
    pub notices: Vec<Notice>,
}

impl MapKind {
    /// Detects the kind of a Quake map by the first bytes of its file; `None` for any other file.
    pub fn of(head: &[u8]) -> Option<Self> {
        if bsp_file::is_readable(head) {
            return Some(Self::Compiled);
        }
        map_file::is_map(head).then_some(Self::Source)
    }

    /// Refuses a file of `length` bytes if no map of this kind can be as large.
    pub fn check_length(self, length: u64) -> Result<(), MapError> {
        let most = match self {
            Self::Source => MAX_SOURCE_BYTES,
            Self::Compiled => MAX_COMPILED_BYTES,
        };
        match length <= most {
            true => Ok(()),
            false => Err(MapError::Malformed {
                place: String::from("the file"),
                problem: format!("has {} MiB, more than a map can have", length >> 20),
                remedy: format!("Split the map: at most {} MiB are read", most >> 20),
            }),
        }
    }

    /// Translates the bytes of a map, whose textures may lie in or near its folder.
    pub fn translate(self, bytes: Vec<u8>, folder: &Path) -> Result<Translated, MapError> {
        let map = match self {
            Self::Source => map_file::read(bytes, folder)?,
            Self::Compiled => bsp_file::read(bytes, folder)?,
        };
        Ok(entities::translate(map))
    }
}
