//! The cached geometry of large levels: vertices, parts and collision from the last time that the same
//! file was opened. The cache saves reading accessors, computing tangents and building trees. The quick
//! parts (names, materials, lamps, movers, props) are read from the file every time. The cache only saves
//! time: a damaged entry, or one of another loader, is not used.

use std::{
    io::{self, Write},
    path::Path,
};

use glam::Vec3;
use hexbound_collide::{
    CollisionMesh,
    hash::{Hasher, checksum},
};

use super::{
    Draft, DraftInstance, DraftMesh, DraftPart, DraftProp,
    ground::{Ground, GroundFacts},
    proportions::Proportions,
};
use crate::{
    InstanceGroup, LOADER_HASH, Level, LevelMesh, Reading, Spawn, Vertex, animated::AnimatedMesh,
};
use hexbound_base::cache::{Cache, CacheKind, write_section};

/// The fewest triangles of a cached level; smaller ones are read as fast from their file.
const MIN_CACHED_TRIANGLES: usize = 200_000;
/// The number of sections before the collision mesh: small parts, vertices, indices.
const SECTIONS_OF_MESH: usize = 3;

/// The cache entry of one file's geometry.
#[derive(Clone, Debug)]
pub struct GeometryCacheEntry {
    cache: Cache,
    /// The label of the entry in the list of cached files.
    label: String,
    key: u64,
    min_triangles: usize,
}

impl GeometryCacheEntry {
    /// Returns the cache entry for a file with this document and these buffers; `None` if the cache is
    /// off.
    pub fn of(path: &Path, json: &[u8], buffers: &[Vec<u8>], reading: &Reading) -> Option<Self> {
        let cache = Cache::of(CacheKind::Geometry)?;
        Some(Self::new(
            cache,
            path,
            json,
            buffers,
            reading,
            MIN_CACHED_TRIANGLES,
        ))
    }

