//! The exhibits of the hall of balls. Each has the same gauge on both sides.

mod discrete;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::{Bound, Exhibit, Magnified, Performance, ShownBody, SlowMotion, Source, acted::Acted};
use discrete::{DiscreteBalls, Habits};
use hexbound_base::{clock::TICK_RATE, random::Random};
use hexbound_level::Level;
use hexbound_sim::{BALL_RADIUS, Ball, Command, Rules, World, tuning::BALL_GRAVITY};

/// The exhibits, in the order of their bays.
pub(crate) const EXHIBITS: &[Exhibit] = &[
    Exhibit {
        code: "b1",
        source: Source::Met("jolt#1286, planck.js#223"),
        bound: Bound::AtMost(0.5),
        slow: None,
        magnified: None,
        has_violet: false,
        naive: |level| bounce(Balls::naive(level, EULER_HABITS, BALL_RADIUS, &[HIGH_DROP])),
        ours: |level| bounce(Balls::ours(level, 1.0, BALL_RADIUS, &[HIGH_DROP])),
    },
    Exhibit {
        code: "b2",
        source: Source::Met("reported of many engines that push balls out"),
        bound: Bound::AtMost(0.0),
        slow: None,
        magnified: Some(Magnified {
            from: SETTLED_TICK,
            times: 100,
        }),
        has_violet: false,
        naive: |level| rest(Balls::naive(level, SOFT_HABITS, BALL_RADIUS, &[LOW_DROP])),
        ours: |level| rest(Balls::ours(level, 0.5, BALL_RADIUS, &[LOW_DROP])),
    },
    Exhibit {
        code: "b3",
        source: Source::Met("jolt#1403"),
        bound: Bound::AtLeast(99.0),
        slow: Some(SlowMotion::between(0, 72, 10)),
        magnified: None,
        has_violet: false,
        naive: |level| hand_over(Balls::naive(level, DULL_HABITS, BALL_RADIUS, &ONE_PAIR)),
        ours: |level| hand_over(Balls::ours(level, 1.0, BALL_RADIUS, &ONE_PAIR)),
    },
    Exhibit {
        code: "b4",
        source: Source::Met("rapier#984, cannon.js#315"),
        bound: Bound::AtMost(0.0),
        slow: Some(SlowMotion::between(0, 60, 12)),
        magnified: None,
        has_violet: false,
        naive: |level| sheet(Balls::naive(level, LIVELY_HABITS, SHOT_RADIUS, &FOUR_SHOTS)),
        ours: |level| sheet(Balls::ours(level, 0.8, SHOT_RADIUS, &FOUR_SHOTS)),
    },
    Exhibit {
        code: "b5",
        source: Source::Met("cannon.js#304"),
        bound: Bound::AtMost(0.1),
        slow: Some(SlowMotion::between(50, 140, 4)),
        magnified: None,
        has_violet: false,
        naive: |level| seams(Balls::naive(level, LIVELY_HABITS, BALL_RADIUS, &SEAM_DROPS)),
        ours: |level| seams(Balls::ours(level, 0.8, BALL_RADIUS, &SEAM_DROPS)),
    },
    Exhibit {
        code: "b6",
        source: Source::Met("thirdroom#302"),
        bound: Bound::AtMost(100.0),
        slow: Some(SlowMotion::between(0, 60, 6)),
        magnified: None,
        has_violet: false,
        naive: |level| crowd(Balls::naive(level, VERLET_HABITS, BALL_RADIUS, &heap())),
        ours: |level| crowd(Balls::ours(level, 0.8, BALL_RADIUS, &heap())),
    },
    Exhibit {
        code: "b7",
        source: Source::Met("rapier#868, bevy_rapier#233"),
        bound: Bound::AtMost(0.0),
        slow: None,
        magnified: None,
        has_violet: true,
        naive: |level| {
            let all = stack();
            let run = |order| {
                let balls = DiscreteBalls::new(level, LIVELY_HABITS, BALL_RADIUS, &all);
                Balls::Discrete(balls.ordered(order), BALL_RADIUS)
            };
            // A hash map hands out its entries in another order in each run.
            twice([
                run((0..all.len()).collect()),
                run((0..all.len()).rev().collect()),
            ])
        },
        ours: |level| {
            let run = || Balls::ours(level, 0.8, BALL_RADIUS, &stack());
            twice([run(), run()])
        },
    },
];

const ONE_SECOND: u64 = TICK_RATE as u64;

/// A place and a velocity.
type Start = (DVec3, DVec3);

