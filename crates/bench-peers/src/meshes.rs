//! The meshes of the benchmark: a generated grid of rooms, noisy terrain, and a real level if it is
//! installed. Faces look outward (counter-clockwise from open space).

use glam::Vec3;

use crate::random::Random;

/// A triangle list, and the places where bodies are pressed into corners.
#[derive(Clone, Debug, Default)]
pub struct Soup {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// The feet, and the heading that presses the body into a corner or against a stair.
    pub corners: Vec<(Vec3, Vec3)>,
}

const CELL: f32 = 6.0;
const HEIGHT: f32 = 3.5;
const WALL: f32 = 0.2;
const DOOR_WIDTH: f32 = 1.4;
const DOOR_HEIGHT: f32 = 2.2;
const STEPS: usize = 6;
const RISE: f32 = 0.25;
const TREAD: f32 = 0.3;
const STAIR_WIDTH: f32 = 1.5;

impl Soup {
    fn quad(&mut self, corners: [Vec3; 4]) {
        let first = self.positions.len() as u32;
        self.positions.extend(corners);
        self.triangles.push([first, first + 1, first + 2]);
        self.triangles.push([first, first + 2, first + 3]);
    }

    /// An upright face from `a` to `b`, viewed with `a` on the left.
    fn wall(&mut self, a: Vec3, b: Vec3, bottom: f32, top: f32) {
        let [low, high] = [bottom, top].map(|y| [a.with_y(y), b.with_y(y)]);
        self.quad([low[0], low[1], high[1], high[0]]);
    }

    /// The four sides of an upright box.
    fn sides(&mut self, min: Vec3, max: Vec3) {
        let corners = around(min, max, 0.0);
        for k in 0..4 {
            self.wall(corners[k], corners[(k + 1) % 4], min.y, max.y);
        }
    }

    /// A level face that looks up, or down if `up` is false.
    fn level(&mut self, min: Vec3, max: Vec3, y: f32, up: bool) {
        let mut corners = around(min, max, y);
        if !up {
            corners.reverse();
        }
        self.quad(corners);
    }
}

/// The corners of a level rectangle.
fn around(min: Vec3, max: Vec3, y: f32) -> [Vec3; 4] {
    [
        Vec3::new(min.x, y, min.z),
        Vec3::new(min.x, y, max.z),
        Vec3::new(max.x, y, max.z),
        Vec3::new(max.x, y, min.z),
    ]
}

/// `side` × `side` rooms with doors, pillars and stairs: about 160 triangles a room.
pub fn rooms(side: usize) -> Soup {
    let mut soup = Soup::default();
    let mut random = Random::new(8 + side as u64);
    for x in 0..side {
        for z in 0..side {
            let origin = Vec3::new(x as f32 * CELL, 0.0, z as f32 * CELL);
            room(&mut soup, origin, (x == 0, z == 0), &mut random);
        }
    }
    // The outer walls on the far sides have no doors.
    let far = side as f32 * CELL;
    for k in 0..side {
        let at = k as f32 * CELL;
        let (along, end) = (Vec3::new(far, 0.0, at), Vec3::new(far, 0.0, at + CELL));
        soup.wall(along, end, 0.0, HEIGHT);
        let (along, end) = (Vec3::new(at, 0.0, far), Vec3::new(at + CELL, 0.0, far));
        soup.wall(end, along, 0.0, HEIGHT);
    }
    soup
}

fn room(soup: &mut Soup, origin: Vec3, outer: (bool, bool), random: &mut Random) {
    let half = CELL / 2.0;
    for (i, j) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let min = origin + Vec3::new(i * half, 0.0, j * half);
        let max = min + Vec3::new(half, 0.0, half);
        soup.level(min, max, 0.0, true);
        soup.level(min, max, HEIGHT, false);
    }
    wall_with_door(soup, origin, Vec3::X, outer.1, random);
    wall_with_door(soup, origin, Vec3::Z, outer.0, random);
    for (x, z) in [(0.24, 0.72), (0.78, 0.76)] {
        let (dx, dz) = (random.between(-0.4, 0.4), random.between(-0.4, 0.4));
        let foot = origin + Vec3::new(x * CELL + dx, 0.0, z * CELL + dz);
        pillar(soup, foot, random.between(0.25, 0.45), 11);
    }
    stairs(soup, origin, random);
    for (x, z) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let inward = Vec3::new(1.0 - 2.0 * x, 0.0, 1.0 - 2.0 * z);
        let corner = origin + Vec3::new(x * CELL, 0.0, z * CELL);
        soup.corners
            .push((corner + inward * 0.75, -inward.normalize()));
    }
}

