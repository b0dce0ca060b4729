//! Faulty levels made in code: mistakes in where one can go, and in triangles.

use glam::{DVec3, Vec3};
use hexbound_level::{Code, Level, Material, Track};
use hexbound_scenes::SceneBuilder;

/// Returns the level for a code; `None` for those that take a file.
pub fn level(code: Code) -> Option<Level> {
    let scene = match code {
        Code::Hole => court_with_hole([1.0, -1.0], [3.0, 1.0]),
        Code::OpenRim => SceneBuilder::new()
            .floor(-4.0, -4.0, 4.0, 4.0, 0.0)
            .spawn(Vec3::ZERO, 0.0),
        Code::DoubtfulGap => slit(0.8),
        Code::OneWay => pit_to_fall_into(),
        Code::ClosedOff => wall(0.3, 3.0).cuboid(at(-6.0, 3.0, -4.0), at(6.0, 3.3, 4.0)),
        Code::HighStep => block(0.52),
        Code::SteepSlope => ramp(48.0),
        Code::NarrowPassage => wall(0.7, 3.0),
        Code::LowCeiling => wall(2.0, 1.5),
        Code::StickingGap => shaft(2.2),
        Code::NoFloor => needles(),
        Code::StrayGeometry => court()
            .part("lost")
            .cuboid(at(500.0, 0.0, 0.0), at(501.0, 1.0, 1.0)),
        Code::FlippedFaces => flipped(),
        Code::DuplicateFaces => rug(),
        Code::TJunction => two_floors(4.0, 2),
        Code::Crack => two_floors(4.018, 1),
        Code::OpenEdge => torn_box(),
        Code::NonManifoldEdge => split_box(),
        Code::Sliver => court().part("splinter").triangle(
            at(-2.0, 1.0, 0.0),
            at(2.0, 1.0, 0.0),
            at(0.0, 1.006, 0.0),
        ),
        Code::DenseMesh => dense(),
        Code::CrushingMover => press(),
        Code::MissingMover => raft(),
        _ => return None,
    };
    Some(scene.build("faulty").expect("a level"))
}

fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A plain color for what is to stand out.
fn colored(red: f32, green: f32, blue: f32) -> Material {
    Material {
        base_color: [red, green, blue, 1.0],
        roughness: 0.9,
        ..Material::default()
    }
}

/// Walls around 12 by 8 m, with nothing below and above, in which the player starts in the west.
fn walls(height: f32) -> SceneBuilder {
    SceneBuilder::new()
        .cuboid(at(-7.0, -1.0, -5.0), at(-6.0, height, 5.0))
        .cuboid(at(6.0, -1.0, -5.0), at(7.0, height, 5.0))
        .cuboid(at(-6.0, -1.0, -5.0), at(6.0, height, -4.0))
        .cuboid(at(-6.0, -1.0, 4.0), at(6.0, height, 5.0))
        .spawn(at(-4.5, 0.0, 0.0), -1.6)
}

fn court() -> SceneBuilder {
    walls(3.0).floor(-6.0, -4.0, 6.0, 4.0, 0.0)
}

/// A court whose floor is missing between two corners in x and z.
fn court_with_hole(low: [f32; 2], high: [f32; 2]) -> SceneBuilder {
    walls(3.0)
        .floor(-6.0, -4.0, low[0], 4.0, 0.0)
        .floor(high[0], -4.0, 6.0, 4.0, 0.0)
        .floor(low[0], -4.0, high[0], low[1], 0.0)
        .floor(low[0], high[1], high[0], 4.0, 0.0)
}

/// A wall across the court with an opening in its middle.
fn wall(width: f32, height: f32) -> SceneBuilder {
    let half = width * 0.5;
    court()
        .part_of("wall", colored(0.35, 0.45, 0.6))
        .cuboid(at(0.0, -0.5, -4.0), at(0.3, 3.0, -half))
        .cuboid(at(0.0, -0.5, half), at(0.3, 3.0, 4.0))
        .cuboid(at(0.0, height, -half), at(0.3, 3.5, half))
}

