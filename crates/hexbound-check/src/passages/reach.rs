//! Everywhere that the player gets from a place: a flood over standing places, from each to its
//! neighbors by strides of the player's own body. First on foot alone; then also by jumps, by leaps
//! over gaps, and crouched.

use std::collections::BTreeSet;

use glam::{DVec3, IVec2, Vec3};
use hexbound_collide::{CollisionMesh, SKIN};
use rayon::prelude::*;
use smallvec::SmallVec;

use super::legs::{Legs, Size, Spot, Stride};
use hexbound_base::body::{CROUCHED_HALF_HEIGHT, HALF_HEIGHT, MIN_DROP_DEPTH, WALK_FOOTING};
use hexbound_reach::{Flooded, Search, flood};

/// The side of a cell, meters. There is one place in each for every floor.
pub(super) const CELL_SIDE: f64 = 0.4;
/// Places of one cell whose heights differ by less than this, meters, are one.
const MIN_STORY_HEIGHT: f64 = 0.5;
/// A place is at one that was reached if their heights differ by less than this, meters: it is less than a
/// step that is too high.
const MAX_LEVEL_GAP: f64 = 0.4;
/// The most places that are looked at: beyond, the level counts as only partly known.
const MAX_PLACES: usize = 120_000;
/// The part of a stride that a body has to get ahead, or it was stopped.
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

/// A place where the player gets to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub spot: Spot,
    /// True if there is only room for the crouched body.
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

/// A way out of the level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fall {
    /// The place from which the player goes over the brink.
    pub place: u32,
    /// The direction in which.
    pub way: DVec3,
    /// The body's center where it begins to fall, meters.
    pub brink: DVec3,
}

/// The places that the player reaches.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// The places, and from where to where one gets by a stride.
    pub found: Flooded<Place>,
    /// The number of places that are reached on foot alone; they come first.
    pub on_foot: usize,
    /// The places and directions in which the walking player is stopped.
    pub stopped: Vec<(u32, DVec3)>,
    pub falls: Vec<Fall>,
    /// True if the level has more places than were looked at.
    pub is_partial: bool,
}

/// The limits of a walk, and the receiver of its progress.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    /// The most places that are looked at.
    pub most: usize,
    /// The highest step, meters.
    pub step: f64,
    /// Places that were reached on foot here are left out.
    pub without: Option<&'a Reach>,
    /// Hears now and then how many places are reached.
    pub told: &'a (dyn Fn(usize) + Sync),
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            most: MAX_PLACES,
            step: WALK_FOOTING.step_height,
            without: None,
            told: &|_| (),
        }
    }
}

/// Where the player can't go on on foot.
struct Brink {
    place: u32,
    way: DVec3,
    /// True where the ground ends, and not where something is in the way.
    is_drop: bool,
}

/// A walk on foot, which adds to what is reached.
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
            let way = way(spot.center, *side);
            let stride = legs.walk(spot, way);
            match crouched {
                true => upright(self.mesh, way, stride),
                false => (way, stride, false),
            }
        };
        NEIGHBOR_OFFSETS.iter().map(stride).collect()
    }

    fn take(&mut self, from: u32, strides: Strides) {
        self.reach.take(from, strides, Some(self.limits));
    }

    fn goes_on(&mut self, _: usize) -> bool {
        let count = self.reach.places().len();
        self.reach.is_partial = count >= self.limits.most;
        if !self.reach.is_partial {
            (self.limits.told)(count);
        }
        !self.reach.is_partial
    }
}

/// How much of the lists of a reach has been looked at.
#[derive(Default)]
struct Known {
    stopped: usize,
    falls: usize,
    ways: usize,
}

/// The outcome of all strides from one place.
type Strides = SmallVec<[(DVec3, Stride, bool); 8]>;

