//! Finds the images of textures: as files below the folder `textures`, in texture files (.wad) that the map
//! names, and in the compiled map itself. Pixels of Quake's own textures are indices of colors in its
//! palette, which has to lie near the map.

use std::{
    fs,
    io::{Cursor, Read},
    path::{Path, PathBuf},
};

use image::{ImageFormat, ImageReader, RgbaImage};
use qbsp::{
    Palette,
    data::texture::BspMipTexture,
    reader::{BspByteReader, BspParseContext, BspValue},
};

use super::{
    bsp_lumps,
    wad::{PALETTE_BYTES, Wad},
};
use crate::notice::{Notice, NoticeKind, first_of};
use hexbound_base::{files, words::counted};

/// The image of a texture.
#[derive(Debug)]
pub(crate) struct TextureImage {
    /// The width and height, pixels.
    pub size: [u32; 2],
    pub source: ImageSource,
}

#[derive(Debug)]
pub(crate) enum ImageSource {
    /// The bytes of a PNG file.
    Packed(Vec<u8>),
    /// The path of a file from the map's folder.
    File(String),
}

/// The most pixels of all textures in the compiled map and in texture files together, which keeps a faulty
/// file from filling the memory. Image files do not count.
const MAX_PIXELS: u64 = 1 << 26;
/// The most texture files that are opened.
const MAX_WADS: usize = 32;
/// The most bytes of a texture file.
const MAX_WAD_BYTES: u64 = 256 << 20;
/// The folders with texture files, relative to the map's folder.
const WAD_FOLDERS: [&str; 5] = ["", "wads", "textures", "..", "../wads"];
/// The paths of Quake's palette, relative to the map's folder.
const PALETTE_PATHS: [&str; 4] = [
    "palette.lmp",
    "gfx/palette.lmp",
    "../gfx/palette.lmp",
    "../palette.lmp",
];
/// The file extensions of images below the folder `textures`.
const IMAGE_EXTENSIONS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];
/// The number of first bytes of an image file that contain its width and height.
const MAX_HEAD_BYTES: u64 = 1 << 20;

/// The sources of a map's images.
pub(crate) struct ImageFinder {
    folder: PathBuf,
    wads: Vec<Wad>,
    palette: Option<Palette>,
    remaining_pixels: u64,
    missing: Vec<String>,
    lacks_palette: bool,
    /// True if the map names texture files.
    names_wads: bool,
}

impl ImageFinder {
    /// The sources of images near a map. `wads` are the texture files that the map names, separated by
    /// semicolons.
    pub(crate) fn near(folder: &Path, wads: Option<&str>) -> Self {
        let names = (wads.unwrap_or_default().split(';'))
            .filter_map(|wad| wad.rsplit(['/', '\\']).next())
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let wads: Vec<Wad> = (names.clone().take(MAX_WADS))
            .filter_map(|name| read_near(folder, name))
            .filter_map(Wad::read)
            .collect();
        let from_wad = || wads.iter().find_map(Wad::palette);
        let files = || {
            PALETTE_PATHS
                .iter()
                .find_map(|name| read_palette(&folder.join(name)))
        };
        let palette = (files().or_else(from_wad)).and_then(|bytes| Palette::parse(&bytes).ok());
        Self {
            folder: folder.to_path_buf(),
            wads,
            palette,
            remaining_pixels: MAX_PIXELS,
            missing: Vec::new(),
            lacks_palette: false,
            names_wads: names.clone().next().is_some(),
        }
    }

    /// The image of a texture by its name. A missing image returns `None` and is recorded.
    pub(crate) fn find(&mut self, name: &str) -> Option<TextureImage> {
        let found = self.in_wads(name).or_else(|| self.file(name));
        if found.is_none() {
            self.missing.push(name.to_string());
        }
        found
    }

    /// The image of a texture of a compiled map, which may hold the image itself.
    pub(crate) fn embedded(&mut self, texture: &BspMipTexture) -> Option<TextureImage> {
        let name = texture.header.name.as_str();
        match self.of_texture(texture) {
            Some(image) => Some(image),
            None if texture.data.full.is_some() => {
                self.missing.push(name.to_string());
                None
            }
            None => self.find(name),
        }
    }

