//! The findings about the ticks of one method: leaks and overlaps, with the first tick and place of
//! each.

use glam::Vec3;
use serde::Serialize;

use crate::tick_judge::{FaultKind, TickJudge};
use hexbound_level::Level;
use hexbound_sim::judge;

/// The number of ticks with a fault, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    pub ticks: u64,
    pub first_tick: Option<u64>,
    /// The place of the body's center at the first of them, in the file's own coordinates, meters. For a
    /// body that left the level it is the place before that tick.
    pub first_place: Option<[f64; 3]>,
}

/// The deepest overlap of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deepest {
    pub millimeters: f32,
    /// True if the body may be deeper, since depths beyond half its width are not measured.
    pub or_more: bool,
    /// The first tick with that depth.
    pub tick: u64,
}

/// The findings about the ticks of one method.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The number of ticks in which the body's center went through a static triangle of the level.
    pub passed_through: u64,
    /// The first of these ticks.
    pub first_passed: Option<u64>,
    /// The ticks that led out of the level, or through a static triangle.
    pub leaks: Found,
    /// The ticks in which the body overlapped the static level by more than 2 mm, with no mover near.
    pub overlaps: Found,
    /// The deepest overlap; `None` if there was none.
    pub deepest_overlap: Option<Deepest>,
    /// The depth of the overlap at the last tick, millimeters.
    #[serde(skip)]
    pub(super) depth: f32,
}

impl Found {
    fn add(&mut self, level: &Level, tick: u64, place: Vec3) {
        self.ticks += 1;
        self.first_tick.get_or_insert(tick);
        (self.first_place).get_or_insert_with(|| level.to_file(place).to_array());
    }
}

impl Findings {
    /// The depth of the deepest overlap, millimeters.
    pub(super) fn deepest(&self) -> f32 {
        (self.deepest_overlap.as_ref()).map_or(0.0, |it| it.millimeters)
    }

    pub(super) fn judge(&mut self, tick: u64, it: &TickJudge) {
        match it.first(&[FaultKind::Left, FaultKind::Through]) {
            Some(FaultKind::Left) => self.leaks.add(it.level, tick, it.before),
            Some(_) => {
                self.passed_through += 1;
                self.first_passed.get_or_insert(tick);
                self.leaks.add(it.level, tick, it.after);
            }
            None => {}
        }
        let depth = it.depth();
        self.depth = depth * 1000.0;
        if self.depth > self.deepest() {
            self.deepest_overlap = Some(Deepest {
                millimeters: self.depth,
                or_more: depth >= judge::max_reported_depth(it.body),
                tick,
            });
        }
        if it.has(FaultKind::Overlap) {
            self.overlaps.add(it.level, tick, it.after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_collide::Body;
    use hexbound_scenes as scenes;

    fn tick(level: &Level, before: Vec3, after: Vec3) -> TickJudge<'_> {
        TickJudge {
            level,
            body: Body::ellipsoid(0.4, 0.9).unwrap(),
            before,
            after,
            has_left: false,
            is_reset: false,
            is_lost: false,
            is_freed: false,
            world: None,
            promises_no_overlap: true,
        }
    }

    #[test]
    fn a_body_lowered_by_a_centimeter_is_a_centimeter_deep() {
        let level = scenes::named("flat").unwrap();
        let stands = level.spawn.position;
        let lowered = stands - Vec3::Y * 0.01;
        let mut findings = Findings::default();
        findings.judge(1, &tick(&level, stands, stands));
        assert_eq!((findings.overlaps.ticks, findings.depth), (0, 0.0));
        findings.judge(2, &tick(&level, stands, lowered));
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
            findings.judge(1, &tick(&level, after, after));
            let deepest = findings.deepest_overlap.unwrap();
            assert_eq!(deepest.or_more, or_more, "{deepest:?}");
            assert!(deepest.millimeters <= 400.0, "{deepest:?}");
        }
    }

    #[test]
    fn a_center_below_the_floor_has_leaked() {
        let level = scenes::named("flat").unwrap();
        let stands = level.spawn.position;
        let mut findings = Findings::default();
        findings.judge(7, &tick(&level, stands, stands - Vec3::Y * 2.0));
        assert_eq!((findings.passed_through, findings.leaks.ticks), (1, 1));
        assert_eq!(findings.leaks.first_tick, Some(7));
    }
}
