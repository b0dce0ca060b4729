use proptest::prelude::*;
use winit::{event::MouseButton, keyboard::KeyCode};

use crate::app::game::{
    Game, Start,
    test_games::{begun, controls, level, recorded, rewind, watched},
};
use hexbound_base::progress::ignore;
use hexbound_sim::{Question, Rewound, Rules};
use hexbound_ui::input::{Controls, Source};

#[test]
fn what_was_played_ends_with_the_level_and_is_watched_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rec");
    let mut game = recorded("test:flat", &path);
    let mut controls = controls();
    controls.set_held(Source::Key(KeyCode::KeyW), true);
    for frame in 0..120 {
        controls.mouse_motion(f64::from(frame % 7) - 3.0, 1.0);
        controls.set_held(Source::Mouse(MouseButton::Left), frame % 30 == 0);
        game.advance(1.0 / 60.0, &mut controls).unwrap();
    }
    let hash = game.world.state_hash();
    let closed = game.enter(level("test:box-room"), false).unwrap();
    assert_eq!(closed, Some(path.clone()));
    // The rest is not recorded.
    game.advance(0.1, &mut controls).unwrap();
    let recording = hexbound_replay::read(&path).unwrap();
    assert_eq!(recording.state_hash, Some(hash));
    let ticks = recording.ticks;
    let mut watched = watched("test:flat", recording);
    watched.advance(0.5, &mut controls).unwrap();
    watched.advance(0.5, &mut controls).unwrap();
    rewind(&mut watched, &mut controls, 0.3);
    while !watched.advance(0.05, &mut controls).unwrap().finished {}
    assert_eq!(watched.world.tick, ticks);
    assert_eq!(watched.world.state_hash(), hash);
}

#[test]
fn a_report_opens_a_minute_before_its_fault_and_ends_just_before_it() {
    let mut game = begun("test:flat");
    let mut controls = controls();
    controls.set_held(Source::Key(KeyCode::KeyW), true);
    for _ in 0..320 {
        game.advance(0.2, &mut controls).unwrap();
    }
    let ticks = game.world.tick;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.txt");
    let text = game.flight_log().lock().unwrap().report("", "it failed");
    std::fs::write(&path, text).unwrap();
    let mut watched = watched("test:flat", hexbound_replay::read(&path).unwrap());
    assert_eq!(watched.catch_up_progress(), Some(0.0));
    watched.observers.contacts.is_wanted = true;
    watched.catch_up(|| true).unwrap();
    assert_eq!(watched.catch_up_progress(), None);
    let heard = watched.observers.contacts.heard().unwrap();
    assert_eq!(heard.contacts.len(), 0, "nothing is heard before it opens");
    assert_eq!(watched.world.tick, ticks - 7200);
    while !watched.advance(0.2, &mut controls).unwrap().finished {}
    assert_eq!(watched.world.state_hash(), game.world.state_hash());
    assert_eq!(watched.fault().unwrap().words, "it failed");
}

#[test]
fn a_report_holds_no_run_whose_level_was_read_again_meanwhile() {
    let mut game = begun("test:flat");
    let report = |game: &Game| game.flight_log().lock().unwrap().report("", "it failed");
    assert!(report(&game).contains("level test:flat"));
    game.enter(level("test:box-room"), true).unwrap();
    assert!(report(&game).contains("no-run its level was saved"));
    game.enter(level("test:box-room"), false).unwrap();
    assert!(report(&game).contains("level test:box-room"));
}

