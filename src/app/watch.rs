//! Watches a file, such as the open level's or that of the settings: a save becomes one
//! [`UserEvent`], however many writes it takes.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, SystemTime},
};

use notify::{
    EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode, ModifyKind},
};
use winit::event_loop::EventLoopProxy;

use super::UserEvent;

/// A save is over when nothing was written for this long.
const QUIET: Duration = Duration::from_millis(150);

/// The extensions of the files that a .gltf file refers to.
const BESIDE_GLTF: [&str; 6] = ["gltf", "bin", "png", "jpg", "jpeg", "bmp"];

/// A watch on a file, until it is dropped.
pub(super) struct Watch {
    _watcher: RecommendedWatcher,
    /// The file, as it was named to the watch.
    file: PathBuf,
}

impl Watch {
    /// Watches the folder of `path` rather than the file, since many programs save by writing
    /// another file and renaming it. A .gltf file's neighbors count as parts of it. After a save,
    /// `news` goes to the event loop, and so it does if something was saved after `read_at`, when the
    /// file began to be read. An error where the system can't watch the folder.
    pub(crate) fn new(
        path: &Path,
        read_at: Option<SystemTime>,
        news: fn() -> UserEvent,
        proxy: EventLoopProxy<UserEvent>,
    ) -> notify::Result<Self> {
        let file = path.to_owned();
        let path = path.canonicalize()?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let (sender, receiver) = mpsc::channel();
        let (level, heard) = (path.clone(), sender.clone());
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<_>| {
            if let Ok(event) = event
                && concerns(&path, &event)
            {
                // The receiver goes away with the event loop.
                let _ = sender.send(());
            }
        })?;
        watcher.watch(&folder, RecursiveMode::NonRecursive)?;
        // Now that nothing can be missed any more, what was missed before.
        if read_at.is_some_and(|at| saved_since(&level, &folder, at)) {
            // The receiver is right here.
            let _ = heard.send(());
        }
        drop(heard);
        thread::spawn(move || forward(&receiver, move || proxy.send_event(news()).is_ok()));
        Ok(Self {
            _watcher: watcher,
            file,
        })
    }

    /// Returns whether this is a watch on `path`, named in the same way.
    pub(crate) fn is_on(&self, path: &Path) -> bool {
        self.file == path
    }
}

/// Returns whether the level or a part of it in `folder` was written later than at `time`.
fn saved_since(level: &Path, folder: &Path, time: SystemTime) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    let written = |entry: fs::DirEntry| entry.metadata().and_then(|it| it.modified());
    entries
        .filter_map(Result::ok)
        .filter(|entry| is_part_of(level, &entry.path()))
        .any(|entry| written(entry).is_ok_and(|at| at > time))
}

/// Returns whether an event may have changed what the level's file holds.
fn concerns(level: &Path, event: &notify::Event) -> bool {
    let written = match event.kind {
        EventKind::Create(_) | EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Modify(kind) => !matches!(kind, ModifyKind::Metadata(_)),
        _ => false,
    };
    written && event.paths.iter().any(|path| is_part_of(level, path))
}

fn is_part_of(level: &Path, path: &Path) -> bool {
    let extension = |path: &Path| {
        path.extension()
            .and_then(OsStr::to_str)
            .map(str::to_ascii_lowercase)
    };
    let is_gltf = extension(level).as_deref() == Some("gltf");
    path.file_name() == level.file_name()
        || is_gltf && extension(path).is_some_and(|found| BESIDE_GLTF.contains(&found.as_str()))
}

/// Calls `wake` once after each burst of messages, until either side ends.
fn forward(receiver: &Receiver<()>, wake: impl Fn() -> bool) {
    while receiver.recv().is_ok() {
        loop {
            match receiver.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        if !wake() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, path::PathBuf};

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
        let glb = Path::new("/levels/a.glb");
        assert!(concerns(glb, &event(created, "/levels/a.glb")));
        assert!(!concerns(glb, &event(created, "/levels/b.glb")));
        assert!(!concerns(glb, &event(created, "/levels/a.bin")));
        assert!(!concerns(glb, &event(removed, "/levels/a.glb")));
        assert!(!concerns(glb, &event(touched, "/levels/a.glb")));
        let gltf = Path::new("/levels/a.gltf");
        assert!(concerns(gltf, &event(created, "/levels/a.bin")));
        assert!(concerns(gltf, &event(created, "/levels/Stone.PNG")));
        assert!(!concerns(gltf, &event(created, "/levels/notes.txt")));
    }

    #[test]
    fn what_was_saved_while_the_level_was_read_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let level = folder.path().join("a.gltf");
        let before = SystemTime::now() - Duration::from_secs(10);
        let write = |name: &str, at: SystemTime| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(at).unwrap();
        };
        let later = before + Duration::from_secs(1);
        write("a.gltf", before);
        write("notes.txt", later);
        assert!(!saved_since(&level, folder.path(), before));
        write("a.bin", later);
        assert!(saved_since(&level, folder.path(), before));
        assert!(!saved_since(&level, folder.path(), later));
    }

    #[test]
    fn a_burst_of_writes_wakes_once() {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..50 {
            sender.send(()).unwrap();
        }
        // The sender ends with the first call; what is left of the burst would wake again.
        let sender = Cell::new(Some(sender));
        let woken = Cell::new(0);
        forward(&receiver, || {
            woken.set(woken.get() + 1);
            sender.take();
            true
        });
        assert_eq!(woken.get(), 1);
        assert!(receiver.try_recv().is_err(), "all of the burst was heard");
    }
}
