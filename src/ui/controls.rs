//! The lists of keys: the most important, all of them, and those while the pointer is free.

use super::{TEAL, TEXT, panel::Line};

const FIRST: [[&str; 2]; 6] = [
    ["W A S D", "walk"],
    ["mouse", "look"],
    ["right click", "jump"],
    ["left click", "throw a ball"],
    ["Esc", "free the pointer"],
    ["F1", "all keys"],
];

const ALL: [[&str; 2]; 24] = [
    ["W A S D", "walk"],
    ["Shift", "sprint, held"],
    ["C, Ctrl", "crouch, held"],
    ["mouse", "look"],
    ["right, space", "jump"],
    ["left click", "throw a ball"],
    ["up down", "rise, descend (arrows)"],
    ["left right", "turn (arrows)"],
    ["P", "pause"],
    [".", "one tick"],
    ["- =", "slower, faster"],
    ["R", "time backwards, held"],
    ["E", "select a prop, let go"],
    ["IKJLUO G", "push it, stop it"],
    ["V", "camera"],
    ["Backspace", "begin again"],
    ["F1", "these keys"],
    ["F3", "figures"],
    ["F4", "look at collision"],
    ["[ ]", "depth of its tree"],
    ["F5 F7", "collision mode, ground"],
    ["F6", "ghosts"],
    ["F11 F12", "fullscreen, screenshot"],
    ["Esc", "free the pointer, leave"],
];

/// The most important keys, shown in the first seconds.
pub(super) fn hint() -> Vec<Line> {
    lines(&FIRST, 13)
}

/// All keys, shown by F1.
pub(super) fn all() -> Vec<Line> {
    let heading = Line::new().with("Keys", TEAL);
    std::iter::once(heading).chain(lines(&ALL, 14)).collect()
}

/// The keys while the pointer is free.
pub(super) fn free_pointer() -> Vec<Line> {
    lines(
        &[["Click", "to play"], ["Esc", "leaves"], ["F1", "all keys"]],
        7,
    )
}

fn lines(keys: &[[&str; 2]], columns: usize) -> Vec<Line> {
    keys.iter()
        .map(|[key, does]| {
            Line::new()
                .with(format!("{key:<columns$}"), TEAL)
                .with(*does, TEXT)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_stand_apart_from_what_they_do() {
        for (keys, columns) in [(&FIRST[..], 13), (&ALL[..], 14)] {
            for [key, does] in keys {
                assert!(key.chars().count() < columns, "{key}");
                assert!(!does.is_empty(), "{key}");
            }
        }
    }
}
