//! The visible part of an excerpt: enough to recognize a place, no more. Normals are coarse, textures
//! small, and textures of surface detail are left out.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use hexbound_collide::{CollisionMesh, geom::Aabb};
use serde::{Deserialize, Serialize};

use hexbound_level::{
    Level, LevelImage, LevelMesh, Material, Part, TextureLayer, TextureRef, Vertex,
};

/// The largest distance by which a prop with its look may have been pushed, meters.
const MAX_PUSHED_DISTANCE: f32 = 10.0;
/// The largest side of a texture that is read, pixels.
const MAX_TEXTURE_SIDE: u32 = 256;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Seen {
    vertices: Vec<SeenVertex>,
    indices: Vec<u32>,
    parts: Vec<SeenPart>,
    materials: Vec<Material>,
    images: Vec<SmallImage>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SeenVertex {
    position: [f32; 3],
    /// The normal, in units of 1/127.
    normal: [i8; 3],
    uv: [f32; 2],
    /// The color, in units of 1/255.
    color: [u8; 4],
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SeenPart {
    name: String,
    material: u32,
    /// The number of indices of the part, which follow those of the part before.
    indices: u32,
    visible: bool,
    solid: bool,
    mover: Option<u32>,
    prop: Option<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SmallImage {
    name: String,
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Seen {
    /// The visible part of a level in these boxes, and of everything that moves.
    pub(super) fn of(level: &Level, boxes: &[Aabb]) -> Self {
        let mesh = &level.mesh;
        let around = (boxes.iter()).fold(Aabb::EMPTY, |around, one| around.union(*one));
        let mut seen = Self::default();
        let (mut vertices, mut materials) = (BTreeMap::new(), BTreeMap::new());
        for part in &mesh.parts {
            let moves = part.mover.is_some() || part.prop.is_some();
            let mover = part.mover.and_then(|mover| level.movers.get(mover));
            let reached = match mover {
                Some(mover) => mover.bounds_of(&part.bounds),
                None if moves => part.bounds.grown(Vec3::splat(MAX_PUSHED_DISTANCE)),
                None => part.bounds,
            };
            if !part.visible || !reached.overlaps(&around) {
                continue;
            }
            let before = seen.indices.len();
            for (triangle, corners) in mesh.triangles(part).zip(mesh.faces(part)) {
                let bounds = Aabb::from_points(corners);
                if !moves && !boxes.iter().any(|one| one.overlaps(&bounds)) {
                    continue;
                }
                seen.add(&triangle, &mut vertices, |index| {
                    SeenVertex::of(&mesh.vertices[index as usize])
                });
            }
            if seen.indices.len() == before {
                continue;
            }
            let new = materials.len() as u32;
            seen.parts.push(SeenPart {
                name: part.name.clone(),
                material: *materials.entry(part.material).or_insert(new),
                indices: (seen.indices.len() - before) as u32,
                visible: part.visible,
                solid: part.solid,
                mover: part.mover.map(|it| it as u32),
                prop: part.prop.map(|it| it as u32),
            });
        }
        let kept = in_new_order(&materials);
        seen.materials = kept.map(|old| plain(&level.materials[old])).collect();
        seen
    }

    /// Adds a triangle of another list of vertices. `known` maps their indices to the new ones.
    fn add(
        &mut self,
        triangle: &[u32],
        known: &mut BTreeMap<u32, u32>,
        vertex: impl Fn(u32) -> SeenVertex,
    ) {
        for index in triangle {
            self.indices.push(*known.entry(*index).or_insert_with(|| {
                self.vertices.push(vertex(*index));
                (self.vertices.len() - 1) as u32
            }));
        }
    }

    #[cfg(test)]
    pub(super) fn materials_mut(&mut self) -> &mut [Material] {
        &mut self.materials
    }

    /// Removes all static parts except these triangles.
    pub(super) fn keep_solid(&mut self, mesh: &CollisionMesh) {
        let key = |corners: [[f32; 3]; 3]| {
            let mut bits = corners.map(|corner| corner.map(|it| (it + 0.0).to_bits()));
            bits.sort_unstable();
            bits
        };
        let solid: BTreeSet<_> = (0..mesh.len() as u32)
            .map(|triangle| key(mesh.corners(triangle).map(|corner| corner.to_array())))
            .collect();
        let mut kept = Self {
            materials: std::mem::take(&mut self.materials),
            images: std::mem::take(&mut self.images),
            ..Self::default()
        };
        let mut first = 0;
        let mut vertices = BTreeMap::new();
        for part in &self.parts {
            let run = &self.indices[first..first + part.indices as usize];
            first += part.indices as usize;
            let before = kept.indices.len();
            for triangle in run.chunks_exact(3) {
                let place = |corner: usize| self.vertices[triangle[corner] as usize].position;
                let moves = part.mover.is_some() || part.prop.is_some();
                if !moves && !solid.contains(&key([place(0), place(1), place(2)])) {
                    continue;
                }
                kept.add(triangle, &mut vertices, |index| {
                    self.vertices[index as usize]
                });
            }
            if kept.indices.len() > before {
                kept.parts.push(SeenPart {
                    indices: (kept.indices.len() - before) as u32,
                    ..part.clone()
                });
            }
        }
        *self = kept;
    }

    /// The mesh, the materials and the images. Fails if one refers to a missing element.
    pub(super) fn build(
        &self,
        movers: usize,
        props: usize,
    ) -> Result<(LevelMesh, Vec<Material>, Vec<LevelImage>), String> {
        let is_within =
            |place: Option<u32>, count: usize| place.is_none_or(|it| (it as usize) < count);
        let are_placed = self
            .indices
            .iter()
            .all(|it| (*it as usize) < self.vertices.len())
            && self
                .vertices
                .iter()
                .all(|it| Vec3::from(it.position).is_finite());
        if !are_placed {
            return Err("the mesh that is seen points at what is not there".into());
        }
        let vertices: Vec<Vertex> = self.vertices.iter().map(SeenVertex::vertex).collect();
        let mut first = 0_u32;
        let mut parts = Vec::new();
        for part in &self.parts {
            let end = first.saturating_add(part.indices);
            let is_valid = end as usize <= self.indices.len()
                && part.indices.is_multiple_of(3)
                && (part.material as usize) < self.materials.len()
                && is_within(part.mover, movers)
                && is_within(part.prop, props);
            if !is_valid {
                return Err(format!(
                    "the part '{}' that is seen makes no sense",
                    part.name
                ));
            }
            let run = &self.indices[first as usize..end as usize];
            let places = run.iter().map(|it| vertices[*it as usize].position);
            parts.push(Part {
                name: part.name.clone(),
                material: part.material as usize,
                indices: first..end,
                visible: part.visible,
                solid: part.solid,
                mover: part.mover.map(|it| it as usize),
                prop: part.prop.map(|it| it as usize),
                animated: None,
                bounds: Aabb::from_points(places.map(Vec3::from)),
            });
            first = end;
        }
        let images = self.images.iter().map(SmallImage::image);
        let images = images.collect::<Result<Vec<_>, String>>()?;
        let mut materials = self.materials.clone();
        if materials.is_empty() {
            materials.push(Material::default());
        }
        let mesh = LevelMesh {
            vertices,
            indices: self.indices.clone(),
            parts,
            ..LevelMesh::default()
        };
        Ok((mesh, materials, images))
    }

    /// Copies the textures that color the materials, with sides of at most `side` pixels. Until then the
    /// materials refer to the level's own.
    pub(super) fn take_textures(&mut self, level: &Level, side: u32) {
        let mut images: BTreeMap<usize, usize> = BTreeMap::new();
        for material in &mut self.materials {
            for texture in coloring(material).into_iter().flatten() {
                let new = images.len();
                texture.image = *images.entry(texture.image).or_insert(new);
            }
        }
        self.images = in_new_order(&images)
            .map(|old| {
                let image = &level.images[old];
                SmallImage::of(
                    &image.name,
                    [image.width, image.height],
                    &image.texels(),
                    side,
                )
            })
            .collect();
    }

    /// Shrinks the textures to sides of at most `side` pixels. For 0, materials use their mean colors
    /// instead.
    pub(super) fn shrink_textures(&mut self, side: u32) {
        let images = std::mem::take(&mut self.images);
        if side > 0 {
            let small =
                |it: &SmallImage| SmallImage::of(&it.name, [it.width, it.height], &it.rgba, side);
            self.images = images.iter().map(small).collect();
            return;
        }
        for material in &mut self.materials {
            if let Some(texture) = material.base_color_texture.take()
                && let Some(image) = images.get(texture.image)
            {
                let mean = SmallImage::of("", [image.width, image.height], &image.rgba, 1);
                for (factor, value) in material.base_color.iter_mut().zip(&mean.rgba).take(3) {
                    *factor *= linear(*value);
                }
            }
            material.emissive_texture = None;
        }
    }
}

/// The old indices of renumbered elements, in the order of the new ones.
fn in_new_order<New: Ord>(known: &BTreeMap<usize, New>) -> impl Iterator<Item = usize> {
    let mut known: Vec<_> = known.iter().collect();
    known.sort_unstable_by_key(|(_, new)| *new);
    known.into_iter().map(|(old, _)| *old)
}

/// The textures of a material that an excerpt keeps.
fn coloring(material: &mut Material) -> [Option<&mut TextureRef>; 2] {
    [
        material.base_color_texture.as_mut(),
        material.emissive_texture.as_mut(),
    ]
}

/// A material without other textures.
fn plain(material: &Material) -> Material {
    let without = |layer: TextureLayer| TextureLayer {
        texture: None,
        ..layer
    };
    Material {
        normal: without(material.normal),
        metallic_roughness_texture: None,
        occlusion: without(material.occlusion),
        lightmap: without(material.lightmap),
        ..material.clone()
    }
}

/// The linear value of an sRGB value, approximately.
fn linear(value: u8) -> f32 {
    libm::powf(f32::from(value) / 255.0, 2.2)
}

impl SeenVertex {
    fn of(vertex: &Vertex) -> Self {
        Self {
            position: vertex.position,
            normal: vertex.normal.map(|it| (it * 127.0) as i8),
            uv: vertex.uv,
            color: vertex.color.map(|it| (it * 255.0) as u8),
        }
    }

    fn vertex(&self) -> Vertex {
        let normal = Vec3::from(self.normal.map(f32::from)).normalize_or(Vec3::Y);
        let uv = self.uv.map(|it| if it.is_finite() { it } else { 0.0 });
        Vertex {
            position: self.position,
            normal: normal.to_array(),
            tangent: normal.any_orthonormal_vector().extend(1.0).to_array(),
            uv,
            color: self.color.map(|it| f32::from(it) / 255.0),
            second_uv: uv,
        }
    }
}

impl SmallImage {
    /// An image with sides of at most `side` pixels.
    fn of(name: &str, [width, height]: [u32; 2], texels: &[u8], side: u32) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let most = side as f32 / width.max(height) as f32;
        let small = |side: u32| ((side as f32 * most.min(1.0)) as u32).max(1);
        let (to_width, to_height) = (small(width), small(height));
        let mut rgba = Vec::with_capacity((to_width * to_height * 4) as usize);
        for y in 0..to_height {
            for x in 0..to_width {
                let columns = x * width / to_width..((x + 1) * width / to_width).max(1);
                let rows = y * height / to_height..((y + 1) * height / to_height).max(1);
                rgba.extend(mean(texels, width, columns, rows));
            }
        }
        Self {
            name: name.to_owned(),
            width: to_width,
            height: to_height,
            rgba,
        }
    }

    fn image(&self) -> Result<LevelImage, String> {
        let is_side = |side: u32| (1..=MAX_TEXTURE_SIDE).contains(&side);
        let is_valid = is_side(self.width)
            && is_side(self.height)
            && self.rgba.len() == (self.width * self.height * 4) as usize;
        match is_valid {
            true => Ok(LevelImage::new(
                self.name.clone(),
                self.width,
                self.height,
                self.rgba.clone(),
            )),
            false => Err(format!("the image '{}' has no sound size", self.name)),
        }
    }
}

/// The mean of the texels of a rectangle. Missing texels count as black.
fn mean(
    texels: &[u8],
    width: u32,
    columns: std::ops::Range<u32>,
    rows: std::ops::Range<u32>,
) -> [u8; 4] {
    let (mut sums, mut count) = ([0_u32; 4], 0);
    for y in rows {
        for x in columns.clone() {
            let at = (y as usize * width as usize + x as usize) * 4;
            for (sum, value) in sums
                .iter_mut()
                .zip(texels.get(at..at + 4).unwrap_or_default())
            {
                *sum += u32::from(*value);
            }
            count += 1;
        }
    }
    sums.map(|sum| (sum / count.max(1)) as u8)
}
