//! Checks the directory of a compiled map before the parser, which trusts it, reads it: every lump has to lie
//! in the file and hold whole records. Lumps that a level does not need are removed, and damaged textures
//! lose their pixels.

use std::ops::Range;

use glam::Vec3;
use qbsp::{
    BspFormat,
    data::{
        models::{BspEdge, BspFace, BspModel},
        texture::BspTexInfo,
    },
    reader::{BspParseContext, BspValue},
};

use crate::notice::MapError;

/// A lump of a level: its name, its index in the directory, and the bytes of a record.
struct Lump {
    name: &'static str,
    at: usize,
    record: usize,
}

/// The bytes of a lump's entry in the directory: its offset and its length.
const ENTRY_BYTES: usize = 8;
/// The largest side of a texture, in pixels.
const MAX_TEXTURE_SIDE: usize = 8192;
/// The most bytes of pixels of all textures.
const MAX_PIXEL_BYTES: usize = 256 << 20;
/// The bytes of a texture's head: a name of 16 bytes, width, height, and the offsets of its four sizes.
const TEXTURE_HEAD: usize = 40;
/// The bytes of a texture's own palette: the number of colors, and the colors.
const OWN_PALETTE: usize = 2 + 768;

/// Recognizes the format of a compiled map by its first bytes; `None` for an unsupported format.
pub(crate) fn format(head: &[u8]) -> Option<BspFormat> {
    let version = head.get(4..8);
    match head.get(..4)? {
        [29, 0, 0, 0] => Some(BspFormat::BSP29),
        [30, 0, 0, 0] => Some(BspFormat::BSP30),
        b"BSP2" => Some(BspFormat::BSP2),
        b"IBSP" if version == Some(&[38, 0, 0, 0]) => Some(BspFormat::BSP38),
        b"QBSP" if version == Some(&[38, 0, 0, 0]) => Some(BspFormat::BSP38Qbism),
        _ => None,
    }
}

/// Makes a file safe to parse, or returns its fault. Only the lumps of a level remain.
pub(crate) fn prepare(bytes: &mut Vec<u8>, format: BspFormat) -> Result<(), MapError> {
    let is_later = format.is_quake2();
    let (start, count) = if is_later { (8, 19) } else { (4, 15) };
    if bytes.len() < start + count * ENTRY_BYTES {
        return Err(cut("the directory of lumps"));
    }
    let mut end = start + count * ENTRY_BYTES;
    let lumps = lumps(format);
    for lump in 0..count {
        let at = start + lump * ENTRY_BYTES;
        match lumps.iter().find(|known| known.at == lump) {
            Some(known) => end = end.max(check(bytes, at, known)?.end),
            None => bytes[at..at + ENTRY_BYTES].fill(0),
        }
    }
    // Only other lumps follow.
    bytes.truncate(end);
    if !is_later {
        let place = place(bytes, start + 2 * ENTRY_BYTES);
        mend_textures(&mut bytes[place], format)?;
    }
    Ok(())
}

/// The lumps of a level, with their indices in the directory of a format.
fn lumps(format: BspFormat) -> Vec<Lump> {
    let context = BspParseContext { format };
    let size = |of: fn(&BspParseContext) -> usize| of(&context);
    let records = [
        ("entities", 0, 0, 1),
        ("vertices", 3, 2, size(Vec3::bsp_struct_size)),
        ("texture infos", 6, 5, size(BspTexInfo::bsp_struct_size)),
        ("faces", 7, 6, size(BspFace::bsp_struct_size)),
        ("edges", 12, 11, size(BspEdge::bsp_struct_size)),
        ("surface edges", 13, 12, size(i32::bsp_struct_size)),
        ("models", 14, 13, size(BspModel::bsp_struct_size)),
    ];
    let mut lumps: Vec<Lump> = (records.into_iter())
        .map(|(name, first, later, record)| Lump {
            name,
            at: if format.is_quake2() { later } else { first },
            record,
        })
        .collect();
    if !format.is_quake2() {
        lumps.push(Lump {
            name: "textures",
            at: 2,
            record: 1,
        });
    }
    lumps
}

/// Checks a lump and returns its range in the file.
fn check(bytes: &[u8], at: usize, lump: &Lump) -> Result<Range<usize>, MapError> {
    let place = place(bytes, at);
    if place.end > bytes.len() {
        return Err(cut(&format!("the lump of {}", lump.name)));
    }
    match place.len() % lump.record {
        0 => Ok(place),
        _ => Err(MapError::Malformed {
            place: format!("the lump of {}", lump.name),
            problem: format!(
                "has {} bytes, which are no whole records of {}",
                place.len(),
                lump.record
            ),
            remedy: DAMAGE_REMEDY.to_string(),
        }),
    }
}

const DAMAGE_REMEDY: &str = "Compile the map again, or copy the file again";

