//! A check that memory stays flat while somebody plays: a restless player with ghosts about, and
//! then one who throws balls that explode while ghosts come and go, drawn frame by frame on whatever
//! stage somebody brings. What one frame needs and the next gives back is no growth; what each frame
//! leaves behind is.

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{Stage, Step, Work, report};
use crate::Wander;
use hexbound_base::clock::TICK;
use hexbound_level::Level;
use hexbound_render::{
    ExposureSettings, Frame, Offscreen, PictureOptions, RenderError, effects::Effects,
};
use hexbound_sim::{Buttons, Event, EventKind, Ghosts, History, Methods, Rules, View, World};

/// More than this part of the memory at the start is a leak.
pub const MOST_GROWTH: f64 = 0.05;

/// Each frame's, at 30 frames a second of the level's own time.
const TICKS_A_FRAME: u32 = 4;
/// Ticks from one throw to the next, and for how many the button is held.
const THROW_EVERY: u64 = 24;
const THROW_HELD: u64 = 4;
/// While balls are thrown: ticks from one coming of the ghosts to the next, and for how many they
/// stay.
const GHOSTS_EVERY: u64 = 600;
const GHOSTS_STAY: u64 = 480;
/// The fewest frames of a part: enough for balls to be thrown and to explode, however slow the machine is.
const MIN_FRAMES: u32 = 90;
/// The warm-up before a part, as a part of its measured time.
const WARM_UP: f64 = 0.5;
/// The seed of the restless player.
const SEED: u64 = 11;

/// The options of a soak.
#[derive(Clone, Debug)]
pub struct SoakOptions {
    /// The play that is measured, both parts together, seconds. Before each goes half as much again
    /// to warm up, until pools and caches are full, and before all the level gets its full light.
    pub time: Duration,
    pub picture: PictureOptions,
    /// Vertical, radians.
    pub field_of_view: f32,
}

/// The outcome of a soak.
#[derive(Clone, Debug, Serialize)]
pub struct SoakReport {
    pub level: String,
    pub adapter: String,
    /// Pixels.
    pub size: [u32; 2],
    /// Seen in a window; else drawn offscreen.
    pub window: bool,
    /// The time that was measured, without the warm-up, seconds.
    pub seconds: f64,
    /// The counts of what was drawn and thrown, with the warm-up.
    pub frames: u64,
    pub thrown: u64,
    pub explosions: u64,
    /// Frames with ghosts in the world.
    pub ghost_frames: u64,
    pub parts: Vec<PartReport>,
}

/// The outcome of one part of the time.
#[derive(Clone, Debug, Serialize)]
pub struct PartReport {
    pub name: &'static str,
    /// Most that the process held in the first half of the measured time and in the second,
    /// megabytes (10⁶ bytes).
    pub start: f64,
    pub end: f64,
    /// The part by which the end is above the start; negative where it is below.
    pub growth: f64,
}

/// The reason why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SoakError {
    #[error("the system doesn't say how much memory a process holds: --soak needs Linux")]
    NoMemory,
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Plays `level` without a window and says what memory came to.
pub fn soak(level: &Level, options: &SoakOptions) -> Result<SoakReport, SoakError> {
    let mut soaking = Soaking::new(level, options.clone())?;
    let mut offscreen = Offscreen::new(&options.picture)?;
    offscreen.open_level(level)?;
    loop {
        if let Step::Done(report) = soaking.step(level, &mut offscreen)? {
            return Ok(report);
        }
    }
}

/// A trial on its way, one frame a step.
pub struct Soaking {
    options: SoakOptions,
    play: Play,
    frames: u64,
    memory: Memory,
    /// The frames of the current part.
    part_frames: u32,
    /// The start of the current part; `None` before the level has its light.
    began: Option<Instant>,
    done: Vec<PartReport>,
}

impl Soaking {
    pub fn new(level: &Level, options: SoakOptions) -> Result<Self, SoakError> {
        report::memory().ok_or(SoakError::NoMemory)?;
        Ok(Self {
            play: Play::new(level),
            memory: Memory::default(),
            frames: 0,
            part_frames: 0,
            began: None,
            done: Vec::new(),
            options,
        })
    }

    /// Takes down what the process holds. True when the last part is over.
    fn note(&mut self, now: Instant) -> bool {
        let Some(began) = self.began else {
            return false;
        };
        let whole = self.options.time.as_secs_f64() / SoakPart::ALL.len() as f64;
        let measured = (now - began).as_secs_f64() / whole - WARM_UP;
        if let Some(held) = report::memory() {
            self.memory.note(measured, held);
        }
        self.part_frames += 1;
        if measured < 1.0 || self.part_frames < MIN_FRAMES || !self.memory.is_known() {
            return false;
        }
        self.part_frames = 0;
        self.done.push(self.memory.report(self.play.part));
        self.memory = Memory::default();
        self.began = Some(now);
        match SoakPart::ALL.get(self.done.len()) {
            Some(next) => self.play.part = *next,
            None => return true,
        }
        false
    }

