//! The report of a headless run.

use std::collections::BTreeMap;

use hexbound_collide::Counters;
use serde::Serialize;

use super::TickCost;
use hexbound_base::words::counted;
use hexbound_level::Level;
use hexbound_sim::{BODY_RADIUS, Ball, Choice, HALF_HEIGHT, Methods, Rules, RunResult, World};

/// The report of a run as one object of JSON, without nested parts.
#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    pub level: String,
    /// The hash of the level's content, sixteen hexadecimal digits.
    pub content_hash: String,
    pub ticks: u64,
    pub triangles: usize,
    #[serde(flatten)]
    pub walker: WalkerReport,
    #[serde(flatten)]
    pub path: PathReport,
    #[serde(flatten)]
    pub planes: PlaneReport,
    #[serde(flatten)]
    pub bodies: BodiesReport,
    /// The hash of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
    /// The duration of the ticks by the wall clock, seconds.
    pub seconds: f64,
    /// The number of ticks in a second of that duration.
    pub ticks_per_second: f64,
    /// The mean duration of each part of a tick, microseconds.
    pub tick_cost_us: TickCost,
}

/// The player's body and its motion.
#[derive(Clone, Debug, Serialize)]
pub struct WalkerReport {
    /// The horizontal semi-axis of the body, meters.
    pub radius_xz: f32,
    pub half_height: f32,
    /// The collision mode of the last tick.
    pub collision: &'static str,
    /// The methods of the last tick other than the usual ones; `usual` if there are none.
    pub methods: String,
    /// The walking speed, meters a second.
    pub speed: f32,
}

/// The player's path.
#[derive(Clone, Debug, Serialize)]
pub struct PathReport {
    /// The player's start, in the file's own coordinates, meters.
    pub spawn: [f64; 3],
    /// The player's end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// The length of the path without respawns, meters.
    pub distance: f64,
    /// The share of ticks in which the player was grounded, 0..1.
    pub grounded_fraction: f64,
    /// The number of contacts of slides, plus one for each tick in which the ground carried the
    /// body.
    pub contacts: u64,
    pub respawns: u32,
}

/// The tests of the planes, and of the exact test after them.
#[derive(Clone, Debug, Serialize)]
pub struct PlaneReport {
    /// The number of triangles passed from the tree to the six planes.
    pub asked: u64,
    pub rejected_by: RejectedBy,
    /// The triangles that the planes left, but that lie behind a plane touched before.
    pub behind: u64,
    pub accepted: u64,
    /// The contacts found by the exact test, on faces.
    pub face: u64,
    pub edge: u64,
    pub vertex: u64,
}

/// The triangles rejected by each plane of the hexagonal prism.
#[derive(Clone, Debug, Serialize)]
pub struct RejectedBy {
    pub s: u64,
    /// The rejections by the side planes of the prism, `ps1` to `ps6`.
    #[serde(flatten)]
    pub ps: BTreeMap<String, u64>,
}

/// The other bodies of the level, and its targets.
#[derive(Clone, Debug, Serialize)]
pub struct BodiesReport {
    /// The number of balls at the end.
    pub balls: usize,
    /// The energy of all balls at the start and at the end: kinetic, rotational and potential, joules.
    pub ball_energy: [f64; 2],
    /// The number of targets.
    pub targets: usize,
    /// The number of targets that are lit at the end.
    pub lit: usize,
    /// The result, if the level was finished.
    pub result: Option<RunResult>,
    /// The number of walkers in the level.
    pub walkers: usize,
    /// The number of walkers upright at the end.
    pub walkers_upright: usize,
}

/// The sums over the ticks of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    pub ticks: u64,
    pub distance: f64,
    pub grounded: u64,
    pub contacts: u64,
    pub counters: Counters,
    /// The energy of the balls before the first tick, joules.
    pub energy_at_start: f64,
}

impl Sums {
    /// The sums before the first tick.
    pub(crate) fn before(world: &World) -> Self {
        Self {
            energy_at_start: energy(world),
            ..Self::default()
        }
    }

    /// Adds the tick that led from the place `before` to `world`.
    pub(crate) fn add(&mut self, before: glam::Vec3, world: &World) {
        let player = &world.player;
        self.ticks += 1;
        if !player.report.teleported {
            self.distance += (player.position - before).as_dvec3().length();
        }
        self.grounded += u64::from(player.grounded);
        self.contacts += u64::from(player.report.contacts);
        self.counters.add(&world.counters);
    }

