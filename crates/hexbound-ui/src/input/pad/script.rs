//! A pad without a device: its events are lines appended to a file. Tests of the whole window use it, and
//! players can try a pad's effect without one.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::PadEvent;
use crate::input::{Device, Source};

/// The lines of a growing file.
pub(super) struct PadScript {
    file: File,
    /// The start of a line that is not complete yet.
    rest: Vec<u8>,
}

impl PadScript {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            rest: Vec::new(),
        })
    }

    /// The next event; `None` if there are no more for now.
    pub(super) fn next_event(&mut self) -> Option<PadEvent> {
        if !self.rest.contains(&b'\n')
            && let Err(error) = self.file.read_to_end(&mut self.rest)
        {
            log::warn!("no more of the pad's lines: {error}");
        }
        while let Some(end) = self.rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            match event(line.trim()) {
                Some(event) => return Some(event),
                None => log::warn!("'{}' is nothing that a pad does", line.trim()),
            }
        }
        None
    }
}

/// The event of a line: `connect NAME`, `disconnect NAME`, `press South`, `release South`, or an axis and its
/// position, such as `LeftY 1`.
fn event(line: &str) -> Option<PadEvent> {
    let (word, rest) = line.split_once(' ')?;
    let button = |is_down| match Source::named(rest, Device::Pad)? {
        Source::Pad(button) => Some(PadEvent::Button(button, is_down)),
        _ => None,
    };
    match word {
        "connect" => Some(PadEvent::Connected(rest.to_owned())),
        "disconnect" => Some(PadEvent::Disconnected(rest.to_owned())),
        "press" => button(true),
        "release" => button(false),
        axis => Some(PadEvent::Axis(axis.parse().ok()?, rest.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::input::{PadButton, pad::PadAxis};

    #[test]
    fn lines_that_are_added_are_events_once_they_end() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut script = PadScript::open(file.path()).unwrap();
        assert_eq!(script.next_event(), None);
        write!(file, "connect A pad\npress South\nLeftY -0.5\nrel").unwrap();
        let connected = PadEvent::Connected(String::from("A pad"));
        assert_eq!(script.next_event(), Some(connected));
        let pressed = PadEvent::Button(PadButton::South, true);
        assert_eq!(script.next_event(), Some(pressed));
        let moved = PadEvent::Axis(PadAxis::LeftY, -0.5);
        assert_eq!(script.next_event(), Some(moved));
        assert_eq!(script.next_event(), None, "half a line");
        let rest = b"ease South\nnonsense\npress Nowhere\ndisconnect A pad\n";
        file.write_all(rest).unwrap();
        let released = PadEvent::Button(PadButton::South, false);
        assert_eq!(script.next_event(), Some(released));
        let gone = PadEvent::Disconnected(String::from("A pad"));
        assert_eq!(script.next_event(), Some(gone));
        assert_eq!(script.next_event(), None);
    }
}
