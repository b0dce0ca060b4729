//! The program's entry: makes the files inside it known, reads the arguments, sets up the log, runs
//! the command, and turns an error into one message and an exit code.

mod cli;
mod embedded;

use std::{env, process::ExitCode};

use hexbound::{app, memory};
use hexbound_base::{assets, logs};
use hexbound_replay::crash;

fn main() -> ExitCode {
    memory::limit_heaps();
    assets::register_embedded(embedded::FILES);
    if let Some(answer) = cli::former(env::args_os().skip(1)) {
        logs::say(&format!("hexbound: {answer}"));
        return ExitCode::from(cli::UNABLE_CODE);
    }
    let arguments = match cli::parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version arrive here too and are no failures; neither is a closed pipe.
            if !error.use_stderr() {
                error.print().ok();
                return ExitCode::SUCCESS;
            }
            // The parser takes a mistyped word for a level, and complains about what follows it.
            match cli::mistyped(env::args_os().skip(1)) {
                Some(refusal) => logs::say(&format!("hexbound: {refusal}")),
                None => drop(error.print()),
            }
            return ExitCode::from(cli::UNABLE_CODE);
        }
    };
    logs::start();
    crash::install();
    match cli::run(arguments) {
        Ok(code) => code,
        Err(error) => {
            logs::say(&format!("hexbound: {}", app::with_causes(error.as_ref())));
            cli::exit_code(&error)
        }
    }
}
