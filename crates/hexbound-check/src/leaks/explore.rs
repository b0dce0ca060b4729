//! Explores a level by real moves of the player: from each place where they can stand, half a meter
//! apart, in eight directions. Every result is true, since it was walked. A missing result is no proof.

use std::{collections::BTreeMap, f32::consts::TAU, sync::Arc};

use glam::{DVec3, IVec3, Vec3};

use super::{
    Answer, Leak, LeakReport, Moves, Progress,
    hole::hole_on,
    moves::{Jump, MovePlan, MoveResult, is_lost},
};
use hexbound_level::{Level, LevelMesh, Play};
use hexbound_reach::{Flooded, Search, flood};
use hexbound_sim::{Command, Player, Rules, World};

/// The side of the cells that distinguish places, meters.
const CELL_SIDE: f32 = 0.5;
/// The number of directions of runs.
const RUN_DIRECTIONS: u32 = 8;
/// The distance of a run on the level from which it needs no jump, meters. Other runs begin at its end.
const FREE_RUN_DISTANCE: f32 = 1.2;
/// The largest rise or fall of a run that counts as level, meters.
const MAX_LEVEL_RISE: f32 = 0.1;
/// The largest number of explored places.
const MAX_PLACES: usize = 300_000;
/// The most ticks in which the player falls to the floor at the start.
const MAX_SETTLING_TICKS: u32 = 240;
/// The smallest one-way place that is reported, in cells.
const MIN_CELLS: usize = 4;
/// The interval between two points of the path of a leak, ticks.
const PATH_INTERVAL: usize = 6;

/// A place that can be entered but not left, by the moves that were tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWayPlace {
    /// The body's center there, local, meters.
    pub place: Vec3,
    /// The approximate floor area there, m².
    pub area: f64,
}

/// A place where the player has stood, and the move that led there.
struct Place {
    player: Player,
    commands: Arc<Vec<Command>>,
    /// The number of commands from the previous place.
    ticks: usize,
}

impl Place {
    fn cell(&self) -> IVec3 {
        (self.player.feet() / CELL_SIDE).floor().as_ivec3()
    }
}

impl hexbound_reach::Place for Place {
    /// A cell, and whether the player crouches in it.
    type Cell = (IVec3, bool);

    fn cell(&self) -> Self::Cell {
        (self.cell(), self.player.crouching)
    }
}

/// An exploration in progress.
struct Exploration<'a> {
    level: &'a Level,
    /// The world at the start.
    world: World,
    moves: Moves,
    progress: &'a Progress<'a>,
    reached: Flooded<Place>,
    /// The place before the first leak, and the commands of its last move.
    out: Option<(u32, Arc<Vec<Command>>)>,
    moves_tried: usize,
}

/// Explores a level that flight can leave by the requested moves, and returns the report.
pub(super) fn explore(level: &Level, flight: LeakReport, progress: &Progress) -> LeakReport {
    let bare = static_copy(level);
    let (player, commands, is_lost) = settled(&bare);
    let mut exploration = Exploration {
        level: &bare,
        world: World::new(&bare, Rules::default()),
        moves: flight.query.moves,
        progress,
        reached: Flooded::default(),
        out: is_lost.then(Default::default),
        moves_tried: 0,
    };
    let start = Place {
        player,
        ticks: commands.len(),
        commands: Arc::new(commands),
    };
    exploration.reached.add(start, None);
    flood(&mut exploration, 0);
    exploration.into_report(level, flight)
}

impl Search for Exploration<'_> {
    type Place = Place;
    type Strides = Vec<MoveResult>;

    fn reached(&self) -> &Flooded<Place> {
        &self.reached
    }

    fn strides(&self, from: &Place) -> Vec<MoveResult> {
        moves_from(self.level, &self.world, from.player, self.moves)
    }

    fn record(&mut self, from: u32, made: Vec<MoveResult>) {
        for made in made {
            self.moves_tried += 1;
            let commands = Arc::new(made.commands);
            for stand in &made.stands {
                let place = Place {
                    player: stand.player,
                    commands: Arc::clone(&commands),
                    ticks: stand.ticks,
                };
                self.reached.add(place, Some(from));
            }
            if made.is_lost && self.out.is_none() {
                self.out = Some((from, commands));
            }
        }
    }

    fn should_continue(&mut self, done: usize) -> bool {
        let count = self.reached.places().len();
        let share = Some(done as f32 / count as f32);
        (self.progress)(&format!("walking: {count} places"), share);
        self.out.is_none() && count < MAX_PLACES
    }
}

