//! The exhibits of the hall of balls. Each has the same gauge on both sides.

mod discrete;

use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::{Bound, Exhibit, Magnification, Performance, ShownBody, SlowMotion, Source, act::Act};
use discrete::{BallHabits, DiscreteBalls};
use hexbound_base::{clock::TICK_RATE, random::Random};
use hexbound_level::Level;
use hexbound_sim::{BALL_RADIUS, Ball, Command, Rules, World};

/// The exhibits, in the order of their bays.
pub(crate) const EXHIBITS: &[Exhibit] = &[
    Exhibit::new(
        "b1",
        Source::Reported("jolt#1286, planck.js#223"),
        Bound::AtMost(0.5),
        |level| bounce(Balls::naive(level, EULER_HABITS, BALL_RADIUS, &[HIGH_DROP])),
        |level| bounce(Balls::ours(level, 1.0, BALL_RADIUS, &[HIGH_DROP])),
    ),
    Exhibit::new(
        "b2",
        Source::Reported("reported of many engines that push balls out"),
        Bound::AtMost(0.0),
        |level| rest(Balls::naive(level, SOFT_HABITS, BALL_RADIUS, &[LOW_DROP])),
        |level| rest(Balls::ours(level, 0.5, BALL_RADIUS, &[LOW_DROP])),
    )
    .magnified(Magnification {
        from: SETTLED_TICK,
        times: 100,
    }),
    Exhibit::new(
        "b3",
        Source::Reported("jolt#1403"),
        Bound::AtLeast(99.0),
        |level| hand_over(Balls::naive(level, DULL_HABITS, BALL_RADIUS, &ONE_PAIR)),
        |level| hand_over(Balls::ours(level, 1.0, BALL_RADIUS, &ONE_PAIR)),
    )
    .slowed(SlowMotion::between(0, 72, 10)),
    Exhibit::new(
        "b4",
        Source::Reported("rapier#984, cannon.js#315"),
        Bound::AtMost(0.0),
        |level| sheet(Balls::naive(level, LIVELY_HABITS, SHOT_RADIUS, &FOUR_SHOTS)),
        |level| sheet(Balls::ours(level, 0.8, SHOT_RADIUS, &FOUR_SHOTS)),
    )
    .slowed(SlowMotion::between(0, 60, 12)),
    Exhibit::new(
        "b5",
        Source::Reported("cannon.js#304"),
        Bound::AtMost(0.1),
        |level| seams(Balls::naive(level, LIVELY_HABITS, BALL_RADIUS, &SEAM_DROPS)),
        |level| seams(Balls::ours(level, 0.8, BALL_RADIUS, &SEAM_DROPS)),
    )
    .slowed(SlowMotion::between(50, 140, 4)),
    Exhibit::new(
        "b6",
        Source::Reported("thirdroom#302"),
        Bound::AtMost(100.0),
        |level| crowd(Balls::naive(level, VERLET_HABITS, BALL_RADIUS, &heap())),
        |level| crowd(Balls::ours(level, 0.8, BALL_RADIUS, &heap())),
    )
    .slowed(SlowMotion::between(0, 60, 6)),
    Exhibit::new(
        "b7",
        Source::Reported("rapier#868, bevy_rapier#233"),
        Bound::AtMost(0.0),
        |level| {
            let all = stack();
            let run = |order| {
                let balls = balls_at(BALL_RADIUS, &all);
                Balls::Discrete(DiscreteBalls::new(level, LIVELY_HABITS, balls).ordered(order))
            };
            // A hash map iterates in another order in each run.
            twice([
                run((0..all.len()).collect()),
                run((0..all.len()).rev().collect()),
            ])
        },
        |level| {
            let run = || Balls::ours(level, 0.8, BALL_RADIUS, &stack());
            twice([run(), run()])
        },
    )
    .with_violet(),
];

const ONE_SECOND: u64 = TICK_RATE as u64;

/// A position, meters, and a velocity, m/s.
type Start = (DVec3, DVec3);

/// A drop that ends so slowly that no frame has the center below the floor, even if the ball gains
/// height.
const HIGH_DROP: Start = (DVec3::new(1.0, 2.0, -4.0), DVec3::ZERO);
const LOW_DROP: Start = (DVec3::new(0.11, 0.8, -3.07), DVec3::ZERO);
/// Two balls: one comes from the left at half a meter a second, while both fall.
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
/// The tick from which a ball should be at rest.
const SETTLED_TICK: u64 = 9 * ONE_SECOND;
/// The sheet of the bay of fast balls, along z, meters.
const SHEET_Z: f64 = -6.0;
/// The number of balls in a heap.
const HEAP_SIZE: usize = 20;

