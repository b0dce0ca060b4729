//! Seams that nobody sees must not be felt: floors and walls of many coplanar triangles, with
//! duplicated vertices and T-junctions, slid along like a single quad.

use glam::Vec3;
use hexbound::{
    clock::TICK_RATE,
    level::{Level, SceneBuilder},
    sim::{Buttons, Command, Rules, World},
};

/// How a strip of floor (or wall) from z = −60 to 10 is cut up.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Whole,
    /// Squares of this size.
    Grid(f32),
    /// Columns of squares whose rows don't meet: every corner is a T-junction.
    Shifted(f32),
}

const FAR: f32 = -60.0;
const NEAR: f32 = 10.0;

/// The rectangle's corners in (across, along), each once per square it belongs to.
fn squares(cut: Cut, width: f32) -> Vec<[[f32; 2]; 4]> {
    let rectangle = |u0: f32, u1: f32, v0: f32, v1: f32| [[u0, v0], [u0, v1], [u1, v1], [u1, v0]];
    let size = match cut {
        Cut::Whole => return vec![rectangle(-width, width, FAR, NEAR)],
        Cut::Grid(size) | Cut::Shifted(size) => size,
    };
    let columns = (2.0 * width / size).ceil() as usize;
    let rows = ((NEAR - FAR) / size).ceil() as usize + 1;
    let mut found = Vec::new();
    for column in 0..columns {
        let shift = match cut {
            Cut::Shifted(_) => size * (0.37 * column as f32).fract(),
            _ => 0.0,
        };
        for row in 0..rows {
            let (u0, u1) = (
                -width + size * column as f32,
                -width + size * (column + 1) as f32,
            );
            let v0 = (FAR + size * row as f32 - shift).clamp(FAR, NEAR);
            let v1 = (FAR + size * (row + 1) as f32 - shift).clamp(FAR, NEAR);
            if v1 > v0 {
                found.push(rectangle(u0, u1, v0, v1));
            }
        }
    }
    found
}

/// A floor at y = 0 and a wall at x = 2, both cut the same way.
fn hall(cut: Cut) -> Level {
    let mut scene = SceneBuilder::new().spawn(Vec3::new(1.0, 0.0, 5.0), 0.0);
    for corners in squares(cut, 4.0) {
        let [a, b, c, d] = corners.map(|[u, v]| Vec3::new(u, 0.0, v));
        scene = scene.quad(a, b, c, d);
        let [a, b, c, d] = corners.map(|[u, v]| Vec3::new(2.0, u + 4.0, v));
        scene = scene.quad(a, b, c, d);
    }
    scene.build("hall").unwrap()
}

/// Ten seconds along the hall with the heading turned into the wall: (speed, lowest and highest
/// y, greatest x).
fn run(cut: Cut, degrees: f32) -> (f32, f32, f32, f32) {
    let level = hall(cut);
    let mut world = World::new(&level, Rules::default());
    world.player.yaw = -degrees.to_radians();
    let mut events = Vec::new();
    let command = Command {
        buttons: Buttons::FORWARD,
        ..Command::default()
    };
    (0..TICK_RATE).for_each(|_| world.step(&level, &command, &mut events));
    let start = world.player.position;
    let (mut low, mut high, mut furthest) = (f32::MAX, f32::MIN, f32::MIN);
    for tick in 0..10 * TICK_RATE {
        world.step(&level, &command, &mut events);
        let position = world.player.position;
        assert!(
            world.player.grounded,
            "{cut:?} at {degrees}°, tick {tick}: lost the ground"
        );
        (low, high) = (low.min(position.y), high.max(position.y));
        furthest = furthest.max(position.x + level.origin.x as f32);
    }
    (
        (start.z - world.player.position.z) / 10.0,
        low,
        high,
        furthest,
    )
}

#[test]
fn many_triangles_feel_like_one_quad() {
    for degrees in [3.0, 30.0, 85.0] {
        let (whole, ..) = run(Cut::Whole, degrees);
        // About 200 and about 20,000 triangles on each surface.
        for cut in [
            Cut::Grid(2.4),
            Cut::Shifted(2.4),
            Cut::Grid(0.24),
            Cut::Shifted(0.24),
        ] {
            let (speed, low, high, furthest) = run(cut, degrees);
            assert!(
                speed >= 0.99 * whole,
                "{cut:?} at {degrees}°: {speed} m/s, whole {whole}"
            );
            assert!(
                speed <= 1.01 * whole + 1e-3,
                "{cut:?} at {degrees}°: {speed}, whole {whole}"
            );
            assert!(
                high - low < 1e-3,
                "{cut:?} at {degrees}°: bobs {} m",
                high - low
            );
            assert!(
                furthest < 1.6,
                "{cut:?} at {degrees}°: into the wall, x {furthest}"
            );
        }
    }
}
