//! A bar on the terminal during long work. Nothing is written if standard error is no terminal.

use std::{
    io::{self, IsTerminal, Write},
    sync::Mutex,
    time::{Duration, Instant},
};

use hexbound_base::logs;

/// The time before a patient bar appears: most levels are loaded sooner.
const PATIENCE_TIME: Duration = Duration::from_millis(250);
/// The minimum time between two updates: a terminal is slower than the work.
const MIN_UPDATE_INTERVAL: Duration = Duration::from_millis(50);
/// The width of the bar, characters.
const BAR_WIDTH: usize = 30;

/// The progress of one command's work. Dropping it clears the bar.
pub(super) struct ProgressBar {
    /// The time before which the bar is hidden.
    begins: Instant,
    is_terminal: bool,
    /// The last shown line; `None` while the bar is hidden.
    shown: Mutex<Option<ShownLine>>,
}

/// The line that was shown last.
struct ShownLine {
    what: String,
    share: Option<f32>,
    at: Instant,
}

impl ProgressBar {
    /// A bar that appears with the first progress.
    pub(super) fn new() -> Self {
        Self {
            begins: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
            shown: Mutex::new(None),
        }
    }

    /// A bar for work that is usually short.
    pub(super) fn patient() -> Self {
        let mut bar = Self::new();
        bar.begins += PATIENCE_TIME;
        bar
    }

    /// A bar for work that may stream its data to standard output. It is hidden if both would share a
    /// terminal.
    pub(super) fn beside(is_streamed: bool) -> Self {
        let mut bar = Self::new();
        bar.is_terminal &= !(is_streamed && io::stdout().is_terminal());
        bar
    }

    /// The callback through which work reports its progress.
    pub(super) fn progress(&self) -> impl Fn(&str, Option<f32>) + Sync {
        |what, share| self.show(what, share)
    }

    /// Shows the work in progress and its known share, 0 to 1. The shown share never decreases.
    pub(super) fn show(&self, what: &str, share: Option<f32>) {
        if !self.is_terminal || Instant::now() < self.begins {
            return;
        }
        // If another thread is updating the bar, that is enough.
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        let is_new = shown
            .as_ref()
            .is_none_or(|before| match before.what == what {
                true => before.share < share && before.at.elapsed() >= MIN_UPDATE_INTERVAL,
                false => true,
            });
        if is_new {
            // A terminal that can't be written to shows no bar.
            let _ = write!(io::stderr(), "\r\x1b[K{}", line(what, share));
            *shown = Some(ShownLine {
                what: what.to_owned(),
                share,
                at: Instant::now(),
            });
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        let is_shown = self.shown.get_mut().is_ok_and(|shown| shown.is_some());
        if is_shown {
            // A terminal that can't be written to shows no bar.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(what: &str, share: Option<f32>) -> String {
    // A name must not move the cursor.
    let what = logs::plain(what);
    let Some(share) = share else {
        return what;
    };
    let share = share.clamp(0.0, 1.0);
    let full = (share * BAR_WIDTH as f32).round() as usize;
    let bar = "#".repeat(full);
    format!("[{bar:-<BAR_WIDTH$}] {:3.0} % {what}", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_share_and_keeps_its_width() {
        let lines = [0.0, 0.5, 1.0, 7.0].map(|share| line("loading castle.glb", Some(share)));
        assert!(lines[0].starts_with("[-"), "{lines:?}");
        let end = "]   0 % loading castle.glb";
        assert!(lines[0].ends_with(end), "{lines:?}");
        assert_eq!(lines[1].matches('#').count(), BAR_WIDTH / 2);
        assert_eq!(lines[2], lines[3]);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()));
        assert_eq!(line("flooding", None), "flooding");
    }

    #[test]
    fn nothing_is_shown_at_first() {
        let bar = ProgressBar::patient();
        bar.show("loading castle.glb", Some(0.3));
        assert!(bar.shown.lock().unwrap().is_none());
    }
}
