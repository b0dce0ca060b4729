//! Draws `docs/prism.svg` from the library's own planes: a triangle, its plane S, the six bounding
//! planes PS1 to PS6, and a ball that is swept against it. `cargo run --example draw_prism` prints it.

use std::fmt::Write;

use glam::{DVec3, Vec2, Vec3};
use hexbound_collide::{Body, CollisionMesh, MoveError, Mover, Prism, SlideRule, geom::Aabb};

const CORNERS: [Vec3; 3] = [
    Vec3::new(-1.9, 0.0, 1.3),
    Vec3::new(2.5, 0.0, 0.9),
    Vec3::new(-0.4, 0.0, -1.7),
];
const RADIUS: f32 = 0.5;
/// The scale of the right half, points per meter.
const SCALE: f32 = 60.0;
/// The ball's center before the wished move, meters.
const OLD: DVec3 = DVec3::new(-1.3, 1.9, 0.8);
/// The ball's center after the wished move, meters.
const NEW: DVec3 = DVec3::new(1.1, -0.9, -0.2);

/// Projects a point, seen from above, into the left half of the picture.
fn from_above(point: Vec3) -> Vec2 {
    Vec2::new(228.0, 200.0) + Vec2::new(point.x, point.z) * 58.0
}

/// Projects a point, seen at a slant, into the right half of the picture.
fn aslant(point: Vec3) -> Vec2 {
    let across = point.x * 0.94 + point.z * 0.34;
    let depth = point.z * 0.94 - point.x * 0.34;
    Vec2::new(620.0, 210.0) + Vec2::new(across, depth * 0.5 - point.y * 0.87) * SCALE
}

/// The six bounding planes, moved out by the ball's reach: name, outward normal and offset of each.
fn planes() -> Vec<(String, Vec3, f32)> {
    let body = Body::sphere(RADIUS).expect("a ball");
    let slabs = Prism::from_triangle(CORNERS).slabs();
    let outward = slabs.iter().enumerate().skip(1).flat_map(|(number, slab)| {
        let reach = body.reach(slab.normal.as_dvec3()) as f32;
        [
            (format!("PS{number}"), -slab.normal, reach - slab.min),
            (format!("PS{}", number + 3), slab.normal, slab.max + reach),
        ]
    });
    outward.collect()
}

/// The hexagon that the six planes cut out of the triangle's plane: a large square, cut by each.
fn hexagon(planes: &[(String, Vec3, f32)]) -> Vec<Vec3> {
    let square = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)];
    let mut polygon: Vec<Vec3> = square.map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    for (_, normal, offset) in planes {
        let height = |point: Vec3| normal.dot(point) - offset;
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
        polygon = sides
            .flat_map(|(&from, &to)| {
                let (here, next) = (height(from), height(to));
                let crossing = from.lerp(to, here / (here - next));
                let kept = (here <= 0.0).then_some(from);
                kept.into_iter()
                    .chain((here * next < 0.0).then_some(crossing))
            })
            .collect();
    }
    polygon
}

/// An SVG that grows.
struct Picture(String);

impl Picture {
    fn add(&mut self, element: std::fmt::Arguments) {
        writeln!(self.0, "{element}").expect("a string grows");
    }

    fn polygon(&mut self, corners: impl IntoIterator<Item = Vec2>, class: &str) {
        let points: Vec<String> = corners
            .into_iter()
            .map(|at| format!("{:.1},{:.1}", at.x, at.y))
            .collect();
        self.add(format_args!(
            r#"<polygon class="{class}" points="{}"/>"#,
            points.join(" ")
        ));
    }

    fn line(&mut self, from: Vec2, to: Vec2, class: &str) {
        self.add(format_args!(
            r#"<line class="{class}" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
            from.x, from.y, to.x, to.y
        ));
    }

    fn circle(&mut self, center: Vec2, radius: f32, class: &str) {
        self.add(format_args!(
            r#"<circle class="{class}" cx="{:.1}" cy="{:.1}" r="{radius:.1}"/>"#,
            center.x, center.y
        ));
    }

    fn text(&mut self, at: Vec2, words: &str) {
        self.add(format_args!(
            r#"<text x="{:.1}" y="{:.1}">{words}</text>"#,
            at.x, at.y
        ));
    }
}

