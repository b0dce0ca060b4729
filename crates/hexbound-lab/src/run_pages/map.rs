//! A run's map: the path from above among the walls around it, as a picture in SVG.

use std::fmt::Write;

use glam::{Vec2, Vec3};
use hexbound_collide::geom::Aabb;

use super::course::{Course, NotableKind};
use hexbound_level::Level;

/// The map's width, and its greatest height, pixels.
const WIDTH: f32 = 900.0;
const HEIGHT: f32 = 620.0;
/// The room that is shown around the path, meters: beside it, below the feet and above the head.
const BESIDE: f32 = 4.0;
const BELOW: f32 = 1.5;
const ABOVE: f32 = 1.5;
/// The upward part of a unit normal below which a face is a wall.
const WALL: f32 = 0.5;
/// The most lines of walls; the longest are drawn.
const LINES: usize = 4000;
/// The most points of the path.
const POINTS: usize = 3000;

/// The way from places to pixels: x to the right, z downward, as the level's own axes are.
struct Scale {
    least: Vec2,
    pixels: f32,
}

impl Scale {
    fn of(&self, place: Vec3) -> Vec2 {
        (Vec2::new(place.x, place.z) - self.least) * self.pixels
    }
}

/// Draws the map.
pub(super) fn draw(level: &Level, course: &Course) -> String {
    let all = course.ticks.iter().map(|tick| tick.position);
    let path = Aabb::from_points(all.chain([course.start]));
    let shown = path.grown(Vec3::new(BESIDE, 0.0, BESIDE));
    let size = Vec2::new(shown.size().x, shown.size().z);
    let scale = Scale {
        least: Vec2::new(shown.min.x, shown.min.z),
        pixels: (WIDTH / size.x).min(HEIGHT / size.y),
    };
    let [width, height] = (size * scale.pixels).to_array();
    let mut text = format!(
        "<svg class=\"map\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" aria-label=\"The path from above\">\n"
    );
    draw_walls(level, shown, &scale, &mut text);
    draw_path(course, &scale, &mut text);
    for notable in &course.notable {
        let at = scale.of(notable.position);
        let class = match notable.kind {
            NotableKind::Stopped => "stopped",
            NotableKind::Freed | NotableKind::PutBack | NotableKind::Through => "freed",
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\"><title>tick {}: {}</title></circle>",
            at.x,
            at.y,
            notable.tick,
            notable.kind.words()
        );
    }
    let end = course
        .ticks
        .last()
        .map_or(course.start, |tick| tick.position);
    for (place, name) in [(course.start, "start"), (end, "end")] {
        let at = scale.of(place);
        let _ = writeln!(
            text,
            "<circle class=\"{name}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{name}</text>",
            at.x,
            at.y,
            at.x + 9.0,
            at.y + 5.0
        );
    }
    draw_bar(&scale, height, &mut text);
    text + "</svg>\n"
}

/// Draws walls near the path as the lines in which they stand.
fn draw_walls(level: &Level, shown: Aabb, scale: &Scale, text: &mut String) {
    let mut region = shown;
    region.min.y -= BELOW;
    region.max.y += ABOVE;
    let mesh = &level.collision;
    let mut lines: Vec<[Vec3; 2]> = Vec::new();
    for triangle in mesh.triangles_near(region) {
        let corners = mesh.corners(triangle);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        if normal.normalize_or_zero().y.abs() > WALL {
            continue;
        }
        let flat = |at: Vec3| at.with_y(0.0);
        let edges = [[0, 1], [1, 2], [2, 0]].map(|edge| edge.map(|corner| flat(corners[corner])));
        let longest = edges
            .into_iter()
            .max_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d)));
        lines.extend(longest);
    }
    lines.sort_by(|[a, b], [c, d]| c.distance(*d).total_cmp(&a.distance(*b)));
    lines.truncate(LINES);
    let mut way = String::new();
    for [from, to] in lines {
        let (from, to) = (scale.of(from), scale.of(to));
        let _ = write!(way, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
    }
    let _ = writeln!(text, "<path class=\"wall\" d=\"{way}\"/>");
}

/// Draws the path, interrupted where the player was put elsewhere.
fn draw_path(course: &Course, scale: &Scale, text: &mut String) {
    let stride = course.ticks.len().div_ceil(POINTS).max(1);
    let start = scale.of(course.start);
    let mut way = format!("M{:.1} {:.1}", start.x, start.y);
    for chunk in course.ticks.chunks(stride) {
        let Some(last) = chunk.last() else { continue };
        let at = scale.of(last.position);
        let is_put = chunk.iter().any(|tick| tick.is_put);
        let letter = if is_put { 'M' } else { 'L' };
        let _ = write!(way, "{letter}{:.1} {:.1}", at.x, at.y);
    }
    let _ = writeln!(text, "<path class=\"path\" d=\"{way}\"/>");
}

/// Draws a bar of a round number of meters.
fn draw_bar(scale: &Scale, height: f32, text: &mut String) {
    let fits = |meters: &&f32| *meters * scale.pixels <= 160.0;
    let all = [100.0_f32, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0];
    let meters = all.iter().find(fits).copied().unwrap_or(1.0);
    let (right, y) = (12.0 + meters * scale.pixels, height - 12.0);
    let _ = writeln!(
        text,
        "<path class=\"bar\" d=\"M12 {:.1}V{y:.1}H{right:.1}v-6\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{meters} m</text>",
        y - 6.0,
        right + 6.0,
        y + 2.0
    );
}
