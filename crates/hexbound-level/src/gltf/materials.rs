//! Materials and textures: glTF's metallic-roughness, and the diffuse part of the older
//! specular-glossiness.

use gltf::json::{
    self, Root,
    material::AlphaMode,
    texture::{MagFilter, WrappingMode},
    validation::Checked,
};

use super::{
    document::{TextureInfo, image_of},
    extras::{Extras, properties},
    glass, grain,
    lightmaps::{Lightmap, lightmap_of},
    material_extensions,
};
use crate::{
    Alpha, Bounce, Code, Filter, Finding, Material, OnSurfaces, Sampler, SurfaceKind, TextureLayer,
    TextureRef, UvPair, UvTransform, Wrap,
};

/// The greatest coefficient of friction of a material; above about 1 all stick.
const MAX_FRICTION: f32 = 100.0;

/// The file's texture coordinates on the surfaces of a material.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct UvChoice {
    /// The set for each of a vertex's two pairs; `None` for an unused pair.
    pub sets: [Option<u32>; 2],
    /// The coordinates and the transform of the normal texture, which tangents must follow.
    pub normal: Option<(UvPair, Option<UvTransform>)>,
}

impl UvChoice {
    /// The pair that holds `set`, if one does or one is free.
    fn pair_for(&mut self, set: u32) -> Option<UvPair> {
        let pairs = [UvPair::First, UvPair::Second];
        let holds = |place: &mut Option<u32>| *place.get_or_insert(set) == set;
        self.sets.iter_mut().position(holds).map(|at| pairs[at])
    }
}

/// Every material of the document, with its required texture coordinates.
pub(super) fn read_materials(
    document: &Root,
    findings: &mut Vec<Finding>,
) -> (Vec<Material>, Vec<UvChoice>) {
    let shortcomings = material_extensions::shortcomings(document);
    findings.extend(shortcomings.map(|(first, problem)| {
        Finding::new(Code::NotDrawn, problem).on(OnSurfaces::Material(first))
    }));
    (document.materials.iter().enumerate())
        .map(|(index, material)| read_material(document, index, material, findings))
        .unzip()
}

fn read_material(
    document: &Root,
    index: usize,
    given: &json::Material,
    findings: &mut Vec<Finding>,
) -> (Material, UvChoice) {
    let name = (given.name.clone()).unwrap_or_else(|| format!("material {index}"));
    let lightmap = lightmap_of(document, given).unwrap_or_else(|problem| {
        let problem = format!("material \"{name}\": {problem}");
        findings.push(Finding::new(Code::BadValue, problem));
        None
    });
    let surface = surface_of(&name, given, findings);
    let bounce = bounce_of(&name, given, findings);
    let grain = grain::is_wanted("material", &name, &given.extras, findings);
    let mut textures = TextureFinder {
        document,
        choice: UvChoice::default(),
        index,
        name: &name,
        findings,
    };
    let material = Material {
        surface,
        bounce,
        grain,
        ..base_of(given, &mut textures)
    };
    let material = with_light(material, given, lightmap, &mut textures);
    let normal = (material.normal.texture).map(|texture| (texture.uvs, texture.transform));
    let choice = UvChoice {
        normal,
        ..textures.choice
    };
    let extensions = given.extensions.as_ref();
    let mut material = Material {
        alpha: alpha_of(given),
        double_sided: given.double_sided,
        unlit: extensions.is_some_and(|found| found.unlit.is_some()),
        name,
        ..material
    };
    material_extensions::apply(given, &mut material);
    glass::apply(given, &mut material);
    (material, choice)
}

/// The color, roughness, metalness and relief of a material. The older extension
/// KHR_materials_pbrSpecularGlossiness gives only its diffuse part.
fn base_of(given: &json::Material, textures: &mut TextureFinder) -> Material {
    let pbr = &given.pbr_metallic_roughness;
    let extensions = given.extensions.as_ref();
    let old = extensions.and_then(|found| found.pbr_specular_glossiness.as_ref());
    let base_texture = match old {
        Some(old) => old.diffuse_texture.as_ref(),
        None => pbr.base_color_texture.as_ref(),
    };
    let base_color = old.map_or(pbr.base_color_factor.0, |old| old.diffuse_factor.0);
    let normal_texture = given.normal_texture.as_ref();
    let roughness_texture = pbr.metallic_roughness_texture.as_ref();
    Material {
        base_color: base_color.map(unit),
        base_color_texture: textures.find(base_texture.map(TextureInfo::from), "base color"),
        normal: TextureLayer {
            texture: textures.find(normal_texture.map(TextureInfo::from), "normal"),
            factor: normal_texture.map_or(1.0, |info| finite_or(info.scale, 1.0)),
        },
        metallic: match old {
            Some(_) => 0.0,
            None => unit(pbr.metallic_factor.0),
        },
        roughness: unit(old.map_or(pbr.roughness_factor.0, |old| 1.0 - old.glossiness_factor.0)),
        metallic_roughness_texture: match old {
            Some(_) => None,
            None => textures.find(roughness_texture.map(TextureInfo::from), "roughness"),
        },
        ..Material::default()
    }
}