/// A ball that gains height from here is still so slow at the end that no frame puts its center below the floor.
const HIGH_DROP: Start = (DVec3::new(1.0, 2.0, -4.0), DVec3::ZERO);
const LOW_DROP: Start = (DVec3::new(0.11, 0.8, -3.07), DVec3::ZERO);
/// One ball comes from the left at half a meter a second, while both fall.
const ONE_PAIR: [Start; 2] = [
    (DVec3::new(-0.3, 4.0, -5.0), DVec3::new(0.5, 0.0, 0.0)),
    (DVec3::new(0.025, 4.0, -5.0), DVec3::ZERO),
];
/// The radius of the balls that are shot, meters.
const SHOT_RADIUS: f32 = 0.1;
const FOUR_SHOTS: [Start; 4] = [
    shot(-1.5, 3.0),
    shot(-0.5, 10.0),
    shot(0.5, 33.0),
    shot(1.5, 100.0),
];
/// Balls that fall on and beside the seams of squares of 25 cm.
const SEAM_DROPS: [Start; 5] = [
    drop(-2.5, -4.0),
    drop(-1.44, -5.0),
    drop(-0.44, -5.95),
    drop(0.5, -7.1),
    drop(1.4, -7.9),
];
/// The tick from which on a ball should lie still.
const SETTLED_TICK: u64 = 9 * ONE_SECOND;
/// The sheet of the bay of fast balls, along z, meters.
const SHEET_Z: f64 = -6.0;
/// The balls of a heap.
const HEAP_SIZE: usize = 20;

const EULER_HABITS: Habits = Habits {
    moves_first: true,
    ..Habits::ELASTIC
};
const SOFT_HABITS: Habits = Habits {
    restitution: 0.5,
    ..Habits::ELASTIC
};
const LIVELY_HABITS: Habits = Habits {
    restitution: 0.8,
    ..Habits::ELASTIC
};
const DULL_HABITS: Habits = Habits {
    threshold: 1.0,
    ..Habits::ELASTIC
};
const VERLET_HABITS: Habits = Habits {
    verlet: true,
    ..LIVELY_HABITS
};

const fn shot(x: f64, speed: f64) -> Start {
    (DVec3::new(x, 1.5, -2.0), DVec3::new(0.0, 0.0, -speed))
}

const fn drop(x: f64, z: f64) -> Start {
    (DVec3::new(x, 2.5, z), DVec3::ZERO)
}

/// Twenty balls that are made in nearly one place.
fn heap() -> [Start; HEAP_SIZE] {
    let mut random = Random::new(6);
    let mut start = || {
        let aside = random.inside(Vec3::splat(-0.02), Vec3::splat(0.02));
        (DVec3::new(0.0, 1.5, -6.0) + aside.as_dvec3(), DVec3::ZERO)
    };
    std::array::from_fn(|_| start())
}

/// Twenty balls in five layers, none of which touches another yet.
fn stack() -> [Start; HEAP_SIZE] {
    const BALL_SPACING: f64 = 0.4;
    let mut random = Random::new(6);
    std::array::from_fn(|index| {
        let [column, row, layer] = [index % 2, index / 2 % 2, index / 4].map(|it| it as f64);
        let place = DVec3::new(column - 0.5, layer + 1.0, row - 0.5) * BALL_SPACING;
        let aside = random.inside(Vec3::splat(-0.04), Vec3::splat(0.04));
        (DVec3::NEG_Z * 6.0 + place + aside.as_dvec3(), DVec3::ZERO)
    })
}

/// The balls of either side.
enum Balls {
    Game(Arc<Level>, Box<World>),
    Discrete(DiscreteBalls, f32),
}

impl Balls {
    fn naive(level: &Arc<Level>, habits: Habits, radius: f32, balls: &[Start]) -> Self {
        Self::Discrete(DiscreteBalls::new(level, habits, radius, balls), radius)
    }

    /// The game's own world, whose player is out of the way.
    fn ours(level: &Arc<Level>, restitution: f32, radius: f32, balls: &[Start]) -> Self {
        let rules = Rules {
            restitution,
            ..Rules::default()
        };
        let mut world = World::new(level, rules);
        world.player.position.y += 40.0;
        world.player.flying = true;
        let ball = |(id, (place, velocity)): (u32, &Start)| {
            let mut ball = Ball::new(id, place.as_vec3(), velocity.as_vec3());
            (ball.radius, ball.position) = (radius, *place);
            ball
        };
        world.balls = (0..).zip(balls).map(ball).collect();
        Self::Game(Arc::clone(level), Box::new(world))
    }

