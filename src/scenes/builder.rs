//! Builds a level from quads, boxes, ramps and prisms, with flat normals and texture coordinates in
//! meters along each face.

use glam::{DAffine3, DVec3, Quat, Vec3};
use hexbound_collide::geom::{ConvexHull, Cylinder};

use crate::level::{
    Filter, Level, LevelError, LevelImage, Light, Material, MoverStart, Placed, Play, PlaySettings,
    PropKind, Sampler, StartBall, TextureRef, Track, UvPair, Vertex, WalkerStart, Wrap,
    build::{Draft, DraftBumper, DraftMover, DraftPart, DraftProp, DraftPropPart, assemble},
    movers::Path,
    spawn_search::SpawnWish,
};

/// The number of materials that every scene has: of walls and of what can be moved.
const USUAL_MATERIALS: usize = 2;

/// Builds a level in meters. Unlike a file's, a scene's local coordinates are the ones given here:
/// it is not re-centered, only moved as a whole by `offset`.
#[derive(Clone, Debug, Default)]
pub struct SceneBuilder {
    positions: Vec<Vec3>,
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
    pub(super) parts: Vec<ScenePart>,
    /// The materials of parts that name one, after the usual two.
    materials: Vec<Material>,
    pub(super) movers: Vec<DraftMover>,
    /// The bumpers, with the first index of each one's mesh.
    bumpers: Vec<(Cylinder, u32)>,
    props: Vec<SceneProp>,
    spawn: Option<(Vec3, f32)>,
    lights: Vec<Light>,
    pub(super) play: Play,
    offset: DVec3,
}

/// A prop of a scene.
#[derive(Clone, Debug, Default)]
struct SceneProp {
    /// The first index, the kind and the rotation of each part.
    parts: Vec<(usize, PropKind, Quat)>,
    gravity: bool,
    mass: Option<f32>,
}

/// A part of a scene, which lasts until the next begins.
#[derive(Clone, Debug)]
pub(super) struct ScenePart {
    name: String,
    /// The first of its indices.
    start: u32,
    mover: Option<usize>,
    /// Its place among the scene's materials; `None` for the usual one.
    material: Option<usize>,
    visible: bool,
    /// The target and the contact trigger that it belongs to.
    pub(super) target: Option<u32>,
    pub(super) trigger: Option<u32>,
}

impl SceneBuilder {
    /// An empty scene.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a part of this name, to which everything that follows belongs.
    pub fn part(mut self, name: &str) -> Self {
        self.begin_part(name, None);
        self
    }

    /// Begins a part of this material.
    pub fn part_of(mut self, name: &str, material: Material) -> Self {
        self.begin_part(name, None).material = Some(self.materials.len());
        self.materials.push(material);
        self
    }

    /// Makes the part that was begun last of this material.
    pub(crate) fn made_of(mut self, material: Material) -> Self {
        if let Some(part) = self.parts.last_mut() {
            part.material = Some(self.materials.len());
            self.materials.push(material);
        }
        self
    }

    /// Begins a part of the material of the part before, which is solid but not drawn.
    pub(crate) fn unseen_part(mut self, name: &str) -> Self {
        let material = self.parts.last().and_then(|part| part.material);
        let part = self.begin_part(name, None);
        (part.material, part.visible) = (material, false);
        self
    }

    /// Begins a part that moves along `track`, by its offsets and about `pivot`.
    pub fn mover(mut self, name: &str, pivot: Vec3, track: Track) -> Self {
        self.begin_part(name, Some(self.movers.len()));
        self.movers.push(DraftMover {
            start: MoverStart::AtOnce,
            name: name.to_string(),
            path: Path {
                parent: DAffine3::from_translation(pivot.as_dvec3()),
                rest: Placed::IDENTITY,
                track,
            },
        });
        self
    }

    /// Adds a triangle, counter-clockwise as seen from the front.
    pub fn triangle(mut self, a: Vec3, b: Vec3, c: Vec3) -> Self {
        self.polygon(&[a, b, c]);
        self
    }

