//! The nodes of the layouts with and without leaves, and the descent through both.

use super::build::{Link, PlainNode};
use crate::{Traversal, geom::Aabb};

/// A node of a tree with leaves. Both children stand side by side, so the first one's place is
/// enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WithLeaves<B> {
    bounds: B,
    link: Link,
}

/// A node of a tree without leaves: each child is another node or a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WithoutLeaves<B> {
    bounds: B,
    children: [Link; 2],
}

/// A place in a tree: a node, or in a tree without leaves a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Node(u32),
    Triangle(u32),
}

/// The places below a place, or the triangle that it is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Below {
    Children([Place; 2]),
    Triangle(u32),
}

impl<B> WithLeaves<B> {
    /// The node's box, and what is below.
    pub(super) fn look(&self, bounds: impl Fn(&B) -> Aabb) -> (Aabb, Below) {
        let below = match self.link.triangle() {
            Some(triangle) => Below::Triangle(triangle),
            None => {
                let first = self.link.first_child();
                Below::Children([Place::Node(first), Place::Node(first + 1)])
            }
        };
        (bounds(&self.bounds), below)
    }
}

impl<B> WithoutLeaves<B> {
    /// The node's box, and what is below.
    pub(super) fn look(&self, bounds: impl Fn(&B) -> Aabb) -> (Aabb, Below) {
        let place = |link: Link| match link.triangle() {
            Some(triangle) => Place::Triangle(triangle),
            None => Place::Node(link.first_child()),
        };
        (
            bounds(&self.bounds),
            Below::Children(self.children.map(place)),
        )
    }
}

/// Lays out all nodes.
pub(super) fn with_leaves<B>(
    plain: &[PlainNode],
    bounds: impl Fn(Aabb) -> B,
) -> Vec<WithLeaves<B>> {
    let node = |node: &PlainNode| WithLeaves {
        bounds: bounds(node.bounds),
        link: node.link,
    };
    plain.iter().map(node).collect()
}

/// Lays out the nodes that are no leaves, numbered anew.
pub(super) fn without_leaves<B>(
    plain: &[PlainNode],
    bounds: impl Fn(Aabb) -> B,
) -> Vec<WithoutLeaves<B>> {
    let is_inner = |node: &PlainNode| node.link.triangle().is_none();
    let mut count = 0;
    let numbers: Vec<u32> = plain
        .iter()
        .map(|node| {
            let number = count;
            count += u32::from(is_inner(node));
            number
        })
        .collect();
    let mut nodes = Vec::with_capacity(count as usize);
    for node in plain.iter().filter(|node| is_inner(node)) {
        let child = |index: usize| {
            let link = plain[index].link;
            link.triangle().map_or(Link::node(numbers[index]), |_| link)
        };
        let first = node.link.first_child() as usize;
        nodes.push(WithoutLeaves {
            bounds: bounds(node.bounds),
            children: [child(first), child(first + 1)],
        });
    }
    nodes
}

/// Walks down a tree with leaves, the first child first.
pub(super) fn descend_with_leaves<B, S: Copy>(
    nodes: &[WithLeaves<B>],
    bounds: impl Fn(&B) -> Aabb,
    start: S,
    mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
    mut triangle: impl FnMut(u32, Option<S>),
) {
    // Nodes below one that was met whole come with no state, and are not asked about.
    let mut open: Vec<(u32, Option<S>)> = Vec::new();
    open.extend((!nodes.is_empty()).then_some((0, Some(start))));
    while let Some((index, state)) = open.pop() {
        let node = &nodes[index as usize];
        let Some(state) = state_below(state, || bounds(&node.bounds), &mut meets) else {
            continue;
        };
        match node.link.triangle() {
            Some(number) => triangle(number, state),
            None => {
                let first = node.link.first_child();
                open.extend([(first + 1, state), (first, state)]);
            }
        }
    }
}

/// Walks down a tree without leaves.
pub(super) fn descend_without_leaves<B, S: Copy>(
    nodes: &[WithoutLeaves<B>],
    bounds: impl Fn(&B) -> Aabb,
    start: S,
    mut meets: impl FnMut(&Aabb, S) -> Traversal<S>,
    mut triangle: impl FnMut(u32, Option<S>),
) {
    let mut open: Vec<(u32, Option<S>)> = Vec::new();
    open.extend((!nodes.is_empty()).then_some((0, Some(start))));
    while let Some((index, state)) = open.pop() {
        let node = &nodes[index as usize];
        let Some(state) = state_below(state, || bounds(&node.bounds), &mut meets) else {
            continue;
        };
        for link in node.children {
            match link.triangle() {
                Some(number) => triangle(number, state),
                None => open.push((link.first_child(), state)),
            }
        }
    }
}

/// The state that the walk goes on with below a node, if it does: none once all is met.
#[inline(always)]
fn state_below<S: Copy>(
    state: Option<S>,
    bounds: impl Fn() -> Aabb,
    meets: &mut impl FnMut(&Aabb, S) -> Traversal<S>,
) -> Option<Option<S>> {
    let Some(state) = state else {
        return Some(None);
    };
    match meets(&bounds(), state) {
        Traversal::Skip => None,
        Traversal::Descend(state) => Some(Some(state)),
        Traversal::TakeAll => Some(None),
    }
}
