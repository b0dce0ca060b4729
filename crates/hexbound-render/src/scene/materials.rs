//! The level's materials on the device: uniforms, textures and samplers, and the shader variant of each.

use std::collections::HashMap;

use glam::Vec3;

use super::{
    detail_noise,
    target_glow::{self, TargetColors, TargetGlow},
    textures::{Mip, TEXTURE_SLOTS, TextureUse, Textures, slots, upload_chain},
};
use crate::{
    Gpu,
    buffer_struct::buffer_struct,
    device::{bindings, upload},
    lighting::reflections::MAX_SHARP_ROUGHNESS,
};
use hexbound_level::{
    Alpha, Filter, Level, Material, Sampler, SurfaceKind, TextureRef, UvPair, Wrap,
};
use hexbound_light::{LAMP_GLOW, SurfaceColor};

/// The anisotropy of texture filters on graphics cards.
const FILTER_ANISOTROPY: u16 = 16;
/// The anisotropy of texture filters on Mesa's software driver, which would take up to twenty times as long
/// with a higher one.
const SOFTWARE_ANISOTROPY: u16 = 1;

/// The minimum factor by which detail noise changes a material's roughness.
pub(crate) const DETAIL_SMOOTHEST: f32 = 0.8;

/// The default reflectance at normal incidence of nonmetals in shaders/lighting.wgsl.
const USUAL_REFLECTANCE: f32 = 0.04;

/// The variant of the mesh shader that a material uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    /// A flag per slot: true if the material has a texture there.
    pub textured: [bool; TEXTURE_SLOTS],
    /// A bit per slot: set if the texture uses the second texture coordinates.
    pub second_uv: u32,
    /// A bit per slot: set if the texture coordinates are transformed.
    pub transformed_uv: u32,
    pub unlit: bool,
    pub double_sided: bool,
    pub coverage: Coverage,
    pub detail: Detail,
    /// True if the relief consists of drifting ripples.
    pub flows: bool,
    /// True if the material is somewhere polished enough to reflect.
    pub glossy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Coverage {
    Opaque,
    Mask,
    Blend,
}

/// The detail of materials without textures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Detail {
    None,
    Plaster,
    Masonry,
}

impl Detail {
    /// The minimum factor by which the detail changes a material's roughness.
    fn min_factor(self) -> f32 {
        match self {
            Self::None => 1.0,
            Self::Plaster | Self::Masonry => DETAIL_SMOOTHEST,
        }
    }
}

pub(crate) struct GpuMaterial {
    pub variant: Variant,
    /// The glow of a target, which is rewritten when the target is lit.
    pub glow: Option<TargetGlow>,
    pub group: wgpu::BindGroup,
    pub mean_color: SurfaceColor,
}

buffer_struct! {
    /// The uniforms of a material; shaders/material.wgsl explains each field.
    pub(crate) struct MaterialUniforms {
        base_color: [f32; 4],
        pub emissive: [f32; 3],
        occlusion_strength: f32,
        metallic: f32,
        roughness: f32,
        normal_scale: f32,
        alpha_cutoff: f32,
        lightmap_intensity: f32,
        pub gray_glow: f32,
        extra_gloss: f32,
        lamp_body: f32,
        uv_transforms: [UvTransform; TEXTURE_SLOTS],
    }
}

buffer_struct! {
    /// The texture transform of a slot; shaders/material.wgsl explains each field.
    pub(crate) struct UvTransform {
        u: [f32; 3],
        second_pair: f32,
        v: [f32; 3],
        padding: f32,
    }
}

/// The slot of normals, which holds the detail noise of materials without textures.
const NORMAL_SLOT: usize = 1;

impl Variant {
    /// The variant of a material. `used` are the available textures; `min_green` is the minimum of the
    /// roughness texture, 0 to 1.
    fn new(material: &Material, used: [Option<TextureRef>; TEXTURE_SLOTS], min_green: f32) -> Self {
        let textured = used.each_ref().map(Option::is_some);
        let bits = |is: fn(&TextureRef) -> bool| {
            (used.iter().enumerate())
                .filter(|(_, texture)| texture.as_ref().is_some_and(is))
                .fold(0, |bits, (slot, _)| bits | 1 << slot)
        };
        let detail = match () {
            _ if textured.contains(&true) || !is_coarse(material) => Detail::None,
            _ if *material == Material::default() => Detail::Masonry,
            _ => Detail::Plaster,
        };
        Self {
            textured,
            second_uv: bits(|texture| texture.uvs == UvPair::Second),
            transformed_uv: bits(|texture| texture.transform.is_some()),
            unlit: material.unlit,
            double_sided: material.double_sided,
            coverage: match material.alpha {
                Alpha::Opaque => Coverage::Opaque,
                Alpha::Mask { .. } => Coverage::Mask,
                Alpha::Blend => Coverage::Blend,
            },
            detail,
            flows: textured[NORMAL_SLOT]
                && material.alpha == Alpha::Blend
                && material.surface == SurfaceKind::Water,
            glossy: !material.unlit
                && material.roughness * min_green * detail.min_factor() < MAX_SHARP_ROUGHNESS,
        }
    }
}

