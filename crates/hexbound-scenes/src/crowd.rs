//! A place for a crowd: cells of 12 m with four walkers each, whose paths cross the middle. The middle
//! holds steps, a ramp, walls, a pillar, blocks, a hole in the floor or a rotating disc.

use glam::{DVec3, Vec3};

use super::SceneBuilder;
use hexbound_level::{Track, WalkerStart};

/// Half the side of a cell, meters.
const CELL_HALF: f32 = 6.0;
/// The most rotating discs: the number of movers in a level is limited.
const MAX_DISCS: usize = 3;
/// The height of the outer walls, meters.
const WALL_HEIGHT: f32 = 3.0;

/// The obstacle in the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellFeature {
    Steps,
    Ramp,
    Wall,
    Corner,
    Pillar,
    Blocks,
    Hole,
    Disc,
}

const CELL_FEATURES: [CellFeature; 8] = [
    CellFeature::Steps,
    CellFeature::Wall,
    CellFeature::Ramp,
    CellFeature::Pillar,
    CellFeature::Disc,
    CellFeature::Corner,
    CellFeature::Blocks,
    CellFeature::Hole,
];

/// A square of cells with `walkers` walkers, at most four per cell.
pub(crate) fn crowd(walkers: usize) -> SceneBuilder {
    let side = (1..).find(|side| side * side * 4 >= walkers).unwrap_or(1);
    let edge = side as f32 * CELL_HALF;
    let mut scene = SceneBuilder::new();
    let mut starts = Vec::new();
    let mut discs = 0;
    for cell in 0..side * side {
        let (column, row) = (cell % side, cell / side);
        let along = |place: usize| (2 * place + 1) as f32 * CELL_HALF - edge;
        let middle = Vec3::new(along(column), 0.0, along(row));
        let mut feature = CELL_FEATURES[(column * 3 + row * 5) % CELL_FEATURES.len()];
        if feature == CellFeature::Disc {
            discs += 1;
            if discs > MAX_DISCS {
                feature = CellFeature::Blocks;
            }
        }
        scene = with_floor(scene, middle, feature);
        scene = with_feature(scene, middle, feature);
        starts.extend((0..4).map(|corner| walker(middle, corner, feature)));
    }
    starts.truncate(walkers);
    scene = with_walls(scene, edge);
    let spawn = CELL_HALF * (side % 2) as f32 + 0.5;
    (starts.into_iter().fold(scene, SceneBuilder::walker)).spawn(Vec3::new(spawn, 0.0, spawn), 0.0)
}

/// Half the side of the hole, meters.
const HOLE_HALF: f32 = 2.0;

fn with_floor(scene: SceneBuilder, middle: Vec3, feature: CellFeature) -> SceneBuilder {
    let (x, z) = (middle.x, middle.z);
    let (half, hole) = (CELL_HALF, HOLE_HALF);
    let scene = scene.part("floor");
    if feature != CellFeature::Hole {
        return scene.floor(x - half, z - half, x + half, z + half, 0.0);
    }
    scene
        .floor(x - half, z - half, x + half, z - hole, 0.0)
        .floor(x - half, z + hole, x + half, z + half, 0.0)
        .floor(x - half, z - hole, x - hole, z + hole, 0.0)
        .floor(x + hole, z - hole, x + half, z + hole, 0.0)
}

fn with_feature(scene: SceneBuilder, middle: Vec3, feature: CellFeature) -> SceneBuilder {
    let block = |scene: SceneBuilder, [x, z]: [f32; 2], half: [f32; 2], height: f32| {
        let at = middle + Vec3::new(x, 0.0, z);
        let corner = Vec3::new(half[0], 0.0, half[1]);
        scene.cuboid(at - corner, at + corner + Vec3::Y * height)
    };
    match feature {
        CellFeature::Steps => (0..4).fold(scene.part("steps"), |scene, step| {
            let half = 3.2 - 0.6 * step as f32;
            block(scene, [0.0, 0.0], [half, half], 0.3 * (step + 1) as f32)
        }),
        CellFeature::Ramp => {
            let (low, high) = (Vec3::NEG_X * 4.0, Vec3::new(0.0, 1.5, 0.0));
            let scene = scene.part("ramp").ramp(middle + low, middle + high, 3.0);
            block(scene, [1.5, 0.0], [1.5, 1.5], 1.5)
        }
        CellFeature::Wall => block(scene.part("wall"), [0.0, 0.0], [3.5, 0.15], 2.5),
        CellFeature::Corner => {
            let scene = block(scene.part("corner"), [0.0, 2.0], [2.5, 0.15], 2.5);
            block(scene, [2.35, 0.0], [0.15, 2.0], 2.5)
        }
        CellFeature::Pillar => scene.part("pillar").pillar(middle, 1.3, 3.0, 16),
        CellFeature::Blocks => {
            let scene = block(scene.part("blocks"), [-1.2, -1.0], [1.0, 1.0], 0.4);
            let scene = block(scene, [1.2, 0.6], [1.2, 1.2], 0.35);
            block(scene, [1.2, 0.6], [0.6, 0.6], 0.7)
        }
        CellFeature::Hole => scene,
        CellFeature::Disc => scene
            .mover("disc", middle, Track::turning(9.0))
            .pillar(middle, 3.0, 0.3, 32)
            .part("scene"),
    }
}

/// The walker of a corner of a cell, 0..4. Its path leads over the middle, if walkable, to the opposite
/// corner and back along a side.
fn walker(middle: Vec3, corner: usize, feature: CellFeature) -> WalkerStart {
    let at = |corner: usize| {
        let side = |bit: usize| if corner >> bit & 1 == 1 { 4.6 } else { -4.6 };
        middle + Vec3::new(side(0), 0.0, side(1))
    };
    let top = match feature {
        CellFeature::Steps => Some(1.2),
        CellFeature::Ramp => Some(1.5),
        CellFeature::Blocks => Some(0.35),
        CellFeature::Disc => Some(0.3),
        CellFeature::Wall | CellFeature::Corner | CellFeature::Pillar | CellFeature::Hole => None,
    };
    let over = top.map(|height| middle + Vec3::new(0.8, height, 0.3));
    let waypoints = over.into_iter().chain([at(corner ^ 3), at(corner ^ 1)]);
    WalkerStart {
        name: format!("walker {corner}"),
        position: at(corner).as_dvec3(),
        yaw: 0.0,
        speed: 2.0,
        rings: 1,
        notice: 12.0,
        give_up: 20.0,
        way: waypoints.map(Vec3::as_dvec3).collect::<Vec<DVec3>>(),
    }
}

fn with_walls(scene: SceneBuilder, edge: f32) -> SceneBuilder {
    let outer = edge + 0.5;
    let sides = [
        [-outer, -edge, -edge, edge],
        [edge, -edge, outer, edge],
        [-edge, -outer, edge, -edge],
        [-edge, edge, edge, outer],
    ];
    (sides.into_iter()).fold(scene.part("walls"), |scene, [x0, z0, x1, z1]| {
        scene.cuboid(Vec3::new(x0, 0.0, z0), Vec3::new(x1, WALL_HEIGHT, z1))
    })
}
