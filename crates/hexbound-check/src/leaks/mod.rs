//! Proves that nobody leaves a level, or shows the hole.
//!
//! # What is proven
//!
//! The flight of a body that touches nothing, by [`flood`]. Space is cut into cubes, and a cube is a
//! wall only where the body touches one and the same triangle from wherever in the cube its center
//! is. That is certain for the whole cube, since the distance to a triangle is a convex function of
//! the center. A path of the body leads through the other cubes. So when their flood ends inside, no
//! path leaves, whatever moves it is made of, and *closed* holds for walking, jumping and blasts too.
//! The body of the proof is [`SHRUNK_BY`] smaller to all sides than the player who crouches. That
//! covers the skin, rounding, and getting up, which passes from one body to the other.
//!
//! A way out is *open* when it leads through cubes in which a body a little larger than the player's
//! touches nothing. It is then asked again of the library's sweep, and flown by real commands where
//! the level allows flight. What lies between, a gap as wide as the body within some centimeters,
//! is said to be in doubt.
//!
//! Tests ask the same by voxels that are flooded from outside, in code that shares nothing with this.
//!
//! # What is not
//!
//! For walking, jumping and blasts in a level that one can fly out of, [`explore`] tries real moves
//! from places half a meter apart. A way out that it finds is a recording. That it finds none is no
//! proof. Movers, props and gates count as absent: closed is closed with every gate open, but nobody
//! rides a lift there. The collision modes `article` and `box` are not meant to be tight.

mod block;
mod body_shape;
mod explore;
mod flood;
mod floor;
mod hole;
mod moves;
#[cfg(test)]
mod outside;
mod pilot;
mod report;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod voxels;
mod way;

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, BodyError, CollisionMesh, SKIN, geom::Aabb};

use body_shape::BodyShape;
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

/// The body of a proof is smaller to all sides by this much than the one that moves, meters.
pub(crate) const SHRUNK_BY: f64 = 0.015;
/// The body of a way out is larger to all sides by this much, and the skin, than the one that moves,
/// meters.
const GROWN_BY: f64 = 0.002;
/// The start of a flood is lifted off the floor by this much where there is room, meters.
const START_LIFT: f64 = 0.1;
/// The line that is flown keeps this far from everything where there is room, meters.
const LINE_CLEARANCE: f32 = 0.03;

/// The moves by which the player may try to leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moves {
    /// Walking, sprinting, crouching, falling.
    Walk,
    /// Jumping too.
    Jump,
    /// Throwing balls at what is near, whose blasts push the player, too.
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

/// The question about a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeakQuestion {
    pub moves: Moves,
    /// The semi-axes of an upright ellipsoid in place of the player who crouches, meters; only for
    /// [`Moves::Fly`].
    pub body: Option<[f32; 2]>,
}

/// The answer about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing leaves, by proof.
    Closed,
    /// No move that was tried leaves, but flight does.
    NotLeft,
    /// There is a way out.
    Open,
    /// There is a gap that is as wide as the body, as far as can be seen.
    Doubtful,
    /// The flood and the sweep of the library contradict each other.
    Disputed,
    /// The body has no room where it starts.
    NoRoom,
    /// The level is too large for the flood.
    TooLarge,
}

/// A way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    pub hole: Hole,
    /// The line that the body's center follows, local, meters.
    pub path: Vec<Vec3>,
    /// The commands that lead out, from the start of a run; `None` where none were found.
    pub commands: Option<Vec<Command>>,
}

/// Everything that was found out.
#[derive(Clone, Debug, PartialEq)]
pub struct LeakReport {
    pub question: LeakQuestion,
    pub answer: Answer,
    /// The space that the body's center reaches, m³; `None` where it is unlimited or unknown.
    pub volume: Option<f64>,
    /// The floor that is reached, m²; `None` where it is unknown.
    pub floor: Option<f64>,
    pub leak: Option<Leak>,
    /// The places that one gets into and not out of, the largest first.
    pub one_way: Vec<OneWayPlace>,
    /// The number of cubes that were looked at, and of moves that were tried.
    pub cubes: usize,
    pub moves_tried: usize,
}

/// Looks for a way out of a level. An error where the body that is asked for is senseless.
pub fn find_leaks(
    level: &Level,
    question: LeakQuestion,
    progress: &Progress,
) -> Result<LeakReport, BodyError> {
    let search = Search::new(level, question, progress)?;
    let flight = search.fly();
    if question.moves == Moves::Fly || !matches!(flight.answer, Answer::Open | Answer::Doubtful) {
        return Ok(flight);
    }
    Ok(explore::explore(level, flight, progress))
}

