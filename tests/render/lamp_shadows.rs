//! The shadows of lamps: every pixel against a ray that is traced to the lamp, and doors that keep
//! light out.

use glam::{Vec2, vec2};
use hexbound_collide::RayHit;
use hexbound_level::Track;

use crate::stage::*;

/// The picture's size, pixels: more than usual, since edges are measured.
const LARGE: [u32; 2] = [480, 360];
const FIELD_OF_VIEW: f32 = 1.0;
/// Largest distance between a shadow's edge and where it is traced, as a share of the distance to
/// the lamp: 1.5 cm at 3 m.
const OFF: f32 = 0.005;
/// Share of the lamp's light, as the picture shows it, at the edge of a shadow.
const HALF: f32 = 0.6;
/// The shadows of these parts are measured, also where they fall on stairs.
const CASTERS: [&str; 3] = ["bowl", "posts", "rail"];

/// A sun that gives no light; without any, a level would get the usual one.
fn no_sun() -> Option<Sun> {
    Some(Sun {
        direction: Vec3::NEG_Y,
        color: Vec3::ZERO,
    })
}

/// A level and its lamp, as rays see them from a view.
struct Tracer<'a> {
    level: &'a Level,
    view: &'a View,
    lamp: Vec3,
}

impl Tracer<'_> {
    fn hit(&self, from: Vec3, toward: Vec3) -> Option<(Vec3, RayHit)> {
        let hit = self.level.collision.ray_cast(from, toward, 50.0)?;
        Some((from + toward * hit.distance, hit))
    }

    /// The surface in a pixel, by its place in the picture.
    fn seen(&self, place: Vec2) -> Option<(Vec3, RayHit)> {
        let [width, height] = LARGE.map(|side| side as f32);
        let across = (0.5 * FIELD_OF_VIEW).tan();
        let flat = vec2(2.0 * place.x / width - 1.0, 1.0 - 2.0 * place.y / height);
        let toward = vec3(flat.x * across * width / height, flat.y * across, -1.0);
        let turn = Quat::from_rotation_y(self.view.yaw) * Quat::from_rotation_x(self.view.pitch);
        self.hit(self.view.eye, (turn * toward).normalize())
    }

    fn is_lit(&self, point: Vec3) -> bool {
        let way = point - self.lamp;
        let hit = (self.level.collision).ray_cast(self.lamp, way.normalize(), way.length() - 2e-3);
        hit.is_none()
    }

    /// Returns whether a pixel is lit; `None` if it is close to an edge or does not face the lamp.
    fn traced(&self, pixel: [u32; 2]) -> Option<bool> {
        let middle = vec2(pixel[0] as f32, pixel[1] as f32) + 0.5;
        let (point, hit) = self.seen(middle)?;
        // All of the pixel, and what the neighbors' smoothing brings in, is on one plane.
        let corners = [(-2.0, -2.0), (2.0, -2.0), (-2.0, 2.0), (2.0, 2.0)];
        let is_flat = corners.iter().all(|&(x, y)| {
            let seen = self.seen(middle + vec2(x, y));
            seen.is_some_and(|(other, _)| (other - point).dot(hit.normal).abs() < 1e-3)
        });
        let to_lamp = self.lamp - point;
        let faces = to_lamp.normalize().dot(hit.normal) >= 0.2;
        let off = OFF * to_lamp.length();
        let (one, other) = hit.normal.any_orthonormal_pair();
        let is_lit = self.is_lit(point);
        let mut around = (0..12).map(|turn| {
            let (sine, cosine) = (turn as f32 * std::f32::consts::TAU / 12.0).sin_cos();
            point + (one * cosine + other * sine) * off
        });
        let is_sure = is_flat && faces && around.all(|point| self.is_lit(point) == is_lit);
        is_sure.then_some(is_lit)
    }
}

fn at(picture: &RgbaImage, x: u32, y: u32) -> f32 {
    brightness(rgb(picture.get_pixel(x, y)))
}

