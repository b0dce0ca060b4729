//! The broad phase of a group: the boxes of its objects, kept sorted in strips along z and by least x,
//! so that no query tests every object. A small motion of an object changes the order a little.

use std::cmp::Ordering;

use super::{Class, ObjectId};
use crate::geom::Aabb;

/// The least width of a strip, meters.
const MIN_STRIP_WIDTH: f32 = 0.5;

/// An object in the order of the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroupEntry {
    /// The strip of the box's least z.
    strip: i32,
    pub id: ObjectId,
    pub class: Class,
    pub bounds: Aabb,
}

/// The boxes of all objects, always sorted.
#[derive(Clone, Debug)]
pub(super) struct SweepOrder {
    /// The entries strip by strip, by least x.
    entries: Vec<GroupEntry>,
    /// The width of a strip, meters, a power of two. No box is wider along z, so overlaps are only
    /// within a strip or between adjacent strips.
    width: f32,
    /// The largest length of a box along x so far, meters.
    longest: f32,
}

impl Default for SweepOrder {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            width: MIN_STRIP_WIDTH,
            longest: 0.0,
        }
    }
}

impl SweepOrder {
    pub(super) fn insert(&mut self, id: ObjectId, class: Class, bounds: Aabb) {
        self.widen_for(&bounds);
        let entry = GroupEntry {
            strip: self.strip_of(bounds.min.z),
            id,
            class,
            bounds,
        };
        let is_before = |other: &GroupEntry| order(other, &entry).is_lt();
        let at = self.entries.partition_point(is_before);
        self.entries.insert(at, entry);
    }

    pub(super) fn remove(&mut self, id: ObjectId, bounds: &Aabb) {
        if let Some(at) = self.find(id, bounds) {
            self.entries.remove(at);
        }
        if self.entries.is_empty() {
            *self = Self::default();
        }
    }

    /// Moves an object's box from `before` to `now`.
    pub(super) fn place(&mut self, id: ObjectId, before: &Aabb, now: Aabb) {
        self.widen_for(&now);
        let Some(mut at) = self.find(id, before) else {
            return;
        };
        let entry = GroupEntry {
            strip: self.strip_of(now.min.z),
            bounds: now,
            ..self.entries[at]
        };
        while at > 0 && order(&entry, &self.entries[at - 1]).is_lt() {
            self.entries[at] = self.entries[at - 1];
            at -= 1;
        }
        while at + 1 < self.entries.len() && order(&self.entries[at + 1], &entry).is_lt() {
            self.entries[at] = self.entries[at + 1];
            at += 1;
        }
        self.entries[at] = entry;
    }

    /// Calls `found` with each pair of objects whose boxes overlap, once per pair.
    pub(super) fn each_pair(&self, mut found: impl FnMut(&GroupEntry, &GroupEntry)) {
        // The first index in the next strip that may overlap.
        let mut next_start = 0;
        for (at, entry) in self.entries.iter().enumerate() {
            let mut offer = |other: &GroupEntry| {
                if entry.bounds.overlaps(&other.bounds) {
                    found(entry, other);
                }
            };
            let after = self.entries[at + 1..].iter();
            after
                .take_while(|other| key(other) <= (entry.strip, entry.bounds.max.x))
                .for_each(&mut offer);
            let next = entry.strip.saturating_add(1);
            let begin = (next, entry.bounds.min.x - self.longest);
            next_start = next_start.max(at);
            let passed = self.entries[next_start..].iter();
            next_start += passed.take_while(|other| key(other) < begin).count();
            let in_next = self.entries[next_start..].iter();
            in_next
                .take_while(|other| key(other) <= (next, entry.bounds.max.x))
                .for_each(&mut offer);
        }
    }

    /// Calls `found` with every object whose box overlaps `region`.
    pub(super) fn each_in(&self, region: &Aabb, mut found: impl FnMut(&GroupEntry)) {
        let first = self.strip_of(region.min.z).saturating_sub(1);
        let last = self.strip_of(region.max.z);
        let (low, high) = (region.min.x - self.longest, region.max.x);
        let mut strip = first;
        while strip <= last {
            let is_before = |entry: &GroupEntry| key(entry) < (strip, low);
            let at = self.entries.partition_point(is_before);
            let mut next = last;
            for entry in &self.entries[at..] {
                if entry.strip > strip || entry.bounds.min.x > high {
                    next = entry.strip.max(strip.saturating_add(1)) - 1;
                    break;
                }
                if entry.bounds.overlaps(region) {
                    found(entry);
                }
            }
            // Strips without objects are skipped at once.
            strip = match next.max(strip).checked_add(1) {
                Some(strip) => strip,
                None => return,
            };
        }
    }

