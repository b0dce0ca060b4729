//! Chains of moves on creases: each begins where the last one ended, in contact, and many are meant
//! to end exactly where the body's furthest point meets an edge or a corner. Only chains have shown
//! that a body's swept sum with a triangle had a gap between its pieces.

use std::f64::consts::{PI, TAU};

use glam::{DMat3, DVec3, dvec3};
use hexbound_collide::{Body, CollisionMesh};

use crate::{
    Tally, built, clean_start,
    judge::Shape,
    one_move,
    random::Random,
    scenes::{Judged, Soup, ground, quad},
};

/// Moves of one chain before the next begins at a new place.
const MOVES_A_CHAIN: u64 = 60;

/// Chains in one room before the next room is made.
const CHAINS_A_ROOM: u64 = 12;

/// Plays at least `legs` legs by each kind of body.
pub fn run(legs: u64, seed: u64) {
    (0..Shape::KINDS).for_each(|kind| run_kind(kind, legs, seed));
}

/// Plays at least `legs` legs by bodies of one kind.
fn run_kind(kind: u64, legs: u64, seed: u64) {
    let mut tally = Tally::default();
    let mut room = seed;
    while tally.legs < legs && tally.faults.len() < 10 {
        one_room(kind, room, &mut tally);
        room += 1;
    }
    tally.report(&format!("kind {kind}, rooms {seed}..{room}"));
}

/// A room with creases, and the cube in which a body may start: its center and half side, meters.
pub struct Room {
    pub soup: Soup,
    pub middle: DVec3,
    pub around: f64,
}

fn one_room(kind: u64, seed: u64, tally: &mut Tally) {
    let mut random = Random(seed ^ (kind << 40));
    let room = match random.bits() % 4 {
        0 => star(&mut random),
        1 => curved_ramp(&mut random),
        2 => height_field(&mut random, 0.25),
        _ => height_field(&mut random, 1.0 / 1024.0),
    };
    let (mesh, judged) = built(&room.soup, DVec3::ZERO);
    for chain in 0..CHAINS_A_ROOM {
        let shape = Shape::of_kind(kind, &mut random);
        let places = (room.middle, room.around);
        let Some(start) = clean_start(&mut random, &judged, &shape, places) else {
            continue;
        };
        let chained = one_chain((&mesh, &judged), &shape, start, &mut random, tally);
        let body = shape.body;
        let case = format!("kind {kind}, room {seed}, chain {chain}, {body:?}");
        tally.end_of(chained, case);
    }
}

