//! The folder of kept runs: one compressed recording for each, named by level and result, the best
//! few of every level.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use flate2::{Compression, write::GzEncoder};

use super::MAX_KEPT_RUNS;
use crate::{Recording, ReplayError};
use hexbound_base::{files, folders, words::plain_name};
use hexbound_sim::RunResult;

/// The ending of every kept run's name.
const RUN_ENDING: &str = ".rec.gz";
/// The folder of branches, beside that of kept runs.
const BRANCH_FOLDER: &str = "branches";
/// The endings of the names of branch files.
const BRANCH_ENDINGS: [&str; 2] = [RUN_ENDING, ".rec"];

/// A folder of kept runs.
#[derive(Clone, Debug)]
pub struct RunStore {
    folder: PathBuf,
}

/// The outcome of storing a finished run.
#[derive(Debug, PartialEq)]
pub struct StoreOutcome {
    /// The kept run and its rank, 0 for the best; `None` if it is not among the best.
    pub kept: Option<(KeptRun, usize)>,
    /// The best result before this run.
    pub best_before: Option<RunResult>,
}

/// A run in the folder.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRun {
    pub path: PathBuf,
    /// The name or path with which the level was opened.
    pub level: String,
    /// `Level::content_hash`, if the recording names one.
    pub content: Option<u64>,
    pub result: RunResult,
}

impl RunStore {
    /// The user's own folder; `None` for a user without a home folder.
    pub fn of_user() -> Option<Self> {
        Some(Self::at(folders::user_data()?.join("runs")))
    }

    /// The store in a folder, which is created when the first run is kept.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every kept run, level by level, the best first, and the errors of other files in the folder.
    pub fn list(&self) -> (Vec<KeptRun>, Vec<ReplayError>) {
        let (mut runs, mut faults) = (Vec::new(), Vec::new());
        for path in self.files() {
            match crate::read(&path) {
                Ok(recording) => runs.extend(KeptRun::of(recording)),
                Err(error) => faults.push(error),
            }
        }
        let level = |run: &KeptRun| (run.level_stem(), run.content);
        runs.sort_by(|one, other| {
            let by_level = level(one).cmp(&level(other));
            by_level
                .then_with(|| one.result.compare(&other.result))
                .then_with(|| one.path.cmp(&other.path))
        });
        (runs, faults)
    }

    /// The folder of the branches of runs, which need not exist.
    pub fn branches_folder(&self) -> PathBuf {
        self.folder.with_file_name(BRANCH_FOLDER)
    }

    /// Every saved branch, by its name.
    pub fn branches(&self) -> Vec<PathBuf> {
        files_in(&self.branches_folder(), &BRANCH_ENDINGS)
    }

