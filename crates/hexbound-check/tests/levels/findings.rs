//! Findings that take a level of many parts or a large picture.

use hexbound_check as check;
use hexbound_level as level;
use hexbound_level::{Code, Finding, Level, Scale};
use image::{DynamicImage, ImageFormat};
use serde_json::json;
use test_support::shapes::{inside_out, span};

use crate::gltf_file::File;

/// The one finding of a code.
fn told(level: &Level, code: Code) -> Finding {
    let findings = check::findings(level);
    let mut found = findings.iter().filter(|finding| finding.code == code);
    let first = found.next().unwrap_or_else(|| panic!("{findings:?}"));
    assert_eq!(found.next(), None);
    first.clone()
}

/// Hundreds of posts end within a ceiling: their tops are no floors.
#[test]
fn a_level_in_another_unit_is_told_though_many_wall_tops_end_in_a_ceiling() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = File::new();
    let walls = inside_out(span([-8.0, 0.0, -6.0], &[8.0, 3.0, 6.0]));
    let slab = span([-9.0, 3.0, -7.0], &[9.0, 3.5, 7.0]);
    let post = |number: u32| {
        let [x, z] = [number % 30, number / 30].map(|it| it as f32 * 0.3);
        span([x - 7.12, 0.0, z - 3.12], &[x - 6.88, 3.2, z - 2.88])
    };
    let posts = (0..600).flat_map(post).collect();
    for (name, corners) in [("walls", walls), ("slab", slab), ("posts", posts)] {
        let mesh = file.mesh(&corners);
        file.node(name, mesh);
    }
    let path = file.save(folder.path());
    let level = level::load_scaled(path, Scale::new(100.0).unwrap()).unwrap();
    let mut found = level.findings.iter();
    let unit = found.find(|it| it.code == Code::WrongUnit);
    let words = &unit.expect("a finding").problem;
    assert!(words.contains("--scale 1 would fit centimeters"), "{words}");
}

#[test]
fn a_picture_that_is_too_large_is_told_with_its_size() {
    let level = |width: u32| {
        let mut file = File::new().with_floor(0.0);
        let mut png = std::io::Cursor::new(Vec::new());
        let picture = DynamicImage::new_luma8(width, 1);
        picture.write_to(&mut png, ImageFormat::Png).unwrap();
        let view = file.view(png.get_ref());
        let image = json!({"name": "wide", "bufferView": view, "mimeType": "image/png"});
        file.push("images", image);
        file.push("textures", json!({"source": 0}));
        let material = json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}});
        file.push("materials", material);
        file.primitive(0)["material"] = json!(0);
        file.level()
    };
    assert_eq!(level(4096).findings, []);
    let words = told(&level(4097), Code::HugeTexture).problem;
    assert!(words.contains("\"wide\" is 4097 by 1 pixels"), "{words}");
}
