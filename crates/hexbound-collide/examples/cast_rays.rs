//! Rays against a level: the closest hit with its barycentric coordinates, all hits, any hit, and a fan
//! of rays.

mod support;

use glam::{Vec2, Vec3};
use hexbound_collide::{Faces, geom::RayFan};

pub fn main() {
    let level = support::level();
    let (eye, ahead) = (
        Vec3::new(-4.0, 1.6, 0.0),
        Vec3::new(1.0, -0.18, 0.0).normalize(),
    );

    // The closest hit, with texture coordinates interpolated from the corners.
    let hit = level
        .ray_cast(eye, ahead, 50.0)
        .expect("the stairs are there");
    println!(
        "{:.2} m ahead at {:.2}, normal {:.2}",
        hit.distance, hit.point, hit.normal
    );
    let texture = level
        .corners(hit.triangle)
        .map(|corner| Vec2::new(corner.z, corner.y));
    let weights = hit.barycentric;
    let uv = texture[0] * weights.x + texture[1] * weights.y + texture[2] * weights.z;
    println!(
        "triangle {}, weights {weights:.2}, texture at {uv:.2}",
        level.source(hit.triangle)
    );

    // All hits at knee height: the ray enters the stairs, and leaves them through the backs of faces.
    let knee = Vec3::new(-4.0, 0.5, 0.0);
    let mut hits = Vec::new();
    level.ray_cast_all(knee, Vec3::X, 50.0, Faces::Both, &mut hits);
    let distances: Vec<String> = hits
        .iter()
        .map(|hit| format!("{:.2}", hit.distance))
        .collect();
    println!("{} hits at {} m", hits.len(), distances.join(", "));
    assert!(hits.len() > 4 && hits.is_sorted_by(|a, b| a.distance <= b.distance));
    let [front, back] = [Faces::Front, Faces::Back].map(|faces| {
        let hit = level.ray_cast_faces(knee, Vec3::X, 50.0, faces);
        hit.expect("the stairs have both").distance
    });
    println!("the stairs begin at {front:.2} m and a step ends at {back:.2} m");
    assert!(front < back);

    // Any hit is enough for occlusion: a lamp behind the wall.
    let lamp = Vec3::new(-4.0, 1.6, 4.0);
    let is_dark = level.ray_hits_any(
        eye,
        (lamp - eye).normalize(),
        eye.distance(lamp),
        Faces::Both,
    );
    println!(
        "the lamp behind the wall is {}",
        if is_dark { "hidden" } else { "seen" }
    );

    // Several parallel rays find obstacles that a single one misses.
    let fan = RayFan::disc(eye, Vec3::X, 0.8, 3, 50.0);
    let (index, first) = level.ray_fan_cast(&fan).expect("something is ahead");
    println!(
        "of {} rays number {index} hits first, at {:.2} m",
        fan.rays.len(),
        first.distance
    );
}
