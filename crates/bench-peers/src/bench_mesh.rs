//! A benchmark mesh in the formats of both libraries, with query points in its open space. Meshes are
//! built at their first use.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use glam::Vec3;
use hexbound_collide::CollisionMesh;
use parry3d::{
    query::{Ray, RayCast},
    shape::TriMesh,
};

use crate::{
    judge,
    meshes::{self, Soup},
    random::Random,
};
use MeshName::{Arena, Fortress, Rooms8, Rooms25, Rooms79, Terrain};

pub struct BenchMesh {
    pub name: &'static str,
    pub soup: Soup,
    pub ours: CollisionMesh,
    pub parry: TriMesh,
    free: OnceCell<Vec<Vec3>>,
    stands: OnceCell<Vec<Vec3>>,
}

/// The names of all meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshName {
    Rooms8,
    Rooms25,
    Rooms79,
    Terrain,
    Arena,
    Fortress,
}

/// Real levels: many floors over 256 m, and curved vaults.
pub const REAL_LEVELS: [MeshName; 2] = [Arena, Fortress];

/// The radius of the body in walks and sweeps, meters: 0.8 m wide, and 1.8 m tall.
pub const RADIUS: f32 = 0.4;
/// Half the height of the walking body, meters.
pub const HALF_HEIGHT: f32 = 0.9;
/// Half the length of the walking capsule's segment, meters.
pub const HALF_SEGMENT: f32 = HALF_HEIGHT - RADIUS;

impl MeshName {
    pub const ALL: [MeshName; 6] = [Rooms8, Rooms25, Rooms79, Terrain, Arena, Fortress];
}

#[derive(Default)]
pub struct BenchMeshes {
    known: RefCell<[Option<Option<Rc<BenchMesh>>>; 6]>,
}

impl BenchMeshes {
    /// `None` only for a real level whose file is not there.
    pub fn get(&self, name: MeshName) -> Option<Rc<BenchMesh>> {
        let known = self.known.borrow()[name as usize].clone();
        known.unwrap_or_else(|| {
            let mesh = make(name).map(Rc::new);
            self.known.borrow_mut()[name as usize] = Some(mesh.clone());
            mesh
        })
    }

    /// A generated mesh, which is always there.
    pub fn made(&self, name: MeshName) -> Rc<BenchMesh> {
        self.get(name).expect("a generated mesh")
    }

    pub fn all(&self, names: &[MeshName]) -> Vec<Rc<BenchMesh>> {
        names.iter().filter_map(|name| self.get(*name)).collect()
    }
}

fn make(name: MeshName) -> Option<BenchMesh> {
    let (name, soup) = match name {
        Rooms8 => ("rooms8", meshes::rooms(8)),
        Rooms25 => ("rooms25", meshes::rooms(25)),
        Rooms79 => ("rooms79", meshes::rooms(79)),
        Terrain => ("terrain", meshes::terrain(708)),
        Arena => ("oacmpdm9", meshes::real("openarena-oacmpdm9/oacmpdm9.glb")?),
        Fortress => (
            "oacmpctf3",
            meshes::real("openarena-oacmpctf3/oacmpctf3.glb")?,
        ),
    };
    let ours = CollisionMesh::build(&soup.positions, &soup.triangles).expect("a sound mesh");
    let parry = TriMesh::new(soup.positions.clone(), soup.triangles.clone()).expect("a sound mesh");
    Some(BenchMesh {
        name,
        soup,
        ours,
        parry,
        free: OnceCell::new(),
        stands: OnceCell::new(),
    })
}

/// The number of query points. With fewer points, repeated queries would measure the caches.
const QUERY_POINTS: usize = 20_000;

impl BenchMesh {
    /// Points in open space, 0.1 to 3 m above walkable triangles, evenly distributed over all floors.
    pub fn free(&self) -> &[Vec3] {
        self.free.get_or_init(|| {
            let mut random = Random::new(3);
            let floors = self.floors();
            let all = floors.last().map_or(0.0, |floor| floor.0);
            let mut found = Vec::with_capacity(QUERY_POINTS);
            while found.len() < QUERY_POINTS {
                let area = random.fraction() as f64 * all;
                let at = floors.partition_point(|floor| floor.0 < area);
                let [a, b, c] = self.triangle(floors[at.min(floors.len() - 1)].1);
                let (mut u, mut v) = (random.fraction(), random.fraction());
                if u + v > 1.0 {
                    (u, v) = (1.0 - u, 1.0 - v);
                }
                let height = random.between(0.1, 3.0);
                let point = a + (b - a) * u + (c - a) * v + Vec3::Y * height;
                found.extend(self.is_open(point).then_some(point));
            }
            found
        })
    }

    /// The walkable triangles, each with the sum of the areas up to and including it, square meters.
    fn floors(&self) -> Vec<(f64, u32)> {
        let (mut sum, mut floors) = (0.0, Vec::new());
        for (index, [a, b, c]) in (0..).zip(self.triangles()) {
            let cross = (b - a).cross(c - a);
            if cross.normalize_or_zero().y > 0.8 {
                sum += f64::from(cross.length()) / 2.0;
                floors.push((sum, index));
            }
        }
        floors
    }

    /// The centers of bodies that stand without contact on level ground, or slightly above it.
    pub fn stands(&self) -> &[Vec3] {
        self.stands.get_or_init(|| {
            let mut found: Vec<Vec3> = Vec::new();
            for &point in self.free() {
                let Some((distance, normal)) = self.ray(point, Vec3::NEG_Y) else {
                    continue;
                };
                let center = point - Vec3::Y * (distance - HALF_HEIGHT - 0.03);
                if normal.y > 0.8 && distance < 40.0 && judge::capsule_gap(self, center) > 0.01 {
                    found.push(center);
                }
            }
            assert!(!found.is_empty(), "{} has no place to stand", self.name);
            found
        })
    }

    fn ray(&self, origin: Vec3, direction: Vec3) -> Option<(f32, Vec3)> {
        let ray = Ray::new(origin, direction);
        let hit = (self.parry).cast_local_ray_and_get_normal(&ray, f32::MAX, false)?;
        let [a, b, c] = self.triangle(hit.subshape);
        Some((hit.time_of_impact, (b - a).cross(c - a).normalize_or_zero()))
    }

    pub fn triangles(&self) -> impl Iterator<Item = [Vec3; 3]> {
        (0..self.soup.triangles.len() as u32).map(|index| self.triangle(index))
    }

    pub fn triangle(&self, index: u32) -> [Vec3; 3] {
        self.soup.triangles[index as usize].map(|vertex| self.soup.positions[vertex as usize])
    }

    /// Returns whether a point is in open space: it has a floor below and sees only front faces.
    fn is_open(&self, point: Vec3) -> bool {
        let around = [
            Vec3::X,
            Vec3::Y,
            Vec3::Z,
            Vec3::new(0.6, 0.3, 0.7),
            Vec3::new(-0.5, 0.2, 0.8),
        ];
        self.ray(point, Vec3::NEG_Y).is_some()
            && around.into_iter().flat_map(|v| [v, -v]).all(|direction| {
                let hit = self.ray(point, direction.normalize());
                hit.is_none_or(|(_, normal)| normal.dot(direction) < 0.0)
            })
    }
}
