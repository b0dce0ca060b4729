//! Builds a level in code, part by part. `shapes` adds triangles, `moving` adds movers and props. This
//! file names parts, sets their materials and builds the level.

mod materials;
mod moving;
mod parts;
mod shapes;

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::geom::Cylinder;

use hexbound_level::{
    Level, LevelError, Light, Material, Play, PlaySettings, StartBall, Vertex, WalkerStart,
    build::{Draft, DraftBumper, DraftMesh, DraftMover, DraftPart, assemble},
    spawn_search::SpawnRequest,
};
use materials::{USUAL_MATERIALS, grid_image, prop_material};
pub(crate) use materials::{grid_material, painted};
use parts::{ScenePart, SceneProp};

/// Builds a level in meters. Unlike a file, a scene keeps its coordinates as local ones: the level is not
/// re-centered, only moved as a whole by `offset`.
#[derive(Clone, Debug, Default)]
pub struct SceneBuilder {
    positions: Vec<Vec3>,
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
    pub(crate) parts: Vec<ScenePart>,
    /// The materials set by parts, after the usual two.
    materials: Vec<Material>,
    pub(crate) movers: Vec<DraftMover>,
    /// The bumpers, each with the first index of its mesh.
    bumpers: Vec<(Cylinder, u32)>,
    props: Vec<SceneProp>,
    spawn: Option<(Vec3, f32)>,
    lights: Vec<Light>,
    pub(crate) play: Play,
    offset: DVec3,
}

impl SceneBuilder {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a part named `name`, to which everything that follows belongs.
    pub fn part(mut self, name: &str) -> Self {
        self.begin_part(name, None);
        self
    }

    /// Begins a part with a material.
    pub fn part_of(mut self, name: &str, material: Material) -> Self {
        self.begin_part(name, None).material = Some(self.materials.len());
        self.materials.push(material);
        self
    }

    /// Sets the material of the latest part.
    pub fn material(mut self, material: Material) -> Self {
        if let Some(part) = self.parts.last_mut() {
            part.material = Some(self.materials.len());
            self.materials.push(material);
        }
        self
    }

    /// Begins a part that is solid but not drawn, with the material of the previous part.
    pub fn invisible_part(mut self, name: &str) -> Self {
        let material = self.parts.last().and_then(|part| part.material);
        let part = self.begin_part(name, None);
        (part.material, part.visible) = (material, false);
        self
    }

    /// Adds a ball.
    pub fn ball(mut self, ball: StartBall) -> Self {
        self.play.balls.push(ball);
        self
    }

    /// Sets the rules of the level.
    pub fn rules(mut self, settings: PlaySettings) -> Self {
        self.play.settings = settings;
        self
    }

    /// Adds a walker, its waypoints in the scene's coordinates.
    pub fn walker(mut self, start: WalkerStart) -> Self {
        self.play.walkers.push(start);
        self
    }

    /// Sets the start of the player's feet and the yaw in radians. Without a start, the level searches
    /// for a free place.
    pub fn spawn(mut self, feet: Vec3, yaw: f32) -> Self {
        self.spawn = Some((feet, yaw));
        self
    }

    /// Adds a lamp, with its strength unchanged.
    pub fn light(mut self, light: Light) -> Self {
        self.lights.push(light);
        self
    }

    /// Sets the position of the scene's zero in the coordinates of a file; it becomes the level's origin.
    pub fn offset(mut self, offset: DVec3) -> Self {
        self.offset = offset;
        self
    }

