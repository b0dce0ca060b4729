//! The kinds of places that a hunt has come to, each with a world to go on from.

use std::collections::HashMap;

use glam::IVec3;

use super::bot::Move;
use crate::{random::Random, sim::World};

/// The side of the cubes of space whose places are of one kind, meters.
const CELL: f32 = 0.75;
/// The speed below which the player rests, meters a second. Each doubling above it is a kind of its
/// own.
const REST: f32 = 1.0;
/// The number of random places of which the one that was chosen least is gone on from.
const CANDIDATES: usize = 6;
/// The most places that are kept. Later ones are come to, but not gone on from.
const MOST: usize = 15_000;

/// A kind of place: the cube of space, the player's speed and stance there, and the number of lit
/// targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    cell: IVec3,
    speed: u32,
    crouching: bool,
    grounded: bool,
    lit: usize,
}

impl Kind {
    pub(super) fn of(world: &World) -> Self {
        let player = &world.player;
        let speed = (player.velocity.length() / REST).max(1.0).log2();
        Self {
            cell: (player.feet() / CELL).floor().as_ivec3(),
            speed: speed as u32,
            crouching: player.crouching,
            grounded: player.grounded,
            lit: world.play.lit_count(),
        }
    }
}

/// A place that was come to.
struct Place {
    world: World,
    /// The place before, and the moves from there.
    before: usize,
    moves: Vec<Move>,
    /// The number of times that it was gone on from.
    chosen: u32,
}

/// The places that a hunt has come to, in the order in which it did.
pub(super) struct Archive {
    places: Vec<Place>,
    known: HashMap<Kind, usize>,
}

impl Archive {
    /// An archive that knows the start of the level.
    pub(super) fn beginning_with(start: World) -> Self {
        let known = HashMap::from([(Kind::of(&start), 0)]);
        let places = vec![Place {
            world: start,
            before: 0,
            moves: Vec::new(),
            chosen: 0,
        }];
        Self { places, known }
    }

    /// The number of kinds of places.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn world(&self, place: usize) -> &World {
        &self.places[place].world
    }

    /// Chooses a place to go on from: of a few, the one that was chosen least, and among equals the
    /// one that was come to last.
    pub(super) fn choose(&mut self, random: &mut Random) -> usize {
        let candidates = (0..CANDIDATES).map(|_| random.below(self.places.len()));
        let least = candidates.min_by_key(|&it| (self.places[it].chosen, usize::MAX - it));
        let least = least.unwrap_or(0);
        self.places[least].chosen += 1;
        least
    }

    /// Adds a place that was come to by moves from another, unless its kind is known.
    pub(super) fn add(&mut self, kind: Kind, world: World, before: usize, moves: Vec<Move>) {
        let next = self.places.len();
        let place = *self.known.entry(kind).or_insert(next);
        if place == next && next < MOST {
            self.places.push(Place {
                world,
                before,
                moves,
                chosen: 0,
            });
        }
    }

    /// The moves from the start of the level to a place.
    pub(super) fn moves_to(&self, place: usize) -> impl Iterator<Item = Move> {
        let mut chain = vec![place];
        while chain[chain.len() - 1] != 0 {
            chain.push(self.places[chain[chain.len() - 1]].before);
        }
        let moves = chain
            .into_iter()
            .rev()
            .flat_map(|it| &self.places[it].moves);
        moves.copied().collect::<Vec<_>>().into_iter()
    }
}
