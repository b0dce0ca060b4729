//! Random moves that must never leak: through soups, wedges, thin walls, terrain and seams, at up
//! to 500 m/s, judged in double precision by code written apart from the library.
//!
//! The small count runs with the other tests. The long run is a command of its own:
//! `cargo test --release --test leaks -- --ignored --nocapture`, with `HEXBOUND_LEAK_MOVES` and
//! `HEXBOUND_LEAK_SEED` for other counts and seeds.

use glam::{DVec3, Vec3};
use hexbound::collide::{Body, CollisionMesh, Mover, SKIN, SlideRule, clip_velocity};

/// Moves in one scene before the next is made.
const MOVES_A_SCENE: u64 = 400;
const LEGS: usize = 8;

#[test]
fn twenty_thousand_moves_do_not_leak() {
    run(20_000, 1);
}

#[test]
fn the_judge_sees_what_leaks() {
    let wall = [[DVec3::NEG_X - DVec3::Y, DVec3::X - DVec3::Y, DVec3::Y]];
    let shapes = [
        (Body::sphere(0.2), Kind::Round),
        (Body::cuboid(Vec3::splat(0.2)), Kind::Box),
        (Body::cylinder(0.2, 0.2), Kind::Cylinder),
    ];
    for (body, kind) in shapes {
        let shape = Shape {
            body,
            axes: DVec3::splat(0.2),
            half_height: 0.0,
            kind,
        };
        let judge = |from: f64, to: f64| judge_leg(&wall, &shape, DVec3::Z * from, DVec3::Z * to);
        assert!(judge(1.0, 0.2).is_ok());
        assert!(judge(1.0, 0.1995).is_ok(), "less than the skin");
        assert!(judge(1.0, 0.198).is_err());
        assert!(judge(1.0, -1.0).is_err());
        assert!(judge(30.0, -30.0).is_err());
    }
}

#[test]
#[ignore = "minutes: cargo test --release --test leaks -- --ignored --nocapture"]
fn ten_million_moves_do_not_leak() {
    let number = |name, otherwise| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let moves = number("HEXBOUND_LEAK_MOVES", 10_000_000);
    run(moves, number("HEXBOUND_LEAK_SEED", 1));
}

/// What a run has seen.
#[derive(Default)]
struct Tally {
    moves: u64,
    legs: u64,
    /// Whole slides that end where the checked legs end.
    slides_alike: u64,
    faults: Vec<String>,
}

fn run(moves: u64, seed: u64) {
    let mut tally = Tally::default();
    let mut scene = seed;
    while tally.moves < moves && tally.faults.len() < 10 {
        one_scene(scene, moves - tally.moves, &mut tally);
        scene += 1;
    }
    let Tally {
        moves,
        legs,
        slides_alike,
        ..
    } = tally;
    println!(
        "{moves} moves in scenes {seed}..{scene}: {legs} legs, {slides_alike} slides end where their legs do, {} faults",
        tally.faults.len()
    );
    assert!(slides_alike > 0, "the legs stand in for the slides");
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
}

struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn point(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-size, size)))
    }
}

/// A body and what the judge knows of it: the semi-axes of an ellipsoid, drawn out along an
/// upright segment of twice this half height (a capsule is a ball so drawn out), half the sides of
/// a box, or radius and half height of a cylinder.
struct Shape {
    body: Body,
    axes: DVec3,
    half_height: f64,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Round,
    Box,
    Cylinder,
}

impl Shape {
    fn random(random: &mut Random) -> Self {
        let radius = random.between(0.05, 0.5) as f32;
        let tall = radius * random.between(1.0, 3.0) as f32;
        let (body, tall, half_height) = match random.bits() % 5 {
            0 => (Body::sphere(radius), radius, 0.0),
            1 => (Body::ellipsoid(radius, tall), tall, 0.0),
            2 => (Body::capsule(radius, tall), radius, tall),
            3 => (Body::cuboid(Vec3::new(radius, tall, radius)), tall, 0.0),
            _ => (Body::cylinder(radius, tall), tall, 0.0),
        };
        Self {
            kind: match body {
                Body::Box { .. } => Kind::Box,
                Body::Cylinder { .. } => Kind::Cylinder,
                _ => Kind::Round,
            },
            body,
            axes: Vec3::new(radius, tall, radius).as_dvec3(),
            half_height: f64::from(half_height),
        }
    }

