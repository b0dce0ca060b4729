//! Reading a recording, refusing by name what is none.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::bufread::MultiGzDecoder;

use super::{
    Header, MAGIC, OLDEST_VERSION, ReplayError, VERSION,
    line::{Line, parse_hash},
    line_check::{LineCheck, Mark},
};
use crate::{
    level::{Level, Scale},
    sim::{Command, Rules, RunResult},
};

/// The longest line, bytes: a file without line ends is not read into memory.
const LONGEST_LINE: u64 = 4096;
/// The most that a compressed file may hold, bytes: more than a day of play.
const MOST_BYTES: u64 = 1 << 28;
/// The first bytes of a compressed file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A whole recording, checked for form: the run as it was kept, without what was given up by
/// rewinding.
#[derive(Clone, Debug)]
pub struct Recording {
    pub path: PathBuf,
    pub header: Header,
    /// Commands and for how many ticks each holds.
    pub runs: Vec<(Command, u32)>,
    /// Ticks and the state's hash after them, ascending.
    pub checks: Vec<(u64, u64)>,
    pub ticks: u64,
    /// The result that the recording claims; `None` where the level was not finished.
    pub result: Option<RunResult>,
    /// The hash of the state after the last tick; `None` for scripts.
    pub state_hash: Option<u64>,
    /// The checks of `runs`, one for one; `None` where the file has none.
    pub(super) marks: Vec<Option<Mark>>,
    /// The first place at which the lines don't fit together, which is where the reading ended.
    flaw: Option<Flaw>,
}

/// Lines that don't fit together.
#[derive(Clone, Debug)]
enum Flaw {
    /// There are other than the promised ticks.
    Length { promised: u64, found: u64 },
    /// There are other than the checked lines of commands; the first that is new or missing makes
    /// this tick.
    Lines { tick: u64, line: usize },
}

impl Recording {
    /// Returns whether it was made on `level`.
    pub(crate) fn check_level(&self, level: &Level) -> Result<(), ReplayError> {
        match self.header.content {
            Some(recorded) if recorded != level.content_hash => Err(ReplayError::OtherLevel {
                path: self.path.clone(),
                level: self.header.level.clone(),
                recorded,
                given: level.name.clone(),
                actual: level.content_hash,
            }),
            _ => Ok(()),
        }
    }

    /// Returns whether the lines fit together. A file that is read to be played always does.
    pub(crate) fn check_whole(&self) -> Result<(), ReplayError> {
        let path = || self.path.clone();
        match self.flaw {
            None => Ok(()),
            Some(Flaw::Length { promised, found }) => Err(ReplayError::WrongLength {
                path: path(),
                promised,
                found,
            }),
            Some(Flaw::Lines { tick, line }) => Err(ReplayError::Parted {
                path: path(),
                tick,
                line,
            }),
        }
    }

    /// The number of lines of commands that have a check.
    pub(crate) fn checked_lines(&self) -> usize {
        self.marks.iter().flatten().count()
    }
}

/// Reads and checks all of `path`, which may be compressed.
pub fn read(path: &Path) -> Result<Recording, ReplayError> {
    let recording = read_to_confirm(path)?;
    recording.check_whole()?;
    Ok(recording)
}

/// Reads `path` as far as its lines fit together: where they don't, playing what there is can tell
/// which tick was changed. What is no recording is refused.
pub fn read_to_confirm(path: &Path) -> Result<Recording, ReplayError> {
    let error = |source| ReplayError::Read {
        path: path.to_owned(),
        source,
    };
    let mut file = BufReader::new(File::open(path).map_err(error)?);
    let is_compressed = file.fill_buf().map_err(error)?.starts_with(&GZIP);
    let reader: Box<dyn BufRead> = match is_compressed {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file).take(MOST_BYTES))),
        false => Box::new(file),
    };
    Lines {
        path,
        reader,
        number: 0,
    }
    .recording()
}

/// The lines of a file, numbered for messages.
struct Lines<'a, R> {
    path: &'a Path,
    reader: R,
    number: usize,
}

