//! The flood: all cubes that the body's center may reach from the start through common faces of cubes. A
//! path of a body without contacts leads through such cubes, since it can be shifted slightly where it
//! would cross an edge.
//!
//! If the flood of all cubes that are not blocked is closed, no path leaves. A flood that escapes is
//! refined along the path with the fewest doubtful cubes, and restarted. In the end the flood is closed,
//! or a path has no doubtful cube.

use std::collections::{HashMap, VecDeque};

use glam::DVec3;
use hexbound_collide::{CollisionMesh, geom::Aabb};
use rayon::prelude::*;

use super::{
    block::{BLOCK_UNITS, CUBE_UNIT, LeafId, OctreeBlock, UNREACHED_COST},
    body_shape::{FloodBody, Room},
};

/// The side of a block, meters.
const BLOCK_SIDE: f64 = BLOCK_UNITS as f64 * CUBE_UNIT;
/// The largest number of nodes in all octrees, which bounds the memory at about a gigabyte.
const MAX_NODES: usize = 40_000_000;
/// The largest number of refinements, each of which needs a flood.
const MAX_REFINEMENTS: usize = 80;
/// The octree depths added by one refinement of a doubtful cube.
const REFINEMENT_DEPTHS: u8 = 2;
/// The radius of a refinement around a doubtful cube, in sides of it.
const REFINEMENT_RADIUS: f64 = 8.0;

/// The result of a flood.
#[derive(Clone, Debug)]
pub(super) enum FloodEnd {
    /// The flood is closed.
    Closed,
    /// A path on which the body certainly touches nothing: its points, meters.
    Open(Vec<DVec3>),
    /// Every path has a doubtful cube; this is one of them.
    Doubtful(Vec<DVec3>),
    /// The start is blocked.
    NoRoom,
    /// The level is too large for a flood.
    TooLarge,
}

/// The treatment of a doubtful cube at the finest depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Doubtful cubes are free: a closed flood proves that nothing leaves.
    Passes,
    /// Doubtful cubes are blocked: a path out proves that the body fits.
    Stops,
}

/// A flood in progress, or done.
pub(super) struct Flood<'a> {
    mesh: &'a CollisionMesh,
    shape: FloodBody,
    doubt: Doubt,
    /// The lowest corner of all blocks, meters.
    corner: DVec3,
    /// The number of blocks along each axis.
    counts: [i32; 3],
    blocks: Vec<OctreeBlock>,
    index: HashMap<[i32; 3], u32>,
    nodes: usize,
    start: DVec3,
}

/// The end of one spread.
enum Spread {
    Ended,
    Escaped(LeafId),
    TooLarge,
}

impl<'a> Flood<'a> {
    /// A flood before its start. The box in which the body touches anything bounds it.
    pub(super) fn new(
        mesh: &'a CollisionMesh,
        shape: FloodBody,
        doubt: Doubt,
        start: DVec3,
    ) -> Self {
        let bounds = mesh.bounds();
        let margin = shape.axes + DVec3::splat(0.1);
        let corner = bounds.min.as_dvec3() - margin;
        let size = bounds.max.as_dvec3() + margin - corner;
        Self {
            mesh,
            shape,
            doubt,
            corner,
            counts: size.to_array().map(|it| (it / BLOCK_SIDE).ceil() as i32),
            blocks: Vec::new(),
            index: HashMap::new(),
            nodes: 0,
            start,
        }
    }

    /// Floods, and refines doubtful cubes. `progress` receives the number of cubes so far.
    pub(super) fn run(&mut self, progress: &(dyn Fn(usize) + Sync)) -> FloodEnd {
        let mut last = None;
        for _ in 0..MAX_REFINEMENTS {
            self.blocks.par_iter_mut().for_each(OctreeBlock::reset);
            let Some(first) = self.start_leaf(self.start) else {
                return FloodEnd::NoRoom;
            };
            let escaped = match self.spread(first, progress) {
                Spread::Ended => return FloodEnd::Closed,
                Spread::TooLarge => return FloodEnd::TooLarge,
                Spread::Escaped(leaf) => leaf,
            };
            let path = self.path_to(escaped);
            let points = self.points_along(&path);
            if self.node(escaped).cost == 0 {
                return FloodEnd::Open(points);
            }
            if !self.refine_along(&path) {
                return FloodEnd::Doubtful(points);
            }
            last = Some(points);
        }
        last.map_or(FloodEnd::Closed, FloodEnd::Doubtful)
    }

    /// The volume of the flood, m³: that of the free cubes, and the estimated free share of the doubtful
    /// ones.
    pub(super) fn volume(&self) -> f64 {
        let volume = |block: &OctreeBlock| -> f64 {
            let reached = (block.leaves()).filter(|(_, node)| node.cost != UNREACHED_COST);
            let part =
                |node: &super::block::Node| node.share() * f64::from(node.cube().side).powi(3);
            reached.map(|(_, node)| part(node)).sum()
        };
        let units: f64 = self.blocks.iter().map(volume).sum();
        units * CUBE_UNIT.powi(3)
    }

