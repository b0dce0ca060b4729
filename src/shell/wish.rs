//! Wishes: the things that a screen asks the game to do.

use std::path::PathBuf;

use crate::{
    input::Action,
    settings::{Section, Value},
};

/// A wish that the player has expressed on a screen, for the window to carry out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// Play goes on.
    Resume,
    /// The level begins again.
    Again,
    /// The level that comes after this one is played.
    Next,
    /// The level in a file is played.
    Play(PathBuf),
    /// The best throw of the finished run is shown again.
    BestThrow,
    /// A setting, by its section and key, gets a value.
    Set(Section, &'static str, Value),
    /// All settings of a section get their usual values.
    Reset(Section),
    /// An action gets its usual keys, by its name.
    UsualKeys(&'static str),
    /// A function of the laboratory is used.
    Laboratory(Action),
    /// The level is left for the start screen.
    ToStart,
    /// The game ends.
    Quit,
}
