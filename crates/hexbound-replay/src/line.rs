//! One line of a recording's body, to and from text.
//!
//! ```text
//! FJ 0.0022 -0.001 x3      forward and jump held, looking left and down, for three ticks
//! - x120                   nothing for a second
//! - @0.5,-0.1              the free pointer picks what lies half a radian left of −Z and a little down
//! collision article        the choice of a method, from here on
//! assist on                help that the simulation can't see, such as slower time, from here on
//! checks Ab3x9Q            a check of three characters for each command since the last such line
//! hash 120 0123456789abcdef
//! back 60                  a rewind: the ticks after tick 60 were undone
//! rewound 60 1             60 ticks were undone by one rewind, in a recording without them
//! result {"ticks":63,…}    the result of a finished run
//! unfinished J             the command of a tick that was not completed, in the report of a fault
//! fault index out of …     the message of the fault, in such a report
//! end 63 0123456789abcdef
//! ```

use super::line_check::LineCheck;
use hexbound_sim::{Buttons, Command, PointerDirection, Question, Rewound, RunResult};

/// The letter of every button, in the order in which they are written.
const BUTTON_LETTERS: [(char, Buttons); 20] = [
    ('F', Buttons::FORWARD),
    ('B', Buttons::BACK),
    ('L', Buttons::LEFT),
    ('R', Buttons::RIGHT),
    ('U', Buttons::RISE),
    ('D', Buttons::DESCEND),
    ('<', Buttons::TURN_LEFT),
    ('>', Buttons::TURN_RIGHT),
    ('J', Buttons::JUMP),
    ('T', Buttons::THROW),
    ('S', Buttons::SPRINT),
    ('C', Buttons::CROUCH),
    ('E', Buttons::SELECT),
    ('i', Buttons::PUSH_FORWARD),
    ('k', Buttons::PUSH_BACK),
    ('j', Buttons::PUSH_LEFT),
    ('l', Buttons::PUSH_RIGHT),
    ('u', Buttons::PUSH_UP),
    ('o', Buttons::PUSH_DOWN),
    ('G', Buttons::STOP_PROPS),
];

/// A line of a recording's body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    Commands {
        /// The buttons and the look; other lines hold the other parts.
        command: Command,
        times: u32,
    },
    /// The choice of a method, from here on.
    Method(Question, &'static str),
    /// True if the player has help from here on.
    Assist(bool),
    /// The run continues from an earlier tick.
    Back(u64),
    /// The totals of rewound ticks that the recording does not hold.
    Rewound(Rewound),
    Result(RunResult),
    /// One check for each line of commands since the last line of checks.
    Checks(Vec<LineCheck>),
    Hash {
        tick: u64,
        hash: u64,
    },
    /// The command of a tick that was not completed, in the report of a fault.
    Unfinished(Command),
    /// The message of a fault that ended the game, in one line.
    Fault(String),
    End {
        ticks: u64,
        /// `None` (written `any`) for scripts that only feed commands.
        hash: Option<u64>,
    },
}

