//! The shaders' complete texts: a file under shaders/ after the files it needs. A prelude with the constants
//! that WGSL and Rust share comes first, generated from the Rust ones.

use glam::Vec3;

use super::{
    lighting::{ambient_occluders, clusters, flashes, reflections},
    occlusion::groups,
    scene::{materials, textures},
    shadow::lamp_faces,
};
use hexbound_light as bake;

/// A shader with all files that it is compiled from.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The name of the file under shaders/, without the extension, or of the variant.
    pub name: &'static str,
    files: &'static [&'static str],
}

const COMMON_SOURCE: &str = include_str!("../../../shaders/common.wgsl");
const SCREEN_SOURCE: &str = include_str!("../../../shaders/screen.wgsl");
const LIGHTING_SOURCE: &str = include_str!("../../../shaders/lighting.wgsl");
const REFLECTIONS_SOURCE: &str = include_str!("../../../shaders/reflections.wgsl");
const NOISE_SOURCE: &str = include_str!("../../../shaders/noise.wgsl");
const MATERIAL_SOURCE: &str = include_str!("../../../shaders/material.wgsl");
const HOLES_SOURCE: &str = include_str!("../../../shaders/holes.wgsl");
const SEAMS_SOURCE: &str = include_str!("../../../shaders/seams.wgsl");
const DEPTH_SOURCE: &str = include_str!("../../../shaders/depth_single.wgsl");
const DEPTH_SAMPLES_SOURCE: &str = include_str!("../../../shaders/depth_samples.wgsl");

/// The shader in the file of the given name, after its required sources.
macro_rules! shader {
    ($name:literal, [$($needed:ident),*]) => {
        Shader {
            name: $name,
            files: &[
                $($needed,)*
                include_str!(concat!("../../../shaders/", $name, ".wgsl")),
            ],
        }
    };
    // With the sources of light on surfaces.
    ($name:literal, lit [$($needed:ident),*]) => {
        shader!($name, [COMMON_SOURCE, LIGHTING_SOURCE, REFLECTIONS_SOURCE $(, $needed)*])
    };
}

/// Draws the balls.
pub const BALL: Shader = shader!("ball", lit [NOISE_SOURCE, SEAMS_SOURCE]);
/// Gathers the glow around bright areas.
pub(crate) const BLOOM: Shader = shader!("bloom", []);
/// Draws explosions.
pub const EXPLOSION: Shader = shader!("explosion", lit[NOISE_SOURCE]);
/// Draws debug lines and faces, and the lines of selected props.
pub const DEBUG: Shader = shader!("debug", [COMMON_SOURCE]);
/// Draws ghosts.
pub(crate) const GHOST: Shader = shader!("ghost", [COMMON_SOURCE, SEAMS_SOURCE]);
/// Draws the level's triangles and the props.
pub(crate) const MESH: Shader = shader!("mesh", lit[MATERIAL_SOURCE]);
/// Tests the occlusion of chunks, by depth with one sample per pixel.
pub(crate) const OCCLUSION: Shader = shader!("occlusion", [DEPTH_SOURCE]);
/// Tests the occlusion of chunks, by depth with four samples per pixel.
pub(crate) const OCCLUSION_MULTISAMPLED: Shader = Shader {
    name: "occlusion, multisampled",
    ..shader!("occlusion", [DEPTH_SAMPLES_SOURCE])
};
/// Draws the interface over the frame.
pub(crate) const OVERLAY: Shader = shader!("overlay", []);
/// Draws sparks, smoke and dust.
pub(crate) const PARTICLE: Shader = shader!("particle", lit[NOISE_SOURCE]);
/// Resizes a frame.
pub(crate) const RESIZE: Shader = shader!("resize", [COMMON_SOURCE, SCREEN_SOURCE]);
/// Draws scorch marks.
pub(crate) const SCORCH: Shader = shader!("scorch", lit[NOISE_SOURCE]);
/// Draws the lamps' shadow maps.
pub(crate) const LAMP_MAP: Shader = shader!("lamp_map", [MATERIAL_SOURCE, HOLES_SOURCE]);
/// Draws the sun's shadow maps.
pub(crate) const SHADOW: Shader = shader!("shadow", [MATERIAL_SOURCE, HOLES_SOURCE]);
/// Draws the sky.
pub const SKY: Shader = shader!("sky", [COMMON_SOURCE, NOISE_SOURCE]);
/// Draws the walkers.
pub const WALKER: Shader = shader!("walker", lit[NOISE_SOURCE]);
/// Maps the light to a frame for display.
pub const TONE: Shader = shader!("tone", [COMMON_SOURCE, SCREEN_SOURCE]);

