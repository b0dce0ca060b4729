//! A block of space as an octree of cubes, each leaf of which is free, blocked, or mixed. Blocks are
//! built when a flood reaches them, and refined on demand.

use glam::DVec3;
use hexbound_collide::{CollisionMesh, geom::Aabb};

use super::body_shape::{FloodBody, Room};

/// The side of the smallest cube, meters.
pub(super) const CUBE_UNIT: f64 = 0.0125;
/// The side of a block, in units of the smallest cube.
pub(super) const BLOCK_UNITS: i32 = 256;
/// The depth of the smallest cube below its block.
pub(super) const MAX_CUBE_DEPTH: u8 = 8;
/// The depth of a new block's finest cubes, 0.2 m wide. A surface without gaps stops a body of 0.7 m or
/// more at this depth, since each cube that it crosses is blocked as a whole.
pub(super) const INITIAL_CUBE_DEPTH: u8 = 4;

/// The cost of a leaf before any flood reaches it.
pub(super) const UNREACHED_COST: u16 = u16::MAX;

/// A cube of a block, in units of the smallest cube from the block's lowest corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cube {
    pub low: [i32; 3],
    pub side: i32,
}

/// The indices of a leaf: its block's and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LeafId {
    pub block: u32,
    pub node: u32,
}

/// A node of the octree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The index of the node's first child of eight; 0 for a leaf.
    child: u32,
    low: [u8; 3],
    depth: u8,
    pub room: Room,
    /// The free share of the node's cube, in units of 1/255.
    share: u8,
    /// The least number of mixed leaves on a path to the node; `UNREACHED_COST` before a flood.
    pub cost: u16,
    /// The previous leaf on that path; the leaf itself for the first.
    pub previous: LeafId,
}

/// A block: its octree, and its lowest corner, meters.
#[derive(Clone, Debug)]
pub(super) struct OctreeBlock {
    /// The position in the grid of blocks.
    pub cell: [i32; 3],
    corner: DVec3,
    nodes: Vec<Node>,
}

impl Node {
    fn new(low: [i32; 3], depth: u8) -> Self {
        Self {
            child: 0,
            low: low.map(|it| it as u8),
            depth,
            room: Room::Mixed,
            share: 0,
            cost: UNREACHED_COST,
            previous: LeafId { block: 0, node: 0 },
        }
    }

    pub(super) fn cube(&self) -> Cube {
        Cube {
            low: self.low.map(i32::from),
            side: BLOCK_UNITS >> self.depth,
        }
    }

    /// The free share of the node's cube, 0..1.
    pub(super) fn share(&self) -> f64 {
        f64::from(self.share) / 255.0
    }

    pub(super) fn is_finest(&self) -> bool {
        self.depth == MAX_CUBE_DEPTH
    }

    pub(super) fn depth(&self) -> u8 {
        self.depth
    }
}

