//! The translation of faces into meshes and materials of glTF: Z up becomes Y up, units become meters, and
//! every texture becomes a material.

use std::collections::{BTreeMap, HashMap};

use glam::{DVec3, Vec3};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{
    entity::{Face, Texture, USUAL_SIZE},
    glb::Glb,
    surface::Treatment,
    texture_images::{ImageSource, TextureImage},
    triangulate::triangles,
};

/// The distance between the lines of the grid on textures without an image, pixels.
const GRID_SPACING: u32 = 16;
/// The opacity of water.
const WATER_ALPHA: f32 = 0.7;
/// The characters of a path that are percent-encoded in a URI.
const ESCAPED_IN_PATH: AsciiSet = NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_');

/// A builder of meshes, with the materials so far.
pub(crate) struct MeshMaker<'a> {
    textures: &'a [Texture],
    unit: f64,
    /// The indices of the materials, by the index of the texture.
    materials: HashMap<usize, usize>,
    /// The index of the glTF texture of the grid.
    grid: Option<usize>,
}

impl<'a> MeshMaker<'a> {
    pub(crate) fn new(textures: &'a [Texture], unit: f64) -> Self {
        Self {
            textures,
            unit,
            materials: HashMap::new(),
            grid: None,
        }
    }

    /// The treatment of a texture.
    pub(crate) fn treatment(&self, texture: usize) -> Treatment {
        self.textures[texture].treatment
    }

    /// Converts a position or displacement of the map to meters with Y up.
    pub(crate) fn place(&self, place: DVec3) -> Vec3 {
        y_up(place * self.unit).as_vec3()
    }

    /// Adds a mesh of faces and returns its index; `None` if they have no area. A mesh that is not drawn gets
    /// no material.
    pub(crate) fn mesh(&mut self, glb: &mut Glb, faces: &[&Face], is_drawn: bool) -> Option<usize> {
        let mut by_texture: BTreeMap<usize, Vec<&Face>> = BTreeMap::new();
        for face in faces {
            let texture = if is_drawn { face.texture } else { 0 };
            by_texture.entry(texture).or_default().push(face);
        }
        let primitives: Vec<Value> = (by_texture.iter())
            .filter_map(|(texture, faces)| self.primitive(glb, faces, is_drawn.then_some(*texture)))
            .collect();
        (!primitives.is_empty()).then(|| glb.add("meshes", json!({"primitives": primitives})))
    }

