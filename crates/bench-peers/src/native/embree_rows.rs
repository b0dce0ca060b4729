//! Rays, memory and build beside Embree's default scene, and in the details beside its others.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces};

use super::embree::{self, Device, Flags, Scene};
use crate::{
    Maker,
    bench_mesh::{BenchMesh, BenchMeshes, MeshName},
    rays::{self, Closest, Contender, Contest, RayKind, Shot},
    row::{Detail, Row, Target, figure},
    weight::{self, Builder},
};

pub const ROWS: [Maker; 6] = [
    ("Embree rays down", |p| {
        let work = "closest-hit rays, short downward, against Embree";
        closest(p, work, RayKind::Down, 1.1)
    }),
    ("Embree rays long", |p| {
        let work = "closest-hit rays, long random, against Embree";
        closest(p, work, RayKind::Long, 1.0)
    }),
    ("Embree any down", |p| {
        any(p, "any-hit rays, short downward", RayKind::Down)
    }),
    ("Embree any long", |p| {
        any(p, "any-hit rays, long random", RayKind::Long)
    }),
    ("Embree memory", memory),
    ("Embree build", |p| build(p, 7)),
];

const ROUNDS: usize = 9;

const EMBREE: Contender = ("Embree", |mesh| {
    contender(mesh, Flags::Default, Scene::closest)
});
const ROBUST: Contender = ("Embree robust", |mesh| {
    contender(mesh, Flags::Robust, Scene::closest)
});

const ANY: [Contender; 3] = [
    ("Hexbound", |mesh| {
        Box::new(move |shot| {
            let (origin, direction) = (shot.origin, shot.direction);
            let hit = (mesh.ours).ray_hits_any(origin, direction, shot.length, Faces::Both);
            hit.then_some(0.0)
        })
    }),
    ("Embree", |mesh| contender(mesh, Flags::Default, Scene::any)),
    ("Embree robust", |mesh| {
        contender(mesh, Flags::Robust, Scene::any)
    }),
];

fn contender(
    mesh: &BenchMesh,
    flags: Flags,
    query: impl Fn(&Scene, &Shot) -> Option<f32> + 'static,
) -> Closest<'_> {
    let scene = Device::new().scene(&mesh.soup, flags);
    Box::new(move |shot| query(&scene, shot))
}

fn closest(meshes: &BenchMeshes, work: &'static str, kind: RayKind, target: f64) -> Row {
    let contest = Contest::closest(work, kind, ROUNDS, target);
    rays::compare(meshes, contest, &[rays::DEFAULT_TREE, EMBREE, ROBUST])
}

fn any(meshes: &BenchMeshes, work: &'static str, kind: RayKind) -> Row {
    let contest = Contest {
        is_any_enough: true,
        ..Contest::closest(work, kind, ROUNDS, 1.0)
    };
    rays::compare(meshes, contest, &ANY)
}

/// The bytes of a triangle in total: vertices, indices, tree, and the data built by the first ray. Our
/// planes, which are built on demand, are in the details.
fn memory(meshes: &BenchMeshes) -> Row {
    let (mut worst, mut details) = ([0.0_f64; 3], Vec::new());
    let device = Device::new();
    for input in meshes.all(&[MeshName::Rooms79, MeshName::Terrain]) {
        let soup = &input.soup;
        let (bytes, mesh) = weight::weighed(|| {
            let built = CollisionMesh::build(&soup.positions, &soup.triangles);
            let mesh = built.expect("a sound mesh");
            mesh.ray_distance(Vec3::ZERO, Vec3::Y, 0.0);
            mesh
        });
        let each = |bytes: f64| bytes / mesh.len() as f64;
        let ours = each(bytes as f64);
        let planes = each(weight::planes_weight(&mesh) as f64);
        for flags in [Flags::Default, Flags::Compact, Flags::Robust] {
            let before = embree::alive();
            let scene = device.scene(soup, flags);
            let peer = each((embree::alive() - before) as f64);
            drop(scene);
            let what = match flags {
                Flags::Default => input.name.to_string(),
                _ => format!("{}, Embree {flags:?}", input.name),
            };
            let [ours_words, planes, peer_words] = [ours, planes, peer].map(figure);
            let words = [
                format!("{ours_words} B, and {planes} B of planes on demand"),
                format!("{peer_words} B"),
            ];
            details.push(Detail::new(what, words, ours / peer));
            if matches!(flags, Flags::Default) && ours / peer > worst[2] {
                worst = [ours, peer, ours / peer];
            }
        }
    }
    let [ours, peer, ratio] = worst;
    Row {
        ours: format!("{} B", figure(ours)),
        peer: format!("Embree {} B", figure(peer)),
        ratio,
        ..Row::of("memory in all, a triangle", Target::AtMost(1.0), details)
    }
}

fn build(meshes: &BenchMeshes, rounds: usize) -> Row {
    let device = Device::new();
    let embree = Builder {
        name: "Embree",
        is_whole: true,
        target: 0.8,
        build: &|soup| drop(device.scene(soup, Flags::Default)),
    };
    weight::build_beside(meshes, rounds, &embree)
}
