//! The balls. Each tick is simulated contact by contact, earliest first and at exact times, against the
//! level's triangles, bumpers, props, movers and the other balls. NeHe lesson 30 does so (Christopoulos,
//! "Collision Detection and Physically Based Modeling Tutorial").
//!
//! **Rest.** There is no speed below which a bounce dies. A *lasting* contact approaches no faster than
//! gravity makes it in a tick and a half: 0.12 m/s, times the upward part of the normal. On a wall, and
//! between balls in free flight, that is nothing. Gravity made that approach, so it is answered with
//! restitution 0, and for the rest of the tick gravity does not press into it. Everything faster keeps
//! its restitution, balls among each other at any speed. So only bounces under gravity end, after
//! finitely many. Lasting contacts of balls that lie on each other are solved together when the tick
//! begins (`contact_solver`). A ball that was supported and slower than `SLEEP_SPEED` for `SLEEP_TICKS`
//! ticks rests, if all balls that it lies on rest (after four times as long it rests anyway). It is not
//! moved at all until it is struck by more than gravity's approach, or a ball that it lay on rests no
//! longer.
//!
//! **Islands.** Boxes around the balls' paths show which balls may meet (`broad`). Those that may are an
//! island with an event queue of its own (`island`); most balls are alone in theirs (`solo_island`). A
//! ball that leaves its box gets a larger one. If that touches another island, both are simulated again
//! from the tick's start as one, so no meeting is missed. Results depend on no order but that of the
//! balls within an island.
//!
//! **Energy** never rises: the speeds in an island are reduced by the energy that rounding adds.
//!
//! Throwing, explosions and sounds are in `world`.

mod ball;
mod ball_sim;
mod bounce;
mod broad;
mod contact_solver;
mod cylinder;
mod depenetration;
mod flight;
mod impact;
mod island;
mod mover;
mod pair;
mod pair_contact;
pub(crate) mod placed;
mod prop;
mod response;
mod scene;
mod solo_island;
mod struck;
mod sweep;
mod tolerances;

use ball_sim::BallSim;
use broad::{BallBoxes, Islands};
use flight::{flight_bounds, flight_of};
use island::{Escape, Island};
use scene::BallScene;
use tolerances::TICK_SECONDS;

pub use ball::{BALL_MASS, BALL_RADIUS, Ball, BallOrigin};
pub use ball::{BallMaterial, MAX_BALLS};
pub use impact::{Impact, ReflectedSide};
pub(crate) use struck::SolidContact;
pub use struck::Struck;
pub(crate) use sweep::{BallSweep, first_touch};

use super::{BallFlight, Methods, MovedLevel, MovingProp, walkers::WalkerObstacles};
use hexbound_collide::CandidateCache;

/// Moves the balls. Its state between ticks is for speed: no result depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct BallSolver {
    caches: Vec<CandidateCache>,
    broad: BallBoxes,
    islands: Islands,
    pairs: Vec<(u32, u32)>,
}

/// Everything that a tick of the balls depends on beside them.
pub(crate) struct BallInput<'a> {
    /// The level with its movers at this tick.
    pub moved: &'a MovedLevel<'a>,
    pub props: &'a [MovingProp<'a>],
    pub walkers: WalkerObstacles<'a>,
    /// The fraction of its approach speed kept by a ball without a restitution of its own.
    pub restitution: f32,
    pub methods: Methods,
}

/// The outcome of a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct BallReport {
    /// The impacts in order of their time.
    pub impacts: Vec<Impact>,
    /// The ids of balls that had too many contacts and were stopped for the rest of the tick.
    pub stopped: Vec<u32>,
}

impl BallSolver {
    /// Moves all balls for one tick.
    pub(crate) fn step(&mut self, balls: &mut [Ball], input: BallInput) -> BallReport {
        let BallInput {
            moved,
            props,
            walkers,
            restitution,
            methods,
        } = input;
        let level = moved.level;
        mover::push(balls, moved);
        walkers.push(balls, level);
        let paths = prop::paths_of(balls, props, methods.flight);
        let scene = BallScene {
            level,
            bumper_bounds: (level.bumpers.iter())
                .map(|bumper| bumper.cylinder.bounds())
                .collect(),
            props: prop::placed(props, &paths),
            paths,
            movers: &moved.movers,
            walkers,
            restitution: f64::from(restitution),
            flight: methods.flight,
            meeting: methods.balls,
        };
        self.caches.resize(balls.len(), CandidateCache::default());
        self.find_islands(balls, methods.flight);
        let before = balls.to_vec();
        let mut report = BallReport::default();
        let mut members = Vec::new();
        for ball in 0..balls.len() as u32 {
            if self.islands.lowest(ball) != ball {
                continue;
            }
            let mut ball = ball;
            loop {
                self.islands.members(ball, &mut members);
                match self.run(&before, &members, balls, &scene, &mut report) {
                    Ok(()) => break,
                    Err(escape) => self.merge(escape, &before, balls, &mut report),
                }
                ball = self.islands.lowest(ball);
            }
        }
        report
            .impacts
            .sort_by(|a, b| a.time.total_cmp(&b.time).then(a.ball.cmp(&b.ball)));
        report
    }

