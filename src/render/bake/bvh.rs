//! A tree of boxes over triangles, for light rays only. Collision has its own.

use glam::Vec3;

use crate::geom::Aabb;

const LEAF_TRIANGLES: usize = 4;

pub(super) struct Bvh {
    nodes: Vec<Node>,
    /// In leaf order: first corner and two edges.
    triangles: Vec<[Vec3; 3]>,
    /// What the caller called them.
    ids: Vec<u32>,
}

struct Node {
    min: Vec3,
    max: Vec3,
    /// Leaf: first triangle. Inner: the second child; the first follows its parent.
    next: u32,
    /// Of a leaf's triangles; 0 for inner nodes.
    count: u32,
    axis: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    pub distance: f32,
    pub triangle: u32,
}

impl Bvh {
    pub fn build(corners: &[[Vec3; 3]]) -> Self {
        let mut order: Vec<u32> = (0..corners.len() as u32).collect();
        let mut nodes = Vec::with_capacity(corners.len());
        if !corners.is_empty() {
            split(corners, &mut order, 0, &mut nodes);
        }
        let triangles = order
            .iter()
            .map(|&id| {
                let [a, b, c] = corners[id as usize];
                [a, b - a, c - a]
            })
            .collect();
        Self {
            nodes,
            triangles,
            ids: order,
        }
    }

    /// The closest triangle along `direction` within `reach` metres.
    pub fn closest(&self, origin: Vec3, direction: Vec3, reach: f32) -> Option<Meeting> {
        let mut best = None;
        self.walk(origin, direction, reach, |place, distance| {
            best = Some(Meeting {
                distance,
                triangle: self.ids[place],
            });
            Some(distance)
        });
        best
    }

    /// Whether anything is in the way within `reach` metres.
    pub fn is_blocked(&self, origin: Vec3, direction: Vec3, reach: f32) -> bool {
        let mut blocked = false;
        self.walk(origin, direction, reach, |_, _| {
            blocked = true;
            None
        });
        blocked
    }

    /// Depth first, nearer child first. `meet` gets each closer hit and returns the new reach, or
    /// `None` to stop.
    fn walk(
        &self,
        origin: Vec3,
        direction: Vec3,
        mut reach: f32,
        mut meet: impl FnMut(usize, f32) -> Option<f32>,
    ) {
        let inverse = direction.recip();
        let mut stack = [0u32; 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let index = stack[depth];
            let node = &self.nodes[index as usize];
            if !node.is_met(origin, inverse, reach) {
                continue;
            }
            if node.count == 0 {
                let children = [index + 1, node.next];
                let near = usize::from(direction[node.axis] < 0.0);
                stack[depth] = children[1 - near];
                stack[depth + 1] = children[near];
                depth += 2;
                continue;
            }
            for place in node.next as usize..(node.next + node.count) as usize {
                let Some(distance) = meet_triangle(&self.triangles[place], origin, direction)
                else {
                    continue;
                };
                if distance >= reach {
                    continue;
                }
                match meet(place, distance) {
                    Some(closer) => reach = closer,
                    None => return,
                }
            }
        }
    }
}

impl Node {
    fn is_met(&self, origin: Vec3, inverse: Vec3, reach: f32) -> bool {
        let near = (self.min - origin) * inverse;
        let far = (self.max - origin) * inverse;
        let enter = near.min(far).max_element().max(0.0);
        let leave = near.max(far).min_element().min(reach);
        enter <= leave
    }
}

/// Makes the node of `order`, whose first triangle will stand at `first`, and all below it.
fn split(corners: &[[Vec3; 3]], order: &mut [u32], first: usize, nodes: &mut Vec<Node>) {
    let bounds = order.iter().fold(Aabb::EMPTY, |bounds, &id| {
        bounds.union(Aabb::from_points(corners[id as usize]))
    });
    let place = nodes.len();
    let axis = longest_axis(bounds.size());
    nodes.push(Node {
        min: bounds.min,
        max: bounds.max,
        next: first as u32,
        count: order.len() as u32,
        axis,
    });
    if order.len() <= LEAF_TRIANGLES {
        return;
    }
    // The median keeps the depth below the logarithm of the count, so the stack suffices.
    let middle = order.len() / 2;
    let center = |id: u32| {
        corners[id as usize]
            .iter()
            .map(|point| point[axis])
            .sum::<f32>()
    };
    order.select_nth_unstable_by(middle, |&a, &b| {
        center(a).total_cmp(&center(b)).then(a.cmp(&b))
    });
    let (left, right) = order.split_at_mut(middle);
    split(corners, left, first, nodes);
    nodes[place].count = 0;
    nodes[place].next = nodes.len() as u32;
    split(corners, right, first + middle, nodes);
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

/// Möller and Trumbore, both sides.
fn meet_triangle([corner, u, v]: &[Vec3; 3], origin: Vec3, direction: Vec3) -> Option<f32> {
    let across = direction.cross(*v);
    let determinant = u.dot(across);
    if determinant.abs() < 1e-12 {
        return None;
    }
    let inverse = determinant.recip();
    let offset = origin - *corner;
    let first = offset.dot(across) * inverse;
    if !(0.0..=1.0).contains(&first) {
        return None;
    }
    let over = offset.cross(*u);
    let second = direction.dot(over) * inverse;
    if second < 0.0 || first + second > 1.0 {
        return None;
    }
    let distance = v.dot(over) * inverse;
    (distance > 1e-4).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles in a repeatable scatter.
    fn scatter(count: u32) -> Vec<[Vec3; 3]> {
        let unit = |seed: u32| (seed.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32;
        let point = |seed: u32| Vec3::new(unit(seed), unit(seed + 1), unit(seed + 2)) * 10.0;
        (0..count)
            .map(|index| {
                let base = point(index * 9);
                [
                    base,
                    base + point(index * 9 + 3) * 0.1,
                    base + point(index * 9 + 6) * 0.1,
                ]
            })
            .collect()
    }

    #[test]
    fn the_tree_finds_what_a_search_through_all_finds() {
        let corners = scatter(300);
        let bvh = Bvh::build(&corners);
        let mut met = 0;
        for (index, ray) in scatter(200).iter().enumerate() {
            let (origin, direction) = (ray[0], (ray[1] - Vec3::splat(5.0)).normalize());
            let expected = corners
                .iter()
                .filter_map(|[a, b, c]| meet_triangle(&[*a, *b - *a, *c - *a], origin, direction))
                .fold(f32::INFINITY, f32::min);
            let found = bvh.closest(origin, direction, f32::INFINITY);
            assert_eq!(
                found.map_or(f32::INFINITY, |meeting| meeting.distance),
                expected,
                "ray {index}"
            );
            assert_eq!(bvh.is_blocked(origin, direction, 1e9), found.is_some());
            met += usize::from(found.is_some());
        }
        assert!(met > 20, "only {met} rays met anything");
    }

    #[test]
    fn nothing_is_met_in_an_empty_tree() {
        assert_eq!(Bvh::build(&[]).closest(Vec3::ZERO, Vec3::X, 9.0), None);
    }
}
