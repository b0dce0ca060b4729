//! The geometry of large levels in the cache: vertices, parts and collision as they were worked out
//! when the same file was opened before, so that no accessor is read, no tangent computed and no tree
//! built again. What takes no time (names, materials, lamps, movers, props) is read from the file every
//! time. A file only saves time: one that is damaged, or of another loader, is not used.

use std::{
    io::{self, Write},
    path::Path,
};

use glam::{DVec3, Vec3};
use hexbound_collide::{
    CollisionMesh,
    hash::{Hasher, checksum},
};
use serde::{Deserialize, Serialize};

use super::{
    Draft, DraftBumper, DraftInstanceGroup, DraftMesh, DraftPart, DraftProp,
    ground::{Ground, PlayerStart},
    proportions::Proportions,
};
use crate::{
    Finding, LOADER_HASH, Level, LevelMesh, Material, Reading, Surfaces, Vertex,
    animated::AnimatedMesh,
};
use hexbound_base::cache::{Cache, CacheKind, Sections, write_section};

/// The fewest triangles of a level that is kept; smaller ones are read as fast from their file.
const MIN_KEPT_TRIANGLES: usize = 200_000;

/// The place in the cache of one file's geometry.
#[derive(Clone, Debug)]
pub struct GeometryKeeper {
    cache: Cache,
    /// The words under which its file in the cache is listed.
    label: String,
    key: u64,
    least: usize,
}

/// The geometry that was kept of a level.
pub struct KeptGeometry {
    pub(super) origin: DVec3,
    pub(super) ground: Ground,
}

/// The small parts of what is kept.
#[derive(Serialize, Deserialize)]
struct Small {
    placed: Placed,
    origin: DVec3,
    surfaces: Surfaces,
    findings: Vec<Finding>,
    proportions: Proportions,
    hash: u64,
    start: PlayerStart,
}

/// The parts of a draft that come from its meshes, beside vertices and indices.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Placed {
    parts: Vec<DraftPart>,
    colored: Vec<usize>,
    props: Vec<DraftProp>,
    bumpers: Vec<DraftBumper>,
    instance_groups: Vec<DraftInstanceGroup>,
    animated: Vec<AnimatedMesh>,
    degenerate: usize,
    lines: usize,
    bare: usize,
    findings: Vec<Finding>,
}

impl GeometryKeeper {
    /// The place of the geometry of a file, of which these bytes are the document and these the
    /// buffers; `None` where the cache is off.
    pub fn of(path: &Path, json: &[u8], buffers: &[Vec<u8>], reading: &Reading) -> Option<Self> {
        let cache = Cache::of(CacheKind::Geometry)?;
        Some(Self::new(
            cache,
            path,
            json,
            buffers,
            reading,
            MIN_KEPT_TRIANGLES,
        ))
    }

    /// The place in `cache` of the geometry of such a file, if it has as many triangles as `least`.
    pub fn new(
        cache: Cache,
        path: &Path,
        json: &[u8],
        buffers: &[Vec<u8>],
        reading: &Reading,
        least: usize,
    ) -> Self {
        let mut hasher = Hasher::default();
        hasher
            .bytes(LOADER_HASH.as_bytes())
            .u64(reading.scale.factor().to_bits())
            .bytes(format!("{:?}", reading.variant).as_bytes())
            .u64(checksum(json))
            .u64(buffers.len() as u64);
        for buffer in buffers {
            hasher.u64(checksum(buffer));
        }
        Self {
            cache,
            label: path.display().to_string(),
            key: hasher.finish(),
            least,
        }
    }

    /// Fills in what is kept of the draft's meshes. `draft` has everything else of the file.
    pub fn find(&self, draft: &mut Draft) -> Option<KeptGeometry> {
        let found = self.read().and_then(|read| read.fill(draft));
        if let Err(error) = &found
            && error.kind() != io::ErrorKind::NotFound
        {
            log::debug!("{}: {error}", self.cache.path(self.key).display());
        }
        found.ok()
    }

