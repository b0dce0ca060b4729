//! Proves that nobody leaves a level, or shows the hole.
//!
//! # Proven results
//!
//! [`flood`] covers the flight of a body that touches nothing. Space is cut into cubes. A cube is a wall
//! only if the body touches one and the same triangle from every center in the cube. That is certain for
//! the whole cube, since the distance to a triangle is a convex function of the center.
//!
//! Every path of the body leads through the other cubes. If their flood is closed, no path leaves the
//! level. *Closed* therefore holds for walking, jumping and blasts too. The body of the proof is
//! [`SHRINK_DISTANCE`] smaller on all sides than the crouching player. That covers the skin, rounding, and
//! standing up, in which one body replaces the other.
//!
//! A leak is *open* if it leads through cubes in which a body slightly larger than the player's touches
//! nothing. It is then confirmed by the library's sweep, and flown by real commands if the level allows
//! flight. Gaps between these cases, as wide as the body to within a few centimeters, are *doubtful*.
//!
//! Tests repeat the proof with voxels flooded from outside, in code that shares nothing with it.
//!
//! # Unproven results
//!
//! In a level that can be left by flight, [`explore`] tries real walks, jumps and blasts from places
//! half a meter apart. The simulated player has left by each such leak. Finding none is no proof. Movers,
//! props and gates count as absent: *closed* holds with every gate open, but without rides on lifts.
//! The collision modes `article` and `box` are not meant to be leakproof.

mod block;
mod body_shape;
mod explore;
mod flood;
mod floor;
mod hole;
mod leak_path;
mod moves;
#[cfg(test)]
mod outside;
mod pilot;
mod report;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod voxels;

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, BodyError, CollisionMesh, SKIN, geom::Aabb};

use body_shape::FloodBody;
use flood::{Doubt, Flood, FloodEnd};
use hexbound_base::{
    body::{BODY_RADIUS, CROUCHED_HALF_HEIGHT},
    progress::Progress,
};
use hexbound_level::Level;
use hexbound_sim::{Command, Rules, World};

pub use explore::OneWayPlace;
pub use hole::{Hole, HoleSize};
pub use report::{findings, summary};

/// The distance by which the body of a proof is smaller on all sides than the real one, meters.
pub(crate) const SHRINK_DISTANCE: f64 = 0.015;
/// The distance, besides the skin, by which the body of a leak is larger on all sides than the real
/// one, meters.
const GROWTH_DISTANCE: f64 = 0.002;
/// The height by which the start of a flood is lifted off the floor, if there is room, meters.
const START_LIFT: f64 = 0.1;
/// The distance that the flown line keeps from everything, if there is room, meters.
const LINE_CLEARANCE: f32 = 0.03;

/// The moves by which the player may try to leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moves {
    /// Walking, sprinting, crouching, falling.
    Walk,
    /// Jumping as well.
    Jump,
    /// Throwing balls at near surfaces, whose blasts push the player, as well.
    Blast,
    /// Any move at all.
    #[default]
    Fly,
}

impl std::str::FromStr for Moves {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "walk" => Ok(Self::Walk),
            "jump" => Ok(Self::Jump),
            "blast" => Ok(Self::Blast),
            "fly" => Ok(Self::Fly),
            _ => Err(format!(
                "no moves '{text}'; there are walk, jump, blast and fly"
            )),
        }
    }
}

/// The parameters of a search for leaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeakQuery {
    pub moves: Moves,
    /// The semi-axes of an upright ellipsoid in place of the crouching player, meters; only for
    /// [`Moves::Fly`].
    pub body: Option<[f32; 2]>,
}

/// The outcome of a search for leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing leaves, by proof.
    Closed,
    /// Flight leaves the level, but no tried move does.
    NoneFound,
    /// There is a leak.
    Open,
    /// There is a gap about as wide as the body.
    Doubtful,
    /// The flood and the sweep of the library contradict each other.
    Disputed,
    /// The body has no room at the start.
    NoRoom,
    /// The level is too large for the flood.
    TooLarge,
}

/// A path out of the level.
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    pub hole: Hole,
    /// The line that the body's center follows, local, meters.
    pub path: Vec<Vec3>,
    /// The commands that lead out, from the start of a run; `None` if none were found.
    pub commands: Option<Vec<Command>>,
}

/// The result of a search for leaks.
#[derive(Clone, Debug, PartialEq)]
pub struct LeakReport {
    pub query: LeakQuery,
    pub answer: Answer,
    /// The volume that the body's center reaches, m³; `None` if it is unlimited or unknown.
    pub volume: Option<f64>,
    /// The floor area that is reached, m²; `None` if it is unknown.
    pub floor: Option<f64>,
    pub leak: Option<Leak>,
    /// The places that can be entered but not left, the largest first.
    pub one_way: Vec<OneWayPlace>,
    /// The number of tested cubes.
    pub cubes: usize,
    /// The number of tried moves.
    pub moves_tried: usize,
}

/// Searches a level for leaks. Fails if the requested body is invalid.
pub fn find_leaks(
    level: &Level,
    query: LeakQuery,
    progress: &Progress,
) -> Result<LeakReport, BodyError> {
    let search = Search::new(level, query, progress)?;
    let flight = search.flight_report();
    if query.moves == Moves::Fly || !matches!(flight.answer, Answer::Open | Answer::Doubtful) {
        return Ok(flight);
    }
    Ok(explore::explore(level, flight, progress))
}

