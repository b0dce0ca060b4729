//! The answer to words in place of a command or a level that are neither, or too many.

use std::ffi::OsString;

use hexbound_scenes::catalog;

use super::help;

/// The refusal of a command line that begins with no command, level or file, or continues after a
/// level. `None` for any other; `words` exclude the program.
pub(crate) fn refusal(words: impl IntoIterator<Item = OsString>) -> Option<String> {
    let mut words = words.into_iter();
    let word = words.next()?;
    let name = word.to_string_lossy();
    let program = help::program();
    let commands: Vec<&str> = (program.get_subcommands())
        .map(clap::Command::get_name)
        .chain(["help"])
        .collect();
    if is_option(&name) || commands.contains(&&*name) {
        return None;
    }
    if catalog::is_unknown(&word) {
        return Some(unknown(&name, &commands));
    }
    let second = words.next()?.to_string_lossy().into_owned();
    match commands.contains(&&*second) {
        _ if is_option(&second) => None,
        true => Some(format!(
            "'{name}' stands before the command; write 'hexbound {second} {name}'"
        )),
        false => Some(format!(
            "one level is played at a time, and '{second}' follows '{name}'; leave one of them out, or \
             write a command before them"
        )),
    }
}

fn is_option(word: &str) -> bool {
    word.starts_with('-') || word.is_empty()
}

/// The refusal of an unknown word, with the nearest command and level.
fn unknown(name: &str, commands: &[&str]) -> String {
    let levels = catalog::names();
    let command = catalog::closest(name, commands.iter());
    let level = catalog::closest(name, levels.iter());
    let near = [
        command.map(|it| format!("the command '{it}'")),
        level.map(|it| format!("the level '{it}'")),
    ];
    let near: Vec<String> = near.into_iter().flatten().collect();
    let meant = match near.is_empty() {
        true => String::new(),
        false => format!("did you mean {}? ", near.join(" or ")),
    };
    format!(
        "'{name}' is no command, no level and no file; {meant}'hexbound help' lists the commands, and \
         'hexbound levels' the levels"
    )
}
