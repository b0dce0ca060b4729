//! Tests that docs/json.md names every field that the commands print, and none that they never do.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use crate::program::*;

/// The parts of a tick's account that come in several places and are reported once.
const SHARED: [&str; 2] = ["counters.", "contacts[]."];

/// The rows of a command's tables: the fields of the first column, and what the second says.
type Rows = Vec<(Vec<String>, String)>;

/// The tables of the page, by command.
fn documented() -> BTreeMap<String, Rows> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md");
    let page = fs::read_to_string(page).expect("the page");
    let mut commands = BTreeMap::<String, Rows>::new();
    let mut command = String::new();
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            command = name.to_owned();
        }
        let mut cells = line.split('|').map(str::trim).skip(1);
        if let (Some(fields), Some(about)) = (cells.next(), cells.next())
            && fields.starts_with('`')
        {
            let fields = fields.split('`').skip(1).step_by(2).flat_map(spelled_out);
            let rows = commands.entry(command.clone()).or_default();
            rows.push((fields.collect(), about.to_owned()));
        }
    }
    commands
}

/// The fields that a name with braces stands for, such as `a.b` and `a.c` for `a.{b,c}`.
fn spelled_out(name: &str) -> Vec<String> {
    match name.split_once('{') {
        Some((before, last)) => {
            let last = last.trim_end_matches('}').split(',');
            last.map(|it| format!("{before}{it}")).collect()
        }
        None => vec![name.to_owned()],
    }
}

/// The fields that a value has, such as `methods[].parted.tick`; none of what is null or an empty list.
fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let path = match path {
                    "" | "[]" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                fields(value, &path, found);
            }
        }
        Value::Array(list) if list.iter().all(Value::is_object) => {
            for value in list {
                fields(value, &format!("{path}[]"), found);
            }
        }
        Value::Null => {}
        _ => {
            let shared = SHARED.iter().filter_map(|part| path.rfind(part)).max();
            found.insert(path[shared.unwrap_or(0)..].to_owned());
        }
    }
}

/// Checks what a command printed against its tables: every field is in them, and every row that does not
/// say that its fields may be null or absent has been seen.
#[track_caller]
fn check(command: &str, printed: &[Value]) {
    let mut seen = BTreeSet::new();
    for value in printed {
        fields(value, "", &mut seen);
    }
    let rows = &documented()[command];
    let named: BTreeSet<&String> = rows.iter().flat_map(|(fields, _)| fields).collect();
    let missing: Vec<_> = seen.iter().filter(|it| !named.contains(it)).collect();
    assert!(missing.is_empty(), "{command} {missing:?}");
    for (fields, about) in rows {
        let may_lack = ["null", "absent"].iter().any(|word| about.contains(word));
        let never: Vec<_> = fields.iter().filter(|it| !seen.contains(*it)).collect();
        assert!(may_lack || never.is_empty(), "{command} {never:?}");
    }
}

/// The value that a command prints, whatever its exit code answers.
fn printed(line: impl AsRef<str>) -> Value {
    parse(&hexbound(line).stdout)
}

#[test]
fn every_field_of_a_comparison_and_of_runs_is_explained() {
    let place = Place::new();
    let compared = printed("compare test:wedge --wander 3 --ticks 3000 --json");
    check("compare", &[compared]);
    let perfect = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/runs/quarry.rec");
    let run = place.walk("test:stairs", "--wander 3 --ticks 300");
    let capsule = place.at("stairs.capsule");
    succeed(format!("capsule {run} -o {capsule}"));
    let verified = printed(format!("verify --json {perfect} {run} {capsule}"));
    check("verify", &[verified]);
    let run = printed(format!("sim quarry --input {perfect} --json"));
    check("sim", &[run]);
    // A run that was watched to its end is kept.
    let folder = place.path("hexbound/runs");
    fs::create_dir_all(&folder).expect("a folder");
    fs::copy(perfect, folder.join("quarry-100.33s-9-balls-gold.rec.gz")).expect("a kept run");
    let listed = output(command("files runs --json").env("XDG_DATA_HOME", place.folder()));
    check("files runs", &[parse(&listed.stdout)]);
}

#[test]
fn levels_have_their_own_names_and_methods_the_games_spelling() {
    let walk = "test:wedge --wander 3 --ticks 60 --json";
    let methods = "body=sphere+ground=rays,collision=article";
    let compared = printed(format!("compare {walk} --methods {methods}"));
    assert_eq!(compared["level"], "wedge");
    assert_eq!(compared["methods"][0]["methods"], "body=sphere+rays");
    assert_eq!(compared["methods"][1]["methods"], "article");
    assert_eq!(printed(format!("sim {walk}"))["level"], "wedge");
}

#[test]
fn every_field_of_checks_hunts_and_the_museum_is_explained() {
    let place = Place::new();
    let spoiled = place.file("spoiled.glb", "no level");
    let checked = printed(format!("check test:leak {spoiled} --leaks --json"));
    check("check", &[checked]);
    let found = place.at("found");
    let hunted = printed(format!("hunt test:leak --rounds 2 --json --output {found}"));
    check("hunt", &[hunted]);
    let museum = printed("verify --museum d2,d4 --json");
    check("verify --museum", &[museum]);
}

#[test]
fn every_field_of_a_bench_is_explained() {
    if has_adapter() {
        let small = "bench test:flat --offscreen --size 160x90 --json --frames 3";
        check("bench", &[printed(small)]);
    }
}

#[test]
fn every_field_of_a_ticks_account_is_explained() {
    let place = Place::new();
    let mut told = Vec::new();
    for (level, methods) in [
        ("test:stairs", "usual"),
        ("test:corners", "article"),
        ("test:wedge", "box"),
        ("test:terrain", "usual"),
    ] {
        let walk = format!("--wander 3 --ticks 900 --methods {methods}");
        let run = place.walk(level, &walk);
        let at = |tick| printed(format!("why {run} --json --tick {tick}"));
        told.extend((20..900).step_by(80).map(at));
    }
    check("why", &told);
}

#[test]
fn every_field_of_the_account_of_balls_is_explained() {
    let place = Place::new();
    let run = place.walk("test:lesson-30", "--wander 3 --ticks 360");
    let account = |ball: &str| printed(format!("why {run} --json --ball {ball}"));
    let mut explained = vec![account("all"), account("0")];
    for tick in (40..=360).step_by(40) {
        explained.extend(["all", "3"].map(|ball| account(&format!("{ball} --tick {tick}"))));
    }
    check("why --ball", &explained);
}
