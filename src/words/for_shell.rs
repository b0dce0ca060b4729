//! Paths in commands that are there to be copied into a terminal.

/// The path as one argument of a command in a POSIX shell.
pub fn for_shell(path: &str) -> String {
    let path = match path.starts_with('-') {
        // What begins like an option would be taken for one.
        true => format!("./{path}"),
        false => path.to_owned(),
    };
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./+,:@%".contains(it);
    match !path.is_empty() && path.chars().all(is_plain) {
        true => path,
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
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
            ("-walk.rec", "./-walk.rec"),
            ("a\nb.rec", "'a\nb.rec'"),
            ("", "''"),
        ] {
            assert_eq!(for_shell(path), quoted);
        }
    }

    /// A shell gives back what was quoted, whatever it holds.
    #[cfg(unix)]
    #[test]
    fn a_shell_reads_what_was_quoted() {
        for path in ["it's a \"walk\" $HOME `x` \\ ! #.rec", "''", "ä ö\tü.rec"] {
            let script = format!("printf %s {}", for_shell(path));
            let output = std::process::Command::new("sh")
                .args(["-c", &script])
                .output();
            let output = output.expect("a shell");
            assert_eq!(String::from_utf8_lossy(&output.stdout), path);
        }
    }
}
