//! The last step of every level, from a file or generated: re-centring, the collision mesh, the
//! spawn and the content hash. Nothing here knows glTF.

use std::{mem::take, ops::Range, path::PathBuf, sync::Arc};

use glam::{DAffine3, DVec3, Vec3};

use super::{
    Level, LevelError, LevelImage, LevelMesh, Material, MovingPart, Part, Prop, Scale, Spawn, Sun,
    Vertex, cache,
    census::{Census, PartCounts, why_empty},
    copies::{self, DraftCopies},
    dense::{self, Dense, Run},
    found::Survey,
    ground,
    lights::{self, FileLight},
    movers::Path,
    props::{self, DraftProp},
    solid::{Solid, stays, triangles_of},
    spawn::{self, SpawnWish},
};
use hexbound_collide::{
    CollisionMesh, Faces, MeshError,
    geom::{Aabb, Cylinder},
    hash::Hasher,
};

/// What a file or a scene says, in its own coordinates, before it is a level.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub name: String,
    pub path: Option<PathBuf>,
    /// By which everything here was brought to meters.
    pub scale: Scale,
    /// One for each of `vertices`, finite.
    pub positions: Vec<DVec3>,
    /// Their `position` is filled in by `assemble`.
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub parts: Vec<DraftPart>,
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    pub sun: Option<Sun>,
    pub lights: Vec<FileLight>,
    pub bumpers: Vec<DraftBumper>,
    pub movers: Vec<DraftMover>,
    pub props: Vec<DraftProp>,
    pub copies: Vec<DraftCopies>,
    /// Where to stand, best first; a place is searched for when none will do.
    pub spawns: Vec<SpawnWish>,
    /// What of the file could have been solid.
    pub census: Census,
    /// Without a place to walk it gets ground to stand on before it; see `ground`.
    pub may_be_model: bool,
    pub warnings: Vec<String>,
    /// The level's origin; `None` takes the middle of everything.
    pub origin: Option<DVec3>,
}

/// A run of triangles before its bounds are known.
#[derive(Clone, Debug)]
pub struct DraftPart {
    pub name: String,
    pub material: usize,
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// Into `Draft::movers`.
    pub mover: Option<usize>,
}

/// A part that moves, its path in the file's coordinates.
#[derive(Clone, Debug)]
pub struct DraftMover {
    pub name: String,
    pub path: Path,
}

/// A bumper in the file's coordinates.
#[derive(Clone, Copy, Debug)]
pub struct DraftBumper {
    pub center: DVec3,
    /// Unit.
    pub axis: DVec3,
    pub radius: f64,
    pub half_length: f64,
}

