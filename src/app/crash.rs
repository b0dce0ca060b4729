//! Turns a panic, which is a mistake in the game, into a log file and a message that names it.

use std::{
    backtrace::Backtrace,
    fs,
    panic::{self, PanicHookInfo},
    path::PathBuf,
};

/// Makes every panic from now on, in any thread, write a log and say where it is.
pub fn install() {
    panic::set_hook(Box::new(|info| {
        let message = match write_log(info) {
            Ok(path) => format!("what happened is written in {}", path.display()),
            Err(error) => format!("{info} (and no log could be written: {error})"),
        };
        eprintln!("hexbound: a mistake in the game stopped it; {message}");
    }));
}

fn write_log(info: &PanicHookInfo<'_>) -> std::io::Result<PathBuf> {
    let path = log_path();
    let text = format!(
        "hexbound {} on {} {}\n{info}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture()
    );
    fs::write(&path, text)?;
    Ok(path)
}

fn log_path() -> PathBuf {
    std::env::temp_dir().join(format!("hexbound-crash-{}.log", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_a_log_with_its_words() {
        let previous = panic::take_hook();
        install();
        let panicked = std::thread::spawn(|| panic!("a made-up mistake"))
            .join()
            .is_err();
        panic::set_hook(previous);
        let text = fs::read_to_string(log_path()).unwrap();
        fs::remove_file(log_path()).unwrap();
        assert!(panicked);
        assert!(text.contains("a made-up mistake"), "{text}");
        assert!(text.contains("crash.rs"), "{text}");
    }
}