impl Reach {
    /// Everything that is reached on foot, within limits.
    pub(super) fn on_foot(mesh: &CollisionMesh, first: Spot, limits: &Limits) -> Self {
        let mut reach = Self::default();
        reach.add(first, None, false);
        reach.walk_on(mesh, 0, limits);
        reach.on_foot = reach.places().len();
        reach
    }

    /// Goes on by jumps, leaps and crouching, and within limits on foot from where they lead.
    pub(super) fn extend(&mut self, mesh: &CollisionMesh, limits: &Limits) {
        let mut known = Known::default();
        loop {
            let open = self.brinks(&known);
            if open.is_empty() || self.is_partial {
                return;
            }
            known = Known {
                stopped: self.stopped.len(),
                falls: self.falls.len(),
                ways: self.found.ways().len(),
            };
            let first = self.places().len();
            let strides: Vec<Strides> = (open.par_iter())
                .map(|brink| self.hard_strides(mesh, brink))
                .collect();
            for (brink, strides) in open.into_iter().zip(strides) {
                self.take(brink.place, strides, None);
            }
            let by_hard_ways = self.found.ways().len();
            self.walk_on(mesh, first, limits);
            // What was stopped or fell in a jump is no brink to jump from again.
            known.ways = by_hard_ways;
            if self.places().len() == first {
                return;
            }
        }
    }

    pub(super) fn places(&self) -> &[Place] {
        self.found.places()
    }

    /// Where the body stands at a place.
    pub(super) fn spot(&self, place: u32) -> Spot {
        self.places()[place as usize].spot
    }

    /// The place at that position, if one was reached there or in a cell beside it.
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

    /// The places through which one comes to a place, from the first on.
    pub(super) fn way_to(&self, place: u32) -> Vec<Vec3> {
        let way = self.found.way_to(place).into_iter();
        way.map(|at| self.spot(at).center.as_vec3()).collect()
    }

    /// The area of floor that was reached, m².
    pub(super) fn area(&self) -> f32 {
        (self.places().len() as f64 * CELL_SIDE * CELL_SIDE) as f32
    }

    /// The area of the floor that bodies at the places stand over, m². How wide a passage is matters more to it
    /// than how the cells lie in it.
    pub(super) fn covered_area(&self) -> f64 {
        let around =
            |at: IVec2| (-1..=1).flat_map(move |x| (-1..=1).map(move |z| (at.x + x, at.y + z)));
        let cells: BTreeSet<(i32, i32)> = (self.places().iter())
            .flat_map(|place| around(cell(place.spot.center)))
            .collect();
        cells.len() as f64 * CELL_SIDE * CELL_SIDE
    }

    /// Walks on from the places from `first` on, until there is nothing new.
    fn walk_on(&mut self, mesh: &CollisionMesh, first: usize, limits: &Limits) {
        let mut walk = Walk {
            mesh,
            limits,
            reach: self,
        };
        flood(&mut walk, first);
    }

    /// The jump and the stride of a crouched body where the player is stopped, and the leap where the
    /// ground ends.
    fn hard_strides(&self, mesh: &CollisionMesh, brink: &Brink) -> Strides {
        let Place { spot, crouched } = self.places()[brink.place as usize];
        let way = brink.way;
        let mut legs = Legs::new(mesh, size(crouched), spot.center);
        if brink.is_drop {
            return Strides::from_iter([(way, legs.leap(spot, way), crouched)]);
        }
        let mut strides = Strides::new();
        strides.push((way, legs.jump(spot, way * 2.0), crouched));
        if !crouched {
            let lowered = lowered(spot);
            let mut legs = Legs::new(mesh, Size::CROUCHED, lowered.center);
            strides.push(upright(mesh, way, legs.walk(lowered, way)));
        }
        strides
    }

