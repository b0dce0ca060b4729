//! Sphere and capsule sweeps, the growth of their cost with the mesh, and box gathers.

use std::hint::black_box;

use glam::Vec3;
use hexbound_collide::{Body, CollisionMesh, geom::Aabb};
use parry3d::{
    bounding_volume,
    math::Pose,
    query::{ShapeCastOptions, cast_shapes},
    shape::{Ball, Capsule, Shape, TriMesh},
};

use crate::{
    agree::Agreement,
    bench_mesh::{BenchMesh, BenchMeshes, HALF_SEGMENT, MeshName, RADIUS},
    judge,
    random::{self, Random},
    row::{Detail, Row, Tally, Target, figure},
    timing::{Series, geometric_means, run_all, turns},
};

/// One body in the types of both libraries.
struct SweptBody {
    name: &'static str,
    ours: Body,
    parry: Box<dyn Shape>,
    half_segment: f32,
}

fn bodies() -> [SweptBody; 2] {
    let swept = |name, ours, parry: Box<dyn Shape>, half_segment| SweptBody {
        name,
        ours,
        parry,
        half_segment,
    };
    let (ball, upright) = (Ball::new(RADIUS), Capsule::new_y(HALF_SEGMENT, RADIUS));
    [
        swept("sphere", Body::sphere(RADIUS).unwrap(), Box::new(ball), 0.0),
        swept("capsule", capsule(), Box::new(upright), HALF_SEGMENT),
    ]
}

/// The walking body: the game's player, as high and as wide as the peer's capsule.
pub fn walker() -> Body {
    Body::ellipsoid(RADIUS, RADIUS + HALF_SEGMENT).unwrap()
}

pub fn capsule() -> Body {
    Body::capsule(RADIUS, HALF_SEGMENT).unwrap()
}

/// The start and the end of a move, meters.
type Segment = (Vec3, Vec3);

/// Returns `count` paths of `length` meters in random directions, which start without contact.
fn paths(mesh: &BenchMesh, swept: &SweptBody, length: f32, count: usize) -> Vec<Segment> {
    let mut random = Random::new(21);
    let free = mesh.free();
    let (radius, half) = (f64::from(RADIUS), f64::from(swept.half_segment));
    let clear = free
        .iter()
        .filter(|point| judge::capsule_gap_of(mesh, **point, radius, half) > 1e-3);
    let clear: Vec<Vec3> = clear.copied().collect();
    (0..count)
        .map(|index| {
            let from = clear[index % clear.len()];
            (from, from + random::direction(&mut random) * length)
        })
        .collect()
}

fn ours(mesh: &CollisionMesh, body: Body, path: &Segment) -> Option<f32> {
    let hit = mesh.sweep(body, path.0.as_dvec3(), path.1.as_dvec3());
    hit.ok()?
        .map(|hit| hit.fraction as f32 * path.0.distance(path.1))
}

fn parry(mesh: &TriMesh, shape: &dyn Shape, path: &Segment) -> Option<f32> {
    let length = path.0.distance(path.1);
    let options = ShapeCastOptions::with_max_time_of_impact(length);
    let direction = (path.1 - path.0) / length;
    let (pose, mesh_pose, still) = (Pose::from_translation(path.0), Pose::IDENTITY, Vec3::ZERO);
    let hit = cast_shapes(&mesh_pose, still, mesh, &pose, direction, shape, options);
    hit.ok()?.map(|hit| hit.time_of_impact)
}

pub fn row(meshes: &BenchMeshes, length: f32, target: f64, rounds: usize) -> Row {
    let (mut tally, mut sound) = (Tally::default(), 1.0_f64);
    for mesh in meshes.all(&MeshName::ALL) {
        for swept in bodies() {
            let what = format!("{} {}", mesh.name, swept.name);
            let count = if length > 1.0 { 4000 } else { 12_000 };
            let paths = paths(&mesh, &swept, length, count);
            let by_us = |path: &Segment| ours(&mesh.ours, swept.ours, path);
            let by_parry = |path: &Segment| parry(&mesh.parry, &*swept.parry, path);
            let agreement = Agreement::of(&paths, by_us, by_parry, |path| {
                let size = (f64::from(RADIUS), f64::from(swept.half_segment));
                let direction = (path.1 - path.0) / length;
                judge::first_touch(&mesh, path.0, direction, length, size)
            });
            agreement.report(&format!("sweeps, {length} m"), &what);
            sound = sound.min(agreement.sound());
            let mut both = (|| run_all(&paths, by_us), || run_all(&paths, by_parry));
            let series = turns(rounds, &mut [&mut both.0, &mut both.1]);
            tally.add(what, [&series[0], &series[1]], count);
        }
    }
    let work = format!("sphere and capsule sweeps, {length} m");
    Row {
        sound,
        ..tally.row(work, "parry3d", target)
    }
}

