//! Fuzzing of the readers of untrusted bytes: levels, recordings, settings, capsules, cached files.
//! Any bytes are accepted or rejected without a panic. The tests below alter small files in the same
//! ways on every run.

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
use test_support::level_case;

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
    /// A kind byte and a cached file: the light or the geometry without checksums, or the whole mesh.
    Cache,
}

/// The number of ticks that are played in an accepted level.
const TICKS: usize = 3;
/// The identity of the content in the seed of a cached mesh.
const CONTENT: u64 = 7;

impl Input {
    /// Reads the bytes as the game does, and returns whether they were accepted.
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
                read.is_ok_and(|capsule| is_replayable(&capsule))
            }
            Self::Cache => feed_cache(bytes),
        }
    }

    /// Returns small files of the kind to begin with, all of which are accepted.
    pub fn seeds(self) -> Vec<Vec<u8>> {
        match self {
            Self::Level => {
                let source = maps::SOURCE_ROOM.to_vec();
                vec![small_gltf(), small_glb(), source, maps::compiled()]
            }
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

/// Returns whether an accepted capsule can be replayed; true for a long one, which is not tried. A
/// panic of the replay is raised again.
fn is_replayable(capsule: &Capsule) -> bool {
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

/// Returns capsules of a few ticks in two scenes.
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

/// Returns a small level with a little of everything as a binary file.
fn small_glb() -> Vec<u8> {
    level_case::bytes(include_str!("../data/small.level"), Path::new(""))
}

/// Returns the same level as a JSON document with an embedded buffer.
fn small_gltf() -> Vec<u8> {
    let file = small_glb();
    let length = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
    let (text, chunk) = file[20..].split_at(length);
    let mut document: serde_json::Value = serde_json::from_slice(text).unwrap_or_default();
    let uri = format!("data:;base64,{}", STANDARD.encode(&chunk[8..]));
    document["buffers"] = json!([{"byteLength": chunk.len() - 8, "uri": uri}]);
    document.to_string().into_bytes()
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

    /// Alters the file in one to four places, in the same way for the same `number`.
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

    /// Feeds `count` altered files, and returns the number accepted. A file that panics is saved.
    fn survive(input: Input, count: u64) -> usize {
        let seeds = input.seeds();
        let mut accepted = 0;
        for number in 0..count {
            let bytes = altered(&seeds[number as usize % seeds.len()], number);
            let fed = panic::catch_unwind(|| input.feed(&bytes));
            let Ok(is_accepted) = fed else {
                let name = format!("hexbound-{input:?}-{number}");
                let path = std::env::temp_dir().join(name);
                fs::write(&path, &bytes).unwrap();
                panic!("a panic; the file is {}", path.display());
            };
            accepted += usize::from(is_accepted);
        }
        accepted
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
    fn seeds_are_taken_and_altered_files_taken_or_refused() {
        for (input, count, expected) in [
            // Enough levels get past the document to be played in.
            (Input::Level, 3_000, 301..3_001),
            (Input::Recording, 1_000, 0..1_000),
            (Input::Settings, 150, 11..151),
            (Input::Capsule, 400, 1..400),
            (Input::Cache, 900, 1..900),
        ] {
            for (number, seed) in input.seeds().iter().enumerate() {
                assert!(input.feed(seed), "{input:?} {number}");
            }
            let taken = survive(input, count);
            assert!(expected.contains(&taken), "{input:?}: {taken} were taken");
        }
    }
}
