//! Explores a level by real moves of the player: from each place where they have come to stand, half a
//! meter apart, in eight directions. What it finds is true, since it was walked; what it does not find
//! may still be there.

use std::{
    collections::{BTreeMap, HashMap},
    f32::consts::TAU,
};

use glam::{IVec3, Vec3};
use rayon::prelude::*;

use super::{
    Moves, Progress,
    moves::{Jump, Made, Plan},
};
use hexbound_level::{Level, LevelMesh, Play};
use hexbound_sim::{Command, EventKind, Player, Rules, World};

/// The distance between two places that count as different, meters.
const CELL: f32 = 0.5;
/// The number of directions.
const SPOKES: u32 = 8;
/// A run that gets this far on the level, meters, needs no jump: others begin where it ends.
const FREE_RUN: f32 = 1.2;
const LEVEL: f32 = 0.1;
/// The most places that are looked at.
const MOST_PLACES: usize = 300_000;
/// The ticks that the player has to come down on the floor at the start.
const SETTLING: u32 = 240;
/// The smallest place of no return that is told, in cells.
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

/// A way out that was walked.
pub(super) struct WayOut {
    pub path: Vec<Vec3>,
    /// The commands, where they lead out of the whole level too, with all that moves in it.
    pub commands: Option<Vec<Command>>,
}

/// Everything that was found.
pub(super) struct Explored {
    /// The floor that was stood on, m², about.
    pub floor: f64,
    pub way_out: Option<WayOut>,
    pub one_way: Vec<OneWayPlace>,
    pub moves_tried: usize,
}

/// A place where the player has stood, and how they came there.
struct Place {
    player: Player,
    before: usize,
    commands: Vec<Command>,
}

/// A cell, and whether the player crouches in it.
type Key = (IVec3, bool);

/// An exploration in progress.
struct Exploration {
    places: Vec<Place>,
    known: HashMap<Key, usize>,
    /// From which place one came to which.
    ways: Vec<(usize, usize)>,
    /// The place before the first way out, and the commands of its last move.
    out: Option<(usize, Vec<Command>)>,
    moves_tried: usize,
}

/// Explores a level by those moves.
pub(super) fn explore(level: &Level, moves: Moves, progress: &Progress) -> Explored {
    let bare = without_moving_things(level);
    let (start, settling, is_lost) = settled(&bare);
    let mut exploration = Exploration {
        known: HashMap::from([(key(&start), 0)]),
        places: vec![Place {
            player: start,
            before: 0,
            commands: settling.clone(),
        }],
        ways: Vec::new(),
        out: is_lost.then(|| (0, Vec::new())),
        moves_tried: 0,
    };
    let mut done = 0;
    while done < exploration.places.len()
        && exploration.out.is_none()
        && exploration.places.len() < MOST_PLACES
    {
        let open = &exploration.places[done..];
        let made: Vec<Vec<Made>> = (open.par_iter())
            .map_init(
                || World::new(&bare, Rules::default()),
                |world, place| moves_from(&bare, world, place.player, moves),
            )
            .collect();
        for (from, made) in (done..).zip(made) {
            exploration.add(from, made);
            done += 1;
        }
        let count = exploration.places.len();
        progress(
            &format!("walking: {count} places"),
            Some(done as f32 / count as f32),
        );
    }
    exploration.told(level, &bare)
}

impl Exploration {
    /// Adds what came of the moves from a place.
    fn add(&mut self, from: usize, made: Vec<Made>) {
        for made in made {
            self.moves_tried += 1;
            for stand in &made.stands {
                let next = self.places.len();
                let to = *self.known.entry(key(&stand.player)).or_insert(next);
                if to == next {
                    self.places.push(Place {
                        player: stand.player,
                        before: from,
                        commands: made.commands[..stand.ticks].to_vec(),
                    });
                }
                self.ways.push((from, to));
            }
            if made.is_lost && self.out.is_none() {
                self.out = Some((from, made.commands));
            }
        }
    }