/// Draws the left half, along the normal: the six lines, the hexagon between them, and the triangle.
fn draw_from_above(picture: &mut Picture, planes: &[(String, Vec3, f32)], hexagon: &[Vec3]) {
    picture.polygon(hexagon.iter().map(|corner| from_above(*corner)), "hexagon");
    for (name, normal, offset) in planes {
        let is_on = |corner: &&Vec3| (normal.dot(**corner) - offset).abs() < 1e-4;
        let ends: Vec<Vec3> = hexagon.iter().filter(is_on).copied().collect();
        let middle = (ends[0] + ends[1]) * 0.5;
        let beyond = (ends[1] - ends[0]) * 0.5 + (ends[1] - ends[0]).normalize();
        picture.line(
            from_above(middle - beyond),
            from_above(middle + beyond),
            "plane",
        );
        let is_short = ends[0].distance(ends[1]) < 1.0;
        let label = if is_short { beyond } else { *normal * 0.12 };
        picture.text(from_above(middle + label + *normal * 0.2), name);
    }
    picture.polygon(CORNERS.map(from_above), "triangle");
    for (corner, name) in CORNERS.iter().zip(["a", "b", "c"]) {
        let inward = -corner.normalize() * 0.45;
        picture.text(from_above(*corner + inward), name);
    }
    picture.text(
        Vec2::new(228.0, 385.0),
        "along the normal: PS1 to PS6, moved out by L",
    );
}

/// Draws the right half, at a slant: the prism from S to its back, and the ball's path.
fn draw_aslant(picture: &mut Picture, hexagon: &[Vec3], path: &[DVec3]) {
    let at = |height: f32| move |corner: &Vec3| aslant(*corner + Vec3::Y * height);
    picture.polygon(hexagon.iter().map(at(-RADIUS)), "back");
    picture.polygon(CORNERS.map(aslant), "triangle");
    for corner in hexagon {
        picture.line(at(-RADIUS)(corner), at(RADIUS)(corner), "upright");
    }
    picture.polygon(hexagon.iter().map(at(RADIUS)), "top");
    let label = hexagon
        .iter()
        .map(at(RADIUS))
        .fold(
            Vec2::ZERO,
            |best, corner| {
                if corner.x > best.x { corner } else { best }
            },
        );
    picture.text(label + Vec2::new(-40.0, -24.0), "S, moved out by d");

    let points: Vec<Vec2> = path.iter().map(|point| aslant(point.as_vec3())).collect();
    picture.line(points[0], aslant(NEW.as_vec3()), "wish");
    for leg in points.windows(2) {
        picture.line(leg[0], leg[1], "way");
    }
    for (point, class) in points.iter().zip(["old", "ball", "ball"]) {
        picture.circle(*point, RADIUS * SCALE, class);
        picture.circle(*point, 2.5, "dot");
    }
    picture.circle(aslant(NEW.as_vec3()), 2.5, "dot");
    picture.text(points[0] + Vec2::new(0.0, -38.0), "old position");
    picture.text(
        aslant(NEW.as_vec3()) + Vec2::new(0.0, 20.0),
        "new position, as wished",
    );
    picture.text(
        Vec2::new(640.0, 385.0),
        "the sweep: stopped at S, then along it",
    );
}

/// Returns the whole picture.
pub fn picture() -> Result<String, MoveError> {
    let mesh = CollisionMesh::build(&CORNERS, &[[0, 1, 2]]).expect("a triangle");
    let all = Aabb::new(Vec3::splat(-9.0), Vec3::splat(9.0));
    let body = Body::sphere(RADIUS).expect("a ball");
    let end =
        Mover::new(&mesh, body, all, Default::default()).slide(OLD, NEW - OLD, SlideRule::Free)?;
    let mut path = vec![OLD];
    path.extend(end.legs.iter().map(|leg| leg.to));

    let planes = planes();
    let hexagon = hexagon(&planes);
    let mut picture = Picture(String::new());
    picture.add(format_args!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 405" font-family="sans-serif">
<style>
text {{ font-size: 14px; text-anchor: middle; fill: #223; }}
.hexagon, .top {{ fill: #4a90d9; fill-opacity: 0.16; stroke: #2a6cb0; stroke-width: 1.5; }}
.back {{ fill: none; stroke: #2a6cb0; stroke-opacity: 0.45; stroke-dasharray: 4 3; }}
.upright {{ stroke: #2a6cb0; stroke-opacity: 0.6; }}
.plane {{ stroke: #8a96a8; stroke-dasharray: 6 4; }}
.triangle {{ fill: #f2a33c; fill-opacity: 0.75; stroke: #b06a10; stroke-width: 1.5; }}
.ball {{ fill: #3aa65c; fill-opacity: 0.28; stroke: #237a3f; stroke-width: 1.5; }}
.old {{ fill: none; stroke: #237a3f; stroke-width: 1.5; stroke-dasharray: 4 3; }}
.way {{ stroke: #237a3f; stroke-width: 2.5; }}
.wish {{ stroke: #b03030; stroke-dasharray: 5 4; }}
.dot {{ fill: #223; }}
</style>
<rect width="880" height="405" fill="#ffffff"/>"##
    ));
    draw_from_above(&mut picture, &planes, &hexagon);
    draw_aslant(&mut picture, &hexagon, &path);
    picture.add(format_args!("</svg>"));
    Ok(picture.0)
}

pub fn main() -> Result<(), MoveError> {
    print!("{}", picture()?);
    Ok(())
}
