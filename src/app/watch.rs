//! Watches a file, such as the open level's or that of the settings: a save becomes one
//! event of the loop, however many writes it takes.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant, SystemTime},
};

use notify::{
    EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode, ModifyKind},
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;

/// A save is over when nothing was written for this long.
const QUIET_TIME: Duration = Duration::from_millis(150);

/// The extensions of the files beside a .gltf file that count as its parts while it can't be read.
const BESIDE_GLTF: [&str; 6] = ["gltf", "bin", "png", "jpg", "jpeg", "bmp"];

/// A watch on a file, until it is dropped.
pub(super) struct Watch {
    /// The file, as it was named to the watch.
    file: PathBuf,
    heard: Sender<Heard>,
}

/// A message to the thread of a watch.
enum Heard {
    Event(notify::Event),
    /// The watch was dropped.
    End,
}

impl Watch {
    /// Watches the folder of `path` rather than the file, since many programs save by writing
    /// another file and renaming it. The files that a .gltf file names count as parts of it, in folders
    /// below as well. Calls `wake` after each save for as long as it returns true, and so it does if something was
    /// saved after `read_at`, when the file began to be read. An error where the system can't watch the folder.
    pub(crate) fn new(
        path: &Path,
        read_at: Option<SystemTime>,
        wake: impl Fn() -> bool + Send + 'static,
    ) -> notify::Result<Self> {
        let file = path.canonicalize()?;
        let (heard, hears) = mpsc::channel();
        let tell = heard.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            if let Ok(event) = event {
                // The thread ends with the watch or with the event loop.
                let _ = tell.send(Heard::Event(event));
            }
        })?;
        watcher.watch(&folder_of(&file), RecursiveMode::NonRecursive)?;
        // To read what a large file names takes time.
        thread::spawn(move || Follower::new(file, watcher).follow(&hears, read_at, wake));
        Ok(Self {
            file: path.to_owned(),
            heard,
        })
    }

    /// Returns whether this is a watch on `path`, named in the same way.
    pub(crate) fn is_on(&self, path: &Path) -> bool {
        self.file == path
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The thread may have ended with the event loop.
        let _ = self.heard.send(Heard::End);
    }
}

/// Follows a file and its parts, in a thread of its own.
struct Follower {
    parts: Parts,
    watcher: RecommendedWatcher,
}

impl Follower {
    /// Follows a file whose own folder the watcher watches already.
    fn new(file: PathBuf, watcher: RecommendedWatcher) -> Self {
        let mut follower = Self {
            parts: Parts::of(file),
            watcher,
        };
        follower.watch_folders();
        follower
    }