/// A closed room with a gap in its eastern wall, so wide, through which one sees the open.
fn slit(width: f32) -> SceneBuilder {
    let half = width * 0.5;
    SceneBuilder::new()
        .floor(-3.0, -3.0, 3.0, 3.0, 0.0)
        .cuboid(at(-3.2, -0.2, -3.2), at(-3.0, 4.2, 3.2))
        .cuboid(at(-3.0, -0.2, -3.2), at(3.2, 4.2, -3.0))
        .cuboid(at(-3.0, -0.2, 3.0), at(3.2, 4.2, 3.2))
        .cuboid(at(-3.0, 4.0, -3.0), at(3.0, 4.2, 3.0))
        .cuboid(at(3.0, -0.2, -3.0), at(3.2, 4.2, -half))
        .cuboid(at(3.0, -0.2, half), at(3.2, 4.2, 3.0))
        .cuboid(at(3.0, -0.2, -half), at(3.2, 0.5, half))
        .cuboid(at(3.0, 3.0, -half), at(3.2, 4.2, half))
        .spawn(at(-2.0, 0.0, 0.0), -1.6)
}

/// A pit of 3 by 3 m, 3 m deep, out of which nobody jumps.
fn pit_to_fall_into() -> SceneBuilder {
    let depth = -3.0;
    let [low, high] = [-1.5, 1.5];
    court_with_hole([low, low], [high, high])
        .part_of("pit", colored(0.45, 0.3, 0.2))
        .floor(low, low, high, high, depth)
        .cuboid(at(low - 0.5, depth, low), at(low, -0.01, high))
        .cuboid(at(high, depth, low), at(high + 0.5, -0.01, high))
        .cuboid(at(low, depth, low - 0.5), at(high, -0.01, low))
        .cuboid(at(low, depth, high), at(high, -0.01, high + 0.5))
}

/// A block across the east of the court, so high.
fn block(height: f32) -> SceneBuilder {
    let court = court().part_of("block", colored(0.35, 0.45, 0.6));
    court.cuboid(at(1.0, -1.0, -4.0), at(6.0, height, 4.0))
}

/// A ramp as steep as the angle in degrees, up to a block of 2 m.
fn ramp(degrees: f32) -> SceneBuilder {
    let run = 2.0 / degrees.to_radians().tan();
    let ramp = block(2.0).part_of("ramp", colored(0.6, 0.45, 0.3));
    ramp.ramp(at(1.0 - run, 0.0, 0.0), at(1.0, 2.0, 0.0), 3.0)
}

/// A shaft in the floor, 0.9 m wide.
fn shaft(depth: f32) -> SceneBuilder {
    let (low, high) = (at(0.0, -depth, -0.45), at(0.9, 0.0, 0.45));
    court_with_hole([low.x, low.z], [high.x, high.z])
        .part_of("shaft", colored(0.45, 0.3, 0.2))
        .floor(low.x, low.z, high.x, high.z, -depth)
        .cuboid(at(-1.0, -depth - 1.0, -2.0), at(low.x, -0.01, 2.0))
        .cuboid(at(high.x, -depth - 1.0, -2.0), at(2.0, -0.01, 2.0))
        .cuboid(at(-1.0, -depth - 1.0, -2.0), at(2.0, -0.01, low.z))
        .cuboid(at(-1.0, -depth - 1.0, high.z), at(2.0, -0.01, 2.0))
        .cuboid(at(-1.0, -depth - 1.0, -1.0), at(2.0, -depth, 1.0))
}

/// Steep roofs on which nobody stands.
fn needles() -> SceneBuilder {
    (0..5).fold(SceneBuilder::new(), |scene, number| {
        let x = number as f32 * 2.0 - 4.0;
        let [south, north] = [-4.0, 4.0];
        let (left, ridge, right) = (x - 1.0, x, x + 1.0);
        scene
            .quad(
                at(left, 0.0, south),
                at(left, 0.0, north),
                at(ridge, 3.0, north),
                at(ridge, 3.0, south),
            )
            .quad(
                at(ridge, 3.0, south),
                at(ridge, 3.0, north),
                at(right, 0.0, north),
                at(right, 0.0, south),
            )
    })
}

/// A box one of whose sides looks inward, so that it is not drawn.
fn flipped() -> SceneBuilder {
    let [low, high] = [at(1.0, 0.0, -1.0), at(3.0, 2.0, 1.0)];
    let c = |x: f32, y: f32, z: f32| low + (high - low) * at(x, y, z);
    let material = colored(0.35, 0.45, 0.6);
    court()
        .part_of("crate", material)
        .quad(c(0., 1., 0.), c(0., 1., 1.), c(1., 1., 1.), c(1., 1., 0.))
        .quad(c(0., 0., 1.), c(1., 0., 1.), c(1., 1., 1.), c(0., 1., 1.))
        .quad(c(0., 0., 0.), c(0., 1., 0.), c(1., 1., 0.), c(1., 0., 0.))
        .quad(c(1., 0., 0.), c(1., 1., 0.), c(1., 1., 1.), c(1., 0., 1.))
        .quad(c(0., 0., 0.), c(0., 1., 0.), c(0., 1., 1.), c(0., 0., 1.))
}

