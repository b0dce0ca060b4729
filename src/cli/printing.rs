//! The output of commands: lines for people, and JSON for programs.

use std::io::{self, Write};

use anyhow::{Context, Result};
use hexbound_base::logs;
use serde::Serialize;

/// A value as JSON. Names keep their control characters, as escapes that no terminal obeys.
pub(super) fn as_json(value: &(impl Serialize + ?Sized)) -> Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    let is_raw = |it: char| it.is_control() && it != '\n';
    let mut escaped = String::with_capacity(text.len());
    for it in text.chars() {
        match is_raw(it) {
            true => escaped += &format!("\\u{:04x}", u32::from(it)),
            false => escaped.push(it),
        }
    }
    Ok(escaped)
}

/// A value as JSON if that is requested, else its summary for people.
pub(super) fn text_of(
    json: bool,
    value: &(impl Serialize + ?Sized),
    summary: impl FnOnce() -> String,
) -> Result<String> {
    if json { as_json(value) } else { Ok(summary()) }
}

/// Prints a line beside a command's data: on standard error if the data goes to standard output.
pub(super) fn say_beside(is_streamed: bool, text: &str) -> Result<()> {
    match is_streamed {
        true => write_line(&mut io::stderr().lock(), text),
        false => say(text),
    }
}

/// Prints a line.
pub(super) fn say(text: &str) -> Result<()> {
    write_line(&mut io::stdout().lock(), text)
}

/// Writes a line. A reader that has closed the pipe (`| head`) is no error.
fn write_line(out: &mut impl Write, text: &str) -> Result<()> {
    match writeln!(out, "{}", logs::plain(text)) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to the terminal")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_every_character_of_a_name_and_shows_a_terminal_none_that_it_obeys() {
        let name = "bell\u{7} esc\u{1b} csi\u{9b} del\u{7f} line\n";
        let json = as_json(&[name]).expect("JSON");
        let is_harmless = |it: char| it == '\n' || !it.is_control();
        assert!(json.chars().all(is_harmless), "{json:?}");
        let read: Vec<String> = serde_json::from_str(&json).expect("JSON");
        assert_eq!(read, [name]);
    }
}
