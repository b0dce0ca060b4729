//! Writes screenshots.

use std::{
    env,
    fs::{self, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use image::{ImageFormat, RgbaImage};

use hexbound_base::folders;

/// Writes a picture into the user's folder of pictures under the next free name. Returns its path, or the
/// reason why it can't be written. For a user without a home folder, the current folder is used.
pub(super) fn save(image: &RgbaImage) -> Result<PathBuf, String> {
    let folder = folders::user_pictures().or_else(|| env::current_dir().ok());
    save_to(&folder.unwrap_or_default(), image)
}

fn save_to(folder: &Path, image: &RgbaImage) -> Result<PathBuf, String> {
    let explain =
        |error: &dyn std::fmt::Display| format!("no screenshot in {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(|error| explain(&error))?;
    let path = free_name(folder).map_err(|error| explain(&error))?;
    image
        .save_with_format(&path, ImageFormat::Png)
        .map_err(|error| {
            // An empty file reserved the name; a leftover would only puzzle.
            fs::remove_file(&path).ok();
            explain(&error)
        })?;
    Ok(path)
}

/// Creates the first of hexbound-1.png, hexbound-2.png … that does not exist.
fn free_name(folder: &Path) -> io::Result<PathBuf> {
    for number in 1..100_000 {
        let path = folder.join(format!("hexbound-{number}.png"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("every name is taken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let image = RgbaImage::new(2, 2);
        let first = save_to(folder.path(), &image).unwrap();
        let second = save_to(folder.path(), &image).unwrap();
        assert_ne!(first, second);
        assert_eq!(image::open(second).unwrap().into_rgba8(), image);
    }

    #[test]
    fn a_folder_that_is_missing_is_made_and_one_that_cannot_be_is_named() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("pictures");
        let first = save_to(&folder, &RgbaImage::new(1, 1)).unwrap();
        assert!(first.starts_with(&folder), "it is made");
        let below = first.join("folder");
        let message = save_to(&below, &RgbaImage::new(1, 1)).unwrap_err();
        assert!(message.contains(&below.display().to_string()), "{message}");
    }
}
