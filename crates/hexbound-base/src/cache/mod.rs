//! Cached files: their kinds, folders and list. Any of them can be rebuilt at any time. The caller judges
//! whether their content makes sense.

mod file;
mod store;

use std::{
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use strum::{EnumString, IntoStaticStr, VariantArray};

pub use file::{Sections, write_section};
pub use store::Cache;

use crate::{files, folders};

/// The environment variable that names a folder to use instead of the user's cache, or `off`.
const CACHE_VARIABLE: &str = "HEXBOUND_CACHE";

/// The kind of work that a cached file saves.
#[derive(Clone, Copy, Debug, EnumString, IntoStaticStr, PartialEq, Eq, VariantArray)]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = no_such_kind)]
pub enum CacheKind {
    /// The vertices and collision of a large level.
    Geometry,
    /// A level's baked light.
    Light,
    /// The thumbnail of a level in the list of levels.
    Pictures,
    /// The graphics quality measured for an adapter.
    Quality,
}

impl CacheKind {
    /// Every kind, in listing order.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name of the kind on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The extension of the kind's files.
    fn extension(self) -> &'static str {
        match self {
            Self::Geometry => "geometry",
            Self::Light => "light",
            Self::Pictures => "picture",
            Self::Quality => "json",
        }
    }

    /// The largest number of files of the kind that are kept, and the maximum size of one, bytes.
    fn limits(self) -> (usize, u64) {
        match self {
            Self::Geometry => (6, 6 << 30),
            Self::Light => (16, 512 << 20),
            Self::Pictures => (64, 16 << 20),
            Self::Quality => (1, 1 << 20),
        }
    }
}

fn no_such_kind(_: &str) -> String {
    let known: Vec<&str> = CacheKind::ALL.iter().map(|kind| kind.name()).collect();
    format!("there is no such kind; there are {}", known.join(", "))
}

/// The folder of all cached files, which may not exist; `None` if the cache is off.
pub fn folder() -> Option<PathBuf> {
    match env::var_os(CACHE_VARIABLE).filter(|value| !value.is_empty()) {
        Some(off) if off == "off" => None,
        Some(folder) => Some(PathBuf::from(folder)),
        None => folders::user_cache(),
    }
}

/// A cached file.
#[derive(Clone, Debug)]
pub struct CachedFile {
    pub kind: CacheKind,
    pub path: PathBuf,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The item that the file was made for, mostly a level's file; `None` for a file without a label.
    pub label: Option<String>,
    pub last_used: Option<SystemTime>,
}

/// The cached files in a folder, kind by kind, each kind by descending time of last use.
pub fn list(folder: &Path) -> Vec<CachedFile> {
    let mut found: Vec<CachedFile> = (files::list(folder))
        .filter_map(|path| {
            let kind = kind_of(path.extension()?)?;
            let about = fs::symlink_metadata(&path).ok()?;
            about.is_file().then(|| CachedFile {
                kind,
                bytes: about.len(),
                label: match kind {
                    CacheKind::Quality => Some(String::from("what was measured at a first start")),
                    _ => file::label(&path).ok(),
                },
                last_used: about.modified().ok(),
                path,
            })
        })
        .collect();
    found.sort_by(|a, b| {
        let newest_first = b.last_used.cmp(&a.last_used);
        (a.kind as usize)
            .cmp(&(b.kind as usize))
            .then(newest_first)
            .then(a.path.cmp(&b.path))
    });
    found
}

/// Removes the cached files of a kind, or of all kinds, with abandoned drafts. Returns their number and
/// their bytes. Other files and folders stay. The error names the file that can't be removed.
pub fn clear(folder: &Path, kind: Option<CacheKind>) -> io::Result<(usize, u64)> {
    let (mut count, mut bytes) = (0, 0);
    for path in files::list(folder) {
        let is_meant = match path.extension() {
            Some(extension) if extension == store::DRAFT_EXTENSION => kind.is_none(),
            Some(extension) => {
                kind_of(extension).is_some_and(|it| kind.is_none_or(|kind| kind == it))
            }
            None => false,
        };
        let Ok(about) = fs::symlink_metadata(&path) else {
            continue;
        };
        if !is_meant || about.is_dir() {
            continue;
        }
        fs::remove_file(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        count += 1;
        bytes += about.len();
    }
    Ok((count, bytes))
}

fn kind_of(extension: &OsStr) -> Option<CacheKind> {
    (CacheKind::ALL.iter().copied()).find(|kind| extension == kind.extension())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_listed_with_its_label_and_cleared_by_its_kind() {
        let folder = tempfile::tempdir().unwrap();
        let of = |kind| Cache::in_folder(kind, folder.path().to_path_buf());
        use CacheKind::{Geometry, Light};
        of(Light).write(1, "hall.glb", b"light").unwrap();
        of(Geometry).write(2, "hall.glb", b"corners").unwrap();
        let stranger = folder.path().join("a.txt");
        fs::write(&stranger, "somebody else's").unwrap();
        fs::write(folder.path().join("9.light"), "damaged").unwrap();
        fs::create_dir(folder.path().join("8.light")).unwrap();
        let found = list(folder.path());
        let kinds: Vec<CacheKind> = found.iter().map(|file| file.kind).collect();
        assert_eq!(kinds, [Geometry, Light, Light]);
        let labels = found.iter().filter_map(|file| file.label.as_deref());
        assert_eq!(labels.filter(|it| *it == "hall.glb").count(), 2);
        assert_eq!(clear(folder.path(), Some(Light)).unwrap().0, 2);
        assert_eq!(list(folder.path()).len(), 1);
        assert_eq!(clear(folder.path(), None).unwrap().0, 1);
        assert!(list(folder.path()).is_empty() && stranger.exists());
    }

    #[test]
    fn a_kind_is_read_by_its_name_and_no_other() {
        for &kind in CacheKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let refused = "lights".parse::<CacheKind>().unwrap_err();
        assert!(refused.contains("geometry, light"), "{refused}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let none = folder.path().join("none");
        assert!(list(&none).is_empty());
        assert_eq!(clear(&none, None).unwrap(), (0, 0));
    }
}
