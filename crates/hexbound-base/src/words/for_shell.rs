//! Quoting of paths in commands to be copied into a terminal.

/// The path as one argument of a command: in a POSIX shell, or on Windows in PowerShell and cmd alike.
pub fn for_shell(path: &str) -> String {
    let path = match path.starts_with('-') {
        // A name that begins like an option would be read as one.
        true => format!("./{path}"),
        false => path.to_owned(),
    };
    match cfg!(windows) {
        true => for_windows(path),
        false => for_posix(path),
    }
}

fn for_posix(path: String) -> String {
    match is_plain(&path, "-_./+,:@%") {
        true => path,
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

/// Quotes a path for PowerShell and cmd. No name holds a double quote on Windows, and cmd reads single
/// quotes as a part of the name. Within the quotes, PowerShell still expands `$` and backticks, and cmd
/// expands `%NAME%`.
fn for_windows(path: String) -> String {
    match is_plain(&path, "-_./\\:") {
        true => path,
        false => format!("\"{path}\""),
    }
}

/// Returns whether the path consists of letters, digits and the characters of `others` only.
fn is_plain(path: &str, others: &str) -> bool {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || others.contains(it);
    !path.is_empty() && path.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_one_argument_of_a_shell() {
        for (path, quoted) in [
            ("runs/walk-2.rec", "runs/walk-2.rec"),
            ("my walk.rec", "'my walk.rec'"),
            ("it's.rec", r"'it'\''s.rec'"),
            ("$(rm -rf x).rec", "'$(rm -rf x).rec'"),
            ("a;b&c|d.rec", "'a;b&c|d.rec'"),
            ("~/walk*.rec", "'~/walk*.rec'"),
            ("a\nb.rec", "'a\nb.rec'"),
            ("", "''"),
        ] {
            assert_eq!(for_posix(path.to_owned()), quoted);
        }
    }

    #[test]
    fn paths_are_one_argument_of_the_terminals_of_windows() {
        for (path, quoted) in [
            (r"C:\runs\walk-2.rec", r"C:\runs\walk-2.rec"),
            (r"C:\my runs\it's.rec", r#""C:\my runs\it's.rec""#),
            ("a&b,c%d.rec", r#""a&b,c%d.rec""#),
            ("ü.rec", r#""ü.rec""#),
            ("", r#""""#),
        ] {
            assert_eq!(for_windows(path.to_owned()), quoted);
        }
    }

    #[test]
    fn a_path_is_not_taken_for_an_option() {
        assert_eq!(for_shell("-walk.rec"), "./-walk.rec");
    }

    /// A shell returns any quoted text unchanged.
    #[cfg(unix)]
    #[test]
    fn a_shell_reads_what_was_quoted() {
        for path in ["it's a \"walk\" $HOME `x` \\ ! #.rec", "''", "ä ö\tü.rec"] {
            let script = format!("printf %s {}", for_shell(path));
            let mut shell = std::process::Command::new("sh");
            let output = shell.args(["-c", &script]).output().expect("a shell");
            assert_eq!(String::from_utf8_lossy(&output.stdout), path);
        }
    }
}
