//! The box tree that names the triangles near a place: binary, median split, the same for the
//! same boxes always. Its answers are sorted, so its shape can't change a result.

use glam::Vec3;

use crate::geom::Aabb;

/// Triangles in a leaf at most.
const LEAF_SIZE: usize = 4;

/// A binary tree of boxes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Box numbers, leaf by leaf.
    order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// A leaf's first place in `order`, or the left child (the right one follows it).
    first: u32,
    /// Boxes in a leaf; 0 for an inner node.
    count: u32,
}

impl Tree {
    pub fn build(boxes: &[Aabb]) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            order: (0..boxes.len() as u32).collect(),
        };
        if boxes.is_empty() {
            return tree;
        }
        tree.nodes.push(Node {
            bounds: Aabb::EMPTY,
            first: 0,
            count: 0,
        });
        let mut open = vec![(0_usize, 0_usize, boxes.len())];
        while let Some((node, start, end)) = open.pop() {
            tree.split(boxes, node, start, end, &mut open);
        }
        tree
    }

    /// Appends the boxes that meet `region`, ascending.
    pub fn gather(&self, region: Aabb, found: &mut Vec<u32>) {
        let from = found.len();
        self.visit(
            |bounds| bounds.overlaps(&region),
            |leaf| found.extend_from_slice(leaf),
        );
        found[from..].sort_unstable();
    }

    /// Walks depth first into every node whose box `enters`, handing over the leaves' boxes. The
    /// leaf's own box was tested, those within were not.
    pub fn visit(&self, mut enters: impl FnMut(&Aabb) -> bool, mut leaf: impl FnMut(&[u32])) {
        let mut open = Vec::with_capacity(64);
        if !self.nodes.is_empty() {
            open.push(0);
        }
        while let Some(index) = open.pop() {
            let node: &Node = &self.nodes[index as usize];
            if !enters(&node.bounds) {
                continue;
            }
            if node.count > 0 {
                leaf(&self.order[node.first as usize..(node.first + node.count) as usize]);
            } else {
                open.push(node.first + 1);
                open.push(node.first);
            }
        }
    }

    /// Makes `node` a leaf, or halves its boxes along the longest axis of their centres.
    fn split(
        &mut self,
        boxes: &[Aabb],
        node: usize,
        start: usize,
        end: usize,
        open: &mut Vec<(usize, usize, usize)>,
    ) {
        let range = &mut self.order[start..end];
        let bounds = range
            .iter()
            .fold(Aabb::EMPTY, |sum, b| sum.union(boxes[*b as usize]));
        if range.len() <= LEAF_SIZE {
            range.sort_unstable();
            self.nodes[node] = Node {
                bounds,
                first: start as u32,
                count: (end - start) as u32,
            };
            return;
        }
        let center = |index: &u32| boxes[*index as usize].center();
        let axis = longest_axis(Aabb::from_points(range.iter().map(center)).size());
        let middle = range.len() / 2;
        range.select_nth_unstable_by(middle, |a, b| {
            center(a)[axis].total_cmp(&center(b)[axis]).then(a.cmp(b))
        });
        let left = self.nodes.len();
        let empty = Node {
            bounds: Aabb::EMPTY,
            first: 0,
            count: 0,
        };
        self.nodes.extend([empty, empty]);
        self.nodes[node] = Node {
            bounds,
            first: left as u32,
            count: 0,
        };
        open.push((left + 1, start + middle, end));
        open.push((left, start, start + middle));
    }
}

fn longest_axis(size: Vec3) -> usize {
    if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn gathers_what_brute_force_gathers(
            corners in prop::collection::vec([-50.0_f32..50.0, -5.0..5.0, -50.0..50.0], 0..200),
            at in [-50.0_f32..50.0, -5.0..5.0, -50.0..50.0], size in 0.0_f32..20.0,
        ) {
            let boxes: Vec<Aabb> = corners
                .iter()
                .map(|c| Aabb::from_points([Vec3::from_array(*c), Vec3::from_array(*c).zxy() * 0.9]))
                .collect();
            let region = Aabb::from_points([Vec3::from_array(at)]).grown(Vec3::splat(size));
            let mut found = Vec::new();
            Tree::build(&boxes).gather(region, &mut found);
            // Leaves are handed over whole: nothing may be missing, and the order is ascending.
            let expected: Vec<u32> =
                (0..boxes.len() as u32).filter(|i| boxes[*i as usize].overlaps(&region)).collect();
            prop_assert!(expected.iter().all(|index| found.binary_search(index).is_ok()));
            prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    use glam::Vec3Swizzles;

    #[test]
    fn equal_boxes_still_split() {
        let same = vec![Aabb::new(Vec3::ZERO, Vec3::ONE); 1000];
        let mut found = Vec::new();
        Tree::build(&same).gather(same[0], &mut found);
        assert_eq!(found.len(), 1000);
    }
}
