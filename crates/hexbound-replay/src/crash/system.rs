//! The machine and the system of the game, as text for a report. Nothing identifies the user.

use std::{env::consts, fs, thread};

/// The facts by name. Unknown ones are left out.
pub(super) fn facts() -> Vec<(&'static str, String)> {
    let count = thread::available_parallelism().map_or(0, usize::from);
    let processor = value_in("/proc/cpuinfo", "model name").map(|name| format!("{count}, {name}"));
    let memory = || {
        let total = value_in("/proc/meminfo", "MemTotal")?;
        let free = value_in("/proc/meminfo", "MemAvailable")?;
        Some(format!("{total}, {free} of it free"))
    };
    let facts = [
        ("system", Some(system())),
        ("processors", processor.or_else(|| Some(count.to_string()))),
        ("memory", memory()),
        ("desktop", desktop()),
    ];
    let known = |(name, fact): (_, Option<String>)| Some((name, fact?));
    facts.into_iter().filter_map(known).collect()
}

fn system() -> String {
    let name = value_in("/etc/os-release", "PRETTY_NAME");
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let parts = [
        Some(format!("{} {}", consts::OS, consts::ARCH)),
        name.map(|name| name.trim_matches('"').to_owned()),
        kernel.map(|kernel| format!("kernel {}", kernel.trim())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The kind of desktop, as named by the session.
fn desktop() -> Option<String> {
    let names = ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"];
    let words: Vec<String> = (names.into_iter())
        .filter_map(|name| std::env::var(name).ok())
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The value in the first line `name` of one of the system's lists.
fn value_in(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let value = |line: &str| {
        let (found, value) = line.split_once([':', '='])?;
        (found.trim() == name).then(|| value.trim().to_owned())
    };
    text.lines().find_map(value)
}
