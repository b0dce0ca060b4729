//! The pictures of `check`, and the page that they stand on.

use std::path::Path;

use test_support::level_case;

use crate::program::*;

/// A square floor of 40 m and further nodes, in the short form of glTF.
fn level(nodes: &str) -> Vec<u8> {
    let lines = format!("with nothing\n\"floor\" \"plate 20\"\n{nodes}");
    level_case::bytes(&lines, Path::new(""))
}

#[test]
fn a_page_has_all_findings_of_all_levels_with_their_pictures() {
    let Some(place) = studio() else { return };
    let odd = level("\"spawn\" [90, 1, 0]\n\"ball\" {\"ball\": \"perhaps\"}");
    let odd = place.file("odd.glb", odd);
    let broken = place.file("broken.gltf", "{");
    let clean = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/starter/LEVEL.glb");
    let folder = place.at("found/here");
    let checked = format!("check {clean} {odd} {odd} {broken} --json --pictures {folder}");
    let output = hexbound(checked);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let page = place.read("found/here/index.html");
    let reports = parse(&output.stdout);
    let findings = |level: usize| reports[level]["findings"].as_array().expect("a list");
    assert!(findings(1).len() > 2, "{reports}");
    for finding in findings(1) {
        for part in ["code", "severity", "remedy"] {
            let told = finding[part].as_str().expect("words");
            assert!(page.contains(told), "{part} {told}");
        }
        let Some(picture) = finding["picture"].as_str() else {
            assert!(finding["place"].is_null(), "{finding}");
            continue;
        };
        let size = image::image_dimensions(picture).expect("a picture");
        assert_eq!(size, (640, 360));
        let file = picture.rsplit(['/', '\\']).next().expect("a name");
        assert!(page.contains(&format!("src=\"{file}\"")), "{file}");
    }
    // The same level twice has pictures of its own each time.
    assert_ne!(findings(1)[0]["picture"], findings(2)[0]["picture"]);
    assert!(page.contains("nothing is wrong") && page.contains("the JSON is wrong"));
    let output = hexbound(format!("check {odd} --pictures {folder}"));
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let is_told = said.contains("pictures: ") && said.contains("index.html");
    assert!(is_told, "{said}");
}

#[test]
fn the_way_out_of_an_open_level_is_drawn() {
    let Some(place) = studio() else { return };
    let open = place.file("open.glb", level("\"spawn\" [0, 1, 0]"));
    let folder = place.at("found");
    let checked = format!("check {open} --leaks=walk --json --pictures {folder}");
    let output = hexbound(checked);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let leak = &parse(&output.stdout)[0]["findings"][0];
    assert_eq!(leak["code"], "hole");
    assert!(leak["path"].as_array().is_some_and(|path| path.len() > 1));
    let picture = image::open(leak["picture"].as_str().expect("a picture"));
    let picture = picture.expect("a picture").into_rgba8();
    // The way is drawn in the color of the ring, on both sides of it.
    let is_mark = |x, y| picture.get_pixel(x, y).0 == [255, 140, 13, 255];
    let columns = (0..640).filter(|x| (0..360).any(|y| is_mark(*x, y)));
    let rows = (0..360).filter(|y| (0..640).any(|x| is_mark(x, *y)));
    let (columns, rows) = (columns.count(), rows.count());
    assert!(columns.max(rows) > 100, "{columns} columns, {rows} rows");
}
