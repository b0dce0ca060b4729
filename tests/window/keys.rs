//! Every key, pressed on a real keyboard's wire: what it sends to the simulation, and what it changes
//! in the picture, on the screen's panels and in the log.

use std::fs;

use hexbound_base::body::turn_between;
use hexbound_sim::{Buttons, PropState};
use image::{RgbaImage, imageops::crop_imm};

use crate::{
    Desktop, FLAT, Game, Tick, desktop, difference, floor_color,
    play::{ends, followed},
    play_back,
};

/// Pictures that differ by less than this share are of the same place.
const SAME: f64 = 2e-3;

/// The ticks in which exactly `buttons` were held, in the one stretch in which they were.
fn held(ticks: &[Tick], buttons: Buttons) -> &[Tick] {
    let is_held = |tick: &&Tick| tick.command.buttons == buttons;
    let stretches = ticks.chunk_by(|one, next| is_held(&one) == is_held(&next));
    let stretches: Vec<&[Tick]> = stretches.filter(|it| is_held(&&it[0])).collect();
    assert_eq!(stretches.len(), 1, "{buttons:?} were held once");
    stretches[0]
}

#[test]
fn the_keys_that_move_the_player() {
    let Some((ticks, _)) = followed("move.txt") else {
        return;
    };
    let held = |buttons| held(&ticks, buttons);
    let moved = |buttons| {
        let [first, last] = ends(held(buttons));
        last.position - first.position
    };
    let turned = |buttons| -> f32 {
        let yaws = held(buttons).windows(2);
        yaws.map(|pair| turn_between(pair[0].player().yaw, pair[1].player().yaw))
            .sum()
    };
    // The player looks along -Z.
    let back = moved(Buttons::BACK);
    assert!(back.z > 3.0 && back.x.abs() < 0.5, "S: {back}");
    let left = moved(Buttons::LEFT);
    assert!(left.x < -3.0 && left.z.abs() < 0.5, "A: {left}");
    let right = moved(Buttons::RIGHT);
    assert!(right.x > 3.0 && right.z.abs() < 0.5, "D: {right}");
    let left = turned(Buttons::TURN_LEFT);
    assert!(left > 2.0, "left arrow: {left} rad");
    let right = turned(Buttons::TURN_RIGHT);
    assert!(right < -2.0, "right arrow: {right} rad");
    // Two keys, the one after the other.
    let crouching = ticks.chunk_by(|one, next| one.player().crouching == next.player().crouching);
    let crouching = crouching.filter(|stretch| stretch[0].player().crouching);
    assert_eq!(crouching.count(), 2, "C and Ctrl");
    let [_, sprint] = ends(held(Buttons::FORWARD.with(Buttons::SPRINT)));
    let speed = sprint.velocity.length();
    assert!(speed > 7.0, "Shift and W: {speed} m/s");
    let rises = moved(Buttons::RISE).y;
    assert!(rises > 2.0, "up arrow: {rises} m");
    let top = held(Buttons::RISE).last().expect("a tick").world.tick;
    let descends = held(Buttons::DESCEND)[0].world.tick;
    assert!(descends > top + 60, "a while without a key");
    let above = |tick: &Tick| tick.player().position.y;
    let hovers = &ticks[top as usize..descends as usize];
    assert!(hovers.iter().all(|tick| tick.player().flying));
    let sank = above(&hovers[60]) - above(&hovers[hovers.len() - 1]);
    assert!(sank.abs() < 0.01, "without gravity it sank {sank} m");
    let sinks = moved(Buttons::DESCEND).y;
    assert!(sinks < -2.0, "down arrow: {sinks} m");
    let jump = held(Buttons::JUMP)[0].world.tick as usize;
    let apex = ticks[jump..jump + 60].iter().map(above).fold(0.0, f32::max);
    assert!(apex - above(&ticks[0]) > 1.0, "space: {apex} m");
}