impl Exploration<'_> {
    fn into_report(self, level: &Level, flight: LeakReport) -> LeakReport {
        let leak = self.leak(level);
        let (answer, one_way) = match leak {
            Some(_) => (Answer::Open, Vec::new()),
            None => (Answer::NoneFound, self.one_way()),
        };
        let floor = self.reached.places().len() as f64 * f64::from(CELL_SIDE * CELL_SIDE);
        LeakReport {
            answer,
            volume: None,
            floor: Some(floor),
            leak,
            one_way,
            moves_tried: self.moves_tried,
            ..flight
        }
    }

    /// The leak that was found, replayed as one run from the start. Its commands are kept if they also
    /// lead out of the whole level, with its moving parts.
    fn leak(&self, level: &Level) -> Option<Leak> {
        let (last, end) = self.out.as_ref()?;
        let chain = self.reached.path_to(*last).into_iter();
        let places = chain.map(|place| &self.reached.places()[place as usize]);
        let parts = places.map(|place| &place.commands[..place.ticks]);
        let commands: Vec<Command> = parts.flatten().chain(&**end).copied().collect();
        let (path, _) = path_of(self.level, &commands);
        let (_, leads_out) = path_of(level, &commands);
        let points: Vec<DVec3> = path.iter().map(|point| point.as_dvec3()).collect();
        Some(Leak {
            hole: hole_on(&level.collision, &points),
            path,
            commands: leads_out.then_some(commands),
        })
    }

    /// The places without a path back to the start, in groups of neighbors.
    fn one_way(&self) -> Vec<OneWayPlace> {
        let can_return = self.reached.can_return();
        let mut cells: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
        for (index, place) in self.reached.places().iter().enumerate() {
            if !can_return[index] {
                let cell = place.cell().to_array();
                cells.entry(cell).or_default().push(index);
            }
        }
        let mut sets = neighbor_groups(cells);
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        sets.retain(|set| set.len() >= MIN_CELLS);
        let places = sets.into_iter().map(|set| OneWayPlace {
            place: self.reached.places()[set[set.len() / 2]].player.position,
            area: set.len() as f64 * f64::from(CELL_SIDE * CELL_SIDE),
        });
        places.collect()
    }
}

/// Splits cells into groups of neighbors. Each cell is represented by one of its places.
fn neighbor_groups(mut cells: BTreeMap<[i32; 3], Vec<usize>>) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    while let Some((cell, places)) = cells.pop_first() {
        let (mut set, mut open) = (vec![places[0]], vec![cell]);
        while let Some([x, y, z]) = open.pop() {
            for side in 0..27 {
                let next = [x + side % 3 - 1, y + side / 3 % 3 - 1, z + side / 9 - 1];
                if let Some(places) = cells.remove(&next) {
                    set.push(places[0]);
                    open.push(next);
                }
            }
        }
        sets.push(set);
    }
    sets
}

/// Plays all moves from a place. Other moves than runs are tried only where a run is blocked, falls or
/// climbs.
fn moves_from(level: &Level, world: &World, player: Player, moves: Moves) -> Vec<MoveResult> {
    let at = |plan: MovePlan| {
        let mut world = world.clone();
        world.player = player;
        plan.play(level, world)
    };
    let mut made = Vec::new();
    for spoke in 0..RUN_DIRECTIONS {
        let run = MovePlan::run(spoke as f32 / RUN_DIRECTIONS as f32 * TAU - TAU / 2.0);
        let ran = at(run);
        let is_free = ran.stands.last().is_some_and(|stand| {
            let delta = stand.player.position - player.position;
            delta.y.abs() < MAX_LEVEL_RISE && delta.with_y(0.0).length() > FREE_RUN_DISTANCE
        });
        made.push(ran);
        if is_free {
            continue;
        }
        let mut tried = vec![(Jump::Never, true, false)];
        if moves >= Moves::Jump {
            let jumps = [
                (Jump::AtOnce, false),
                (Jump::AtEdge, false),
                (Jump::AtOnce, true),
                (Jump::AtEdge, true),
            ];
            tried.extend(jumps.map(|(jump, crouches)| (jump, crouches, false)));
        }
        if moves >= Moves::Blast {
            tried.extend([false, true].map(|crouches| (Jump::AtOnce, crouches, true)));
        }
        made.extend(tried.into_iter().map(|(jump, crouches, blasts)| {
            at(MovePlan {
                jump,
                crouches,
                blasts,
                ..run
            })
        }));
    }
    made
}

/// The player at the start after the fall to the floor, the commands until then, and true if they fell
/// out of the level instead.
fn settled(level: &Level) -> (Player, Vec<Command>, bool) {
    let mut world = World::new(level, Rules::default());
    let (mut commands, mut events) = (Vec::new(), Vec::new());
    for _ in 0..MAX_SETTLING_TICKS {
        let before = world.player;
        world.step(level, &Command::default(), &mut events);
        commands.push(Command::default());
        if is_lost(&events) {
            return (before, commands, true);
        }
        if world.player.grounded {
            break;
        }
    }
    (world.player, commands, false)
}

/// The path of a player by commands, up to a loss, and whether they are lost.
fn path_of(level: &Level, commands: &[Command]) -> (Vec<Vec3>, bool) {
    let mut world = World::new(level, Rules::default());
    let (mut path, mut events) = (vec![world.player.position], Vec::new());
    for (tick, command) in commands.iter().enumerate() {
        let before = world.player.position;
        events.clear();
        world.step(level, command, &mut events);
        if is_lost(&events) {
            path.push(before);
            return (path, true);
        }
        if tick % PATH_INTERVAL == 0 {
            path.push(world.player.position);
        }
    }
    (path, false)
}

/// A copy of the level with static parts alone and nothing visible, for several threads.
fn static_copy(level: &Level) -> Level {
    let mut bare = level.clone();
    bare.mesh = LevelMesh::default();
    bare.images.clear();
    bare.movers.clear();
    bare.props.clear();
    bare.play = Play {
        settings: level.play.settings,
        ..Play::default()
    };
    bare
}
