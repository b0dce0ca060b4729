//! A picture that goes to standard output: `-` in place of a file.

use std::fs;

use crate::program::*;

#[test]
fn a_picture_can_go_to_standard_output_and_nothing_else_does() {
    let Some(place) = studio() else { return };
    let file = place.at("shot.png");
    succeed(format!("shot test:box-room --size 64x36 -o {file}"));
    let streamed = hexbound("shot test:box-room --size 64x36 -o -").stdout;
    assert_eq!(streamed, fs::read(&file).expect("a picture"));
    assert!(!std::path::Path::new("-").exists());
}