fn one_chain(
    (mesh, judged): (&CollisionMesh, &Judged),
    shape: &Shape,
    start: DVec3,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<DVec3, String> {
    let mut at = start;
    let mut heading = random.point(1.0).normalize_or(DVec3::X);
    for step in 0..MOVES_A_CHAIN {
        let motion = match random.bits() % 8 {
            // A walk ahead, down onto the ground and along.
            0..=3 => (heading.with_y(0.0).normalize_or(DVec3::X) - DVec3::Y * 0.3) * (5.0 / 60.0),
            4 | 5 => to_an_edge(judged, &shape.body, at, random),
            6 => heading * random.between(0.0, 8.0),
            _ => {
                heading = random.point(1.0).normalize_or(DVec3::X);
                heading * random.between(0.0, 1.0).powi(4)
            }
        };
        let in_case = |fault| format!("move {step} from {at:?} by {motion:?}: {fault}");
        at = one_move(mesh, judged, shape, at, motion, tally).map_err(in_case)?;
    }
    Ok(at)
}

/// A motion that ends with the body's point furthest down, or along some face's normal, on an edge
/// or a corner of a triangle nearby.
fn to_an_edge(judged: &Judged, body: &Body, at: DVec3, random: &mut Random) -> DVec3 {
    let grown = body.with_skin();
    let close = judged.iter().filter(|t| t[0].distance(at) < 6.0);
    let close: Vec<&[DVec3; 3]> = close.collect();
    if close.is_empty() {
        return random.point(1.0);
    }
    let [a, b, c] = *close[(random.bits() % close.len() as u64) as usize];
    let t = [0.0, 0.5, random.between(0.0, 1.0)][(random.bits() % 3) as usize];
    let place = a + (b - a) * t;
    let face = (b - a).cross(c - a).normalize_or(DVec3::Y);
    let face = if face.dot(at - a) < 0.0 { -face } else { face };
    let support = match random.bits() % 3 {
        0 => DVec3::Y * f64::from(grown.half_extents().y),
        1 => face * grown.reach(face),
        _ => {
            // The rim of an upright body, toward the face.
            let half = grown.half_extents().as_dvec3();
            let level = face.with_y(0.0).normalize_or_zero();
            level * half.x + DVec3::Y * half.y * face.y.signum()
        }
    };
    place + support - at
}

/// A closed ball of triangles, all of them visible from its center, with radii that jump.
pub fn star(random: &mut Random) -> Room {
    let (rings, sectors) = (4 + random.bits() % 5, 5 + random.bits() % 6);
    let rough = random.between(0.0, 3.0);
    let grid = [0.0, 0.25, 0.0625][(random.bits() % 3) as usize];
    let mut points = Vec::new();
    for ring in 1..rings {
        for sector in 0..sectors {
            let up = PI * ring as f64 / rings as f64;
            let around = TAU * sector as f64 / sectors as f64;
            let radius = 5.0 + random.between(-rough, rough);
            let out = dvec3(up.sin() * around.cos(), up.cos(), up.sin() * around.sin());
            points.push(quantized(out * radius, grid));
        }
    }
    let at = |ring: u64, sector: u64| points[((ring - 1) * sectors + sector % sectors) as usize];
    let (top, bottom) = (DVec3::Y * 5.0, DVec3::NEG_Y * 5.0);
    let mut soup = Soup::new();
    for sector in 0..sectors {
        soup.push([top, at(1, sector), at(1, sector + 1)]);
        soup.push([bottom, at(rings - 1, sector), at(rings - 1, sector + 1)]);
        for ring in 1..rings - 1 {
            let [a, b] = [at(ring, sector), at(ring, sector + 1)];
            let [c, d] = [at(ring + 1, sector + 1), at(ring + 1, sector)];
            soup.push([a, b, c]);
            soup.push([a, c, d]);
        }
    }
    Room {
        soup,
        middle: DVec3::ZERO,
        around: 1.5,
    }
}

fn quantized(point: DVec3, grid: f64) -> DVec3 {
    match grid > 0.0 {
        true => (point / grid).round() * grid,
        false => point,
    }
}

/// A level floor, then one that curves up in equal angles: level edges between sloping faces.
fn curved_ramp(random: &mut Random) -> Room {
    let radius = random.between(1.5, 6.0);
    let pieces = 4 + random.bits() % 12;
    let width = 8.0;
    let mut profile = vec![DVec3::X * -6.0, DVec3::ZERO];
    for piece in 1..=pieces {
        let angle = 1.4 * piece as f64 / pieces as f64;
        let [x, y] = [radius * angle.sin(), radius * (1.0 - angle.cos())];
        profile.push(dvec3(x, y, 0.0));
    }
    let turn = [0.0, 0.0, random.between(0.0, 6.0)][(random.bits() % 3) as usize];
    let turned = DMat3::from_rotation_y(turn);
    let mut soup = Soup::new();
    for pair in profile.windows(2) {
        let from = pair[0] - DVec3::Z * (width / 2.0);
        quad(&mut soup, from, pair[1] - pair[0], DVec3::Z * width);
    }
    for corner in soup.as_flattened_mut() {
        *corner = turned * *corner;
    }
    Room {
        soup,
        middle: turned * dvec3(-1.0, 2.0, 0.0),
        around: 1.5,
    }
}

/// Ground of 12 × 12 squares whose heights are multiples of `grid`, turned about Y.
fn height_field(random: &mut Random, grid: f64) -> Room {
    let rough = random.between(0.2, 2.0);
    let step = [1.0, 0.5, random.between(0.4, 1.5)][(random.bits() % 3) as usize];
    let turned = DMat3::from_rotation_y(random.between(0.0, 6.0));
    let place = |at: DVec3| turned * at.with_y((at.y / grid).round() * grid);
    Room {
        soup: ground(random, 12, step, rough, place),
        middle: DVec3::Y * (rough + 1.5),
        around: 1.0,
    }
}
