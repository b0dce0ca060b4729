//! Opens a glTF file and reads its parts in order: container, document, buffers, nodes, materials,
//! images, meshes.

use std::{
    io::{self, Read},
    path::Path,
};

use super::{
    accepts, accessors::Buffers, air, animations, buffers, container, document::Document, grain,
    hierarchy::Hierarchy, images::read_images, materials::read_materials, mesh_placer::MeshPlacer,
    nodes, play, rigs::read_rigs, skins::read_skins, still_animations, variants,
    vertices::MAX_VERTICES,
};
use crate::{
    Finding, Level, LevelError, Material, Play, Reading, Reporter, Scale,
    animated::AnimatedMeshes,
    build::{
        CachedGeometry, Census, Draft, DraftMesh, Geometry, GeometryCacheEntry, assemble_from,
    },
    error::Fault,
    other_formats, suggestions,
};
use gltf_compression::decompress;
use hexbound_base::{files, logs::span};

/// The approximate share of the work that is done after the buffers.
const AFTER_BUFFERS: f32 = 0.1;
/// The approximate share of the work that is done after the images.
const AFTER_IMAGES: f32 = 0.5;
/// The approximate share of the work that is done after the meshes.
const AFTER_MESHES: f32 = 0.65;

/// Loads the level of a .glb or .gltf file, whose unit is the meter, or of a map of Quake's family.
pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelError> {
    load_with(path, Scale::METERS)
}

/// Loads the level of a .glb or .gltf file with the options `reading`, which may be a scale alone. An
/// unreadable, invalid or unsupported file, or one without solids, is an error in words. Tolerable
/// oddities become the level's findings.
pub fn load_with(path: impl AsRef<Path>, reading: impl Into<Reading>) -> Result<Level, LevelError> {
    load_file(path.as_ref(), &reading.into(), &|_| {}, &|_, _| None)
}

/// Loads the level of a file's bytes. Other files that it refers to count as missing.
pub fn load_bytes(bytes: &[u8]) -> Result<Level, LevelError> {
    let path = Path::new("no folder/level.glb");
    let folder = path.parent().unwrap_or(path);
    let (head, mut rest) = bytes.split_at(bytes.len().min(other_formats::HEAD_BYTES as usize));
    let (head, length, reading) = (head.to_vec(), bytes.len() as u64, Reading::default());
    let none: &FindCacheEntry<'_> = &|_, _| None;
    let read = read_content(head, &mut rest, length, folder, &reading, &|_| {}, none);
    let (draft, geometry) = read.map_err(|fault| fault.in_file(path))?;
    assemble_from(draft, geometry, &|_| {})
}

