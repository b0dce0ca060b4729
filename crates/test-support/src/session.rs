//! Sessions: text files of what is typed at a shell and what is answered.

use std::{fs, path::Path, process::Command};

/// Commands that every script can use: `try` says the exit code of a command that fails.
const PRELUDE: &str = "try() { \"$@\" || echo \"[$?]\"; }\n";
/// Stands for any characters of a line; a line of three dots stands for any lines.
const ANYTHING: &str = "[..]";

/// Types what the session in `file` says, each line of `  $ ` with those of `  > ` below it, to the
/// shell that `shell` gives, in an empty folder of its own. What is answered has to be the indented
/// lines that follow, without empty ones; the last may be an exit code, such as `  [2]`. Each of
/// `names`, a name and a path, is written for the path. `HEXBOUND_BLESS=1` writes what is answered.
#[track_caller]
pub fn play(file: &Path, names: &[(&str, &Path)], shell: impl Fn(&Path) -> Command) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    play_by(file, |script| {
        let mut said = answer(shell(folder.path()), script);
        for (name, path) in names.iter().chain(&[("$PWD", folder.path())]) {
            said = said.replace(&*path.to_string_lossy(), name);
        }
        said
    });
}

/// Plays a session likewise whose lines anything else answers.
#[track_caller]
pub fn play_by(file: &Path, mut answer: impl FnMut(&str) -> String) {
    let text = fs::read_to_string(file).expect("a session");
    let mut lines = text.lines().peekable();
    let (mut played, mut faults) = (String::new(), String::new());
    let mut add = |line: &str| played.extend([line, "\n"]);
    while let Some(line) = lines.next() {
        add(line);
        let Some(typed) = line.strip_prefix("  $ ") else {
            continue;
        };
        let mut script = typed.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("  >")) {
            add(more);
            script.extend(["\n", more.get(4..).unwrap_or("")]);
        }
        let is_answer = |line: &&str| line.starts_with("  ") && !line.starts_with("  $ ");
        let expected: Vec<&str> = std::iter::from_fn(|| lines.next_if(is_answer)).collect();
        let said = answer(&script);
        let said = said.lines().filter(|line| !line.trim().is_empty());
        let said: Vec<String> = said.map(|line| format!("  {line}")).collect();
        if fits(&expected, &said) {
            expected.iter().for_each(|line| add(line));
        } else {
            said.iter().for_each(|line| add(line));
            let [expected, said] = [expected.join("\n"), said.join("\n")];
            faults += &format!("$ {script}\nis expected to say\n{expected}\nand says\n{said}\n\n");
        }
    }
    if std::env::var_os("HEXBOUND_BLESS").is_some_and(|value| value == "1") {
        fs::write(file, played).expect("a session is written");
    } else {
        assert!(faults.is_empty(), "{}:\n{faults}", file.display());
    }
}

/// The text that a script writes to both its outputs, and its exit code if that is not 0.
fn answer(mut shell: Command, script: &str) -> String {
    let script = format!("{PRELUDE}{{\n{script}\n}} 2>&1");
    let output = shell.arg("-c").arg(script).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => said,
        code => format!("{}\n[{}]", said.trim_end(), code.unwrap_or(-1)),
    }
}

fn fits(expected: &[&str], said: &[String]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((&"  ...", rest)) => (0..=said.len()).any(|at| fits(rest, &said[at..])),
        Some((line, rest)) => match said.split_first() {
            Some((first, others)) => is_like(line, first) && fits(rest, others),
            None => false,
        },
    }
}

fn is_like(line: &str, said: &str) -> bool {
    let Some((start, rest)) = line.split_once(ANYTHING) else {
        return line == said;
    };
    let said = said.strip_prefix(start);
    said.is_some_and(|said| {
        let ends = said.char_indices().map(|(at, _)| at);
        ends.chain([said.len()])
            .any(|at| is_like(rest, &said[at..]))
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_with_what_may_differ_left_out() {
        for (expected, said, fit) in [
            ("", "", true),
            ("  a", "", false),
            ("", "  a", false),
            ("  a [..] b", "  a 1 b", true),
            ("  a [..] b[..]", "  a 1 c", false),
            ("  a[..]b", "  ab b", true),
            ("  a[..]", "  b", false),
            ("  ...\n  c", "  a\n  b\n  c", true),
            ("  ...\n  c", "  a\n  b", false),
        ] {
            let expected: Vec<&str> = expected.lines().collect();
            let lines: Vec<String> = said.lines().map(str::to_owned).collect();
            assert_eq!(fits(&expected, &lines), fit, "{expected:?} {said}");
        }
    }

    #[test]
    #[should_panic(expected = "is expected to say\n  two\nand says\n  $FILES/a\n  [3]")]
    fn another_answer_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("session.txt");
        let path = folder.path().join("a");
        let said = format!("echo {}; false || exit 3", path.display());
        let (one, failing) = ("One.\n  $ echo one\n  one\n", "  $ try false\n  [1]\n");
        let session = format!("{one}{failing}  $ {said}\n  two\n");
        fs::write(&file, session).expect("a file");
        play(&file, &[("$FILES", folder.path())], |_| Command::new("sh"));
    }
}