/// Returns the camera that views the hole on a path out of a level: its place, local, meters, and its yaw
/// and pitch, radians. `None` if the hole has no rim, or the path has fewer than two points.
pub fn camera_at_hole(level: &Level, path: &[Vec3]) -> Option<(Vec3, f32, f32)> {
    let mesh = &*level.collision;
    let path: Vec<DVec3> = path.iter().map(|point| point.as_dvec3()).collect();
    let hole = (path.len() > 1).then(|| hole::hole_on(mesh, &path))?;
    hole.size.is_some().then(|| hole.camera(mesh))
}

/// A search in progress.
struct Search<'a> {
    level: &'a Level,
    mesh: &'a CollisionMesh,
    body: Body,
    query: LeakQuery,
    progress: &'a Progress<'a>,
    start: DVec3,
}

impl<'a> Search<'a> {
    fn new(
        level: &'a Level,
        query: LeakQuery,
        progress: &'a Progress<'a>,
    ) -> Result<Self, BodyError> {
        let [radius, half_height] = query.body.unwrap_or([BODY_RADIUS, CROUCHED_HALF_HEIGHT]);
        let start = World::new(level, Rules::default()).player.position;
        Ok(Self {
            level,
            mesh: &level.collision,
            body: Body::ellipsoid(radius, half_height)?,
            query,
            progress,
            start: start.as_dvec3(),
        })
    }

    /// Searches for leaks in flight.
    fn flight_report(&self) -> LeakReport {
        let axes = self.body.half_extents().as_dvec3();
        let start = self.lifted(START_LIFT);
        let mut report = LeakReport {
            query: self.query,
            answer: Answer::NoRoom,
            volume: None,
            floor: None,
            leak: None,
            one_way: Vec::new(),
            cubes: 0,
            moves_tried: 0,
        };
        let shrunk = FloodBody::new(axes - SHRINK_DISTANCE);
        let mut flood = Flood::new(self.mesh, shrunk, Doubt::Passes, start);
        let end = flood.run(&|cubes| (self.progress)(&format!("flooding: {cubes} cubes"), None));
        report.cubes = flood.cubes();
        match end {
            FloodEnd::Closed => self.report_closed(&mut report, &flood),
            FloodEnd::NoRoom => return report,
            FloodEnd::TooLarge => report.answer = Answer::TooLarge,
            FloodEnd::Open(path) | FloodEnd::Doubtful(path) => {
                report.answer = Answer::Doubtful;
                drop(flood);
                self.report_open(&mut report, path);
            }
        }
        report
    }

    fn report_closed(&self, report: &mut LeakReport, flood: &Flood) {
        (self.progress)("measuring the floor", None);
        report.answer = Answer::Closed;
        report.volume = Some(flood.volume());
        let floor = floor::reached_floor(self.mesh, self.body, |place| flood.has_reached(place));
        report.floor = Some(floor);
    }

    /// Reports a path on which a slightly larger body has room, or else the doubtful path.
    fn report_open(&self, report: &mut LeakReport, doubtful: Vec<DVec3>) {
        let axes = self.body.half_extents().as_dvec3();
        let grown = FloodBody::new(axes + f64::from(SKIN) + GROWTH_DISTANCE);
        let mut flood = Flood::new(self.mesh, grown, Doubt::Stops, self.lifted(START_LIFT));
        let end = flood.run(&|cubes| {
            (self.progress)(&format!("looking for the way out: {cubes} cubes"), None);
        });
        report.cubes += flood.cubes();
        let space = flood.bounds();
        let path = match end {
            FloodEnd::Open(path) => {
                report.answer = match leak_path::blocked_pieces(self.mesh, self.body, &path) {
                    0 => Answer::Open,
                    _ => Answer::Disputed,
                };
                path
            }
            _ => doubtful,
        };
        (self.progress)("measuring the hole", None);
        report.leak = Some(self.leak(&path, report.answer, space));
    }

    fn leak(&self, path: &[DVec3], answer: Answer, space: Aabb) -> Leak {
        let is_player = self.query.body.is_none();
        let short = leak_path::shortened(self.mesh, self.body, path, LINE_CLEARANCE);
        let commands = (answer == Answer::Open && is_player)
            .then(|| {
                let along = |line: &[DVec3]| pilot::fly_along(self.level, line, space);
                along(&short).or_else(|| along(path))
            })
            .flatten();
        Leak {
            hole: hole::hole_on(self.mesh, &short),
            path: short.iter().map(|point| point.as_vec3()).collect(),
            commands,
        }
    }

    /// The start, raised by `by` meters or as far as there is room.
    fn lifted(&self, by: f64) -> DVec3 {
        let free = match self.mesh.sweep(
            self.body.with_skin(),
            self.start,
            self.start + DVec3::Y * by,
        ) {
            Ok(hit) => hit.map_or(1.0, |hit| hit.fraction),
            Err(_) => 0.0,
        };
        self.start + DVec3::Y * (by * free)
    }
}