    fn primitive(
        &mut self,
        glb: &mut Glb,
        faces: &[&Face],
        texture: Option<usize>,
    ) -> Option<Value> {
        let (mut places, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
        let mut indices = Vec::new();
        let size = texture
            .map(|texture| self.textures[texture].size())
            .unwrap_or_default();
        for face in faces {
            let first = u32::try_from(places.len()).ok()?;
            let corners: Vec<DVec3> = face.corners.iter().map(|corner| corner.position).collect();
            let made = triangles(&corners);
            indices.extend(made.iter().flatten().map(|index| first + *index as u32));
            for corner in &face.corners {
                places.push(self.place(corner.position).to_array());
                normals.push(
                    y_up(corner.normal)
                        .as_vec3()
                        .normalize_or(Vec3::Y)
                        .to_array(),
                );
                uvs.push((corner.texel / size).as_vec2().to_array());
            }
        }
        if indices.is_empty() {
            return None;
        }
        let mut attributes = json!({"POSITION": glb.floats(&places)});
        let mut primitive = json!({"indices": glb.indices(&indices)});
        if let Some(texture) = texture {
            attributes["NORMAL"] = json!(glb.floats(&normals));
            attributes["TEXCOORD_0"] = json!(glb.floats(&uvs));
            primitive["material"] = json!(self.material(glb, texture));
        }
        primitive["attributes"] = attributes;
        Some(primitive)
    }

    fn material(&mut self, glb: &mut Glb, index: usize) -> usize {
        if let Some(known) = self.materials.get(&index) {
            return *known;
        }
        let texture = &self.textures[index];
        let (image, mut color) = match &texture.image {
            Some(image) => (add_texture(glb, image), [1.0; 4]),
            None => {
                let grid = *self.grid.get_or_insert_with(|| add_texture(glb, &grid()));
                (grid, color_of(texture))
            }
        };
        if texture.treatment == Treatment::Water {
            color[3] = WATER_ALPHA;
        }
        let mut material = json!({
            "name": material_name(texture),
            "pbrMetallicRoughness": {
                "baseColorTexture": {"index": image},
                "baseColorFactor": color,
                "metallicFactor": 0.0,
                "roughnessFactor": if texture.treatment == Treatment::Water { 0.1 } else { 0.9 },
            },
        });
        match texture.treatment {
            Treatment::Masked => material["alphaMode"] = json!("MASK"),
            Treatment::Water => {
                material["alphaMode"] = json!("BLEND");
                material["doubleSided"] = json!(true);
            }
            Treatment::Lava => {
                material["emissiveTexture"] = json!({"index": image});
                material["emissiveFactor"] = json!(color[..3]);
                material["doubleSided"] = json!(true);
            }
            Treatment::Plain | Treatment::Hidden | Treatment::Nothing => {}
        }
        if texture.two_sided {
            material["doubleSided"] = json!(true);
        }
        let made = glb.add("materials", material);
        self.materials.insert(index, made);
        made
    }
}

/// The name of a texture's material. That of water begins with "water", which selects its sound.
fn material_name(texture: &Texture) -> String {
    match texture.treatment {
        Treatment::Water => format!("water {}", texture.name),
        _ => texture.name.clone(),
    }
}

fn y_up(place: DVec3) -> DVec3 {
    DVec3::new(place.x, place.z, -place.y)
}

/// Adds the image and returns the index of its glTF texture.
fn add_texture(glb: &mut Glb, image: &TextureImage) -> usize {
    let index = match &image.source {
        ImageSource::Packed(png) => {
            let view = glb.bytes(png);
            glb.add(
                "images",
                json!({"bufferView": view, "mimeType": "image/png"}),
            )
        }
        ImageSource::File(path) => {
            let uri = utf8_percent_encode(path, &ESCAPED_IN_PATH).to_string();
            glb.add("images", json!({"uri": uri}))
        }
    };
    glb.add("textures", json!({"source": index}))
}

/// The color of a texture without an image: that of its liquid, or a muted color by the hash of its name.
fn color_of(texture: &Texture) -> [f32; 4] {
    let is_slime = texture.name.to_ascii_lowercase().contains("slime");
    match texture.treatment {
        Treatment::Water if is_slime => return [0.1, 0.2, 0.03, 1.0],
        Treatment::Water => return [0.04, 0.14, 0.22, 1.0],
        Treatment::Lava => return [0.9, 0.2, 0.02, 1.0],
        _ => {}
    }
    let hash = texture.name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    let channel = |shift: u32| 0.22 + 0.16 * ((hash >> shift) & 0xff) as f32 / 255.0;
    [channel(0), channel(9), channel(18), 1.0]
}

/// A white tile of the usual size with gray lines, which shows the scale.
fn grid() -> TextureImage {
    let side = USUAL_SIZE as u32;
    let shade = |x: u32, y: u32| match () {
        () if x == 0 || y == 0 => 150,
        () if x.is_multiple_of(GRID_SPACING) || y.is_multiple_of(GRID_SPACING) => 215,
        () => 255,
    };
    let image = image::GrayImage::from_fn(side, side, |x, y| image::Luma([shade(x, y)]));
    let mut png = Vec::new();
    // Writing into memory does not fail.
    let _ = image.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png);
    TextureImage {
        size: [side; 2],
        source: ImageSource::Packed(png),
    }
}
