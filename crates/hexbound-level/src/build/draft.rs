//! A level as described by a file or a scene, in the file's own coordinates, before its checks and its
//! conversion to local ones.

use std::{collections::BTreeMap, ops::Range, path::PathBuf};

use glam::{DAffine3, DQuat, DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::census::{Census, LeftOut};
use crate::{
    Accepted, Air, Ambience, Cone, Finding, InstanceGroup, LevelImage, Material, MoverStart, Play,
    PropKind, Reading, Sun, Surface, Vertex, animated::AnimatedMeshes, movers::Path,
    spawn_search::SpawnRequest,
};

/// The description of a level by a file or a scene, in its own coordinates, meters.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The file's stem, or a scene's name.
    pub name: String,
    /// The level's file; `None` for a level made in code.
    pub path: Option<PathBuf>,
    /// The options that the file is read with; all values of the draft are in meters already.
    pub reading: Reading,
    pub mesh: DraftMesh,
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    pub sun: Option<Sun>,
    pub air: Air,
    pub lights: Vec<DraftLight>,
    /// The ambient sounds, each with its position in the file's coordinates.
    pub ambience: Vec<(DVec3, Ambience)>,
    pub movers: Vec<DraftMover>,
    /// The level's balls, targets, triggers and walkers; the movers of triggers are indices into
    /// `Draft::movers`.
    pub play: Play,
    /// The requested starts, best first; if none of them is possible, a search finds one.
    pub starts: Vec<SpawnRequest>,
    /// True if ground may be laid under a draft without a walkable place; see `model_ground`.
    pub may_be_model: bool,
    /// Counts of possibly solid elements, for the message that nothing is.
    pub census: Census,
    /// The findings about errors and oddities of the file, except those of its meshes.
    pub findings: Vec<Finding>,
    /// The findings that the author accepts.
    pub accepted: Accepted,
    /// The positions of the file's nodes by their names, for findings; of equal names the first.
    pub node_places: BTreeMap<String, DVec3>,
    /// The level's origin; `None` selects the center of the bounds.
    pub origin: Option<DVec3>,
}

/// The triangles of a draft, and the results of reading them. Serde stores only the small parts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DraftMesh {
    /// One finite position for each of `vertices`.
    #[serde(skip)]
    pub positions: Vec<DVec3>,
    /// The vertices, whose `position` fields `assemble` fills in.
    #[serde(skip)]
    pub vertices: Vec<Vertex>,
    /// The triangles, three indices into `vertices` each.
    #[serde(skip)]
    pub indices: Vec<u32>,
    pub parts: Vec<DraftPart>,
    /// The surfaces with several places, in the file's coordinates.
    pub instance_groups: Vec<InstanceGroup<DraftInstance>>,
    /// The meshes that animations deform beside the movers, in the file's coordinates.
    pub animated: AnimatedMeshes,
    /// The indices of the materials whose variants with vertex colors are the last ones of
    /// `Draft::materials`, in order.
    pub colored: Vec<usize>,
    pub bumpers: Vec<DraftBumper>,
    pub props: Vec<DraftProp>,
    /// Counts of elements without triangles, for the message that nothing is solid.
    pub left_out: LeftOut,
    /// The findings about errors and oddities of the meshes.
    pub findings: Vec<Finding>,
}

/// A run of triangles with one material, before its bounds are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftPart {
    /// The node's name, for messages.
    pub name: String,
    /// The index in `Draft::materials`.
    pub material: usize,
    /// The range of `DraftMesh::indices`.
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// The index in `Draft::movers`.
    pub mover: Option<usize>,
    /// The target that the part belongs to, as its index in `Play::targets`.
    pub target: Option<u32>,
    /// The contact trigger that the part belongs to, as its index in `Play::triggers`.
    pub trigger: Option<u32>,
}

/// A part that moves by itself, with its path in the file's coordinates.
#[derive(Clone, Debug)]
pub struct DraftMover {
    /// The node's name, for messages.
    pub name: String,
    pub path: Path,
    pub start: MoverStart,
}

/// A cylinder that balls bounce off, in the file's coordinates, meters.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct DraftBumper {
    pub center: DVec3,
    /// The unit vector along the cylinder.
    pub axis: DVec3,
    pub radius: f64,
    pub half_length: f64,
    /// The first part of the bumper's mesh, as its index in `DraftMesh::parts`.
    pub part: usize,
}

/// A movable body, before the positions of its parts are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftProp {
    /// The node's name.
    pub name: String,
    /// The unit quaternion from the prop's own axes to the file's.
    pub rotation: DQuat,
    /// The meshes at and below the node.
    pub parts: Vec<DraftPropPart>,
    /// True if the prop falls.
    pub gravity: bool,
    /// The mass of a prop that bodies push, kilograms.
    pub mass: Option<f32>,
    /// The name of the prop's own class, if it has one.
    pub class: Option<String>,
}

/// One of the meshes of a movable body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftPropPart {
    pub kind: PropKind,
    /// The unit quaternion from the mesh's own axes to the file's.
    pub rotation: DQuat,
    /// The range of `DraftMesh::parts`.
    pub parts: Range<usize>,
}

/// One of the places of a surface, in the file's coordinates.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftInstance {
    pub transform: DAffine3,
    /// The same vertices in `DraftMesh::vertices`.
    pub vertices: Range<u32>,
    /// The same triangles in `DraftMesh::indices`.
    pub indices: Range<u32>,
}

/// A lamp as the file describes it.
#[derive(Clone, Debug)]
pub struct DraftLight {
    /// The node's name, for messages.
    pub name: String,
    /// The position, meters, in the file's coordinates.
    pub position: DVec3,
    /// The color, linear, its brightest channel 1.
    pub color: Vec3,
    /// The intensity, candela, above zero.
    pub intensity: f32,
    /// The distance at which the light ends, meters, if the file names one.
    pub range: Option<f32>,
    /// The cone of a spot light.
    pub cone: Option<Cone>,
}

impl Draft {
    /// The surface of a part's triangles.
    pub fn surface(&self, part: &DraftPart) -> Surface {
        let usual = Surface {
            target: part.target,
            trigger: part.trigger,
            ..Surface::default()
        };
        let of = |material: &Material| Surface {
            kind: material.surface,
            restitution: material.bounce.restitution,
            friction: material.bounce.friction,
            ..usual
        };
        self.materials.get(part.material).map_or(usual, of)
    }

    /// Gives every target materials of its own, which can be lit separately.
    pub(super) fn part_targets(&mut self) {
        let mut own: Vec<((u32, usize), usize)> = Vec::new();
        for part in &mut self.mesh.parts {
            let Some(target) = part.target else {
                continue;
            };
            let key = (target, part.material);
            let known = own.iter().find(|(known, _)| *known == key);
            if let Some((_, material)) = known {
                part.material = *material;
            } else if let Some(shared) = self.materials.get(part.material) {
                let material = Material {
                    target: Some(target),
                    ..shared.clone()
                };
                part.material = self.materials.len();
                self.materials.push(material);
                own.push((key, part.material));
            }
        }
    }
}
