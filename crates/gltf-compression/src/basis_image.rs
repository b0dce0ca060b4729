//! Basis Universal images in KTX2 files, ETC1S and UASTC, as glTF's KHR_texture_basisu stores them. The
//! transcoder trusts the sizes in a file, so this module checks them before.

use basisu::{DecodeFlags, SourceFormat, TargetFormat, Transcoder};

/// The beginning of a KTX file of either version.
const KTX_MAGIC: &[u8] = b"\xabKTX ";
/// The beginning of a KTX2 file.
const KTX2_MAGIC: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// The byte offset of the format of the texels.
const FORMAT_AT: usize = 12;
/// The byte offset of the width, pixels.
const WIDTH_AT: usize = 20;
/// The byte offset of the height, pixels.
const HEIGHT_AT: usize = 24;
/// The byte offset of the depth, pixels.
const DEPTH_AT: usize = 28;
/// The byte offset of the number of layers.
const LAYERS_AT: usize = 32;
/// The byte offset of the number of faces.
const FACES_AT: usize = 36;
/// The byte offset of the number of levels.
const LEVELS_AT: usize = 40;
/// The byte offset of the scheme of supercompression.
const SUPERCOMPRESSION_AT: usize = 44;
/// The bytes of the offset and length of the key/value data.
const KEY_VALUES: std::ops::Range<usize> = 56..64;
/// The byte offset of the index of the levels.
const LEVEL_INDEX: usize = 80;
/// The bytes of a level in the index: offset, length, and length after decompression.
const LEVEL_ENTRY_BYTES: usize = 24;

/// The value of the field for supercompression by Zstandard.
const ZSTANDARD_SCHEME: u32 = 2;
/// The number of levels of the largest image that a header can describe.
const MAX_LEVELS: u32 = 32;

/// Returns whether the bytes begin as a KTX file does.
pub fn is_ktx(bytes: &[u8]) -> bool {
    bytes.starts_with(KTX_MAGIC)
}

/// The width and height of a KTX2 file's image, pixels. The error describes why the file can't be used.
pub fn size(bytes: &[u8]) -> Result<[u32; 2], String> {
    if !bytes.starts_with(KTX2_MAGIC) {
        return Err(refusal("KTX of the first version"));
    }
    let [format, width, height] = u32_at(bytes, [FORMAT_AT, WIDTH_AT, HEIGHT_AT])?;
    let [depth, layers, faces, levels] = u32_at(bytes, [DEPTH_AT, LAYERS_AT, FACES_AT, LEVELS_AT])?;
    if format != 0 {
        return Err(refusal("KTX2 with texels that are not Basis Universal's"));
    }
    if depth != 0 || layers > 1 || faces != 1 {
        return Err(refusal("KTX2 with more than one flat picture"));
    }
    if width == 0 || height == 0 || levels > MAX_LEVELS {
        return Err(String::from("its header makes no sense"));
    }
    Ok([width, height])
}

/// The texels of a KTX2 file as RGBA quadruples, in rows from the top.
pub fn decode(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let [width, height] = size(bytes)?;
    let broken = || String::from("its data makes no sense");
    check_levels(bytes, [width, height]).ok_or_else(broken)?;
    let mut bytes = bytes.to_vec();
    // Not needed, and not checked by the transcoder.
    bytes[KEY_VALUES].fill(0);
    let transcoder = Transcoder::new(&bytes).map_err(|_| broken())?;
    let is_known = matches!(
        transcoder.source_format(),
        SourceFormat::Etc1s | SourceFormat::UastcLdr
    );
    if !is_known {
        return Err(refusal("KTX2 of Basis Universal's other kinds"));
    }
    let texels = transcoder.transcode(0, TargetFormat::Rgba32, DecodeFlags::NONE);
    texels.map_err(|_| broken())
}

/// Checks that all levels lie within the file and that the first, if Zstandard compressed it, has the size of
/// the image's blocks. Returns `None` otherwise.
fn check_levels(bytes: &[u8], [width, height]: [u32; 2]) -> Option<()> {
    let [levels, supercompression] = u32_at(bytes, [LEVELS_AT, SUPERCOMPRESSION_AT]).ok()?;
    for level in 0..levels.max(1) as usize {
        let [offset, length, decompressed] =
            [0, 8, 16].map(|field| u64_at(bytes, LEVEL_INDEX + level * LEVEL_ENTRY_BYTES + field));
        if offset?.checked_add(length?)? > bytes.len() as u64 {
            return None;
        }
        let blocks = u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4));
        if level == 0 && supercompression == ZSTANDARD_SCHEME && decompressed? != blocks * 16 {
            return None;
        }
    }
    Some(())
}

