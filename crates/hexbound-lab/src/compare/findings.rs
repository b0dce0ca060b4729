//! The findings of a judge in the ticks of one method: leaks and overlaps, each with its first tick and
//! place.

use glam::Vec3;
use hexbound_collide::Body;
use serde::Serialize;

use hexbound_level::Level;
use hexbound_sim::judge::{self, OVERLAP_ALLOWED};

/// A number of ticks with the same fault, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    pub ticks: u64,
    pub first_tick: Option<u64>,
    /// The place of the body's center at the first of them, in the file's own coordinates, meters; a
    /// body that left the level has the place before that tick.
    pub first_place: Option<[f64; 3]>,
}

/// The deepest overlap of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deepest {
    pub millimeters: f32,
    /// True if the body may be deeper: more than half its width is not told apart.
    pub or_more: bool,
    /// The first tick in which it was that deep.
    pub tick: u64,
}

/// A tick to be judged.
pub(super) struct JudgedTick {
    pub tick: u64,
    pub body: Body,
    pub before: Vec3,
    pub after: Vec3,
    /// True if the tick led out of the level.
    pub has_left: bool,
    /// True if the body was put elsewhere in the tick.
    pub teleported: bool,
    /// True if a mover is so near that overlaps do not count.
    pub near_mover: bool,
}

/// The findings on the ticks of one method so far.
#[derive(Default)]
pub(super) struct Findings {
    pub through: Found,
    /// Ticks that led out of the level, or through a triangle.
    pub leaks: Found,
    pub overlaps: Found,
    pub deepest: Option<Deepest>,
    /// The depth of the overlap at the last tick, millimeters.
    pub depth: f32,
}

impl Found {
    fn add(&mut self, level: &Level, tick: u64, place: Vec3) {
        self.ticks += 1;
        self.first_tick.get_or_insert(tick);
        (self.first_place).get_or_insert_with(|| level.to_file(place).to_array());
    }
}

impl Findings {
    pub(super) fn judge(&mut self, level: &Level, it: &JudgedTick) {
        self.depth = 0.0;
        if it.has_left {
            self.leaks.add(level, it.tick, it.before);
        } else if !it.teleported && level.is_crossed(it.before, it.after) {
            self.through.add(level, it.tick, it.after);
            self.leaks.add(level, it.tick, it.after);
        }
        if !it.has_left && !it.teleported && !it.near_mover {
            self.judge_depth(level, it);
        }
    }

    fn judge_depth(&mut self, level: &Level, it: &JudgedTick) {
        let depth = judge::overlap_depth(level, it.body, it.after);
        self.depth = depth * 1000.0;
        let deepest = self.deepest.as_ref().map_or(0.0, |it| it.millimeters);
        if self.depth > deepest {
            self.deepest = Some(Deepest {
                millimeters: self.depth,
                or_more: depth >= judge::deepest_told(it.body),
                tick: it.tick,
            });
        }
        if judge::overlaps(level, it.body, it.after, OVERLAP_ALLOWED) {
            self.overlaps.add(level, it.tick, it.after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes as scenes;

    fn tick(tick: u64, before: Vec3, after: Vec3) -> JudgedTick {
        JudgedTick {
            tick,
            body: Body::ellipsoid(0.4, 0.9).unwrap(),
            before,
            after,
            has_left: false,
            teleported: false,
            near_mover: false,
        }
    }

    #[test]
    fn a_body_lowered_by_a_centimeter_is_a_centimeter_deep() {
        let level = scenes::named("flat").unwrap();
        let stands = level.spawn.position;
        let lowered = stands - Vec3::Y * 0.01;
        let mut findings = Findings::default();
        findings.judge(&level, &tick(1, stands, stands));
        assert_eq!((findings.overlaps.ticks, findings.depth), (0, 0.0));
        findings.judge(&level, &tick(2, stands, lowered));
        // The spawn keeps a skin of a millimeter, which is no part of the overlap.
        assert!((findings.depth - 9.0).abs() < 0.1, "{}", findings.depth);
        assert_eq!(findings.overlaps.first_tick, Some(2));
        assert_eq!(findings.leaks.ticks, 0);
    }

    #[test]
    fn what_is_deeper_than_half_the_width_is_told_as_that_or_more() {
        let level = scenes::named("flat").unwrap();
        let stands = level.spawn.position;
        for (lowered, or_more) in [(0.2, false), (0.9, true)] {
            let mut findings = Findings::default();
            let after = stands - Vec3::Y * lowered;
            findings.judge(&level, &tick(1, after, after));
            let deepest = findings.deepest.unwrap();
            assert_eq!(deepest.or_more, or_more, "{deepest:?}");
            assert!(deepest.millimeters <= 400.0, "{deepest:?}");
        }
    }

    #[test]
    fn a_center_below_the_floor_has_leaked() {
        let level = scenes::named("flat").unwrap();
        let stands = level.spawn.position;
        let mut findings = Findings::default();
        findings.judge(&level, &tick(7, stands, stands - Vec3::Y * 2.0));
        assert_eq!((findings.through.ticks, findings.leaks.ticks), (1, 1));
        assert_eq!(findings.leaks.first_tick, Some(7));
    }
}
