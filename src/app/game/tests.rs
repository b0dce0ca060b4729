//! Tests of a run in progress: its time, its view, and levels that change below it.

use std::path::Path;

use winit::keyboard::KeyCode;

use super::{
    test_games::{begun, controls, level, pass, range_game, watched},
    *,
};
use crate::app::hints::{Hints, Lesson};
use hexbound_replay::{Header, Recording};
use hexbound_sim::{Buttons, Choice, CollisionMode, Command};
use hexbound_ui::input::Source;

fn game() -> Game {
    begun("test:flat")
}

/// A game and its controls, with the forward key held.
fn walking() -> (Game, Controls) {
    let mut controls = controls();
    controls.set_held(Source::Key(KeyCode::KeyW), true);
    (game(), controls)
}

/// The eye's displacement from frame to frame during a steady walk at `fps` frames a second.
fn steps(fps: f64) -> Vec<f32> {
    let (mut game, mut controls) = walking();
    let mut eyes = Vec::new();
    for _ in 0..(fps as usize * 2) {
        game.advance(1.0 / fps, &mut controls).unwrap();
        eyes.push(game.view(&controls).eye);
    }
    let steady = eyes[eyes.len() / 2..].windows(2);
    steady.map(|pair| pair[0].distance(pair[1])).collect()
}

#[test]
fn changed_rules_hold_from_the_next_start_on() {
    let mut game = game();
    game.rules.coyote_time = 0.5;
    assert_eq!(game.world.rules, Rules::default());
    game.enter(level("test:flat"), false).unwrap();
    assert_eq!(game.world.rules.coyote_time, 0.5);
}

#[test]
fn pictures_above_and_beside_the_tick_rate_move_evenly() {
    for fps in [75.0, 144.0, 240.0] {
        let steps = steps(fps);
        let expected = 5.0 / fps as f32;
        for step in &steps {
            let off = (step - expected).abs() / expected;
            assert!(off < 0.01, "{fps} fps: {step} instead of {expected}");
        }
    }
}

#[test]
fn the_mouse_is_seen_before_the_next_tick() {
    let mut game = game();
    let mut controls = controls();
    game.advance(1.0 / 120.0, &mut controls).unwrap();
    let before = game.view(&controls);
    controls.mouse_motion(-50.0, -20.0);
    let seen = game.view(&controls);
    assert!((seen.yaw - before.yaw - 0.1).abs() < 1e-6);
    assert!((seen.pitch - before.pitch - 0.04).abs() < 1e-6);
    // The tick that uses up the motion does not change the frame.
    game.advance(1.0 / 120.0, &mut controls).unwrap();
    let after = game.view(&controls);
    assert!((after.yaw - seen.yaw).abs() < 1e-6);
    assert!((after.pitch - seen.pitch).abs() < 1e-6);
}

#[test]
fn looking_straight_up_stops_where_the_simulation_does() {
    let mut game = game();
    let mut controls = controls();
    controls.mouse_motion(0.0, -3000.0);
    let seen = game.view(&controls).pitch;
    game.advance(1.0 / 120.0, &mut controls).unwrap();
    assert_eq!(seen, game.world.player.pitch);
}

#[test]
fn a_stall_drops_time_but_no_tick_is_skipped() {
    let mut game = game();
    let advance = game.advance(3.0, &mut controls()).unwrap();
    assert_eq!(advance.ticks, hexbound_base::clock::MAX_TICKS_PER_FRAME);
    assert_eq!(game.world.tick, u64::from(advance.ticks));
}

#[test]
fn a_reload_keeps_the_place_and_another_level_does_not() {
    let (mut game, mut controls) = walking();
    pass(&mut game, &mut controls, 1.0);
    let place = game.world.player.position;
    assert!(place.distance(game.level.spawn.position) > 3.0);
    game.enter(level("test:flat"), true).unwrap();
    assert!(game.world.player.position.distance(place) < 0.01);
    let eye = game.world.player.eye_position();
    assert!(game.view(&controls).eye.distance(eye) < 1e-6);
    game.enter(level("test:flat"), false).unwrap();
    assert_eq!(game.world.player.position, game.level.spawn.position);
}

