//! The level as light sees it: triangles with one colour each. Props move, so light is baked
//! without them.

use std::sync::{Arc, OnceLock};

use glam::{Vec3, Vec4};

use super::Lamps;
use crate::{
    collide::{CollisionMesh, Faces},
    geom::Aabb,
    hash::Hasher,
    level::{Alpha, Level, Light, Material},
};

/// A material's mean over its textures, linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfaceColor {
    pub base: Vec3,
    pub emitted: Vec3,
}

pub(crate) struct BakeScene {
    pub(super) corners: Vec<[Vec3; 3]>,
    pub(super) bounds: Aabb,
    surfaces: Vec<Surface>,
    /// Made when it is first asked; `None` where there is nothing.
    mesh: OnceLock<Option<CollisionMesh>>,
    lights: Vec<Light>,
    lamps: OnceLock<Arc<Lamps>>,
}

struct Surface {
    normal: Vec3,
    color: SurfaceColor,
    double_sided: bool,
}

/// What a light ray sees at the end of its way.
pub(super) struct Sight {
    pub distance: f32,
    /// Unit, towards where the ray came from.
    pub normal: Vec3,
    pub color: SurfaceColor,
    /// The ray came from behind a surface that has no back.
    pub from_behind: bool,
}

impl BakeScene {
    pub fn nothing() -> Self {
        Self {
            corners: Vec::new(),
            bounds: Aabb::EMPTY,
            surfaces: Vec::new(),
            mesh: OnceLock::new(),
            lights: Vec::new(),
            lamps: OnceLock::new(),
        }
    }

    /// `colors` has one entry a material.
    pub fn new(level: &Level, colors: &[SurfaceColor]) -> Self {
        let mut corners = Vec::new();
        let mut surfaces = Vec::new();
        for part in level
            .mesh
            .parts
            .iter()
            .filter(|part| part.visible && part.mover.is_none() && part.prop.is_none())
        {
            let (Some(material), Some(&color)) = (
                level.materials.get(part.material),
                colors.get(part.material),
            ) else {
                continue;
            };
            if material.alpha != Alpha::Opaque {
                continue;
            }
            let range = part.indices.start as usize..part.indices.end as usize;
            let indices = level.mesh.indices.get(range).unwrap_or(&[]);
            for triangle in indices.chunks_exact(3) {
                let Some((points, surface)) = surface(level, triangle, material, color) else {
                    continue;
                };
                corners.push(points);
                surfaces.push(surface);
            }
        }
        Self {
            bounds: Aabb::from_points(corners.iter().flatten().copied()),
            mesh: OnceLock::new(),
            corners,
            surfaces,
            lights: level.lights.clone(),
            lamps: OnceLock::new(),
        }
    }

    /// The level's lamps with what they see, which is worked out when it is first asked.
    pub fn lamps(&self) -> &Arc<Lamps> {
        let bake = || Arc::new(Lamps::bake(self, &self.lights));
        self.lamps.get_or_init(bake)
    }

    /// All that light depends on.
    pub(super) fn hash(&self, hasher: &mut Hasher) {
        for corners in &self.corners {
            hasher.words(bytemuck::cast_slice(corners));
        }
        for Surface {
            color,
            double_sided,
            ..
        } in &self.surfaces
        {
            let numbers =
                [color.base, color.emitted].map(|color| color.to_array().map(f32::to_bits));
            hasher.words(numbers.as_flattened());
            hasher.words(&[u32::from(*double_sided)]);
        }
        hasher.bytes(format!("{:?}", self.lights).as_bytes());
    }

    fn mesh(&self) -> Option<&CollisionMesh> {
        let mesh = self.mesh.get_or_init(|| mesh_of(&self.corners));
        mesh.as_ref()
    }

    pub(super) fn look(&self, origin: Vec3, direction: Vec3, reach: f32) -> Option<Sight> {
        let mesh = self.mesh()?;
        let (distance, triangle) = mesh.ray_distance(origin, direction, reach)?;
        let surface = &self.surfaces[mesh.source(triangle) as usize];
        let behind = surface.normal.dot(direction) > 0.0;
        Some(Sight {
            distance,
            normal: if behind {
                -surface.normal
            } else {
                surface.normal
            },
            color: surface.color,
            from_behind: behind && !surface.double_sided,
        })
    }

    pub(super) fn is_blocked(&self, origin: Vec3, direction: Vec3) -> bool {
        self.mesh()
            .is_some_and(|mesh| mesh.ray_hits_any(origin, direction, f32::MAX, Faces::Both))
    }
}

/// The triangles in their order: rays ask the same tree as collision does.
fn mesh_of(corners: &[[Vec3; 3]]) -> Option<CollisionMesh> {
    let triangles: Vec<[u32; 3]> = (0..corners.len() as u32)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    CollisionMesh::build(corners.as_flattened(), &triangles).ok()
}

fn surface(
    level: &Level,
    triangle: &[u32],
    material: &Material,
    mut color: SurfaceColor,
) -> Option<([Vec3; 3], Surface)> {
    let vertex = |corner: usize| level.mesh.vertices.get(triangle[corner] as usize);
    let vertices = [vertex(0)?, vertex(1)?, vertex(2)?];
    let points = vertices.map(|vertex| Vec3::from(vertex.position));
    let tint: Vec4 = vertices.iter().map(|vertex| Vec4::from(vertex.color)).sum();
    color.base *= tint.truncate() / 3.0;
    let normal = (points[1] - points[0])
        .cross(points[2] - points[0])
        .try_normalize()?;
    let surface = Surface {
        normal,
        color,
        double_sided: material.double_sided,
    };
    Some((points, surface))
}
