//! Mistakes in triangles.

use glam::Vec3;

use super::{assert_told, built, of_kind, room};
use hexbound_level::{Code, Light, Material};
use hexbound_scenes::SceneBuilder;

/// A floor of 4 by 4 m, and another beside it whose nearer edge is at `x`, in so many pieces.
fn two_floors(x: f32, pieces: u32) -> SceneBuilder {
    let scene = SceneBuilder::new().floor(0.0, 0.0, 4.0, 4.0, 0.0);
    (0..pieces).fold(scene, |scene, piece| {
        let [from, to] = [piece, piece + 1].map(|it| it as f32 * 4.0 / pieces as f32);
        scene.floor(x, from, 8.0, to, 0.0)
    })
}

/// The eight corners of a box of one meter.
fn corner(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A box of one meter whose top is left to the caller.
fn open_box() -> SceneBuilder {
    let c = corner;
    SceneBuilder::new()
        .quad(c(0., 0., 0.), c(1., 0., 0.), c(1., 0., 1.), c(0., 0., 1.))
        .quad(c(0., 0., 0.), c(0., 0., 1.), c(0., 1., 1.), c(0., 1., 0.))
        .quad(c(1., 0., 0.), c(1., 1., 0.), c(1., 1., 1.), c(1., 0., 1.))
        .quad(c(0., 0., 0.), c(0., 1., 0.), c(1., 1., 0.), c(1., 0., 0.))
        .quad(c(0., 0., 1.), c(1., 0., 1.), c(1., 1., 1.), c(0., 1., 1.))
}

#[test]
fn a_face_that_is_there_twice_is_told() {
    let floor = || SceneBuilder::new().floor(0.0, 0.0, 4.0, 4.0, 0.0);
    let twice = floor().part("copy").floor(0.0, 0.0, 4.0, 4.0, 0.0);
    let above = floor().part("copy").floor(0.0, 0.0, 4.0, 4.0, 0.1);
    let told = of_kind(Code::DuplicateFaces, twice);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].node.as_deref(), Some("copy"));
    assert!(of_kind(Code::DuplicateFaces, above).is_empty());
}

#[test]
fn boxes_that_touch_have_no_face_twice() {
    let boxes = SceneBuilder::new()
        .cuboid(Vec3::ZERO, Vec3::ONE)
        .part("second")
        .cuboid(Vec3::X, Vec3::new(2.0, 1.0, 1.0));
    assert!(of_kind(Code::DuplicateFaces, boxes).is_empty());
}

#[test]
fn faces_of_two_materials_in_one_plane_are_told() {
    let rug = |height: f32| {
        let floor = SceneBuilder::new().floor(0.0, 0.0, 4.0, 4.0, 0.0);
        let rug = floor.part_of("rug", Material::default());
        rug.floor(0.5, 0.5, 1.5, 1.2, height)
    };
    assert_told(Code::DuplicateFaces, rug(0.0), Vec3::X + Vec3::Z, rug(0.01));
}

#[test]
fn a_corner_in_the_middle_of_a_neighbors_edge_is_told() {
    let middle = Vec3::new(4.0, 0.0, 2.0);
    assert_told(
        Code::TJunction,
        two_floors(4.0, 2),
        middle,
        two_floors(4.0, 1),
    );
}

#[test]
fn a_narrow_gap_is_told_unless_something_is_behind_it() {
    let middle = Vec3::new(4.0, 0.0, 2.0);
    assert_told(
        Code::Crack,
        two_floors(4.008, 1),
        middle,
        two_floors(4.0, 1),
    );
    let backed = two_floors(4.008, 1).floor(3.0, 0.0, 5.0, 4.0, -0.05);
    assert!(of_kind(Code::Crack, backed).is_empty());
    assert!(of_kind(Code::Crack, two_floors(4.1, 1)).is_empty());
}

