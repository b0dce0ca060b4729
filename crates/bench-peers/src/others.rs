//! Rays through the box trees of other libraries, for the written report: obvhs' compressed eight-wide
//! tree and binary tree, and bvh's. Triangles of obvhs lie in the order of the tree's leaves, as it
//! recommends.

use std::time::Duration;

use bvh::{
    aabb::{Aabb, Bounded},
    bounding_hierarchy::BHShape,
    bvh::Bvh,
};
use obvhs::{
    BvhBuildParams,
    bvh2::builder::build_bvh2_from_tris,
    cwbvh::builder::build_cwbvh_from_tris,
    ray::{Ray, RayHit},
    triangle::Triangle,
};
use rapier3d::na::{Point3, Vector3};

use crate::{
    agree::Agreement,
    bench_mesh::{BenchMesh, BenchMeshes, MeshName},
    rays::{self, Closest, Contender, RayKind, Shot},
    row::{Detail, rate},
    timing::{run_all, turns_of},
};

fn triangles(mesh: &BenchMesh) -> Vec<Triangle> {
    let triangle = |index| {
        let [v0, v1, v2] = mesh.triangle(index).map(|corner| corner.to_array().into());
        Triangle { v0, v1, v2 }
    };
    (0..mesh.soup.triangles.len() as u32)
        .map(triangle)
        .collect()
}

fn in_order(triangles: &[Triangle], order: &[u32]) -> Vec<Triangle> {
    order
        .iter()
        .map(|index| triangles[*index as usize])
        .collect()
}

fn ray(shot: &Shot) -> Ray {
    let (origin, direction) = (shot.origin.to_array(), shot.direction.to_array());
    Ray::new(origin.into(), direction.into(), 0.0, shot.length)
}

fn compressed(mesh: &BenchMesh) -> Closest<'_> {
    let (triangles, took) = (triangles(mesh), &mut Duration::default());
    let tree = build_cwbvh_from_tris(&triangles, BvhBuildParams::medium_build(), took);
    let ordered = in_order(&triangles, &tree.primitive_indices);
    Box::new(move |shot| {
        let mut hit = RayHit::none();
        let closest = |ray: &Ray, id: usize| ordered[id].intersect(ray);
        let is_hit = tree.ray_traverse(ray(shot), &mut hit, closest);
        is_hit.then_some(hit.t)
    })
}

fn binary(mesh: &BenchMesh) -> Closest<'_> {
    let (triangles, took) = (triangles(mesh), &mut Duration::default());
    let tree = build_bvh2_from_tris(&triangles, BvhBuildParams::medium_build(), took);
    let ordered = in_order(&triangles, &tree.primitive_indices);
    Box::new(move |shot| {
        let mut hit = RayHit::none();
        let closest = |ray: &Ray, id: usize| ordered[id].intersect(ray);
        let is_hit = tree.ray_traverse(ray(shot), &mut hit, closest);
        is_hit.then_some(hit.t)
    })
}

struct Corners {
    corners: [Point3<f32>; 3],
    node: usize,
}

impl Bounded<f32, 3> for Corners {
    fn aabb(&self) -> Aabb<f32, 3> {
        let [a, b, c] = self.corners;
        Aabb::empty().grow(&a).grow(&b).grow(&c)
    }
}

impl BHShape<f32, 3> for Corners {
    fn set_bh_node_index(&mut self, index: usize) {
        self.node = index;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

/// Prepares bvh's tree. Its traversal visits the nearest boxes first, until the next box begins behind
/// the closest hit. bvh's triangle test finds front faces only.
fn plain(mesh: &BenchMesh) -> Closest<'_> {
    let corners = |index| Corners {
        corners: mesh.triangle(index).map(|c| Point3::new(c.x, c.y, c.z)),
        node: 0,
    };
    let mut shapes: Vec<Corners> = (0..mesh.soup.triangles.len() as u32).map(corners).collect();
    let tree = Bvh::build(&mut shapes);
    Box::new(move |shot| {
        let (o, d) = (shot.origin, shot.direction);
        let ray = bvh::ray::Ray::new(Point3::new(o.x, o.y, o.z), Vector3::new(d.x, d.y, d.z));
        let (mut best, mut found) = (shot.length, false);
        for shape in tree.nearest_traverse_iterator(&ray, &shapes) {
            let enters = ray.intersection_slice_for_aabb(&shape.aabb());
            if enters.is_some_and(|(enter, _)| enter > best) {
                break;
            }
            let [a, b, c] = shape.corners;
            let hit = ray.intersects_triangle(&a, &b, &c).distance;
            if hit <= best {
                (best, found) = (hit, true);
            }
        }
        found.then_some(best)
    })
}

const SHOTS: usize = 20_000;

const CONTENDERS: [Contender; 5] = [
    rays::DEFAULT_TREE,
    rays::PARRY,
    ("obvhs CWBVH", compressed),
    ("obvhs BVH2", binary),
    ("bvh", plain),
];

/// Compares the rays a second of our tree with those of every other, mesh by mesh.
pub fn cases(meshes: &BenchMeshes, rounds: usize) -> Vec<Detail> {
    let mut cases = Vec::new();
    for mesh in meshes.all(&MeshName::ALL) {
        let mut closest = CONTENDERS.map(|(_, make)| make(&mesh));
        for (kind, words) in [(RayKind::Down, "down"), (RayKind::Long, "long")] {
            let shots = rays::shots(&mesh, kind, SHOTS);
            for ((name, _), query) in CONTENDERS.iter().zip(&mut closest).skip(1) {
                let mut agreement = Agreement::default();
                for shot in &shots {
                    agreement.add(rays::ours(&mesh.ours, shot), query(shot));
                }
                agreement.report(&format!("rays {words}, {name}"), mesh.name);
            }
            let series = turns_of(rounds, &mut closest, |it| run_all(&shots, it));
            let rates = series.iter().map(|series| SHOTS as f64 / series.median());
            let rates: Vec<f64> = rates.collect();
            for ((name, _), theirs) in CONTENDERS.iter().zip(&rates).skip(1) {
                let what = format!("{}, {words}, {name}", mesh.name);
                let both = [rates[0], *theirs].map(rate);
                cases.push(Detail::new(what, both, rates[0] / *theirs));
            }
        }
    }
    cases
}
