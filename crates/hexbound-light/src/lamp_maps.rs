//! The view of each lamp of the level: the distance to the first wall in all directions, as an
//! octahedral map. The maps keep lamps from shining through walls in bounced light, and bound the part of the
//! level that a lamp can light. Frames use finer maps, which the device draws.

use glam::Vec3;
use rayon::prelude::*;

use super::{
    octahedron::{direction_at, position_of, position_with_border, wrapped},
    surface::SurfaceHit,
};
use hexbound_collide::geom::Aabb;

use hexbound_level::Light;

/// The number of texels along the side of a lamp's map, including one beyond each edge, for levels with few
/// lamps and for other levels.
const MAP_SIDES: [usize; 2] = [128, 64];
/// The largest number of lamps that counts as few.
const FEW_LAMPS: usize = 24;
/// The distance from a lamp within which an emissive surface, or one seen from behind, is the lamp's
/// own body, meters.
pub const LAMP_RADIUS: f32 = 0.5;
/// The brightness above which a surface near a lamp counts as the lamp's own body.
pub const MIN_BODY_GLOW: f32 = 0.05;
/// The largest number of surfaces of a lamp's body that its light passes.
const MAX_SHELL_SURFACES: usize = 6;

/// The largest angle of a texel, radians, times the number of texels along the map's side.
const MAX_TEXEL_ANGLE: f32 = 5.0;

/// The number of texels along the side of each map in a level with `lamps` lamps.
pub(crate) fn map_side(lamps: usize) -> usize {
    MAP_SIDES[usize::from(lamps > FEW_LAMPS)]
}

/// Returns the first hit of a ray from a position, in a direction, within a reach in meters.
pub(crate) type CastRay<'a> = dyn Fn(Vec3, Vec3, f32) -> Option<SurfaceHit> + Sync + 'a;

/// The lamps and their maps.
#[derive(Default)]
pub struct LampMaps {
    pub lights: Vec<Light>,
    /// The map of each lamp: `map_side` rows of `map_side` distances, meters.
    pub maps: Vec<Vec<f32>>,
}

impl LampMaps {
    pub(crate) fn bake(lights: &[Light], cast: &CastRay) -> Self {
        let side = map_side(lights.len());
        let maps = (0..lights.len())
            .into_par_iter()
            .map(|index| map(cast, &lights[index], side))
            .collect::<Vec<_>>();
        Self {
            lights: lights.to_vec(),
            maps,
        }
    }

    /// The box around everything that each lamp may light according to its map.
    pub fn bounds(&self) -> Vec<Aabb> {
        let side = map_side(self.lights.len());
        let pairs = self.lights.iter().zip(&self.maps);
        pairs
            .map(|(light, map)| seen_bounds(light, map, side))
            .collect()
    }

    /// The light of the lamps that a white surface facing `normal` reflects.
    pub fn falling_on(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let side = map_side(self.lights.len());
        let mut sum = Vec3::ZERO;
        for (light, map) in self.lights.iter().zip(&self.maps) {
            let offset = point - light.position;
            let toward = -offset.dot(normal);
            if toward <= 0.0 || offset.length_squared() >= light.range * light.range {
                continue;
            }
            let falling = light.falling_on(offset) * toward / offset.length().max(1e-4);
            if falling > 0.0 {
                sum += light.color * (falling * visible_share(map, side, offset, normal));
            }
        }
        sum
    }
}

/// A box around everything that a lamp may light. The box includes points slightly beyond a texel's wall or
/// beside its direction, since they may be lit, too: see `texel_sees`.
fn seen_bounds(light: &Light, map: &[f32], side: usize) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for (index, &reach) in map.iter().enumerate() {
        let direction = direction_at(wrapped(position_with_border(
            side,
            [index % side, index / side],
        )));
        let far = (reach * 1.03 + 0.05).min(light.range);
        let beside = far * MAX_TEXEL_ANGLE / (side - 2) as f32;
        let spot = light.position + direction * far;
        bounds = bounds.union(Aabb::new(spot - beside, spot + beside));
    }
    bounds
}

fn map(cast: &CastRay, light: &Light, side: usize) -> Vec<f32> {
    (0..side * side)
        .map(|index| {
            let direction = direction_at(wrapped(position_with_border(
                side,
                [index % side, index / side],
            )));
            wall_distance(cast, light, direction)
        })
        .collect()
}

/// The distance to the first wall, meters; twice the lamp's range where there is none.
fn wall_distance(cast: &CastRay, light: &Light, direction: Vec3) -> f32 {
    let mut traveled = 0.0;
    for _ in 0..MAX_SHELL_SURFACES {
        let from = light.position + direction * traveled;
        let Some(hit) = cast(from, direction, light.range * 2.0) else {
            break;
        };
        traveled += hit.distance;
        let is_body = hit.from_behind || hit.color.emitted.max_element() > MIN_BODY_GLOW;
        if traveled > LAMP_RADIUS || !is_body {
            return traveled.min(light.range * 2.0);
        }
        traveled += 1e-3;
    }
    light.range * 2.0
}

