//! Places a file's meshes at its nodes: reads each mesh once, poses it for its skin or morph targets, and
//! appends its primitives to the draft.

use std::collections::BTreeMap;

use glam::DAffine3;
use gltf::json::{Mesh, mesh};
use rayon::prelude::*;

use super::{
    accessors::Buffers,
    bumpers::fit_bumper,
    document::attribute,
    hierarchy::{MeshPlacement, PropNode},
    instance_groups::{InstanceKey, InstancesRead},
    instancing::{self, MAX_INSTANCE_TRIANGLES, MAX_INSTANCES},
    materials::UvChoice,
    pose::{Pose, unusable},
    primitive::Primitive,
    primitive_reader::read_primitive,
    rigs::{Rigged, Rigs, target_count},
    skins::Skins,
    vertices::{MAX_VERTICES, add_instance, is_mirrored, too_many},
};
use crate::{
    Alpha, Code, Finding,
    animated::AnimatedMesh,
    build::{Draft, DraftInstance, DraftPart, DraftPropPart, facing_of},
    error::Fault,
};
use hexbound_base::words::counted;

/// The primitives of a mesh with their materials.
type MeshPrimitives = Vec<(Primitive, usize)>;

/// The most animated meshes.
const MAX_ANIMATED_MESHES: usize = 4_000;
/// The most animated vertices.
const MAX_ANIMATED_VERTICES: usize = 200_000;
/// The most offsets of morph targets of animated meshes.
const MAX_MORPH_OFFSETS: usize = 2_000_000;

/// Appends a file's meshes to a draft.
pub(super) struct MeshPlacer<'a> {
    draft: Draft,
    source: Buffers<'a>,
    skins: &'a Skins,
    rigs: &'a Rigs,
    /// The required texture coordinates of each material.
    choices: Vec<UvChoice>,
    /// The meshes that have been read, each once however often it is placed.
    meshes: Vec<Option<MeshPrimitives>>,
    /// The number of vertices of posed meshes, which are read again for each node.
    posed_vertices: usize,
    /// The number of animated vertices.
    animated_vertices: usize,
    offsets: usize,
    /// The variants of materials for primitives with colors of their own, by the file's material.
    colored: BTreeMap<usize, usize>,
    /// The number of instances made by instancing.
    instances: usize,
    instance_triangles: usize,
    /// The places of primitives that may be drawn together.
    copies: InstancesRead,
    /// The nodes that are props.
    props: &'a [PropNode],
    /// The first body of each of `props`, by its index in the draft.
    bodies: Vec<Option<usize>>,
}

impl<'a> MeshPlacer<'a> {
    /// `draft` holds the file's materials, and one more for primitives without; `choices` has an entry
    /// for each of the file's.
    pub(super) fn new(
        draft: Draft,
        source: Buffers<'a>,
        skins: &'a Skins,
        rigs: &'a Rigs,
        choices: Vec<UvChoice>,
        props: &'a [PropNode],
    ) -> Self {
        Self {
            draft,
            source,
            skins,
            rigs,
            choices,
            meshes: (0..source.document.meshes.len()).map(|_| None).collect(),
            posed_vertices: 0,
            animated_vertices: 0,
            offsets: 0,
            colored: BTreeMap::new(),
            instances: 0,
            instance_triangles: 0,
            copies: InstancesRead::default(),
            props,
            bodies: vec![None; props.len()],
        }
    }

    /// Appends the mesh of a node, at every place that the node requests.
    pub(super) fn place(&mut self, placement: &MeshPlacement) -> Result<(), Fault> {
        let count = self.meshes.len();
        if placement.mesh >= count {
            let (name, mesh) = (&placement.name, placement.mesh);
            return Err(Fault::malformed(
                format!("node \"{name}\""),
                format!("names mesh {mesh} of {count}"),
            ));
        }
        if let Some((primitives, transforms)) = self.posed(placement)? {
            return self.place_primitives(placement, &primitives, &transforms, None);
        }
        let primitives = match self.meshes[placement.mesh].take() {
            Some(primitives) => primitives,
            None => self.read_mesh(placement.mesh, None)?,
        };
        let transforms = self.instances_of(placement, &primitives);
        let shared = Some(placement.mesh);
        self.place_primitives(placement, &primitives, &transforms, shared)?;
        self.meshes[placement.mesh] = Some(primitives);
        Ok(())
    }

