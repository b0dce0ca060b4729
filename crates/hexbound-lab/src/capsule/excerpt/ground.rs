//! The solid triangles of an excerpt, each with its surface, in the order in which the whole level's
//! collision mesh keeps them: sums over what is touched at once are rounded in that order.

use std::collections::BTreeMap;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, geom::Aabb};
use serde::{Deserialize, Serialize};

use hexbound_level::{Level, Surface, Surfaces};

/// Triangles over a list of positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Triangles {
    positions: Vec<Vec3>,
    corners: Vec<[u32; 3]>,
}

/// Triangles with surfaces.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Ground {
    triangles: Triangles,
    /// The different surfaces.
    surfaces: Vec<Surface>,
    /// The place of each triangle's surface among the surfaces.
    surface_of: Vec<u32>,
}

impl Triangles {
    /// All triangles of a mesh, in its order.
    pub(super) fn of(mesh: &CollisionMesh) -> Self {
        Self::some_of(mesh, &in_order(mesh, None))
    }

    fn some_of(mesh: &CollisionMesh, triangles: &[u32]) -> Self {
        let mut all = Self::default();
        let mut known = BTreeMap::new();
        for triangle in triangles {
            let corners = mesh.corners(*triangle);
            all.corners.push(corners.map(|corner| {
                let key = corner.to_array().map(f32::to_bits);
                *known.entry(key).or_insert_with(|| {
                    all.positions.push(corner);
                    (all.positions.len() - 1) as u32
                })
            }));
        }
        all
    }

    /// The collision mesh of the triangles; an error in words where they make none.
    pub(super) fn mesh(&self) -> Result<CollisionMesh, String> {
        CollisionMesh::build_in_order(&self.positions, &self.corners)
            .map_err(|error| error.to_string())
    }

    fn with(&self, kept: &[usize]) -> Self {
        let mut all = Self::default();
        let mut renamed = BTreeMap::new();
        for corners in kept
            .iter()
            .filter_map(|triangle| self.corners.get(*triangle))
        {
            all.corners.push(corners.map(|corner| {
                *renamed.entry(corner).or_insert_with(|| {
                    let position = self.positions.get(corner as usize);
                    all.positions.push(position.copied().unwrap_or(Vec3::NAN));
                    (all.positions.len() - 1) as u32
                })
            }));
        }
        all
    }
}

impl Ground {
    /// The triangles of a level that stand, whose boxes meet these; all of them without boxes. There
    /// is always one.
    pub(super) fn of(level: &Level, boxes: Option<&[Aabb]>) -> Self {
        let found = in_order(&level.collision, boxes);
        Self::some_of(&level.collision, &level.surfaces, &found)
    }

    pub(super) fn of_mesh(mesh: &CollisionMesh, surfaces: &Surfaces) -> Self {
        Self::some_of(mesh, surfaces, &in_order(mesh, None))
    }

    fn some_of(mesh: &CollisionMesh, surfaces: &Surfaces, triangles: &[u32]) -> Self {
        let mut ground = Self {
            triangles: Triangles::some_of(mesh, triangles),
            ..Self::default()
        };
        for triangle in triangles {
            ground.add_surface(surfaces.of(mesh, *triangle));
        }
        ground
    }

    /// The number of triangles.
    pub(super) fn len(&self) -> usize {
        self.triangles.corners.len()
    }

    /// The corners of every triangle.
    pub(super) fn corners(&self) -> impl Iterator<Item = [Vec3; 3]> {
        let position = |corner: u32| self.triangles.positions.get(corner as usize);
        (self.triangles.corners.iter())
            .filter_map(move |[a, b, c]| Some([*position(*a)?, *position(*b)?, *position(*c)?]))
    }

    /// Only some of the triangles, by their places.
    pub(super) fn with(&self, kept: &[usize]) -> Self {
        let surface_of = kept
            .iter()
            .filter_map(|triangle| self.surface_of.get(*triangle));
        Self {
            triangles: self.triangles.with(kept),
            surfaces: self.surfaces.clone(),
            surface_of: surface_of.copied().collect(),
        }
    }

    /// The collision mesh and its surfaces; an error in words where there is no such mesh.
    pub(super) fn collision(&self) -> Result<(CollisionMesh, Surfaces), String> {
        let mut surfaces = Surfaces::default();
        if self.surface_of.len() != self.len() {
            return Err("there are other surfaces than triangles".into());
        }
        for (first, surface) in (0_u32..).zip(&self.surface_of) {
            let surface = self.surfaces.get(*surface as usize);
            surfaces.begin(first, *surface.ok_or("a triangle's surface is missing")?);
        }
        Ok((self.triangles.mesh()?, surfaces))
    }

    fn add_surface(&mut self, surface: Surface) {
        let known = self.surfaces.iter().position(|known| *known == surface);
        let place = known.unwrap_or_else(|| {
            self.surfaces.push(surface);
            self.surfaces.len() - 1
        });
        self.surface_of.push(place as u32);
    }
}

/// The triangles of a mesh whose boxes meet any of these, in the mesh's order; all of them without
/// boxes, and always one.
fn in_order(mesh: &CollisionMesh, boxes: Option<&[Aabb]>) -> Vec<u32> {
    let mut found: Vec<u32> = match boxes {
        None => (0..mesh.len() as u32).collect(),
        Some(boxes) => {
            let mut found = Vec::new();
            for region in boxes {
                mesh.gather(*region, &mut found);
            }
            found
        }
    };
    if found.is_empty() {
        found.push(0);
    }
    found.sort_unstable();
    found.dedup();
    found
}