const EULER_HABITS: BallHabits = BallHabits {
    moves_first: true,
    ..BallHabits::ELASTIC
};
const SOFT_HABITS: BallHabits = BallHabits {
    restitution: 0.5,
    ..BallHabits::ELASTIC
};
const LIVELY_HABITS: BallHabits = BallHabits {
    restitution: 0.8,
    ..BallHabits::ELASTIC
};
const DULL_HABITS: BallHabits = BallHabits {
    threshold: 1.0,
    ..BallHabits::ELASTIC
};
const VERLET_HABITS: BallHabits = BallHabits {
    verlet: true,
    ..LIVELY_HABITS
};

const fn shot(x: f64, speed: f64) -> Start {
    (DVec3::new(x, 1.5, -2.0), DVec3::new(0.0, 0.0, -speed))
}

const fn drop(x: f64, z: f64) -> Start {
    (DVec3::new(x, 2.5, z), DVec3::ZERO)
}

/// Twenty balls that are created at nearly one place.
fn heap() -> [Start; HEAP_SIZE] {
    let mut random = Random::new(6);
    let mut start = || {
        let aside = random.point_in(Vec3::splat(-0.02), Vec3::splat(0.02));
        (DVec3::new(0.0, 1.5, -6.0) + aside.as_dvec3(), DVec3::ZERO)
    };
    std::array::from_fn(|_| start())
}

/// Twenty balls in five layers, without contact at the start.
fn stack() -> [Start; HEAP_SIZE] {
    const BALL_SPACING: f64 = 0.4;
    let mut random = Random::new(6);
    std::array::from_fn(|index| {
        let [column, row, layer] = [index % 2, index / 2 % 2, index / 4].map(|it| it as f64);
        let place = DVec3::new(column - 0.5, layer + 1.0, row - 0.5) * BALL_SPACING;
        let aside = random.point_in(Vec3::splat(-0.04), Vec3::splat(0.04));
        (DVec3::NEG_Z * 6.0 + place + aside.as_dvec3(), DVec3::ZERO)
    })
}

/// The balls of one side.
enum Balls {
    Game(Arc<Level>, Box<World>),
    Discrete(DiscreteBalls),
}

impl Balls {
    fn naive(level: &Arc<Level>, habits: BallHabits, radius: f32, balls: &[Start]) -> Self {
        Self::Discrete(DiscreteBalls::new(level, habits, balls_at(radius, balls)))
    }

    /// The game's own world, with the player placed out of reach.
    fn ours(level: &Arc<Level>, restitution: f32, radius: f32, balls: &[Start]) -> Self {
        let rules = Rules {
            restitution,
            ..Rules::default()
        };
        let world = world_of(level, rules, radius, balls);
        Self::Game(Arc::clone(level), Box::new(world))
    }

    fn step(&mut self) {
        match self {
            Balls::Game(level, world) => {
                world.step(level, &Command::default(), &mut Vec::new());
            }
            Balls::Discrete(balls) => balls.step(),
        }
    }

    fn all(&self) -> &[Ball] {
        match self {
            Balls::Game(_, world) => &world.balls,
            Balls::Discrete(balls) => &balls.balls,
        }
    }

    /// The total energy, joules, including the spin of balls that have one.
    fn energy(&self) -> f64 {
        self.all().iter().map(Ball::energy).sum()
    }

    fn bodies(&self) -> Vec<ShownBody> {
        // Before the bay there is only the floor of the hall.
        let is_near = |ball: &&Ball| {
            let DVec3 { y, z, .. } = ball.position;
            y > -7.0 && z.abs() < 12.5 && (z < 0.0 || y > 0.0)
        };
        let near = self.all().iter().filter(is_near);
        near.map(ShownBody::of_ball).collect()
    }
}

/// Creates a world of balls with positions and velocities. The player is placed out of reach.
pub(crate) fn world_of(level: &Level, rules: Rules, radius: f32, balls: &[Start]) -> World {
    let mut world = World::new(level, rules);
    world.player.position.y += 40.0;
    world.player.flying = true;
    world.balls = balls_at(radius, balls);
    world
}

fn balls_at(radius: f32, starts: &[Start]) -> Vec<Ball> {
    let ball = |(id, (place, velocity)): (u32, &Start)| {
        let mut ball = Ball::new(id, place.as_vec3(), velocity.as_vec3());
        (ball.radius, ball.position) = (radius, *place);
        ball
    };
    (0..).zip(starts).map(ball).collect()
}

/// A function that returns the figure after a tick, from the balls before it and the tick's index.
type Gauge = fn(&MeasuredBalls, &[Ball], u64) -> f64;

/// Balls and their measured figure.
struct MeasuredBalls {
    balls: Balls,
    figure: f64,
    /// The energy at the beginning, joules.
    start_energy: f64,
    gauge: Gauge,
}

impl MeasuredBalls {
    fn of(balls: Balls, gauge: Gauge) -> Self {
        Self {
            figure: 0.0,
            start_energy: balls.energy(),
            balls,
            gauge,
        }
    }