    fn report<S: Stage>(&self, level: &Level, stage: &S) -> SoakReport {
        SoakReport {
            level: level.name.clone(),
            adapter: stage.adapter(),
            size: stage.size(),
            window: S::IS_WINDOW,
            seconds: self.options.time.as_secs_f64(),
            frames: self.frames,
            thrown: self.play.thrown,
            explosions: self.play.explosions,
            ghost_frames: self.play.ghost_frames,
            parts: self.done.clone(),
        }
    }
}

impl Work for Soaking {
    type Report = SoakReport;

    fn step<S: Stage>(
        &mut self,
        level: &Level,
        stage: &mut S,
    ) -> Result<Step<SoakReport>, RenderError> {
        self.play.advance(level);
        let view = self.play.view();
        let shown = stage.draw(Frame {
            view: &view,
            field_of_view: self.options.field_of_view,
            seconds: view.seconds as f32,
            crosshair: 1.0,
            effects: Some(&self.play.effects),
            exposure: ExposureSettings::default(),
            elapsed: TICKS_A_FRAME as f32 * TICK,
            overlay: None,
        })?;
        if !shown {
            return Ok(Step::NotShown);
        }
        self.frames += 1;
        let now = Instant::now();
        if self.began.is_none() && stage.is_settled() {
            self.began = Some(now);
            self.play.part = SoakPart::ALL[0];
        }
        if self.note(now) {
            return Ok(Step::Done(self.report(level, stage)));
        }
        Ok(Step::Drawn)
    }
}

impl SoakReport {
    /// The part in which memory has grown most, if it has.
    pub fn grown(&self) -> Option<&PartReport> {
        let grown = self.parts.iter().filter(|part| part.growth > MOST_GROWTH);
        grown.max_by(|a, b| a.growth.total_cmp(&b.growth))
    }

    /// The report as text for people.
    pub fn summary(&self) -> String {
        let [width, height] = self.size;
        let place = if self.window {
            "in a window"
        } else {
            "offscreen"
        };
        let mut text = format!(
            "{}: {} frames of {width}x{height} {place} with {}\n",
            self.level, self.frames, self.adapter
        );
        let mut row = |name: &str, value: String| {
            writeln!(text, "  {name:<16}{value}").expect("a string takes what is written");
        };
        row("measured", format!("{:.0} s of play", self.seconds));
        row("balls thrown", self.thrown.to_string());
        row("explosions", self.explosions.to_string());
        row("with ghosts", format!("{} frames", self.ghost_frames));
        for part in &self.parts {
            let growth = part.growth * 100.0;
            let held = format!("{:.0} to {:.0} MB, {growth:+.1} %", part.start, part.end);
            row(part.name, held);
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// The memory that a process held, megabytes: the most of each half of the time. What a frame needs
/// goes up and down with what is in sight; the most of equal times does not, unless something is
/// kept.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    start: f64,
    end: f64,
}

impl Memory {
    /// `measured` is the part of the measured time that has passed, negative before it.
    fn note(&mut self, measured: f64, now: f64) {
        match measured {
            early if early < 0.0 => {}
            // However slow frames are, each half gets one.
            first if first < 0.5 || self.start == 0.0 => self.start = self.start.max(now),
            _ => self.end = self.end.max(now),
        }
    }

    fn report(&self, part: SoakPart) -> PartReport {
        PartReport {
            name: part.name(),
            start: self.start,
            end: self.end,
            growth: self.growth(),
        }
    }

    fn is_known(&self) -> bool {
        self.start > 0.0 && self.end > 0.0
    }

    fn growth(&self) -> f64 {
        self.end / self.start - 1.0
    }
}

/// A part of the soak. Ghosts and balls have one each, since the light of explosions once hid what a
/// driver kept of ghosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SoakPart {
    /// Only walking about, while the level gets its light: whatever is kept of the others is not yet
    /// there when they begin.
    Alone,
    Ghosts,
    Balls,
}

impl SoakPart {
    /// The parts that are measured, in their order.
    const ALL: [Self; 2] = [Self::Ghosts, Self::Balls];

    fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Ghosts => "ghosts",
            Self::Balls => "balls",
        }
    }
}

