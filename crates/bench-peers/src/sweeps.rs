//! Swept spheres and capsules, box gathers, and how their cost grows with the mesh.

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
    place::{HALF_SEGMENT, Name, Place, Places, RADIUS},
    random::{self, Random},
    rays::{detail, names, worst},
    row::{Detail, Row, Target, figure, rate},
    timing::{geometric_mean, turns},
};

/// One body and both libraries' words for it.
struct Swept {
    name: &'static str,
    ours: Body,
    parry: Box<dyn Shape>,
    half_segment: f32,
}

fn bodies() -> Vec<Swept> {
    vec![
        Swept {
            name: "sphere",
            ours: Body::sphere(RADIUS).unwrap(),
            parry: Box::new(Ball::new(RADIUS)),
            half_segment: 0.0,
        },
        Swept {
            name: "capsule",
            ours: capsule(),
            parry: Box::new(Capsule::new_y(HALF_SEGMENT, RADIUS)),
            half_segment: HALF_SEGMENT,
        },
    ]
}

fn capsule() -> Body {
    Body::capsule(RADIUS, HALF_SEGMENT).unwrap()
}

/// The body that walks: the game's player, as high and as wide as the peer's capsule.
pub fn walker() -> Body {
    Body::ellipsoid(RADIUS, RADIUS + HALF_SEGMENT).unwrap()
}

type Segment = (Vec3, Vec3);

/// Starts clear of everything, goes in any direction.
fn ways(place: &Place, swept: &Swept, length: f32, count: usize) -> Vec<Segment> {
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
    let pose = Pose::from_translation(way.0);
    cast_shapes(
        &Pose::IDENTITY,
        Vec3::ZERO,
        mesh,
        &pose,
        direction,
        shape,
        options,
    )
    .ok()?
    .map(|hit| hit.time_of_impact)
}

pub fn row(places: &Places, length: f32, target: f64, rounds: usize) -> Row {
    let work = format!("sphere and capsule sweeps, {length} m");
    let (mut ratios, mut times, mut details) = (Vec::new(), Vec::new(), Vec::new());
    let mut sound = 1.0_f64;
    for place in places.all(&Name::ALL) {
        for swept in bodies() {
            let what = format!("{} {}", place.name, swept.name);
            let count = if length > 1.0 { 4000 } else { 12_000 };
            let (ratio, each, detail, right) = timed(&place, &swept, length, count, rounds, &what);
            ratios.push(ratio);
            times.push(each);
            details.push(detail);
            sound = sound.min(right);
        }
    }
    let mean = |k: usize| geometric_mean(&times.iter().map(|t| t[k]).collect::<Vec<_>>());
    Row {
        work,
        ours: rate(1.0 / mean(0)),
        peer: format!("parry3d {}", rate(1.0 / mean(1))),
        ratio: geometric_mean(&ratios),
        target: Target::AtLeast(target),
        meshes: meshes(&details),
        spread: worst(&details),
        details,
        sound,
    }
}

fn timed(
    place: &Place,
    swept: &Swept,
    length: f32,
    count: usize,
    rounds: usize,
    what: &str,
) -> (f64, [f64; 2], Detail, f64) {
    let ways = ways(place, swept, length, count);
    let mut agreement = Agreement::default();
    for way in &ways {
        let answer = ours(&place.ours, swept.ours, way);
        let peer = parry(&place.parry, &*swept.parry, way);
        agreement.judged(answer, peer, || {
            let size = (f64::from(RADIUS), f64::from(swept.half_segment));
            let direction = (way.1 - way.0) / length;
            judge::first_touch(place, way.0, direction, length, size)
        });
    }
    agreement.report(&format!("sweeps, {length} m"), what);
    let series = turns(
        rounds,
        &mut [
            &mut || {
                for way in &ways {
                    black_box(ours(&place.ours, swept.ours, black_box(way)));
                }
            },
            &mut || {
                for way in &ways {
                    black_box(parry(&place.parry, &*swept.parry, black_box(way)));
                }
            },
        ],
    );
    let ratio = series[0].times_faster_than(&series[1]);
    let each = [0, 1].map(|k| series[k].median() / ways.len() as f64);
    let detail = detail(what, each[0], each[1], ratio, &series);
    (ratio, each, detail, agreement.sound())
}

