//! The scene of a bake: triangles with one color each. The scene omits moving geometry: movers, props, and
//! meshes with skins or morph targets. A mover that waits to be played, such as a gate, stops bounced
//! light, since it may stay closed for the whole run.

use std::sync::{Arc, OnceLock};

use glam::{DAffine3, Vec3, Vec4};

use super::{LampMaps, SurfaceColor, lit_region::lit_region, surface::SurfaceHit};
use hexbound_collide::{CollisionMesh, Faces, geom::Aabb, hash::Hasher};

use hexbound_level::{Alpha, Level, Light, Material, MoverStart, MovingPart, Part};

/// The distance behind a surface that passes light at which a ray continues, meters.
const BEHIND_DISTANCE: f32 = 1e-3;
/// The largest number of surfaces that a ray passes.
const MAX_PASSED_SURFACES: usize = 8;

pub struct BakeScene {
    /// The box in which light is computed, meters.
    pub bounds: Aabb,
    /// The properties that all triangles of a material share.
    materials: Vec<BakeMaterial>,
    /// A surface for each triangle, in the order of the level's parts.
    surfaces: Vec<TriangleSurface>,
    /// True if light passes any of the surfaces.
    passes_light: bool,
    triangles: SceneTriangles,
    /// The number of triangles that never move. The triangles after them belong to movers that wait.
    static_count: u32,
    lights: Vec<Light>,
    lamps: OnceLock<Arc<LampMaps>>,
    lamps_of_open_level: OnceLock<Arc<LampMaps>>,
}

/// The triangles' corners, and the tree for ray casts.
enum SceneTriangles {
    /// The level's own collision mesh, if everything visible is solid.
    Shared(Arc<CollisionMesh>),
    /// The scene's own triangles. The mesh is built on first use, and is `None` without triangles.
    Own {
        corners: Vec<[Vec3; 3]>,
        mesh: OnceLock<Option<Box<CollisionMesh>>>,
    },
}

#[derive(Clone, Copy)]
struct BakeMaterial {
    color: SurfaceColor,
    double_sided: bool,
}

/// A triangle's surface, which is small because there is one per triangle.
#[derive(Clone, Copy)]
struct TriangleSurface {
    /// The index of the material, or `NO_MATERIAL` if light passes the triangle unchanged.
    material: u32,
    /// The corners' mean color, in steps of `TINT_STEP`.
    tint: [u16; 3],
}

const NO_MATERIAL: u32 = u32::MAX;
const TINT_STEP: f32 = 1.0 / 16_384.0;

impl BakeScene {
    pub fn nothing() -> Self {
        Self {
            bounds: Aabb::EMPTY,
            materials: Vec::new(),
            surfaces: Vec::new(),
            passes_light: false,
            triangles: SceneTriangles::of(Vec::new()),
            static_count: 0,
            lights: Vec::new(),
            lamps: OnceLock::new(),
            lamps_of_open_level: OnceLock::new(),
        }
    }

