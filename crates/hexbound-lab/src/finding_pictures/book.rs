//! The folder for pictures of findings, level by level, and the page at its end.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use super::{
    finding_picture,
    page::{COMMAND, CheckedLevel, PageEntry, PageSection, page},
};
use crate::pages::{Easel, PageFolder, PagesError};
use hexbound_base::{files, progress::Progress, words::plain_name};
use hexbound_check::Verdict;
use hexbound_level::{Code, Finding, Level};

/// The size of a picture, pixels.
const PICTURE_SIZE: [u32; 2] = [640, 360];
/// The largest number of pictures of one code in a level.
const MAX_PICTURES_OF_A_CODE: usize = 6;
/// The largest number of pictures of a level.
const MAX_PICTURES: usize = 80;
const PAGE_FILE: &str = "index.html";

/// Pictures of findings in a folder, and the page about them.
pub struct PictureBook {
    folder: PathBuf,
    easel: Easel,
    sections: Vec<PageSection>,
    /// The beginnings of file names that are in use for levels.
    stems: BTreeSet<String>,
    drawn: usize,
}

impl PictureBook {
    /// Creates the folder if it is absent, and an empty page in it. Other files in it stay. Fails for a
    /// page of another program, or if the folder can't be written.
    pub fn create(folder: &Path) -> Result<Self, PagesError> {
        let book = Self {
            folder: folder.to_owned(),
            easel: Easel::for_findings(PICTURE_SIZE),
            sections: Vec::new(),
            stems: BTreeSet::new(),
            drawn: 0,
        };
        book.write_page()?;
        Ok(book)
    }

    /// Adds a level's findings, the gravest first. Draws pictures of those with a place, up to a number
    /// for each code; accepted findings have none. Returns the pictures' files in the order of the
    /// findings.
    ///
    /// Without a device there are none, and [`PictureBook::no_device`] returns the reason.
    pub fn add(
        &mut self,
        name: &str,
        level: &Level,
        Verdict { findings, accepted }: &Verdict,
        progress: &Progress,
    ) -> Result<Vec<Option<PathBuf>>, PagesError> {
        let (stem, chosen) = (self.stem(name), chosen(findings));
        let count = chosen.iter().flatten().count();
        if count > 0 {
            self.easel.set_level(level);
        }
        let (mut done, mut entries) = (0, Vec::new());
        for (finding, number) in findings.iter().zip(chosen) {
            let mut entry = PageEntry::of(finding, level);
            if let Some(number) = number {
                let label = format!("{name}: picture {} of {count}", done + 1);
                progress(&label, Some(done as f32 / count as f32));
                done += 1;
                let file = format!("{stem}-{}-{number}.png", finding.code.name());
                entry.picture = self.draw(level, finding, file)?;
            }
            entries.push(entry);
        }
        let files = entries.iter().map(|it| it.picture.as_ref());
        let files = files.map(|file| Some(self.folder.join(file?))).collect();
        let remark = self.remark(&entries);
        entries.sort_by_key(|entry| Reverse(entry.finding.severity()));
        let accepted = accepted.iter().map(|it| PageEntry {
            reason: Some(it.reason.clone()),
            ..PageEntry::of(&it.finding, level)
        });
        let accepted = accepted.collect();
        let content = Ok(CheckedLevel {
            entries,
            accepted,
            remark,
        });
        let name = name.to_owned();
        self.sections.push(PageSection { name, content });
        Ok(files)
    }

    /// Adds a level that can't be read.
    pub fn add_unreadable(&mut self, name: &str, why: &str) {
        self.sections.push(PageSection {
            name: name.to_owned(),
            content: Err(why.to_owned()),
        });
    }

    /// Returns the reason why nothing is drawn, if that is the case.
    pub fn no_device(&self) -> Option<&str> {
        self.easel.failure()
    }

    /// Returns the number of pictures that were drawn.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Writes the page, and returns its path.
    pub fn finish(self) -> Result<PathBuf, PagesError> {
        self.write_page()
    }

