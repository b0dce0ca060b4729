//! The command line's entry: reads the arguments, sets up the log, runs, and turns whatever went
//! wrong into one message and an exit code.

mod cli;

use std::process::ExitCode;

use clap::Parser;
use hexbound::{app, memory};

fn main() -> ExitCode {
    memory::keep_little();
    let arguments = match cli::Cli::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version arrive here too; they are no failure. A closed pipe is none either.
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

/// Our own words from `info` on; other crates are silent, since what they report reaches the player
/// in our words. RUST_LOG overrides both.
fn start_log() {
    let filter = env_logger::Env::default().default_filter_or("off,hexbound=info");
    env_logger::Builder::from_env(filter)
        .format_timestamp(None)
        .format_target(false)
        .init();
}
