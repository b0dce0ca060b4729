//! A message on the desktop, for players who started the game from a menu and see no terminal. Programs
//! of the desktop show it, so that the game needs no library for it.

use std::{
    env,
    process::{Command, Stdio},
};

/// The longest line for programs that do not break lines, characters.
#[cfg(all(unix, not(target_os = "macos")))]
const MAX_LINE_LENGTH: usize = 80;

/// Shows a message beside the game, which continues or ends. Returns false if no program can show it.
pub fn show(text: &str) -> bool {
    has_desktop()
        && commands(text).into_iter().any(|mut command| {
            let quiet = command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            quiet.spawn().is_ok()
        })
}

/// Returns whether there seems to be a desktop.
fn has_desktop() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The programs that may be installed, the best first.
#[cfg(all(unix, not(target_os = "macos")))]
fn commands(text: &str) -> Vec<Command> {
    let program = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(name);
        command.args(arguments);
        command
    };
    let lines = wrapped(text);
    let zenity_text = format!("--text={text}");
    let zenity = [
        "--error",
        "--no-markup",
        "--title=Hexbound",
        "--width=480",
        &zenity_text,
    ];
    vec![
        program("zenity", &zenity),
        program("kdialog", &["--title", "Hexbound", "--error", text]),
        program("xmessage", &["-center", "-title", "Hexbound", &lines]),
    ]
}

/// The text with line breaks, for a program that does not break lines.
#[cfg(all(unix, not(target_os = "macos")))]
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        if length > 0 {
            let fits = length + 1 + word.len() <= MAX_LINE_LENGTH;
            lines.push(if fits { ' ' } else { '\n' });
            length = if fits { length + 1 } else { 0 };
        }
        lines.push_str(word);
        length += word.len();
    }
    lines
}

/// The text is passed in the environment, where no character has a meaning.
#[cfg(target_os = "macos")]
fn commands(text: &str) -> Vec<Command> {
    let script =
        "display alert \"Hexbound\" message (system attribute \"HEXBOUND_MESSAGE\") as critical";
    let mut command = Command::new("osascript");
    command.args(["-e", script]).env("HEXBOUND_MESSAGE", text);
    vec![command]
}

/// The text is passed in the environment, where no character has a meaning.
#[cfg(windows)]
fn commands(text: &str) -> Vec<Command> {
    let script = "Add-Type -AssemblyName PresentationFramework; \
                  [System.Windows.MessageBox]::Show($env:HEXBOUND_MESSAGE, 'Hexbound', 'OK', 'Error')";
    let mut command = Command::new("powershell");
    command
        .args(["-NoProfile", "-WindowStyle", "Hidden", "-Command", script])
        .env("HEXBOUND_MESSAGE", text);
    vec![command]
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_between_words() {
        let word = "w".repeat(30);
        let path = "p".repeat(100);
        let text = format!("{word} {word} {word} {path} {word}");
        let expected = format!("{word} {word}\n{word}\n{path}\n{word}");
        assert_eq!(wrapped(&text), expected);
    }
}
