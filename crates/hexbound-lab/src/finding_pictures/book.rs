//! The folder that pictures of findings are written to, level by level, and the page at its end.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use image::{ImageFormat, RgbaImage};
use thiserror::Error;

use super::{
    finding_picture, finding_quality,
    page::{Content, Entry, GENERATOR, Section, page},
};
use crate::html::is_of_others;
use hexbound_base::{files, progress::Progress};
use hexbound_level::{AcceptedFinding, Code, Finding, Level};
use hexbound_render::{Offscreen, PictureOptions, RenderError};

/// The size of a picture, pixels.
const SIZE: [u32; 2] = [640, 360];
/// The most pictures of one code in a level, and of a level.
const MOST_OF_A_CODE: usize = 6;
const MOST: usize = 80;
/// The longest part of a level's name in a file's, characters.
const LONGEST_NAME: usize = 40;
const PAGE: &str = "index.html";

/// The reason why a folder of pictures can't be written.
#[derive(Debug, Error)]
pub enum PictureBookError {
    #[error("cannot write {}; choose another folder with --pictures", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{} is not a page of 'hexbound check' and stays as it is; choose another folder with --pictures",
        path.display()
    )]
    OthersPage { path: PathBuf },
    #[error("cannot write the picture {}; choose another folder with --pictures", path.display())]
    Picture {
        path: PathBuf,
        source: image::ImageError,
    },
}

/// Pictures of findings in a folder, and the page that is made of them.
pub struct PictureBook {
    folder: PathBuf,
    device: Device,
    sections: Vec<Section>,
    /// The beginnings of files' names that were given to levels.
    stems: BTreeSet<String>,
    drawn: usize,
}

/// The graphics device, which is opened for the first picture.
enum Device {
    Unopened,
    Open(Box<Offscreen>),
    /// There is none, and this is why.
    Missing(String),
}

impl PictureBook {
    /// Makes the folder where it is absent, and an empty page in it. Whatever else is there stays; a
    /// page that is not ours is an error, as is a folder that can't be written.
    pub fn create(folder: &Path) -> Result<Self, PictureBookError> {
        fs::create_dir_all(folder).map_err(|source| write_error(folder, source))?;
        let book = Self {
            folder: folder.to_owned(),
            device: Device::Unopened,
            sections: Vec::new(),
            stems: BTreeSet::new(),
            drawn: 0,
        };
        let path = book.page();
        if is_of_others(&path, GENERATOR) {
            return Err(PictureBookError::OthersPage { path });
        }
        book.write_page()?;
        Ok(book)
    }

    /// Adds a level's findings, the gravest first, and draws pictures of those that have a place, up to
    /// some of each code; those that are accepted get none. Returns the pictures' files in the order of the findings. Where nothing can be
    /// drawn there are none, and [`PictureBook::no_device`] says why.
    pub fn add(
        &mut self,
        name: &str,
        level: &Level,
        (findings, accepted): (&[Finding], &[AcceptedFinding]),
        progress: &Progress,
    ) -> Result<Vec<Option<PathBuf>>, PictureBookError> {
        let stem = self.stem(name);
        let chosen = chosen(findings);
        let count = chosen.iter().flatten().count();
        let mut files = vec![None; findings.len()];
        let mut done = 0;
        for (index, number) in chosen.iter().enumerate() {
            let Some(number) = number else { continue };
            if done == 0 {
                self.hold(level);
            }
            let told = format!("{name}: picture {} of {count}", done + 1);
            progress(&told, Some(done as f32 / count as f32));
            done += 1;
            let finding = &findings[index];
            let file = format!("{stem}-{}-{number}.png", finding.code.name());
            if let Some(image) = self.draw(level, finding) {
                self.save(&file, &image)?;
                files[index] = Some(file);
            }
        }
        let paths = files
            .iter()
            .map(|file| file.as_ref().map(|it| self.folder.join(it)));
        let paths = paths.collect();
        self.section(name, level, (findings, accepted), files);
        Ok(paths)
    }

    /// Adds a level that can't be read.
    pub fn add_unreadable(&mut self, name: &str, why: &str) {
        self.sections.push(Section {
            name: name.to_owned(),
            content: Content::Unreadable(why.to_owned()),
        });
    }

    /// Returns the reason why nothing is drawn, where that is so.
    pub fn no_device(&self) -> Option<&str> {
        match &self.device {
            Device::Missing(why) => Some(why),
            Device::Unopened | Device::Open(_) => None,
        }
    }

    /// Returns the number of pictures that were drawn.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Writes the page, and returns its path.
    pub fn finish(self) -> Result<PathBuf, PictureBookError> {
        self.write_page()?;
        Ok(self.page())
    }

    fn page(&self) -> PathBuf {
        self.folder.join(PAGE)
    }

    fn write_page(&self) -> Result<(), PictureBookError> {
        let remark = self
            .no_device()
            .map(|why| format!("Nothing is drawn: {why}."));
        let html = page(&self.sections, remark.as_deref());
        let path = self.page();
        files::write_whole(&path, html.as_bytes()).map_err(|source| write_error(&path, source))
    }

    /// Opens the device, and puts the level on it.
    fn hold(&mut self, level: &Level) {
        if matches!(self.device, Device::Unopened) {
            let options = PictureOptions {
                size: SIZE,
                quality: finding_quality(),
                ..PictureOptions::default()
            };
            self.device = match Offscreen::new(&options) {
                Ok(offscreen) => Device::Open(Box::new(offscreen)),
                Err(error) => Device::Missing(in_words(&error)),
            };
        }
        if let Device::Open(offscreen) = &mut self.device
            && let Err(error) = offscreen.set_level_by_cache(level)
        {
            self.device = Device::Missing(in_words(&error));
        }
    }