#[test]
fn the_shadows_of_lamps_have_the_edges_that_are_traced() {
    let Some(mut device) = device() else { return };
    let mut level = named("test:lamp-shadows");
    level.lighting.sun = no_sun();
    level.materials = vec![plain([0.4; 3]); level.mesh.parts.len()];
    level.images.clear();
    // What is blended throws no shadow.
    let mut unshaded = level.clone();
    for (index, part) in level.mesh.parts.iter_mut().enumerate() {
        part.material = index;
        unshaded.mesh.parts[index].material = index;
        if CASTERS.contains(&part.name.as_str()) {
            unshaded.materials[index].alpha = Alpha::Blend;
        }
    }
    let mut dark = level.clone();
    dark.lighting.lights[0].strength = 1e-3;
    for (eye, yaw, pitch) in [
        (vec3(0.0, 3.2, 4.5), 0.0, -0.7),
        (vec3(-3.4, 2.2, 2.4), 0.4, -0.9),
        (vec3(1.5, 1.8, -0.6), 0.0, -0.6),
    ] {
        let view = looking(eye, yaw, pitch);
        let tracer = Tracer {
            level: &level,
            view: &view,
            lamp: level.lighting.lights[0].position,
        };
        device.offscreen().resize(LARGE);
        let [shaded, dark, open] = [&level, &dark, &unshaded].map(|level| {
            device.set(level);
            steady(&mut device, &view, FIELD_OF_VIEW)
        });
        let (mut edges, mut wrong) = (0, Vec::new());
        for (x, y) in (0..LARGE[1]).flat_map(|y| (0..LARGE[0]).map(move |x| (x, y))) {
            let full = at(&open, x, y) - at(&dark, x, y);
            // Where stairs shade themselves there is nothing to compare with.
            if full < 20.0 {
                continue;
            }
            let share = (at(&shaded, x, y) - at(&dark, x, y)) / full;
            match tracer.traced([x, y]) {
                Some(is_lit) if is_lit == (share < HALF) => wrong.push([x, y]),
                Some(false) => edges += 1,
                _ => {}
            }
        }
        assert!(edges > 1000, "{eye}: only {edges} pixels are in shadow");
        assert!(wrong.is_empty(), "{eye}: {} wrong: {wrong:?}", wrong.len());
    }
}

/// Two rooms with a doorway of 1 m by 2 m between them, which `close` fills, and a lamp in the left one.
fn doorway(close: impl Fn(SceneBuilder, Vec3, Vec3) -> SceneBuilder) -> Level {
    let scene = SceneBuilder::new()
        .part("rooms")
        .room(vec3(-5.0, 0.0, -4.0), vec3(5.0, 4.5, 4.0))
        .cuboid(vec3(-0.2, 0.0, -4.0), vec3(0.2, 4.5, -0.5))
        .cuboid(vec3(-0.2, 0.0, 0.5), vec3(0.2, 4.5, 4.0))
        .cuboid(vec3(-0.2, 2.0, -0.5), vec3(0.2, 4.5, 0.5))
        .light(Light::point(vec3(-2.5, 1.6, 0.0), Vec3::ONE, 9.0));
    let scene = close(scene, vec3(-0.05, 0.0, -0.5), vec3(0.05, 2.0, 0.5));
    let mut level = stage(scene, vec![plain([0.05; 3]), plain([0.05; 3])]);
    level.lighting.sun = no_sun();
    level
}

/// A door that rises by its height within the first second, and stands open then.
fn door(scene: SceneBuilder, low: Vec3, high: Vec3) -> SceneBuilder {
    let rise = [(0.0, 0.0), (1.0, 2.0), (9.0, 2.0)].map(|(time, y)| (time, DVec3::Y * y));
    let track = Track::through(&rise);
    scene.mover("door", Vec3::ZERO, track).cuboid(low, high)
}

#[test]
fn a_closed_door_keeps_a_lamps_light_out_and_an_open_one_lets_it_in() {
    let Some(mut device) = device() else { return };
    let level = doorway(door);
    device.open(&level);
    // The floor behind the door, from the other room's end.
    let mut view = looking(vec3(4.5, 1.7, 0.0), std::f32::consts::FRAC_PI_2, -0.5);
    let mut floor = |seconds: f64| {
        view.seconds = seconds;
        let picture = steady(&mut device, &view, 1.0);
        brightness(color_at(&picture, 0.5, 0.45))
    };
    let [closed, half, open, again] = [0.0, 0.5, 5.0, 0.0].map(&mut floor);
    assert_eq!(closed, again, "time is turned back");
    assert!(half > closed + 20.0, "{closed} {half} {open}");
    assert!(open > closed + 20.0, "{closed} {half} {open}");
    // No more than past a wall: but for what bounces, which is baked without the door.
    let walled = doorway(|scene, low, high| scene.part("wall").cuboid(low, high));
    device.set(&walled);
    let walled = brightness(color_at(&steady(&mut device, &view, 1.0), 0.5, 0.45));
    assert!(closed < walled + 6.0, "{closed} {walled}");
}