/// The error for a lump or list beyond the end of the file.
fn cut(place: &str) -> MapError {
    MapError::Malformed {
        place: place.to_string(),
        problem: String::from("lies outside of the file, which is cut short or damaged"),
        remedy: DAMAGE_REMEDY.to_string(),
    }
}

/// The range of the lump whose directory entry is at `at`.
fn place(bytes: &[u8], at: usize) -> Range<usize> {
    let (start, length) = (word(bytes, at), word(bytes, at + 4));
    start..start.saturating_add(length)
}

/// The 32-bit integer at an offset, which must lie in the bytes.
fn word(bytes: &[u8], at: usize) -> usize {
    let word = bytes[at..at + 4].try_into().unwrap_or_default();
    u32::from_le_bytes(word) as usize
}

/// Removes the pixels of damaged textures, and the entries of textures outside the lump.
fn mend_textures(lump: &mut [u8], format: BspFormat) -> Result<(), MapError> {
    let too_few = lump.len() < 4 || lump.len() / 4 <= word(lump, 0);
    if too_few {
        return Err(cut("the list of textures"));
    }
    let mut left = MAX_PIXEL_BYTES;
    for index in 0..word(lump, 0) {
        let entry = 4 + index * 4;
        let start = word(lump, entry);
        // Such a texture is not stored in the map.
        if start + TEXTURE_HEAD > lump.len() || start < 4 {
            lump[entry..entry + 4].fill(0xff);
            continue;
        }
        let pixels = mend_texture(&mut lump[start..], format);
        match left.checked_sub(pixels) {
            Some(less) => left = less,
            None => lump[start + 24..start + TEXTURE_HEAD].fill(0),
        }
    }
    Ok(())
}

/// Removes the pixels of a damaged texture and returns the number of bytes of pixels that remain. The slice
/// begins with the texture's head.
pub(crate) fn mend_texture(texture: &mut [u8], format: BspFormat) -> usize {
    if texture.len() < TEXTURE_HEAD {
        return 0;
    }
    for byte in &mut texture[..16] {
        if !byte.is_ascii() {
            *byte = b'_';
        }
    }
    let pixels = pixels(texture, format);
    if pixels.is_none() {
        texture[24..TEXTURE_HEAD].fill(0);
    }
    pixels.unwrap_or_default()
}

/// The number of bytes of a texture's pixels; `None` if one of its four sizes or its palette is missing.
fn pixels(texture: &[u8], format: BspFormat) -> Option<usize> {
    let (width, height) = (word(texture, 16), word(texture, 20));
    let is_usual = |side: usize| (1..=MAX_TEXTURE_SIDE).contains(&side);
    if !is_usual(width) || !is_usual(height) {
        return None;
    }
    let mut all = 0;
    let mut end = 0;
    for size in 0..4 {
        let start = word(texture, 24 + size * 4);
        let bytes = (width >> size) * (height >> size);
        end = start + bytes;
        all += bytes;
        if start < TEXTURE_HEAD || end > texture.len() {
            return None;
        }
    }
    if format.is_goldsrc() {
        let palette = texture.get(end..end + OWN_PALETTE)?;
        (palette[..2] == [0, 1]).then_some(())?;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A texture of 16 by 16 pixels with a palette.
    fn texture() -> Vec<u8> {
        let mut bytes = b"br\xffck".to_vec();
        bytes.resize(16, 0);
        let mut at = TEXTURE_HEAD;
        bytes.extend([16_u32; 2].map(u32::to_le_bytes).as_flattened());
        for size in 0..4 {
            bytes.extend((at as u32).to_le_bytes());
            at += (16 >> size) * (16 >> size);
        }
        bytes.resize(at, 7);
        bytes.extend([0, 1]);
        bytes.extend([9; 768]);
        bytes
    }

    #[test]
    fn a_whole_texture_keeps_its_pixels_and_a_damaged_one_its_name() {
        let mut whole = texture();
        let pixels = mend_texture(&mut whole, BspFormat::BSP30);
        assert_eq!(pixels, 256 + 64 + 16 + 4);
        assert_eq!(&whole[..5], b"br_ck");
        for (at, value) in [(16, 0), (16, 0xff), (25, 0xff), (36, 0), (19, 0xff)] {
            let mut damaged = texture();
            damaged[at] = value;
            assert_eq!(mend_texture(&mut damaged, BspFormat::BSP30), 0, "{at}");
            assert!(damaged[24..TEXTURE_HEAD].iter().all(|byte| *byte == 0));
        }
        let length = whole.len();
        assert_eq!(mend_texture(&mut whole[..length - 1], BspFormat::BSP30), 0);
    }

    #[test]
    fn later_games_than_the_second_are_not_read() {
        assert_eq!(format(b"IBSP\x26\0\0\0"), Some(BspFormat::BSP38));
        assert_eq!(format(b"IBSP\x2e\0\0\0"), None);
        assert_eq!(format(b"VBSP\x13\0\0\0"), None);
        assert_eq!(format(b"\x1d\0\0"), None);
    }
}
