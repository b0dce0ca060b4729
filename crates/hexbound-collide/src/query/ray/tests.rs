//! Ray casts compared with another formula for every triangle, in double precision (Möller and
//! Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection"): in heaps, on terrains and among
//! slivers, from a millimeter to ten kilometers.

use super::*;
use crate::{
    random::Random,
    test_meshes::{grid, mesh_of, plate},
};

#[test]
fn the_diagonal_is_no_gap_and_ties_go_to_the_lower_index() {
    for i in -9..=9 {
        let above = Vec3::new(i as f32 * 0.1, 1.0, i as f32 * 0.1);
        let hit = plate(1.0).ray_cast(above, Vec3::NEG_Y, 2.0).unwrap();
        assert_eq!(hit.triangle, 0);
    }
}

#[test]
fn straight_down_onto_the_very_rim_hits() {
    for (x, z) in [(1.0, 0.5), (-1.0, 0.5), (0.5, 1.0), (0.5, -1.0), (1.0, 1.0)] {
        for down in [Vec3::NEG_Y, Vec3::new(-0.0, -1.0, -0.0)] {
            let origin = Vec3::new(x, 2.0, z);
            assert!(plate(1.0).ray_cast(origin, down, 3.0).is_some(), "{origin}");
        }
    }
}

#[test]
fn senseless_rays_hit_nothing() {
    let (mesh, at) = (plate(1.0), Vec3::Y);
    for along in [0.0, 2.0, 1.001, 0.5].map(|length| Vec3::NEG_Y * length) {
        assert!(mesh.ray_cast(at, along, 5.0).is_none(), "along {along}");
        assert!(!mesh.ray_hits_any(at, along, 5.0, Faces::Both), "{along}");
    }
    let rounded = Vec3::NEG_Y * (1.0 + 1e-6);
    assert!(mesh.ray_cast(at, rounded, 5.0).is_some());
    for bad in [Vec3::NAN, Vec3::INFINITY] {
        assert!(mesh.ray_cast(at, bad, 5.0).is_none(), "along {bad}");
        assert!(mesh.ray_cast(bad, Vec3::NEG_Y, 5.0).is_none(), "{bad}");
    }
    for bad in [f32::NAN, -1.0] {
        assert!(mesh.ray_cast(at, Vec3::NEG_Y, bad).is_none(), "{bad}");
    }
    let mut hits = vec![mesh.ray_cast(at, Vec3::NEG_Y, 5.0).unwrap()];
    mesh.ray_cast_all(at, Vec3::NAN, 5.0, Faces::Both, &mut hits);
    assert!(hits.is_empty(), "what was there is gone");
}

#[test]
fn through_an_edge_all_its_triangles_are_hit() {
    let (mesh, mut hits) = (plate(1.0), Vec::new());
    mesh.ray_cast_all(Vec3::Y, Vec3::NEG_Y, f32::INFINITY, Faces::Both, &mut hits);
    let triangles: Vec<u32> = hits.iter().map(|hit| hit.triangle).collect();
    assert_eq!(triangles, [0, 1]);
    mesh.ray_cast_all(Vec3::Y, Vec3::NEG_Y, 0.5, Faces::Both, &mut hits);
    assert!(hits.is_empty());
}

impl Random {
    /// Each coordinate −1..1.
    fn point(&mut self) -> Vec3 {
        Vec3::new(self.fraction(), self.fraction(), self.fraction()) * 2.0 - 1.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
}

/// The sizes of scenes, meters.
const SIZES: [f32; 4] = [1e-3, 1.0, 100.0, 1e4];

/// The distance inside the edges, as a share of a triangle, beyond which rounding loses no hit.
const CLEARLY: f64 = 1e-9;

/// The largest error of barycentric coordinates in single precision, which slivers magnify.
const WEIGHT_ERROR: f64 = 1e-6;

/// The largest error of a distance, as a share of it: results and directions are in single
/// precision.
const ROUNDING: f64 = 6e-7;

/// Triangles of all sizes at random positions.
fn heap(random: &mut Random, size: f32) -> CollisionMesh {
    let triangles: [_; 400] = std::array::from_fn(|_| {
        let (at, reach) = (random.point(), random.fraction().powi(3));
        [at, at + random.point() * reach, at + random.point() * reach].map(|p| p * size)
    });
    mesh_of(triangles.as_flattened())
}

/// Needles and blades, down to a millionth as wide as long.
fn slivers(random: &mut Random, size: f32) -> CollisionMesh {
    let triangles: [_; 400] = std::array::from_fn(|_| {
        let (from, to) = (random.point(), random.point());
        let thin = 10.0_f32.powf(-6.0 * random.fraction());
        let beside = from.lerp(to, random.fraction()) + random.point() * thin;
        [from, to, beside].map(|p| p * size)
    });
    mesh_of(triangles.as_flattened())
}

/// A closed sheet over −1..1 in x and z.
fn terrain(random: &mut Random, size: f32) -> CollisionMesh {
    grid(20, |vertex| {
        let [x, z] = vertex.map(|it| it as f32 / 10.0 - 1.0);
        Vec3::new(x, random.fraction() * 0.2, z) * size
    })
}

/// The crossing of a ray and one triangle: the distance along the direction, meters, the distance
/// inside the edges, as a share of the triangle, the weights of the corners, and the side.
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
    // The result is undetermined for a needle, or for a triangle that is seen edge-on.
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
        weights: DVec3::new(1.0 - u - v, u, v),
        is_front: volume > 0.0,
    })
}

