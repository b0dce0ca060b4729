//! A mesh with both libraries' copies of it, and free places in it. Meshes are made when a row
//! first asks for them.

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

pub struct Place {
    pub name: &'static str,
    pub soup: Soup,
    pub ours: CollisionMesh,
    pub parry: TriMesh,
    free: OnceCell<Vec<Vec3>>,
    stands: OnceCell<Vec<Vec3>>,
}

/// Every name that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Rooms8,
    Rooms25,
    Rooms79,
    Terrain,
    Arena,
    Fortress,
}

/// Real levels: many floors over 256 m, and curved vaults.
pub const REAL: [Name; 2] = [Name::Arena, Name::Fortress];

/// The body that walks and is swept: 1.8 m tall, 0.8 m wide.
pub const RADIUS: f32 = 0.4;
pub const HALF_HEIGHT: f32 = 0.9;
pub const HALF_SEGMENT: f32 = HALF_HEIGHT - RADIUS;

impl Name {
    pub const ALL: [Name; 6] = [
        Name::Rooms8,
        Name::Rooms25,
        Name::Rooms79,
        Name::Terrain,
        Name::Arena,
        Name::Fortress,
    ];
}

#[derive(Default)]
pub struct Places {
    made: RefCell<[Option<Option<Rc<Place>>>; 6]>,
}

impl Places {
    /// `None` only for a real level whose file is not there.
    pub fn get(&self, name: Name) -> Option<Rc<Place>> {
        let known = self.made.borrow()[name as usize].clone();
        known.unwrap_or_else(|| {
            let place = make(name).map(Rc::new);
            self.made.borrow_mut()[name as usize] = Some(place.clone());
            place
        })
    }

    pub fn all(&self, names: &[Name]) -> Vec<Rc<Place>> {
        names.iter().filter_map(|name| self.get(*name)).collect()
    }
}

fn make(name: Name) -> Option<Place> {
    let (name, soup) = match name {
        Name::Rooms8 => ("rooms8", meshes::rooms(8)),
        Name::Rooms25 => ("rooms25", meshes::rooms(25)),
        Name::Rooms79 => ("rooms79", meshes::rooms(79)),
        Name::Terrain => ("terrain", meshes::terrain(708)),
        Name::Arena => ("oacmpdm9", meshes::real("openarena-oacmpdm9/oacmpdm9.glb")?),
        Name::Fortress => (
            "oacmpctf3",
            meshes::real("openarena-oacmpctf3/oacmpctf3.glb")?,
        ),
    };
    let ours = CollisionMesh::build(&soup.positions, &soup.triangles).expect("a sound mesh");
    let parry = TriMesh::new(soup.positions.clone(), soup.triangles.clone()).expect("a sound mesh");
    Some(Place {
        name,
        soup,
        ours,
        parry,
        free: OnceCell::new(),
        stands: OnceCell::new(),
    })
}

/// As many as questions are asked at once: asking the same places again and again would measure
/// the caches.
const PLACES: usize = 20_000;

impl Place {
    /// Points in the open, 0.1 to 3 m above what can be stood on, all floors alike.
    pub fn free(&self) -> &[Vec3] {
        self.free.get_or_init(|| {
            let mut random = Random::new(3);
            let floors = self.floors();
            let all = floors.last().map_or(0.0, |floor| floor.0);
            let mut found = Vec::with_capacity(PLACES);
            while found.len() < PLACES {
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

    /// The triangles that can be stood on, each with the sum of the areas up to and with it, square
    /// meters.
    fn floors(&self) -> Vec<(f64, u32)> {
        let (mut sum, mut floors) = (0.0, Vec::new());
        for index in 0..self.soup.triangles.len() as u32 {
            let [a, b, c] = self.triangle(index);
            let cross = (b - a).cross(c - a);
            if cross.normalize_or_zero().y > 0.8 {
                sum += f64::from(cross.length()) / 2.0;
                floors.push((sum, index));
            }
        }
        floors
    }

    /// Centers of bodies that stand clear on something level, or hang a little above it.
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

    pub fn triangle(&self, index: u32) -> [Vec3; 3] {
        self.soup.triangles[index as usize].map(|vertex| self.soup.positions[vertex as usize])
    }

    /// Whatever is seen from there is seen from its front, and there is a floor.
    fn is_open(&self, point: Vec3) -> bool {
        let around = [
            Vec3::X,
            Vec3::Z,
            Vec3::new(0.6, 0.3, 0.7),
            Vec3::new(-0.5, 0.2, 0.8),
        ];
        let floor = self.ray(point, Vec3::NEG_Y);
        floor.is_some_and(|(_, normal)| normal.y > 0.0)
            && self
                .ray(point, Vec3::Y)
                .is_none_or(|(_, normal)| normal.y < 0.0)
            && around.into_iter().flat_map(|v| [v, -v]).all(|direction| {
                let hit = self.ray(point, direction.normalize());
                hit.is_none_or(|(_, normal)| normal.dot(direction) < 0.0)
            })
    }
}