/// All shaders.
pub const ALL: [&Shader; 17] = [
    &BALL,
    &BLOOM,
    &DEBUG,
    &EXPLOSION,
    &GHOST,
    &LAMP_MAP,
    &MESH,
    &OCCLUSION,
    &OCCLUSION_MULTISAMPLED,
    &OVERLAY,
    &PARTICLE,
    &RESIZE,
    &SCORCH,
    &SHADOW,
    &SKY,
    &TONE,
    &WALKER,
];

impl Shader {
    /// The complete WGSL text: the prelude, then the files.
    pub fn source(&self) -> String {
        let mut source = prelude();
        for file in self.files {
            source.push_str(file);
        }
        source
    }
}

/// The constants that shaders and Rust share, by name, type and value. Each value has its only definition at
/// the path named here.
fn constants() -> Vec<(&'static str, String)> {
    let float = |value: f32| format!("f32 = {value:?}");
    let int = |value: usize| format!("i32 = {value}");
    let word = |value: u32| format!("u32 = {value}u");
    let vector = |Vec3 { x, y, z }| format!("vec3<f32> = vec3<f32>({x:?}, {y:?}, {z:?})");
    vec![
        ("LUMINANCE", vector(bake::LUMINANCE_WEIGHTS)),
        // Light probes and the walls between them.
        ("CELL_HIDES", word(bake::CELL_HIDES)),
        ("CELL_HAS_WALL", word(bake::CELL_HAS_WALL)),
        ("HIDDEN_SHARE", float(bake::HIDDEN_SHARE)),
        ("SURFACE_OFFSET", float(bake::SURFACE_OFFSET)),
        ("MAX_WALL_REACH", float(bake::MAX_WALL_REACH)),
        ("WALL_STEPS", word(bake::WALL_STEPS)),
        // Reflection probes.
        (
            "REFLECTION_SLOTS",
            word(reflections::REFLECTION_SLOTS as u32),
        ),
        ("REFLECTION_LEVELS", float(bake::REFLECTION_LEVELS as f32)),
        ("REFLECTION_ROUGHNESS_STEP", float(bake::ROUGHNESS_STEP)),
        (
            "REFLECTION_ROUGHEST",
            float(reflections::MAX_SHARP_ROUGHNESS),
        ),
        ("PROBE_NUMBER_BITS", word(bake::PROBE_NUMBER_BITS)),
        ("PROBE_MASK_BITS", word(bake::CORNER_MASK_BITS)),
        ("NO_PROBE", word(bake::NO_PROBE.into())),
        // Lamps.
        ("MAX_LAMPS", word(clusters::MAX_LAMPS as u32)),
        ("CLUSTER_COLUMNS", int(clusters::CLUSTER_COLUMNS)),
        ("CLUSTER_ROWS", int(clusters::CLUSTER_ROWS)),
        ("CLUSTER_SLICES", int(clusters::CLUSTER_SLICES)),
        ("LAMP_BODY", float(bake::LAMP_BODY)),
        ("FLASH_COLUMNS", float(flashes::MAPS_SIZE.0 as f32)),
        ("LAMP_TILE_GUARD", float(lamp_faces::TILE_GUARD as f32)),
        // Flashes and ambient occluders.
        ("MAX_FLASHES", word(flashes::MAX_FLASHES as u32)),
        ("FLASH_MAP_SIDE", float(flashes::MAP_SIDE as f32)),
        (
            "MAX_OCCLUDERS",
            word(ambient_occluders::MAX_OCCLUDERS as u32),
        ),
        // Materials.
        ("MATERIAL_SLOTS", word(textures::TEXTURE_SLOTS as u32)),
        ("ALPHA_MASK", word(materials::Coverage::Mask as u32)),
        ("ALPHA_BLEND", word(materials::Coverage::Blend as u32)),
        ("DETAIL_NONE", word(materials::Detail::None as u32)),
        ("DETAIL_MASONRY", word(materials::Detail::Masonry as u32)),
        ("DETAIL_SMOOTHEST", float(materials::DETAIL_SMOOTHEST)),
        // Occlusion tests.
        ("TILE_SIDE", word(groups::TILE_SIDE)),
        ("TILES_A_GROUP", word(groups::TILES_A_GROUP)),
        ("CHUNKS_A_GROUP", word(groups::CHUNKS_A_GROUP)),
    ]
}

