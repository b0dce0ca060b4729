//! The slowest step of a character in worst-case meshes: very many triangles of several forms at one
//! place.

use std::hint::black_box;

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, Character, CollisionMesh, Mover, geom::Aabb};

use crate::{
    bench_mesh::{BenchMeshes, MeshName},
    random::Random,
    row::{Detail, Row, milliseconds},
    timing::{quantile, seconds},
};

/// The target time of a step in any mesh, seconds.
const MAX_STEP_SECONDS: f64 = 2e-3;

/// The number of repetitions of each step, whose median counts.
const REPETITIONS: usize = 3;

/// The number of steps in one walk.
const STEPS_PER_WALK: usize = 50;

/// The time of a step after which the rest of a walk is skipped, seconds.
const SKIP_WALK_SECONDS: f64 = 0.3;

/// The horizontal distance of a walk's start from the origin, meters.
const START_DISTANCE: f32 = 1.3;

/// A triangle list around the origin.
type Corners = Vec<[Vec3; 3]>;

/// A mesh's name, and the function that builds it.
type Maker = (&'static str, fn() -> Corners);

const MESHES: [Maker; 9] = [
    ("10,000 copies of a triangle", || copies(10_000, 0.0)),
    ("10,000 nearly equal triangles", || copies(10_000, 1e-6)),
    ("5,000 large triangles through a point", || {
        through_a_point(5_000)
    }),
    ("3,000 segments on a line", || segments(3_000)),
    ("4,000 needles through a cell", || needles(4_000)),
    ("100,000 needles through a cell", || needles(100_000)),
    ("a million triangles within 1 cm", || heap(1_000_000, 0.01)),
    ("a million triangles within 40 cm", || heap(1_000_000, 0.4)),
    ("a million triangles within 5 m", || heap(1_000_000, 5.0)),
];

/// The names and the bodies; all are 0.8 m wide and, except for the sphere, 1.8 m tall.
fn bodies() -> [(&'static str, Body); 5] {
    [
        ("sphere", Body::sphere(0.4)),
        ("ellipsoid", Body::ellipsoid(0.4, 0.9)),
        ("capsule", Body::capsule(0.4, 0.5)),
        ("box", Body::cuboid(Vec3::new(0.4, 0.9, 0.4))),
        ("cylinder", Body::cylinder(0.4, 0.9)),
    ]
    .map(|(name, body)| (name, body.expect("a body of usual size")))
}

/// The slowest step in each mesh, beside its target time.
pub fn row() -> Row {
    let details = MESHES.iter().flat_map(|(name, corners)| {
        let mesh = mesh(corners());
        bodies().map(|(body_name, body)| {
            let what = format!("{name}, {body_name}");
            detail(&what, slowest_step(&mesh, body))
        })
    });
    let work = "slowest step in meshes made to be slow";
    Row::of_worst(
        work,
        1.0,
        details.collect(),
        "made in code",
        MAX_STEP_SECONDS,
    )
}

/// The median time of the slowest step of a body, seconds. The body walks and falls onto the triangles
/// from several sides at several speeds.
fn slowest_step(mesh: &CollisionMesh, body: Body) -> f64 {
    let mut slowest = 0.0_f64;
    for speed in [6.0, 30.0, 90.0] {
        for heading in [Vec3::X, Vec3::new(-0.6, 0.0, 0.8)] {
            let start = Vec3::Y * 0.2 - heading * START_DISTANCE;
            slowest = slowest.max(slowest_on_walk(mesh, body, start, heading * speed));
        }
        let above = Vec3::Y * (1.5 + START_DISTANCE);
        slowest = slowest.max(slowest_on_walk(mesh, body, above, Vec3::X * speed * 0.01));
    }
    slowest
}

fn slowest_on_walk(mesh: &CollisionMesh, body: Body, start: Vec3, velocity: Vec3) -> f64 {
    let mut character = Character::new(body, start);
    let mut slowest = 0.0_f64;
    for _ in 0..STEPS_PER_WALK {
        let mut next = character.clone();
        let mut taken = Vec::new();
        while taken.len() < REPETITIONS
            && taken.first().is_none_or(|first| *first < SKIP_WALK_SECONDS)
        {
            next = character.clone();
            taken.push(seconds(|| {
                let step = next.step(mesh, velocity, 1.0 / 60.0);
                step.expect("a sensible step");
            }));
        }
        character = next;
        slowest = slowest.max(quantile(&taken, 0.5));
        if slowest > SKIP_WALK_SECONDS {
            break;
        }
    }
    slowest
}

/// Moves of 60 m over wide terrain up to a contact, beside the target time of a step.
pub fn long_row(meshes: &BenchMeshes) -> Row {
    let work = "sweep of 60 m over terrain";
    let mesh = meshes.made(MeshName::Terrain);
    let mut random = Random::new(3);
    let starts: Vec<Vec3> = (0..100)
        .map(|_| Vec3::new(random.between(5.0, 300.0), 6.0, random.between(5.0, 300.0)))
        .collect();
    let taken = |(name, body)| detail(name, long_sweep(&mesh.ours, body, &starts));
    let details = bodies().map(taken).to_vec();
    Row::of_worst(work, 1.0, details, mesh.name, MAX_STEP_SECONDS)
}

/// The median time of a move, seconds.
fn long_sweep(mesh: &CollisionMesh, body: Body, starts: &[Vec3]) -> f64 {
    let taken: Vec<f64> = (starts.iter())
        .map(|start| {
            let from = start.as_dvec3();
            let to = from + DVec3::new(42.0, -9.0, 42.0);
            let mut mover = Mover::new(mesh, body, Aabb::new(*start, *start), Default::default());
            seconds(|| {
                let met = mover.first_contacts(from, to);
                black_box(met).expect("a sensible move");
            })
        })
        .collect();
    quantile(&taken, 0.5)
}

fn detail(what: &str, seconds: f64) -> Detail {
    let times = [seconds, MAX_STEP_SECONDS].map(milliseconds);
    Detail::new(what, times, seconds / MAX_STEP_SECONDS)
}

/// The triangles with a floor 1 m below them.
fn mesh(mut corners: Corners) -> CollisionMesh {
    let [a, b, c, d] =
        [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, -1.0, z));
    corners.extend([[a, b, c], [a, c, d]]);
    let positions = corners.as_flattened();
    let numbers: Vec<u32> = (0..positions.len() as u32).collect();
    CollisionMesh::build(positions, numbers.as_chunks().0).expect("triangles and a floor")
}

/// A list of `count` triangles, each built from random numbers and its index.
fn made(
    count: usize,
    seed: u64,
    mut triangle: impl FnMut(&mut Random, usize) -> [Vec3; 3],
) -> Corners {
    let mut random = Random::new(seed);
    let triangles = (0..count).map(|index| triangle(&mut random, index));
    triangles.collect()
}

/// Copies of one triangle in all six orders of its corners, each off by up to `apart` meters.
fn copies(count: usize, apart: f32) -> Corners {
    let corners = [(-0.3, -0.9, 0.0), (0.3, -0.9, 0.1), (0.0, 0.6, 0.05)].map(Vec3::from);
    made(count, 11, |random, index| {
        let off = near(random, apart);
        let mut triangle = corners.map(|corner| corner + off);
        if index % 6 >= 3 {
            triangle.swap(1, 2);
        }
        triangle.rotate_left(index % 3);
        triangle
    })
}

/// Triangles of some meters that all contain the origin.
fn through_a_point(count: usize) -> Corners {
    made(count, 12, |random, _| {
        let (a, b) = (near(random, 4.0), near(random, 4.0));
        [a, b, -(a + b)]
    })
}

/// Degenerate triangles: random segments of one line.
fn segments(count: usize) -> Corners {
    made(count, 13, |random, _| {
        [(); 3].map(|()| Vec3::Z * random.between(-2.0, 2.0))
    })
}

/// Long thin triangles through a cell of 4 cm.
fn needles(count: usize) -> Corners {
    made(count, 14, |random, _| {
        let through = near(random, 0.04);
        let along = near(random, 1.0).normalize_or(Vec3::X) * 8.0;
        let thick = near(random, 0.01);
        [through - along, through + along, through + along + thick]
    })
}

fn heap(count: usize, size: f32) -> Corners {
    made(count, 15, |random, _| small(random, Vec3::ZERO, size))
}

/// A small triangle around a corner in a cube of the side `size`, meters. Its other corners may be outside.
pub fn small(random: &mut Random, middle: Vec3, size: f32) -> [Vec3; 3] {
    let corner = middle + near(random, size);
    let mut next = || corner + near(random, size * 0.1);
    [corner, next(), next()]
}

fn near(random: &mut Random, size: f32) -> Vec3 {
    let mut part = || (random.fraction() - 0.5) * size;
    Vec3::new(part(), part(), part())
}
