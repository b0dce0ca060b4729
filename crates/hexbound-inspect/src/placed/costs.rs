//! The costs of queries of a placed mesh, as numbers of tested boxes and triangles, for OPCODE's trees of
//! every split rule.

use strum::IntoStaticStr;

use std::cell::Cell;

use glam::{Affine3A, Quat, Vec3};
use hexbound_collide::{
    BoxTree, CollisionMesh, OpcodeTree, SplitRule, Traversal, TreePart,
    geom::{Aabb, Intersects, Obb, Triangle},
};

use super::{
    super::Legend,
    form::{Form, Placed, TexturedMesh, aabb, frustum, obb, plane, sphere},
};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_level::PlacedShape;

/// The margin of a box, meters, for the error of placing it in single precision.
const PLACING_MARGIN: f32 = 1e-4;

/// Adds the cost of a query between two shapes, if one is a mesh.
pub(super) fn describe([a, b]: [&Placed; 2], legend: &mut Legend) {
    let [one, other] = [a, b].map(|it| phrase_of("placed", it.shape.name()));
    match (&a.form, &b.form) {
        (Form::Mesh(ours, _), Form::Mesh(theirs, _)) => {
            let methods = [Pairing::OneByOne, Pairing::AllAxes, Pairing::FaceAxes];
            let tests = methods.map(|method| (method, method.run(ours, a, theirs, b)));
            let text = phrase("trees-together").with("count", tests[0].1.touching.len());
            legend.report(text.with("a", one).with("b", other));
            for (method, tests) in tests {
                legend.report(tests.describe(method));
            }
        }
        (Form::Mesh(mesh, _), _) => describe_shape(mesh, a, b, legend),
        (_, Form::Mesh(mesh, _)) => describe_shape(mesh, b, a, legend),
        _ => {}
    }
}

/// The number of touching pairs of triangles, if both shapes are meshes.
pub(super) fn touching([a, b]: [&Placed; 2]) -> Option<usize> {
    match (&a.form, &b.form) {
        (Form::Mesh(ours, _), Form::Mesh(theirs, _)) => {
            let tests = Pairing::AllAxes.run(ours, a, theirs, b);
            Some(tests.touching.len())
        }
        _ => None,
    }
}

/// A tree that counts the tested boxes and triangles.
struct CountingTree<'a> {
    tree: &'a OpcodeTree,
    boxes: Cell<usize>,
    triangles: Cell<usize>,
}

impl<'a> CountingTree<'a> {
    fn new(tree: &'a OpcodeTree) -> Self {
        Self {
            tree,
            boxes: Cell::new(0),
            triangles: Cell::new(0),
        }
    }
}

impl BoxTree for CountingTree<'_> {
    fn descend<S: Copy>(
        &self,
        start: S,
        mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
        mut triangle: impl FnMut(u32, Option<S>),
    ) {
        let meets = |bounds: &Aabb, state: S| {
            self.boxes.set(self.boxes.get() + 1);
            meets(bounds, state)
        };
        self.tree.descend(start, meets, |index, state| {
            self.triangles.set(self.triangles.get() + 1);
            triangle(index, state);
        });
    }
}

/// Describes the boxes and triangles tested in queries of a mesh with a shape, by each rule of splitting.
fn describe_shape(mesh: &TexturedMesh, at: &Placed, shape: &Placed, legend: &mut Legend) {
    for query in [Query::Touched, Query::Between] {
        let mut is_described = false;
        for (rule, tree) in SplitRule::ALL.into_iter().zip(&mesh.trees) {
            let counting = CountingTree::new(tree);
            let Some(found) = query.run(&mesh.mesh, &counting, at, shape) else {
                break;
            };
            if !is_described {
                let text = phrase_of("costs", query.into());
                let [a, b] = [at, shape].map(|it| phrase_of("placed", it.shape.name()));
                legend.report(text.with("a", a).with("b", b).with("count", found.len()));
                is_described = true;
            }
            let text = phrase("split-costs").with("rule", phrase_of("split-rule", rule_name(rule)));
            let text = text.with("boxes", counting.boxes.get());
            legend.report(text.with("triangles", counting.triangles.get()));
        }
    }
}

/// A query of a mesh.
#[derive(Clone, Copy, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
enum Query {
    /// The triangles that the shape touches.
    Touched,
    /// The triangles that are at least partly behind every plane of the shape.
    Between,
}

