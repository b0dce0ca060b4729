//! Fault injection for tests of crash handling. `HEXBOUND_FAULT` names the point to fail at, such as
//! `tick:240`, `memory:240`, `loader` or `sound`. Faults of drivers and desktops are in `app`.

use std::sync::OnceLock;

/// The environment variable that names the point to fail at.
const FAULT_VARIABLE: &str = "HEXBOUND_FAULT";

/// Returns whether a fault is injected at `place`.
fn is_injected_at(place: &str) -> bool {
    injected() == Some(place)
}

/// Returns whether the fault injected at `place` is due by tick `tick`.
pub fn is_due(place: &str, tick: u64) -> bool {
    let name = injected().and_then(|name| name.split_once(':'));
    let since = name.filter(|(name, _)| *name == place);
    since.is_some_and(|(_, since)| since.parse().is_ok_and(|since: u64| tick >= since))
}

/// Panics if a fault of `tick` is due.
pub fn in_tick(tick: u64) {
    assert!(!is_due("tick", tick), "a made-up mistake in tick {tick}");
}

/// Panics if a fault is injected at `place`.
pub fn at(place: &str) {
    assert!(!is_injected_at(place), "a made-up mistake of the {place}");
}

fn injected() -> Option<&'static str> {
    static INJECTED_FAULT: OnceLock<Option<String>> = OnceLock::new();
    let injected = INJECTED_FAULT.get_or_init(|| std::env::var(FAULT_VARIABLE).ok());
    injected.as_deref()
}