    /// A finding's picture; `None` where nothing can be drawn.
    fn draw(&mut self, level: &Level, finding: &Finding) -> Option<RgbaImage> {
        let Device::Open(offscreen) = &mut self.device else {
            return None;
        };
        match finding_picture(offscreen, level, finding) {
            Ok(image) => image,
            Err(error) => {
                self.device = Device::Missing(in_words(&error));
                None
            }
        }
    }

    fn save(&mut self, file: &str, image: &RgbaImage) -> Result<(), PictureBookError> {
        let path = self.folder.join(file);
        self.drawn += 1;
        let saved = image.save_with_format(&path, ImageFormat::Png);
        saved.map_err(|source| PictureBookError::Picture { path, source })
    }

    fn section(
        &mut self,
        name: &str,
        level: &Level,
        (findings, accepted): (&[Finding], &[AcceptedFinding]),
        files: Vec<Option<String>>,
    ) {
        let placed = findings.iter().filter(|it| it.place.is_some()).count();
        let drawn = files.iter().flatten().count();
        let is_cut = drawn < placed && self.no_device().is_none();
        let remark = is_cut.then(|| {
            format!(
                "{drawn} of {placed} places are shown: the first {MOST_OF_A_CODE} of each code, and at \
                 most {MOST} in all."
            )
        });
        let mut entries: Vec<Entry> = (findings.iter().zip(files))
            .map(|(finding, picture)| Entry {
                finding: finding.clone(),
                place: finding.place.map(|place| level.to_file(place)),
                picture,
                reason: None,
            })
            .collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.finding.severity()));
        self.sections.push(Section {
            name: name.to_owned(),
            content: Content::Checked {
                entries,
                accepted: (accepted.iter())
                    .map(|it| Entry {
                        finding: it.finding.clone(),
                        place: it.finding.place.map(|place| level.to_file(place)),
                        picture: None,
                        reason: Some(it.reason.clone()),
                    })
                    .collect(),
                remarks: remark.into_iter().collect(),
            },
        });
    }

    /// A beginning for the names of a level's files that no other level has.
    fn stem(&mut self, name: &str) -> String {
        let plain = plain_name(name);
        let others = (2..).map(|number| format!("{plain}-{number}"));
        let mut stems = std::iter::once(plain.clone()).chain(others);
        let stem = stems
            .find(|stem| !self.stems.contains(stem))
            .unwrap_or(plain);
        self.stems.insert(stem.clone());
        stem
    }
}

/// The number that each finding's picture has among those of its code; `None` for those that get none.
fn chosen(findings: &[Finding]) -> Vec<Option<usize>> {
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    let mut all = 0;
    let mut choose = |finding: &Finding| {
        finding.place?;
        let count = counts.entry(finding.code).or_default();
        if *count == MOST_OF_A_CODE || all == MOST {
            return None;
        }
        (*count, all) = (*count + 1, all + 1);
        Some(*count)
    };
    findings.iter().map(&mut choose).collect()
}

/// The last part of a level's name or path, of letters and digits that every file system takes and that
/// need no marks in an address.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let last = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    let last = last.strip_prefix("test:").unwrap_or(last);
    let plain: String = (last.chars().take(LONGEST_NAME))
        .map(|it| {
            if it.is_ascii_alphanumeric() {
                it.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    match plain.trim_matches('-') {
        "" => String::from("level"),
        plain => plain.to_owned(),
    }
}

fn in_words(error: &RenderError) -> String {
    error.to_string()
}

fn write_error(path: &Path, source: io::Error) -> PictureBookError {
    PictureBookError::Write {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn names_of_files_are_plain_and_no_two_levels_share_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = PictureBook::create(folder.path()).expect("a folder");
        let stems = [
            "maps/Castle.glb",
            "other/castle.gltf",
            "castle",
            "../..",
            "a\\b c%#?.glb",
            "城.glb",
        ]
        .map(|name| book.stem(name));
        assert_eq!(
            stems,
            ["castle", "castle-2", "castle-3", "level", "b-c", "level-2"]
        );
    }

    #[test]
    fn only_some_of_a_code_get_a_picture_and_none_without_a_place() {
        let at = |code| Finding::new(code, "").at(Vec3::ZERO);
        let mut findings = vec![Finding::new(Code::Hole, "")];
        findings.extend((0..MOST_OF_A_CODE + 2).map(|_| at(Code::Crack)));
        findings.push(at(Code::Hole));
        let chosen = chosen(&findings);
        assert_eq!(chosen[..2], [None, Some(1)]);
        assert_eq!(
            chosen[MOST_OF_A_CODE..],
            [Some(MOST_OF_A_CODE), None, None, Some(1)]
        );
    }

    #[test]
    fn others_pages_and_files_stay_and_our_own_page_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let [page, other] = [PAGE, "notes.txt"].map(|name| folder.path().join(name));
        fs::write(&other, "mine").unwrap();
        for _ in 0..2 {
            let mut book = PictureBook::create(folder.path()).expect("a folder");
            book.add_unreadable("a.glb", "gone");
            assert_eq!(book.finish().expect("a page"), page);
        }
        assert!(fs::read_to_string(&page).unwrap().contains("gone"));
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
        fs::write(&page, "<p>my homepage").unwrap();
        let refused = PictureBook::create(folder.path()).err().expect("an error");
        assert!(refused.to_string().contains("--pictures"), "{refused}");
        assert_eq!(fs::read_to_string(&page).unwrap(), "<p>my homepage");
    }
}
