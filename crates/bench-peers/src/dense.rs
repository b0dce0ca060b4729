//! The slowest tick of a player who walks on far more triangles than a body can test one by one.

use glam::Vec3;
use hexbound_base::clock::TICK_LENGTH;
use hexbound_scenes::SceneBuilder;
use hexbound_sim::{Buttons, Command, Rules, World};

use crate::{
    cliffs::small,
    random::Random,
    row::{Detail, Row, milliseconds},
    timing::{quantile, seconds},
};

/// The number of small triangles.
const COUNT: usize = 1_000_000;
/// The number of ticks that are walked.
const TICKS: usize = 600;

/// A million triangles within a centimeter, and as many in a statue of 40 cm. The row has the 99th
/// percentile of the ticks beside the duration of a tick, of which the simulation should use only a
/// share.
pub fn row() -> Row {
    let tick = f64::from(TICK_LENGTH);
    let meshes = [("within 1 cm", 0.01), ("a statue of 40 cm", 0.4)];
    let details = meshes.map(|(what, size)| {
        let slowest = slowest(size);
        Detail::new(what, [slowest, tick].map(milliseconds), slowest / tick)
    });
    let work = "99th percentile of a tick, a million triangles in one spot";
    let peer = format!("a tick {}", milliseconds(tick));
    Row {
        peer,
        ..Row::of_worst(work, 0.25, details.to_vec(), "made in code", tick)
    }
}

/// The time of a slow tick of a walk onto the triangles and along them, seconds.
fn slowest(size: f32) -> f64 {
    let mut random = Random::new(5);
    let middle = Vec3::new(0.0, size * 0.5, -1.0);
    let mut scene = SceneBuilder::new()
        .floor(-10.0, -10.0, 10.0, 10.0, 0.0)
        .part("Scan");
    for _ in 0..COUNT {
        let [a, b, c] = small(&mut random, middle, size);
        scene = scene.triangle(a, b, c);
    }
    let level = scene.spawn(Vec3::ZERO, 0.0).build("dense");
    let level = level.expect("a floor and what lies on it");
    let mut world = World::new(&level, Rules::default());
    let forward = Command::holding(Buttons::FORWARD);
    let (mut events, mut taken) = (Vec::new(), Vec::new());
    for _ in 0..TICKS {
        taken.push(seconds(|| world.step(&level, &forward, &mut events)));
    }
    quantile(&taken, 0.99)
}
