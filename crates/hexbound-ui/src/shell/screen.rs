//! The screens of the menus, and their questions.

use std::path::PathBuf;

use crate::{input::Device, settings::Tab};
use hexbound_base::words::Phrase;

/// A screen over the game. The screens below it in the stack led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first screen of a game started without a level.
    Start,
    /// The pause of play.
    Pause,
    /// All available levels.
    Levels,
    /// One of the shipped levels, by its file: its medals, and how to play it.
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
    /// The keys of all actions.
    Keys,
    /// The keys of one action, by its name.
    ActionKeys(&'static str),
    /// The request to press a key or button of a device, which is bound to a slot of the named action.
    Bind(&'static str, Device, usize),
    /// The functions that visualize collision and control time.
    Laboratory,
    /// The methods of collision and their cost.
    Methods,
    /// The problems of the open level.
    Findings,
    /// The results of a finished level.
    Results,
    /// The loading of a level.
    Loading,
    /// The reason why a level can't be played, and the remedy, a line each.
    Trouble(Vec<Phrase>),
    /// The fault that ended the game last time, in words, and the file of its report.
    Stopped(String, PathBuf),
    /// The fault at the end of a replayed report, in lines of text.
    Fault(Vec<Phrase>),
    /// A question before an irreversible step.
    Confirm(Question),
}

/// A question with a yes and a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The player is about to leave the game or the level.
    Leave,
    /// The player is about to restart the level.
    Restart,
}
