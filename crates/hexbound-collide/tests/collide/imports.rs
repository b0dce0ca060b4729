//! Imports inside the library have one direction: a module uses only modules above it in the map of
//! src/lib.rs. Imports between a module's own files are not checked.

use std::{collections::HashMap, fs, path::Path};

/// The modules of the map and the names that lib.rs exports, each with its module and the module's rank.
/// Ranks count the map's lines from the top.
fn ranks(library: &str) -> HashMap<&str, (&str, usize)> {
    let rows = library.lines().filter_map(|it| it.strip_prefix("//! | "));
    let rows = rows.filter(|row| row.contains('`')).enumerate();
    let modules = rows.flat_map(|(rank, row)| {
        let names = row.split('|').next().unwrap_or_default().split(", ");
        let names = names.map(|name| name.trim().trim_matches(['[', ']', '`']));
        names.map(move |name| (name, (name, rank)))
    });
    let mut ranks: HashMap<_, _> = modules.collect();
    let statements = library.split("pub use ").skip(1);
    for (module, names) in statements.filter_map(|rest| rest.split(';').next()?.split_once("::")) {
        let names = names.trim_matches(['{', '}']).split(',');
        ranks.extend(
            names
                .map(|name| (name.trim(), ranks[module]))
                .collect::<Vec<_>>(),
        );
    }
    ranks
}

/// The names after each `crate::` and in nested groups, without comments and tests.
fn used(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: Vec<&str> = code.lines().filter(is_code).collect();
    let code = code.join("\n");
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let names = code.split("crate::").skip(1).flat_map(|rest| {
        let names = match rest.strip_prefix('{') {
            Some(group) => group.split("};").next(),
            None => rest.split(is_end).next(),
        };
        let names = names.unwrap_or("").split(is_end);
        names.filter(|name| !name.is_empty())
    });
    names.map(str::to_owned).collect()
}

/// Lists the names in a module's files from modules that are not above it.
fn faults(module: &str, text: &str, ranks: &HashMap<&str, (&str, usize)>) -> Vec<String> {
    let own = ranks
        .get(module)
        .unwrap_or_else(|| panic!("{module} is not on the map of lib.rs"));
    let is_fault = |name: &String| {
        let used = ranks.get(name.as_str());
        used.is_some_and(|used| used.0 != module && used.1 >= own.1)
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
    let ranks = ranks(&library);
    assert!(ranks.len() > 80, "{ranks:?}");
    let mut all = Vec::new();
    files(&source, &mut all);
    let mut reports = Vec::new();
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
        let faults = faults(module, &text, &ranks);
        if !faults.is_empty() {
            reports.push(format!("{} uses {}", place.display(), faults.join(", ")));
        }
    }
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

#[test]
fn an_import_from_below_is_found() {
    let library =
        "//! | `low` | x |\n//! | `high`, [`beside`] | y |\npub use high::{High, Other};\n";
    let ranks = ranks(library);
    let faults = |module, text| faults(module, text, &ranks);
    let text = "use crate::{\n    Other, low::{a, b},\n};\n// crate::high\nfn f(x: crate::High) {}";
    assert_eq!(faults("low", text), ["Other", "High"]);
    assert!(faults("high", text).is_empty());
    assert_eq!(faults("beside", "use crate::high::x;"), ["high"]);
    let tests = "#[cfg(test)]\nmod tests {\n    use crate::high;\n}";
    assert!(faults("low", tests).is_empty());
}
