//! All places that the player reaches from a start: a flood over standing places, from each to its
//! neighbors by strides of the player's own body. The player goes on foot first, then also by
//! jumps, by leaps over gaps, and crouched.

use std::collections::BTreeSet;

use glam::{DVec3, IVec2, Vec3};
use hexbound_collide::{CollisionMesh, SKIN};
use rayon::prelude::*;
use smallvec::SmallVec;

use super::legs::{BodySize, Legs, Spot, Stride};
use hexbound_base::body::{CROUCHED_HALF_HEIGHT, HALF_HEIGHT, MIN_DROP_DEPTH, WALK_FOOTING};
use hexbound_reach::{Flooded, Search, flood};

/// The side of a cell, meters. A cell has one place for every floor.
pub(super) const CELL_SIDE: f64 = 0.4;
/// The height difference below which places of one cell are one, meters.
const MIN_STORY_HEIGHT: f64 = 0.5;
/// The height difference up to which a place counts as reached, meters. It is less than a step that is
/// too high.
const MAX_LEVEL_GAP: f64 = 0.4;
/// The largest number of explored places. With more, the level counts as only partly known.
const MAX_PLACES: usize = 120_000;
/// The least share of a stride that counts as progress; otherwise the body was stopped.
const MIN_STRIDE_SHARE: f64 = 0.5;

/// The directions to the neighbors of a cell.
pub(super) const NEIGHBOR_OFFSETS: [IVec2; 8] = [
    IVec2::new(1, 0),
    IVec2::new(1, 1),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-1, 0),
    IVec2::new(-1, -1),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
];

/// A place that the player reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub spot: Spot,
    /// True if there is room only for the crouched body.
    pub crouched: bool,
}

impl hexbound_reach::Place for Place {
    type Cell = IVec2;

    fn cell(&self) -> IVec2 {
        cell(self.spot.center)
    }

    fn is_same(&self, other: &Self) -> bool {
        (self.spot.height - other.spot.height).abs() < MIN_STORY_HEIGHT
    }
}

/// A fall out of the level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fall {
    /// The index of the place before the brink.
    pub place: u32,
    /// The horizontal displacement of the stride that ends in the fall, meters.
    pub delta: DVec3,
    /// The body's center at the start of the fall, meters.
    pub brink: DVec3,
}

/// The places that the player reaches.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// The places, and the strides between them.
    pub found: Flooded<Place>,
    /// The number of places reached on foot alone, which come first.
    pub on_foot: usize,
    /// The places and directions in which a walk was stopped.
    pub stopped: Vec<(u32, DVec3)>,
    pub falls: Vec<Fall>,
    /// True if the level has more places than were explored.
    pub is_partial: bool,
}

/// The limits of a walk, and the receiver of its progress.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// The largest number of explored places.
    pub max_places: usize,
    /// The highest step, meters.
    pub step: f64,
    /// The reach whose places on foot are excluded.
    pub excluded: Option<&'a Reach>,
    /// Receives the number of reached places from time to time.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            max_places: MAX_PLACES,
            step: WALK_FOOTING.step_height,
            excluded: None,
            progress: &|_| (),
        }
    }
}

/// A place where the player can't continue on foot.
struct Brink {
    place: u32,
    delta: DVec3,
    /// True at the end of the ground, and false at an obstacle.
    is_drop: bool,
}

/// A walk on foot, which adds places to a reach.
struct Walk<'a> {
    mesh: &'a CollisionMesh,
    limits: &'a Limits<'a>,
    reach: &'a mut Reach,
}

impl Search for Walk<'_> {
    type Place = Place;
    type Strides = Strides;

    fn reached(&self) -> &Flooded<Place> {
        &self.reach.found
    }

    fn strides(&self, from: &Place) -> Strides {
        let Place { spot, crouched } = *from;
        let mut legs =
            Legs::new(self.mesh, size(crouched), spot.center).with_step(self.limits.step);
        let stride = |side: &IVec2| {
            let delta = delta(spot.center, *side);
            let stride = legs.walk(spot, delta);
            match crouched {
                true => upright(self.mesh, delta, stride),
                false => (delta, stride, false),
            }
        };
        NEIGHBOR_OFFSETS.iter().map(stride).collect()
    }

    fn record(&mut self, from: u32, strides: Strides) {
        self.reach.record(from, strides, Some(self.limits));
    }

    fn should_continue(&mut self, _: usize) -> bool {
        let count = self.reach.places().len();
        self.reach.is_partial = count >= self.limits.max_places;
        if !self.reach.is_partial {
            (self.limits.progress)(count);
        }
        !self.reach.is_partial
    }
}