    /// Calls `wake` after each save, and soon after one since `read_at`, until either side ends.
    fn follow(
        mut self,
        hears: &Receiver<Heard>,
        read_at: Option<SystemTime>,
        wake: impl Fn() -> bool,
    ) {
        // Now that nothing can be missed any more, what was missed before.
        let missed = read_at.is_some_and(|at| self.parts.saved_since(at));
        let mut due = missed.then(|| Instant::now() + QUIET_TIME);
        loop {
            let heard = match due {
                Some(due) => hears.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => hears.recv().map_err(RecvTimeoutError::from),
            };
            match heard {
                // What is no save, such as another file of the folder, puts none off.
                Ok(Heard::Event(event)) if self.parts.concerns(&event) => {
                    due = Some(Instant::now() + QUIET_TIME);
                }
                Ok(Heard::Event(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    // Before it is read, so that nothing after that is missed.
                    self.watch_folders();
                    if !wake() {
                        return;
                    }
                    due = None;
                }
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Watches the folders that the file names, also those that were made anew since.
    fn watch_folders(&mut self) {
        for folder in self.parts.folders() {
            // On Windows a folder that is watched twice reports everything twice.
            let _ = self.watcher.unwatch(&folder);
            // What is not there can't be watched, nor loaded.
            let _ = self.watcher.watch(&folder, RecursiveMode::NonRecursive);
        }
    }
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("/")).to_owned()
}

/// A file and the other files that are parts of it.
#[derive(Clone, Debug)]
struct Parts {
    file: PathBuf,
    /// The other files; `None` where the file can't be read, so that any neighbor of some kinds may be
    /// one.
    others: Option<Vec<PathBuf>>,
}

/// The parts of a glTF document that name files.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    buffers: Vec<Named>,
    #[serde(default)]
    images: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    uri: Option<String>,
}

impl Parts {
    fn of(file: PathBuf) -> Self {
        let others = match extension(&file).as_deref() {
            Some("gltf") => named_by(&file),
            _ => Some(Vec::new()),
        };
        Self { file, others }
    }

    fn folder(&self) -> PathBuf {
        folder_of(&self.file)
    }

    /// The folders of the other files, without the file's own.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let others = self.others.iter().flatten();
        let folders = others.filter_map(|path| path.parent());
        let below = folders.filter(|folder| *folder != self.folder().as_path());
        below.map(Path::to_owned).collect()
    }

    /// Returns whether an event may have changed the file's content, and then reads its list of
    /// parts anew.
    fn concerns(&mut self, event: &notify::Event) -> bool {
        let written = match event.kind {
            EventKind::Create(_) | EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
            EventKind::Modify(kind) => !matches!(kind, ModifyKind::Metadata(_)),
            _ => false,
        };
        if !written || !event.paths.iter().any(|path| self.has(path)) {
            return false;
        }
        if event.paths.contains(&self.file) {
            *self = Self::of(std::mem::take(&mut self.file));
        }
        true
    }

    fn has(&self, path: &Path) -> bool {
        let is_other = match &self.others {
            Some(others) => others.iter().any(|other| other == path),
            None => {
                extension(path).is_some_and(|found| BESIDE_GLTF.contains(&found.as_str()))
                    && path.parent() == Some(self.folder().as_path())
            }
        };
        path == self.file || is_other
    }

    /// Returns whether the file or a part of it was written later than at `time`.
    fn saved_since(&self, time: SystemTime) -> bool {
        let entries = fs::read_dir(self.folder()).into_iter().flatten();
        let beside = entries.filter_map(Result::ok).map(|entry| entry.path());
        let others = self.others.iter().flatten().cloned();
        let written = |path: PathBuf| fs::metadata(path).and_then(|it| it.modified());
        beside
            .filter(|path| self.has(path))
            .chain(others)
            .any(|path| written(path).is_ok_and(|at| at > time))
    }
}

/// The files that a .gltf file names; `None` where it can't be read.
fn named_by(file: &Path) -> Option<Vec<PathBuf>> {
    let document: Document = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let folder = file.parent()?;
    let uris = document.buffers.into_iter().chain(document.images);
    let outside = uris.filter_map(|it| it.uri).filter(|uri| {
        let start = uri.get(..5).unwrap_or_default();
        !start.eq_ignore_ascii_case("data:")
    });
    // Some exporters do not percent-encode: the name as it stands may be meant, too.
    let named = outside.flat_map(|uri| {
        let decoded = percent_decode_str(&uri).decode_utf8_lossy().into_owned();
        [folder.join(decoded), folder.join(uri)]
    });
    Some(named.collect())
}

fn extension(path: &Path) -> Option<String> {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, MetadataKind, RemoveKind};

    use super::*;

    fn event(kind: EventKind, path: &str) -> notify::Event {
        notify::Event::new(kind).add_path(PathBuf::from(path))
    }