impl Query {
    /// Returns the triangles that the query finds; `None` if it does not support the shape.
    fn run(
        self,
        mesh: &CollisionMesh,
        tree: &CountingTree,
        at: &Placed,
        shape: &Placed,
    ) -> Option<Vec<u32>> {
        let back = at.turn.inverse();
        let (place, turn) = (back * (shape.at - at.at), back * shape.turn);
        Some(match self {
            Query::Touched => match shape.shape {
                PlacedShape::Sphere => mesh.all_touched_through(tree, &sphere(place)),
                PlacedShape::Aabb if back == Quat::IDENTITY => {
                    mesh.all_touched_through(tree, &aabb(place))
                }
                PlacedShape::Aabb => mesh.all_touched_through(tree, &obb(place, back)),
                PlacedShape::Obb => mesh.all_touched_through(tree, &obb(place, turn)),
                PlacedShape::Triangle => {
                    let corners = shape.triangle().map(|corner| back * (corner - at.at));
                    mesh.all_touched_through(tree, &Triangle { corners })
                }
                PlacedShape::Frustum => mesh.all_touched_through(tree, &frustum(place, turn)?),
                _ => return None,
            },
            Query::Between => match shape.shape {
                PlacedShape::Frustum => {
                    mesh.all_between_through(tree, &frustum(place, turn)?.planes())
                }
                PlacedShape::Plane => mesh.all_between_through(tree, &[plane(place, turn)]),
                _ => return None,
            },
        })
    }
}

/// The rule's message id.
fn rule_name(rule: SplitRule) -> &'static str {
    match rule {
        SplitRule::LargestAxis => "largest-axis",
        SplitRule::SplatterPoints => "splatter-points",
        SplitRule::BestAxis => "best-axis",
        SplitRule::Balanced => "balanced",
        SplitRule::Fifty => "fifty",
    }
}

/// The numbers of tests between two meshes, and the touching pairs of triangles.
#[derive(Clone, Debug, Default, PartialEq)]
struct PairTests {
    boxes: usize,
    boxes_and_triangles: usize,
    triangles: usize,
    touching: Vec<(u32, u32)>,
}

impl PairTests {
    fn describe(&self, method: Pairing) -> Phrase {
        phrase_of("asked", method.into())
            .with("boxes", self.boxes)
            .with("mixed", self.boxes_and_triangles)
            .with("triangles", self.triangles)
    }
}

/// A method of finding the touching triangles of two meshes. Boxes are separated by all 15 axes or by the
/// face axes alone.
#[derive(Clone, Copy, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum Pairing {
    OneByOne,
    AllAxes,
    FaceAxes,
}

