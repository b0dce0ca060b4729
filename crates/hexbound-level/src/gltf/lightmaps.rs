//! Reads a material's requested lightmap: by the extension MOZ_lightmap, or by custom properties, which
//! Blender writes as extras. Whether the texture exists is checked elsewhere.

use gltf::json::{self, Root};
use serde::Deserialize;
use serde_json::Value;

use super::{
    document::{TextureInfo, image_of},
    extras::properties,
};

/// A texture of baked light and its factor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lightmap {
    pub texture: TextureInfo,
    pub intensity: f32,
}

/// The default set of texture coordinates of lightmaps.
const DEFAULT_SET: u32 = 1;

/// The lightmap of a material; the extension takes precedence over custom properties. The error states
/// the fault of either.
pub(super) fn lightmap_of(
    document: &Root,
    given: &json::Material,
) -> Result<Option<Lightmap>, String> {
    let extension = (given.extensions.as_ref()).and_then(|found| found.others.get("MOZ_lightmap"));
    if let Some(extension) = extension {
        return of_extension(extension).map(Some);
    }
    let extras = properties(&given.extras);
    match extras.as_ref().and_then(|extras| extras.get("lightmap")) {
        Some(wish) => of_extras(document, given, wish, extras.as_ref()),
        None => Ok(None),
    }
}

/// The lightmap that MOZ_lightmap names.
fn of_extension(extension: &Value) -> Result<Lightmap, String> {
    let mut plain = extension.clone();
    if let Some(fields) = plain.as_object_mut() {
        fields.entry("texCoord").or_insert(Value::from(DEFAULT_SET));
    }
    let info = json::texture::Info::deserialize(&plain)
        .map_err(|error| format!("its MOZ_lightmap is wrong ({error})"))?;
    Ok(Lightmap {
        texture: TextureInfo::from(&info),
        intensity: intensity(extension.get("intensity"))?,
    })
}

/// The lightmap named by custom properties: `lightmap` is the index of a texture, the name or file of an
/// image, or true for the occlusion texture.
fn of_extras(
    document: &Root,
    given: &json::Material,
    wish: &Value,
    extras: Option<&Value>,
) -> Result<Option<Lightmap>, String> {
    let property = |name: &str| extras.and_then(|extras| extras.get(name));
    let set = match property("lightmap_uv") {
        None => None,
        Some(set) => Some(whole(set).ok_or_else(|| {
            format!("its extras say lightmap_uv {set}, which is no set of texture coordinates")
        })?),
    };
    let texture = match wish {
        Value::Bool(false) | Value::Null => return Ok(None),
        // Blender writes true as 1; the second texture must be named by its image.
        Value::Bool(true) => occlusion(given),
        Value::Number(one) if one.as_f64() == Some(1.0) && given.occlusion_texture.is_some() => {
            occlusion(given)
        }
        Value::String(name) => textures_of_image(document, name),
        number => whole(number).map(|index| TextureInfo::plain(index as usize, DEFAULT_SET)),
    };
    let mut texture = texture.ok_or_else(|| {
        format!(
            "its extras say lightmap {wish}: it should be an image's name, a texture's number, or \
true for the occlusion texture"
        )
    })?;
    texture.set = set.unwrap_or(texture.set);
    Ok(Some(Lightmap {
        texture,
        intensity: intensity(property("lightmap_intensity"))?,
    }))
}

fn occlusion(given: &json::Material) -> Option<TextureInfo> {
    given.occlusion_texture.as_ref().map(TextureInfo::from)
}

/// The first texture of an image named `name`.
fn textures_of_image(document: &Root, name: &str) -> Option<TextureInfo> {
    let is_named = |texture: &json::Texture| {
        let image = image_of(texture).and_then(|image| document.images.get(image));
        image.is_some_and(|image| {
            image.name.as_deref() == Some(name) || image.uri.as_deref() == Some(name)
        })
    };
    let index = document.textures.iter().position(is_named)?;
    Some(TextureInfo::plain(index, DEFAULT_SET))
}

/// A whole number that is no less than zero.
fn whole(value: &Value) -> Option<u32> {
    let number = value.as_f64()?;
    let is_whole = number.fract() == 0.0 && (0.0..f64::from(u32::MAX)).contains(&number);
    is_whole.then_some(number as u32)
}

/// The factor of a lightmap; 1 if none is stated.
fn intensity(value: Option<&Value>) -> Result<f32, String> {
    let Some(value) = value else {
        return Ok(1.0);
    };
    let number = value.as_f64().map(|number| number as f32);
    number
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| format!("its lightmap's intensity {value} is no brightness"))
}
