//! The exhibits of the hall of the kernel: arithmetic that failed in the game's own collision before it
//! was mended, and what stands in its place. A body runs along the sweep that is asked for.

mod pieces;
mod ramp;
mod stroke;
mod throws;
mod wedge;

use std::sync::Arc;

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, BodyShape, Mover, SlideRule};

use super::{Bound, Exhibit, Performance, ShownBody, SlowMotion, acted, acted::Acted};
use crate::{
    body::{HALF_HEIGHT, RADIUS},
    clock::{TICK, TICK_RATE},
    level::Level,
    scenes::{Bay, Hall, SceneBuilder},
    sim::{Buttons, Command, Rules, World},
};

/// The exhibits, in the order of their bays.
pub(super) const EXHIBITS: &[Exhibit] = &[
    Exhibit {
        code: "f1",
        source: FOUND,
        bound: Bound::AtMost(0.0),
        slow: None,
        magnified: None,
        has_violet: false,
        naive: |level| ramp::walks(level, ramp::in_pieces),
        ours: |level| ramp::walks(level, slide_by_library),
    },
    Exhibit {
        code: "f2",
        source: FOUND,
        bound: Bound::AtMost(0.0),
        slow: None,
        magnified: None,
        has_violet: false,
        naive: |level| flat_body(level, |runner| is_free_when_scaled(runner, NO_DEPTH)),
        ours: |level| flat_body(level, is_free_when_checked),
    },
    Exhibit {
        code: "f3",
        source: FOUND,
        bound: Bound::AtMost(0.0),
        slow: None,
        magnified: None,
        has_violet: false,
        naive: |level| throws::throws(level, throws::by_textbook),
        ours: |level| throws::throws(level, throws::by_library),
    },
    Exhibit {
        code: "f4",
        source: FOUND,
        bound: Bound::AtMost(0.0),
        slow: Some(SlowMotion::between(118, 124, 90)),
        magnified: None,
        has_violet: false,
        naive: |level| endless(level, unchecked_move),
        ours: |level| endless(level, checked_move),
    },
    Exhibit {
        code: "f5",
        source: "an adversarial test of the game's own kernel, godot#75537",
        bound: Bound::AtMost(1.0),
        slow: None,
        magnified: None,
        has_violet: true,
        naive: |_| far_away(FarWalker::Single(-FAR as f32 - 1.0)),
        ours: |_| far_away(FarWalker::of_game()),
    },
    Exhibit {
        code: "f7",
        source: FOUND,
        bound: Bound::AtLeast(3.0),
        slow: None,
        magnified: None,
        has_violet: false,
        naive: |level| wedge::pressed(level, wedge::by_last_plane),
        ours: |level| wedge::pressed(level, slide_by_library),
    },
    Exhibit {
        code: "f8",
        source: FOUND,
        bound: Bound::AtMost(1.0),
        slow: Some(SlowMotion::between(58, 68, 96)),
        magnified: None,
        has_violet: false,
        naive: |_| stroke::late(),
        ours: |_| stroke::ours(),
    },
];

/// Where most of the hall's failures were found.
const FOUND: &str = "an adversarial test of the game's own kernel";

const SECOND: u64 = TICK_RATE as u64;

/// A slide on the level: where it ends that begins at a place with a motion, meters.
type Slide = fn(&Level, &Body, DVec3, DVec3) -> DVec3;

/// Slides with the library: along the crease of two planes where both are in the way.
fn slide_by_library(level: &Level, body: &Body, from: DVec3, motion: DVec3) -> DVec3 {
    let end = mover(level, body, from, motion).slide(from, motion, SlideRule::Free);
    end.map_or(from, |end| end.position)
}

/// The library's mover of a body, for the way from a place by a motion.
fn mover<'a>(level: &'a Level, body: &Body, from: DVec3, motion: DVec3) -> Mover<'a> {
    let way = body.swept_bounds(from.as_vec3(), (from + motion).as_vec3());
    Mover::new(&level.collision, *body, way)
}

