//! Reports of faults: a panic, which is always a mistake in the game, or the final failure of a device. A
//! panic outside the main thread does not by itself end the game. A report states the known facts, and holds
//! the run so that it can be replayed up to the fault.

mod report;
mod system;

use std::{
    backtrace::Backtrace,
    cell::RefCell,
    collections::BTreeMap,
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    thread,
};

use crate::{FlightRecorder, message_box};
use hexbound_base::{
    locks::{lock, try_lock},
    logs,
};
use report::CrashFacts;

pub use report::fault_of;
pub use report::{folder, list};

/// The largest number of reports of one start of the game, since one fault often causes others.
const MAX_REPORTS: u32 = 3;
static REPORT_COUNT: AtomicU32 = AtomicU32::new(0);

/// The recorder of the run in play, which a failing thread reads.
pub type SharedRecorder = Arc<Mutex<FlightRecorder>>;

/// The known facts for a report.
static KNOWN_FACTS: Mutex<KnownFacts> = Mutex::new(KnownFacts {
    notes: BTreeMap::new(),
    recorder: None,
    news: Vec::new(),
});

struct KnownFacts {
    notes: BTreeMap<&'static str, String>,
    recorder: Option<SharedRecorder>,
    /// The faults that did not end the game, for a message to the player.
    news: Vec<String>,
}

thread_local! {
    /// The message of the last panic of this thread, while panics are caught.
    static CAUGHT_WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a hook: from now on every panic, in any thread, writes a report and prints its path.
pub fn install() {
    panic::set_hook(Box::new(|info| {
        let words = words_of(info);
        let is_caught = CAUGHT_WORDS.with_borrow_mut(|caught| match caught {
            Some(last) => {
                last.clone_from(&words);
                true
            }
            None => false,
        });
        if !is_caught {
            report_of_panic(&words);
        }
    }));
}

/// Runs an action that may panic, without a report. The error is the panic's message.
pub fn catch<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    CAUGHT_WORDS.set(Some(String::new()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(action));
    let words = CAUGHT_WORDS.take().unwrap_or_default();
    outcome.map_err(|_| words)
}

/// Records a fact for reports, replacing an earlier one of that name.
pub fn note(name: &'static str, fact: String) {
    known_facts().notes.insert(name, fact);
}

/// Includes the run of a recorder in reports from now on, or no run.
pub fn watch(recorder: Option<SharedRecorder>) {
    known_facts().recorder = recorder;
}

/// Takes the messages about faults that did not end the game.
pub fn take_news() -> Vec<String> {
    std::mem::take(&mut known_facts().news)
}

/// Writes the report of a fault that ends the game without a panic. Returns a message with its path, or
/// `None` after too many reports.
pub fn report(words: &str) -> Option<String> {
    let (location, hint) = write(words, "")?;
    Some(location + &hint)
}

/// The newest report that was not shown to the player. `last` is the name of the last one that was.
pub fn unreported(last: Option<&str>) -> Option<PathBuf> {
    let newest = list().into_iter().next()?;
    let name = newest.file_name()?.to_string_lossy().into_owned();
    (last != Some(name.as_str())).then_some(newest)
}

fn report_of_panic(words: &str) {
    let backtrace = Backtrace::force_capture().to_string();
    let (location, hint) = write(words, &backtrace)
        .unwrap_or_else(|| (String::from("earlier reports say more"), String::new()));
    let current = thread::current();
    let thread = current.name().unwrap_or("without a name");
    if thread == "main" {
        let message = format!("a mistake in the game stopped it: {words}; {location}{hint}");
        announce(&message);
        let is_window = try_lock(&KNOWN_FACTS).is_some_and(|known| known.recorder.is_some());
        if is_window && !logs::has_terminal() {
            message_box::show(&message);
        }
        return;
    }
    announce(&format!(
        "a mistake in the game, in its thread '{thread}': {words}; {location}{hint}"
    ));
    if let Some(mut known) = try_lock(&KNOWN_FACTS) {
        known.news.push(format!("{words}; {location}"));
    }
}

/// Reports a failure on the terminal and in the log.
fn announce(message: &str) {
    logs::note(log::Level::Error, message);
    logs::say(&format!("hexbound: {message}"));
}

/// Writes a report. Returns a message with its path and the next steps, or `None` after too many reports.
fn write(words: &str, backtrace: &str) -> Option<(String, String)> {
    if REPORT_COUNT.fetch_add(1, Relaxed) >= MAX_REPORTS {
        return None;
    }
    let current = thread::current();
    // A thread that fails while it holds a lock must not wait for itself.
    let known = try_lock(&KNOWN_FACTS);
    let recorder = known.as_ref().and_then(|known| known.recorder.as_ref());
    let facts = CrashFacts {
        words,
        thread: current.name().unwrap_or("without a name"),
        backtrace,
        notes: known.as_ref().map(|known| &known.notes),
    };
    let mut none = FlightRecorder::none(match (&known, recorder) {
        (Some(_), None) => "nobody played",
        _ => "the fault came while it was written down",
    });
    let mut recorder = recorder.and_then(|recorder| try_lock(recorder));
    let recorder = recorder.as_deref_mut().unwrap_or(&mut none);
    Some(match report::write(&facts.with_run(recorder)) {
        Ok(path) => notice(&path, recorder.has_run()),
        Err(error) => (
            format!("no report could be written: {error}"),
            String::new(),
        ),
    })
}

fn notice(path: &Path, has_run: bool) -> (String, String) {
    let shown = path.display();
    // The path as it can be typed, since the folders of some systems have blanks in their names.
    let typed = match path.to_string_lossy().contains(char::is_whitespace) {
        true => format!("\"{shown}\""),
        false => shown.to_string(),
    };
    let hint = match has_run {
        true => format!("; 'hexbound replay {typed}' shows the moments before"),
        false => String::new(),
    };
    (format!("the report is {shown}"), hint)
}

/// The message of a panic, and its place in the source.
fn words_of(info: &PanicHookInfo<'_>) -> String {
    let words = info.payload_as_str().unwrap_or("a panic without words");
    match info.location() {
        Some(place) => format!("{words} ({place})"),
        None => words.to_owned(),
    }
}

fn known_facts() -> MutexGuard<'static, KnownFacts> {
    lock(&KNOWN_FACTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_words_and_place() {
        let previous = panic::take_hook();
        install();
        let caught = catch(|| panic!("a made-up mistake")).unwrap_err();
        let fine = catch(|| 7);
        panic::set_hook(previous);
        let words = "a made-up mistake (crates/hexbound-replay/src/crash/mod.rs:";
        assert!(caught.starts_with(words), "{caught}");
        assert_eq!(fine, Ok(7));
    }
}
