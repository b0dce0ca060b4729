//! Spans of work in the log, by which it shows where the time of a start goes.

use std::time::Instant;

/// A piece of work that logs its length when it is dropped.
#[must_use = "it ends when it is dropped"]
pub struct Span<'a> {
    name: &'a str,
    began: Instant,
}

/// Begins a piece of work. At its end the log has, for debugging, when that was and how long it took.
pub fn span(name: &str) -> Span<'_> {
    Span {
        name,
        began: Instant::now(),
    }
}

impl Drop for Span<'_> {
    fn drop(&mut self) {
        let took = self.began.elapsed().as_secs_f64() * 1e3;
        let now = super::since_start().as_secs_f64();
        log::debug!("{now:7.3} s: {} took {took:.1} ms", self.name);
    }
}
