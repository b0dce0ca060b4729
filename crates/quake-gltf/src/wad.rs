//! The directory of a texture file (WAD2 of Quake, WAD3 of Half-Life). Its textures have the same form as in
//! compiled maps.

use std::{collections::HashMap, ops::Range};

use qbsp::BspFormat;

/// The bytes of a palette.
pub(crate) const PALETTE_BYTES: usize = 768;

/// A texture file.
pub(crate) struct Wad {
    bytes: Vec<u8>,
    format: BspFormat,
    /// The range of each entry in the file, by its name in lower case.
    entries: HashMap<String, Range<usize>>,
}

/// The bytes of an entry of the directory.
const ENTRY_BYTES: usize = 32;
/// The most entries that are read.
const MAX_ENTRIES: usize = 1 << 16;

impl Wad {
    /// Reads the directory of a texture file; `None` for any other file. Entries outside the file are left
    /// out.
    pub(crate) fn read(bytes: Vec<u8>) -> Option<Self> {
        let format = wad_format(&bytes)?;
        let count = word(&bytes, 4)?.min(MAX_ENTRIES);
        let directory = bytes.get(word(&bytes, 8)?..)?;
        let entry = |entry: &[u8]| {
            let (start, length) = (word(entry, 0)?, word(entry, 4)?);
            let place = start..start.checked_add(length)?;
            (place.end <= bytes.len()).then(|| (name(&entry[16..]), place))
        };
        let entries = (directory.chunks_exact(ENTRY_BYTES).take(count))
            .filter_map(entry)
            .collect();
        Some(Self {
            bytes,
            format,
            entries,
        })
    }

    /// The bytes of a texture, and the format of compiled maps that they have.
    pub(crate) fn texture(&self, name: &str) -> Option<(&[u8], BspFormat)> {
        let place = self.entries.get(&name.to_ascii_lowercase())?;
        Some((&self.bytes[place.clone()], self.format))
    }

    /// The palette in the file, if there is one.
    pub(crate) fn palette(&self) -> Option<Vec<u8>> {
        let place = self.entries.get("palette")?.clone();
        (place.len() == PALETTE_BYTES).then(|| self.bytes[place].to_vec())
    }
}

/// The format of a texture file by its first bytes.
fn wad_format(head: &[u8]) -> Option<BspFormat> {
    match head.get(..4)? {
        b"WAD2" => Some(BspFormat::BSP29),
        b"WAD3" => Some(BspFormat::BSP30),
        _ => None,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(word)).ok()
}

/// A name up to its first zero, in lower case.
fn name(bytes: &[u8]) -> String {
    let end = bytes
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        let mut bytes = b"WAD3\x02\0\0\0\x10\0\0\0abcd".to_vec();
        for (start, length, name) in [(12_u32, 4_u32, "Brick"), (12, 400, "far")] {
            bytes.extend(start.to_le_bytes());
            bytes.extend(length.to_le_bytes());
            bytes.extend([0; 8]);
            let mut field = name.as_bytes().to_vec();
            field.resize(16, 0);
            bytes.extend(field);
        }
        bytes
    }

    #[test]
    fn entries_are_found_by_name_and_stay_in_the_file() {
        let wad = Wad::read(file()).unwrap();
        assert_eq!(wad.texture("BRICK"), Some((&b"abcd"[..], BspFormat::BSP30)));
        assert_eq!(wad.texture("far"), None);
        assert_eq!(wad.palette(), None);
    }

    #[test]
    fn a_file_that_is_cut_short_or_lies_is_no_trouble() {
        let file = file();
        for end in 0..file.len() {
            let wad = Wad::read(file[..end].to_vec());
            assert!(wad.is_none_or(|wad| wad.texture("far").is_none()));
        }
        let mut lies = file;
        lies[4..12].fill(0xff);
        assert!(Wad::read(lies).is_none());
        assert!(Wad::read(b"PACK".to_vec()).is_none());
    }
}