impl Pairing {
    fn run(self, ours: &TexturedMesh, a: &Placed, theirs: &TexturedMesh, b: &Placed) -> PairTests {
        // The transform leads from the second mesh's coordinates to the first's.
        let back = a.turn.inverse();
        let turn = back * b.turn;
        let placed = Affine3A::from_rotation_translation(turn, back * (b.at - a.at));
        let triangle = |index: u32| Triangle {
            corners: (theirs.mesh.corners(index)).map(|corner| placed.transform_point3(corner)),
        };
        let own_triangle = |index: u32| Triangle {
            corners: ours.mesh.corners(index),
        };
        let (Some(our_tree), Some(their_tree)) = (ours.trees.first(), theirs.trees.first()) else {
            return PairTests::default();
        };
        if let Self::OneByOne = self {
            let counting = CountingTree::new(our_tree);
            let touched = |theirs: u32| {
                let found = (ours.mesh).all_touched_through(&counting, &triangle(theirs));
                found.into_iter().map(move |ours| (ours, theirs))
            };
            let mut touching: Vec<_> = (0..theirs.mesh.len() as u32).flat_map(touched).collect();
            touching.sort_unstable();
            return PairTests {
                boxes_and_triangles: counting.boxes.get(),
                triangles: counting.triangles.get(),
                touching,
                ..PairTests::default()
            };
        }
        let turned = |bounds: Aabb| {
            let center = placed.transform_point3(bounds.center());
            Obb::new(center, bounds.size() * 0.5 + PLACING_MARGIN, turn)
        };
        let mut tests = PairTests::default();
        let (mut boxes, mut mixed) = (0, 0);
        let meets = |one: TreePart, other: TreePart| match (one, other) {
            (TreePart::Box(one), TreePart::Box(other)) => {
                boxes += 1;
                match self {
                    Self::FaceAxes => Obb::from(one).may_touch(&turned(other)),
                    Self::AllAxes | Self::OneByOne => Obb::from(one).intersects(&turned(other)),
                }
            }
            (TreePart::Box(one), TreePart::Triangle(other)) => {
                mixed += 1;
                (one.grown(Vec3::splat(PLACING_MARGIN))).intersects(&triangle(other))
            }
            (TreePart::Triangle(one), TreePart::Box(other)) => {
                mixed += 1;
                turned(other).intersects(&own_triangle(one))
            }
            (TreePart::Triangle(_), TreePart::Triangle(_)) => true,
        };
        our_tree.descend_together(their_tree, meets, |one, other| {
            tests.triangles += 1;
            if own_triangle(one).intersects(&triangle(other)) {
                tests.touching.push((one, other));
            }
        });
        tests.touching.sort_unstable();
        PairTests {
            boxes,
            boxes_and_triangles: mixed,
            ..tests
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{mesh, placed},
        *,
    };
    use hexbound_base::words::check_family;

    /// All three pairings find what the library's own query finds. Six axes separate fewer boxes than
    /// fifteen, and two trees together need fewer tests than one tree with each triangle of the other.
    #[test]
    fn two_trees_together_find_the_same_with_fewer_questions() {
        for (at, turns) in [
            (0.6, Vec3::ZERO),
            (0.9, Vec3::new(0.5, 0.4, 0.3)),
            (1.1, Vec3::X),
        ] {
            let ring = placed(PlacedShape::Ring, Vec3::ZERO, Vec3::new(0.2, 0.0, 0.4));
            let burr = placed(PlacedShape::Burr, Vec3::X * at, turns);
            let (ours, theirs) = (mesh(&ring), mesh(&burr));
            let tests = [Pairing::OneByOne, Pairing::AllAxes, Pairing::FaceAxes]
                .map(|method| method.run(ours, &ring, theirs, &burr));
            let placed = ring.to_world().inverse() * burr.to_world();
            let expected = ours.mesh.all_touched_by_mesh(&theirs.mesh, placed);
            assert!(!expected.is_empty());
            for it in &tests {
                assert_eq!(it.touching, expected);
            }
            let sum = |it: &PairTests| it.boxes + it.boxes_and_triangles + it.triangles;
            let [one, all, faces] = [0, 1, 2].map(|it| sum(&tests[it]));
            assert!(all <= faces && faces < one, "{tests:?}");
        }
    }

    /// Every rule finds the same triangles, and tests a part of the boxes.
    #[test]
    fn every_rule_finds_the_same_and_asks_about_a_part() {
        let ring = placed(PlacedShape::Ring, Vec3::ONE, Vec3::new(0.2, 0.0, 0.4));
        let queries = [
            (PlacedShape::Sphere, Query::Touched),
            (PlacedShape::Aabb, Query::Touched),
            (PlacedShape::Obb, Query::Touched),
            (PlacedShape::Triangle, Query::Touched),
            (PlacedShape::Frustum, Query::Touched),
            (PlacedShape::Frustum, Query::Between),
            (PlacedShape::Plane, Query::Between),
        ];
        for (kind, query) in queries {
            let shape = placed(kind, Vec3::new(1.7, 1.2, 1.1), Vec3::new(0.1, 0.3, 0.0));
            let mut answers = Vec::new();
            let it = mesh(&ring);
            for tree in &it.trees {
                let counting = CountingTree::new(tree);
                let found = query.run(&it.mesh, &counting, &ring, &shape).unwrap();
                assert!(!found.is_empty() && found.len() < it.mesh.len(), "{kind:?}");
                let is_part = (1..tree.node_count()).contains(&counting.boxes.get());
                assert!(is_part, "{kind:?}");
                answers.push(found);
            }
            answers.dedup();
            assert_eq!(answers.len(), 1, "{kind:?}");
        }
        let none = placed(PlacedShape::Capsule, Vec3::ONE, Vec3::ZERO);
        let counting = CountingTree::new(&mesh(&ring).trees[0]);
        let found = Query::Touched.run(&mesh(&ring).mesh, &counting, &ring, &none);
        assert!(found.is_none() && counting.boxes.get() == 0);
    }

    #[test]
    fn every_rule_and_way_has_a_name() {
        check_family("split-rule", SplitRule::ALL.map(rule_name));
        let pairings = [Pairing::OneByOne, Pairing::AllAxes, Pairing::FaceAxes];
        check_family("asked", pairings.map(<&str>::from));
        let queries = [Query::Touched, Query::Between];
        check_family("costs", queries.map(<&str>::from));
    }
}
