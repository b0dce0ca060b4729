//! A bar on the terminal while a large level is loaded. Where standard error is no terminal, or the
//! level is there at once, nothing is written.

use std::{
    io::{self, IsTerminal, Write},
    sync::Mutex,
    time::{Duration, Instant},
};

/// The time for which nothing is shown: most levels are there sooner.
const PATIENCE: Duration = Duration::from_millis(250);
/// The width of the bar, letters.
const WIDTH: usize = 30;

/// The bar of one level.
pub(super) struct LoadingBar {
    name: String,
    began: Instant,
    is_terminal: bool,
    /// The share that was shown last; `None` while nothing is shown.
    shown: Mutex<Option<f32>>,
}

impl LoadingBar {
    /// A bar for the level of that name or path, which is not shown yet.
    pub(super) fn new(level: &str) -> Self {
        let name = level.rsplit(['/', '\\']).next().unwrap_or(level);
        Self {
            name: name.to_owned(),
            began: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
            shown: Mutex::new(None),
        }
    }

    /// Shows what share of the work is done, 0 to 1. Less than was shown before is not shown.
    pub(super) fn show(&self, share: f32) {
        if !self.is_terminal || self.began.elapsed() < PATIENCE {
            return;
        }
        // Another thread that shows its share at this moment is enough.
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        if shown.is_none_or(|before| before < share) {
            *shown = Some(share);
            // A terminal that can't be written to shows no bar.
            let _ = write!(io::stderr(), "\r{}", line(&self.name, share));
        }
    }

    /// Takes the bar off the terminal.
    pub(super) fn clear(self) {
        if self.shown.into_inner().is_ok_and(|shown| shown.is_some()) {
            // As above.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(name: &str, share: f32) -> String {
    let share = share.clamp(0.0, 1.0);
    let full = (share * WIDTH as f32).round() as usize;
    format!(
        "loading {name} [{:<WIDTH$}] {:3.0} %",
        "#".repeat(full),
        share * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_share_and_keeps_its_width() {
        let lines = [0.0, 0.5, 1.0, 7.0].map(|share| line("castle.glb", share));
        assert!(
            lines[0].contains("[ ") && lines[0].ends_with("  0 %"),
            "{lines:?}"
        );
        assert_eq!(lines[1].matches('#').count(), WIDTH / 2);
        assert_eq!(lines[2], lines[3]);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    }

    #[test]
    fn nothing_is_shown_at_first() {
        let bar = LoadingBar::new("maps/castle.glb");
        assert_eq!(bar.name, "castle.glb");
        bar.show(0.3);
        assert_eq!(*bar.shown.lock().unwrap(), None);
    }
}
