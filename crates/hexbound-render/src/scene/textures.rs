//! The upload of images: mipmaps by a box filter that respects the meaning of texels.

use std::collections::BTreeMap;

use rayon::prelude::*;
use wgpu::ErrorFilter;

use crate::{
    Gpu,
    device::{
        bindings,
        upload::{self, write_texels},
    },
};
use hexbound_base::injected_fault;
use hexbound_canvas::{linear_light, srgb_byte};
use hexbound_level::{LevelImage, Material, TextureRef};

/// The number of texture slots, in the order of their bindings. With the ten textures of the lighting they
/// reach OpenGL's limit for one shader.
pub(crate) const TEXTURE_SLOTS: usize = 6;
/// The number of images whose mipmaps are computed at once.
const IMAGES_AT_ONCE: usize = 4;

/// The meaning of an image's texels. One image may have several uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextureUse {
    /// sRGB colors with straight alpha.
    Color,
    /// Linear data.
    Data,
    /// Unit vectors.
    Normal,
}

/// A mip level of an image.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mip {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

/// The level's images in their uses by materials.
#[derive(Default)]
pub(super) struct Textures {
    views: BTreeMap<(usize, TextureUse), wgpu::TextureView>,
    means: BTreeMap<(usize, TextureUse), [u8; 4]>,
    /// The approximate minimum of the green channel, for each image of linear data.
    min_greens: BTreeMap<usize, u8>,
}

impl Textures {
    /// Uploads the images in full, and returns once all are uploaded.
    pub(super) fn upload(gpu: &Gpu, images: &[LevelImage], materials: &[Material]) -> Self {
        let largest = gpu.max_texture_side();
        let mut this = Self::default();
        let mut waiting = 0;
        // A few at a time, since all mipmaps of a level at once would take much memory.
        for uses in uses(images, materials).chunks(IMAGES_AT_ONCE) {
            let chain = |&(image, meaning): &(usize, TextureUse)| {
                let chain = mip_chain(finest(&images[image])?, meaning, largest);
                Some((image, meaning, chain))
            };
            let chains: Vec<_> = uses.par_iter().filter_map(chain).collect();
            for (image, meaning, chain) in chains {
                this.insert(gpu, image, meaning, &images[image].name, &chain);
                waiting += chain.iter().map(|mip| mip.rgba.len()).sum::<usize>();
                if waiting > upload::PIECE_BYTES {
                    upload::settle(gpu);
                    waiting = 0;
                }
            }
        }
        this
    }

    /// Creates a thumbnail for each image from a few of its texels, which takes hardly any time.
    pub(super) fn thumbnails(gpu: &Gpu, images: &[LevelImage], materials: &[Material]) -> Self {
        let mut this = Self::default();
        for (image, meaning) in uses(images, materials) {
            if let Some(mip) = thumbnail(&images[image]) {
                let chain = mip_chain(mip, meaning, gpu.max_texture_side());
                this.insert(gpu, image, meaning, &images[image].name, &chain);
            }
        }
        this
    }

    /// Uploads the mip levels of an image and replaces its texture.
    pub(super) fn insert(
        &mut self,
        gpu: &Gpu,
        image: usize,
        meaning: TextureUse,
        name: &str,
        chain: &[Mip],
    ) {
        if let Some(mean) = chain.last().and_then(|mip| mip.rgba.first_chunk()) {
            self.means.insert((image, meaning), *mean);
        }
        if meaning == TextureUse::Data {
            self.min_greens.insert(image, min_green(chain));
        }
        let view = upload_chain(gpu, name, chain, meaning);
        self.views.insert((image, meaning), view);
    }

