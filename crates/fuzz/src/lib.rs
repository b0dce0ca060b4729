//! Bytes from outside, fed to what reads them: levels, recordings, settings and cached files. The
//! tests below alter small files in the same ways on every run. Whatever the bytes, they are taken or refused; nothing panics.

mod maps;

use std::path::Path;

use base64::{Engine, engine::general_purpose::STANDARD};
use hexbound_collide::CollisionMesh;
use serde_json::json;

use hexbound_lab::capsule::{Capsule, FileSection};
use hexbound_light as light;
use hexbound_replay as replay;
use hexbound_scenes::catalog;
use hexbound_sim::{Rules, World};
use hexbound_ui::settings;

/// A kind of file that comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A level: a glTF file, or a map of Quake's family.
    Level,
    Recording,
    /// The player's settings, of this version or of the first.
    Settings,
    /// The content of a capsule, without its checksum.
    Capsule,
    /// The content of a cached file behind its checksums: the first byte says of which kind.
    Cache,
}

/// The ticks that are played in a level that is taken.
const TICKS: usize = 3;
/// The name under which the collision mesh among the seeds is kept.
const CONTENT: u64 = 7;

impl Input {
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Level,
        Self::Recording,
        Self::Settings,
        Self::Capsule,
        Self::Cache,
    ];

    /// The name of the kind, and of its target.
    pub fn name(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Recording => "recording",
            Self::Settings => "settings",
            Self::Capsule => "capsule",
            Self::Cache => "cache",
        }
    }

    /// Reads the bytes as the game does, and returns whether they were taken.
    pub fn feed(self, bytes: &[u8]) -> bool {
        match self {
            Self::Level => feed_level(bytes),
            Self::Recording => {
                let read = replay::read_from(Box::new(bytes), Path::new("fed"));
                read.is_ok_and(|recording| recording.check_whole().is_ok())
            }
            Self::Settings => settings::feed(&String::from_utf8_lossy(bytes)),
            Self::Capsule => {
                let read = Capsule::from_bytes(bytes, FileSection::Unpacked, Path::new("fed"));
                read.is_ok_and(|capsule| is_played(&capsule))
            }
            Self::Cache => feed_cache(bytes),
        }
    }

    /// Small files of the kind to begin with, all of which are taken.
    pub fn seeds(self) -> Vec<Vec<u8>> {
        match self {
            Self::Level => vec![small_gltf(), small_glb(), maps::source(), maps::compiled()],
            Self::Recording => vec![include_bytes!("../../../assets/demo.rec").to_vec()],
            Self::Settings => vec![settings::seed().into_bytes()],
            Self::Capsule => capsule_seeds(),
            Self::Cache => cache_seeds(),
        }
    }
}

fn feed_level(bytes: &[u8]) -> bool {
    let Ok(level) = hexbound_level::load_bytes(bytes) else {
        return false;
    };
    let mut world = World::new(&level, Rules::default());
    let mut events = Vec::new();
    for _ in 0..TICKS {
        world.step(&level, &Default::default(), &mut events);
    }
    true
}

/// Plays a capsule that was taken, unless that takes long. A panic in it is one here.
fn is_played(capsule: &Capsule) -> bool {
    if capsule.ticks() > 60 {
        return true;
    }
    match capsule.replay() {
        Ok(Some(difference)) => difference
            .replayed
            .map_or_else(|words| panic!("{words}"), |_| true),
        played => played.is_ok(),
    }
}

fn feed_cache(bytes: &[u8]) -> bool {
    match bytes {
        [0, light @ ..] => light::is_light(light),
        [1, small @ ..] => hexbound_level::load_altered(&small_gltf(), |_| small.to_vec())
            .is_some_and(|level| level.is_ok()),
        [2, mesh @ ..] => CollisionMesh::read_from(mesh, mesh.len() as u64, CONTENT).is_ok(),
        _ => false,
    }
}