impl<R: BufRead> Lines<'_, R> {
    fn recording(mut self) -> Result<Recording, ReplayError> {
        self.version()?;
        let level = self.field("level")?;
        let (scale, word) = self.scale_and_content()?;
        let header = Header {
            level,
            scale,
            content: parse_hash(&word).map_err(|problem| self.problem(problem))?,
            rules: {
                let text = self.field("rules")?;
                self.rules(&text)?
            },
        };
        self.body(header)
    }

    /// The scale's line may be missing.
    fn scale_and_content(&mut self) -> Result<(Scale, String), ReplayError> {
        match self.one_of(["content", "scale"])? {
            ("scale", word) => {
                let scale = word.parse().map_err(|problem| self.problem(problem))?;
                Ok((scale, self.field("content")?))
            }
            (_, word) => Ok((Scale::METERS, word)),
        }
    }

    fn version(&mut self) -> Result<(), ReplayError> {
        let not_a_recording = || ReplayError::NotARecording {
            path: self.path.to_owned(),
        };
        // Only an unreadable file is told from a strange one here: bytes that are no text, or a
        // line that never ends, are simply no recording.
        let first = match next_line(&mut self.reader) {
            Err(error) if error.kind() != io::ErrorKind::InvalidData => {
                return Err(ReplayError::Read {
                    path: self.path.to_owned(),
                    source: error,
                });
            }
            line => line.ok().flatten().ok_or_else(not_a_recording)?,
        };
        self.number = 1;
        match first.split_once(' ') {
            Some((MAGIC, version)) if is_readable(version.trim()) => Ok(()),
            Some((MAGIC, version)) => Err(ReplayError::OtherVersion {
                path: self.path.to_owned(),
                found: version.trim().chars().take(20).collect(),
            }),
            _ => Err(not_a_recording()),
        }
    }

    fn rules(&self, text: &str) -> Result<Rules, ReplayError> {
        let rules: Rules =
            serde_json::from_str(text).map_err(|error| self.problem(error.to_string()))?;
        if rules.are_sound() {
            Ok(rules)
        } else {
            Err(self.problem(String::from(
                "walk_speed has to be above 0, restitution from 0 to 1, coyote_time and \
                 jump_buffer from 0 to 10 s",
            )))
        }
    }

    fn body(mut self, header: Header) -> Result<Recording, ReplayError> {
        let mut kept = Kept::default();
        while let Some(text) = self.next()? {
            match Line::parse(&text).map_err(|problem| self.problem(problem))? {
                Line::Collision(mode) => kept.held.collision = mode,
                Line::Ground(strategy) => kept.held.ground = strategy,
                Line::Assist(assisted) => kept.held.assisted = assisted,
                Line::Rewound(rewound) => kept.held.rewound = rewound,
                Line::Result(result) => kept.result = Some(result),
                Line::Commands { command, times } => kept.add(command, times, self.number),
                Line::Checks(checks) => {
                    if let Some(tick) = kept.mark(&checks) {
                        let line = kept
                            .new
                            .get(checks.len())
                            .map_or(self.number, |new| new.line);
                        return Ok(self.flawed(header, kept, Flaw::Lines { tick, line }));
                    }
                }
                Line::Back(tick) if tick <= kept.ticks => kept.back_to(tick),
                Line::Back(tick) => {
                    return Err(self.problem(format!(
                        "there is no way back to tick {tick} from tick {}",
                        kept.ticks
                    )));
                }
                Line::Hash { tick, hash } => {
                    if let Some(flaw) = other_length(tick, kept.ticks) {
                        return Ok(self.flawed(header, kept, flaw));
                    }
                    kept.new.clear();
                    kept.checks.push((tick, hash));
                }
                Line::End { ticks, hash } => {
                    if let Some(flaw) = other_length(ticks, kept.ticks) {
                        return Ok(self.flawed(header, kept, flaw));
                    }
                    if self.next()?.is_some() {
                        return Err(self.problem(String::from("text after the 'end' line")));
                    }
                    return Ok(Recording {
                        state_hash: hash,
                        ..kept.recording(self.path, header)
                    });
                }
            }
        }
        Err(ReplayError::Truncated {
            path: self.path.to_owned(),
            ticks: kept.ticks,
        })
    }

    fn flawed(&self, header: Header, kept: Kept, flaw: Flaw) -> Recording {
        Recording {
            flaw: Some(flaw),
            ..kept.recording(self.path, header)
        }
    }

    /// The value of the header line that has to come next.
    fn field(&mut self, name: &'static str) -> Result<String, ReplayError> {
        Ok(self.one_of([name])?.1)
    }

    /// As above for an entry that may have one of several names, the usual one first.
    fn one_of<const COUNT: usize>(
        &mut self,
        names: [&'static str; COUNT],
    ) -> Result<(&'static str, String), ReplayError> {
        let missing = format!("expected a line '{} …'", names[0]);
        let Some(text) = self.next()? else {
            return Err(ReplayError::Truncated {
                path: self.path.to_owned(),
                ticks: 0,
            });
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
                Err(error) => return Err(self.problem(error.to_string())),
                Ok(Some(line)) if line.is_empty() || line.starts_with('#') => {}
                Ok(line) => return Ok(line),
            }
        }
    }

    fn problem(&self, problem: String) -> ReplayError {
        ReplayError::Line {
            path: self.path.to_owned(),
            line: self.number,
            problem,
        }
    }
}