    /// Finds a file: of a run by its name, of the best run by its level's name, or of a branch by its
    /// name.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let named = |files: Vec<PathBuf>| files.into_iter().find(|path| is_named(path, name));
        let best = || Some(Self::best_of(&self.list().0, name)?.path.clone());
        (named(self.files()).or_else(best)).or_else(|| named(self.branches()))
    }

    /// The best run of the level `name` among `runs`, which are in the order of [`list`](Self::list).
    pub fn best_of<'a>(runs: &'a [KeptRun], name: &str) -> Option<&'a KeptRun> {
        let of_level = || runs.iter().filter(|run| run.is_of(name));
        // If the level has changed, only runs on its last state can be replayed.
        let last = of_level().max_by_key(|run| modified(&run.path))?.content;
        of_level().find(|run| run.content == last)
    }

    /// Stores a finished recording in the folder, compressed, if it is among the best of its level. The
    /// worst ones beyond the limit are removed. Returns its rank.
    pub fn store(&self, recorded: &Path) -> Result<StoreOutcome, io::Error> {
        let mut stored = StoreOutcome {
            kept: None,
            best_before: None,
        };
        let Some(mut run) = crate::read(recorded)
            .map_err(io::Error::other)
            .map(KeptRun::of)?
        else {
            return Ok(stored);
        };
        let (mut others, _) = self.list();
        others.retain(|other| other.is_on_same_level(&run));
        stored.best_before = others.first().map(|best| best.result);
        let is_better = |other: &&KeptRun| other.result.compare(&run.result).is_le();
        let rank = others.iter().take_while(is_better).count();
        if rank >= MAX_KEPT_RUNS {
            return Ok(stored);
        }
        fs::create_dir_all(&self.folder)?;
        run.path = self.free_path(&run);
        compress(recorded, &run.path)?;
        for surplus in others.iter().skip(MAX_KEPT_RUNS - 1) {
            // Another game may have removed it first.
            let _ = fs::remove_file(&surplus.path);
        }
        stored.kept = Some((run, rank));
        Ok(stored)
    }

    fn files(&self) -> Vec<PathBuf> {
        files_in(&self.folder, &[RUN_ENDING])
    }

    /// A free name with the level and the result.
    fn free_path(&self, run: &KeptRun) -> PathBuf {
        let result = &run.result;
        let mut name = format!(
            "{}-{:.2}s-{}-balls-{}",
            plain_name(&run.level_stem()),
            result.score_seconds(),
            result.balls,
            result.medal.name()
        );
        if result.assisted {
            name.push_str("-assisted");
        }
        let path = |extra: &str| self.folder.join(format!("{name}{extra}{RUN_ENDING}"));
        let numbered = (2..).map(|number| path(&format!("-{number}")));
        std::iter::once(path(""))
            .chain(numbered)
            .find(|path| !path.exists())
            .unwrap_or_default()
    }
}

impl KeptRun {
    /// The run of a recording; `None` if it was not finished.
    fn of(recording: Recording) -> Option<Self> {
        Some(Self {
            result: recording.result?,
            path: recording.path,
            level: recording.header.level,
            content: recording.header.content,
        })
    }

    /// The level's name without its folder and ending.
    fn level_stem(&self) -> String {
        let stem = Path::new(&self.level).file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    /// Returns whether both runs are on the same level in the same state.
    pub fn is_on_same_level(&self, other: &Self) -> bool {
        self.content == other.content && self.level_stem() == other.level_stem()
    }

    fn is_of(&self, level: &str) -> bool {
        self.level == level || self.level_stem().eq_ignore_ascii_case(level)
    }
}

/// The files of a folder whose names have one of `endings`, sorted by name.
pub(super) fn files_in(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let is_one = |path: &PathBuf| {
        let name = path.to_string_lossy();
        endings.iter().any(|ending| name.ends_with(ending)) && path.is_file()
    };
    let mut files: Vec<PathBuf> = files::list(folder).filter(is_one).collect();
    files.sort();
    files
}

/// Returns whether a file has the name `name`, with or without its ending.
fn is_named(path: &Path, name: &str) -> bool {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let stems = || (BRANCH_ENDINGS.iter()).filter_map(|ending| file.strip_suffix(ending));
    file == name || stems().any(|stem| stem == name)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|it| it.modified()).ok()
}

