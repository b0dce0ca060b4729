//! The program's entry: reads the arguments, sets up the log, runs the command, and turns an error
//! into one message and an exit code.

mod cli;

use std::process::ExitCode;

use clap::Parser;
use hexbound::{app, memory};

fn main() -> ExitCode {
    memory::limit_heaps();
    let arguments = match cli::Cli::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version arrive here too, which are no failures; a closed pipe is none
            // either.
            let failed = error.use_stderr();
            error.print().ok();
            return if failed {
                ExitCode::FAILURE
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    start_log();
    app::crash::install();
    match cli::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hexbound: {}", app::with_causes(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

/// Logs the game's own messages from `info` on. Other crates are silent, since the game itself
/// reports their errors. RUST_LOG overrides both.
fn start_log() {
    let filter = env_logger::Env::default().default_filter_or("off,hexbound=info");
    env_logger::Builder::from_env(filter)
        .format_timestamp(None)
        .format_target(false)
        .init();
}
