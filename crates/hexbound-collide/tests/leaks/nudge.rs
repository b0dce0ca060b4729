//! One triangle and one move, often aimed so that the body's furthest point passes exactly over an
//! edge or a corner. Where the move goes in by more than a micrometer it is a hit, and stays one
//! when the start is shifted by a nanometer; where it stays out by as much it is none. Bodies of all
//! allowed sizes come from up to ten kilometers away.

use glam::{DVec3, Vec3, dvec3};
use hexbound_collide::{Body, CollisionMesh};

use crate::{judge::Shape, random::Random};

/// The depth or distance beyond which a contact counts, meters. The judge's own rounding is less.
const CLEARLY: f64 = 1e-6;

/// The distance by which the start is shifted, meters.
const NUDGE: f64 = 1e-9;

pub fn run(moves: u64, seed: u64) {
    (0..Shape::KINDS).for_each(|kind| run_kind(kind, moves, seed));
}

/// The move with which an upright cylinder once passed through a ridge, unless it was moved by a
/// nanometer.
#[test]
fn a_move_that_once_leaked_is_stopped() {
    let cylinder = Body::cylinder(0.17770986, 0.22124738).unwrap();
    let ridge = [
        dvec3(5.082757472991943, 0.0, 0.0),
        dvec3(6.101351261138916, -3.7708425521850586, -2.3305089473724365),
        dvec3(6.202173233032227, 0.0, -3.83315372467041),
    ];
    let from = dvec3(5.109313588811025, 0.11741625816734419, -1.5295398843991987);
    let motion = dvec3(246.0932502404916, -235.34984492454709, -287.6100745013014);
    let mesh = CollisionMesh::build(&ridge.map(DVec3::as_vec3), &[[0, 1, 2]]).unwrap();
    let body = cylinder.with_skin();
    assert!(mesh.sweep(body, from, from + motion).unwrap().is_some());
}

fn run_kind(kind: u64, moves: u64, seed: u64) {
    let mut random = Random(seed ^ (kind << 40));
    let (mut hits, mut faults) = (0_u64, Vec::new());
    for index in 0..moves {
        let shape = any_size(kind, &mut random);
        let corners = triangle(&shape, &mut random);
        let (from, to) = aimed(&shape, corners, &mut random);
        match one_move(&shape, corners, from, to, &mut random) {
            Ok(is_hit) => hits += u64::from(is_hit),
            Err(fault) => faults.push(format!(
                "kind {kind}, move {index}: {fault}; {:?} from {from:?} to {to:?} at {corners:?}",
                shape.body
            )),
        }
        if faults.len() > 5 {
            break;
        }
    }
    let count = faults.len();
    println!("kind {kind}: {moves} moves, {hits} hits, {count} faults");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(hits > moves / 10, "aimed moves hit");
}

/// A body of a millimeter to a hundred meters, sometimes a thousand times as long as thin.
fn any_size(kind: u64, random: &mut Random) -> Shape {
    let size = 10_f64.powf(random.between(-2.0, 2.0));
    let slender = 10_f64.powf(random.between(0.0, 1.0).powi(3) * 2.9);
    let (radius, tall) = match random.bits() % 2 {
        0 => (size, size / slender),
        _ => (size / slender, size),
    };
    let (radius, tall) = (radius.max(1.1e-3) as f32, tall.max(1.1e-3) as f32);
    Shape::of_size(kind, Vec3::new(radius, tall, radius))
}

fn triangle(shape: &Shape, random: &mut Random) -> [Vec3; 3] {
    let size = f64::from(shape.body.half_extents().max_element());
    let size = size * 10_f64.powf(random.between(-1.0, 1.0));
    let mut corners = [(); 3].map(|()| random.point(size));
    match random.bits() % 4 {
        // A level edge, an upright one, a level face.
        0 => corners[1].y = corners[0].y,
        1 => (corners[1].x, corners[1].z) = (corners[0].x, corners[0].z),
        2 => (corners[1].y, corners[2].y) = (corners[0].y, corners[0].y),
        _ => {}
    }
    corners.map(DVec3::as_vec3)
}

/// A move through a center at which a point of the body's surface lies on the triangle.
fn aimed(shape: &Shape, corners: [Vec3; 3], random: &mut Random) -> (DVec3, DVec3) {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let along = [0.0, 0.5, random.between(0.0, 1.0)][(random.bits() % 3) as usize];
    let place = a + (b - a) * along;
    let place = match random.bits() % 3 {
        0 => place + (c - place) * random.between(0.0, 1.0),
        _ => place,
    };
    let half = shape.body.half_extents().as_dvec3();
    let face = (b - a).cross(c - a).normalize_or(DVec3::Y);
    let away = match random.bits() % 4 {
        0 => face * shape.body.reach(face),
        1 => DVec3::Y * half.y,
        2 => face.with_y(0.0).normalize_or(DVec3::X) * half.x + DVec3::Y * half.y,
        _ => random.point(1.0) * half,
    };
    let direction = match random.bits() % 3 {
        0 => DVec3::NEG_Y,
        1 => random.point(1.0).with_y(0.0).normalize_or(DVec3::X),
        _ => random.point(1.0).normalize_or(DVec3::X),
    };
    let length = half.max_element() * 3.0;
    let far = match random.bits() % 4 {
        0 => (length * 10_f64.powf(random.between(0.0, 5.0))).min(1e4),
        _ => length,
    };
    let through = place + away;
    (through - direction * far, through + direction * length)
}

fn one_move(
    shape: &Shape,
    corners: [Vec3; 3],
    from: DVec3,
    to: DVec3,
    random: &mut Random,
) -> Result<bool, String> {
    let Ok(mesh) = CollisionMesh::build(&corners, &[[0, 1, 2]]) else {
        return Ok(false);
    };
    let judged = [corners.map(Vec3::as_dvec3)];
    if shape.touches(&judged, from, CLEARLY) {
        return Ok(false);
    }
    let sweep = |from, to| mesh.sweep(shape.body, from, to).expect("a sensible move");
    let hit = sweep(from, to);
    let motion = to - from;
    let end = hit.map_or(1.0, |hit| hit.fraction);
    // The fraction of the move in which the body is near the triangle.
    let near = 6.0 * f64::from(shape.body.half_extents().max_element()) / motion.length();
    for step in 0..=20 {
        let at = end - near.min(end) * f64::from(step) / 20.0;
        if shape.touches(&judged, from + motion * at, -CLEARLY) {
            return Err(format!("it is inside at {at}, and hit at {hit:?}"));
        }
    }
    let Some(hit) = hit else {
        return Ok(false);
    };
    if !shape.touches(&judged, from + motion * hit.fraction, CLEARLY) {
        return Err(format!("it touches nothing where it was stopped: {hit:?}"));
    }
    let beyond = |part: f64| from + motion * (hit.fraction + part * near).min(1.0);
    let mut goes_in = [0.001, 0.01, 0.1].map(beyond).into_iter();
    let is_clear = goes_in.any(|at| shape.touches(&judged, at, -CLEARLY));
    for _ in 0..4 {
        let nudge = random.point(1.0).normalize_or(DVec3::X) * NUDGE;
        if is_clear && sweep(from + nudge, to + nudge).is_none() {
            return Err(format!("shifted by {nudge:?} it is no hit, unlike {hit:?}"));
        }
    }
    Ok(true)
}
