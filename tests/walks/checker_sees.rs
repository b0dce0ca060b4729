//! The judge of walks is judged: hand-made cases that it must catch and must not flag.

use std::path::Path;

use glam::{DVec3, dvec3};
use hexbound_base::random::Random;

use crate::checker::{
    Ellipsoid, Grid, OVERLAP_ALLOWED, Row, Triangle, Verdict, file, judge, parse_trace, shapes,
};

const RADIUS: f64 = 0.4;
const HALF_HEIGHT: f64 = 0.9;

/// Numbers in −1..1 that are the same on every run.
struct Numbers(Random);

impl Numbers {
    fn next(&mut self) -> f64 {
        (self.0.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn point(&mut self, size: f64) -> DVec3 {
        dvec3(self.next(), self.next(), self.next()) * size
    }

    fn triangle(&mut self, spread: f64, size: f64) -> Triangle {
        let corner = self.point(spread);
        Triangle([corner, corner + self.point(size), corner + self.point(size)])
    }
}

fn quad([a, b, c, d]: [DVec3; 4]) -> [Triangle; 2] {
    [Triangle([a, b, c]), Triangle([a, c, d])]
}

/// 20 m square at height 0.
fn floor() -> [Triangle; 2] {
    let ring = [(-10.0, -10.0), (-10.0, 10.0), (10.0, 10.0), (10.0, -10.0)];
    quad(ring.map(|(x, z)| dvec3(x, 0.0, z)))
}

/// 20 m by 5 m, at x = 2.
fn wall() -> [Triangle; 2] {
    let ring = [(0.0, -10.0), (5.0, -10.0), (5.0, 10.0), (0.0, 10.0)];
    quad(ring.map(|(y, z)| dvec3(2.0, y, z)))
}

fn body(center: DVec3) -> Ellipsoid {
    Ellipsoid {
        center,
        radius: RADIUS,
        half_height: HALF_HEIGHT,
    }
}

fn row(tick: u64, center: DVec3) -> Row {
    Row {
        tick,
        center,
        grounded: true,
        contacts: 1,
        half_height: HALF_HEIGHT,
        teleported: false,
    }
}

fn judge_centers(triangles: &[Triangle], centers: &[DVec3]) -> Verdict {
    let rows: Vec<Row> = (1..).zip(centers).map(|(tick, c)| row(tick, *c)).collect();
    judge(&Grid::new(triangles.to_vec()), RADIUS, &rows)
}

#[test]
fn a_walk_over_the_floor_and_along_a_wall_is_clean_and_measured() {
    let mut level = floor().to_vec();
    level.extend(wall());
    let centers = (0..100).map(|tick| dvec3(1.599, 0.901, -2.0 + 0.04 * f64::from(tick)));
    let verdict = judge_centers(&level, &centers.collect::<Vec<_>>());
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert!((verdict.distance - 99.0 * 0.04).abs() < 1e-9);
    assert_eq!(verdict.deepest, 0.0);
    let touching = [verdict.touching_floor, verdict.touching_wall];
    assert_eq!(touching, [100; 2]);
    assert_eq!([verdict.grounded, verdict.in_contact], [100; 2]);
}

#[test]
fn a_path_through_a_wall_is_caught_at_any_speed_from_both_sides() {
    for reach in [0.01, 0.5, 3.0, 50.0] {
        for side in [-1.0, 1.0] {
            let from = dvec3(2.0 + side * reach, 2.0, 0.3);
            let to = dvec3(2.0 - side * reach, 2.1, 0.2);
            let verdict = judge_centers(&wall(), &[from, to]);
            assert_eq!(verdict.crossings, 1, "{reach} {side}");
        }
    }
}

#[test]
fn a_path_past_the_end_of_a_wall_is_not_flagged() {
    let verdict = judge_centers(&wall(), &[dvec3(1.0, 2.0, 10.41), dvec3(3.0, 2.0, 10.41)]);
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
}

#[test]
fn a_teleport_through_a_wall_is_no_crossing_and_no_distance() {
    let mut rows = [row(1, dvec3(0.0, 2.0, 0.0)), row(2, dvec3(4.0, 2.0, 0.0))];
    rows[1].teleported = true;
    let grid = Grid::new(wall().to_vec());
    let verdict = judge(&grid, RADIUS, &rows);
    assert!(verdict.is_clean());
    assert_eq!(verdict.teleports, 1);
    assert_eq!(verdict.distance, 0.0);
    rows[1].teleported = false;
    assert_eq!(judge(&grid, RADIUS, &rows).crossings, 1);
}

#[test]
fn a_path_through_the_seam_of_two_triangles_is_caught() {
    let mut numbers = Numbers(Random::new(1));
    for _ in 0..2000 {
        let [a, b, c, d] = [(); 4].map(|()| numbers.point(300.0));
        let (left, right) = (Triangle([a, b, c]), Triangle([b, a, d]));
        let on_seam = a.lerp(b, 0.5 + 0.49 * numbers.next());
        // Across the seam: through the wedge between both triangles' outer sides.
        let across = numbers.point(2.0);
        let (from, to) = (on_seam - across, on_seam + across);
        let meets = |triangle| shapes::segment_meets(from, to, triangle);
        let is_met = meets(&left) || meets(&right);
        assert!(is_met, "{left:?} {right:?} {from} {to}");
    }
}

#[test]
fn a_path_meets_a_triangle_exactly_where_it_pierces_it() {
    let mut numbers = Numbers(Random::new(2));
    let mut pierced = 0;
    for _ in 0..20_000 {
        let triangle = numbers.triangle(100.0, 5.0);
        let [a, b, c] = triangle.0;
        // Barycentric weights around the triangle, some inside and some out.
        let (s, t) = (0.5 + numbers.next(), 0.5 + numbers.next());
        let target = a + (b - a) * s + (c - a) * t;
        let inside = s > 0.0 && t > 0.0 && s + t < 1.0;
        let margin = s.abs().min(t.abs()).min((1.0 - s - t).abs());
        let across = numbers.point(1.0);
        let slant = across.dot(triangle.normal()).abs();
        let flat = (b - a).cross(c - a).length();
        if margin < 1e-3 || slant < 1e-2 || flat < 1e-1 {
            continue;
        }
        let meets = |from: f64| {
            let (from, to) = (target + across * from, target + across);
            shapes::segment_meets(from, to, &triangle)
        };
        assert_eq!(meets(-1.0), inside, "{triangle:?} {target} {across}");
        assert!(!meets(0.01));
        pierced += usize::from(inside);
    }
    assert!(pierced > 1000, "{pierced}");
}

#[test]
fn paths_that_touch_end_on_or_run_within_a_triangle_meet_it() {
    let triangle = Triangle([DVec3::ZERO, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 4.0, 0.0)]);
    for (case, from, to, expected) in [
        ("ends on it", [1.0, 1.0, 3.0], [1.0, 1.0, 0.0], true),
        ("starts on it", [1.0, 1.0, 0.0], [1.0, 1.0, 3.0], true),
        ("within its plane", [-1.0, 1.0, 0.0], [5.0, 1.0, 0.0], true),
        ("all inside", [0.5, 0.5, 0.0], [0.6, 0.5, 0.0], true),
        ("along an edge", [-1.0, 0.0, 0.0], [9.0, 0.0, 0.0], true),
        ("through a corner", [0.0, -1.0, 1.0], [0.0, 1.0, -1.0], true),
        ("beside in plane", [-1.0, 4.1, 0.0], [5.0, 4.1, 0.0], false),
        ("10 µm above", [1.0, 1.0, 1e-5], [2.0, 1.0, 1e-5], false),
        ("just beside", [-1e-5, -1.0, 1.0], [-1e-5, 2.0, -2.0], false),
    ] {
        let meets = shapes::segment_meets(from.into(), to.into(), &triangle);
        assert_eq!(meets, expected, "{case}");
    }
}

#[test]
fn triangles_without_area_neither_panic_nor_hide_a_touch() {
    let needle = Triangle([DVec3::ZERO, dvec3(2.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0)]);
    let point = Triangle([dvec3(1.0, 1.0, 1.0); 3]);
    let distance = shapes::point_triangle_distance;
    assert_eq!(distance(dvec3(1.0, 3.0, 0.0), &needle), 3.0);
    assert_eq!(distance(dvec3(1.0, 1.0, 4.0), &point), 3.0);
    let above = [1.0, 1.1].map(|x| dvec3(x, 2.5, 1.0));
    let verdict = judge_centers(&[needle, point], &above);
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    let verdict = judge_centers(&[needle], &[dvec3(1.0, 0.85, 0.0)]);
    assert_eq!(verdict.overlaps, 1, "a needle pricks the body by 5 cm");
}

#[test]
fn the_distance_to_a_triangle_agrees_with_sampling_it() {
    let mut numbers = Numbers(Random::new(3));
    for _ in 0..300 {
        let triangle = numbers.triangle(1.0, 1.0);
        let [a, b, c] = triangle.0;
        let point = numbers.point(2.0);
        let distance = shapes::point_triangle_distance(point, &triangle);
        let mut sampled = f64::INFINITY;
        const STEPS: i32 = 60;
        for i in 0..=STEPS {
            for j in 0..=STEPS - i {
                let [s, t] = [i, j].map(|it| f64::from(it) / f64::from(STEPS));
                sampled = sampled.min(point.distance(a + (b - a) * s + (c - a) * t));
            }
        }
        // No sample is nearer; the nearest sample is at most a spacing further.
        let lengths = triangle.edges().map(|(from, to)| from.distance(to));
        let spacing = lengths.into_iter().fold(0.0, f64::max) / f64::from(STEPS);
        assert!(distance <= sampled + 1e-12, "{distance} {sampled}");
        assert!(distance >= sampled - spacing, "{distance} {sampled}");
    }
}

#[test]
fn an_overlap_is_flagged_beyond_two_millimeters_and_not_before() {
    // Height over the floor, and what is left of the skin: (center, overlap in millimeters).
    for (height, overlap) in [(0.9011, 0.0), (0.9, 0.0), (0.8990, 1.0), (0.8981, 1.9)] {
        let verdict = judge_centers(&floor(), &[dvec3(0.3, height, 0.2)]);
        assert!(verdict.is_clean(), "{height}: {:?}", verdict.faults);
        let deepest = verdict.deepest * 1000.0;
        assert!((deepest - overlap).abs() < 1e-6, "{deepest}");
    }
    for height in [0.8979, 0.8, 0.4, 0.001, -0.3, -0.8979] {
        let verdict = judge_centers(&floor(), &[dvec3(0.3, height, 0.2)]);
        assert_eq!(verdict.overlaps, 1, "{height}");
        assert!((verdict.deepest - (0.9 - height.abs()).min(0.4)).abs() < 1e-9);
    }
}

#[test]
fn overlap_with_walls_edges_and_corners_is_measured_along_the_body() {
    let wall = wall();
    assert!((body(dvec3(1.65, 3.5, 0.0)).overlap(&wall[0]) - 0.05).abs() < 1e-9);
    // The wall's upper edge at height 5 under the body.
    assert!((body(dvec3(2.0, 5.88, 0.0)).overlap(&wall[0]) - 0.02).abs() < 1e-9);
    // A corner pointing at the body's side.
    let corners = [(0.39, 0.0), (3.0, 1.0), (3.0, -1.0)];
    let corner = Triangle(corners.map(|(x, y)| dvec3(x, y, 0.0)));
    assert!((body(DVec3::ZERO).overlap(&corner) - 0.01).abs() < 1e-9);
}

#[test]
fn on_a_slope_the_ellipsoid_reaches_as_far_as_the_formula_says() {
    for degrees in [10.0_f64, 30.0, 45.0, 60.0, 80.0] {
        let angle = degrees.to_radians();
        let normal = dvec3(angle.sin(), angle.cos(), 0.0);
        let along = dvec3(angle.cos(), -angle.sin(), 0.0);
        let ring = [(-20.0, -20.0), (-20.0, 20.0), (20.0, 20.0), (20.0, -20.0)];
        let slope = quad(ring.map(|(way, z)| along * way + DVec3::Z * z));
        let reach =
            |shrink: f64| ((RADIUS - shrink) * normal.x).hypot((HALF_HEIGHT - shrink) * normal.y);
        let free = judge_centers(&slope, &[normal * (reach(OVERLAP_ALLOWED) + 1e-6)]);
        assert!(free.is_clean(), "{degrees}°: {:?}", free.faults);
        let caught = judge_centers(&slope, &[normal * (reach(OVERLAP_ALLOWED) - 1e-6)]);
        assert_eq!(caught.overlaps, 1, "{degrees}°");
        let touches = [caught.touching_floor, caught.touching_wall];
        let is_wall = usize::from(degrees > 45.0);
        assert_eq!(touches, [1 - is_wall, is_wall], "{degrees}°");
    }
}

#[test]
fn judging_through_the_grid_equals_judging_every_triangle() {
    let mut numbers = Numbers(Random::new(5));
    let mut triangles: Vec<Triangle> = (0..400).map(|_| numbers.triangle(8.0, 2.0)).collect();
    triangles.extend((0..5).map(|_| numbers.triangle(8.0, 90.0)));
    let (mut center, reach) = (DVec3::ZERO, DVec3::splat(8.0));
    let mut next = || {
        center = (center + numbers.point(0.5)).clamp(-reach, reach);
        center
    };
    let centers: Vec<DVec3> = (0..400).map(|_| next()).collect();
    let verdict = judge_centers(&triangles, &centers);
    let any = |is: &dyn Fn(&Triangle) -> bool| triangles.iter().any(is);
    let crosses = |way: &&[DVec3]| any(&|it| shapes::segment_meets(way[0], way[1], it));
    let crossings = centers.windows(2).filter(crosses).count();
    let overlaps = |center: &&DVec3| any(&|it| body(**center).touches(it, OVERLAP_ALLOWED));
    let overlaps = centers.iter().filter(overlaps).count();
    assert!(crossings > 10 && overlaps > 10, "too few to prove anything");
    assert_eq!((verdict.crossings, verdict.overlaps), (crossings, overlaps));
    assert!(!verdict.faults.is_empty());
}

const HEADER: &str = "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

#[test]
fn a_trace_is_read_as_written() {
    let text =
        format!("{HEADER}\n7,1.5,-2,3e-3,0,0,0,0,0,1,2,0.9,0\n8,1,2,3,0,0,0,0,0,0,0,0.9,1\n");
    let rows = parse_trace(&text).unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].center, dvec3(1.5, -2.0, 0.003));
    assert!(rows[0].grounded && !rows[0].teleported && rows[0].contacts == 2);
    assert!(rows[1].teleported && rows[1].half_height == 0.9 && rows[1].tick == 8);
}