    /// Uploads the mip levels of an image like `insert`, without the largest ones if memory is short. If not
    /// even the smallest fits, the old texture stays.
    pub(super) fn insert_as_memory_allows(
        &mut self,
        gpu: &Gpu,
        image: usize,
        meaning: TextureUse,
        name: &str,
        chain: &[Mip],
    ) {
        let before = self.views.get(&(image, meaning)).cloned();
        let fits = (0..chain.len()).find(|from| {
            let all = [ErrorFilter::OutOfMemory, ErrorFilter::Validation];
            let scopes = all.map(|filter| gpu.device.push_error_scope(filter));
            self.insert(gpu, image, meaning, name, &chain[*from..]);
            // A texture without memory causes a validation error as well.
            let [memory, validity] = scopes;
            let errors = [validity, memory].map(|scope| pollster::block_on(scope.pop()));
            let side = u64::from(chain[*from].width.max(chain[*from].height));
            errors.iter().all(Option::is_none) && !injected_fault::is_due("texture", side)
        });
        match fits.and_then(|from| chain.get(from)) {
            Some(largest) if fits > Some(0) => {
                let (width, height) = (largest.width, largest.height);
                log::warn!(
                    "the graphics device has no memory for the whole of texture '{name}', which is \
                     drawn with {width} × {height} texels; smaller textures, or fewer open programs, \
                     would leave room"
                );
            }
            Some(_) => {}
            None => {
                log::warn!("the graphics device has no memory for texture '{name}'");
                if let Some(before) = before {
                    self.views.insert((image, meaning), before);
                }
            }
        }
    }

    /// The texture of an image; `None` if the image is missing or truncated.
    pub(super) fn view(&self, image: usize, meaning: TextureUse) -> Option<&wgpu::TextureView> {
        self.views.get(&(image, meaning))
    }

    /// The approximate minimum of an image's green channel, 0 to 1, for images of linear data.
    pub(super) fn min_green(&self, image: usize) -> Option<f32> {
        Some(f32::from(*self.min_greens.get(&image)?) / 255.0)
    }

    /// The mean of a color image, linear.
    pub(super) fn mean_color(&self, image: usize) -> Option<[f32; 3]> {
        let mean = self.means.get(&(image, TextureUse::Color))?;
        Some([mean[0], mean[1], mean[2]].map(linear_light))
    }
}

/// The minimum of the green channel in the first small mip level, where a stray texel has no influence.
fn min_green(chain: &[Mip]) -> u8 {
    let is_small = |mip: &&Mip| mip.width.max(mip.height) <= 128;
    let small = chain.iter().find(is_small);
    let texels = small.map_or(&[][..], |mip| mip.rgba.as_slice());
    let greens = texels.chunks_exact(4).map(|texel| texel[1]);
    greens.min().unwrap_or(0)
}

/// Each use of an available image by the materials, once.
pub(super) fn uses(images: &[LevelImage], materials: &[Material]) -> Vec<(usize, TextureUse)> {
    let mut uses: Vec<(usize, TextureUse)> = materials.iter().flat_map(uses_of).collect();
    uses.retain(|&(image, _)| image < images.len());
    uses.sort_unstable();
    uses.dedup();
    uses
}

/// The texture of each slot of a material, with its use.
pub(super) fn slots(material: &Material) -> [(Option<TextureRef>, TextureUse); TEXTURE_SLOTS] {
    [
        (material.base_color_texture, TextureUse::Color),
        (material.normal.texture, TextureUse::Normal),
        (material.metallic_roughness_texture, TextureUse::Data),
        (material.occlusion.texture, TextureUse::Data),
        (material.emissive_texture, TextureUse::Color),
        (material.lightmap.texture, TextureUse::Color),
    ]
}

/// All images of a material, with their uses.
pub(super) fn uses_of(material: &Material) -> impl Iterator<Item = (usize, TextureUse)> {
    let slots = slots(material).into_iter();
    slots.filter_map(|(texture, meaning)| Some((texture?.image, meaning)))
}

/// A thumbnail of an image from a few of its texels; `None` for an empty or truncated image. An image that
/// would have to be decoded again gets a gray one.
fn thumbnail(image: &LevelImage) -> Option<Mip> {
    const THUMBNAIL_SIDE: u32 = 32;
    const GRAY_TEXEL: [u8; 4] = [128, 128, 128, 255];
    let [width, height] = [image.width, image.height].map(|side| side.min(THUMBNAIL_SIDE));
    let source = |of: u32, whole: u32, texel: u32| {
        (2 * texel + 1) as usize * whole as usize / (2 * of) as usize
    };
    let pick = |texels: &[u8]| {
        let is_whole = texels.len() as u64 == u64::from(image.width) * u64::from(image.height) * 4;
        let texel = |x, y| {
            let row = source(height, image.height, y) * image.width as usize;
            let at = 4 * (row + source(width, image.width, x));
            [texels[at], texels[at + 1], texels[at + 2], texels[at + 3]]
        };
        let positions = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        is_whole.then(|| positions.flat_map(|(x, y)| texel(x, y)).collect())
    };
    let rgba = match image.peek(pick) {
        Some(picked) => picked?,
        None => GRAY_TEXEL.repeat((width * height) as usize),
    };
    (!rgba.is_empty()).then_some(Mip {
        width,
        height,
        rgba,
    })
}

