//! The repository itself: documents, the order of modules, set-up scripts, and tests left out.

mod docs;
mod imports;
#[cfg(unix)]
mod scripts;
#[path = "../common/skip.rs"]
mod skip;
mod skips;