/// The numbers of elements of a reach's lists that were already processed.
#[derive(Default)]
struct ReachProgress {
    stopped: usize,
    falls: usize,
    edges: usize,
}

/// The outcome of all strides from one place.
type Strides = SmallVec<[(DVec3, Stride, bool); 8]>;

impl Reach {
    /// All places reached on foot, within limits.
    pub(super) fn on_foot(mesh: &CollisionMesh, first: Spot, limits: &Limits) -> Self {
        let mut reach = Self::default();
        reach.add(first, None, false);
        reach.walk_on(mesh, 0, limits);
        reach.on_foot = reach.places().len();
        reach
    }

    /// Continues by jumps, leaps and crouching, and from there on foot, within limits.
    pub(super) fn extend(&mut self, mesh: &CollisionMesh, limits: &Limits) {
        let mut known = ReachProgress::default();
        loop {
            let open = self.brinks(&known);
            if open.is_empty() || self.is_partial {
                return;
            }
            known = ReachProgress {
                stopped: self.stopped.len(),
                falls: self.falls.len(),
                edges: self.found.edges().len(),
            };
            let first = self.places().len();
            let strides: Vec<Strides> = (open.par_iter())
                .map(|brink| self.hard_strides(mesh, brink))
                .collect();
            for (brink, strides) in open.into_iter().zip(strides) {
                self.record(brink.place, strides, None);
            }
            let by_hard_edges = self.found.edges().len();
            self.walk_on(mesh, first, limits);
            // A stop or fall in a jump is no brink for another jump.
            known.edges = by_hard_edges;
            if self.places().len() == first {
                return;
            }
        }
    }

    pub(super) fn places(&self) -> &[Place] {
        self.found.places()
    }

    /// The standing place with the index `place`.
    pub(super) fn spot(&self, place: u32) -> Spot {
        self.places()[place as usize].spot
    }

    /// The place at `center`, if one was reached there or in a neighboring cell.
    pub(super) fn near(&self, center: DVec3, height: f64) -> Option<u32> {
        let cell = cell(center);
        let around = (-1..=1).flat_map(|x| (-1..=1).map(move |z| IVec2::new(x, z)));
        let mut cells = std::iter::once(IVec2::ZERO).chain(around);
        cells.find_map(|side| {
            let mut places = self.found.in_cell(&(cell + side)).iter();
            let is_there = |it: &&u32| (self.spot(**it).height - height).abs() < MAX_LEVEL_GAP;
            places.find(is_there).copied()
        })
    }

    /// The places on the path to a place, from the first one.
    pub(super) fn path_to(&self, place: u32) -> Vec<Vec3> {
        let path = self.found.path_to(place).into_iter();
        path.map(|at| self.spot(at).center.as_vec3()).collect()
    }

    /// The area of floor that was reached, m².
    pub(super) fn area(&self) -> f32 {
        (self.places().len() as f64 * CELL_SIDE * CELL_SIDE) as f32
    }

    /// The floor area under bodies at the places, m². The width of a passage affects it more than the
    /// position of the cells does.
    pub(super) fn covered_area(&self) -> f64 {
        let around =
            |at: IVec2| (-1..=1).flat_map(move |x| (-1..=1).map(move |z| (at.x + x, at.y + z)));
        let cells: BTreeSet<(i32, i32)> = (self.places().iter())
            .flat_map(|place| around(cell(place.spot.center)))
            .collect();
        cells.len() as f64 * CELL_SIDE * CELL_SIDE
    }

    /// Walks from the places with the index `first` or higher, until there are no new ones.
    fn walk_on(&mut self, mesh: &CollisionMesh, first: usize, limits: &Limits) {
        let mut walk = Walk {
            mesh,
            limits,
            reach: self,
        };
        flood(&mut walk, first);
    }

    /// The jump and the crouched stride of a stopped player, and the leap at the end of the ground.
    fn hard_strides(&self, mesh: &CollisionMesh, brink: &Brink) -> Strides {
        let Place { spot, crouched } = self.places()[brink.place as usize];
        let delta = brink.delta;
        let mut legs = Legs::new(mesh, size(crouched), spot.center);
        if brink.is_drop {
            return Strides::from_iter([(delta, legs.leap(spot, delta), crouched)]);
        }
        let mut strides = Strides::new();
        strides.push((delta, legs.jump(spot, delta * 2.0), crouched));
        if !crouched {
            let lowered = lowered(spot);
            let mut legs = Legs::new(mesh, BodySize::CROUCHED, lowered.center);
            strides.push(upright(mesh, delta, legs.walk(lowered, delta)));
        }
        strides
    }

