//! Reading a recording line by line, refusing by name what is none. What the lines add up to is
//! `recording`'s.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use flate2::bufread::MultiGzDecoder;

use super::{
    CAPSULE_MAGIC, GZIP, Header, MAGIC, OLDEST_VERSION, ReplayError, VERSION,
    line::{Line, parse_hash},
    recording::{Fault, Flaw, Recording, RecordingBuilder},
};
use crate::{files, level::Reading, sim::Rules};

/// The longest line, bytes: a file without line ends is not read into memory.
pub(super) const LONGEST_LINE: u64 = 4096;
/// The most that a compressed file may hold, bytes: more than a day of play.
const MOST_BYTES: u64 = 1 << 28;

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
    let file: Box<dyn BufRead> = match files::carried(path) {
        Some(bytes) => Box::new(bytes),
        // Not only an ordinary file: a shell may hand over a pipe.
        None => Box::new(BufReader::new(File::open(path).map_err(error)?)),
    };
    read_from(file, path)
}

/// Reads a recording as [`read_to_confirm`] does from what a file holds; messages call it `path`.
pub(crate) fn read_from(
    mut file: Box<dyn BufRead + '_>,
    path: &Path,
) -> Result<Recording, ReplayError> {
    let error = |source| ReplayError::Read {
        path: path.to_owned(),
        source,
    };
    let is_compressed = file.fill_buf().map_err(error)?.starts_with(&GZIP);
    let reader: Box<dyn BufRead + '_> = match is_compressed {
        true => Box::new(BufReader::new(MultiGzDecoder::new(file).take(MOST_BYTES))),
        false => file,
    };
    Lines {
        path,
        reader,
        number: 0,
        is_cut: false,
    }
    .recording()
}

/// The lines of a file, numbered for messages.
struct Lines<'a, R> {
    path: &'a Path,
    reader: R,
    number: usize,
    /// True if the reader came to an end before that of what is compressed.
    is_cut: bool,
}

