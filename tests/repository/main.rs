//! The repository itself: documents, the order of modules, set-up scripts, what packages hold, and
//! tests left out.

mod docs;
mod documents;
mod failures;
mod imports;
#[cfg(unix)]
mod package;
#[cfg(unix)]
mod scripts;
#[path = "../common/skip.rs"]
mod skip;
mod skips;
mod sources;
