//! Every word of the screens.

use std::path::Path;

pub(super) const NAME: &str = "HEXBOUND";

pub(super) const HELP: &str = "Arrows and Enter, or the mouse     Esc\u{a0}back";
pub(super) const HELP_START: &str = "Arrows and Enter, or the mouse     Esc\u{a0}leaves";
pub(super) const HELP_PAUSE: &str = "Arrows and Enter, or the mouse     Esc\u{a0}plays\u{a0}on";
pub(super) const HELP_LOADING: &str = "Loading a level takes a few seconds";

pub(super) const PLAY: &str = "Play";
pub(super) const LEVELS: &str = "Levels";
pub(super) const KEYS: &str = "Keys";
pub(super) const LABORATORY: &str = "Laboratory";
pub(super) const LEAVE: &str = "Leave";

pub(super) const PAUSED: &str = "Paused";
pub(super) const WATCHING: &str = "Watching a run";
pub(super) const RESUME: &str = "Resume";
pub(super) const AGAIN: &str = "Begin again";

pub(super) const STAY: &str = "Stay";
pub(super) const BACK: &str = "Back";
pub(super) const TO_START: &str = "Leave for the start screen";
pub(super) const QUIT: &str = "Leave the game";
pub(super) const ASK_LEAVE: &str = "Leave?";
pub(super) const ASK_AGAIN: &str = "Begin again?";
pub(super) const RUN_IS_LOST: &str = "The run that you are in ends here and is not kept.";
pub(super) const NOTHING_IS_LOST: &str = "Everything that counts is kept.";

pub(super) const TROUBLE: &str = "This level can't be played";
pub(super) const OTHER_LEVELS: &str = "Other levels";

pub(super) const LOADING: &str = "Loading";

pub(super) const HELP_RESULTS: &str =
    "Arrows and Enter, or the mouse     Esc\u{a0}looks\u{a0}around";
pub(super) const NEXT: &str = "On to the next level";
pub(super) const BEST_THROW: &str = "Watch the best throw";
pub(super) const LOOK_AROUND: &str = "Look around";
pub(super) const ALL_LIT: &str = "All lit";
pub(super) const MEDAL: &str = "Medal";
pub(super) const TIME: &str = "Time";
pub(super) const BALLS: &str = "Balls";
pub(super) const HELP_USED: &str = "Help";
pub(super) const ASSISTED: &str = "used: this run counts below those without";

pub(super) const ABOUT_LABORATORY: &str =
    "See how collision decides, and play with time. The keys work in play, too.";

/// A medal's name as a line of its own.
pub(super) fn medal(name: &str) -> String {
    name.to_owned()
}

/// The time that a run has given up, after the time that it took.
pub(super) fn taken_back(seconds: f64, times: u32) -> String {
    let times = match times {
        0 | 1 => String::new(),
        more => format!(" in {more} turns"),
    };
    format!(" and {seconds:.1} s taken back{times}")
}

/// The figures that a result is compared with.
pub(super) fn par(value: &str) -> String {
    format!("   (par {value})")
}

pub(super) const LOOKING: &str = "Looking for levels";
pub(super) const OWN_LEVELS: &str = "Six places";
pub(super) const USER_LEVELS: &str = "Your levels";
pub(super) const RECENT_LEVELS: &str = "Played before";
pub(super) const OTHER_FILES: &str = "Other files";
pub(super) const NOT_FINISHED: &str = "not finished yet";
pub(super) const OPEN: &str = "Open a file";
pub(super) const OPEN_FILE: &str = "Open a level";
pub(super) const UP: &str = "One folder up";
pub(super) const LEVEL: &str = "level";
pub(super) const FOLDER: &str = "folder";
pub(super) const NO_LEVELS_HERE: &str = "There is no .glb or .gltf file in this folder.";

/// The best result in a level.
pub(super) fn best(time: &str, medal: &str, is_assisted: bool) -> String {
    let help = if is_assisted { ", with help" } else { "" };
    format!("{time}   {medal}{help}")
}

/// Where levels are found by themselves.
pub(super) fn put_levels(folder: Option<&Path>) -> String {
    let drop = "Drop a .glb or .gltf file on the window to play it.";
    match folder {
        Some(folder) => format!("{drop} Those in {} are listed here.", folder.display()),
        None => drop.to_owned(),
    }
}

pub(super) const SETTINGS: &str = "Settings";
pub(super) const USUAL_VALUES: &str = "Usual values for all of these";
pub(super) const HELP_SETTINGS: &str = "Left and right change a value     Esc\u{a0}back";

pub(super) const PRESS: &str = "Press a key, a mouse button, or turn the wheel.";
pub(super) const HELP_BIND: &str = "Esc leaves it as it is";
pub(super) const NOTHING: &str = "nothing";
pub(super) const FIRST_KEY: &str = "First key";
pub(super) const SECOND_KEY: &str = "Second key";
pub(super) const USUAL_KEYS: &str = "Usual keys";
pub(super) const ABOUT_KEYS: &str = "Choose one to give it other keys or mouse buttons.";

/// The warning about a key that does several things at once.
pub(super) fn conflict(key: &str, others: &str) -> String {
    format!("{key} does this, too: {others}")
}
