//! Makes the pictures of docs/checks.md: for each code whose findings can be seen a small level with
//! that mistake, checked and drawn as `hexbound check --pictures` does it.
//!
//! ```text
//! cargo run --example check_pictures -- docs/pictures/checks
//! ```

use std::{env, fs, io::BufWriter, path::Path};

use anyhow::{Context, Result};
use hexbound_lab::{finding_picture, finding_quality};
use hexbound_level::Code;
use hexbound_render::{Gpu, Offscreen};
use image::{DynamicImage, codecs::jpeg::JpegEncoder};
use test_support::faulty_levels;

/// The size of the pictures, pixels, and the quality of their compression, 1 to 100.
const SIZE: [u32; 2] = [480, 270];
const COMPRESSION: u8 = 78;

fn main() -> Result<()> {
    let folder = env::args().nth(1);
    let folder = folder.context("usage: check_pictures FOLDER [CODE…]")?;
    let asked: Vec<String> = env::args().skip(2).collect();
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {folder}"))?;
    let mut offscreen = Offscreen::of_quality(Gpu::software()?, SIZE, finding_quality())?;
    for code in Code::ALL {
        let is_asked = asked.is_empty() || asked.iter().any(|name| name == code.name());
        if is_asked && faulty_levels::why_without_a_picture(*code).is_none() {
            let path = Path::new(&folder).join(format!("{}.jpg", code.name()));
            draw(&mut offscreen, *code, &path).with_context(|| String::from(code.name()))?;
        }
    }
    Ok(())
}

/// Draws the finding of a code to a file.
fn draw(offscreen: &mut Offscreen, code: Code, path: &Path) -> Result<()> {
    let level = faulty_levels::faulty_level(code).context("no level has this mistake")?;
    let finding = faulty_levels::finding_of(code, &level).context("the check does not tell it")?;
    offscreen.set_level(&level)?;
    let image = finding_picture(offscreen, &level, &finding)?.context("it is not to be seen")?;
    let file = BufWriter::new(fs::File::create(path)?);
    let encoder = JpegEncoder::new_with_quality(file, COMPRESSION);
    DynamicImage::from(image)
        .into_rgb8()
        .write_with_encoder(encoder)?;
    println!("{}: {finding}", path.display());
    Ok(())
}
