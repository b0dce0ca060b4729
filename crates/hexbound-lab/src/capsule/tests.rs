//! Capsules of shipped runs and of scenes: cut, written, damaged, shrunk.

use std::{env, fs, path::PathBuf};

use glam::Vec3;
use hexbound_collide::geom::Aabb;

use super::{excerpt::Places, *};
use crate::tick_judge::FaultKind;
use hexbound_base::{progress::ignore, random::Random};
use hexbound_level::Part;
use hexbound_replay as replay;
use hexbound_scenes::{SceneBuilder, catalog};
use hexbound_sim::{Buttons, CollisionMode, Methods, Rules};

fn asset(name: &str) -> PathBuf {
    hexbound_base::sources().join(name)
}

/// The part of a level in these boxes, or the whole level.
fn part(level: &Level, solid: Option<Vec<Aabb>>) -> Excerpt {
    let places = Places {
        seen: solid.clone().unwrap_or_else(|| vec![level.bounds]),
        solid,
    };
    let mut kept = Excerpt::of(level, &places);
    kept.take_textures(level, 16);
    kept
}

/// Walks, turns, jumps and throws on the wedge by the article's method, differently for every seed.
fn on_wedge(seed: u64, ticks: u64) -> (Level, World, Vec<Command>) {
    let level = catalog::open("test:wedge").unwrap();
    let mut random = Random::new(seed);
    let mut turn = 0.0;
    let command = |tick: u64| {
        if tick.is_multiple_of(40) {
            turn = random.between(-0.03, 0.03);
        }
        let mut buttons = Buttons::FORWARD;
        buttons.set(Buttons::JUMP, tick % 90 < 4);
        buttons.set(Buttons::THROW, tick % 200 == 7);
        let mut command = Command::holding(buttons).by(Methods::by(CollisionMode::Article));
        command.yaw = turn;
        command
    };
    let world = World::new(&level, Rules::default());
    let commands = (0..ticks).map(command).collect();
    (level, world, commands)
}

/// A capsule of a walk on the wedge that leaks.
pub(super) fn leaking() -> Capsule {
    let leaks = |seed: u64| {
        let (level, world, commands) = on_wedge(seed, 10 * u64::from(TICK_RATE));
        let found = faults::find(&level, &world, &commands);
        let leaks = found.iter().any(|fault| fault.kind == FaultKind::Through);
        leaks.then(|| Capsule::of_moment(&level, world, commands, "test:wedge", "").unwrap())
    };
    let found = (1..40).find_map(leaks);
    found.expect("the article's method leaks there")
}

/// A shipped run and its level.
fn shipped(run: &str) -> (Recording, Level) {
    let recording = replay::read(&asset(&format!("assets/runs/{run}.rec"))).unwrap();
    let level = catalog::open(&recording.header.level).unwrap();
    (recording, level)
}

fn from_bytes(bytes: &[u8]) -> Result<Capsule, CapsuleError> {
    Capsule::from_bytes(bytes, FileSection::Packed, Path::new("a.capsule"))
}

fn wedge(ticks: u64) -> Capsule {
    let (level, world, commands) = on_wedge(1, ticks);
    Capsule::of_moment(&level, world, commands, "test:wedge", "a sharp edge").unwrap()
}

#[test]
fn scenes_kept_whole_have_the_same_triangles_and_begin_alike() {
    let names = hexbound_scenes::SCENE_NAMES.iter();
    for name in names.filter(|name| **name != "crowd-1000") {
        let level = catalog::open(format!("test:{name}")).unwrap();
        let kept = part(&level, None).level();
        let again = kept.unwrap_or_else(|error| panic!("{name}: {error}"));
        let (ground, before) = (&again.collision, &level.collision);
        assert_eq!(ground.identity(), before.identity(), "{name}");
        for triangle in 0..before.len() as u32 {
            assert_eq!(again.surface(triangle), level.surface(triangle), "{name}");
        }
        let state = |level: &Level| World::new(level, Rules::default()).state_hash();
        assert_eq!(state(&again), state(&level), "{name}");
    }
}

#[test]
fn a_part_has_the_triangles_of_its_places_in_their_order() {
    let level = catalog::open("test:wedge").unwrap();
    let half = Vec3::splat(1.5);
    let around = Aabb::new(level.spawn.position - half, level.spawn.position + half);
    let kept = part(&level, Some(vec![around]));
    assert!(kept.triangles() > 0 && kept.triangles() < level.collision.len());
    let cut = kept.level().unwrap();
    assert_eq!((cut.origin, cut.bounds), (level.origin, level.bounds));
    let corners = |level: &Level| -> Vec<[Vec3; 3]> {
        let all = 0..level.collision.len() as u32;
        all.map(|it| level.collision.corners(it)).collect()
    };
    let all = corners(&level);
    let mut after = all.iter();
    for kept in corners(&cut) {
        assert!(after.any(|one| *one == kept), "{kept:?} out of order");
    }
}

