//! A run's map: the path from above among the walls around it, in SVG.

use glam::{Vec2, Vec3};
use hexbound_collide::geom::Aabb;
use maud::{Markup, html};

use super::course::{ReplayedRun, in_words};
use crate::pages::{px, svg};
use hexbound_level::Level;

/// The map's width, pixels.
const MAP_WIDTH: f32 = 900.0;
/// The map's greatest height, pixels.
const MAX_MAP_HEIGHT: f32 = 620.0;
/// The shown space beside the path, meters.
const ROOM_BESIDE: f32 = 4.0;
/// The shown space below the feet and above the head, meters.
const ROOM_ABOVE: f32 = 1.5;
/// The upward component of a unit normal below which a face is a wall.
const MAX_WALL_UP: f32 = 0.5;
/// The largest number of wall lines; the longest are drawn.
const MAX_WALL_LINES: usize = 4000;
/// The largest number of points of the path.
const MAX_PATH_POINTS: usize = 3000;

/// The scale from places to pixels: x to the right, z downward, as the level's own axes are.
struct MapScale {
    least: Vec2,
    pixels: f32,
}

impl MapScale {
    fn of(&self, place: Vec3) -> Vec2 {
        (Vec2::new(place.x, place.z) - self.least) * self.pixels
    }

    /// A step of an SVG path: a move for `M`, a line for `L`.
    fn step(&self, letter: char, place: Vec3) -> String {
        let at = self.of(place);
        format!("{letter}{:.1} {:.1}", at.x, at.y)
    }

    /// A dot, and its description.
    fn dot(&self, class: &str, place: Vec3, radius: f32, content: &Markup) -> Markup {
        let at = self.of(place);
        html! { circle class=(class) cx=(px(at.x)) cy=(px(at.y)) r=(radius) { (content) } }
    }
}

/// Draws the map.
pub(super) fn draw(level: &Level, course: &ReplayedRun) -> Markup {
    let all = course.ticks.iter().map(|tick| tick.position);
    let path = Aabb::from_points(all.chain([course.start]));
    let shown = path.grown(Vec3::new(ROOM_BESIDE, 0.0, ROOM_BESIDE));
    let size = Vec2::new(shown.size().x, shown.size().z);
    let scale = MapScale {
        least: Vec2::new(shown.min.x, shown.min.z),
        pixels: (MAP_WIDTH / size.x).min(MAX_MAP_HEIGHT / size.y),
    };
    let [width, height] = (size * scale.pixels).round().to_array();
    let end = course.ticks.last();
    let end = end.map_or(course.start, |tick| tick.position);
    let content = html! {
        path.wall d=(walls(level, shown, &scale)) {}
        path.path d=(path_of(course, &scale)) {}
        @for it in &course.notable {
            @let class = it.fault.map_or("stopped", |_| "freed");
            @let about = html! { title { "tick " (it.tick) ": " (in_words(it.fault)) } };
            (scale.dot(class, it.position, 4.5, &about))
        }
        @for (place, name) in [(course.start, "start"), (end, "end")] {
            (scale.dot(name, place, 6.0, &html! {}))
            @let beside = scale.of(place) + Vec2::new(9.0, 5.0);
            text x=(px(beside.x)) y=(px(beside.y)) { (name) }
        }
        (bar(&scale, height))
    };
    svg("map", [width, height], "The path from above", &content)
}

/// The walls near the path, as lines.
fn walls(level: &Level, shown: Aabb, scale: &MapScale) -> String {
    let region = shown.grown(Vec3::Y * ROOM_ABOVE);
    let mesh = &level.collision;
    let mut lines: Vec<[Vec3; 2]> = Vec::new();
    for triangle in mesh.triangles_near(region) {
        let corners = mesh.corners(triangle);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        if normal.normalize_or_zero().y.abs() > MAX_WALL_UP {
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
    lines.truncate(MAX_WALL_LINES);
    let strokes = lines.into_iter();
    strokes
        .flat_map(|[from, to]| [scale.step('M', from), scale.step('L', to)])
        .collect()
}

/// The path, interrupted where the player was placed elsewhere.
fn path_of(course: &ReplayedRun, scale: &MapScale) -> String {
    let stride = course.ticks.len().div_ceil(MAX_PATH_POINTS).max(1);
    let steps = course.ticks.chunks(stride).map(|chunk| {
        let teleported = chunk.iter().any(|tick| tick.teleported);
        scale.step(
            if teleported { 'M' } else { 'L' },
            chunk[chunk.len() - 1].position,
        )
    });
    std::iter::once(scale.step('M', course.start))
        .chain(steps)
        .collect()
}

/// A scale bar of a round number of meters.
fn bar(scale: &MapScale, height: f32) -> Markup {
    let fits = |meters: &&f32| *meters * scale.pixels <= 160.0;
    let all = [100.0_f32, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0];
    let meters = all.iter().find(fits).copied().unwrap_or(1.0);
    let (right, y) = (12.0 + meters * scale.pixels, height - 12.0);
    html! {
        path.bar d={ "M12 " (px(y - 6.0)) "v6H" (px(right)) "v-6" } {}
        text x=(px(right + 6.0)) y=(px(y + 2.0)) { (meters) " m" }
    }
}
