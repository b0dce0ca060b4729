//! Reading a recording line by line. Any other file is rejected, with its name. `recording` combines the
//! lines.

#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

use super::{
    CAPSULE_MAGIC, GZIP_MAGIC, HASH_INTERVAL, Header, RECORDING_MAGIC, ReplayError, VERSION,
    line::{Line, parse_hash},
    recording::{Fault, Flaw, Recording, RecordingBuilder},
};
use hexbound_base::{clock::TICK_RATE, files};
use hexbound_level::Reading;
use hexbound_sim::Rules;

/// The longest line, bytes. It keeps a file without line ends out of memory.
pub(crate) const MAX_LINE_BYTES: u64 = 4096;
/// The largest content of a compressed file, bytes: more than a day of play.
const MAX_UNPACKED_BYTES: u64 = 1 << 28;
/// The largest number of ticks in a recording: a day of play.
const MAX_TICKS: u64 = 24 * 60 * 60 * TICK_RATE as u64;
/// The largest surplus of ticks over the end line with which a recording is still played. It equals the
/// interval between two hashes.
const MAX_SURPLUS_TICKS: u64 = HASH_INTERVAL;

/// Reads and checks the whole file `path`, which may be compressed.
pub fn read(path: &Path) -> Result<Recording, ReplayError> {
    let recording = read_to_confirm(path)?;
    recording.check_whole()?;
    Ok(recording)
}

/// Reads a recording up to its first inconsistent line, so that playback can find the altered tick. Fails
/// for any other file, and for a recording much longer than its end line says.
pub fn read_to_confirm(path: &Path) -> Result<Recording, ReplayError> {
    let file: Box<dyn BufRead> = match files::embedded(path) {
        Some(bytes) => Box::new(bytes),
        // A pipe from a shell is read like a file.
        None => Box::new(BufReader::new(
            File::open(path).map_err(ReplayError::reading(path))?,
        )),
    };
    read_from(file, path)
}

/// Reads a recording as [`read_to_confirm`] does, from the content of a file. Messages name it `path`.
pub fn read_from(mut file: Box<dyn BufRead + '_>, path: &Path) -> Result<Recording, ReplayError> {
    let start = file.fill_buf().map_err(ReplayError::reading(path))?;
    let is_compressed = start.starts_with(&GZIP_MAGIC);
    let reader: Box<dyn BufRead + '_> = match is_compressed {
        true => Box::new(BufReader::new(
            MultiGzDecoder::new(file).take(MAX_UNPACKED_BYTES),
        )),
        false => file,
    };
    NumberedLines {
        path,
        reader,
        number: 0,
        is_cut: false,
    }
    .recording()
}

/// The lines of a file, numbered for messages.
struct NumberedLines<'a, R> {
    path: &'a Path,
    reader: R,
    number: usize,
    /// True if the compressed stream ended early.
    is_cut: bool,
}

