//! Reading the recording of an abandoned run, as far as it can be resumed.

use std::path::Path;

use super::{Recording, ReplayError, line::Line, reader::read_from};

/// A recording without an end, up to the last hash of a state in it.
#[derive(Debug)]
pub struct Unfinished {
    pub recording: Recording,
    /// The length of the file up to that hash, bytes.
    pub length: u64,
    /// The comments up to that hash, in their order.
    pub remarks: Vec<String>,
}

/// Reads a run without an end from the content of the file `path`. Fails if it has no whole second, or is
/// no recording.
pub fn read_unfinished(bytes: &[u8], path: &Path) -> Result<Unfinished, ReplayError> {
    let (mut length, mut last) = (0, None);
    let mut remarks = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        length += line.len();
        let Some(text) = line.strip_suffix(b"\n").map(String::from_utf8_lossy) else {
            break;
        };
        if let Some(text) = text.strip_prefix("# ") {
            remarks.push(text.to_owned());
        } else if text.starts_with("hash ")
            && let Ok(Line::Hash { tick, hash }) = Line::parse(&text)
        {
            last = Some((length, tick, hash, remarks.len()));
        }
    }
    let (length, ticks, hash, count) = last.ok_or_else(|| ReplayError::Truncated {
        path: path.to_owned(),
        ticks: 0,
    })?;
    let end = Line::End {
        ticks,
        hash: Some(hash),
    };
    let whole = [&bytes[..length], end.to_text().as_bytes()].concat();
    let recording = read_from(Box::new(&whole[..]), path)?;
    recording.check_whole()?;
    remarks.truncate(count);
    Ok(Unfinished {
        recording,
        length: length as u64,
        remarks,
    })
}
