//! Spans of work in the log, which show the time of each stage of the start.

use std::time::Instant;

/// A piece of work whose duration is logged when it is dropped.
#[must_use = "it ends when it is dropped"]
pub struct Span<'a> {
    name: &'a str,
    began: Instant,
}

/// Begins a piece of work. At its end, its start time and duration are logged at debug level.
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
