//! Hexbound beside parry3d, rapier3d, obvhs and bvh, with the feature `native-peers` also beside Embree
//! and Jolt: the same meshes, the same queries, one thread, in turn in the same process.
//!
//! `cargo run --release -p bench-peers -- --summary` prints one line a row, `row | ours | peer | ratio |
//! target | ok or short`, and exits 1 if any is short. `-- --only WORDS` runs the rows whose names
//! contain the words. `-- --write` writes docs/benchmarks.md and docs/benchmarks.csv.

mod agree;
mod balls;
mod bench_mesh;
mod chart;
mod cliffs;
mod dense;
mod faults;
mod judge;
mod meshes;
mod moves;
#[cfg(feature = "native-peers")]
mod native;
mod others;
mod random;
mod rays;
mod report;
mod row;
mod sweeps;
mod timing;
mod weight;

use std::process::ExitCode;

use bench_mesh::{BenchMeshes, MeshName};
#[cfg(feature = "native-peers")]
use native::ROWS as NATIVE;
use rays::RayKind;
use row::Row;

#[global_allocator]
static ALLOCATOR: weight::Counting = weight::Counting;

/// A row's name, and the function that measures it.
type Maker = (&'static str, fn(&BenchMeshes) -> Row);

const ROOMS: [MeshName; 3] = [MeshName::Rooms8, MeshName::Rooms25, MeshName::Rooms79];

const ROWS: [Maker; 23] = [
    ("rays down", |p| rays::row(p, RayKind::Down, false)),
    ("rays long", |p| rays::row(p, RayKind::Long, false)),
    ("compact rays down", |p| rays::row(p, RayKind::Down, true)),
    ("compact rays long", |p| rays::row(p, RayKind::Long, true)),
    ("sweeps 0.1", |p| sweeps::row(p, 0.1, 3.0, 7)),
    ("sweeps 5", |p| sweeps::row(p, 5.0, 5.0, 7)),
    ("moves rooms", |p| {
        moves::row(p, &ROOMS, "rooms", moves::Peer::rapier(40.0), 7)
    }),
    ("moves real", |p| {
        let peer = moves::Peer::rapier(16.0);
        moves::row(p, &bench_mesh::REAL_LEVELS, "real levels", peer, 7)
    }),
    ("moves capsule", |p| {
        moves::row(p, &MeshName::ALL, "capsule", moves::ELLIPSOID, 7)
    }),
    ("percentile", |p| moves::percentile(p, 10_000)),
    ("faults 6", |p| faults::row(p, 6.0, 200_000, 6_000)),
    ("faults 30", |p| faults::row(p, 30.0, 200_000, 6_000)),
    ("faults 90", |p| faults::row(p, 90.0, 200_000, 6_000)),
    ("gather", |p| sweeps::gather(p, 9)),
    ("build", |p| weight::build(p, 3)),
    ("memory", weight::memory),
    ("growth", |p| sweeps::growth(p, 9)),
    ("balls 1,000", |p| balls::row(p, 1000, balls::RAPIER)),
    ("balls 5,000", |p| balls::row(p, 5000, balls::RAPIER)),
    ("dense", |_| dense::row()),
    ("cliffs", |_| cliffs::row()),
    ("sweeps 60", cliffs::long_row),
    ("crowd", |p| moves::crowd(p, 5)),
];

#[cfg(not(feature = "native-peers"))]
const NATIVE: [&[Maker]; 0] = [];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = (arguments.iter().skip_while(|it| *it != "--only")).nth(1);
    // `cargo test --all-targets` starts this too, without arguments: nothing is measured then.
    if arguments.is_empty() {
        return ExitCode::SUCCESS;
    }
    let meshes = BenchMeshes::default();
    let mut rows = Vec::new();
    println!("row | ours | peer | ratio | target | ok or short");
    for (name, make) in rows_there_are() {
        if only.is_some_and(|words| !name.contains(words.as_str())) {
            continue;
        }
        let row = make(&meshes);
        println!("{row}");
        if only.is_some() {
            println!("    spread {:.1} %", 100.0 * row.spread);
            for detail in &row.details {
                let (what, ours, peer) = (&detail.what, &detail.ours, &detail.peer);
                let (ratio, spread) = (row::figure(detail.ratio), 100.0 * detail.spread);
                println!("    {what} | {ours} | {peer} | {ratio} | spread {spread:.1} %");
            }
        }
        rows.push(row);
    }
    if rows.is_empty() {
        let names: Vec<&str> = rows_there_are().map(|(name, _)| name).collect();
        eprintln!("--only names no row; there are {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    if arguments.iter().any(|argument| argument == "--write")
        && let Err(error) = report::write(&rows, &meshes)
    {
        eprintln!("docs/benchmarks.md or docs/benchmarks.csv can't be written: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::from(!rows.iter().all(Row::is_ok)))
}

fn rows_there_are() -> impl Iterator<Item = Maker> {
    ROWS.into_iter()
        .chain(NATIVE.into_iter().flatten().copied())
}