    fn play(self, length: u64) -> Box<dyn Performance> {
        Act {
            state: self,
            length,
            step: |state, tick| {
                let before = state.balls.all().to_vec();
                state.balls.step();
                state.figure = (state.gauge)(state, &before, tick);
            },
            bodies: |state| state.balls.bodies(),
            figure: |state| state.figure,
        }
        .begin()
    }
}

/// Begins the bounces of a ball without losses, for twelve seconds. The figure is the largest difference
/// of a peak from the drop height, percent.
fn bounce(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, before, _| {
        match (before.first(), it.balls.all().first()) {
            (Some(before), Some(after)) if before.velocity.y > 0.0 && after.velocity.y <= 0.0 => {
                let off = height_percent(before.position.y.max(after.position.y)) - 100.0;
                it.figure.max(off.abs())
            }
            _ => it.figure,
        }
    });
    measured.play(12 * ONE_SECOND)
}

/// A height of the ball's center, meters, as a percentage of the drop height.
fn height_percent(height: f64) -> f64 {
    let radius = f64::from(BALL_RADIUS);
    (height - radius) / (HIGH_DROP.0.y - radius) * 100.0
}

/// Begins the drop of a ball into a groove. The figure is the distance that it still moves from the tenth
/// second on, millimeters.
fn rest(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, before, tick| {
        match (before.first(), it.balls.all().first()) {
            (Some(before), Some(after)) if tick >= SETTLED_TICK => {
                it.figure + before.position.distance(after.position) * 1000.0
            }
            _ => it.figure,
        }
    });
    measured.play(12 * ONE_SECOND)
}

/// Begins the impact of a ball on another of the same mass at half a meter a second. The
/// figure is the speed of the other a fifth of a second after the start, percent.
fn hand_over(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, _, tick| match it.balls.all().get(1) {
        Some(struck) if tick == 24 => struck.velocity.x / ONE_PAIR[0].1.x * 100.0,
        _ => it.figure,
    });
    measured.play(2 * ONE_SECOND)
}

/// Begins shots at a sheet at 3 to 100 m/s. The figure is the number of balls beyond the sheet.
fn sheet(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, _, tick| {
        let is_beyond = |ball: &&Ball| ball.position.z < SHEET_Z && tick < ONE_SECOND;
        let beyond = it.balls.all().iter().filter(is_beyond);
        it.figure.max(beyond.count() as f64)
    });
    measured.play(3 * ONE_SECOND)
}

/// Begins the drops of balls on the seams of a flat floor. The figure is the largest angle of a ball's motion
/// from vertical after its first bounce, degrees.
fn seams(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, before, tick| {
        let pairs = before.iter().zip(it.balls.all()).filter(|(before, after)| {
            tick < ONE_SECOND && before.velocity.y < 0.0 && after.velocity.y > 0.0
        });
        let angles = pairs.map(|(_, after)| {
            let aside = libm::hypot(after.velocity.x, after.velocity.z);
            libm::atan2(aside, after.velocity.y).to_degrees()
        });
        angles.fold(it.figure, f64::max)
    });
    // A little later the first deflected ball leaves the half.
    measured.play(11 * ONE_SECOND / 10)
}

/// Begins with twenty balls that are created at one place. The figure is the largest energy at any time,
/// percent of the initial one.
fn crowd(balls: Balls) -> Box<dyn Performance> {
    let measured = MeasuredBalls::of(balls, |it, _, _| {
        it.figure.max(it.balls.energy() / it.start_energy * 100.0)
    });
    MeasuredBalls {
        figure: 100.0,
        ..measured
    }
    .play(5 * ONE_SECOND)
}

/// Begins the same start twice. The figure is the largest distance of a ball from its place in the other run,
/// millimeters.
fn twice(runs: [Balls; 2]) -> Box<dyn Performance> {
    Act {
        state: runs,
        length: 5 * ONE_SECOND,
        step: |runs, _| runs.iter_mut().for_each(Balls::step),
        bodies: |[one, other]| {
            // The last drawn body is visible where both are at one place.
            let violet = other.bodies().into_iter().map(|it| it.violet_if(true));
            violet.chain(one.bodies()).collect()
        },
        figure: |runs| {
            let pairs = runs[0].all().iter().zip(runs[1].all());
            let apart = pairs.map(|(one, other)| one.position.distance(other.position));
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
        for code in ["b1", "b5", "b7"] {
            let exhibit = EXHIBITS.iter().find(|it| it.code == code).unwrap();
            let mut performance = (exhibit.naive)(&level(code));
            let count = performance.bodies().len();
            while !performance.is_over() {
                performance.step();
                let bodies = performance.bodies();
                assert_eq!(bodies.len(), count, "{code}");
                let is_inside = |it: &ShownBody| it.center.y > 0.0 && it.center.x.abs() < 3.0;
                assert!(bodies.iter().all(is_inside), "{code}");
            }
        }
    }

    #[test]
    fn two_runs_are_distinct_and_where_they_are_the_same_each_ball_hides_its_violet_one() {
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
