//! The light of explosions and lit targets on their surroundings, and its visibility maps. Rays cast in the
//! collision mesh keep this light out of the next room. Moving bodies cast no shadow in it.

use std::sync::Arc;

use glam::Vec3;
use hexbound_collide::CollisionMesh;

use crate::{
    Gpu,
    buffer_struct::buffer_struct,
    device::upload::{from_row, write_texels},
    frame::globals::Globals,
    scene::marked_bodies::MarkedBodies,
};
use hexbound_level::Level;
use hexbound_light::{
    half_bits,
    octahedron::{direction_at, position_on_edges},
};
use hexbound_sim::{Explosion, LitTarget, MarkedBody, View};

/// The reach of the light of explosions and lit targets, meters.
const FLASH_REACH: f32 = 7.0;
/// The distance of the light from the struck surface where there is space, meters.
const EXPLOSION_HEIGHT: f32 = 0.5;
/// The brightness of a new explosion's light at one meter.
const EXPLOSION_BRIGHTNESS: f32 = 9.0;
/// The side of a flash's octahedral map, texels. The outermost texels lie on the octahedron's edges.
pub(crate) const MAP_SIDE: usize = 48;
/// The largest number of explosions that light their surroundings.
const MAX_EXPLOSIONS: usize = 4;
/// The largest number of lit targets that light their surroundings.
const MAX_TARGETS: usize = 4;
/// The largest number of explosions and targets that light their surroundings.
pub(crate) const MAX_FLASHES: usize = MAX_EXPLOSIONS + MAX_TARGETS;
/// The width and height of all maps, one above the other, texels.
pub(crate) const MAPS_SIZE: (u32, u32) = (MAP_SIDE as u32, (MAP_SIDE * MAX_FLASHES) as u32);
/// The brightness of a lit target's light at one meter.
const TARGET_BRIGHTNESS: f32 = 3.0;
/// The brightness of the flash of a newly lit target, as a factor of [`TARGET_BRIGHTNESS`].
const TARGET_FLASH: f32 = 3.0;
/// The distance from the eye within which targets light their surroundings, meters.
const MAX_TARGET_DISTANCE: f32 = 40.0;
/// The step in which the light of a moving target moves, meters.
const TARGET_STEP: f32 = 0.05;
/// The strength of an explosion's own glow if flashes are off.
const LOW_GLOW: f32 = 0.16;

buffer_struct! {
    /// The light of an explosion or a lit target at `position`, local, meters. shaders/common.wgsl explains
    /// `reach` and `map`.
    pub(crate) struct Flash {
        pub position: Vec3,
        pub reach: f32,
        pub color: Vec3,
        pub map: f32,
    }
}

pub(crate) struct Flashes {
    mesh: Option<Arc<CollisionMesh>>,
    /// The flash in each slot of the maps.
    slots: [Option<MappedFlash>; MAX_FLASHES],
    /// The texture with the maps at its left, one above the other.
    maps: wgpu::Texture,
}

/// The identity of a flash. The id of an explosion alone may repeat after a rewind.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FlashKey {
    id: u32,
    position: Vec3,
    normal: Vec3,
}

/// A light that flashes.
#[derive(Clone, Copy, Debug)]
struct LightSource {
    key: FlashKey,
    /// The linear color at one meter.
    color: Vec3,
}

/// A flash with its map.
#[derive(Clone, Copy, Debug)]
struct MappedFlash {
    key: FlashKey,
    /// The position of the light, meters.
    center: Vec3,
}

impl Flashes {
    /// Flashes with their maps in the corner of a texture of half floats.
    pub(crate) fn new(maps: wgpu::Texture) -> Self {
        Self {
            mesh: None,
            slots: [None; MAX_FLASHES],
            maps,
        }
    }

    /// Sets another texture for the maps, or the same one after a clear.
    pub(crate) fn set_texture(&mut self, maps: wgpu::Texture) {
        self.maps = maps;
        self.slots = [None; MAX_FLASHES];
    }

    pub(crate) fn set_level(&mut self, level: &Level) {
        self.mesh = Some(Arc::clone(&level.collision));
        self.slots = [None; MAX_FLASHES];
    }

    /// Writes the nearest lit targets into `globals` and, unless flashes are off, the brightest explosions.
    pub(crate) fn fill_globals(
        &mut self,
        gpu: &Gpu,
        view: &View,
        marked: &MarkedBodies,
        low_flash: bool,
        globals: &mut Globals,
    ) {
        globals.explosion_glow = if low_flash { LOW_GLOW } else { 1.0 };
        let mut sources = targets(view, marked, low_flash);
        if !low_flash {
            sources.extend(brightest(view).into_iter().map(LightSource::from));
        }
        let keys: Vec<FlashKey> = sources.iter().map(|source| source.key).collect();
        globals.flash_count = sources.len() as f32;
        for (index, source) in sources.iter().enumerate() {
            let (slot, center) = self.map_of(gpu, &source.key, &keys);
            globals.flashes[index] = Flash {
                position: center,
                reach: FLASH_REACH,
                color: source.color,
                map: slot as f32,
            };
        }
    }