#[test]
fn a_moment_of_a_shipped_run_proves_itself_on_a_part_of_its_level() {
    let (recording, level) = shipped("quarry");
    let capsule = Capsule::cut(&level, &recording, 600..900, "a moment", &ignore).unwrap();
    assert_eq!((capsule.begins_at(), capsule.ticks()), (600, 300));
    let kept = capsule.triangles();
    assert!(kept * 2 < level.collision.len(), "{kept} triangles");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quarry.capsule");
    capsule.write(&path).unwrap();
    let length = fs::metadata(&path).unwrap().len();
    assert!(length < SMALL_FILE_SIZE as u64, "{length} bytes");
    let again = Capsule::read(&path).unwrap();
    assert_eq!(again.replay().unwrap(), None);
    // The states are those of the whole run.
    let mut world = World::new(&level, recording.header.rules);
    let mut playback = Playback::new(recording);
    while world.tick < 900 {
        let command = playback.next_command().unwrap();
        world.step(&level, &command, &mut Vec::new());
    }
    assert_eq!(again.hashes.last(), Some(&world.state_hash()));
}

/// Walkers touch several triangles at once in most ticks. In another order, sums over these would have
/// other bits, and the moment could be verified on the whole level only.
#[test]
fn a_crowded_moment_takes_only_what_is_around_it() {
    let (recording, level) = shipped("march");
    let capsule = Capsule::cut(&level, &recording, 1500..1800, "", &ignore).unwrap();
    let kept = capsule.triangles();
    assert!(kept * 3 < level.collision.len(), "{kept} triangles");
    let length = capsule.to_bytes().unwrap().len();
    assert!(length < SMALL_FILE_SIZE, "{length} bytes");
}

/// The hall of hundreds of crates is still visible.
#[test]
fn the_place_of_a_moment_is_seen_around_the_player() {
    let (recording, level) = shipped("weigh");
    let end = recording.ticks;
    let capsule = Capsule::cut(&level, &recording, end - 60..end, "", &ignore).unwrap();
    let boxes = |level: &Level| -> Vec<Aabb> {
        let at = capsule.world.player.position;
        let near = Aabb::new(at, at).grown(Vec3::splat(4.0));
        let stands = |part: &&Part| part.visible && part.mover.is_none() && part.prop.is_none();
        let parts = level.mesh.parts.iter().filter(stands);
        let triangles = parts.flat_map(|part| {
            level.mesh.indices[part.indices.start as usize..part.indices.end as usize].chunks(3)
        });
        let corner = |index: &u32| Vec3::from(level.mesh.vertices[*index as usize].position);
        let all = triangles.map(|triangle| Aabb::from_points(triangle.iter().map(corner)));
        all.filter(|it| it.overlaps(&near)).collect()
    };
    let [whole, kept] = [boxes(&level), boxes(&capsule.level().unwrap())].map(|it| it.len());
    assert!(whole > 100, "{whole} triangles");
    assert_eq!(kept, whole);
}

#[test]
fn what_is_written_is_read_and_small() {
    let capsule = wedge(600);
    let bytes = capsule.to_bytes().unwrap();
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let again = from_bytes(&bytes).unwrap();
    assert_eq!(again.note, "a sharp edge");
    assert_eq!(again.commands, capsule.commands);
    assert_eq!(again.hashes, capsule.hashes);
    assert_eq!(again.to_bytes().unwrap(), bytes);
    assert_eq!(again.replay().unwrap(), None);
}

#[test]
fn a_changed_state_or_command_is_told_by_its_tick() {
    let capsule = wedge(60);
    let begin = capsule.begins_at();
    let tick = |change: fn(&mut Capsule)| {
        let mut other = capsule.clone();
        change(&mut other);
        other.replay().unwrap().map(|it| it.tick - begin)
    };
    assert_eq!(tick(|it| it.commands[40].yaw += 0.1), Some(41));
    assert_eq!(tick(|it| it.hashes[17] ^= 1), Some(18));
    assert_eq!(tick(|it| it.world.player.velocity.x += 0.5), Some(1));
}

