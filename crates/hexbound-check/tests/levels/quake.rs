//! Maps of Quake's family, sources and compiled ones, in files beside this one, `maps/*.txt`: the lines of a
//! map, and what becomes of it.
//!
//! `brush` gives a box to the entity above it, in the beginning the world. `walk` says where somebody gets
//! along +X, in units, who runs straight ahead for ten seconds, and `search` whether the level is closed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use fuzz::Input;
use hexbound_base::clock::TICK_RATE;
use hexbound_check::{
    self as check,
    leaks::{LeakQuery, Moves, find_leaks},
};
use hexbound_level::{Code, Level, Scale, load_with};
use hexbound_sim::{Buttons, Command, Rules, World};
use test_support::{assert_stands_free, session};

/// The meters of a unit of Quake, as docs/level-files.md has it.
const UNIT: f64 = 1.0 / 36.0;

#[test]
fn maps_become_levels_or_are_refused_in_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/levels/maps");
    for name in ["sources.txt", "compiled.txt"] {
        session::play_by(&folder.join(name), |lines| answer(lines, &folder));
    }
    let remedy = Code::MissingTexture.remedy();
    assert!(!remedy.contains("Export"), "a map is not exported");
}

fn answer(lines: &str, folder: &Path) -> String {
    let made = tempfile::tempdir().unwrap();
    let mut map = Map::default();
    let mut questions = Vec::new();
    for line in lines.lines() {
        match line.strip_prefix("with ") {
            Some(name) => {
                let begun = fs::read_to_string(folder.join(name)).unwrap();
                begun.lines().for_each(|line| map.line(line, made.path()));
                map.current = 0;
            }
            None if ["walk", "search"].contains(&line) => questions.push(line),
            None => map.line(line, made.path()),
        }
    }
    let scale = Scale::new(map.scale.unwrap_or(1.0)).unwrap();
    match load_with(map.write(made.path()), scale) {
        Ok(level) => said(&level, &questions),
        Err(error) => error
            .to_string()
            .replace(&*made.path().to_string_lossy(), "$DIR"),
    }
}

/// Describes a level: its parts, its findings, and the answers to the questions of a case.
fn said(level: &Level, questions: &[&str]) -> String {
    assert_stands_free(level);
    let mut world = World::new(level, Rules::default());
    world.step(level, &Command::default(), &mut Vec::new());
    let drawn = level.mesh.parts.iter().filter(|part| part.visible);
    let drawn: usize = drawn.map(|part| part.indices.len() / 3).sum();
    let images = level.images.iter();
    let images = images.map(|it| format!("{}x{}", it.width, it.height));
    let mut lines = vec![format!(
        "{:?}: {:.2} m, {} solid and {drawn} drawn triangles, looks along {:.0}, {}",
        level.play.title.as_deref().unwrap_or_default(),
        level.collision.bounds().size(),
        level.collision.len(),
        world.player.view_direction() + 0.0,
        images.collect::<Vec<_>>().join(" "),
    )];
    let findings = level.findings.iter();
    lines.extend(findings.map(|it| format!("{}: {it}", it.code.name())));
    for question in questions {
        lines.push(match *question {
            "walk" => format!("walk: {:.0}", run_ahead(level)),
            _ => search(level),
        });
    }
    lines.join("\n")
}

fn run_ahead(level: &Level) -> f64 {
    let mut world = World::new(level, Rules::default());
    let ahead = Command::holding(Buttons::FORWARD);
    (0..10 * TICK_RATE).for_each(|_| world.step(level, &ahead, &mut Vec::new()));
    level.to_file(world.player.position).x / UNIT
}

/// Returns whether one can fly out of a level, and the codes of the findings of its check.
fn search(level: &Level) -> String {
    let (moves, body) = (Moves::Fly, None);
    let report = find_leaks(level, LeakQuery { moves, body }, &|_, _| ()).unwrap();
    let findings = check::findings(level);
    let codes: Vec<_> = findings.iter().map(|it| it.code.name()).collect();
    format!("search: {:?}, {}", report.answer, codes.join(" "))
}

/// A map while its lines are read.
#[derive(Default)]
struct Map {
    /// The pairs and the brushes of each entity; the first is the world.
    entities: Vec<[String; 2]>,
    current: usize,
    replaced: Option<[String; 2]>,
    compiled: Vec<u8>,
    scale: Option<f64>,
}

