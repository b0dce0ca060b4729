//! The broad phase: sort and sweep over the boxes of the balls' paths, in strips along x. Balls with
//! overlapping boxes form islands, by union-find. The order is kept from tick to tick for speed only.

use std::cmp::Ordering;

use glam::Vec3;
use hexbound_collide::geom::Aabb;

/// The least width of a strip, meters.
const MIN_STRIP_WIDTH: f32 = 0.5;

/// The additional growth of a box that has to grow, meters: a ball in a stack is jostled often.
const BOX_SPARE: f32 = 0.01;

/// A box in the order of the sweep.
#[derive(Clone, Copy, Debug)]
struct BallEntry {
    /// The strip of the box's least z.
    strip: i32,
    ball: u32,
    bounds: Aabb,
}

/// The boxes of one tick.
#[derive(Clone, Debug, Default)]
pub(super) struct BallBoxes {
    /// The boxes, by ball.
    boxes: Vec<Aabb>,
    /// The boxes by strip, then by least x.
    sorted: Vec<BallEntry>,
    /// The width of a strip, meters: a power of two. No box is wider along z, so boxes overlap only
    /// within a strip or between neighboring strips.
    strip_width: f32,
    /// The longest box along x, meters.
    longest: f32,
    /// The balls whose boxes have grown since the boxes were sorted.
    grown: Vec<u32>,
}

impl BallBoxes {
    /// Replaces the boxes by those of a new tick, and sorts them.
    pub(super) fn sort(&mut self, boxes: impl Iterator<Item = Aabb>) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.grown.clear();
        let sizes = self.boxes.iter().map(Aabb::size);
        let (longest, widest) = sizes.fold((0.0_f32, MIN_STRIP_WIDTH), |(x, z), size| {
            (x.max(size.x), z.max(size.z))
        });
        self.longest = longest;
        self.strip_width = power_of_two_above(widest);
        if self.sorted.len() == self.boxes.len() {
            for at in 0..self.sorted.len() {
                let entry = self.entry(self.sorted[at].ball);
                let mut to = at;
                while to > 0 && order(&entry, &self.sorted[to - 1]).is_lt() {
                    self.sorted[to] = self.sorted[to - 1];
                    to -= 1;
                }
                self.sorted[to] = entry;
            }
        } else {
            let mut sorted = std::mem::take(&mut self.sorted);
            sorted.clear();
            sorted.extend((0..self.boxes.len() as u32).map(|ball| self.entry(ball)));
            sorted.sort_unstable_by(order);
            self.sorted = sorted;
        }
    }

    fn entry(&self, ball: u32) -> BallEntry {
        let bounds = self.boxes[ball as usize];
        BallEntry {
            strip: self.strip_of(bounds.min.z),
            ball,
            bounds,
        }
    }

    fn strip_of(&self, z: f32) -> i32 {
        (z / self.strip_width).floor() as i32
    }

    /// Finds the pairs whose boxes overlap, lower ball first, ascending. `keep` selects the pairs that
    /// matter.
    pub(super) fn pairs(&self, keep: impl Fn(usize, usize) -> bool, pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        // The index in the next strip.
        let mut beside = 0;
        for (at, entry) in self.sorted.iter().enumerate() {
            let mut offer = |other: &BallEntry| {
                let (a, b) = (entry.ball.min(other.ball), entry.ball.max(other.ball));
                if entry.bounds.overlaps(&other.bounds) && keep(a as usize, b as usize) {
                    pairs.push((a, b));
                }
            };
            let end = (entry.strip, entry.bounds.max.x);
            let after = self.sorted[at + 1..].iter();
            after
                .take_while(|other| sort_key(other) <= end)
                .for_each(&mut offer);
            let begin = (entry.strip + 1, entry.bounds.min.x - self.longest);
            beside = beside.max(at);
            while self
                .sorted
                .get(beside)
                .is_some_and(|other| sort_key(other) < begin)
            {
                beside += 1;
            }
            let end = (entry.strip + 1, entry.bounds.max.x);
            let next = self.sorted[beside..].iter();
            next.take_while(|other| sort_key(other) <= end)
                .for_each(&mut offer);
        }
        pairs.sort_unstable();
    }

    pub(super) fn bounds_of(&self, ball: usize) -> Aabb {
        self.boxes[ball]
    }

    /// Grows a ball's box to hold `more`, with a small margin.
    pub(super) fn grow(&mut self, ball: usize, more: Aabb) {
        let more = more.grown(Vec3::splat(BOX_SPARE));
        self.boxes[ball] = self.boxes[ball].union(more);
        self.grown.push(ball as u32);
    }

    /// Finds the other balls whose boxes overlap that of `ball`, ascending.
    pub(super) fn near(&self, ball: usize, found: &mut Vec<u32>) {
        found.clear();
        self.each_near(ball, |other| {
            found.push(other);
            false
        });
        found.sort_unstable();
        found.dedup();
    }

    /// Visits the other balls whose boxes overlap that of `ball`, some twice, until `enough` returns
    /// true. Returns whether it did.
    pub(super) fn each_near(&self, ball: usize, mut enough: impl FnMut(u32) -> bool) -> bool {
        let around = self.boxes[ball];
        let strips = self.strip_of(around.min.z) - 1..=self.strip_of(around.max.z);
        for strip in strips {
            let begin = (strip, around.min.x - self.longest);
            let first = self.sorted.partition_point(|other| sort_key(other) < begin);
            let end = (strip, around.max.x);
            let candidates = self.sorted[first..].iter();
            for other in candidates.take_while(|other| sort_key(other) <= end) {
                let overlaps = around.overlaps(&other.bounds) && other.ball as usize != ball;
                if overlaps && enough(other.ball) {
                    return true;
                }
            }
        }
        self.grown.iter().any(|other| {
            let bounds = &self.boxes[*other as usize];
            *other as usize != ball && around.overlaps(bounds) && enough(*other)
        })
    }
}