/// The part of a run that is kept, as far as it was read.
#[derive(Default)]
struct Kept {
    runs: Vec<(Command, u32)>,
    marks: Vec<Option<Mark>>,
    checks: Vec<(u64, u64)>,
    ticks: u64,
    result: Option<RunResult>,
    /// The lines of commands since the last line of checks.
    new: Vec<NewLine>,
    /// The parts of a command that hold until another line changes them.
    held: Command,
}

/// A line of commands whose check is not known yet.
struct NewLine {
    line: usize,
    /// Its place among the runs.
    run: usize,
    times: u32,
    /// The number of ticks before it.
    ticks_before: u64,
}

impl Kept {
    fn add(&mut self, command: Command, times: u32, line: usize) {
        let command = Command {
            buttons: command.buttons,
            yaw: command.yaw,
            pitch: command.pitch,
            ..self.held
        };
        self.result = None;
        self.new.push(NewLine {
            line,
            run: self.runs.len(),
            times,
            ticks_before: self.ticks,
        });
        self.runs.push((command, times));
        self.marks.push(None);
        self.ticks += u64::from(times);
    }

    /// Gives the new lines their checks. Returns the tick of the first line that is new or missing,
    /// where there are more or fewer of them.
    fn mark(&mut self, checks: &[LineCheck]) -> Option<u64> {
        for (new, check) in self.new.iter().zip(checks) {
            self.marks[new.run] = Some(Mark {
                check: *check,
                times: new.times,
                line: new.line,
            });
        }
        if self.new.len() == checks.len() {
            self.new.clear();
            return None;
        }
        let new = self.new.get(checks.len());
        Some(new.map_or(self.ticks, |new| new.ticks_before) + 1)
    }

    /// Gives up what came after `tick`, which is not ahead.
    fn back_to(&mut self, tick: u64) {
        self.held.rewound = self.held.rewound.and(self.ticks - tick);
        while self.ticks > tick
            && let Some((_, times)) = self.runs.last_mut()
        {
            let surplus = (self.ticks - tick).min(u64::from(*times)) as u32;
            *times -= surplus;
            self.ticks -= u64::from(surplus);
            if *times == 0 {
                self.runs.pop();
                self.marks.pop();
            }
        }
        self.checks.retain(|(at, _)| *at <= tick);
        self.new.clear();
    }

    fn recording(self, path: &Path, header: Header) -> Recording {
        Recording {
            path: path.to_owned(),
            header,
            runs: self.runs,
            checks: self.checks,
            ticks: self.ticks,
            result: self.result,
            state_hash: None,
            marks: self.marks,
            flaw: None,
        }
    }
}

fn is_readable(version: &str) -> bool {
    (OLDEST_VERSION..=VERSION).any(|readable| version == readable.to_string())
}

/// The flaw of a line that promises other than the ticks that there are.
fn other_length(promised: u64, found: u64) -> Option<Flaw> {
    (promised != found).then_some(Flaw::Length { promised, found })
}

