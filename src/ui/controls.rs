//! The controls in a few lines.

use super::{TEAL, TEXT, panel::Line};

const HINT: [(&str, &str); 8] = [
    ("W A S D  ", "walk      "),
    ("Shift C  ", "run, duck "),
    ("mouse    ", "look      "),
    ("click    ", "throw     "),
    ("right    ", "jump      "),
    ("P . - =  ", "time      "),
    ("R        ", "rewind    "),
    ("F12      ", "picture   "),
];
const HINT_MORE: [(&str, &str); 8] = [
    ("up/down  ", "fly"),
    ("E IKJLUO ", "props"),
    ("F3       ", "figures"),
    ("F4       ", "look at collision"),
    ("F5 F7    ", "collision mode, ground"),
    ("F6       ", "ghosts"),
    ("V        ", "camera"),
    ("Esc      ", "pointer, then leave"),
];

/// At the start.
pub(super) fn hint() -> Vec<Line> {
    HINT.iter()
        .zip(HINT_MORE)
        .map(|(one, more)| {
            Line::new()
                .with(one.0, TEAL)
                .with(one.1, TEXT)
                .with(more.0, TEAL)
                .with(more.1, TEXT)
        })
        .collect()
}

/// While the pointer is free.
pub(super) fn free_pointer() -> Vec<Line> {
    let mut lines = vec![
        Line::new()
            .with("Click", TEAL)
            .with(" to play   ", TEXT)
            .with("Esc", TEAL)
            .with(" leaves", TEXT),
        Line::new(),
    ];
    lines.extend(hint());
    lines
}