    fn step(&mut self) {
        match self {
            Balls::Game(level, world) => {
                world.step(level, &Command::default(), &mut Vec::new());
            }
            Balls::Discrete(balls, _) => balls.step(),
        }
    }

    /// Place and velocity of each.
    fn states(&self) -> Vec<Start> {
        match self {
            Balls::Game(_, world) => {
                let balls = world.balls.iter();
                balls.map(|ball| (ball.position, ball.velocity)).collect()
            }
            Balls::Discrete(balls, _) => {
                let balls = balls.balls.iter();
                balls.map(|ball| (ball.position, ball.velocity)).collect()
            }
        }
    }

    /// The energy of all, joules a kilogram, spin included where there is any.
    fn energy(&self) -> f64 {
        match self {
            Balls::Game(_, world) => world.balls.iter().map(Ball::energy).sum(),
            Balls::Discrete(balls, _) => {
                let of = |velocity: DVec3, height: f64| {
                    0.5 * velocity.length_squared() + f64::from(BALL_GRAVITY) * height
                };
                let balls = balls.balls.iter();
                balls.map(|ball| of(ball.velocity, ball.position.y)).sum()
            }
        }
    }

    fn bodies(&self) -> Vec<ShownBody> {
        let radius = match self {
            Balls::Game(_, world) => world.balls.first().map_or(0.0, |ball| ball.radius),
            Balls::Discrete(_, radius) => *radius,
        };
        let shown = |(place, _): Start| ShownBody::ball(place.as_vec3(), radius);
        // Before the bay the floor is the hall's alone.
        let is_above_the_hall = |place: DVec3| place.z < 0.0 || place.y > 0.0;
        let is_near = |(place, _): &Start| {
            place.y > -7.0 && place.z.abs() < 12.5 && is_above_the_hall(*place)
        };
        self.states()
            .into_iter()
            .filter(is_near)
            .map(shown)
            .collect()
    }
}

/// Balls and what has been measured of them.
struct Measured {
    balls: Balls,
    figure: f64,
    /// A value from which the figure comes, or the states of the tick before.
    mark: f64,
    last: Vec<Start>,
}

impl Measured {
    fn of(balls: Balls, length: u64, step: fn(&mut Measured, u64)) -> Box<dyn Performance> {
        let state = Measured {
            last: balls.states(),
            balls,
            figure: 0.0,
            mark: 0.0,
        };
        Acted {
            state,
            length,
            step,
            bodies: |state| state.balls.bodies(),
            figure: |state| state.figure,
        }
        .begin()
    }
}

/// A ball that loses nothing, for twelve seconds. The figure: how far the peak that differs most is
/// from the height that the ball fell from, per cent of it.
fn bounce(balls: Balls) -> Box<dyn Performance> {
    Measured::of(balls, 12 * ONE_SECOND, |state, _| {
        state.balls.step();
        let states = state.balls.states();
        if let (Some(before), Some(after)) = (state.last.first(), states.first())
            && before.1.y > 0.0
            && after.1.y <= 0.0
        {
            let off = (risen(before.0.y.max(after.0.y)) - 100.0).abs();
            state.figure = state.figure.max(off);
        }
        state.last = states;
    })
}

/// A height of the ball's center, meters, as a percentage of the height that it fell from.
fn risen(height: f64) -> f64 {
    let radius = f64::from(BALL_RADIUS);
    (height - radius) / (HIGH_DROP.0.y - radius) * 100.0
}

/// A ball that drops into a groove. The figure: the way that it still goes from the tenth second on,
/// millimeters.
fn rest(balls: Balls) -> Box<dyn Performance> {
    Measured::of(balls, 12 * ONE_SECOND, |state, tick| {
        state.balls.step();
        let states = state.balls.states();
        if tick >= SETTLED_TICK
            && let (Some(before), Some(after)) = (state.last.first(), states.first())
        {
            state.figure += before.0.distance(after.0) * 1000.0;
        }
        state.last = states;
    })
}

/// A ball that strikes another of the same mass at half a meter a second. The figure: the speed that
/// the other has a fifth of a second later, per cent.
fn hand_over(balls: Balls) -> Box<dyn Performance> {
    Measured::of(balls, 2 * ONE_SECOND, |state, tick| {
        state.balls.step();
        if tick == 24
            && let Some((_, velocity)) = state.balls.states().get(1)
        {
            state.figure = velocity.x / ONE_PAIR[0].1.x * 100.0;
        }
    })
}