impl Line {
    pub(crate) fn to_text(&self) -> String {
        match self {
            Line::Commands { command, times } => write_commands(command, *times),
            Line::Method(question, choice) => format!("{} {choice}", question.name()),
            Line::Assist(true) => String::from("assist on"),
            Line::Assist(false) => String::from("assist off"),
            Line::Back(tick) => format!("back {tick}"),
            Line::Rewound(Rewound { ticks, times }) => format!("rewound {ticks} {times}"),
            Line::Result(result) => format!(
                "result {}",
                serde_json::to_string(result).unwrap_or_default()
            ),
            Line::Checks(checks) => {
                let mut text = String::from("checks ");
                checks.iter().for_each(|check| check.write(&mut text));
                text
            }
            Line::Hash { tick, hash } => format!("hash {tick} {hash:016x}"),
            Line::Unfinished(command) => format!("unfinished {}", write_commands(command, 1)),
            Line::Fault(words) => format!("fault {words}"),
            Line::End { ticks, hash } => format!("end {ticks} {}", write_hash(*hash)),
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        match words.as_slice() {
            ["assist", "on"] => Ok(Line::Assist(true)),
            ["assist", "off"] => Ok(Line::Assist(false)),
            ["back", tick] => Ok(Line::Back(parse_count(tick)?)),
            ["rewound", ticks, times] => Ok(Line::Rewound(Rewound {
                ticks: parse_count(ticks)?,
                times: (times.parse()).map_err(|_| format!("'{times}' is no number of rewinds"))?,
            })),
            ["result", json] => {
                let result = serde_json::from_str(json);
                Ok(Line::Result(result.map_err(|error| error.to_string())?))
            }
            ["checks", checks] => Ok(Line::Checks(LineCheck::parse_all(checks)?)),
            ["hash", tick, hash] => Ok(Line::Hash {
                tick: parse_count(tick)?,
                hash: parse_hash(hash)?.ok_or("a hash line needs a hash")?,
            }),
            ["unfinished", words @ ..] => match parse_commands(words)? {
                Line::Commands { command, times: 1 } => Ok(Line::Unfinished(command)),
                _ => Err(format!("'{text}' is no single command")),
            },
            ["fault", words @ ..] => Ok(Line::Fault(words.join(" "))),
            ["end", ticks, hash] => Ok(Line::End {
                ticks: parse_count(ticks)?,
                hash: parse_hash(hash)?,
            }),
            [] => Err(String::from("an empty line")),
            [question, choice] if let Some(question) = Question::find(question) => {
                Ok(Line::Method(question, question.choice_named(choice)?))
            }
            words => parse_commands(words),
        }
    }
}

fn write_commands(command: &Command, times: u32) -> String {
    let mut text: String = BUTTON_LETTERS
        .iter()
        .filter(|(_, button)| command.buttons.has(*button))
        .map(|(letter, _)| *letter)
        .collect();
    if text.is_empty() {
        text.push('-');
    }
    // The bits are compared, since −0 must be restored as −0.
    if command.yaw.to_bits() != 0 || command.pitch.to_bits() != 0 {
        text.push_str(&format!(" {} {}", command.yaw, command.pitch));
    }
    if let Some(PointerDirection { yaw, pitch }) = command.pointed {
        text.push_str(&format!(" @{yaw},{pitch}"));
    }
    if times > 1 {
        text.push_str(&format!(" x{times}"));
    }
    text
}

fn parse_commands(words: &[&str]) -> Result<Line, String> {
    let (times, words) = match words.split_last() {
        Some((last, rest)) if last.starts_with('x') => (parse_times(last)?, rest),
        _ => (1, words),
    };
    let (pointed, words) = match words.split_last() {
        Some((last, rest)) if last.starts_with('@') => (Some(parse_pointed(last)?), rest),
        _ => (None, words),
    };
    let (buttons, yaw, pitch) = match words {
        [buttons] => (buttons, 0.0, 0.0),
        [buttons, yaw, pitch] => (buttons, parse_angle(yaw)?, parse_angle(pitch)?),
        _ => return Err(format!("'{}' is no command", words.join(" "))),
    };
    let command = Command {
        buttons: parse_buttons(buttons)?,
        yaw,
        pitch,
        pointed,
        ..Command::default()
    };
    Ok(Line::Commands { command, times })
}

fn parse_buttons(word: &str) -> Result<Buttons, String> {
    if word == "-" {
        return Ok(Buttons::default());
    }
    word.chars().try_fold(Buttons::default(), |held, letter| {
        BUTTON_LETTERS
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|(_, button)| held.with(*button))
            .ok_or_else(|| {
                format!("'{word}' is no list of buttons (FBLRUD<>JTSCEikjluoG, or - for none)")
            })
    })
}

fn parse_angle(word: &str) -> Result<f32, String> {
    match word.parse::<f32>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("'{word}' is no finite angle in radians")),
    }
}

fn parse_pointed(word: &str) -> Result<PointerDirection, String> {
    let (yaw, pitch) = word[1..]
        .split_once(',')
        .ok_or_else(|| format!("'{word}' is no direction such as @0.5,-0.1"))?;
    Ok(PointerDirection {
        yaw: parse_angle(yaw)?,
        pitch: parse_angle(pitch)?,
    })
}