    /// Returns the draft with all placed meshes.
    pub(super) fn finish(mut self) -> Draft {
        let mut colored: Vec<(usize, usize)> = self.colored.into_iter().collect();
        colored.sort_by_key(|(_, variant)| *variant);
        self.draft.mesh.colored = colored.into_iter().map(|(base, _)| base).collect();
        let findings = &mut self.draft.mesh.findings;
        let count = self.draft.mesh.left_out.degenerate;
        if count > 0 {
            let problem = counted(
                count,
                "triangle without area is left out",
                "triangles without area are left out",
            );
            findings.push(Finding::new(Code::Sliver, problem));
        }
        let meshes = &self.meshes;
        self.draft.mesh.instance_groups = self.copies.into_groups(|key| {
            let (primitive, material) = meshes.get(key.mesh)?.as_ref()?.get(key.primitive)?;
            Some((primitive, *material))
        });
        self.draft
    }

    fn report(&mut self, finding: Finding) {
        self.draft.mesh.findings.push(finding);
    }

    /// The primitives of a mesh deformed by a skin or morph targets, and their place; `None` for a mesh
    /// that is placed undeformed.
    fn posed(
        &mut self,
        placement: &MeshPlacement,
    ) -> Result<Option<(MeshPrimitives, Vec<DAffine3>)>, Fault> {
        let document = self.source.document;
        let mut pose = match Pose::of_node(document, self.skins, self.rigs, placement.node) {
            Ok(None) => return Ok(None),
            Ok(Some(pose)) => pose,
            Err(reason) => {
                self.report(unusable(&placement.name, &reason));
                return Ok(None);
            }
        };
        // Counted before reading, since reading costs time even when nothing of the mesh remains.
        let mesh = &document.meshes[placement.mesh];
        let vertices = claimed_vertices(self.source, mesh);
        self.posed_vertices += vertices;
        if self.posed_vertices > MAX_VERTICES {
            return Err(too_many());
        }
        if pose.rigged.is_any() && !self.may_animate(vertices, target_count(mesh)) {
            self.report_still(&placement.name);
            pose.rigged = Rigged::default();
        }
        match self.read_mesh(placement.mesh, Some(&pose)) {
            Ok(primitives) => {
                let transforms = match pose.joints.is_some() {
                    true => vec![pose.transform(&placement.transform)],
                    false => self.instances_of(placement, &primitives),
                };
                Ok(Some((primitives, transforms)))
            }
            Err(fault) => {
                self.report(unusable(&placement.name, &fault.cause.to_string()));
                Ok(None)
            }
        }
    }

    /// Returns whether `vertices` more vertices, with `targets` morph targets each, may be animated.
    fn may_animate(&self, vertices: usize, targets: usize) -> bool {
        let offsets = vertices.saturating_mul(targets);
        self.draft.mesh.animated.meshes.len() < MAX_ANIMATED_MESHES
            && self.animated_vertices.saturating_add(vertices) <= MAX_ANIMATED_VERTICES
            && self.offsets.saturating_add(offsets) <= MAX_MORPH_OFFSETS
    }

    fn report_still(&mut self, name: &str) {
        let problem = format!(
            "it is animated and stays at rest: skins and morph targets may bend {MAX_ANIMATED_MESHES} meshes \
             of {MAX_ANIMATED_VERTICES} vertices in a level, with {MAX_MORPH_OFFSETS} offsets of morph targets"
        );
        self.report(Finding::about("node", name, Code::OverLimit, problem));
    }

