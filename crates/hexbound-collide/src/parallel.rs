//! Work on all of rayon's threads with the feature `rayon`, on the calling thread without it. The
//! results are the same.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Appends `f` of every item, in the items' order.
pub(crate) fn extend<T: Sync, R: Send>(
    values: &mut Vec<R>,
    items: &[T],
    f: impl Fn(&T) -> R + Sync + Send,
) {
    #[cfg(feature = "rayon")]
    values.par_extend(items.par_iter().map(f));
    #[cfg(not(feature = "rayon"))]
    values.extend(items.iter().map(f));
}

/// `f` of every item, in the items' order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, f: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "rayon")]
    return items.into_par_iter().map(f).collect();
    #[cfg(not(feature = "rayon"))]
    return items.into_iter().map(f).collect();
}

/// Counts the numbers below `count` for which `f` holds.
pub(crate) fn count(count: usize, f: impl Fn(usize) -> bool + Sync + Send) -> usize {
    #[cfg(feature = "rayon")]
    return (0..count).into_par_iter().filter(|k| f(*k)).count();
    #[cfg(not(feature = "rayon"))]
    return (0..count).filter(|k| f(*k)).count();
}