    fn read(&self) -> io::Result<Read> {
        let mut sections = self.cache.open(self.key)?;
        let small = small(&mut sections)?;
        let (vertices, indices) = (sections.values()?, sections.values()?);
        let (rest, length) = sections.rest();
        let collision =
            CollisionMesh::read_from(rest, length, self.key).map_err(io::Error::other)?;
        Ok(Read {
            small,
            vertices,
            indices,
            collision,
        })
    }

    /// Returns the part to keep of a draft whose meshes have just been placed; `None` of a small one.
    pub(super) fn placed(&self, draft: &Draft) -> Option<Placed> {
        (draft.mesh.indices.len() / 3 >= self.least).then(|| Placed::of(draft))
    }

    /// Keeps the geometry of a level. Write errors are ignored: the cache is optional.
    pub(super) fn store(&self, placed: Placed, origin: DVec3, ground: &Ground, mesh: &LevelMesh) {
        let small = Small {
            placed,
            origin,
            surfaces: ground.surfaces.clone(),
            findings: ground.findings.clone(),
            proportions: ground.proportions.clone(),
            hash: ground.hash,
            start: ground.start,
        };
        let written = self.cache.write_with(self.key, &self.label, |to| {
            let small = postcard::to_allocvec(&small).map_err(io::Error::other)?;
            write_section(to, &small)?;
            write_section(to, bytemuck::cast_slice(&mesh.vertices))?;
            write_section(to, bytemuck::cast_slice(&mesh.indices))?;
            ground.collision.write_to(self.key, to as &mut dyn Write)
        });
        if let Err(error) = written {
            log::debug!("the geometry is not kept: {error}");
        }
    }
}

