//! Reads a compiled map (.bsp) of Quake, Half-Life or Quake II: the faces of its models, its textures and
//! its entities.

use std::{collections::HashMap, path::Path};

use glam::{DVec2, DVec3, Vec3};
use hexbound_base::words::counted;
use qbsp::{
    BspData, BspFormat, BspParseInput, BspParseSettings,
    data::{
        models::{BspFace, BspModel},
        texture::BspTexInfo,
    },
};

use super::{
    bsp_lumps,
    entity::{Entity, Face, Map, MapCorner, Texture},
    map_file::{INCH, UNIT, bare_entities},
    surface::{Flags, Treatment, treatment},
    texture_images::ImageFinder,
};
use crate::notice::{MapError, Notice, NoticeKind};

/// The most corners of a face.
const MAX_FACE_CORNERS: u32 = 1024;
/// The most corners of all faces of all models, which keeps a faulty file from filling the memory.
const MAX_CORNERS: usize = 4 << 20;

/// Returns whether the first bytes of a file are those of a compiled map that can be read.
pub(crate) fn is_readable(head: &[u8]) -> bool {
    bsp_lumps::format(head).is_some()
}

/// Reads a compiled map. Textures are also searched near its folder.
pub(crate) fn read(mut bytes: Vec<u8>, folder: &Path) -> Result<Map, MapError> {
    let format = bsp_lumps::format(&bytes).ok_or_else(|| MapError::Malformed {
        place: String::from("the file"),
        problem: String::from("is no compiled map"),
        remedy: String::from("Export the level again"),
    })?;
    bsp_lumps::prepare(&mut bytes, format)?;
    let input = BspParseInput {
        bsp: &bytes,
        lit: None,
        settings: BspParseSettings::default(),
    };
    let bsp = BspData::parse(input).map_err(|error| MapError::Malformed {
        place: String::from("the compiled map"),
        problem: format!("cannot be read: {error}"),
        remedy: String::from("Compile the map again, or copy the file again"),
    })?;
    let entities = entities(&bsp.entities)?;
    let reader = LumpReader {
        images: ImageFinder::near(folder, entities.first().and_then(Entity::wads)),
        bsp: &bsp,
        format,
        known: HashMap::new(),
        textures: Vec::new(),
        budget: MAX_CORNERS,
        damaged: 0,
    };
    reader.read(entities)
}

/// The entities, which are text in the form of a map's source.
fn entities(text: &[u8]) -> Result<Vec<Entity>, MapError> {
    let end = text
        .iter()
        .position(|byte| *byte == 0)
        .unwrap_or(text.len());
    let parsed = quake_map::parse(&mut &text[..end]).map_err(|error| MapError::Malformed {
        place: String::from("the lump of entities"),
        problem: format!("is faulty: {}", error.to_string().to_lowercase()),
        remedy: String::from("Compile the map again"),
    })?;
    Ok(bare_entities(&parsed))
}

struct LumpReader<'a> {
    images: ImageFinder,
    bsp: &'a BspData,
    format: BspFormat,
    /// The indices of the textures so far, by name and treatment.
    known: HashMap<(String, Treatment), usize>,
    textures: Vec<Texture>,
    /// The number of corners that may still be read.
    budget: usize,
    /// The number of faces with invalid indices or corners, or with more corners than the budget has left.
    damaged: usize,
}

