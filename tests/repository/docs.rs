//! Tests that what the documents name is there.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hexbound_level::Code;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page at the root, in docs/, in a package and beside the golden pictures.
fn documents() -> Vec<(PathBuf, String)> {
    let packages = fs::read_dir(root().join("crates")).expect("a folder");
    let mut folders: Vec<PathBuf> = packages.flatten().map(|it| it.path()).collect();
    folders.push(root().to_owned());
    let others = "docs assets tests/golden crates/hexbound-collide/docs".split(' ');
    folders.extend(others.map(|it| root().join(it)));
    let files = |folder: &PathBuf| fs::read_dir(folder).expect("a folder").flatten();
    let mut found: Vec<PathBuf> = (folders.iter().flat_map(files))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    found.sort();
    found.into_iter().map(with_text).collect()
}

fn with_text(path: PathBuf) -> (PathBuf, String) {
    let text = fs::read_to_string(&path).expect("a text");
    (path, text)
}

pub fn read(name: &str) -> String {
    with_text(root().join(name)).1
}

/// The targets of Markdown links, without what is on other machines.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let rests = text.split("](").skip(1);
    let targets = rests.filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://"))
}

/// The files and folders to which the Markdown links of a page lead.
pub fn links(text: &str) -> Vec<&str> {
    let paths = targets(text).filter_map(|target| target.split('#').next());
    paths.filter(|path| !path.is_empty()).collect()
}

/// The anchors that GitHub gives the headings of a page.
fn anchors(page: &str) -> impl Iterator<Item = String> {
    let text = page.split("\n```").step_by(2).flat_map(str::lines);
    let headings = text.filter(|line| line.starts_with('#'));
    headings.map(|heading| {
        let heading = heading.trim_matches(['#', ' ']).to_lowercase();
        let kept = |it: &char| it.is_alphanumeric() || " -_".contains(*it);
        heading.replace(|it| !kept(&it), "").replace(' ', "-")
    })
}

#[test]
fn every_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    let mut count = 0;
    for (path, text) in documents() {
        let folder = path.parent().expect("a folder");
        for target in targets(&text) {
            let wrong = format!("{}: {target}", path.display());
            let (link, anchor) = target.split_once('#').unwrap_or((target, ""));
            assert!(folder.join(link).exists(), "{wrong}");
            if !anchor.is_empty() {
                count += 1;
                let other = fs::read_to_string(folder.join(link));
                let page = other.as_ref().unwrap_or(&text);
                assert!(anchors(page).any(|it| it == anchor), "{wrong}");
            }
        }
    }
    assert!(count > 50, "only {count} anchors were found");
}

/// The hosts of repositories, packages and documentation where nothing of the project is published.
const HOSTS: &str = "github.com/ githubusercontent.com/ crates.io/ docs.rs/";

/// Returns the places in a text where the project is said to be on one of [`HOSTS`].
fn unpublished(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| letter.is_whitespace() || "\"'()<>[]`".contains(letter));
    let is_ours = |word: &&str| {
        let is_page = HOSTS.split(' ').any(|host| word.contains(host));
        is_page && word.contains("hexbound")
    };
    let keys = ["repository", "homepage", "documentation"];
    let is_key = |line: &&str| {
        let key = line.split([' ', '=', '.']).next().unwrap_or_default();
        keys.contains(&key) && line.contains('=')
    };
    let keys = text.lines().filter(is_key);
    words.filter(is_ours).chain(keys).collect()
}

#[test]
fn pages_of_the_project_that_are_not_there_are_recognized() {
    for wrong in [
        "see [here](https://github.com/hexbound/hexbound/blob/main/docs/a.md)",
        "cargo install --git https://github.com/hexbound/hexbound hexbound",
        "<image>https://raw.githubusercontent.com/hexbound/hexbound/main/a.png</image>",
        "![badge](https://img.shields.io/crates.io/v/hexbound)",
        "repository.workspace = true",
        "documentation = \"https://somewhere.example\"",
    ] {
        assert_eq!(unpublished(wrong).len(), 1, "{wrong}");
    }
    let fine = "hexbound-collide = { path = \"crates/hexbound-collide\" } as https://github.com/other/crate";
    assert!(unpublished(fine).is_empty());
}

/// The manifests of all packages.
fn manifests() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("the packages");
    let crates = crates.map(|entry| entry.expect("a package").path());
    let folders = crates.chain([root().to_owned()]);
    folders.map(|it| it.join("Cargo.toml")).collect()
}

/// Until something is published, nothing leads to a repository, package or documentation that is not there.
#[test]
fn nothing_leads_to_a_page_of_the_project_that_is_not_there() {
    let others = [
        "scripts/package",
        "scripts/play",
        "packaging/io.github.hexbound.Hexbound.metainfo.xml",
        "packaging/io.github.hexbound.Hexbound.desktop",
    ];
    let others = others.map(|name| root().join(name)).into_iter();
    let others = others.chain(manifests()).map(with_text);
    for (path, text) in documents().into_iter().chain(others) {
        assert_eq!(unpublished(&text), [""; 0], "{}", path.display());
    }
}