    /// Takes in what came of strides from a place: on foot within limits, or else of jumps.
    fn take(&mut self, place: u32, strides: Strides, limits: Option<&Limits>) {
        let from = self.spot(place);
        for (way, stride, crouched) in strides {
            match stride {
                Stride::Stands(spot) => {
                    let ahead = (spot.center - from.center).dot(way) / way.length_squared();
                    if limits.is_some() && ahead < MIN_STRIDE_SHARE {
                        self.stopped.push((place, way));
                    }
                    self.add_beyond(spot, place, crouched, limits);
                }
                Stride::Fell(spot) => self.add_beyond(spot, place, crouched, limits),
                Stride::Lost { brink } if limits.is_some() => {
                    self.falls.push(Fall { place, way, brink });
                }
                Stride::Nowhere if limits.is_some() => self.stopped.push((place, way)),
                Stride::Lost { .. } | Stride::Nowhere => {}
            }
        }
    }

    /// Adds a place unless it is among those beyond which nothing is looked for.
    fn add_beyond(&mut self, spot: Spot, from: u32, crouched: bool, limits: Option<&Limits>) {
        let without = limits.and_then(|limits| limits.without);
        let is_out = |reach: &Reach| {
            (reach.near(spot.center, spot.height)).is_some_and(|it| (it as usize) < reach.on_foot)
        };
        if !without.is_some_and(is_out) {
            self.add(spot, Some(from), crouched);
        }
    }

    fn add(&mut self, spot: Spot, from: Option<u32>, crouched: bool) {
        self.found.add(Place { spot, crouched }, from);
    }

    /// Where one is stopped, falls deep or is lost, of what was found since.
    fn brinks(&self, since: &Known) -> Vec<Brink> {
        let stopped = self.stopped[since.stopped..].iter();
        let stopped = stopped.map(|(place, way)| (*place, *way, false));
        let falls = self.falls[since.falls..].iter();
        let falls = falls.map(|fall| (fall.place, fall.way, true));
        let ways = self.found.ways()[since.ways..].iter();
        let drops = ways.filter(|(from, to)| self.is_drop(*from, *to));
        let way = |from: u32, to: u32| (self.spot(to).center - self.spot(from).center).with_y(0.0);
        let drops = drops.map(|(from, to)| (*from, way(*from, *to), true));
        (stopped.chain(falls).chain(drops))
            .map(|(place, way, is_drop)| Brink {
                place,
                way,
                is_drop,
            })
            .collect()
    }

    fn is_drop(&self, from: u32, to: u32) -> bool {
        self.spot(from).height - self.spot(to).height > MIN_DROP_DEPTH
    }
}

fn size(crouched: bool) -> Size {
    match crouched {
        true => Size::CROUCHED,
        false => Size::STANDING,
    }
}

/// The same place for the crouched body, whose feet are where they were.
fn lowered(spot: Spot) -> Spot {
    let lower = f64::from(HALF_HEIGHT - CROUCHED_HALF_HEIGHT);
    spot.with_center(spot.center - DVec3::Y * lower)
}

/// The stride of a crouched body, which stands up where there is room.
fn upright(mesh: &CollisionMesh, way: DVec3, mut stride: Stride) -> (DVec3, Stride, bool) {
    let (Stride::Stands(spot) | Stride::Fell(spot)) = &mut stride else {
        return (way, stride, true);
    };
    let rise = DVec3::Y * f64::from(HALF_HEIGHT - CROUCHED_HALF_HEIGHT + SKIN * 0.5);
    let center = spot.center + rise;
    let is_free = mesh.is_free(Size::STANDING.body(), center);
    if is_free {
        spot.center = center;
    }
    (way, stride, !is_free)
}

fn cell(center: DVec3) -> IVec2 {
    let cell = (center / CELL_SIDE).floor();
    IVec2::new(cell.x as i32, cell.z as i32)
}

/// The way from a place to the middle of a cell beside its own.
fn way(center: DVec3, side: IVec2) -> DVec3 {
    let to = ((cell(center) + side).as_dvec2() + 0.5) * CELL_SIDE;
    DVec3::new(to.x - center.x, 0.0, to.y - center.z)
}