/// The wall on the room's low side along `along`, without a door if it is an outer one.
fn wall_with_door(soup: &mut Soup, origin: Vec3, along: Vec3, outer: bool, random: &mut Random) {
    let across = Vec3::new(along.z, 0.0, along.x) * (WALL / 2.0);
    let start = random.between(1.0, CELL - 1.0 - DOOR_WIDTH);
    let at = |distance: f32| origin + along * distance;
    let boxed = |soup: &mut Soup, from: f32, to: f32, bottom: f32| {
        let (a, b) = (at(from) - across, at(to) + across);
        soup.sides(a.min(b).with_y(bottom), a.max(b).with_y(HEIGHT));
    };
    if outer {
        return boxed(soup, 0.0, CELL, 0.0);
    }
    boxed(soup, 0.0, start, 0.0);
    boxed(soup, start + DOOR_WIDTH, CELL, 0.0);
    boxed(soup, start, start + DOOR_WIDTH, DOOR_HEIGHT);
    let (a, b) = (at(start) - across, at(start + DOOR_WIDTH) + across);
    soup.level(a.min(b), a.max(b), DOOR_HEIGHT, false);
}

fn pillar(soup: &mut Soup, foot: Vec3, radius: f32, sides: usize) {
    let at = |k: usize| {
        let angle = -(k as f32) * std::f32::consts::TAU / sides as f32;
        foot + Vec3::new(angle.cos(), 0.0, angle.sin()) * radius
    };
    for k in 0..sides {
        soup.wall(at(k), at(k + 1), 0.0, HEIGHT);
    }
}

/// Steps up along +x or −x, in the room's low-z half, with an open back.
fn stairs(soup: &mut Soup, origin: Vec3, random: &mut Random) {
    let up = random.fraction() < 0.5;
    let (x0, z0) = (random.between(2.0, 3.0), random.between(1.2, 2.0));
    let length = STEPS as f32 * TREAD;
    for step in 0..STEPS {
        let place = if up { step } else { STEPS - 1 - step };
        let min = origin + Vec3::new(x0 + place as f32 * TREAD, 0.0, z0);
        let max = min + Vec3::new(TREAD, (step + 1) as f32 * RISE, STAIR_WIDTH);
        // Side faces reach the floor, but the riser only the step below.
        let [d, a, b, c] = around(min, max, 0.0);
        soup.wall(a, b, 0.0, max.y);
        soup.wall(c, d, 0.0, max.y);
        soup.level(min, max, max.y, true);
        let low = step as f32 * RISE;
        if up {
            soup.wall(d, a, low, max.y);
        } else {
            soup.wall(b, c, low, max.y);
        }
    }
    let top = STEPS as f32 * RISE;
    let (near, far) = (origin.x + x0, origin.x + x0 + length);
    let (low, high) = (origin.z + z0, origin.z + z0 + STAIR_WIDTH);
    let corner = |x, z| Vec3::new(x, 0.0, z);
    let middle = (low + high) / 2.0;
    if up {
        soup.wall(corner(far, high), corner(far, low), 0.0, top);
        soup.corners.push((corner(near - 0.6, middle), Vec3::X));
    } else {
        soup.wall(corner(near, low), corner(near, high), 0.0, top);
        soup.corners.push((corner(far + 0.6, middle), Vec3::NEG_X));
    }
    let beside = corner((near + far) / 2.0, high + 0.55);
    soup.corners.push((beside, Vec3::NEG_Z));
}

/// A square of `side` × `side` quads of 0.5 m: hills, with noise in every vertex.
pub fn terrain(side: usize) -> Soup {
    let mut random = Random::new(77);
    let height = |x: f32, z: f32| {
        4.0 * (x * 0.021).sin() * (z * 0.017).cos() + 1.3 * (x * 0.13 + z * 0.07).sin()
    };
    let mut soup = Soup::default();
    for x in 0..=side {
        for z in 0..=side {
            let (x, z) = (x as f32 * 0.5, z as f32 * 0.5);
            let y = height(x, z) + random.between(-0.06, 0.06);
            soup.positions.push(Vec3::new(x, y, z));
        }
    }
    let at = |x: usize, z: usize| (x * (side + 1) + z) as u32;
    for x in 0..side {
        for z in 0..side {
            let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
            soup.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    soup
}

/// A real level's solid triangles. `None`, with a message, if the data is not installed.
pub fn real(name: &str) -> Option<Soup> {
    let path = test_support::foreign_data().join("levels").join(name);
    if !path.exists() {
        eprintln!("SKIPPED: {name} is not there");
        return None;
    }
    let level = hexbound_level::load(path).ok()?;
    let mut soup = Soup {
        positions: (level.mesh.vertices.iter())
            .map(|vertex| Vec3::from(vertex.position))
            .collect(),
        ..Soup::default()
    };
    for part in level.mesh.parts.iter().filter(|part| part.solid) {
        let range = part.indices.start as usize..part.indices.end as usize;
        let corners = level.mesh.indices[range].chunks_exact(3);
        soup.triangles.extend(corners.map(|c| [c[0], c[1], c[2]]));
    }
    Some(soup)
}