/// What a user types first stands before anything else that can be typed.
#[test]
fn the_readme_begins_with_the_two_commands_of_a_checkout() {
    let text = read("README.md");
    let block = text.split("```").nth(1).expect("a block of commands");
    let lines = block.lines().skip(1);
    let commands: Vec<&str> = lines
        .filter_map(|it| it.split_whitespace().next())
        .collect();
    assert_eq!(commands, ["scripts/play", "scripts/test"]);
    let manifest = read("Cargo.toml");
    let rust = manifest.split("rust-version = \"").nth(1);
    let rust = rust.and_then(|rest| rest.split('"').next());
    let rust = rust.expect("a version");
    assert!(text.contains(&format!("{rust} or newer")), "{rust}");
}

/// The pages of the collision library are read where the package is unpacked, without the game.
#[test]
fn no_page_of_the_library_links_outside_its_package() {
    let package = root().join("crates/hexbound-collide");
    for (path, text) in documents() {
        let Ok(place) = path.strip_prefix(&package) else {
            continue;
        };
        let depth = place.components().count() - 1;
        for link in links(&text) {
            let steps_up = link.split('/').take_while(|step| *step == "..").count();
            assert!(steps_up <= depth, "{}: {link}", path.display());
        }
    }
}

/// Where the words of a page lead: what they name is beside the page or below one of these.
const PLACES: [&str; 2] = ["", "crates/hexbound-collide"];
/// The beginnings of paths that are files of the project when they are named as code.
const FOLDERS: &str =
    "src/ tests/ docs/ crates/ assets/ scripts/ packaging/ shaders/ benches/ examples/";

/// A file or folder of the project that is named as code (`` `src/sim/` ``, `` `tests/cli` ``) is
/// there.
#[test]
fn every_file_and_folder_that_is_named_exists() {
    let mut count = 0;
    for (path, text) in documents() {
        for (number, line) in text.lines().enumerate() {
            let words = line.split('`').skip(1).step_by(2);
            let named = words.filter(|word| {
                let is_folder = word.ends_with('/') && !word.starts_with(['/', '~', '.']);
                let is_ours = is_folder || FOLDERS.split(' ').any(|it| word.starts_with(it));
                is_ours && !word.contains([' ', '*', '<', '…'])
            });
            for name in named {
                count += 1;
                // The functions behind the files of failures have a test of their own.
                let name = name.split('#').next().unwrap_or(name);
                let beside = path.parent().is_some_and(|it| it.join(name).exists());
                let is_there =
                    beside || PLACES.iter().any(|it| root().join(it).join(name).exists());
                assert!(is_there, "{}, line {}: {name}", path.display(), number + 1);
            }
        }
    }
    assert!(count > 20, "only {count} names were found");
}

#[test]
fn every_scene_is_named_where_levels_are_explained() {
    let text = read("docs/levels.md");
    let item = text.split("\n- ").find(|it| it.contains("test:NAME"));
    let item = item.expect("the item of the scenes");
    for name in hexbound_scenes::SCENE_NAMES {
        assert!(item.contains(&format!("`{name}`")), "{name}: {item}");
    }
}

#[test]
fn every_dependency_has_its_line_of_reasons() {
    let reasons = read("docs/dependencies.md");
    let cells = reasons
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let names = cells.flat_map(|cell| cell.split(", "));
    let named: Vec<&str> = names
        .map(|name| name.trim_end_matches(" (Linux)"))
        .collect();
    let mut count = 0;
    for (manifest, text) in manifests().into_iter().map(with_text) {
        let manifest = manifest.display();
        let mut is_list = false;
        for line in text.lines() {
            if line.starts_with('[') {
                is_list = line.ends_with("dependencies]");
                continue;
            }
            let Some((name, _)) = line.split_once(" = ").filter(|_| is_list) else {
                continue;
            };
            if !line.contains("path = ") {
                count += 1;
                let name = name.trim();
                assert!(named.contains(&name), "{manifest}: {name} has no reason");
            }
        }
    }
    assert!(count > 30, "only {count} dependencies were found");
}

/// Each code has a section in its order, which begins with how grave it is.
#[test]
fn every_code_of_a_finding_has_its_section() {
    let page = read("docs/checks.md");
    let sections = page.split("\n## ").skip(1);
    let told = sections.map(|section| {
        let (name, text) = section.split_once('\n').unwrap_or((section, ""));
        let first = text.trim().split('.').next().unwrap_or_default();
        (name, first.to_lowercase())
    });
    let named = |code: &Code| (code.name(), code.severity().name().to_owned());
    let expected: Vec<(&str, String)> = Code::ALL.iter().map(named).collect();
    assert_eq!(told.collect::<Vec<_>>(), expected);
}
