//! Explores a level by real moves of the player: from each place where they have come to stand, half a
//! meter apart, in eight directions. What it finds is true, since it was walked; what it does not find
//! may still be there.

use std::{collections::BTreeMap, f32::consts::TAU, sync::Arc};

use glam::{DVec3, IVec3, Vec3};

use super::{
    Answer, Leak, LeakReport, Moves, Progress,
    hole::hole_on,
    moves::{Jump, Made, Plan, is_lost},
};
use hexbound_level::{Level, LevelMesh, Play};
use hexbound_reach::{Flooded, Search, flood};
use hexbound_sim::{Command, Player, Rules, World};

/// The distance between two places that count as different, meters.
const CELL_SIDE: f32 = 0.5;
/// The number of directions.
const RUN_DIRECTIONS: u32 = 8;
/// A run that gets this far on the level, meters, needs no jump: others begin where it ends.
const FREE_RUN: f32 = 1.2;
const MAX_LEVEL_RISE: f32 = 0.1;
/// The most places that are looked at.
const MAX_PLACES: usize = 300_000;
/// The ticks that the player has to come down on the floor at the start.
const SETTLING_TIME: u32 = 240;
/// The smallest place of no return that is reported, in cells.
const FEWEST_CELLS: usize = 4;
/// The ticks between two points of the path of a way out.
const PATH_EVERY: usize = 6;

/// A place that one gets into and not out of, by the moves that were tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWayPlace {
    /// Where one stands there, the body's center, local, meters.
    pub place: Vec3,
    /// The floor there, m², about.
    pub area: f64,
}

/// A place where the player has stood, and the move in which they came there.
struct Place {
    player: Player,
    commands: Arc<Vec<Command>>,
    /// The number of the commands that lead there from the place before.
    ticks: usize,
}

impl Place {
    fn way(&self) -> &[Command] {
        &self.commands[..self.ticks]
    }

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
    /// Where everything stands as at the start.
    world: World,
    moves: Moves,
    progress: &'a Progress<'a>,
    reached: Flooded<Place>,
    /// The place before the first way out, and the commands of its last move.
    out: Option<(u32, Arc<Vec<Command>>)>,
    moves_tried: usize,
}

/// Explores a level that flight leaves by the moves that are asked for, and answers for them.
pub(super) fn explore(level: &Level, flight: LeakReport, progress: &Progress) -> LeakReport {
    let bare = without_moving_things(level);
    let (player, commands, is_lost) = settled(&bare);
    let mut exploration = Exploration {
        level: &bare,
        world: World::new(&bare, Rules::default()),
        moves: flight.question.moves,
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
    exploration.told(level, flight)
}

impl Search for Exploration<'_> {
    type Place = Place;
    type Strides = Vec<Made>;

    fn reached(&self) -> &Flooded<Place> {
        &self.reached
    }

    fn strides(&self, from: &Place) -> Vec<Made> {
        moves_from(self.level, &self.world, from.player, self.moves)
    }

    fn take(&mut self, from: u32, made: Vec<Made>) {
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

    fn goes_on(&mut self, done: usize) -> bool {
        let count = self.reached.places().len();
        let share = Some(done as f32 / count as f32);
        (self.progress)(&format!("walking: {count} places"), share);
        self.out.is_none() && count < MAX_PLACES
    }
}

impl Exploration<'_> {
    fn told(self, level: &Level, flight: LeakReport) -> LeakReport {
        let leak = self.leak(level);
        let (answer, one_way) = match leak {
            Some(_) => (Answer::Open, Vec::new()),
            None => (Answer::NotLeft, self.one_way()),
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

    /// The way out that was found, made again in one go from the start. Its commands are kept where they
    /// lead out of the whole level too, with all that moves in it.
    fn leak(&self, level: &Level) -> Option<Leak> {
        let (last, end) = self.out.as_ref()?;
        let way = self.reached.way_to(*last).into_iter();
        let parts = way.map(|place| self.reached.places()[place as usize].way());
        let commands: Vec<Command> = parts.flatten().chain(&**end).copied().collect();
        let (path, _) = path_of(self.level, &commands);
        let (_, leads_out) = path_of(level, &commands);
        let way: Vec<DVec3> = path.iter().map(|point| point.as_dvec3()).collect();
        Some(Leak {
            hole: hole_on(&level.collision, &way),
            path,
            commands: leads_out.then_some(commands),
        })
    }

    /// The places from which no way leads back to the start, in heaps of neighbors.
    fn one_way(&self) -> Vec<OneWayPlace> {
        let returning = self.reached.returning();
        let mut cells: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
        for (number, place) in self.reached.places().iter().enumerate() {
            if !returning[number] {
                let cell = place.cell().to_array();
                cells.entry(cell).or_default().push(number);
            }
        }
        let mut heaps = heaps(cells);
        heaps.sort_by_key(|heap| std::cmp::Reverse(heap.len()));
        heaps.retain(|heap| heap.len() >= FEWEST_CELLS);
        let told = heaps.into_iter().map(|heap| OneWayPlace {
            place: self.reached.places()[heap[heap.len() / 2]].player.position,
            area: heap.len() as f64 * f64::from(CELL_SIDE * CELL_SIDE),
        });
        told.collect()
    }
}

/// Parts cells into heaps of neighbors; each cell is given by one of its places.
fn heaps(mut cells: BTreeMap<[i32; 3], Vec<usize>>) -> Vec<Vec<usize>> {
    let mut heaps = Vec::new();
    while let Some((cell, places)) = cells.pop_first() {
        let (mut heap, mut open) = (vec![places[0]], vec![cell]);
        while let Some([x, y, z]) = open.pop() {
            for side in 0..27 {
                let next = [x + side % 3 - 1, y + side / 3 % 3 - 1, z + side / 9 - 1];
                if let Some(places) = cells.remove(&next) {
                    heap.push(places[0]);
                    open.push(next);
                }
            }
        }
        heaps.push(heap);
    }
    heaps
}

/// Makes all moves from a place: the others only where a run is held up, falls or climbs.
fn moves_from(level: &Level, world: &World, player: Player, moves: Moves) -> Vec<Made> {
    let at = |plan: Plan| {
        let mut world = world.clone();
        world.player = player;
        plan.make(level, world)
    };
    let mut made = Vec::new();
    for spoke in 0..RUN_DIRECTIONS {
        let run = Plan::run(spoke as f32 / RUN_DIRECTIONS as f32 * TAU - TAU / 2.0);
        let ran = at(run);
        let is_free = ran.stands.last().is_some_and(|stand| {
            let way = stand.player.position - player.position;
            way.y.abs() < MAX_LEVEL_RISE && way.with_y(0.0).length() > FREE_RUN
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
            at(Plan {
                jump,
                crouches,
                blasts,
                ..run
            })
        }));
    }
    made
}

/// The player at the start once they have come down on the floor, the commands until then, and
/// whether they fell out of the level instead.
fn settled(level: &Level) -> (Player, Vec<Command>, bool) {
    let mut world = World::new(level, Rules::default());
    let (mut commands, mut events) = (Vec::new(), Vec::new());
    for _ in 0..SETTLING_TIME {
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

/// The places that commands lead through until the player is lost, and whether they are.
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
        if tick % PATH_EVERY == 0 {
            path.push(world.player.position);
        }
    }
    (path, false)
}

/// The level with what stands still only, and nothing to see: it is stepped by many threads.
fn without_moving_things(level: &Level) -> Level {
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