/// A few ticks of a scene with a little of everything.
fn capsule_seeds() -> Vec<Vec<u8>> {
    let scenes = ["test:targets", "test:crates"];
    let moment = |scene: &str| {
        let level = catalog::open(scene).ok()?;
        let world = World::new(&level, Rules::default());
        let commands = vec![Default::default(); TICKS];
        let capsule = Capsule::of_moment(&level, world, commands, scene, "a note").ok()?;
        capsule.unpacked().ok()
    };
    scenes.into_iter().filter_map(moment).collect()
}

fn cache_seeds() -> Vec<Vec<u8>> {
    let mut small = vec![1];
    hexbound_level::load_altered(&small_gltf(), |kept| {
        small.extend_from_slice(&kept);
        kept
    });
    let mut mesh = vec![2];
    if let Ok(level) = hexbound_level::load_bytes(&small_gltf()) {
        // Writing into memory does not fail.
        let _ = level.collision.write_to(CONTENT, &mut mesh);
    }
    vec![[&[0][..], &light::light_seed()].concat(), small, mesh]
}

/// The numbers of the small level: the corners of a floor and of a tetrahedron, the keys of a lift,
/// the joints that bend the tetrahedron.
fn small_binary() -> Vec<u8> {
    let floor = [
        [-9.0_f32, 0.0, -9.0],
        [-9.0, 0.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, 0.0, -9.0],
    ];
    let body = [
        [0.0_f32, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
    ];
    let uvs = [[0.0_f32, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];
    let times = [0.0_f32, 1.0];
    let places = [[0.0_f32, 0.0, 0.0], [0.0, 2.0, 0.0]];
    let floor_indices = [0_u16, 1, 2, 0, 2, 3];
    let body_indices = [0_u16, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0];
    let joints = [[0_u8, 1, 0, 0]; 4];
    let shares = [
        [1.0_f32, 0.0, 0.0, 0.0],
        [0.5, 0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0; 4],
    ];
    let weights = [0.0_f32, 1.0];
    let lists: [&[u8]; 10] = [
        bytemuck::cast_slice(&floor),
        bytemuck::cast_slice(&body),
        bytemuck::cast_slice(&uvs),
        bytemuck::cast_slice(&times),
        bytemuck::cast_slice(&places),
        bytemuck::cast_slice(&floor_indices),
        bytemuck::cast_slice(&body_indices),
        bytemuck::cast_slice(&joints),
        bytemuck::cast_slice(&shares),
        bytemuck::cast_slice(&weights),
    ];
    lists.concat()
}

/// The document of a level with a little of everything, without its buffer.
fn small_document() -> serde_json::Value {
    // Where each list of the binary begins, and how long it is.
    let views = [
        (0, 48),
        (48, 48),
        (96, 32),
        (128, 8),
        (136, 24),
        (160, 12),
        (172, 24),
        (196, 16),
        (212, 64),
        (276, 8),
    ];
    let views =
        views.map(|(at, length)| json!({"buffer": 0, "byteOffset": at, "byteLength": length}));
    let basisu = |image: usize| json!({"extensions": {"KHR_texture_basisu": {"source": image}}});
    let ktx2 =
        |bytes: &[u8]| json!({"uri": format!("data:image/ktx2;base64,{}", STANDARD.encode(bytes))});
    let list = |view: usize, kind: u32, shape: &str, count: usize| json!({"bufferView": view, "componentType": kind, "type": shape, "count": count});
    json!({
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_lights_punctual", "EXT_mesh_gpu_instancing", "KHR_texture_basisu"],
        "extensions": {"KHR_lights_punctual": {"lights": [
            {"type": "point", "intensity": 40.0, "range": 8.0},
            {"type": "spot", "spot": {"innerConeAngle": 0.2, "outerConeAngle": 0.6}},
            {"type": "directional"},
        ]}},
        "scene": 0,
        "scenes": [{"nodes": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13], "extras": {"title": "Small", "haze": 0.01}}],
        "nodes": [
            {"name": "floor", "mesh": 0},
            {"name": "prop crate", "mesh": 1, "translation": [2, 0.5, 2], "extras": {"gravity": true, "mass": 4}},
            {"name": "lift mover", "mesh": 1, "translation": [-3, 0, 0]},
            {"name": "bumper", "mesh": 1, "scale": [-1, 2, 1], "translation": [4, 0, -3]},
            {"name": "spawn", "translation": [0, 1, 5], "rotation": [0, 0, 0, 1]},
            {"name": "target", "mesh": 1, "translation": [0, 1, -6], "extras": {"rings": 1, "group": "a"}},
            {"name": "trigger", "translation": [0, 1, 0], "extras": {"on": "enter", "play": "lift mover", "text": "go"}},
            {"name": "walker", "translation": [5, 0, 5], "children": [11]},
            {"name": "ball", "translation": [-5, 1, 5], "extras": {"mass": 2.5, "velocity": [0, 1, 0]}},
            {"name": "lamp", "translation": [0, 3, 0], "extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"name": "bent", "mesh": 2, "skin": 0, "translation": [-6, 0, -6]},
            {"name": "way", "translation": [1, 0, 0]},
            {"name": "exit", "extras": {"needs": "all"}},
            {"name": "joint", "translation": [-6, 0, -6]},
        ],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 2}, "indices": 5, "material": 0}]},
            {"primitives": [{"attributes": {"POSITION": 1}, "indices": 6}]},
            {"primitives": [{"attributes": {"POSITION": 1, "JOINTS_0": 7, "WEIGHTS_0": 8}, "indices": 6,
                "targets": [{"POSITION": 1}]}]},
        ],
        "materials": [{"name": "wood", "normalTexture": {"index": 0}, "emissiveTexture": {"index": 1},
            "occlusionTexture": {"index": 2}, "extras": {"restitution": 0.5}}],
        "textures": [{"source": 0}, basisu(1), basisu(2)],
        "images": [
            {"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="},
            ktx2(include_bytes!("../../test-support/data/basis/etc1s.ktx2")),
            ktx2(include_bytes!("../../test-support/data/basis/uastc.ktx2")),
        ],
        "skins": [{"joints": [13, 10]}],
        "animations": [{
            "samplers": [
                {"input": 3, "output": 4, "interpolation": "LINEAR"},
                {"input": 3, "output": 9},
            ],
            "channels": [
                {"sampler": 0, "target": {"node": 2, "path": "translation"}},
                {"sampler": 0, "target": {"node": 13, "path": "translation"}},
                {"sampler": 1, "target": {"node": 10, "path": "weights"}},
            ],
        }],
        "bufferViews": views,
        "accessors": [
            list(0, 5126, "VEC3", 4),
            list(1, 5126, "VEC3", 4),
            list(2, 5126, "VEC2", 4),
            list(3, 5126, "SCALAR", 2),
            list(4, 5126, "VEC3", 2),
            list(5, 5123, "SCALAR", 6),
            list(6, 5123, "SCALAR", 12),
            list(7, 5121, "VEC4", 4),
            list(8, 5126, "VEC4", 4),
            list(9, 5126, "SCALAR", 2),
        ],
    })
}

