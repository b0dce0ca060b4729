//! Watches a file, such as the open level's or that of the settings. A save becomes one event of the
//! loop, however many writes it has.

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

/// The time without writes after which a save is over.
const QUIET_TIME: Duration = Duration::from_millis(150);

/// The extensions of the neighbors that count as parts of an unreadable .gltf file.
const GLTF_PART_EXTENSIONS: [&str; 6] = ["gltf", "bin", "png", "jpg", "jpeg", "bmp"];

/// A watch on a file, until it is dropped.
pub(super) struct Watch {
    /// The file, by the path given to the watch.
    file: PathBuf,
    sender: Sender<WatchMessage>,
}

/// A message to the thread of a watch.
enum WatchMessage {
    Event(notify::Event),
    /// The watch was dropped.
    End,
}

impl Watch {
    /// Watches the folder of `path` rather than the file, since many programs save by renaming another
    /// file. The files that a .gltf file names count as parts of it, also in folders below.
    ///
    /// Calls `wake` after each save for as long as it returns true. A save after `read_at`, when the file
    /// began to be read, counts too. Fails if the system can't watch the folder.
    pub(crate) fn new(
        path: &Path,
        read_at: Option<SystemTime>,
        wake: impl Fn() -> bool + Send + 'static,
    ) -> notify::Result<Self> {
        let file = path.canonicalize()?;
        let (sender, receiver) = mpsc::channel();
        let event_sender = sender.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            if let Ok(event) = event {
                // The thread ends with the watch or with the event loop.
                let _ = event_sender.send(WatchMessage::Event(event));
            }
        })?;
        watcher.watch(&folder_of(&file), RecursiveMode::NonRecursive)?;
        // Reading the names in a large file takes time.
        thread::spawn(move || Follower::new(file, watcher).follow(&receiver, read_at, wake));
        Ok(Self {
            file: path.to_owned(),
            sender,
        })
    }

    /// Returns whether this is a watch on `path`, in the same spelling.
    pub(crate) fn is_on(&self, path: &Path) -> bool {
        self.file == path
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The thread may have ended with the event loop.
        let _ = self.sender.send(WatchMessage::End);
    }
}

/// The thread of a watch: it follows a file and its parts.
struct Follower {
    parts: Parts,
    watcher: RecommendedWatcher,
}

impl Follower {
    /// Follows a file whose own folder is already watched.
    fn new(file: PathBuf, watcher: RecommendedWatcher) -> Self {
        let mut follower = Self {
            parts: Parts::of(file),
            watcher,
        };
        follower.watch_folders();
        follower
    }

    /// Calls `wake` after each save, also one between `read_at` and this call. Ends with the watch,
    /// or once `wake` returns false.
    fn follow(
        mut self,
        receiver: &Receiver<WatchMessage>,
        read_at: Option<SystemTime>,
        wake: impl Fn() -> bool,
    ) {
        // The folders are watched by now, so only an earlier save can have been missed.
        let missed = read_at.is_some_and(|at| self.parts.saved_since(at));
        let mut due = missed.then(|| Instant::now() + QUIET_TIME);
        loop {
            let message = match due {
                Some(due) => receiver.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => receiver.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                // An event of another file in the folder does not delay the call.
                Ok(WatchMessage::Event(event)) if self.parts.concerns(&event) => {
                    due = Some(Instant::now() + QUIET_TIME);
                }
                Ok(WatchMessage::Event(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    // The folders are watched before the file is read, so that no later save is
                    // missed.
                    self.watch_folders();
                    if !wake() {
                        return;
                    }
                    due = None;
                }
                Ok(WatchMessage::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Watches the folders that the file names, including recreated ones.
    fn watch_folders(&mut self) {
        for folder in self.parts.folders() {
            // On Windows a folder that is watched twice reports everything twice.
            let _ = self.watcher.unwatch(&folder);
            // A missing folder can neither be watched nor loaded.
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
    /// The other files; `None` if the file can't be read. Neighbors with [`GLTF_PART_EXTENSIONS`]
    /// then count.
    others: Option<Vec<PathBuf>>,
}

/// The members of a glTF document that name files.
#[derive(Deserialize)]
struct FileReferences {
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

    /// Returns whether an event may have changed the file's content. If so, rereads its list of parts.
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
                extension(path).is_some_and(|found| GLTF_PART_EXTENSIONS.contains(&found.as_str()))
                    && path.parent() == Some(self.folder().as_path())
            }
        };
        path == self.file || is_other
    }

    /// Returns whether the file or a part of it was written later than `time`.
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
    let document: FileReferences = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let folder = file.parent()?;
    let uris = document.buffers.into_iter().chain(document.images);
    let outside = uris.filter_map(|it| it.uri).filter(|uri| {
        let start = uri.get(..5).unwrap_or_default();
        !start.eq_ignore_ascii_case("data:")
    });
    // Some exporters do not percent-encode, so the unchanged name counts too.
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
        // An unreadable file may refer to any neighbor.
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

    /// A watch on a file, and the receiver of its calls.
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