impl OctreeBlock {
    /// Builds the block at `cell` with its lowest corner at `corner`, meters.
    pub(super) fn build(
        mesh: &CollisionMesh,
        shape: &FloodBody,
        cell: [i32; 3],
        corner: DVec3,
    ) -> Self {
        let mut block = Self {
            cell,
            corner,
            nodes: vec![Node::new([0; 3], 0)],
        };
        block.refine(mesh, shape, 0, INITIAL_CUBE_DEPTH);
        block.nodes.shrink_to_fit();
        block
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The number of all nodes, leaves included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Discards the results of a flood.
    pub(super) fn reset(&mut self) {
        for node in &mut self.nodes {
            node.cost = UNREACHED_COST;
        }
    }

    /// The center of a node's cube and half its side, meters.
    pub(super) fn center_and_half(&self, node: u32) -> (DVec3, f64) {
        let cube = self.node(node).cube();
        let half = f64::from(cube.side) * 0.5;
        let [x, y, z] = cube.low.map(|low| (f64::from(low) + half) * CUBE_UNIT);
        (self.corner + DVec3::new(x, y, z), half * CUBE_UNIT)
    }

    /// Every leaf.
    pub(super) fn leaves(&self) -> impl Iterator<Item = (u32, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        (nodes.filter(|(_, node)| node.child == 0)).map(|(at, node)| (at as u32, node))
    }

    /// Passes the leaves inside a box to a callback. The box is in units of the smallest cube, from `low`
    /// to before `high`.
    pub(super) fn leaves_in(&self, low: [i32; 3], high: [i32; 3], mut found: impl FnMut(u32)) {
        let mut open = smallvec::SmallVec::<[u32; 64]>::from_slice(&[0]);
        while let Some(at) = open.pop() {
            let node = self.node(at);
            let cube = node.cube();
            let meets = (0..3).all(|k| cube.low[k] < high[k] && cube.low[k] + cube.side > low[k]);
            match (meets, node.child) {
                (false, _) => {}
                (true, 0) => found(at),
                (true, child) => open.extend(child..child + 8),
            }
        }
    }

    /// The mixed leaves in a region, meters, above the depth `depth`.
    pub(super) fn mixed_leaves_in(&self, region: &Aabb, depth: u8) -> Vec<u32> {
        let unit = |place: f32, axis: usize| (f64::from(place) - self.corner[axis]) / CUBE_UNIT;
        let low = [0, 1, 2].map(|axis| unit(region.min[axis], axis).floor() as i32);
        let high = [0, 1, 2].map(|axis| unit(region.max[axis], axis).ceil() as i32);
        let mut found = Vec::new();
        self.leaves_in(low, high, |leaf| {
            let node = self.node(leaf);
            if node.room == Room::Mixed && node.depth < depth.min(MAX_CUBE_DEPTH) {
                found.push(leaf);
            }
        });
        found
    }

    /// Refines a mixed leaf, and the mixed cubes inside, down to cubes at `depth`.
    pub(super) fn refine(&mut self, mesh: &CollisionMesh, shape: &FloodBody, leaf: u32, depth: u8) {
        let depth = depth.min(MAX_CUBE_DEPTH);
        let (center, half) = self.center_and_half(leaf);
        let mut candidates = Vec::new();
        mesh.gather(shape.region(center, half), &mut candidates);
        // Each depth has a list, since the triangles near a node are among those near its parent.
        let mut lists = vec![Vec::new(); usize::from(MAX_CUBE_DEPTH) + 2];
        let first = usize::from(self.node(leaf).depth);
        lists[first] = candidates;
        self.subdivide(mesh, shape, leaf, depth, &mut lists);
    }

    fn subdivide(
        &mut self,
        mesh: &CollisionMesh,
        shape: &FloodBody,
        at: u32,
        max_depth: u8,
        lists: &mut [Vec<u32>],
    ) {
        let depth = self.node(at).depth;
        let (candidates, rest) = lists.split_at_mut(usize::from(depth) + 1);
        let near = &mut rest[0];
        let (center, half) = self.center_and_half(at);
        let result = shape.room(mesh, center, half, &candidates[usize::from(depth)], near);
        let node = self.node_mut(at);
        node.room = result.room;
        node.share = (result.share * 255.0) as u8;
        if result.room != Room::Mixed || depth >= max_depth {
            return;
        }
        let cube = node.cube();
        let child = self.nodes.len() as u32;
        self.node_mut(at).child = child;
        let half = cube.side / 2;
        for corner in 0..8 {
            let low = [0, 1, 2].map(|k| cube.low[k] + if corner >> k & 1 == 1 { half } else { 0 });
            self.nodes.push(Node::new(low, depth + 1));
        }
        for corner in 0..8 {
            self.subdivide(mesh, shape, child + corner, max_depth, lists);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    /// A wall at x = 1.6, and a block that it cuts through the middle.
    fn block() -> (CollisionMesh, FloodBody, OctreeBlock) {
        let corners = [(-9.0, -9.0), (-9.0, 30.0), (30.0, -9.0)];
        let corners = corners.map(|(y, z)| Vec3::new(1.6, y, z));
        let mesh = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
        let shape = FloodBody::new(DVec3::new(0.4, 0.55, 0.4));
        let block = OctreeBlock::build(&mesh, &shape, [0; 3], DVec3::ZERO);
        (mesh, shape, block)
    }

    fn volume(node: &Node) -> i64 {
        i64::from(node.cube().side).pow(3)
    }

    #[test]
    fn the_leaves_fill_the_block_and_part_it_by_the_wall() {
        let (_, _, block) = block();
        let volumes = block.leaves().map(|(_, node)| volume(node));
        assert_eq!(volumes.sum::<i64>(), i64::from(BLOCK_UNITS).pow(3));
        let room_at = |x: i32| {
            let mut room = None;
            let (low, high) = ([x, 100, 100], [x + 1, 101, 101]);
            block.leaves_in(low, high, |leaf| room = Some(block.node(leaf).room));
            room.unwrap()
        };
        // 1.6 m are 128 of the smallest cubes.
        assert_eq!(room_at(10), Room::Free);
        assert_eq!(room_at(128), Room::Blocked);
        assert_eq!(room_at(240), Room::Free);
    }

    #[test]
    fn refining_leaves_less_in_doubt() {
        let (mesh, shape, mut block) = block();
        let mixed = |block: &OctreeBlock| -> i64 {
            let mixed = block.leaves().filter(|(_, node)| node.room == Room::Mixed);
            mixed.map(|(_, node)| volume(node)).sum()
        };
        let before = mixed(&block);
        let leaves = block.leaves().filter(|(_, node)| node.room == Room::Mixed);
        let leaves: Vec<u32> = leaves.map(|(leaf, _)| leaf).collect();
        for leaf in leaves {
            block.refine(&mesh, &shape, leaf, INITIAL_CUBE_DEPTH + 2);
        }
        assert!(mixed(&block) * 3 < before, "{} of {before}", mixed(&block));
    }
}
