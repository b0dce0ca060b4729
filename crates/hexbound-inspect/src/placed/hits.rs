//! All hits of the placed ray, on the shapes and on the level, with the place on each surface.

use glam::{Vec2, Vec3};
use hexbound_collide::{
    Faces,
    geom::{Ray, Rectangle},
};

use super::form::{Form, Placed, RAY_LENGTH, RECT_HALF};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_level::{Level, PlacedShape, Texel};

/// A place at which the ray enters a shape or crosses a triangle.
pub(super) struct MarkedHit {
    /// The distance from the ray's origin, meters.
    pub distance: f32,
    pub point: Vec3,
    pub normal: Vec3,
    /// The name of the hit object.
    pub what: Phrase,
    /// The coordinates on a flat shape or a triangle along its two sides, 0..1.
    pub uv: Option<Vec2>,
    /// The texture coordinates there and the texel.
    pub texel: Option<(Vec2, Option<Texel>)>,
}

impl MarkedHit {
    /// Describes the hit.
    pub(super) fn describe(&self) -> Phrase {
        let meters = format!("{:.3}", self.distance);
        let fill = |text: Phrase| text.with("what", self.what.clone()).with("meters", meters);
        let Some(uv) = self.uv else {
            return fill(phrase("shape-hit"));
        };
        let [u, v] = uv.to_array().map(|it| format!("{:.2}", it.clamp(0.0, 1.0)));
        let on_face = |text: Phrase| fill(text).with("u", u).with("v", v);
        let Some((_, Some(texel))) = &self.texel else {
            return on_face(phrase("shape-hit-on-face"));
        };
        let [red, green, blue] = texel.color;
        let [column, row] = texel.place;
        on_face(phrase("shape-hit-with-texel"))
            .with("column", column)
            .with("row", row)
            .with("color", format!("{red} {green} {blue}"))
    }
}

/// All hits of the ray, the nearest first.
pub(super) fn hits(ray: &Ray, shapes: &[Placed], level: &Level) -> Vec<MarkedHit> {
    let mut all: Vec<MarkedHit> = shapes
        .iter()
        .flat_map(|it| on_shape(ray, it, level))
        .collect();
    all.extend(on_level(ray, level));
    all.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    all
}

fn on_shape(ray: &Ray, placed: &Placed, level: &Level) -> Vec<MarkedHit> {
    let what = phrase_of("placed", placed.shape.name());
    if placed.shape == PlacedShape::Ray {
        return Vec::new();
    }
    if let Form::Mesh(mesh, _) = placed.form {
        let to_mesh = |delta: Vec3| placed.turn.inverse() * delta;
        let (origin, along) = (to_mesh(ray.origin - placed.at), to_mesh(ray.direction));
        let mut found = Vec::new();
        (mesh.mesh).ray_cast_all(origin, along, RAY_LENGTH, Faces::Both, &mut found);
        let hit = |hit: &hexbound_collide::RayHit| {
            let [a, b, c] = mesh.uvs[hit.triangle as usize];
            let weights = hit.barycentric;
            let uv = a * weights.x + b * weights.y + c * weights.z;
            MarkedHit {
                distance: hit.distance,
                point: placed.to_world().transform_point3(hit.point),
                normal: placed.turn * hit.normal,
                what: of_triangle(what.clone(), hit.triangle),
                uv: Some(Vec2::new(weights.y, weights.z)),
                texel: level.materials.first().map(|it| (uv, level.texel(it, uv))),
            }
        };
        return found.iter().map(hit).collect();
    }
    let cast = placed.cast(ray);
    let hit = cast.map(|hit| MarkedHit {
        distance: hit.distance,
        point: hit.point,
        normal: hit.normal,
        what,
        uv: on_flat(placed, hit.point),
        texel: None,
    });
    hit.into_iter().collect()
}

/// The coordinates on a flat shape: on a triangle, the weights of its second and third corner; on a
/// rectangle, the fractions of its sides from the first corner.
fn on_flat(placed: &Placed, point: Vec3) -> Option<Vec2> {
    let along = |delta: Vec3, side: Vec3| delta.dot(side) / side.length_squared();
    match placed.shape {
        PlacedShape::Rectangle => {
            let [u, v] =
                [Vec3::X * RECT_HALF[0], Vec3::Y * RECT_HALF[1]].map(|it| placed.turn * it);
            let sheet = Rectangle::new(placed.at, u, v);
            let from = point - sheet.center + u + v;
            Some(Vec2::new(along(from, u), along(from, v)) * 0.5)
        }
        PlacedShape::Triangle => {
            let [a, b, c] = placed.triangle();
            let normal = (b - a).cross(c - a);
            let weight = |from: Vec3, to: Vec3| {
                normal.dot((to - from).cross(point - from)) / normal.length_squared()
            };
            Some(Vec2::new(weight(c, a), weight(a, b)))
        }
        _ => None,
    }
}

fn on_level(ray: &Ray, level: &Level) -> Vec<MarkedHit> {
    let mut all = Vec::new();
    (level.collision).ray_cast_all(ray.origin, ray.direction, RAY_LENGTH, Faces::Both, &mut all);
    let hit = |hit: &hexbound_collide::RayHit| MarkedHit {
        distance: hit.distance,
        point: hit.point,
        normal: hit.normal,
        what: of_triangle(phrase("the-level"), hit.triangle),
        uv: Some(Vec2::new(hit.barycentric.y, hit.barycentric.z)),
        texel: level.texel_at(level.collision.corners(hit.triangle), hit.point),
    };
    all.iter().map(hit).collect()
}

fn of_triangle(what: Phrase, triangle: u32) -> Phrase {
    phrase("triangle-of")
        .with("what", what)
        .with("triangle", triangle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    /// The grid of the scenes has a dark line at every whole meter and is light beside it.
    #[test]
    fn a_floors_texel_is_the_one_of_its_grid() {
        let level = catalog::open("test:flat").unwrap();
        let down = |x: f32, z: f32| {
            let (mesh, from) = (&level.collision, Vec3::new(x, 1.0, z));
            let hit = mesh.ray_cast(from, Vec3::NEG_Y, 2.0).unwrap();
            let corners = mesh.corners(hit.triangle);
            let (uv, texel) = level.texel_at(corners, hit.point).unwrap();
            let texel = texel.unwrap();
            assert_eq!(texel.image, "grid");
            let place = uv.map(|it| ((it - it.floor()) * 64.0).floor());
            assert_eq!(place.as_uvec2().to_array(), texel.place);
            texel.color[0]
        };
        assert!(down(3.001, 4.4) < down(3.3, 4.4));
        assert_eq!(down(3.001, 4.4), down(7.2, -2.999));
    }
}