/// Re-centers the draft, builds its collision mesh and finds where to stand.
pub fn assemble(mut draft: Draft) -> Result<Level, LevelError> {
    let origin = draft.origin.unwrap_or_else(|| middle(&draft.positions));
    let positions: Vec<Vec3> = (draft.positions.iter())
        .map(|position| (*position - origin).as_vec3())
        .collect();
    let movers = take_movers(&mut draft, &positions, origin);
    let (props, owners) = props::take(&mut draft, &positions);
    let mut solid = Solid::of(&draft, &owners, &positions);
    draft.warnings.append(&mut solid.warnings);
    let (mut vertices, mut indices) = (take(&mut draft.vertices), take(&mut draft.indices));
    let (built, part_bounds) = rayon::join(
        || cache::mesh(&solid.positions, &solid.triangles).map(|mesh| (hash_of(&mesh), mesh)),
        || {
            // Kept as long as the level is; both have grown step by step.
            vertices.shrink_to_fit();
            indices.shrink_to_fit();
            for (vertex, position) in vertices.iter_mut().zip(&positions) {
                vertex.position = position.to_array();
            }
            bounds_of(&draft.parts, &indices, &positions)
        },
    );
    let (mut hasher, built) = built.map_err(|error| refused(&draft, &owners, error))?;
    let bounds = Aabb::from_points(positions.iter().copied());
    let survey = (!spawn::is_named(&built, &draft.spawns, origin)).then(|| Survey::of(&built));
    let is_model = draft.may_be_model
        && (survey.as_ref()).is_some_and(|survey| ground::is_model(&built, survey));
    let found = (survey.filter(|_| !is_model)).and_then(|survey| survey.place());
    let collision = if is_model {
        let whole = solid.with_ground(bounds);
        let whole = whole.map_err(|error| refused(&draft, &owners, error))?;
        hasher = hash_of(&whole);
        whole
    } else {
        built
    };
    let bumpers: Vec<Cylinder> = (draft.bumpers.iter())
        .map(|bumper| local_bumper(bumper, origin))
        .collect();
    let title = title(&draft);
    let mut warnings = draft.warnings;
    check_reach(&title, draft.scale, &bounds, &mut warnings)?;
    let surfaces = solid.surfaces;
    let parted = |from: Vec3, to: Vec3| {
        let way = to - from;
        let length = way.length();
        length > 0.0 && collision.ray_hits_any(from, way / length, length, Faces::Both)
    };
    let lights = lights::scaled(draft.lights, origin, parted, &mut warnings);
    let spawn = if is_model {
        ground::before(bounds)
    } else {
        spawn::choose(&collision, (&draft.spawns, origin), found, &mut warnings)
    };
    let content_hash = content_hash(hasher, origin, &bumpers, (&movers, &props), &spawn);
    let with_bounds = draft.parts.into_iter().zip(part_bounds);
    let parts = with_bounds.zip(owners).map(|((part, bounds), prop)| Part {
        name: part.name,
        material: part.material,
        indices: part.indices,
        visible: part.visible,
        solid: part.solid,
        mover: part.mover,
        prop,
        bounds,
    });
    let parts = parts.collect();
    let copies = copies::local(draft.copies, &positions, origin);
    let mut materials = draft.materials;
    if materials.is_empty() {
        materials.push(Material::default());
    }
    Ok(Level {
        name: draft.name,
        path: draft.path,
        scale: draft.scale,
        origin,
        bounds,
        mesh: LevelMesh {
            vertices,
            indices,
            parts,
        },
        copies,
        materials,
        images: draft.images,
        sun: draft.sun,
        lights,
        collision: Arc::new(collision),
        surfaces,
        bumpers,
        movers,
        props,
        spawn,
        warnings,
        content_hash,
    })
}

/// The middle of the box around the points, in whole meters: whole, so that subtracting it costs
/// coordinates of ordinary size no precision.
fn middle(positions: &[DVec3]) -> DVec3 {
    let mut min = DVec3::INFINITY;
    let mut max = DVec3::NEG_INFINITY;
    for position in positions {
        min = min.min(*position);
        max = max.max(*position);
    }
    if positions.is_empty() {
        return DVec3::ZERO;
    }
    ((min + max) * 0.5).round()
}

/// Single precision holds less than a millimeter only so far from the middle, meters.
const FINE_REACH: f32 = 4_000.0;
/// Beyond this it does not even hold a step's height, meters.
const MOST_REACH: f32 = 1_000_000.0;