/// Measures the cost of a 0.1 m sweep on a million triangles, as a multiple of its cost on ten
/// thousand.
pub fn growth(meshes: &BenchMeshes, rounds: usize) -> Row {
    let [small, large] = [MeshName::Rooms8, MeshName::Rooms79].map(|name| meshes.made(name));
    let (mut grown, mut details) = (Vec::new(), Vec::new());
    for swept in bodies() {
        let [a, b] = [&small, &large].map(|mesh| paths(mesh, &swept, 0.1, 12_000));
        let series = turns(
            rounds,
            &mut [
                &mut || run_all(&a, |path| ours(&small.ours, swept.ours, path)),
                &mut || run_all(&b, |path| ours(&large.ours, swept.ours, path)),
                &mut || run_all(&a, |path| parry(&small.parry, &*swept.parry, path)),
                &mut || run_all(&b, |path| parry(&large.parry, &*swept.parry, path)),
            ],
        );
        let factors = [0, 2].map(|k| series[k].times_faster_than(&series[k + 1]));
        details.push(Detail {
            spread: series.iter().map(Series::spread).fold(0.0, f64::max),
            ..Detail::new(swept.name, factors.map(figure), factors[0])
        });
        grown.push(factors);
    }
    let [ours, peer] = geometric_means(&grown);
    let work = "growth, 10 k to 1 M triangles, of a 0.1 m sweep";
    Row {
        ours: format!("{} x", figure(ours)),
        peer: format!("parry3d {} x", figure(peer)),
        ratio: ours,
        meshes: "rooms8 rooms79".to_string(),
        ..Row::of(work, Target::AtMost(2.0), details)
    }
}

/// Compares the gathering of the triangles whose boxes overlap the box of a 0.1 m capsule move.
pub fn gather(meshes: &BenchMeshes, rounds: usize) -> Row {
    let work = "AABB gather, boxes around a 0.1 m move";
    let mut tally = Tally::default();
    for mesh in meshes.all(&MeshName::ALL) {
        let body = &bodies()[1];
        let half = Vec3::new(RADIUS, RADIUS + HALF_SEGMENT, RADIUS);
        let boxes: Vec<Aabb> = (paths(&mesh, body, 0.1, 12_000).iter())
            .map(|path| Aabb::new(path.0.min(path.1) - half, path.0.max(path.1) + half))
            .collect();
        check_gather(&mesh, &boxes);
        let (mut ours, mut kept) = (Vec::new(), Vec::new());
        let series = turns(
            rounds,
            &mut [
                &mut || {
                    for region in &boxes {
                        ours.clear();
                        mesh.ours.gather(*black_box(region), &mut ours);
                        black_box(&ours);
                    }
                },
                &mut || {
                    for region in &boxes {
                        gather_by_parry(&mesh, black_box(region), &mut kept);
                        black_box(&kept);
                    }
                },
            ],
        );
        tally.add(mesh.name, [&series[0], &series[1]], boxes.len());
    }
    tally.row(work, "parry3d", 2.0)
}

fn gather_by_parry(mesh: &BenchMesh, region: &Aabb, found: &mut Vec<u32>) {
    found.clear();
    let region = bounding_volume::Aabb::new(region.min, region.max);
    found.extend(mesh.parry.bvh().intersect_aabb(&region));
}

/// Prints how many of the triangles that parry finds are missing from ours.
fn check_gather(mesh: &BenchMesh, boxes: &[Aabb]) {
    let (mut named, mut missing, mut ours_named) = (0, 0, 0);
    let mut theirs = Vec::new();
    for region in boxes {
        let mut ours: Vec<[Vec3; 3]> = (mesh.ours.triangles_near(*region).iter())
            .map(|triangle| mesh.ours.corners(*triangle))
            .collect();
        ours.sort_by_key(key);
        gather_by_parry(mesh, region, &mut theirs);
        named += theirs.len();
        ours_named += ours.len();
        let find = |index| ours.binary_search_by_key(&key(&mesh.triangle(index)), key);
        missing += theirs.iter().filter(|it| find(**it).is_err()).count();
    }
    eprintln!(
        "check: gather, {}: {named} named by parry3d, {ours_named} by us, {missing} missing",
        mesh.name
    );
}

fn key(corners: &[Vec3; 3]) -> [u32; 9] {
    let mut key = [0; 9];
    for (k, value) in corners.iter().flat_map(Vec3::to_array).enumerate() {
        key[k] = (value + 0.0).to_bits();
    }
    key
}
