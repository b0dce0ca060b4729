//! The levels that can be chosen. Those that come with the game are there at once, with pictures
//! that come with it. Others, and the best results, are looked up in a thread of its own. It draws
//! the pictures of the others once, without a window, and keeps them in the cache.

use std::{
    ffi::OsStr,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Cursor},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
};

use image::{ImageFormat, RgbaImage};
use winit::event_loop::EventLoopProxy;

use super::user_event::UserEvent;
use hexbound_base::{
    assets,
    cache::{Cache, CacheKind},
    files,
};
use hexbound_level::{Level, suggestions::level_files};
use hexbound_render::{Frame, Offscreen, PictureOptions, RenderError};
use hexbound_replay::runs::{KeptRun, RunStore};
use hexbound_scenes::catalog;
use hexbound_sim::{Par, Rules, RunResult, View, World};
use hexbound_ui::shell::{LevelFact, Shelf};

/// The size of a picture, pixels.
const PICTURE_SIZE: [u32; 2] = [480, 270];

/// The thread that looks for levels and draws them.
pub(super) struct LevelShelf {
    proxy: EventLoopProxy<UserEvent>,
    /// True while pictures that are not there yet are wanted.
    is_wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl LevelShelf {
    /// Answers go to `proxy`.
    pub(crate) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            proxy,
            is_wanted: Arc::default(),
            thread: None,
        }
    }

    /// Looks for all levels; `recent` are files from elsewhere. The answers come as
    /// [`UserEvent::Shelf`] and [`UserEvent::Picture`].
    pub(crate) fn look(&mut self, recent: Vec<PathBuf>) {
        self.rest();
        let is_busy = |thread: &JoinHandle<()>| !thread.is_finished();
        if self.thread.as_ref().is_some_and(is_busy) {
            // It ends after the picture that it is at; the next look finds that in the cache.
            return;
        }
        self.is_wanted = Arc::new(AtomicBool::new(true));
        let (proxy, is_wanted) = (self.proxy.clone(), Arc::clone(&self.is_wanted));
        let work = move || {
            let levels = find(&recent);
            // A loop that has ended has no use for levels.
            let _ = proxy.send_event(UserEvent::Shelf(levels.clone()));
            draw_all(&levels, &proxy, &is_wanted);
        };
        let spawned = thread::Builder::new().name("levels".into()).spawn(work);
        self.thread = spawned.ok();
    }

    /// Draws no further pictures.
    pub(crate) fn rest(&self) {
        self.is_wanted.store(false, Relaxed);
    }
}

impl Drop for LevelShelf {
    /// Waits for the thread: a program must not end while its driver draws.
    fn drop(&mut self) {
        self.rest();
        if let Some(thread) = self.thread.take() {
            // The result is discarded.
            let _ = thread.join();
        }
    }
}

/// Returns whether a level comes with the game, or is made by it.
pub(super) fn is_own(level: &Level) -> bool {
    level.path.as_ref().is_none_or(|path| {
        let own = catalog::OWN_LEVELS.iter();
        own.filter_map(|name| catalog::find(name).ok())
            .any(|file| file == *path)
    })
}

/// The levels that come with the game, before their best results are looked up.
pub(super) fn own_levels() -> Vec<LevelFact> {
    let files = catalog::OWN_LEVELS
        .iter()
        .filter_map(|name| catalog::find(name).ok());
    files.map(|path| shelved(path, Shelf::Own)).collect()
}

/// The picture of one of the levels that come with the game.
pub(super) fn own_picture(level: &Path) -> Option<RgbaImage> {
    let path = assets::find(&beside("pictures", level, "jpg")?)?;
    decode(&files::read(&path).ok()?, ImageFormat::Jpeg)
}

/// The name of the file that belongs to a level, in another folder of the game's files.
fn beside(folder: &str, level: &Path, ending: &str) -> Option<String> {
    let stem = level.file_stem().and_then(OsStr::to_str)?;
    Some(format!("{folder}/{stem}.{ending}"))
}

/// Every level with a file, shelf by shelf.
fn find(recent: &[PathBuf]) -> Vec<LevelFact> {
    let mut levels = own_levels();
    let user = catalog::user_folder().map(|folder| level_files(&folder));
    let user = user.into_iter().flatten().map(|path| (path, Shelf::User));
    let recent = (recent.iter().filter(|path| path.is_file())).cloned();
    for (path, shelf) in user.chain(recent.map(|path| (path, Shelf::Recent))) {
        if !levels.iter().any(|level| is_same(&level.path, &path)) {
            levels.push(shelved(path, shelf));
        }
    }
    let runs = RunStore::of_user()
        .map(|store| store.list().0)
        .unwrap_or_default();
    for level in &mut levels {
        level.best = Some(best_of(level, &runs));
    }
    levels
}

/// The best run of a level, and its result.
fn best_of(level: &LevelFact, runs: &[KeptRun]) -> Option<(PathBuf, RunResult)> {
    let stem = level.path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match level.shelf {
        Shelf::Own => stem.clone(),
        Shelf::User | Shelf::Recent => level.path.to_string_lossy(),
    };
    let best = RunStore::best_of(runs, &name).or_else(|| RunStore::best_of(runs, &stem))?;
    Some((best.path.clone(), best.result))
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    real(one) == real(other)
}