/// Adds the material's own light, its occlusion and its lightmap.
fn with_light(
    material: Material,
    given: &json::Material,
    lightmap: Option<Lightmap>,
    textures: &mut TextureFinder,
) -> Material {
    let extensions = given.extensions.as_ref();
    let strength = extensions
        .and_then(|found| found.emissive_strength.as_ref())
        .map_or(1.0, |emissive| emissive.emissive_strength.0);
    let emissive_texture = given.emissive_texture.as_ref().map(TextureInfo::from);
    // A lightmap in place of the occlusion darkens nothing.
    let occlusion_texture = (given.occlusion_texture.as_ref())
        .map(TextureInfo::from)
        .filter(|info| lightmap.is_none_or(|lightmap| lightmap.texture.index != info.index));
    Material {
        emissive: (given.emissive_factor.0)
            .map(|channel| finite_or(channel * strength, 0.0).max(0.0)),
        emissive_texture: textures.find(emissive_texture, "emissive"),
        occlusion: TextureLayer {
            texture: textures.find(occlusion_texture, "occlusion"),
            factor: (given.occlusion_texture.as_ref()).map_or(1.0, |info| unit(info.strength.0)),
        },
        lightmap: TextureLayer {
            texture: textures.find(lightmap.map(|lightmap| lightmap.texture), "lightmap"),
            factor: lightmap.map_or(1.0, |lightmap| lightmap.intensity),
        },
        ..material
    }
}

fn alpha_of(given: &json::Material) -> Alpha {
    match given.alpha_mode {
        Checked::Valid(AlphaMode::Mask) => Alpha::Mask {
            cutoff: finite_or(given.alpha_cutoff.unwrap_or_default().0, 0.5),
        },
        Checked::Valid(AlphaMode::Blend) => Alpha::Blend,
        Checked::Valid(AlphaMode::Opaque) | Checked::Invalid => Alpha::Opaque,
    }
}

fn bounce_of(name: &str, given: &json::Material, findings: &mut Vec<Finding>) -> Bounce {
    let extras = properties(&given.extras);
    let mut extras = Extras::new("material", name, extras.as_ref(), findings);
    Bounce {
        restitution: extras.number("restitution", 1.0, 0.0..=1.0),
        friction: extras.optional_number("friction", 0.0..=MAX_FRICTION, "the usual one"),
    }
}

/// The surface kind for the sounds of a material.
fn surface_of(name: &str, given: &json::Material, findings: &mut Vec<Finding>) -> SurfaceKind {
    let extras = properties(&given.extras);
    SurfaceKind::of_material(name, extras.as_ref()).unwrap_or_else(|odd| {
        let problem = format!(
            "material {name}: its extras say surface {odd}; it sounds like stone. There are stone, \
             wood, metal, glass, earth and water"
        );
        findings.push(Finding::new(Code::BadValue, problem));
        SurfaceKind::Stone
    })
}

/// Looks up the textures of one material and chooses its sets of texture coordinates.
struct TextureFinder<'a> {
    document: &'a Root,
    choice: UvChoice,
    index: usize,
    name: &'a str,
    findings: &'a mut Vec<Finding>,
}

impl TextureFinder<'_> {
    /// The image and sampler of a texture; `None` with a warning if it does not exist.
    fn find(&mut self, info: Option<TextureInfo>, slot: &str) -> Option<TextureRef> {
        let info = info?;
        let found = self.document.textures.get(info.index);
        let image = found.and_then(image_of);
        let count = self.document.images.len();
        let (Some(texture), Some(image)) = (found, image.filter(|image| *image < count)) else {
            let index = info.index;
            let problem = format!("its {slot} texture {index} has no image and is left out");
            self.report(Code::MissingTexture, &problem);
            return None;
        };
        let Some(uvs) = self.choice.pair_for(info.set) else {
            let set = info.set;
            let problem = format!(
                "its {slot} texture wants a third set of texture coordinates (set {set}) and is \
                 left out: a vertex has two"
            );
            self.report(Code::MissingUvs, &problem);
            return None;
        };
        let transform = self.transform(info, slot);
        let sampler = texture.sampler.and_then(|index| self.document.get(index));
        Some(TextureRef {
            image,
            sampler: read_sampler(sampler.unwrap_or(&json::texture::Sampler::default())),
            uvs,
            transform,
        })
    }

    /// A texture's transform; an identity is omitted.
    fn transform(&mut self, info: TextureInfo, slot: &str) -> Option<UvTransform> {
        let transform = (info.transform).filter(|given| *given != UvTransform::default())?;
        if transform.is_valid() {
            return Some(transform);
        }
        let problem = format!(
            "the KHR_texture_transform of its {slot} texture has numbers that are not finite or \
             beyond a million; it is left out"
        );
        self.report(Code::BadValue, &problem);
        None
    }

    fn report(&mut self, code: Code, problem: &str) {
        let problem = format!("material \"{}\": {problem}", self.name);
        let finding = Finding::new(code, problem);
        (self.findings).push(finding.on(OnSurfaces::Material(self.index)));
    }
}

fn read_sampler(sampler: &json::texture::Sampler) -> Sampler {
    let wrap = |mode: Checked<WrappingMode>| match mode {
        Checked::Valid(WrappingMode::ClampToEdge) => Wrap::Clamp,
        Checked::Valid(WrappingMode::MirroredRepeat) => Wrap::Mirror,
        Checked::Valid(WrappingMode::Repeat) | Checked::Invalid => Wrap::Repeat,
    };
    Sampler {
        wrap_u: wrap(sampler.wrap_s),
        wrap_v: wrap(sampler.wrap_t),
        filter: match sampler.mag_filter {
            Some(Checked::Valid(MagFilter::Nearest)) => Filter::Nearest,
            _ => Filter::Linear,
        },
    }
}

fn finite_or(value: f32, fallback: f32) -> f32 {
    if value.is_finite() { value } else { fallback }
}

/// Clamps the value to 0..1.
fn unit(value: f32) -> f32 {
    finite_or(value, 1.0).clamp(0.0, 1.0)
}
