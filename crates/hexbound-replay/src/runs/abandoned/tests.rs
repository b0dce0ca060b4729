use std::time::Duration;

use super::*;
use crate::playback::tests::played;
use hexbound_level::Level;
use hexbound_scenes::catalog;
use hexbound_sim::{Buttons, Command, Rewound, Rules, World};

const LEVEL: &str = "test:range";

fn opened() -> (tempfile::TempDir, RunStore, Level) {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::at(folder.path().to_owned());
    (folder, store, catalog::open(LEVEL).unwrap())
}

fn begin(store: &RunStore, level: &Level, name: &str) -> (UnfinishedRun, World) {
    let header = Header::of(level, Rules::default(), name.into());
    let run = UnfinishedRun::begin(store, &header, None).unwrap();
    (run, World::new(level, Rules::default()))
}

/// Throws a ball ahead, which lights the first target, and walks.
fn play(run: &mut UnfinishedRun, world: &mut World, level: &Level, ticks: u64) {
    for _ in 0..ticks {
        let mut command = Command {
            yaw: 1e-3,
            ..Command::default()
        };
        command.buttons.set(Buttons::THROW, world.tick == 3);
        command.buttons.set(Buttons::FORWARD, world.tick > 200);
        world.step(level, &command, &mut Vec::new());
        run.push(&command, world).unwrap();
    }
}

fn files(store: &RunStore) -> usize {
    fs::read_dir(store.folder()).unwrap().count()
}

/// Lets a file seem to have been written some time ago.
fn age(path: &Path, seconds: u64) {
    let file = OpenOptions::new().append(true).open(path).unwrap();
    let then = SystemTime::now() - Duration::from_secs(seconds);
    file.set_modified(then).unwrap();
}

#[test]
fn a_run_that_was_left_is_offered_with_its_lights_and_time_and_goes_on_where_it_was() {
    let (folder, store, level) = opened();
    let (mut run, mut world) = begin(&store, &level, LEVEL);
    play(&mut run, &mut world, &level, 250);
    assert!(store.abandoned().is_empty(), "it is played");
    run.leave(&world).unwrap();
    let runs = store.abandoned();
    assert_eq!(runs.len(), 1);
    assert_eq!((runs[0].level(), runs[0].lit), (LEVEL, Some([1, 2])));
    assert_eq!(runs[0].ticks, 250);
    let (recording, mut run) = store.resume(&runs[0]).unwrap();
    assert_eq!(recording.state_hash, Some(world.state_hash()));
    assert!(store.abandoned().is_empty(), "it is played again");
    let taken = store.resume(&runs[0]).map(drop);
    assert!(matches!(taken, Err(RunError::Taken { .. })), "{taken:?}");
    play(&mut run, &mut world, &level, 100);
    run.leave(&world).unwrap();
    assert_eq!(store.abandoned()[0].ticks, 350);
    // Played for no time, it is as it was.
    let (_, run) = store.resume(&store.abandoned()[0]).unwrap();
    run.leave(&world).unwrap();
    let (recording, run) = store.resume(&store.abandoned()[0]).unwrap();
    assert_eq!((recording.ticks, recording.hashes.len()), (350, 4));
    let text = fs::read_to_string(&runs[0].path).unwrap();
    run.discard();
    assert_eq!(files(&store), 0);
    // One recording from the first tick to the last.
    let whole = format!("{text}end 350 {:016x}\n", world.state_hash());
    let path = folder.path().join("whole.rec");
    fs::write(&path, whole).unwrap();
    let again = played(&level, crate::read(&path).unwrap()).unwrap();
    assert_eq!(again.state_hash(), world.state_hash());
}

