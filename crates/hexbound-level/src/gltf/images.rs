//! Reads the images of materials. A missing, broken or unsupported image is replaced by a gray pattern,
//! with a warning.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use gltf::json::{Image, Root};
use rayon::prelude::*;

use super::{
    accessors::Buffers,
    buffers::{data_of, fetch},
};
use crate::{
    Code, Finding, LevelImage, Material, OnSurfaces, Reporter,
    level_image::{EncodedImage, max_bytes},
};
use hexbound_base::logs::span;

/// The most pixels of all images of a level together: 1 GiB of RGBA.
const MAX_PIXELS: u64 = 1 << 28;

/// The greatest useful side of an image, pixels: a larger one costs memory and time without a visible
/// gain.
const MAX_USEFUL_SIDE: u32 = 4096;

/// Reads every image used by a material once; each other image becomes a single pixel. `report` receives
/// the finished share.
pub(super) fn read_images(
    source: Buffers,
    materials: &[Material],
    folder: &Path,
    report: Reporter,
    findings: &mut Vec<Finding>,
) -> Vec<LevelImage> {
    let _span = span("finding the images");
    let used = used_images(materials);
    let mut budget = MAX_PIXELS;
    let found: Vec<(String, Option<ImageFile>)> = (source.document.images.iter().enumerate())
        .map(|(index, image)| {
            let file = (used.contains(&index)).then(|| find(source, image, folder, &mut budget));
            (image_name(source.document, index), file)
        })
        .collect();
    let (count, decoded) = (found.len(), AtomicUsize::new(0));
    // In parallel, since decoding is most of the work of many levels.
    let read: Vec<Result<LevelImage, (String, String)>> = (found.into_par_iter())
        .map(|(name, file)| match file {
            None => Ok(LevelImage::new(name, 1, 1, vec![255; 4])),
            Some(file) => (file.and_then(|file| LevelImage::from_encoded(&name, file)))
                .map_err(|reason| (name, reason)),
        })
        .inspect(|_| report((decoded.fetch_add(1, Relaxed) + 1) as f32 / count as f32))
        .collect();
    let mut shown = |(index, image): (usize, Result<LevelImage, (String, String)>)| {
        if let Ok(image) = &image
            && image.width.max(image.height) > MAX_USEFUL_SIDE
        {
            let problem = format!(
                "image {index} \"{}\" is {} by {} pixels large",
                image.name, image.width, image.height
            );
            findings.push(Finding::new(Code::HugeTexture, problem).on(OnSurfaces::Image(index)));
        }
        image.unwrap_or_else(|(name, reason)| {
            let problem = format!("image {index} \"{name}\" is shown as a pattern: {reason}");
            findings.push(Finding::new(Code::MissingTexture, problem).on(OnSurfaces::Image(index)));
            placeholder(name)
        })
    };
    read.into_iter().enumerate().map(&mut shown).collect()
}

/// An image file, or the reason in words why there is none.
type ImageFile = Result<EncodedImage, String>;

/// Reads an image file and subtracts its pixels from `budget`, that of all images.
fn find(source: Buffers, image: &Image, folder: &Path, budget: &mut u64) -> ImageFile {
    let file = EncodedImage::new(image_bytes(source, image, folder)?)?;
    *budget = (budget.checked_sub(file.pixels()))
        .ok_or_else(|| String::from("the level's images fill 1 GiB already"))?;
    Ok(file)
}

/// The images that any material uses.
fn used_images(materials: &[Material]) -> BTreeSet<usize> {
    (materials.iter())
        .flat_map(Material::textures)
        .map(|texture| texture.image)
        .collect()
}

/// The image's name, its file, or its index as text.
fn image_name(document: &Root, index: usize) -> String {
    let image = &document.images[index];
    let file = (image.uri.as_deref()).filter(|uri| data_of(uri).is_none());
    (image.name.as_deref().filter(|name| !name.is_empty()))
        .or(file)
        .map_or_else(|| format!("image {index}"), str::to_string)
}

/// The bytes of an image's file.
fn image_bytes(source: Buffers, image: &Image, folder: &Path) -> Result<Vec<u8>, String> {
    let place = String::from("its data");
    match (image.buffer_view, &image.uri) {
        (Some(view), _) => source.view(view.value(), &place).map(<[u8]>::to_vec),
        (None, Some(uri)) => fetch(uri, folder, &place, max_bytes),
        (None, None) => return Err(String::from("it has neither a file nor a bufferView")),
    }
    .map_err(|fault| fault.cause.to_string())
}

/// The color of the placeholder's background.
const BASE_GRAY: [u8; 3] = [146, 140, 130];
/// The color of the placeholder's lines.
const LINE_GRAY: [u8; 3] = [108, 118, 114];

/// A placeholder of gray with a fine net of triangles and hexagons: quiet beside real textures, and
/// unlike any of them.
fn placeholder(name: String) -> LevelImage {
    const IMAGE_SIDE: u32 = 256;
    let pixel = |x: u32, y: u32| {
        // Three sets of lines, 60° apart; √3 ≈ 7/4 keeps the pattern seamless.
        let (x, y) = (x as i32 * 7, y as i32 * 4);
        let is_line = |value: i32| value.rem_euclid(128) < 11;
        let on_net = is_line(2 * y) || is_line(x + y) || is_line(x - y);
        let [red, green, blue] = if on_net { LINE_GRAY } else { BASE_GRAY };
        [red, green, blue, 255]
    };
    let rgba = (0..IMAGE_SIDE * IMAGE_SIDE).flat_map(|at| pixel(at % IMAGE_SIDE, at / IMAGE_SIDE));
    LevelImage::new(name, IMAGE_SIDE, IMAGE_SIDE, rgba.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_placeholder_is_quiet_but_patterned_and_has_no_seam() {
        let image = placeholder(String::from("lost"));
        let side = image.width as usize;
        let bytes = image.texels();
        let texels: Vec<&[u8]> = bytes.chunks(4).collect();
        assert_eq!(texels.len(), side * side);
        let lines = texels.iter().filter(|texel| texel[..3] == LINE_GRAY);
        let share = lines.count() as f32 / texels.len() as f32;
        assert!((0.1..0.4).contains(&share), "{share}");
        // Neither a color of its own nor glaring.
        for texel in &texels {
            let color = texel[..3].iter();
            let (low, high) = (color.clone().min().unwrap(), color.max().unwrap());
            assert!(high - low <= 20 && (90..=160).contains(high), "{texel:?}");
        }
        // Across its edges it goes on as inside.
        let changes = |from: [usize; 2], to: [usize; 2]| {
            let at = |[x, y]: [usize; 2]| texels[y % side * side + x % side];
            usize::from(at(from) != at(to))
        };
        let across = |x: usize| -> usize { (0..side).map(|y| changes([x, y], [x + 1, y])).sum() };
        let down = |y: usize| -> usize { (0..side).map(|x| changes([x, y], [x, y + 1])).sum() };
        for steps in [&across as &dyn Fn(usize) -> usize, &down] {
            let most = (0..side - 1).map(steps).max().unwrap();
            assert!(steps(side - 1) <= most, "{} {most}", steps(side - 1));
        }
    }
}
