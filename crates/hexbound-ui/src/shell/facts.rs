//! The facts about the game that the screens show.

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

/// The content of the screens in this frame.
#[derive(Clone, Debug, Default)]
pub struct Facts<'a> {
    /// The texts in the player's language.
    pub words: &'static Words,
    /// The title of the open level.
    pub level: String,
    /// The run of the open level.
    pub run: RunFacts,
    /// The runs that can be resumed, the newest first.
    pub unfinished: Vec<UnfinishedFact>,
    /// True if the requested level can't be played and no other is open.
    pub is_refused: bool,
    /// The available levels.
    pub levels: Vec<LevelFact>,
    /// The user's folder of levels; `None` for a user without a home folder.
    pub user_folder: Option<PathBuf>,
    /// The folder that the file screen opens first.
    pub folder_to_open: Option<PathBuf>,
    /// The content of the open folder, once it is read.
    pub folder: Option<&'a Folder>,
    pub settings: Option<&'a Settings>,
    /// The available sound devices, while their setting is visible.
    pub sound_devices: &'a [String],
    /// The device used last.
    pub device: Device,
    /// The labels of the keys.
    pub key_labels: Option<&'a KeyLabels>,
    /// The functions of the laboratory with their states in a word or two.
    pub laboratory: Vec<(Action, String)>,
    /// The methods of collision and their cost.
    pub methods: MethodFacts,
    /// The problems of the open level; `None` while they are computed.
    pub findings: Option<Vec<FindingFact>>,
    /// The level being loaded, and the progress of its loading, 0..1.
    pub loading: Option<(&'a str, f32)>,
    /// The time since the start, seconds.
    pub now: f64,
    /// The log file of this run, if there is one.
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

/// The run of the open level.
#[derive(Clone, Debug, Default)]
pub struct RunFacts {
    /// True while a recording provides the commands.
    pub is_playback: bool,
    /// True if the run has begun and is not finished.
    pub is_under_way: bool,
    /// True if the run is saved when the level is left.
    pub is_kept: bool,
    /// The results of the run, once it is finished.
    pub results: Option<Results>,
    /// True if a throw of the run can be replayed.
    pub has_best_throw: bool,
}

/// The content of a folder, for the file screen.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub path: PathBuf,
    /// The visible subfolders, sorted by name.
    pub folders: Vec<PathBuf>,
    /// The level files, sorted by name.
    pub levels: Vec<PathBuf>,
    /// The reason why the folder can't be read, if so.
    pub problem: Option<Phrase>,
}

/// The methods of collision in use, and their cost.
#[derive(Clone, Debug, Default)]
pub struct MethodFacts {
    pub methods: Methods,
    /// True while a recording determines the methods.
    pub is_fixed: bool,
    /// True if the run counts as assisted, in a level with targets.
    pub is_assisted: bool,
    /// The figures of the current methods, once there are some.
    pub now: Option<MethodFigures>,
    /// The figures of the default methods, if they were used before and others are now.
    pub usual: Option<MethodFigures>,
    /// The shape that the body keeps until there is room for the chosen one.
    pub still: Option<PlayerShape>,
    /// The key that resumes time, while it is paused.
    pub resume_key: Option<Phrase>,
}

/// The average cost of methods in their last ticks, and the faults since their first use.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodFigures {
    /// The duration of the player's part of a tick, microseconds.
    pub player_time: f64,
    /// The memory of the tree per triangle, bytes.
    pub bytes: f64,
    /// The number of triangles tested per tick.
    pub asked: f64,
    /// The number of triangles rejected per tick by the plane S.
    pub rejected_s: f64,
    /// The numbers of triangles rejected per tick by each of the planes PS1 to PS6.
    pub rejected_ps: [f64; 6],
    /// The number of times that the body was freed from an overlap with the level.
    pub freed: u64,
    /// The number of ticks in which the body's center passed through a triangle of the level.
    pub crossings: u64,
    /// The number of respawns.
    pub respawns: u64,
}

/// One problem of the open level.
#[derive(Clone, Debug)]
pub struct FindingFact {
    pub code: Code,
    /// A sentence without its full stop, in English.
    pub problem: String,
    /// The position in the file's own coordinates, in words, if the problem has one.
    pub place: Option<Phrase>,
}

/// The origin of an available level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// The level ships with the game.
    Own,
    /// The level is in the user's folder of levels.
    User,
    /// The level was played recently from elsewhere.
    Recent,
}

/// An available level.
#[derive(Clone, Debug)]
pub struct LevelFact {
    pub title: String,
    pub path: PathBuf,
    pub shelf: Shelf,
    pub par: Par,
    /// The best saved run of the level and its result; the outer `None` until it is looked up.
    pub best: Option<Option<(PathBuf, RunResult)>>,
    /// A run that ships with the game and earns gold.
    pub gold: Option<PathBuf>,
    /// The picture of the level, once there is one.
    pub picture: Option<Picture>,
}

/// A run that can be resumed.
#[derive(Clone, Debug)]
pub struct UnfinishedFact {
    /// The level's title.
    pub title: String,
    /// The level's file, or the name of its scene.
    pub level: PathBuf,
    /// True if the run's level is the open one.
    pub is_open: bool,
    /// The numbers of lit targets and of all targets, if known.
    pub lit: Option<[usize; 2]>,
    /// The time so far that counts against par, seconds.
    pub seconds: f64,
    /// The wish that resumes the run.
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
