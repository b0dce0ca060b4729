//! Opens a glTF file and puts what its parts say together into a draft.

use std::{collections::BTreeMap, fs::File, io, path::Path, rc::Rc};

use glam::{DAffine3, DVec3, Vec3};
use gltf::json::{
    Mesh,
    mesh::{Primitive, Semantic},
};
use rayon::prelude::*;

use super::{
    Alpha, Level, LevelError, Material, Scale, Vertex,
    accessors::Source,
    animations,
    assemble::{Draft, DraftBumper, DraftPart, assemble},
    buffers,
    census::Census,
    container,
    copies::{DraftPlace, Pattern, PlacesRead},
    document::attribute,
    error::Fault,
    geometry::{Surface, read_surface},
    images::read_images,
    instances::{self, MAX_COPIES, MAX_COPY_TRIANGLES},
    materials::{UvChoice, read_materials},
    nodes::{self, Placement},
    props::{DraftProp, facing_of},
    skins::{Pose, Skins, read_skins, unusable},
    suggestions,
};
use crate::files;

/// More than this many vertices or corners of triangles are refused: a small file can ask for
/// any number by placing one mesh often.
const MAX_VERTICES: usize = 24_000_000;

/// Nobody reads more than this.
const MAX_WARNINGS: usize = 40;

/// The level in a .glb or .gltf file.
pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelError> {
    load_scaled(path, Scale::METERS)
}

/// The same where a unit of the file is so many meters.
pub fn load_scaled(path: impl AsRef<Path>, scale: Scale) -> Result<Level, LevelError> {
    let path = path.as_ref();
    let opened = files::open(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => suggestions::missing(path),
        _ => LevelError::Unreadable {
            file: path.to_path_buf(),
            place: String::from("the file"),
            source,
            remedy: String::from("Give the path of a .glb or .gltf file that may be read"),
        },
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut draft = read_draft(opened, folder, scale).map_err(|fault| fault.in_file(path))?;
    draft.name = (path.file_stem().unwrap_or_default())
        .to_string_lossy()
        .into_owned();
    draft.path = Some(path.to_path_buf());
    assemble(draft)
}

/// Of an opened file and its length.
fn read_draft((file, length): (File, u64), folder: &Path, scale: Scale) -> Result<Draft, Fault> {
    let mut warnings = Vec::new();
    let container = container::open(file, length)?;
    let document = container::parse(&container.json, &mut warnings)?;
    let binary = container.binary(buffers::declared_chunk(&document.root))?;
    let buffers = buffers::load_buffers(&document.root, binary, folder)?;
    let source = Source {
        document: &document.root,
        buffers: &buffers,
    };
    let hierarchy = nodes::walk(&document, scale, &mut warnings)?;
    let movers = animations::read_movers(source, &document, &hierarchy.movers, &mut warnings);
    let (mut materials, choices): (Vec<Material>, Vec<UvChoice>) =
        read_materials(&document.root, &mut warnings)
            .into_iter()
            .unzip();
    let images = read_images(source, &materials, folder, &mut warnings);
    // Primitives without a material use the one after the file's own.
    materials.push(Material::default());
    let mut geometry = Geometry {
        draft: Draft {
            images,
            materials,
            scale,
            sun: hierarchy.sun,
            lights: hierarchy.lights,
            spawns: hierarchy.spawns,
            movers,
            census: Census {
                left_out: hierarchy.left_out,
                placed: hierarchy.placements.len(),
                ..Census::of(&document.root)
            },
            may_be_model: true,
            ..Draft::default()
        },
        source,
        skins: Rc::new(read_skins(source, &document, scale)),
        posed: 0,
        choices,
        meshes: (0..document.root.meshes.len()).map(|_| None).collect(),
        colored: BTreeMap::new(),
        copies: 0,
        copied: 0,
        places: PlacesRead::default(),
        warnings,
    };
    for placement in &hierarchy.placements {
        geometry.place(placement)?;
    }
    Ok(geometry.finish())
}

/// A mesh's surfaces with their materials, read once however often it is placed.
type MeshSurfaces = Vec<(Surface, usize)>;

struct Geometry<'a> {
    draft: Draft,
    source: Source<'a>,
    skins: Rc<Skins>,
    /// Vertices of meshes in a pose.
    posed: usize,
    choices: Vec<UvChoice>,
    meshes: Vec<Option<MeshSurfaces>>,
    /// Those for surfaces with colors of their own, by the file's.
    colored: BTreeMap<usize, usize>,
    /// Made by instancing, and their triangles.
    copies: usize,
    copied: usize,
    /// Of what may be drawn as copies.
    places: PlacesRead,
    warnings: Vec<String>,
}

