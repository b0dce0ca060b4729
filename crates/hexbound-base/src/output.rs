//! The destination of a command's output: a file, or standard output for `-`.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

/// The path that stands for standard output; a file of that name is written as `./-`.
const STANDARD_OUTPUT: &str = "-";

/// Returns whether `path` means standard output.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD_OUTPUT
}

/// An open file, or standard output. Writes are buffered, so `flush` must be called at the end.
pub struct Output(BufWriter<Box<dyn Write + Send>>);

impl Output {
    /// Creates the file `path`, or opens standard output if `path` is `-`. Fails if the file can't be
    /// created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let sink: Box<dyn Write + Send> = if is_standard(path) {
            Box::new(Pipe::new(io::stdout()))
        } else {
            Box::new(File::create(path)?)
        };
        Ok(Self(BufWriter::new(sink)))
    }

    /// Writes to `sink` instead of a file.
    pub fn to(sink: impl Write + Send + 'static) -> Self {
        Self(BufWriter::new(Box::new(sink)))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A stream whose reader may go away (`| head`). A closed reader is no error: the rest is discarded.
struct Pipe<W> {
    stream: W,
    is_read: bool,
}

impl<W: Write> Pipe<W> {
    fn new(stream: W) -> Self {
        Self {
            stream,
            is_read: true,
        }
    }

    fn unless_closed<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_read = false;
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_read {
            return Ok(bytes.len());
        }
        let written = self.stream.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.is_read {
            return Ok(());
        }
        let flushed = self.stream.flush();
        self.unless_closed(flushed, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that is closed after a number of bytes, and the number of its writes and flushes.
    struct Reader(usize, u32);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            if self.0 == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.1 += 1;
            match self.0 {
                0 => Err(io::ErrorKind::BrokenPipe.into()),
                _ => Ok(()),
            }
        }
    }

    #[test]
    fn only_a_dash_alone_is_standard_output() {
        assert!(is_standard(Path::new("-")));
        for name in ["./-", "-.csv", "--", ""] {
            assert!(!is_standard(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_failure() {
        let mut pipe = Pipe::new(Reader(3, 0));
        pipe.write_all(b"hexbound").unwrap();
        assert_eq!((pipe.is_read, pipe.stream.0), (false, 0));
        let calls = pipe.stream.1;
        pipe.flush().unwrap();
        pipe.write_all(b"again").unwrap();
        pipe.flush().unwrap();
        assert_eq!(pipe.stream.1, calls, "nothing more is sent to it");
    }

    #[test]
    fn a_file_is_written_where_it_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("-");
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"hexbound").unwrap();
        output.flush().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"hexbound");
    }
}
