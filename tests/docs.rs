//! What the documents say is there, is there.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hexbound::scenes;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md, ARCHITECTURE.md, CHANGELOG.md and docs/*.md.
fn documents() -> Vec<(PathBuf, String)> {
    let collide = root().join("crates/hexbound-collide");
    let folders = [
        root().to_owned(),
        root().join("docs"),
        collide.join("docs"),
        collide,
    ];
    let mut found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder").flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    found.sort();
    found
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a document");
            (path, text)
        })
        .collect()
}

/// The targets of Markdown links, without what is on other machines and within the same page.
fn links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://") && !target.starts_with('#'))
        .map(|target| target.split('#').next().unwrap_or(target))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for (path, text) in documents() {
        let folder = path.parent().expect("a folder");
        for link in links(&text) {
            count += 1;
            assert!(folder.join(link).exists(), "{}: {link}", path.display());
        }
    }
    assert!(count > 10, "only {count} links were found");
}

/// A folder of the project that is named as code (`` `src/collide/` ``) exists.
#[test]
fn every_folder_that_is_named_exists() {
    let mut count = 0;
    for (path, text) in documents() {
        for (number, line) in text.lines().enumerate() {
            let words = line.split('`').skip(1).step_by(2);
            let folders = words.filter(|word| {
                word.ends_with('/') && !word.starts_with(['/', '~', '.']) && !word.contains(' ')
            });
            for folder in folders {
                count += 1;
                let beside = path.parent().is_some_and(|it| it.join(folder).is_dir());
                assert!(
                    beside || root().join(folder).is_dir(),
                    "{}, line {}: {folder}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
    assert!(count > 3, "only {count} folders were found");
}

#[test]
fn every_scene_is_named_where_levels_are_explained() {
    let text = fs::read_to_string(root().join("docs/levels.md")).expect("a document");
    let line = text
        .lines()
        .find(|line| line.contains("test:NAME"))
        .expect("the line of the scenes");
    for name in scenes::NAMES {
        assert!(line.contains(&format!("`{name}`")), "{name}: {line}");
    }
}
