//! Mistakes of our own on demand, for tests of the game's failures: `HEXBOUND_FAULT` names the
//! place, such as `tick:240`, `memory:240`, `loader` or `sound`. Nobody else sets it. Faults of
//! drivers and desktops are in `app`.

use std::sync::OnceLock;

/// The environment variable that names the place.
const FAULT_VARIABLE: &str = "HEXBOUND_FAULT";

/// Returns whether something is to fail at a place.
fn is_at(place: &str) -> bool {
    wanted() == Some(place)
}

/// Returns whether something is to fail at a place since the tick of that number.
pub fn has_come(place: &str, tick: u64) -> bool {
    let name = wanted().and_then(|name| name.split_once(':'));
    let since = name.filter(|(name, _)| *name == place);
    since.is_some_and(|(_, since)| since.parse().is_ok_and(|since: u64| tick >= since))
}

/// Panics if that is wanted in the tick of that number.
pub fn in_tick(tick: u64) {
    assert!(!has_come("tick", tick), "a made-up mistake in tick {tick}");
}

/// Panics if that is wanted at a place.
pub fn at(place: &str) {
    assert!(!is_at(place), "a made-up mistake of the {place}");
}

fn wanted() -> Option<&'static str> {
    static WANTED_FAULT: OnceLock<Option<String>> = OnceLock::new();
    let wanted = WANTED_FAULT.get_or_init(|| std::env::var(FAULT_VARIABLE).ok());
    wanted.as_deref()
}