impl Geometry<'_> {
    fn place(&mut self, placement: &Placement) -> Result<(), Fault> {
        let count = self.meshes.len();
        if placement.mesh >= count {
            let (name, mesh) = (&placement.name, placement.mesh);
            return Err(Fault::malformed(
                format!("node \"{name}\""),
                format!("names mesh {mesh} of {count}"),
            ));
        }
        if let Some((surfaces, transform)) = self.posed(placement)? {
            return self.place_surfaces(placement, &surfaces, (&[transform], true));
        }
        let surfaces = match self.meshes[placement.mesh].take() {
            Some(surfaces) => surfaces,
            None => self.read_mesh(placement.mesh, None)?,
        };
        let copies = self.copies(placement, &surfaces);
        self.place_surfaces(placement, &surfaces, (&copies, false))?;
        self.meshes[placement.mesh] = Some(surfaces);
        Ok(())
    }

    /// The surfaces of a mesh that is not placed as it is written, and where those go.
    fn posed(&mut self, placement: &Placement) -> Result<Option<(MeshSurfaces, DAffine3)>, Fault> {
        let (document, skins) = (self.source.document, Rc::clone(&self.skins));
        let pose = match Pose::of_node(document, &skins, placement.node) {
            Ok(None) => return Ok(None),
            Ok(Some(pose)) => pose,
            Err(words) => {
                self.warnings.push(unusable(&placement.name, &words));
                return Ok(None);
            }
        };
        // Each is made anew, also one of which nothing is left in the end.
        self.posed += claimed(self.source, &document.meshes[placement.mesh]);
        if self.posed > MAX_VERTICES {
            return Err(too_many());
        }
        match self.read_mesh(placement.mesh, Some(&pose)) {
            Ok(surfaces) => Ok(Some((surfaces, pose.transform(&placement.transform)))),
            Err(fault) => {
                let words = unusable(&placement.name, &fault.in_words());
                self.warnings.push(words);
                Ok(None)
            }
        }
    }

    /// The same surfaces at every transform of `copies`; whether they are `posed`, and so no
    /// other node's.
    fn place_surfaces(
        &mut self,
        placement: &Placement,
        surfaces: &MeshSurfaces,
        (copies, posed): (&[DAffine3], bool),
    ) -> Result<(), Fault> {
        // What moves or bounces is one thing each; what just stands there is one part together.
        let alone = placement.treatment.prop.is_some() || placement.treatment.bumper;
        for copies in copies.chunks(if alone { 1 } else { copies.len() }) {
            let first = self.draft.parts.len();
            for (number, (surface, material)) in surfaces.iter().enumerate() {
                let pattern = (!posed).then_some(number);
                self.add(placement, copies, (pattern, surface), *material)?;
            }
            self.mark_prop(placement, &copies[0], first);
            if placement.treatment.bumper {
                match fit_bumper(surfaces, &copies[0]) {
                    Some(bumper) => self.draft.bumpers.push(bumper),
                    None => self.warnings.push(format!(
                        "node \"{}\": a bumper needs a mesh with width and height",
                        placement.name
                    )),
                }
            }
        }
        Ok(())
    }

    /// The transforms of all copies of a placed mesh, at least one.
    fn copies(&mut self, placement: &Placement, surfaces: &MeshSurfaces) -> Vec<DAffine3> {
        // Vertices count too: a mesh may have many more than its triangles use.
        let sizes = (surfaces.iter())
            .map(|(surface, _)| surface.triangles.len().max(surface.positions.len() / 3));
        let size: usize = sizes.sum();
        let room = MAX_COPY_TRIANGLES.saturating_sub(self.copied) / size.max(1);
        let most = room.min(MAX_COPIES.saturating_sub(self.copies));
        let copies = instances::copies(self.source, placement, most, &mut self.warnings);
        if copies.len() > 1 {
            self.copies += copies.len();
            self.copied += copies.len() * size;
        }
        copies
    }

    /// The parts from `first` on move, if the node asks for it.
    fn mark_prop(&mut self, placement: &Placement, transform: &DAffine3, first: usize) {
        let (name, treatment) = (&placement.name, placement.treatment);
        let Some(kind) = treatment.prop else {
            return;
        };
        let moves = (self.draft.parts.get(first)).is_some_and(|part| part.mover.is_some());
        let other = match (treatment.bumper, treatment.visible, treatment.solid) {
            _ if moves => Some("moved by a mover"),
            (true, _, _) => Some("a bumper"),
            (_, false, _) => Some("not visible"),
            (_, _, false) => Some("not solid"),
            _ => None,
        };
        if let Some(other) = other {
            self.warnings.push(format!(
                "node \"{name}\": it is {other}, so it can't be a prop"
            ));
            return;
        }
        self.draft.props.push(DraftProp {
            name: name.clone(),
            kind,
            rotation: facing_of(&transform.matrix3),
            parts: first..self.draft.parts.len(),
        });
    }

    /// As it is written, or in a pose.
    fn read_mesh(&mut self, index: usize, pose: Option<&Pose>) -> Result<MeshSurfaces, Fault> {
        let document = self.source.document;
        let mesh = &document.meshes[index];
        let name = mesh.name.as_deref().unwrap_or_default();
        let default_material = document.materials.len();
        let (source, choices) = (self.source, &self.choices);
        let read = |(number, primitive): (usize, &Primitive)| {
            let place = format!("mesh {index} \"{name}\", primitive {number}");
            let material = (primitive.material).map_or(default_material, |given| given.value());
            if material > default_material {
                let problem = format!("names material {material} of {default_material}");
                return Err(Fault::malformed(place, problem));
            }
            let choice = choices.get(material).copied().unwrap_or_default();
            let mut warnings = Vec::new();
            let how = (choice, pose);
            let surface = read_surface(source, primitive, how, &place, &mut warnings)?;
            Ok((surface, material, warnings))
        };
        let primitives: Vec<_> = mesh.primitives.iter().enumerate().collect();
        // A mesh may name the same numbers any number of times: what says that it is too large is
        // read piece by piece, until it is or something else is wrong.
        let at_once = match claimed(self.source, mesh) > MAX_VERTICES {
            true => 1,
            false => primitives.len().max(1),
        };
        let mut surfaces = Vec::with_capacity(primitives.len());
        let mut vertices = 0;
        for some in primitives.chunks(at_once) {
            let done: Vec<Result<_, Fault>> = some.par_iter().map(|it| read(*it)).collect();
            // In the file's order, whichever was read first.
            for result in done {
                let (surface, material, warnings) = result?;
                self.warnings.extend(warnings);
                vertices += surface.positions.len();
                if vertices > MAX_VERTICES {
                    return Err(too_many());
                }
                surfaces.push((surface, material));
            }
        }
        for (surface, material) in &mut surfaces {
            *material = self.colored(*material, surface);
        }
        Ok(surfaces)
    }

    /// The material of a surface: of one with colors of its own, the same that knows of it.
    fn colored(&mut self, material: usize, surface: &Surface) -> usize {
        if !surface.is_colored {
            return material;
        }
        let materials = &mut self.draft.materials;
        *self.colored.entry(material).or_insert_with(|| {
            let colored = Material {
                vertex_colored: true,
                ..materials[material].clone()
            };
            materials.push(colored);
            materials.len() - 1
        })
    }

    fn add(
        &mut self,
        placement: &Placement,
        copies: &[DAffine3],
        (pattern, surface): (Option<usize>, &Surface),
        material: usize,
    ) -> Result<(), Fault> {
        let draft = &mut self.draft;
        draft.census.degenerate += surface.degenerate;
        if surface.triangles.is_empty() {
            draft.census.lines += usize::from(surface.is_lines);
            draft.census.bare += usize::from(!surface.is_lines && surface.degenerate == 0);
            return Ok(());
        }
        let start = draft.indices.len() as u32;
        let treatment = placement.treatment;
        // What moves is drawn elsewhere, and what is see-through in the order of its distance.
        let keeps = treatment.visible
            && treatment.prop.is_none()
            && placement.mover.is_none()
            && draft.materials[material].alpha != Alpha::Blend;
        for transform in copies {
            let place = add_copy(draft, transform, surface, &placement.name)?;
            if let Some(surface) = pattern.filter(|_| keeps) {
                self.places.add(
                    Pattern {
                        mesh: placement.mesh,
                        surface,
                        mirrored: is_mirrored(transform),
                    },
                    place,
                );
            }
        }
        draft.parts.push(DraftPart {
            name: placement.name.clone(),
            material,
            indices: start..draft.indices.len() as u32,
            visible: treatment.visible,
            solid: treatment.solid,
            mover: (placement.mover)
                .filter(|mover| draft.movers[*mover].path.track.seconds() > 0.0),
        });
        Ok(())
    }

    fn finish(mut self) -> Draft {
        let count = self.draft.census.degenerate;
        if count > 0 {
            self.warnings
                .push(format!("{count} triangles without area are left out"));
        }
        let unsaid = self.warnings.len().saturating_sub(MAX_WARNINGS);
        if unsaid > 0 {
            self.warnings.truncate(MAX_WARNINGS);
            self.warnings.push(format!("{unsaid} more warnings"));
        }
        self.draft.warnings = self.warnings;
        let meshes = &self.meshes;
        self.draft.copies = self.places.into_copies(|pattern| {
            let (surface, material) = meshes.get(pattern.mesh)?.as_ref()?.get(pattern.surface)?;
            Some((surface, *material))
        });
        self.draft
    }
}