impl<R: BufRead> Lines<'_, R> {
    fn recording(mut self) -> Result<Recording, ReplayError> {
        self.version()?;
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
            scale: reading.scale,
            variant: reading.variant,
            content: parse_hash(&word).map_err(|problem| self.problem(problem))?,
            rules: {
                let text = self.field("rules")?;
                self.rules(&text)?
            },
        };
        self.body(header)
    }

    /// The lines of the scale and of the variant may be missing.
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
            Some((CAPSULE_MAGIC, _)) => Err(ReplayError::Capsule {
                path: self.path.to_owned(),
            }),
            _ => Err(not_a_recording()),
        }
    }

    fn rules(&self, text: &str) -> Result<Rules, ReplayError> {
        let rules: Rules = serde_json::from_str(text).map_err(|error| {
            let told = error.to_string();
            // The place in the JSON looks like another line of the file.
            let what = told
                .rsplit_once(" at line ")
                .map_or(&*told, |(what, _)| what);
            self.problem(format!("the rules can't be read: {what}"))
        })?;
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
        let mut kept = RecordingBuilder::default();
        kept.held.methods = header.rules.first_methods();
        while let Some(text) = self.next()? {
            let line = match Line::parse(&text) {
                Ok(line) => line,
                Err(problem) => return Err(self.senseless(problem, kept.ticks)?),
            };
            match line {
                Line::Method(question, choice) => {
                    let chosen = kept.held.methods.choose(question, choice);
                    chosen.map_err(|problem| self.problem(problem))?;
                }
                Line::Assist(assisted) => kept.held.assisted = assisted,
                Line::Rewound(rewound) => kept.held.rewound = rewound,
                Line::Result(result) => kept.result = Some(result),
                Line::Unfinished(command) => kept.unfinished = Some(kept.whole(command)),
                Line::Fault(words) => {
                    kept.fault = Some(Fault {
                        words,
                        unfinished: kept.unfinished.take(),
                    });
                }
                Line::Commands { command, times } => kept.add(command, times, self.number),
                Line::Checks(checks) => {
                    if let Some(flaw) = kept.mark(&checks, self.number) {
                        self.reach_end(kept.ticks)?;
                        return Ok(kept.flawed(self.path, header, flaw));
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
                    if let Some(flaw) = Flaw::of_length(tick, kept.ticks) {
                        self.reach_end(kept.ticks)?;
                        return Ok(kept.flawed(self.path, header, flaw));
                    }
                    kept.check(hash);
                }
                Line::End { ticks, hash } => {
                    if let Some(flaw) = Flaw::of_length(ticks, kept.ticks) {
                        return Ok(kept.flawed(self.path, header, flaw));
                    }
                    if self.next()?.is_some() {
                        return Err(self.problem(String::from("text after the 'end' line")));
                    }
                    if self.is_cut {
                        return Err(self.truncated(kept.ticks));
                    }
                    return Ok(kept.recording(self.path, header, hash));
                }
            }
        }
        Err(self.truncated(kept.ticks))
    }

    /// Reads on from lines that don't fit together. It is an error if the file has no end: then that is
    /// why they don't.
    fn reach_end(&mut self, ticks: u64) -> Result<(), ReplayError> {
        let mut last = String::new();
        while let Some(line) = self.next()? {
            last = line;
        }
        match Line::parse(&last) {
            Ok(Line::End { .. }) => Ok(()),
            _ => Err(self.truncated(ticks)),
        }
    }

    fn truncated(&self, ticks: u64) -> ReplayError {
        ReplayError::Truncated {
            path: self.path.to_owned(),
            ticks,
        }
    }

    /// The value of the header line that has to come next.
    fn field(&mut self, name: &'static str) -> Result<String, ReplayError> {
        Ok(self.one_of([name])?.1)
    }

    /// The name and the value of the header line that has to come next; it may have one of several
    /// names, the usual one first.
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
                // A compressed file says so itself.
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

    /// Returns the error for a line that makes no sense: the last one of a file is where it was cut.
    fn senseless(&mut self, problem: String, ticks: u64) -> Result<ReplayError, ReplayError> {
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

fn is_readable(version: &str) -> bool {
    (OLDEST_VERSION..=VERSION).any(|readable| version == readable.to_string())
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
    use crate::level::Scale;
    use crate::sim::{Buttons, CollisionMode, GroundStrategy};

    fn parse(text: &str) -> Result<Recording, ReplayError> {
        Lines {
            path: Path::new("a.rec"),
            reader: BufReader::new(text.as_bytes()),
            number: 0,
            is_cut: false,
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
        for length in [bytes.len() - 20, bytes.len() - 9, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let said = read(&path).unwrap_err().to_string();
            assert!(
                said.contains("is cut short"),
                "cut at byte {length}: {said}"
            );
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
        assert_eq!(plain.header.variant, None);
        let both = "scale 0.5\nvariant Deep winter\ncontent any";
        let head = HEAD.replace("content any", both);
        let header = parse(&format!("{head}end 0 any\n")).unwrap().header;
        assert_eq!(header.variant.as_deref(), Some("Deep winter"));
    }

    #[test]
    fn the_rules_say_by_which_methods_a_run_begins() {
        let rays = "\"restitution\":0.8,\"prop_rays\":\"vertices\",\"prop_stop\":\"rays\"";
        let head = HEAD.replace("\"restitution\":0.8", rays);
        let text = format!("{head}F x3\nprops reflected\nF x2\nprops shape\nF\nend 6 any\n");
        let runs = parse(&text).unwrap().runs;
        let props: Vec<_> = runs
            .iter()
            .map(|(command, _)| command.methods.props)
            .collect();
        use crate::sim::PropSense::{Reflected, Shape, Vertices};
        assert_eq!(props, [Vertices, Reflected, Shape]);
        let usual = parse(&format!("{HEAD}F x3\nend 3 any\n")).unwrap().runs;
        assert_eq!(usual[0].0.methods, Default::default());
    }

    #[test]
    fn a_script_by_hand_is_read() {
        let text =
            format!("{HEAD}# walk\nF x3\ncollision article\n\nground rays\nFJ 0.5 0\nend 4 any\n");
        let recording = parse(&text).unwrap();
        assert_eq!(recording.ticks, 4);
        assert_eq!(recording.runs[0].1, 3);
        assert_eq!(
            recording.runs[1].0.methods.collision,
            CollisionMode::Article
        );
        assert_eq!(recording.runs[0].0.methods.ground, GroundStrategy::Sweep);
        assert_eq!(recording.runs[1].0.methods.ground, GroundStrategy::Rays);
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
            let error = parse(&text[..length]).unwrap_err();
            let is_said = matches!(error, ReplayError::Truncated { .. });
            assert!(
                is_said || length < HEAD.len(),
                "cut at byte {length}: {error}"
            );
        }
    }

    #[test]
    fn a_cut_line_of_checks_is_a_cut_and_no_tampering() {
        let text = format!("{HEAD}F x3\nJ x20\nchecks Ab3x9Q\nend 23 0123456789abcdef\n");
        assert!(parse(&text).is_ok());
        let begin = text.find("checks").unwrap();
        for length in begin..text.len() - 1 {
            let error = parse(&text[..length]).unwrap_err();
            let is_said = matches!(error, ReplayError::Truncated { .. });
            assert!(is_said, "cut at byte {length}: {error}");
        }
        // Where the end is there, a check that is missing was taken out.
        let error = parse(&text.replace("Ab3x9Q", "Ab3")).unwrap_err();
        assert!(matches!(error, ReplayError::Parted { .. }), "{error}");
    }

    #[test]
    fn a_capsule_is_called_so() {
        let said = parse("hexbound-capsule 1\n\u{1f}").unwrap_err().to_string();
        assert!(said.contains("is a capsule"), "{said}");
        assert!(said.contains("'hexbound open a.rec'"), "{said}");
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
    fn rules_that_are_left_out_are_as_usual_and_unknown_ones_are_refused() {
        let with = |rules: &str| {
            let head = HEAD.lines().map(|line| match line.starts_with("rules ") {
                true => format!("rules {rules}\n"),
                false => format!("{line}\n"),
            });
            parse(&(head.collect::<String>() + "end 0 any\n"))
        };
        let faster = Rules {
            walk_speed: 7.0,
            ..Rules::default()
        };
        assert_eq!(with("{}").unwrap().header.rules, Rules::default());
        assert_eq!(with("{\"walk_speed\":7}").unwrap().header.rules, faster);
        let message = with("{\"walk_sped\":7}").unwrap_err().to_string();
        assert!(
            message.contains("walk_sped") && message.contains("`walk_speed`"),
            "{message}"
        );
        assert!(
            message.contains("line 4") && !message.contains("line 1"),
            "{message}"
        );
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