    /// The scene of a level; `colors` has one entry for each of its materials.
    pub fn new(level: &Level, colors: &[SurfaceColor]) -> Self {
        let shares_mesh = all_seen_is_solid(level);
        let is_included = |part: &&Part| {
            if shares_mesh {
                is_solid(part)
            } else {
                stops_light(level, part)
            }
        };
        let parts = || {
            let is_still = |part: &&Part| waiting_mover(level, part).is_none();
            let still = level.mesh.parts.iter().filter(is_still);
            let waiting = level.mesh.parts.iter().filter(move |part| !is_still(part));
            still.chain(waiting).filter(is_included)
        };
        let count: usize = parts().map(|part| part.indices.len() / 3).sum();
        let mut corners = Vec::with_capacity(if shares_mesh { 0 } else { count });
        let mut surfaces = Vec::with_capacity(count);
        let mut bounds = Aabb::EMPTY;
        let mut static_count = 0;
        for part in parts() {
            let mover = waiting_mover(level, part);
            let start = mover.map(|mover| mover.motion_at(0.0));
            let passes = !stops_light(level, part) || part.material >= colors.len();
            let range = part.indices.start as usize..part.indices.end as usize;
            let indices = level.mesh.indices.get(range).unwrap_or(&[]);
            for triangle in indices.chunks_exact(3) {
                match surface(level, triangle, part.material, start.as_ref()) {
                    Some((points, surface)) if !passes => {
                        bounds = bounds.union(Aabb::from_points(points));
                        surfaces.push(surface);
                        if !shares_mesh {
                            corners.push(points);
                        }
                    }
                    // Omitted triangles keep their indices in the level's own mesh.
                    _ if shares_mesh => surfaces.push(TriangleSurface::NOTHING),
                    _ => {}
                }
            }
            if mover.is_none() {
                static_count = surfaces.len() as u32;
            }
        }
        let material = |(material, &color): (&Material, &SurfaceColor)| BakeMaterial {
            color,
            double_sided: material.double_sided,
        };
        Self {
            bounds: lit_region(bounds, level.collision.bounds()),
            materials: level.materials.iter().zip(colors).map(material).collect(),
            passes_light: surfaces.iter().any(TriangleSurface::passes),
            triangles: if shares_mesh {
                SceneTriangles::Shared(Arc::clone(&level.collision))
            } else {
                SceneTriangles::of(corners)
            },
            surfaces,
            static_count,
            lights: level.lighting.lights.clone(),
            lamps: OnceLock::new(),
            lamps_of_open_level: OnceLock::new(),
        }
    }

    /// The corners of all triangles that stop light.
    pub fn triangles(&self) -> impl Iterator<Item = [Vec3; 3]> {
        self.indexed_triangles().map(|(_, corners)| corners)
    }

    /// The corners of all triangles that stop light and never move, and whether each is double-sided.
    pub fn static_triangles(&self) -> impl Iterator<Item = ([Vec3; 3], bool)> {
        self.indexed_triangles()
            .filter(|(triangle, _)| self.triangles.source(*triangle) < self.static_count)
            .map(|(triangle, corners)| (corners, self.is_double_sided(triangle)))
    }

