//! The level as light sees it: triangles with one colour each. Props move, so light is baked
//! without them.

use glam::{Vec3, Vec4};

use super::{
    Lamps,
    bvh::{Bvh, Meeting},
};
use crate::{
    geom::Aabb,
    level::{Alpha, Level, Material},
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
    bvh: Bvh,
    pub lamps: Lamps,
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
            bvh: Bvh::build(&[]),
            lamps: Lamps::default(),
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
        let mut scene = Self {
            bounds: Aabb::from_points(corners.iter().flatten().copied()),
            bvh: Bvh::build(&corners),
            corners,
            surfaces,
            lamps: Lamps::default(),
        };
        scene.lamps = Lamps::bake(&scene, &level.lights);
        scene
    }

    pub(super) fn look(&self, origin: Vec3, direction: Vec3, reach: f32) -> Option<Sight> {
        let Meeting { distance, triangle } = self.bvh.closest(origin, direction, reach)?;
        let surface = &self.surfaces[triangle as usize];
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
        self.bvh.is_blocked(origin, direction, f32::INFINITY)
    }
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