impl LumpReader<'_> {
    fn read(mut self, mut entities: Vec<Entity>) -> Result<Map, MapError> {
        if entities.is_empty() {
            entities.push(Entity::default());
        }
        for (index, entity) in entities.iter_mut().enumerate() {
            let model = match index {
                0 => Some(0),
                _ => {
                    (entity.value("model")).and_then(|model| model.strip_prefix('*')?.parse().ok())
                }
            };
            let Some(model) = model.and_then(|model: usize| self.bsp.models.get(model)) else {
                continue;
            };
            let origin = match index {
                0 => DVec3::ZERO,
                _ => entity.vector("origin").unwrap_or_default(),
            };
            entity.faces = self.faces(model, origin);
        }
        let mut notices: Vec<Notice> = self.images.notices().into_iter().collect();
        if self.damaged > 0 {
            let problem = counted(self.damaged, "face is", "faces are") + " damaged and left out";
            notices.push(Notice::new(NoticeKind::LeftOut, problem));
        }
        Ok(Map {
            entities,
            textures: self.textures,
            unit: if self.format.is_goldsrc() { INCH } else { UNIT },
            notices,
        })
    }

    fn faces(&mut self, model: &BspModel, origin: DVec3) -> Vec<Face> {
        let (first, count) = (model.first_face as usize, model.num_faces as usize);
        let bsp = self.bsp;
        let faces = (bsp.faces.iter().skip(first)).take(count);
        faces.filter_map(|face| self.face(face, origin)).collect()
    }

    fn face(&mut self, face: &BspFace, origin: DVec3) -> Option<Face> {
        let info = self.bsp.tex_info.get(face.texture_info_idx.0 as usize);
        let corners = (self.budget.checked_sub(face.num_edges.0 as usize)).and_then(|left| {
            self.budget = left;
            corners(self.bsp, face)
        });
        let (Some(info), Some(corners)) = (info, corners) else {
            self.damaged += 1;
            return None;
        };
        let texture = self.texture(info);
        let normal = normal(&corners)?;
        let texel = |corner: &DVec3| {
            let projection = &info.projection;
            let along = |axis: Vec3, offset: f32| corner.dot(axis.as_dvec3()) + f64::from(offset);
            DVec2::new(
                along(projection.u_axis, projection.u_offset),
                along(projection.v_axis, projection.v_offset),
            )
        };
        let corners = (corners.iter())
            .map(|corner| MapCorner {
                position: *corner + origin,
                normal,
                texel: texel(corner),
            })
            .collect();
        Some(Face { texture, corners })
    }

    /// The index of a face's texture. A new texture is added.
    fn texture(&mut self, info: &BspTexInfo) -> usize {
        let index = info.texture_idx.0.map(|index| index as usize);
        let stored = index.and_then(|index| self.bsp.textures.get(index)?.as_ref());
        let name = match (&info.extra_info.0, stored) {
            (Some(extra), _) => extra.name.as_str().to_string(),
            (None, Some(texture)) => texture.header.name.as_str().to_string(),
            (None, None) => format!("texture {}", index.unwrap_or_default()),
        };
        let surface = match self.format.is_quake2() {
            true => info.flags.surface_flags.bits(),
            false => 0,
        };
        let treatment = treatment(
            &name,
            Flags {
                contents: 0,
                surface,
            },
        );
        let key = (name.clone(), treatment);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let image = match (treatment, stored) {
            (Treatment::Hidden | Treatment::Nothing, _) => None,
            (_, Some(texture)) => self.images.embedded(texture),
            (_, None) => self.images.find(&name),
        };
        self.textures.push(Texture {
            name,
            treatment,
            image,
            two_sided: false,
        });
        self.known.insert(key, self.textures.len() - 1);
        self.textures.len() - 1
    }
}

/// The corners of a face, counterclockwise as seen from the front. `None` if an index or the number of
/// corners is out of range, or if a corner is not finite.
fn corners(bsp: &BspData, face: &BspFace) -> Option<Vec<DVec3>> {
    let first = face.first_edge as usize;
    if face.num_edges.0 > MAX_FACE_CORNERS {
        return None;
    }
    let edges = bsp
        .surface_edges
        .get(first..first.checked_add(face.num_edges.0 as usize)?)?;
    let mut corners = Vec::with_capacity(edges.len());
    // The corners are clockwise in the file.
    for edge in edges.iter().rev() {
        let both = bsp.edges.get(edge.unsigned_abs() as usize)?;
        let index = if edge.is_negative() {
            both.b.0
        } else {
            both.a.0
        };
        let corner = bsp.vertices.get(index as usize)?;
        corners.push(corner.is_finite().then(|| corner.as_dvec3())?);
    }
    (corners.len() >= 3).then_some(corners)
}

/// The normal of a polygon; `None` if it has no area.
fn normal(corners: &[DVec3]) -> Option<DVec3> {
    let first = corners[0];
    let sum: DVec3 = (corners[1..].windows(2))
        .map(|ends| (ends[0] - first).cross(ends[1] - first))
        .sum();
    sum.try_normalize()
}
