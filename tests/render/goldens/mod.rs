//! A picture for every scene under tests/golden against the stored one of its name, drawn by the
//! software Vulkan driver. After a wanted change of the look, record them anew and look at each:
//! `HEXBOUND_BLESS=1 cargo test --locked --test render goldens`
//!
//! Each picture is drawn once more without its feature, and the comparison must see that.

mod compare;
mod feature;
mod models;
mod scene;

use compare::{Difference, difference, is_recording, stored};
use feature::{Feature, Shot};
use image::DynamicImage;

use crate::stage::*;

/// Compares every picture and reports all that fail.
#[test]
fn every_picture_is_as_it_is_stored() {
    let Some(mut device) = device() else { return };
    let names = names_of(".scene");
    let faults =
        (names.iter()).flat_map(|name| faults_of(name, &scene::feature(name), &mut device));
    let faults: Vec<String> = faults.collect();
    assert!(
        faults.is_empty(),
        "{}\nWhere the change is wanted: HEXBOUND_BLESS=1 cargo test --locked --test render goldens",
        faults.join("\n")
    );
}

/// The names of the stored files with that ending, in their order.
fn names_of(ending: &str) -> Vec<String> {
    let folder = std::fs::read_dir(stored("")).expect("the folder of the pictures");
    let names = folder.filter_map(|entry| {
        let name = entry.expect("a file").file_name().into_string().ok()?;
        name.strip_suffix(ending).map(String::from)
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn faults_of(name: &str, feature: &Feature, device: &mut Device) -> Vec<String> {
    let [seen, without] = feature.pictures(device);
    let path = stored(&format!("{name}.png"));
    if is_recording() {
        let saved = DynamicImage::from(seen.clone()).to_rgb8().save(&path);
        saved.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let golden = match image::open(&path) {
        Ok(golden) => golden.to_rgba8(),
        Err(error) => return vec![format!("{name}: {}: {error}", path.display())],
    };
    if golden.dimensions() != seen.dimensions() {
        return vec![format!("{name}: {} has another size", path.display())];
    }
    let [change, missing] = [&seen, &without].map(|it| difference(&golden, it));
    judged(name, change, missing, [&seen, &without])
}

/// The faults of a picture by how it differs from the stored one, with its feature and without it.
fn judged(
    name: &str,
    change: Difference,
    missing: Difference,
    [seen, without]: [&RgbaImage; 2],
) -> Vec<String> {
    let mut faults = Vec::new();
    if change.is_seen() {
        let kept = keep(name, seen);
        faults.push(format!("{name}: differs {change}; seen: {kept}"));
    }
    println!("{name}: without its feature it differs {missing}");
    if !missing.is_seen() {
        let kept = keep(&format!("{name}-without"), without);
        faults.push(format!(
            "{name}: its feature may be missing and nobody would see: {kept} differs {missing}"
        ));
    }
    faults
}

/// In the temporary folder; gives its place.
fn keep(name: &str, picture: &RgbaImage) -> String {
    let path = std::env::temp_dir().join(format!("hexbound-{name}.png"));
    match picture.save(&path) {
        Ok(()) => path.display().to_string(),
        Err(error) => format!("{}: {error}", path.display()),
    }
}

/// None without its scene, none twice, and the list beside them names each.
#[test]
fn every_stored_picture_is_drawn_and_listed() {
    let scenes = names_of(".scene");
    if !is_recording() {
        assert_eq!(names_of(".png"), scenes);
    }
    let list = std::fs::read_to_string(stored("README.md")).expect("the list");
    for name in scenes {
        assert!(list.contains(&format!("`{name}`")), "{name}");
    }
}