    /// Records the results of strides from a place: on foot within limits, or else by jumps.
    fn record(&mut self, place: u32, strides: Strides, limits: Option<&Limits>) {
        let from = self.spot(place);
        for (delta, stride, crouched) in strides {
            match stride {
                Stride::Stands(spot) => {
                    let ahead = (spot.center - from.center).dot(delta) / delta.length_squared();
                    if limits.is_some() && ahead < MIN_STRIDE_SHARE {
                        self.stopped.push((place, delta));
                    }
                    self.add_allowed(spot, place, crouched, limits);
                }
                Stride::Fell(spot) => self.add_allowed(spot, place, crouched, limits),
                Stride::Lost { brink } if limits.is_some() => {
                    self.falls.push(Fall {
                        place,
                        delta,
                        brink,
                    });
                }
                Stride::Nowhere if limits.is_some() => self.stopped.push((place, delta)),
                Stride::Lost { .. } | Stride::Nowhere => {}
            }
        }
    }

    /// Adds a place unless it is among the excluded ones.
    fn add_allowed(&mut self, spot: Spot, from: u32, crouched: bool, limits: Option<&Limits>) {
        let excluded = limits.and_then(|limits| limits.excluded);
        let is_out = |reach: &Reach| {
            (reach.near(spot.center, spot.height)).is_some_and(|it| (it as usize) < reach.on_foot)
        };
        if !excluded.is_some_and(is_out) {
            self.add(spot, Some(from), crouched);
        }
    }

    fn add(&mut self, spot: Spot, from: Option<u32>, crouched: bool) {
        self.found.add(Place { spot, crouched }, from);
    }

    /// The brinks found since: places of stops, deep drops and losses.
    fn brinks(&self, since: &ReachProgress) -> Vec<Brink> {
        let stopped = self.stopped[since.stopped..].iter();
        let stopped = stopped.map(|(place, delta)| (*place, *delta, false));
        let falls = self.falls[since.falls..].iter();
        let falls = falls.map(|fall| (fall.place, fall.delta, true));
        let edges = self.found.edges()[since.edges..].iter();
        let drops = edges.filter(|(from, to)| self.is_drop(*from, *to));
        let delta = |a: u32, b: u32| (self.spot(b).center - self.spot(a).center).with_y(0.0);
        let drops = drops.map(|(from, to)| (*from, delta(*from, *to), true));
        (stopped.chain(falls).chain(drops))
            .map(|(place, delta, is_drop)| Brink {
                place,
                delta,
                is_drop,
            })
            .collect()
    }

    fn is_drop(&self, from: u32, to: u32) -> bool {
        self.spot(from).height - self.spot(to).height > MIN_DROP_DEPTH
    }
}

fn size(crouched: bool) -> BodySize {
    match crouched {
        true => BodySize::CROUCHED,
        false => BodySize::STANDING,
    }
}

/// A standing place as that of the crouched body, with the feet at the same height.
fn lowered(spot: Spot) -> Spot {
    let lower = f64::from(HALF_HEIGHT - CROUCHED_HALF_HEIGHT);
    spot.with_center(spot.center - DVec3::Y * lower)
}

/// The stride of a crouched body, which stands up if there is room.
fn upright(mesh: &CollisionMesh, delta: DVec3, mut stride: Stride) -> (DVec3, Stride, bool) {
    let (Stride::Stands(spot) | Stride::Fell(spot)) = &mut stride else {
        return (delta, stride, true);
    };
    let rise = DVec3::Y * f64::from(HALF_HEIGHT - CROUCHED_HALF_HEIGHT + SKIN * 0.5);
    let center = spot.center + rise;
    let is_free = mesh.is_free(BodySize::STANDING.body(), center);
    if is_free {
        spot.center = center;
    }
    (delta, stride, !is_free)
}

fn cell(center: DVec3) -> IVec2 {
    let cell = (center / CELL_SIDE).floor();
    IVec2::new(cell.x as i32, cell.z as i32)
}

/// The displacement from a place to the middle of a cell beside its own.
fn delta(center: DVec3, side: IVec2) -> DVec3 {
    let to = ((cell(center) + side).as_dvec2() + 0.5) * CELL_SIDE;
    DVec3::new(to.x - center.x, 0.0, to.y - center.z)
}