fn prelude() -> String {
    let line = |(name, value)| format!("const {name}: {value};\n");
    constants().into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use naga::{AddressSpace, Module, TypeInner, front::wgsl};

    use super::*;
    use crate::{
        buffer_struct::BufferStruct,
        frame::globals::Globals,
        lighting::{
            ambient_occluders::Occluder,
            flashes::Flash,
            lamps::{Lamp, Lamps},
            reflections::{ReflectionProbe, Reflections},
        },
        occlusion::tester::{ChunkBox, DrawArguments, OcclusionView},
        scene::materials::{MaterialUniforms, UvTransform},
        shadow::{lamps::LampView, maps::LightUniforms},
    };

    type Fields = Vec<(String, usize, usize)>;

    fn fields_of<T: BufferStruct>() -> (String, (Fields, usize)) {
        let fields = T::FIELDS.iter().filter(|it| !it.0.starts_with("padding"));
        let fields = fields.map(|&(name, offset, size)| (name.to_owned(), offset, size));
        (T::WGSL.to_owned(), (fields.collect(), size_of::<T>()))
    }

    fn rust_structs() -> BTreeMap<String, (Fields, usize)> {
        BTreeMap::from([
            fields_of::<Globals>(),
            fields_of::<Occluder>(),
            fields_of::<Flash>(),
            fields_of::<Lamps>(),
            fields_of::<Lamp>(),
            fields_of::<Reflections>(),
            fields_of::<ReflectionProbe>(),
            fields_of::<MaterialUniforms>(),
            fields_of::<UvTransform>(),
            fields_of::<LightUniforms>(),
            fields_of::<LampView>(),
            fields_of::<OcclusionView>(),
            fields_of::<ChunkBox>(),
            fields_of::<DrawArguments>(),
        ])
    }

    fn parsed(source: &str) -> Module {
        wgsl::parse_str(source).unwrap_or_else(|error| panic!("{}", error.emit_to_string(source)))
    }

    /// The structures that a module's buffers hold, by name, with those inside them.
    fn wgsl_structs(module: &Module) -> BTreeMap<String, (Fields, usize)> {
        let mut found = BTreeMap::new();
        let variables = module.global_variables.iter();
        let in_buffers = variables.filter_map(|(_, variable)| match variable.space {
            AddressSpace::Uniform | AddressSpace::Storage { .. } => Some(variable.ty),
            _ => None,
        });
        let mut waiting: Vec<_> = in_buffers.collect();
        while let Some(handle) = waiting.pop() {
            let ty = &module.types[handle];
            match &ty.inner {
                TypeInner::Array { base, .. } => waiting.push(*base),
                TypeInner::Struct { members, span } => {
                    waiting.extend(members.iter().map(|member| member.ty));
                    let field = |member: &naga::StructMember| {
                        let size = module.types[member.ty].inner.size(module.to_ctx()) as usize;
                        let name = member.name.clone().expect("a named field");
                        (name, member.offset as usize, size)
                    };
                    let name = ty.name.clone().expect("a named structure");
                    let fields = members.iter().map(field).collect();
                    found.insert(name, (fields, *span as usize));
                }
                _ => {}
            }
        }
        found
    }

    #[test]
    fn structures_are_laid_out_alike_in_rust_and_wgsl() {
        let ours = rust_structs();
        let mut seen = Vec::new();
        for shader in ALL {
            for (name, theirs) in wgsl_structs(&parsed(&shader.source())) {
                let own = ours.get(&name);
                let own = own.unwrap_or_else(|| panic!("{}: no {name} in Rust", shader.name));
                assert_eq!(*own, theirs, "{name} of {}", shader.name);
                seen.push(name);
            }
        }
        let unused: Vec<_> = ours.keys().filter(|name| !seen.contains(name)).collect();
        assert!(unused.is_empty(), "no shader reads {unused:?}");
    }

    #[test]
    fn another_layout_is_found() {
        let [name, source] = ["Flash", "struct Flash { reach: f32, position: vec3<f32> }"];
        let source = format!("{source} @group(0) @binding(0) var<uniform> it: {name};");
        assert_ne!(rust_structs()[name], wgsl_structs(&parsed(&source))[name]);
    }

    #[test]
    fn every_shared_constant_is_used_by_a_shader() {
        let sources = ALL.map(|shader| shader.files.concat()).concat();
        let words = sources.split(|it: char| !it.is_alphanumeric() && it != '_');
        let words: Vec<&str> = words.collect();
        for (name, _) in constants() {
            assert!(words.contains(&name), "{name}");
        }
    }
}
