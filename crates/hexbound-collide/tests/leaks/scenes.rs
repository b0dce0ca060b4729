//! Closed rooms with one kind of trouble in each: soups, wedges, thin walls, terrain, seams.

use glam::{DVec3, dvec3};

use crate::random::Random;

/// The half side of the closed room around every scene, meters.
pub const ROOM: f64 = 10.0;

pub type Soup = Vec<[DVec3; 3]>;

/// Triangles that no body may pass through.
pub type Judged = [[DVec3; 3]];

pub fn quad(soup: &mut Soup, a: DVec3, along: DVec3, across: DVec3) {
    soup.push([a, a + along, a + along + across]);
    soup.push([a, a + along + across, a + across]);
}

/// A box with the half sides `half` around the origin.
pub fn cuboid(half: DVec3) -> Soup {
    let mut soup = Soup::new();
    for axis in 0..3 {
        let along = DVec3::AXES[(axis + 1) % 3] * half * 2.0;
        let across = DVec3::AXES[(axis + 2) % 3] * half * 2.0;
        for side in [-1.0, 1.0] {
            let corner = DVec3::AXES[axis] * half * side - (along + across) / 2.0;
            quad(&mut soup, corner, along, across);
        }
    }
    soup
}

/// A closed room with one kind of trouble in it.
pub fn scene(random: &mut Random) -> Soup {
    let mut soup = cuboid(DVec3::splat(ROOM));
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

/// Both faces of walls of a millimeter to ten centimeters.
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
    let rough = random.between(0.1, 3.0);
    let lowered = |place: DVec3| place - DVec3::Y * 4.0;
    soup.extend(ground(random, 7, 2.0 * ROOM / 7.0, rough, lowered));
}

/// A grid of `count` by `count` squares about the origin whose corners are up to `rough` meters above or
/// below, then moved by `place`.
pub fn ground(
    random: &mut Random,
    count: usize,
    step: f64,
    rough: f64,
    place: impl Fn(DVec3) -> DVec3,
) -> Soup {
    let across = count + 1;
    let heights = (0..across * across).map(|_| random.between(-rough, rough));
    let heights: Vec<f64> = heights.collect();
    let half = count as f64 / 2.0;
    let at = |x: usize, z: usize| {
        let [along, aside] = [x, z].map(|it| (it as f64 - half) * step);
        place(dvec3(along, heights[x * across + z], aside))
    };
    field(count, at)
}

/// Two triangles in each square of a grid whose corners `at` returns.
fn field(count: usize, at: impl Fn(usize, usize) -> DVec3) -> Soup {
    let squares = (0..count).flat_map(|x| (0..count).map(move |z| (x, z)));
    let halves = |(x, z)| {
        let [a, b] = [at(x, z), at(x + 1, z + 1)];
        [[a, at(x, z + 1), b], [a, b, at(x + 1, z)]]
    };
    squares.flat_map(halves).collect()
}

/// A tilted floor of strips with corners on their neighbors' edges (T-junctions).
fn seams(soup: &mut Soup, random: &mut Random) {
    let tilt = random.point(0.6);
    let lifted = |x: f64, z: f64| dvec3(x, tilt.x * x + tilt.z * z - 2.0, z);
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
