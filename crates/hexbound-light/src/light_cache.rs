//! Baked light in the cache: a file for each level, named by a hash of the bake's inputs. Files only save
//! time, and invalid ones are ignored.

use std::sync::Arc;

use super::{
    BakeQuality, Baked, DistanceField, Grid, LampMaps, MAX_REFLECTION_PROBES, ProbeVisibility,
    Probes, ReflectionProbes, Sky, lamp_maps::map_side, texels_of,
};
use hexbound_collide::geom::Aabb;

use hexbound_base::{
    cache::{Cache, CacheKind},
    logs::span,
};
use hexbound_level::{Air, Light};

/// The light that an earlier run stored for a key; `None` if there is no valid one.
pub fn find(key: u64, max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
    find_in(&Cache::of(CacheKind::Light)?, key, max_texture_side, lights)
}

fn find_in(cache: &Cache, key: u64, max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
    let _span = span("reading kept light");
    let bytes = cache.read(key).ok()?;
    let baked = read(&bytes, max_texture_side, lights);
    if baked.is_none() {
        log::debug!("{}: not usable", cache.path(key).display());
    }
    baked
}

/// Stores the light of a level for the next run. Write errors are ignored: the cache is optional.
pub fn store(key: u64, level: &str, baked: &Baked) {
    let Some(cache) = Cache::of(CacheKind::Light) else {
        return;
    };
    if let Err(error) = cache.write(key, level, &bytes_of(baked)) {
        log::debug!("the light is not stored: {error}");
    }
}

/// The bytes of a bake without the lamps themselves, which are in the level.
fn bytes_of(baked: &Baked) -> Vec<u8> {
    let Baked {
        probes,
        field,
        reflections,
        lamps,
    } = baked;
    postcard::to_allocvec(&(probes, field, reflections, &lamps.maps))
        .expect("numbers and lists of a known length")
}

/// Returns whether these bytes hold the light of a level without lamps.
pub fn is_light(bytes: &[u8]) -> bool {
    read(bytes, 256, &[]).is_some()
}

/// The bytes of the light of an empty level.
pub fn light_seed() -> Vec<u8> {
    bytes_of(&Baked::nothing(&Sky::new(None, Air::default())))
}

fn read(bytes: &[u8], max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
    let read = postcard::take_from_bytes(bytes).ok()?;
    let ((probes, field, reflections, maps), []): ((_, _, _, Vec<Vec<f32>>), &[u8]) = read else {
        return None;
    };
    let side = map_side(lights.len());
    let are_maps = maps.len() == lights.len()
        && (maps.iter()).all(|map| map.len() == side * side && are_finite(map));
    let is_valid = are_probes(&probes, max_texture_side)
        && is_field(&field, max_texture_side)
        && are_reflections(&reflections, max_texture_side)
        && are_maps;
    is_valid.then(|| Baked {
        probes,
        field,
        reflections,
        lamps: Arc::new(LampMaps {
            lights: lights.to_vec(),
            maps,
        }),
    })
}

fn are_probes(probes: &Probes, max_texture_side: u32) -> bool {
    let grid = &probes.grid;
    let numbers = [
        &probes.sky_visibility,
        &probes.brightness,
        &probes.sunny,
        &probes.lamplit,
    ];
    is_grid(grid, max_texture_side)
        && is_visibility(&probes.visibility, grid, max_texture_side)
        && probes.lights.len() == grid.len()
        && (numbers.iter()).all(|numbers| numbers.len() == grid.len() && are_finite(numbers))
        && probes.fallback_light.is_finite()
}

fn is_visibility(visibility: &ProbeVisibility, grid: &Grid, max_texture_side: u32) -> bool {
    let subdivisions = visibility.subdivisions;
    let cells = grid.cells().element_product() as usize;
    let points = (subdivisions as usize).checked_pow(3);
    let points = points.and_then(|points| points.checked_mul(cells));
    (subdivisions == 0 || subdivisions <= max_texture_side / (2 * grid.size.max_element()))
        && visibility.cells.len() == cells
        && Some(visibility.seen.len()) == points
}

fn is_field(field: &DistanceField, max_texture_side: u32) -> bool {
    is_grid(&field.grid, max_texture_side) && field.texels.len() == field.grid.len()
}