    /// Adds a flat quad, counter-clockwise as seen from the front, split into triangles from `a` to
    /// `c`.
    pub fn quad(mut self, a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Self {
        self.polygon(&[a, b, c, d]);
        self
    }

    /// Adds a flat convex polygon, counter-clockwise as seen from the front, as a fan of triangles.
    pub(crate) fn convex(mut self, corners: &[Vec3]) -> Self {
        self.polygon(corners);
        self
    }

    /// Adds a horizontal rectangle that faces up at the height `y`.
    pub fn floor(self, min_x: f32, min_z: f32, max_x: f32, max_z: f32, y: f32) -> Self {
        self.quad(
            Vec3::new(min_x, y, min_z),
            Vec3::new(min_x, y, max_z),
            Vec3::new(max_x, y, max_z),
            Vec3::new(max_x, y, min_z),
        )
    }

    /// Adds a solid box, its faces outward.
    pub fn cuboid(mut self, min: Vec3, max: Vec3) -> Self {
        self.box_faces(min, max, false);
        self
    }

    /// Adds a hollow box, its faces inward.
    pub fn room(mut self, min: Vec3, max: Vec3) -> Self {
        self.box_faces(min, max, true);
        self
    }

    /// Adds a solid wedge whose top rises from the middle of its low edge to the middle of its high
    /// edge; it stands at the height of `low`.
    pub fn ramp(mut self, low: Vec3, high: Vec3, width: f32) -> Self {
        let along = Vec3::new(high.x - low.x, 0.0, high.z - low.z).normalize_or(Vec3::NEG_Z);
        let side = along.cross(Vec3::Y) * (width * 0.5);
        let foot = Vec3::new(high.x, low.y, high.z);
        self.polygon(&[low - side, low + side, high + side, high - side]);
        self.polygon(&[foot - side, high - side, high + side, foot + side]);
        self.polygon(&[low + side, foot + side, high + side]);
        self.polygon(&[low - side, high - side, foot - side]);
        self
    }

    /// Adds an upright solid prism over a polygon in the x–z plane (`[x, z]`, counter-clockwise as
    /// seen from above).
    pub fn prism(mut self, outline: &[[f32; 2]], bottom: f32, top: f32) -> Self {
        let at = |point: &[f32; 2], y: f32| Vec3::new(point[0], y, point[1]);
        let lid: Vec<Vec3> = outline.iter().map(|point| at(point, top)).collect();
        self.polygon(&lid);
        for (index, point) in outline.iter().enumerate() {
            let next = &outline[(index + 1) % outline.len()];
            self.polygon(&[
                at(point, bottom),
                at(next, bottom),
                at(next, top),
                at(point, top),
            ]);
        }
        self
    }

    /// Adds an upright solid pillar with `sides` faces that stands on `base`.
    pub fn pillar(self, base: Vec3, radius: f32, height: f32, sides: usize) -> Self {
        let outline: Vec<[f32; 2]> = ring(sides)
            .map(|[x, z]| [base.x + x * radius, base.z + z * radius])
            .collect();
        self.prism(&outline, base.y, base.y + height)
    }

    /// Adds a grid of `cells` squares of side `cell` along x and z from the corner `min`, at the
    /// heights that `height(x, z)` gives.
    pub fn height_field(
        mut self,
        min: [f32; 2],
        cell: f32,
        cells: [usize; 2],
        height: impl Fn(f32, f32) -> f32,
    ) -> Self {
        let at = |x: usize, z: usize| {
            let (x, z) = (min[0] + x as f32 * cell, min[1] + z as f32 * cell);
            Vec3::new(x, height(x, z), z)
        };
        for z in 0..cells[1] {
            for x in 0..cells[0] {
                let (a, b) = (at(x, z), at(x, z + 1));
                let (c, d) = (at(x + 1, z + 1), at(x + 1, z));
                self.polygon(&[a, b, c]);
                self.polygon(&[a, c, d]);
            }
        }
        self
    }

    /// Adds a cylinder that balls bounce off, with a mesh of 32 sides.
    pub fn bumper(mut self, cylinder: Cylinder) -> Self {
        let first = self.indices.len() as u32;
        let up = cylinder.axis;
        let right = up.any_orthonormal_vector();
        let forward = right.cross(up);
        let rim: Vec<Vec3> = ring(32)
            .map(|[x, z]| cylinder.center + (right * x + forward * z) * cylinder.radius)
            .collect();
        let half = up * cylinder.half_length;
        let top: Vec<Vec3> = rim.iter().map(|point| *point + half).collect();
        let bottom: Vec<Vec3> = rim.iter().rev().map(|point| *point - half).collect();
        self.polygon(&top);
        self.polygon(&bottom);
        for (index, point) in rim.iter().enumerate() {
            let next = rim[(index + 1) % rim.len()];
            self.polygon(&[*point - half, next - half, next + half, *point + half]);
        }
        self.bumpers.push((cylinder, first));
        self
    }

    /// Adds a sphere that stays, with a mesh of 64 by 32 sides and round normals.
    pub fn sphere(mut self, center: Vec3, radius: f32) -> Self {
        let first = self.positions.len();
        self.sphere_faces(radius, 32);
        for (position, vertex) in
            (self.positions[first..].iter_mut()).zip(&mut self.vertices[first..])
        {
            vertex.normal = (*position / radius).to_array();
            *position += center;
            vertex.position = position.to_array();
        }
        self
    }

    /// Adds a movable box with half the sides `half` along its own axes.
    pub fn prop_box(mut self, name: &str, center: Vec3, half: Vec3, rotation: Quat) -> Self {
        let first = self.begin_prop(name, PropKind::Box, rotation);
        self.box_faces(-half, half, false);
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Adds a movable sphere with a mesh of 16 by 8 sides.
    pub fn prop_sphere(mut self, name: &str, center: Vec3, radius: f32, rotation: Quat) -> Self {
        let first = self.begin_prop(name, PropKind::Sphere, rotation);
        self.sphere_faces(radius, 8);
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Adds a movable convex hull around points given about `center`; nothing if they are flat.
    pub fn prop_hull(mut self, name: &str, center: Vec3, points: &[Vec3], rotation: Quat) -> Self {
        let Some(hull) = ConvexHull::from_points(points) else {
            return self;
        };
        let first = self.begin_prop(name, PropKind::Hull, rotation);
        for corners in &hull.triangles {
            self.polygon(&corners.map(|corner| hull.corners[corner as usize].as_vec3()));
        }
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Makes the last prop a part of the body of the one before it.
    pub fn joined(mut self) -> Self {
        if let [.., whole, part] = &mut self.props[..] {
            whole.parts.append(&mut part.parts);
            self.props.pop();
        }
        self
    }

    /// Lets the last prop fall.
    pub fn with_gravity(mut self) -> Self {
        if let Some(prop) = self.props.last_mut() {
            prop.gravity = true;
        }
        self
    }

    /// Gives the last prop a mass, kilograms, by which it is pushed.
    pub fn with_mass(mut self, mass: f32) -> Self {
        if let Some(prop) = self.props.last_mut() {
            prop.mass = Some(mass);
        }
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

    /// Adds a walker, its places given in the scene's coordinates.
    pub fn walker(mut self, start: WalkerStart) -> Self {
        self.play.walkers.push(start);
        self
    }

    /// Sets where the player's feet start and the yaw in radians; without it a place is searched
    /// for.
    pub fn spawn(mut self, feet: Vec3, yaw: f32) -> Self {
        self.spawn = Some((feet, yaw));
        self
    }

    /// Adds a lamp, with its strength as given.
    pub fn light(mut self, light: Light) -> Self {
        self.lights.push(light);
        self
    }

    /// Sets where the scene's zero lies in the coordinates of a file; it becomes the level's
    /// origin.
    pub fn offset(mut self, offset: DVec3) -> Self {
        self.offset = offset;
        self
    }

    /// Builds the level; an error where nothing in it is solid.
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
        let level = assemble(Draft {
            name: name.to_string(),
            positions: self.positions.iter().copied().map(place).collect(),
            vertices: self.vertices,
            indices: self.indices,
            materials,
            images: vec![grid_image()],
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
            movers,
            props,
            play,
            spawns: (self.spawn.into_iter())
                .map(|(feet, yaw)| SpawnWish::Exact {
                    feet: place(feet),
                    yaw,
                })
                .collect(),
            origin: Some(offset),
            ..Draft::default()
        })?;
        Ok(Level {
            lights: self.lights,
            ..level
        })
    }

    /// Adds a sphere around the origin, with twice as many sides as belts.
    fn sphere_faces(&mut self, radius: f32, belts: usize) {
        let circle: Vec<[f32; 2]> = ring(2 * belts).collect();
        let at = |belt: usize, side: usize| {
            // Half of the same circle, from pole to pole.
            let [height, minus_width] = circle[belt];
            let [x, z] = circle[side % circle.len()];
            Vec3::new(-minus_width * x, height, -minus_width * z) * radius
        };
        for belt in 0..belts {
            for side in 0..circle.len() {
                let (a, b) = (at(belt, side), at(belt + 1, side));
                let (c, d) = (at(belt + 1, side + 1), at(belt, side + 1));
                match belt {
                    0 => self.polygon(&[a, b, c]),
                    _ if belt + 1 == belts => self.polygon(&[a, b, d]),
                    _ => self.polygon(&[a, b, c, d]),
                }
            }
        }
    }

    /// Begins a prop, which lasts until `end_prop`, and gives its first vertex.
    fn begin_prop(&mut self, name: &str, kind: PropKind, rotation: Quat) -> usize {
        self.props.push(SceneProp {
            parts: vec![(self.indices.len(), kind, rotation)],
            ..SceneProp::default()
        });
        self.begin_part(name, None);
        self.positions.len()
    }

    pub(super) fn begin_part(&mut self, name: &str, mover: Option<usize>) -> &mut ScenePart {
        self.parts.push(ScenePart {
            name: name.to_string(),
            start: self.indices.len() as u32,
            mover,
            material: None,
            visible: true,
            target: None,
            trigger: None,
        });
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }

    fn end_prop(self) -> Self {
        self.part("scene")
    }

    /// Turns and moves everything from a vertex on.
    fn turn_from(&mut self, first: usize, center: Vec3, rotation: Quat) {
        for position in &mut self.positions[first..] {
            *position = center + rotation * *position;
        }
        for vertex in &mut self.vertices[first..] {
            let [x, y, z, sign] = vertex.tangent;
            let tangent = rotation * Vec3::new(x, y, z);
            vertex.tangent = tangent.extend(sign).to_array();
            vertex.normal = (rotation * Vec3::from(vertex.normal)).to_array();
        }
    }

    fn draft_props(&self, parts: &[DraftPart]) -> Vec<DraftProp> {
        let part = |(start, kind, rotation): &(usize, PropKind, Quat)| {
            let begins = |part: &DraftPart| part.indices.start as usize == *start;
            let place = parts.iter().position(begins)?;
            Some(DraftPropPart {
                kind: *kind,
                rotation: rotation.as_dquat().normalize(),
                parts: place..place + 1,
            })
        };
        let prop = |prop: &SceneProp| {
            let made: Vec<DraftPropPart> = prop.parts.iter().filter_map(part).collect();
            let first = made.first()?;
            Some(DraftProp {
                name: parts[first.parts.start].name.clone(),
                rotation: first.rotation,
                parts: made,
                gravity: prop.gravity,
                mass: prop.mass,
            })
        };
        self.props.iter().filter_map(prop).collect()
    }

    fn draft_parts(&self) -> Vec<DraftPart> {
        let end = self.indices.len() as u32;
        let mut parts = vec![ScenePart {
            name: String::from("scene"),
            start: 0,
            mover: None,
            material: None,
            visible: true,
            target: None,
            trigger: None,
        }];
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

    fn box_faces(&mut self, min: Vec3, max: Vec3, inward: bool) {
        // Corner bits: 1 = x, 2 = y, 4 = z; each face counter-clockwise from outside.
        const FACES: [[usize; 4]; 6] = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let corner = |bits: usize| {
            Vec3::new(
                if bits & 1 == 0 { min.x } else { max.x },
                if bits & 2 == 0 { min.y } else { max.y },
                if bits & 4 == 0 { min.z } else { max.z },
            )
        };
        for face in FACES {
            let mut corners = face.map(corner);
            if inward {
                corners.reverse();
            }
            self.polygon(&corners);
        }
    }

    /// Adds a flat convex polygon as a fan of triangles.
    fn polygon(&mut self, corners: &[Vec3]) {
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        let level = normal.y.abs() > 0.999;
        let tangent = if level {
            Vec3::X
        } else {
            Vec3::Y.cross(normal).normalize()
        };
        let bitangent = normal.cross(tangent);
        let first = self.vertices.len() as u32;
        for corner in corners {
            self.positions.push(*corner);
            self.vertices.push(Vertex {
                position: corner.to_array(),
                normal: normal.to_array(),
                tangent: tangent.extend(1.0).to_array(),
                uv: [corner.dot(tangent), -corner.dot(bitangent)],
                color: [1.0; 4],
                second_uv: [0.0; 2],
            });
        }
        for second in 1..corners.len() as u32 - 1 {
            self.indices
                .extend([first, first + second, first + second + 1]);
        }
    }
}

/// The corners `[x, z]` of a regular polygon of radius 1, counter-clockwise as seen from +Y.
fn ring(sides: usize) -> impl Iterator<Item = [f32; 2]> {
    (0..sides).map(move |side| {
        let angle = side as f32 / sides as f32 * std::f32::consts::TAU;
        [libm::cosf(angle), -libm::sinf(angle)]
    })
}

/// The pale default material with a line every meter, which shows size and speed.
fn grid_material() -> Material {
    Material {
        name: String::from("grid"),
        base_color_texture: Some(TextureRef {
            image: 0,
            sampler: Sampler {
                wrap_u: Wrap::Repeat,
                wrap_v: Wrap::Repeat,
                filter: Filter::Linear,
            },
            uvs: UvPair::First,
            transform: None,
        }),
        ..Material::default()
    }
}

/// The grid in a warmer and darker color, which tells movable things from walls.
fn prop_material() -> Material {
    Material {
        name: String::from("movable"),
        base_color: [0.42, 0.21, 0.085, 1.0],
        roughness: 0.55,
        ..grid_material()
    }
}

fn grid_image() -> LevelImage {
    const SIZE: u32 = 64;
    let shade = |x: u32, y: u32| {
        let line = x == 0 || y == 0 || x == SIZE - 1 || y == SIZE - 1;
        let light = (x / (SIZE / 2) + y / (SIZE / 2)).is_multiple_of(2);
        match (line, light) {
            (true, _) => 120,
            (false, true) => 255,
            (false, false) => 236,
        }
    };
    let rgba = (0..SIZE * SIZE).flat_map(|pixel| {
        let value = shade(pixel % SIZE, pixel / SIZE);
        [value, value, value, 255]
    });
    LevelImage::new("grid", SIZE, SIZE, rgba.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outward(builder: &SceneBuilder, inside: Vec3) -> bool {
        builder.indices.chunks(3).all(|corners| {
            let [a, b, c] = [0, 1, 2].map(|k| builder.positions[corners[k] as usize]);
            (b - a).cross(c - a).dot(a - inside) > 0.0
        })
    }

    #[test]
    fn props_are_told_from_the_walls() {
        let level = SceneBuilder::new()
            .room(Vec3::splat(-4.0), Vec3::splat(4.0))
            .prop_box("prop", Vec3::ZERO, Vec3::splat(0.5), Quat::IDENTITY)
            .build("test")
            .unwrap();
        let colors = |is_prop: bool| {
            let parts = level.mesh.parts.iter();
            let such = parts.filter(move |part| part.prop.is_some() == is_prop);
            such.map(|part| level.materials[part.material].base_color)
        };
        assert_eq!((colors(true).count(), colors(false).count()), (1, 1));
        assert!(colors(true).all(|color| colors(false).all(|other| color[2] < 0.5 * other[2])));
    }

    #[test]
    fn every_solid_faces_outward() {
        let new = SceneBuilder::new;
        assert!(outward(
            &new().cuboid(Vec3::ZERO, Vec3::ONE),
            Vec3::splat(0.5)
        ));
        assert!(!outward(
            &new().room(Vec3::ZERO, Vec3::ONE),
            Vec3::splat(0.5)
        ));
        assert!(outward(
            &new().pillar(Vec3::ZERO, 1.0, 2.0, 32),
            Vec3::splat(0.1)
        ));
        let ramp = new().ramp(Vec3::ZERO, Vec3::new(0.0, 1.0, -3.0), 2.0);
        assert!(outward(&ramp, Vec3::new(0.0, 0.1, -2.0)));
        let bumper = new().bumper(Cylinder {
            center: Vec3::Y,
            axis: Vec3::new(1.0, 1.0, 0.0).normalize(),
            radius: 0.5,
            half_length: 1.0,
        });
        assert!(outward(&bumper, Vec3::Y));
    }

    #[test]
    fn normals_agree_with_the_winding() {
        let field = SceneBuilder::new().height_field([0.0, 0.0], 1.0, [3, 3], |x, z| x * 0.1 - z);
        for corners in field.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|k| field.positions[corners[k] as usize]);
            let normal = Vec3::from(field.vertices[corners[0] as usize].normal);
            assert!((b - a).cross(c - a).dot(normal) > 0.0);
            assert!(normal.y > 0.0);
        }
    }

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