    fn folder(&self) -> PageFolder<'_> {
        PageFolder {
            path: &self.folder,
            command: COMMAND,
            instead: "folder with --pictures",
        }
    }

    fn write_page(&self) -> Result<PathBuf, PagesError> {
        let remark = self.no_device();
        let remark = remark.map(|why| format!("Nothing is drawn: {why}."));
        let html = page(&self.sections, remark.as_deref());
        self.folder().write_page(PAGE_FILE, &html)
    }

    /// Draws a finding to a file beside the page, and returns its name; `None` if nothing can be drawn.
    fn draw(
        &mut self,
        level: &Level,
        finding: &Finding,
        file: String,
    ) -> Result<Option<String>, PagesError> {
        let drawn = (self.easel).draw(|offscreen| finding_picture(offscreen, level, finding));
        let Some(image) = drawn.flatten() else {
            return Ok(None);
        };
        self.folder().write_picture(&file, &image)?;
        self.drawn += 1;
        Ok(Some(file))
    }

    /// The remark about places without a picture, if there are any.
    fn remark(&self, entries: &[PageEntry]) -> Option<String> {
        let placed = entries.iter().filter(|it| it.place.is_some()).count();
        let drawn = entries.iter().filter(|it| it.picture.is_some()).count();
        let is_cut = drawn < placed && self.no_device().is_none();
        is_cut.then(|| {
            format!(
                "{drawn} of {placed} places are shown: the first {MAX_PICTURES_OF_A_CODE} of each code, and at \
                 most {MAX_PICTURES} in all."
            )
        })
    }

    /// A unique beginning for the file names of a level.
    fn stem(&mut self, name: &str) -> String {
        let stem = files::free_name(&stem_of(name), |stem| !self.stems.contains(stem));
        self.stems.insert(stem.clone());
        stem
    }
}

/// The number of each finding's picture among those of its code; `None` for findings without one.
fn chosen(findings: &[Finding]) -> Vec<Option<usize>> {
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    let mut all = 0;
    let mut choose = |finding: &Finding| {
        finding.place?;
        let count = counts.entry(finding.code).or_default();
        if *count == MAX_PICTURES_OF_A_CODE || all == MAX_PICTURES {
            return None;
        }
        (*count, all) = (*count + 1, all + 1);
        Some(*count)
    };
    findings.iter().map(&mut choose).collect()
}

/// The part of a level's name that is valid in a file name.
fn stem_of(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let last = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
    plain_name(last.strip_prefix("test:").unwrap_or(last))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use glam::Vec3;

    use super::*;

    #[test]
    fn names_of_files_are_plain_and_no_two_levels_share_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = PictureBook::create(folder.path()).expect("a folder");
        for (name, stem) in [
            ("maps/Castle.glb", "castle"),
            ("other/castle.gltf", "castle-2"),
            ("castle", "castle-3"),
            ("../..", "level"),
            ("a\\b c%#?.glb", "b-c"),
            ("城.glb", "level-2"),
        ] {
            assert_eq!(book.stem(name), stem);
        }
    }

    #[test]
    fn only_some_of_a_code_get_a_picture_and_none_without_a_place() {
        let at = |code| Finding::new(code, "").at(Vec3::ZERO);
        let mut findings = vec![Finding::new(Code::Hole, "")];
        findings.extend((0..MAX_PICTURES_OF_A_CODE + 2).map(|_| at(Code::Crack)));
        findings.push(at(Code::Hole));
        let chosen = chosen(&findings);
        let most = MAX_PICTURES_OF_A_CODE;
        assert_eq!(chosen[..2], [None, Some(1)]);
        assert_eq!(chosen[most..], [Some(most), None, None, Some(1)]);
    }

    #[test]
    fn others_pages_and_files_stay_and_our_own_page_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let [page, other] = [PAGE_FILE, "notes.txt"].map(|name| folder.path().join(name));
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