/// Returns whether a surface without textures may look like plaster or stone. Polished, transparent and
/// vertex-colored surfaces have a look of their own.
fn is_coarse(material: &Material) -> bool {
    let is_transparent = material.alpha == Alpha::Blend || material.surface == SurfaceKind::Glass;
    let is_metal = material.metallic >= 0.5;
    material.grain && !(material.unlit || material.vertex_colored || is_transparent || is_metal)
}

pub(crate) fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let texture =
        bindings::texture_binding(bindings::FILTERED_FLOAT, wgpu::TextureViewDimension::D2);
    let of_slot = [texture, bindings::FILTERING_SAMPLER];
    let of_slots = (0..TEXTURE_SLOTS).flat_map(|_| of_slot);
    let all = (0..).zip([bindings::UNIFORM_BINDING].into_iter().chain(of_slots));
    bindings::layout(gpu, "material", wgpu::ShaderStages::VERTEX_FRAGMENT, all)
}

/// Uploads the level's materials in their order.
pub(crate) fn upload(gpu: &Gpu, layout: &wgpu::BindGroupLayout, level: &Level) -> Vec<GpuMaterial> {
    let textures = Textures::upload(gpu, &level.images, &level.materials);
    let mut uploader = Uploader::new(gpu, textures);
    (level.materials.iter())
        .map(|material| uploader.material(gpu, layout, material))
        .collect()
}

/// Creates materials from the textures.
pub(super) struct Uploader {
    pub textures: Textures,
    white: wgpu::TextureView,
    /// The detail noise, once a material needs it.
    detail_noise: Option<wgpu::TextureView>,
    samplers: HashMap<Sampler, wgpu::Sampler>,
}

impl Uploader {
    pub(super) fn new(gpu: &Gpu, textures: Textures) -> Self {
        Self {
            textures,
            white: white(gpu),
            detail_noise: None,
            samplers: HashMap::new(),
        }
    }

    /// Creates a material in a bind group of the layout.
    pub(super) fn material(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        material: &Material,
    ) -> GpuMaterial {
        let slots = slots(material);
        let views = slots.map(|(texture, meaning)| {
            texture.and_then(|texture| self.textures.view(texture.image, meaning).cloned())
        });
        let used = std::array::from_fn(|slot| slots[slot].0.filter(|_| views[slot].is_some()));
        let min_green = (used[2]).and_then(|texture| self.textures.min_green(texture.image));
        let variant = Variant::new(material, used, min_green.unwrap_or(1.0));
        let mut views = views.map(|view| view.unwrap_or_else(|| self.white.clone()));
        if variant.detail != Detail::None {
            views[NORMAL_SLOT] = self.detail_noise(gpu);
        }
        let samplers = slots.map(|(texture, _)| self.sampler(gpu, texture));
        let mean_color = self.mean_color(material);
        let uniforms = create_uniforms(
            gpu,
            material,
            mean_color.emitted,
            slots.map(|(texture, _)| uv_transform(texture)),
        );
        let glow = |target| TargetGlow::new(target, material, uniforms.clone());
        GpuMaterial {
            glow: material.target.map(glow),
            group: bind(gpu, layout, &material.name, &uniforms, &views, &samplers),
            mean_color,
            variant,
        }
    }

    /// The detail noise, sampled by the sampler of slots without a texture.
    fn detail_noise(&mut self, gpu: &Gpu) -> wgpu::TextureView {
        let upload = || upload_chain(gpu, "detail_noise", detail_noise::chain(), TextureUse::Data);
        self.detail_noise.get_or_insert_with(upload).clone()
    }

    fn sampler(&mut self, gpu: &Gpu, texture: Option<TextureRef>) -> wgpu::Sampler {
        let wanted = texture.map(|texture| texture.sampler).unwrap_or_default();
        let sampler = self.samplers.entry(wanted);
        sampler
            .or_insert_with(|| create_sampler(gpu, wanted))
            .clone()
    }

    fn mean_color(&self, material: &Material) -> SurfaceColor {
        let mean = |texture: Option<TextureRef>| {
            let found = texture.and_then(|texture| self.textures.mean_color(texture.image));
            found.map_or(Vec3::ONE, Vec3::from)
        };
        let [red, green, blue, _] = material.base_color;
        SurfaceColor {
            base: Vec3::new(red, green, blue) * mean(material.base_color_texture),
            emitted: Vec3::from(material.emissive) * mean(material.emissive_texture),
        }
    }
}