    /// The slot of a flash's map and the position of its light. A missing map is computed, in a slot that
    /// none of `wanted` uses.
    fn map_of(&mut self, gpu: &Gpu, key: &FlashKey, wanted: &[FlashKey]) -> (usize, Vec3) {
        for (slot, mapped) in self.slots.iter().enumerate() {
            if let Some(mapped) = mapped.filter(|mapped| mapped.key == *key) {
                return (slot, mapped.center);
            }
        }
        let is_free = |it: &Option<MappedFlash>| it.is_none_or(|it| !wanted.contains(&it.key));
        // There are as many slots as flashes, and this flash has none yet.
        let slot = self.slots.iter().position(is_free).unwrap_or(0);
        let (center, texels) = match &self.mesh {
            Some(mesh) => {
                let center = key.center(mesh);
                (center, map(mesh, center))
            }
            None => (key.position, vec![0; MAP_SIDE * MAP_SIDE]),
        };
        self.slots[slot] = Some(MappedFlash { key: *key, center });
        self.upload(gpu, slot, &texels);
        (slot, center)
    }

    fn upload(&self, gpu: &Gpu, slot: usize, texels: &[u16]) {
        let target = from_row(&self.maps, (slot * MAP_SIDE) as u32);
        let side = MAP_SIDE as u32;
        write_texels(gpu, target, bytemuck::cast_slice(texels), [side, side, 1]);
    }
}

impl From<&Explosion> for LightSource {
    fn from(explosion: &Explosion) -> Self {
        Self {
            key: FlashKey {
                id: explosion.id,
                position: explosion.position,
                normal: explosion.normal,
            },
            color: Vec3::new(1.0, 0.52, 0.17) * (EXPLOSION_BRIGHTNESS * explosion.alpha.powi(5)),
        }
    }
}

/// The nearest lit targets, at most [`MAX_TARGETS`]. Their light fades with the distance from the eye, and
/// ends at [`MAX_TARGET_DISTANCE`].
fn targets(view: &View, marked: &MarkedBodies, low_flash: bool) -> Vec<LightSource> {
    let source = |lit: &LitTarget| {
        let (mut position, mut normal) = marked.impact(lit, view)?;
        if lit.on != MarkedBody::Level {
            // The position moves in steps, since each position needs a map of its own.
            position = (position / TARGET_STEP).round() * TARGET_STEP;
            normal = (normal / TARGET_STEP).round().normalize_or(normal);
        }
        let fade = 1.0 - position.distance(view.eye) / MAX_TARGET_DISTANCE;
        let flash = match low_flash {
            true => 0.0,
            false => TARGET_FLASH * (-3.0 * lit.seconds).exp(),
        };
        let key = FlashKey {
            id: u32::MAX - lit.target,
            position,
            normal,
        };
        let color = Vec3::new(0.10, 1.0, 0.78) * (TARGET_BRIGHTNESS * fade * (1.0 + flash));
        (fade > 0.0).then_some(LightSource { key, color })
    };
    let mut sources: Vec<LightSource> = view.lit.iter().filter_map(source).collect();
    let distance = |source: &LightSource| source.key.position.distance(view.eye);
    sources.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    sources.truncate(MAX_TARGETS);
    sources
}

impl FlashKey {
    /// The position of the light: off the struck surface and in front of the next one, meters.
    fn center(&self, mesh: &CollisionMesh) -> Vec3 {
        /// The offset of the ray's origin from the surface, so that the ray does not hit it, meters.
        const RAY_OFFSET: f32 = 0.02;
        let from = self.position + self.normal * RAY_OFFSET;
        let room = mesh.ray_cast(from, self.normal, 2.0 * EXPLOSION_HEIGHT);
        from + self.normal * room.map_or(EXPLOSION_HEIGHT, |hit| 0.5 * hit.distance)
    }
}

fn brightest(view: &View) -> Vec<&Explosion> {
    let brightness = |explosion: &Explosion| {
        explosion.alpha.powi(5) / (4.0 + explosion.position.distance(view.eye))
    };
    let mut sorted: Vec<&Explosion> = view.explosions.iter().collect();
    sorted.sort_by(|a, b| brightness(b).total_cmp(&brightness(a)));
    sorted.truncate(MAX_EXPLOSIONS);
    sorted
}

/// A map of a flash: for each direction, the inverse of the distance to the first wall, measured as the
/// sum of its components along the axes. This inverse is linear across a flat wall.
fn map(mesh: &CollisionMesh, center: Vec3) -> Vec<u16> {
    let texel = |index: usize| {
        let (x, y) = ((index % MAP_SIDE) as f32, (index / MAP_SIDE) as f32);
        let direction = direction_at(position_on_edges(MAP_SIDE, x, y));
        let hit = mesh.ray_cast(center, direction, FLASH_REACH);
        let inverse = hit.map_or(0.0, |hit| {
            1.0 / (direction * hit.distance).abs().element_sum().max(1e-3)
        });
        half_bits(inverse)
    };
    (0..MAP_SIDE * MAP_SIDE).map(texel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_brightest_and_nearest_come_first() {
        let explosion = |id: u32, alpha: f32, z: f32| Explosion {
            position: Vec3::Z * z,
            normal: Vec3::Y,
            alpha,
            scale: 1.0,
            id,
        };
        let view = View {
            explosions: vec![
                explosion(1, 0.2, -1.0),
                explosion(2, 0.9, -1.0),
                explosion(3, 0.9, -40.0),
                explosion(4, 0.1, -1.0),
                explosion(5, 0.8, -1.0),
            ],
            ..View::default()
        };
        let ids: Vec<u32> = brightest(&view).iter().map(|it| it.id).collect();
        assert_eq!(ids, [2, 5, 3, 1]);
    }
}
