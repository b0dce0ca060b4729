//! Facts that the screens are given about the game.

use std::path::PathBuf;

use super::wish::Wish;
use crate::{
    Palette,
    input::{Action, Device, KeyLabels},
    settings::Settings,
};
use hexbound_base::words::{Phrase, Words};
use hexbound_canvas::Picture;
use hexbound_level::Code;
use hexbound_sim::{Methods, Par, PlayerShape, RunResult};

/// Everything that the screens show, as it is in this frame.
#[derive(Clone, Debug, Default)]
pub struct Facts<'a> {
    /// The words of the player's language.
    pub words: &'static Words,
    /// The title of the level that is open.
    pub level: String,
    /// The run of that level.
    pub run: RunFacts,
    /// The runs that can be gone on with, the newest first.
    pub unfinished: Vec<UnfinishedFact>,
    /// True if the level that was asked for can't be played and no other is open.
    pub is_refused: bool,
    /// The levels that can be chosen.
    pub levels: Vec<LevelFact>,
    /// The user's own folder of levels, for a user with a home folder.
    pub user_folder: Option<PathBuf>,
    /// The folder in which a file is looked for first.
    pub folder_to_open: Option<PathBuf>,
    /// The folder that is open, once it is read.
    pub folder: Option<&'a Folder>,
    pub settings: Option<&'a Settings>,
    /// The devices that sound can be played through, while their setting is seen.
    pub sound_devices: &'a [String],
    /// The device that was used last.
    pub device: Device,
    /// The labels of the keys.
    pub key_labels: Option<&'a KeyLabels>,
    /// The functions of the laboratory, and the state of each in a word or two.
    pub laboratory: Vec<(Action, String)>,
    /// The methods of collision, and what they cost.
    pub methods: MethodFacts,
    /// Everything that is wrong with the open level; `None` while it is looked for.
    pub findings: Option<Vec<FindingFact>>,
    /// The level that is being loaded, and the share of the work that is done, 0..1.
    pub loading: Option<(&'a str, f32)>,
    /// The time since the start, seconds.
    pub now: f64,
    /// The file that the log of this run goes to, if it is kept.
    pub log: Option<PathBuf>,
    /// The newest message, and true if it is a warning.
    pub message: Option<(String, bool)>,
}

impl Facts<'_> {
    /// The colors that carry a meaning.
    pub(super) fn palette(&self) -> Palette {
        let colors = self.settings.map(|settings| settings.view.colors);
        colors.map_or_else(Palette::default, Palette::of)
    }
}

/// The run of the level that is open.
#[derive(Clone, Debug, Default)]
pub struct RunFacts {
    /// True while a recording gives the commands.
    pub is_playback: bool,
    /// True if it has begun and is not finished.
    pub is_under_way: bool,
    /// True if it is kept when the level is left.
    pub is_kept: bool,
    /// Its results, once it is finished.
    pub results: Option<Results>,
    /// True if a throw of it can be shown again.
    pub has_best_throw: bool,
}

/// The content of a folder, for the screen on which a file is chosen.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub path: PathBuf,
    /// The folders in it, sorted by name; those that are hidden are left out.
    pub folders: Vec<PathBuf>,
    /// The level files in it, sorted by name.
    pub levels: Vec<PathBuf>,
    /// The reason why it can't be read, if it can't.
    pub problem: Option<Phrase>,
}

/// The methods of collision in use, and what they cost.
#[derive(Clone, Debug, Default)]
pub struct MethodFacts {
    pub methods: Methods,
    /// True while a recording answers the questions.
    pub is_fixed: bool,
    /// True if the run counts as assisted, in a level where that means something.
    pub is_assisted: bool,
    /// The figures of the methods in use, once there are some.
    pub now: Option<MethodFigures>,
    /// The figures of the usual methods, if they were in use before and others are now.
    pub usual: Option<MethodFigures>,
    /// The shape that the body still has, while there is no room for the one that is chosen.
    pub still: Option<PlayerShape>,
    /// The key by which time goes on, while it stands still.
    pub goes_on_by: Option<Phrase>,
}

/// The cost of methods, as a mean of their last ticks, and the faults since they were first used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodFigures {
    /// The time that the player's part of a tick took, microseconds.
    pub player_time: f64,
    /// The memory that the tree takes for each triangle, bytes.
    pub bytes: f64,
    /// The number of triangles asked in a tick.
    pub asked: f64,
    /// The number of triangles rejected in a tick by the plane S.
    pub rejected_s: f64,
    /// The numbers of triangles rejected in a tick by each of the planes PS1 to PS6.
    pub rejected_ps: [f64; 6],
    /// The number of times that the body was freed from an overlap with the level.
    pub freed: u64,
    /// The number of ticks in which the body's center went through a triangle of the level.
    pub crossings: u64,
    /// The number of times that the player was put back.
    pub respawns: u64,
}

/// One thing that is wrong with the open level.
#[derive(Clone, Debug)]
pub struct FindingFact {
    pub code: Code,
    /// A sentence without its full stop, in English.
    pub problem: String,
    /// The place in the file's own coordinates, in words, where it has one.
    pub place: Option<Phrase>,
}

/// Where a level that can be chosen comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// It comes with the game.
    Own,
    /// It lies in the user's folder of levels.
    User,
    /// It was played from elsewhere not long ago.
    Recent,
}

/// A level that can be chosen.
#[derive(Clone, Debug)]
pub struct LevelFact {
    pub title: String,
    pub path: PathBuf,
    pub shelf: Shelf,
    pub par: Par,
    /// The best run that is kept of it, and its result; the outer `None` while that is looked up.
    pub best: Option<Option<(PathBuf, RunResult)>>,
    /// A run that earns gold and comes with the game.
    pub gold: Option<PathBuf>,
    /// A picture of it, once there is one.
    pub picture: Option<Picture>,
}

/// A run that can be gone on with.
#[derive(Clone, Debug)]
pub struct UnfinishedFact {
    /// The level's title.
    pub title: String,
    /// The level's file, or the name of its scene.
    pub level: PathBuf,
    /// True if its level is the one that is open.
    pub is_open: bool,
    /// The number of lit targets, and of all, if known.
    pub lit: Option<[usize; 2]>,
    /// The time that counts against par so far, seconds.
    pub seconds: f64,
    /// The wish to go on with it.
    pub wish: Wish,
}

/// The results of a finished level.
#[derive(Clone, Debug)]
pub struct Results {
    /// The level's title.
    pub title: String,
    pub result: RunResult,
    pub par: Par,
    /// The best result in the level before.
    pub best_before: Option<RunResult>,
    /// True if another level comes after this one.
    pub has_next: bool,
}