fn create_uniforms(
    gpu: &Gpu,
    material: &Material,
    emitted: Vec3,
    uv_transforms: [UvTransform; TEXTURE_SLOTS],
) -> wgpu::Buffer {
    let alpha_cutoff = match material.alpha {
        Alpha::Mask { cutoff } => cutoff,
        // Nothing is cut out.
        Alpha::Opaque | Alpha::Blend => 0.0,
    };
    let lamp_body = match (emitted.max_element() > LAMP_GLOW, material.double_sided) {
        (true, _) => 2.0,
        (false, false) => 1.0,
        (false, true) => 0.0,
    };
    let uniforms = MaterialUniforms {
        base_color: material.base_color,
        emissive: match material.target {
            Some(_) => target_glow::emitted(material, None, TargetColors::Own).to_array(),
            None => material.emissive,
        },
        occlusion_strength: material.occlusion.factor,
        metallic: material.metallic,
        roughness: material.roughness,
        normal_scale: material.normal.factor,
        alpha_cutoff,
        lightmap_intensity: material.lightmap.factor,
        gray_glow: 0.0,
        extra_gloss: material.reflectance - USUAL_REFLECTANCE,
        lamp_body,
        uv_transforms,
    };
    upload::uniforms(gpu, &material.name, &uniforms)
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    name: &str,
    uniforms: &wgpu::Buffer,
    views: &[wgpu::TextureView; TEXTURE_SLOTS],
    samplers: &[wgpu::Sampler; TEXTURE_SLOTS],
) -> wgpu::BindGroup {
    let of_slots = views.iter().zip(samplers).flat_map(|(view, sampler)| {
        [
            wgpu::BindingResource::TextureView(view),
            wgpu::BindingResource::Sampler(sampler),
        ]
    });
    let all = (0..).zip([uniforms.as_entire_binding()].into_iter().chain(of_slots));
    bindings::group(gpu, name, layout, all)
}

fn uv_transform(texture: Option<TextureRef>) -> UvTransform {
    let transform = texture.and_then(|texture| texture.transform);
    let [u, v] = transform.unwrap_or_default().rows();
    let is_second = texture.is_some_and(|texture| texture.uvs == UvPair::Second);
    UvTransform {
        u,
        second_pair: f32::from(u8::from(is_second)),
        v,
        padding: 0.0,
    }
}

/// Returns the anisotropy of texture filters on this device.
pub(crate) fn anisotropy(gpu: &Gpu) -> u16 {
    if gpu.is_software() {
        SOFTWARE_ANISOTROPY
    } else {
        FILTER_ANISOTROPY
    }
}

fn create_sampler(gpu: &Gpu, wanted: Sampler) -> wgpu::Sampler {
    let address = |wrap| match wrap {
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
    };
    let (magnified, anisotropy) = match wanted.filter {
        Filter::Linear => (wgpu::FilterMode::Linear, anisotropy(gpu)),
        // Only linear filters support anisotropy.
        Filter::Nearest => (wgpu::FilterMode::Nearest, 1),
    };
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("material"),
        address_mode_u: address(wanted.wrap_u),
        address_mode_v: address(wanted.wrap_v),
        mag_filter: magnified,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: anisotropy,
        ..Default::default()
    })
}

/// A white texel, bound for a material without a texture and never sampled.
fn white(gpu: &Gpu) -> wgpu::TextureView {
    let texel = Mip {
        width: 1,
        height: 1,
        rgba: vec![255; 4],
    };
    upload_chain(gpu, "white", &[texel], TextureUse::Data)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The detail of a material without textures.
    fn detail(material: Material) -> Detail {
        Variant::new(&material, [None; TEXTURE_SLOTS], 1.0).detail
    }

    #[test]
    fn only_coarse_materials_get_detail() {
        let changed = |name: &str, change: fn(&mut Material)| {
            let mut material = Material {
                name: String::from(name),
                ..Material::default()
            };
            change(&mut material);
            material
        };
        assert_eq!(detail(Material::default()), Detail::Masonry);
        assert_eq!(detail(changed("plain", |_| ())), Detail::Plaster);
        for other in [
            changed("plain", |it| it.metallic = 1.0),
            changed("plain", |it| it.alpha = Alpha::Blend),
            changed("plain", |it| it.surface = SurfaceKind::Glass),
            changed("", |it| it.vertex_colored = true),
            changed("plain", |it| it.unlit = true),
            changed("", |it| it.grain = false),
        ] {
            assert_eq!(detail(other.clone()), Detail::None, "{other:?}");
        }
    }
}