    /// The corners of all triangles that stop light, with their indices.
    pub fn indexed_triangles(&self) -> impl Iterator<Item = (u32, [Vec3; 3])> {
        let count = self.triangles.len() as u32;
        let kept = (0..count).filter(|&triangle| !self.surface_of(triangle).passes());
        kept.map(|triangle| (triangle, self.corners(triangle)))
    }

    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.triangles.corners(triangle)
    }

    fn material_of(&self, triangle: u32) -> Option<&BakeMaterial> {
        self.materials
            .get(self.surface_of(triangle).material as usize)
    }

    fn surface_of(&self, triangle: u32) -> &TriangleSurface {
        &self.surfaces[self.triangles.source(triangle) as usize]
    }

    /// The level's lamps with their maps, which the first call bakes.
    pub fn lamps(&self) -> &Arc<LampMaps> {
        self.triangles.mesh();
        self.lamps.get_or_init(|| self.bake_lamps(u32::MAX))
    }

    /// The level's lamps with their maps for a level without waiting movers, which the first call bakes.
    pub fn lamps_of_open_level(&self) -> &Arc<LampMaps> {
        let bake = || match self.static_count < self.surfaces.len() as u32 {
            true => self.bake_lamps(self.static_count),
            false => Arc::clone(self.lamps()),
        };
        self.lamps_of_open_level.get_or_init(bake)
    }

    fn bake_lamps(&self, count: u32) -> Arc<LampMaps> {
        let cast = |from, direction, reach| self.cast_ray_among(count, from, direction, reach);
        Arc::new(LampMaps::bake(&self.lights, &cast))
    }

    /// Builds the tree and the lamps' maps unless they exist. Parallel work must not be the first to use
    /// them: building them is parallel, too, and a thread that waits for it may start more of that work.
    pub fn prepare(&self) {
        self.lamps();
    }

    /// Hashes everything that baked light depends on.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        for corners in self.triangles() {
            hasher.words(bytemuck::cast_slice(&corners));
        }
        for TriangleSurface { material, tint } in &self.surfaces {
            let [red, green, blue] = tint.map(u32::from);
            hasher.words(&[*material, red, green, blue]);
        }
        for BakeMaterial {
            color,
            double_sided,
        } in &self.materials
        {
            let numbers =
                [color.base, color.emitted].map(|color| color.to_array().map(f32::to_bits));
            hasher.words(numbers.as_flattened());
            hasher.words(&[u32::from(*double_sided)]);
        }
        hasher.u32(self.static_count);
        hasher.bytes(format!("{:?}", self.lights).as_bytes());
    }

    /// The first hit of a ray within `reach` meters.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, reach: f32) -> Option<SurfaceHit> {
        self.cast_ray_among(u32::MAX, origin, direction, reach)
    }

    /// The first hit of a ray within `reach` meters among the first `count` surfaces.
    fn cast_ray_among(
        &self,
        count: u32,
        origin: Vec3,
        direction: Vec3,
        reach: f32,
    ) -> Option<SurfaceHit> {
        let mesh = self.triangles.mesh()?;
        let mut start = 0.0;
        for _ in 0..MAX_PASSED_SURFACES {
            let from = origin + direction * start;
            let (distance, triangle) = mesh.ray_distance(from, direction, reach - start)?;
            let source = mesh.source(triangle);
            let surface = &self.surfaces[source as usize];
            let material = self.materials.get(surface.material as usize);
            if let Some(material) = material.filter(|_| source < count) {
                let corners = mesh.corners(triangle);
                return Some(hit(surface, material, corners, direction, start + distance));
            }
            start += distance + BEHIND_DISTANCE;
        }
        None
    }

    /// The light that a triangle emits.
    pub fn emitted(&self, triangle: u32) -> Vec3 {
        self.material_of(triangle)
            .map_or(Vec3::ZERO, |material| material.color.emitted)
    }

    /// Returns whether a triangle is visible from both sides.
    pub fn is_double_sided(&self, triangle: u32) -> bool {
        self.material_of(triangle)
            .is_none_or(|material| material.double_sided)
    }

    pub fn is_blocked(&self, origin: Vec3, direction: Vec3) -> bool {
        self.is_blocked_within(origin, direction, f32::MAX)
    }

    /// Returns whether a surface lies between two points.
    pub fn is_occluded(&self, from: Vec3, to: Vec3) -> bool {
        let (direction, length) = (to - from).normalize_and_length();
        length > 0.0 && self.is_blocked_within(from, direction, length)
    }

    fn is_blocked_within(&self, origin: Vec3, direction: Vec3, reach: f32) -> bool {
        if self.passes_light {
            return self.cast_ray(origin, direction, reach).is_some();
        }
        let blocks =
            |mesh: &CollisionMesh| mesh.ray_hits_any(origin, direction, reach, Faces::Both);
        self.triangles.mesh().is_some_and(blocks)
    }
}

impl SceneTriangles {
    fn of(corners: Vec<[Vec3; 3]>) -> Self {
        Self::Own {
            corners,
            mesh: OnceLock::new(),
        }
    }

    fn mesh(&self) -> Option<&CollisionMesh> {
        match self {
            Self::Shared(mesh) => Some(mesh),
            Self::Own { corners, mesh } => mesh
                .get_or_init(|| mesh_of(corners).map(Box::new))
                .as_deref(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Shared(mesh) => mesh.len(),
            Self::Own { corners, .. } => corners.len(),
        }
    }

    fn corners(&self, triangle: u32) -> [Vec3; 3] {
        match self {
            Self::Shared(mesh) => mesh.corners(triangle),
            Self::Own { corners, .. } => corners[triangle as usize],
        }
    }

    /// The index of a triangle's surface.
    fn source(&self, triangle: u32) -> u32 {
        match self {
            Self::Shared(mesh) => mesh.source(triangle),
            Self::Own { .. } => triangle,
        }
    }
}

impl TriangleSurface {
    const NOTHING: TriangleSurface = TriangleSurface {
        material: NO_MATERIAL,
        tint: [0; 3],
    };

    fn passes(&self) -> bool {
        self.material == NO_MATERIAL
    }

