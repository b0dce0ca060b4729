//! How far a long work is, for whoever shows it.

/// Receives now and then what is being done, and what share of it is done where that is known, 0 to 1.
pub type Progress<'a> = dyn Fn(&str, Option<f32>) + Sync + 'a;

/// Shows nobody anything.
pub fn unseen(_: &str, _: Option<f32>) {}