impl<R: BufRead> NumberedLines<'_, R> {
    fn recording(mut self) -> Result<Recording, ReplayError> {
        self.check_version()?;
        let level = match self.one_of(["level", "no-run"])? {
            ("no-run", reason) => {
                return Err(ReplayError::NoRun {
                    path: self.path.to_owned(),
                    reason,
                });
            }
            (_, level) => level,
        };
        let (reading, word) = self.reading_and_content()?;
        let header = Header {
            level,
            reading,
            content: parse_hash(&word).map_err(|problem| self.problem(problem))?,
            rules: {
                let text = self.field("rules")?;
                self.parse_rules(&text)?
            },
        };
        self.body(header)
    }

    /// Reads the optional lines of the scale and the variant, and the content's hash as text.
    fn reading_and_content(&mut self) -> Result<(Reading, String), ReplayError> {
        let mut reading = Reading::default();
        let (mut name, mut word) = self.one_of(["content", "scale", "variant"])?;
        if name == "scale" {
            reading.scale = word.parse().map_err(|problem| self.problem(problem))?;
            (name, word) = self.one_of(["content", "variant"])?;
        }
        if name == "variant" {
            reading.variant = Some(word);
            word = self.field("content")?;
        }
        Ok((reading, word))
    }

    fn check_version(&mut self) -> Result<(), ReplayError> {
        let not_a_recording = || ReplayError::NotARecording {
            path: self.path.to_owned(),
        };
        // Only an unreadable file has an error of its own here. Bytes that are no text, and a line that
        // never ends, are simply no recording.
        let first = match next_line(&mut self.reader) {
            Err(error) if error.kind() != io::ErrorKind::InvalidData => {
                return Err(ReplayError::reading(self.path)(error));
            }
            line => line.ok().flatten().ok_or_else(not_a_recording)?,
        };
        self.number = 1;
        match first.split_once(' ') {
            Some((RECORDING_MAGIC, version)) if version.trim() == VERSION.to_string() => Ok(()),
            Some((RECORDING_MAGIC, version)) => Err(ReplayError::OtherVersion {
                path: self.path.to_owned(),
                found: version.trim().chars().take(20).collect(),
            }),
            Some((CAPSULE_MAGIC, _)) => Err(ReplayError::Capsule {
                path: self.path.to_owned(),
            }),
            _ => Err(not_a_recording()),
        }
    }

    fn parse_rules(&self, text: &str) -> Result<Rules, ReplayError> {
        let rules: Rules = serde_json::from_str(text).map_err(|error| {
            let text = error.to_string();
            // The position in the JSON would look like another line of the file.
            let what = text
                .rsplit_once(" at line ")
                .map_or(&*text, |(what, _)| what);
            self.problem(format!("the rules can't be read: {what}"))
        })?;
        if rules.are_valid() {
            Ok(rules)
        } else {
            Err(self.problem(String::from(
                "walk_speed has to be above 0, restitution from 0 to 1, coyote_time and \
                 jump_buffer from 0 to 10 s",
            )))
        }
    }

    fn body(mut self, header: Header) -> Result<Recording, ReplayError> {
        let mut kept = RecordingBuilder::default();
        while let Some(text) = self.next()? {
            let line = match Line::parse(&text) {
                Ok(line) => line,
                Err(problem) => return Err(self.invalid_line(problem, kept.so_far.ticks)?),
            };
            match line {
                Line::Method(question, choice) => {
                    let chosen = kept.so_far.held.methods.choose(question, choice);
                    chosen.map_err(|problem| self.problem(problem))?;
                }
                Line::Assist(assisted) => kept.so_far.held.assisted = assisted,
                Line::Rewound(rewound) => kept.so_far.held.rewound = rewound,
                Line::Result(result) => kept.so_far.result = Some(result),
                Line::Unfinished(command) => kept.unfinished = Some(kept.completed(command)),
                Line::Fault(words) => {
                    kept.so_far.fault = Some(Fault {
                        words,
                        unfinished: kept.unfinished.take(),
                    });
                }
                Line::Commands { command, times } => {
                    kept.add(command, times, self.number);
                    if kept.so_far.ticks > MAX_TICKS {
                        return Err(self.problem(format!(
                            "there are {} ticks up to here, and a recording holds {MAX_TICKS} at most, a \
                             day of play; record the run again",
                            kept.so_far.ticks
                        )));
                    }
                }
                Line::Checks(checks) => {
                    if let Some(flaw) = kept.add_checks(&checks, self.number) {
                        let promised = self.reach_end(kept.so_far.ticks)?;
                        return self.flawed(kept, header, flaw, promised);
                    }
                }
                Line::Back(tick) if tick <= kept.so_far.ticks => kept.rewind_to(tick),
                Line::Back(tick) => {
                    return Err(self.problem(format!(
                        "there is no way back to tick {tick} from tick {}",
                        kept.so_far.ticks
                    )));
                }
                Line::Hash { tick, hash } => {
                    if let Some(flaw) = Flaw::of_length(tick, kept.so_far.ticks) {
                        let promised = self.reach_end(kept.so_far.ticks)?;
                        return self.flawed(kept, header, flaw, promised);
                    }
                    kept.add_hash(hash);
                }
                Line::End { ticks, hash } => {
                    if let Some(flaw) = Flaw::of_length(ticks, kept.so_far.ticks) {
                        return self.flawed(kept, header, flaw, ticks);
                    }
                    if self.next()?.is_some() {
                        return Err(self.problem(String::from("text after the 'end' line")));
                    }
                    if self.is_cut {
                        return Err(self.truncated(kept.so_far.ticks));
                    }
                    return Ok(kept.recording(self.path, header, hash));
                }
            }
        }
        Err(self.truncated(kept.so_far.ticks))
    }

    /// The recording up to the inconsistent lines. Fails if that is much longer than the file's end line
    /// says.
    fn flawed(
        &self,
        kept: RecordingBuilder,
        header: Header,
        flaw: Flaw,
        promised: u64,
    ) -> Result<Recording, ReplayError> {
        if kept.so_far.ticks > promised.saturating_add(MAX_SURPLUS_TICKS) {
            return Err(ReplayError::WrongLength {
                path: self.path.to_owned(),
                promised,
                found: kept.so_far.ticks,
            });
        }
        Ok(kept.flawed(self.path, header, flaw))
    }

    /// Reads to the end after inconsistent lines, and returns the tick count of the end line. Fails if
    /// the file has no end line, since it was then truncated.
    fn reach_end(&mut self, ticks: u64) -> Result<u64, ReplayError> {
        let mut last = String::new();
        while let Some(line) = self.next()? {
            last = line;
        }
        match Line::parse(&last) {
            Ok(Line::End { ticks, .. }) => Ok(ticks),
            _ => Err(self.truncated(ticks)),
        }
    }

    fn truncated(&self, ticks: u64) -> ReplayError {
        ReplayError::Truncated {
            path: self.path.to_owned(),
            ticks,
        }
    }

    /// The value of the next header line, which must have the name `name`.
    fn field(&mut self, name: &'static str) -> Result<String, ReplayError> {
        Ok(self.one_of([name])?.1)
    }

    /// The name and the value of the next header line. It must have one of `names`, the usual one first.
    fn one_of<const COUNT: usize>(
        &mut self,
        names: [&'static str; COUNT],
    ) -> Result<(&'static str, String), ReplayError> {
        let missing = format!("expected a line '{} …'", names[0]);
        let Some(text) = self.next()? else {
            return Err(self.truncated(0));
        };
        let (found, value) = text.split_once(' ').unwrap_or_default();
        match names.into_iter().find(|name| *name == found) {
            Some(name) => Ok((name, value.trim().to_owned())),
            None => Err(self.problem(missing)),
        }
    }

    /// The next line that is neither empty nor a comment.
    fn next(&mut self) -> Result<Option<String>, ReplayError> {
        loop {
            self.number += 1;
            match next_line(&mut self.reader) {
                // The reader reports a truncated stream itself.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_cut = true;
                    return Ok(None);
                }
                Err(error) => return Err(self.problem(error.to_string())),
                Ok(Some(line)) if line.is_empty() || line.starts_with('#') => {}
                Ok(line) => return Ok(line),
            }
        }
    }

    /// Returns the error about an invalid line. As the last line of a file, it shows a truncation.
    fn invalid_line(&mut self, problem: String, ticks: u64) -> Result<ReplayError, ReplayError> {
        let named = self.problem(problem);
        Ok(match self.next()? {
            Some(_) => named,
            None => self.truncated(ticks),
        })
    }

    fn problem(&self, problem: String) -> ReplayError {
        ReplayError::Line {
            path: self.path.to_owned(),
            line: self.number,
            problem,
        }
    }
}

/// The next line without its end; `None` at the end of the file.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let invalid = |problem: &str| io::Error::new(io::ErrorKind::InvalidData, problem.to_owned());
    if bytes.len() as u64 == MAX_LINE_BYTES {
        return Err(invalid("the line is too long for a recording"));
    }
    let text = String::from_utf8(bytes).map_err(|_| invalid("the line is not text"))?;
    Ok(Some(text.trim().to_owned()))
}
