//! Tests of what comes out of the device: a process plays through the real output, and the
//! recording is measured.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread::sleep,
    time::{Duration, Instant},
};

use glam::Vec3;
use hexbound_audio::{Audio, Listener, Moment, SoundKind, Volumes};
use hexbound_sim::{Event, EventKind};

use crate::{
    recording::{Recording, recording_card},
    skip,
};

/// Before the seconds between the two sounds, as [`plays_two_sounds`] reports them: a busy machine
/// may be late.
const APART: &str = "seconds apart: ";

/// The level of 10 ms from which on anything is heard: −60 dBFS.
pub const AUDIBLE: f32 = 0.001;

/// Runs one of the ignored tests in a process of its own, with its own sound card.
fn play_apart(name: &str, config: &Path) -> Output {
    Command::new(std::env::current_exe().expect("the test knows itself"))
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("ALSA_CONFIG_PATH", config)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("the test starts itself")
}

/// What one of the ignored tests plays without trouble, and what it prints; `None` without a tool.
fn record(name: &str) -> Option<(Recording, String)> {
    if !skip::has_tool("pv") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let (config, heard) = recording_card(folder.path());
    let output = play_apart(name, &config);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert_eq!(words, "", "a run without trouble says nothing");
    let recording = Recording::read(&heard);
    assert!(recording.peak() <= 0.99, "{}", recording.peak());
    Some((recording, String::from_utf8_lossy(&output.stdout).into()))
}

fn log_warnings() {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(log::LevelFilter::Warn).init();
}

fn wait_until_it_plays(audio: &Audio) {
    let until = Instant::now() + Duration::from_secs(10);
    while !audio.is_playing() && Instant::now() < until {
        sleep(Duration::from_millis(5));
    }
    assert!(audio.is_playing());
}

fn play(audio: &mut Audio, kind: EventKind, position: Vec3) {
    let event = Event::new(kind, position, Vec3::Y, 12.0);
    audio.play(&Moment::of(&[event], Listener::default()));
}

/// Frames go by.
fn wait(audio: &mut Audio, duration: Duration) {
    let until = Instant::now() + duration;
    while Instant::now() < until {
        audio.play(&Moment::of(&[], Listener::default()));
        sleep(Duration::from_millis(8));
    }
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_two_sounds() {
    log_warnings();
    let mut audio = Audio::open();
    wait_until_it_plays(&audio);
    wait(&mut audio, Duration::from_millis(600));
    play(&mut audio, EventKind::Bounce, Vec3::NEG_X * 3.0);
    let began = Instant::now();
    wait(&mut audio, Duration::from_millis(1_200));
    println!("{APART}{}", began.elapsed().as_secs_f32());
    play(&mut audio, EventKind::Explosion, Vec3::X * 6.0);
    wait(&mut audio, Duration::from_millis(2_500));
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_and_pauses() {
    log_warnings();
    let mut audio = Audio::open();
    wait_until_it_plays(&audio);
    wait(&mut audio, Duration::from_millis(300));
    play(&mut audio, EventKind::Explosion, Vec3::NEG_Z * 4.0);
    wait(&mut audio, Duration::from_millis(300));
    audio.set_paused(true);
    wait(&mut audio, Duration::from_millis(1_500));
    audio.play_interface(SoundKind::InterfaceChoose);
    wait(&mut audio, Duration::from_millis(1_500));
    audio.set_paused(false);
    play(&mut audio, EventKind::Bounce, Vec3::NEG_Z);
    wait(&mut audio, Duration::from_millis(1_500));
}

#[test]
#[ignore = "run by this file's other tests in a process of its own"]
fn plays_without_a_card() {
    log_warnings();
    let mut audio = Audio::open();
    let until = Instant::now() + Duration::from_secs(10);
    let mut problems = Vec::new();
    while problems.is_empty() && Instant::now() < until {
        wait(&mut audio, Duration::from_millis(8));
        problems = audio.take_problems();
    }
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(!audio.is_playing());
    play(&mut audio, EventKind::Bounce, Vec3::X);
    audio.set_volumes(Volumes {
        master: 0.3,
        ..Volumes::default()
    });
    println!("went on");
}

#[test]
fn two_sounds_are_heard_when_and_where_they_were_played() {
    let Some((recording, told)) = record("device::plays_two_sounds") else {
        return;
    };
    let stretches = recording.stretches(0.004, 0.25);
    println!("{:.2} s heard, {stretches:?}", recording.seconds());
    // A bounce and an explosion.
    assert_eq!(stretches.len(), 2, "{stretches:?}");
    let [bounce, explosion] = [0, 1].map(|index: usize| stretches[index].clone());
    assert!(bounce.start > 0.3, "silence first");
    let apart = explosion.start - bounce.start;
    let told = told.lines().find_map(|line| line.strip_prefix(APART));
    let played_apart: f32 = told.unwrap().parse().unwrap();
    // The card is a process of its own and falls behind when the machine is busy.
    assert!((apart - played_apart).abs() < 0.3, "{apart} {played_apart}");
    let [left, right] = recording.levels(bounce.clone());
    println!("bounce {left} {right}");
    assert!(left > 0.01 && left > 2.0 * right, "{left} {right}");
    let [left, right] = recording.levels(explosion.clone());
    println!("explosion {left} {right}");
    assert!(right > 0.03 && right > 2.0 * left, "{left} {right}");
    for stretch in [bounce, explosion] {
        let gap = recording.longest_gap(stretch.clone());
        assert!(gap < 0.002, "{gap} s of silence in {stretch:?}");
    }
}

#[test]
fn a_pause_silences_all_but_the_menus_and_goes_on_after() {
    let Some((recording, _)) = record("device::plays_and_pauses") else {
        return;
    };
    let exploded = recording.first_above(0.02, 0.0).expect("an explosion");
    // The card plays what was made before the pause, too: 43 ms.
    let paused = exploded + 0.3 + 0.3 + 0.1;
    let silence = recording.levels(paused..paused + 0.6);
    let menu = recording.first_above(AUDIBLE, paused + 0.7);
    let menu = menu.expect("a menu's sound");
    let after = recording.first_above(AUDIBLE, menu + 1.0);
    let after = after.expect("a bounce");
    println!("exploded {exploded}, {silence:?} while paused, menu {menu}, again {after}");
    assert!(silence.iter().all(|side| *side < 0.0001), "{silence:?}");
    assert!((0.7..2.5).contains(&(menu - paused)), "{menu}");
    assert!(after - menu > 1.0, "silence between: {menu} {after}");
}

#[test]
fn without_a_card_one_line_is_logged_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("asound.conf");
    fs::write(&config, "").expect("a configuration without any device");
    let output = play_apart("device::plays_without_a_card", &config);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("went on"));
    if cfg!(target_os = "linux") {
        assert_eq!(words.lines().count(), 1, "{words}");
        let is_told = words.contains("no sound") && words.contains("silent");
        assert!(is_told, "{words}");
    }
}
