//! The repository itself: documents, set-up scripts, what packages hold, and
//! tests left out.

mod docs;
mod documents;
mod failures;
#[cfg(unix)]
mod package;
#[cfg(unix)]
mod scripts;
mod skips;
mod sources;

use test_support::skip;