    /// Appends primitives at every transform. `shared` is their mesh if other nodes place the same
    /// primitives; `None` in a pose.
    fn place_primitives(
        &mut self,
        placement: &MeshPlacement,
        primitives: &MeshPrimitives,
        transforms: &[DAffine3],
        shared: Option<usize>,
    ) -> Result<(), Fault> {
        // Moving meshes and bumpers are single parts; a static mesh is one part at all its places.
        let is_single = placement.prop.is_some() || placement.treatment.bumper;
        let chunk_size = if is_single { 1 } else { transforms.len() };
        for transforms in transforms.chunks(chunk_size) {
            let first = self.draft.mesh.parts.len();
            for (index, (primitive, material)) in primitives.iter().enumerate() {
                let key = shared.map(|mesh| InstanceKey {
                    mesh,
                    primitive: index,
                    mirrored: false,
                });
                self.add_part(placement, transforms, primitive, key, *material)?;
            }
            self.mark_prop(placement, &transforms[0], first);
            if placement.treatment.bumper && placement.prop.is_none() {
                let all = primitives.iter().map(|(primitive, _)| primitive);
                match fit_bumper(all, &transforms[0], first) {
                    Some(bumper) => self.draft.mesh.bumpers.push(bumper),
                    None => {
                        let problem = "a bumper needs a mesh with width and height";
                        let name = &placement.name;
                        self.report(Finding::about("node", name, Code::UnfitMarker, problem));
                    }
                }
            }
        }
        Ok(())
    }

    /// The transforms of all instances of a placed mesh, at least one.
    fn instances_of(
        &mut self,
        placement: &MeshPlacement,
        primitives: &MeshPrimitives,
    ) -> Vec<DAffine3> {
        // Vertices count too: a mesh may have many more than its triangles use.
        let sizes = (primitives.iter())
            .map(|(primitive, _)| primitive.triangles.len().max(primitive.positions.len() / 3));
        let size: usize = sizes.sum();
        let room = MAX_INSTANCE_TRIANGLES.saturating_sub(self.instance_triangles) / size.max(1);
        let max_count = room.min(MAX_INSTANCES.saturating_sub(self.instances));
        let findings = &mut self.draft.mesh.findings;
        let instances = instancing::transforms(self.source, placement, max_count, findings);
        if instances.len() > 1 {
            self.instances += instances.len();
            self.instance_triangles += instances.len() * size;
        }
        instances
    }

    /// Adds the draft's parts from `first` on to the node's prop. Each copy of the prop's own node is a
    /// prop; nodes below it belong to the first copy.
    fn mark_prop(&mut self, placement: &MeshPlacement, transform: &DAffine3, first: usize) {
        let Some(index) = placement.prop else {
            return;
        };
        let (node, bodies) = (&self.props[index], &mut self.draft.mesh.props);
        let is_own = node.node == placement.node;
        let body = match self.bodies[index] {
            Some(body) if !is_own => body,
            known => {
                let mut body = node.body.clone();
                if is_own {
                    body.rotation = facing_of(&transform.matrix3);
                }
                bodies.push(body);
                self.bodies[index] = known.or(Some(bodies.len() - 1));
                bodies.len() - 1
            }
        };
        let treatment = placement.treatment;
        bodies[body].parts.push(DraftPropPart {
            kind: treatment.shape.or(treatment.prop).unwrap_or(node.kind),
            rotation: facing_of(&transform.matrix3),
            parts: first..self.draft.mesh.parts.len(),
        });
    }

    /// Reads a mesh, undeformed or in a pose.
    fn read_mesh(&mut self, index: usize, pose: Option<&Pose>) -> Result<MeshPrimitives, Fault> {
        let document = self.source.document;
        let mesh = &document.meshes[index];
        let name = mesh.name.as_deref().unwrap_or_default();
        let default_material = document.materials.len();
        let (source, choices) = (self.source, &self.choices);
        let read = |(slot, primitive): (usize, &mesh::Primitive)| {
            let place = format!("mesh {index} \"{name}\", primitive {slot}");
            let material = (primitive.material).map_or(default_material, |given| given.value());
            if material > default_material {
                let problem = format!("names material {material} of {default_material}");
                return Err(Fault::malformed(place, problem));
            }
            let choice = choices.get(material).copied().unwrap_or_default();
            let mut findings = Vec::new();
            let read = read_primitive(source, primitive, choice, pose, &place, &mut findings)?;
            Ok((read, material, findings))
        };
        let given: Vec<_> = mesh.primitives.iter().enumerate().collect();
        // A mesh may name the same accessors any number of times. One that claims too many vertices is
        // read primitive by primitive, until there are too many or another fault occurs.
        let chunk_size = match claimed_vertices(self.source, mesh) > MAX_VERTICES {
            true => 1,
            false => given.len().max(1),
        };
        let mut primitives = Vec::with_capacity(given.len());
        let mut vertices = 0;
        for chunk in given.chunks(chunk_size) {
            let done: Vec<Result<_, Fault>> = chunk.par_iter().map(|it| read(*it)).collect();
            // In the file's order, whichever was read first.
            for result in done {
                let (primitive, material, findings) = result?;
                self.draft.mesh.findings.extend(findings);
                vertices += primitive.positions.len();
                if vertices > MAX_VERTICES {
                    return Err(too_many());
                }
                primitives.push((primitive, material));
            }
        }
        for (primitive, material) in &mut primitives {
            if primitive.is_colored {
                *material = self.colored(*material);
            }
        }
        Ok(primitives)
    }