/// Returns the camera that shows the hole on a way out of a level: its place, local, meters, and its yaw
/// and pitch, radians. `None` where the hole has no rim, or the way less than two points.
pub fn camera_at_hole(level: &Level, way: &[Vec3]) -> Option<(Vec3, f32, f32)> {
    let mesh = &*level.collision;
    let way: Vec<DVec3> = way.iter().map(|point| point.as_dvec3()).collect();
    let hole = (way.len() > 1).then(|| hole::hole_on(mesh, &way))?;
    hole.size.is_some().then(|| hole.camera(mesh))
}

/// A search in progress.
struct Search<'a> {
    level: &'a Level,
    mesh: &'a CollisionMesh,
    body: Body,
    question: LeakQuestion,
    progress: &'a Progress<'a>,
    start: DVec3,
}

impl<'a> Search<'a> {
    fn new(
        level: &'a Level,
        question: LeakQuestion,
        progress: &'a Progress<'a>,
    ) -> Result<Self, BodyError> {
        let [radius, half_height] = question.body.unwrap_or([BODY_RADIUS, CROUCHED_HALF_HEIGHT]);
        let start = World::new(level, Rules::default()).player.position;
        Ok(Self {
            level,
            mesh: &level.collision,
            body: Body::ellipsoid(radius, half_height)?,
            question,
            progress,
            start: start.as_dvec3(),
        })
    }

    /// The answer for flight.
    fn fly(&self) -> LeakReport {
        let axes = self.body.half_extents().as_dvec3();
        let start = self.lifted(START_LIFT);
        let mut report = LeakReport {
            question: self.question,
            answer: Answer::NoRoom,
            volume: None,
            floor: None,
            leak: None,
            one_way: Vec::new(),
            cubes: 0,
            moves_tried: 0,
        };
        let least = BodyShape::new(axes - SHRUNK_BY);
        let mut flood = Flood::new(self.mesh, least, Doubt::Passes, start);
        let end = flood.run(&|cubes| (self.progress)(&format!("flooding: {cubes} cubes"), None));
        report.cubes = flood.cubes();
        match end {
            FloodEnd::Closed => self.report_closed(&mut report, &flood),
            FloodEnd::NoRoom => return report,
            FloodEnd::TooLarge => report.answer = Answer::TooLarge,
            FloodEnd::Open(way) | FloodEnd::Doubtful(way) => {
                report.answer = Answer::Doubtful;
                drop(flood);
                self.report_open(&mut report, way);
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

    /// Looks for a way on which a body a little larger has room, and else reports the doubtful one.
    fn report_open(&self, report: &mut LeakReport, doubtful: Vec<DVec3>) {
        let axes = self.body.half_extents().as_dvec3();
        let most = BodyShape::new(axes + f64::from(SKIN) + GROWN_BY);
        let mut flood = Flood::new(self.mesh, most, Doubt::Stops, self.lifted(START_LIFT));
        let end = flood.run(&|cubes| {
            (self.progress)(&format!("looking for the way out: {cubes} cubes"), None);
        });
        report.cubes += flood.cubes();
        let space = flood.bounds();
        let way = match end {
            FloodEnd::Open(way) => {
                report.answer = match way::blocked_pieces(self.mesh, self.body, &way) {
                    0 => Answer::Open,
                    _ => Answer::Disputed,
                };
                way
            }
            _ => doubtful,
        };
        (self.progress)("measuring the hole", None);
        report.leak = Some(self.leak(&way, report.answer, space));
    }

    fn leak(&self, way: &[DVec3], answer: Answer, space: Aabb) -> Leak {
        let is_player = self.question.body.is_none();
        let short = way::shortened(self.mesh, self.body, way, LINE_CLEARANCE);
        let commands = (answer == Answer::Open && is_player)
            .then(|| {
                let along = |line: &[DVec3]| pilot::fly_along(self.level, line, space);
                along(&short).or_else(|| along(way))
            })
            .flatten();
        Leak {
            hole: hole::hole_on(self.mesh, &short),
            path: short.iter().map(|point| point.as_vec3()).collect(),
            commands,
        }
    }

    /// The start, raised by that much or as far as there is room, meters.
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