/// Asserts that `prop` alone is selected from a tick on.
fn assert_selected_from(ticks: &[Tick], first: usize, prop: usize) {
    let is_selected = |tick: &Tick| {
        let mut all = tick.world.props.iter().enumerate();
        all.all(|(index, it)| it.selected == (index == prop))
    };
    assert!(!is_selected(&ticks[first - 2]) && ticks[first..].iter().all(is_selected));
}

#[test]
fn the_keys_that_select_and_push_a_prop() {
    const LEVEL: &str = "test:props";
    /// A share of the picture that nothing but the prop's motion changes.
    const STIRS: f64 = 1e-3;
    /// Straight ahead of the spawn: a sphere at eye height that faces along -Z.
    const AHEAD: usize = 3;
    const PUSHES: [(&str, Buttons, usize, f32); 6] = [
        // Up first: other props stand beside it.
        ("u", Buttons::PUSH_UP, 2, 1.0),
        ("l", Buttons::PUSH_RIGHT, 1, 1.0),
        ("j", Buttons::PUSH_LEFT, 1, -1.0),
        ("i", Buttons::PUSH_FORWARD, 0, 1.0),
        ("k", Buttons::PUSH_BACK, 0, -1.0),
        ("o", Buttons::PUSH_DOWN, 2, -1.0),
    ];
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    let middle = |image: &RgbaImage| crop_imm(image, 260, 120, 120, 120).to_image();
    let plain = middle(&game.pixels());
    game.xdotool("key e");
    game.wait_pixels("an outline around the prop", |image| {
        difference(&middle(image), &plain) > 0.02
    });
    for (key, ..) in PUSHES {
        let before = game.pixels();
        game.xdotool(&format!("keydown {key}"));
        game.wait_change(&format!("a prop that {key} moves"), &before, STIRS);
        game.xdotool(&format!("keyup {key}"));
        game.xdotool("key g");
        game.wait_whole_second();
    }
    game.leave();
    let (ticks, _) = play_back(&desktop, LEVEL);
    let prop = |tick: &Tick| tick.world.props[AHEAD];
    let selects = held(&ticks, Buttons::SELECT)[0].world.tick as usize;
    assert_selected_from(&ticks, selects, AHEAD);
    let mut glided = 0;
    for (key, button, axis, sign) in PUSHES {
        let pushed = held(&ticks, button);
        let [first, last] = [&pushed[0], &pushed[pushed.len() - 1]];
        let PropState {
            position, speeds, ..
        } = prop(first);
        let mut expected = [0.0; 3];
        expected[axis] = speeds[axis];
        assert!(speeds[axis] * sign > 0.0, "{key}: {speeds}");
        assert_eq!(speeds.to_array(), expected, "{key} pushes along one axis");
        assert_ne!(prop(last).position, position, "{key} moves it");
        // It glides on, unless something is in the way, until G.
        let rest = &ticks[last.world.tick as usize - 1..];
        let stop = (rest.iter()).position(|tick| tick.command.buttons == Buttons::STOP_PROPS);
        let stop = stop.expect("G was pressed");
        let is_at_rest = |tick| prop(tick).speeds.to_array() == [0.0; 3];
        assert!(is_at_rest(&rest[stop]), "{key}, then G");
        glided += usize::from(!is_at_rest(&rest[stop - 1]));
    }
    assert!(glided > 0, "{glided} times G stopped something");
}

#[test]
fn a_click_of_the_free_pointer_selects_a_prop_beside_the_crosshair() {
    const LEVEL: &str = "test:props";
    /// The box to the left of where the player looks.
    const BESIDE: usize = 0;
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    let beside = |image: &RgbaImage| crop_imm(image, 110, 138, 100, 100).to_image();
    let plain = beside(&game.pixels());
    game.follow("pick.txt");
    game.wait_pixels("an outline around the prop", |image| {
        difference(&beside(image), &plain) > 0.02
    });
    game.follow("look_and_throw.txt");
    game.leave();
    let (ticks, _) = play_back(&desktop, LEVEL);
    let picks = ticks.iter().filter(|tick| tick.command.pointed.is_some());
    let picks: Vec<usize> = picks.map(|tick| tick.world.tick as usize).collect();
    assert_eq!(picks.len(), 1, "one click");
    assert_selected_from(&ticks, picks[0], BESIDE);
    let turns = |tick: &&Tick| tick.command.yaw != 0.0;
    assert_eq!(ticks[..=picks[0]].iter().filter(turns).count(), 0);
    assert!(ticks[picks[0]..].iter().filter(turns).count() > 0);
    let balls = |tick: &Tick| tick.world.balls.len();
    assert_eq!(balls(&ticks[picks[0]]), 0, "the click picks alone");
    assert_eq!(ticks.last().map(balls), Some(1));
}

