//! Rays against every triangle in turn, in double precision, by another formula (Möller and
//! Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection"): in heaps, on terrains and among
//! slivers, from a millimeter to ten kilometers.

#[path = "common/random.rs"]
mod random;

use glam::{DVec3, Vec3, dvec3, vec3};
use hexbound_collide::{CollisionMesh, Faces, RayHit};

use random::Random;

impl Random {
    /// Each coordinate −1..1.
    fn point(&mut self) -> Vec3 {
        vec3(self.fraction(), self.fraction(), self.fraction()) * 2.0 - 1.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
}

/// Sizes of a scene, meters.
const SIZES: [f32; 4] = [1e-3, 1.0, 100.0, 1e4];

/// Beyond this part of a triangle inside its edges, no rounding makes a ray pass by.
const CLEARLY: f64 = 1e-9;

/// Barycentric coordinates are single, and differ by this much where slivers blow rounding up.
const WEIGHED: f64 = 1e-6;

/// The result is single and the direction a unit only as far as single goes: this part of the
/// distance.
const ROUNDING: f64 = 6e-7;

fn mesh_of(corners: &[[Vec3; 3]]) -> CollisionMesh {
    let numbers = (0..corners.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    CollisionMesh::build(corners.as_flattened(), &numbers.collect::<Vec<_>>()).unwrap()
}

/// Triangles of all sizes anywhere.
fn soup(random: &mut Random, size: f32) -> CollisionMesh {
    mesh_of(&std::array::from_fn::<_, 400, _>(|_| {
        let (at, reach) = (random.point(), random.fraction().powi(3));
        [at, at + random.point() * reach, at + random.point() * reach].map(|p| p * size)
    }))
}

/// Needles and blades, a millionth as wide as long.
fn slivers(random: &mut Random, size: f32) -> CollisionMesh {
    mesh_of(&std::array::from_fn::<_, 400, _>(|_| {
        let (from, to) = (random.point(), random.point());
        let thin = 10.0_f32.powf(-6.0 * random.fraction());
        let beside = from.lerp(to, random.fraction()) + random.point() * thin;
        [from, to, beside].map(|p| p * size)
    }))
}

const SIDE: u32 = 20;

/// A closed sheet over −1..1 in x and z.
fn terrain(random: &mut Random, size: f32) -> CollisionMesh {
    let across = SIDE + 1;
    let positions = (0..across * across).map(|i| {
        let [x, z] = [i % across, i / across].map(|it| it as f32 / SIDE as f32 * 2.0 - 1.0);
        vec3(x, random.fraction() * 0.2, z) * size
    });
    let positions: Vec<Vec3> = positions.collect();
    let squares = (0..SIDE * SIDE).map(|i| i / SIDE * across + i % SIDE);
    let halves = |a| [[a, a + across, a + 1], [a + 1, a + across, a + across + 1]];
    let triangles: Vec<[u32; 3]> = squares.flat_map(halves).collect();
    CollisionMesh::build(&positions, &triangles).unwrap()
}

/// One triangle, asked plainly: how far along the direction, meters, how far inside the edges (a
/// part of the triangle), the weights of its corners there, and whether the front is met.
struct Crossing {
    distance: f64,
    inside: f64,
    weights: DVec3,
    is_front: bool,
}

impl Crossing {
    fn is_of(&self, faces: Faces) -> bool {
        match faces {
            Faces::Both => true,
            Faces::Front => self.is_front,
            Faces::Back => !self.is_front,
        }
    }
}

fn crossing(start: DVec3, along: DVec3, [a, b, c]: [Vec3; 3]) -> Option<Crossing> {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    let (ab, ac) = (b - a, c - a);
    let across = along.cross(ac);
    let volume = ab.dot(across);
    // Edge-on, or a needle: nobody can tell.
    if volume.abs() <= 1e-6 * ab.length() * ac.length() * along.length() {
        return None;
    }
    let from = start - a;
    let u = from.dot(across) / volume;
    let turned = from.cross(ab);
    let v = along.dot(turned) / volume;
    Some(Crossing {
        distance: ac.dot(turned) / volume,
        inside: u.min(v).min(1.0 - u - v),
        weights: dvec3(1.0 - u - v, u, v),
        is_front: volume > 0.0,
    })
}

/// The nearest that a ray certainly hits.
fn oracle(mesh: &CollisionMesh, from: Vec3, along: Vec3, length: f32, faces: Faces) -> Option<f64> {
    (0..mesh.len() as u32)
        .filter_map(|t| crossing(from.as_dvec3(), along.as_dvec3(), mesh.corners(t)))
        .filter(|found| found.is_of(faces) && found.inside > CLEARLY)
        .map(|found| found.distance)
        .filter(|it| *it > 0.0 && *it < f64::from(length) * (1.0 - ROUNDING))
        .min_by(f64::total_cmp)
}

/// All hits of a ray against every triangle in turn: whatever is clearly hit is found once, nothing
/// that is clearly missed is, and the first is the closest.
fn check_all(
    mesh: &CollisionMesh,
    (from, along): (Vec3, Vec3),
    length: f32,
    faces: Faces,
    first: Option<RayHit>,
) {
    let mut hits = Vec::new();
    mesh.ray_cast_all(from, along, length, faces, &mut hits);
    assert_eq!(hits.first().copied(), first);
    let is_sorted = |pair: &[RayHit]| pair[0].distance <= pair[1].distance;
    assert!(hits.windows(2).all(is_sorted));
    for triangle in 0..mesh.len() as u32 {
        let told = || format!("triangle {triangle} from {from} along {along}, {faces:?}");
        let mut of_it = hits.iter().filter(|hit| hit.triangle == triangle);
        let hit = of_it.next();
        assert!(of_it.next().is_none(), "twice: {}", told());
        if let Some(hit) = hit {
            check_hit(mesh, from, along, hit, &told());
        }
        let corners = mesh.corners(triangle);
        let Some(found) = crossing(from.as_dvec3(), along.as_dvec3(), corners) else {
            continue;
        };
        let is_side = found.is_of(faces);
        let end = f64::from(length) * (1.0 - ROUNDING);
        let is_on_the_way = found.distance > 0.0 && found.distance < end;
        if is_side && is_on_the_way && found.inside > CLEARLY {
            assert!(hit.is_some(), "missed: {}", told());
        }
        if !is_side || found.inside < -CLEARLY {
            assert!(hit.is_none(), "hit: {}", told());
        }
    }
}

/// Checks what a hit claims of its own triangle.
fn check_hit(mesh: &CollisionMesh, from: Vec3, along: Vec3, hit: &RayHit, told: &str) {
    let corners = mesh.corners(hit.triangle);
    let size = corners.iter().fold(0.0, |most: f64, corner| {
        most.max(f64::from((*corner - from).abs().max_element()))
    });
    if let Some(found) = crossing(from.as_dvec3(), along.as_dvec3(), corners) {
        assert!(found.inside > -CLEARLY, "{} outside: {told}", found.inside);
        let off = (found.distance - f64::from(hit.distance)).abs();
        assert!(off <= ROUNDING * size, "{off} m off: {told}");
        let off = (found.weights - hit.barycentric.as_dvec3()).abs();
        assert!(off.max_element() <= WEIGHED, "{off} off: {told}");
    }
    let weights = hit.barycentric;
    assert!(weights.min_element() >= 0.0, "{told}");
    assert!((weights.element_sum() - 1.0).abs() < 1e-6, "{told}");
    assert!(hit.normal.is_normalized(), "{told}");
    assert!(hit.normal.dot(along) <= 1e-6, "{told}");
    let off = (from + along * hit.distance).distance(hit.point);
    assert!(f64::from(off) <= ROUNDING * 4.0 * size, "{told}");
}

/// Asks in every way, and judges the answers. Gives whether there was a hit.
fn ask(mesh: &CollisionMesh, (from, along): (Vec3, Vec3), length: f32) -> bool {
    for faces in [Faces::Both, Faces::Front, Faces::Back] {
        let hit = mesh.ray_cast_faces(from, along, length, faces);
        let expected = oracle(mesh, from, along, length, faces);
        let told = format!("{hit:?}, not {expected:?}, from {from} along {along}, {faces:?}");
        if let Some(hit) = &hit {
            check_hit(mesh, from, along, hit, &told);
        }
        if let Some(distance) = expected {
            let found = hit.map_or(f64::INFINITY, |hit| f64::from(hit.distance));
            assert!(found <= distance * (1.0 + ROUNDING), "{told}");
        }
        let hits_any = mesh.ray_hits_any(from, along, length, faces);
        assert_eq!(hits_any, hit.is_some(), "{told}");
        check_all(mesh, (from, along), length, faces, hit);
    }
    let hit = mesh.ray_cast(from, along, length);
    let plain = hit.map(|hit| (hit.distance, hit.triangle));
    assert_eq!(mesh.ray_distance(from, along, length), plain);
    let compact = mesh.tree().compact();
    let through = mesh.ray_distance_through(&compact, from, along, length);
    assert_eq!(through, plain);
    hit.is_some()
}

/// Rays from anywhere to anywhere, at corners and at the middles of edges, and along the axes.
fn check(mesh: &CollisionMesh, random: &mut Random, size: f32) {
    let mut hits = 0;
    for round in 0..500 {
        let from = random.point() * size * 1.5;
        let [a, b, c] = mesh.corners(random.below(mesh.len()) as u32);
        let target = match round % 5 {
            0 => random.point() * size,
            1 => a,
            2 => (b + c) * 0.5,
            3 => from + [Vec3::X, Vec3::NEG_Y, Vec3::Z][round / 5 % 3] * size,
            _ => (a + b + c) / 3.0,
        };
        let along = (target - from).normalize_or(Vec3::NEG_Y);
        let length = size * 4.0 * random.fraction();
        hits += u32::from(ask(mesh, (from, along), length));
    }
    assert!(hits > 50, "{hits} hits at {size} m");
}

fn check_sizes(mut random: Random, scene: fn(&mut Random, f32) -> CollisionMesh) {
    for size in SIZES {
        check(&scene(&mut random, size), &mut random, size);
    }
}

#[test]
fn rays_into_a_heap() {
    check_sizes(Random(1), soup);
}

#[test]
fn rays_among_slivers() {
    check_sizes(Random(2), slivers);
}

#[test]
fn rays_onto_a_terrain() {
    check_sizes(Random(3), terrain);
}

/// Straight at inner corners and edges of a closed sheet: whatever rounding does, one of the
/// triangles that meet there is hit.
#[test]
fn no_ray_slips_through_a_seam() {
    let mut random = Random(4);
    for size in SIZES {
        let mesh = terrain(&mut random, size);
        let is_inner = |p: &Vec3| p.x.abs().max(p.z.abs()) < size * 0.999;
        for round in 0..4000 {
            let [a, b, _] = mesh.corners(random.below(mesh.len()) as u32);
            let target = [a, (a + b) * 0.5, a.lerp(b, random.fraction())][round % 3];
            // Steeper than any of the sheet's slopes, so that no ridge is only grazed.
            let aside = random.point() * size * [0.0, 0.1][round % 2];
            let from = vec3(target.x + aside.x, size, target.z + aside.z);
            let along = (target - from).normalize();
            if is_inner(&target) {
                let hit = mesh.ray_cast(from, along, size * 9.0);
                assert!(hit.is_some(), "from {from} to {target}");
            }
        }
    }
}

/// A ray that is not unit would be answered in lengths of its own.
#[test]
fn a_direction_that_is_not_unit_finds_nothing() {
    let corners = [Vec3::ZERO, Vec3::Z * 9.0, Vec3::X * 9.0];
    let floor = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    let from = vec3(1.0, 3.0, 1.0);
    for down in [2.0, 1.001, 0.5, f32::NAN, f32::INFINITY] {
        let along = Vec3::NEG_Y * down;
        assert_eq!(floor.ray_cast(from, along, 9.0), None, "{down}");
        assert!(!floor.ray_hits_any(from, along, 9.0, Faces::Both), "{down}");
    }
    let rounded = Vec3::NEG_Y * (1.0 + 1e-6);
    assert!(floor.ray_cast(from, rounded, 9.0).is_some());
}
