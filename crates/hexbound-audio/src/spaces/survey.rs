//! A survey around the ear: rays in all directions, a few in each frame, and their hits.

use glam::Vec3;

use hexbound_level::{Level, SurfaceKind};

/// The number of directions.
pub(super) const SURVEY_RAYS: usize = 64;
/// The number of rays that are cast in a frame.
const RAYS_PER_FRAME: usize = 8;
/// The length of a ray, meters: anything farther counts as open.
pub(super) const RAY_REACH: f32 = 70.0;
/// The largest number of invisible walls that a ray passes through.
const MAX_UNSEEN_WALLS: usize = 8;
/// The distance behind an invisible wall at which the ray continues, meters.
const BEHIND_DISTANCE: f32 = 0.001;
/// The distance between the ear's positions in two frames beyond which it has jumped, meters.
const JUMP_DISTANCE: f32 = 4.0;

/// The end of one ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EchoHit {
    /// The distance along the ray, meters.
    pub distance: f32,
    pub surface: SurfaceKind,
}

/// The latest hits in all directions.
#[derive(Debug)]
pub(super) struct RoomSurvey {
    /// The hit of each direction; `None` is open.
    pub hits: [Option<EchoHit>; SURVEY_RAYS],
    /// The index of the next direction.
    next: usize,
    /// The position of the last rays; `None` before the first.
    position: Option<Vec3>,
}

impl Default for RoomSurvey {
    fn default() -> Self {
        Self {
            hits: [None; SURVEY_RAYS],
            next: 0,
            position: None,
        }
    }
}

impl RoomSurvey {
    /// Casts the next rays from a position, local, meters, or all of them after a jump. Returns whether the
    /// ear has jumped.
    pub(super) fn cast_next(&mut self, level: &Level, position: Vec3) -> bool {
        if !position.is_finite() {
            return false;
        }
        let is_new = self
            .position
            .is_none_or(|last| last.distance(position) > JUMP_DISTANCE);
        self.position = Some(position);
        let count = if is_new { SURVEY_RAYS } else { RAYS_PER_FRAME };
        for _ in 0..count {
            self.hits[self.next] = hit(level, position, direction(self.next));
            self.next = (self.next + RAY_STRIDE) % SURVEY_RAYS;
        }
        is_new
    }
}

/// The first hit on a visible surface: invisible walls are inaudible, too.
fn hit(level: &Level, ear: Vec3, ray: Vec3) -> Option<EchoHit> {
    let mut traveled = 0.0;
    for _ in 0..=MAX_UNSEEN_WALLS {
        let hit = (level.collision).ray_cast(ear + ray * traveled, ray, RAY_REACH - traveled)?;
        traveled += hit.distance;
        if !level.is_invisible_wall(hit.triangle) {
            return Some(EchoHit {
                distance: traveled,
                surface: level.surface(hit.triangle).kind,
            });
        }
        traveled += BEHIND_DISTANCE;
    }
    None
}

/// The step from one direction to the next: coprime to their number, so that a frame's rays cover all sides.
const RAY_STRIDE: usize = 27;

/// The direction of a ray, a unit vector. The directions lie evenly on the sphere, along a spiral by the
/// golden angle, from the zenith down.
pub(super) fn direction(index: usize) -> Vec3 {
    const GOLDEN_ANGLE: f32 = 2.399_963_2;
    let up = 1.0 - (2 * index + 1) as f32 / SURVEY_RAYS as f32;
    let flat = (1.0 - up * up).sqrt();
    let angle = index as f32 * GOLDEN_ANGLE;
    Vec3::new(flat * angle.cos(), up, flat * angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    #[test]
    fn the_directions_lie_evenly() {
        let sum: Vec3 = (0..SURVEY_RAYS).map(direction).sum();
        assert!(sum.length() < 1.5, "{sum}");
        for index in 0..SURVEY_RAYS {
            assert!((direction(index).length() - 1.0).abs() < 1e-5);
            let others = (0..SURVEY_RAYS).filter(|other| *other != index);
            let nearest = others.map(|other| direction(other).dot(direction(index)));
            assert!(nearest.fold(-1.0, f32::max) < 0.975, "{index}");
        }
    }

    #[test]
    fn the_first_look_sees_all_and_the_others_see_on() {
        let level = catalog::open("test:box-room").unwrap();
        let mut survey = RoomSurvey::default();
        let eye = level.spawn.position + Vec3::Y * 0.7;
        assert!(survey.cast_next(&level, eye));
        assert!(survey.hits.iter().all(Option::is_some), "a closed room");
        let before = survey.hits;
        let aside = eye + Vec3::new(0.5, -0.3, 0.4);
        for _ in 0..SURVEY_RAYS / RAYS_PER_FRAME {
            assert!(!survey.cast_next(&level, aside));
        }
        let changed = (before.iter().zip(&survey.hits)).filter(|(old, new)| old != new);
        // Every direction is seen again.
        assert!(changed.count() > SURVEY_RAYS / 2);
        assert!(survey.cast_next(&level, eye + Vec3::X * 90.0), "far away");
        assert!(!survey.cast_next(&level, Vec3::NAN));
    }

    #[test]
    fn walls_that_nobody_sees_are_not_heard() {
        let level = catalog::open("observatory").unwrap();
        let eye = level.spawn.position + Vec3::Y * 0.7;
        let met = (0..SURVEY_RAYS).filter(|index| {
            let hit = (level.collision).ray_cast(eye, direction(*index), RAY_REACH);
            hit.is_some()
        });
        assert!(met.count() > 60, "walls and a lid are all around");
        let mut survey = RoomSurvey::default();
        survey.cast_next(&level, eye);
        let open = survey.hits.iter().filter(|hit| hit.is_none());
        assert!(open.count() > SURVEY_RAYS / 3, "{:?}", survey.hits);
    }
}
