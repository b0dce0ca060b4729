//! The last step of every level, from a file or made in code: re-centering, the collision mesh, the spawn
//! and the content hash.

use std::{mem::take, sync::Arc};

use glam::{DVec3, Vec3};
use hexbound_collide::{
    CollisionMesh, Faces, MeshError,
    geom::{Aabb, Cylinder},
    hash::Hasher,
};

use super::{
    Draft, DraftBumper, DraftPart, animated, buried_balls,
    cached_geometry::GeometryCacheEntry,
    census::{PartCounts, why_empty},
    content_hash, findings,
    ground::Ground,
    instance_groups, lights, movers, props,
    solid::{Solid, is_static},
};
use crate::{
    Ambience, Bumper, Code, Finding, Intent, Level, LevelError, LevelLighting, LevelMesh, Light,
    Material, MovingPart, Part, Prop, Reporter, Scale, StartChoice, Surface, Vertex,
};

/// The share of the work that is done when the solid triangles are known.
const AFTER_DRAFT: f32 = 0.2;

/// The source of a level's vertices and collision.
pub enum Geometry {
    /// Computed, and stored in the cache entry if there is one and the level is large.
    New(Option<GeometryCacheEntry>),
    /// Read from the cache: the draft's vertices are already in local coordinates.
    Cached(Box<Ground>),
}

/// Re-centers a draft, builds its collision mesh and finds the player's start. A draft without solids, or
/// that reaches too far, is an error in words.
pub fn assemble(draft: Draft) -> Result<Level, LevelError> {
    assemble_from(draft, Geometry::New(None), &|_| {})
}

/// Assembles a draft as [`assemble`] does, from new or cached geometry.
pub fn assemble_from(
    mut draft: Draft,
    geometry: Geometry,
    report: Reporter,
) -> Result<Level, LevelError> {
    let placed = PlacedDraft::of(&mut draft, geometry, report)?;
    let (name, scale) = (message_name(&draft), draft.reading.scale);
    check_reach(&name, scale, &placed.bounds, &mut draft.findings)?;
    Ok(complete(draft, placed))
}

/// A draft's meshes in local coordinates, and the data derived from them.
struct PlacedDraft {
    origin: DVec3,
    bounds: Aabb,
    mesh: LevelMesh,
    ground: Ground,
    movers: Vec<MovingPart>,
    props: Vec<Prop>,
}

impl PlacedDraft {
    /// Converts the meshes, movers and props of a draft, and stores their geometry in the cache if
    /// requested.
    fn of(draft: &mut Draft, geometry: Geometry, report: Reporter) -> Result<Self, LevelError> {
        let (entry, cached) = match geometry {
            Geometry::New(entry) => (entry, None),
            Geometry::Cached(ground) => (None, Some(*ground)),
        };
        let small_parts = entry.as_ref().and_then(|entry| entry.parts_of(draft));
        draft.findings.append(&mut draft.mesh.findings);
        draft.part_targets();
        let (origin, positions) = match &cached {
            Some(ground) => {
                let positions = draft.mesh.vertices.iter().map(|it| it.position.into());
                (ground.facts.origin, positions.collect())
            }
            None => local_positions(draft),
        };
        let bounds = Aabb::from_points(positions.iter().copied());
        let movers = movers::take(draft, &positions, origin);
        let (props, owners) = props::take(draft, &positions);
        let solid = match cached {
            Some(ground) => Err(ground),
            None => Ok(Solid::of(draft, &owners, &positions)),
        };
        report(AFTER_DRAFT);
        let vertices = take(&mut draft.mesh.vertices);
        let indices = take(&mut draft.mesh.indices);
        let (ground, mut mesh) = rayon::join(
            || solid.map_or_else(Ok, |solid| Ground::of(draft, solid, bounds, origin, report)),
            || local_mesh(vertices, indices, &draft.mesh.parts, &owners, &positions),
        );
        let mut ground = ground.map_err(|error| unplayable(draft, &owners, error))?;
        if let Some((entry, parts)) = entry.zip(small_parts) {
            entry.store(parts, &ground, &mesh);
        }
        draft.findings.append(&mut ground.facts.findings);
        let groups = take(&mut draft.mesh.instance_groups);
        mesh.instance_groups = instance_groups::local(groups, &positions, origin);
        Ok(Self {
            origin,
            bounds,
            mesh,
            ground,
            movers,
            props,
        })
    }
}

