//! The layout of a cached file: a head with its key and a label, then sections, each with its length and
//! its checksum. A truncated, altered or foreign file is an error in words. No more memory is allocated
//! than the file is long.

use std::{
    io::{self, BufReader, Read, Write},
    path::Path,
};

use bytemuck::{Pod, Zeroable};
use hexbound_collide::hash::{Hasher, checksum};

use crate::files::{self, Opened};

const CACHE_MAGIC: [u8; 8] = *b"hexcache";
/// The version of the layout. A machine of other byte order reads another number.
const LAYOUT_VERSION: u32 = 1;
/// The maximum length of a label, bytes.
const MAX_LABEL_BYTES: usize = 4 << 10;
/// The bytes that are read and added to the checksum at a time: a block fits into the CPU's cache.
const BLOCK_BYTES: usize = 1 << 20;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FileHead {
    magic: [u8; 8],
    version: u32,
    label: u32,
    key: u64,
    /// The checksum of the rest of the head and of the label.
    sum: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct SectionHead {
    /// The number of bytes that follow.
    length: u64,
    /// The checksum of those bytes.
    sum: u64,
}

impl FileHead {
    fn of(key: u64, label: &[u8]) -> Self {
        let head = Self {
            magic: CACHE_MAGIC,
            version: LAYOUT_VERSION,
            label: label.len() as u32,
            key,
            sum: 0,
        };
        let mut hasher = Hasher::default();
        hasher.bytes(bytemuck::bytes_of(&head)).bytes(label);
        Self {
            sum: hasher.finish(),
            ..head
        }
    }
}

/// Writes the head of a file.
pub(super) fn write_head(to: &mut impl Write, key: u64, label: &str) -> io::Result<()> {
    let mut end = label.len().min(MAX_LABEL_BYTES);
    while !label.is_char_boundary(end) {
        end -= 1;
    }
    let label = &label.as_bytes()[..end];
    to.write_all(bytemuck::bytes_of(&FileHead::of(key, label)))?;
    to.write_all(label)
}

/// Writes a section.
pub fn write_section(to: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    let head = SectionHead {
        length: bytes.len() as u64,
        sum: sum_of(bytes),
    };
    to.write_all(bytemuck::bytes_of(&head))?;
    to.write_all(bytes)
}

/// The label of a cached file: what the file was made for.
pub(super) fn label(path: &Path) -> io::Result<String> {
    let (mut file, length) = files::open(path)?;
    read_head(&mut file, length).map(|(_, label)| label)
}

/// The sections of an open cached file.
pub struct Sections {
    file: BufReader<Opened>,
    /// The bytes of the file not yet read.
    left: u64,
}

impl Sections {
    /// Opens a file of at most `max_bytes` bytes that was written under `key`.
    pub(super) fn open(path: &Path, key: u64, max_bytes: u64) -> io::Result<Self> {
        let (mut file, length) = files::open(path)?;
        if length > max_bytes {
            return Err(wrong("it is larger than such files are"));
        }
        let (head, label) = read_head(&mut file, length)?;
        if head.key != key {
            return Err(wrong("it holds something else"));
        }
        Ok(Self {
            file: BufReader::with_capacity(64 << 10, file),
            left: length - size_of::<FileHead>() as u64 - label.len() as u64,
        })
    }

    /// Reads the next section as values of one type.
    pub fn values<T: Pod>(&mut self) -> io::Result<Vec<T>> {
        let head = self.section()?;
        let size = size_of::<T>() as u64;
        if !head.length.is_multiple_of(size) {
            return Err(wrong("it was cut short"));
        }
        let count = usize::try_from(head.length / size).map_err(io::Error::other)?;
        let mut values: Vec<T> = bytemuck::zeroed_vec(count);
        let mut hasher = Hasher::default();
        for block in bytemuck::cast_slice_mut(&mut values).chunks_mut(BLOCK_BYTES) {
            self.read(block)?;
            hasher.u64(checksum(block));
        }
        match hasher.finish() == head.sum {
            true => Ok(values),
            false => Err(wrong("its checksum is wrong")),
        }
    }

    /// Skips the next section, unread and unchecked.
    pub fn skip(&mut self) -> io::Result<()> {
        let head = self.section()?;
        self.left -= head.length;
        self.file.seek_relative(head.length as i64)
    }

    /// All remaining bytes, and their number, for a reader that checks them itself.
    pub fn rest(self) -> (impl Read, u64) {
        (self.file, self.left)
    }

    /// Fails if any bytes remain.
    pub fn expect_end(self) -> io::Result<()> {
        match self.left {
            0 => Ok(()),
            _ => Err(wrong("it is too long")),
        }
    }

    /// Reads the head of a section, and fails if the file is too short for the section.
    fn section(&mut self) -> io::Result<SectionHead> {
        let mut head = SectionHead::zeroed();
        self.read(bytemuck::bytes_of_mut(&mut head))?;
        match head.length > self.left {
            true => Err(wrong("it was cut short")),
            false => Ok(head),
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.left =
            (self.left.checked_sub(bytes.len() as u64)).ok_or_else(|| wrong("it was cut short"))?;
        self.file.read_exact(bytes)
    }
}

fn read_head(file: &mut impl Read, length: u64) -> io::Result<(FileHead, String)> {
    let mut head = FileHead::zeroed();
    file.read_exact(bytemuck::bytes_of_mut(&mut head))?;
    let size = head.label as usize;
    let fits = size <= MAX_LABEL_BYTES && (size_of::<FileHead>() + size) as u64 <= length;
    if head.magic != CACHE_MAGIC || head.version != LAYOUT_VERSION || !fits {
        return Err(wrong("it is no cached file of this version"));
    }
    let mut label = vec![0; size];
    file.read_exact(&mut label)?;
    if FileHead::of(head.key, &label).sum != head.sum {
        return Err(wrong("its checksum is wrong"));
    }
    let label = String::from_utf8(label).map_err(|_| wrong("its label is no text"))?;
    Ok((head, label))
}

fn sum_of(bytes: &[u8]) -> u64 {
    let mut hasher = Hasher::default();
    for block in bytes.chunks(BLOCK_BYTES) {
        hasher.u64(checksum(block));
    }
    hasher.finish()
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn written(sections: &[&[u8]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_head(&mut bytes, 7, "größe.glb").unwrap();
        for section in sections {
            write_section(&mut bytes, section).unwrap();
        }
        bytes
    }

    fn read(bytes: &[u8], sections: usize) -> io::Result<Vec<Vec<u8>>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, bytes).unwrap();
        let mut file = Sections::open(&path, 7, 1 << 20)?;
        let found = (0..sections).map(|_| file.values()).collect();
        file.expect_end()?;
        found
    }

    #[test]
    fn sections_come_back_in_order() {
        let bytes = written(&[b"one", b"", b"three"]);
        assert_eq!(read(&bytes, 3).unwrap(), [&b"one"[..], b"", b"three"]);
        assert!(read(&bytes, 2).is_err() && read(&bytes, 4).is_err());
    }

    #[test]
    fn no_flipped_byte_and_no_cut_goes_unnoticed() {
        let bytes = written(&[b"one", b"some more bytes than fit into a block of the sum"]);
        for at in 0..bytes.len() {
            for bits in [1, 0x80, 0xff] {
                let mut altered = bytes.clone();
                altered[at] ^= bits;
                assert!(read(&altered, 2).is_err(), "byte {at}");
            }
            assert!(read(&bytes[..at], 2).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_label_is_cut_between_letters() {
        let long = "ß".repeat(MAX_LABEL_BYTES);
        let mut bytes = Vec::new();
        write_head(&mut bytes, 7, &format!("a{long}")).unwrap();
        let (_, label) = read_head(&mut &bytes[..], bytes.len() as u64).unwrap();
        assert!(label.len() <= MAX_LABEL_BYTES && long.starts_with(&label[1..]));
    }

    #[test]
    fn a_section_that_claims_more_than_there_is_asks_for_no_memory() {
        let mut bytes = written(&[]);
        let head = SectionHead {
            length: u64::MAX - 7,
            sum: 0,
        };
        bytes.extend_from_slice(bytemuck::bytes_of(&head));
        assert!(read(&bytes, 1).is_err());
    }
}