#[test]
fn time_stands_still_goes_tick_by_tick_and_back() {
    let (mut game, mut controls) = walking();
    let mut hashes = vec![game.world.state_hash()];
    for _ in 0..240 {
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        hashes.push(game.world.state_hash());
    }
    let walked = game.world.tick as usize;
    game.time.step();
    assert_eq!(game.advance(1.0, &mut controls).unwrap().ticks, 0);
    game.time.step();
    assert_eq!(game.advance(1.0, &mut controls).unwrap().ticks, 1);
    game.time.rewinding = true;
    game.advance(0.5, &mut controls).unwrap();
    let tick = game.world.tick as usize;
    assert!(tick + 55 < walked, "{tick} of {walked}");
    let then = game.world.state_hash();
    assert!(hashes.contains(&then), "it has been like this before");
    for _ in 0..200 {
        game.advance(0.1, &mut controls).unwrap();
    }
    // Time does not run back beyond the start.
    assert_eq!(game.world.state_hash(), hashes[0]);
    game.time.rewinding = false;
    game.time.toggle_pause();
    game.advance(0.5, &mut controls).unwrap();
    assert!(game.world.player.velocity.length() > 1.0, "and on it goes");
}

#[test]
fn what_stands_still_is_seen_as_the_last_tick_left_it() {
    let (mut game, mut controls) = walking();
    for _ in 0..70 {
        game.advance(1.0 / 100.0, &mut controls).unwrap();
    }
    let is_seen = |game: &Game| {
        let eye = game.world.player.eye_position();
        game.view(&Controls::new(0.002, false)).eye.distance(eye) < 1e-6
    };
    assert!(!is_seen(&game), "pictures come between ticks");
    game.time.step();
    game.advance(0.01, &mut controls).unwrap();
    assert!(is_seen(&game));
    for step in [Time::step, Time::step, Time::step_back, Time::step] {
        let before = game.world.tick;
        step(&mut game.time);
        game.advance(0.01, &mut controls).unwrap();
        assert!(game.world.tick != before && is_seen(&game));
    }
    // No tick is lost or doubled when time goes on.
    let stood = game.world.tick;
    game.time.toggle_pause();
    game.advance(0.1, &mut controls).unwrap();
    assert!((12..=13).contains(&(game.world.tick - stood)));
}

#[test]
fn a_playback_that_ends_within_a_frame_is_seen_at_its_end() {
    let level = level("test:flat");
    let command = Command::holding(Buttons::FORWARD);
    let header = Header::of(&level, Rules::default(), String::from("test:flat"));
    let recording = Recording::of_moment(Path::new("walk.rec"), header, &[command; 50]);
    let mut game = watched("test:flat", recording);
    let mut controls = controls();
    let frames = (0..9).map(|_| game.advance(7.0 / 120.0, &mut controls).unwrap());
    assert!(frames.filter(|frame| frame.finished).count() > 0);
    assert_eq!(game.world.tick, 50);
    let eye = game.world.player.eye_position();
    assert!(game.view(&controls).eye.distance(eye) < 1e-6);
}

#[test]
fn ghosts_go_the_other_ways_until_time_turns_round() {
    let (mut game, mut controls) = walking();
    let assert_in_step = |game: &Game| {
        let ghosts = game.observers.ghosts.shown().unwrap();
        assert!((ghosts.all.iter()).all(|ghost| ghost.world.tick == game.world.tick));
    };
    (game.observers.ghosts).toggle(&game.world, game.methods);
    game.advance(0.4, &mut controls).unwrap();
    assert_in_step(&game);
    let others = CollisionMode::ALL.len() - 1;
    assert_eq!(game.view(&controls).ghosts.len(), others);
    game.time.rewinding = true;
    game.advance(0.1, &mut controls).unwrap();
    assert!(game.observers.ghosts.shown().is_none());
    // The ghosts start again when time goes on, unless they are hidden meanwhile.
    game.time.rewinding = false;
    game.advance(0.1, &mut controls).unwrap();
    assert_in_step(&game);
    game.time.rewinding = true;
    game.advance(0.1, &mut controls).unwrap();
    assert!(game.observers.ghosts.is_wanted());
    (game.observers.ghosts).toggle(&game.world, game.methods);
    assert!(!game.observers.ghosts.is_wanted());
    game.time.rewinding = false;
    game.advance(0.1, &mut controls).unwrap();
    assert!(game.observers.ghosts.shown().is_none());
}

#[test]
fn ghosts_that_would_go_the_same_way_are_told_to_be_none() {
    let mut game = game();
    assert!(!game.lacks_ghosts());
    for (methods, lacks) in [("article", false), ("usual", true), ("swept", true)] {
        game.start_ghosts(&[methods.parse().unwrap()]);
        assert_eq!(game.lacks_ghosts(), lacks, "{methods}");
    }
    (game.observers.ghosts).toggle(&game.world, game.methods);
    assert!(!game.lacks_ghosts(), "none are to be seen");
}