fn are_reflections(reflections: &ReflectionProbes, max_texture_side: u32) -> bool {
    /// The bits of a half float's exponent, all set in infinities and NaN.
    const EXPONENT_BITS: u16 = 0x7c00;
    let (side, count) = (reflections.side, reflections.places.len());
    let sides = [
        BakeQuality::QUICK.reflection_side,
        BakeQuality::FULL.reflection_side,
    ];
    let mut halves = reflections.texels.as_flattened().iter();
    let is_room = |room: &Aabb| room.min.is_finite() && room.max.is_finite();
    sides.contains(&side)
        && count <= MAX_REFLECTION_PROBES
        && reflections.places.iter().all(|place| place.is_finite())
        && reflections.rooms.len() == count
        && reflections.rooms.iter().all(is_room)
        && reflections.texels.len() == count * texels_of(side)
        && halves.all(|half| half & EXPONENT_BITS != EXPONENT_BITS)
        && is_grid(&reflections.grid, max_texture_side)
        && reflections.cells.len() == reflections.grid.len()
}

fn is_grid(grid: &Grid, max_texture_side: u32) -> bool {
    grid.origin.is_finite()
        && (grid.spacing > 0.0 && grid.spacing.is_finite())
        && grid.size.min_element() >= 1
        && grid.size.max_element() <= max_texture_side.max(1)
}

fn are_finite(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::{
        super::{BakeProgress, BakeQuality},
        *,
    };
    use crate::scene::tests::gray_scene;
    use hexbound_level::Level;
    use hexbound_scenes::SceneBuilder;

    fn level() -> Level {
        let lamp = Light::point(Vec3::ONE, Vec3::ONE, 8.0);
        let room = SceneBuilder::new().room(Vec3::ZERO, Vec3::new(4.0, 3.0, 5.0));
        room.light(lamp).build("room").unwrap()
    }

    fn lights() -> Vec<Light> {
        level().lighting.lights
    }

    fn baked() -> Baked {
        let level = level();
        let scene = gray_scene(&level);
        let (sky, progress) = (Sky::new(None, Air::default()), BakeProgress::default());
        Baked::bake(&scene, &sky, 256, &BakeQuality::QUICK, &progress).unwrap()
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let baked = baked();
        let bytes = bytes_of(&baked);
        let again = read(&bytes, 256, &lights()).unwrap();
        assert!(again.probes.lights == baked.probes.lights);
        assert!(again.probes.grid == baked.probes.grid && again.field.grid == baked.field.grid);
        assert_eq!(again.field.texels, baked.field.texels);
        assert_eq!(again.reflections.places, baked.reflections.places);
        assert_eq!(again.reflections.texels, baked.reflections.texels);
        assert_eq!(bytes_of(&again), bytes);
    }

    #[test]
    fn what_is_cut_short_too_large_or_no_number_is_not_used() {
        let bytes = bytes_of(&baked());
        let too_large = read(&bytes, 1, &lights());
        assert!(too_large.is_none(), "too large for the device");
        for length in [0, 8, 23, 60, bytes.len() / 2, bytes.len() - 1] {
            assert!(read(&bytes[..length], 256, &lights()).is_none(), "{length}");
        }
        for number in [0, f32::NAN.to_bits(), u32::MAX] {
            let mut altered = bytes.clone();
            // The spacing of the first grid.
            altered[12..16].copy_from_slice(&number.to_le_bytes());
            assert!(read(&altered, 256, &lights()).is_none(), "{number}");
        }
    }

    #[test]
    fn bytes_that_were_altered_are_refused_or_bearable() {
        let bytes = bytes_of(&baked());
        for place in (0..bytes.len()).step_by(bytes.len() / 200) {
            let mut altered = bytes.clone();
            altered[place] ^= 0x90;
            // Both results are valid, as long as nothing panics.
            let _ = read(&altered, 256, &lights());
        }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(CacheKind::Light, folder.path().into());
        assert!(find_in(&cache, 7, 256, &lights()).is_none());
        cache.write(7, "room", &bytes_of(&baked())).unwrap();
        assert!(find_in(&cache, 7, 256, &lights()).is_some());
        cache.write(7, "room", b"something else").unwrap();
        assert!(find_in(&cache, 7, 256, &lights()).is_none());
    }
}
