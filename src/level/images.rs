//! Decodes the images that materials use. An image that is missing, broken or of a kind that is
//! not supported becomes a pattern nobody can overlook, and a warning.

use std::{collections::BTreeSet, io::Cursor, path::Path};

use gltf::json::{Image, Root};
use image::{ImageFormat, ImageReader, Limits};

use super::{LevelImage, Material, accessors::Source, buffers::fetch};

/// Wider or higher than this is not decoded, pixels.
const MAX_SIZE: u32 = 16384;
/// All images of a level together, pixels: 1 GiB of RGBA.
const MAX_PIXELS: u64 = 1 << 28;

/// Decodes every image that a material uses, once each; the others stay 1 × 1.
pub fn read_images(
    source: Source,
    materials: &[Material],
    folder: &Path,
    warnings: &mut Vec<String>,
) -> Vec<LevelImage> {
    let used = used_images(materials);
    let mut left = MAX_PIXELS;
    (source.document.images.iter().enumerate())
        .map(|(index, image)| {
            let name = image_name(source.document, index);
            if !used.contains(&index) {
                return unused(name);
            }
            let decoded = image_bytes(source, image, folder).and_then(|bytes| decode(&bytes, left));
            match decoded {
                Ok((width, height, rgba)) => {
                    left -= u64::from(width) * u64::from(height);
                    LevelImage {
                        name,
                        width,
                        height,
                        rgba,
                    }
                }
                Err(reason) => {
                    warnings.push(format!(
                        "image {index} \"{name}\" is shown as a pattern: {reason}"
                    ));
                    placeholder(name)
                }
            }
        })
        .collect()
}

fn used_images(materials: &[Material]) -> BTreeSet<usize> {
    (materials.iter())
        .flat_map(|material| {
            [
                material.base_color_texture,
                material.normal_texture,
                material.metallic_roughness_texture,
                material.emissive_texture,
                material.occlusion_texture,
                material.lightmap,
            ]
        })
        .flatten()
        .map(|texture| texture.image)
        .collect()
}

fn image_name(document: &Root, index: usize) -> String {
    let image = &document.images[index];
    let file = (image.uri.as_deref()).filter(|uri| {
        !uri.get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case("data:"))
    });
    (image.name.as_deref().filter(|name| !name.is_empty()))
        .or(file)
        .map_or_else(|| format!("image {index}"), str::to_string)
}

fn image_bytes(source: Source, image: &Image, folder: &Path) -> Result<Vec<u8>, String> {
    let place = String::from("its data");
    match (image.buffer_view, &image.uri) {
        (Some(view), _) => source.view(view.value(), &place).map(<[u8]>::to_vec),
        (None, Some(uri)) => fetch(uri, folder, &place),
        (None, None) => return Err(String::from("it has neither a file nor a bufferView")),
    }
    .map_err(|fault| fault.in_words())
}

/// Width, height and RGBA of a PNG, JPEG or BMP of at most `most` pixels, whatever its name says
/// it is.
fn decode(bytes: &[u8], most: u64) -> Result<(u32, u32, Vec<u8>), String> {
    let format = image::guess_format(bytes).map_err(|_| match bytes {
        [0xab, b'K', b'T', b'X', ..] => {
            String::from("KTX is not supported, only PNG, JPEG and BMP")
        }
        [] => String::from("it is empty"),
        _ => String::from("it is no PNG, JPEG or BMP"),
    })?;
    if !matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Bmp
    ) {
        let name = format
            .extensions_str()
            .first()
            .unwrap_or(&"this format")
            .to_uppercase();
        return Err(format!("{name} is not supported, only PNG, JPEG and BMP"));
    }
    let reader = || ImageReader::with_format(Cursor::new(bytes), format);
    let (width, height) = (reader().into_dimensions()).map_err(|error| error.to_string())?;
    if width > MAX_SIZE || height > MAX_SIZE {
        return Err(format!(
            "{width} × {height} is larger than {MAX_SIZE} pixels"
        ));
    }
    if u64::from(width) * u64::from(height) > most {
        return Err(String::from("the level's images fill 1 GiB already"));
    }
    let mut reader = reader();
    reader.limits(Limits::default());
    let pixels = reader
        .decode()
        .map_err(|error| error.to_string())?
        .into_rgba8();
    Ok((pixels.width(), pixels.height(), pixels.into_raw()))
}