    /// Adds the static geometry and the lamps of another scene, translated by `at`.
    pub fn with_scene(mut self, other: SceneBuilder, at: Vec3) -> Self {
        let corners = self.positions.len() as u32;
        let (indices, materials) = (self.indices.len() as u32, self.materials.len());
        self.begin_part("scene", None);
        self.positions
            .extend(other.positions.iter().map(|it| *it + at));
        self.vertices
            .extend(other.vertices.into_iter().map(|vertex| Vertex {
                position: (Vec3::from(vertex.position) + at).to_array(),
                ..vertex
            }));
        self.indices
            .extend(other.indices.iter().map(|it| it + corners));
        self.materials.extend(other.materials);
        let parts = other.parts.into_iter().filter(|it| it.mover.is_none());
        self.parts.extend(parts.map(|part| ScenePart {
            start: part.start + indices,
            material: part.material.map(|it| it + materials),
            ..part
        }));
        let lights = other.lights.into_iter();
        self.lights.extend(lights.map(|light| Light {
            position: light.position + at,
            ..light
        }));
        self
    }

    /// Builds the level. Fails if nothing in it is solid.
    pub fn build(self, name: &str) -> Result<Level, LevelError> {
        let offset = self.offset;
        let place = |position: Vec3| position.as_dvec3() + offset;
        let parts = self.draft_parts();
        let props = self.draft_props(&parts);
        let mut movers = self.movers;
        for mover in &mut movers {
            mover.path.parent = DAffine3::from_translation(offset) * mover.path.parent;
        }
        let mut play = self.play;
        play.shift(offset);
        let mut materials = vec![grid_material(), prop_material()];
        materials.extend(self.materials);
        let mut level = assemble(Draft {
            name: name.to_string(),
            materials,
            images: vec![grid_image()],
            mesh: DraftMesh {
                positions: self.positions.iter().copied().map(place).collect(),
                vertices: self.vertices,
                indices: self.indices,
                bumpers: (self.bumpers.iter())
                    .map(|(bumper, first)| DraftBumper {
                        center: place(bumper.center),
                        axis: bumper.axis.as_dvec3(),
                        radius: f64::from(bumper.radius),
                        half_length: f64::from(bumper.half_length),
                        part: (parts.iter())
                            .position(|part| part.indices.contains(first))
                            .unwrap_or_default(),
                    })
                    .collect(),
                parts,
                props,
                ..DraftMesh::default()
            },
            movers,
            play,
            starts: (self.spawn.into_iter())
                .map(|(feet, yaw)| SpawnRequest::Exact {
                    feet: place(feet),
                    yaw,
                })
                .collect(),
            origin: Some(offset),
            ..Draft::default()
        })?;
        level.lighting.lights = self.lights;
        Ok(level)
    }

    pub(crate) fn begin_part(&mut self, name: &str, mover: Option<usize>) -> &mut ScenePart {
        let start = self.indices.len() as u32;
        self.parts.push(ScenePart::new(name, start, mover));
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }

    fn draft_parts(&self) -> Vec<DraftPart> {
        let end = self.indices.len() as u32;
        let mut parts = vec![ScenePart::new("scene", 0, None)];
        parts.extend(self.parts.iter().cloned());
        let is_prop = |start: u32| {
            let mut parts = self.props.iter().flat_map(|prop| &prop.parts);
            parts.any(|part| part.0 == start as usize)
        };
        let starts = parts.iter().skip(1).map(|part| part.start);
        let ends: Vec<u32> = starts.chain(std::iter::once(end)).collect();
        (parts.into_iter().zip(ends))
            .filter(|(part, end)| *end > part.start)
            .map(|(part, end)| DraftPart {
                target: part.target,
                trigger: part.trigger,
                name: part.name,
                material: (part.material).map_or(usize::from(is_prop(part.start)), |own| {
                    USUAL_MATERIALS + own
                }),
                indices: part.start..end,
                visible: part.visible,
                solid: true,
                mover: part.mover,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_triangles_once() {
        let parts = SceneBuilder::new()
            .cuboid(Vec3::ZERO, Vec3::ONE)
            .part("empty")
            .part("second")
            .triangle(Vec3::ZERO, Vec3::Z, Vec3::X)
            .draft_parts();
        let ranges: Vec<_> = parts.iter().map(|part| part.indices.clone()).collect();
        assert_eq!(ranges, [0..36, 36..39]);
        assert_eq!(parts[1].name, "second");
    }
}
