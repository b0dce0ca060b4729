//! The command that lists and removes cached files.

use std::{
    io::{self, Write},
    path::Path,
    time::SystemTime,
};

use anyhow::{Context, Result};
use clap::Subcommand;
use hexbound_base::cache::{self, CacheKind, CachedFile};

use super::{examples, printing::say};

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheAction {
    /// Remove everything that is kept, or what is kept of one kind.
    #[command(after_help = examples::CACHE)]
    Clear {
        /// geometry, light, pictures or quality.
        kind: Option<CacheKind>,
    },
}

/// Lists what is kept, or removes it.
pub(super) fn run(action: Option<CacheAction>) -> Result<()> {
    let mut out = io::stdout().lock();
    let Some(folder) = cache::folder() else {
        return say(&mut out, "nothing is kept: the cache is off");
    };
    match action {
        None => list(&mut out, &folder),
        Some(CacheAction::Clear { kind }) => {
            let (count, bytes) =
                cache::clear(&folder, kind).context("not all of the cache could be removed")?;
            let text = format!("removed {}, {}", files(count), size(bytes));
            say(&mut out, &text)
        }
    }
}

fn list(out: &mut impl Write, folder: &Path) -> Result<()> {
    let found = cache::list(folder);
    let all: u64 = found.iter().map(|file| file.bytes).sum();
    let folder = folder.display();
    say(
        out,
        &format!("{folder}: {}, {}", files(found.len()), size(all)),
    )?;
    for kind in CacheKind::ALL {
        let of_kind = || found.iter().filter(|file| file.kind == kind);
        let bytes: u64 = of_kind().map(|file| file.bytes).sum();
        let count = files(of_kind().count());
        say(
            out,
            &format!("\n{:<9} {count}, {}", kind.name(), size(bytes)),
        )?;
        for file in of_kind() {
            say(out, &line(file))?;
        }
    }
    Ok(())
}

fn line(file: &CachedFile) -> String {
    let label = match &file.label {
        Some(label) => label.clone(),
        None => format!("{}: it can't be read, and is not used", file.path.display()),
    };
    let used = file.last_used.map_or_else(String::new, ago);
    format!("  {:>9}  used {used:<14}  {label}", size(file.bytes))
}

fn files(count: usize) -> String {
    match count {
        1 => String::from("1 file"),
        _ => format!("{count} files"),
    }
}

/// A number of bytes, rounded, with its unit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// The time since then, in words.
fn ago(then: SystemTime) -> String {
    let seconds = then.elapsed().unwrap_or_default().as_secs();
    let (count, unit) = match seconds {
        0..60 => return String::from("just now"),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sizes_and_times_are_rounded() {
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1_500), "1.5 kB");
        assert_eq!(size(131_240_000), "131.2 MB");
        let then = |seconds| SystemTime::now() - Duration::from_secs(seconds);
        assert_eq!(ago(then(5)), "just now");
        assert_eq!(ago(then(61)), "1 minute ago");
        assert_eq!(ago(then(3 * 86_400)), "3 days ago");
        assert_eq!(
            ago(SystemTime::now() + Duration::from_secs(100)),
            "just now"
        );
    }
}