#[test]
fn every_cut_and_flipped_byte_is_refused_in_words() {
    let bytes = wedge(30).to_bytes().unwrap();
    let stride = (bytes.len() / 400).max(1);
    for place in (0..bytes.len()).step_by(stride) {
        let said = from_bytes(&bytes[..place]).unwrap_err().to_string();
        assert!(said.contains("a.capsule"), "cut at {place}: {said}");
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << (place % 8);
        // A few bits in the head of the compressed stream have no meaning, so flipping them changes
        // nothing.
        match from_bytes(&flipped) {
            Ok(capsule) => assert_eq!(capsule.to_bytes().unwrap(), bytes, "byte {place}"),
            Err(error) => assert!(error.to_string().contains("a.capsule"), "{error}"),
        }
    }
    let longer = from_bytes(&[&bytes[..], b"more"].concat());
    assert!(matches!(longer, Err(CapsuleError::Damaged { .. })));
    let other = [b"hexbound-capsule 7\n", &bytes[19..]].concat();
    let said = from_bytes(&other).unwrap_err().to_string();
    assert!(said.contains("version 7"), "{said}");
    assert!(said.contains(&format!("reads version {VERSION}")), "{said}");
}

#[test]
fn a_level_with_a_number_that_is_none_is_refused_by_the_name_of_its_file() {
    let (mut level, ..) = on_wedge(1, 30);
    let mut capsule = wedge(30);
    level.lighting.air.haze = f32::NAN;
    capsule.excerpt = part(&level, None);
    let read = from_bytes(&capsule.to_bytes().unwrap());
    let said = read.unwrap_err().to_string();
    assert!(said.contains("a.capsule"), "{said}");
    assert!(said.contains("air"), "{said}");
}

#[test]
fn a_length_that_lies_allocates_nothing_and_is_refused() {
    // A note of four thousand million bytes.
    let lie = [0xff, 0xff, 0xff, 0xff, 0x0f, b'a'];
    let path = Path::new("lie.capsule");
    let read = Capsule::from_bytes(&lie, FileSection::Unpacked, path);
    let Err(CapsuleError::Damaged { place: "head", .. }) = read else {
        panic!("it was read");
    };
}

#[test]
fn more_than_five_minutes_are_neither_cut_nor_read() {
    let too_long = |error: CapsuleError| {
        let said = error.to_string();
        assert!(said.contains("36001") && said.contains("36000"), "{said}");
        error
    };
    let (level, world, commands) = on_wedge(1, MAX_TICKS + 1);
    let cut = Capsule::of_moment(&level, world, commands, "test:wedge", "");
    let error = too_long(cut.unwrap_err());
    assert!(matches!(error, CapsuleError::TooLong { .. }));
    let header = Header::of(&level, Rules::default(), String::from("test:wedge"));
    let commands = vec![Command::default(); MAX_TICKS as usize + 1];
    let recording = Recording::of_moment(Path::new("long.rec"), header, &commands);
    let cut = Capsule::cut(&level, &recording, 0..MAX_TICKS + 1, "", &ignore);
    assert!(matches!(cut, Err(CapsuleError::TooLong { .. })));
    let read = |ticks: u64| {
        let mut capsule = wedge(3);
        capsule.commands = vec![Command::default(); ticks as usize];
        capsule.hashes = vec![0; ticks as usize];
        from_bytes(&capsule.to_bytes().unwrap())
    };
    assert_eq!(read(MAX_TICKS).unwrap().ticks(), MAX_TICKS);
    let error = too_long(read(MAX_TICKS + 1).unwrap_err());
    assert!(matches!(error, CapsuleError::FileTooLong { .. }));
    assert!(error.to_string().contains("a.capsule"));
}

#[cfg(unix)]
#[test]
fn a_pipe_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let read = Capsule::read(&pipe);
    assert!(matches!(read, Err(CapsuleError::Read { .. })));
    let other = folder.path().join("notes.txt");
    fs::write(&other, "not to be lost").unwrap();
    let read = Capsule::read(&other);
    assert!(matches!(read, Err(CapsuleError::NotACapsule { .. })));
    let written = wedge(3).write(&other);
    assert!(matches!(written, Err(CapsuleError::WouldOverwrite { .. })));
    assert_eq!(fs::read(&other).unwrap(), b"not to be lost");
}

