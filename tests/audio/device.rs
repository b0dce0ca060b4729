//! Tests of what comes out of the device: a process plays through the real output, and the
//! recording is measured.

use std::{
    path::Path,
    process::{Command, Output},
    thread::sleep,
    time::{Duration, Instant},
};

use glam::Vec3;
use hexbound_audio::{Audio, Listener, Moment, Volumes};
use hexbound_sim::{Event, EventKind};

use crate::{
    recording::{Recording, no_card, recording_card},
    skip,
};

/// Before the seconds between the two sounds, as [`plays_two_sounds`] reports them: a busy machine
/// may be late.
const APART: &str = "seconds apart: ";

/// Runs one of the ignored tests in a process of its own, with its own sound card.
pub fn play_apart(name: &str, config: &Path) -> Output {
    Command::new(std::env::current_exe().expect("the test knows itself"))
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env("ALSA_CONFIG_PATH", config)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("the test starts itself")
}

pub fn log_warnings() {
    env_logger::Builder::new()
        .filter_level(log::LevelFilter::Warn)
        .init();
}

fn event(kind: EventKind, position: Vec3) -> Event {
    Event::new(kind, position, Vec3::Y, 12.0)
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
    let until = Instant::now() + Duration::from_secs(10);
    while !audio.is_playing() && Instant::now() < until {
        sleep(Duration::from_millis(5));
    }
    assert!(audio.is_playing());
    wait(&mut audio, Duration::from_millis(600));
    let left = Vec3::NEG_X * 3.0;
    audio.play(&Moment::of(
        &[event(EventKind::Bounce, left)],
        Listener::default(),
    ));
    let began = Instant::now();
    wait(&mut audio, Duration::from_millis(1_200));
    let right = Vec3::X * 6.0;
    println!("{APART}{}", began.elapsed().as_secs_f32());
    audio.play(&Moment::of(
        &[event(EventKind::Explosion, right)],
        Listener::default(),
    ));
    wait(&mut audio, Duration::from_millis(2_500));
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
    audio.play(&Moment::of(
        &[event(EventKind::Bounce, Vec3::X)],
        Listener::default(),
    ));
    audio.set_volumes(Volumes {
        master: 0.3,
        ..Volumes::default()
    });
    println!("went on");
}

#[test]
fn two_sounds_are_heard_when_and_where_they_were_played() {
    if !skip::has_tool("pv") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (config, heard) = recording_card(folder.path());
    let output = play_apart("device::plays_two_sounds", &config);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert_eq!(words, "", "a run without trouble says nothing");

    let recording = Recording::read(&heard);
    let stretches = recording.stretches(0.004, 0.25);
    println!("{:.2} s heard, {stretches:?}", recording.seconds());
    // A bounce and an explosion.
    assert_eq!(stretches.len(), 2, "{stretches:?}");
    let [bounce, explosion] = [stretches[0], stretches[1]];
    assert!(bounce.onset > 0.3, "silence first");
    let apart = explosion.onset - bounce.onset;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = told
        .lines()
        .find_map(|line| line.strip_prefix(APART))
        .unwrap();
    let played_apart: f32 = told.parse().unwrap();
    // The card is a process of its own and falls behind when the machine is busy.
    assert!((apart - played_apart).abs() < 0.3, "{apart} {played_apart}");
    let [left, right] = recording.levels(bounce);
    println!("bounce {left} {right}");
    assert!(left > 0.01 && left > 2.0 * right, "{left} {right}");
    let [left, right] = recording.levels(explosion);
    println!("explosion {left} {right}");
    assert!(right > 0.03 && right > 2.0 * left, "{left} {right}");
    for stretch in [bounce, explosion] {
        let gap = recording.longest_gap(stretch);
        assert!(gap < 0.002, "{gap} s of silence in {stretch:?}");
    }
    assert!(recording.peak() <= 0.99, "{}", recording.peak());
}

#[test]
fn without_a_card_one_line_is_logged_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let output = play_apart("device::plays_without_a_card", &no_card(folder.path()));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("went on"));
    if cfg!(target_os = "linux") {
        assert_eq!(words.lines().count(), 1, "{words}");
        assert!(
            words.contains("no sound") && words.contains("silent"),
            "{words}"
        );
    }
}