/// The share of a lamp's light that walls let through to a surface `offset` from it.
fn visible_share(map: &[f32], side: usize, offset: Vec3, normal: Vec3) -> f32 {
    let position = (position_of(offset) * 0.5 + 0.5) * (side - 2) as f32 + 0.5;
    let low = position.floor();
    let share = position - low;
    let [x, y] = low.to_array().map(|along| (along as usize).min(side - 2));
    let corners = [
        (x, y, (1.0 - share.x) * (1.0 - share.y)),
        (x + 1, y, share.x * (1.0 - share.y)),
        (x, y + 1, (1.0 - share.x) * share.y),
        (x + 1, y + 1, share.x * share.y),
    ];
    let (mut sum, mut total) = (0.0, 0.0);
    for (x, y, weight) in corners {
        let (seen, certainty) = texel_sees(map, side, [x, y], offset, normal);
        let weight = weight * certainty + 1e-4;
        sum += weight * seen;
        total += weight;
    }
    sum / total
}

/// Returns whether one texel sees as far as the surface, 0 or 1, and the weight of that answer. The texel's
/// ray meets the surface's plane beside the point: it may end at a wall that does not hide the point. A hit
/// close to the point, as in a corner, has little weight.
fn texel_sees(
    map: &[f32],
    side: usize,
    texel: [usize; 2],
    offset: Vec3,
    normal: Vec3,
) -> (f32, f32) {
    let direction = direction_at(wrapped(position_with_border(side, texel)));
    let steep = direction.dot(normal);
    let far = offset.length().max(1e-4);
    let plane = if steep < -1e-3 {
        offset.dot(normal) / steep
    } else {
        2.0 * far
    };
    let reach = map[texel[1] * side + texel[0]];
    // The tolerance is for surfaces that are not flat. It is small along the plane, where more would let
    // light in under walls.
    if reach < (plane * 0.994 - 0.02).min(far * 0.98 - 0.04) {
        let beside = (direction * reach).distance(offset) / far;
        (0.0, (5.0 * beside - 0.2).clamp(0.02, 1.0))
    } else {
        (1.0, (33.0 * (plane / far - 0.97)).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BakeScene, SurfaceColor};
    use hexbound_scenes::SceneBuilder;

    fn scene(builder: SceneBuilder, emitted: Vec3) -> BakeScene {
        let level = builder.build("test").expect("a valid scene");
        let color = SurfaceColor {
            base: Vec3::splat(0.5),
            emitted,
        };
        BakeScene::new(&level, &vec![color; level.materials.len()])
    }

    /// A hall with a wall across, at x from 2 to 2.2, and a lamp at its left.
    fn walled(lamp: Light) -> SceneBuilder {
        SceneBuilder::new()
            .room(Vec3::new(-6.0, 0.0, -6.0), Vec3::new(8.0, 3.0, 6.0))
            .cuboid(Vec3::new(2.0, 0.0, -6.0), Vec3::new(2.2, 3.0, 6.0))
            .light(lamp)
    }

    #[test]
    fn floors_and_walls_in_sight_are_lit_and_nothing_behind_the_wall() {
        let lamp = Light::point(Vec3::new(0.0, 2.5, 0.0), Vec3::ONE, 8.0);
        let scene = scene(walled(lamp), Vec3::ZERO);
        let lit = |x: f32, z: f32| scene.lamps().falling_on(Vec3::new(x, 0.0, z), Vec3::Y).x;
        for step in 0..70 {
            let z = -5.9 + 0.169 * step as f32;
            for x in [-5.8, -3.1, -0.2, 1.1, 1.9] {
                assert!(lit(x, z) > 0.004, "{x} {z}");
            }
            for x in [2.4, 2.6, 3.0, 5.0, 7.9] {
                assert!(lit(x, z) < 4e-3, "{x} {z}: {}", lit(x, z));
            }
        }
        let below = lit(0.0, 0.0);
        assert!((below - 8.0 / 6.25).abs() < 0.01, "{below}");
    }

    #[test]
    fn a_lamp_shines_out_of_its_own_body() {
        let at = Vec3::new(0.0, 2.0, 0.0);
        let lamp = Light::point(at, Vec3::ONE, 8.0);
        let bulb = |half: f32| {
            SceneBuilder::new()
                .floor(-4.0, -4.0, 4.0, 4.0, 0.0)
                .cuboid(at - half, at + half)
                .light(lamp.clone())
        };
        let lit = |scene: &BakeScene| scene.lamps().falling_on(Vec3::X, Vec3::Y).x;
        assert!(lit(&scene(bulb(0.1), Vec3::ZERO)) > 0.0, "seen from behind");
        assert!(lit(&scene(bulb(0.8), Vec3::ZERO)) < 1e-3, "a box, no bulb");
    }

    #[test]
    fn what_a_lamp_lights_is_within_its_bounds_and_the_next_room_is_not() {
        let lamp = Light::point(Vec3::new(0.0, 2.5, 0.0), Vec3::ONE, 8.0);
        let lamps = scene(walled(lamp), Vec3::ZERO).lamps().bounds();
        let bounds = lamps[0];
        let room = Aabb::new(Vec3::new(-6.0, 0.0, -6.0), Vec3::new(2.0, 3.0, 6.0));
        assert!(bounds.min.cmple(room.min).all() && bounds.max.cmpge(room.max).all());
        assert!(bounds.max.x < 3.2, "{bounds:?}");
    }
}