#[test]
fn the_keys_that_explain_collision() {
    // The article's test lets the player into the wedge that stands straight ahead.
    const LEVEL: &str = "test:wedge";
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    game.follow("explain.txt");
    time_backwards(&game, &game.kept("floor"));
    game.leave();
    play_back(&desktop, LEVEL);
    let log = desktop.log();
    // They begin to part with the ghost's first push, or already where the player alone meets something.
    let is_told = log.contains(" pushes back ") || log.contains("; it: nothing is met");
    assert!(log.contains("moving apart from tick") && is_told, "{log}");
    // Runs that did not part are not reported.
    assert!(!log.contains("box: "), "{log}");
}

#[test]
fn the_keys_of_the_game_itself() {
    let Some(desktop) = desktop() else { return };
    let mut game = desktop.play(FLAT);
    game.follow("game_keys.txt");
    screenshot(&game, &desktop);
    game.follow("stopped_time.txt");
    game.assert_alive();
    game.leave();
    let recording = fs::read_to_string(desktop.path("play.rec")).expect("a recording");
    let is_method = |line: &&str| line.starts_with("collision") || line.starts_with("ground");
    let methods: Vec<&str> = recording.lines().filter(is_method).collect();
    let expected = "collision article, collision box, collision swept, ground rays, ground sweep, \
                    collision article, collision swept";
    assert_eq!(methods.join(", "), expected);
    // While time stood still, each press of the period key was a tick.
    let (ticks, _) = play_back(&desktop, FLAT);
    assert_eq!(held(&ticks, Buttons::RIGHT).len(), 7);
}

fn screenshot(game: &Game, desktop: &Desktop) {
    game.xdotool("key F12");
    let shot = desktop.path("Pictures/hexbound-1.png");
    game.wait_log(&format!("Screenshot {}", shot.display()), 1);
    let shot = image::open(shot).expect("a screenshot").into_rgba8();
    assert_eq!(shot.dimensions(), (640, 360));
    // The floor of the screenshot is the floor of the window, once the words over that have faded.
    let shot = floor_color(&shot);
    game.wait_pixels("the floor of the screenshot", |image| {
        let seen = floor_color(image);
        (0..3).all(|i| (shot[i] - seen[i]).abs() < 12.0)
    });
}

/// Where the words about time stand.
fn top(image: &RgbaImage) -> RgbaImage {
    crop_imm(image, 0, 0, image.width(), image.height() / 8).to_image()
}

/// R takes the player back to where `before` was seen from, and the recording goes on from there.
fn time_backwards(game: &Game, before: &RgbaImage) {
    let walked = difference(before, &game.pixels());
    assert!(walked > 0.02, "the walk is seen: {walked}");
    game.xdotool("keydown r");
    game.wait_pixels("the place before", |image| {
        let below = |image| crop_imm(image, 0, 90, 640, 270).to_image();
        difference(&below(image), &below(before)) < SAME
    });
    let rewinding = difference(&top(&game.pixels()), &top(before));
    // Words say that time runs backwards.
    assert!(rewinding > 0.02, "{rewinding}");
    game.xdotool("keyup r");
    game.wait_pixels("the ghosts, which begin anew", |image| {
        difference(image, before) > SAME && difference(&top(image), &top(before)) < SAME
    });
    game.xdotool("key F6");
    game.wait_like("that time passes", before, SAME);
}