fn shelved(path: PathBuf, shelf: Shelf) -> LevelFact {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let about = hexbound_level::read_about(&path).unwrap_or_default();
    let gold = beside("runs", &path, "rec").filter(|_| shelf == Shelf::Own);
    LevelFact {
        title: about.title.unwrap_or_else(|| stem.into_owned()),
        par: Par::of(&about.settings),
        best: None,
        gold: gold.and_then(|name| assets::find(&name)),
        picture: None,
        shelf,
        path,
    }
}

/// Hands over the picture of every level that does not come with one: first those that the cache holds,
/// then the others one by one.
fn draw_all(levels: &[LevelFact], proxy: &EventLoopProxy<UserEvent>, is_wanted: &AtomicBool) {
    let Some(cache) = Cache::of(CacheKind::Pictures) else {
        return;
    };
    let send = |path: &Path, picture: RgbaImage| {
        // A loop that has ended shows no picture.
        let _ = proxy.send_event(UserEvent::Picture(path.to_owned(), picture));
    };
    let mut missing = Vec::new();
    let pictured =
        |level: &&LevelFact| level.shelf == Shelf::Own && own_picture(&level.path).is_some();
    for level in levels.iter().filter(|level| !pictured(level)) {
        let Some(key) = key(&level.path) else {
            continue;
        };
        let kept = cache.read(key).ok();
        match kept.and_then(|bytes| decode(&bytes, ImageFormat::Png)) {
            Some(picture) => send(&level.path, picture),
            None => missing.push((key, &level.path)),
        }
    }
    let mut artist = None;
    for (key, path) in missing {
        if !is_wanted.load(Relaxed) {
            return;
        }
        match draw(path, &mut artist) {
            Ok(Some(picture)) => {
                if let Err(error) = keep(&cache, key, path, &picture) {
                    log::debug!("the picture of {} is not kept: {error}", path.display());
                }
                send(path, picture);
            }
            Ok(None) => {}
            Err(error) => {
                log::debug!("no pictures of levels: {error}");
                return;
            }
        }
    }
}

/// Draws what the player sees first in a level; `None` where it can't be played.
fn draw(path: &Path, artist: &mut Option<Offscreen>) -> Result<Option<RgbaImage>, RenderError> {
    let Ok(level) = hexbound_level::load(path) else {
        return Ok(None);
    };
    let artist = match artist {
        Some(artist) => artist,
        None => artist.insert(Offscreen::new(&PictureOptions {
            size: PICTURE_SIZE,
            ..PictureOptions::default()
        })?),
    };
    artist.set_level_coarsely(&level)?;
    let view = View::of(&World::new(&level, Rules::default()));
    let picture = artist.shot(Frame::of(&view))?;
    Ok(Some(picture))
}

/// A number for the file as it is now.
fn key(path: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if let Some(bytes) = files::carried(path) {
        bytes.hash(&mut hasher);
        return Some(hasher.finish());
    }
    let data = path.metadata().ok()?;
    path.canonicalize().ok()?.hash(&mut hasher);
    data.len().hash(&mut hasher);
    data.modified().ok()?.hash(&mut hasher);
    Some(hasher.finish())
}

fn keep(cache: &Cache, key: u64, path: &Path, picture: &RgbaImage) -> io::Result<()> {
    let bytes = encode(picture).map_err(io::Error::other)?;
    cache.write(key, &path.display().to_string(), &bytes)
}

fn encode(picture: &RgbaImage) -> Result<Vec<u8>, image::ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

fn decode(bytes: &[u8], format: ImageFormat) -> Option<RgbaImage> {
    let picture = image::load_from_memory_with_format(bytes, format).ok()?;
    // What somebody else put there is not shown at any size.
    let picture = picture.into_rgba8();
    (picture.dimensions() == (PICTURE_SIZE[0], PICTURE_SIZE[1])).then_some(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_levels_come_first_with_their_titles_and_files_are_listed_once() {
        let quarry = catalog::find("quarry").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other.glb");
        std::fs::copy(&quarry, &other).unwrap();
        let gone = folder.path().join("gone.glb");
        let levels = find(&[quarry, other.clone(), gone]);
        let own = levels.iter().take_while(|level| level.shelf == Shelf::Own);
        let own: Vec<_> = own.collect();
        assert_eq!(own.len(), catalog::OWN_LEVELS.len());
        assert_eq!(own[0].title, "Quarry Steps");
        let recent = levels.iter().filter(|level| level.shelf == Shelf::Recent);
        let recent: Vec<_> = recent.collect();
        assert_eq!(recent.len(), 1);
        assert_eq!(recent[0].path.as_path(), other.as_path());
        assert_eq!(recent[0].title.as_str(), "Quarry Steps");
    }

    #[test]
    fn a_picture_is_read_back_and_another_file_is_none() {
        let [width, height] = PICTURE_SIZE;
        let picture = RgbaImage::from_pixel(width, height, image::Rgba([1, 2, 3, 255]));
        let again = |picture: &RgbaImage| decode(&encode(picture).unwrap(), ImageFormat::Png);
        assert_eq!(again(&picture), Some(picture));
        assert_eq!(again(&RgbaImage::new(3, 3)), None);
        assert_eq!(decode(b"no picture", ImageFormat::Png), None);
    }
}