/// The sheet of the bay of the flat body, along z, meters.
const SHEET: f32 = -6.0;
/// Half the size of a body without depth, meters.
const NO_DEPTH: Vec3 = Vec3::new(RADIUS, HALF_HEIGHT, 0.0);
/// The distance from the middle of all coordinates at which the last bay is played, meters.
const FAR: f64 = 30_000.0;
/// Meters a second.
const SPEED: f32 = 5.0;

/// A body on its way to a sheet.
struct Runner {
    level: Arc<Level>,
    place: Vec3,
    /// The way of the next tick, meters.
    way: Vec3,
    is_free: fn(&Runner) -> bool,
}

/// A body of no depth (its half axes are 0.4, 0.9 and 0 m) goes toward a sheet. The figure: 1 if it is
/// beyond the sheet.
fn flat_body(level: &Arc<Level>, is_free: fn(&Runner) -> bool) -> Box<dyn Performance> {
    let state = Runner {
        level: Arc::clone(level),
        place: Vec3::new(0.0, HALF_HEIGHT + 0.1, -3.0),
        way: Vec3::NEG_Z * (SPEED * TICK * 0.5),
        is_free,
    };
    Acted {
        state,
        length: 5 * SECOND,
        step: |state, _| {
            if (state.is_free)(state) && state.place.z > -11.0 {
                state.place += state.way;
            }
        },
        bodies: |state| vec![ShownBody::person(state.place)],
        figure: |state| f64::from(u8::from(state.place.z < SHEET)),
    }
    .begin()
}

/// Asks a space that is scaled by a body's half axes, so that the body is a sphere of radius 1 in it
/// ("Improved Collision Detection and Response", Kasper Fauerby), whether the body is free at the end
/// of its way: no triangle's plane may be closer than 1. Divided by an axis of 0 everything is infinite
/// or no number, and no number is less than 1.
fn is_free_when_scaled(runner: &Runner, axes: Vec3) -> bool {
    let mesh = &runner.level.collision;
    let to = (runner.place + runner.way) / axes;
    let meets = |triangle: u32| {
        let [a, b, c] = mesh.corners(triangle).map(|corner| corner / axes);
        let normal = (b - a).cross(c - a).normalize();
        (to - a).dot(normal).abs() < 1.0
    };
    !(0..mesh.len() as u32).any(meets)
}

/// Asks the library of today, which makes no body without depth: nothing goes anywhere.
fn is_free_when_checked(runner: &Runner) -> bool {
    let Ok(body) = Body::new(BodyShape::Ellipsoid { axes: NO_DEPTH }) else {
        return false;
    };
    let (from, to) = (
        runner.place.as_dvec3(),
        (runner.place + runner.way).as_dvec3(),
    );
    let swept = runner.level.collision.sweep(&body, from, to);
    swept.is_ok_and(|hit| hit.is_none())
}

/// The lowest height at which a body that is beyond all is still shown, meters.
const LOWEST: f64 = -4.0;

/// A body that is to move by more than any number, from above a floor.
struct Falling {
    level: Arc<Level>,
    place: DVec3,
    moved: fn(&Level, DVec3, DVec3) -> DVec3,
}

/// A body above a floor is moved down by 1e155 m, as by a velocity that has overflown. The figure: 1 if
/// it is below the floor.
fn endless(level: &Arc<Level>, moved: fn(&Level, DVec3, DVec3) -> DVec3) -> Box<dyn Performance> {
    let state = Falling {
        level: Arc::clone(level),
        place: DVec3::new(0.0, 3.0, -6.0),
        moved,
    };
    Acted {
        state,
        length: 3 * SECOND,
        step: |state, tick| {
            if tick == SECOND {
                let way = DVec3::NEG_Y * 1e155;
                state.place = (state.moved)(&state.level, state.place, way);
            }
        },
        bodies: |state| {
            let seen = state.place.with_y(state.place.y.max(LOWEST));
            vec![ShownBody::person(seen.as_vec3())]
        },
        figure: |state| f64::from(u8::from(state.place.y < 0.0)),
    }
    .begin()
}