    /// Finds the balls that may meet, and wakes those without their former support.
    fn find_islands(&mut self, balls: &mut [Ball], flight: BallFlight) {
        self.broad.sort(balls.iter().map(|ball| {
            let time = if ball.resting { 0.0 } else { TICK_SECONDS };
            flight_bounds(&flight_of(ball, flight), time, ball.radius)
        }));
        while {
            let matters = |a: usize, b: usize| {
                !(balls[a].resting && balls[b].resting) || balls[a].supports + balls[b].supports > 0
            };
            self.broad.pairs(matters, &mut self.pairs);
            wake_unsupported(balls, &self.pairs)
        } {}
        self.islands.reset(balls.len());
        for &(a, b) in &self.pairs {
            if !(balls[a as usize].resting && balls[b as usize].resting) {
                self.islands.join(a, b);
            }
        }
    }

    /// Simulates the tick of an island.
    fn run(
        &mut self,
        before: &[Ball],
        members: &[u32],
        balls: &mut [Ball],
        scene: &BallScene,
        report: &mut BallReport,
    ) -> Result<(), Escape> {
        if members.iter().all(|ball| before[*ball as usize].resting) {
            return Ok(());
        }
        if let [ball] = *members {
            return self.run_alone(before, ball as usize, balls, scene, report);
        }
        let sim = |ball: &u32| {
            let kept = std::mem::take(&mut self.caches[*ball as usize]);
            BallSim::new(&before[*ball as usize], scene, kept)
        };
        let sims = members.iter().map(sim).collect();
        let mut island = Island::new(members.to_vec(), sims, scene.meeting);
        let outcome = island.run(scene, &mut self.broad);
        if outcome.is_ok() {
            report.impacts.append(&mut island.impacts);
        }
        for (ball, sim) in island.members.iter().zip(island.sims) {
            let ball = *ball as usize;
            if outcome.is_ok() {
                balls[ball] = sim.ball;
                report.stopped.extend(sim.stopped.then_some(sim.ball.id));
            }
            self.caches[ball] = sim.into_candidate_cache();
        }
        outcome
    }

    /// Simulates the tick of a ball that meets no other.
    fn run_alone(
        &mut self,
        before: &[Ball],
        ball: usize,
        balls: &mut [Ball],
        scene: &BallScene,
        report: &mut BallReport,
    ) -> Result<(), Escape> {
        let kept = std::mem::take(&mut self.caches[ball]);
        let mut sim = BallSim::new(&before[ball], scene, kept);
        let known = report.impacts.len();
        let impacts = &mut report.impacts;
        let outcome = solo_island::run(&mut sim, ball, scene, &mut self.broad, impacts);
        if outcome.is_ok() {
            balls[ball] = sim.ball;
            report.stopped.extend(sim.stopped.then_some(sim.ball.id));
        } else {
            report.impacts.truncate(known);
        }
        self.caches[ball] = sim.into_candidate_cache();
        outcome
    }

    /// Joins the islands around a ball that has left its own, and undoes their results.
    fn merge(
        &mut self,
        escape: Escape,
        before: &[Ball],
        balls: &mut [Ball],
        report: &mut BallReport,
    ) {
        let mut near = Vec::new();
        let mut members = Vec::new();
        self.broad.near(escape.ball as usize, &mut near);
        for other in near {
            self.islands.members(other, &mut members);
            for member in &members {
                let member = *member as usize;
                balls[member] = before[member];
                report.stopped.retain(|id| *id != before[member].id);
                report
                    .impacts
                    .retain(|impact| impact.ball != before[member].id);
            }
            self.islands.join(escape.ball, other);
        }
    }
}

/// Wakes resting balls whose supporting balls have gone or no longer rest. Returns whether there were
/// any.
fn wake_unsupported(balls: &mut [Ball], pairs: &[(u32, u32)]) -> bool {
    let mut supports = vec![0_u8; balls.len()];
    for &(a, b) in pairs {
        let (first, second) = (&balls[a as usize], &balls[b as usize]);
        for (upper, lower, ball) in [(first, second, a), (second, first, b)] {
            if upper.resting && lower.resting && island::lies_on(upper, lower) {
                supports[ball as usize] = supports[ball as usize].saturating_add(1);
            }
        }
    }
    let mut any = false;
    for (ball, supports) in balls.iter_mut().zip(supports) {
        if ball.resting && supports < ball.supports {
            ball.wake();
            any = true;
        } else if ball.resting {
            // A support may have come to rest after the ball.
            ball.supports = supports.max(ball.supports);
        }
    }
    any
}