/// Somebody who plays without a window.
struct Play {
    part: SoakPart,
    wander: Wander,
    world: World,
    /// The game keeps it, too.
    history: History,
    ghosts: Option<Ghosts>,
    effects: Effects,
    events: Vec<Event>,
    thrown: u64,
    explosions: u64,
    ghost_frames: u64,
}

impl Play {
    fn new(level: &Level) -> Self {
        let world = World::new(level, Rules::default());
        Self {
            part: SoakPart::Alone,
            wander: Wander::new(SEED),
            history: History::new(&world),
            world,
            ghosts: None,
            effects: Effects::default(),
            events: Vec::new(),
            thrown: 0,
            explosions: 0,
            ghost_frames: 0,
        }
    }

    /// Up to the next frame.
    fn advance(&mut self, level: &Level) {
        self.events.clear();
        for _ in 0..TICKS_A_FRAME {
            self.tick(level);
        }
        let count = |kind| self.events.iter().filter(|it| it.kind == kind).count() as u64;
        self.thrown += count(EventKind::Throw);
        self.explosions += count(EventKind::Explosion);
        self.ghost_frames += u64::from(self.ghosts.is_some());
        let seconds = View::of(&self.world).seconds;
        self.effects.advance(seconds, &self.events, level);
    }

    fn tick(&mut self, level: &Level) {
        let tick = self.world.tick;
        let methods = Methods::default();
        let has_ghosts = match self.part {
            SoakPart::Alone => false,
            SoakPart::Ghosts => true,
            SoakPart::Balls => tick % GHOSTS_EVERY < GHOSTS_STAY,
        };
        if has_ghosts != self.ghosts.is_some() {
            self.ghosts = has_ghosts.then(|| Ghosts::begin(&self.world, methods, &[]));
        }
        let mut command = self.wander.next_command(level, &self.world, methods);
        let throws = self.part == SoakPart::Balls && tick % THROW_EVERY < THROW_HELD;
        (command.buttons).set(Buttons::THROW, throws);
        self.world.step(level, &command, &mut self.events);
        self.history.push(&command, &self.world);
        if let Some(ghosts) = &mut self.ghosts {
            ghosts.step(level, &command, &self.world);
        }
    }

    fn view(&self) -> View {
        View {
            ghosts: self.ghosts.iter().flat_map(Ghosts::views).collect(),
            ..View::of(&self.world)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Choice, CollisionMode};

    fn memory(of: impl Fn(f64) -> f64) -> Memory {
        let mut memory = Memory::default();
        for step in -50..100 {
            let measured = f64::from(step) / 100.0;
            memory.note(measured, of(measured));
        }
        memory
    }

    #[test]
    fn a_leak_is_growth_and_what_comes_and_goes_is_not() {
        assert!(memory(|measured| 200.0 + 50.0 * measured).growth() > MOST_GROWTH);
        // Warming up costs what it likes.
        let warm = |measured: f64| if measured < 0.0 { 20.0 } else { 300.0 };
        assert_eq!(memory(warm).growth(), 0.0);
        let waves = |measured: f64| 200.0 + 80.0 * (measured * 40.0).sin();
        assert!(memory(waves).growth().abs() < 0.01);
        assert!(memory(|measured| 200.0 - 50.0 * measured).growth() < 0.0);
        let mut slow = Memory::default();
        slow.note(-0.1, 100.0);
        slow.note(0.9, 100.0);
        assert!(!slow.is_known());
        slow.note(1.4, 130.0);
        assert!(slow.is_known() && slow.growth() > 0.29);
    }

    #[test]
    fn play_has_everything_in_it_that_is_drawn_by_instances() {
        let level = catalog::open("test:flat").unwrap();
        let mut play = Play::new(&level);
        let others = CollisionMode::ALL.len() - 1;
        play.advance(&level);
        assert_eq!(play.view().ghosts.len(), 0);
        play.part = SoakPart::Ghosts;
        for _ in 0..100 {
            play.advance(&level);
            assert_eq!(play.view().ghosts.len(), others);
        }
        assert_eq!(
            (play.ghost_frames, play.thrown, play.explosions),
            (100, 0, 0)
        );
        play.part = SoakPart::Balls;
        let (mut balls, mut particles) = (0, 0);
        for _ in 0..600 {
            play.advance(&level);
            balls = balls.max(play.view().balls.len());
            particles = particles.max(play.effects.instances().count());
        }
        assert!(balls > 20 && play.thrown >= balls as u64, "{balls} balls");
        assert!(play.explosions > 10, "{} explosions", play.explosions);
        assert!(particles > 100, "{particles} particles");
        assert!(play.effects.scorches().count() > 5);
        assert!(play.ghost_frames > 400 && play.ghost_frames < 700);
    }
}