/// The position of the sweep at an entry.
fn sort_key(entry: &BallEntry) -> (i32, f32) {
    (entry.strip, entry.bounds.min.x)
}

fn order(a: &BallEntry, b: &BallEntry) -> Ordering {
    (a.strip.cmp(&b.strip))
        .then(a.bounds.min.x.total_cmp(&b.bounds.min.x))
        .then(a.ball.cmp(&b.ball))
}

fn power_of_two_above(value: f32) -> f32 {
    let mut power = MIN_STRIP_WIDTH;
    while power < value {
        power *= 2.0;
    }
    power
}

/// Union-find over balls. The lowest member represents its island; the members are linked in a ring.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    /// The parent of each ball; the lowest of an island is its own parent.
    parents: Vec<u32>,
    /// The ball after each ball in the ring of its island.
    next_members: Vec<u32>,
}

impl Islands {
    /// Makes every ball an island of its own.
    pub(super) fn reset(&mut self, count: usize) {
        for list in [&mut self.parents, &mut self.next_members] {
            list.clear();
            list.extend(0..count as u32);
        }
    }

    /// The lowest member of the island of `ball`.
    pub(super) fn lowest(&mut self, mut ball: u32) -> u32 {
        while self.parents[ball as usize] != ball {
            self.parents[ball as usize] = self.parents[self.parents[ball as usize] as usize];
            ball = self.parents[ball as usize];
        }
        ball
    }

    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.lowest(a), self.lowest(b));
        if a != b {
            self.parents[a.max(b) as usize] = a.min(b);
            self.next_members.swap(a as usize, b as usize);
        }
    }

    /// Finds all members of the island of `ball`, ascending.
    pub(super) fn members(&self, ball: u32, members: &mut Vec<u32>) {
        members.clear();
        members.push(ball);
        let mut next = self.next_members[ball as usize];
        while next != ball {
            members.push(next);
            next = self.next_members[next as usize];
        }
        members.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::random::Random;

    fn boxes(places: &[(f32, f32)]) -> Vec<Aabb> {
        let around = |(x, z): &(f32, f32)| {
            let middle = Vec3::new(*x, 0.0, *z);
            Aabb::new(middle - 0.5, middle + 0.5)
        };
        places.iter().map(around).collect()
    }

    #[test]
    fn finds_each_overlapping_pair_once_however_the_order_was() {
        let mut broad = BallBoxes::default();
        let mut pairs = Vec::new();
        let mut random = Random::new(1);
        let mut number = || random.between(-6.0, 6.0);
        for _ in 0..20 {
            let places: Vec<(f32, f32)> = (0..60).map(|_| (number(), number())).collect();
            broad.sort(boxes(&places).into_iter());
            broad.pairs(|_, _| true, &mut pairs);
            let meet = |a: usize, b: usize| {
                let ((x, z), (u, v)) = (places[a], places[b]);
                boxes(&[(x, z)])[0].overlaps(&boxes(&[(u, v)])[0])
            };
            let mut expected = Vec::new();
            for a in 0..60_usize {
                let near = (a + 1..60).filter(|b| meet(a, *b));
                expected.extend(near.map(|b| (a as u32, b as u32)));
            }
            assert!(!expected.is_empty());
            assert_eq!(pairs, expected);
            let mut found = Vec::new();
            broad.near(0, &mut found);
            let near: Vec<u32> = (1..60).filter(|b| meet(0, *b as usize)).collect();
            assert_eq!(found, near);
        }
    }

    #[test]
    fn a_grown_box_finds_and_is_found() {
        let mut broad = BallBoxes::default();
        broad.sort(boxes(&[(0.0, 0.0), (3.0, 0.0), (9.0, 0.0)]).into_iter());
        let mut found = Vec::new();
        broad.near(0, &mut found);
        assert!(found.is_empty());
        broad.grow(1, boxes(&[(1.0, 0.0)])[0]);
        broad.near(0, &mut found);
        assert_eq!(found, [1]);
        broad.near(1, &mut found);
        assert_eq!(found, [0]);
    }

    #[test]
    fn islands_are_represented_by_their_lowest() {
        let mut islands = Islands::default();
        islands.reset(5);
        islands.join(4, 2);
        islands.join(2, 1);
        let lowest: Vec<u32> = (0..5).map(|ball| islands.lowest(ball)).collect();
        assert_eq!(lowest, [0, 1, 1, 3, 1]);
        let mut members = Vec::new();
        islands.join(4, 1);
        islands.members(2, &mut members);
        assert_eq!(members, [1, 2, 4]);
    }
}
