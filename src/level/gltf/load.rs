//! Opens a glTF file and reads its parts in order: container, document, buffers, nodes, materials,
//! images, meshes.

use std::{
    io::{self, Read},
    path::Path,
};

use super::{
    accessors::Source,
    air, animations, buffers, container,
    decompress::decompress,
    document::Document,
    grain,
    hierarchy::Hierarchy,
    images::read_images,
    materials::{UvChoice, read_materials},
    mesh_placer::MeshPlacer,
    nodes, play,
    skins::read_skins,
    still_animations, variants,
};
use crate::{
    files,
    level::{
        Level, LevelError, Material, Play, Reading, Scale,
        build::{Census, Draft, assemble},
        error::Fault,
        other_formats, suggestions,
    },
};

/// The shares of the work that are done after the parts of a file, about.
const AFTER_BUFFERS: f32 = 0.1;
const AFTER_IMAGES: f32 = 0.5;
const AFTER_MESHES: f32 = 0.65;

/// Loads the level in a .glb or .gltf file, whose unit is the meter.
pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelError> {
    load_scaled(path, Scale::METERS)
}

/// Loads the level in a .glb or .gltf file as `reading` says, which may be a scale alone. A file that can't be read,
/// breaks the rules of glTF, needs what is not supported or has nothing solid is an error in words;
/// what is odd but bearable becomes one of the level's warnings.
pub fn load_scaled(
    path: impl AsRef<Path>,
    reading: impl Into<Reading>,
) -> Result<Level, LevelError> {
    load_reporting(path.as_ref(), &reading.into(), &|_| {})
}

/// Loads a level as [`load_scaled`] does, and calls `report` with the share of the work that is
/// done, 0..1, now and then.
pub(crate) fn load_reporting(
    path: &Path,
    reading: &Reading,
    report: &dyn Fn(f32),
) -> Result<Level, LevelError> {
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => suggestions::missing(path),
        _ => LevelError::Unreadable {
            file: path.to_path_buf(),
            place: String::from("the file"),
            source,
            remedy: String::from("Give the path of a .glb or .gltf file that may be read"),
        },
    };
    let (mut file, length) = files::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    let taken = (&mut file).take(other_formats::HEAD).read_to_end(&mut head);
    taken.map_err(unreadable)?;
    if let Some(refusal) = other_formats::refusal(&head, length, path) {
        return Err(refusal.in_file(path));
    }
    let opened = (io::Cursor::new(head).chain(file), length);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut draft =
        read_draft(opened, folder, (reading, report)).map_err(|fault| fault.in_file(path))?;
    draft.name = (path.file_stem().unwrap_or_default())
        .to_string_lossy()
        .into_owned();
    draft.path = Some(path.to_path_buf());
    let level = assemble(draft)?;
    report(1.0);
    Ok(level)
}

/// The title of the level in a file, of which the document alone is read; `None` where it has none
/// or can't be read.
pub(crate) fn read_title(path: &Path) -> Option<String> {
    let (file, length) = files::open(path).ok()?;
    let mut findings = Vec::new();
    let container = container::open(file, length).ok()?;
    let document = container::parse(&container.json, &mut findings).ok()?;
    let mut play = Play::default();
    play::read_settings(&document.root, &mut play, &mut findings);
    play.title
}

/// Reads the draft of an opened file of that length in bytes.
fn read_draft(
    (file, length): (impl Read, u64),
    folder: &Path,
    (reading, report): (&Reading, &dyn Fn(f32)),
) -> Result<Draft, Fault> {
    let mut findings = Vec::new();
    let container = container::open(file, length)?;
    let mut document = container::parse(&container.json, &mut findings)?;
    let binary = container.binary(buffers::declared_chunk(&document.root))?;
    let mut buffers = buffers::load_buffers(&document.root, binary, folder)?;
    decompress(&mut document.root, &mut buffers)?;
    if let Some(variant) = &reading.variant {
        variants::choose(&mut document.root, variant)?;
    }
    let scale = reading.scale;
    report(AFTER_BUFFERS);
    let source = Source {
        document: &document.root,
        buffers: &buffers,
    };
    let mut hierarchy = nodes::walk(&document, scale, &mut findings)?;
    let mut movers = animations::read_movers(source, &document, &hierarchy.movers, &mut findings);
    still_animations::tell(source, &document, &hierarchy, &mut findings);
    let play = play::read_play(source, &mut hierarchy, &mut movers, scale, &mut findings);
    let (materials, choices): (Vec<Material>, Vec<UvChoice>) =
        read_materials(&document.root, &mut findings)
            .into_iter()
            .unzip();
    let air = air::read_air(&document.root, &mut findings);
    let images = read_images(source, &materials, folder, &mut findings);
    findings.extend(document.unused.clone());
    report(AFTER_IMAGES);
    let draft = Draft {
        images,
        materials,
        scale,
        variant: reading.variant.clone(),
        movers,
        play,
        census: census(&document, &hierarchy),
        sun: hierarchy.sun,
        air,
        lights: hierarchy.lights,
        ambience: hierarchy.ambience,
        spawns: hierarchy.spawns,
        may_be_model: true,
        findings,
        node_places: std::mem::take(&mut hierarchy.places),
        ..Draft::default()
    };
    let skins = read_skins(source, &document, scale);
    let mut placer = MeshPlacer::new(draft, source, &skins, (choices, &hierarchy.props));
    for placement in &hierarchy.placements {
        placer.place(placement)?;
    }
    report(AFTER_MESHES);
    let mut draft = placer.finish();
    grain::of_scene(&document.root, &mut draft.materials, &mut draft.findings);
    Ok(draft)
}

/// Counts what the file has and what its scene places.
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
        ..Census::default()
    }
}
