//! The command line as its users see it: the built program, its output, its exit codes.

mod check;
mod compare;
mod hunt;
mod json;
mod museum;
mod pictures;
mod program;
#[cfg(target_os = "linux")]
mod progress;
mod quiet;
mod runs;
#[cfg(unix)]
mod sessions;
mod why;
mod why_ball;
#[cfg(target_os = "linux")]
mod windows;
