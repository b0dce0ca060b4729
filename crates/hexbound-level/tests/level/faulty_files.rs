//! Faults in what stands beside a level's file: buffers, links, pipes and pictures.

use std::{fs, io::Cursor, path::Path};

use hexbound_level::Level;
use image::{DynamicImage, ImageFormat};
use serde_json::{Value, json};

use crate::{faults::assert_refused, gltf_file::File};

#[test]
fn a_buffer_outside_the_folder_or_too_short_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("secret.bin"), [0; 72]).unwrap();
    fs::write(inner.join("short.bin"), [0; 8]).unwrap();
    let absolute = folder.path().join("secret.bin").display().to_string();
    for (uri, part) in [
        ("../secret.bin", "leads out of the level's folder"),
        (absolute.as_str(), "which is not opened"),
        ("short.bin", "has 8 bytes of 72"),
    ] {
        assert_refused(&beside(&inner, uri, 72), part);
    }
}

/// A .gltf beside whatever else a test puts into the folder, with one buffer of `length` bytes
/// that begins with a floor.
fn beside(folder: &Path, uri: &str, length: usize) -> std::path::PathBuf {
    let mut file = File::new().with_floor(0.0);
    file.json["buffers"] = json!([{"uri": uri, "byteLength": length}]);
    let path = folder.join("level.gltf");
    fs::write(&path, file.json.to_string()).unwrap();
    path
}

/// The bytes of that floor.
fn floor_bytes() -> Vec<u8> {
    File::new().with_floor(0.0).binary
}

#[test]
fn only_as_much_of_a_file_is_read_as_is_declared() {
    /// More than is ever read of one file; it takes no room on the disk.
    const HUGE: u64 = 5 << 30;
    let folder = tempfile::tempdir().unwrap();
    let huge = |name: &str, start: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, start).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_len(HUGE).unwrap();
        path
    };
    huge("floor.bin", &floor_bytes());
    let floor = beside(folder.path(), "floor.bin", floor_bytes().len());
    let long = huge("long.glb", &File::new().with_floor(0.0).glb());
    for path in [floor, long] {
        assert_eq!(hexbound_level::load(path).unwrap().collision.len(), 2);
    }

    huge("wall.png", &png());
    huge("noise.png", b"no image at all");
    for (name, warnings) in [("wall.png", 0), ("noise.png", 1)] {
        let made = textured(json!({"uri": name})).save(folder.path());
        let level = hexbound_level::load(made).unwrap();
        assert_eq!(level.findings.len(), warnings, "{:?}", level.findings);
    }
    let film = huge("film.glb", b"\x1aE\xdf\xa3 a film of five gigabytes");
    assert_refused(&film, "neither glTF 2.0");
}

#[test]
fn a_name_that_differs_only_in_its_case_is_hinted_at() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("Parts")).unwrap();
    fs::write(folder.path().join("Parts/Floor.BIN"), floor_bytes()).unwrap();
    if folder.path().join("parts").exists() {
        // On this file system case makes no difference.
        return;
    }
    let level = beside(folder.path(), "parts/floor.bin", 72);
    assert_refused(&level, "buffer 0 \"parts/floor.bin\"");
    assert_refused(&level, "there is \"Parts/Floor.BIN\"");

    let level = loaded_beside(&textured(json!({"uri": "wall.png"})), "Wall.png", &png());
    let words = &level.findings[0].problem;
    assert!(words.contains("there is \"Wall.png\""), "{words}");

    let path = File::new().with_floor(0.0).save(folder.path());
    let other = path.with_file_name("MADE.glb");
    assert_refused(&other, "made.glb\": only upper and lower");
}

#[cfg(unix)]
#[test]
fn links_may_lead_about_the_folder_but_not_out_of_it() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let (inner, outer) = (folder.path().join("inner"), folder.path().join("outer"));
    for folder in [&inner, &outer] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("floor.bin"), floor_bytes()).unwrap();
    }
    symlink("floor.bin", inner.join("near.bin")).unwrap();
    symlink("../outer/floor.bin", inner.join("far.bin")).unwrap();
    symlink(&outer, inner.join("door")).unwrap();
    assert!(hexbound_level::load(beside(&inner, "near.bin", 72)).is_ok());
    for uri in ["far.bin", "door/floor.bin"] {
        let part = "is a link out of the level's folder";
        assert_refused(&beside(&inner, uri, 72), part);
    }
    // The folder itself may be one.
    symlink(&inner, folder.path().join("level")).unwrap();
    let linked = folder.path().join("level");
    assert!(hexbound_level::load(beside(&linked, "near.bin", 72)).is_ok());
}

