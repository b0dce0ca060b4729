//! The report of a headless run.

use hexbound_collide::Counters;
use serde::Serialize;

use super::TickCost;
use hexbound_base::words::counted;
use hexbound_level::Level;
use hexbound_sim::{Ball, Choice, HALF_HEIGHT, Methods, RADIUS, Rules, RunResult, World};

/// Triangles rejected by each plane of the hexagonal prism.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RejectedBy {
    pub s: u64,
    pub ps1: u64,
    pub ps2: u64,
    pub ps3: u64,
    pub ps4: u64,
    pub ps5: u64,
    pub ps6: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RunReport {
    pub level: String,
    /// Sixteen hexadecimal digits.
    pub content_hash: String,
    pub ticks: u64,
    pub triangles: usize,
    /// The horizontal semi-axis of the body, meters.
    pub radius_xz: f32,
    pub half_height: f32,
    /// The collision mode of the last tick.
    pub collision: &'static str,
    /// The methods of the last tick that are not the usual ones; `usual` where all are.
    pub methods: String,
    /// Walking speed, meters a second.
    pub speed: f32,
    /// The player's start, in the file's own coordinates, meters.
    pub spawn: [f64; 3],
    /// The player's end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// Length of the path, respawns not counted, meters.
    pub distance: f64,
    /// The part of all ticks in which the player was grounded, 0..1.
    pub grounded_fraction: f64,
    /// The contacts that slides met, and one a tick for the ground that carried the body, summed.
    pub contacts: u64,
    pub respawns: u32,
    /// Triangles the tree handed to the six planes.
    pub asked: u64,
    pub rejected_by: RejectedBy,
    /// Triangles that the planes left, but that are behind a plane touched before.
    pub behind: u64,
    pub accepted: u64,
    /// Contacts found by the exact test, by feature.
    pub face: u64,
    pub edge: u64,
    pub vertex: u64,
    /// Balls alive at the end.
    pub balls: usize,
    /// The energy of all balls at the start and at the end: of motion, spin and height, joules.
    pub ball_energy: [f64; 2],
    /// The number of targets, and of those that are lit at the end.
    pub targets: usize,
    pub lit: usize,
    /// The result, where the level was finished.
    pub result: Option<RunResult>,
    /// Walkers in the level, and those of them that stand at the end.
    pub walkers: usize,
    pub walkers_upright: usize,
    /// The hash of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
    /// The time that the ticks took by the wall clock, seconds.
    pub seconds: f64,
    /// The number of ticks done in a second of it.
    pub ticks_per_second: f64,
    /// The mean time that each part of a tick took, microseconds.
    pub tick_cost_us: TickCost,
}

/// The sums that are kept while running.
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

    /// Takes in the tick that led from `before` to `world`.
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
        let upright = world.walkers.iter().filter(|walker| walker.is_upright());
        let [ps1, ps2, ps3, ps4, ps5, ps6] = sums.counters.rejected_ps;
        Self {
            level: level.name.clone(),
            content_hash: format!("{:016x}", level.content_hash),
            ticks: sums.ticks,
            triangles: level.collision.len(),
            radius_xz: RADIUS,
            half_height: HALF_HEIGHT,
            collision: methods.collision.name(),
            methods: methods.to_string(),
            speed: rules.walk_speed,
            spawn: level.to_file(level.spawn.position).to_array(),
            end: level.to_file(world.player.position).to_array(),
            distance: sums.distance,
            grounded_fraction: sums.grounded as f64 / sums.ticks.max(1) as f64,
            contacts: sums.contacts,
            respawns: world.player.respawns,
            asked: sums.counters.asked,
            rejected_by: RejectedBy {
                s: sums.counters.rejected_s,
                ps1,
                ps2,
                ps3,
                ps4,
                ps5,
                ps6,
            },
            behind: sums.counters.behind,
            accepted: sums.counters.accepted,
            face: sums.counters.face,
            edge: sums.counters.edge,
            vertex: sums.counters.vertex,
            balls: world.balls.len(),
            ball_energy: [sums.energy_at_start, energy(world)],
            targets: world.play.lit.len(),
            lit: world.play.lit_count(),
            result: RunResult::of(world, level),
            walkers: world.walkers.len(),
            walkers_upright: upright.count(),
            state_hash: format!("{:016x}", world.state_hash()),
            seconds,
            ticks_per_second: sums.ticks as f64 / seconds.max(1e-9),
            tick_cost_us: TickCost::default(),
        }
    }

    /// A few lines for people.
    pub fn summary(&self) -> String {
        let rejected = &self.rejected_by;
        let played = match (self.result, self.targets) {
            (Some(result), _) => format!("finished: {result}\n"),
            (None, 0) => String::new(),
            (None, targets) => format!("{} of {targets} targets lit\n", self.lit),
        };
        format!(
            "{}: {}, {} in {:.2} s: {:.0} a second ({} methods, {} m/s)\n\
             walked {:.1} m, grounded {:.0} %, {}, {}\n\
             six planes: {} asked, S {}, PS1 {}, PS2 {}, PS3 {}, PS4 {}, PS5 {}, PS6 {}, \
             {} behind others, {} accepted\n\
             {played}{}{}state {}",
            self.level,
            counted(self.triangles, "triangle", "triangles"),
            counted(self.ticks, "tick", "ticks"),
            self.seconds,
            self.ticks_per_second,
            self.methods,
            self.speed,
            self.distance,
            self.grounded_fraction * 100.0,
            counted(self.contacts, "contact", "contacts"),
            counted(self.respawns, "respawn", "respawns"),
            self.asked,
            rejected.s,
            rejected.ps1,
            rejected.ps2,
            rejected.ps3,
            rejected.ps4,
            rejected.ps5,
            rejected.ps6,
            self.behind,
            self.accepted,
            self.walkers_line(),
            self.balls_line(),
            self.state_hash,
        )
    }

    /// A line for people, where balls were there from the start.
    fn balls_line(&self) -> String {
        let [start, end] = self.ball_energy;
        match start {
            0.0 => String::new(),
            _ => {
                let balls = counted(self.balls, "ball", "balls");
                format!("{balls}, energy {start:.1} J at the start, {end:.1} J at the end\n")
            }
        }
    }

    /// A line for people, where there are walkers.
    fn walkers_line(&self) -> String {
        match self.walkers {
            0 => String::new(),
            walkers => {
                let walkers = counted(walkers, "walker", "walkers");
                format!("{walkers}, {} upright\n", self.walkers_upright)
            }
        }
    }
}
