//! Memory while somebody plays: a restless player with ghosts about, and then one who throws balls that explode
//! while ghosts come and go. What a frame needs and the next gives back is no growth; what each frame leaves
//! behind is.

use std::{
    env, fs, thread,
    time::{Duration, Instant},
};

use crate::{Game, desktop};

/// More than this part of the memory at the start is a leak.
const MAX_GROWTH: f64 = 0.05;
/// The variable with the time that is measured, seconds, and what it is unless it is set.
const TIME: (&str, f64) = ("HEXBOUND_SOAK", 600.0);
/// The warm-up before a part, as a part of its measured time: until pools and caches are full.
const WARM_UP: f64 = 0.5;
/// The time from one look at the memory to the next.
const PAUSE: Duration = Duration::from_millis(200);
/// The steps from one coming of the ghosts to the next, while balls are thrown.
const GHOSTS_EVERY: u64 = 25;
const KEYS: [&str; 5] = ["w", "d", "w", "a", "s"];

/// The memory that a process held, kilobytes: the most of each half of the time. What a frame needs goes up and
/// down with what is in sight; the most of equal times does not, unless something is kept.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    start: f64,
    end: f64,
}

impl Memory {
    /// Notes what is held when this part of the measured time has passed, negative before it.
    fn note(&mut self, measured: f64, now: f64) {
        match measured {
            early if early < 0.0 => {}
            // However slow the machine is, each half gets one.
            first if first < 0.5 || self.start == 0.0 => self.start = self.start.max(now),
            _ => self.end = self.end.max(now),
        }
    }

    fn is_known(&self) -> bool {
        self.start > 0.0 && self.end > 0.0
    }

    fn growth(&self) -> f64 {
        self.end / self.start - 1.0
    }
}

/// Wanders for so many seconds after a warm-up, and does at each step what `act` does.
fn soak(game: &Game<'_>, seconds: f64, act: impl Fn(u64)) -> Memory {
    let mut memory = Memory::default();
    let began = Instant::now();
    for step in 0_u64.. {
        let measured = began.elapsed().as_secs_f64() / seconds - WARM_UP;
        memory.note(measured, game.memory() as f64);
        if measured >= 1.0 && memory.is_known() {
            break;
        }
        let key = |step: u64| KEYS[(step / 8) as usize % KEYS.len()];
        if step % 8 == 0 {
            let (last, next) = (key(step.wrapping_sub(1)), key(step));
            game.xdotool(&format!("keyup {last} keydown {next}"));
        }
        let right = 20 - (step % 7) as i64 * 5;
        game.xdotool(&format!("mousemove_relative -- {right} 0"));
        act(step);
        thread::sleep(PAUSE);
    }
    memory
}

/// Ghosts and balls have a part each, since the light of explosions once hid what a driver kept of ghosts.
#[test]
#[ignore = "takes a quarter of an hour"]
fn memory_stays_flat_while_ghosts_and_balls_are_drawn() {
    let Some(desktop) = desktop() else { return };
    let (name, usual) = TIME;
    let seconds = env::var(name).map_or(usual, |it| it.parse().expect("a number of seconds"));
    let [record, events] = ["play.rec", "events.jsonl"].map(|name| desktop.name(name));
    let seen = "--size 640x360 --quality high --assist balls --ghosts article,box";
    let line = format!("play observatory {seen} --record {record} --events {events}");
    let game = desktop.open(line);
    game.wait_ticks(1);
    let ghosts = soak(&game, seconds / 2.0, |_| {});
    let balls = soak(&game, seconds / 2.0, |step| {
        game.xdotool("click 1");
        if step % GHOSTS_EVERY == 0 {
            game.xdotool("key F6");
        }
    });
    game.terminate();
    let happened = fs::read_to_string(events).expect("events");
    for kind in ["throw", "explosion"] {
        let word = format!("\"event\":\"{kind}\"");
        let log = desktop.log();
        assert!(happened.contains(&word), "nothing of {kind}: {log}");
    }
    for (part, memory) in [("ghosts", ghosts), ("balls", balls)] {
        let [start, end] = [memory.start, memory.end].map(|it| it / 1000.0);
        let growth = memory.growth() * 100.0;
        eprintln!("{part}: {start:.0} to {end:.0} MB, {growth:+.1} %");
        assert!(memory.growth() <= MAX_GROWTH, "{part}");
    }
}

#[test]
fn a_leak_is_growth_and_what_comes_and_goes_is_not() {
    let memory = |of: &dyn Fn(f64) -> f64| {
        let mut memory = Memory::default();
        for step in -50..100 {
            let measured = f64::from(step) / 100.0;
            memory.note(measured, of(measured));
        }
        memory
    };
    assert!(memory(&|measured| 200.0 + 50.0 * measured).growth() > MAX_GROWTH);
    // Warming up costs what it likes.
    let warm = |measured: f64| if measured < 0.0 { 20.0 } else { 300.0 };
    assert_eq!(memory(&warm).growth(), 0.0);
    let waves = |measured: f64| 200.0 + 80.0 * (measured * 40.0).sin();
    assert!(memory(&waves).growth().abs() < 0.01);
    let mut slow = Memory::default();
    slow.note(0.9, 100.0);
    assert!(!slow.is_known());
    slow.note(1.4, 130.0);
    assert!(slow.is_known() && slow.growth() > 0.29);
}