/// Balls that fly at a sheet at 3 to 100 m/s. The figure: how many are beyond it.
fn sheet(balls: Balls) -> Box<dyn Performance> {
    Measured::of(balls, 3 * ONE_SECOND, |state, tick| {
        state.balls.step();
        if tick < ONE_SECOND {
            let states = state.balls.states();
            let beyond = states.iter().filter(|(place, _)| place.z < SHEET_Z);
            state.figure = state.figure.max(beyond.count() as f64);
        }
    })
}

/// Balls that drop on the seams of a flat floor. The figure: how far from straight up the worst goes
/// after its first bounce, degrees.
fn seams(balls: Balls) -> Box<dyn Performance> {
    // A little later the first ball that is turned aside leaves the half.
    Measured::of(balls, 11 * ONE_SECOND / 10, |state, tick| {
        state.balls.step();
        let states = state.balls.states();
        if tick < ONE_SECOND {
            for (before, after) in state.last.iter().zip(&states) {
                if before.1.y < 0.0 && after.1.y > 0.0 {
                    let aside = libm::hypot(after.1.x, after.1.z);
                    let angle = libm::atan2(aside, after.1.y).to_degrees();
                    state.figure = state.figure.max(angle);
                }
            }
        }
        state.last = states;
    })
}

/// Twenty balls that are made in one place. The figure: the most energy that they have at any time,
/// per cent of what they began with.
fn crowd(balls: Balls) -> Box<dyn Performance> {
    let begun = balls.energy();
    let performance = Measured {
        last: Vec::new(),
        balls,
        figure: 100.0,
        mark: begun,
    };
    Acted {
        state: performance,
        length: 5 * ONE_SECOND,
        step: |state, _| {
            state.balls.step();
            let now = state.balls.energy() / state.mark * 100.0;
            state.figure = state.figure.max(now);
        },
        bodies: |state| state.balls.bodies(),
        figure: |state| state.figure,
    }
    .begin()
}

/// The same start twice. The figure: the largest distance of a ball from where it is in the other run,
/// millimeters.
fn twice(runs: [Balls; 2]) -> Box<dyn Performance> {
    Acted {
        state: runs,
        length: 5 * ONE_SECOND,
        step: |runs, _| runs.iter_mut().for_each(Balls::step),
        bodies: |[one, other]| {
            // What is drawn last is seen where both are in one place.
            let violet = other.bodies().into_iter().map(|it| it.violet_if(true));
            violet.chain(one.bodies()).collect()
        },
        figure: |runs| {
            let [one, other] = [runs[0].states(), runs[1].states()];
            let apart = one.iter().zip(&other).map(|(a, b)| a.0.distance(b.0));
            apart.fold(0.0, f64::max) * 1000.0
        },
    }
    .begin()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(code: &str) -> Arc<Level> {
        let exhibit = EXHIBITS.iter().find(|it| it.code == code).unwrap();
        Arc::new(exhibit.bay().unwrap().alone().unwrap())
    }

    #[test]
    fn no_ball_of_a_failing_method_leaves_its_half_before_the_vector_ends() {
        for exhibit in EXHIBITS
            .iter()
            .filter(|it| ["b1", "b5", "b7"].contains(&it.code))
        {
            let mut performance = (exhibit.naive)(&level(exhibit.code));
            let count = performance.bodies().len();
            while !performance.is_over() {
                performance.step();
                let bodies = performance.bodies();
                let is_inside = |it: &ShownBody| it.center.y > 0.0 && it.center.x.abs() < 3.0;
                assert!(
                    bodies.len() == count && bodies.iter().all(is_inside),
                    "{}",
                    exhibit.code
                );
            }
        }
    }

    #[test]
    fn two_runs_are_told_apart_and_where_they_are_the_same_each_ball_hides_its_violet_one() {
        let exhibit = EXHIBITS.iter().find(|it| it.code == "b7").unwrap();
        let level = level("b7");
        for (begin, are_same) in [(exhibit.naive, false), (exhibit.ours, true)] {
            let mut performance = begin(&level);
            for _ in 0..ONE_SECOND {
                performance.step();
            }
            let bodies = performance.bodies();
            assert!(bodies[0].is_violet);
            let (violet, first): (Vec<_>, Vec<_>) = bodies.into_iter().partition(|it| it.is_violet);
            assert_eq!([first.len(), violet.len()], [HEAP_SIZE; 2]);
            let mut pairs = first.iter().zip(&violet);
            assert_eq!(pairs.all(|(a, b)| a.center == b.center), are_same);
        }
    }
}
