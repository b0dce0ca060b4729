//! The level as light sees it: triangles with one colour each. Props move, so light is baked
//! without them.

use std::sync::{Arc, OnceLock};

use glam::{Vec3, Vec4};

use super::Lamps;
use crate::{
    collide::{CollisionMesh, Faces},
    geom::Aabb,
    hash::Hasher,
    level::{Alpha, Level, Light, Material, Part},
};

/// A ray goes on so far behind what lets it through, metres, and through no more than so many.
const BEHIND: f32 = 1e-3;
const MOST_PASSED: usize = 8;

/// A material's mean over its textures, linear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurfaceColor {
    pub base: Vec3,
    pub emitted: Vec3,
}

pub(crate) struct BakeScene {
    pub(super) corners: Vec<[Vec3; 3]>,
    /// For each of those, whether it is seen from both sides.
    double_sided: Vec<bool>,
    pub(super) bounds: Aabb,
    surfaces: Vec<Surface>,
    /// Whether any of them does.
    lets_through: bool,
    /// The level's own where all that is seen is solid; else made when it is first asked, `None`
    /// where there is nothing.
    mesh: OnceLock<Option<Arc<CollisionMesh>>>,
    lights: Vec<Light>,
    lamps: OnceLock<Arc<Lamps>>,
}

struct Surface {
    normal: Vec3,
    color: SurfaceColor,
    double_sided: bool,
    /// Light goes through it as if it were not there.
    passes: bool,
}

impl Surface {
    fn seen(&self, direction: Vec3, distance: f32) -> Sight {
        let behind = self.normal.dot(direction) > 0.0;
        Sight {
            distance,
            normal: if behind { -self.normal } else { self.normal },
            color: self.color,
            from_behind: behind && !self.double_sided,
        }
    }

    const NOTHING: Surface = Surface {
        normal: Vec3::Y,
        color: SurfaceColor {
            base: Vec3::ZERO,
            emitted: Vec3::ZERO,
        },
        double_sided: true,
        passes: true,
    };
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
            double_sided: Vec::new(),
            bounds: Aabb::EMPTY,
            surfaces: Vec::new(),
            lets_through: false,
            mesh: OnceLock::new(),
            lights: Vec::new(),
            lamps: OnceLock::new(),
        }
    }

    /// `colors` has one entry a material.
    pub fn new(level: &Level, colors: &[SurfaceColor]) -> Self {
        let mut corners = Vec::new();
        let mut double_sided = Vec::new();
        let mut surfaces = Vec::new();
        let shares = all_seen_is_solid(level);
        let is_asked = |part: &&Part| {
            if shares {
                is_solid(part)
            } else {
                keeps_light(level, part)
            }
        };
        for part in level.mesh.parts.iter().filter(is_asked) {
            let passes = !keeps_light(level, part);
            let (Some(material), Some(&color)) = (
                level.materials.get(part.material),
                colors.get(part.material),
            ) else {
                continue;
            };
            let range = part.indices.start as usize..part.indices.end as usize;
            let indices = level.mesh.indices.get(range).unwrap_or(&[]);
            for triangle in indices.chunks_exact(3) {
                match surface(level, triangle, material, color) {
                    Some((points, surface)) if !passes => {
                        corners.push(points);
                        double_sided.push(surface.double_sided);
                        surfaces.push(surface);
                    }
                    // Keeps its number in the level's own mesh.
                    _ if shares => surfaces.push(Surface::NOTHING),
                    _ => {}
                }
            }
        }
        Self {
            bounds: Aabb::from_points(corners.iter().flatten().copied()),
            lets_through: surfaces.iter().any(|surface| surface.passes),
            mesh: if shares {
                OnceLock::from(Some(Arc::clone(&level.collision)))
            } else {
                OnceLock::new()
            },
            corners,
            double_sided,
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
        let mesh = (self.mesh).get_or_init(|| mesh_of(&self.corners).map(Arc::new));
        mesh.as_deref()
    }

    /// What a ray sees within `reach` metres.
    pub(super) fn look(&self, origin: Vec3, direction: Vec3, reach: f32) -> Option<Sight> {
        let mesh = self.mesh()?;
        let mut gone = 0.0;
        for _ in 0..MOST_PASSED {
            let from = origin + direction * gone;
            let (distance, triangle) = mesh.ray_distance(from, direction, reach - gone)?;
            let surface = &self.surfaces[mesh.source(triangle) as usize];
            if !surface.passes {
                return Some(surface.seen(direction, gone + distance));
            }
            gone += distance + BEHIND;
        }
        None
    }

    /// Whether the triangle of that number is seen from both sides.
    pub(super) fn is_double_sided(&self, triangle: u32) -> bool {
        self.double_sided[triangle as usize]
    }

    pub(super) fn is_blocked(&self, origin: Vec3, direction: Vec3) -> bool {
        self.is_blocked_within(origin, direction, f32::MAX)
    }

    /// Whether anything is between two points.
    pub(super) fn is_parted(&self, from: Vec3, to: Vec3) -> bool {
        let (way, length) = (to - from).normalize_and_length();
        length > 0.0 && self.is_blocked_within(from, way, length)
    }

    fn is_blocked_within(&self, origin: Vec3, direction: Vec3, reach: f32) -> bool {
        if self.lets_through {
            return self.look(origin, direction, reach).is_some();
        }
        let blocks =
            |mesh: &CollisionMesh| mesh.ray_hits_any(origin, direction, reach, Faces::Both);
        self.mesh().is_some_and(blocks)
    }
}

/// Whether it is opaque, stands still and is there at all.
fn keeps_light(level: &Level, part: &Part) -> bool {
    let stays = part.mover.is_none() && part.prop.is_none();
    let material = level.materials.get(part.material);
    let is_opaque = material.is_some_and(|material| material.alpha == Alpha::Opaque);
    part.visible && stays && is_opaque
}

/// Whether its triangles are in the level's collision mesh.
fn is_solid(part: &Part) -> bool {
    part.solid && part.mover.is_none() && part.prop.is_none()
}

/// Whether all that keeps light is in the level's collision mesh, and that is of these parts.
fn all_seen_is_solid(level: &Level) -> bool {
    let mut parts = level.mesh.parts.iter();
    parts.all(|part| is_solid(part) || !keeps_light(level, part)) && is_of_parts(level)
}

/// Whether the collision mesh's triangles are the solid parts', counted in their order: who has
/// changed the one may not have changed the other.
fn is_of_parts(level: &Level) -> bool {
    let mut firsts = Vec::new();
    let mut count = 0;
    for part in level.mesh.parts.iter().filter(|part| is_solid(part)) {
        firsts.push((count, part.indices.start as usize));
        count += part.indices.len() / 3;
    }
    let corner = |index: usize| {
        let vertex = *level.mesh.indices.get(index)? as usize;
        Some(Vec3::from(level.mesh.vertices.get(vertex)?.position))
    };
    (0..level.collision.len() as u32).all(|triangle| {
        let number = level.collision.source(triangle) as usize;
        let part = firsts.partition_point(|(first, _)| *first <= number);
        let Some((first, start)) = part.checked_sub(1).map(|part| firsts[part]) else {
            return false;
        };
        let place = start + 3 * (number - first);
        let corners = [corner(place), corner(place + 1), corner(place + 2)];
        number < count && corners == level.collision.corners(triangle).map(Some)
    })
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
        passes: false,
    };
    Some((points, surface))
}
