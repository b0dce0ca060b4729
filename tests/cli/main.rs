//! The command line as its users see it: the built program, its output, its exit codes.

mod capsule;
mod check;
mod compare;
mod faults;
mod files;
mod former;
mod hunt;
mod installed;
mod json;
mod kept;
mod manual;
mod museum;
#[cfg(unix)]
mod odd_paths;
mod pictures;
mod program;
#[cfg(target_os = "linux")]
mod progress;
mod quiet;
mod refusals;
mod runs;
mod scale;
mod settings;
mod starter;
mod streams;
mod why;
mod why_ball;
#[cfg(target_os = "linux")]
mod windows;

use test_support::skip;
