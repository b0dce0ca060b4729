//! Short checks of command lines, which locate the first tick that differs in a changed run. A check
//! covers a line's command, its number of ticks, and the state after its first tick. The checks of a
//! second share one line, in the order of the commands.

use hexbound_collide::hash::Hasher;

use hexbound_sim::{Command, PointerDirection, Question};

/// The characters of a check: six bits each.
const BASE_64: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
/// The number of characters of a check. At three, a changed line passes once in 262144 times; more
/// characters would make the file longer.
const CHECK_LENGTH: usize = 3;

/// The check of one command line, 18 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineCheck(u32);

impl LineCheck {
    /// The check of a command that holds for `times` ticks, the first of which led to a state with the
    /// hash `state`.
    pub(crate) fn of(command: &Command, times: u32, state: u64) -> Self {
        let Command {
            buttons,
            yaw,
            pitch,
            pointed,
            methods,
            rewound,
            assisted,
        } = *command;
        let mut hasher = Hasher::default();
        hasher.u32(buttons.0).f32(yaw).f32(pitch);
        for question in Question::ALL.iter().copied() {
            hasher.bytes(methods.choice(question).as_bytes());
        }
        hasher
            .u64(rewound.ticks)
            .u32(rewound.times)
            .u32(u32::from(assisted))
            .u32(times)
            .u64(state);
        if let Some(PointerDirection { yaw, pitch }) = pointed {
            hasher.f32(yaw).f32(pitch);
        }
        let hash = hasher.finish();
        let bits = 6 * CHECK_LENGTH;
        let folded = hash ^ hash >> bits ^ hash >> (2 * bits) ^ hash >> (3 * bits);
        Self((folded & ((1 << bits) - 1)) as u32)
    }

    /// Appends the check's characters.
    pub(crate) fn write(self, text: &mut String) {
        for index in (0..CHECK_LENGTH).rev() {
            let letter = self.0 as usize >> (6 * index) & 63;
            text.push(char::from(BASE_64[letter]));
        }
    }

    /// Parses consecutive checks in `text`.
    pub(crate) fn parse_all(text: &str) -> Result<Vec<Self>, String> {
        let digit = |byte: &u8| BASE_64.iter().position(|letter| letter == byte);
        let check = |letters: &[u8]| {
            let mut bits = 0;
            for letter in letters {
                bits = bits << 6 | digit(letter)? as u32;
            }
            (letters.len() == CHECK_LENGTH).then_some(Self(bits))
        };
        (text
            .as_bytes()
            .chunks(CHECK_LENGTH)
            .map(check)
            .collect::<Option<_>>())
        .ok_or_else(|| format!("'{text}' are no checks of {CHECK_LENGTH} characters each"))
    }
}

/// The check of a command line that was read, and the line's number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedLine {
    pub check: LineCheck,
    /// The number of ticks of the line's command, including those undone later.
    pub times: u32,
    /// The number of the line in its file, from 1.
    pub line: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::{Buttons, Methods, Rewound};

    #[test]
    fn checks_come_back_as_they_were() {
        let checks = (0..200).map(|state| LineCheck::of(&Command::default(), 1, state));
        let checks: Vec<LineCheck> = checks.collect();
        let mut text = String::new();
        checks.iter().for_each(|check| check.write(&mut text));
        assert_eq!(LineCheck::parse_all(&text), Ok(checks));
        for nonsense in ["a", "abcd", "ab-", "äb", " ab"] {
            assert!(LineCheck::parse_all(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn every_part_of_a_line_counts() {
        let usual = Command::default();
        let (yaw, pitch) = (0.0, 0.0);
        let mut changed = [usual; 6];
        changed[0].buttons = Buttons::JUMP;
        changed[1].yaw = -0.0;
        changed[2].pitch = 1e-9;
        changed[3].rewound = Rewound { ticks: 1, times: 1 };
        changed[4].assisted = true;
        changed[5].pointed = Some(PointerDirection { yaw, pitch });
        let turned = Question::ALL.iter().map(|question| {
            let mut methods = Methods::default();
            methods.choose_next(*question);
            Command { methods, ..usual }
        });
        let check = LineCheck::of(&usual, 1, 7);
        for command in changed.into_iter().chain(turned) {
            assert_ne!(LineCheck::of(&command, 1, 7), check, "{command:?}");
        }
        assert_ne!(LineCheck::of(&usual, 2, 7), check);
        assert_ne!(LineCheck::of(&usual, 1, 8), check);
    }
}
