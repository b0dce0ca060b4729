//! Meshes that have been moved answer as if they had been built where they stand.

use glam::{DAffine3, DQuat, DVec3, Vec3, dvec3, vec3};
use hexbound_collide::{
    ArticleDistance, Body, CollisionMesh, Counters, Faces, Mover, Obstacles, Placement, SlideRule,
    WalkSettings, geom::Aabb,
};
use proptest::prelude::*;

/// The distance at which corners in single precision may be from where the motion takes them,
/// meters.
const ROUNDED: f64 = 1e-5;

/// A body of the kind of that number.
fn body(kind: usize) -> Body {
    let body = match kind {
        0 => Body::ellipsoid(0.4, 0.9),
        1 => Body::capsule(0.3, 0.5),
        2 => Body::cuboid(vec3(0.3, 0.9, 0.2)),
        3 => Body::cylinder(0.4, 0.9),
        _ => Body::sphere(0.5),
    };
    body.unwrap()
}

fn placed<'a>(mesh: &'a CollisionMesh, place: &'a Placement) -> Obstacles<'a> {
    let mut placed = Obstacles::default();
    placed.add(mesh, place);
    placed
}

fn build(corners: &[Vec3]) -> CollisionMesh {
    let numbers: Vec<u32> = (0..corners.len() as u32).collect();
    CollisionMesh::build(corners, numbers.as_chunks().0).unwrap()
}

/// The mesh's triangles moved one by one, in their order.
fn moved(mesh: &CollisionMesh, motion: DAffine3) -> Vec<Vec3> {
    let place = |corner: Vec3| motion.transform_point3(corner.as_dvec3()).as_vec3();
    let corners = (0..mesh.len() as u32).flat_map(|it| mesh.corners(it).map(place));
    corners.collect()
}

fn point(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
}

/// Triangles of about two meters within eight meters of the origin.
fn soup() -> impl Strategy<Value = CollisionMesh> {
    let triangle = (point(6.0), point(2.0), point(2.0));
    let triangles = prop::collection::vec(triangle, 1..24);
    triangles.prop_filter_map("nothing to collide with", |triangles| {
        let is_fat = |(_, along, up): &(Vec3, Vec3, Vec3)| along.cross(*up).length() > 0.2;
        let corners = |(at, along, up)| [at, at + along, at + up];
        let fat = triangles.iter().all(is_fat);
        fat.then(|| build(&triangles.into_iter().flat_map(corners).collect::<Vec<_>>()))
    })
}