impl Map {
    fn line(&mut self, line: &str, folder: &Path) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        let number = |at: usize| words[at].parse::<i32>().unwrap();
        if self.entities.is_empty() {
            let world = String::from("\"classname\" \"worldspawn\"\n");
            self.entities.push([world, String::new()]);
        }
        match word {
            "world" => self.entities[0][0] += &pairs(rest),
            "entity" => {
                self.current = self.entities.len();
                self.entities.push([pairs(rest), String::new()]);
            }
            "brush" => {
                let brush = brush([0, 1, 2].map(number), [3, 4, 5].map(number), words[6]);
                self.entities[self.current][1] += &brush;
            }
            "only" => self.entities.truncate(number(0) as usize),
            "replace" => {
                let parts: Vec<String> = rest.split('|').map(|it| it.replace('~', "\n")).collect();
                self.replaced = Some(parts.try_into().unwrap());
            }
            "scale" => self.scale = Some(rest.parse().unwrap()),
            "compiled" => self.compiled = compiled(),
            "byte" => {
                let at = self.place(words[0]);
                self.compiled[at] = number(1) as u8;
            }
            // To a length, or by so many bytes.
            "cut" => {
                let all = self.compiled.len() as i32;
                let length = number(0) + if number(0) < 0 { all } else { 0 };
                self.compiled.truncate(length as usize);
            }
            "file" => {
                let path = folder.join(words[0]);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                match words[1] {
                    "picture" => image::RgbImage::new(32, 16).save(path).unwrap(),
                    "palette" => fs::write(path, [90; 768]).unwrap(),
                    // Whole, or cut to a length.
                    name => {
                        let bytes = texture_file(name);
                        let length = words.get(2).map_or(bytes.len(), |it| it.parse().unwrap());
                        fs::write(path, &bytes[..length]).unwrap();
                    }
                }
            }
            _ => panic!("{line}"),
        }
    }

    /// A place in the compiled map, as a number or after the start of a lump: `LUMP+NUMBER`.
    fn place(&self, words: &str) -> usize {
        match words.split_once('+') {
            Some((lump, after)) => {
                let at = 4 + lump.parse::<usize>().unwrap() * 8;
                word(&self.compiled, at) + after.parse::<usize>().unwrap()
            }
            None => words.parse().unwrap(),
        }
    }

    fn write(&self, folder: &Path) -> PathBuf {
        if !self.compiled.is_empty() {
            let path = folder.join("room.bsp");
            fs::write(&path, &self.compiled).unwrap();
            return path;
        }
        let entities = self.entities.iter();
        let entities = entities.map(|[pairs, brushes]| format!("{{\n{pairs}{brushes}}}\n"));
        let mut text = format!("// Game: Quake\n{}", entities.collect::<String>());
        if let Some([old, new]) = &self.replaced {
            assert!(text.contains(old), "{old}");
            text = text.replacen(old, new, 1);
        }
        let path = folder.join("room.map");
        fs::write(&path, text).unwrap();
        path
    }
}

fn pairs(words: &str) -> String {
    let words = words.split('"').filter(|word| !word.trim().is_empty());
    let words: Vec<&str> = words.collect();
    let pair = |pair: &[&str]| format!("\"{}\" \"{}\"\n", pair[0], pair[1]);
    words.chunks_exact(2).map(pair).collect()
}

/// A box as a brush with that texture.
fn brush(least: [i32; 3], most: [i32; 3], texture: &str) -> String {
    let plane = |from: [i32; 3], a: usize, b: usize, step: i32| {
        let point = |axis: Option<usize>| {
            let mut point = from;
            if let Some(axis) = axis {
                point[axis] += step;
            }
            format!("( {} {} {} )", point[0], point[1], point[2])
        };
        let three = [None, Some(a), Some(b)].map(point).join(" ");
        format!("{three} {texture} 0 0 0 1 1\n")
    };
    let sides =
        [(1, 2), (2, 0), (0, 1)].map(|(a, b)| plane(least, a, b, 1) + &plane(most, b, a, 1));
    format!("{{\n{}}}\n", sides.concat())
}

/// The compiled room among the files that fuzzing begins from: 256 by 256 by 128 units of Half-Life.
fn compiled() -> Vec<u8> {
    let mut seeds = Input::Level.seeds().into_iter();
    seeds.find(|seed| seed.starts_with(&[30, 0, 0, 0])).unwrap()
}

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// A texture file of Half-Life with the texture of the compiled room, under that name.
fn texture_file(name: &str) -> Vec<u8> {
    let compiled = compiled();
    let start = word(&compiled, 20);
    let texture = &compiled[start + 8..start + word(&compiled, 24)];
    let size = (texture.len() as u32).to_le_bytes();
    let directory = (12 + texture.len() as u32).to_le_bytes();
    let mut field = name.as_bytes().to_vec();
    field.resize(16, 0);
    let kind = [0x43, 0, 0, 0];
    let entry = [&12_u32.to_le_bytes()[..], &size, &size, &kind, &field].concat();
    let head = [&b"WAD3"[..], &1_u32.to_le_bytes(), &directory];
    [&head.concat(), texture, &entry].concat()
}