#[test]
fn a_missing_triangle_is_told_and_a_missing_lid_is_not() {
    let c = corner;
    let lid = [c(0., 1., 0.), c(0., 1., 1.), c(1., 1., 1.), c(1., 1., 0.)];
    let whole = open_box().quad(lid[0], lid[1], lid[2], lid[3]);
    let torn = open_box().triangle(lid[0], lid[1], lid[2]);
    assert_told(Code::OpenEdge, torn, Vec3::new(0.7, 1.0, 0.3), whole);
    assert!(of_kind(Code::OpenEdge, open_box()).is_empty());
}

#[test]
fn a_face_inside_a_box_is_told() {
    let c = corner;
    let whole = || SceneBuilder::new().cuboid(Vec3::ZERO, Vec3::ONE);
    let split = whole().quad(c(0., 0., 0.), c(0., 0., 1.), c(1., 1., 1.), c(1., 1., 0.));
    assert_told(Code::NonManifoldEdge, split, Vec3::splat(0.5), whole());
}

#[test]
fn a_triangle_that_is_almost_a_line_is_told() {
    let triangle = |width: f32| {
        let tip = Vec3::new(5.0, 0.0, -width);
        SceneBuilder::new().triangle(Vec3::ZERO, Vec3::X * 10.0, tip)
    };
    assert_told(Code::Sliver, triangle(0.004), Vec3::X * 5.0, triangle(0.5));
}

#[test]
fn what_lies_far_from_all_else_is_told() {
    let with = |x: f32| {
        let thing = room().part("lost");
        thing.floor(x, 0.0, x + 1.0, 1.0, 0.5)
    };
    let far = Vec3::new(500.5, 0.5, 0.5);
    assert_told(Code::StrayGeometry, with(500.0), far, with(12.0));
}

#[test]
fn a_single_sided_face_that_is_seen_from_behind_is_told() {
    let panel = |double_sided: bool| {
        let material = Material {
            double_sided,
            ..Material::default()
        };
        let (low, high) = (Vec3::new(3.0, 0.5, -1.0), Vec3::new(3.0, 2.5, 1.0));
        room().part_of("panel", material).quad(
            low,
            Vec3::new(3.0, high.y, low.z),
            high,
            Vec3::new(3.0, low.y, high.z),
        )
    };
    let told = of_kind(Code::FlippedFaces, panel(false));
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].node.as_deref(), Some("panel"));
    assert!(of_kind(Code::FlippedFaces, panel(true)).is_empty());
}

/// A room whose faces look outward, as a box has them, with a lamp in it and a chest before it that is
/// whole.
#[test]
fn flipped_faces_bring_no_other_findings_along() {
    let lamp = Light {
        name: String::from("Lamp"),
        position: Vec3::new(1.0, 2.0, 0.0),
        color: Vec3::ONE,
        strength: 1.0,
        range: 10.0,
        cone: None,
    };
    let level = built(
        SceneBuilder::new()
            .spawn(Vec3::new(-4.5, 0.0, 0.0), 0.0)
            .part("shell")
            .cuboid(Vec3::new(-6.0, 0.0, -4.0), Vec3::new(6.0, 4.0, 4.0))
            .light(lamp),
    );
    let found = crate::findings(&level);
    let codes: Vec<Code> = found.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::FlippedFaces], "{found:?}");
    let said = &found[0].problem;
    assert!(
        said.ends_with("what follows from it: buried-lamp of \"Lamp\""),
        "{said}"
    );
}

/// A chest stands on another; the faces between them are there twice, but turned against each other, until
/// those of one are flipped.
#[test]
fn faces_that_are_doubled_by_flipped_ones_are_told_with_them() {
    let level = built(
        room()
            .part("chest")
            .cuboid(Vec3::new(1.0, 0.0, -0.5), Vec3::new(2.0, 1.0, 0.5))
            .part("inside-out")
            .room(Vec3::new(1.0, 1.0, -0.5), Vec3::new(2.0, 2.0, 0.5)),
    );
    let found = crate::findings(&level);
    let codes: Vec<Code> = found.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::FlippedFaces], "{found:?}");
    assert_eq!(found[0].node.as_deref(), Some("inside-out"));
}
