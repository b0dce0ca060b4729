//! Materials, which define the look and sound of surfaces, and their texture lookups.

use super::{SurfaceKind, UvPair, UvTransform};
use serde::{Deserialize, Serialize};

/// A glTF metallic-roughness material.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// The material's name in the file, for messages.
    pub name: String,
    /// The base color, linear RGBA.
    pub base_color: [f32; 4],
    pub base_color_texture: Option<TextureRef>,
    /// The relief, with the factor of the normal texture's x and y.
    pub normal: TextureLayer,
    pub metallic: f32,
    pub roughness: f32,
    /// The share of light that the non-metallic part reflects at normal incidence, 0..1.
    pub reflectance: f32,
    /// True if the renderer may add fine grain to the material where it has no texture.
    pub grain: bool,
    /// A texture with roughness in green and metalness in blue.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// The emitted light, linear RGB, with the emissive strength multiplied in.
    pub emissive: [f32; 3],
    pub emissive_texture: Option<TextureRef>,
    pub occlusion: TextureLayer,
    /// Baked light that replaces the light from the surroundings.
    pub lightmap: TextureLayer,
    pub alpha: Alpha,
    pub double_sided: bool,
    pub unlit: bool,
    /// True if the vertices have colors of their own.
    pub vertex_colored: bool,
    /// The surface kind for the sounds of steps and impacts.
    pub surface: SurfaceKind,
    /// The target that the material lights up with, as its index in `Play::targets`.
    pub target: Option<u32>,
    pub bounce: Bounce,
}

impl Default for Material {
    /// A pale plaster that is readable in any light, for files without materials.
    fn default() -> Self {
        Self {
            name: String::from("default"),
            base_color: [0.69, 0.62, 0.51, 1.0],
            base_color_texture: None,
            normal: TextureLayer::default(),
            metallic: 0.0,
            roughness: 0.85,
            reflectance: 0.04,
            grain: true,
            metallic_roughness_texture: None,
            emissive: [0.0; 3],
            emissive_texture: None,
            occlusion: TextureLayer::default(),
            lightmap: TextureLayer::default(),
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            vertex_colored: false,
            surface: SurfaceKind::Stone,
            target: None,
            bounce: Bounce::default(),
        }
    }
}

/// The use of a material's base color alpha.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Alpha {
    /// Alpha is ignored.
    Opaque,
    /// The surface is drawn if alpha reaches `cutoff`.
    Mask { cutoff: f32 },
    /// The surface is blended over its background by its alpha.
    Blend,
}

impl Material {
    /// Returns the textures of the material.
    pub fn textures(&self) -> impl Iterator<Item = TextureRef> {
        let textures = [
            self.base_color_texture,
            self.normal.texture,
            self.metallic_roughness_texture,
            self.emissive_texture,
            self.occlusion.texture,
            self.lightmap.texture,
        ];
        textures.into_iter().flatten()
    }

    /// The variant of the material for surfaces with vertex colors.
    pub(crate) fn with_colors(&self) -> Self {
        Self {
            vertex_colored: true,
            ..self.clone()
        }
    }

    /// Returns whether all numbers are finite, and those of texture transforms are usable.
    pub(crate) fn is_valid(&self) -> bool {
        let transforms = self.textures().filter_map(|it| it.transform);
        let cutoff = match self.alpha {
            Alpha::Mask { cutoff } => cutoff,
            Alpha::Opaque | Alpha::Blend => 0.0,
        };
        let factors = [
            self.normal.factor,
            self.metallic,
            self.roughness,
            self.reflectance,
            self.occlusion.factor,
            self.lightmap.factor,
            self.bounce.restitution,
            self.bounce.friction.unwrap_or_default(),
            cutoff,
        ];
        let mut numbers = (factors.iter())
            .chain(&self.base_color)
            .chain(&self.emissive);
        numbers.all(|number| number.is_finite())
            && transforms.into_iter().all(|transform| transform.is_valid())
    }
}

/// A texture and its strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextureLayer {
    pub texture: Option<TextureRef>,
    pub factor: f32,
}

impl Default for TextureLayer {
    fn default() -> Self {
        Self {
            texture: None,
            factor: 1.0,
        }
    }
}

/// The response of balls to a material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounce {
    /// The factor of the balls' restitution, 0..1.
    pub restitution: f32,
    /// The coefficient of sliding friction; `None` for the default.
    pub friction: Option<f32>,
}

impl Default for Bounce {
    fn default() -> Self {
        Self {
            restitution: 1.0,
            friction: None,
        }
    }
}

/// A use of an image by a material.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextureRef {
    /// The index in `Level::images`.
    pub image: usize,
    pub sampler: Sampler,
    /// The pair of texture coordinates of a vertex for the lookup.
    pub uvs: UvPair,
    /// The transform applied to those coordinates first.
    pub transform: Option<UvTransform>,
}

/// The wrapping and the filter of a texture lookup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sampler {
    pub wrap_u: Wrap,
    pub wrap_v: Wrap,
    pub filter: Filter,
}

/// The rule for texture coordinates beyond an image's edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wrap {
    #[default]
    Repeat,
    Mirror,
    Clamp,
}

/// The filter for magnified textures; minification always uses mipmaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Filter {
    #[default]
    Linear,
    Nearest,
}