/// Compares all hits of a ray with every triangle in turn. Triangles that are clearly hit are found
/// once, those that are clearly missed are not, and the first hit is the closest.
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
        let case = || format!("triangle {triangle} from {from} along {along}, {faces:?}");
        let mut of_it = hits.iter().filter(|hit| hit.triangle == triangle);
        let hit = of_it.next();
        assert!(of_it.next().is_none(), "twice: {}", case());
        if let Some(hit) = hit {
            check_hit(mesh, from, along, hit, &case());
        }
        let corners = mesh.corners(triangle);
        let Some(found) = crossing(from.as_dvec3(), along.as_dvec3(), corners) else {
            continue;
        };
        let is_side = found.is_of(faces);
        let end = f64::from(length) * (1.0 - ROUNDING);
        let is_on_the_way = found.distance > 0.0 && found.distance < end;
        let is_beyond =
            found.distance < 0.0 || found.distance > f64::from(length) * (1.0 + ROUNDING);
        if is_side && is_on_the_way && found.inside > CLEARLY {
            assert!(hit.is_some(), "missed: {}", case());
        }
        if !is_side || is_beyond || found.inside < -CLEARLY {
            assert!(hit.is_none(), "hit: {}", case());
        }
    }
}

/// Checks a hit against its own triangle.
fn check_hit(mesh: &CollisionMesh, from: Vec3, along: Vec3, hit: &RayHit, case: &str) {
    let corners = mesh.corners(hit.triangle);
    let size = corners.iter().fold(0.0, |most: f64, corner| {
        most.max(f64::from((*corner - from).abs().max_element()))
    });
    if let Some(found) = crossing(from.as_dvec3(), along.as_dvec3(), corners) {
        assert!(found.inside > -CLEARLY, "{} outside: {case}", found.inside);
        let off = (found.distance - f64::from(hit.distance)).abs();
        assert!(off <= ROUNDING * size, "{off} m off: {case}");
        let off = (found.weights - hit.barycentric.as_dvec3()).abs();
        assert!(off.max_element() <= WEIGHT_ERROR, "{off} off: {case}");
    }
    let weights = hit.barycentric;
    assert!(weights.min_element() >= 0.0, "{case}");
    assert!((weights.element_sum() - 1.0).abs() < 1e-6, "{case}");
    assert!(hit.normal.is_normalized(), "{case}");
    assert!(hit.normal.dot(along) <= 1e-6, "{case}");
    let off = (from + along * hit.distance).distance(hit.point);
    assert!(f64::from(off) <= ROUNDING * 4.0 * size, "{case}");
}

/// Casts a ray by every function, and checks the results. Returns whether there was a hit.
fn cast(mesh: &CollisionMesh, (from, along): (Vec3, Vec3), length: f32) -> bool {
    for faces in [Faces::Both, Faces::Front, Faces::Back] {
        let hit = mesh.ray_cast_faces(from, along, length, faces);
        check_all(mesh, (from, along), length, faces, hit);
        let hits_any = mesh.ray_hits_any(from, along, length, faces);
        assert_eq!(
            hits_any,
            hit.is_some(),
            "from {from} along {along}, {faces:?}"
        );
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
        hits += u32::from(cast(mesh, (from, along), length));
    }
    assert!(hits > 50, "{hits} hits at {size} m");
}

#[test]
fn rays_hit_what_testing_every_triangle_finds() {
    let mut random = Random(1);
    for size in SIZES {
        for scene in [heap, slivers, terrain] {
            check(&scene(&mut random, size), &mut random, size);
        }
    }
}

/// A ray at an inner corner or edge of a closed sheet hits one of the triangles that meet there,
/// whatever rounding does.
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
            let from = Vec3::new(target.x + aside.x, size, target.z + aside.z);
            let along = (target - from).normalize();
            if is_inner(&target) {
                let hit = mesh.ray_cast(from, along, size * 9.0);
                assert!(hit.is_some(), "from {from} to {target}");
            }
        }
    }
}