    /// Widens the strips if a box needs it, and sorts again.
    fn widen_for(&mut self, bounds: &Aabb) {
        let size = bounds.size();
        self.longest = self.longest.max(size.x);
        if size.z <= self.width {
            return;
        }
        while self.width < size.z && self.width.is_finite() {
            self.width *= 2.0;
        }
        let width = self.width;
        for entry in &mut self.entries {
            entry.strip = (entry.bounds.min.z / width).floor() as i32;
        }
        self.entries.sort_unstable_by(order);
    }

    fn strip_of(&self, z: f32) -> i32 {
        (z / self.width).floor() as i32
    }

    fn find(&self, id: ObjectId, bounds: &Aabb) -> Option<usize> {
        let strip = self.strip_of(bounds.min.z);
        let before = |entry: &GroupEntry| {
            (entry.strip.cmp(&strip))
                .then(entry.bounds.min.x.total_cmp(&bounds.min.x))
                .then(entry.id.cmp(&id))
        };
        self.entries.binary_search_by(before).ok()
    }
}

/// The strip and the least x of an entry.
fn key(entry: &GroupEntry) -> (i32, f32) {
    (entry.strip, entry.bounds.min.x)
}

fn order(a: &GroupEntry, b: &GroupEntry) -> Ordering {
    (a.strip.cmp(&b.strip))
        .then(a.bounds.min.x.total_cmp(&b.bounds.min.x))
        .then(a.id.cmp(&b.id))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::groups::Classes;

    /// Boxes of a few meters, some of them far away or very large.
    fn boxed() -> impl Strategy<Value = Aabb> {
        let along = || (-20.0_f32..20.0, 0.01_f32..6.0);
        (along(), along(), along(), 0..9).prop_map(|(x, y, z, kind)| {
            let (near, extent) = (Vec3::new(x.0, y.0 * 0.1, z.0), Vec3::new(x.1, y.1, z.1));
            match kind {
                0 => Aabb::new(near * 5e7, near * 5e7 + extent),
                1 => Aabb::new(near - extent * 1e6, near + extent * 1e6),
                _ => Aabb::new(near, near + extent),
            }
        })
    }

    proptest! {
        #[test]
        fn finds_each_pair_once_however_objects_came_and_went(
            boxes in prop::collection::vec(boxed(), 1..40),
            changes in prop::collection::vec((any::<prop::sample::Index>(), boxed(), 0..5_u8), 0..60),
            region in boxed(),
        ) {
            let class = Classes::default().intern("any").unwrap();
            let mut sweep = SweepOrder::default();
            let mut known: Vec<Option<Aabb>> = Vec::new();
            for bounds in boxes {
                sweep.insert(ObjectId(known.len() as u32), class, bounds);
                known.push(Some(bounds));
            }
            for (which, bounds, kind) in changes {
                let at = which.index(known.len());
                let Some(before) = known[at] else { continue };
                if kind == 0 {
                    sweep.remove(ObjectId(at as u32), &before);
                    known[at] = None;
                } else {
                    sweep.place(ObjectId(at as u32), &before, bounds);
                    known[at] = Some(bounds);
                }
            }
            prop_assert!(sweep.entries.is_sorted_by(|a, b| order(a, b).is_lt()));
            let alive: Vec<(u32, Aabb)> =
                (0..).zip(&known).filter_map(|(id, bounds)| Some((id, (*bounds)?))).collect();
            let mut expected = Vec::new();
            for (place, (a, first)) in alive.iter().enumerate() {
                let others = alive[place + 1..].iter();
                expected.extend(others.filter(|other| first.overlaps(&other.1)).map(|(b, _)| (*a, *b)));
            }
            let mut pairs = Vec::new();
            sweep.each_pair(|a, b| pairs.push((a.id.0.min(b.id.0), a.id.0.max(b.id.0))));
            pairs.sort_unstable();
            prop_assert_eq!(pairs, expected);
            let mut found = Vec::new();
            sweep.each_in(&region, |entry| found.push(entry.id.0));
            found.sort_unstable();
            let inside = alive.iter().filter(|(_, bounds)| bounds.overlaps(&region));
            prop_assert_eq!(found, inside.map(|(id, _)| *id).collect::<Vec<_>>());
        }
    }
}
