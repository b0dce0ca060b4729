//! Loops on all of rayon's threads with the feature `rayon`, on the calling thread without it. The
//! results are the same.

#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Appends the results of `f` for all items, in the items' order.
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

/// Returns the results of `f` for all items, in the items' order.
pub(crate) fn map<T: Send, R: Send>(items: Vec<T>, f: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "rayon")]
    return items.into_par_iter().map(f).collect();
    #[cfg(not(feature = "rayon"))]
    return items.into_iter().map(f).collect();
}