#[test]
fn a_trace_that_hides_something_is_refused_by_line() {
    let good = "1,0,0,0,0,0,0,0,0,1,0,0.9,0";
    for (body, line) in [
        ("1,NaN,0,0,0,0,0,0,0,1,0,0.9,0", "line 2"),
        ("1,0,inf,0,0,0,0,0,0,1,0,0.9,0", "line 2"),
        ("1,0,0,0,0,0,0,0,0,1,0,0.9", "line 2"),
        ("1,0,0,0,0,0,0,0,0,yes,0,0.9,0", "line 2"),
        (&format!("{good}\n3,0,0,0,0,0,0,0,0,1,0,0.9,0"), "line 3"),
        (&format!("{good}\n1,0,0,0,0,0,0,0,0,1,0,0.9,0"), "line 3"),
    ] {
        let error = parse_trace(&format!("{HEADER}\n{body}\n")).unwrap_err();
        assert!(error.starts_with(line), "{error}");
    }
    assert!(parse_trace("tick,x,y,z\n").is_err());
    assert!(parse_trace("").is_err());
}

/// One triangle (0,0,0) (1,0,0) (0,1,0) under a turned, mirrored and shifted pair of nodes, and
/// once more in a node that the file's names keep out.
#[test]
fn a_file_is_read_with_its_nodes_transforms_in_double_precision() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walks");
    let triangles = file::solid_triangles(&folder.join("tiny.gltf")).unwrap();
    assert_eq!(triangles.len(), 1);
    // A quarter turn about +Y takes +X to −Z; the mirror takes +X to −2X first.
    let expected = [
        dvec3(10.0, 3.0, 0.0),
        dvec3(10.0, 3.0, 2.0),
        dvec3(10.0, 4.0, 0.0),
    ];
    for (vertex, expected) in triangles[0].0.iter().zip(expected) {
        assert!(vertex.distance(expected) < 1e-6, "{vertex} {expected}");
    }
    assert!(file::solid_triangles(&folder.join("none.gltf")).is_err());
}
