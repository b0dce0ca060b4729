//! The images of a level: as texels just before use, as the file's own bytes otherwise.

use std::{
    borrow::Cow,
    fmt,
    io::Cursor,
    sync::{Arc, Mutex, PoisonError},
};

use image::{ImageFormat, ImageReader, Limits};

use gltf_compression::basis_image;

/// The largest side of an image that is decoded, pixels.
const MAX_SIZE: u32 = 16384;

/// The most bytes of an image file beside its pixels: profiles, previews, comments.
const MAX_BYTES_BESIDE_PIXELS: u64 = 16 << 20;
/// The most bytes of a pixel: four channels of sixteen bits, and the overhead of compression.
const MAX_BYTES_PER_PIXEL: u64 = 9;

/// The most bytes of an image file whose size is not stated near its beginning.
const MAX_BYTES_WITHOUT_SIZE: u64 = 256 << 20;

/// The most bytes to read of an image file that begins with `head`; for an unsupported format, the length
/// of the head.
pub(crate) fn max_bytes(head: &[u8]) -> u64 {
    match EncodedImage::new(head.to_vec()) {
        Ok(image) => MAX_BYTES_BESIDE_PIXELS + MAX_BYTES_PER_PIXEL * image.pixels(),
        // The size comes later in the file, perhaps after a preview or a profile.
        Err(_) if image::guess_format(head).is_ok_and(is_supported) => MAX_BYTES_WITHOUT_SIZE,
        Err(_) => head.len() as u64,
    }
}

/// Returns whether images of a format can be decoded.
fn is_supported(format: ImageFormat) -> bool {
    matches!(
        format,
        ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Bmp | ImageFormat::WebP
    )
}

/// An image of a level. Whether its texels are sRGB depends on the slot that uses it.
#[derive(Clone)]
pub struct LevelImage {
    /// The file or image name, for messages.
    pub name: String,
    pub width: u32,
    pub height: u32,
    texels: Texels,
}

#[derive(Clone)]
enum Texels {
    Decoded(Vec<u8>),
    Encoded(Arc<LazyImage>),
}

/// An image as its file stores it, in about a tenth of the memory of its texels.
struct LazyImage {
    file: EncodedImage,
    /// The texels, until their first use.
    decoded: Mutex<Option<Vec<u8>>>,
}

/// A PNG, JPEG, BMP, WebP or KTX2 file whose size is known.
pub struct EncodedImage {
    bytes: Vec<u8>,
    /// The format; `None` for KTX2.
    format: Option<ImageFormat>,
    width: u32,
    height: u32,
}

impl LevelImage {
    /// An image of `width · height` RGBA quadruples, in rows from the top.
    pub fn new(name: impl Into<String>, width: u32, height: u32, rgba: Vec<u8>) -> Self {
        Self {
            name: name.into(),
            width,
            height,
            texels: Texels::Decoded(rgba),
        }
    }

    /// An image that stays encoded. One decoding checks the file; an error states its fault in words.
    pub fn from_encoded(name: &str, file: EncodedImage) -> Result<Self, String> {
        let rgba = file.decode()?;
        Ok(Self {
            name: String::from(name),
            width: file.width,
            height: file.height,
            texels: Texels::Encoded(Arc::new(LazyImage {
                file,
                decoded: Mutex::new(Some(rgba)),
            })),
        })
    }

    /// The image as RGBA quadruples, in rows from the top; fewer than `width · height` for a broken file.
    /// The texels of a file are not retained: each call decodes them again.
    pub fn texels(&self) -> Cow<'_, [u8]> {
        match &self.texels {
            Texels::Decoded(rgba) => Cow::Borrowed(rgba),
            Texels::Encoded(image) => {
                let decoded = image.decoded.lock();
                let taken = decoded.unwrap_or_else(PoisonError::into_inner).take();
                Cow::Owned(taken.unwrap_or_else(|| image.file.decode().unwrap_or_default()))
            }
        }
    }

    /// Calls `look` with the texels if they are available without decoding, and keeps them.
    pub fn peek<R>(&self, look: impl FnOnce(&[u8]) -> R) -> Option<R> {
        match &self.texels {
            Texels::Decoded(rgba) => Some(look(rgba)),
            Texels::Encoded(image) => {
                let decoded = image.decoded.lock();
                let decoded = decoded.unwrap_or_else(PoisonError::into_inner);
                decoded.as_deref().map(look)
            }
        }
    }
}

impl EncodedImage {
    /// Reads an image file's format and size from its content. The error states in words why the file
    /// can't be used.
    pub fn new(bytes: Vec<u8>) -> Result<Self, String> {
        let (format, [width, height]) = match basis_image::is_ktx(&bytes) {
            true => (None, basis_image::size(&bytes)?),
            false => usual_format(&bytes).map(|(format, size)| (Some(format), size))?,
        };
        if width > MAX_SIZE || height > MAX_SIZE {
            return Err(format!(
                "{width} × {height} is larger than {MAX_SIZE} pixels"
            ));
        }
        Ok(Self {
            bytes,
            format,
            width,
            height,
        })
    }

