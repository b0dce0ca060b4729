//! Findings that take a level of many parts.

use std::path::Path;

use hexbound_level::Code;
use test_support::level_case;

/// Hundreds of posts end within a ceiling: their tops are no floors.
#[test]
fn a_level_in_another_unit_is_told_though_many_wall_tops_end_in_a_ceiling() {
    let post = |number: u32| {
        let [x, z] = [number % 30, number / 30].map(|it| it as f32 * 0.3);
        let [left, right, back, front] = [x - 7.12, x - 6.88, z - 3.12, z - 2.88];
        format!("span {left} 0 {back} {right} 3.2 {front}")
    };
    let posts: Vec<String> = (0..600).map(post).collect();
    let lines = format!(
        r#"with nothing
scale 100
"walls" "room -8 0 -6 8 3 6"
"slab" "span -9 3 -7 9 3.5 7"
"posts" "{}""#,
        posts.join(" + ")
    );
    let level = level_case::level(&lines, Path::new("")).expect("a level");
    let mut found = level.findings.iter();
    let unit = found.find(|it| it.code == Code::WrongUnit);
    let words = &unit.expect("a finding").problem;
    assert!(words.contains("--scale 1 would fit centimeters"), "{words}");
}