/// Compresses into a temporary file that replaces `to`, so that no reader sees half of it.
fn compress(from: &Path, to: &Path) -> io::Result<()> {
    let text = files::read(from)?;
    let draft = to.with_extension(format!("{}.draft", std::process::id()));
    files::put_in_place(&draft, to, |draft| {
        let mut encoder = GzEncoder::new(fs::File::create(draft)?, Compression::best());
        io::Write::write_all(&mut encoder, &text)?;
        encoder.finish()?.sync_all()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores a recording of no tick that claims a result. Returns its rank.
    fn store_run(store: &RunStore, level: &str, content: u64, ticks: u64) -> Option<usize> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.rec");
        let rules = serde_json::to_string(&hexbound_sim::Rules::default()).unwrap();
        let result = format!(
            r#"{{"ticks":{ticks},"rewound":0,"rewinds":0,"balls":3,"lit":1,"assisted":false,"medal":"gold"}}"#
        );
        let text = format!(
            "hexbound-recording 4\nlevel {level}\ncontent {content:016x}\nrules {rules}\n\
             result {result}\nend 0 any\n"
        );
        fs::write(&path, text).unwrap();
        let stored = store.store(&path).unwrap();
        stored.kept.map(|(_, place)| place)
    }

    fn opened() -> (tempfile::TempDir, RunStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::at(folder.path().join("runs"));
        (folder, store)
    }

    #[test]
    fn the_best_few_of_each_level_are_kept() {
        let (_folder, store) = opened();
        let places = [500, 300, 400, 300, 600, 700, 200, 650]
            .map(|ticks| store_run(&store, "hall", 1, ticks));
        let expected = [0, 0, 1, 1, 4].map(Some).into_iter();
        let expected: Vec<_> = expected.chain([None, Some(0), None]).collect();
        assert_eq!(places.to_vec(), expected);
        assert_eq!(store_run(&store, "yard", 1, 900), Some(0));
        // Another state of it.
        assert_eq!(store_run(&store, "hall", 2, 900), Some(0));
        let (runs, faults) = store.list();
        assert!(faults.is_empty());
        let ticks: Vec<_> = runs.iter().map(|run| run.result.ticks).collect();
        assert_eq!(ticks, [200, 300, 300, 400, 500, 900, 900]);
    }

    #[test]
    fn a_run_is_found_by_its_name_and_the_best_by_the_levels() {
        let (_folder, store) = opened();
        for (level, ticks) in [("/maps/Old Castle.glb", 240), ("/maps/Old Castle.glb", 120)] {
            store_run(&store, level, 1, ticks);
        }
        let best = store.find("old castle").unwrap();
        let name = best.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(name, "old-castle-1.00s-3-balls-gold.rec.gz");
        assert_eq!(store.find(&name), Some(best.clone()));
        assert_eq!(store.find("old-castle-1.00s-3-balls-gold"), Some(best));
        assert_ne!(store.find("old-castle-2.00s-3-balls-gold"), None);
        assert_eq!(store.find("castle"), None);
        assert_eq!(store_run(&store, "test:~", 1, 1), Some(0));
        let found = store.find("test:~").unwrap();
        assert!(found.ends_with("test-0.01s-3-balls-gold.rec.gz"));
    }

    #[test]
    fn a_branch_is_found_by_its_name_after_the_kept_runs() {
        let (_folder, store) = opened();
        assert_eq!(store.branches(), Vec::<PathBuf>::new());
        fs::create_dir(store.branches_folder()).unwrap();
        let branch = |name: &str| store.branches_folder().join(name);
        for name in ["hall.rec", "wedge-b.rec", "notes.txt"] {
            fs::write(branch(name), "a branch").unwrap();
        }
        let all = ["hall.rec", "wedge-b.rec"].map(branch);
        assert_eq!(store.branches(), all);
        for name in ["wedge-b", "wedge-b.rec"] {
            assert_eq!(store.find(name), Some(branch("wedge-b.rec")));
        }
        assert_eq!(store.find("hall"), Some(branch("hall.rec")));
        store_run(&store, "hall", 1, 100);
        let kept = store.folder().join("hall-0.83s-3-balls-gold.rec.gz");
        assert_eq!(store.find("hall"), Some(kept));
        assert_eq!(store.find("notes"), None);
    }

    #[test]
    fn what_is_no_run_is_reported_and_kept() {
        let (_folder, store) = opened();
        store_run(&store, "hall", 1, 100);
        let stranger = store.folder().join("mine.rec.gz");
        fs::write(&stranger, "no recording").unwrap();
        fs::write(store.folder().join("notes.txt"), "mine").unwrap();
        let (runs, faults) = store.list();
        assert_eq!((runs.len(), faults.len()), (1, 1));
        assert!(faults[0].to_string().contains("mine.rec.gz"));
        assert!(stranger.exists());
    }
}
