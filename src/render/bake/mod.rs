//! What is worked out once per level, on the processor: how much light reaches where. The same
//! level gives the same result; time is bounded by coarsening with the level's size.

mod bvh;
mod field;
mod grid;
mod lamps;
mod probes;
mod scene;

pub(super) use field::{FIELD_REACH, Field};
pub(super) use grid::Grid;
pub(super) use lamps::{Lamps, SIDE as LAMP_MAP_SIDE};
pub(super) use probes::{ProbeLight, Probes};
pub(super) use scene::{BakeScene, SurfaceColor};

/// Runs `work` for every index below `count`, on all processors, and keeps the order.
pub(super) fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(threads).max(1);
    let work = &work;
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..count)
            .step_by(share)
            .map(|first| {
                let range = first..(first + share).min(count);
                scope.spawn(move || range.map(work).collect::<Vec<T>>())
            })
            .collect();
        shares
            .into_iter()
            .flat_map(|share| match share.join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_results_keep_their_order() {
        assert_eq!(in_parallel(0, |index| index), Vec::<usize>::new());
        let expected: Vec<usize> = (0..1001).map(|index| index * 3).collect();
        assert_eq!(in_parallel(1001, |index| index * 3), expected);
    }
}
