//! The ground of the bays of the hall of walking.

use glam::Vec3;

use super::{BAY_DEPTH, Bay, HALF_WIDTH, bay, panes, plain};
use crate::{Pit, SceneBuilder};

/// The bays, from the entrance on.
pub(super) const WALKING_BAYS: &[Bay] = &[
    bay("a1", seams),
    bay("a2", along_a_wall),
    bay("a3", corner),
    bay("a4", pit),
    bay("a5", sheet),
    bay("a6", plain),
    bay("a7", plain),
    bay("a8", plain),
    bay("a9", stairs),
    bay("a10", ceiling),
    bay("a11", leaning_walls),
    bay("a12", buried_spawn),
];

/// The x of the wall of a1 and a2, meters.
const WALL_X: f32 = 1.5;

/// Adds a floor over the half at height `y`, from z = `front` to a farther z = `back`.
fn floor(scene: SceneBuilder, front: f32, back: f32, y: f32) -> SceneBuilder {
    scene.floor(-HALF_WIDTH, back, HALF_WIDTH, front, y)
}

/// Adds an upright rectangle at x = [`WALL_X`] that faces −x, from z = `front` to a farther z = `back`.
fn wall(scene: SceneBuilder, [front, back]: [f32; 2], [low, high]: [f32; 2]) -> SceneBuilder {
    let at = |y, z| Vec3::new(WALL_X, y, z);
    scene.quad(
        at(low, front),
        at(low, back),
        at(high, back),
        at(high, front),
    )
}

/// Adds a floor and a wall of one quad each up to the middle, and of small quads from there. A wall across
/// the end stops a body that comes along it.
fn seams(scene: SceneBuilder) -> SceneBuilder {
    const QUAD_DEPTH: f32 = 0.125;
    let scene = floor(scene, 0.0, -6.0, 0.0);
    let scene = scene.height_field([-HALF_WIDTH, -BAY_DEPTH], 0.25, [24, 24], |_, _| 0.0);
    let mut scene = wall(panes(scene), [0.0, -6.0], [0.0, 2.0]);
    for step in 0..48 {
        let front = -6.0 - QUAD_DEPTH * step as f32;
        for row in 0..4 {
            let low = 0.5 * row as f32;
            scene = wall(scene, [front, front - QUAD_DEPTH], [low, low + 0.5]);
        }
    }
    across(scene, -BAY_DEPTH + 0.1, 0.0, [-HALF_WIDTH, HALF_WIDTH])
}

fn along_a_wall(scene: SceneBuilder) -> SceneBuilder {
    wall(panes(plain(scene)), [0.0, -BAY_DEPTH], [0.0, 2.0])
}

/// Adds two sheets that meet at 60° at the right, so that a trembling body moves across the view.
fn corner(scene: SceneBuilder) -> SceneBuilder {
    const CORNER_DEPTH: f32 = 4.330_127;
    let tip = Vec3::new(2.5, 0.0, -6.0);
    let [far, near] = [-2.5, 2.5].map(|aside| tip + Vec3::new(-CORNER_DEPTH, 0.0, aside));
    let up = Vec3::Y * 4.0;
    panes(plain(scene))
        .quad(tip, far, far + up, tip + up)
        .quad(tip, tip + up, near + up, near)
}

/// Adds a pit of three walls of 70°, 3 m deep.
fn pit(scene: SceneBuilder) -> SceneBuilder {
    let scene = floor(panes(scene), 0.0, -3.0, 0.0);
    floor(scene, -9.0, -BAY_DEPTH, 0.0).pit(&Pit {
        bottom: Vec3::new(0.0, -3.0, -6.0),
        walls: 3,
        degrees: 70.0,
        width: 0.5,
        depth: 3.0,
        half_side: 3.0,
    })
}

/// Adds a wall without thickness on a floor without thickness.
fn sheet(scene: SceneBuilder) -> SceneBuilder {
    across(panes(plain(scene)), -6.0, 0.0, [-HALF_WIDTH, HALF_WIDTH])
}

