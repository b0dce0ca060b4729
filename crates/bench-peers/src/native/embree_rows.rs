//! Rays, memory and build beside Embree's default scene, and in the details beside its others.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces};

use super::embree::{self, Device, Flags, Scene};
use crate::{
    Maker,
    place::{BenchMesh, BenchMeshes, MeshName},
    rays::{self, Closest, Contender, Question, RayKind, Shot},
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

const EMBREE: Contender = ("Embree", |place| {
    asker(place, Flags::Default, Scene::closest)
});
const ROBUST: Contender = ("Embree robust", |place| {
    asker(place, Flags::Robust, Scene::closest)
});

const ANY: [Contender; 3] = [
    ("Hexbound", |place| {
        Box::new(move |shot| {
            let (origin, direction) = (shot.origin, shot.direction);
            let hit = (place.ours).ray_hits_any(origin, direction, shot.length, Faces::Both);
            hit.then_some(0.0)
        })
    }),
    ("Embree", |place| asker(place, Flags::Default, Scene::any)),
    ("Embree robust", |place| {
        asker(place, Flags::Robust, Scene::any)
    }),
];

fn asker(
    place: &BenchMesh,
    flags: Flags,
    ask: impl Fn(&Scene, &Shot) -> Option<f32> + 'static,
) -> Closest<'_> {
    let scene = Device::new().scene(&place.soup, flags);
    Box::new(move |shot| ask(&scene, shot))
}

fn closest(places: &BenchMeshes, work: &'static str, kind: RayKind, target: f64) -> Row {
    let question = Question::closest(work, kind, ROUNDS, target);
    rays::compare(places, question, &[rays::DEFAULT_TREE, EMBREE, ROBUST])
}

fn any(places: &BenchMeshes, work: &'static str, kind: RayKind) -> Row {
    let question = Question {
        is_any_enough: true,
        ..Question::closest(work, kind, ROUNDS, 1.0)
    };
    rays::compare(places, question, &ANY)
}

/// The bytes of a triangle in total: vertices, indices, tree, and the data built by the first ray. Our
/// planes, which are built on demand, are in the details.
fn memory(places: &BenchMeshes) -> Row {
    let (mut worst, mut details) = ([0.0_f64; 3], Vec::new());
    let device = Device::new();
    for place in places.all(&[MeshName::Rooms79, MeshName::Terrain]) {
        let soup = &place.soup;
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
                Flags::Default => place.name.to_string(),
                _ => format!("{}, Embree {flags:?}", place.name),
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

fn build(places: &BenchMeshes, rounds: usize) -> Row {
    let device = Device::new();
    let embree = Builder {
        name: "Embree",
        is_whole: true,
        target: 0.8,
        build: &|soup| drop(device.scene(soup, Flags::Default)),
    };
    weight::build_beside(places, rounds, &embree)
}
