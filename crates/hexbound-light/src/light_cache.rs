//! Baked light in the cache, a file for each level, named by a hash of what it was made from. A file
//! only saves time: one that is unsound is not used.

use std::sync::Arc;

use bytemuck::Pod;
use glam::{UVec3, Vec3};

use super::{
    BakeQuality, Baked, DistanceField, Grid, LampMaps, MAX_REFLECTION_PROBES, ProbeVisibility,
    Probes, ReflectionProbes, Sky, lamp_maps::map_side, texels_of,
};
use hexbound_collide::geom::Aabb;

use hexbound_base::cache::{Cache, CacheKind};
use hexbound_level::{Air, Light};

/// The light that an earlier run baked for this key, where it is stored and sound.
pub fn find(key: u64, max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
    find_in(&Cache::of(CacheKind::Light)?, key, max_texture_side, lights)
}

fn find_in(cache: &Cache, key: u64, max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
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

/// The bytes of a bake: all grids and their numbers.
fn bytes_of(baked: &Baked) -> Vec<u8> {
    let (probes, field) = (&baked.probes, &baked.field);
    let mut body = Vec::new();
    put_grid(&mut body, &probes.grid);
    body.extend_from_slice(&probes.visibility.subdivisions.to_ne_bytes());
    body.extend_from_slice(bytemuck::cast_slice(&probes.visibility.cells));
    body.extend_from_slice(probes.visibility.seen.as_flattened());
    body.extend_from_slice(bytemuck::cast_slice(&probes.lights));
    let numbers = [
        &probes.sky_visibility,
        &probes.brightness,
        &probes.sunny,
        &probes.lamplit,
    ];
    for numbers in numbers {
        body.extend_from_slice(bytemuck::cast_slice(numbers));
    }
    body.extend_from_slice(&probes.fallback_light.to_ne_bytes());
    put_grid(&mut body, &field.grid);
    body.extend_from_slice(field.texels.as_flattened());
    for map in &baked.lamps.maps {
        body.extend_from_slice(bytemuck::cast_slice(map));
    }
    put_reflections(&mut body, &baked.reflections);
    body
}

/// Returns whether these bytes hold the light of a level without lamps.
pub fn is_light(bytes: &[u8]) -> bool {
    read(bytes, 256, &[]).is_some()
}

/// The bytes of the light of an empty level.
pub fn light_seed() -> Vec<u8> {
    bytes_of(&Baked::nothing(&Sky::new(None, Air::default())))
}

fn put_reflections(bytes: &mut Vec<u8>, reflections: &ReflectionProbes) {
    let counts = [reflections.side, reflections.places.len()].map(|count| count as u32);
    bytes.extend(counts.map(u32::to_ne_bytes).as_flattened());
    bytes.extend_from_slice(bytemuck::cast_slice(&reflections.places));
    for room in &reflections.rooms {
        bytes.extend_from_slice(bytemuck::cast_slice(&[room.min, room.max]));
    }
    bytes.extend_from_slice(bytemuck::cast_slice(reflections.texels.as_flattened()));
    put_grid(bytes, &reflections.grid);
    bytes.extend_from_slice(bytemuck::cast_slice(&reflections.cells));
}

fn put_grid(bytes: &mut Vec<u8>, grid: &Grid) {
    let [x, y, z] = grid.origin.to_array().map(f32::to_bits);
    let [width, height, depth] = grid.size.to_array();
    let words = [x, y, z, grid.spacing.to_bits(), width, height, depth];
    bytes.extend(words.map(u32::to_le_bytes).as_flattened());
}

fn read(bytes: &[u8], max_texture_side: u32, lights: &[Light]) -> Option<Baked> {
    let mut rest = bytes;
    let grid = take_grid(&mut rest, max_texture_side)?;
    let probes = Probes {
        visibility: take_visibility(&mut rest, &grid, max_texture_side)?,
        lights: take(&mut rest, grid.len())?,
        sky_visibility: take_numbers(&mut rest, grid.len())?,
        brightness: take_numbers(&mut rest, grid.len())?,
        sunny: take_numbers(&mut rest, grid.len())?,
        lamplit: take_numbers(&mut rest, grid.len())?,
        fallback_light: take_numbers(&mut rest, 1)?[0],
        grid,
    };
    let grid = take_grid(&mut rest, max_texture_side)?;
    let texels = take(&mut rest, grid.len())?;
    let field = DistanceField { grid, texels };
    let side = map_side(lights.len());
    let maps: Option<_> = (lights.iter())
        .map(|_| take_numbers(&mut rest, side * side))
        .collect();
    let lamps = LampMaps {
        lights: lights.to_vec(),
        maps: maps?,
    };
    let reflections = take_reflections(&mut rest, max_texture_side)?;
    rest.is_empty().then(|| Baked {
        probes,
        field,
        reflections,
        lamps: Arc::new(lamps),
    })
}

fn take_reflections(rest: &mut &[u8], max_texture_side: u32) -> Option<ReflectionProbes> {
    /// The bits of a half float's exponent, all set in infinities and what is not a number.
    const NO_NUMBER: u16 = 0x7c00;
    let counts: Vec<u32> = take(rest, 2)?;
    let [side, count] = [counts[0], counts[1]].map(|count| count as usize);
    let sides = [
        BakeQuality::QUICK.reflection_side,
        BakeQuality::FULL.reflection_side,
    ];
    if !sides.contains(&side) || count > MAX_REFLECTION_PROBES {
        return None;
    }
    let places = take_numbers(rest, 3 * count)?;
    let rooms = take_numbers(rest, 6 * count)?;
    let room = |sides: &[f32]| Aabb::new(Vec3::from_slice(sides), Vec3::from_slice(&sides[3..]));
    let texels: Vec<[u16; 4]> = take(rest, count * texels_of(side))?;
    let mut halves = texels.as_flattened().iter();
    let are_sound = halves.all(|half| half & NO_NUMBER != NO_NUMBER);
    let grid = take_grid(rest, max_texture_side)?;
    are_sound.then_some(ReflectionProbes {
        places: places.chunks_exact(3).map(Vec3::from_slice).collect(),
        rooms: rooms.chunks_exact(6).map(room).collect(),
        side,
        texels,
        cells: take(rest, grid.len())?,
        grid,
    })
}

fn take_grid(rest: &mut &[u8], max_texture_side: u32) -> Option<Grid> {
    let place: Vec<f32> = take_numbers(rest, 4)?;
    let sides: Vec<u32> = take(rest, 3)?;
    let grid = Grid {
        origin: Vec3::from_slice(&place),
        spacing: place[3],
        size: UVec3::from_slice(&sides),
    };
    let fits = grid.size.min_element() >= 1 && grid.size.max_element() <= max_texture_side.max(1);
    (fits && grid.spacing > 0.0).then_some(grid)
}

fn take_visibility(
    rest: &mut &[u8],
    grid: &Grid,
    max_texture_side: u32,
) -> Option<ProbeVisibility> {
    let subdivisions: u32 = take(rest, 1)?[0];
    let cells = grid.cells().element_product() as usize;
    let points = cells.checked_mul((subdivisions as usize).checked_pow(3)?)?;
    let fits =
        subdivisions == 0 || subdivisions <= max_texture_side / (2 * grid.size.max_element());
    let visibility = ProbeVisibility {
        subdivisions,
        cells: take(rest, cells)?,
        seen: take(rest, points)?,
    };
    fits.then_some(visibility)
}

fn take_numbers(rest: &mut &[u8], count: usize) -> Option<Vec<f32>> {
    let numbers: Vec<f32> = take(rest, count)?;
    let are_sound = numbers.iter().all(|number| number.is_finite());
    are_sound.then_some(numbers)
}

fn take<T: Pod>(rest: &mut &[u8], count: usize) -> Option<Vec<T>> {
    let (taken, after) = rest.split_at_checked(count.checked_mul(size_of::<T>())?)?;
    *rest = after;
    Some(bytemuck::pod_collect_to_vec(taken))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{BakeProgress, BakeQuality, BakeScene},
        *,
    };
    use crate::SurfaceColor;
    use hexbound_level::Level;
    use hexbound_scenes::SceneBuilder;

    fn level() -> Level {
        let lamp = Light::point(Vec3::ONE, Vec3::ONE, 8.0);
        let room = SceneBuilder::new().room(Vec3::ZERO, Vec3::new(4.0, 3.0, 5.0));
        room.light(lamp).build("room").unwrap()
    }

    fn lights() -> Vec<Light> {
        level().lights
    }

    fn baked() -> Baked {
        let level = level();
        let gray = SurfaceColor {
            base: Vec3::splat(0.5),
            emitted: Vec3::ZERO,
        };
        let scene = BakeScene::new(&level, &vec![gray; level.materials.len()]);
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
        assert!(
            read(&bytes, 1, &lights()).is_none(),
            "too large for the device"
        );
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
            // Either is well, as long as nothing panics.
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