    /// The number of tested cubes.
    pub(super) fn cubes(&self) -> usize {
        self.nodes
    }

    /// Returns whether the flood has reached the cube around a place, meters.
    pub(super) fn has_reached(&self, place: DVec3) -> bool {
        let leaf = self.leaf_at(place);
        leaf.is_some_and(|leaf| self.node(leaf).cost != UNREACHED_COST)
    }

    /// The box of all blocks, meters. Outside of it the body touches nothing.
    pub(super) fn bounds(&self) -> Aabb {
        let size = DVec3::from_array(self.counts.map(|count| f64::from(count) * BLOCK_SIDE));
        Aabb::new(self.corner.as_vec3(), (self.corner + size).as_vec3())
    }

    /// The leaf around a place from which a flood can start.
    fn start_leaf(&mut self, place: DVec3) -> Option<LeafId> {
        let block = self.block_at(place);
        if !self.is_inside(block) {
            return None;
        }
        if !self.index.contains_key(&block) {
            self.build(vec![block]);
        }
        let leaf = self.leaf_at(place)?;
        let cost = match self.node(leaf).room {
            Room::Blocked => return None,
            Room::Free => 0,
            Room::Mixed => 1,
        };
        let node = self.node_mut(leaf);
        (node.cost, node.previous) = (cost, leaf);
        Some(leaf)
    }

    /// Spreads from a leaf, along the paths with the fewest doubtful cubes first. Blocks are built when
    /// it reaches them, all waiting ones at once.
    fn spread(&mut self, first: LeafId, progress: &(dyn Fn(usize) + Sync)) -> Spread {
        let mut cost = self.node(first).cost;
        let (mut open, mut later) = (VecDeque::from([first]), Vec::new());
        loop {
            let mut waiting = Vec::new();
            let mut missing = Vec::new();
            while let Some(leaf) = open.pop_front() {
                match self.expand(leaf, cost, &mut open, &mut later, &mut missing) {
                    Expanded::Out => return Spread::Escaped(leaf),
                    Expanded::Waits => waiting.push(leaf),
                    Expanded::Done => {}
                }
            }
            if !waiting.is_empty() {
                missing.sort_unstable();
                missing.dedup();
                self.build(missing);
                progress(self.nodes);
                if self.nodes > MAX_NODES {
                    return Spread::TooLarge;
                }
                open.extend(waiting);
                continue;
            }
            if later.is_empty() {
                return Spread::Ended;
            }
            cost += 1;
            open.extend(
                later
                    .drain(..)
                    .filter(|leaf: &LeafId| self.node(*leaf).cost == cost),
            );
        }
    }

    /// Reaches the neighbors of a leaf.
    fn expand(
        &mut self,
        leaf: LeafId,
        cost: u16,
        open: &mut VecDeque<LeafId>,
        later: &mut Vec<LeafId>,
        missing: &mut Vec<[i32; 3]>,
    ) -> Expanded {
        let cell = self.blocks[leaf.block as usize].cell;
        let cube = self.node(leaf).cube();
        let mut outcome = Expanded::Done;
        let mut found = smallvec::SmallVec::<[LeafId; 64]>::new();
        for (axis, forward) in (0..3).flat_map(|axis| [(axis, false), (axis, true)]) {
            let mut low = cube.low;
            let mut high = low.map(|low| low + cube.side);
            (low[axis], high[axis]) = if forward {
                (high[axis], high[axis] + 1)
            } else {
                (low[axis] - 1, low[axis])
            };
            let mut there = cell;
            let shift = low[axis].div_euclid(BLOCK_UNITS);
            there[axis] += shift;
            low[axis] -= shift * BLOCK_UNITS;
            high[axis] -= shift * BLOCK_UNITS;
            let block = match self.index.get(&there) {
                _ if shift == 0 => leaf.block,
                Some(block) => *block,
                None if !self.is_inside(there) => return Expanded::Out,
                None => {
                    missing.push(there);
                    outcome = Expanded::Waits;
                    continue;
                }
            };
            self.blocks[block as usize]
                .leaves_in(low, high, |node| found.push(LeafId { block, node }));
        }
        for next in found {
            let node = self.node(next);
            let is_finest = node.is_finest();
            let step_cost = match node.room {
                Room::Blocked => continue,
                Room::Mixed if is_finest && self.doubt == Doubt::Stops => continue,
                Room::Mixed => 1,
                Room::Free => 0,
            };
            let total = (cost + step_cost).min(UNREACHED_COST - 1);
            if total < node.cost {
                let node = self.node_mut(next);
                (node.cost, node.previous) = (total, leaf);
                if step_cost == 0 {
                    open.push_back(next);
                } else {
                    later.push(next);
                }
            }
        }
        outcome
    }

