//! Wishes: the requests of a screen to the game.

use std::path::PathBuf;

use crate::{
    input::{Action, Device},
    settings::{Section, Tab, Value},
};
use hexbound_sim as sim;

/// A request of the player on a screen, carried out by the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// Resumes play.
    Resume,
    /// Restarts the level.
    Again,
    /// Plays the next level.
    Next,
    /// Plays the level in a file.
    Play(PathBuf),
    /// Plays the level in the first file against the run in the second.
    Race(PathBuf, PathBuf),
    /// Resumes a saved run, by its file.
    GoOn(PathBuf),
    /// Replays the best throw of the finished run.
    BestThrow,
    /// Sets a setting, by its section and key, to a value.
    Set(Section, &'static str, Value),
    /// Resets all settings of a page, or only the advanced ones if true.
    Reset(Tab, bool),
    /// Restores the default keys and buttons of an action, by its name.
    UsualKeys(&'static str),
    /// Removes all keys and buttons of an action, by its name.
    NoKeys(&'static str),
    /// Removes the key or button of a device in a slot of an action, by its name.
    Unbind(&'static str, Device, usize),
    /// Uses a function of the laboratory.
    Laboratory(Action),
    /// Selects an answer, by its word, to a question of collision.
    Choose(sim::Question, &'static str),
    /// Restores the default answers of all questions of collision.
    UsualMethods,
    /// Looks at the position of a finding, by its number.
    LookAtFinding(usize),
    /// Replays the moments before a fault, from its report.
    WatchReport(PathBuf),
    /// Shows the folder of a file in the desktop's file manager.
    ShowFolder(PathBuf),
    /// Leaves the level for the start screen.
    ToStart,
    /// Exits the game.
    Quit,
}
