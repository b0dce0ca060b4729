//! The journal of the player's tick: the body's position after each stage, the queries to collision with
//! their answers, and the impacts of balls. A journal is kept only on request; no state depends on it.

use glam::Vec3;
use hexbound_collide::{ArticleExplanation, ArticleTest, Body, Counters};
use strum::IntoStaticStr;

use super::{BoxDecision, GroundRay, Impact, Methods, PlayerShape};

/// Everything that moved the player in one tick, or kept them from moving, and the balls' impacts.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// The world's tick after the journal's tick: the first tick of a run is 1.
    pub tick: u64,
    /// The methods that resolved the tick.
    pub methods: Methods,
    /// The kind of motion in the tick.
    pub manner: Manner,
    /// The body that was moved, without a skin.
    pub body: Body,
    /// The shape of the moved body. It differs from the methods' shape while there is no room for that.
    pub shape: PlayerShape,
    /// The body's center after each stage of the tick that may have moved it, local, meters.
    pub positions: Vec<(Stage, Vec3)>,
    /// The velocity before the tick and after it, meters a second.
    pub velocity: [Vec3; 2],
    /// The wished move: its start, and its end with no obstacles, local, meters.
    pub wished: [Vec3; 2],
    /// The queries to the swept kernel, whose body has a skin; empty in the other modes.
    pub kernel: hexbound_collide::Journal,
    /// The decisions of mode `article`.
    pub article: Option<ArticleJournal>,
    /// The four rays of each search for ground by rays, in the order of the searches.
    pub ground_rays: Vec<[GroundRay; 4]>,
    /// The decision of mode `box`.
    pub box_decision: Option<BoxDecision>,
    /// The counts of the planes' decisions in the whole move.
    pub counters: Counters,
    /// The static triangle that the body's center crossed between the start of the tick and its end, if
    /// any.
    pub crossed: Option<u32>,
    /// The impacts of the tick's balls.
    pub impacts: TickImpacts,
    /// The impacts of the last tick up to this one in which a ball bounced.
    pub bounced: Option<TickImpacts>,
}

/// The impacts of all balls in one tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TickImpacts {
    /// The world's tick after the impacts.
    pub tick: u64,
    /// The impacts by time; simultaneous ones by the balls' ids.
    pub all: Vec<Impact>,
}

/// The kind of motion in a tick.
#[derive(Clone, Copy, Debug, Default, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Manner {
    /// The player did not move.
    #[default]
    None,
    /// The player went on foot, along the ground.
    Walk,
    /// The player went through the air.
    Fall,
    /// The player flew, without gravity.
    Fly,
}

/// A stage of the tick that may move the player.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// The start of the tick.
    Start,
    /// The movers' carrying and pushing.
    Movers,
    /// The change between the short body and the tall one.
    Stance,
    /// The release from overlaps.
    Release,
    /// The player's own move among all solids.
    Move,
    /// Props in the player's path.
    Props,
    /// The return to the spawn, or to a checkpoint.
    Respawn,
    /// Walkers in the player's path.
    Walkers,
    /// Balls in the player's path.
    Balls,
}

/// A move by the article's test.
#[derive(Clone, Debug, PartialEq)]
pub struct ArticleJournal {
    /// The distances that were kept, and the planes that were tested.
    pub test: ArticleTest,
    /// The tested point before and after the wished move, local, meters.
    pub path: [Vec3; 2],
    /// The tested point after all corrections, local, meters.
    pub end: Vec3,
    /// The triangles that pushed back, in turn, each for the point as pushed by those before it.
    pub pushes: Vec<ArticleExplanation>,
    /// The other tested triangles, in turn, each for the point as pushed by those before it.
    pub rejected: Vec<ArticleExplanation>,
}

impl Journal {
    /// An empty journal for the tick that a player begins at `position`, local, meters.
    pub(crate) fn at(position: Vec3, body: Body) -> Self {
        Self {
            tick: 0,
            methods: Methods::default(),
            manner: Manner::None,
            body,
            shape: PlayerShape::default(),
            positions: vec![(Stage::Start, position)],
            velocity: [Vec3::ZERO; 2],
            wished: [position; 2],
            kernel: hexbound_collide::Journal::default(),
            article: None,
            ground_rays: Vec::new(),
            box_decision: None,
            counters: Counters::default(),
            crossed: None,
            impacts: TickImpacts::default(),
            bounced: None,
        }
    }

    /// Records the impacts of the balls in a tick.
    pub(crate) fn record_impacts(&mut self, tick: u64, impacts: &[Impact]) {
        self.impacts = TickImpacts {
            tick,
            all: impacts.to_vec(),
        };
        if impacts.iter().any(Impact::is_bounce) {
            self.bounced = Some(self.impacts.clone());
        }
    }

    /// Records the body's position after a stage of the tick.
    pub(crate) fn record_position(&mut self, stage: Stage, position: Vec3) {
        self.positions.push((stage, position));
    }

    /// The body's center at the start of the tick, local, meters.
    pub fn start(&self) -> Vec3 {
        self.positions.first().map_or(Vec3::ZERO, |it| it.1)
    }

    /// The body's center at the end of the tick, local, meters.
    pub fn end(&self) -> Vec3 {
        self.positions.last().map_or(Vec3::ZERO, |it| it.1)
    }

    /// The body's center after a stage of the tick, local, meters.
    pub fn after(&self, stage: Stage) -> Option<Vec3> {
        let mut positions = self.positions.iter().rev();
        positions.find(|it| it.0 == stage).map(|it| it.1)
    }
}