    /// The leaves on the path from the start to a reached one.
    fn path_to(&self, mut leaf: LeafId) -> Vec<LeafId> {
        let mut path = vec![leaf];
        while self.node(leaf).previous != leaf {
            leaf = self.node(leaf).previous;
            path.push(leaf);
        }
        path.reverse();
        path
    }

    /// The centers of leaves and of their common faces, from the start to just beyond the last. One cube
    /// lies between two consecutive points.
    fn points_along(&self, path: &[LeafId]) -> Vec<DVec3> {
        let place = |leaf: LeafId| self.blocks[leaf.block as usize].center_and_half(leaf.node);
        let mut points = vec![self.start];
        for (at, leaf) in path.iter().enumerate() {
            let (center, half) = place(*leaf);
            points.push(center);
            if let Some((next, next_half)) = path.get(at + 1).map(|next| place(*next)) {
                let low = (center - half).max(next - next_half);
                let high = (center + half).min(next + next_half);
                points.push((low + high) * 0.5);
            }
        }
        points.extend(self.nearest_exit(*points.last().unwrap_or(&self.start)));
        points
    }

    /// The nearest point outside of the box around all blocks, along an axis.
    fn nearest_exit(&self, from: DVec3) -> Option<DVec3> {
        let bounds = self.bounds();
        let exits = (0..3).flat_map(|axis| {
            [bounds.min[axis] - 0.5, bounds.max[axis] + 0.5].map(|end| {
                let mut to = from;
                to[axis] = f64::from(end);
                to
            })
        });
        exits.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)))
    }

    /// Refines the doubtful leaves on a path, and those around them. Returns false if none can be
    /// refined.
    fn refine_along(&mut self, path: &[LeafId]) -> bool {
        let doubtful: Vec<(Aabb, u8)> = (path.iter())
            .filter(|leaf| self.node(**leaf).room == Room::Mixed && !self.node(**leaf).is_finest())
            .map(|leaf| {
                let (center, half) = self.blocks[leaf.block as usize].center_and_half(leaf.node);
                let around = DVec3::splat(half * 2.0 * REFINEMENT_RADIUS);
                let region = Aabb::new((center - around).as_vec3(), (center + around).as_vec3());
                (region, self.node(*leaf).depth() + REFINEMENT_DEPTHS)
            })
            .collect();
        let (mesh, shape) = (self.mesh, &self.shape);
        let added: usize = (self.blocks.par_iter_mut())
            .map(|block| {
                let before = block.len();
                for (region, depth) in &doubtful {
                    for leaf in block.mixed_leaves_in(region, *depth) {
                        block.refine(mesh, shape, leaf, *depth);
                    }
                }
                block.len() - before
            })
            .sum();
        self.nodes += added;
        added > 0
    }

    fn build(&mut self, places: Vec<[i32; 3]>) {
        let (mesh, shape, corner) = (self.mesh, &self.shape, self.corner);
        let built: Vec<OctreeBlock> = (places.into_par_iter())
            .map(|place| {
                let offset = DVec3::from_array(place.map(|it| f64::from(it) * BLOCK_SIDE));
                OctreeBlock::build(mesh, shape, place, corner + offset)
            })
            .collect();
        for block in built {
            self.nodes += block.len();
            self.index.insert(block.cell, self.blocks.len() as u32);
            self.blocks.push(block);
        }
    }

    fn is_inside(&self, block: [i32; 3]) -> bool {
        (0..3).all(|axis| (0..self.counts[axis]).contains(&block[axis]))
    }

    fn block_at(&self, place: DVec3) -> [i32; 3] {
        ((place - self.corner) / BLOCK_SIDE)
            .floor()
            .to_array()
            .map(|it| it as i32)
    }

    fn leaf_at(&self, place: DVec3) -> Option<LeafId> {
        let at = self.block_at(place);
        let block = *self.index.get(&at)?;
        let corner = self.corner + DVec3::from_array(at.map(|it| f64::from(it) * BLOCK_SIDE));
        let low = ((place - corner) / CUBE_UNIT).floor().to_array();
        let low = low.map(|it| (it as i32).clamp(0, BLOCK_UNITS - 1));
        let mut leaf = None;
        let high = low.map(|it| it + 1);
        self.blocks[block as usize]
            .leaves_in(low, high, |node| leaf = Some(LeafId { block, node }));
        leaf
    }

    fn node(&self, leaf: LeafId) -> &super::block::Node {
        self.blocks[leaf.block as usize].node(leaf.node)
    }

    fn node_mut(&mut self, leaf: LeafId) -> &mut super::block::Node {
        self.blocks[leaf.block as usize].node_mut(leaf.node)
    }
}

/// The result of expanding one leaf.
enum Expanded {
    Done,
    /// A neighbor lies in a block that is not built yet.
    Waits,
    /// A neighbor lies beyond all blocks.
    Out,
}