    #[test]
    fn only_writing_the_level_counts() {
        let created = EventKind::Create(CreateKind::File);
        let removed = EventKind::Remove(RemoveKind::File);
        let touched = EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any));
        let mut glb = Parts::of(PathBuf::from("/levels/a.glb"));
        assert!(glb.concerns(&event(created, "/levels/a.glb")));
        assert!(!glb.concerns(&event(created, "/levels/b.glb")));
        assert!(!glb.concerns(&event(created, "/levels/a.bin")));
        assert!(!glb.concerns(&event(removed, "/levels/a.glb")));
        assert!(!glb.concerns(&event(touched, "/levels/a.glb")));
        // One that can't be read may refer to whatever is beside it.
        let mut gltf = Parts::of(PathBuf::from("/levels/a.gltf"));
        assert!(gltf.concerns(&event(created, "/levels/a.bin")));
        assert!(gltf.concerns(&event(created, "/levels/Stone.PNG")));
        assert!(!gltf.concerns(&event(created, "/levels/notes.txt")));
        assert!(!gltf.concerns(&event(created, "/levels/below/a.bin")));
    }

    #[test]
    fn of_the_files_beside_a_gltf_file_only_those_count_that_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let save = |images: &str| {
            let text = format!(
                r#"{{"buffers":[{{"uri":"a.bin"}},{{"uri":"data:,"}}],"images":[{images}]}}"#
            );
            fs::write(at("a.gltf"), text).unwrap();
        };
        save(r#"{"uri":"maps/two%20stones.png"},{"bufferView":0}"#);
        let created = EventKind::Create(CreateKind::File);
        let event = |name: &str| event(created, at(name).to_str().unwrap());
        let mut parts = Parts::of(at("a.gltf"));
        assert_eq!(parts.folders(), BTreeSet::from([at("maps")]));
        assert!(parts.concerns(&event("a.bin")));
        assert!(parts.concerns(&event("maps/two stones.png")));
        assert!(!parts.concerns(&event("screenshot.png")));
        // A save of the file itself may name others.
        save(r#"{"uri":"screenshot.png"}"#);
        assert!(parts.concerns(&event("a.gltf")));
        assert!(parts.concerns(&event("screenshot.png")));
    }

    #[test]
    fn what_was_saved_while_the_level_was_read_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let before = SystemTime::now() - Duration::from_secs(10);
        let later = before + Duration::from_secs(1);
        let write = |name: &str, at: SystemTime| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(at).unwrap();
        };
        write("a.gltf", before);
        let parts = Parts::of(folder.path().join("a.gltf"));
        write("notes.txt", later);
        assert!(!parts.saved_since(before));
        write("a.bin", later);
        assert!(parts.saved_since(before));
        assert!(!parts.saved_since(later));
    }

    /// A watch on a file, and what hears of its saves.
    fn watched(file: &Path) -> (Watch, Receiver<()>) {
        let (woken, wakes) = mpsc::channel();
        let watch = Watch::new(file, None, move || woken.send(()).is_ok()).unwrap();
        (watch, wakes)
    }

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn a_burst_of_writes_wakes_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.glb");
        fs::write(&file, "").unwrap();
        let (watch, wakes) = watched(&file);
        for count in 0..50 {
            fs::write(&file, count.to_string()).unwrap();
        }
        wakes.recv_timeout(PATIENCE).unwrap();
        thread::sleep(4 * QUIET_TIME);
        // A busy machine may have made several bursts of it.
        let more = wakes.try_iter().count();
        assert!(more < 10, "{more} more");
        drop(watch);
        // The thread ends with the watch.
        let ended = wakes.recv_timeout(PATIENCE);
        assert_eq!(ended, Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn other_files_of_the_folder_put_no_save_off() {
        let folder = tempfile::tempdir().unwrap();
        let [file, busy] = ["a.glb", "busy.log"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        let (_watch, wakes) = watched(&file);
        fs::write(&file, "saved").unwrap();
        let until = Instant::now() + PATIENCE;
        while wakes.try_recv().is_err() {
            assert!(Instant::now() < until, "no wake beside a busy file");
            fs::write(&busy, "again").unwrap();
            thread::sleep(QUIET_TIME / 10);
        }
    }

    #[test]
    fn a_folder_that_a_save_names_is_watched_from_then_on() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("maps")).unwrap();
        fs::write(at("a.gltf"), r#"{"images":[{"uri":"stone.png"}]}"#).unwrap();
        let (_watch, wakes) = watched(&at("a.gltf"));
        fs::write(at("a.gltf"), r#"{"images":[{"uri":"maps/stone.png"}]}"#).unwrap();
        wakes.recv_timeout(PATIENCE).unwrap();
        fs::write(at("maps/stone.png"), "new").unwrap();
        wakes.recv_timeout(PATIENCE).unwrap();
    }
}
