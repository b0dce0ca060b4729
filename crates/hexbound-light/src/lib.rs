//! Baked lighting: the light that reaches each place of a level, computed once per level on the CPU. The
//! same level yields the same result. Large levels are sampled more coarsely, which bounds the time. This
//! crate does not depend on the graphics device.

#![warn(unreachable_pub)]

mod background;
mod distance_field;
mod grid;
mod half;
mod lamp_maps;
mod light_cache;
mod lit_region;
pub mod octahedron;
mod plain_bytes;
mod probes;
mod progress;
mod reflection_probes;
mod scene;
mod sky;
mod surface;

pub use background::BackgroundBake;
pub use distance_field::{DistanceField, FIELD_BEHIND, FIELD_REACH};
pub use grid::Grid;
pub use half::{half_bits, nearest_half_bits};
pub use lamp_maps::{LAMP_RADIUS as LAMP_BODY, LampMaps, MIN_BODY_GLOW as LAMP_GLOW};
pub use light_cache::{find, is_light, light_seed, store};
pub use probes::{
    CELL_HAS_WALL, CELL_HIDES, HIDDEN_SHARE, LUMINANCE_WEIGHTS, MAX_WALL_REACH, ProbeLight,
    ProbeVisibility, Probes, SURFACE_OFFSET, WALL_STEPS,
};
pub use progress::BakeProgress;
pub use reflection_probes::{
    CORNER_MASK_BITS, MAP_LEVELS as REFLECTION_LEVELS, MAX_REFLECTION_PROBES, NO_PROBE,
    PROBE_NUMBER_BITS, ROUGHNESS_STEP, ReflectionProbes, level_side, texels_of,
};
pub use scene::BakeScene;
pub use sky::Sky;
pub use surface::SurfaceColor;

use std::sync::Arc;

use hexbound_collide::hash::Hasher;

/// The baked light of a level.
pub struct Baked {
    pub probes: Probes,
    pub field: DistanceField,
    pub lamps: Arc<LampMaps>,
    pub reflections: ReflectionProbes,
}

/// The quality of a bake: spacings and sample counts.
#[derive(Clone, Copy, Debug)]
pub struct BakeQuality {
    /// The distance between light probes in a small level, meters. It grows in a large one.
    pub probe_spacing: f32,
    /// The largest number of light probes.
    pub max_probes: usize,
    /// The number of points along a grid cell's side at which the visibility of its probes is tested.
    pub subdivisions: u32,
    /// The number of rays cast from each probe.
    pub rays: usize,
    /// The number of bounces of light after the direct light.
    pub bounces: usize,
    /// The distance between points of the distance field in a small level, meters. It grows in a
    /// large one.
    pub field_spacing: f32,
    /// The approximate largest number of point–triangle pairs that the distance field measures.
    pub max_pairs: f64,
    /// The largest number of reflection probes.
    pub max_reflection_probes: usize,
    /// The number of texels along a reflection map's side.
    pub reflection_side: usize,
    /// The number of rays along each side of a reflection map's texel.
    pub reflection_rays: usize,
    /// The distance between the points that are assigned to reflection probes, meters.
    pub reflection_spacing: f32,
}

impl BakeQuality {
    /// A coarse bake before a level is entered.
    pub const QUICK: BakeQuality = BakeQuality {
        probe_spacing: 1.6,
        max_probes: 700,
        subdivisions: 1,
        rays: 24,
        bounces: 2,
        field_spacing: 0.44,
        max_pairs: 2.0e6,
        max_reflection_probes: 8,
        reflection_side: 32,
        reflection_rays: 1,
        reflection_spacing: 1.8,
    };
    /// The bake for play.
    pub const FULL: BakeQuality = BakeQuality {
        probe_spacing: 0.9,
        max_probes: 12_000,
        subdivisions: 2,
        rays: 96,
        bounces: 3,
        field_spacing: 0.22,
        max_pairs: 80.0e6,
        max_reflection_probes: MAX_REFLECTION_PROBES,
        reflection_side: 64,
        reflection_rays: 2,
        reflection_spacing: 0.9,
    };
}

impl Baked {
    /// Bakes a level's light. Returns `None` if `progress` requests a stop. Textures have at most
    /// `max_texture_side` texels along a side.
    pub fn bake(
        scene: &BakeScene,
        sky: &Sky,
        max_texture_side: u32,
        quality: &BakeQuality,
        progress: &BakeProgress,
    ) -> Option<Self> {
        let probes = Probes::bake(scene, sky, max_texture_side, quality, progress)?;
        let field = DistanceField::bake(scene, &probes, max_texture_side, quality, progress)?;
        let reflections =
            ReflectionProbes::bake(scene, sky, &probes, max_texture_side, quality, progress)?;
        Some(Self {
            probes,
            field,
            reflections,
            lamps: Arc::clone(scene.lamps_of_open_level()),
        })
    }

    /// The light of an empty level: the open sky.
    pub fn nothing(sky: &Sky) -> Self {
        let (scene, progress) = (BakeScene::nothing(), BakeProgress::default());
        Self::bake(&scene, sky, 1, &BakeQuality::QUICK, &progress).expect("nobody stops it")
    }
}

/// The key of a full bake in the cache: two bakes with the same key yield the same light.
pub fn key_of(scene: &BakeScene, sky: &Sky, max_texture_side: u32) -> u64 {
    let mut hasher = Hasher::default();
    hasher
        .bytes(hexbound_level::LOADER_HASH.as_bytes())
        .bytes(env!("HEXBOUND_BAKE").as_bytes())
        .bytes(format!("{:?}", BakeQuality::FULL).as_bytes())
        .bytes(format!("{sky:?}").as_bytes())
        .u32(max_texture_side);
    scene.hash(&mut hasher);
    hasher.finish()
}