#[test]
fn a_leak_shrinks_to_a_few_triangles_and_commands() {
    let capsule = leaking();
    let found = capsule.faults().unwrap();
    let leak = found.iter().find(|fault| fault.kind == FaultKind::Through);
    let leak = leak.unwrap_or_else(|| panic!("nothing went through: {found:?}"));
    assert!(leak.tick > capsule.begins_at());
    let (small, fault) = capsule.minimize(Some(FaultKind::Through), &|_| ()).unwrap();
    assert_eq!(fault.kind, FaultKind::Through);
    assert!(small.triangles() <= 4, "{} triangles", small.triangles());
    // The path from the last footing belongs to the leak.
    assert!(small.ticks() <= 30, "{} ticks", small.ticks());
    assert!(small.world.player.grounded);
    let again = from_bytes(&small.to_bytes().unwrap()).unwrap();
    assert_eq!(again.replay().unwrap(), None);
    assert!(again.faults().unwrap().contains(&fault));
    // The swept test has no leak.
    let mut swept = again;
    (swept.commands.iter_mut()).for_each(|it| it.methods = Methods::default());
    let none = swept.minimize(Some(FaultKind::Through), &|_| ());
    assert!(matches!(none, Err(CapsuleError::NoFault { .. })));
}

/// A floor that the command leads off, its world, and that command.
fn brink() -> (Level, World, Command) {
    let level = SceneBuilder::new()
        .floor(-9.0, -9.0, 9.0, 9.0, 0.0)
        .floor(-40.0, -40.0, -30.0, -30.0, 0.0)
        .spawn(Vec3::new(0.0, 0.0, 0.0), 0.0)
        .build("brink")
        .unwrap();
    let forward = Command::holding(Buttons::FORWARD);
    let world = World::new(&level, Rules::default());
    (level, world, forward)
}

#[test]
fn a_fall_out_of_the_level_keeps_the_way_out() {
    let (level, world, forward) = brink();
    let commands = vec![forward; 10 * TICK_RATE as usize];
    let capsule = Capsule::of_moment(&level, world, commands, "brink", "").unwrap();
    let (small, fault) = capsule.minimize(None, &|_| ()).unwrap();
    assert_eq!(fault.kind, FaultKind::Respawn);
    // The capsule begins on the floor that the player leaves, just before the edge, and has no
    // other floor.
    assert!(small.world.player.grounded);
    let before_the_edge = level.to_file(small.world.player.position).z + 9.0;
    // A round body still stands with its center a little beyond the edge.
    assert!((-0.4..1.0).contains(&before_the_edge), "{before_the_edge}");
    let triangles = small.triangles();
    assert!((1..=2).contains(&triangles), "{triangles}");
    assert!(small.ticks() < capsule.ticks() / 2);
    assert!(small.faults().unwrap().contains(&fault));
}

#[test]
fn a_fall_in_which_nobody_stood_is_kept_from_its_beginning() {
    let (level, mut world, forward) = brink();
    while world.player.position.y > -1.0 {
        world.step(&level, &forward, &mut Vec::new());
    }
    assert!(!world.player.grounded);
    let commands = vec![forward; 10 * TICK_RATE as usize];
    let capsule = Capsule::of_moment(&level, world, commands, "brink", "").unwrap();
    let (small, fault) = capsule.minimize(None, &|_| ()).unwrap();
    assert_eq!(fault.kind, FaultKind::Respawn);
    assert_eq!(small.begins_at(), capsule.begins_at());
    assert!(small.ticks() > 1, "{} ticks", small.ticks());
}

#[test]
fn classes_of_bodies_are_stored_with_their_triggers() {
    let level = catalog::open("test:classes").unwrap();
    let mut world = World::new(&level, Rules::default());
    let mut props = level.props.iter();
    let robot = props.position(|prop| prop.name.contains("robot"));
    world.props[robot.unwrap()].selected = true;
    let push = Command::holding(Buttons::PUSH_FORWARD);
    let commands = vec![push; 500];
    let capsule = Capsule::of_moment(&level, world, commands, "test:classes", "").unwrap();
    let again = from_bytes(&capsule.to_bytes().unwrap()).unwrap();
    assert_eq!(again.replay().unwrap(), None);
    let kept = again.level().unwrap();
    assert_eq!(kept.play, level.play);
    let mut end = again.world().clone();
    for command in again.played() {
        end.step(&kept, command, &mut Vec::new());
    }
    assert!(end.play.mover_starts[0].is_some(), "the gate stayed shut");
}

/// A failure means that the format has changed: raise its version, and store the capsule again with
/// HEXBOUND_BLESS=1.
#[test]
fn a_stored_capsule_is_still_read_and_comes_to_the_same_states() {
    let path = asset("tests/stored/wedge.capsule");
    if env::var_os("HEXBOUND_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        wedge(240).write(&path).unwrap();
    }
    let stored = Capsule::read(&path).unwrap();
    assert_eq!(stored.ticks(), 240);
    assert_eq!(stored.replay().unwrap(), None);
    assert_eq!(stored.to_bytes().unwrap(), fs::read(&path).unwrap());
}
