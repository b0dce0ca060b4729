//! The answer to command lines of earlier versions: the one to type now, with the same arguments.

use std::ffi::OsString;

use hexbound_base::words::for_shell;

/// Command lines of earlier versions, and those that took their places; the first that fits is meant. Before
/// the arrow stand a command, and what else has to be there: its action, a flag, a word in capitals for any. After it
/// `{RUN}` takes the next word, `{HALL?}` too if there is one, `{--output=DIR}` an option's value, `{--level?}`
/// too where it is given. All other arguments follow.
const FORMER_COMMANDS: [(&str, &str); 15] = [
    ("race", "hexbound play {--level?} --against {RUN}"),
    ("replay --headless", "hexbound verify {FILE}"),
    ("open --headless", "hexbound verify {FILE}"),
    ("open", "hexbound replay {FILE}"),
    ("report", "hexbound verify --pages {--output=DIR} {RUN}"),
    (
        "demo",
        "hexbound film {--recording=demo} --output {--output=hexbound-demo} --fps 2 --size 640x360",
    ),
    ("methods", "hexbound compare --list"),
    ("runs", "hexbound files runs"),
    ("logs", "hexbound files logs"),
    ("cache clear", "hexbound files clear"),
    ("cache", "hexbound files cache"),
    ("museum --list", "hexbound levels --museum {HALL?}"),
    ("museum --check", "hexbound verify --museum {HALL?}"),
    ("museum HALL", "hexbound play museum:{HALL}"),
    (
        "bench --soak",
        "cargo test --release --test window soak -- --ignored --nocapture # in a checkout",
    ),
];

/// The options of those commands that no value follows.
const FORMER_FLAGS: [&str; 10] = [
    "--headless",
    "--json",
    "--list",
    "--no-pictures",
    "--fullscreen",
    "--no-grain",
    "--low-flash",
    "--offscreen",
    "--help",
    "-h",
];

/// The answer to a command line without its program that an earlier version understood; `None` to all others.
pub(crate) fn answer(words: impl IntoIterator<Item = OsString>) -> Option<String> {
    let words = words
        .into_iter()
        .map(|word| word.to_string_lossy().into_owned());
    let mut words: Vec<String> = words.collect();
    if words.first().is_some_and(|word| word == "help") {
        words.remove(0);
    }
    let asked = Arguments::new(&words);
    FORMER_COMMANDS.iter().find_map(|(old, now)| {
        let now = asked.clone().fits(old)?.fill(now);
        let old = old.trim_end_matches(" HALL");
        Some(format!("'{old}' is gone; type: {now}"))
    })
}

/// The arguments of a command line that are not yet used.
#[derive(Clone)]
struct Arguments {
    command: String,
    /// Words that are neither options nor their values.
    words: Vec<String>,
    /// Options with their values.
    options: Vec<(String, Option<String>)>,
}

impl Arguments {
    fn new(words: &[String]) -> Self {
        let mut arguments = Self {
            command: words.first().cloned().unwrap_or_default(),
            words: Vec::new(),
            options: Vec::new(),
        };
        let mut rest = words.iter().skip(1).cloned().peekable();
        while let Some(word) = rest.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (word.clone(), None),
            };
            match word.starts_with('-') && word.len() > 1 {
                true if value.is_none() && !FORMER_FLAGS.contains(&&*name) => {
                    let value = rest.next_if(|next| !next.starts_with("--"));
                    arguments.options.push((long_name(name), value));
                }
                true => arguments.options.push((long_name(name), value)),
                false => arguments.words.push(word),
            }
        }
        arguments
    }

    /// The arguments without what an earlier command line consists of; `None` where they are another's.
    fn fits(mut self, old: &str) -> Option<Self> {
        let mut parts = old.split(' ');
        if parts.next() != Some(&self.command) {
            return None;
        }
        for part in parts {
            match part {
                "--check" => {
                    // Its exhibits are meant where it names some, and the hall otherwise.
                    if let Some(codes) = self.take_option(part)? {
                        self.words = vec![codes];
                    }
                }
                _ if part.starts_with('-') => drop(self.take_option(part)?),
                "HALL" if self.words.is_empty() => return None,
                "HALL" => {}
                _ if self.words.first().is_some_and(|word| word == part) => {
                    self.words.remove(0);
                }
                _ => return None,
            }
        }
        Some(self)
    }

    fn take_option(&mut self, name: &str) -> Option<Option<String>> {
        let at = self.options.iter().position(|(option, _)| option == name)?;
        Some(self.options.remove(at).1)
    }

    /// The command line that a template makes of the arguments.
    fn fill(mut self, template: &str) -> String {
        let mut typed = Vec::new();
        for part in template.split(' ') {
            let Some((before, place)) = part.strip_suffix('}').and_then(|it| it.split_once('{'))
            else {
                typed.push(part.to_owned());
                continue;
            };
            let (name, usual) = match place.split_once('=') {
                Some((name, usual)) => (name, Some(usual)),
                None => (place, Some(place).filter(|place| !place.ends_with('?'))),
            };
            let name = name.trim_end_matches('?');
            let given = match name.starts_with('-') {
                true => self.take_option(name).flatten(),
                false => (!self.words.is_empty()).then(|| self.words.remove(0)),
            };
            let given = given.map(|given| for_shell(&given));
            typed.extend(
                (given.or(usual.map(str::to_owned))).map(|value| format!("{before}{value}")),
            );
        }
        if typed[0] == "cargo" {
            return template.to_owned();
        }
        typed.extend(self.words.iter().map(|word| for_shell(word)));
        for (option, value) in &self.options {
            typed.push(option.clone());
            typed.extend(value.as_deref().map(for_shell));
        }
        typed.join(" ")
    }
}

fn long_name(option: String) -> String {
    match option.as_str() {
        "-o" => String::from("--output"),
        _ => option,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    fn answer_to(line: &str) -> Option<String> {
        answer(line.split(' ').map(OsString::from))
    }

    /// The command line that an answer names.
    fn typed(line: &str) -> String {
        let answer = answer_to(line).expect(line);
        let (_, typed) = answer.split_once("; type: ").expect("a command line");
        typed.to_owned()
    }

    #[test]
    fn every_answer_is_understood() {
        for (old, _) in FORMER_COMMANDS {
            let old = old.replace("HALL", "walking");
            let now = typed(&old);
            let parsed = Cli::try_parse_from(now.split(' '));
            assert!(parsed.is_ok() || now.starts_with("cargo test "), "{now}");
            assert_eq!(typed(&format!("help {old}")), now);
        }
    }

    #[test]
    fn what_is_still_understood_is_left_alone() {
        let museum = ["museum", "museum --fullscreen"];
        let others = ["replay a.rec", "bench quarry", "help"];
        for line in museum.into_iter().chain(others) {
            assert_eq!(answer_to(line), None, "{line}");
        }
        assert_eq!(answer([]), None);
    }
}
