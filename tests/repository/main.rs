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
mod skips;
mod sources;

use test_support::skip;