/// How many vertices a mesh's primitives say they have.
fn claimed(source: Source, mesh: &Mesh) -> usize {
    let positions = mesh.primitives.iter().filter_map(|primitive| {
        let index = attribute(primitive, Semantic::Positions)?;
        Some(source.document.accessors.get(index)?.count.0 as usize)
    });
    positions.fold(0, usize::saturating_add)
}

/// The vertices and indices of a surface once more.
fn add_copy(
    draft: &mut Draft,
    transform: &DAffine3,
    surface: &Surface,
    name: &str,
) -> Result<DraftPlace, Fault> {
    let first = draft.vertices.len();
    let first_corner = draft.indices.len() as u32;
    let corners = draft.indices.len() + surface.triangles.len() * 3;
    if first + surface.positions.len() > MAX_VERTICES || corners > MAX_VERTICES {
        return Err(too_many());
    }
    let mirrored = is_mirrored(transform);
    for position in &surface.positions {
        let position = transform.transform_point3(position.as_dvec3());
        if !position.as_vec3().is_finite() {
            let problem = "moves its mesh out of the range of numbers";
            return Err(Fault::malformed(format!("node \"{name}\""), problem));
        }
        draft.positions.push(position);
    }
    place_vertices(&mut draft.vertices, surface, transform, mirrored);
    for [a, b, c] in &surface.triangles {
        let [a, b, c] = [a, b, c].map(|corner| first as u32 + corner);
        let turned = if mirrored { [a, c, b] } else { [a, b, c] };
        draft.indices.extend(turned);
    }
    Ok(DraftPlace {
        transform: *transform,
        vertices: first as u32..draft.vertices.len() as u32,
        indices: first_corner..draft.indices.len() as u32,
    })
}

