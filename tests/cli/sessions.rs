//! The sessions in `tests/cli/sessions`: command lines and the answers that are expected.
//! `HEXBOUND_BLESS=1 cargo test --test cli sessions` writes what is answered now.

use std::{env, fs, path::Path, process::Command};

use test_support::session;

use crate::program::*;

fn play(name: &str) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = sources.join(format!("tests/cli/sessions/{name}.txt"));
    session::play(&file, &[("$SOURCES", sources)], |folder| {
        let programs = Path::new(PROGRAM).parent().expect("a folder").to_owned();
        let paths = env::var_os("PATH").unwrap_or_default();
        let paths = [programs].into_iter().chain(env::split_paths(&paths));
        let mut shell = Command::new("sh");
        let of_files = ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];
        for variable in DESKTOP_VARIABLES.into_iter().chain(of_files) {
            shell.env_remove(variable);
        }
        shell
            .current_dir(folder)
            .env("PATH", env::join_paths(paths).expect("paths"))
            .env("SOURCES", sources)
            // Not what this machine draws with.
            .env("RUST_LOG", "off,hexbound=warn,hexbound_render=error")
            .env("HOME", folder.join(".home"))
            .env("HEXBOUND_CONFIG", folder.join(".home"))
            .env("HEXBOUND_CACHE", &*SHARED_CACHE)
            .env("MESA_SHADER_CACHE_DIR", &*SHARED_CACHE);
        shell
    });
}

macro_rules! sessions {
    ($($name:ident),*) => {
        const SESSIONS: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { play(stringify!($name)); })*
    };
}

sessions!(
    capsules, checks, compare, faults, files, former, hunts, installed, museum, odd_paths,
    recordings, refusals, runs, scale, settings, shells, starter, streams, why
);

#[test]
fn every_session_is_played() {
    let files = fs::read_dir("tests/cli/sessions").expect("a folder");
    let name = |file: fs::DirEntry| {
        let path = file.path();
        path.file_stem().map(|it| it.to_string_lossy().into_owned())
    };
    let mut names: Vec<String> = files.flatten().filter_map(name).collect();
    names.sort();
    assert_eq!(names, SESSIONS);
}