#[test]
fn a_recording_goes_on_through_a_rewind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rec");
    let mut game = recorded("test:flat", &path);
    let mut controls = controls();
    game.advance(0.4, &mut controls).unwrap();
    let furthest = game.world.tick;
    game.time.rewinding = true;
    game.advance(0.1, &mut controls).unwrap();
    game.advance(0.1, &mut controls).unwrap();
    let ticks = furthest - game.world.tick;
    assert!(ticks >= 22, "{ticks}");
    let expected = Rewound { ticks, times: 1 };
    assert_eq!(game.rewound(), expected);
    game.time.rewinding = false;
    controls.set_held(Source::Key(KeyCode::KeyA), true);
    game.advance(0.1, &mut controls).unwrap();
    assert_eq!(game.rewound(), expected, "counted once");
    let (ticks, hash) = (game.world.tick, game.world.state_hash());
    game.finish_recording().unwrap();
    let recording = hexbound_replay::read(&path).unwrap();
    assert_eq!((recording.ticks, recording.state_hash), (ticks, Some(hash)));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("back ").count(), 1, "{text}");
    // What was given up is in the file.
    assert!(!text.contains("rewound"));
    hexbound_lab::replay(&game.level, recording, &ignore).unwrap();
}

/// A stretch of a run: a key, a button and a look held for some frames, or a rewind.
#[derive(Clone, Debug)]
enum Stretch {
    Play(KeyCode, bool, (f64, f64), u32),
    Back(u32),
    Slower,
    Faster,
    OtherMode,
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let keys = vec![KeyCode::KeyW, KeyCode::KeyA, KeyCode::Space, KeyCode::KeyC];
    let look = (-30.0..30.0, -10.0..10.0);
    prop_oneof![
        6 => (prop::sample::select(keys), any::<bool>(), look, 1u32..40)
            .prop_map(|(key, throws, look, frames)| Stretch::Play(key, throws, look, frames)),
        4 => (1u32..30).prop_map(Stretch::Back),
        1 => Just(Stretch::Slower),
        1 => Just(Stretch::Faster),
        1 => Just(Stretch::OtherMode),
    ]
}

/// Plays a stretch at 60 frames a second.
fn play(game: &mut Game, controls: &mut Controls, stretch: &Stretch) {
    let mut frames = 0;
    match stretch {
        Stretch::Play(key, throws, look, length) => {
            controls.set_held(Source::Key(*key), true);
            controls.set_held(Source::Mouse(MouseButton::Left), *throws);
            controls.mouse_motion(look.0, look.1);
            frames = *length;
        }
        Stretch::Back(length) => {
            game.time.rewinding = true;
            frames = *length;
        }
        Stretch::Slower => game.time.slower(),
        Stretch::Faster => game.time.faster(),
        Stretch::OtherMode => game.methods.choose_next(Question::Collision),
    }
    for _ in 0..frames {
        game.advance(1.0 / 60.0, controls).unwrap();
    }
    game.time.rewinding = false;
    controls.release_all();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_run_with_any_rewinds_replays_to_the_same_end(
        stretches in prop::collection::vec(stretch(), 1..30)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.rec");
        let mut game = recorded("test:box-room", &path);
        let mut controls = controls();
        stretches.iter().for_each(|it| play(&mut game, &mut controls, it));
        // One tick in which the last rewind counts.
        game.advance(1.0, &mut controls).unwrap();
        game.finish_recording().unwrap();
        let recording = hexbound_replay::read(&path).unwrap();
        prop_assert_eq!(recording.ticks, game.world.tick);
        let end = hexbound_lab::replay(&game.level, recording, &ignore).unwrap();
        let Rewound { ticks, times } = game.rewound();
        prop_assert_eq!((end.play.rewound, end.play.rewinds), (ticks, times));
        prop_assert_eq!(end.play.assisted, game.world.play.assisted);
        prop_assert_eq!(end.state_hash(), game.world.state_hash());
    }
}

#[test]
fn a_recording_of_another_level_is_not_watched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.rec");
    let mut game = recorded("test:flat", &path);
    game.finish_recording().unwrap();
    let recording = hexbound_replay::read(&path).unwrap();
    let start = Start::Replay(recording);
    assert!(Game::new(level("test:stairs"), start, Rules::default()).is_err());
}