fn check_reach(
    name: &str,
    scale: Scale,
    bounds: &Aabb,
    warnings: &mut Vec<String>,
) -> Result<(), LevelError> {
    let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
    if reach > MOST_REACH {
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
    if reach > FINE_REACH {
        warnings.push(format!(
            "the level reaches {:.1} km from its middle: collision is coarse beyond {} km",
            reach / 1000.0,
            FINE_REACH / 1000.0
        ));
    }
    Ok(())
}

/// Of a mover.
fn solid_triangles_of(draft: &Draft, mover: usize) -> impl Iterator<Item = [u32; 3]> {
    (draft.parts.iter())
        .filter(move |part| part.solid && part.mover == Some(mover))
        .flat_map(|part| triangles_of(draft, part))
}

/// The movers that have something to collide with. The parts of the others stay where they rest.
fn take_movers(draft: &mut Draft, positions: &[Vec3], origin: DVec3) -> Vec<MovingPart> {
    let mut movers = Vec::new();
    let mut places = Vec::new();
    for (index, mover) in std::mem::take(&mut draft.movers).into_iter().enumerate() {
        if mover.path.track.seconds() == 0.0 {
            places.push(None);
            continue;
        }
        match collision_of(draft, index, positions) {
            Ok((collision, dense)) => {
                (draft.warnings).extend(dense.iter().map(|dense| dense.warning(&mover.name)));
                places.push(Some(movers.len()));
                let to_local = DAffine3::from_translation(-origin);
                movers.push(MovingPart {
                    name: mover.name,
                    collision,
                    path: Path {
                        parent: to_local * mover.path.parent,
                        ..mover.path
                    },
                });
            }
            Err(error) => {
                places.push(None);
                let name = mover.name;
                (draft.warnings).push(format!("the mover \"{name}\" stays where it is: {error}"));
            }
        }
    }
    for part in &mut draft.parts {
        part.mover = part.mover.and_then(|mover| places.get(mover).copied()?);
    }
    movers
}

fn collision_of(
    draft: &Draft,
    mover: usize,
    positions: &[Vec3],
) -> Result<(CollisionMesh, Vec<Dense>), MeshError> {
    let corners: Vec<Vec3> = solid_triangles_of(draft, mover)
        .flatten()
        .map(|corner| positions[corner as usize])
        .collect();
    let triangles = (0..corners.len() as u32 / 3)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    let mut runs = [Run { triangles }];
    let (corners, dense) = match dense::replace(&corners, &mut runs) {
        Some(replaced) => (replaced.positions, replaced.dense),
        None => (corners, Vec::new()),
    };
    Ok((CollisionMesh::build(&corners, &runs[0].triangles)?, dense))
}

fn local_bumper(bumper: &DraftBumper, origin: DVec3) -> Cylinder {
    Cylinder {
        center: (bumper.center - origin).as_vec3(),
        axis: bumper.axis.as_vec3().normalize_or(Vec3::Y),
        radius: bumper.radius as f32,
        half_length: bumper.half_length as f32,
    }
}

fn refused(draft: &Draft, owners: &[Option<usize>], error: MeshError) -> LevelError {
    let mut problem = error.to_string();
    let remedy = match error {
        MeshError::NoTriangles => {
            let (why, remedy) = why_empty(&draft.census, part_counts(draft, owners));
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
        level: title(draft),
        problem,
        remedy: remedy.to_string(),
    }
}

fn part_counts(draft: &Draft, owners: &[Option<usize>]) -> PartCounts {
    let mut counts = PartCounts::default();
    for (part, owner) in draft.parts.iter().zip(owners) {
        let count = match () {
            _ if !part.solid => &mut counts.not_solid,
            _ if !stays(part, *owner) => &mut counts.moving,
            _ => &mut counts.solid,
        };
        *count += 1;
    }
    counts
}

/// The path, or a scene's name.
fn title(draft: &Draft) -> String {
    match &draft.path {
        Some(path) => path.display().to_string(),
        None => draft.name.clone(),
    }
}

/// Around each part.
fn bounds_of(parts: &[DraftPart], indices: &[u32], positions: &[Vec3]) -> Vec<Aabb> {
    let around = |part: &DraftPart| {
        let run = &indices[part.indices.start as usize..part.indices.end as usize];
        Aabb::from_points(run.iter().map(|index| positions[*index as usize]))
    };
    parts.iter().map(around).collect()
}

/// The beginning of the content hash: the triangles.
fn hash_of(collision: &CollisionMesh) -> Hasher {
    let mut hasher = Hasher::default();
    hasher.u64(collision.len() as u64);
    for triangle in 0..collision.len() as u32 {
        for corner in collision.corners(triangle) {
            hasher.vec3(corner);
        }
    }
    hasher
}

/// `hasher` has taken in the triangles.
fn content_hash(
    mut hasher: Hasher,
    origin: DVec3,
    bumpers: &[Cylinder],
    (movers, props): (&[MovingPart], &[Prop]),
    spawn: &Spawn,
) -> u64 {
    for coordinate in origin.to_array() {
        hasher.u64(coordinate.to_bits());
    }
    hasher.u64(bumpers.len() as u64);
    for bumper in bumpers {
        hasher.vec3(bumper.center).vec3(bumper.axis);
        hasher.f32(bumper.radius).f32(bumper.half_length);
    }
    movers.iter().for_each(|mover| mover.hash(&mut hasher));
    props.iter().for_each(|prop| prop.hash(&mut hasher));
    hasher.vec3(spawn.position).f32(spawn.yaw);
    // Recordings are older than this.
    if spawn.pitch != 0.0 {
        hasher.f32(spawn.pitch);
    }
    hasher.finish()
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