/// Any rotation, one about the vertical, or none; and a shift. Some scale as well.
fn motion() -> impl Strategy<Value = DAffine3> {
    (point(1.0), 0.0..6.0_f64, point(3.0), 0..5).prop_map(|(axis, angle, shift, kind)| {
        let axis = axis.as_dvec3().try_normalize().unwrap_or(DVec3::X);
        let rotation = match kind {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_rotation_y(angle),
            _ => DQuat::from_axis_angle(axis, angle),
        };
        let scale = match kind {
            4 => dvec3(1.5, 0.8, 1.2),
            _ => DVec3::ONE,
        };
        DAffine3::from_scale_rotation_translation(scale, rotation, shift.as_dvec3())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A sweep through moved triangles meets what it meets where they were built so.
    #[test]
    fn sweeps_are_as_in_a_mesh_built_there(
        mesh in soup(), motion in motion(), from in point(9.0), to in point(9.0), kind in 0..5_usize,
    ) {
        let there = build(&moved(&mesh, motion));
        let place = Placement::new(motion).unwrap();
        let (placed, body) = (placed(&mesh, &place), body(kind));
        let (a, b) = (from.as_dvec3(), to.as_dvec3());
        let way = (b - a).length();
        match (there.sweep(body, a, b).unwrap(), placed.sweep(body, a, b).unwrap()) {
            (Some(hit), Some(first)) => {
                let apart = (hit.fraction - first.fraction).abs() * way * hit.normal.dot(b - a).abs() / way;
                prop_assert!(apart < ROUNDED, "{hit:?} {first:?}");
            }
            (None, None) => {}
            // Only a graze may be seen by one and not the other.
            (Some(hit), None) | (None, Some(hit)) => {
                prop_assert!(is_graze(&there, body, (a, b), hit.fraction));
            }
        }
    }

    /// Rays, boxes, free places and the article's test too.
    #[test]
    fn questions_are_as_in_a_mesh_built_there(
        mesh in soup(), motion in motion(), from in point(9.0), to in point(9.0), kind in 0..5_usize,
    ) {
        let there = build(&moved(&mesh, motion));
        let place = Placement::new(motion).unwrap();
        let placed = placed(&mesh, &place);
        let (direction, length) = ((to - from).normalize(), (to - from).length());
        let (one, other) = (
            there.ray_cast(from, direction, length),
            placed.ray_cast(from, direction, length),
        );
        if let (Some(one), Some(other)) = (one, other) {
            prop_assert!((one.distance - other.distance).abs() < 2e-4, "{one:?} {other:?}");
        } else if let Some(hit) = one.or(other) {
            // Past an edge by rounding alone.
            let beside = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * 1e-3);
            let misses = beside.iter().flat_map(|by| [*by, -*by]).any(|by| {
                !there.ray_hits_any(from + by, direction, length + 1e-3, Faces::Both)
            });
            prop_assert!(misses || (hit.distance - length).abs() < 1e-3, "{hit:?}");
        }
        let body = body(kind);
        let at = from.as_dvec3();
        if there.is_free(body.grown(1e-4).unwrap(), at) {
            prop_assert!(placed.is_free(body, at));
        }
        if !there.is_free(body.grown(-1e-4).unwrap(), at) {
            prop_assert!(!placed.is_free(body, at));
        }
        let around = |size: f32| Aabb::new(from, from).grown(Vec3::splat(size));
        let (less, more) = (there.all_touched(&around(0.999)), there.all_touched(&around(1.001)));
        let touched = placed.all_touched(&around(1.0)).len();
        prop_assert!((less.len()..=more.len()).contains(&touched));
        let near = placed.triangles_near(around(1.0));
        prop_assert!(less.iter().all(|triangle| near.contains(&there.source(*triangle))));
    }

    /// The level and a moved mesh are slid along as one mesh of both is.
    #[test]
    fn slides_are_as_in_one_mesh_of_all(
        level in soup(), mesh in soup(), motion in motion(), from in point(9.0), way in point(2.0),
    ) {
        let mut corners = moved(&level, DAffine3::IDENTITY);
        corners.extend(moved(&mesh, motion));
        let together = build(&corners);
        let place = Placement::new(motion).unwrap();
        let mut several = Obstacles::from(&level);
        several.add(&mesh, &place);
        let body = body(0);
        prop_assume!(together.is_free(body.grown(0.01).unwrap(), from));
        let slide = |obstacles: &Obstacles| {
            let mut mover = Mover::new(obstacles, body, Aabb::new(from, from), Default::default());
            mover.slide(from.as_dvec3(), way.as_dvec3(), SlideRule::Free).unwrap()
        };
        let (one, other) = (slide(&Obstacles::from(&together)), slide(&several));
        prop_assert!(several.is_free(body, other.position));
        prop_assert!(together.is_free(body, other.position));
        // A motion may turn either way on the tip of an edge; nearly all are the same.
        if one.hits.len() == other.hits.len() && one.hits.len() <= 1 {
            prop_assert!(one.position.distance(other.position) < 1e-3, "{one:?} {other:?}");
        }
    }
}

/// Returns whether a body a little smaller passes, and a little larger is stopped.
fn is_graze(mesh: &CollisionMesh, body: Body, (a, b): (DVec3, DVec3), fraction: f64) -> bool {
    let ends = (fraction - 1.0).abs() * (b - a).length() < 10.0 * ROUNDED;
    let is_hit = |by: f32| mesh.sweep(body.grown(by).unwrap(), a, b).unwrap().is_some();
    ends || (!is_hit(-2e-4) && is_hit(2e-4))
}

/// A square of that half side around the origin.
fn plate(half: f32) -> CollisionMesh {
    let corners = [(-half, -half), (-half, half), (half, half), (half, -half)];
    let corners = corners.map(|(x, z)| vec3(x, 0.0, z));
    CollisionMesh::build(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap()
}

/// Plates that lie beside each other, each its own mesh and one of them tilted onto its back, are
/// one floor: nobody bumps on the seams between them.
#[test]
fn seams_between_meshes_stop_nobody() {
    let plate = plate(1.0);
    let shifts = [-4.0, -2.0, 2.0, 4.0].map(|x| {
        let over = if x == 2.0 { std::f64::consts::PI } else { 0.0 };
        let motion =
            DAffine3::from_rotation_translation(DQuat::from_rotation_x(over), DVec3::X * x);
        Placement::new(motion).unwrap()
    });
    let mut floor = Obstacles::from(&plate);
    shifts.iter().for_each(|place| floor.add(&plate, place));
    for kind in 0..5 {
        let body = body(kind);
        let height = body.half_extents().y;
        let mut position = dvec3(-4.5, f64::from(height) + 0.001, 0.1);
        let places = Aabb::new(position.as_vec3(), position.as_vec3());
        let mut mover = Mover::new(&floor, body, places, Default::default());
        let mut height = 0.0;
        while position.x < 4.5 {
            let step = dvec3(0.0421, 0.0, 0.001);
            let walked = mover.walk(position, step, height, &WalkSettings::default());
            let walked = walked.unwrap();
            let ground = walked.ground.expect("the plates carry");
            let level = (ground.normal - DVec3::Y).length() < 1e-9;
            let is_smooth = level && walked.end.hits.is_empty();
            assert!(is_smooth, "body {kind}: {walked:?}");
            assert!((ground.position - position - step).length() < 1e-6);
            (position, height) = (ground.position, ground.height);
        }
    }
}

/// A ball comes down on the ridge where a floor of one mesh ends and a wall of another begins: the
/// contact with either knows of the floor.
#[test]
fn an_edge_knows_the_faces_of_other_meshes() {
    let plate = plate(1.0);
    let upright = DAffine3::from_rotation_translation(
        DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        dvec3(1.0, -1.0, 0.0),
    );
    let places = [upright, DAffine3::IDENTITY].map(|motion| Placement::new(motion).unwrap());
    let mut ridge = Obstacles::default();
    places.iter().for_each(|place| ridge.add(&plate, place));
    let from = dvec3(1.2, 2.0, 0.3);
    let places = Aabb::new(from.as_vec3(), from.as_vec3());
    let mut mover = Mover::new(&ridge, body(4), places, Default::default());
    let hits = mover.first_contacts(from, from - DVec3::Y * 3.0);
    let hits = hits.unwrap();
    assert!(hits.iter().any(|hit| hit.triangle < 2) && hits.iter().any(|hit| hit.triangle >= 2));
    for hit in hits {
        assert!(hit.face_up > 0.999 && hit.normal.x > 0.3, "{hit:?}");
    }
}

/// A tilted plate, where it stands, and the same built there.
fn raised_plate() -> (CollisionMesh, Placement, CollisionMesh) {
    let plate = plate(2.0);
    let motion = DAffine3::from_rotation_translation(DQuat::from_rotation_z(0.3), DVec3::Y * 3.0);
    let there = build(&moved(&plate, motion));
    (plate, Placement::new(motion).unwrap(), there)
}

/// The article's test meets a moved mesh where it stands.
#[test]
fn the_article_meets_a_raised_plate() {
    let (plate, place, there) = raised_plate();
    let placed = placed(&plate, &place);
    let (distance, mut counters) = (ArticleDistance::Constant(0.4), Counters::default());
    let (old, new) = (vec3(0.1, 4.0, 0.2), vec3(0.1, 3.1, 0.2));
    let expected = there.article_move(distance, old, new, &mut counters);
    let end = placed.article_move(distance, old, new, &mut counters);
    assert!(end.contacts == 1 && expected.contacts == 1, "{end:?}");
    assert!(end.position.distance(expected.position) < 1e-5);
    assert!((end.highest_up - 0.3_f32.cos()).abs() < 1e-5);
}

/// A question about one triangle is answered where it stands.
#[test]
fn a_moved_triangle_is_explained_where_it_stands() {
    let (plate, place, there) = raised_plate();
    let mut both = Obstacles::from(&plate);
    both.add(&plate, &place);
    let body = body(0);
    let (from, to) = (dvec3(0.6, 5.0, 0.2), dvec3(0.6, 3.1, 0.2));
    for triangle in 0..2 {
        let of_both = 2 + there.source(triangle);
        let why = both.explain(body, from, to, of_both).unwrap();
        let expected = there.explain(body, from, to, triangle).unwrap();
        assert_eq!(why.rejected_by, expected.rejected_by);
        assert_eq!(why.contact.is_some(), expected.contact.is_some());
        assert!((why.new_clearance - expected.new_clearance).abs() < 1e-5);
        assert_eq!(both.corners(of_both), there.corners(triangle));
    }
    assert!(both.explain(body, from, to, 4).is_none());
}
