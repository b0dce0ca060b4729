//! The file of a capsule: a line of text with the version, then its compressed sections. Any bytes are
//! either read or rejected with a message. No more is read or decompressed than a capsule may hold.

use std::{
    io::{Read, Write},
    path::Path,
};

use flate2::{Compression, bufread::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Capsule, CapsuleError, MAX_TICKS, VERSION, excerpt::Excerpt};
use crate::{output_files, write_error::WriteError};
use hexbound_base::{files, output::is_standard};
use hexbound_replay::{CAPSULE_MAGIC, read_commands, write_commands};
use hexbound_sim::{Rules, World};

/// The largest size of a file, and of its decompressed content, bytes.
const MAX_FILE_BYTES: u64 = 32 << 20;
const MAX_UNPACKED_BYTES: u64 = 64 << 20;
/// The longest first line, bytes.
const MAX_FIRST_LINE_BYTES: usize = 40;

/// A part of the file, for tests that alter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileSection {
    /// All bytes, as on the disk.
    Packed,
    /// The content before compression, without its checksum.
    Unpacked,
}

#[derive(Serialize, Deserialize)]
struct CapsuleHead {
    note: String,
    level: String,
    content: u64,
    made_by: String,
    /// The rules as JSON, as in recordings.
    rules: String,
    /// The commands as lines, as in recordings.
    commands: String,
}

impl Capsule {
    /// Writes the capsule to a file, whole or not at all, or to standard output for `-`. An older capsule
    /// is replaced; any other file is refused.
    pub fn write(&self, path: &Path) -> Result<(), CapsuleError> {
        if !is_standard(path) && is_something_else(path) {
            return Err(CapsuleError::WouldOverwrite {
                path: path.to_owned(),
            });
        }
        let bytes = self.to_bytes()?;
        let failed = WriteError::of("the capsule ", path, "file with -o");
        Ok(output_files::put(path, &bytes).map_err(failed)?)
    }

    /// Reads a capsule. Fails if the file is no capsule, is of another version, or is damaged.
    pub fn read(path: &Path) -> Result<Self, CapsuleError> {
        let error = |source| CapsuleError::Read {
            path: path.to_owned(),
            source,
        };
        let (file, _) = files::open(path).map_err(error)?;
        let mut bytes = Vec::new();
        (file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)).map_err(error)?;
        Self::from_bytes(&bytes, FileSection::Packed, path)
    }

    /// Returns whether a file begins like a capsule; false if it can't be read.
    pub fn is_capsule(path: &Path) -> bool {
        files::beginning(path, CAPSULE_MAGIC.len())
            .is_some_and(|start| start == CAPSULE_MAGIC.as_bytes())
    }

    /// The bytes of the capsule's file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CapsuleError> {
        let unpacked = self.unpacked()?;
        let mut packed = format!("{CAPSULE_MAGIC} {VERSION}\n").into_bytes();
        let mut encoder = GzEncoder::new(&mut packed, Compression::best());
        // Writing into memory does not fail.
        let written = encoder.write_all(&unpacked).and_then(|()| encoder.finish());
        written.map_err(|error| CapsuleError::Senseless {
            problem: error.to_string(),
        })?;
        Ok(packed)
    }

    /// The content of the capsule's file before it is compressed.
    pub fn unpacked(&self) -> Result<Vec<u8>, CapsuleError> {
        let senseless = |problem: String| CapsuleError::Senseless { problem };
        let rules = serde_json::to_string(&self.world.rules);
        let head = CapsuleHead {
            note: self.note.clone(),
            level: self.level.clone(),
            content: self.content,
            made_by: self.made_by.clone(),
            rules: rules.map_err(|error| senseless(error.to_string()))?,
            commands: write_commands(&self.commands),
        };
        postcard::to_allocvec(&(head, &self.hashes, &self.world, &self.excerpt))
            .map_err(|error| senseless(error.to_string()))
    }

    /// Reads a capsule from the bytes of its file or of its content. Messages call it `path`.
    pub fn from_bytes(
        bytes: &[u8],
        section: FileSection,
        path: &Path,
    ) -> Result<Self, CapsuleError> {
        let unpacked = match section {
            FileSection::Packed => unpack(bytes, path)?,
            FileSection::Unpacked => bytes.to_vec(),
        };
        let mut rest = &unpacked[..];
        let damaged = |place: &'static str, problem: String| CapsuleError::Damaged {
            path: path.to_owned(),
            place,
            problem,
        };
        let head: CapsuleHead = take(&mut rest).map_err(|problem| damaged("head", problem))?;
        let hashes: Vec<u64> = take(&mut rest).map_err(|problem| damaged("hashes", problem))?;
        let mut world: World = take(&mut rest).map_err(|problem| damaged("state", problem))?;
        let excerpt: Excerpt = take(&mut rest).map_err(|problem| damaged("level", problem))?;
        if !rest.is_empty() {
            return Err(damaged("end", format!("{} bytes too many", rest.len())));
        }
        let rules = serde_json::from_str::<Rules>(&head.rules);
        world.rules = rules.map_err(|error| damaged("rules", error.to_string()))?;
        let commands =
            read_commands(&head.commands).map_err(|problem| damaged("commands", problem))?;
        let ticks = commands.len() as u64;
        if ticks > MAX_TICKS {
            return Err(CapsuleError::FileTooLong {
                path: path.to_owned(),
                ticks,
            });
        }
        if commands.is_empty() || !(commands.len() - 1..=commands.len()).contains(&hashes.len()) {
            let problem = format!("{} commands with {} hashes", commands.len(), hashes.len());
            return Err(damaged("hashes", problem));
        }
        let level = excerpt
            .level()
            .map_err(|problem| damaged("level", problem))?;
        if let Some(part) = world.first_invalid(&level) {
            return Err(damaged(
                "state",
                format!("its {part} can't be of this level"),
            ));
        }
        Ok(Self {
            note: head.note,
            level: head.level,
            content: head.content,
            made_by: head.made_by,
            excerpt,
            world,
            commands,
            hashes,
        })
    }
}

