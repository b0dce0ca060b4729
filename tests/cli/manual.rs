//! The command line for shells and for readers of manual pages.

use std::{fs, process::Command};

use crate::{
    program::{Place, hexbound, succeed, usage_refusal},
    skip,
};

/// Commands that every list of them has.
const COMMANDS: [&str; 8] = [
    "play", "levels", "replay", "film", "why", "verify", "settings", "files",
];

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = succeed(&["completions", shell]);
        for word in COMMANDS.into_iter().chain(["collision-view"]) {
            assert!(text.contains(word), "{shell}: no {word}");
        }
    }
    usage_refusal(&["completions", "tea"]);
}

/// A real bash reads it, and completes what was begun.
#[cfg(unix)]
#[test]
fn bash_completes_a_command_that_was_begun() {
    if !skip::has_tool("bash") {
        return;
    }
    let place = Place::new();
    let file = place.file("hexbound", succeed(&["completions", "bash"]));
    let script = format!(
        "set -e; . '{file}'; COMP_WORDS=(hexbound setti); COMP_CWORD=1; \
         _hexbound hexbound setti hexbound; echo \"${{COMPREPLY[*]}}\""
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "settings");
}

#[test]
fn every_command_has_its_manual_page() {
    let place = Place::new();
    let folder = place.at("man");
    succeed(&["manual-pages", &folder]);
    let page = |name: &str| {
        let path = place.path("man").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let main = page("hexbound.1");
    for command in COMMANDS {
        assert!(main.contains(command), "{command}");
        let own = page(&format!("hexbound-{command}.1"));
        assert!(own.contains(".SH NAME") && own.contains("EXTRA"), "{own}");
    }
    // What shows the pages to packagers alone is no page itself.
    assert!(!place.path("man/hexbound-manual-pages.1").exists());
    let help = hexbound(&["--help"]);
    assert!(!String::from_utf8_lossy(&help.stdout).contains("manual-pages"));
}
