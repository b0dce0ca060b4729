//! The memory of a mesh, counted at the allocator, and its build time.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use hexbound_collide::{BuildOptions, CollisionMesh, Prism, WideTree, geom::Aabb};
use parry3d::shape::TriMesh;

use crate::{
    bench_mesh::{BenchMeshes, MeshName},
    meshes::Soup,
    row::{Detail, Row, Target, figure},
    timing::{Series, geometric_mean, geometric_means, turns},
};

/// An allocator that counts the live bytes.
pub struct Counting;

static ALIVE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls go to the system's allocator, and only a counter is updated beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALIVE.fetch_add(layout.size(), Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        ALIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALIVE.fetch_add(size, Relaxed);
        ALIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Returns the bytes that the result of `make` occupies, and the result.
pub fn weighed<T>(make: impl FnOnce() -> T) -> (usize, T) {
    let before = ALIVE.load(Relaxed);
    let made = make();
    (ALIVE.load(Relaxed) - before, made)
}

const VERTEX: usize = 12;
const TRIANGLE: usize = 12;

/// The bytes of a triangle besides vertices and indices. Planes, which are built on demand, are counted
/// separately.
pub fn memory(meshes: &BenchMeshes) -> Row {
    let (mut worst, mut details) = ([0.0_f64; 2], Vec::new());
    for input in meshes.all(&[MeshName::Rooms79, MeshName::Terrain]) {
        let soup = &input.soup;
        let (bytes, mesh) = weighed(|| {
            CollisionMesh::build(&soup.positions, &soup.triangles).expect("a sound mesh")
        });
        let count = mesh.len();
        let vertices = distinct(&mesh) * VERTEX;
        let planes = planes_weight(&mesh);
        let each = |bytes: usize| bytes as f64 / count as f64;
        let ours = each(bytes - vertices - count * TRIANGLE);
        drop(mesh);
        let (bytes, mesh) = weighed(|| {
            TriMesh::new(soup.positions.clone(), soup.triangles.clone()).expect("a sound mesh")
        });
        let peer = each(bytes - soup.positions.len() * VERTEX - count * TRIANGLE);
        drop(mesh);
        let [ours_words, planes, peer_words] = [ours, each(planes), peer].map(figure);
        let words = [
            format!("{ours_words} B, and {planes} B where all planes were asked for"),
            format!("{peer_words} B"),
        ];
        details.push(Detail::new(input.name, words, ours));
        worst = [worst[0].max(ours), worst[1].max(peer)];
    }
    let work = "memory beyond vertices and indices, a triangle";
    let ([ours, peer], planes) = (worst.map(figure), size_of::<Prism>());
    Row {
        ours: format!("{ours} B (and {planes} B of planes on demand)"),
        peer: format!("parry3d {peer} B"),
        ratio: worst[0],
        ..Row::of(work, Target::AtMost(40.0), details)
    }
}

/// The bytes of the planes of all triangles once they are built.
pub fn planes_weight(mesh: &CollisionMesh) -> usize {
    let build = |triangle| _ = black_box(mesh.prism(triangle));
    weighed(|| (0..mesh.len() as u32).for_each(build)).0
}

/// Returns the number of distinct vertices.
fn distinct(mesh: &CollisionMesh) -> usize {
    let mut vertices: Vec<[u32; 3]> = (0..mesh.len() as u32)
        .flat_map(|triangle| mesh.corners(triangle))
        .map(|corner| (corner + 0.0).to_array().map(f32::to_bits))
        .collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.len()
}

/// A contender that builds its own mesh or tree from the lists.
pub struct Builder<'a> {
    pub name: &'static str,
    /// True if our whole mesh with its welding counts; false for the tree alone.
    pub is_whole: bool,
    pub target: f64,
    pub build: &'a (dyn Fn(&Soup) + Sync),
}

/// The build time of the tree over a million triangles, and of the whole mesh, beside parry's mesh: its
/// tree and copies of the lists.
pub fn build(meshes: &BenchMeshes, rounds: usize) -> Row {
    let parry = Builder {
        name: "parry3d",
        is_whole: false,
        target: 0.7,
        build: &|soup| {
            let copies = (soup.positions.clone(), soup.triangles.clone());
            black_box(TriMesh::new(black_box(copies.0), copies.1).is_ok());
        },
    };
    build_beside(meshes, rounds, &parry)
}

/// Measures the build times of the tree and of the whole mesh beside the peer's, all on one thread.
pub fn build_beside(meshes: &BenchMeshes, rounds: usize, peer: &Builder) -> Row {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one = one.expect("a thread");
    let (mut ratios, mut times, mut details) = (Vec::new(), Vec::new(), Vec::new());
    let counted = usize::from(peer.is_whole);
    for input in meshes.all(&[MeshName::Rooms79, MeshName::Terrain]) {
        // The work runs on the pool's own thread. Timing inside it measures that thread's CPU time.
        let soup = &input.soup;
        let series = one.install(|| builds(soup, rounds, peer.build));
        let ratios_of = [0, 1].map(|k| 1.0 / series[k].times_faster_than(&series[2]));
        let all = [0, 1, 2].map(|k| series[k].median() * 1e3);
        for (k, what) in ["tree", "whole mesh"].into_iter().enumerate() {
            let words = [all[k], all[2]].map(|it| format!("{it:.0} ms"));
            details.push(Detail {
                spread: series[k].spread().max(series[2].spread()),
                ..Detail::new(format!("{} {what}", input.name), words, ratios_of[k])
            });
        }
        ratios.push(ratios_of[counted]);
        times.push([all[counted], all[2]]);
    }
    let [ours, theirs] = geometric_means(&times);
    let what = ["default tree", "whole mesh"][counted];
    let work = format!("build, 1 M triangles, one thread, {what}");
    Row {
        ours: format!("{ours:.0} ms"),
        peer: format!("{} {theirs:.0} ms", peer.name),
        ratio: geometric_mean(&ratios),
        ..Row::of(work, Target::AtMost(peer.target), details)
    }
}

/// The build times of the tree alone, the whole mesh, and the peer's.
fn builds(soup: &Soup, rounds: usize, peer: &(dyn Fn(&Soup) + Sync)) -> Vec<Series> {
    let options = BuildOptions { parallel: false };
    turns(
        rounds,
        &mut [
            &mut || {
                let corner = |vertex: u32| soup.positions[vertex as usize];
                let boxes: Vec<Aabb> = (black_box(&soup.triangles).iter())
                    .map(|corners| Aabb::from_points(corners.map(corner)))
                    .collect();
                black_box(WideTree::build(&boxes, options));
            },
            &mut || {
                let mesh = CollisionMesh::build_with(&soup.positions, &soup.triangles, options);
                black_box(mesh.is_ok());
            },
            &mut || peer(black_box(soup)),
        ],
    )
}