    /// The share of ticks in which the player was grounded, 0..1.
    pub(crate) fn grounded_fraction(&self) -> f64 {
        self.grounded as f64 / self.ticks.max(1) as f64
    }
}

/// The energy of all balls, joules.
fn energy(world: &World) -> f64 {
    world.balls.iter().map(Ball::energy).sum()
}

impl RunReport {
    pub(crate) fn new(
        level: &Level,
        rules: &Rules,
        world: &World,
        sums: &Sums,
        methods: Methods,
        seconds: f64,
    ) -> Self {
        Self {
            level: level.name.clone(),
            content_hash: format!("{:016x}", level.content_hash),
            ticks: sums.ticks,
            triangles: level.collision.len(),
            walker: WalkerReport {
                radius_xz: BODY_RADIUS,
                half_height: HALF_HEIGHT,
                collision: methods.collision.name(),
                methods: methods.to_string(),
                speed: rules.walk_speed,
            },
            path: PathReport {
                spawn: level.to_file(level.spawn.position).to_array(),
                end: level.to_file(world.player.position).to_array(),
                distance: sums.distance,
                grounded_fraction: sums.grounded_fraction(),
                contacts: sums.contacts,
                respawns: world.player.respawns,
            },
            planes: PlaneReport::of(&sums.counters),
            bodies: BodiesReport {
                balls: world.balls.len(),
                ball_energy: [sums.energy_at_start, energy(world)],
                targets: world.play.lit.len(),
                lit: world.play.lit_count(),
                result: RunResult::of(world, level),
                walkers: world.walkers.len(),
                walkers_upright: (world.walkers.iter().filter(|it| it.is_upright())).count(),
            },
            state_hash: format!("{:016x}", world.state_hash()),
            seconds,
            ticks_per_second: sums.ticks as f64 / seconds.max(1e-9),
            tick_cost_us: TickCost::default(),
        }
    }

    /// A summary in a few lines for people.
    pub fn summary(&self) -> String {
        let (walker, path) = (&self.walker, &self.path);
        format!(
            "{}: {}, {} in {:.2} s: {:.0} a second ({} methods, {} m/s)\n\
             walked {:.1} m, grounded {:.0} %, {}, {}\n\
             {}\n{}state {}",
            self.level,
            counted(self.triangles, "triangle", "triangles"),
            counted(self.ticks, "tick", "ticks"),
            self.seconds,
            self.ticks_per_second,
            walker.methods,
            walker.speed,
            path.distance,
            path.grounded_fraction * 100.0,
            counted(path.contacts, "contact", "contacts"),
            counted(path.respawns, "respawn", "respawns"),
            self.planes.line(),
            self.bodies.lines(),
            self.state_hash,
        )
    }
}

impl PlaneReport {
    fn of(counters: &Counters) -> Self {
        let ps = (1..).zip(counters.rejected_ps);
        Self {
            asked: counters.asked,
            rejected_by: RejectedBy {
                s: counters.rejected_s,
                ps: ps
                    .map(|(number, count)| (format!("ps{number}"), count))
                    .collect(),
            },
            behind: counters.behind,
            accepted: counters.accepted,
            face: counters.face,
            edge: counters.edge,
            vertex: counters.vertex,
        }
    }

    fn line(&self) -> String {
        let (asked, s) = (self.asked, self.rejected_by.s);
        let ps = self.rejected_by.ps.iter();
        let ps = ps.map(|(name, count)| format!("{} {count}, ", name.to_uppercase()));
        let (ps, behind, accepted) = (ps.collect::<String>(), self.behind, self.accepted);
        format!("six planes: {asked} asked, S {s}, {ps}{behind} behind others, {accepted} accepted")
    }
}

impl BodiesReport {
    /// Lines about existing targets, walkers, and balls that were there from the start.
    fn lines(&self) -> String {
        let (lit, upright) = (self.lit, self.walkers_upright);
        let mut lines = match (self.result, self.targets) {
            (Some(result), _) => format!("finished: {result}\n"),
            (None, 0) => String::new(),
            (None, targets) => format!("{lit} of {targets} targets lit\n"),
        };
        if self.walkers > 0 {
            let walkers = counted(self.walkers, "walker", "walkers");
            lines += &format!("{walkers}, {upright} upright\n");
        }
        let [start, end] = self.ball_energy;
        if start != 0.0 {
            let balls = counted(self.balls, "ball", "balls");
            lines += &format!("{balls}, energy {start:.1} J at the start, {end:.1} J at the end\n");
        }
        lines
    }
}
