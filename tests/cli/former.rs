//! Command lines of earlier versions: each is answered with the one to type now, on standard error alone.

use crate::program::{hexbound, refusal, succeed, text};

/// Command lines of earlier versions without the program, and the answers' without it.
const FORMER: [(&str, &str); 20] = [
    ("race", "play --against RUN"),
    (
        "race --size 640x360 run.rec --level x.glb",
        "play x.glb --against run.rec --size 640x360",
    ),
    (
        "replay --headless a.rec --level b",
        "verify a.rec --level b",
    ),
    ("open a.capsule --headless", "verify a.capsule"),
    (
        "open a.capsule --fullscreen",
        "replay a.capsule --fullscreen",
    ),
    (
        "report a.rec b.rec -o pages --no-pictures",
        "verify --pages pages a.rec b.rec --no-pictures",
    ),
    (
        "demo",
        "film demo --output hexbound-demo --fps 2 --size 640x360",
    ),
    (
        "demo --recording=a.rec --output out",
        "film a.rec --output out --fps 2 --size 640x360",
    ),
    ("methods", "compare --list"),
    ("runs", "files runs"),
    ("runs --json", "files runs --json"),
    ("logs", "files logs"),
    ("cache", "files cache"),
    ("cache clear light", "files clear light"),
    ("museum documents", "play museum:documents"),
    ("museum --list", "levels --museum"),
    ("museum balls --list", "levels --museum balls"),
    ("museum --check", "verify --museum"),
    ("museum balls --check", "verify --museum balls"),
    (
        "museum --check a1,b4 --json",
        "verify --museum a1,b4 --json",
    ),
];

#[test]
fn every_former_command_is_answered_with_the_one_to_type_now() {
    for (former, now) in FORMER {
        let words: Vec<&str> = former.split(' ').collect();
        let said = refusal(&words);
        let typed = format!("; type: hexbound {now}");
        assert!(said.ends_with(&typed), "{former}: {said}");
        assert_eq!(text(&hexbound(&words).stdout), "", "{former}");
        assert_eq!(refusal(&[&["help"], &words[..]].concat()), said);
    }
    let said = refusal(&["race", "my run.rec"]);
    assert!(said.ends_with("play --against 'my run.rec'"), "{said}");
    let said = refusal(&["bench", "quarry", "--soak", "300"]);
    let typed = "type: cargo test --release --test window soak ";
    assert!(said.contains(typed), "{said}");
}

#[test]
fn no_former_command_is_shown() {
    let help = succeed(&["--help"]);
    for name in [
        "race", "open", "report", "demo", "methods", "runs", "logs", "cache",
    ] {
        assert!(!help.contains(&format!("\n  {name} ")), "{help}");
    }
    assert!(help.contains("\nMeasure:\n  sim "), "{help}");
}