fn is_mirrored(transform: &DAffine3) -> bool {
    transform.matrix3.determinant() < 0.0
}

fn too_many() -> Fault {
    Fault::Unsupported {
        what: format!("a level of more than {MAX_VERTICES} vertices"),
        remedy: String::from("Split it, or place its meshes less often"),
    }
}

/// Turns directions with the node: normals by the cofactors of its matrix, which also works
/// when it flattens the mesh.
fn place_vertices(
    vertices: &mut Vec<Vertex>,
    surface: &Surface,
    transform: &DAffine3,
    mirrored: bool,
) {
    let [x, y, z] = [
        transform.matrix3.x_axis,
        transform.matrix3.y_axis,
        transform.matrix3.z_axis,
    ];
    let sign = if mirrored { -1.0 } else { 1.0 };
    let cofactors = [y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign];
    let turned = |columns: &[DVec3; 3], v: Vec3| {
        let v = v.as_dvec3();
        let turned = columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
        // Scaled first: a tiny or huge node would make the squares vanish or overflow.
        let largest = turned.abs().max_element();
        (turned / largest).as_vec3().try_normalize()
    };
    for index in 0..surface.positions.len() {
        let normal = turned(&cofactors, surface.normals[index]).unwrap_or(Vec3::Y);
        let [tx, ty, tz, tw] = surface.tangents[index];
        let tangent = turned(&[x, y, z], Vec3::new(tx, ty, tz))
            .map(|tangent| tangent - normal * normal.dot(tangent))
            .and_then(Vec3::try_normalize)
            .unwrap_or_else(|| normal.any_orthonormal_vector());
        vertices.push(Vertex {
            position: [0.0; 3],
            normal: normal.to_array(),
            tangent: tangent.extend(tw * sign as f32).to_array(),
            uv: surface.uvs[index],
            color: surface.colors[index],
            second_uv: surface.second_uvs.get(index).copied().unwrap_or_default(),
        });
    }
}

/// The cylinder about the node's Y axis that holds the box around the mesh's ends.
fn fit_bumper(surfaces: &MeshSurfaces, transform: &DAffine3) -> Option<DraftBumper> {
    let mut min = DVec3::INFINITY;
    let mut max = DVec3::NEG_INFINITY;
    for position in surfaces.iter().flat_map(|(surface, _)| &surface.positions) {
        min = min.min(position.as_dvec3());
        max = max.max(position.as_dvec3());
    }
    let half = (max - min) * 0.5;
    let axes = transform.matrix3;
    let radius = (axes.x_axis.length() * half.x).max(axes.z_axis.length() * half.z);
    let half_length = axes.y_axis.length() * half.y;
    let fits = radius.is_finite() && half_length.is_finite() && radius > 0.0 && half_length > 0.0;
    fits.then(|| DraftBumper {
        center: transform.transform_point3((min + max) * 0.5),
        axis: axes.y_axis.normalize_or(DVec3::Y),
        radius,
        half_length,
    })
}
