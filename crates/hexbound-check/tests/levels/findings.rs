//! Findings that take a level of many parts.

use hexbound_level as level;
use hexbound_level::{Code, Scale};
use test_support::shapes::{inside_out, span};

use crate::gltf_file::File;

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
