//! The kinds of places that a hunt has reached, each with a world to continue from.

use std::collections::HashSet;

use glam::IVec3;

use super::bot::Move;
use hexbound_base::random::Random;
use hexbound_sim::World;

/// The side of the cubes of space that distinguish kinds of places, meters.
const CELL_SIDE: f32 = 0.75;
/// The speed below which the player rests, m/s. Each doubling above it is a kind of its own.
const MAX_REST_SPEED: f32 = 1.0;
/// The number of random candidates. The least often chosen one is continued.
const CANDIDATE_COUNT: usize = 6;
/// The largest number of kept places. Later ones are reached, but not continued.
const MAX_KEPT_PLACES: usize = 15_000;
/// The largest memory use of the worlds and moves of kept places, bytes.
const MAX_ARCHIVE_BYTES: usize = 1_000_000_000;

/// A kind of place: the cube of space, the player's speed and stance there, and the number of lit
/// targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PlaceKind {
    cell: IVec3,
    speed: u32,
    crouching: bool,
    grounded: bool,
    lit: usize,
}

impl PlaceKind {
    pub(super) fn of(world: &World) -> Self {
        let player = &world.player;
        let speed = (player.velocity.length() / MAX_REST_SPEED).max(1.0).log2();
        Self {
            cell: (player.feet() / CELL_SIDE).floor().as_ivec3(),
            speed: speed as u32,
            crouching: player.crouching,
            grounded: player.grounded,
            lit: world.play.lit_count(),
        }
    }
}

/// A place that was reached.
struct ArchivedPlace {
    world: World,
    /// The index of the previous place.
    before: usize,
    /// The moves from the previous place.
    moves: Vec<Move>,
    /// The number of times that the place was continued.
    chosen: u32,
}

impl ArchivedPlace {
    /// Returns the memory use of the place, bytes.
    fn bytes(&self) -> usize {
        let moves = self.moves.capacity() * size_of::<Move>();
        size_of::<Self>() + self.world.heap_bytes() + moves
    }
}

/// The places that a hunt has reached, in their order.
pub(super) struct Archive {
    places: Vec<ArchivedPlace>,
    known: HashSet<PlaceKind>,
    /// The memory use of the kept places, bytes.
    bytes: usize,
    /// The largest memory use of the kept places, bytes.
    max_bytes: usize,
}

impl Archive {
    /// An archive with the start of the level.
    pub(super) fn beginning_with(start: World) -> Self {
        let known = HashSet::from([PlaceKind::of(&start)]);
        let start = ArchivedPlace {
            world: start,
            before: 0,
            moves: Vec::new(),
            chosen: 0,
        };
        Self {
            known,
            bytes: start.bytes(),
            max_bytes: MAX_ARCHIVE_BYTES,
            places: vec![start],
        }
    }

    /// The number of kinds of places.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn world(&self, place: usize) -> &World {
        &self.places[place].world
    }

    /// Chooses a place to continue from: the least often chosen of a few candidates. Among equals it is
    /// the last reached one.
    pub(super) fn choose(&mut self, random: &mut Random) -> usize {
        let candidates = (0..CANDIDATE_COUNT).map(|_| random.below(self.places.len()));
        let least = candidates.min_by_key(|&it| (self.places[it].chosen, usize::MAX - it));
        let least = least.unwrap_or(0);
        self.places[least].chosen += 1;
        least
    }

    /// Adds a place that was reached by moves from another, unless its kind is known.
    pub(super) fn add(&mut self, kind: PlaceKind, world: World, before: usize, moves: Vec<Move>) {
        let next = self.places.len();
        let is_new = self.known.insert(kind);
        let place = ArchivedPlace {
            world,
            before,
            moves,
            chosen: 0,
        };
        let bytes = self.bytes + place.bytes();
        if is_new && next < MAX_KEPT_PLACES && bytes <= self.max_bytes {
            self.bytes = bytes;
            self.places.push(place);
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::Rules;

    /// A different kind for each number.
    fn kind(number: i32) -> PlaceKind {
        PlaceKind {
            cell: IVec3::new(number, 1000, 0),
            speed: 0,
            crouching: false,
            grounded: true,
            lit: 0,
        }
    }

    #[test]
    fn places_beyond_the_memory_are_known_and_not_kept() {
        let level = catalog::open("test:flat").expect("a level");
        let world = World::new(&level, Rules::default());
        let mut archive = Archive::beginning_with(world.clone());
        let one = archive.bytes;
        assert!(one > size_of::<World>());
        archive.max_bytes = 4 * one;
        for number in 0..9 {
            archive.add(kind(number), world.clone(), 0, Vec::new());
            archive.add(kind(number), world.clone(), 0, Vec::new());
        }
        assert_eq!((archive.places.len(), archive.len()), (4, 10));
        assert!(archive.bytes <= archive.max_bytes);
        let mut random = Random::new(1);
        let chosen: Vec<usize> = (0..100).map(|_| archive.choose(&mut random)).collect();
        assert!(chosen.iter().all(|place| *place < 4), "{chosen:?}");
    }

    #[test]
    fn a_place_with_more_in_it_takes_more() {
        let bytes = |scene: &str| {
            let level = catalog::open(scene).expect("a level");
            Archive::beginning_with(World::new(&level, Rules::default()).without_caches()).bytes
        };
        let [few, many] = ["test:crowd", "test:crowd-1000"].map(bytes);
        let most = 800 * size_of::<hexbound_sim::Walker>();
        assert!(many > few + most, "{few} {many}");
    }
}