    /// The number of pixels.
    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The most memory that decoding may use: for the pixels in the file's format, and for the data
    /// beside them.
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        let least = limits.max_alloc.unwrap_or_default();
        limits.max_alloc = Some(least + MAX_BYTES_PER_PIXEL * self.pixels());
        limits
    }

    /// The image as RGBA quadruples.
    fn decode(&self) -> Result<Vec<u8>, String> {
        let Some(format) = self.format else {
            return basis_image::decode(&self.bytes);
        };
        let mut reader = ImageReader::with_format(Cursor::new(&self.bytes[..]), format);
        reader.limits(self.limits());
        let pixels = (reader.decode())
            .map_err(|error| error.to_string())?
            .into_rgba8();
        if (pixels.width(), pixels.height()) != (self.width, self.height) {
            return Err(String::from("its size is not the one it names"));
        }
        Ok(pixels.into_raw())
    }
}

/// The format and size of an image file other than KTX2. The error states in words why it can't be used.
fn usual_format(bytes: &[u8]) -> Result<(ImageFormat, [u32; 2]), String> {
    let format = image::guess_format(bytes).map_err(|_| match bytes {
        [] => String::from("it is empty"),
        _ => String::from("it is no PNG, JPEG, BMP, WebP or KTX2"),
    })?;
    if !is_supported(format) {
        let name = format
            .extensions_str()
            .first()
            .unwrap_or(&"this format")
            .to_uppercase();
        return Err(format!(
            "{name} is not supported, only PNG, JPEG, BMP, WebP and KTX2"
        ));
    }
    let reader = ImageReader::with_format(Cursor::new(bytes), format);
    let (width, height) = (reader.into_dimensions()).map_err(|error| error.to_string())?;
    Ok((format, [width, height]))
}

impl fmt::Debug for LevelImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "LevelImage({}, {} × {})",
            self.name, self.width, self.height
        )
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

    fn decode(bytes: &[u8]) -> Result<LevelImage, String> {
        LevelImage::from_encoded("test", EncodedImage::new(bytes.to_vec())?)
    }

    #[test]
    fn formats_are_detected_by_their_content() {
        let image = DynamicImage::new_rgb8(3, 2);
        use ImageFormat::{Bmp, Jpeg, Png, WebP};
        for format in [Png, Jpeg, Bmp, WebP] {
            let decoded = decode(&encoded(format, image.clone())).unwrap();
            let length = decoded.texels().len();
            assert_eq!((decoded.width, decoded.height, length), (3, 2, 24));
        }
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let wide = ImageBuffer::from_pixel(2, 2, Rgba([0xffff_u16, 0x8080, 0, 0xffff]));
        let bytes = encoded(ImageFormat::Png, DynamicImage::ImageRgba16(wide));
        assert_eq!(decode(&bytes).unwrap().texels()[..4], [255, 128, 0, 255]);
    }

    #[test]
    fn texels_can_be_had_again_and_again() {
        let dots = ImageBuffer::from_fn(5, 4, |x, y| Rgba([x as u8, y as u8, 7, 255]));
        let image = decode(&encoded(ImageFormat::Png, DynamicImage::ImageRgba8(dots))).unwrap();
        let copy = image.clone();
        assert_eq!(image.peek(<[u8]>::len), Some(80));
        let first = image.texels().into_owned();
        assert_eq!(image.peek(<[u8]>::len), None, "it would be decoded anew");
        assert_eq!(first[4 * 7..4 * 8], [2, 1, 7, 255]);
        assert_eq!(image.texels(), &first[..]);
        assert_eq!(copy.texels(), &first[..]);
    }

    #[test]
    fn what_is_wrong_with_an_image_is_said() {
        assert!(decode(b"").unwrap_err().contains("empty"));
        assert!(decode(b"hello").unwrap_err().contains("no PNG"));
        assert!(decode(b"RIFF\0\0\0\0WEBPVP8 ").is_err(), "cut short");
        let gif = decode(b"GIF89a").unwrap_err();
        assert!(gif.contains("GIF is not supported"), "{gif}");
        let ktx = decode(b"\xabKTX 20\xbb\r\n\x1a\n").unwrap_err();
        assert!(ktx.contains("cut short"), "{ktx}");
        let png = encoded(ImageFormat::Png, DynamicImage::new_rgb8(9, 9));
        for length in 0..png.len() - 12 {
            assert!(decode(&png[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn the_largest_size_has_room_in_every_format() {
        let mut image = EncodedImage::new(encoded(ImageFormat::Png, DynamicImage::new_rgb8(1, 1)));
        let image = image.as_mut().unwrap();
        (image.width, image.height) = (MAX_SIZE, MAX_SIZE);
        let deepest = image.pixels() * 8;
        assert!(image.limits().max_alloc.unwrap() > deepest);
    }

    #[test]
    fn an_absurd_size_is_not_allocated() {
        let mut png = encoded(ImageFormat::Png, DynamicImage::new_rgb8(1, 1));
        png[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
        assert!(decode(&png).is_err());
    }
}
