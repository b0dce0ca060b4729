//! Swept spheres and capsules, box gathers, and the growth of their cost with the mesh.

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
    judge,
    place::{BenchMesh, BenchMeshes, HALF_SEGMENT, MeshName, RADIUS},
    random::{self, Random},
    row::{Detail, Row, Tally, Target, figure},
    timing::{Series, ask_all, geometric_means, turns},
};

/// One body in the types of both libraries.
struct Swept {
    name: &'static str,
    ours: Body,
    parry: Box<dyn Shape>,
    half_segment: f32,
}

fn bodies() -> [Swept; 2] {
    let swept = |name, ours, parry: Box<dyn Shape>, half_segment| Swept {
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

type Segment = (Vec3, Vec3);

/// Displacements that start without contact, in any direction.
fn ways(place: &BenchMesh, swept: &Swept, length: f32, count: usize) -> Vec<Segment> {
    let mut random = Random::new(21);
    let free = place.free();
    let (radius, half) = (f64::from(RADIUS), f64::from(swept.half_segment));
    let clear = free
        .iter()
        .filter(|point| judge::capsule_gap_of(place, **point, radius, half) > 1e-3);
    let clear: Vec<Vec3> = clear.copied().collect();
    (0..count)
        .map(|way| {
            let from = clear[way % clear.len()];
            (from, from + random::direction(&mut random) * length)
        })
        .collect()
}

fn ours(mesh: &CollisionMesh, body: Body, way: &Segment) -> Option<f32> {
    let hit = mesh.sweep(body, way.0.as_dvec3(), way.1.as_dvec3()).ok()?;
    hit.map(|hit| hit.fraction as f32 * way.0.distance(way.1))
}

fn parry(mesh: &TriMesh, shape: &dyn Shape, way: &Segment) -> Option<f32> {
    let length = way.0.distance(way.1);
    let options = ShapeCastOptions::with_max_time_of_impact(length);
    let direction = (way.1 - way.0) / length;
    let (pose, mesh_pose, still) = (Pose::from_translation(way.0), Pose::IDENTITY, Vec3::ZERO);
    let hit = cast_shapes(&mesh_pose, still, mesh, &pose, direction, shape, options);
    hit.ok()?.map(|hit| hit.time_of_impact)
}

pub fn row(places: &BenchMeshes, length: f32, target: f64, rounds: usize) -> Row {
    let (mut tally, mut sound) = (Tally::default(), 1.0_f64);
    for place in places.all(&MeshName::ALL) {
        for swept in bodies() {
            let what = format!("{} {}", place.name, swept.name);
            let count = if length > 1.0 { 4000 } else { 12_000 };
            let ways = ways(&place, &swept, length, count);
            let by_us = |way: &Segment| ours(&place.ours, swept.ours, way);
            let by_parry = |way: &Segment| parry(&place.parry, &*swept.parry, way);
            let agreement = Agreement::of(&ways, by_us, by_parry, |way| {
                let size = (f64::from(RADIUS), f64::from(swept.half_segment));
                let direction = (way.1 - way.0) / length;
                judge::first_touch(&place, way.0, direction, length, size)
            });
            agreement.report(&format!("sweeps, {length} m"), &what);
            sound = sound.min(agreement.sound());
            let mut both = (|| ask_all(&ways, by_us), || ask_all(&ways, by_parry));
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

/// Measures what a 0.1 m sweep costs on a million triangles, in times of what it costs on ten
/// thousand.
pub fn growth(places: &BenchMeshes, rounds: usize) -> Row {
    let [small, large] = [MeshName::Rooms8, MeshName::Rooms79].map(|name| places.made(name));
    let (mut grown, mut details) = (Vec::new(), Vec::new());
    for swept in bodies() {
        let [a, b] = [&small, &large].map(|place| ways(place, &swept, 0.1, 12_000));
        let series = turns(
            rounds,
            &mut [
                &mut || ask_all(&a, |way| ours(&small.ours, swept.ours, way)),
                &mut || ask_all(&b, |way| ours(&large.ours, swept.ours, way)),
                &mut || ask_all(&a, |way| parry(&small.parry, &*swept.parry, way)),
                &mut || ask_all(&b, |way| parry(&large.parry, &*swept.parry, way)),
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

/// The triangles whose boxes meet the box around a 0.1 m move of the capsule.
pub fn gather(places: &BenchMeshes, rounds: usize) -> Row {
    let work = "AABB gather, boxes around a 0.1 m move";
    let mut tally = Tally::default();
    for place in places.all(&MeshName::ALL) {
        let body = &bodies()[1];
        let half = Vec3::new(RADIUS, RADIUS + HALF_SEGMENT, RADIUS);
        let boxes: Vec<Aabb> = (ways(&place, body, 0.1, 12_000).iter())
            .map(|way| Aabb::new(way.0.min(way.1) - half, way.0.max(way.1) + half))
            .collect();
        check_gather(&place, &boxes);
        let (mut ours, mut kept) = (Vec::new(), Vec::new());
        let series = turns(
            rounds,
            &mut [
                &mut || {
                    for region in &boxes {
                        ours.clear();
                        place.ours.gather(*black_box(region), &mut ours);
                        black_box(&ours);
                    }
                },
                &mut || {
                    for region in &boxes {
                        gather_by_parry(&place, black_box(region), &mut kept);
                        black_box(&kept);
                    }
                },
            ],
        );
        tally.add(place.name, [&series[0], &series[1]], boxes.len());
    }
    tally.row(work, "parry3d", 2.0)
}

fn gather_by_parry(place: &BenchMesh, region: &Aabb, found: &mut Vec<u32>) {
    found.clear();
    let region = bounding_volume::Aabb::new(region.min, region.max);
    found.extend(place.parry.bvh().intersect_aabb(&region));
}

/// Checks that our triangles include all those that parry finds.
fn check_gather(place: &BenchMesh, boxes: &[Aabb]) {
    let (mut named, mut missing, mut ours_named) = (0, 0, 0);
    let mut theirs = Vec::new();
    for region in boxes {
        let mut ours: Vec<[Vec3; 3]> = (place.ours.triangles_near(*region).iter())
            .map(|triangle| place.ours.corners(*triangle))
            .collect();
        ours.sort_by_key(key);
        gather_by_parry(place, region, &mut theirs);
        named += theirs.len();
        ours_named += ours.len();
        let find = |index| ours.binary_search_by_key(&key(&place.triangle(index)), key);
        missing += theirs.iter().filter(|it| find(**it).is_err()).count();
    }
    eprintln!(
        "check: gather, {}: {named} named by parry3d, {ours_named} by us, {missing} missing",
        place.name
    );
}

fn key(corners: &[Vec3; 3]) -> [u32; 9] {
    let mut key = [0; 9];
    for (k, value) in corners.iter().flat_map(Vec3::to_array).enumerate() {
        key[k] = (value + 0.0).to_bits();
    }
    key
}
