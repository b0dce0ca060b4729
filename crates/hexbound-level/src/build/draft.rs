//! A level as a file or a scene describes it, in the file's own coordinates, before it is checked
//! and brought to local ones.

use std::{collections::BTreeMap, ops::Range, path::PathBuf};

use glam::{DAffine3, DQuat, DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::census::{Census, LeftOut};
use crate::{
    Accepted, Air, Ambience, Cone, Finding, InstanceGroup, LevelImage, Material, MoverStart, Play,
    PropKind, Reading, Sun, Surface, Vertex, animated::AnimatedMeshes, movers::Path,
    spawn_search::SpawnWish,
};

/// Everything that a file or a scene says about a level, in its own coordinates, meters.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// The file's stem, or a scene's name.
    pub name: String,
    /// The level's file; `None` for a level made in code.
    pub path: Option<PathBuf>,
    /// How its file is read; everything here is in meters already.
    pub reading: Reading,
    pub mesh: DraftMesh,
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    pub sun: Option<Sun>,
    pub air: Air,
    pub lights: Vec<DraftLight>,
    /// The sounds of its places, each with its place in the file's coordinates.
    pub ambience: Vec<(DVec3, Ambience)>,
    pub movers: Vec<DraftMover>,
    /// The level's balls, targets, triggers and walkers; the movers of triggers are indices into
    /// `Draft::movers`.
    pub play: Play,
    /// The places to start at, best first; one is searched for when none of them will do.
    pub starts: Vec<SpawnWish>,
    /// True if ground may be put under it if there is nowhere to walk; see `model_ground`.
    pub may_be_model: bool,
    /// Counts of what could have been solid, for the message that nothing is.
    pub census: Census,
    /// Everything that is wrong or odd about the file beside its meshes.
    pub findings: Vec<Finding>,
    /// The findings that the author accepts.
    pub accepted: Accepted,
    /// The places of the file's nodes by their names, of equals the first, for findings.
    pub node_places: BTreeMap<String, DVec3>,
    /// The level's origin; `None` takes the middle of everything.
    pub origin: Option<DVec3>,
}

/// The triangles of a draft, and what comes of reading them. Serde stores the small parts alone.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DraftMesh {
    /// One finite position for each of `vertices`.
    #[serde(skip)]
    pub positions: Vec<DVec3>,
    /// The vertices, whose `position` fields `assemble` fills in.
    #[serde(skip)]
    pub vertices: Vec<Vertex>,
    /// Triangles, three indices into `vertices` each.
    #[serde(skip)]
    pub indices: Vec<u32>,
    pub parts: Vec<DraftPart>,
    /// The surfaces that stand in several places, in the file's coordinates.
    pub instance_groups: Vec<InstanceGroup<DraftInstance>>,
    /// The meshes that animations bend beside the movers, in the file's coordinates.
    pub animated: AnimatedMeshes,
    /// The materials of which the last ones of `Draft::materials` are variants with colors at the
    /// vertices, in order.
    pub colored: Vec<usize>,
    pub bumpers: Vec<DraftBumper>,
    pub props: Vec<DraftProp>,
    /// Counts of what has no triangles, for the message that nothing is solid.
    pub left_out: LeftOut,
    /// Everything that is wrong or odd about the meshes.
    pub findings: Vec<Finding>,
}

/// A run of triangles with one material, before its bounds are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftPart {
    /// The node's name, for messages.
    pub name: String,
    /// An index into `Draft::materials`.
    pub material: usize,
    /// A range of `DraftMesh::indices`.
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// An index into `Draft::movers`.
    pub mover: Option<usize>,
    /// The target that it belongs to, as its place in `Play::targets`.
    pub target: Option<u32>,
    /// The contact trigger that it belongs to, as its place in `Play::triggers`.
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
    /// A unit vector along the cylinder.
    pub axis: DVec3,
    pub radius: f64,
    pub half_length: f64,
    /// The first part of its mesh, as its place in `DraftMesh::parts`.
    pub part: usize,
}

/// A movable body, before the positions of its parts are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftProp {
    /// The node's name.
    pub name: String,
    /// A unit quaternion from the prop's own axes to the file's.
    pub rotation: DQuat,
    /// The meshes at and below the node.
    pub parts: Vec<DraftPropPart>,
    /// True if it falls.
    pub gravity: bool,
    /// The mass, kilograms, of one that is pushed by what runs into it.
    pub mass: Option<f32>,
    /// The name of its class, if it has one of its own.
    pub class: Option<String>,
}

/// One of the meshes of a movable body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DraftPropPart {
    pub kind: PropKind,
    /// A unit quaternion from the mesh's own axes to the file's.
    pub rotation: DQuat,
    /// A range of `DraftMesh::parts`.
    pub parts: Range<usize>,
}

/// One of the places where a surface stands, in the file's coordinates.
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
    /// Meters, in the file's coordinates.
    pub position: DVec3,
    /// Linear, its brightest channel 1.
    pub color: Vec3,
    /// Candela, above zero.
    pub intensity: f32,
    /// The distance at which the light ends, meters, where the file names one.
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

    /// Gives every target materials of its own, which can be lit by themselves.
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