#[test]
fn every_turn_of_the_view_counts_once_at_every_rate_of_pictures() {
    // Four, two, one or no tick a picture, and what lies between.
    for fps in [30.0, 45.0, 60.0, 120.0, 144.0, 240.0] {
        let mut game = range_game(None, None);
        let (mut controls, mut hints) = (controls(), Hints::default());
        let mut turned = 0.0;
        for _ in 0..(2.0 * fps) as u32 {
            controls.mouse_motion(500.0 / fps, 0.0);
            let advance = game.advance(1.0 / fps, &mut controls).unwrap();
            turned += advance.turned;
            let seen = game.hint_input(&controls, &advance, 1.0 / fps);
            assert!(seen.has_targets);
            hints.follow(seen);
        }
        assert!((turned - 2.0).abs() < 0.05, "{turned} {fps}");
        assert!(hints.known.contains(&Lesson::Look), "{fps}");
    }
}

#[test]
fn a_level_begins_at_the_usual_speed_and_a_saved_one_goes_on_at_its_own() {
    let mut game = game();
    game.time.faster();
    game.enter(level("test:flat"), true).unwrap();
    assert_eq!(game.time.speed(), 2.0);
    game.enter(level("test:range"), false).unwrap();
    assert_eq!(game.time.speed(), 1.0);
}

#[test]
fn while_time_runs_back_dots_show_how_much_is_left() {
    let mut game = game();
    let mut controls = controls();
    pass(&mut game, &mut controls, 3.0);
    let message = |game: &Game| game.time.message(&game.time_left(), |_| Phrase::default());
    assert_eq!(message(&game), None);
    game.time.rewinding = true;
    let mut dots_after = |seconds: f64| {
        pass(&mut game, &mut controls, seconds);
        let said = message(&game).unwrap();
        let said = Words::english().say(&said);
        said.rsplit("   ").next().unwrap().to_owned()
    };
    assert_eq!(dots_after(0.5), "●●●");
    assert_eq!(dots_after(1.0), "●●○");
    assert_eq!(dots_after(5.0), "○○○");
}

#[test]
fn flight_where_there_are_targets_is_announced_once_and_stays_help_whatever_is_taken_back() {
    let mut game = range_game(None, None);
    let mut controls = controls();
    let mut hold = |game: &mut Game, key: Option<KeyCode>| {
        if let Some(key) = key {
            controls.set_held(Source::Key(key), true);
        }
        let frames = (0..30).map(|_| game.advance(1.0 / 60.0, &mut controls).unwrap());
        let took_off = frames.filter(|frame| frame.took_off).count();
        controls.release_all();
        took_off
    };
    assert_eq!(hold(&mut game, None), 0);
    assert_eq!(hold(&mut game, Some(KeyCode::ArrowUp)), 1);
    assert!(game.world.player.flying && game.world.play.assisted);
    game.time.rewinding = true;
    hold(&mut game, None);
    hold(&mut game, None);
    game.time.rewinding = false;
    assert!(!game.world.player.flying && !game.world.play.assisted);
    assert_eq!(hold(&mut game, None), 0);
    assert!(game.world.play.assisted, "it was seen from above");
    assert_eq!(hold(&mut game, Some(KeyCode::ArrowUp)), 0);
}

#[test]
fn the_key_for_props_says_so_where_none_is_in_view() {
    let mut game = game();
    let mut controls = controls();
    let press = |game: &mut Game, controls: &mut Controls| {
        controls.set_held(Source::Key(KeyCode::KeyE), true);
        let frames = (0..5).map(|_| game.advance(1.0 / 60.0, controls).unwrap());
        let in_vain = frames.filter(|frame| frame.selected_nothing).count();
        controls.release_all();
        in_vain
    };
    assert_eq!(press(&mut game, &mut controls), 1);
    game.enter(level("test:props"), false).unwrap();
    game.advance(0.5, &mut controls).unwrap();
    assert_eq!(press(&mut game, &mut controls), 0, "a crate is in view");
}

#[test]
fn the_last_bounces_are_known_while_time_stands_and_when_it_is_taken_back() {
    let mut game = begun("test:lesson-30");
    game.keep_journal(true);
    let mut controls = controls();
    let bounced = |game: &Game| {
        let journal = game.world.journal().expect("a journal");
        journal.bounced.as_ref().map(|bounced| bounced.tick)
    };
    let mut bounces = Vec::new();
    while game.world.tick < 240 {
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        bounces.extend(bounced(&game));
    }
    bounces.dedup();
    assert!(bounces.len() > 2, "{bounces:?}");
    game.time.toggle_pause();
    game.advance(1.0, &mut controls).unwrap();
    assert_eq!(game.world.tick, 240);
    assert_eq!(bounced(&game), bounces.last().copied());
    game.time.rewinding = true;
    let last = bounces[bounces.len() - 1];
    while game.world.tick > last {
        game.advance(1.0 / 120.0, &mut controls).unwrap();
        assert_eq!(bounced(&game).is_some(), game.world.tick >= last);
    }
}