#[test]
fn time_that_runs_back_when_the_run_is_left_counts_when_it_goes_on() {
    let (_folder, store, level) = opened();
    let (mut run, mut world) = begin(&store, &level, LEVEL);
    play(&mut run, &mut world, &level, 180);
    let earlier = world.clone();
    play(&mut run, &mut world, &level, 100);
    run.rewind_to(180);
    run.leave(&earlier).unwrap();
    let runs = store.abandoned();
    assert_eq!(runs[0].ticks, 280);
    let (recording, _run) = store.resume(&runs[0]).unwrap();
    let (ticks, times) = (100, 1);
    assert_eq!(recording.held.rewound, Rewound { ticks, times });
    assert_eq!(recording.state_hash, Some(earlier.state_hash()));
}

#[test]
fn a_game_that_was_killed_loses_a_second_at_most() {
    let (folder, store, level) = opened();
    let (mut run, mut world) = begin(&store, &level, LEVEL);
    play(&mut run, &mut world, &level, 359);
    // The flushed part of the file, and half a line from a full buffer.
    let written = fs::read(folder.path().join(run_file(&folder))).unwrap();
    run.discard();
    let file = folder.path().join("1-0.unfinished");
    fs::write(&file, [&written[..], b"F 0.00"].concat()).unwrap();
    let runs = store.abandoned();
    assert_eq!((runs[0].ticks, runs[0].lit), (240, Some([1, 2])));
    let (recording, mut run) = store.resume(&runs[0]).unwrap();
    let mut world = played(&level, recording).unwrap();
    play(&mut run, &mut world, &level, 60);
    run.leave(&world).unwrap();
    assert_eq!(store.abandoned()[0].ticks, 300);
}

fn run_file(folder: &tempfile::TempDir) -> PathBuf {
    let mut files = fs::read_dir(folder.path()).unwrap().flatten();
    files.next().unwrap().path()
}

#[test]
fn a_run_of_no_time_leaves_nothing_behind() {
    let (_folder, store, level) = opened();
    let (mut run, mut world) = begin(&store, &level, LEVEL);
    play(&mut run, &mut world, &level, 100);
    run.leave(&world).unwrap();
    assert_eq!(files(&store), 0);
    let (run, world) = begin(&store, &level, LEVEL);
    let stored = run.finish(&world, &level).unwrap();
    assert_eq!((stored.kept, files(&store)), (None, 0));
}

#[test]
fn the_newest_run_of_each_level_stays_and_what_is_damaged_goes() {
    let (folder, store, level) = opened();
    let leave = |name: &str, ticks: u64| {
        let (mut run, mut world) = begin(&store, &level, name);
        play(&mut run, &mut world, &level, ticks);
        run.leave(&world).unwrap();
    };
    leave("yard", 130);
    age(&store.abandoned()[0].path, 50);
    leave(LEVEL, 140);
    let old = store.abandoned()[0].path.clone();
    age(&old, 100);
    // As if another game had left it.
    let aside = folder.path().join("aside");
    fs::rename(&old, &aside).unwrap();
    leave(LEVEL, 150);
    fs::rename(&aside, folder.path().join("1-0.unfinished")).unwrap();
    let of_the_first_version = "hexbound-recording 1\nlevel test:range\nhash 1 0000000000000000\n";
    for (name, text) in [
        ("2-0.unfinished", "of a game that was killed"),
        ("3-0.unfinished", of_the_first_version),
        ("4-0.unfinished", ""),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let (_played, _) = begin(&store, &level, LEVEL);
    let runs = store.abandoned();
    let runs: Vec<_> = runs.iter().map(|run| (run.level(), run.ticks)).collect();
    assert_eq!(runs, [(LEVEL, 150), ("yard", 130)]);
    assert_eq!(files(&store), 7);
    store.prune_abandoned();
    assert_eq!(store.abandoned().len(), 2);
    // Two that were left and one that is played.
    assert_eq!(files(&store), 3);
    // A new run takes the place of the one that was left, once it is worth it.
    let (mut run, mut world) = begin(&store, &level, LEVEL);
    play(&mut run, &mut world, &level, 110);
    assert_eq!(store.abandoned().len(), 2);
    play(&mut run, &mut world, &level, 20);
    assert_eq!(store.abandoned().len(), 1);
}