/// The first mip level; `None` for an empty or truncated image.
pub(super) fn finest(image: &LevelImage) -> Option<Mip> {
    let mip = Mip {
        width: image.width,
        height: image.height,
        rgba: image.texels().into_owned(),
    };
    let bytes = u64::from(mip.width) * u64::from(mip.height) * 4;
    (bytes > 0 && bytes == mip.rgba.len() as u64).then_some(mip)
}

/// The mip levels from the first with sides of at most `max_side` texels down to one texel.
pub(super) fn mip_chain(mut mip: Mip, meaning: TextureUse, max_side: u32) -> Vec<Mip> {
    let tables = Tables::new();
    let mut chain = Vec::new();
    loop {
        let is_last = mip.width == 1 && mip.height == 1;
        let next = (!is_last).then(|| halve(&mip, meaning, &tables));
        if mip.width <= max_side && mip.height <= max_side {
            chain.push(mip);
        }
        match next {
            Some(next) => mip = next,
            None => return chain,
        }
    }
}

fn halve(mip: &Mip, meaning: TextureUse, tables: &Tables) -> Mip {
    let width = (mip.width / 2).max(1);
    let height = (mip.height / 2).max(1);
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    let (texels, _) = mip.rgba.as_chunks::<4>();
    let texel = |x: u32, y: u32| {
        texels[(y.min(mip.height - 1) * mip.width + x.min(mip.width - 1)) as usize]
    };
    for y in 0..height {
        for x in 0..width {
            let (x, y) = (x * 2, y * 2);
            let four = [
                texel(x, y),
                texel(x + 1, y),
                texel(x, y + 1),
                texel(x + 1, y + 1),
            ];
            rgba.extend(match meaning {
                TextureUse::Color => mean_color(&four, tables),
                TextureUse::Data => mean_data(&four),
                TextureUse::Normal => mean_normal(&four),
            });
        }
    }
    Mip {
        width,
        height,
        rgba,
    }
}

/// The mean of four texels in linear light, weighted by alpha, so that transparent texels do not count.
fn mean_color(four: &[[u8; 4]; 4], tables: &Tables) -> [u8; 4] {
    let alpha: f32 = four.iter().map(|texel| f32::from(texel[3])).sum();
    let clear = alpha == 0.0;
    let mut mean = [0; 4];
    for channel in 0..3 {
        let sum: f32 = four
            .iter()
            .map(|texel| {
                let weight = if clear { 1.0 } else { f32::from(texel[3]) };
                tables.linear[usize::from(texel[channel])] * weight
            })
            .sum();
        mean[channel] = tables.encode(sum / if clear { 4.0 } else { alpha });
    }
    mean[3] = (alpha / 4.0 + 0.5) as u8;
    mean
}

fn mean_data(four: &[[u8; 4]; 4]) -> [u8; 4] {
    std::array::from_fn(|channel| {
        let sum: u32 = four.iter().map(|texel| u32::from(texel[channel])).sum();
        ((sum + 2) / 4) as u8
    })
}

fn mean_normal(four: &[[u8; 4]; 4]) -> [u8; 4] {
    let sum: glam::Vec3 = four
        .iter()
        .map(|texel| {
            glam::Vec3::new(texel[0].into(), texel[1].into(), texel[2].into()) / 127.5 - 1.0
        })
        .sum();
    let [x, y, z] = (sum.normalize_or(glam::Vec3::Z) * 127.5 + 128.0)
        .to_array()
        .map(|value| value as u8);
    [x, y, z, 255]
}

struct Tables {
    linear: [f32; 256],
    encoded: Vec<u8>,
}

impl Tables {
    /// The size of the table from light to bytes: fine enough that no byte is skipped.
    const TABLE_STEPS: usize = 16_384;

    fn new() -> Self {
        let linear = std::array::from_fn(|byte| linear_light(byte as u8));
        let encoded = (0..=Self::TABLE_STEPS)
            .map(|step| srgb_byte(step as f32 / Self::TABLE_STEPS as f32))
            .collect();
        Self { linear, encoded }
    }

