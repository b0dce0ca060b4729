//! Dropping a file on a window the way a file manager does: the source's half of the XDND
//! protocol, version 5, spoken over X11's own wire format, since no tool at hand does it.

use std::{
    io::{self, Read, Write},
    os::unix::net::UnixStream,
    path::Path,
    time::Duration,
};

const SELECTION_REQUEST: u8 = 30;
const SELECTION_NOTIFY: u8 = 31;
const CLIENT_MESSAGE: u8 = 33;

/// Drops `file` on `window` of the server `display` (":7") and waits until it was taken.
pub fn drop_file(display: &str, window: u32, file: &Path) -> io::Result<()> {
    let mut source = Source::connect(display)?;
    let own = source.window()?;
    let selection = source.atom("XdndSelection")?;
    let list = source.atom("text/uri-list")?;
    let copy = source.atom("XdndActionCopy")?;
    let enter = source.atom("XdndEnter")?;
    let position = source.atom("XdndPosition")?;
    let status = source.atom("XdndStatus")?;
    let drop = source.atom("XdndDrop")?;
    let finished = source.atom("XdndFinished")?;
    source.own_selection(own, selection)?;
    source.message(window, enter, [own, 5 << 24, list, 0, 0])?;
    source.message(window, position, [own, 0, 100 << 16 | 100, 0, copy])?;
    let uri = format!("file://{}\r\n", file.display());
    source.serve(&uri, status)?;
    source.message(window, drop, [own, 0, 0, 0, 0])?;
    source.serve(&uri, finished)
}

struct Source {
    stream: UnixStream,
    root: u32,
    next_id: u32,
}

impl Source {
    fn connect(display: &str) -> io::Result<Self> {
        let path = format!("/tmp/.X11-unix/X{}", display.trim_start_matches(':'));
        let mut stream = UnixStream::connect(path)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        // Little-endian, protocol 11.0, no authorisation.
        stream.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
        let mut head = [0; 8];
        stream.read_exact(&mut head)?;
        let mut body = vec![0; 4 * usize::from(u16::from_le_bytes([head[6], head[7]]))];
        stream.read_exact(&mut body)?;
        if head[0] != 1 {
            return Err(io::Error::other("the X server refuses the connection"));
        }
        let vendor = usize::from(u16::from_le_bytes([body[16], body[17]]));
        let formats = usize::from(body[21]);
        let screen = 32 + vendor.next_multiple_of(4) + 8 * formats;
        Ok(Self {
            stream,
            root: word(&body, screen),
            next_id: word(&body, 4),
        })
    }

    fn request(&mut self, opcode: u8, detail: u8, body: &[u8]) -> io::Result<()> {
        let length = (4 + body.len()).div_ceil(4) as u16;
        let mut bytes = vec![opcode, detail];
        bytes.extend(length.to_le_bytes());
        bytes.extend(body);
        bytes.resize(usize::from(length) * 4, 0);
        self.stream.write_all(&bytes)
    }

    /// The next reply or event; errors are errors.
    fn next(&mut self) -> io::Result<[u8; 32]> {
        let mut packet = [0; 32];
        self.stream.read_exact(&mut packet)?;
        match packet[0] {
            0 => Err(io::Error::other(format!("X error {}", packet[1]))),
            _ => Ok(packet),
        }
    }

    fn atom(&mut self, name: &str) -> io::Result<u32> {
        let mut body = (name.len() as u16).to_le_bytes().to_vec();
        body.extend([0, 0]);
        body.extend(name.bytes());
        self.request(16, 0, &body)?;
        Ok(word(&self.next()?, 8))
    }

    fn window(&mut self) -> io::Result<u32> {
        let id = self.next_id;
        self.next_id += 1;
        let mut body = words(&[id, self.root]);
        for number in [0u16, 0, 1, 1, 0, 0] {
            body.extend(number.to_le_bytes());
        }
        body.extend(words(&[0, 0]));
        self.request(1, 0, &body)?;
        Ok(id)
    }

    fn own_selection(&mut self, window: u32, selection: u32) -> io::Result<()> {
        self.request(22, 0, &words(&[window, selection, 0]))
    }

    fn send(&mut self, window: u32, event: &[u8]) -> io::Result<()> {
        let mut body = words(&[window, 0]);
        body.extend(event);
        body.resize(8 + 32, 0);
        self.request(25, 0, &body)
    }

    fn message(&mut self, window: u32, kind: u32, data: [u32; 5]) -> io::Result<()> {
        let mut event = vec![CLIENT_MESSAGE, 32, 0, 0];
        event.extend(words(&[window, kind]));
        event.extend(words(&data));
        self.send(window, &event)
    }

    /// Hands out `uri` to whoever asks until the message `until` comes.
    fn serve(&mut self, uri: &str, until: u32) -> io::Result<()> {
        loop {
            let event = self.next()?;
            match event[0] & 0x7f {
                CLIENT_MESSAGE if word(&event, 8) == until => return Ok(()),
                SELECTION_REQUEST => self.answer(&event, uri)?,
                _ => {}
            }
        }
    }

    fn answer(&mut self, request: &[u8; 32], uri: &str) -> io::Result<()> {
        let [time, _, requestor, selection, target, property] =
            [4, 8, 12, 16, 20, 24].map(|at| word(request, at));
        let mut body = words(&[requestor, property, target, 8, uri.len() as u32]);
        body.extend(uri.bytes());
        self.request(18, 0, &body)?;
        let mut event = vec![SELECTION_NOTIFY, 0, 0, 0];
        event.extend(words(&[time, requestor, selection, target, property]));
        self.send(requestor, &event)
    }
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}