/// Completes the level of a draft with placed meshes: finds the player's start, and completes the
/// findings.
fn complete(mut draft: Draft, mut placed: PlacedDraft) -> Level {
    let Ground { collision, facts } = placed.ground;
    let origin = placed.origin;
    let lights = local_lights(&mut draft, origin, &collision);
    let is_model = facts.start == StartChoice::LaidGround;
    animated::take(&mut draft, &mut placed.mesh, origin, is_model);
    let ambience = draft.ambience.drain(..).map(|(place, ambience)| Ambience {
        position: (place - origin).as_vec3(),
        ..ambience
    });
    let ambience = ambience.collect();
    let bumpers = draft.mesh.bumpers.iter();
    let bumpers = bumpers.map(|it| local_bumper(&draft, it, origin)).collect();
    let mut play = take(&mut draft.play);
    play.shift(-origin);
    (draft.findings).extend(buried_balls::findings(&play.balls, &collision, origin));
    if draft.materials.is_empty() {
        draft.materials.push(Material::default());
    }
    findings::finish(
        &mut draft,
        &placed.mesh,
        facts.proportions,
        placed.bounds,
        origin,
        is_model,
    );
    let mut level = Level {
        name: draft.name,
        path: draft.path,
        reading: draft.reading,
        origin,
        bounds: placed.bounds,
        mesh: placed.mesh,
        materials: draft.materials,
        images: draft.images,
        lighting: LevelLighting {
            sun: draft.sun,
            air: draft.air,
            lights,
        },
        ambience,
        collision: Arc::new(collision),
        surfaces: facts.surfaces,
        bumpers,
        movers: placed.movers,
        props: placed.props,
        spawn: facts.spawn,
        play,
        findings: draft.findings,
        intent: Intent {
            start_choice: facts.start,
            accepted: draft.accepted,
        },
        content_hash: 0,
    };
    level.content_hash = content_hash::of_level(Hasher::from_hash(facts.hash), &level);
    level
}

/// A draft's origin, and its positions in local coordinates.
fn local_positions(draft: &Draft) -> (DVec3, Vec<Vec3>) {
    let positions = &draft.mesh.positions;
    let origin = draft.origin.unwrap_or_else(|| middle(positions));
    let local = |position: &DVec3| (*position - origin).as_vec3();
    (origin, positions.iter().map(local).collect())
}

/// The drawn mesh in local coordinates.
fn local_mesh(
    mut vertices: Vec<Vertex>,
    mut indices: Vec<u32>,
    parts: &[DraftPart],
    owners: &[Option<usize>],
    positions: &[Vec3],
) -> LevelMesh {
    // The lists have grown step by step, and live as long as the level.
    vertices.shrink_to_fit();
    indices.shrink_to_fit();
    for (vertex, position) in vertices.iter_mut().zip(positions) {
        vertex.position = position.to_array();
    }
    let bounds_of = |part: &DraftPart| {
        let run = &indices[part.indices.start as usize..part.indices.end as usize];
        Aabb::from_points(run.iter().map(|index| positions[*index as usize]))
    };
    let parts = (parts.iter().zip(owners))
        .map(|(part, prop)| Part {
            name: part.name.clone(),
            material: part.material,
            indices: part.indices.clone(),
            visible: part.visible,
            solid: part.solid,
            mover: part.mover,
            prop: *prop,
            animated: None,
            bounds: bounds_of(part),
        })
        .collect();
    LevelMesh {
        vertices,
        indices,
        parts,
        ..LevelMesh::default()
    }
}

/// The lamps in local coordinates. Solid geometry between lamps separates rooms.
fn local_lights(draft: &mut Draft, origin: DVec3, collision: &CollisionMesh) -> Vec<Light> {
    let is_occluded = |from: Vec3, to: Vec3| {
        let delta = to - from;
        let length = delta.length();
        length > 0.0 && collision.ray_hits_any(from, delta / length, length, Faces::Both)
    };
    let lights = take(&mut draft.lights);
    lights::scaled(lights, origin, is_occluded, &mut draft.findings)
}

/// The center of the bounds of the points, in whole meters: subtracting whole meters costs ordinary
/// coordinates no precision.
fn middle(positions: &[DVec3]) -> DVec3 {
    let [low, high] = limits_of(positions.iter().copied()).unwrap_or_default();
    ((low + high) * 0.5).round()
}

