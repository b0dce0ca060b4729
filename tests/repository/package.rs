//! The parts of packages besides the program: the entry in menus, the description for software centers,
//! icons, and the script that lays them out.

use std::process::Command;

use crate::{
    docs::{read, root},
    skip,
};

const ID: &str = "io.github.hexbound.Hexbound";
/// The sides of the icons, pixels.
const SIZES: [u32; 8] = [16, 24, 32, 48, 64, 128, 256, 512];

/// Runs a checker that is content with the file, or says why not.
fn assert_valid(tool: &str, arguments: &[&str]) {
    if !skip::has_tool(tool) {
        return;
    }
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap_or_else(|error| panic!("{tool}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool}: {said}");
}

#[test]
fn the_entry_in_menus_is_valid() {
    let file = format!("packaging/{ID}.desktop");
    assert_valid("desktop-file-validate", &["--warn-kde", &file]);
    // Windows are put under their entry by this name.
    let opening = read("src/app/window/opening.rs");
    assert!(opening.contains(&format!("\"{ID}\"")));
    assert!(read(&file).contains(&format!("StartupWMClass={ID}\n")));
}

#[test]
fn the_description_for_software_centers_is_valid_and_of_this_version() {
    let file = format!("packaging/{ID}.metainfo.xml");
    assert_valid("appstreamcli", &["validate", "--no-net", &file]);
    let release = format!("<release version=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(read(&file).contains(&release), "no {release}");
}

#[test]
fn the_icon_is_there_in_every_size() {
    for size in SIZES {
        let path = root().join(format!("assets/icons/hexbound-{size}.png"));
        let picture = image::open(&path).unwrap_or_else(|error| panic!("{error}"));
        let picture = picture.into_rgba8();
        assert_eq!(picture.dimensions(), (size, size));
        // Something to see in the middle, nothing in the corners.
        assert_eq!(picture.get_pixel(0, 0).0[3], 0, "{size}");
        assert_eq!(picture.get_pixel(size / 2, size / 2).0[3], 255, "{size}");
    }
    assert!(read("assets/icons/hexbound.svg").contains("</svg>"));
}