/// A rug that lies in the plane of the floor.
fn rug() -> SceneBuilder {
    let court = court().part_of("rug", colored(0.6, 0.12, 0.1));
    court.floor(-1.5, -1.0, 1.5, 1.0, 0.0)
}

/// A floor of 4 by 4 m, and another beside it whose nearer edge is at `x`, in so many pieces.
fn two_floors(x: f32, pieces: u32) -> SceneBuilder {
    let floor = SceneBuilder::new()
        .part_of("first", colored(0.55, 0.5, 0.42))
        .floor(0.0, 0.0, 4.0, 4.0, 0.0)
        .spawn(at(1.5, 0.0, 2.0), -1.6);
    let shades = [0.45, 0.7];
    (0..pieces).fold(floor, |scene, piece| {
        let shade = shades[piece as usize % 2];
        let scene = scene.part_of("second", colored(0.2, shade, 0.6));
        let [from, to] = [piece, piece + 1].map(|it| it as f32 * 4.0 / pieces as f32);
        scene.floor(x, from, 8.0, to, 0.0)
    })
}

/// A court with the sides and the bottom of a box of two meters, whose top is left to the caller.
fn open_box() -> SceneBuilder {
    let c = box_corner;
    court()
        .part_of("box", colored(0.35, 0.45, 0.6))
        .quad(c(0., 0., 0.), c(1., 0., 0.), c(1., 0., 1.), c(0., 0., 1.))
        .quad(c(0., 0., 0.), c(0., 0., 1.), c(0., 1., 1.), c(0., 1., 0.))
        .quad(c(1., 0., 0.), c(1., 1., 0.), c(1., 1., 1.), c(1., 0., 1.))
        .quad(c(0., 0., 0.), c(0., 1., 0.), c(1., 1., 0.), c(1., 0., 0.))
        .quad(c(0., 0., 1.), c(1., 0., 1.), c(1., 1., 1.), c(0., 1., 1.))
}

fn box_corner(x: f32, y: f32, z: f32) -> Vec3 {
    at(x, y, z) * 2.0 + at(0.0, 0.5, -1.0)
}

/// A box that lacks one of the two triangles of its top.
fn torn_box() -> SceneBuilder {
    let c = box_corner;
    open_box().triangle(c(0., 1., 0.), c(0., 1., 1.), c(1., 1., 1.))
}

/// An open box with a face inside that meets its sides in their edges.
fn split_box() -> SceneBuilder {
    let c = box_corner;
    let whole = court().part_of("box", colored(0.35, 0.45, 0.6));
    let whole = whole.cuboid(c(0., 0., 0.), c(1., 1., 1.));
    whole.quad(c(0., 0., 0.), c(0., 0., 1.), c(1., 1., 1.), c(1., 1., 0.))
}

/// A mound of more triangles than it needs.
fn dense() -> SceneBuilder {
    let mound = |x: f32, z: f32| {
        let part = (x * x + z * z) / 7.0;
        1.4 * (1.0 - part).max(0.0) + 0.06 * ((x * 5.0).sin() * (z * 5.0).cos())
    };
    let court = court().part_of("sculpture", colored(0.5, 0.45, 0.4));
    court.height_field([-2.7, -2.7], 0.0338, [160, 160], mound)
}

/// A slab over the court's middle that comes down to the floor and goes up again.
fn press() -> SceneBuilder {
    let keys = [(0.0, 0.0), (1.0, 3.0), (3.0, 3.0), (4.0, 0.0)];
    let keys = keys.map(|(time, way)| (time, DVec3::NEG_Y * way));
    let slab = court().mover("press", Vec3::ZERO, Track::through(&keys));
    slab.cuboid(at(-1.5, 3.0, -1.5), at(1.5, 3.6, 1.5))
}

/// A raft that stays above the floor on its whole round.
fn raft() -> SceneBuilder {
    let keys = [(0.0, 0.0), (2.0, 2.0), (4.0, 0.0)];
    let keys = keys.map(|(time, way)| (time, DVec3::NEG_Y * way));
    let raft = court().mover("raft", Vec3::ZERO, Track::through(&keys));
    raft.cuboid(at(-1.0, 9.0, -1.0), at(1.0, 9.2, 1.0))
}
