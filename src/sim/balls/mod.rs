//! The world of balls: each tick is spent contact by contact, earliest first, as in NeHe's lesson
//! 30, at exact times, over the level's triangles, bumpers and the balls among each other.
//!
//! **Rest.** There is no speed below which a bounce dies. A contact whose approach is no faster
//! than what gravity gives in a tick and a half (0.12 m/s, times the upward part of the normal: on
//! a wall, and between balls in free flight, nothing) is a *lasting* contact: gravity made that
//! approach, so it is answered with restitution 0, and for the rest of the tick gravity does not
//! press into it. Everything faster keeps its restitution, balls among each other at any speed.
//! So bounces under gravity end after finitely many, and only those. Lasting contacts of balls
//! that lie on each other are solved together when the tick begins (`hold`). A ball that was held
//! and slower than `SLEEP_SPEED` for `SLEEP_TICKS` ticks rests, if all balls that it lies on
//! rest (four times as long, and it rests anyway): it is not moved at all until it is struck by more than gravity's approach, or a ball
//! that it lay on rests no longer.
//!
//! **Groups.** Boxes around the balls' ways say who may meet whom (`broad`); what may meet is a
//! group with a queue of its own (`group`), and most balls are alone. A ball that is thrown out
//! of its box gets a larger one; if that touches another group, the two are run again from the
//! tick's start as one, so no meeting is missed. Results depend on no order but that of the
//! balls within a group.
//!
//! **Energy** never rises: what rounding might add in a group is taken from its speeds.
//!
//! Throwing, explosions and sounds are the world's business.

mod alone;
mod apart;
mod ball;
mod broad;
mod cylinder;
mod flight;
mod group;
mod hold;
mod mover;
mod pair;
mod prop;
mod response;
mod runner;

use glam::{DVec3, Vec3};

use broad::{Broad, Groups};
use group::{Escape, Group};
use runner::{Runner, flight_of, way_around};

pub use ball::{BALL_MASS, BALL_RADIUS, Ball, MAX_BALLS};
pub use response::{exchanged, reflected};

use super::{MovedLevel, PlacedMover, PropState};
use hexbound_collide::{
    CandidateCache,
    geom::{Aabb, Cylinder},
};

use crate::{
    clock::TICK_RATE,
    level::{Level, Prop},
};

const TICK_SECONDS: f64 = 1.0 / TICK_RATE as f64;

/// Nearer than this, meters, balls and surfaces touch as far as lying on each other goes.
const TOUCH: f64 = 5e-5;

/// A contact that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Seconds since the tick began.
    time: f64,
    /// The id of (the first of) the balls concerned.
    ball: u32,
    /// On the surface, local.
    pub point: Vec3,
    pub normal: Vec3,
    /// Approach speed along the normal, m/s.
    pub speed: f32,
    /// Kilograms: the ball's, and what it met; infinite for what stands still.
    pub masses: [f32; 2],
}

/// What is the same for all balls during a tick.
#[derive(Debug)]
struct Scene<'a> {
    level: &'a Level,
    bumpers: Vec<Aabb>,
    /// Props, which stand still while balls move, with the boxes around them.
    props: Vec<(Aabb, Vec3, &'a Prop)>,
    movers: &'a [PlacedMover<'a>],
    restitution: f64,
}

impl Scene<'_> {
    /// Bumpers whose boxes a ball meets on its way.
    fn bumpers_near(&self, from: DVec3, to: DVec3, reach: f64) -> impl Iterator<Item = &Cylinder> {
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        let way = way.grown(Vec3::splat(reach as f32 + 1e-3));
        let all = self.level.bumpers.iter().zip(&self.bumpers);
        all.filter_map(move |(bumper, around)| around.overlaps(&way).then_some(bumper))
    }

    /// When and with which normal a ball meets a prop or a mover first, and that one's velocity.
    fn first_thing(&self, from: DVec3, to: DVec3, reach: f64) -> Option<(f64, DVec3, DVec3)> {
        let way = Aabb::new(from.min(to).as_vec3(), from.max(to).as_vec3());
        let way = way.grown(Vec3::splat(reach as f32 + 1e-3));
        let near = self
            .props
            .iter()
            .filter(|(around, ..)| around.overlaps(&way));
        let met = |(_, position, prop): &(Aabb, Vec3, &Prop)| {
            let (fraction, normal) = prop::meet(prop, *position, from, to, reach)?;
            Some((fraction, normal, DVec3::ZERO))
        };
        let movers = self.movers.iter();
        (near.filter_map(met))
            .chain(movers.filter_map(|mover| mover::meet(mover, from, to, reach)))
            .reduce(|best, next| if next.0 < best.0 { next } else { best })
    }
}

/// What the step keeps from tick to tick, for speed: no result depends on it.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    kept: Vec<CandidateCache>,
    broad: Broad,
    groups: Groups,
    pairs: Vec<(u32, u32)>,
}

/// What came of a tick.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order they happened.
    pub impacts: Vec<Impact>,
    /// Ids of balls that had too many contacts and were stopped for the rest of the tick.
    pub stopped: Vec<u32>,
}