#[cfg(unix)]
#[test]
fn a_pipe_in_a_files_place_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = |name: &str| {
        let path = folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        path
    };
    assert_refused(&pipe("level.glb"), "not an ordinary file");
    pipe("pipe.bin");
    let level = beside(folder.path(), "pipe.bin", 72);
    assert_refused(&level, "not an ordinary file");
    pipe("pipe.png");
    let made = textured(json!({"uri": "pipe.png"})).save(folder.path());
    let level = hexbound_level::load(made).unwrap();
    assert!(level.findings[0].problem.contains("not an ordinary file"));
}

/// A textured floor: one material whose base color is this image.
fn textured(image: Value) -> File {
    let mut file = File::new().with_floor(0.0);
    file.json["images"] = json!([image]);
    file.json["textures"] = json!([{"source": 0}]);
    file.json["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    file.primitive(0)["material"] = json!(0);
    file
}

/// A picture of two by three texels.
fn png() -> Vec<u8> {
    encoded(&DynamicImage::new_rgb8(2, 3), ImageFormat::Png)
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn loaded_beside(file: &File, name: &str, bytes: &[u8]) -> Level {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    hexbound_level::load(file.save(folder.path())).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn images_are_known_by_their_content() {
    let picture = DynamicImage::new_rgb8(2, 3);
    for (name, format) in [
        ("WALL.PNG", ImageFormat::Png),
        ("wall.jpg", ImageFormat::Png),
        ("wall.png", ImageFormat::Jpeg),
        ("wall", ImageFormat::Bmp),
        ("w%C3%A4nd.bmp", ImageFormat::Bmp),
    ] {
        let file = textured(json!({"uri": name, "mimeType": "image/png"}));
        let on_disk = name.replace("%C3%A4", "ä");
        let level = loaded_beside(&file, &on_disk, &encoded(&picture, format));
        assert!(level.findings.is_empty(), "{name}: {:?}", level.findings);
        assert_eq!((level.images[0].width, level.images[0].height), (2, 3));
    }
}

#[test]
fn pictures_of_basis_universal_are_decoded() {
    for (name, bytes) in [
        ("etc1s.ktx2", test_support::ETC1S),
        ("uastc.ktx2", test_support::UASTC),
    ] {
        let mut file = textured(json!({"uri": name, "mimeType": "image/ktx2"}));
        file.json["extensionsUsed"] = json!(["KHR_texture_basisu"]);
        file.json["extensionsRequired"] = json!(["KHR_texture_basisu"]);
        let source = json!({"extensions": {"KHR_texture_basisu": {"source": 0}}});
        file.json["textures"] = json!([source]);
        let level = loaded_beside(&file, name, bytes);
        assert!(level.findings.is_empty(), "{name}: {:?}", level.findings);
        let image = &level.images[0];
        assert_eq!((image.width, image.height), (8, 4));
        let [red, _, blue, ..] = image.texels()[..] else {
            panic!("{name} has no texels");
        };
        assert!(red > 180 && blue < 60, "{name}: {red} {blue}");
    }
}

#[test]
fn sixteen_bit_images_fit_every_slot() {
    for picture in [
        DynamicImage::new_luma16(2, 2),
        DynamicImage::new_luma_a16(2, 2),
        DynamicImage::new_rgb16(2, 2),
        DynamicImage::new_rgba16(2, 2),
    ] {
        let mut file = textured(json!({"uri": "deep.png"}));
        let texture = json!({"index": 0});
        file.json["materials"][0] = json!({
            "pbrMetallicRoughness":
                {"baseColorTexture": texture, "metallicRoughnessTexture": texture},
            "normalTexture": texture, "occlusionTexture": texture, "emissiveTexture": texture,
        });
        let bytes = encoded(&picture, ImageFormat::Png);
        let level = loaded_beside(&file, "deep.png", &bytes);
        assert!(level.findings.is_empty(), "{:?}", level.findings);
        assert_eq!(level.images.len(), 1);
        assert_eq!(level.images[0].texels().len(), 16);
        assert!(level.materials[0].emissive_texture.is_some());
    }
}
