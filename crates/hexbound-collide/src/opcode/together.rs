//! The simultaneous descent of two trees, as in OPCODE's manual: test(A, B) continues with the children
//! of both while A and B overlap (Terdiman, OPCODE). In trees without leaves, triangles are tested
//! against boxes.

use super::{Nodes, OpcodeTree, build::Subtree, nodes::Children};
use crate::geom::Aabb;

/// A part of a tree in a test of two trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreePart {
    /// A node's box, in its mesh's own coordinates.
    Box(Aabb),
    /// The index of a triangle in the mesh. In trees without leaves, triangles have no boxes.
    Triangle(u32),
}

impl OpcodeTree {
    /// Descends this tree and another together. `meets` decides whether a part of this tree may touch a
    /// part of the other: two boxes, or a box and a triangle. `pair` receives each pair of triangles
    /// once if `meets` accepts all tested parts around the triangles.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, OpcodeLayout, OpcodeTree, TreePart};
    ///
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::ONE];
    /// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2], [1, 2, 3]]).unwrap();
    /// let tree = OpcodeTree::build(&mesh, OpcodeLayout::Normal);
    /// let overlap = |a: TreePart, b: TreePart| match (a, b) {
    ///     (TreePart::Box(a), TreePart::Box(b)) => a.overlaps(&b),
    ///     _ => true,
    /// };
    /// let mut pairs = Vec::new();
    /// tree.descend_together(&tree, overlap, |ours, theirs| pairs.push((ours, theirs)));
    /// assert_eq!(pairs.len(), 4);
    /// ```
    pub fn descend_together(
        &self,
        other: &Self,
        mut meets: impl FnMut(TreePart, TreePart) -> bool,
        mut pair: impl FnMut(u32, u32),
    ) {
        let mut open = vec![(self.root(), other.root())];
        while let Some((a, b)) = open.pop() {
            let [(part_a, children_a), (part_b, children_b)] = [self.view(a), other.view(b)];
            // Two triangles without boxes are the pair itself.
            let are_triangles = [part_a, part_b].map(|it| matches!(it, TreePart::Triangle(_)));
            if are_triangles != [true; 2] && !meets(part_a, part_b) {
                continue;
            }
            match (&children_a[..], &children_b[..]) {
                ([Subtree::Triangle(ours)], [Subtree::Triangle(theirs)]) => pair(*ours, *theirs),
                (children, [_]) => open.extend(children.iter().map(|child| (*child, b))),
                ([_], children) => open.extend(children.iter().map(|child| (a, *child))),
                (ours, theirs) => {
                    let pairs = |a| theirs.iter().map(move |b| (a, *b));
                    open.extend(ours.iter().copied().flat_map(pairs));
                }
            }
        }
    }

    fn root(&self) -> Subtree {
        match self.node_count() {
            // A tree without leaves over one triangle has no node.
            0 => Subtree::Triangle(0),
            _ => Subtree::Node(0),
        }
    }

    fn view(&self, child: Subtree) -> (TreePart, Children) {
        let index = match child {
            Subtree::Node(index) => index as usize,
            Subtree::Triangle(triangle) => {
                return (TreePart::Triangle(triangle), Children::from_iter([child]));
            }
        };
        let (bounds, children) = match &self.nodes {
            Nodes::Normal(nodes) => nodes[index].view(|bounds| *bounds),
            Nodes::NoLeaf(nodes) => nodes[index].view(|bounds| *bounds),
            Nodes::Quantized(grid, nodes) => nodes[index].view(|bounds| grid.bounds(bounds)),
            Nodes::QuantizedNoLeaf(grid, nodes) => nodes[index].view(|bounds| grid.bounds(bounds)),
        };
        (TreePart::Box(bounds), children)
    }
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Quat};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        CollisionMesh, OpcodeLayout,
        geom::{Intersects, Obb, Triangle},
        test_meshes::{point, soup},
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Every layout finds the pairs that one mesh finds with each triangle of the other, with tests
        /// of six axes or of all. Tests of six axes reject no more.
        #[test]
        fn every_layout_finds_the_pairs_that_touch(
            mesh in soup(), other in soup(), turn in point(3.0), at in point(5.0),
        ) {
            let turn = Quat::from_rotation_x(turn.x) * Quat::from_rotation_z(turn.z);
            let placed = Affine3A::from_rotation_translation(turn, at);
            let expected = mesh.all_touched_by_mesh(&other, placed);
            for layout in OpcodeLayout::ALL {
                let trees = [&mesh, &other].map(|mesh| OpcodeTree::build(mesh, layout));
                let results = [false, true].map(|coarse| {
                    let mut tests = 0;
                    let mut found = Vec::new();
                    let meets = |a: TreePart, b: TreePart| {
                        tests += 1;
                        may_touch((&mesh, a), (&other, b), (placed, turn), coarse)
                    };
                    trees[0].descend_together(&trees[1], meets, |ours, theirs| {
                        let theirs_placed = of(&other, theirs, placed);
                        if mesh.triangle(ours).intersects(&theirs_placed) {
                            found.push((ours, theirs));
                        }
                    });
                    found.sort_unstable();
                    (tests, found)
                });
                prop_assert_eq!(&results[0].1, &expected);
                prop_assert_eq!(&results[1].1, &expected);
                prop_assert!(results[0].0 <= results[1].0);
            }
        }
    }

    fn of(mesh: &CollisionMesh, triangle: u32, placed: Affine3A) -> Triangle {
        let corners = mesh.corners(triangle);
        Triangle {
            corners: corners.map(|corner| placed.transform_point3(corner)),
        }
    }

    fn may_touch(
        (mesh, a): (&CollisionMesh, TreePart),
        (other, b): (&CollisionMesh, TreePart),
        (placed, turn): (Affine3A, Quat),
        coarse: bool,
    ) -> bool {
        // The box is a little larger, since it is moved in single precision.
        let turned = |bounds: Aabb| {
            let center = placed.transform_point3(bounds.center());
            Obb::new(center, bounds.size() * 0.5 + 1e-4, turn)
        };
        match (a, b) {
            (TreePart::Box(a), TreePart::Box(b)) => match coarse {
                true => Obb::from(a).may_touch(&turned(b)),
                false => Obb::from(a).intersects(&turned(b)),
            },
            (TreePart::Box(a), TreePart::Triangle(theirs)) => {
                (a.grown(glam::Vec3::splat(1e-4))).intersects(&of(other, theirs, placed))
            }
            (TreePart::Triangle(ours), TreePart::Box(b)) => {
                turned(b).intersects(&mesh.triangle(ours))
            }
            (TreePart::Triangle(_), TreePart::Triangle(_)) => true,
        }
    }
}