    fn told(self, level: &Level, bare: &Level) -> Explored {
        let one_way = if self.out.is_some() {
            Vec::new()
        } else {
            self.one_way()
        };
        Explored {
            floor: self.places.len() as f64 * f64::from(CELL * CELL),
            way_out: self.way_out(level, bare),
            one_way,
            moves_tried: self.moves_tried,
        }
    }

    /// The way out that was found, made again in one go from the start.
    fn way_out(&self, level: &Level, bare: &Level) -> Option<WayOut> {
        let (last, end) = self.out.as_ref()?;
        let mut chain = vec![*last];
        while chain[chain.len() - 1] != 0 {
            chain.push(self.places[chain[chain.len() - 1]].before);
        }
        let parts = chain
            .iter()
            .rev()
            .map(|place| &self.places[*place].commands);
        let commands: Vec<Command> = parts.flatten().chain(end).copied().collect();
        let (path, _) = path_of(bare, &commands);
        let (_, leads_out) = path_of(level, &commands);
        let commands = leads_out.then_some(commands);
        Some(WayOut { path, commands })
    }

    /// The places from which no way leads back to the start, in heaps of neighbors.
    fn one_way(&self) -> Vec<OneWayPlace> {
        let mut back = vec![Vec::new(); self.places.len()];
        for (from, to) in &self.ways {
            back[*to].push(*from);
        }
        let mut returns = vec![false; self.places.len()];
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut returns[place], true) {
                open.extend(&back[place]);
            }
        }
        let stuck = (0..self.places.len()).filter(|place| !returns[*place]);
        let mut cells: BTreeMap<[i32; 3], Vec<usize>> = BTreeMap::new();
        for place in stuck {
            let cell = key(&self.places[place].player).0.to_array();
            cells.entry(cell).or_default().push(place);
        }
        let mut heaps = heaps(cells);
        heaps.sort_by_key(|heap| std::cmp::Reverse(heap.len()));
        heaps.retain(|heap| heap.len() >= FEWEST_CELLS);
        let told = heaps.into_iter().map(|heap| OneWayPlace {
            place: self.places[heap[heap.len() / 2]].player.position,
            area: heap.len() as f64 * f64::from(CELL * CELL),
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
    for spoke in 0..SPOKES {
        let run = Plan::run(spoke as f32 / SPOKES as f32 * TAU - TAU / 2.0);
        let ran = at(run);
        let is_free = ran.stands.last().is_some_and(|stand| {
            let way = stand.player.position - player.position;
            way.y.abs() < LEVEL && way.with_y(0.0).length() > FREE_RUN
        });
        made.push(ran);
        if is_free {
            continue;
        }
        made.push(at(Plan {
            crouches: true,
            ..run
        }));
        if moves >= Moves::Jump {
            for (jump, crouches) in [
                (Jump::AtOnce, false),
                (Jump::AtEdge, false),
                (Jump::AtOnce, true),
                (Jump::AtEdge, true),
            ] {
                made.push(at(Plan {
                    jump,
                    crouches,
                    ..run
                }));
            }
        }
        if moves >= Moves::Blast {
            for crouches in [false, true] {
                let jump = Jump::AtOnce;
                made.push(at(Plan {
                    jump,
                    crouches,
                    blasts: true,
                    ..run
                }));
            }
        }
    }
    made
}

/// The player at the start once they have come down on the floor, the commands until then, and
/// whether they fell out of the level instead.
fn settled(level: &Level) -> (Player, Vec<Command>, bool) {
    let mut world = World::new(level, Rules::default());
    let (mut commands, mut events) = (Vec::new(), Vec::new());
    for _ in 0..SETTLING {
        let before = world.player;
        world.step(level, &Command::default(), &mut events);
        commands.push(Command::default());
        if events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Respawn(_)))
        {
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
        if events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Respawn(_)))
        {
            path.push(before);
            return (path, true);
        }
        if tick % PATH_EVERY == 0 {
            path.push(world.player.position);
        }
    }
    (path, false)
}

fn key(player: &Player) -> Key {
    let cell = (player.feet() / CELL).floor().as_ivec3();
    (cell, player.crouching)
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
