//! The bytes behind a document's URIs and buffers. Only files in the level's own folder and below it are
//! opened. At most as much of them is read as the document declares.

use std::{
    borrow::Cow,
    fs,
    io::{self, Read},
    path::{Component, Path, PathBuf},
};

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use gltf::json::Root;
use percent_encoding::percent_decode_str;

use crate::{
    error::{Cause, Fault},
    suggestions::{self, other_case},
};
use hexbound_base::files;

/// The most bytes read of one file.
const MAX_FILE: u64 = 4 << 30;
/// The first bytes of a file, by which the number of bytes to read is decided.
const HEAD_BYTES: u64 = 64 << 10;

/// The number of bytes of a .glb's second chunk that belong to a buffer: the first one, if it names no
/// file.
pub(super) fn declared_chunk(document: &Root) -> u64 {
    let first = document.buffers.first();
    let in_chunk = first.filter(|buffer| buffer.uri.is_none());
    in_chunk.map_or(0, |buffer| buffer.byte_length.0)
}

/// Loads the bytes of every buffer, in order. A buffer without data (which extensions allow) is empty;
/// one with fewer bytes than it declares is a fault.
pub(super) fn load_buffers(
    document: &Root,
    mut binary: Option<Vec<u8>>,
    folder: &Path,
) -> Result<Vec<Vec<u8>>, Fault> {
    let mut buffers = Vec::with_capacity(document.buffers.len());
    for (index, buffer) in document.buffers.iter().enumerate() {
        let need = buffer.byte_length.0;
        let bytes = match &buffer.uri {
            Some(uri) => fetch(uri, folder, &format!("buffer {index}"), |_| need)?,
            None => binary.take().filter(|_| index == 0).unwrap_or_default(),
        };
        let have = bytes.len() as u64;
        if have < need && !(have == 0 && buffer.uri.is_none()) {
            let name = buffer.uri.as_deref().map_or_else(String::new, short_name);
            let place = format!("buffer {index}{name}");
            let fault = Fault::malformed(place, format!("has {have} bytes of {need}"));
            return Err(fault.with_remedy("Copy or export the file again"));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

/// Reads the content of a URI: a data URI's own bytes, or those of a file in `folder` or below. For a
/// file, `max_bytes` computes the most bytes to read from its first bytes. `what` names the use in faults.
pub(super) fn fetch(
    uri: &str,
    folder: &Path,
    what: &str,
    max_bytes: impl Fn(&[u8]) -> u64,
) -> Result<Vec<u8>, Fault> {
    if let Some(rest) = data_of(uri) {
        return decode_data_uri(rest)
            .ok_or_else(|| Fault::malformed(what, "has a data URI that cannot be decoded"));
    }
    let decoded = percent_decode_str(uri).decode_utf8().ok();
    // Some exporters do not percent-encode: the unchanged name is tried second.
    let names = decoded.iter().map(Cow::as_ref).chain([uri]);
    let mut first_error = None;
    for name in names {
        let relative = contained_path(name, what)?;
        match real_path(folder, &relative) {
            Ok(Some(path)) => match read_limited(&path, &max_bytes) {
                Ok(bytes) => return Ok(bytes),
                Err(error) => first_error = first_error.or(Some(error)),
            },
            Ok(None) => return Err(outside(name, what, "is a link out of the level's folder")),
            Err(error) => {
                let error = missing(error, folder, &relative);
                first_error = first_error.or(Some(error));
            }
        }
    }
    let place = format!("{what}{}", short_name(uri));
    let source = first_error.unwrap_or_else(|| io::ErrorKind::NotFound.into());
    Err(Fault {
        cause: Cause::Unreadable { place, source },
        remedy: String::from("Put it where the level expects it, or export the level as .glb"),
    })
}

/// The part of a data URI after its scheme; `None` for other URIs.
pub(super) fn data_of(uri: &str) -> Option<&str> {
    let is_data = uri.get(..5)?.eq_ignore_ascii_case("data:");
    is_data.then(|| &uri[5..])
}

/// The file's real path, with links followed; `None` if that is outside the level's folder.
fn real_path(folder: &Path, relative: &Path) -> io::Result<Option<PathBuf>> {
    let root = fs::canonicalize(suggestions::listed(folder))?;
    let real = fs::canonicalize(folder.join(relative))?;
    Ok(real.starts_with(root).then_some(real))
}

/// The same error; for a missing file, in plain words and with a name that differs only in case.
fn missing(error: io::Error, folder: &Path, relative: &Path) -> io::Error {
    if error.kind() != io::ErrorKind::NotFound {
        return error;
    }
    let hint = other_case(folder, relative).map_or_else(String::new, |other| {
        format!(
            ", but there is \"{}\": only upper and lower case differ",
            other.display()
        )
    });
    io::Error::new(
        io::ErrorKind::NotFound,
        format!("there is no such file{hint}"),
    )
}

/// Reads at most as many bytes of a regular file as `max_bytes` computes from its first bytes.
fn read_limited(path: &Path, max_bytes: impl Fn(&[u8]) -> u64) -> io::Result<Vec<u8>> {
    let (mut file, length) = files::open(path)?;
    let mut bytes = Vec::new();
    (&mut file).take(HEAD_BYTES).read_to_end(&mut bytes)?;
    let wanted = max_bytes(&bytes).min(length);
    if wanted > MAX_FILE {
        return Err(io::Error::other("it is larger than 4 GiB"));
    }
    let rest = wanted.saturating_sub(bytes.len() as u64);
    bytes.reserve_exact(usize::try_from(rest).unwrap_or_default());
    file.take(rest).read_to_end(&mut bytes)?;
    bytes.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    Ok(bytes)
}

/// The relative path, if it can't lead out of the level's folder.
fn contained_path(name: &str, what: &str) -> Result<PathBuf, Fault> {
    let refuse = |why: &str| outside(name, what, why);
    let scheme = name.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    if scheme.contains(':') {
        return Err(refuse("is a network, file or drive address"));
    }
    let path = PathBuf::from(name.replace('\\', "/"));
    for component in path.components() {
        match component {
            Component::Normal(_) | Component::CurDir => {}
            Component::ParentDir => return Err(refuse("leads out of the level's folder")),
            Component::RootDir | Component::Prefix(_) => {
                return Err(refuse("is an absolute path"));
            }
        }
    }
    if name.is_empty() || name.contains('\0') {
        return Err(refuse("is no file name"));
    }
    Ok(path)
}

/// The fault of a name that leads out of the level's folder.
fn outside(name: &str, what: &str, why: &str) -> Fault {
    let place = format!("{what}{}", short_name(name));
    Fault::malformed(place, format!("{why}, which is not opened")).with_remedy(
        "Put the file beside the level or in a folder below it, or export the level as .glb",
    )
}

/// A URI for a message: quoted, shortened, with a space before it.
fn short_name(uri: &str) -> String {
    let mut short: String = uri.chars().take(80).collect();
    if short.len() < uri.len() {
        short.push('…');
    }
    format!(" \"{short}\"")
}

/// Decodes `[mime][;base64],data`; `None` where it can't be decoded.
fn decode_data_uri(rest: &str) -> Option<Vec<u8>> {
    let (head, data) = rest.split_once(',')?;
    if head.to_ascii_lowercase().ends_with(";base64") {
        decode_base64(data)
    } else {
        Some(percent_decode_str(data).collect())
    }
}

/// Decodes standard or URL-safe base64; white space and padding are skipped.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    /// Padding is stripped below; spare bits after the last byte are ignored.
    const LENIENT_BASE64: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::RequireNone)
            .with_decode_allow_trailing_bits(true),
    );
    let letters: Vec<u8> = (text.bytes())
        .filter(|letter| !letter.is_ascii_whitespace() && *letter != b'=')
        .map(|letter| match letter {
            b'-' => b'+',
            b'_' => b'/',
            letter => letter,
        })
        .collect();
    LENIENT_BASE64.decode(letters).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_remainder() {
        for (text, plain) in [("", ""), ("TQ==", "M"), ("TWE=", "Ma"), ("TWFu", "Man")] {
            assert_eq!(decode_base64(text).unwrap(), plain.as_bytes());
        }
        assert_eq!(decode_base64("_-8\n="), decode_base64("/+8="));
        assert_eq!(decode_base64("a*b"), None);
    }

    #[test]
    fn odd_names_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for (file, uri) in [
            ("a b.bin", "a b.bin"),
            ("c d.bin", "c%20d.bin"),
            ("10%.bin", "10%.bin"),
            ("e%20f.bin", "e%20f.bin"),
            ("größe.bin", "größe.bin"),
            ("maß.bin", "ma%C3%9F.bin"),
        ] {
            fs::write(folder.path().join(file), file).unwrap();
            let bytes = fetch(uri, folder.path(), "buffer 0", |_| 99).unwrap();
            assert_eq!(bytes, file.as_bytes());
        }
        let fault = fetch("%FF.bin", folder.path(), "buffer 3", |_| 1).unwrap_err();
        let said = fault.cause.to_string();
        assert!(said.contains("buffer 3 \"%FF.bin\""), "{said}");
    }
}
