//! Every code of a finding has a level with that mistake, and a picture in docs/checks.md that is made of
//! it, or a reason why it has none.

use std::fs;

use hexbound_level::Code;

use crate::faulty_levels::{faulty_level, finding_of, is_about_the_whole, why_without_a_picture};

/// The most that a picture of the documentation may take, bytes.
const LARGEST: u64 = 40_000;

#[test]
fn every_code_is_told_of_a_level_with_that_mistake_at_its_place() {
    let mut missing = Vec::new();
    for code in Code::ALL {
        let level = faulty_level(*code);
        let finding = level.as_ref().and_then(|level| finding_of(*code, level));
        let is_seen =
            finding.is_some_and(|finding| finding.place.is_some() != is_about_the_whole(*code));
        if is_seen == why_without_a_picture(*code).is_some() {
            missing.push(code.name());
        }
    }
    assert!(missing.is_empty(), "no level, no reason: {missing:?}");
}

/// `cargo run --example check_pictures -- docs/pictures/checks` makes them.
#[test]
fn every_code_that_can_be_seen_has_its_picture_in_the_documentation() {
    let docs = hexbound_base::sources().join("docs");
    let page = fs::read_to_string(docs.join("checks.md")).expect("the page of checks");
    for code in Code::ALL {
        let name = code.name();
        let heading = format!("\n## {name}\n");
        let section = page.split_once(&heading).expect("a section").1;
        let section = section.split("\n## ").next().unwrap_or_default();
        let file = format!("pictures/checks/{name}.jpg");
        let is_shown = section.contains(&format!("]({file})"));
        let has_picture = why_without_a_picture(*code).is_none();
        assert_eq!(is_shown, has_picture, "{name}");
        if has_picture {
            let path = docs.join(file);
            let size = fs::metadata(&path).expect("a picture").len();
            assert!(size < LARGEST, "{name}: {size} bytes");
            let size = image::image_dimensions(&path).expect("a picture");
            assert_eq!(size, (480, 270));
        }
    }
}
