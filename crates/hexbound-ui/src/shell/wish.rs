//! Wishes: the things that a screen asks the game to do.

use std::path::PathBuf;

use crate::{
    input::{Action, Device},
    settings::{Section, Tab, Value},
};
use hexbound_sim as sim;

/// A wish that the player has expressed on a screen, for the window to carry out.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Play goes on.
    Resume,
    /// The level begins again.
    Again,
    /// The level that comes after this one is played.
    Next,
    /// The level in a file is played.
    Play(PathBuf),
    /// The level in the first file is played against the run in the second.
    Race(PathBuf, PathBuf),
    /// A run that was left is gone on with, by its file.
    GoOn(PathBuf),
    /// The best throw of the finished run is shown again.
    BestThrow,
    /// A setting, by its section and key, gets a value.
    Set(Section, &'static str, Value),
    /// All settings of a page get their defaults, or only the advanced ones where that is true.
    Reset(Tab, bool),
    /// An action gets its usual keys and buttons, by its name.
    UsualKeys(&'static str),
    /// An action loses all its keys and buttons, by its name.
    NoKeys(&'static str),
    /// An action loses the key or button of a device in that slot, by its name.
    Unbind(&'static str, Device, usize),
    /// A function of the laboratory is used.
    Laboratory(Action),
    /// A question of collision gets another answer, by its word.
    Choose(sim::Question, &'static str),
    /// All questions of collision get their usual answers.
    UsualMethods,
    /// The place of the finding with that number is looked at.
    LookAtFinding(usize),
    /// The moments before a fault are shown, from its report.
    WatchReport(PathBuf),
    /// The folder of a file is shown by the desktop.
    ShowFolder(PathBuf),
    /// The level is left for the start screen.
    ToStart,
    /// The game ends.
    Quit,
}