/// Walks a move from contact to contact along its direction, as the kernel once did: the length of
/// this one is infinite, its direction therefore zero, and a sweep without a direction meets nothing.
fn unchecked_move(level: &Level, from: DVec3, way: DVec3) -> DVec3 {
    const FARTHEST: f64 = 1e4;
    let length = way.length();
    let direction = way / length;
    let reach = length.min(FARTHEST) as f32;
    let hit = (level.collision).ray_cast(from.as_vec3(), direction.as_vec3(), reach);
    match hit {
        Some(hit) => from + direction * f64::from(hit.distance),
        None => from + way,
    }
}

/// Asks the library of today, which refuses a move that is too long and leaves the body where it is.
fn checked_move(level: &Level, from: DVec3, way: DVec3) -> DVec3 {
    let Ok(body) = Body::ellipsoid(RADIUS, HALF_HEIGHT) else {
        return from;
    };
    match level.collision.sweep(&body, from, from + way) {
        Ok(Some(hit)) => from + way * hit.fraction,
        Ok(None) => from + way,
        Err(_) => from,
    }
}

/// A walker on a floor 30 km from the middle of all coordinates.
enum FarWalker {
    /// Its place is one number a coordinate, in single precision.
    Single(f32),
    /// The game's own, whose level has a middle of its own.
    Game(Box<(Level, World)>),
}

/// A walk far away.
struct FarWalk {
    walker: FarWalker,
    /// The ways at the two ticks between which the speed is measured, meters.
    marks: [f64; 2],
    ticks: u64,
}

/// Three seconds of walking 30 km away. The figure: how far the speed is from the walking speed, per
/// cent.
fn far_away(walker: FarWalker) -> Box<dyn Performance> {
    Acted {
        state: FarWalk {
            walker,
            marks: [0.0, 0.0],
            ticks: 0,
        },
        length: 3 * SECOND,
        step: FarWalk::step,
        bodies: FarWalk::bodies,
        figure: FarWalk::off,
    }
    .begin()
}

impl FarWalk {
    const FROM: u64 = 60;
    const TO: u64 = 220;
    /// How many times as large the way is shown that the walker is behind.
    const LARGER: f64 = 30.0;

    fn step(&mut self, tick: u64) {
        self.walker.step(tick < Self::TO + 20);
        self.ticks = tick;
        match tick {
            Self::FROM => self.marks[0] = self.walker.way(),
            Self::TO => self.marks[1] = self.walker.way(),
            _ => {}
        }
    }

    /// The difference of the speed from the walking speed, per cent.
    fn off(&self) -> f64 {
        let [from, to] = self.marks;
        let seconds = (Self::TO - Self::FROM) as f64 / f64::from(TICK_RATE);
        let speed = (to - from) / seconds;
        match to > 0.0 {
            true => (speed / f64::from(SPEED) - 1.0).abs() * 100.0,
            false => 0.0,
        }
    }

    /// How far the walker is behind one who has had the walking speed while the speed is measured,
    /// meters.
    fn behind(&self) -> f64 {
        let [from, to] = self.marks;
        let way = match self.ticks {
            0..Self::FROM => return 0.0,
            Self::FROM..Self::TO => self.walker.way(),
            _ => to,
        };
        let ticks = self.ticks.min(Self::TO) - Self::FROM;
        from + f64::from(SPEED) * ticks as f64 / f64::from(TICK_RATE) - way
    }

    /// The walker, and a violet one beside it who has the walking speed while the speed is measured.
    fn bodies(&self) -> Vec<ShownBody> {
        let right = self.walker.way() + self.behind();
        let shown = right - self.behind() * Self::LARGER;
        let at = |x, way: f64| ShownBody::person(Vec3::new(x, HALF_HEIGHT, -1.0 - way as f32));
        vec![at(-0.5, shown), at(0.5, right).violet_if(true)]
    }
}

impl FarWalker {
    /// The game's own walker; a level that far away is built around its own middle.
    fn of_game() -> Self {
        let scene = SceneBuilder::new()
            .floor(-3.0, -12.0, 3.0, 0.0, 0.0)
            .spawn(Vec3::new(0.0, 0.0, -1.0), 0.0)
            .offset(DVec3::new(0.0, 0.0, -FAR));
        match scene.build("far away") {
            Ok(level) => {
                let world = World::new(&level, Rules::default());
                Self::Game(Box::new((level, world)))
            }
            Err(error) => {
                log::error!("{error}");
                Self::Single(0.0)
            }
        }
    }

