//! What a mesh weighs, counted at the allocator, and how long it takes to make.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use hexbound::collide::{CollisionMesh, Prism};
use parry3d::shape::TriMesh;

use crate::{
    place::{Name, Places},
    row::{Detail, Row, Target, figure},
    timing::turns,
};

/// Counts the bytes that are alive.
pub struct Counting;

static ALIVE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything to the system's allocator and only counts beside it.
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

/// What `make` leaves behind in bytes, and the thing itself.
pub fn weighed<T>(make: impl FnOnce() -> T) -> (usize, T) {
    let before = ALIVE.load(Relaxed);
    let made = make();
    (ALIVE.load(Relaxed) - before, made)
}

const VERTEX: usize = 12;
const TRIANGLE: usize = 12;

/// Bytes a triangle beyond vertices and indices; stored planes counted apart.
pub fn memory(places: &Places) -> Row {
    let (mut worst, mut details) = ([0.0_f64; 2], Vec::new());
    for place in places.all(&[Name::Rooms79, Name::Terrain]) {
        let soup = &place.soup;
        let (bytes, mesh) = weighed(|| {
            CollisionMesh::build(&soup.positions, &soup.triangles).expect("a sound mesh")
        });
        let count = mesh.len();
        let vertices = distinct(&mesh) * VERTEX;
        let planes = count * size_of::<Prism>();
        let each = |bytes: usize| bytes as f64 / count as f64;
        let ours = each(bytes - vertices - count * TRIANGLE - planes);
        drop(mesh);
        let (bytes, mesh) = weighed(|| {
            TriMesh::new(soup.positions.clone(), soup.triangles.clone()).expect("a sound mesh")
        });
        let peer = each(bytes - soup.positions.len() * VERTEX - count * TRIANGLE);
        drop(mesh);
        details.push(Detail {
            what: place.name.to_string(),
            ours: format!(
                "{} B, and {} B of planes",
                figure(ours),
                figure(each(planes))
            ),
            peer: format!("{} B", figure(peer)),
            ratio: ours,
            spread: 0.0,
        });
        worst = [worst[0].max(ours), worst[1].max(peer)];
    }
    Row {
        work: "memory beyond vertices and indices, a triangle".to_string(),
        ours: format!(
            "{} B (planes {} B apart)",
            figure(worst[0]),
            size_of::<Prism>()
        ),
        peer: format!("parry3d {} B", figure(worst[1])),
        ratio: worst[0],
        target: Target::AtMost(40.0),
        meshes: crate::rays::names(&details),
        spread: 0.0,
        details,
    }
}

/// How many vertices are left when equal ones are one.
fn distinct(mesh: &CollisionMesh) -> usize {
    let mut places: Vec<[u32; 3]> = (0..mesh.len() as u32)
        .flat_map(|triangle| mesh.corners(triangle))
        .map(|corner| (corner + 0.0).to_array().map(f32::to_bits))
        .collect();
    places.sort_unstable();
    places.dedup();
    places.len()
}

/// Making a million triangles ready, on one thread.
pub fn build(places: &Places, rounds: usize) -> Row {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let one = one.expect("a thread");
    let (mut ratios, mut times, mut details) = (Vec::new(), Vec::new(), Vec::new());
    for place in places.all(&[Name::Rooms79, Name::Terrain]) {
        let soup = &place.soup;
        // The pool's own thread does the work, so it is also the one that is timed.
        let series = one.install(|| {
            turns(
                rounds,
                &mut [
                    &mut || {
                        black_box(
                            CollisionMesh::build(black_box(&soup.positions), &soup.triangles)
                                .is_ok(),
                        );
                    },
                    &mut || {
                        let copies = (soup.positions.clone(), soup.triangles.clone());
                        black_box(TriMesh::new(black_box(copies.0), copies.1).is_ok());
                    },
                ],
            )
        });
        let ratio = 1.0 / series[0].times_faster_than(&series[1]);
        let [ours, peer] = [0, 1].map(|k| series[k].median());
        details.push(Detail {
            what: place.name.to_string(),
            ours: format!("{:.0} ms", ours * 1e3),
            peer: format!("{:.0} ms", peer * 1e3),
            ratio,
            spread: series[0].spread().max(series[1].spread()),
        });
        ratios.push(ratio);
        times.push([ours, peer]);
    }
    let mean = |k: usize| {
        let times: Vec<f64> = times.iter().map(|t| t[k]).collect();
        crate::timing::geometric_mean(&times) * 1e3
    };
    Row {
        work: "build, 1 M triangles, one thread, default tree".to_string(),
        ours: format!("{:.0} ms", mean(0)),
        peer: format!("parry3d {:.0} ms", mean(1)),
        ratio: crate::timing::geometric_mean(&ratios),
        target: Target::AtMost(0.7),
        meshes: crate::rays::names(&details),
        spread: crate::rays::worst(&details),
        details,
    }
}