    /// The variant of a material for primitives with vertex colors.
    fn colored(&mut self, material: usize) -> usize {
        let materials = &mut self.draft.materials;
        *self.colored.entry(material).or_insert_with(|| {
            materials.push(materials[material].with_colors());
            materials.len() - 1
        })
    }

    /// Appends a primitive at every transform as one part. Places with a key may be drawn together.
    fn add_part(
        &mut self,
        placement: &MeshPlacement,
        transforms: &[DAffine3],
        primitive: &Primitive,
        key: Option<InstanceKey>,
        material: usize,
    ) -> Result<(), Fault> {
        let draft = &mut self.draft;
        draft.mesh.left_out.degenerate += primitive.degenerate;
        if primitive.triangles.is_empty() {
            draft.mesh.left_out.lines += usize::from(primitive.is_lines);
            draft.mesh.left_out.bare +=
                usize::from(!primitive.is_lines && primitive.degenerate == 0);
            return Ok(());
        }
        let start = draft.mesh.indices.len() as u32;
        let treatment = placement.treatment;
        // Moving parts are drawn separately, see-through ones in the order of their distance, and each
        // target is lit separately.
        let may_be_grouped = treatment.visible
            && placement.prop.is_none()
            && placement.mover.is_none()
            && placement.target.is_none()
            && draft.materials[material].alpha != Alpha::Blend;
        let mut places = Vec::new();
        for transform in transforms {
            let place = add_instance(draft, transform, primitive, &placement.name)?;
            if primitive.animated.is_some() {
                places.push(place.clone());
            }
            if let Some(key) = key.filter(|_| may_be_grouped) {
                let mirrored = is_mirrored(transform);
                self.copies.add(InstanceKey { mirrored, ..key }, place);
            }
        }
        draft.mesh.parts.push(DraftPart {
            target: placement.target.map(|target| target as u32),
            trigger: placement.trigger.map(|trigger| trigger as u32),
            name: placement.name.clone(),
            material,
            indices: start..draft.mesh.indices.len() as u32,
            visible: treatment.visible,
            solid: treatment.solid,
            mover: (placement.mover)
                .filter(|mover| draft.movers[*mover].path.track.seconds() > 0.0),
        });
        if treatment.visible {
            self.animate(placement, primitive, places);
        }
        Ok(())
    }

    /// Records that the last part is animated: a primitive at `places`.
    fn animate(
        &mut self,
        placement: &MeshPlacement,
        primitive: &Primitive,
        places: Vec<DraftInstance>,
    ) {
        let Some(mesh) = &primitive.animated else {
            return;
        };
        let (vertices, targets) = (primitive.positions.len(), mesh.shape.targets.len());
        for place in places {
            if !self.may_animate(vertices, targets) {
                return self.report_still(&placement.name);
            }
            self.animated_vertices += vertices;
            self.offsets += vertices * targets;
            self.draft.mesh.animated.meshes.push(AnimatedMesh {
                part: self.draft.mesh.parts.len() - 1,
                vertices: place.vertices,
                transform: place.transform,
                ..AnimatedMesh::clone(mesh)
            });
        }
    }
}

/// Counts the vertices that a mesh's primitives claim to have.
fn claimed_vertices(source: Buffers, mesh: &Mesh) -> usize {
    let positions = mesh.primitives.iter().filter_map(|primitive| {
        let index = attribute(primitive, mesh::Semantic::Positions)?;
        Some(source.document.accessors.get(index)?.count.0 as usize)
    });
    positions.fold(0, usize::saturating_add)
}