fn unused(name: String) -> LevelImage {
    LevelImage {
        name,
        width: 1,
        height: 1,
        rgba: vec![255; 4],
    }
}

/// Teal and dark triangles that meet in hexagons: nothing in a level looks like it.
fn placeholder(name: String) -> LevelImage {
    const SIZE: u32 = 64;
    let pixel = |x: u32, y: u32| {
        // Three sets of stripes, 60° apart; √3 ≈ 7/4 keeps the pattern seamless.
        let (x, y) = (x as i32 * 7, y as i32 * 4);
        let stripe = |value: i32| value.div_euclid(112) & 1;
        let odd = stripe(2 * y) ^ stripe(x + y) ^ stripe(x - y);
        if odd == 0 {
            [16, 128, 128, 255]
        } else {
            [18, 24, 32, 255]
        }
    };
    LevelImage {
        name,
        width: SIZE,
        height: SIZE,
        rgba: (0..SIZE * SIZE)
            .flat_map(|at| pixel(at % SIZE, at / SIZE))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageBuffer, Rgba};

    use super::*;

    fn encoded(format: ImageFormat, image: DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn formats_are_told_by_their_content() {
        let image = DynamicImage::new_rgb8(3, 2);
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp] {
            let (width, height, rgba) = decode(&encoded(format, image.clone()), 99).unwrap();
            assert_eq!((width, height, rgba.len()), (3, 2, 24), "{format:?}");
        }
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let wide = ImageBuffer::from_pixel(2, 2, Rgba([0xffff_u16, 0x8080, 0, 0xffff]));
        let bytes = encoded(ImageFormat::Png, DynamicImage::ImageRgba16(wide));
        assert_eq!(decode(&bytes, 99).unwrap().2[..4], [255, 128, 0, 255]);
        for image in [
            DynamicImage::new_luma16(2, 2),
            DynamicImage::new_luma_a16(2, 2),
            DynamicImage::new_rgb16(2, 2),
        ] {
            assert_eq!(
                decode(&encoded(ImageFormat::Png, image), 99)
                    .unwrap()
                    .2
                    .len(),
                16
            );
        }
    }

    #[test]
    fn what_is_wrong_with_an_image_is_said() {
        assert!(decode(b"", 99).unwrap_err().contains("empty"));
        assert!(decode(b"hello", 99).unwrap_err().contains("no PNG"));
        assert!(
            decode(b"RIFF\0\0\0\0WEBPVP8 ", 99)
                .unwrap_err()
                .contains("WEBP is not supported")
        );
        assert!(
            decode(b"\xabKTX 20\xbb\r\n\x1a\n", 99)
                .unwrap_err()
                .contains("KTX")
        );
        let png = encoded(ImageFormat::Png, DynamicImage::new_rgb8(9, 9));
        for length in 0..png.len() - 12 {
            assert!(decode(&png[..length], 99).is_err(), "{length}");
        }
    }

    #[test]
    fn images_share_one_budget() {
        let png = encoded(ImageFormat::Png, DynamicImage::new_rgb8(3, 3));
        assert!(decode(&png, 9).is_ok());
        assert!(decode(&png, 8).unwrap_err().contains("1 GiB"));
    }

    #[test]
    fn an_absurd_size_is_not_allocated() {
        let mut png = encoded(ImageFormat::Png, DynamicImage::new_rgb8(1, 1));
        png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        assert!(decode(&png, u64::MAX).is_err());
    }

    #[test]
    fn the_placeholder_shows_both_colours() {
        let image = placeholder(String::from("lost"));
        assert_eq!(image.rgba.len(), 64 * 64 * 4);
        let teal = image.rgba.chunks(4).filter(|pixel| pixel[1] == 128).count();
        assert!((1000..3000).contains(&teal), "{teal}");
    }
}