/// Removes the next section from the front of `rest` and returns it. Lists grow as they are read,
/// whatever length they claim.
fn take<T: DeserializeOwned>(rest: &mut &[u8]) -> Result<T, String> {
    let (section, after) = postcard::take_from_bytes(rest).map_err(|error| error.to_string())?;
    *rest = after;
    Ok(section)
}

/// The content of a file after its first line.
fn unpack(bytes: &[u8], path: &Path) -> Result<Vec<u8>, CapsuleError> {
    let path = || path.to_owned();
    let damaged = |problem: String| CapsuleError::Damaged {
        path: path(),
        place: "compressed bytes",
        problem,
    };
    let head = &bytes[..bytes.len().min(MAX_FIRST_LINE_BYTES)];
    let end = head.iter().position(|byte| *byte == b'\n');
    let line = end.and_then(|end| std::str::from_utf8(&head[..end]).ok());
    let version = line.and_then(|line| line.strip_prefix(CAPSULE_MAGIC)?.strip_prefix(' '));
    let (Some(end), Some(version)) = (end, version) else {
        return Err(CapsuleError::NotACapsule { path: path() });
    };
    if version != VERSION.to_string() {
        return Err(CapsuleError::OtherVersion {
            path: path(),
            found: version.to_owned(),
        });
    }
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(damaged(format!(
            "there are more than {} MB",
            MAX_FILE_BYTES >> 20
        )));
    }
    let mut packed = &bytes[end + 1..];
    let mut unpacked = Vec::new();
    let read =
        (GzDecoder::new(&mut packed).take(MAX_UNPACKED_BYTES + 1)).read_to_end(&mut unpacked);
    match read {
        Err(error) => Err(damaged(error.to_string())),
        Ok(_) if unpacked.len() as u64 > MAX_UNPACKED_BYTES => Err(damaged(format!(
            "they unpack to more than {} MB",
            MAX_UNPACKED_BYTES >> 20
        ))),
        Ok(_) if !packed.is_empty() => {
            Err(damaged(format!("{} bytes follow their end", packed.len())))
        }
        Ok(_) => Ok(unpacked),
    }
}

/// Returns whether the path has something other than a capsule: a file with other content, or for example
/// a folder.
fn is_something_else(path: &Path) -> bool {
    match path.is_file() {
        true => files::beginning(path, CAPSULE_MAGIC.len())
            .is_none_or(|start| !start.is_empty() && start != CAPSULE_MAGIC.as_bytes()),
        false => path.exists(),
    }
}