/// The error text for an unsupported kind of file, with the command that converts it.
fn refusal(kind: &str) -> String {
    format!("{kind} is not supported: gltf-transform ktxdecompress in.glb out.glb makes PNG of it")
}

/// Reads the 32-bit header fields at these byte offsets.
fn u32_at<const N: usize>(bytes: &[u8], at: [usize; N]) -> Result<[u32; N], String> {
    let mut found = [0; N];
    for (field, at) in found.iter_mut().zip(at) {
        let four = bytes.get(at..).and_then(<[u8]>::first_chunk);
        *field = u32::from_le_bytes(*four.ok_or("it is cut short")?);
    }
    Ok(found)
}

/// Reads the 64-bit integer at a byte offset.
fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::random::Random;

    /// Eight by four texels, the left half red, the right half blue and half clear, in four levels, as
    /// Binomial's own encoder writes them.
    const SAMPLE_FILES: [&[u8]; 2] = [
        include_bytes!("../../test-support/data/basis/etc1s.ktx2"),
        include_bytes!("../../test-support/data/basis/uastc.ktx2"),
    ];

    /// A sample with four of its bytes written over.
    fn altered(sample: &[u8], at: usize, value: u32) -> Vec<u8> {
        let mut bytes = sample.to_vec();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    }

    #[test]
    fn both_kinds_are_decoded() {
        for sample in SAMPLE_FILES {
            assert!(is_ktx(sample));
            assert_eq!(size(sample), Ok([8, 4]));
            let texels = decode(sample).unwrap();
            assert_eq!(texels.len(), 8 * 4 * 4);
            let halves = [[200, 40, 40, 255], [40, 40, 200, 128]];
            for (texel, at) in texels.chunks(4).zip((0..8).cycle()) {
                let color = halves[at / 4];
                let is_near = |(it, wanted): (&u8, u8)| it.abs_diff(wanted) <= 4;
                assert!(texel.iter().zip(color).all(is_near), "{texel:?} at {at}");
            }
        }
    }

    #[test]
    fn what_is_not_read_is_told_with_the_command_that_helps() {
        let [etc1s, uastc] = SAMPLE_FILES;
        for (bytes, words) in [
            (altered(etc1s, 4, 0x3131_2058), "the first version"),
            (altered(uastc, FORMAT_AT, 37), "not Basis Universal's"),
            (altered(uastc, FACES_AT, 6), "more than one flat picture"),
            (altered(etc1s, LAYERS_AT, 2), "more than one flat picture"),
        ] {
            let refused = size(&bytes).unwrap_err();
            assert!(refused.contains(words), "{refused}");
            assert!(refused.contains("gltf-transform ktxdecompress"));
        }
    }

    #[test]
    fn sizes_that_a_file_can_not_have_are_not_allocated() {
        let [_, uastc] = SAMPLE_FILES;
        for length in [u32::MAX, 1 << 30, 16] {
            assert!(decode(&altered(uastc, LEVEL_INDEX + 16, length)).is_err());
        }
        assert!(decode(&altered(uastc, LEVEL_INDEX, u32::MAX)).is_err());
        assert!(size(&altered(uastc, LEVELS_AT, u32::MAX)).is_err());
        assert!(size(&altered(uastc, WIDTH_AT, 0)).is_err());
    }

    #[test]
    fn altered_files_are_decoded_or_refused() {
        let mut random = Random::new(1);
        let mut decoded = 0;
        for sample in SAMPLE_FILES {
            for _ in 0..2_000 {
                let mut bytes = sample.to_vec();
                for _ in 0..1 + random.below(4) {
                    let at = random.below(bytes.len());
                    bytes[at] = random.below(256) as u8;
                }
                bytes.truncate(bytes.len() - random.below(8) * random.below(8));
                // The caller lets no larger ones through.
                let is_small = size(&bytes).is_ok_and(|size| size.iter().all(|side| *side < 4096));
                decoded += usize::from(is_small && decode(&bytes).is_ok());
            }
        }
        assert!(decoded > 100, "only {decoded} were taken");
    }
}
