//! The screens that there are.

use std::path::PathBuf;

use crate::{input::Device, settings::Tab};
use hexbound_base::words::Phrase;

/// A screen above play. Those below it in the stack are what it was opened from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first one of a game that was started without a level.
    Start,
    /// Play stands still.
    Pause,
    /// All levels that can be chosen.
    Levels,
    /// One of the levels that come with the game, by its file: its medals, and how to play it.
    Level(PathBuf),
    /// The generated scenes of the laboratory.
    Scenes,
    /// The folders and level files of a folder.
    Open(PathBuf),
    /// The pages of the settings.
    Settings,
    /// A page of settings.
    Tab(Tab),
    /// The advanced settings of a page.
    Advanced(Tab),
    /// All keys.
    Keys,
    /// The keys of one action, by its name.
    ActionKeys(&'static str),
    /// The next key or button of a device is bound to an action, by its name, in that slot.
    Bind(&'static str, Device, usize),
    /// The functions that show how collision works and change how time passes.
    Laboratory,
    /// Every method of collision, and what it costs.
    Methods,
    /// Everything that is wrong with the open level.
    Findings,
    /// The results of a finished level.
    Results,
    /// A level is being loaded.
    Loading,
    /// A level can't be played: the fault and its remedy, a line each.
    Trouble(Vec<Phrase>),
    /// The game stopped the last time: the fault in words, and the file of the report.
    Stopped(String, PathBuf),
    /// A report that is watched has come to its fault, which these lines describe.
    Fault(Vec<Phrase>),
    /// A question before something that can't be taken back.
    Confirm(Question),
}

/// A question with a yes and a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The player is about to leave the game or the level.
    Leave,
    /// The player is about to begin the level again.
    Again,
}