/// The meshes' names, each once.
fn meshes(details: &[Detail]) -> String {
    let mut names: Vec<&str> = (details.iter())
        .filter_map(|detail| detail.what.split(' ').next())
        .collect();
    names.dedup();
    names.join(" ")
}

/// Measures what a 0.1 m sweep costs on a million triangles, in times of what it costs on ten
/// thousand.
pub fn growth(places: &Places, rounds: usize) -> Row {
    let (Some(small), Some(large)) = (places.get(Name::Rooms8), places.get(Name::Rooms79)) else {
        unreachable!("generated meshes are always there");
    };
    let (mut grown, mut details) = (Vec::new(), Vec::new());
    for swept in bodies() {
        let [a, b] = [&small, &large].map(|place| ways(place, &swept, 0.1, 12_000));
        let mut by_us = |place: &Place, ways: &[Segment]| {
            for way in ways {
                black_box(ours(&place.ours, swept.ours, black_box(way)));
            }
        };
        let mut by_parry = |place: &Place, ways: &[Segment]| {
            for way in ways {
                black_box(parry(&place.parry, &*swept.parry, black_box(way)));
            }
        };
        let by_us = std::cell::RefCell::new(&mut by_us);
        let by_parry = std::cell::RefCell::new(&mut by_parry);
        let series = turns(
            rounds,
            &mut [
                &mut || (by_us.borrow_mut())(&small, &a),
                &mut || (by_us.borrow_mut())(&large, &b),
                &mut || (by_parry.borrow_mut())(&small, &a),
                &mut || (by_parry.borrow_mut())(&large, &b),
            ],
        );
        let factor = |k: usize| series[k].times_faster_than(&series[k + 1]);
        let spread = series
            .iter()
            .map(super::timing::Series::spread)
            .fold(0.0, f64::max);
        details.push(Detail {
            what: swept.name.to_string(),
            ours: figure(factor(0)),
            peer: figure(factor(2)),
            ratio: factor(0),
            spread,
        });
        grown.push([factor(0), factor(2)]);
    }
    let mean = |k: usize| geometric_mean(&grown.iter().map(|g| g[k]).collect::<Vec<_>>());
    Row {
        work: "growth, 10 k to 1 M triangles, of a 0.1 m sweep".to_string(),
        ours: format!("{} x", figure(mean(0))),
        peer: format!("parry3d {} x", figure(mean(1))),
        ratio: mean(0),
        target: Target::AtMost(2.0),
        meshes: "rooms8 rooms79".to_string(),
        spread: worst(&details),
        details,
        sound: 1.0,
    }
}

/// The triangles whose boxes meet the box around a 0.1 m move of the capsule.
pub fn gather(places: &Places, rounds: usize) -> Row {
    let work = "AABB gather, boxes around a 0.1 m move";
    let (mut ratios, mut times, mut details) = (Vec::new(), Vec::new(), Vec::new());
    for place in places.all(&Name::ALL) {
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
        let ratio = series[0].times_faster_than(&series[1]);
        let each = [0, 1].map(|k| series[k].median() / boxes.len() as f64);
        details.push(detail(place.name, each[0], each[1], ratio, &series));
        ratios.push(ratio);
        times.push(each);
    }
    let mean = |k: usize| geometric_mean(&times.iter().map(|t| t[k]).collect::<Vec<_>>());
    Row {
        work: work.to_string(),
        ours: rate(1.0 / mean(0)),
        peer: format!("parry3d {}", rate(1.0 / mean(1))),
        ratio: geometric_mean(&ratios),
        target: Target::AtLeast(2.0),
        meshes: names(&details),
        spread: worst(&details),
        details,
        sound: 1.0,
    }
}

fn gather_by_parry(place: &Place, region: &Aabb, found: &mut Vec<u32>) {
    found.clear();
    let region = bounding_volume::Aabb::new(region.min, region.max);
    found.extend(place.parry.bvh().intersect_aabb(&region));
}

/// Nothing that parry names may be missing among ours.
fn check_gather(place: &Place, boxes: &[Aabb]) {
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
        missing += (theirs.iter())
            .filter(|t| {
                ours.binary_search_by_key(&key(&place.triangle(**t)), key)
                    .is_err()
            })
            .count();
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
