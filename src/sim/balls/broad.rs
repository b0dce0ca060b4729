//! Which balls can meet in a tick: sort and sweep over the boxes of their ways, and groups of
//! those whose boxes overlap, by union-find. The order is kept from tick to tick for speed only.

use crate::geom::Aabb;

/// The boxes of one tick.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    /// Ball by ball.
    boxes: Vec<Aabb>,
    /// Balls by their boxes' least x as it was when they were sorted.
    order: Vec<u32>,
    /// The boxes in that order, as they were.
    sorted: Vec<Aabb>,
    /// The widest of them along x, metres.
    widest: f32,
    /// Balls whose boxes have grown since.
    grown: Vec<u32>,
}

impl Broad {
    /// Takes in the boxes of a new tick.
    pub fn sort(&mut self, boxes: impl Iterator<Item = Aabb>) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.grown.clear();
        let least = |ball: u32| (self.boxes[ball as usize].min.x, ball);
        let before = |a: (f32, u32), b: (f32, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).is_lt();
        if self.order.len() == self.boxes.len() {
            for at in 1..self.order.len() {
                let (ball, mut to) = (self.order[at], at);
                while to > 0 && before(least(ball), least(self.order[to - 1])) {
                    self.order[to] = self.order[to - 1];
                    to -= 1;
                }
                self.order[to] = ball;
            }
        } else {
            self.order = (0..self.boxes.len() as u32).collect();
            (self.order)
                .sort_unstable_by(|a, b| least(*a).0.total_cmp(&least(*b).0).then(a.cmp(b)));
        }
        self.sorted.clear();
        self.sorted
            .extend(self.order.iter().map(|ball| self.boxes[*ball as usize]));
        let width = |b: &Aabb| b.max.x - b.min.x;
        self.widest = self.sorted.iter().map(width).fold(0.0, f32::max);
    }

    /// Pairs whose boxes overlap, lower ball first, ascending. `counts` says which pairs matter.
    pub fn pairs(&self, counts: impl Fn(usize, usize) -> bool, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        for (at, (first, around)) in self.order.iter().zip(&self.sorted).enumerate() {
            for (second, other) in self.order[at + 1..].iter().zip(&self.sorted[at + 1..]) {
                if other.min.x > around.max.x {
                    break;
                }
                let (a, b) = (*first.min(second), *first.max(second));
                if around.overlaps(other) && counts(a as usize, b as usize) {
                    pairs.push((a, b));
                }
            }
        }
        pairs.sort_unstable();
    }

    pub fn around(&self, ball: usize) -> Aabb {
        self.boxes[ball]
    }

    /// Makes a ball's box hold `more` too.
    pub fn grow(&mut self, ball: usize, more: Aabb) {
        self.boxes[ball] = self.boxes[ball].union(more);
        self.grown.push(ball as u32);
    }

    /// Balls whose boxes overlap that of `ball`, itself left out; ascending.
    pub fn near(&self, ball: usize, found: &mut Vec<u32>) {
        found.clear();
        let around = self.boxes[ball];
        let from = around.min.x - self.widest;
        let first = self.sorted.partition_point(|other| other.min.x < from);
        for (other, bounds) in self.order[first..].iter().zip(&self.sorted[first..]) {
            if bounds.min.x > around.max.x {
                break;
            }
            if around.overlaps(bounds) {
                found.push(*other);
            }
        }
        let overlaps = |other: &&u32| around.overlaps(&self.boxes[**other as usize]);
        found.extend(self.grown.iter().filter(overlaps));
        found.sort_unstable();
        found.dedup();
        found.retain(|other| *other as usize != ball);
    }
}

/// Union-find whose representatives are the lowest members, which are strung in a ring.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    above: Vec<u32>,
    ring: Vec<u32>,
}

impl Groups {
    /// Everybody alone.
    pub fn reset(&mut self, count: usize) {
        for list in [&mut self.above, &mut self.ring] {
            list.clear();
            list.extend(0..count as u32);
        }
    }

    /// The lowest member of its group.
    pub fn lowest(&mut self, mut ball: u32) -> u32 {
        while self.above[ball as usize] != ball {
            self.above[ball as usize] = self.above[self.above[ball as usize] as usize];
            ball = self.above[ball as usize];
        }
        ball
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.lowest(a), self.lowest(b));
        if a != b {
            self.above[a.max(b) as usize] = a.min(b);
            self.ring.swap(a as usize, b as usize);
        }
    }

    /// Everybody in the group of `ball`, ascending.
    pub fn members(&self, ball: u32, members: &mut Vec<u32>) {
        members.clear();
        members.push(ball);
        let mut next = self.ring[ball as usize];
        while next != ball {
            members.push(next);
            next = self.ring[next as usize];
        }
        members.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn boxes(places: &[f32]) -> Vec<Aabb> {
        let around = |x: &f32| Aabb::new(Vec3::splat(*x - 0.5), Vec3::splat(*x + 0.5));
        places.iter().map(around).collect()
    }

    #[test]
    fn finds_each_overlapping_pair_once_however_the_order_was() {
        let mut broad = Broad::default();
        let mut pairs = Vec::new();
        for places in [[5.0, 0.0, 0.9, 5.9, 1.8], [0.0, 9.0, 0.5, 9.5, 4.0]] {
            broad.sort(boxes(&places).into_iter());
            broad.pairs(|_, _| true, &mut pairs);
            let mut expected = Vec::new();
            for a in 0..5_usize {
                let near = (a + 1..5).filter(|b| (places[a] - places[*b]).abs() <= 1.0);
                expected.extend(near.map(|b| (a as u32, b as u32)));
            }
            assert_eq!(pairs, expected);
        }
    }

    #[test]
    fn a_grown_box_finds_and_is_found() {
        let mut broad = Broad::default();
        broad.sort(boxes(&[0.0, 3.0, 9.0]).into_iter());
        let mut found = Vec::new();
        broad.near(0, &mut found);
        assert!(found.is_empty());
        broad.grow(1, boxes(&[1.0])[0]);
        broad.near(0, &mut found);
        assert_eq!(found, [1]);
        broad.near(1, &mut found);
        assert_eq!(found, [0]);
    }

    #[test]
    fn groups_are_named_by_their_lowest() {
        let mut groups = Groups::default();
        groups.reset(5);
        groups.join(4, 2);
        groups.join(2, 1);
        let lowest: Vec<u32> = (0..5).map(|ball| groups.lowest(ball)).collect();
        assert_eq!(lowest, [0, 1, 1, 3, 1]);
        let mut members = Vec::new();
        groups.join(4, 1);
        groups.members(2, &mut members);
        assert_eq!(members, [1, 2, 4]);
    }
}