fn small_gltf() -> Vec<u8> {
    let (mut document, binary) = (small_document(), small_binary());
    let uri = format!("data:;base64,{}", STANDARD.encode(&binary));
    document["buffers"] = json!([{"byteLength": binary.len(), "uri": uri}]);
    document.to_string().into_bytes()
}

fn small_glb() -> Vec<u8> {
    let (mut document, binary) = (small_document(), small_binary());
    document["buffers"] = json!([{"byteLength": binary.len()}]);
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let number = |number: usize| (number as u32).to_le_bytes();
    [
        &b"glTF"[..],
        &number(2),
        &number(length),
        &number(text.len()),
        b"JSON",
        &text,
        &number(binary.len()),
        b"BIN\0",
        &binary,
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use std::{fs, panic};

    use super::*;
    use hexbound_base::random::Random;

    /// Words that mean something to some reader, and numbers at the ends of their range.
    const WORDS: [[&str; 4]; 4] = [
        ["-1", "0", "1e38", "1e-40"],
        ["NaN", "4294967295", "18446744073709551616", "null"],
        ["[]", "{}", "\"", "true"],
        ["\u{feff}", "5121", "\n", "="],
    ];

    /// The file altered in one to four places, the same for the same number.
    fn altered(seed: &[u8], number: u64) -> Vec<u8> {
        let mut random = Random::new(number);
        let mut bytes = seed.to_vec();
        for _ in 0..1 + random.below(4) {
            let length = bytes.len().max(1);
            let at = random.below(length).min(bytes.len());
            let end = (at + 1 + random.below(16)).min(bytes.len());
            match random.below(7) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let again = bytes[at..end].to_vec();
                    bytes.splice(at..at, again);
                }
                3 => {
                    let words = WORDS.as_flattened();
                    let word = words[random.below(words.len())];
                    bytes.splice(at..end, word.bytes());
                }
                // A digit for a digit keeps the rest readable.
                4 | 5 => {
                    let digits = bytes[at..].iter_mut().filter(|byte| byte.is_ascii_digit());
                    let value = b'0' + random.below(10) as u8;
                    digits.take(1).for_each(|digit| *digit = value);
                }
                _ => {
                    let bits = 1 << random.below(8);
                    let first = bytes[at..end].iter_mut().take(1);
                    first.for_each(|byte| *byte ^= bits);
                }
            }
        }
        bytes
    }

    /// Feeds so many altered files, and gives how many were taken. One that panics is kept.
    fn survive(input: Input, count: u64) -> usize {
        let seeds = input.seeds();
        let mut taken = 0;
        for number in 0..count {
            let bytes = altered(&seeds[number as usize % seeds.len()], number);
            let fed = panic::catch_unwind(|| input.feed(&bytes));
            let Ok(is_taken) = fed else {
                let name = format!("hexbound-{}-{number}", input.name());
                let path = std::env::temp_dir().join(name);
                fs::write(&path, &bytes).unwrap();
                panic!("a panic; the file is {}", path.display());
            };
            taken += usize::from(is_taken);
        }
        taken
    }

    #[test]
    fn every_seed_is_taken() {
        for input in Input::ALL {
            for (number, seed) in input.seeds().iter().enumerate() {
                assert!(input.feed(seed), "{input:?} {number}");
            }
        }
    }

    #[test]
    fn animations_are_kept_as_they_were_read() {
        let animated = |level: hexbound_level::Level| level.mesh.animated.meshes.clone();
        let kept = hexbound_level::load_altered(&small_gltf(), |kept| kept);
        let kept = animated(kept.and_then(Result::ok).expect("it is kept"));
        let read = animated(hexbound_level::load_bytes(&small_gltf()).expect("it is read"));
        assert_eq!(read.len(), 1);
        assert_eq!(kept, read);
    }

    #[test]
    fn altered_levels_are_taken_or_refused() {
        let taken = survive(Input::Level, 3_000);
        // Enough get past the document to be played in.
        assert!(taken > 300, "only {taken} were taken");
    }

    #[test]
    fn altered_recordings_are_read_or_refused() {
        assert!(survive(Input::Recording, 1_000) < 1_000);
    }

    #[test]
    fn altered_settings_are_read_or_refused() {
        assert!(survive(Input::Settings, 150) > 10);
    }

    #[test]
    fn altered_capsules_are_played_or_refused() {
        let taken = survive(Input::Capsule, 400);
        assert!((1..400).contains(&taken), "{taken}");
    }

    #[test]
    fn altered_caches_are_used_or_refused() {
        let taken = survive(Input::Cache, 900);
        assert!((1..900).contains(&taken), "{taken}");
    }
}