    /// The entry in `cache` for a file. Geometry with at least `min_triangles` triangles is stored.
    pub fn new(
        cache: Cache,
        path: &Path,
        json: &[u8],
        buffers: &[Vec<u8>],
        reading: &Reading,
        min_triangles: usize,
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
            min_triangles,
        }
    }

    /// Fills the draft's meshes from the cache. `draft` already holds the rest of the file.
    pub fn find(&self, draft: &mut Draft) -> Option<Ground> {
        let found = self.read().and_then(|read| read.fill(draft));
        if let Err(error) = &found
            && error.kind() != io::ErrorKind::NotFound
        {
            log::debug!("{}: {error}", self.cache.path(self.key).display());
        }
        found.ok()
    }

    fn read(&self) -> io::Result<CachedGeometry> {
        // The drawn mesh and the collision mesh take about as long to read.
        let (mesh, collision) = rayon::join(|| self.read_mesh(), || self.read_collision());
        let ((mesh, facts), collision) = (mesh?, collision?);
        let ground = Ground { collision, facts };
        Ok(CachedGeometry { mesh, ground })
    }

    fn read_mesh(&self) -> io::Result<(DraftMesh, GroundFacts)> {
        let mut sections = self.cache.open(self.key)?;
        let (mut mesh, facts) = small_parts(&sections.values()?)?;
        (mesh.vertices, mesh.indices) = (sections.values()?, sections.values()?);
        Ok((mesh, facts))
    }

    fn read_collision(&self) -> io::Result<CollisionMesh> {
        let mut sections = self.cache.open(self.key)?;
        (0..SECTIONS_OF_MESH).try_for_each(|_| sections.skip())?;
        let (rest, length) = sections.rest();
        CollisionMesh::read_from(rest, length, self.key).map_err(io::Error::other)
    }

    /// Returns the small parts of a draft with placed meshes as bytes to store; `None` for a small draft.
    pub(super) fn parts_of(&self, draft: &Draft) -> Option<Vec<u8>> {
        let is_large = draft.mesh.indices.len() / 3 >= self.min_triangles;
        is_large.then(|| postcard::to_allocvec(&draft.mesh).ok())?
    }

    /// Stores the geometry of a level. Write errors are ignored: the cache is optional.
    pub(super) fn store(&self, parts: Vec<u8>, ground: &Ground, mesh: &LevelMesh) {
        let written = self.cache.write_with(self.key, &self.label, |to| {
            let small = postcard::to_extend(&ground.facts, parts).map_err(io::Error::other)?;
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

/// Reads the small parts of an entry: those of the mesh, then those of the ground.
fn small_parts(bytes: &[u8]) -> io::Result<(DraftMesh, GroundFacts)> {
    let (mesh, rest) = postcard::take_from_bytes(bytes).map_err(io::Error::other)?;
    let facts = postcard::from_bytes(rest).map_err(io::Error::other)?;
    Ok((mesh, facts))
}

/// Cached geometry before its checks.
pub struct CachedGeometry {
    mesh: DraftMesh,
    ground: Ground,
}

impl CachedGeometry {
    /// The geometry of a level assembled from a draft, as it would be cached; `None` only without meshes.
    pub fn of(draft: &Draft, level: &Level) -> Option<Self> {
        let facts = GroundFacts {
            origin: level.origin,
            surfaces: level.surfaces.clone(),
            findings: Vec::new(),
            proportions: Proportions::default(),
            hash: level.content_hash,
            spawn: level.spawn,
            start: level.intent.start_choice,
        };
        let mesh = DraftMesh {
            vertices: level.mesh.vertices.clone(),
            indices: level.mesh.indices.clone(),
            ..draft.mesh.clone()
        };
        let ground = Ground {
            collision: CollisionMesh::clone(&level.collision),
            facts,
        };
        (!mesh.vertices.is_empty()).then_some(Self { mesh, ground })
    }

    /// Fills a draft from the geometry after altering its small parts, whose checksums count as valid;
    /// `None` if the parts are refused.
    pub fn fill_altered(
        mut self,
        alter: impl FnOnce(Vec<u8>) -> Vec<u8>,
        draft: &mut Draft,
    ) -> Option<Ground> {
        let bytes = postcard::to_allocvec(&self.mesh).ok()?;
        let bytes = alter(postcard::to_extend(&self.ground.facts, bytes).ok()?);
        let (mut mesh, facts) = small_parts(&bytes).ok()?;
        (mesh.vertices, mesh.indices) = (self.mesh.vertices, self.mesh.indices);
        (self.mesh, self.ground.facts) = (mesh, facts);
        self.fill(draft).ok()
    }

    /// Moves the meshes to a draft. A mismatch is an error and changes nothing.
    fn fill(self, draft: &mut Draft) -> io::Result<Ground> {
        if let Some(fault) = self.fault(draft) {
            let problem = format!("its {fault} make no sense");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        let rig = std::mem::take(&mut draft.mesh.animated.rig);
        draft.mesh = self.mesh;
        draft.mesh.animated.rig = rig;
        for base in &draft.mesh.colored {
            draft.materials.push(draft.materials[*base].with_colors());
        }
        Ok(self.ground)
    }

    /// The first of the cached lists that refers to a missing element.
    fn fault(&self, draft: &Draft) -> Option<&'static str> {
        let mesh = &self.mesh;
        let (vertices, indices) = (mesh.vertices.len(), mesh.indices.len());
        let materials = draft.materials.len() + mesh.colored.len();
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
                part.parts.start <= part.parts.end && part.parts.end <= mesh.parts.len()
            })
        };
        let is_group = |group: &InstanceGroup<DraftInstance>| {
            group.material < materials
                && (group.indices.iter()).all(|index| (*index as usize) < group.vertices.len())
                && group.places.iter().all(|place| {
                    is_within(&place.vertices, vertices) && is_within(&place.indices, indices)
                })
        };
        let parts = mesh.parts.len();
        let is_animated =
            |mesh: &AnimatedMesh| mesh.fits(&draft.mesh.animated.rig, parts, vertices);
        let is_place = |vertex: &Vertex| Vec3::from(vertex.position).is_finite();
        let is_index = |index: &u32| (*index as usize) < vertices;
        let is_start =
            |it: &Spawn| it.position.is_finite() && it.yaw.is_finite() && it.pitch.is_finite();
        let is_material = |base: &usize| *base < draft.materials.len();
        let checks = [
            (mesh.indices.iter().all(is_index), "indices"),
            (mesh.vertices.iter().all(is_place), "vertices"),
            (mesh.parts.iter().all(is_part), "parts"),
            (mesh.props.iter().all(is_prop), "props"),
            (mesh.bumpers.iter().all(|it| it.part < parts), "bumpers"),
            (mesh.instance_groups.iter().all(is_group), "copies"),
            (mesh.animated.meshes.iter().all(is_animated), "animations"),
            (mesh.colored.iter().all(is_material), "materials"),
            (self.ground.facts.origin.is_finite(), "coordinates"),
            (is_start(&self.ground.facts.spawn), "start"),
            (self.ground.facts.surfaces.fit(&draft.play), "surfaces"),
        ];
        checks
            .into_iter()
            .find_map(|(is_valid, what)| (!is_valid).then_some(what))
    }
}
