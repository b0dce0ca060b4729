//! The packages of the workspace, each with its files.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};

use crate::source::{LineCount, ParsedFile};

/// The line of a manifest whose package counts entirely as tests.
const SERVES_TESTS: &str = "serves-tests = true";

/// A folder with a manifest, and the Rust files below it.
pub(crate) struct Package {
    pub name: String,
    /// The path of the package's `src` folder, relative to the workspace's folder.
    pub folder: String,
    files: Vec<ParsedFile>,
}

impl Package {
    /// The root package, and those in `crates`.
    pub(crate) fn all(root: &Path) -> Result<Vec<Self>> {
        let mut folders = vec![root.to_owned()];
        for entry in fs::read_dir(root.join("crates"))? {
            folders.push(entry?.path());
        }
        folders[1..].sort();
        folders
            .iter()
            .filter(|folder| folder.join("Cargo.toml").exists())
            .map(|folder| Self::read(root, folder))
            .collect()
    }

    fn read(root: &Path, folder: &Path) -> Result<Self> {
        let mut paths = Vec::new();
        for part in ["src", "examples", "tests", "benches"] {
            add_rust_files(&folder.join(part), &mut paths)?;
        }
        paths.sort();
        let files: Result<Vec<_>> = paths.iter().map(|it| ParsedFile::read(root, it)).collect();
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = "));
        let name = name.context("a package without a name")?.trim_matches('"');
        let src = folder.join("src");
        let mut package = Self {
            name: name.to_owned(),
            folder: src.strip_prefix(root)?.display().to_string(),
            files: files?,
        };
        match manifest.lines().any(|line| line == SERVES_TESTS) {
            true => package
                .files
                .iter_mut()
                .for_each(|file| file.is_test = true),
            false => package.mark_tests(),
        }
        Ok(package)
    }

    /// The files that are compiled without tests, except examples.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &ParsedFile> {
        let files = self.files.iter().filter(|file| !file.is_test);
        files.filter(|file| self.is_source(file))
    }

    /// All files that are not tests.
    pub(crate) fn code(&self) -> impl Iterator<Item = &ParsedFile> {
        self.files.iter().filter(|file| !file.is_test)
    }

    fn is_source(&self, file: &ParsedFile) -> bool {
        Path::new(&file.path).starts_with(&self.folder)
    }

    pub(crate) fn line_count(&self) -> LineCount {
        let mut sum = LineCount::default();
        for file in self.files.iter().map(ParsedFile::line_count) {
            sum.files += file.files;
            sum.code += file.code;
            sum.comments += file.comments;
            sum.tests += file.tests;
        }
        sum
    }

    /// Marks the files of tests and benches, and those of modules under `#[cfg(test)]`.
    fn mark_tests(&mut self) {
        let modules = crate::modules::test_modules(&self.files);
        let below = Path::new(&self.folder).parent().map(Path::to_owned);
        let below = below.unwrap_or_default();
        for file in &mut self.files {
            let path = Path::new(&file.path);
            file.is_test = path.starts_with(below.join("tests"))
                || path.starts_with(below.join("benches"))
                || modules.iter().any(|module| path.starts_with(module))
                || modules.contains(&path.with_extension(""));
        }
    }
}

/// Public names that appear only in the sources of their own package, so that nobody else uses them.
pub(crate) fn unused(packages: &[Package]) -> Vec<String> {
    let mut unused = Vec::new();
    for package in packages {
        let mut used = BTreeSet::new();
        let others = packages.iter().flat_map(|other| &other.files);
        for source in others.filter(|source| !package.is_source(source)) {
            if let Ok(stream) = source.text.parse() {
                add_names(stream, &mut used);
            }
        }
        for source in package.sources() {
            let names = crate::shapes::public_names(source).into_iter();
            let names = names.filter(|name| !used.contains(name));
            unused.extend(names.map(|name| format!("{}: {name}", source.path)));
        }
    }
    unused
}

fn add_names(stream: TokenStream, names: &mut BTreeSet<String>) {
    for token in stream {
        match token {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => add_names(group.stream(), names),
            _ => {}
        }
    }
}

fn add_rust_files(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_rust_files(&path, paths)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}