    fn in_wads(&mut self, name: &str) -> Option<TextureImage> {
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let (bytes, format) = (self.wads.iter()).find_map(|wad| wad.texture(base))?;
        let mut bytes = bytes.to_vec();
        bsp_lumps::mend_texture(&mut bytes, format);
        let context = BspParseContext { format };
        let read = BspMipTexture::bsp_parse(&mut BspByteReader::new(&bytes, &context));
        self.of_texture(&read.ok()?)
    }

    fn of_texture(&mut self, texture: &BspMipTexture) -> Option<TextureImage> {
        let indices = texture.data.full.as_deref()?;
        let Some(palette) = texture.data.palette.0.as_ref().or(self.palette.as_ref()) else {
            self.lacks_palette = true;
            return None;
        };
        let (width, height) = (texture.header.width, texture.header.height);
        self.remaining_pixels = self
            .remaining_pixels
            .checked_sub(u64::from(width) * u64::from(height))?;
        let has_holes = texture.header.name.as_str().starts_with('{');
        packed(width, height, indices, palette, has_holes)
    }

    /// An image file in the folder `textures` beside the map.
    fn file(&self, name: &str) -> Option<TextureImage> {
        let name = name.replace('\\', "/");
        let is_plain =
            |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(':');
        if !name.split('/').all(is_plain) {
            return None;
        }
        let mut paths = IMAGE_EXTENSIONS
            .iter()
            .map(|ending| format!("textures/{name}.{ending}"));
        let path = paths.find(|path| files::is_file(&self.folder.join(path)))?;
        let (opened, _) = files::open(&self.folder.join(&path)).ok()?;
        let mut head = Vec::new();
        opened.take(MAX_HEAD_BYTES).read_to_end(&mut head).ok()?;
        let reader = ImageReader::new(Cursor::new(head))
            .with_guessed_format()
            .ok()?;
        let (width, height) = reader.into_dimensions().ok()?;
        Some(TextureImage {
            size: [width, height],
            source: ImageSource::File(path),
        })
    }

    /// The notice about missing images; `None` if there are none.
    pub(crate) fn notices(&self) -> Option<Notice> {
        if self.missing.is_empty() {
            return None;
        }
        let named = first_of(self.missing.iter().cloned());
        let what = counted(self.missing.len(), "texture is", "textures are");
        let why = match (self.lacks_palette, self.names_wads) {
            (true, _) => "Quake's palette (gfx/palette.lmp) is not near the map",
            (false, true) => {
                "the texture files (.wad) that the map names and the folder textures near it lack them"
            }
            (false, false) => {
                "the map names no texture files (.wad), and the folder textures near it lacks them"
            }
        };
        let problem = format!("{what} shown as a plain grid, since {why}: {named}");
        Some(Notice::new(NoticeKind::MissingTexture, problem))
    }
}

/// Packs indices into a palette as an image.
fn packed(
    width: u32,
    height: u32,
    indices: &[u8],
    palette: &Palette,
    has_holes: bool,
) -> Option<TextureImage> {
    let color = |index: &u8| {
        let [red, green, blue] = palette.colors[usize::from(*index)];
        let is_hole = has_holes && *index == 255;
        [red, green, blue, if is_hole { 0 } else { 255 }]
    };
    let pixels: Vec<u8> = indices.iter().flat_map(color).collect();
    let image = RgbaImage::from_raw(width, height, pixels)?;
    let mut png = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
        .ok()?;
    Some(TextureImage {
        size: [width, height],
        source: ImageSource::Packed(png),
    })
}

/// Reads a texture file by its name from one of the folders near the map.
fn read_near(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let lower = name.to_lowercase();
    let places = WAD_FOLDERS.iter().map(|place| folder.join(place));
    let paths = places.flat_map(|place| [place.join(name), place.join(&lower)]);
    (paths.into_iter())
        .find(|path| fs::metadata(path).is_ok_and(|about| about.len() <= MAX_WAD_BYTES))
        .and_then(|path| files::read(&path).ok())
}

/// Reads a file that is exactly as long as a palette.
fn read_palette(path: &Path) -> Option<Vec<u8>> {
    let is_palette = fs::metadata(path).is_ok_and(|about| about.len() == PALETTE_BYTES as u64);
    is_palette.then(|| files::read(path).ok()).flatten()
}