    fn step(&mut self, is_walking: bool) {
        match self {
            FarWalker::Single(z) if is_walking => *z -= SPEED * TICK,
            FarWalker::Single(_) => {}
            FarWalker::Game(both) => {
                let (level, world) = &mut **both;
                let buttons = match is_walking {
                    true => Buttons::FORWARD,
                    false => Buttons::default(),
                };
                let command = Command {
                    buttons,
                    ..Command::default()
                };
                world.step(level, &command, &mut Vec::new());
            }
        }
    }

    /// The way gone so far, along −Z, meters.
    fn way(&self) -> f64 {
        match self {
            FarWalker::Single(z) => -f64::from(*z) - FAR - 1.0,
            FarWalker::Game(both) => {
                let (level, world) = &**both;
                -level.to_file(world.player.position).z - FAR - 1.0
            }
        }
    }
}

/// The bay of the hall with that code.
fn bay(code: &str) -> Option<&'static Bay> {
    Hall::Kernel.bays().iter().find(|bay| bay.code == code)
}

/// A vector that can't be played, whose figure is no number and keeps no bound.
fn nothing() -> Box<dyn Performance> {
    Acted {
        state: (),
        length: 0,
        step: |(), _| {},
        bodies: |()| Vec::new(),
        figure: |()| f64::NAN,
    }
    .begin()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The half of a bay by itself.
    pub(super) fn alone(code: &str) -> Level {
        bay(code).unwrap().alone().unwrap()
    }

    #[test]
    fn a_body_with_depth_is_stopped_in_the_scaled_space_too() {
        let mut runner = Runner {
            level: Arc::new(alone("f2")),
            place: Vec3::new(0.0, HALF_HEIGHT + 0.1, -1.0),
            way: Vec3::NEG_Z * 0.02,
            is_free: |_| true,
        };
        let axes = Vec3::new(RADIUS, HALF_HEIGHT, RADIUS);
        while is_free_when_scaled(&runner, axes) {
            runner.place += runner.way;
            assert!(runner.place.z > SHEET, "{}", runner.place);
        }
        assert!((runner.place.z - SHEET - RADIUS).abs() < 0.03);
    }

    #[test]
    fn a_walker_who_is_slower_far_away_is_seen_behind_one_who_is_not() {
        let level = Arc::new(alone("f5"));
        let exhibit = EXHIBITS.iter().find(|it| it.code == "f5").unwrap();
        for (begin, is_slower) in [(exhibit.naive, true), (exhibit.ours, false)] {
            let mut performance = begin(&level);
            let behind = |performance: &dyn Performance| {
                let [walker, violet] = performance.bodies()[..] else {
                    panic!("two bodies");
                };
                assert!(violet.is_violet && !walker.is_violet && violet.center.z > -12.0);
                walker.center.z - violet.center.z
            };
            assert_eq!(behind(&*performance), 0.0);
            while !performance.is_over() {
                performance.step();
            }
            let last = behind(&*performance);
            assert_eq!(last > 1.0, is_slower, "{last}");
            assert!(is_slower || last.abs() < 0.01, "{last}");
        }
    }

    #[test]
    fn a_body_that_is_lost_is_seen_on_its_way_through_the_floor() {
        let level = Arc::new(alone("f4"));
        let mut performance = endless(&level, unchecked_move);
        while !performance.is_over() {
            performance.step();
            assert_eq!(performance.bodies().len(), 1);
        }
        let seen = performance.bodies()[0].center;
        assert_eq!(
            (seen, performance.figure()),
            (Vec3::new(0.0, -4.0, -6.0), 1.0)
        );
    }

    #[test]
    fn a_move_that_is_no_longer_than_the_level_is_stopped_on_both_sides() {
        let level = alone("f4");
        let from = DVec3::new(0.3, 3.0, -6.2);
        for moved in [unchecked_move, checked_move] {
            let end = moved(&level, from, DVec3::NEG_Y * 50.0);
            assert!(end.y > -0.01 && end.y < 1.0, "{end}");
        }
    }
}