fn parse_times(word: &str) -> Result<u32, String> {
    match word[1..].parse() {
        Ok(0) | Err(_) => Err(format!("'{word}' is no repetition such as x12")),
        Ok(times) => Ok(times),
    }
}

fn parse_count(word: &str) -> Result<u64, String> {
    word.parse()
        .map_err(|_| format!("'{word}' is no number of ticks"))
}

/// Parses sixteen hexadecimal digits, or `any`.
pub(crate) fn parse_hash(word: &str) -> Result<Option<u64>, String> {
    if word == "any" {
        return Ok(None);
    }
    let is_hash = word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match u64::from_str_radix(word, 16) {
        Ok(hash) if is_hash => Ok(Some(hash)),
        _ => Err(format!("'{word}' is no hash of 16 hexadecimal digits")),
    }
}

pub(crate) fn write_hash(hash: Option<u64>) -> String {
    hash.map_or_else(|| String::from("any"), |hash| format!("{hash:016x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::Medal;

    fn command(buttons: u32, yaw: f32, pitch: f32) -> Command {
        Command {
            buttons: Buttons(buttons),
            yaw,
            pitch,
            ..Command::default()
        }
    }

    fn pointing(command: Command, yaw: f32, pitch: f32) -> Command {
        Command {
            pointed: Some(PointerDirection { yaw, pitch }),
            ..command
        }
    }

    #[test]
    fn every_line_comes_back_as_it_was_to_the_sign_of_zero() {
        let plain = command(0, 0.0, 0.0);
        let (ticks, times) = (1 << 40, 9);
        let checks = [7, 8, 9].map(|state| LineCheck::of(&plain, 1, state));
        let commands = [
            plain,
            command(0b11_1111_1111, 0.1, -1e-30),
            command(1, f32::MIN_POSITIVE, f32::MAX),
            command(1, -0.0, 1.0 / 3.0),
            pointing(plain, -0.0, 1.0 / 3.0),
            pointing(command(1, 0.25, -0.0), -3.0, f32::MIN_POSITIVE),
        ];
        let lines = commands
            .into_iter()
            .flat_map(|command| [1, 7].map(|times| Line::Commands { command, times }))
            .chain(Question::ALL.iter().flat_map(|question| {
                let choices = question.choices().into_iter();
                choices.map(|choice| Line::Method(*question, choice))
            }))
            .chain([true, false].map(Line::Assist))
            .chain([None, Some(u64::MAX)].map(|hash| Line::End { ticks: 5, hash }))
            .chain([
                Line::Back(77),
                Line::Rewound(Rewound { ticks, times }),
                Line::Result(RunResult {
                    ticks: 5000,
                    rewound: 240,
                    rewinds: 2,
                    balls: 9,
                    lit: 3,
                    assisted: false,
                    medal: Medal::Silver,
                }),
                Line::Checks(checks.to_vec()),
                Line::Hash { tick: 120, hash: 7 },
                Line::Unfinished(command(1, 0.5, -0.0)),
                Line::Fault(String::from("index out of bounds (src/sim/world.rs:7)")),
            ]);
        for line in lines {
            // Compared as text, too, in which minus zero is another number than zero.
            let (text, same) = (line.to_text(), format!("Ok({line:?})"));
            let again = Line::parse(&text);
            assert_eq!(format!("{again:?}"), same, "{text}");
            assert_eq!(again, Ok(line), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let nonsense = "FQ|F NaN 0|F inf 0|F 0|F 0 0 0|F x0|F x-1|F x99999999999|- 1 2 3 x4|\
            checks|checks a|checks abc def|hash 1|hash 1 any|hash 1 12|end x 0|\
            end 1 +123456789abcdef|collision sphere|assist|assist maybe|back|back -1|back now|\
            rewound 5|rewound 5 -1|unfinished|unfinished J x2|result|result gold|\
            result {\"ticks\":1}|";
        for text in nonsense.split('|') {
            assert!(Line::parse(text).is_err(), "'{text}' was accepted");
        }
    }
}