    fn tint(&self) -> Vec3 {
        Vec3::from(self.tint.map(f32::from)) * TINT_STEP
    }
}

fn hit(
    surface: &TriangleSurface,
    material: &BakeMaterial,
    corners: [Vec3; 3],
    direction: Vec3,
    distance: f32,
) -> SurfaceHit {
    let normal = normal_of(corners).unwrap_or(-direction);
    let behind = normal.dot(direction) > 0.0;
    SurfaceHit {
        distance,
        normal: if behind { -normal } else { normal },
        color: SurfaceColor {
            base: material.color.base * surface.tint(),
            ..material.color
        },
        from_behind: behind && !material.double_sided,
    }
}

fn normal_of([a, b, c]: [Vec3; 3]) -> Option<Vec3> {
    (b - a).cross(c - a).try_normalize()
}

/// The mover of a part, if it rests until it is played.
fn waiting_mover<'a>(level: &'a Level, part: &Part) -> Option<&'a MovingPart> {
    let mover = level.movers.get(part.mover?)?;
    (mover.start == MoverStart::Played).then_some(mover)
}

/// Returns whether a part is visible, opaque, and static at first.
fn stops_light(level: &Level, part: &Part) -> bool {
    let waits = part.mover.is_none() || waiting_mover(level, part).is_some();
    let stays = waits && part.prop.is_none() && part.animated.is_none();
    let material = level.materials.get(part.material);
    let is_opaque = material.is_some_and(|material| material.alpha == Alpha::Opaque);
    part.visible && stays && is_opaque
}

/// Returns whether a part's triangles are in the level's collision mesh.
fn is_solid(part: &Part) -> bool {
    part.solid && part.mover.is_none() && part.prop.is_none()
}

/// Returns whether everything that stops light is in the level's collision mesh, and that mesh is
/// made of these parts.
fn all_seen_is_solid(level: &Level) -> bool {
    let mut parts = level.mesh.parts.iter();
    let is_known =
        |part: &Part| part.animated.is_none() && (is_solid(part) || !stops_light(level, part));
    parts.all(is_known) && is_of_parts(level)
}

/// Returns whether the collision mesh's triangles are those of the solid parts, in their order. A change of a
/// level may affect only one of the two.
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
        let source = level.collision.source(triangle) as usize;
        let part = firsts.partition_point(|(first, _)| *first <= source);
        let Some((first, start)) = part.checked_sub(1).map(|part| firsts[part]) else {
            return false;
        };
        let index = start + 3 * (source - first);
        let corners = [corner(index), corner(index + 1), corner(index + 2)];
        source < count && corners == level.collision.corners(triangle).map(Some)
    })
}

/// The mesh of triangles, in their order.
fn mesh_of(corners: &[[Vec3; 3]]) -> Option<CollisionMesh> {
    let triangles: Vec<[u32; 3]> = (0..corners.len() as u32)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    CollisionMesh::build(corners.as_flattened(), &triangles).ok()
}

/// A triangle's corners after `motion`, and its surface; `None` if the triangle has no area.
fn surface(
    level: &Level,
    triangle: &[u32],
    material: usize,
    motion: Option<&DAffine3>,
) -> Option<([Vec3; 3], TriangleSurface)> {
    let vertex = |corner: usize| level.mesh.vertices.get(triangle[corner] as usize);
    let vertices = [vertex(0)?, vertex(1)?, vertex(2)?];
    let moved = |point: Vec3| match motion {
        Some(motion) => motion.transform_point3(point.as_dvec3()).as_vec3(),
        None => point,
    };
    let points = vertices.map(|vertex| moved(Vec3::from(vertex.position)));
    normal_of(points)?;
    let tint: Vec4 = vertices.iter().map(|vertex| Vec4::from(vertex.color)).sum();
    let steps = (tint.truncate() / (3.0 * TINT_STEP) + 0.5).to_array();
    let surface = TriangleSurface {
        material: material as u32,
        tint: steps.map(|step| step as u16),
    };
    Some((points, surface))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The scene of a level whose materials are all gray.
    pub(crate) fn gray_scene(level: &Level) -> BakeScene {
        let gray = SurfaceColor {
            base: Vec3::splat(0.5),
            emitted: Vec3::ZERO,
        };
        BakeScene::new(level, &vec![gray; level.materials.len()])
    }
}