fn small(sections: &mut Sections) -> io::Result<Small> {
    let bytes: Vec<u8> = sections.values()?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

impl Placed {
    fn of(draft: &Draft) -> Self {
        // Every field, so that a new one is either kept or said to be read anew.
        let Draft {
            mesh,
            colored,
            props,
            bumpers,
            census,
            findings,
            mesh_findings,
            name: _,
            path: _,
            reading: _,
            materials: _,
            images: _,
            lighting: _,
            ambience: _,
            movers: _,
            play: _,
            start: _,
            origin: _,
            node_places: _,
            accepted: _,
        } = draft;
        let DraftMesh {
            parts,
            instance_groups,
            animated,
            vertices: _,
            indices: _,
            positions: _,
        } = mesh;
        Self {
            parts: parts.clone(),
            colored: colored.clone(),
            props: props.clone(),
            bumpers: bumpers.clone(),
            instance_groups: instance_groups.clone(),
            // The rig is read anew.
            animated: animated.meshes.clone(),
            degenerate: census.degenerate,
            lines: census.lines,
            bare: census.bare,
            findings: findings[(*mesh_findings).min(findings.len())..].to_vec(),
        }
    }
}

/// A geometry as it was read from the cache, not checked yet.
struct Read {
    small: Small,
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
    collision: CollisionMesh,
}

impl Read {
    /// Hands the meshes over to a draft. What does not fit it is an error, and changes nothing.
    fn fill(self, draft: &mut Draft) -> io::Result<KeptGeometry> {
        if let Some(fault) = self.fault(draft) {
            let problem = format!("its {fault} make no sense");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let Small {
            placed,
            origin,
            surfaces,
            findings,
            proportions,
            hash,
            start,
        } = self.small;
        draft.mesh.vertices = self.vertices;
        draft.mesh.indices = self.indices;
        draft.mesh.parts = placed.parts;
        draft.props = placed.props;
        draft.bumpers = placed.bumpers;
        draft.mesh.instance_groups = placed.instance_groups;
        draft.mesh.animated.meshes = placed.animated;
        draft.census.degenerate = placed.degenerate;
        draft.census.lines = placed.lines;
        draft.census.bare = placed.bare;
        draft.findings.extend(placed.findings);
        for base in placed.colored {
            let colored = Material {
                vertex_colored: true,
                ..draft.materials[base].clone()
            };
            draft.materials.push(colored);
        }
        Ok(KeptGeometry {
            origin,
            ground: Ground {
                collision: self.collision,
                surfaces,
                findings,
                proportions,
                hash,
                start,
            },
        })
    }

    /// The first of the kept lists that points at something that is not there.
    fn fault(&self, draft: &Draft) -> Option<&'static str> {
        let placed = &self.small.placed;
        let (vertices, indices) = (self.vertices.len(), self.indices.len());
        let materials = draft.materials.len() + placed.colored.len();
        let is_within = |range: &std::ops::Range<u32>, count: usize| {
            range.start <= range.end && range.end as usize <= count
        };
        let is_part = |part: &DraftPart| {
            is_within(&part.indices, indices)
                && part.indices.len().is_multiple_of(3)
                && part.material < materials
                && part.mover.is_none_or(|mover| mover < draft.movers.len())
                && (part.target).is_none_or(|it| (it as usize) < draft.play.targets.len())
                && (part.trigger).is_none_or(|it| (it as usize) < draft.play.triggers.len())
        };
        let is_prop = |prop: &DraftProp| {
            prop.parts.iter().all(|part| {
                part.parts.start <= part.parts.end && part.parts.end <= placed.parts.len()
            })
        };
        let is_group = |group: &DraftInstanceGroup| {
            group.material < materials
                && (group.indices.iter()).all(|index| (*index as usize) < group.vertices.len())
                && group.places.iter().all(|place| {
                    is_within(&place.vertices, vertices) && is_within(&place.indices, indices)
                })
        };
        let parts = placed.parts.len();
        let is_animated =
            |mesh: &AnimatedMesh| mesh.fits(&draft.mesh.animated.rig, parts, vertices);
        let is_place = |vertex: &Vertex| Vec3::from(vertex.position).is_finite();
        let checks = [
            (
                self.indices
                    .iter()
                    .all(|index| (*index as usize) < vertices),
                "indices",
            ),
            (self.vertices.iter().all(is_place), "vertices"),
            (placed.parts.iter().all(is_part), "parts"),
            (placed.props.iter().all(is_prop), "props"),
            (
                placed.bumpers.iter().all(|it| it.part < placed.parts.len()),
                "bumpers",
            ),
            (placed.instance_groups.iter().all(is_group), "copies"),
            (placed.animated.iter().all(is_animated), "animations"),
            (
                placed
                    .colored
                    .iter()
                    .all(|base| *base < draft.materials.len()),
                "materials",
            ),
            (self.small.origin.is_finite(), "coordinates"),
            (self.small.start.is_sound(), "start"),
            (self.small.surfaces.fit(&draft.play), "surfaces"),
        ];
        checks
            .into_iter()
            .find_map(|(is_sound, what)| (!is_sound).then_some(what))
    }
}

/// The geometry of a level as it would be kept, to be altered behind its checksums.
pub struct Altered(Read);

impl Altered {
    /// The geometry of a level that came of a draft; `None` only without meshes.
    pub fn of(draft: &Draft, level: &Level) -> Option<Self> {
        let small = Small {
            placed: Placed::of(draft),
            origin: level.origin,
            surfaces: level.surfaces.clone(),
            findings: Vec::new(),
            proportions: Proportions::default(),
            hash: level.content_hash,
            start: PlayerStart::Searched(Some(level.spawn)),
        };
        (!level.mesh.vertices.is_empty()).then(|| {
            Self(Read {
                small,
                vertices: level.mesh.vertices.clone(),
                indices: level.mesh.indices.clone(),
                collision: CollisionMesh::clone(&level.collision),
            })
        })
    }

    /// Fills a draft by the geometry with altered small parts; `None` where they are refused.
    pub fn fill(
        self,
        alter: impl FnOnce(Vec<u8>) -> Vec<u8>,
        draft: &mut Draft,
    ) -> Option<KeptGeometry> {
        let bytes = alter(postcard::to_allocvec(&self.0.small).ok()?);
        let small = postcard::from_bytes(&bytes).ok()?;
        Read { small, ..self.0 }.fill(draft).ok()
    }
}