    /// Whether the body reaching further by `margin` touches a triangle.
    fn touches(&self, triangles: &[[DVec3; 3]], centre: DVec3, margin: f64) -> bool {
        let axes = self.axes + DVec3::splat(margin);
        let reach = axes + DVec3::Y * self.half_height;
        triangles.iter().any(|corners| {
            let low = corners[0].min(corners[1]).min(corners[2]) - centre;
            let high = corners[0].max(corners[1]).max(corners[2]) - centre;
            let near = low.cmple(reach).all() && high.cmpge(-reach).all();
            let around = corners.map(|corner| corner - centre);
            near && match self.kind {
                Kind::Round => self.distance(*corners, centre, axes) < 1.0,
                Kind::Box => !part_between(around, axes, &[0, 1, 2]).is_empty(),
                Kind::Cylinder => is_in_cylinder(around, axes.x, axes.y),
            }
        })
    }

    /// From the body's core, a point or a segment, in the space divided by the axes. Along the
    /// segment it is convex: the part that can't hold the least is left out again and again.
    fn distance(&self, corners: [DVec3; 3], centre: DVec3, axes: DVec3) -> f64 {
        let from = |height: f64| {
            let place = centre + DVec3::Y * height;
            closest_to_origin(corners.map(|corner| (corner - place) / axes)).length()
        };
        let (mut low, mut high) = (-self.half_height, self.half_height);
        while high - low > 1e-7 {
            let third = (high - low) / 3.0;
            if from(low + third) < from(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        from(0.5 * (low + high))
    }
}

/// Whether what a cylinder's caps leave of a triangle, seen from above, comes within its radius.
fn is_in_cylinder(corners: [DVec3; 3], radius: f64, half_height: f64) -> bool {
    let half = DVec3::splat(half_height);
    let left = part_between(corners, half, &[1]);
    let plan: Vec<DVec3> = left.iter().map(|p| DVec3::new(p.x, 0.0, p.z)).collect();
    (0..plan.len()).any(|k| {
        let fan = [plan[0], plan[k], plan[(k + 1) % plan.len()]];
        closest_to_origin(fan).length() < radius
    })
}

/// What is left of a triangle inside a box around the origin, cut by its planes across some axes.
fn part_between(corners: [DVec3; 3], half: DVec3, axes: &[usize]) -> Vec<DVec3> {
    let mut outline = corners.to_vec();
    for (axis, sign) in axes.iter().flat_map(|&axis| [(axis, 1.0), (axis, -1.0)]) {
        let beyond = |p: DVec3| sign * p[axis] - half[axis];
        let mut kept = Vec::with_capacity(outline.len() + 1);
        for (i, &point) in outline.iter().enumerate() {
            let next = outline[(i + 1) % outline.len()];
            let (here, there) = (beyond(point), beyond(next));
            if here < 0.0 {
                kept.push(point);
            }
            if (here < 0.0) != (there < 0.0) {
                kept.push(point + (next - point) * (here / (here - there)));
            }
        }
        outline = kept;
    }
    outline
}

/// Half the size of the closed room that every scene stands in, metres.
const ROOM: f64 = 10.0;

fn one_scene(seed: u64, most: u64, tally: &mut Tally) {
    let mut random = Random(seed);
    let away = [0.0, 0.0, 100.0, 4000.0][(random.bits() % 4) as usize];
    let offset = random.point(away).round();
    let soup = scene(&mut random);
    let positions: Vec<Vec3> = soup
        .iter()
        .flatten()
        .map(|p| (*p + offset).as_vec3())
        .collect();
    let triangles: Vec<[u32; 3]> = (0..soup.len() as u32)
        .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
        .collect();
    let mesh = CollisionMesh::build(&positions, &triangles).expect("finite triangles");
    let judged: Vec<[DVec3; 3]> = (positions.chunks_exact(3))
        .map(|c| [c[0].as_dvec3(), c[1].as_dvec3(), c[2].as_dvec3()])
        .collect();
    let mut at: Option<(Shape, DVec3)> = None;
    for step in 0..MOVES_A_SCENE.min(most) {
        tally.moves += 1;
        if step % 50 == 0 {
            at = None;
        }
        let Some((shape, start)) = at
            .take()
            .or_else(|| clean_start(&mut random, &judged, offset))
        else {
            continue;
        };
        let speed = 500.0 * random.between(0.0, 1.0).powi(3);
        let direction = if random.bits().is_multiple_of(2) {
            random.point(1.0)
        } else {
            // Straight at some corner: edges and vertices decide more often.
            judged[(random.bits() % judged.len() as u64) as usize][0] - start
        };
        let motion = direction.normalize_or_zero() * (speed / 60.0);
        match one_move(&mesh, &judged, &shape, start, motion, tally) {
            Ok(end) => at = Some((shape, end)),
            Err(fault) => tally.faults.push(format!(
                "scene {seed}, move {step}: {fault}; {:?} from {start} by {motion}",
                shape.body
            )),
        }
    }
}

fn clean_start(
    random: &mut Random,
    judged: &[[DVec3; 3]],
    offset: DVec3,
) -> Option<(Shape, DVec3)> {
    let shape = Shape::random(random);
    let places = (0..30).map(|_| offset + random.point(ROOM - 2.0));
    let clean = |place: &DVec3| !shape.touches(judged, *place, 2.0 * f64::from(SKIN));
    let place = places.into_iter().find(clean)?;
    Some((shape, place))
}

/// The move leg by leg, each judged, and the library's own slide, whose end is judged.
fn one_move(
    mesh: &CollisionMesh,
    judged: &[[DVec3; 3]],
    shape: &Shape,
    start: DVec3,
    motion: DVec3,
    tally: &mut Tally,
) -> Result<DVec3, String> {
    let body = shape.body.grown(SKIN);
    let bounds = body.swept_bounds(start.as_vec3(), (start + motion).as_vec3());
    let mut mover = Mover::new(mesh, body, bounds);
    let (mut at, mut rest, mut left) = (start, motion, 1.0);
    let mut planes: Vec<DVec3> = Vec::new();
    for _ in 0..LEGS {
        let hits = mover.sweep(at, at + rest);
        let fraction = hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        if !(0.0..=1.0).contains(&fraction) {
            return Err(format!("a hit at the fraction {fraction}"));
        }
        let end = at + rest * fraction;
        judge_leg(judged, shape, at, end)?;
        tally.legs += 1;
        at = end;
        left *= 1.0 - fraction;
        if hits.is_empty() {
            break;
        }
        planes.extend(hits.iter().map(|hit| hit.normal));
        rest = clip_velocity(motion * left, &planes);
        if rest.dot(motion) < 0.0 {
            break;
        }
    }
    let slid = mover.slide(start, motion, SlideRule::Free).position;
    if shape.touches(judged, slid, -f64::from(SKIN)) {
        return Err(format!("a slide ends deeper than the skin at {slid}"));
    }
    let alike = slid.distance(at) < 1e-5;
    tally.slides_alike += u64::from(alike);
    // Where they part, the legs that were judged lead on.
    Ok(if alike { slid } else { at })
}

/// The centre passes through nothing, and the body is never deeper than the skin on the way.
fn judge_leg(judged: &[[DVec3; 3]], shape: &Shape, from: DVec3, to: DVec3) -> Result<(), String> {
    let way = to - from;
    let (low, high) = (from.min(to), from.max(to));
    let near = |corners: &&[DVec3; 3]| {
        corners[0].min(corners[1]).min(corners[2]).cmple(high).all()
            && corners[0].max(corners[1]).max(corners[2]).cmpge(low).all()
    };
    if let Some(corners) = judged.iter().filter(near).find(|c| crosses(from, to, **c)) {
        return Err(format!(
            "the centre passes through {corners:?} on its way from {from} to {to}"
        ));
    }
    // Places on the way half a body apart, and its end.
    let places = ((way.length() / shape.axes.min_element() * 2.0) as usize).clamp(1, 24);
    for place in 1..=places {
        let at = from + way * (place as f64 / places as f64);
        if shape.touches(judged, at, -f64::from(SKIN)) {
            return Err(format!(
                "deeper than the skin at {at} on the way from {from} to {to}"
            ));
        }
    }
    Ok(())
}

fn crosses(from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let (before, after) = (normal.dot(from - a), normal.dot(to - a));
    if before * after >= 0.0 {
        return false;
    }
    let at = from + (to - from) * (before / (before - after));
    [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(p, q)| normal.dot((*q - *p).cross(at - *p)) > 0.0)
}

/// The triangle's point closest to the origin: the foot on its plane if that is inside, else the
/// closest on an edge.
fn closest_to_origin([a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let size = normal.length_squared();
    if size > 0.0 {
        let foot = normal * (normal.dot(a) / size);
        let edges = [(a, b), (b, c), (c, a)];
        if edges
            .iter()
            .all(|(p, q)| normal.dot((*q - *p).cross(foot - *p)) >= 0.0)
        {
            return foot;
        }
    }
    let on_edge = |p: DVec3, q: DVec3| {
        let along = q - p;
        let length = along.length_squared();
        let part = if length > 0.0 {
            (-p.dot(along) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        p + along * part
    };
    let edges = [on_edge(a, b), on_edge(b, c), on_edge(c, a)];
    let nearer = |x: DVec3, y: DVec3| {
        if y.length_squared() < x.length_squared() {
            y
        } else {
            x
        }
    };
    edges.into_iter().fold(edges[0], nearer)
}

type Soup = Vec<[DVec3; 3]>;

fn quad(soup: &mut Soup, a: DVec3, along: DVec3, across: DVec3) {
    soup.push([a, a + along, a + along + across]);
    soup.push([a, a + along + across, a + across]);
}

/// A closed room with one kind of trouble in it.
fn scene(random: &mut Random) -> Soup {
    let mut soup = Soup::new();
    let side = 2.0 * ROOM;
    for axis in 0..3 {
        let (x, y) = (DVec3::AXES[axis], DVec3::AXES[(axis + 1) % 3]);
        for end in [-ROOM, ROOM] {
            let corner = DVec3::AXES[(axis + 2) % 3] * end - (x + y) * ROOM;
            quad(&mut soup, corner, x * side, y * side);
        }
    }
    match random.bits() % 5 {
        0 => triangles(&mut soup, random),
        1 => wedges(&mut soup, random),
        2 => thin_walls(&mut soup, random),
        3 => terrain(&mut soup, random),
        _ => seams(&mut soup, random),
    }
    soup
}

fn triangles(soup: &mut Soup, random: &mut Random) {
    for _ in 0..20 + random.bits() % 60 {
        let at = random.point(ROOM - 1.0);
        let size = random.between(0.01, 4.0);
        let thin = random.between(0.0, 1.0).powi(4);
        let (b, c) = (at + random.point(size), at + random.point(size));
        soup.push([at, b, b + (c - b) * thin]);
    }
}

/// Two squares that meet at 1 to 179 degrees.
fn wedges(soup: &mut Soup, random: &mut Random) {
    for _ in 0..8 {
        let at = random.point(ROOM - 3.0);
        let edge = random.point(1.0).normalize_or(DVec3::Y) * random.between(0.5, 5.0);
        let x = edge.any_orthonormal_vector();
        let y = edge.normalize().cross(x);
        let half = random.between(1.0, 179.0).to_radians() / 2.0;
        let size = random.between(0.3, 4.0);
        for sign in [-1.0, 1.0] {
            let leaf = (x * half.cos() + y * half.sin() * sign) * size;
            quad(soup, at, edge, leaf);
        }
    }
}

/// Both faces of walls of a millimetre to ten centimetres.
fn thin_walls(soup: &mut Soup, random: &mut Random) {
    for _ in 0..10 {
        let at = random.point(ROOM - 4.0);
        let along = random.point(1.0).normalize_or(DVec3::X) * random.between(0.5, 6.0);
        let across = along.any_orthonormal_vector() * random.between(0.5, 4.0);
        let thick = along.cross(across).normalize() * random.between(0.001, 0.1);
        quad(soup, at, along, across);
        quad(soup, at + thick, across, along);
    }
}

fn terrain(soup: &mut Soup, random: &mut Random) {
    let (count, rough) = (7_usize, random.between(0.1, 3.0));
    let step = 2.0 * ROOM / count as f64;
    let mut heights = [[0.0; 8]; 8];
    for height in heights.as_flattened_mut() {
        *height = random.between(-rough, rough) - 4.0;
    }
    let at = |x: usize, z: usize| {
        DVec3::new(
            x as f64 * step - ROOM,
            heights[x][z],
            z as f64 * step - ROOM,
        )
    };
    for x in 0..count {
        for z in 0..count {
            soup.push([at(x, z), at(x, z + 1), at(x + 1, z + 1)]);
            soup.push([at(x, z), at(x + 1, z + 1), at(x + 1, z)]);
        }
    }
}

/// A tilted floor of strips whose corners lie in the middle of their neighbours' edges.
fn seams(soup: &mut Soup, random: &mut Random) {
    let tilt = random.point(0.6);
    let lifted = |x: f64, z: f64| DVec3::new(x, tilt.x * x + tilt.z * z - 2.0, z);
    let mut x = -6.0;
    while x < 6.0 {
        let width = random.between(0.2, 2.0);
        let mut z = -6.0;
        while z < 6.0 {
            let length = random.between(0.1, 2.5);
            let [a, b] = [lifted(x, z), lifted(x, z + length)];
            let [c, d] = [lifted(x + width, z + length), lifted(x + width, z)];
            soup.push([a, b, c]);
            soup.push([a, c, d]);
            z += length;
        }
        x += width;
    }
}