impl Crowd {
    /// Moves all balls for one tick, in which the level stands as `moved` has it.
    pub fn step(
        &mut self,
        balls: &mut [Ball],
        moved: &MovedLevel,
        props: &[PropState],
        restitution: f32,
    ) -> Report {
        let level = moved.level;
        mover::push(balls, moved);
        let scene = Scene {
            level,
            bumpers: level.bumpers.iter().map(Cylinder::bounds).collect(),
            props: prop::placed(level, props),
            movers: &moved.movers,
            restitution: f64::from(restitution),
        };
        self.kept.resize(balls.len(), CandidateCache::default());
        self.meet(balls);
        let before = balls.to_vec();
        let mut report = Report::default();
        let mut members = Vec::new();
        for ball in 0..balls.len() as u32 {
            if self.groups.lowest(ball) != ball {
                continue;
            }
            let mut ball = ball;
            loop {
                self.groups.members(ball, &mut members);
                match self.run(&before, &members, balls, &scene, &mut report) {
                    Ok(()) => break,
                    Err(escape) => self.merge(escape, &before, balls, &mut report),
                }
                ball = self.groups.lowest(ball);
            }
        }
        report
            .impacts
            .sort_by(|a, b| a.time.total_cmp(&b.time).then(a.ball.cmp(&b.ball)));
        report
    }

    /// Finds out who may meet whom, and wakes those whose support has gone.
    fn meet(&mut self, balls: &mut [Ball]) {
        self.broad.sort(balls.iter().map(|ball| {
            let time = if ball.resting { 0.0 } else { TICK_SECONDS };
            way_around(&flight_of(ball), time, ball.radius)
        }));
        while {
            let matters = |a: usize, b: usize| {
                !(balls[a].resting && balls[b].resting) || balls[a].carriers + balls[b].carriers > 0
            };
            self.broad.pairs(matters, &mut self.pairs);
            wake_unsupported(balls, &self.pairs)
        } {}
        self.groups.reset(balls.len());
        for &(a, b) in &self.pairs {
            if !(balls[a as usize].resting && balls[b as usize].resting) {
                self.groups.join(a, b);
            }
        }
    }

    /// Runs a group's tick.
    fn run(
        &mut self,
        before: &[Ball],
        members: &[u32],
        balls: &mut [Ball],
        scene: &Scene,
        report: &mut Report,
    ) -> Result<(), Escape> {
        if members.iter().all(|ball| before[*ball as usize].resting) {
            return Ok(());
        }
        if let [ball] = *members {
            return self.run_alone(before, ball as usize, balls, scene, report);
        }
        let runner = |ball: &u32| {
            let kept = std::mem::take(&mut self.kept[*ball as usize]);
            Runner::new(&before[*ball as usize], scene, kept)
        };
        let runners = members.iter().map(runner).collect();
        let mut group = Group::new(members.to_vec(), runners);
        let outcome = group.run(scene, &mut self.broad);
        if outcome.is_ok() {
            report.impacts.append(&mut group.impacts);
        }
        for (ball, runner) in group.members.iter().zip(group.runners) {
            let ball = *ball as usize;
            if outcome.is_ok() {
                balls[ball] = runner.ball;
                report
                    .stopped
                    .extend(runner.stopped.then_some(runner.ball.id));
            }
            self.kept[ball] = runner.into_candidate_cache();
        }
        outcome
    }

    /// Runs the tick of a ball that meets no other.
    fn run_alone(
        &mut self,
        before: &[Ball],
        ball: usize,
        balls: &mut [Ball],
        scene: &Scene,
        report: &mut Report,
    ) -> Result<(), Escape> {
        let kept = std::mem::take(&mut self.kept[ball]);
        let mut runner = Runner::new(&before[ball], scene, kept);
        let impacts = report.impacts.len();
        let outcome = alone::run(&mut runner, ball, scene, &mut self.broad, report);
        if outcome.is_ok() {
            balls[ball] = runner.ball;
            report
                .stopped
                .extend(runner.stopped.then_some(runner.ball.id));
        } else {
            report.impacts.truncate(impacts);
        }
        self.kept[ball] = runner.into_candidate_cache();
        outcome
    }

    /// Joins the groups that a ball has come near to; what they have done already is undone.
    fn merge(&mut self, escape: Escape, before: &[Ball], balls: &mut [Ball], report: &mut Report) {
        let mut near = Vec::new();
        let mut members = Vec::new();
        self.broad.near(escape.ball as usize, &mut near);
        for other in near {
            self.groups.members(other, &mut members);
            for member in &members {
                let member = *member as usize;
                balls[member] = before[member];
                report.stopped.retain(|id| *id != before[member].id);
                report
                    .impacts
                    .retain(|impact| impact.ball != before[member].id);
            }
            self.groups.join(escape.ball, other);
        }
    }
}

/// Wakes resting balls that lay on balls which have gone or rest no longer. Whether there were any.
fn wake_unsupported(balls: &mut [Ball], pairs: &[(u32, u32)]) -> bool {
    let mut carriers = vec![0_u8; balls.len()];
    for &(a, b) in pairs {
        let (first, second) = (&balls[a as usize], &balls[b as usize]);
        for (upper, lower, ball) in [(first, second, a), (second, first, b)] {
            if upper.resting && lower.resting && group::lies_on(upper, lower) {
                carriers[ball as usize] = carriers[ball as usize].saturating_add(1);
            }
        }
    }
    let mut any = false;
    for (ball, carriers) in balls.iter_mut().zip(carriers) {
        if ball.resting && carriers < ball.carriers {
            ball.wake();
            any = true;
        } else if ball.resting {
            // What it lies on may have come to rest after it.
            ball.carriers = carriers.max(ball.carriers);
        }
    }
    any
}
