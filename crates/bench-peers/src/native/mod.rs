//! Rows beside peers that are not written in Rust. If one is not installed, a row has the reason.

#[cfg(embree)]
mod embree;
#[cfg(embree)]
mod embree_rows;
#[cfg(jolt)]
mod jolt;
#[cfg(jolt)]
mod jolt_rows;

use crate::Maker;
#[cfg(peer_missing)]
use crate::row::Row;

#[cfg(embree)]
use embree_rows::ROWS as EMBREE;
#[cfg(jolt)]
use jolt_rows::ROWS as JOLT;

#[cfg(not(embree))]
const EMBREE: [Maker; 1] = [("Embree", |_| {
    Row::skipped(
        "rays, memory and build beside Embree",
        env!("EMBREE_SKIPPED"),
    )
})];
#[cfg(not(jolt))]
const JOLT: [Maker; 1] = [("Jolt", |_| {
    Row::skipped(
        "character moves and balls beside Jolt",
        env!("JOLT_SKIPPED"),
    )
})];

pub const ROWS: [&[Maker]; 2] = [&EMBREE, &JOLT];