/// The next line without its end; `None` at the end of the file.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let invalid = |problem: &str| io::Error::new(io::ErrorKind::InvalidData, problem.to_owned());
    if bytes.len() as u64 == LONGEST_LINE {
        return Err(invalid("the line is too long for a recording"));
    }
    let text = String::from_utf8(bytes).map_err(|_| invalid("the line is not text"))?;
    Ok(Some(text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Buttons, CollisionMode, GroundStrategy};

    fn parse(text: &str) -> Result<Recording, ReplayError> {
        Lines {
            path: Path::new("a.rec"),
            reader: BufReader::new(text.as_bytes()),
            number: 0,
        }
        .recording()
        .and_then(|recording| recording.check_whole().map(|()| recording))
    }

    const HEAD: &str = "hexbound-recording 2\nlevel test:box-room\ncontent any\n\
                        rules {\"walk_speed\":5.0,\"explosion_pool\":\"drop\",\"restitution\":0.8}\n";

    #[test]
    fn a_compressed_file_is_read_and_a_cut_one_is_refused() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec.gz");
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        let text = format!("{HEAD}F x3\nJ 0.1 0\nend 4 any\n");
        writer.write_all(text.as_bytes()).unwrap();
        let bytes = writer.finish().unwrap();
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(read(&path).unwrap().ticks, 4);
        for length in [1, 2, 9, bytes.len() / 2, bytes.len() - 9] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(read(&path).is_err(), "cut at byte {length}");
        }
    }

    #[test]
    fn a_claimed_result_is_that_of_the_end() {
        let result = r#"result {"ticks":3,"rewound":0,"rewinds":0,"balls":1,"lit":1,"assisted":false,"medal":"gold"}"#;
        let claimed = |rest: &str| parse(&format!("{HEAD}F x3\n{rest}")).unwrap().result;
        assert!(claimed(&format!("{result}\nend 3 any\n")).is_some_and(|it| it.balls == 1));
        assert_eq!(claimed(&format!("{result}\nF\nend 4 any\n")), None);
    }

    #[test]
    fn a_scale_is_read_and_a_senseless_one_is_refused() {
        let scaled = |word: &str| {
            let head = HEAD.replace("content any", &format!("scale {word}\ncontent any"));
            parse(&format!("{head}F x3\nend 3 any\n")).map(|recording| recording.header.scale)
        };
        assert_eq!(scaled("0.01").unwrap(), Scale::new(0.01).unwrap());
        let said = scaled("0").unwrap_err().to_string();
        assert!(
            said.contains("a.rec") && said.contains("a scale is"),
            "{said}"
        );
        let plain = parse(&format!("{HEAD}end 0 any\n")).unwrap();
        assert_eq!(plain.header.scale, Scale::METERS);
    }

    #[test]
    fn a_script_by_hand_is_read() {
        let text =
            format!("{HEAD}# walk\nF x3\ncollision article\n\nground rays\nFJ 0.5 0\nend 4 any\n");
        let recording = parse(&text).unwrap();
        assert_eq!(recording.ticks, 4);
        assert_eq!(recording.runs[0].1, 3);
        assert_eq!(recording.runs[1].0.collision, CollisionMode::Article);
        assert_eq!(recording.runs[0].0.ground, GroundStrategy::Sweep);
        assert_eq!(recording.runs[1].0.ground, GroundStrategy::Rays);
        assert_eq!(recording.runs[1].0.yaw, 0.5);
        assert_eq!(recording.state_hash, None);
    }

    #[test]
    fn what_was_given_up_is_left_out_and_counted() {
        let text = format!(
            "{HEAD}F x3\nJ x5\nhash 8 0123456789abcdef\nback 5\nL x2\nback 6\nback 2\nB\nend 3 any\n"
        );
        let recording = parse(&text).unwrap();
        let kept: Vec<(Buttons, u32, u64, u32)> = (recording.runs.iter())
            .map(|(it, times)| (it.buttons, *times, it.rewound.ticks, it.rewound.times))
            .collect();
        assert_eq!(
            kept,
            [(Buttons::FORWARD, 2, 0, 0), (Buttons::BACK, 1, 8, 3)]
        );
        assert_eq!((recording.ticks, recording.checks.len()), (3, 0));
    }

    #[test]
    fn a_check_before_the_tick_gone_back_to_stays() {
        let check = |tick: u64| format!("hash {tick} 0123456789abcdef\n");
        let text = format!(
            "{HEAD}F x3\n{}F x3\n{}back 3\nJ x3\n{}end 6 any\n",
            check(3),
            check(6),
            check(6)
        );
        let checks: Vec<u64> = parse(&text).unwrap().checks.iter().map(|it| it.0).collect();
        assert_eq!(checks, [3, 6]);
    }

    #[test]
    fn a_way_back_to_what_is_ahead_is_refused() {
        let said = parse(&format!("{HEAD}F x3\nback 4\nend 4 any\n"))
            .unwrap_err()
            .to_string();
        assert!(said.contains("line 6") && said.contains("tick 4"), "{said}");
    }

    #[test]
    fn totals_and_help_hold_until_they_change() {
        let text = format!("{HEAD}F\nrewound 60 2\nassist on\nF\nassist off\nF\nend 3 any\n");
        let recording = parse(&text).unwrap();
        let held: Vec<_> = (recording.runs.iter())
            .map(|(it, _)| (it.rewound.ticks, it.rewound.times, it.assisted))
            .collect();
        assert_eq!(held, [(0, 0, false), (60, 2, true), (60, 2, false)]);
    }

    #[test]
    fn another_version_is_named() {
        for version in ["1", "7"] {
            let first = format!("{MAGIC} {version}\n");
            let message = parse(&first).unwrap_err().to_string();
            assert!(message.contains(&format!("version {version}")), "{message}");
            assert!(message.contains("record it again"), "{message}");
        }
    }

    #[test]
    fn strange_files_are_no_recordings() {
        for text in ["", "glTF", "hexbound-recording", "\u{0}\u{1}"] {
            assert!(matches!(
                parse(text),
                Err(ReplayError::NotARecording { .. })
            ));
        }
    }

    #[test]
    fn a_cut_anywhere_is_noticed() {
        let text = format!("{HEAD}F x3\nhash 3 0123456789abcdef\nJ x20\nend 23 0123456789abcdef\n");
        assert!(parse(&text).is_ok());
        for length in 0..text.len() - 1 {
            assert!(parse(&text[..length]).is_err(), "cut at byte {length}");
        }
    }

    #[test]
    fn a_garbage_line_is_named_by_number() {
        let message = parse(&format!("{HEAD}F x3\nQ 1\nend 4 any\n"))
            .unwrap_err()
            .to_string();
        assert!(message.contains("line 6"), "{message}");
    }

    #[test]
    fn a_missing_tick_is_noticed() {
        assert!(matches!(
            parse(&format!("{HEAD}F x3\nend 4 any\n")),
            Err(ReplayError::WrongLength {
                promised: 4,
                found: 3,
                ..
            })
        ));
    }

    #[test]
    fn rules_that_came_later_are_as_usual() {
        let rules = parse(&(HEAD.to_owned() + "end 0 any\n"))
            .unwrap()
            .header
            .rules;
        assert_eq!(rules, Rules::default());
        let text = HEAD.replace("0.8", "0.8,\"coyote_time\":0.0,\"jump_buffer\":0.25");
        let rules = parse(&(text + "end 0 any\n")).unwrap().header.rules;
        assert_eq!((rules.coyote_time, rules.jump_buffer), (0.0, 0.25));
    }

    #[test]
    fn impossible_rules_are_refused() {
        for (usual, odd) in [
            ("5.0", "-1"),
            ("5.0", "0"),
            ("5.0", "1e99"),
            ("5.0", "\"fast\""),
            ("0.8", "1.01"),
            ("0.8", "-0.1"),
            ("drop", "keep"),
        ] {
            let text = HEAD.replace(usual, odd) + "end 0 any\n";
            assert!(parse(&text).is_err(), "{odd}");
        }
        let odd = HEAD.replace("0.8", "0.8,\"coyote_time\":-0.1");
        assert!(parse(&(odd + "end 0 any\n")).is_err());
        assert!(parse(&(HEAD.to_owned() + "end 0 any\n")).is_ok());
    }
}
