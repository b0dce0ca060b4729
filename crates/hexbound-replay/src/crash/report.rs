//! The file of a report: a recording with the known facts of the fault as comments.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use super::system;
use crate::FlightRecorder;
use hexbound_base::{dated_files::DatedFiles, folders, logs};

/// The number of reports that are kept.
const MAX_KEPT_REPORTS: usize = 10;
/// The number of lines at the start of a report that are searched for the fault.
const HEAD_LINES: usize = 20;

/// The folder of reports, which need not exist; `None` for a user without a home folder.
pub fn folder() -> Option<PathBuf> {
    Some(folders::user_state()?.join("reports"))
}

/// All reports, the newest first.
pub fn list() -> Vec<PathBuf> {
    folder().map_or_else(Vec::new, |folder| files(folder).list())
}

/// The message of the fault at the start of a report, if it can be read.
pub fn fault_of(report: &Path) -> Option<String> {
    let file = BufReader::new(File::open(report).ok()?);
    let mut lines = file.lines().map_while(Result::ok).take(HEAD_LINES);
    lines.find_map(|line| Some(line.strip_prefix("# fault: ")?.to_owned()))
}

/// Writes a report to the user's folder. If that fails, writes it to the folder of temporary files.
pub(super) fn write(text: &str) -> io::Result<PathBuf> {
    let folders = [folder(), Some(env::temp_dir())].into_iter().flatten();
    let mut outcome = Err(io::Error::other("there is no folder for it"));
    for folder in folders {
        outcome = files(folder).create().and_then(|(path, mut file)| {
            file.write_all(text.as_bytes())?;
            Ok(path)
        });
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

fn files(folder: PathBuf) -> DatedFiles {
    DatedFiles {
        folder,
        prefix: "hexbound-crash-",
        suffix: ".txt",
        max_count: MAX_KEPT_REPORTS,
    }
}

/// All known facts of a fault.
pub(super) struct CrashFacts<'a> {
    pub words: &'a str,
    /// The name of the thread that failed.
    pub thread: &'a str,
    /// The backtrace of the fault; empty without a panic.
    pub backtrace: &'a str,
    /// The facts that were recorded before the fault.
    pub notes: Option<&'a BTreeMap<&'static str, String>>,
}

impl CrashFacts<'_> {
    /// The report's text, including the present run.
    pub(super) fn with_run(&self, recorder: &mut FlightRecorder) -> String {
        recorder.report(&self.remarks(), self.words)
    }

    fn remarks(&self) -> String {
        let mut text = format!(
            "The report of a fault in Hexbound. It is text: read what it holds before you send it.\n\
             'hexbound replay FILE' plays the last minute before the fault; 'hexbound verify FILE' plays\n\
             all of the run and says whether the fault comes again.\n\n\
             fault: {}\nthread: {}\ntime: {}\nversion: {}\n",
            self.words,
            self.thread,
            logs::now(),
            logs::PROGRAM_VERSION,
        );
        let mut add = |name: &str, fact: &str| {
            let separator = if fact.contains('\n') { ":\n  " } else { ": " };
            let _ = writeln!(
                text,
                "{name}{separator}{}",
                fact.trim_end().replace('\n', "\n  ")
            );
        };
        for (name, fact) in system::facts() {
            add(name, &fact);
        }
        for (name, fact) in self.notes.into_iter().flatten() {
            add(name, fact);
        }
        if !self.backtrace.is_empty() {
            add("calls", &format!("\n{}", self.backtrace));
        }
        add("log", &format!("\n{}", logs::latest().join("\n")));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_all_that_was_known() {
        let settings = String::from("\nmouse.invert: on\nsound.master: 20 %");
        let notes = BTreeMap::from([("settings", settings)]);
        let facts = CrashFacts {
            words: "it failed",
            thread: "sound",
            backtrace: "   0: one\n   1: another",
            notes: Some(&notes),
        };
        let mut none = FlightRecorder::none("nobody played");
        let text = facts.with_run(&mut none);
        assert!(!none.has_run());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        std::fs::write(&path, &text).unwrap();
        assert_eq!(fault_of(&path).as_deref(), Some("it failed"));
        for expected in [
            "hexbound-recording 4\n# The report of a fault",
            "\n# fault: it failed\n# thread: sound\n",
            "\n# system: ",
            "\n# processors: ",
            "\n#   mouse.invert: on\n#   sound.master: 20 %\n",
            "\n#      1: another\n",
            "\nno-run nobody played\n",
        ] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
    }
}