/// Adds a wall without thickness, 5 m high, from one x to another, that faces the front; its top lies `lean`
/// behind its foot.
fn across(scene: SceneBuilder, z: f32, lean: f32, [left, right]: [f32; 2]) -> SceneBuilder {
    const WALL_HEIGHT: f32 = 5.0;
    let foot = |x| Vec3::new(x, 0.0, z);
    let head = |x| Vec3::new(x, WALL_HEIGHT, z - lean);
    scene.quad(foot(left), foot(right), head(right), head(left))
}

/// Adds sixteen steps behind 4 m of flat ground, and a landing: open at the left, beside a wall in the
/// middle, under a low ceiling at the right.
fn stairs(scene: SceneBuilder) -> SceneBuilder {
    let mut scene = floor(scene, 0.0, -BAY_DEPTH, 0.0);
    for step in 0..STEP_COUNT {
        let (front, top) = step_edge(step);
        let back = if step == STEP_COUNT - 1 {
            -BAY_DEPTH
        } else {
            front - 0.28
        };
        scene = scene.cuboid(
            Vec3::new(-HALF_WIDTH, 0.0, back),
            Vec3::new(HALF_WIDTH, top, front),
        );
    }
    let (low, high) = (Vec3::new(0.5, 0.0, -9.5), Vec3::new(0.6, 4.0, -2.0));
    low_ceiling(panes(scene).cuboid(low, high), 2.15)
}

/// The number of steps of a9.
const STEP_COUNT: usize = 16;

/// The z of a step's front edge, and its height, meters.
fn step_edge(step: usize) -> (f32, f32) {
    (-4.0 - 0.28 * step as f32, 0.17 * (step + 1) as f32)
}

/// Adds a sheet `above` meters over the edges of the steps of a9.
fn low_ceiling(scene: SceneBuilder, above: f32) -> SceneBuilder {
    let [first, last] = [step_edge(0), step_edge(STEP_COUNT - 1)];
    let ends = [first, last].map(|(z, y)| (z, y + above));
    let at = |x: f32, (z, y): (f32, f32)| Vec3::new(x, y, z);
    let (left, right) = (1.0, HALF_WIDTH);
    scene.quad(
        at(left, ends[0]),
        at(left, ends[1]),
        at(right, ends[1]),
        at(right, ends[0]),
    )
}

/// Adds a slab 2.2 m above the floor.
fn ceiling(scene: SceneBuilder) -> SceneBuilder {
    let (low, high) = (Vec3::new(-2.0, 2.2, -8.0), Vec3::new(2.0, 2.4, -2.0));
    plain(scene).cuboid(low, high)
}

/// Adds walls of 89.9°, 90° and 90.1° beside each other. The last has its faces reversed.
fn leaning_walls(scene: SceneBuilder) -> SceneBuilder {
    const TENTH_DEGREE_LEAN: f32 = 5.0 * 0.001_745_3;
    let scene = across(plain(scene), -6.0, TENTH_DEGREE_LEAN, [-HALF_WIDTH, -1.0]);
    let scene = across(scene, -6.0, 0.0, [-1.0, 1.0]);
    across(scene, -6.0, -TENTH_DEGREE_LEAN, [HALF_WIDTH, 1.0])
}

/// Adds a terrace over the spawn, which therefore lies in the ground, and the floor behind it. The terrace's
/// front is a pane.
fn buried_spawn(scene: SceneBuilder) -> SceneBuilder {
    const TERRACE_HEIGHT: f32 = 1.5;
    let scene = floor(scene, 0.0, -4.0, TERRACE_HEIGHT);
    let [left, right] = [-HALF_WIDTH, HALF_WIDTH].map(|x| Vec3::X * x);
    let up = Vec3::Y * TERRACE_HEIGHT;
    panes(floor(scene, -4.0, -BAY_DEPTH, 0.0)).quad(left, right, right + up, left + up)
}
