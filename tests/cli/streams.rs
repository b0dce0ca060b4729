//! A picture that goes to standard output: `-` in place of a file.

use std::fs;

use crate::{
    pictures::has_adapter,
    program::{Place, hexbound, succeed},
};

#[test]
fn a_picture_can_go_to_standard_output_and_nothing_else_does() {
    let place = Place::new();
    if !has_adapter() {
        return;
    }
    let file = place.at("shot.png");
    succeed(format!("shot test:box-room --size 64x36 -o {file}"));
    let streamed = hexbound("shot test:box-room --size 64x36 -o -").stdout;
    assert_eq!(streamed, fs::read(&file).expect("a picture"));
    assert!(!std::path::Path::new("-").exists());
}
