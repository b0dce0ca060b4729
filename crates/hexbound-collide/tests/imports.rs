//! Imports inside the library point one way: a module uses only what stands above it in the map of
//! src/lib.rs. Modules are read whole; what a module's own files use of each other is not looked at.

use std::{collections::HashMap, fs, path::Path};

/// The map's modules with their ranks, from the bottom up; those of one line have one rank.
fn ranks(library: &str) -> HashMap<&str, usize> {
    let rows = library.lines().filter_map(|it| it.strip_prefix("//! | "));
    let rows = rows.filter(|row| row.contains('`')).enumerate();
    let names = rows.flat_map(|(rank, row)| {
        let names = row.split('|').next().unwrap_or_default().split(", ");
        names.map(move |name| (name.trim().trim_matches(['[', ']', '`']), rank))
    });
    names.collect()
}

/// The modules behind the names that lib.rs exports.
fn exports(library: &str) -> HashMap<&str, &str> {
    let statements = library.split("pub use ").skip(1);
    let exports = statements.filter_map(|rest| rest.split(';').next()?.split_once("::"));
    let names = exports.flat_map(|(module, names)| {
        let names = names.trim_matches(['{', '}']).split(',');
        names.map(move |name| (name.trim(), module))
    });
    names.collect()
}

/// The first names after each `crate::` in code, comments and tests left out.
fn used(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let lines = code.lines().filter(is_code);
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(name(rest));
            continue;
        };
        let (mut depth, mut start) = (0, 0);
        for (place, letter) in group.char_indices() {
            let is_end = depth == 0 && matches!(letter, ',' | '}');
            if is_end {
                found.push(name(&group[start..place]));
                start = place + 1;
            }
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn name(text: &str) -> String {
    let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    text.trim_start().chars().take_while(is_part).collect()
}

/// Lists what a module's files use of modules that do not stand above it.
fn faults(
    module: &str,
    text: &str,
    ranks: &HashMap<&str, usize>,
    exports: &HashMap<&str, &str>,
) -> Vec<String> {
    let rank = |module: &str| ranks.get(module).copied();
    let own = rank(module).unwrap_or_else(|| panic!("{module} is not on the map of lib.rs"));
    let is_fault = |name: &String| {
        let used = exports.get(name.as_str()).copied().unwrap_or(name);
        used != module && rank(used).is_some_and(|used| used >= own)
    };
    used(text).into_iter().filter(is_fault).collect()
}

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn imports_point_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(source.join("lib.rs")).unwrap();
    let (ranks, exports) = (ranks(&library), exports(&library));
    let are_read = ranks.len() > 15 && exports.len() > 40;
    assert!(are_read, "{ranks:?} {exports:?}");
    let mut all = Vec::new();
    files(&source, &mut all);
    let mut told = Vec::new();
    for path in all {
        let place = path.strip_prefix(&source).unwrap();
        let first = place.iter().next().unwrap().to_string_lossy().into_owned();
        let module = first.trim_end_matches(".rs");
        if module == "lib" || module == "test_meshes" {
            continue;
        }
        let mut text = fs::read_to_string(&path).unwrap();
        let is_module =
            place.components().count() == 1 || place.ends_with(format!("{module}/mod.rs"));
        if is_module {
            text = text.replace("super::", "crate::");
        }
        let faults = faults(module, &text, &ranks, &exports);
        if !faults.is_empty() {
            told.push(format!("{} uses {}", place.display(), faults.join(", ")));
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn an_import_from_below_is_found() {
    let library =
        "//! | `low` | x |\n//! | `high`, [`beside`] | y |\npub use high::{High, Other};\n";
    let (ranks, exports) = (ranks(library), exports(library));
    let faults = |module, text| faults(module, text, &ranks, &exports);
    let text = "use crate::{\n    Other, low::{a, b},\n};\n// crate::high\nfn f(x: crate::High) {}";
    assert_eq!(faults("low", text), ["Other", "High"]);
    assert!(faults("high", text).is_empty());
    assert_eq!(faults("beside", "use crate::high::x;"), ["high"]);
    let tests = "#[cfg(test)]\nmod tests {\n    use crate::high;\n}";
    assert!(faults("low", tests).is_empty());
}