    fn encode(&self, linear: f32) -> u8 {
        let step = (linear * Self::TABLE_STEPS as f32 + 0.5) as usize;
        self.encoded[step.min(Self::TABLE_STEPS)]
    }
}

pub(super) fn upload_chain(
    gpu: &Gpu,
    label: &str,
    chain: &[Mip],
    meaning: TextureUse,
) -> wgpu::TextureView {
    let (width, height) = chain.first().map_or((1, 1), |mip| (mip.width, mip.height));
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: chain.len().max(1) as u32,
        format: match meaning {
            TextureUse::Color => wgpu::TextureFormat::Rgba8UnormSrgb,
            TextureUse::Data | TextureUse::Normal => wgpu::TextureFormat::Rgba8Unorm,
        },
        ..bindings::sampled_texture(label, [width, height, 1])
    });
    for (level, mip) in chain.iter().enumerate() {
        let target = wgpu::TexelCopyTextureInfo {
            mip_level: level as u32,
            ..texture.as_image_copy()
        };
        write_texels(gpu, target, &mip.rgba, [mip.width, mip.height, 1]);
    }
    texture.create_view(&Default::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u32, height: u32, texels: &[[u8; 4]]) -> Mip {
        Mip {
            width,
            height,
            rgba: texels.concat(),
        }
    }

    #[test]
    fn black_and_white_average_to_half_the_light() {
        let checks = [[0, 0, 0, 255], [255, 255, 255, 255]];
        let chain = mip_chain(image(2, 1, &checks), TextureUse::Color, 64);
        // 188 is sRGB for half the light; 127 would be the mean of the bytes.
        assert_eq!(chain[1].rgba, [188, 188, 188, 255]);
        let chain = mip_chain(image(2, 1, &checks), TextureUse::Data, 64);
        assert_eq!(chain[1].rgba, [128, 128, 128, 255]);
    }

    #[test]
    fn clear_texels_do_not_tint_their_neighbors() {
        let texels = [[200, 10, 10, 255], [0, 255, 0, 0]];
        let chain = mip_chain(image(2, 1, &texels), TextureUse::Color, 64);
        assert_eq!(chain[1].rgba, [200, 10, 10, 128]);
    }

    #[test]
    fn averaged_normals_stay_unit() {
        let texels = [[218, 128, 218, 255], [38, 128, 218, 255]];
        let chain = mip_chain(image(2, 1, &texels), TextureUse::Normal, 64);
        let [x, y, z, _] = chain[1].rgba[..] else {
            panic!("one texel has four bytes");
        };
        assert!(x.abs_diff(128) <= 1 && y.abs_diff(128) <= 1 && z >= 254);
    }

    #[test]
    fn a_chain_ends_at_one_texel_and_starts_within_the_limit() {
        let wide = image(300, 20, &vec![[9, 9, 9, 9]; 6000]);
        let chain = mip_chain(wide, TextureUse::Data, 100);
        let sizes = chain.iter().map(|mip| (mip.width, mip.height));
        let expected = [(75, 5), (37, 2), (18, 1), (9, 1), (4, 1), (2, 1), (1, 1)];
        assert!(sizes.eq(expected));
    }

    #[test]
    fn a_thumbnail_is_of_the_image_and_leaves_it_whole() {
        let texels = (0..64 * 8).flat_map(|at| [(at % 64) as u8, (at / 64) as u8, 7, 255]);
        let whole = LevelImage::new("stripes", 64, 8, texels.collect());
        let small = thumbnail(&whole).unwrap();
        assert_eq!((small.width, small.height), (32, 8));
        for (at, texel) in small.rgba.chunks_exact(4).enumerate() {
            assert_eq!(texel, [(2 * (at % 32) + 1) as u8, (at / 32) as u8, 7, 255]);
        }
        for (name, width, texels) in [("cut short", 4, vec![0; 60]), ("empty", 0, Vec::new())] {
            assert_eq!(thumbnail(&LevelImage::new(name, width, 4, texels)), None);
        }
    }

    #[test]
    fn encoding_undoes_decoding() {
        let tables = Tables::new();
        for byte in 0..=255 {
            assert_eq!(tables.encode(linear_light(byte)), byte);
        }
    }
}