/// The lowest and the highest coordinates of points; `None` without any.
pub(crate) fn limits_of(mut points: impl Iterator<Item = DVec3>) -> Option<[DVec3; 2]> {
    let first = points.next()?;
    Some(points.fold([first; 2], |[low, high], point| {
        [low.min(point), high.max(point)]
    }))
}

/// The greatest distance from the center, meters, at which single precision still distinguishes
/// millimeters.
const MILLIMETER_REACH: f32 = 4_000.0;
/// The greatest distance from the center, meters, at which a level is accepted: beyond, single precision
/// can't represent the height of a step.
const MAX_REACH: f32 = 1_000_000.0;

/// Warns of a level that reaches far from its center and refuses one that reaches too far.
fn check_reach(
    name: &str,
    scale: Scale,
    bounds: &Aabb,
    findings: &mut Vec<Finding>,
) -> Result<(), LevelError> {
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    if reach > MAX_REACH {
        return Err(LevelError::Unplayable {
            level: name.to_string(),
            problem: format!("it reaches {:.0} km from its middle", reach / 1000.0),
            remedy: match scale.that_fits(bounds) {
                Some(fits) => format!(
                    "Remove what lies far out; if the unit is no meter, --scale {fits} would fit"
                ),
                None => String::from("Remove what lies far out, or scale it: 1 unit is 1 meter"),
            },
        });
    }
    if reach > MILLIMETER_REACH {
        let problem = format!(
            "the level reaches {:.1} km from its middle: collision is coarse beyond {} km",
            reach / 1000.0,
            MILLIMETER_REACH / 1000.0
        );
        findings.push(Finding::new(Code::StrayGeometry, problem));
    }
    Ok(())
}

fn local_bumper(draft: &Draft, bumper: &DraftBumper, origin: DVec3) -> Bumper {
    let part = draft.mesh.parts.get(bumper.part);
    Bumper {
        cylinder: Cylinder {
            center: (bumper.center - origin).as_vec3(),
            axis: bumper.axis.as_vec3().normalize_or(Vec3::Y),
            radius: bumper.radius as f32,
            half_length: bumper.half_length as f32,
        },
        surface: part.map_or(Surface::default(), |part| draft.surface(part)),
    }
}

/// The error for a level whose collision mesh can't be built.
fn unplayable(draft: &Draft, owners: &[Option<usize>], error: MeshError) -> LevelError {
    let mut problem = error.to_string();
    let remedy = match error {
        MeshError::NoTriangles => {
            let (why, remedy) = why_empty(
                &draft.census,
                draft.mesh.left_out,
                part_counts(draft, owners),
            );
            problem = format!("{problem}: {why}");
            remedy
        }
        MeshError::NotFinite { .. } | MeshError::IndexOutOfRange { .. } => {
            "Move the geometry nearer to its own middle and export it again"
        }
        MeshError::TooFar { .. } => {
            "Remove what lies far out; if the file's unit is no meter, --scale makes it fit (0.01 for centimeters)"
        }
        MeshError::TooMany { .. } => "Split the level, or leave out detail that nobody touches",
    };
    LevelError::Unplayable {
        level: message_name(draft),
        problem,
        remedy: remedy.to_string(),
    }
}

/// The numbers of parts that are solid, not solid, or moving.
fn part_counts(draft: &Draft, owners: &[Option<usize>]) -> PartCounts {
    let mut counts = PartCounts::default();
    for (part, owner) in draft.mesh.parts.iter().zip(owners) {
        let count = match () {
            _ if !part.solid => &mut counts.not_solid,
            _ if !is_static(part, *owner) => &mut counts.moving,
            _ => &mut counts.solid,
        };
        *count += 1;
    }
    counts
}

/// The level's name in messages: its path, or a scene's name.
fn message_name(draft: &Draft) -> String {
    match &draft.path {
        Some(path) => path.display().to_string(),
        None => draft.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_in_whole_meters() {
        let corners = [
            DVec3::new(10_000.2, 0.0, -3.0),
            DVec3::new(10_003.9, 1.2, 4.0),
        ];
        assert_eq!(middle(&corners), DVec3::new(10_002.0, 1.0, 1.0));
        assert_eq!(middle(&[]), DVec3::ZERO);
    }
}