/// Loads the level of a file's bytes from cached geometry after `alter` has changed its small parts;
/// `None` if there is no usable geometry.
pub fn load_altered(
    bytes: &[u8],
    alter: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Option<Result<Level, LevelError>> {
    let draft = || {
        let (length, folder) = (bytes.len() as u64, Path::new("no folder"));
        let reading = Reading::default();
        let mut bytes = bytes;
        read_draft(&mut bytes, length, folder, &reading, &|_| {}, &|_, _| None).ok()
    };
    let level = load_bytes(bytes).ok()?;
    let cached = CachedGeometry::of(&draft()?.0, &level)?;
    let (mut draft, _) = draft()?;
    let ground = cached.fill_altered(alter, &mut draft)?;
    Some(assemble_from(
        draft,
        Geometry::Cached(Box::new(ground)),
        &|_| {},
    ))
}

/// Loads a level as [`load_with`] does, with cached geometry for large levels. From time to time,
/// `report` receives the finished share of the work, 0..1.
pub fn load_cached(path: &Path, reading: &Reading, report: Reporter) -> Result<Level, LevelError> {
    load_file(path, reading, report, &|json, buffers| {
        GeometryCacheEntry::of(path, json, buffers, reading)
    })
}

/// Finds the cache entry for a file with this document and these buffers; `None` if nothing is cached.
type FindCacheEntry<'a> = dyn Fn(&[u8], &[Vec<u8>]) -> Option<GeometryCacheEntry> + 'a;

fn load_file(
    path: &Path,
    reading: &Reading,
    report: Reporter,
    finder: &FindCacheEntry<'_>,
) -> Result<Level, LevelError> {
    let _span = span("reading the level");
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => suggestions::missing(path),
        _ => Fault::unreadable(source).in_file(path),
    };
    let (mut file, length) = files::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    let taken = (&mut file)
        .take(other_formats::HEAD_BYTES)
        .read_to_end(&mut head);
    taken.map_err(unreadable)?;
    let is_map = quake_gltf::MapKind::of(&head).is_some();
    if !is_map && let Some(refusal) = other_formats::refusal(&head, length, path) {
        return Err(refusal.in_file(path));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = read_content(head, &mut file, length, folder, reading, report, finder);
    let (mut draft, geometry) = read.map_err(|fault| fault.in_file(path))?;
    draft.name = (path.file_stem().unwrap_or_default())
        .to_string_lossy()
        .into_owned();
    draft.path = Some(path.to_path_buf());
    let assembled = |share: f32| report(AFTER_MESHES + share * (1.0 - AFTER_MESHES));
    let level = assemble_from(draft, geometry, &assembled)?;
    report(1.0);
    Ok(level)
}

/// Reads the draft of an opened file of a given length, or of the translation of a map of Quake's family.
/// The first bytes of the file, `head`, have already been read.
fn read_content(
    mut head: Vec<u8>,
    file: &mut dyn Read,
    length: u64,
    folder: &Path,
    reading: &Reading,
    report: Reporter,
    finder: &FindCacheEntry<'_>,
) -> Result<(Draft, Geometry), Fault> {
    let Some(kind) = quake_gltf::MapKind::of(&head) else {
        let mut whole = io::Cursor::new(head).chain(file);
        return read_draft(&mut whole, length, folder, reading, report, finder);
    };
    kind.check_length(length)?;
    (file.take(length).read_to_end(&mut head)).map_err(Fault::unreadable)?;
    let translated = kind.translate(head, folder)?;
    let (mut glb, length) = (&translated.glb[..], translated.glb.len() as u64);
    let (mut draft, geometry) = read_draft(&mut glb, length, folder, reading, report, finder)?;
    let notices = translated.notices.into_iter().map(Finding::from);
    draft.findings.splice(0..0, notices);
    Ok((draft, geometry))
}

/// Reads the title and the rules of a file's level, and nothing but the document; `None` if the file is
/// unreadable.
pub fn read_rules(path: &Path) -> Option<Play> {
    let (file, length) = files::open(path).ok()?;
    let mut findings = Vec::new();
    let container = container::open(file, length).ok()?;
    let document = container::parse(&container.json, &mut findings).ok()?;
    let mut play = Play::default();
    play::read_settings(&document.root, &mut play, &mut findings);
    Some(play)
}

/// Reads the draft of an opened file of a given length in bytes, with the cached geometry of its document
/// and buffers if `finder` finds it.
fn read_draft(
    file: &mut dyn Read,
    length: u64,
    folder: &Path,
    reading: &Reading,
    report: Reporter,
    finder: &FindCacheEntry<'_>,
) -> Result<(Draft, Geometry), Fault> {
    let mut findings = Vec::new();
    let mut container = container::open(file, length)?;
    let json = std::mem::take(&mut container.json);
    let mut document = container::parse(&json, &mut findings)?;
    let binary = container.binary(buffers::declared_chunk(&document.root))?;
    let mut buffers = buffers::load_buffers(&document.root, binary, folder)?;
    let entry = finder(&json, &buffers);
    decompress(&mut document.root, &mut buffers, MAX_VERTICES)?;
    if let Some(variant) = &reading.variant {
        variants::choose(&mut document.root, variant)?;
    }
    let scale = reading.scale;
    report(AFTER_BUFFERS);
    let source = Buffers {
        document: &document.root,
        buffers: &buffers,
    };
    let mut hierarchy = nodes::walk(&document, scale, &mut findings)?;
    let mut movers = animations::read_movers(source, &document, &hierarchy.movers, &mut findings);
    let mut rigs = read_rigs(source, &document, &hierarchy, scale, &mut findings);
    still_animations::report(source, &document, &hierarchy, &rigs, &mut findings);
    let accepted = accepts::read(&document.root, &mut findings);
    let play = play::read_play(source, &mut hierarchy, &mut movers, scale, &mut findings);
    let (mut materials, choices) = read_materials(&document.root, &mut findings);
    let air = air::read_air(&document.root, &mut findings);
    let decoded = |share: f32| report(AFTER_BUFFERS + share * (AFTER_IMAGES - AFTER_BUFFERS));
    let images = read_images(source, &materials, folder, &decoded, &mut findings);
    findings.extend(document.unused.clone());
    report(AFTER_IMAGES);
    // Primitives without a material use the one after the file's own.
    materials.push(Material::default());
    let mut draft = Draft {
        images,
        materials,
        reading: reading.clone(),
        movers,
        play,
        census: census(&document, &hierarchy),
        sun: hierarchy.sun,
        air,
        lights: hierarchy.lights,
        ambience: hierarchy.ambience,
        starts: hierarchy.spawns,
        may_be_model: true,
        mesh: DraftMesh {
            animated: AnimatedMeshes {
                rig: std::mem::take(&mut rigs.rig),
                meshes: Vec::new(),
            },
            ..DraftMesh::default()
        },
        findings,
        accepted,
        node_places: std::mem::take(&mut hierarchy.places),
        ..Draft::default()
    };
    // Before the meshes, whose colored variants inherit the setting.
    grain::of_scene(&document.root, &mut draft.materials, &mut draft.findings);
    if let Some(ground) = entry.as_ref().and_then(|entry| entry.find(&mut draft)) {
        return Ok((draft, Geometry::Cached(Box::new(ground))));
    }
    let skins = read_skins(source, &document, scale);
    let mut placer = MeshPlacer::new(draft, source, &skins, &rigs, choices, &hierarchy.props);
    for placement in &hierarchy.placements {
        placer.place(placement)?;
    }
    report(AFTER_MESHES);
    Ok((placer.finish(), Geometry::New(entry)))
}

/// Counts the elements of the file and those that its scene places.
fn census(document: &Document, hierarchy: &Hierarchy) -> Census {
    let root = &document.root;
    let index =
        (root.scene.map(|scene| scene.value())).or_else(|| (!root.scenes.is_empty()).then_some(0));
    let name = |index: usize| {
        let name = root.scenes.get(index)?.name.clone();
        Some(name.map_or_else(|| format!("scene {index}"), |name| format!("\"{name}\"")))
    };
    Census {
        meshes: root.meshes.len(),
        mesh_nodes: (root.nodes.iter())
            .filter(|node| node.mesh.is_some())
            .count(),
        scene: index.and_then(name),
        left_out: hierarchy.left_out,
        placed: hierarchy.placements.len(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use hexbound_base::cache::{Cache, CacheKind};

    fn path(level: &str) -> PathBuf {
        hexbound_base::sources().join(format!("assets/levels/{level}.glb"))
    }

    /// Finds the cache entries of levels of any size in a folder.
    fn finder<'a>(
        folder: &Path,
        path: &'a Path,
        reading: &'a Reading,
    ) -> impl Fn(&[u8], &[Vec<u8>]) -> Option<GeometryCacheEntry> + use<'a> {
        let cache = Cache::in_folder(CacheKind::Geometry, folder.to_owned());
        move |json: &[u8], buffers: &[Vec<u8>]| {
            let cache = cache.clone();
            Some(GeometryCacheEntry::new(
                cache, path, json, buffers, reading, 0,
            ))
        }
    }

    fn kept_in(folder: &Path, path: &Path, scale: Scale) -> Level {
        let reading = scale.into();
        load_file(path, &reading, &|_| {}, &finder(folder, path, &reading)).unwrap()
    }

    fn is_kept(folder: &Path, path: &Path, scale: Scale) -> bool {
        let reading = scale.into();
        let finder = finder(folder, path, &reading);
        let (mut file, length) = files::open(path).unwrap();
        let folder = path.parent().unwrap();
        let read = read_draft(&mut file, length, folder, &reading, &|_| {}, &finder);
        matches!(read.ok().unwrap().1, Geometry::Cached(_))
    }

    #[test]
    fn a_level_by_the_cache_is_the_one_that_was_read_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let collision = |level: &Level| {
            let mut bytes = Vec::new();
            level.collision.write_to(0, &mut bytes).map(|()| bytes)
        };
        for name in ["weigh", "march"] {
            let path = path(name);
            let fresh = load(&path).unwrap();
            assert!(!is_kept(folder.path(), &path, Scale::METERS));
            let first = kept_in(folder.path(), &path, Scale::METERS);
            assert!(is_kept(folder.path(), &path, Scale::METERS));
            let second = kept_in(folder.path(), &path, Scale::METERS);
            for mut level in [first, second] {
                assert!(collision(&level).unwrap() == collision(&fresh).unwrap());
                // The debug form of a mesh includes data that queries compute lazily.
                level.collision = fresh.collision.clone();
                // Not by `assert_eq`, which would print megabytes.
                assert!(format!("{level:?}") == format!("{fresh:?}"), "{name}");
            }
        }
    }

    #[test]
    fn another_scale_or_another_byte_of_the_file_is_another_level() {
        let folder = tempfile::tempdir().unwrap();
        let path = path("weigh");
        kept_in(folder.path(), &path, Scale::METERS);
        let half = Scale::new(0.5).unwrap();
        assert!(!is_kept(folder.path(), &path, half));
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let other = folder.path().join("other.glb");
        std::fs::write(&other, bytes).unwrap();
        assert!(!is_kept(folder.path(), &other, Scale::METERS));
    }

    #[test]
    fn a_damaged_file_in_the_cache_is_read_anew_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = path("weigh");
        let hash = kept_in(folder.path(), &path, Scale::METERS).content_hash;
        let kept = files::list(folder.path()).next().unwrap();
        let sound = std::fs::read(&kept).unwrap();
        for at in [0, 30, sound.len() / 3, sound.len() / 2, sound.len() - 1] {
            let mut damaged = sound.clone();
            damaged[at] ^= 0x11;
            std::fs::write(&kept, &damaged).unwrap();
            assert!(!is_kept(folder.path(), &path, Scale::METERS), "byte {at}");
            let again = kept_in(folder.path(), &path, Scale::METERS);
            assert_eq!(again.content_hash, hash);
            assert!(std::fs::read(&kept).unwrap() == sound, "byte {at}");
        }
    }
}
