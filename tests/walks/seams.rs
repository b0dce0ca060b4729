//! Seams that nobody sees must not be felt: floors and walls of many coplanar triangles, with
//! duplicated vertices and T-junctions, slid along like a single quad.

use glam::vec3;
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes::{Cut, SceneBuilder};
use hexbound_sim::{Buttons, Command, Rules, World};

fn hall(cut: Cut) -> Level {
    SceneBuilder::new()
        .seams(cut)
        .spawn(vec3(1.0, 0.0, 5.0), 0.0)
        .build("hall")
        .unwrap()
}

/// Ten seconds along the hall with the heading turned into the wall: (speed, lowest and highest
/// y, greatest x).
fn run(cut: Cut, degrees: f32) -> (f32, f32, f32, f32) {
    let level = hall(cut);
    let mut world = World::new(&level, Rules::default());
    world.player.yaw = -degrees.to_radians();
    let mut events = Vec::new();
    let command = Command::holding(Buttons::FORWARD);
    (0..TICK_RATE).for_each(|_| world.step(&level, &command, &mut events));
    let start = world.player.position;
    let (mut low, mut high, mut furthest) = (f32::MAX, f32::MIN, f32::MIN);
    for tick in 0..10 * TICK_RATE {
        world.step(&level, &command, &mut events);
        let position = world.player.position;
        assert!(world.player.grounded, "{cut:?} {degrees} {tick}");
        (low, high) = (low.min(position.y), high.max(position.y));
        furthest = furthest.max(position.x + level.origin.x as f32);
    }
    let speed = (start.z - world.player.position.z) / 10.0;
    (speed, low, high, furthest)
}

#[test]
fn many_triangles_feel_like_one_quad() {
    for degrees in [3.0, 30.0, 85.0] {
        let (whole, ..) = run(Cut::Whole, degrees);
        // About 200 and about 20,000 triangles on each surface.
        let cuts = [2.4, 0.24].map(|size| [Cut::Grid(size), Cut::Shifted(size)]);
        for cut in cuts.into_iter().flatten() {
            let (speed, low, high, furthest) = run(cut, degrees);
            let case = format!("{cut:?} at {degrees}°: {speed} of {whole}, {low} to {high}");
            assert!(speed >= 0.99 * whole, "{case}");
            assert!(speed <= 1.01 * whole + 1e-3, "{case}");
            assert!(high - low < 1e-3, "{case}");
            assert!(furthest < 1.6, "{case}, {furthest}");
        }
    }
}
