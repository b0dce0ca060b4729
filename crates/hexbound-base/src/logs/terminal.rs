//! The terminal that the game was started from. While a log is kept, everything that libraries write to
//! it goes to the log's file instead; only the game itself still reaches the terminal.

use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    sync::Mutex,
};

use crate::locks::{lock, try_lock};

/// The terminal, while libraries' output is redirected.
static TERMINAL_FILE: Mutex<Option<File>> = Mutex::new(None);

/// Replaces control characters, which a terminal would execute: names of files and levels may hold any.
/// Line ends and tabs stay.
pub fn plain(text: &str) -> String {
    let is_plain = |it: char| !it.is_control() || "\n\t".contains(it);
    let letters = text.chars();
    letters
        .map(|it| if is_plain(it) { it } else { '\u{fffd}' })
        .collect()
}

/// Writes a line to the terminal.
pub fn say(line: &str) {
    // There may be no terminal anymore, and then nobody to read the line.
    let _ = Terminal.write_all(format!("{}\n", plain(line)).as_bytes());
}

/// Returns whether standard error is a terminal that somebody may read.
pub fn has_terminal() -> bool {
    match try_lock(&TERMINAL_FILE).as_deref() {
        Some(Some(file)) => file.is_terminal(),
        _ => io::stderr().is_terminal(),
    }
}

/// Writes to the terminal even while libraries' output is redirected.
pub(super) struct Terminal;

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let redirected = lock(&TERMINAL_FILE);
        match redirected.as_ref() {
            Some(mut file) => file.write(bytes),
            None => io::stderr().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A redirection of standard error that ends when it is dropped.
pub(super) struct Redirection;

/// Redirects everything written to standard error in this process to a file; `None` after a failure.
#[cfg(target_os = "linux")]
pub(super) fn redirect(file: &File) -> Option<Redirection> {
    use std::os::fd::AsFd;

    let mut aside = lock(&TERMINAL_FILE);
    let terminal = io::stderr().as_fd().try_clone_to_owned().ok()?;
    put_in_place_of_stderr(file).ok()?;
    *aside = Some(File::from(terminal));
    Some(Redirection)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn redirect(_: &File) -> Option<Redirection> {
    None
}

impl Drop for Redirection {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        {
            let mut aside = lock(&TERMINAL_FILE);
            if let Some(terminal) = aside.take()
                && let Err(error) = put_in_place_of_stderr(&terminal)
            {
                *aside = Some(terminal);
                log::debug!("libraries stay away from the terminal: {error}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn put_in_place_of_stderr(file: &File) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    // SAFETY: both are open files of this process, and dup2 touches no memory. Only descriptor 2, which C
    // libraries print to, gets another meaning.
    match unsafe { libc::dup2(file.as_raw_fd(), libc::STDERR_FILENO) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_no_commands_to_the_terminal() {
        assert_eq!(plain("a\tb\nünï 城"), "a\tb\nünï 城");
        let clears = "\u{1b}[2J\r\u{7}\u{9b}";
        assert_eq!(plain(clears), "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}");
    }
}
